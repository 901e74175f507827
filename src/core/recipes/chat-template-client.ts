import { shellText, type ShellNode } from "../model/shell.ts";
import { textAt, type SourceSide } from "../model/sources.ts";
import type { CommandRun } from "../shell/machine.ts";
import { indexScript, nodesOf, type ParsedScript } from "../shell/script.ts";
import { literalOf, unknownsOf } from "../shell/value.ts";

const FLAGS = new Set(["--use-chat-template", "--dsv4"]);

/** How a call of the benchmark client goes through a chat template. */
export type Templating = "used" | "indirect" | "missing";

/** Whether a call of `run_benchmark_serving` uses a chat template (spec/signoff §3.9). */
export function templatingOf({ words }: CommandRun, given: ReadonlySet<string>): Templating {
  if (words.some(({ value }) => FLAGS.has(literalOf(value) ?? ""))) return "used";
  const mayHold = words.some(
    ({ value, many }) =>
      many && unknownsOf(value).some(({ name }) => name === null || !given.has(name)),
  );
  return mayHold ? "indirect" : "missing";
}

/** What `build_replay_cmd` of the shared library asks of the server. */
export type Replaying = "chat" | "raw" | "changed" | "unread";

const LIBRARY_FUNCTION = "build_replay_cmd";

/** Whether the library still replays through the chat endpoint. */
export function replayingOf(side: SourceSide, library: string): Replaying {
  const reading = textAt(side, library);
  if (reading.kind === "unknown") return "unread";
  const shell = reading.value?.shell;
  if (shell?.kind !== "parsed") return "unread";
  const body = indexScript(shell).functions.get(LIBRARY_FUNCTION);
  return body === undefined ? "changed" : replayedBy(spokenText(shell, body));
}

function replayedBy(text: string): Replaying {
  const endpoints = [...text.matchAll(/--endpoint[ =]+["']?([^\s"']+)/gu)].map((match) => match[1]);
  const kinds = [...text.matchAll(/--endpoint-type[ =]+["']?([^\s"']+)/gu)].map(
    (match) => match[1],
  );
  const isRaw = (name = ""): boolean => name.endsWith("completions") && !name.includes("chat");
  if (endpoints.some(isRaw) || kinds.some(isRaw)) return "raw";
  const isChat =
    endpoints.length > 0 &&
    kinds.length > 0 &&
    endpoints.every((each) => each === "/v1/chat/completions") &&
    kinds.every((each) => each === "chat");
  return isChat ? "chat" : "changed";
}

/** The text of a piece of a script without its comments. */
function spokenText(script: ParsedScript, root: ShellNode): string {
  let text = "";
  let from = root.start;
  for (const node of nodesOf(root)) {
    if (node.type !== "comment") continue;
    text += script.text.slice(from, node.start);
    from = node.end;
  }
  return text + script.text.slice(from, root.end);
}

/** Lines on which a script gives the replay another endpoint than the library does. */
export function otherEndpoints(script: ParsedScript): readonly number[] {
  return indexScript(script)
    .assignments.filter(({ name }) => name === "REPLAY_CMD")
    .filter(({ node }) => /--endpoint\b/u.test(shellText(script, node)))
    .map(({ line }) => line);
}

/** What became of a client that several scripts share, compared with the default branch. */
export type SharedClient = "same" | "removed" | "changed" | "unread";

/** Whether a shared client still asks for a chat template as it does on the default branch. */
export function sharedClientOf(
  sides: { readonly head: SourceSide; readonly policy: SourceSide },
  path: string,
): SharedClient {
  const head = textAt(sides.head, path);
  const policy = textAt(sides.policy, path);
  if (head.kind === "unknown" || policy.kind === "unknown") return "unread";
  const asks = (text: string | undefined): boolean =>
    text !== undefined && /--use-chat-template|--dsv4/u.test(text.replaceAll(/^\s*#.*$/gmu, ""));
  if (!asks(head.value?.text)) return asks(policy.value?.text) ? "removed" : "changed";
  return head.value?.text === policy.value?.text ? "same" : "changed";
}
