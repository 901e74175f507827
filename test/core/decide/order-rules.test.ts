import { describe, expect, test } from "@jest/globals";
import { parseCommands } from "../../../src/core/commands/parse.ts";
import { commandMark } from "../../../src/core/decide/answered.ts";
import { decide } from "../../../src/core/decide/decide.ts";
import type { OrderReply } from "../../../src/core/decide/order-commands.ts";
import { ORDER_RULES } from "../../../src/core/decide/order-rules.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import {
  aComment,
  anArtifact,
  aPull,
  aRun,
  FULL,
  HEAD,
  NOW,
  ownComment,
  REPOSITORY,
} from "../../support/build.ts";
import { configured, documentsOf, ENTRY, exampleFile } from "../../support/facts.ts";
import { COMMAND, mergeable, MERGING, ordered } from "../../support/orders.ts";
import { answerWith, fullSweep } from "../../support/reuse.ts";

type Accepted = Extract<OrderReply, { kind: "mergeOrder" }>;

/** What `/merge-with-reuse` is answered on these facts; null while it waits. */
function replyOn(facts: Facts, body = "/merge-with-reuse"): Accepted | null {
  const comment = aComment({ id: COMMAND + 50, body, createdAt: NOW - 1_000 });
  const { commands } = decide({ ...facts, comments: [...facts.comments, comment] });
  const replies = commands.answers.flatMap((answer) => answer.replies);
  return replies.find((reply): reply is Accepted => reply.kind === "mergeOrder") ?? null;
}

/** Every rule that is not met. */
function broken(facts: Facts): readonly string[] | "waits" {
  const reply = replyOn(facts);
  if (reply === null) return "waits";
  const { rules, reuse } = reply.judgement;
  return [...rules, ...reuse].flatMap(({ rule, outcome }) => (outcome === "pass" ? [] : [rule]));
}

const PINNED = {
  kind: "bound",
  commentId: 500,
  binding: { runId: 901, attempt: 1, sourceSha: HEAD, headSha: HEAD, pinned: true },
} as const;

function pinned(): readonly ReturnType<typeof aComment>[] {
  const body = "/reuse-sweep-run 901";
  const marks = parseCommands(body, { repository: REPOSITORY }).map(commandMark);
  const answer = answerWith(PINNED).replace("00000000", marks.join("-"));
  return [aComment({ id: 500, body }), ownComment({ id: 501, body: answer })];
}

const label = (names: readonly string[]): Partial<Facts> => fullSweep(names);
const pull = (more: Parameters<typeof aPull>[0]): Partial<Facts> => ({
  pull: aPull({ labels: [FULL], ...more }),
});
const settings = (more: object, merge: object = MERGING.merge): Partial<Facts> => ({
  config: configured({ ...more, merge }),
});

