import type { z } from "zod";
import type { Annotation, CheckRunContent, StatusContent } from "../core/model/effect.ts";
import type { CheckRun, CommitStatus } from "../core/model/github.ts";
import {
  ANNOTATIONS_PER_CALL,
  CHECK_OUTPUT_CHARACTERS,
  STATUS_DESCRIPTION_CHARACTERS,
} from "../core/model/limits.ts";
import type { GitHub } from "./port.ts";
import type { Requests } from "./requests.ts";
import { annotation, checkRun, commitStatus } from "./translate-actions.ts";
import { numbered } from "./translate.ts";

type Checks = Pick<
  GitHub,
  "listCheckRuns" | "listStatuses" | "createCheckRun" | "updateCheckRun" | "setStatus"
>;

/** Longest title of a check run or an annotation, in characters. */
const titleCharacters = 255;
/** Shows that something was cut, in any language. */
const cutMark = "\n\n[…]";

const checkRunsRoute = "/repos/{owner}/{repo}/check-runs";
const checkRunRoute = `${checkRunsRoute}/{check_run_id}`;
const commitRoute = "GET /repos/{owner}/{repo}/commits/{ref}";

/** Check runs and statuses of a commit. */
export function checksOf(requests: Requests): Checks {
  return {
    async listCheckRuns(sha) {
      const parameters = { ref: sha, filter: "latest" };
      const options = { parameters, key: "check_runs" };
      return newest(await requests.list(checkRun, `${commitRoute}/check-runs`, options));
    },
    async listStatuses(sha) {
      const parameters = { ref: sha };
      return newestOfEach(
        await requests.list(commitStatus, `${commitRoute}/statuses`, { parameters }),
      );
    },
    async createCheckRun(check) {
      const [first = [], ...more] = batches(check.annotations);
      const body = { head_sha: check.headSha, ...checkBody(check, first) };
      const created = await requests.read(numbered, `POST ${checkRunsRoute}`, body);
      await append(requests, created.id, { check, more });
      return created;
    },
    async updateCheckRun(checkRunId, check) {
      const fresh = await annotationsToAdd(requests, checkRunId, check.annotations);
      const [first = [], ...more] = batches(fresh);
      const body = { check_run_id: checkRunId, ...checkBody(check, first) };
      await requests.send(`PATCH ${checkRunRoute}`, body);
      await append(requests, checkRunId, { check, more });
    },
    setStatus: (status) => setStatus(requests, status),
  };
}

/** Several suites of one app may each have their latest run of a name. */
function newest(runs: readonly CheckRun[]): readonly CheckRun[] {
  const byName = new Map<string, CheckRun>();
  for (const run of runs) {
    const key = `${run.appId ?? "none"} ${run.name}`;
    const other = byName.get(key);
    if (other === undefined || other.id < run.id) byName.set(key, run);
  }
  return [...byName.values()];
}

/** GitHub lists every status that was ever set, newest first: of each context and account the newest is kept. */
function newestOfEach(statuses: readonly CommitStatus[]): readonly CommitStatus[] {
  const newest = new Map<string, CommitStatus>();
  for (const status of statuses) {
    const key = `${status.creator?.login ?? ""} ${status.context}`;
    if (!newest.has(key)) newest.set(key, status);
  }
  return [...newest.values()];
}

/** At most 50 a call (case LIM-11). */
function batches(annotations: readonly Annotation[]): readonly (readonly Annotation[])[] {
  const count = Math.ceil(annotations.length / ANNOTATIONS_PER_CALL);
  return Array.from({ length: count }, (_, index) =>
    annotations.slice(index * ANNOTATIONS_PER_CALL, (index + 1) * ANNOTATIONS_PER_CALL),
  );
}

async function append(
  requests: Requests,
  checkRunId: number,
  rest: {
    readonly check: CheckRunContent;
    readonly more: readonly (readonly Annotation[])[];
  },
): Promise<void> {
  for (const batch of rest.more) {
    const body = { check_run_id: checkRunId, output: output(rest.check, batch) };
    await requests.send(`PATCH ${checkRunRoute}`, body);
  }
}

/** GitHub adds to the annotations that stand and cannot take any away: the same one is not sent twice. */
async function annotationsToAdd(
  requests: Requests,
  checkRunId: number,
  annotations: readonly Annotation[],
): Promise<readonly Annotation[]> {
  if (annotations.length === 0) return [];
  const parameters = { check_run_id: checkRunId };
  const route = `GET ${checkRunRoute}/annotations`;
  const standing = await requests.list(annotation, route, { parameters });
  const keys = new Set(standing.map(annotationKey));
  return annotations.filter((one) => !keys.has(annotationKey(annotationBody(one))));
}

function checkBody(check: CheckRunContent, batch: readonly Annotation[]): object {
  if ((check.status === "completed") !== (check.conclusion !== null)) {
    throw new TypeError(`a check run that is ${check.status} cannot end as ${check.conclusion}`);
  }
  return {
    name: check.name,
    external_id: check.externalId,
    status: check.status,
    ...(check.conclusion === null ? {} : { conclusion: check.conclusion }),
    ...(check.detailsUrl === null ? {} : { details_url: check.detailsUrl }),
    output: output(check, batch),
  };
}

function output(check: CheckRunContent, batch: readonly Annotation[]): object {
  return {
    title: cut(check.title, titleCharacters, "…"),
    summary: cut(check.summary, CHECK_OUTPUT_CHARACTERS, cutMark),
    annotations: batch.map(annotationBody),
  };
}

function annotationKey(one: SentAnnotation): string {
  const { path, start_line, end_line, annotation_level, title, message } = one;
  return JSON.stringify([path, start_line, end_line, annotation_level, title, message]);
}

type SentAnnotation = z.output<typeof annotation>;

function annotationBody(one: Annotation): SentAnnotation {
  return {
    path: one.path,
    start_line: one.startLine,
    end_line: one.endLine,
    annotation_level: one.level,
    title: cut(one.title, titleCharacters, "…"),
    message: one.message,
  };
}

/** At most so many characters, the mark included; never half of a character. */
function cut(text: string, most: number, mark: string): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - mark.length).replace(/[\uD800-\uDBFF]$/, "");
  return kept + mark;
}

async function setStatus(requests: Requests, status: StatusContent): Promise<void> {
  const { sha, context, state, description, targetUrl } = status;
  if (description.length > STATUS_DESCRIPTION_CHARACTERS) {
    throw new RangeError(`a status of ${description.length} characters is over GitHub's limit`);
  }
  const body = {
    context,
    state,
    description,
    ...(targetUrl === null ? {} : { target_url: targetUrl }),
  };
  await requests.send("POST /repos/{owner}/{repo}/statuses/{sha}", { sha, ...body });
}
