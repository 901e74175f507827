/** Which further reads a pass needs, worked out from what it has already read. Pure: reading itself decides nothing. */
import { lastOf } from "../commands/order.ts";
import { parseCommands, type ParsedCommand } from "../commands/parse.ts";
import { listensTo } from "../commands/permission.ts";
import type { Facts, RunFacts } from "../model/facts.ts";
import type { Comment } from "../model/github.ts";
import { answersGiven, commandMark } from "./answered.ts";
import { approversOf } from "./fork-needs.ts";
import type { ReuseBinding } from "./reuse.ts";
import { recoveryOrders } from "./recovery-record.ts";
import { reuseInForce } from "./reuse-record.ts";
import { liveOrder, orderedRun } from "./orders.ts";
import { possibleSigners } from "./signoff-sources.ts";
import { sweepWish } from "./sweep-request.ts";

/** Facts before runs, permissions and the like are read. */
export type EarlyFacts = Omit<
  Facts,
  | "runs"
  | "causes"
  | "permissions"
  | "teams"
  | "sources"
  | "pushes"
  | "editors"
  | "signed"
  | "gate"
  | "fork"
  | "pools"
  | "checksOf"
  | "results"
  | "stagings"
  | "recovery"
  | "mergeQueue"
  | "upstream"
  | "sourceFiles"
  | "policies"
>;

export interface PendingCommands {
  readonly comment: Comment;
  readonly commands: readonly ParsedCommand[];
}

/** Most commands of one comment that are answered; the rest would be noise. */
const COMMANDS_PER_COMMENT = 10;

/** Comments with commands that nobody has answered yet, oldest first (decisions 1 to 4). */
export function pendingCommands(
  facts: Pick<Facts, "comments" | "app" | "config" | "repository" | "now">,
): readonly PendingCommands[] {
  const { allowedBots, maxAgeHours } = facts.config.inForce.commands;
  const oldest = facts.now - maxAgeHours * 3_600_000;
  const answers = answersGiven(facts.comments, facts.app.id);
  return facts.comments
    .filter((comment) => comment.appId !== facts.app.id && comment.updatedAt >= oldest)
    .filter((comment) => listensTo(comment.author, allowedBots))
    .map((comment) => {
      const done = new Set(
        answers.filter((each) => each.commentId === comment.id).flatMap((each) => each.marks),
      );
      const commands = unique(commandsOf(comment, facts.repository))
        .slice(0, COMMANDS_PER_COMMENT)
        .filter((command) => !done.has(commandMark(command)));
      return { comment, commands };
    })
    .filter((pending) => pending.commands.length > 0);
}

/** The commands that a comment holds now. */
function commandsOf(comment: Comment, repository: Facts["repository"]): readonly ParsedCommand[] {
  return parseCommands(comment.body, { repository });
}

/** True while a comment still asks for what was authorised: taken out or rewritten, it is withdrawn (decision 4). */
export function stillAsksForReuse(
  comment: Comment,
  binding: ReuseBinding,
  repository: Facts["repository"],
): boolean {
  const wanted = binding.pinned ? binding.runId : null;
  return commandsOf(comment, repository).some(
    (command) =>
      command.kind === "command" &&
      command.name === "reuse-sweep-run" &&
      command.args.run === wanted,
  );
}

/** True while a comment still asks for the merge: taken out or rewritten, the order is withdrawn. */
export function stillAsksToMerge(comment: Comment, repository: Facts["repository"]): boolean {
  return commandsOf(comment, repository).some(
    (command) => command.kind === "command" && command.name === "merge-with-reuse",
  );
}

/** People whose permission matters now: who commands, who asked for the sweep or the merge, and who signed off. */
export function loginsToAsk(facts: EarlyFacts): readonly string[] {
  const commanders = pendingCommands(facts).flatMap(({ comment }) => comment.author?.login ?? []);
  const wish = sweepWish(facts);
  const request = wish.kind === "one" && facts.pull.state === "open" ? wish.request : null;
  const requesters = [request?.actor, ...approversOf(facts)].flatMap(
    (person) => person?.login ?? [],
  );
  const order = liveOrder(facts);
  const orderers = [
    ...recoveryOrders(facts).map(({ login }) => login),
    ...(order === null ? [] : [order.order.login]),
  ];
  return [...new Set([...commanders, ...requesters, ...orderers, ...possibleSigners(facts)])];
}

