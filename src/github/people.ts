import { z } from "zod";
import type { Permission } from "../core/model/github.ts";
import { asReading } from "./errors.ts";
import type { GitHub } from "./port.ts";
import { type OctokitPart, type Requests, openRequests } from "./requests.ts";

type People = Pick<GitHub, "readPermission" | "readTeamMembership">;

const legacyPermission = z.enum(["admin", "write", "read", "none"]);
const permissionAnswer = z.object({
  permission: legacyPermission,
  role_name: z.string().nullish(),
});

/** What the older field says about each role of GitHub's own. */
const roles: Readonly<Record<Permission, z.output<typeof legacyPermission>>> = {
  admin: "admin",
  maintain: "write",
  write: "write",
  triage: "read",
  read: "read",
  none: "none",
};

function isPermission(role: string): role is Permission {
  return Object.hasOwn(roles, role);
}

/** A role of an organisation's own may bear any name: one that contradicts the older field does not count. */
const permission = permissionAnswer.transform(({ permission: legacy, role_name: role }) =>
  typeof role === "string" && isPermission(role) && roles[role] === legacy ? role : legacy,
);

const membership = z.object({ state: z.enum(["active", "pending"]) });

/** What people may do here, asked of GitHub each time. */
export function peopleOf(requests: Requests): People {
  return {
    readPermission(login) {
      const route = "GET /repos/{owner}/{repo}/collaborators/{username}/permission";
      return asReading<Permission>(requests.read(permission, route, { username: login }));
    },
    async readTeamMembership(organization, team, login) {
      const route = "GET /orgs/{org}/teams/{team_slug}/memberships/{username}";
      const parameters = { org: organization, team_slug: team, username: login };
      const reading = await asReading(requests.read(membership, route, parameters));
      if (reading.kind === "unknown") return reading;
      return { kind: "known", value: reading.value.state === "active" };
    },
  };
}

const app = z
  .object({ id: z.number(), slug: z.string() })
  .transform(({ id, slug }) => ({ id, login: `${slug}[bot]` }));

/** Who we are: the app's id, and the login that its comments bear. Needs an Octokit authenticated as the app. */
export function readAppIdentity(octokit: OctokitPart): Promise<GitHub["app"]> {
  const nowhere = { owner: "", name: "", repositoryId: null };
  return openRequests(octokit, nowhere).read(app, "GET /app");
}
