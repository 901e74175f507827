/** Who may decide a check that needs a person, and what has to be asked to know it (spec/signoff §5.4). */
import { decidePermission, permissionIn } from "../commands/permission.ts";
import type { Facts } from "../model/facts.ts";
import { textOf } from "../model/file-content.ts";
import { known } from "../model/reading.ts";
import { parseCodeowners } from "../signoff/codeowners.ts";
import { personOwns, type TeamMembership } from "../signoff/ownership.ts";
import { pendingCommands, type PendingCommands } from "./needs.ts";
import { membershipsOf, ownersText } from "./signoff-texts.ts";

type Asked = Parameters<typeof pendingCommands>[0];

function resolving(facts: Asked): readonly PendingCommands[] {
  return pendingCommands(facts).filter(({ commands }) =>
    commands.some((command) => command.kind === "command" && command.name === "signoff-resolve"),
  );
}

/** People with a `/signoff-resolve` that waits: their teams matter, too. */
export function resolversToAsk(facts: Asked): readonly string[] {
  return resolving(facts).flatMap(({ comment }) => comment.author?.login ?? []);
}

/** Node ids of comments with such a command: whoever may edit them must not speak for their author. */
export function resolvingNodes(facts: Asked): readonly string[] {
  return resolving(facts).map(({ comment }) => comment.nodeId);
}

/** Maintainers, and members of the team that the catch-all line of CODEOWNERS names; what is unread is unknown (decision 3). */
export function mayDecide(login: string, facts: Facts): "granted" | "refused" | "unknown" {
  const byRole = decidePermission("maintain_or_team", permissionIn(facts.permissions, login));
  if (byRole === "granted") return "granted";
  const inTeam = inCatchAllTeam(login, facts);
  if (inTeam === "yes") return "granted";
  return inTeam === "no" ? byRole : "unknown";
}

/** GitHub says "not found" of a stranger and of a team that it does not show alike: neither admits anybody. */
function orNone(membership: TeamMembership): TeamMembership {
  const { member } = membership;
  const isNone = member.kind === "unknown" && member.cause === "not_found";
  return isNone ? { ...membership, member: known(false) } : membership;
}

function inCatchAllTeam(login: string, facts: Facts): ReturnType<typeof personOwns> {
  const text = textOf(facts.documents.codeowners);
  if (text.kind === "unknown") return "unknown";
  const { rules } = parseCodeowners(ownersText(text));
  const catchAll = rules.findLast((rule) => rule.catchAll);
  const teams = (catchAll?.owners ?? []).filter((owner) => owner.kind === "team");
  // Without rules: an owner of other paths is not presumed to be in no team, as check 0 does.
  const circle = {
    codeowners: { rules: [], invalid: [] },
    memberships: membershipsOf(facts, text, [login]).map(orNone),
  };
  return personOwns(login, teams, circle);
}
