import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import type { SimulatedRepository } from "../../src/simulator/story/repository.ts";
import type { RepositoryState } from "../../src/simulator/story/state.ts";

const BOT = "sweepbot[bot]";

/** The bodies of the bot's comments whose tag begins so, oldest first. */
export function botComments(pull: SimulatedPull, tag: string): readonly string[] {
  return pull.comments
    .filter(({ author, body }) => author === BOT && body.startsWith(`<!-- sweepbot:${tag}`))
    .map(({ body }) => body);
}

/** The status card; throws unless there is exactly one. */
export function card(pull: SimulatedPull): string {
  return only(botComments(pull, "card"), "card");
}

/** The answer to a comment; throws unless there is exactly one. */
export function answer(pull: SimulatedPull, commentId: number): string {
  return only(botComments(pull, `answer-${commentId}-`), `answer to ${commentId}`);
}

/** How many of the things that may exist once there are. */
export function counts(pull: SimulatedPull): Readonly<Record<string, number>> {
  return {
    cards: botComments(pull, "card").length,
    reminders: botComments(pull, "reminder").length,
    visualizers: botComments(pull, "visualizer-").length,
  };
}

/** The bot's newest check run of a name on the head; undefined while there is none. */
export function check(
  repo: SimulatedRepository,
  pull: SimulatedPull,
  name: string,
): RepositoryState["checkRuns"][number] | undefined {
  return repo.state().checkRuns.find((each) => each.name === name && each.sha === pull.headSha);
}

/** The status of a context on the head, as `state: description`. */
export function status(
  repo: SimulatedRepository,
  pull: SimulatedPull,
  context: string,
): string | undefined {
  const prefix = `${pull.headSha} ${context}: `;
  return repo
    .state()
    .statuses.find((line) => line.startsWith(prefix))
    ?.slice(prefix.length);
}

/** The reactions of the bot to a comment, sorted. */
export function reactions(repo: SimulatedRepository, commentId: number): readonly string[] {
  const comments = [...repo.record.issues.values()].flatMap((issue) => issue.comments);
  const found = comments.find((comment) => comment.id === commentId);
  return (found?.reactions ?? [])
    .filter((one) => one.author.login === BOT)
    .map((one) => one.content)
    .toSorted();
}

function only(found: readonly string[], what: string): string {
  const [first] = found;
  if (first === undefined || found.length !== 1) {
    throw new Error(`expected one ${what}, found ${found.length}`);
  }
  return first;
}
