import { randomBytes } from "node:crypto";
import { z } from "zod";
import { created, ok, Refusal } from "../http/answer.ts";
import { type Call, found, numberParam, paged, pagedIn, param, readBody } from "../http/call.ts";
import { route, type Route } from "../http/route.ts";
import { renderApp, renderInstallation } from "../render/account.ts";
import { iso } from "../render/json.ts";
import { renderRate } from "../render/rate.ts";
import { renderRepository } from "../render/repository.ts";
import type { Installation } from "../state/accounts.ts";

const TOKEN_LIFE_MS = 60 * 60 * 1000;

const tokenWish = z.object({
  repositories: z.array(z.string()).optional(),
  repository_ids: z.array(z.int()).optional(),
  permissions: z.record(z.string(), z.enum(["read", "write"])).optional(),
});

function onlyApp(call: Call): void {
  if (call.actor.kind !== "app") {
    throw new Refusal(401, "A JSON web token could not be decoded");
  }
}

function installationOf(call: Call): Installation {
  onlyApp(call);
  const id = numberParam(call, "installation_id");
  return found(call.world.installations.find((installation) => installation.id === id));
}

function narrowed(
  has: Readonly<Record<string, "read" | "write">>,
  wish: Readonly<Record<string, "read" | "write">> | undefined,
): Readonly<Record<string, "read" | "write">> {
  if (wish === undefined) return has;
  const beyond = Object.entries(wish).filter(
    ([name, level]) => has[name] === undefined || (level === "write" && has[name] === "read"),
  );
  if (beyond.length > 0) {
    throw new Refusal(422, "The permissions requested are not granted to this installation.");
  }
  return wish;
}

/** Routes of the app itself, authenticated with its JSON web token. */
export const appRoutes: readonly Route[] = [
  route("GET /app", (call) => {
    onlyApp(call);
    const app = renderApp(call.world, call.world.app.id);
    return ok({ ...app, installations_count: call.world.installations.length });
  }),
  route("GET /app/installations", (call) => {
    onlyApp(call);
    return paged(call, call.world.installations, (one) => renderInstallation(call.world, one));
  }),
  route("GET /app/installations/{installation_id}", (call) =>
    ok(renderInstallation(call.world, installationOf(call))),
  ),
  route("POST /app/installations/{installation_id}/access_tokens", (call) => {
    const installation = installationOf(call);
    const wish = readBody(call, tokenWish);
    const permissions = narrowed(call.world.app.permissions, wish.permissions);
    const token = `ghs_${randomBytes(18).toString("hex")}`;
    const expiresAt = Date.now() + TOKEN_LIFE_MS;
    call.world.tokens.set(token, { kind: "installation", installation, expiresAt, permissions });
    const expires = { expires_at: iso(expiresAt) };
    return created({ token, ...expires, permissions, repository_selection: "selected" });
  }),
  route("GET /repos/{owner}/{repo}/installation", (call) => {
    onlyApp(call);
    const repository = call.world.repositoryNamed(param(call, "owner"), param(call, "repo"));
    const installed = found(repository.installed ? repository : null);
    return ok(renderInstallation(call.world, call.world.installationOn(installed.owner)));
  }),
  route("GET /installation/repositories", (call) => {
    const { actor } = call;
    if (actor.kind !== "installation")
      throw new Refusal(403, "You must authenticate as an installation");
    const repositories = [...call.world.repositories.values()].filter(
      (one) => one.installed && !one.deleted && one.owner === actor.installation.account,
    );
    const page = pagedIn(call, "repositories", repositories, renderRepository);
    return page;
  }),
  route("GET /rate_limit", (call) => {
    const rate = renderRate(call.world.now(), call.world.requestsUsed);
    const resources = { core: rate, search: rate, graphql: rate };
    return ok({ resources, rate });
  }),
];
