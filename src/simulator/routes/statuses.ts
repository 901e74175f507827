import { z } from "zod";
import { setStatus } from "../acts/check.ts";
import { type Answer, created, invalid, Refusal } from "../http/answer.ts";
import { paged, pagedIn, param, readBody, type RepositoryCall } from "../http/call.ts";
import { repositoryRoute, type Route } from "../http/route.ts";
import { renderSimpleStatus, renderStatus } from "../render/check.ts";
import { apiUrl, renderMinimalRepository } from "../render/repository.ts";
import type { Status } from "../state/checks.ts";
import { commitAt } from "./revision.ts";

const LONGEST_DESCRIPTION = 140;
const MOST_STATUSES = 1_000;

const newStatus = z.object({
  state: z.enum(["error", "failure", "pending", "success"]),
  target_url: z.string().nullable().optional(),
  description: z.string().nullable().optional(),
  context: z.string().optional(),
});

function createStatus(call: RepositoryCall): Answer {
  const wish = readBody(call, newStatus);
  const { repository } = call;
  const sha = param(call, "sha");
  if (!repository.git.commits.has(sha)) throw new Refusal(422, `No commit found for SHA: ${sha}`);
  if ((wish.description?.length ?? 0) > LONGEST_DESCRIPTION) {
    throw invalid(
      "Status",
      "description",
      `description is too long (maximum is ${LONGEST_DESCRIPTION} characters)`,
    );
  }
  const context = wish.context ?? "default";
  const before = (repository.statuses.get(sha) ?? []).filter((one) => one.context === context);
  if (before.length >= MOST_STATUSES) {
    throw invalid(
      "Status",
      "base",
      "This SHA and context has reached the maximum number of statuses.",
    );
  }
  const status = setStatus(repository, call.actor.account, {
    sha,
    context,
    state: wish.state,
    description: wish.description ?? null,
    targetUrl: wish.target_url ?? null,
  });
  return created(renderStatus(repository, status));
}

function combinedStatus(call: RepositoryCall): Answer {
  const { repository } = call;
  const { sha } = commitAt(repository, param(call, "ref"));
  const newest = new Map<string, Status>();
  for (const status of repository.statuses.get(sha) ?? []) {
    if (!newest.has(status.context)) newest.set(status.context, status);
  }
  const statuses = [...newest.values()];
  const states = statuses.map((status) => status.state);
  const failed = states.some((state) => state === "failure" || state === "error");
  const allGreen = states.length > 0 && states.every((state) => state === "success");
  const state = failed ? "failure" : allGreen ? "success" : "pending";
  const page = pagedIn(call, "statuses", statuses, (one) => renderSimpleStatus(repository, one));
  const url = `${apiUrl(repository)}/commits/${sha}`;
  const rest = {
    commit_url: url,
    url: `${url}/status`,
    repository: renderMinimalRepository(repository),
  };
  return { ...page, body: { ...Object(page.body), state, sha, ...rest } as unknown };
}

/** Commit statuses. */
export const statusRoutes: readonly Route[] = [
  repositoryRoute("GET /commits/{ref}/status", "statuses:read", combinedStatus),
  repositoryRoute("GET /commits/{ref}/statuses", "statuses:read", (call) => {
    const { sha } = commitAt(call.repository, param(call, "ref"));
    const statuses = call.repository.statuses.get(sha) ?? [];
    return paged(call, statuses, (one) => renderStatus(call.repository, one));
  }),
  repositoryRoute("POST /statuses/{sha}", "statuses:write", createStatus),
];
