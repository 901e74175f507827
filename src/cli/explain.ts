import { Octokit } from "@octokit/rest";
import { Command, Option } from "commander";
import { cardOf } from "../core/plan/card.ts";
import { plainRowText } from "../core/render/card.ts";
import { unknown } from "../core/model/reading.ts";
import { openGitHub } from "../github/adapter.ts";
import { BlobCache } from "../github/blob-cache.ts";
import { GitHubFailure } from "../github/errors.ts";
import { NO_RUN_STORE } from "../github/facts/run-store.ts";
import type { GitHub } from "../github/port.ts";
import type { ResultSources } from "../github/facts/read-results.ts";
import { type Look, look } from "../pipeline.ts";
import { openRecipeSources } from "../recipe-sources.ts";
import { loadSignatures } from "../signatures.ts";
import { openPages } from "../upstream/pages.ts";
import { loadDictionary } from "../words.ts";
import { describeGitHubFailure } from "./start-failure.ts";
import { EXIT_USAGE, exitUsage } from "./matrix-command-line.ts";
import { CliWords, languageOf } from "./words.ts";

const EXIT_FAILED = 1;
const quiet = (): void => undefined;
/** Octokit would tell every failed request; the sentence at the end tells what it means. */
const SILENT = { debug: quiet, info: quiet, warn: quiet, error: quiet };

interface ExplainOptions {
  readonly token?: string;
  readonly app: string;
  readonly appId: string;
  readonly api: string;
  readonly format: "text" | "json";
}

/** `sweepbot explain owner/name#number`: facts, verdicts and plan of a live pull request, and no effect. */
export function explainCommand(): Command {
  const words = new CliWords(languageOf(process.argv), "cli");
  return new Command("explain")
    .exitOverride(exitUsage)
    .description(words.say("explain_summary"))
    .argument("<pull>", words.say("explain_pull"))
    .addOption(new Option("--token <token>", words.say("explain_token")).env("GITHUB_TOKEN"))
    .option("--app <slug>", words.say("explain_app"), "sweepbot")
    .option("--app-id <id>", words.say("explain_app_id"), "0")
    .option("--api <url>", words.say("explain_api"), "https://api.github.com")
    .addOption(
      new Option("--format <format>", words.say("explain_format"))
        .choices(["text", "json"])
        .default("text"),
    )
    .addOption(new Option("--lang <language>", words.say("demo_lang")).choices(["en", "zh"]))
    .action((pull: string, options: ExplainOptions) => explain(pull, options, words));
}

async function explain(given: string, options: ExplainOptions, words: CliWords): Promise<void> {
  const named = /^([\w.-]+)\/([\w.-]+)#([1-9]\d{0,8})$/u.exec(given);
  if (named === null || options.token === undefined) {
    console.error(words.say(named === null ? "explain_not_a_pull" : "explain_no_token", { given }));
    process.exitCode = EXIT_USAGE;
    return;
  }
  const [, owner = "", name = "", number = ""] = named;
  const parts = {
    octokit: new Octokit({ auth: options.token, baseUrl: options.api, log: SILENT }),
    app: { id: Number(options.appId), login: `${options.app}[bot]` },
    blobs: new BlobCache(),
  };
  const repositoryOf = (owner: string, name: string): GitHub =>
    openGitHub({ ...parts, repository: { owner, name, repositoryId: null } });
  try {
    const seen = await seenBy(repositoryOf, { owner, name, pull: Number(number) });
    console.log(options.format === "json" ? jsonOf(seen) : textOf(seen, words));
  } catch (error) {
    if (!(error instanceof GitHubFailure)) throw error;
    console.error(describeGitHubFailure(error, loadDictionary()[words.language]));
    process.exitCode = EXIT_FAILED;
  }
}

async function seenBy(
  repositoryOf: (owner: string, name: string) => GitHub,
  place: { readonly owner: string; readonly name: string; readonly pull: number },
): Promise<Look> {
  return look(
    { installationId: 0, repositoryId: 0, ...place },
    {
      github: repositoryOf(place.owner, place.name),
      claims: () => Promise.resolve([]),
      others: () => Promise.resolve(unknown("unreadable")),
      labelHeads: () => Promise.resolve(unknown("unreadable")),
      stagings: () => Promise.resolve([]),
      mergeQueue: () => Promise.resolve([]),
      causes: {
        signatures: loadSignatures(),
        store: { read: () => Promise.resolve({}), write: () => Promise.resolve() },
      },
      runs: NO_RUN_STORE,
      lastGood: { read: () => Promise.resolve(null), write: () => Promise.resolve() },
      repositoryOf: (owner, name) => Promise.resolve(repositoryOf(owner, name)),
      readPage: openPages({ now: Date.now }),
      results: NO_RECORDS,
      recipes: await openRecipeSources(),
      now: Date.now,
    },
    loadDictionary(),
  );
}

/** A look without a database: it downloads what it needs and compares with nothing. */
const NO_RECORDS: ResultSources = {
  readArtifacts: () => Promise.resolve(new Map()),
  keepArtifact: () => Promise.resolve(),
  readBaselines: () => Promise.resolve({}),
  pictureAddress: () => null,
};

function textOf(seen: Look, words: CliWords): string {
  const card = cardOf(seen.verdicts, seen.facts);
  const dictionary = loadDictionary()[words.language];
  const lines = card.rows.map(
    (row) =>
      `${row.mark.padEnd(5)} ${row.subject.padEnd(10)} ${plainRowText(row, card, dictionary)}`,
  );
  const effects = seen.plan.effects.map((effect) => `  - ${effect.kind}`);
  const plan =
    effects.length === 0 ? [words.say("explain_nothing")] : [words.say("explain_plan"), ...effects];
  return [...lines, "", ...plan].join("\n");
}

/** Bytes and texts are left out: a file is named by its blob SHA, a side by its commit. */
function jsonOf({ facts, verdicts, plan }: Look): string {
  const { policies, sourceFiles, ...others } = facts;
  const shown = { ...others, policies: Object.keys(policies), sourceFiles: named(sourceFiles) };
  return JSON.stringify(
    { facts: shown, verdicts, plan },
    (_, value: unknown) => (value instanceof Uint8Array ? `${value.byteLength} bytes` : value),
    2,
  );
}

function named(files: Look["facts"]["sourceFiles"]): unknown {
  if (files === null) return null;
  const { head, base, policy } = files;
  const [atHead, atBase, atPolicy] = [head, base, policy].map(({ commitSha, texts }) => ({
    commitSha,
    texts: Object.keys(texts),
  }));
  return { head: atHead, base: atBase, policy: atPolicy };
}
