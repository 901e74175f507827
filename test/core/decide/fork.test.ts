import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import type { SweepVerdict } from "../../../src/core/decide/sweep.ts";
import type { Permission } from "../../../src/core/model/github.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import {
  aLabelEvent,
  aPerson,
  APP,
  aRun,
  EARLIER,
  FULL,
  HEAD,
  MINUTE_MS,
  NOW,
} from "../../support/build.ts";
import { configured, documentsOf } from "../../support/facts.ts";
import { aLabelHead, forkFacts, type ForkStory, LABELLED_AT } from "../../support/fork.ts";
import { anOrder, recorded } from "../../support/sweep-orders.ts";

function sweepOf(story: ForkStory): SweepVerdict {
  return decide(forkFacts(story)).sweep;
}

const putOn = aLabelEvent(FULL, { createdAt: LABELLED_AT });
const byTov = { events: [aLabelEvent(FULL, { createdAt: LABELLED_AT, by: "tov" })] };
const byRobot = { events: [aLabelEvent(FULL, { createdAt: LABELLED_AT, by: "labeler[bot]" })] };
const moved = { heads: [aLabelHead({ headSha: EARLIER })] };
const justNow = {
  events: [aLabelEvent(FULL, { createdAt: NOW - 119_000 })],
  heads: [aLabelHead({ at: NOW - 119_000 })],
};
const takenOff: ForkStory = {
  ...moved,
  pull: { labels: [] },
  events: [
    putOn,
    aLabelEvent(FULL, { id: 9_001, kind: "unlabeled", by: APP.login, createdAt: NOW }),
  ],
};
const [short, earlier] = [HEAD.slice(0, 7), EARLIER.slice(0, 7)];

interface Row {
  readonly story: string;
  readonly given: ForkStory;
  readonly code: string;
  readonly values?: object;
}

const ROWS: readonly Row[] = [
  {
    story: "the head has moved since the label was put on (FRK-01, FRK-03)",
    given: moved,
    code: "fork_head_moved",
    values: { label: FULL, approved: earlier, head: short },
  },
  {
    story: "the head has moved to a commit whose changelog is broken, too",
    given: { ...moved, more: { documents: documentsOf({ changelog: "broken" }) } },
    code: "fork_head_moved",
  },
  {
    story: "somebody without permission put the label on (LBL-13)",
    given: { ...byTov, more: { permissions: { tov: known("triage") } } },
    code: "fork_no_permission",
    values: { login: "tov", permission: "triage", label: FULL, head: short },
  },
  {
    story: "the head has moved under a label that never approved anything (LBL-13): it stays",
    given: {
      ...byTov,
      heads: [aLabelHead({ sender: aPerson("tov"), headSha: EARLIER })],
      more: { permissions: { tov: known("read") } },
    },
    code: "fork_no_permission",
  },
  {
    story: "a program put the label on (LBL-13)",
    given: { ...byRobot, more: { permissions: { "labeler[bot]": known("write") } } },
    code: "fork_label_by_program",
    values: { login: "labeler[bot]", label: FULL, head: short },
  },
  {
    story: "GitHub does not say what that person may do",
    given: { more: { permissions: { mira: unknown("forbidden") } } },
    code: "permission_unknown",
  },
  {
    story: "a writer adds a modifier to the label of somebody without permission",
    given: {
      events: [...byTov.events, aLabelEvent("all-evals", { id: 9_001, by: "mira" })],
      pull: { labels: [FULL, "all-evals"] },
      more: { permissions: { tov: known("triage"), mira: known("write") } },
    },
    code: "fork_no_permission",
  },
  {
    story: "somebody without permission adds a modifier to an approved label",
    given: {
      events: [putOn, aLabelEvent("all-evals", { id: 9_001, by: "tov" })],
      pull: { labels: [FULL, "all-evals"] },
      more: { permissions: { tov: known("triage"), mira: known("write") } },
    },
    code: "no_permission",
  },
  { story: "the delivery was lost", given: { heads: [] }, code: "fork_approval_not_seen" },
  {
    story: "only the delivery of an earlier label came",
    given: { heads: [aLabelHead({ at: LABELLED_AT - 1_000 })] },
    code: "fork_approval_not_seen",
  },
  {
    story: "the delivery may still come",
    given: { heads: [], events: [aLabelEvent(FULL, { createdAt: NOW - MINUTE_MS + 1 })] },
    code: "fork_approval_awaited",
  },
  {
    story: "GitHub may still be giving the head of before the approved push (FRK-05)",
    given: {
      heads: [aLabelHead({ at: NOW - 9_000, headSha: EARLIER })],
      events: [aLabelEvent(FULL, { createdAt: NOW - 9_000 })],
    },
    code: "fork_approval_awaited",
  },
  {
    story: "GitHub gives another head than the approved one for longer than that (FRK-01)",
    given: {
      heads: [aLabelHead({ at: NOW - 10_000, headSha: EARLIER })],
      events: [aLabelEvent(FULL, { createdAt: NOW - 10_000 })],
    },
    code: "fork_head_moved",
  },
  {
    story: "our records could not be asked",
    given: { fork: { labelHeads: unknown("unreadable") } },
    code: "fork_approval_unknown",
  },
  {
    story: "the head repository was deleted",
    given: { pull: { headRepository: null } },
    code: "head_repository_deleted",
  },
  {
    story: "sweepbot has taken the label off",
    given: takenOff,
    code: "fork_head_moved",
    values: { label: FULL, approved: earlier, head: short },
  },
  {
    story: "sweepbot has taken the label off, and what was approved is forgotten",
    given: { ...takenOff, heads: [] },
    code: "fork_head_moved",
    values: { label: FULL, approved: "", head: short },
  },
  {
    story: "sweepbot has taken the label off, and the branch went back to what was approved",
    given: { ...takenOff, heads: [aLabelHead()] },
    code: "fork_head_moved",
    values: { label: FULL, approved: "", head: short },
  },
  {
    story: "sweepbot has taken the label off, and the head repository was deleted since",
    given: { ...takenOff, pull: { labels: [], headRepository: null } },
    code: "head_repository_deleted",
  },
];

