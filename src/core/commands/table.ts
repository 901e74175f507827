import type { z } from "zod";
import {
  none,
  optionalCommit,
  optionalRun,
  optionalSignoff,
  resolution,
  whichJobs,
} from "./schemas.ts";
import type { CommandPlace } from "./run-reference.ts";

/**
 * Repository permission that a command asks for (decision 3); `write` admits maintain and admin, and
 * `maintain_or_team` the team that CODEOWNERS' catch-all line names (spec/signoff §5.4).
 */
export type Needs = "read" | "write" | "maintain" | "maintain_or_team";

export interface CommandSpec {
  /** As it is shown to people; brackets around what may be left out. */
  readonly usage: string;
  readonly needs: Needs;
  /** Code of the one-line description in `templates/<language>/commands.yml`. */
  readonly summary: string;
  /** Other ways to type the name. */
  readonly aliases: readonly string[];
  /** Arguments in the order they are typed; a last one ending in `…` takes the rest of the line. */
  readonly order: readonly string[];
  /** What the arguments must be; the place decides which links are ours. */
  readonly args: (place: CommandPlace) => z.ZodType<object>;
}

/**
 * Every command there is (decision 5), once: the parser, the permission check, `/help` and the
 * README read this table. A name of two words is a command word and its verb.
 */
export const COMMANDS = {
  "reuse-sweep-run": {
    usage: "/reuse-sweep-run [run]",
    needs: "write",
    summary: "summary_reuse_sweep_run",
    aliases: [],
    order: ["run"],
    args: optionalRun,
  },
  "reuse-sweep-run cancel": {
    usage: "/reuse-sweep-run cancel",
    needs: "write",
    summary: "summary_reuse_sweep_run_cancel",
    aliases: [],
    order: [],
    args: none,
  },
  "stage-results": {
    usage: "/stage-results [run]",
    needs: "write",
    summary: "summary_stage_results",
    aliases: [],
    order: ["run"],
    args: optionalRun,
  },
  "sweep plan": {
    usage: "/sweep plan",
    needs: "read",
    summary: "summary_sweep_plan",
    aliases: [],
    order: [],
    args: none,
  },
  "sweep run": {
    usage: "/sweep run [commit]",
    needs: "write",
    summary: "summary_sweep_run",
    aliases: [],
    order: ["commit"],
    args: optionalCommit,
  },
  "sweep rerun": {
    usage: "/sweep rerun [failed|all]",
    needs: "write",
    summary: "summary_sweep_rerun",
    aliases: ["sweep re-run"],
    order: ["which"],
    args: whichJobs,
  },
  "sweep cancel": {
    usage: "/sweep cancel",
    needs: "write",
    summary: "summary_sweep_cancel",
    aliases: [],
    order: [],
    args: none,
  },
  "sweep status": {
    usage: "/sweep status",
    needs: "read",
    summary: "summary_sweep_status",
    aliases: [],
    order: [],
    args: none,
  },
  "signoff-template": {
    usage: "/signoff-template",
    needs: "read",
    summary: "summary_signoff_template",
    aliases: [],
    order: [],
    args: none,
  },
  "signoff-verify": {
    usage: "/signoff-verify [url]",
    needs: "write",
    summary: "summary_signoff_verify",
    aliases: [],
    order: ["signoff"],
    args: optionalSignoff,
  },
  "signoff-resolve": {
    usage: "/signoff-resolve <check> ok|reject <reason>",
    needs: "maintain_or_team",
    summary: "summary_signoff_resolve",
    aliases: [],
    order: ["check", "decision", "reason…"],
    args: resolution,
  },
  "changelog fix": {
    usage: "/changelog fix",
    needs: "write",
    summary: "summary_changelog_fix",
    aliases: [],
    order: [],
    args: none,
  },
  "merge-with-reuse": {
    usage: "/merge-with-reuse",
    needs: "write",
    summary: "summary_merge_with_reuse",
    aliases: [],
    order: [],
    args: none,
  },
  "merge-with-reuse cancel": {
    usage: "/merge-with-reuse cancel",
    needs: "write",
    summary: "summary_merge_with_reuse_cancel",
    aliases: [],
    order: [],
    args: none,
  },
  "recover-ingest": {
    usage: "/recover-ingest [run]",
    needs: "write",
    summary: "summary_recover_ingest",
    aliases: [],
    order: ["run"],
    args: optionalRun,
  },
  explain: {
    usage: "/explain",
    needs: "read",
    summary: "summary_explain",
    aliases: [],
    order: [],
    args: none,
  },
  help: {
    usage: "/help",
    needs: "read",
    summary: "summary_help",
    aliases: [],
    order: [],
    args: none,
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;

export type CommandName = keyof typeof COMMANDS;

/** A command as typed, its arguments read: one arm for each row of the table. */
export type Command = {
  [N in CommandName]: {
    readonly name: N;
    readonly args: Readonly<z.output<ReturnType<(typeof COMMANDS)[N]["args"]>>>;
  };
}[CommandName];

/** All command names, in the order of the table. */
export const COMMAND_NAMES: readonly CommandName[] = Object.keys(COMMANDS) as CommandName[];

/** Narrows a text to a command name. */
export function isCommandName(text: string): text is CommandName {
  return Object.hasOwn(COMMANDS, text);
}

/** The rows that `/help` shows: usage, who may, and the code of the sentence that says what for. */
export function helpTable(): readonly Pick<CommandSpec, "usage" | "needs" | "summary">[] {
  return COMMAND_NAMES.map((name) => COMMANDS[name]).map(({ usage, needs, summary }) => ({
    ...{ usage, needs, summary },
  }));
}
