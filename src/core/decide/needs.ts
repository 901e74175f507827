/** Which further reads a pass needs, worked out from what it has already read. Pure: reading itself decides nothing. */
import { lastOf } from "../commands/order.ts";
import { parseCommands, type ParsedCommand } from "../commands/parse.ts";
import { listensTo } from "../commands/permission.ts";
import type { Facts, RunFacts } from "../model/facts.ts";
import type { Comment } from "../model/github.ts";
import { answersGiven, commandMark } from "./answered.ts";
import { sweepRequest, selectLabels } from "./labels.ts";
import { reuseInForce } from "./reuse-record.ts";
import { possibleSigners } from "./signoff-sources.ts";

/** Facts before runs, permissions and the like are read. */
export type EarlyFacts = Omit<Facts, "runs" | "permissions" | "teams" | "sources" | "pushes">;

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
      const commands = commandsOf(comment, facts.repository).filter(
        (command) => !done.has(commandMark(command)),
      );
      return { comment, commands: unique(commands).slice(0, COMMANDS_PER_COMMENT) };
    })
    .filter((pending) => pending.commands.length > 0);
}

/** The commands that a comment holds now. */
export function commandsOf(
  comment: Comment,
  repository: Facts["repository"],
): readonly ParsedCommand[] {
  return parseCommands(comment.body, { repository });
}

/** True while a comment still holds a reuse command: without it an authorisation is withdrawn. */
export function stillAsksForReuse(comment: Comment, repository: Facts["repository"]): boolean {
  return lastOf(commandsOf(comment, repository), ["reuse-sweep-run"]) !== null;
}

/** People whose permission matters now: who commands, who put the sweep label on, and who signed off. */
export function loginsToAsk(facts: EarlyFacts): readonly string[] {
  const commanders = pendingCommands(facts).flatMap(({ comment }) => comment.author?.login ?? []);
  const selection = selectLabels(facts.pull.labels, facts.config.inForce);
  const request =
    selection.kind === "one" && facts.pull.state === "open"
      ? sweepRequest(facts.labelEvents, selection.primary.name, facts.config.inForce)
      : null;
  const requesters = request?.actor ? [request.actor.login] : [];
  return [...new Set([...commanders, ...requesters, ...possibleSigners(facts)])];
}

/** Runs that are named by pending commands, by the authorisation in force, or by our own comments and check runs. */
export function namedRunIds(
  facts: Pick<EarlyFacts, "comments" | "app" | "config" | "repository" | "now" | "checkRuns">,
): readonly number[] {
  const commanded = pendingCommands(facts).flatMap(({ commands }) => {
    const command = lastOf(commands, ["reuse-sweep-run"]);
    return command?.name === "reuse-sweep-run" && command.args.run !== null
      ? [command.args.run]
      : [];
  });
  const bound = reuseInForce(facts.comments, facts.app.id, (comment) =>
    stillAsksForReuse(comment, facts.repository),
  );
  const ours = facts.comments.filter((comment) => comment.appId === facts.app.id);
  const visualized = ours.flatMap((comment) => idIn(comment.body, VISUALIZER_TAG));
  const checked = facts.checkRuns
    .filter((check) => check.appId === facts.app.id)
    .flatMap((check) => idIn(check.detailsUrl ?? "", RUN_URL));
  const ids = [
    ...commanded,
    ...(bound === null ? [] : [bound.binding.runId]),
    ...visualized,
    ...checked,
  ];
  return [...new Set(ids)];
}

const VISUALIZER_TAG = /^<!-- sweepbot:visualizer-(\d{1,16}) -->/u;
const RUN_URL = /\/actions\/runs\/(\d{1,16})(?:\/|$)/u;

function idIn(text: string, pattern: RegExp): readonly number[] {
  const id = pattern.exec(text)?.[1];
  return id === undefined ? [] : [Number(id)];
}

/** Commits that reuse candidates measured and that are not the head: what changed since must be read. */
export function sourcesToRead(facts: EarlyFacts, runs: readonly RunFacts[]): readonly string[] {
  const candidates = runs
    .filter((run) => run.run.status === "completed" && run.sourceSha.length === 40)
    .map((run) => run.sourceSha);
  return [...new Set(candidates)]
    .filter((sha) => sha !== facts.pull.headSha)
    .slice(0, MOST_SOURCES);
}

/** Older sources are history; a run on one of them can still be judged once it is named again. */
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
