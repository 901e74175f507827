import type { z } from "zod";
import { parseYaml, type YamlPath } from "../contract/yaml.ts";
import type { Problem } from "../model/problem.ts";
import { CONFIG_PATH, Config } from "../model/config.ts";

export type ConfigReading =
  | { readonly kind: "valid"; readonly config: Config }
  | { readonly kind: "invalid"; readonly problems: readonly Problem[] };

/**
 * Settings from the text of `.github/sweepbot.yml`, or every mistake in it with its line.
 * An empty file is valid and means all defaults.
 */
export function parseConfig(source: Uint8Array | string): ConfigReading {
  const document = parseYaml(source, { path: CONFIG_PATH, maxBytes: 256 * 1024 });
  if (document.problems.length > 0) return { kind: "invalid", problems: document.problems };
  const parsed = Config.safeParse(document.value ?? {});
  if (parsed.success) return { kind: "valid", config: parsed.data };
  const problems = parsed.error.issues.flatMap((issue) =>
    pathsOf(issue).map((path): Problem => {
      const { line, column } = document.spanOf(path);
      const key = path.length === 0 ? CONFIG_PATH : path.join(".");
      const values = { key, ...expectation(issue) };
      return { code: codeOf(issue), severity: "error", path: CONFIG_PATH, line, column, values };
    }),
  );
  return { kind: "invalid", problems };
}

type Issue = z.core.$ZodIssue;

function pathsOf(issue: Issue): readonly YamlPath[] {
  const path = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
  return issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...path, key]) : [path];
}

function codeOf(issue: Issue): string {
  const codes: Readonly<Partial<Record<Issue["code"], string>>> = {
    unrecognized_keys: "config_unknown_key",
    invalid_value: "config_not_allowed",
    invalid_type: "config_wrong_type",
  };
  return codes[issue.code] ?? "config_wrong_value";
}

function expectation(issue: Issue): Record<string, string> {
  if (issue.code === "invalid_value") return { expected: issue.values.map(String).join(", ") };
  if (issue.code === "invalid_type") return { expected: issue.expected };
  if (issue.code === "too_small") return { expected: `≥ ${String(issue.minimum)}` };
  if (issue.code === "too_big") return { expected: `≤ ${String(issue.maximum)}` };
  if (issue.code !== "invalid_format") return { expected: issue.code };
  return {
    expected: "includes" in issue ? `… ${String(issue.includes)} …` : (issue.pattern ?? ""),
  };
}
