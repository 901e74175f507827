import { describe, expect, test } from "@jest/globals";
import type { Facts } from "../../../src/core/model/facts.ts";
import { unknown } from "../../../src/core/model/reading.ts";
import { anArtifact, aPull, aRun, EARLIER, HEAD, NOW } from "../../support/build.ts";
import { configured } from "../../support/facts.ts";
import {
  aGround,
  anAttempt,
  aSide,
  aTree,
  broken,
  mergedFacts,
  NVIDIA,
  replied,
  someRecovery,
  TIP,
} from "../../support/recovery-facts.ts";

const REUSABLE = mergedFacts(null).pull;
const recovering = (ground: Parameters<typeof aGround>[0]): Partial<Facts> => ({
  recovery: someRecovery({ ground: aGround(ground) }),
});
const opened = (more: Parameters<typeof aPull>[0]): Partial<Facts> => ({
  recovery: someRecovery({ attempts: [anAttempt({ pull: aPull({ number: 50, ...more }) })] }),
});
const OTHER = "benchmarks/single_node/fixed_seq_len/other_fp8_b200_vllm.sh";
const UNMAPPED = "benchmarks/lib/new.py";

describe("/recover-ingest is refused", () => {
  test.each<[string, Partial<Facts>, string]>([
    [
      "where nothing was merged",
      { pull: { ...REUSABLE, merged: false, state: "open", mergedAt: null } },
      "landed fail",
    ],
    [
      "where it was merged into another branch",
      { pull: { ...REUSABLE, baseRef: "next" } },
      "landed fail",
    ],
    ["while another recovery is open", opened({ state: "open" }), "no_other_recovery fail"],
    [
      "where another recovery was merged",
      opened({ state: "closed", merged: true }),
      "no_other_recovery fail",
    ],
    ["where another recovery was closed", opened({ state: "closed" }), "no_other_recovery fail"],
    [
      "for a run of another workflow",
      { runs: [aRun(900, { path: "x.yml" })] },
      "sweep_workflow fail",
    ],
    [
      "for a run that goes on",
      { runs: [aRun(900, { status: "in_progress" })] },
      "run_completed fail",
    ],
    [
      "for a run of another pull request's commit",
      {
        runs: [aRun(900, { headSha: TIP, belongs: false })],
        recovery: someRecovery({ ground: aGround({ sources: { [TIP]: aSide(TIP) } }) }),
      },
      "commit_in_pull fail",
    ],
    [
      "once its results have expired (REU-13)",
      { runs: [aRun(900, { artifacts: [anArtifact("results_bmk", { expired: true })] })] },
      "results_available fail",
    ],
    [
      "for a run that was started as no full sweep (REU-09)",
      { labelEvents: [] },
      "full_label_at_start fail",
    ],
    [
      "where its script was changed before the merge",
      recovering({ landed: aTree("s2") }),
      "scripts_as_merged fail",
    ],
    [
      "where a file that belongs to nobody came with the merge",
      recovering({ landed: aTree("s1", [[UNMAPPED, "u"]]) }),
      "scripts_as_merged fail",
    ],
    [
      "where its script has changed on the default branch since",
      recovering({ tip: aSide(TIP, { tree: aTree("s2") }) }),
      "scripts_on_main fail",
    ],
    [
      "where its recipe has changed on the default branch since",
      recovering({ tip: aSide(TIP, { recipes: NVIDIA.replace(/conc-end: \d+/u, "conc-end: 1") }) }),
      "recipes_on_main fail",
    ],
    [
      "where it measured another recipe than was merged",
      recovering({
        sources: {
          [HEAD]: aSide(HEAD, { recipes: NVIDIA.replace(/vllm-openai:v\S+/u, "vllm-openai:v0.1") }),
        },
      }),
      "recipes_as_merged fail",
    ],
  ])("%s", (_story, facts, rule) => {
    expect(broken(replied(mergedFacts("/recover-ingest 900", facts)))).toContain(rule);
  });

  test("for a run that is not there", () => {
    expect(broken(replied(mergedFacts("/recover-ingest 901")))).toEqual(["run_exists fail"]);
  });

  test("for a failed run that nobody named (REU-05), which may be named", () => {
    const runs = [aRun(900, { conclusion: "failure" })];
    expect(broken(replied(mergedFacts("/recover-ingest", { runs })))).toEqual([
      "conclusion_usable fail",
    ]);
    expect(broken(replied(mergedFacts("/recover-ingest 900", { runs })))).toEqual([]);
  });

  test("while the publication is on the way", () => {
    const push = { run: aRun(950, { status: "in_progress", event: "push" }).run, jobs: [] };
    const facts = mergedFacts("/recover-ingest 900", {
      config: configured({ sweep: { trigger: "observe" } }),
      recovery: someRecovery({ push }),
    });
    expect(broken(replied(facts))).toEqual(["publication_lost fail"]);
  });
});

describe("/recover-ingest takes", () => {
  test("the newest run of the pull request that meets every rule, with everything that it is bound to", () => {
    const runs = [aRun(902, { conclusion: "failure" }), aRun(901), aRun(900, { headSha: EARLIER })];
    const reply = replied(mergedFacts("/recover-ingest", { runs }));
    expect(broken(reply)).toEqual([]);
    expect(reply).toMatchObject({
      record: {
        runId: 901,
        sourceSha: HEAD,
        landedSha: "d".repeat(40),
        pinned: false,
        login: "mira",
      },
    });
  });

  test("no other recipe's changes amiss", () => {
    const more = [[OTHER, "o"]] as const;
    const [recipe = ""] = /^tiny-fp8-b200-vllm:\n(?:[ #].*\n|\n)*/mu.exec(NVIDIA) ?? [];
    const other = recipe.replace("tiny-fp8-b200-vllm", "other-fp8-b200-vllm");
    const master = `${NVIDIA}\n${other.replace("model-prefix: tiny", "model-prefix: other")}`;
    const tip = aSide(TIP, { tree: aTree("s1", more), recipes: master });
    expect(broken(replied(mergedFacts("/recover-ingest", recovering({ tip }))))).toEqual([]);
  });

  test("what cannot be read for neither yes nor no, and waits", () => {
    const facts = mergedFacts("/recover-ingest", {
      now: NOW,
      ...recovering({ landed: unknown("truncated") }),
    });
    expect(() => replied(facts)).toThrow("no answer");
  });
});
