import { possibleSigners } from "../../core/decide/signoff-sources.ts";
import type { Facts } from "../../core/model/facts.ts";
import type { Permission } from "../../core/model/github.ts";
import { type Reading, unknown } from "../../core/model/reading.ts";
import { GitHubFailure } from "../errors.ts";
import type { GitHubReader } from "../port.ts";

/** Pushes to the head branch, where somebody may have signed off in the conversation. */
export async function readPushes(
  github: GitHubReader,
  facts: Parameters<typeof possibleSigners>[0] & Pick<Facts, "pull" | "repository">,
): Promise<Facts["pushes"]> {
  if (possibleSigners(facts).length === 0) return unknown("unreadable");
  const { headRepository, headRef } = facts.pull;
  // The pushes of a fork are not ours to read: such a sign-off counts as a review only.
  if (headRepository?.id !== facts.repository.id) return unknown("forbidden");
  return github.listPushes(headRef);
}

/** Who edited these texts last. */
export async function readEditors(
  github: GitHubReader,
  nodeIds: readonly string[],
): Promise<Facts["editors"]> {
  return nodeIds.length === 0 ? { kind: "known", value: {} } : github.readEditors(nodeIds);
}

/** Who of these people is in which team. */
export async function readTeams(
  github: GitHubReader,
  questions: readonly { readonly team: string; readonly logins: readonly string[] }[],
): Promise<Facts["teams"]> {
  const answers = questions.map(async ({ team, logins }) => {
    const [organization = "", slug = ""] = team.split("/");
    const members = await readEach(logins, (login) =>
      github.readTeamMembership(organization, slug, login),
    );
    return [team, members] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

/** A server error leaves a permission unknown, like a refusal: what needs it waits, the rest goes on (decision 3). */
export async function permissionOf(
  github: GitHubReader,
  login: string,
): Promise<Reading<Permission>> {
  try {
    return await github.readPermission(login);
  } catch (error) {
    if (error instanceof GitHubFailure && error.kind === "unavailable")
      return unknown("unreadable");
    throw error;
  }
}

/** One reading for each key, side by side. */
export async function readEach<T>(
  keys: readonly string[],
  read: (key: string) => Promise<T>,
): Promise<Readonly<Record<string, T>>> {
  const entries = keys.map(async (key) => [key, await read(key)] as const);
  return Object.fromEntries(await Promise.all(entries));
}
