import { z } from "zod";
import { noContent, ok, Refusal } from "../http/answer.ts";
import { type Call, found, paged, param, readBody } from "../http/call.ts";
import { permissionOf, repositoryRoute, route, type Route } from "../http/route.ts";
import {
  allows,
  renderAccount,
  renderPublicUser,
  renderSwitches,
  renderUser,
} from "../render/account.ts";
import { iso, nodeId } from "../render/json.ts";
import { renderFullRepository } from "../render/repository.ts";
import { emit } from "../acts/emit.ts";
import type { Permission } from "../state/accounts.ts";
import type { Activity } from "../state/activity.ts";
import { fullName, type World } from "../state/world.ts";

const dispatchWish = z.object({
  event_type: z.string().min(1).max(100),
  client_payload: z.record(z.string(), z.unknown()).optional(),
});

const MOST_PAYLOAD_PROPERTIES = 10;

/** GitHub's older four-step scale, in which "maintain" is "write" and "triage" is "read". */
function coarse(permission: Permission): string {
  if (permission === "maintain") return "write";
  return permission === "triage" ? "read" : permission;
}

function renderActivity(world: World, activity: Activity): unknown {
  return {
    id: activity.id,
    node_id: nodeId("PSH", activity.id),
    before: activity.before,
    after: activity.after,
    ref: activity.ref,
    timestamp: iso(activity.at),
    activity_type: activity.kind,
    actor: renderUser(world, activity.actor),
  };
}

function needMembers(call: Call): void {
  const { actor } = call;
  if (actor.kind === "installation" && actor.permissions["members"] === undefined) {
    throw new Refusal(403, "Resource not accessible by integration");
  }
}

/** Routes of a repository as a whole, its people and its teams. */
export const repositoryRoutes: readonly Route[] = [
  repositoryRoute("GET ", "metadata:read", (call) => ok(renderFullRepository(call.repository))),
  repositoryRoute("GET /collaborators/{username}/permission", "metadata:read", (call) => {
    const login = param(call, "username");
    const account = call.world.accounts.get(login.toLowerCase());
    if (account?.type !== "User" || account.deleted) {
      throw new Refusal(404, `${login} is not a user`);
    }
    const { actor, repository } = call;
    if (
      actor.kind === "person" &&
      !allows(permissionOf(repository, actor.account.login), "write")
    ) {
      throw new Refusal(403, "Must have push access to view collaborator permission.");
    }
    const permission = permissionOf(repository, login);
    const user = { ...renderAccount(call.world, account), permissions: renderSwitches(permission) };
    const role = permission;
    return ok({
      permission: coarse(permission),
      user: { ...user, role_name: role },
      role_name: role,
    });
  }),
  repositoryRoute("GET /activity", "contents:read", (call) => {
    const wanted = {
      ref: call.query.get("ref"),
      actor: call.query.get("actor"),
      kind: call.query.get("activity_type"),
    };
    const items = call.repository.activity
      .filter((one) => wanted.ref === null || one.ref.endsWith(wanted.ref))
      .filter((one) => wanted.actor === null || one.actor.login === wanted.actor)
      .filter((one) => wanted.kind === null || one.kind === wanted.kind)
      .toReversed();
    return paged(call, items, (item) => renderActivity(call.world, item));
  }),
  repositoryRoute("GET /codeowners/errors", "contents:read", (call) =>
    ok({ errors: call.repository.codeownersErrors }),
  ),
  repositoryRoute("POST /dispatches", "contents:write", (call) => {
    const wish = readBody(call, dispatchWish);
    const payload = wish.client_payload ?? {};
    if (Object.keys(payload).length > MOST_PAYLOAD_PROPERTIES) {
      throw new Refusal(422, "No more than 10 properties are allowed; 11 were supplied.");
    }
    const repository = fullName(call.repository);
    call.world.repositoryDispatches.push({ repository, eventType: wish.event_type, payload });
    emit(call.repository, "repository_dispatch", call.actor.account, {
      action: wish.event_type,
      branch: call.repository.defaultBranch,
      client_payload: payload,
    });
    return noContent;
  }),
  route("GET /users/{username}", (call) => {
    const account = call.world.accounts.get(param(call, "username").toLowerCase());
    return ok(renderPublicUser(call.world, found(account?.deleted === false ? account : null)));
  }),
  route("GET /orgs/{org}/teams/{team_slug}/memberships/{username}", (call) => {
    needMembers(call);
    const [organization, slug] = [param(call, "org"), param(call, "team_slug")];
    const login = param(call, "username").toLowerCase();
    const team = found(call.world.teams.get(`${organization}/${slug}`.toLowerCase()));
    const state = found(team.members.get(login));
    const url = `${call.world.url}/orgs/${organization}/teams/${slug}/memberships/${login}`;
    return ok({ role: "member", state, url });
  }),
];
