import { z } from "zod";
import { emitCheckRun, makeCheckRun } from "../acts/check.ts";
import { type Answer, created, ok, Refusal } from "../http/answer.ts";
import {
  found,
  numberParam,
  paged,
  pagedIn,
  param,
  readBody,
  type RepositoryCall,
} from "../http/call.ts";
import { repositoryRoute, type Route } from "../http/route.ts";
import { renderAnnotation, renderCheckRun } from "../render/check.ts";
import type { Annotation } from "../state/checks.ts";
import type { CheckRun } from "../state/records.ts";
import { commitAt } from "./revision.ts";

const MOST_ANNOTATIONS = 50;
const LONGEST_TEXT = 65_535;

const annotation = z.object({
  path: z.string(),
  start_line: z.int(),
  end_line: z.int(),
  start_column: z.int().optional(),
  end_column: z.int().optional(),
  annotation_level: z.enum(["notice", "warning", "failure"]),
  message: z.string().min(1),
  title: z.string().max(255).optional(),
  raw_details: z.string().optional(),
});

const CONCLUSIONS = [
  "action_required",
  "cancelled",
  "failure",
  "neutral",
  "success",
  "skipped",
  "timed_out",
] as const;

const content = z.object({
  name: z.string().min(1).optional(),
  details_url: z.string().optional(),
  external_id: z.string().optional(),
  status: z.enum(["queued", "in_progress", "completed"]).optional(),
  started_at: z.iso.datetime().optional(),
  completed_at: z.iso.datetime().optional(),
  conclusion: z.enum(CONCLUSIONS).optional(),
  output: z
    .object({
      title: z.string().optional(),
      summary: z.string().max(LONGEST_TEXT).optional(),
      text: z.string().max(LONGEST_TEXT).optional(),
      annotations: z.array(annotation).optional(),
    })
    .optional(),
});

const newCheck = content.extend({ name: z.string().min(1), head_sha: z.string() });

type CheckContent = z.infer<typeof content>;

/** Everything that GitHub would refuse, before anything is changed. */
function refuseBadContent(check: CheckRun, wish: CheckContent): void {
  if (wish.output !== undefined) refuseBadOutput(check, wish.output);
  if (wish.status === "completed" && (wish.conclusion ?? check.conclusion) === null) {
    throw new Refusal(422, 'Invalid request.\n\n"conclusion" wasn\'t supplied.');
  }
}

function refuseBadOutput(check: CheckRun, output: NonNullable<CheckContent["output"]>): void {
  const annotations = output.annotations?.length ?? 0;
  if (annotations > MOST_ANNOTATIONS) {
    const most = `No more than ${MOST_ANNOTATIONS} items are allowed; ${annotations} were supplied.`;
    throw new Refusal(422, `Invalid request.\n\n${most}`);
  }
  for (const field of ["title", "summary"] as const) {
    if ((output[field] ?? check[field]) !== null) continue;
    throw new Refusal(422, `Invalid request.\n\n"${field}" wasn't supplied.`);
  }
}

function applyContent(check: CheckRun, wish: CheckContent, now: number): void {
  refuseBadContent(check, wish);
  check.name = wish.name ?? check.name;
  check.detailsUrl = wish.details_url ?? check.detailsUrl;
  check.externalId = wish.external_id ?? check.externalId;
  applyProgress(check, wish, now);
  const { output } = wish;
  if (output === undefined) return;
  check.title = output.title ?? check.title;
  check.summary = output.summary ?? check.summary;
  check.text = output.text ?? check.text;
  // GitHub adds the annotations of each call to those it has.
  check.annotations.push(...(output.annotations ?? []).map(storedAnnotation));
}

function applyProgress(check: CheckRun, wish: CheckContent, now: number): void {
  if (wish.started_at !== undefined) check.startedAt = Date.parse(wish.started_at);
  if (wish.conclusion !== undefined || wish.status === "completed") {
    check.status = "completed";
    check.conclusion = wish.conclusion ?? check.conclusion;
    check.completedAt = wish.completed_at === undefined ? now : Date.parse(wish.completed_at);
  } else if (wish.status !== undefined) {
    check.status = wish.status;
    check.conclusion = null;
    check.completedAt = null;
  }
}

function storedAnnotation(one: z.infer<typeof annotation>): Annotation {
  return {
    ...one,
    start_column: one.start_column ?? null,
    end_column: one.end_column ?? null,
    title: one.title ?? null,
    raw_details: one.raw_details ?? null,
  };
}

function onlyApps(call: RepositoryCall): void {
  if (call.actor.kind === "installation") return;
  throw new Refusal(403, "You must authenticate via a GitHub App.");
}

function createCheck(call: RepositoryCall): Answer {
  onlyApps(call);
  const wish = readBody(call, newCheck);
  const { sha } = commitAt(call.repository, wish.head_sha);
  const { repository, world } = call;
  const check = makeCheckRun(repository, { appId: world.app.id, headSha: sha, name: wish.name });
  try {
    applyContent(check, wish, world.now());
  } catch (error) {
    repository.checkRuns.delete(check.id);
    throw error;
  }
  emitCheckRun(check, "created", call.actor.account);
  if (check.status === "completed") emitCheckRun(check, "completed", call.actor.account);
  return created(renderCheckRun(check));
}

function checkAt(call: RepositoryCall): CheckRun {
  return found(call.repository.checkRuns.get(numberParam(call, "check_run_id")));
}

function updateCheck(call: RepositoryCall): Answer {
  onlyApps(call);
  const check = checkAt(call);
  if (check.appId !== call.world.app.id) {
    throw new Refusal(
      403,
      "Invalid app_id `" +
        String(call.world.app.id) +
        "` - check run can only be modified by the GitHub App that created it.",
    );
  }
  const wasCompleted = check.status === "completed";
  applyContent(check, readBody(call, content), call.world.now());
  if (!wasCompleted && check.status === "completed") {
    emitCheckRun(check, "completed", call.actor.account);
  }
  return ok(renderCheckRun(check));
}

function listChecks(call: RepositoryCall): Answer {
  const { sha } = commitAt(call.repository, param(call, "ref"));
  const { query } = call;
  const [name, status, appId] = [query.get("check_name"), query.get("status"), query.get("app_id")];
  const checks = [...call.repository.checkRuns.values()]
    .filter((check) => check.headSha === sha)
    .filter((check) => name === null || check.name === name)
    .filter((check) => status === null || check.status === status)
    .filter((check) => appId === null || String(check.appId) === appId)
    .toReversed();
  const all = query.get("filter") === "all";
  return pagedIn(call, "check_runs", all ? checks : latestOf(checks), renderCheckRun);
}

/** The newest check run of each name in each suite: one suite for each app, or each workflow run. */
function latestOf(newestFirst: readonly CheckRun[]): readonly CheckRun[] {
  const seen = new Set<string>();
  return newestFirst.filter((check) => {
    const key = `${check.suiteId}:${check.name}`;
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}

/** Check runs. */
export const checkRoutes: readonly Route[] = [
  repositoryRoute("POST /check-runs", "checks:write", createCheck),
  repositoryRoute("PATCH /check-runs/{check_run_id}", "checks:write", updateCheck),
  repositoryRoute("GET /check-runs/{check_run_id}", "checks:read", (call) =>
    ok(renderCheckRun(checkAt(call))),
  ),
  repositoryRoute("GET /check-runs/{check_run_id}/annotations", "checks:read", (call) => {
    const check = checkAt(call);
    return paged(call, check.annotations, (one) => renderAnnotation(check, one));
  }),
  repositoryRoute("GET /commits/{ref}/check-runs", "checks:read", listChecks),
];
