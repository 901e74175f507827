import type { z } from "zod";
import { parseYaml } from "../contract/yaml.ts";
import type { Problem } from "../model/problem.ts";

/** Longest policy that is read. */
const MOST_BYTES = 256 * 1024;

/** What a policy says by its shape, or what is wrong with its text. */
export function parsePolicyText<T extends object>(
  text: string,
  path: string,
  shape: z.ZodType<T>,
): T | readonly Problem[] {
  const document = parseYaml(text, { path, maxBytes: MOST_BYTES });
  if (document.problems.length > 0) return document.problems;
  const parsed = shape.safeParse(document.value ?? {});
  if (parsed.success) return parsed.data;
  return parsed.error.issues.map((issue): Problem => {
    const place = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
    const values = { key: place.join("."), expected: issue.code };
    return {
      code: "config_wrong_value",
      severity: "error",
      path,
      ...document.placeOf(place),
      values,
    };
  });
}
