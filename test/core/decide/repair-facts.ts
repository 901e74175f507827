/** Facts of a pull request on which somebody has asked for `/changelog fix`. */
import { decide } from "../../../src/core/decide/decide.ts";
import type { RepairVerdict } from "../../../src/core/decide/repair.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known } from "../../../src/core/model/reading.ts";
import { aComment } from "../../support/build.ts";
import {
  configured,
  documentsOf,
  ENTRY,
  exampleFile,
  type FileTexts,
  someFacts,
  someRevisions,
} from "../../support/facts.ts";

export const OLD = exampleFile("perf-changelog.yaml");
export const FAULTY = OLD + ENTRY.slice(1);
export const MENDED = OLD + ENTRY;
export const THEIRS = ENTRY.replace("tiny-fp8-b200-vllm", "grand-fp4-b200-sglang").replace(
  "/42",
  "/41",
);
export const TIP = "d".repeat(40);
export const KEY = "repair-501-42-1";
export const COMMAND = aComment({ id: 1, body: "/changelog fix" });

export function asked(texts: FileTexts, more: Partial<Facts> = {}): Facts {
  return someFacts({
    comments: [COMMAND],
    permissions: { mira: known("write") },
    config: configured({ changelog: { repair: "push" } }),
    documents: documentsOf(texts),
    revisions: known(someRevisions({ tipSha: TIP })),
    ...more,
  });
}

/** What becomes of the command: the verdict of the answer, or the push that it waits for. */
export function verdictOf(facts: Facts): RepairVerdict | "waiting" {
  const { answers, push } = decide(facts).commands;
  if (push !== null) return { kind: "pushing", push };
  const [reply] = answers[0]?.replies ?? [];
  if (reply === undefined) return "waiting";
  if (reply.kind !== "repair") throw new Error(`answered with ${reply.kind}`);
  return reply.verdict;
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
