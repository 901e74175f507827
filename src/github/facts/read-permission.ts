import type { Permission } from "../../core/model/github.ts";
import { type Reading, unknown } from "../../core/model/reading.ts";
import { GitHubFailure } from "../errors.ts";
import type { GitHubReader } from "../port.ts";

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
