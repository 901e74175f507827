import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import { loginsToAsk } from "../../../src/core/decide/needs.ts";
import { standingOrders, sweepWish } from "../../../src/core/decide/sweep-request.ts";
import { decideSweep, modeOf, type SweepVerdict } from "../../../src/core/decide/sweep.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known } from "../../../src/core/model/reading.ts";
import {
  aLabelEvent,
  aPull,
  APP,
  aRun,
  EARLIER,
  FULL,
  labelled,
  MINUTE_MS,
  NOW,
} from "../../support/build.ts";
import { configured, someFacts } from "../../support/facts.ts";
import { anOrder, aStop, recorded } from "../../support/sweep-orders.ts";

const WRITE = { mira: known("write" as const), nora: known("write" as const) };
const AFTER = 9_001;

function factsOf(more: Partial<Facts> = {}): Facts {
  return someFacts({ comments: [recorded(anOrder())], permissions: WRITE, ...more });
}

function verdictOf(more: Partial<Facts> = {}): SweepVerdict {
  return decide(factsOf(more)).sweep;
}

function said({ decision }: SweepVerdict): string {
  if ("code" in decision) return `${decision.kind}: ${decision.code}`;
  return "plan" in decision
    ? `${decision.kind}: ${modeOf(decision.plan.primary, decision.plan.flags)}`
    : decision.kind;
}

function keyOf(verdict: SweepVerdict): string {
  if (!("plan" in verdict.decision)) throw new Error(`no plan: ${said(verdict)}`);
  return verdict.decision.plan.key;
}

describe("an order for the head", () => {
  test.each<[string, Partial<Facts>, string]>([
    ["starts a sweep without any label", {}, `start: ${FULL}`],
    ["is gone after a push", { pull: aPull({ headSha: EARLIER }) }, "idle: no_label"],
    [
      "is taken back by /sweep cancel",
      { comments: [recorded(anOrder()), recorded(aStop())] },
      "idle: no_label",
    ],
    [
      "is given again after /sweep cancel",
      { comments: [recorded(anOrder()), recorded(aStop()), recorded(anOrder({ commentId: 80 }))] },
      `start: ${FULL}`,
    ],
    [
      "is taken back where a sweep label is taken off later",
      { labelEvents: [aLabelEvent("sweep-enabled", { id: AFTER, kind: "unlabeled" })] },
      "idle: no_label",
    ],
    [
      "stays where sweepbot itself takes the label off, as it does on a fork whose head has moved",
      { labelEvents: [aLabelEvent(FULL, { id: AFTER, kind: "unlabeled", by: APP.login })] },
      `start: ${FULL}`,
    ],
    [
      "stays where a sweep label was taken off before",
      { labelEvents: [aLabelEvent(FULL, { kind: "unlabeled" })] },
      `start: ${FULL}`,
    ],
    [
      "stays where another label changes",
      { labelEvents: [aLabelEvent("docs", { id: AFTER, kind: "unlabeled" })] },
      `start: ${FULL}`,
    ],
    [
      "stays where its command was deleted or rewritten (COM-05)",
      { comments: [recorded(anOrder())] },
      `start: ${FULL}`,
    ],
    ["waits on a draft", { pull: aPull({ draft: true }) }, "blocked: draft"],
    ["is over with the pull request", { pull: aPull({ state: "closed" }) }, "idle: closed"],
    [
      "asks for nothing where the settings do not know its label any more",
      { comments: [recorded(anOrder({ primary: "gone" }))] },
      "idle: no_label",
    ],
    [
      "needs a person who may still write",
      { permissions: { mira: known("read") } },
      "blocked: no_permission",
    ],
  ])("%s", (_story, more, expected) => {
    expect(said(verdictOf(more))).toBe(expected);
  });

  test("asks for the permission of whoever gave it, and a later modifier for that of whoever set it", () => {
    expect(loginsToAsk(factsOf())).toEqual(["mira"]);
    const modified = [aLabelEvent("all-evals", { id: AFTER, by: "nora" })];
    expect(
      loginsToAsk(factsOf({ labelEvents: modified, pull: aPull({ labels: ["all-evals"] }) })),
    ).toEqual(["nora"]);
  });

  test("is another sweep than the label's, and than the same order with a modifier", () => {
    const label = labelled([FULL]);
    const [order, labelOnly, both, modified] = [
      {},
      { ...label, comments: [] },
      { ...label, permissions: WRITE },
      {
        pull: aPull({ labels: ["all-evals"] }),
        labelEvents: [aLabelEvent("all-evals", { id: AFTER, by: "nora" })],
      },
    ].map((more) => keyOf(verdictOf(more)));
    expect(new Set([order, labelOnly, modified]).size).toBe(3);
    // The order came after the label: it asks for the same sweep with and without it.
    expect(both).toBe(order);
  });

  test("gives way to a label that is put on later", () => {
    const later = {
      pull: aPull({ labels: ["sweep-enabled"] }),
      labelEvents: [aLabelEvent("sweep-enabled", { id: AFTER, by: "nora" })],
    };
    expect(said(verdictOf(later))).toBe("start: sweep-enabled");
    expect(sweepWish(factsOf(later))).toMatchObject({
      request: { generation: AFTER, actor: { login: "nora" } },
    });
    expect(standingOrders(factsOf(later))).toEqual([]);
  });

  test("plans what its label would run", () => {
    const settings = configured({ labels: { recommended: "sweep-enabled" } });
    const trimmed = {
      config: settings,
      comments: [recorded(anOrder({ primary: "sweep-enabled" }))],
    };
    const matrix = decide(factsOf(trimmed)).matrix;
    const withLabel = decide(factsOf({ ...labelled(["sweep-enabled"]), comments: [] })).matrix;
    expect(matrix).toEqual(withLabel);
    expect(matrix).not.toEqual(decide(factsOf({ comments: [] })).matrix);
  });

  test("gives way to a reuse that was authorised later, and overrules one from before", () => {
    const facts = factsOf();
    const { changelog, matrix } = decide(facts);
    const at = NOW - 10 * MINUTE_MS;
    const kinds = [at - 1, at].map((reuseSince) =>
      said(decideSweep({ facts, changelog, matrix, reuseSince })),
    );
    expect(kinds).toEqual([`start: ${FULL}`, "blocked: reuse_authorised"]);
  });
});