/** True while a `/sweep run` waits for its answer. */
export function ordersSweep(facts: Parameters<typeof pendingCommands>[0]): boolean {
  return pendingCommands(facts).some(({ commands }) => lastOf(commands, ["sweep run"]) !== null);
}

type RunNaming = Pick<EarlyFacts, "comments" | "app" | "config" | "repository" | "now">;

const NAMING_RUNS = ["reuse-sweep-run", "stage-results", "recover-ingest"] as const;

/** True while a `/recover-ingest` waits for its answer. */
export function ordersRecovery(facts: Parameters<typeof pendingCommands>[0]): boolean {
  return pendingCommands(facts).some(
    ({ commands }) => lastOf(commands, ["recover-ingest"]) !== null,
  );
}

/** Runs that people named: by pending commands, and by the authorisation in force. */
export function orderedRunIds(facts: RunNaming): readonly number[] {
  const commanded = pendingCommands(facts).flatMap(({ commands }) =>
    NAMING_RUNS.map((name) => lastOf(commands, [name])).flatMap((command) =>
      command !== null && "run" in command.args ? (command.args.run ?? []) : [],
    ),
  );
  const bound = reusedRunId(facts);
  return bound === null ? commanded : [...commanded, bound];
}

/** The run that the authorisation in force names, or else an order to merge. */
export function reusedRunId({ comments, app, repository }: RunNaming): number | null {
  const inForce = reuseInForce(comments, app.id, (comment, binding) =>
    stillAsksForReuse(comment, binding, repository),
  );
  return inForce?.binding.runId ?? orderedRun({ comments, app });
}

/** Runs that are named by pending commands, by the authorisation in force, or by our own comments and check runs. */
export function namedRunIds(facts: RunNaming & Pick<EarlyFacts, "checkRuns">): readonly number[] {
  const ours = facts.comments.filter((comment) => comment.appId === facts.app.id);
  const visualized = ours.flatMap((comment) => idIn(comment.body, VISUALIZER_TAG));
  const checked = facts.checkRuns
    .filter((check) => check.appId === facts.app.id)
    .flatMap((check) => idIn(check.detailsUrl ?? "", RUN_URL));
  return [...new Set([...orderedRunIds(facts), ...visualized, ...checked])];
}

const VISUALIZER_TAG = /^<!-- sweepbot:visualizer-(\d{1,16}) -->/u;
const RUN_URL = /\/actions\/runs\/(\d{1,16})(?:\/|$)/u;

function idIn(text: string, pattern: RegExp): readonly number[] {
  const id = pattern.exec(text)?.[1];
  return id === undefined ? [] : [Number(id)];
}

/**
 * Commits that reuse candidates measured and that are not the head: what changed since must be read.
 * Runs that people named come first, then the newest; the others are history.
 */
export function sourcesToRead(facts: EarlyFacts, runs: readonly RunFacts[]): readonly string[] {
  const ordered = orderedRunIds(facts);
  const [named, others] = [true, false].map((wanted) =>
    runs.filter((run) => ordered.includes(run.run.id) === wanted),
  );
  const candidates = [...(named ?? []), ...(others ?? [])]
    .filter((run) => run.run.status === "completed" && run.sourceSha.length === 40)
    .map((run) => run.sourceSha)
    .filter((sha) => sha !== facts.pull.headSha);
  return [...new Set(candidates)].slice(0, MOST_SOURCES);
}

/** Most commits whose files are read for one pass. */
const MOST_SOURCES = 5;

function unique(commands: readonly ParsedCommand[]): readonly ParsedCommand[] {
  const seen = new Set<string>();
  return commands.filter((command) => {
    const mark = commandMark(command);
    if (seen.has(mark)) return false;
    seen.add(mark);
    return true;
  });
}
