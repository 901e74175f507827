import type { Permission, Person } from "../model/github.ts";
import type { Reading } from "../model/reading.ts";
import type { Needs } from "./table.ts";

const ENOUGH: Readonly<Record<Needs, readonly Permission[]>> = {
  read: ["admin", "maintain", "write", "triage", "read"],
  write: ["admin", "maintain", "write"],
  maintain: ["admin", "maintain"],
  maintain_or_team: ["admin", "maintain"],
};

/** Whether a permission, as GitHub answered just now, suffices; what was not read is unknown (decision 3). */
export function decidePermission(
  needs: Needs,
  permission: Reading<Permission>,
): "granted" | "refused" | "unknown" {
  if (permission.kind === "unknown") return "unknown";
  return ENOUGH[needs].includes(permission.value) ? "granted" : "refused";
}

/** What GitHub answered about a person; nobody asked is unknown, too. */
export function permissionIn(
  permissions: Readonly<Record<string, Reading<Permission>>>,
  login: string,
): Reading<Permission> {
  return permissions[login] ?? { kind: "unknown", cause: "unreadable" };
}

/** Whose comments are read for commands (decision 2): people, and bots that are named. */
export function listensTo(author: Person | null, allowedBots: readonly string[]): boolean {
  if (author === null) return false;
  const login = author.login.toLowerCase();
  return !author.isBot || allowedBots.some((bot) => bot.toLowerCase() === login);
}
