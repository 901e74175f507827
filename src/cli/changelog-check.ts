import { readFile } from "node:fs/promises";
import { judgeChangelog } from "../core/changelog/judge.ts";
import type { ChangelogJudgement } from "../core/changelog/judge.ts";
import type { FileContent } from "../core/model/github.ts";
import { hasErrors } from "../core/model/problem.ts";
import type { Problem } from "../core/model/problem.ts";
import { DEFAULT_REPOSITORY, EXIT_PROBLEMS, EXIT_USAGE } from "./matrix-command-line.ts";
import { print, renderProblems } from "./matrix-output.ts";
import type { CliWords } from "./words.ts";

export interface CheckOptions {
  readonly baseFile: string;
  readonly headFile: string;
  readonly pr?: number;
  readonly repository?: string;
  readonly format: "text" | "json";
}

/** The short cause of a file error: Node's code, such as ENOENT. */
export function causeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : String(error);
}

async function readChangelogFile(path: string, words: CliWords): Promise<FileContent | null> {
  try {
    return { path, blobSha: "", bytes: new Uint8Array(await readFile(path)) };
  } catch (error) {
    await print(process.stderr, words.say("unreadable_file", { path, cause: causeOf(error) }));
    return null;
  }
}

function plainProblem(problem: Problem, words: CliWords): Readonly<Record<string, unknown>> {
  const { text, hint } = words.describe(problem);
  const { rule = null, line, severity, replacement = null } = problem;
  return { rule, line, severity, message: `${text} ${hint}`, replacement };
}

function asJson(judgement: ChangelogJudgement, words: CliWords): string {
  const { verdict, additions, corrections, problems, baseProblems } = judgement;
  const plain = (list: readonly Problem[]): unknown[] =>
    list.map((problem) => plainProblem(problem, words));
  return JSON.stringify({
    verdict,
    additions: additions.length,
    corrections: corrections.length,
    problems: plain(problems),
    ...(baseProblems.length === 0 ? {} : { baseProblems: plain(baseProblems) }),
  });
}

function asText(judgement: ChangelogJudgement, words: CliWords): string {
  const { verdict, additions, corrections, problems, baseProblems } = judgement;
  const counts = {
    additions: additions.length,
    corrections: corrections.length,
    count: problems.filter(({ severity }) => severity === "error").length,
  };
  const faults = renderProblems(baseProblems, "text", words);
  return [
    renderProblems(problems, "text", words),
    ...(faults === "" ? [] : [words.say("base_faults"), faults]),
    words.say(`verdict_${verdict}`, counts),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

/** Judges one version of the changelog against an earlier one; the answer is the exit code (0 valid, 1 problems, 2 usage). */
export async function checkFiles(options: CheckOptions, words: CliWords): Promise<number> {
  const mergeBase = await readChangelogFile(options.baseFile, words);
  const head = await readChangelogFile(options.headFile, words);
  if (mergeBase === null || head === null) return EXIT_USAGE;
  const pull = options.pr ?? null;
  const judgement = judgeChangelog(
    { path: options.headFile, mergeBase, head, baseTip: mergeBase },
    {
      repository: options.repository ?? DEFAULT_REPOSITORY,
      pull,
      mode: pull === null ? "main" : "pull",
    },
  );
  const render = options.format === "json" ? asJson : asText;
  await print(process.stdout, render(judgement, words));
  return hasErrors(judgement.problems) ? EXIT_PROBLEMS : 0;
}