describe("a sweep of a fork's commit does not start", () => {
  test.each(ROWS)("$code: $story", ({ given, code, values }) => {
    expect(sweepOf(given).decision).toMatchObject({
      kind: "blocked",
      code,
      ...(values === undefined ? {} : { values }),
    });
  });

  test("without any of these it starts, so each row is the only obstacle (FRK-05)", () => {
    expect(sweepOf({}).decision).toMatchObject({ kind: "start", plan: { headSha: HEAD } });
    expect(sweepOf(justNow).decision.kind).toBe("start");
  });

  test("when permission arrives it starts, by the label that stayed on (LBL-13)", () => {
    const heads = [aLabelHead({ sender: aPerson("tov") })];
    const write = known<Permission>("write");
    const given = { ...byTov, heads, more: { permissions: { tov: write } } };
    expect(sweepOf(given).decision.kind).toBe("start");
  });

  test("in a repository whose own workflow approves, nothing of this is asked (decision 12)", () => {
    const config = configured({ sweep: { trigger: "observe" } });
    expect(sweepOf({ ...moved, more: { config, fork: null } }).decision.kind).toBe("observing");
    const comments = [recorded(anOrder({ headSha: EARLIER, named: true }))];
    const ordered = { events: [], more: { config, comments, fork: null } };
    expect(sweepOf(ordered).decision.kind).toBe("observing");
    const off = { ...takenOff, more: { config, fork: null } };
    expect(sweepOf(off).decision).toEqual({ kind: "idle", code: "no_label" });
  });

  test("a run that has started is not asked for its approval again", () => {
    const { decision } = sweepOf({});
    if (!("plan" in decision)) throw new Error("it does not start");
    const runs = [aRun(900, { planKey: decision.plan.key, status: "in_progress" })];
    expect(sweepOf({ heads: [], more: { runs } }).decision.kind).toBe("running");
  });
});
