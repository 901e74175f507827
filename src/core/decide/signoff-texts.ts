import { permissionIn } from "../commands/permission.ts";
import type { Facts } from "../model/facts.ts";
import type { Config } from "../model/config.ts";
import type { Permission } from "../model/github.ts";
import type { Reading } from "../model/reading.ts";
import type { NearMiss, Signoff } from "../signoff/body.ts";
import {
  type CandidateVerdict,
  decideCandidate,
  newestByAuthor,
  type SignoffSource,
} from "../signoff/candidate.ts";
import { configuredMembership } from "../signoff/check-owners.ts";
import { parseCodeowners } from "../signoff/codeowners.ts";
import { listedTeams, recognised, type TeamMembership } from "../signoff/ownership.ts";
import { textOf } from "../model/file-content.ts";
import { signoffSources } from "./signoff-sources.ts";

export interface CountedSignoff {
  readonly source: SignoffSource;
  readonly signoff: Signoff;
}

/** A sign-off that does not count because of who edited it; null where GitHub does not tell who that was. */
export interface VoidSignoff {
  readonly source: SignoffSource;
  readonly editor: string | null;
}

/** What the texts of a pull request come to as sign-offs, by what became of each. */
export interface SignoffTexts {
  /** The newest of each author. */
  readonly counted: readonly CountedSignoff[];
  readonly voided: readonly VoidSignoff[];
  /** Plainly meant as a sign-off, and none. */
  readonly nearMisses: readonly { readonly source: SignoffSource; readonly reason: NearMiss }[];
  /** Reviews with a sign-off that were dismissed since. */
  readonly dismissed: readonly SignoffSource[];
  /** Reviews with a sign-off that ask for changes. */
  readonly rejecting: readonly SignoffSource[];
}

/** What may be known of texts and people when sign-offs are sorted. */
export type TextFacts = Parameters<typeof signoffSources>[0] &
  Pick<Facts, "permissions" | "teams" | "config">;

/** Sorts every text that may be a sign-off (spec/signoff §1). */
export function signoffTexts(facts: TextFacts): SignoffTexts {
  const judged = signoffSources(facts).map((source) => ({
    source,
    // What a review with this text would be if it neither asked for changes nor had been dismissed.
    verdict: judgeSource(asIfActive(source), facts),
    isActive: isActive(source),
    isKnown: permissionOf(source, facts).kind === "known",
  }));
  const active = judged.filter(({ isActive }) => isActive);
  const candidates = active.flatMap(({ source, verdict }) =>
    verdict.kind === "candidate" ? [{ source, signoff: verdict.signoff }] : [],
  );
  const newest = new Set(newestByAuthor(candidates.map(({ source }) => source)));
  const past = (state: SignoffSource["reviewState"]): readonly SignoffSource[] =>
    judged
      .filter(({ verdict, isKnown }) => verdict.kind === "candidate" && isKnown)
      .filter(({ source }) => source.reviewState === state)
      .map(({ source }) => source);
  return {
    counted: candidates.filter(({ source }) => newest.has(source)),
    voided: active.flatMap(({ source, verdict }) =>
      verdict.kind === "void" ? [{ source, editor: editorOf(source) }] : [],
    ),
    nearMisses: active.flatMap(({ source, verdict, isKnown }) =>
      verdict.kind === "nearMiss" && isKnown ? [{ source, reason: verdict.reason }] : [],
    ),
    dismissed: past("DISMISSED"),
    rejecting: past("CHANGES_REQUESTED"),
  };
}

/** Whether one text counts as a sign-off, and if not, why (spec/signoff §1). */
export function judgeSource(source: SignoffSource, facts: TextFacts): CandidateVerdict {
  const codeowners = codeownersOf(facts);
  const login = source.author?.login ?? "";
  const circle = {
    codeowners: parseCodeowners(ownersText(codeowners)),
    memberships: membershipsOf(facts, codeowners, [login]),
  };
  return decideCandidate(source, {
    appLogin: facts.app.login,
    listedOwner: recognised(login, circle) === "yes",
    permission: permissionOf(source, facts),
  });
}

function permissionOf({ author }: SignoffSource, { permissions }: TextFacts): Reading<Permission> {
  return permissionIn(permissions, author?.login ?? "");
}

/** Empty where GitHub does not say who it was. */
function editorOf({ editor = "" }: SignoffSource): string | null {
  return editor === "" ? null : editor;
}

function asIfActive(source: SignoffSource): SignoffSource {
  const isPast = source.reviewState === "DISMISSED" || source.reviewState === "CHANGES_REQUESTED";
  return isPast ? { ...source, reviewState: "COMMENTED" } : source;
}

function isActive({ reviewState }: SignoffSource): boolean {
  return reviewState !== "DISMISSED" && reviewState !== "CHANGES_REQUESTED";
}

/** Who is in which team by the settings, and as GitHub says. */
interface TeamFacts {
  readonly config: { readonly inForce: Pick<Config, "signoff"> };
  readonly teams: Facts["teams"];
}

/** Memberships from the configuration first, then what GitHub said; what is in neither is unknown. */
export function membershipsOf(
  { config, teams }: TeamFacts,
  codeowners: Reading<string | null>,
  logins: readonly string[],
): readonly TeamMembership[] {
  const configured = Object.entries(config.inForce.signoff.teams);
  return listedTeams(parseCodeowners(ownersText(codeowners))).flatMap((team) => {
    const members = configured.find(([name]) => name.toLowerCase() === team)?.[1];
    return logins.map((login): TeamMembership => {
      if (members !== undefined) return configuredMembership(team, login, members);
      const member = teams[team]?.[login] ?? { kind: "unknown", cause: "unreadable" };
      return { team, login, member };
    });
  });
}

/** CODEOWNERS of the default branch as text; null where there is none. */
export function codeownersOf({ documents }: Pick<Facts, "documents">): Reading<string | null> {
  return textOf(documents.codeowners);
}

/** The text of CODEOWNERS; empty where it is missing or unread. */
export function ownersText(codeowners: Reading<string | null>): string {
  return codeowners.kind === "known" ? (codeowners.value ?? "") : "";
}
