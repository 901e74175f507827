import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import { annotatePriorities } from "../core/matrix/annotate.ts";
import { missingFile } from "../core/matrix/inputs.ts";
import { parsePriorityPolicy } from "../core/matrix/priority-policy.ts";
import type { Problem } from "../core/model/problem.ts";
import { readSettings } from "./git/sweep-files.ts";
import type { GitFiles } from "./git/sweep-files.ts";
import { UsageError } from "./matrix-command-line.ts";
import type { CliWords } from "./words.ts";

export interface PriorityOptions {
  readonly priority?: boolean;
  /** Null: nothing was said. */
  readonly labelsJson: readonly string[] | null;
  readonly criteriaJson: readonly string[] | null;
  readonly eventName: string;
  readonly queueNamespace: string;
  readonly pr?: number;
}

export type Prioritised =
  | { readonly kind: "document"; readonly document: object }
  | { readonly kind: "problems"; readonly problems: readonly Problem[] };

const DEFAULT_POLICY = "configs/ci-priority.yaml";

function namesIn(text: string): readonly string[] | null | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() === "" ? "null" : text);
    if (value === null) return null;
    if (!Array.isArray(value)) return undefined;
    return value.every((each) => typeof each === "string") ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The options that `--priority` reads, with the names that the original has for them (spec/matrix §6.1). */
export function addPriorityOptions(command: Command, words: CliWords): Command {
  const names = (text: string): readonly string[] | null => {
    const list = namesIn(text);
    if (list === undefined) throw new InvalidArgumentError(words.say("not_a_list"));
    return list;
  };
  const pull = (text: string): number => {
    if (!/^\d{1,9}$/u.test(text)) throw new InvalidArgumentError(words.say("not_a_number"));
    return Number(text);
  };
  const option = (flags: string, name: string): Option => new Option(flags, words.say(name));
  return command
    .addOption(option("--priority", "option_priority").conflicts(["configKey"]))
    .addOption(option("--labels-json <json>", "option_labels_json").default(null).argParser(names))
    .addOption(
      option("--criteria-json <json>", "option_criteria_json").default(null).argParser(names),
    )
    .addOption(option("--event-name <name>", "option_event_name").default(""))
    .addOption(option("--queue-namespace <text>", "option_queue_namespace").default("local"))
    .addOption(option("--pr <number>", "option_queue_pr").argParser(pull));
}

/** The document with priority and queue token on every job, by the policy of the base (spec/matrix §6). */
export async function prioritised(
  files: GitFiles,
  base: string,
  document: object,
  options: PriorityOptions,
): Promise<Prioritised> {
  const { config } = await readSettings(files, base);
  const path = config?.paths.priority ?? DEFAULT_POLICY;
  const file = await files.readFile(base, path);
  if (file === null) return { kind: "problems", problems: [missingFile(path)] };
  const reading = parsePriorityPolicy(file);
  if (reading.kind === "problems") return reading;
  const annotated = annotatePriorities(document, {
    policy: reading.policy,
    eventName: options.eventName,
    labels: new Set(options.labelsJson ?? []),
    criteria: options.criteriaJson === null ? null : new Set(options.criteriaJson),
    namespace: options.queueNamespace,
    pull: options.pr ?? null,
  });
  if (annotated.kind === "unknown_criteria") {
    throw new UsageError("unknown_criteria", { names: annotated.names.join(", ") });
  }
  return { kind: "document", document: annotated.value as object };
}