describe("/merge-with-reuse (spec/control-plane §8.1, §8.4)", () => {
  test("is accepted where every rule is met, for the newest eligible run and this head", () => {
    const reply = replyOn(mergeable());
    expect(reply?.judgement.rules.map(({ rule }) => rule)).toEqual([...ORDER_RULES].slice(1));
    expect(reply?.order).toMatchObject({
      binding: { runId: 900, headSha: HEAD, pinned: false },
      kept: false,
      login: "mira",
    });
  });

  test.each<[string, Partial<Facts>, readonly string[]]>([
    ["where it is not switched on", settings({}, {}), ["switched_on"]],
    ["of a closed one", pull({ state: "closed" }), ["open"]],
    ["of a draft", pull({ draft: true }), ["no_draft"]],
    ["from a deleted branch", pull({ headRepository: null }), ["own_branch"]],
    ["into another branch", pull({ baseRef: "next" }), ["default_branch"]],
    ["that is ordered already", { comments: ordered() }, ["no_other_order"]],
    ["without a label", label([]), ["one_full_label_now", "full_label_at_start"]],
    [
      "with a trimmed sweep's label",
      label(["sweep-enabled"]),
      ["one_full_label_now", "full_label_at_start"],
    ],
    [
      "with two sweep labels",
      label([FULL, "sweep-enabled"]),
      ["one_full_label_now", "full_label_at_start"],
    ],
    [
      "with evals alone",
      label([FULL, "evals-only"]),
      ["no_incompatible_label_now", "full_label_at_start"],
    ],
    [
      "with the fast agentic sweep",
      label([FULL, "agentx-fast"]),
      ["no_incompatible_label_now", "full_label_at_start"],
    ],
    ["without any run", { runs: [] }, ["run_exists"]],
    ["while one runs", { runs: [aRun(900, { status: "in_progress" })] }, ["no_sweep"]],
    ["whose run failed", { runs: [aRun(900, { conclusion: "failure" })] }, ["conclusion_usable"]],
    [
      "whose results have expired",
      { runs: [aRun(900, { artifacts: [anArtifact("results_bmk", { expired: true })] })] },
      ["results_available"],
    ],
    ["without a sign-off that counts", settings({}, { withReuse: true }), ["signoff"]],
    [
      "that a workflow of its own publishes, without a person's word",
      settings({ sweep: { trigger: "observe" } }),
      ["authorised_by_person"],
    ],
    [
      "that adds no entry",
      { documents: documentsOf({ changelog: exampleFile("perf-changelog.yaml") }) },
      ["publishes"],
    ],
    [
      "whose changelog only its author can put right",
      { documents: documentsOf({ changelog: `${exampleFile("perf-changelog.yaml")}\n- oops\n` }) },
      ["mergeable"],
    ],
    [
      "that conflicts elsewhere",
      {
        ...pull({ mergeable: false }),
        gate: {
          ...mergeable().gate,
          merging: {
            base: known([{ path: "a.txt", mode: "100644", sha: "1" }]),
            head: known([{ path: "a.txt", mode: "100644", sha: "2" }]),
            tip: known([{ path: "a.txt", mode: "100644", sha: "3" }]),
            texts: [],
          },
        },
      },
      ["mergeable"],
    ],
  ])("is refused for a pull request %s", (_which, facts, rules) => {
    const found = broken(mergeable(facts));
    expect(found).toEqual(expect.arrayContaining([...rules]));
    expect(replyOn(mergeable(facts))?.order).toBeNull();
  });

  test("is refused with every reason at once", () => {
    const found = broken(mergeable({ ...pull({ draft: true, baseRef: "next", labels: [] }) }));
    expect(found).toEqual(
      expect.arrayContaining(["no_draft", "default_branch", "one_full_label_now"]),
    );
  });

  test.each<[string, Partial<Facts>]>([
    ["GitHub has not worked out conflicts", pull({ mergeable: null })],
    ["the trees were not read", pull({ mergeable: false })],
    ["the commits were not read", { commits: unknown("unavailable") }],
  ])("waits while %s", (_what, facts) => {
    expect(broken(mergeable(facts))).toBe("waits");
  });

  test("keeps the run that a person named, also a failed one's results, and never replaces it", () => {
    const runs = [aRun(902), aRun(901)];
    const reply = replyOn(mergeable({ comments: pinned(), runs }));
    expect(reply?.order).toMatchObject({ binding: { runId: 901, pinned: true }, kept: true });
    const gone = replyOn(mergeable({ comments: pinned(), runs: [aRun(902)] }));
    expect(gone?.order).toBeNull();
  });

  test("takes the run that is named beside it", () => {
    const runs = [aRun(902), aRun(901)];
    const reply = replyOn(mergeable({ runs }), "/reuse-sweep-run 901\n/merge-with-reuse");
    expect(reply?.order).toMatchObject({ binding: { runId: 901, pinned: true }, kept: true });
  });

  test("counts those before it", () => {
    const others = [1, 2].map((number) => ({ pull: number, at: NOW, holdsTurn: number === 1 }));
    expect(replyOn(mergeable({ mergeQueue: others }))?.ahead).toBe(2);
  });

  test("is for people with write permission", () => {
    const facts = mergeable({ permissions: { mira: known("triage") } });
    const comment = aComment({ id: COMMAND, body: "/merge-with-reuse" });
    const { commands } = decide({ ...facts, comments: [comment] });
    expect(commands.answers[0]?.replies.map(({ kind }) => kind)).toEqual(["noPermission"]);
    expect(ENTRY).toContain("pr-link");
  });
});