describe("runs of an order", () => {
  const earlier = aRun(800, { planKey: "f".repeat(16), sourceSha: EARLIER, status: "in_progress" });
  const byOrder = [recorded(anOrder({ headSha: EARLIER }))];
  test.each<[string, Partial<Facts>, readonly number[]]>([
    ["go on after a push that asks for nothing (decision 7)", { comments: byOrder }, []],
    [
      "go on where only the start of their commit is known",
      { comments: byOrder, runs: [{ ...earlier, sourceSha: EARLIER.slice(0, 12) }] },
      [],
    ],
    [
      "are replaced by a newer order",
      { comments: [...byOrder, recorded(anOrder({ commentId: 80 }))] },
      [800],
    ],
    ["are replaced by a label", { ...labelled([FULL]), comments: byOrder }, [800]],
    ["end with the order", { comments: [...byOrder, recorded(aStop())] }, [800]],
    ["end with the pull request", { comments: byOrder, pull: aPull({ state: "closed" }) }, [800]],
    ["of nobody's order end", { comments: [] }, [800]],
  ])("%s", (_story, more, cancelled) => {
    expect(verdictOf({ runs: [earlier], ...more }).cancel).toEqual(cancelled);
  });
});

describe("what was stopped", () => {
  const label = { ...labelled([FULL]), permissions: WRITE, comments: [] };
  const key = keyOf(verdictOf(label));
  const running = aRun(900, { planKey: key, status: "in_progress" });
  test.each<[string, Partial<Facts>, string, readonly number[]]>([
    ["does not start", { comments: [recorded(aStop({ key }))] }, "blocked: stopped", []],
    [
      "is cancelled when its run shows up",
      { comments: [recorded(aStop({ key }))], runs: [running] },
      `running: ${FULL}`,
      [900],
    ],
    [
      "is not what a person opened again",
      {
        comments: [recorded(aStop({ key }))],
        runs: [aRun(900, { planKey: key, status: "queued", attempt: 2 })],
      },
      `running: ${FULL}`,
      [],
    ],
    [
      "is cancelled by its attempt",
      { comments: [recorded(aStop({ runs: [{ id: 900, attempt: 1 }] }))], runs: [running] },
      `running: ${FULL}`,
      [900],
    ],
    [
      "is left alone in another attempt",
      { comments: [recorded(aStop({ runs: [{ id: 900, attempt: 2 }] }))], runs: [running] },
      `running: ${FULL}`,
      [],
    ],
    [
      "is left alone where it has ended",
      {
        comments: [recorded(aStop({ runs: [{ id: 900, attempt: 1 }] }))],
        runs: [aRun(900, { planKey: key, conclusion: "cancelled" })],
      },
      `ended: ${FULL}`,
      [],
    ],
    [
      "starts anew by an order",
      { comments: [recorded(aStop({ key })), recorded(anOrder({ commentId: 80 }))] },
      `start: ${FULL}`,
      [],
    ],
    [
      "starts anew by a label",
      { comments: [recorded(aStop({ key }))], labelEvents: [aLabelEvent(FULL, { id: AFTER })] },
      `start: ${FULL}`,
      [],
    ],
  ])("%s", (_story, more, expected, cancelled) => {
    const verdict = verdictOf({ ...label, ...more });
    expect([said(verdict), verdict.cancel]).toEqual([expected, cancelled]);
  });
});
