import { say, type Words } from "../core/render/words.ts";
import { GitHubFailure } from "../github/errors.ts";
import { PLAIN, type View } from "../core/render/template.ts";

/** Failures of a start that have a sentence: what is wrong and what to do, in `server.yml`. */
const KNOWN: Readonly<Record<string, string>> = {
  folder_in_use: "folder_in_use",
  schema_too_new: "schema_too_new",
  EADDRINUSE: "port_in_use",
  EACCES: "port_forbidden",
  ECONNREFUSED: "database_unreachable",
  ENOTFOUND: "database_unreachable",
};

/** Why GitHub did not give what was asked of it, in words. */
export function describeGitHubFailure(failure: GitHubFailure, words: Words): string {
  const isRefused = failure.status !== null && failure.status < 500;
  const code = isRefused ? "github_refuses" : "github_unreachable";
  return say(words, `server.${code}`, { reason: failure.message }, PLAIN);
}

/** Why the bot did not start, in words; null for a failure that nobody foresaw. */
export function describeStartFailure(error: unknown, words: Words): string | null {
  if (error instanceof GitHubFailure) return describeGitHubFailure(error, words);
  if (!(error instanceof Error) || !("code" in error)) return null;
  const known = KNOWN[String(error.code)];
  if (known === undefined) return null;
  const port = "port" in error ? String(error.port) : "";
  const values = "values" in error ? (error.values as View) : {};
  return say(words, `server.${known}`, { port, ...values }, PLAIN);
}
