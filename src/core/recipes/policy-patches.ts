import { z } from "zod";
import type { Problem } from "../model/problem.ts";
import { parsePolicyText } from "./policy-text.ts";

const words = z.array(z.string().min(1).max(200)).max(1_000);

/** `policy/patches.yml`: what spec/signoff §3.10 leaves to tables; the file explains each. */
const PatchPolicy = z.strictObject({
  enginePaths: words.min(1),
  sourcePackages: words.min(1),
  sourceEndings: words.min(1),
  derivedFrom: words.min(1),
  harmlessWords: words,
  workspaceVariables: words,
  scratchVariables: words,
  imageFolders: words,
  ownEndings: words,
  pluginVariables: words,
  pluginFlags: words,
  enginePackages: words.min(1),
  addOns: z.array(z.strictObject({ packages: words.min(1), components: words.min(1) })),
  clientPackages: words,
  afterServer: words,
  readyCommands: words,
  sourceRepositories: words,
  exempt: z.array(z.strictObject({ path: z.string().min(1), functions: words.nullable() })),
  waiver: z.strictObject({
    folder: z.string().endsWith("/"),
    fewestCharacters: z.int().min(1).max(1_000),
    sections: z.strictObject({
      what: words.min(1),
      why: words.min(1),
      upstream: words.min(1),
      removal: words.min(1),
    }),
    placeholders: words,
  }),
});
export type PatchPolicy = Readonly<z.output<typeof PatchPolicy>>;

const PATH = "policy/patches.yml";

/** The tables of check 10, or what is wrong with their text. */
export function parsePatchPolicy(text: string): PatchPolicy | readonly Problem[] {
  return parsePolicyText(text, PATH, PatchPolicy);
}
