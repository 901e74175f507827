import type { Reading } from "../model/reading.ts";
import type { Codeowners, Owner } from "./codeowners.ts";

/** Whether a person owns something; `unknown` where only an unreadable team could say. */
export type Ownership = "yes" | "no" | "unknown";

/** Whether a person is in a team, `organisation/team`. A team without a row is unknown. */
export interface TeamMembership {
  readonly team: string;
  readonly login: string;
  readonly member: Reading<boolean>;
}

interface Circle {
  readonly codeowners: Codeowners;
  readonly memberships: readonly TeamMembership[];
}

/**
 * Whether a person is one of a specific line's owners. An unreadable team leaves that open only for
 * somebody whom the file lists nowhere: a known owner of other paths is not presumed to be in it.
 */
export function personOwns(login: string, owners: readonly Owner[], circle: Circle): Ownership {
  const answers = owners.map((owner) => isOwner(login, owner, circle.memberships));
  if (answers.includes("yes")) return "yes";
  if (!answers.includes("unknown")) return "no";
  return isListed(login, circle.codeowners) ? "no" : "unknown";
}

/** Whether a person is any owner at all, which is what a catch-all line asks for. */
export function recognised(login: string, { codeowners, memberships }: Circle): Ownership {
  if (isListed(login, codeowners)) return "yes";
  const answers = codeowners.rules.flatMap((rule) =>
    rule.owners.map((owner) => isOwner(login, owner, memberships)),
  );
  if (answers.includes("yes")) return "yes";
  return answers.includes("unknown") ? "unknown" : "no";
}

/** True when the file names the person by login on any line. */
function isListed(login: string, codeowners: Codeowners): boolean {
  const wanted = login.toLowerCase();
  return codeowners.rules.some((rule) =>
    rule.owners.some((owner) => owner.kind === "login" && owner.login === wanted),
  );
}

/** The teams that CODEOWNERS names, `organisation/team` in lower case: whose members must be asked for. */
export function listedTeams(codeowners: Codeowners): readonly string[] {
  const teams = codeowners.rules.flatMap((rule) =>
    rule.owners.flatMap((owner) => (owner.kind === "team" ? [owner.team] : [])),
  );
  return [...new Set(teams)].sort();
}

function isOwner(login: string, owner: Owner, memberships: readonly TeamMembership[]): Ownership {
  const wanted = login.toLowerCase();
  if (owner.kind === "login") return owner.login === wanted ? "yes" : "no";
  // Nobody can tell whose address it is.
  if (owner.kind === "email") return "unknown";
  const found = memberships.find(
    (each) => each.team.toLowerCase() === owner.team && each.login.toLowerCase() === wanted,
  );
  if (found?.member.kind !== "known") return "unknown";
  return found.member.value ? "yes" : "no";
}
