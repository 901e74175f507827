import { z } from "zod";
import { parseYaml } from "../contract/yaml.ts";
import type { FileContent } from "../model/github.ts";

const Scores = z.record(z.string(), z.number());
const Shape = z.looseObject({
  default: Scores.default({}),
  models: z.record(z.string(), Scores).default({}),
});

export interface Thresholds {
  /** The least score of a task for a model; null when nothing is asked of it. */
  readonly leastOf: (task: string, model: string | null) => number | null;
}

/**
 * Least eval scores from the repository's own file, YAML or JSON: a model's before the default, or a
 * plain mapping of tasks; null when it cannot be understood.
 */
export function parseThresholds({ path, bytes }: FileContent): Thresholds | null {
  const { value, problems } = parseYaml(bytes, { path });
  if (problems.length > 0 || typeof value !== "object" || value === null) return null;
  const flat = Scores.safeParse(value);
  const parsed = Shape.safeParse(flat.success ? { default: flat.data } : value);
  if (!parsed.success) return null;
  const { default: defaults, models } = parsed.data;
  return {
    leastOf: (task, model) =>
      own(own(models, model ?? "") ?? {}, task) ?? own(defaults, task) ?? null,
  };
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
