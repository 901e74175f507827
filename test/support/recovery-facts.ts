/** A merged pull request whose green run was never published, as one pass reads it, for tests of recovery. */
import { decide, type Verdicts } from "../../src/core/decide/decide.ts";
import type { RecoveryReply } from "../../src/core/decide/recovery.ts";
import type { Facts } from "../../src/core/model/facts.ts";
import type { TreeFile, TreeReading } from "../../src/core/model/gate.ts";
import type { FileReading } from "../../src/core/model/github.ts";
import { known } from "../../src/core/model/reading.ts";
import type {
  MeasuredSide,
  RecoveryAttempt,
  RecoveryFacts,
  RecoveryGround,
} from "../../src/core/model/recovery.ts";
import { aComment, aRun, BASE, FULL, HEAD, labelled, NOW, PULL } from "./build.ts";
import { documentsOf, ENTRY, exampleFile, aFile, someFacts, someRevisions } from "./facts.ts";
import { fullSweep } from "./reuse.ts";

const MERGED = "d".repeat(40);
export const TIP = "e".repeat(40);
const SCRIPT = "benchmarks/single_node/fixed_seq_len/tiny_fp8_b200_vllm.sh";
const COMMAND_ID = 71;

/** A tree in which the recipe's script is this blob, with further files. */
export function aTree(
  script = "s1",
  more: readonly (readonly [string, string])[] = [],
): TreeReading {
  const files = [[SCRIPT, script] as const, ...more];
  return known(files.map(([path, sha]): TreeFile => ({ path, mode: "100644", sha })));
}

const CHANGELOG = exampleFile("perf-changelog.yaml") + ENTRY;
export const NVIDIA = exampleFile("configs/nvidia-master.yaml");

export function aSide(
  sha: string,
  more: Partial<MeasuredSide> & { recipes?: string } = {},
): MeasuredSide {
  const { recipes = NVIDIA, ...fields } = more;
  const masters: readonly FileReading[] = [
    aFile("configs/amd-master.yaml", exampleFile("configs/amd-master.yaml")),
    aFile("configs/nvidia-master.yaml", recipes),
  ];
  return {
    ...{ sha, tree: aTree(), masters },
    runners: aFile("configs/runners.yaml", exampleFile("configs/runners.yaml")),
    changelog: aFile("perf-changelog.yaml", CHANGELOG),
    ...fields,
  };
}

export function aGround(more: Partial<RecoveryGround> = {}): RecoveryGround {
  return { landed: aTree(), tip: aSide(TIP), sources: { [HEAD]: aSide(HEAD) }, ...more };
}

export function someRecovery(more: Partial<RecoveryFacts> = {}): RecoveryFacts {
  return { push: null, tipSha: TIP, attempts: [], ground: aGround(), ...more };
}

/** Merged an hour ago by a squash, with the command as its newest comment. */
export function mergedFacts(command: string | null, more: Partial<Facts> = {}): Facts {
  const { pull, labelEvents } = fullSweep();
  const { permissions } = labelled([FULL]);
  const merged: Facts["pull"] = {
    ...pull,
    state: "closed",
    ...{ merged: true, mergeCommitSha: MERGED, mergedAt: NOW - 3_600_000 },
  };
  return someFacts({
    ...{ labelEvents, permissions },
    pull: merged,
    revisions: known(someRevisions({ baseSha: BASE, headSha: MERGED, tipSha: BASE })),
    documents: documentsOf(),
    runs: [aRun(900)],
    merge: { mergeSha: MERGED, run: null, artifacts: [], checkRuns: [] },
    comments: command === null ? [] : [aComment({ id: COMMAND_ID, body: command })],
    recovery: someRecovery(),
    ...more,
  });
}

/** What the command is answered. */
export function replied(facts: Facts): RecoveryReply {
  const replies = verdictsOf(facts).commands.answers.flatMap((answer) => answer.replies);
  const found = replies.find(
    (reply): reply is RecoveryReply =>
      reply.kind === "recovery" || reply.kind === "recoveryReplaced",
  );
  if (found === undefined) throw new Error(`no answer: ${replies.map(({ kind }) => kind).join()}`);
  return found;
}

export function verdictsOf(facts: Facts): Verdicts {
  return decide(facts);
}

/** The rules that do not hold, with how they came out. */
export function broken(reply: RecoveryReply): readonly string[] {
  if (reply.kind !== "recovery") return [reply.kind];
  return reply.judgement.rules
    .filter(({ outcome }) => outcome !== "pass")
    .map(({ rule, outcome }) => `${rule} ${outcome}`);
}

/** A recovery whose branch stands, without anything more. */
export function anAttempt(more: Partial<RecoveryAttempt> = {}): RecoveryAttempt {
  return {
    runId: 900,
    branch: `sweepbot/recover-${PULL}-900`,
    tipSha: "f".repeat(40),
    pull: null,
    comments: [],
    changelog: aFile("perf-changelog.yaml", CHANGELOG),
    carried: known(false),
    ...more,
  };
}
