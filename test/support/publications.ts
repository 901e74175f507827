/** Every line that the card can say of a publication apart from what was handed over, for tests of words. */
import type { LossCode, LossVerdict } from "../../src/core/decide/loss.ts";
import type { RecoveryProgress } from "../../src/core/decide/recovery-steps.ts";
import type { publicationRow } from "../../src/core/render/publication-row.ts";
import type { RecoveryRecord } from "../../src/core/model/recovery.ts";
import { HEAD } from "./build.ts";
import { NASTY } from "./verdicts.ts";

type Publication = Parameters<typeof publicationRow>[0];

const url = "https://github.com/acme/gpu-benchmarks/actions/runs/950";
const push = { run: 950, url, done: 1, total: 3, failed: 1, conclusion: "failure", more: 2 };

/** What is told by the line of what sweepbot itself handed over is not among them. */
const LOST: Readonly<
  Record<
    Exclude<LossCode, "refused" | "handover_failed" | "receiving_failed" | "unconfirmed">,
    number | null
  >
> = {
  push_missing: null,
  push_failed: 900,
  push_partly: 900,
  push_not_handed_over: null,
  not_authorised: 900,
  landed_unmerged: null,
};

const LOSSES: readonly LossVerdict[] = [
  { kind: "pending", code: "push_awaited", values: {}, until: 0 },
  { kind: "pending", code: "push_running", values: push, until: null },
  { kind: "settled", code: "push_succeeded", values: push },
  ...(Object.keys(LOST) as (keyof typeof LOST)[]).flatMap((code) =>
    [LOST[code], null].map((offer): LossVerdict => ({
      ...{ kind: "lost", code, values: push, jobs: ["setup", NASTY] },
      offer,
    })),
  ),
];

const record: RecoveryRecord = {
  ...{ commentId: 71, mark: "0123abcd", pull: 42, runId: 900, attempt: 1, sourceSha: HEAD },
  ...{ landedSha: HEAD, label: "full-sweep", pinned: false, login: "mira" },
};

const CODES = ["no_permission", "refused", "gone", "entries_unwritable"] as const;
const PROGRESS: readonly RecoveryProgress[] = [
  { state: "waiting", ms: 1 },
  ...(["awaits_command", "open", "merged", "closed"] as const).map((state) => ({
    state,
    pull: 50,
  })),
  ...CODES.map((code) => ({ state: "stopped", code, reason: NASTY }) as const),
];

const merge: Publication["merge"] = { kind: "notMerged" };

export const PUBLICATIONS: readonly Publication[] = [
  ...LOSSES.map((loss) => ({ merge, loss, recovery: null })),
  ...PROGRESS.map((progress) => ({
    merge,
    loss: { kind: "none" } as const,
    recovery: { record, branch: "sweepbot/recover-42-900", progress },
  })),
];
