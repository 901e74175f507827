import { z } from "zod";
import type { Problem } from "../model/problem.ts";
import { parsePolicyText } from "./policy-text.ts";

const name = z.string().min(1);

/** `policy/curves.yml`: what spec/signoff §3.9 and §3.11 leave to a table. */
const CurvesPolicy = z.strictObject({
  curves: z
    .array(
      z.strictObject({
        prefix: name,
        /** Below the folder of golden curves. */
        file: name,
        /** What the speculative settings must contain, without regard to letter case; all of it. */
        when: z
          .strictObject({ either: name, method: name, draft: name, sampling: name })
          .partial()
          .default({}),
      }),
    )
    .min(1),
  /** By repository and version: whether a chat template is used where nothing is said. */
  harnesses: z.record(name, z.record(name, z.boolean())),
  clients: z.array(z.strictObject({ folder: name, file: name })),
});
export type CurvesPolicy = z.output<typeof CurvesPolicy>;
export type CurveRule = CurvesPolicy["curves"][number];

const PATH = "policy/curves.yml";

/** The table of golden curves and harnesses, or what is wrong with its text. */
export function parseCurvesPolicy(text: string): CurvesPolicy | readonly Problem[] {
  return parsePolicyText(text, PATH, CurvesPolicy);
}
