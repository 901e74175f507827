import { decidePermission, permissionIn } from "../commands/permission.ts";
import { type CommandName, COMMANDS, type Needs } from "../commands/table.ts";
import type { Facts } from "../model/facts.ts";
import type { PendingCommands } from "./needs.ts";
import { mayDecide } from "./resolvers.ts";

export type PermissionRefusal =
  | { readonly kind: "noPermission"; readonly usage: string; readonly needs: Needs }
  | { readonly kind: "permissionUnknown"; readonly usage: string };

/** Permission is asked of GitHub, now; what was not read is not granted (decision 3). */
export function refusePermission(
  name: CommandName,
  pending: PendingCommands,
  facts: Facts,
): PermissionRefusal | null {
  const { usage, needs } = COMMANDS[name];
  const login = pending.comment.author?.login ?? "";
  const permission = permissionIn(facts.permissions, login);
  const verdict =
    needs === "maintain_or_team" ? mayDecide(login, facts) : decidePermission(needs, permission);
  if (verdict === "granted") return null;
  return verdict === "unknown"
    ? { kind: "permissionUnknown", usage }
    : { kind: "noPermission", usage, needs };
}
