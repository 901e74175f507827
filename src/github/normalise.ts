import { z } from "zod";
import { parseRunName } from "../core/decide/plan-key.ts";
import type { RepositorySource, Signal } from "../core/model/signal.ts";
import { STAGING_CALLBACKS, stagingOf } from "./staging-callback.ts";

/** The webhook events that sweepbot listens to; `app.yml` asks GitHub for exactly these. */
export const EVENTS = [
  "check_run",
  "issue_comment",
  "pull_request",
  "pull_request_review",
  "pull_request_review_comment",
  "push",
  "repository_dispatch",
  "workflow_job",
  "workflow_run",
] as const;
export type EventName = (typeof EVENTS)[number];

const Repository = z.looseObject({
  id: z.int(),
  name: z.string(),
  owner: z.looseObject({ login: z.string() }),
});
const Envelope = z.looseObject({
  action: z.string().optional(),
  repository: Repository.nullish(),
  installation: z.looseObject({ id: z.int() }).nullish(),
  sender: z.looseObject({ login: z.string() }).nullish(),
});
const Numbered = z.looseObject({ number: z.int() });
const OwnPull = z.looseObject({
  pull_request: z.looseObject({ user: z.looseObject({ login: z.string() }).nullish() }),
});
const Shapes = {
  pull: z.looseObject({ pull_request: Numbered }),
  comment: z.looseObject({
    issue: z.looseObject({ number: z.int(), pull_request: z.looseObject({}).nullish() }),
  }),
  run: z.looseObject({
    workflow_run: z.looseObject({
      id: z.int(),
      head_sha: z.string(),
      display_title: z.string().nullish(),
      pull_requests: z.array(Numbered).nullish(),
    }),
  }),
  job: z.looseObject({ workflow_job: z.looseObject({ run_id: z.int(), head_sha: z.string() }) }),
  check: z.looseObject({
    check_run: z.looseObject({
      head_sha: z.string(),
      pull_requests: z.array(Numbered).nullish(),
    }),
  }),
  push: z.looseObject({
    ref: z.string(),
    after: z.string(),
    repository: z.looseObject({ default_branch: z.string() }),
  }),
};

/**
 * What a delivery asks us to look at again; never throws, whatever the payload. What the app itself
 * did (`ownLogin`) asks for nothing, or its answers would call for more answers.
 */
export function normalise(event: string, payload: unknown, ownLogin: string): Signal {
  const envelope = Envelope.safeParse(payload);
  if (!envelope.success) return ignored("unreadable_payload");
  const { repository, installation, sender, action = "" } = envelope.data;
  if (!isListenedTo(event)) return ignored("unknown_event");
  if (!repository) return ignored("no_repository");
  if (!installation) return ignored("no_installation");
  const isOwn = sender?.login === ownLogin && !tellsOthers(event);
  if (isOwn && !bringsOwnPull({ event, action }, payload, ownLogin)) return ignored("own_write");
  const source: RepositorySource = {
    installationId: installation.id,
    repositoryId: repository.id,
    owner: repository.owner.login,
    name: repository.name,
  };
  return signalOf(event, action, payload, source);
}

/** What the app did may be news for others: its runs go on by themselves, and its merge moves everybody's base. */
function tellsOthers(event: EventName): boolean {
  return event.startsWith("workflow_") || event === "push";
}

/** A pull request that sweepbot itself has opened is looked at like any other when it opens or its head moves. */
function bringsOwnPull(
  { event, action }: { readonly event: string; readonly action: string },
  payload: unknown,
  ownLogin: string,
): boolean {
  if (event !== "pull_request" || !["opened", "synchronize"].includes(action)) return false;
  const read = OwnPull.safeParse(payload);
  return read.success && read.data.pull_request.user?.login === ownLogin;
}

function signalOf(
  event: EventName,
  action: string,
  payload: unknown,
  source: RepositorySource,
): Signal {
  switch (event) {
    case "pull_request":
    case "pull_request_review":
    case "pull_request_review_comment":
      return read(Shapes.pull, payload, ({ pull_request }) => pulls(source, [pull_request.number]));
    case "issue_comment":
      return read(Shapes.comment, payload, ({ issue }) =>
        issue.pull_request ? pulls(source, [issue.number]) : ignored("not_a_pull_request"),
      );
    case "workflow_run":
      return read(Shapes.run, payload, ({ workflow_run: run }) => {
        const named = parseRunName(run.display_title ?? "");
        if (named !== null) return pulls(source, [named.pull]);
        const numbers = (run.pull_requests ?? []).map((pull) => pull.number);
        if (numbers.length > 0) return pulls(source, numbers);
        return { kind: "run", source, runId: run.id, headSha: run.head_sha };
      });
    case "workflow_job":
      return read(Shapes.job, payload, ({ workflow_job: job }) => ({
        kind: "run",
        source,
        runId: job.run_id,
        headSha: job.head_sha,
      }));
    case "check_run":
      if (action !== "rerequested") return ignored("no_pull_request");
      return read(Shapes.check, payload, ({ check_run: check }) => {
        const numbers = (check.pull_requests ?? []).map((pull) => pull.number);
        return numbers.length > 0
          ? pulls(source, numbers)
          : { kind: "commit", source, sha: check.head_sha };
      });
    case "push":
      // A push to the branch of a pull request is told by `pull_request`, too.
      return read(Shapes.push, payload, ({ ref, after, repository }) =>
        ref === `refs/heads/${repository.default_branch}`
          ? { kind: "push", source, sha: after }
          : ignored("other_branch"),
      );
    case "repository_dispatch":
      return stagingSignal(action, payload, source);
  }
}

/** Any workflow may listen to this repository's own events; two of them are for us. */
function stagingSignal(action: string, payload: unknown, source: RepositorySource): Signal {
  if (!STAGING_CALLBACKS.includes(action)) return ignored("no_pull_request");
  const staging = stagingOf("repository_dispatch", payload);
  return staging === null ? ignored("unreadable_payload") : pulls(source, [staging.pull]);
}

function isListenedTo(event: string): event is EventName {
  return EVENTS.some((each) => each === event);
}

function read<T>(shape: z.ZodType<T>, payload: unknown, signal: (value: T) => Signal): Signal {
  const parsed = shape.safeParse(payload);
  return parsed.success ? signal(parsed.data) : ignored("unreadable_payload");
}

function pulls(source: RepositorySource, numbers: readonly number[]): Signal {
  return { kind: "pulls", source, pulls: numbers };
}

function ignored(reason: Extract<Signal, { kind: "ignored" }>["reason"]): Signal {
  return { kind: "ignored", reason };
}
