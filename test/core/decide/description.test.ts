import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import { decideDescription } from "../../../src/core/decide/description.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { cardOf } from "../../../src/core/plan/card.ts";
import {
  aJob,
  aLabelEvent,
  aPull,
  aRun,
  FULL,
  HEAD,
  labelled,
  NOW,
  ownComment,
} from "../../support/build.ts";
import { aFile, documentsOf, ENTRY, exampleFile, someFacts } from "../../support/facts.ts";
import { hostileResults } from "../../support/results.ts";
import { answerWith, fullSweep } from "../../support/reuse.ts";
import { ordered } from "../../support/signing.ts";

const BOXES = {
  entry: "I have appended a new entry to the end of `perf-changelog.yaml`",
  label: "It carries exactly one primary sweep label",
  reuse: "Before merging via reuse, a maintainer has commented `/reuse-sweep-run`",
  sweep: "The full sweep passed",
  evals: "Evals pass",
  link: "Linked the run",
} as const;

/** What is said of a box, ticked or not, with the values that are shown. */
function said(box: keyof typeof BOXES, more: Partial<Facts> = {}, mark = "x"): string {
  const { pull = aPull() } = more;
  const body = `## Checklist\n- [${mark}] ${BOXES[box]}\n${pull.body}`;
  const facts = someFacts({ ...more, pull: { ...pull, body } });
  const found = decideDescription(facts, decide(facts));
  return found.map(({ code, values }) => [code, ...Object.values(values)].join(" ")).join();
}

const URL = "https://github.com/acme/gpu-benchmarks/actions/runs/900";
const untouched = exampleFile("perf-changelog.yaml");
const recipes = exampleFile("configs/nvidia-master.yaml").replace(/:v\d\S*/u, ":v99");
const red = aRun(900, { conclusion: "failure" });
const going = aRun(900, { status: "in_progress", artifacts: [] });

/** A `/reuse-sweep-run` of run 900 that was accepted. */
function reused(runs: Facts["runs"], attempt = 1): Partial<Facts> {
  const order = ordered("/reuse-sweep-run 900", { id: 11 });
  const binding = { runId: 900, attempt, sourceSha: HEAD, headSha: HEAD, pinned: true };
  const body = answerWith({ kind: "bound", commentId: 11, binding });
  const answer = ownComment({ id: 12, createdAt: NOW, body });
  // Too old to be a command still.
  const comments = [{ ...order, createdAt: NOW - 10 ** 9, updatedAt: NOW - 10 ** 9 }, answer];
  return { ...fullSweep(), comments, runs };
}

describe("a ticked box that is not true", () => {
  test.each<[string, keyof typeof BOXES, Partial<Facts>, string]>([
    ["an entry is there", "entry", {}, ""],
    [
      "a recipe changes without an entry",
      "entry",
      {
        documents: documentsOf({ changelog: untouched, recipes }),
        files: known([
          {
            path: "configs/nvidia-master.yaml",
            previousPath: null,
            status: "modified",
            blobSha: "1",
          },
        ]),
      },
      "entry_missing",
    ],
    [
      "nothing that is measured changes, and no entry is needed",
      "entry",
      {
        documents: documentsOf({ changelog: untouched }),
        files: known([{ path: "docs/x.md", previousPath: null, status: "modified", blobSha: "1" }]),
      },
      "",
    ],
    [
      "an earlier entry was edited",
      "entry",
      { documents: documentsOf({ changelog: untouched.replace("First", "Other") + ENTRY }) },
      "entry_edited",
    ],
    [
      "the entry has another fault",
      "entry",
      { documents: documentsOf({ changelog: `${untouched}${ENTRY}	` }) },
      "",
    ],
    [
      "the changelog is not read",
      "entry",
      {
        documents: {
          ...documentsOf(),
          changelog: {
            base: unknown("forbidden"),
            head: unknown("forbidden"),
            tip: aFile("x", ""),
          },
        },
      },
      "",
    ],
    ["a label is on", "label", labelled([FULL]), ""],
    ["no label is on", "label", {}, "label_missing"],
    [
      "no label is on, and nothing is to be measured",
      "label",
      { documents: documentsOf({ changelog: untouched }) },
      "",
    ],
    [
      "two are on",
      "label",
      labelled([FULL, "sweep-enabled"]),
      "label_several sweep-enabled, full-sweep-fail-fast",
    ],
    ["nobody ordered reuse", "reuse", {}, "reuse_none"],
    ["reuse is in force", "reuse", reused([aRun(900)]), ""],
    ["reuse is on hold", "reuse", reused([aRun(900)], 7), "reuse_suspended 900"],
    ["reuse names a red run", "reuse", reused([red]), `reuse_not_green 900 ${URL} failure`],
    [
      "reuse is being ordered",
      "reuse",
      {
        ...fullSweep(),
        runs: [aRun(900)],
        permissions: { mira: known("write") },
        comments: [ordered("/reuse-sweep-run")],
      },
      "",
    ],
    ["no sweep ran", "sweep", {}, "sweep_none"],
    ["a sweep passed", "sweep", { ...fullSweep(), runs: [aRun(900)] }, ""],
    [
      "an older one passed",
      "sweep",
      { ...fullSweep(), runs: [aRun(901, { conclusion: "failure" }), aRun(900)] },
      "",
    ],
    ["it goes on", "sweep", { runs: [going] }, `sweep_running 900 ${URL}`],
    ["it failed", "sweep", { runs: [red] }, `sweep_not_green 900 ${URL} failure`],
    [
      "another pull request's passed",
      "sweep",
      { runs: [aRun(900, { belongs: false })] },
      "sweep_none",
    ],
    [
      "a trimmed one passed",
      "sweep",
      {
        ...labelled(["sweep-enabled"]),
        labelEvents: [aLabelEvent("sweep-enabled", { createdAt: NOW - 10 ** 7 })],
        runs: [aRun(900)],
      },
      `sweep_trimmed 900 ${URL}`,
    ],
    ["the labels of then are not known", "sweep", { runs: [aRun(900)] }, ""],
    ["the commits are not read", "sweep", { commits: unknown("truncated") }, ""],
    ["no evals ran, as nothing did", "evals", {}, "evals_none"],
    ["evals of another workflow are linked", "evals", { pull: aPull({ body: URL }) }, ""],
    ["the commits are not read", "evals", { commits: unknown("truncated") }, ""],
    [
      "evals went well",
      "evals",
      { ...labelled([FULL]), runs: [aRun(900, { jobs: [aJob("eval / a")] })] },
      "",
    ],
    [
      "evals failed",
      "evals",
      {
        ...labelled([FULL]),
        runs: [
          aRun(900, { conclusion: "failure", jobs: [aJob("eval / a", { conclusion: "failure" })] }),
        ],
      },
      `evals_failed 900 ${URL} 1`,
    ],
    [
      "only the benchmark failed",
      "evals",
      {
        ...labelled([FULL]),
        runs: [
          aRun(900, {
            conclusion: "failure",
            jobs: [aJob("single-node 1k1k / a", { conclusion: "failure" })],
          }),
        ],
      },
      "",
    ],
    ["jobs are not read", "evals", { ...labelled([FULL]), runs: [red] }, ""],
    ["no link is there", "link", {}, "link_missing"],
    ["a link is there", "link", { pull: aPull({ body: `See ${URL.toUpperCase()}.` }) }, ""],
    [
      "only a link elsewhere is there",
      "link",
      { pull: aPull({ body: URL.replace("acme", "tov") }) },
      "link_missing",
    ],
    ["a closed pull request", "reuse", { pull: aPull({ state: "closed" }) }, ""],
  ])("%s", (_story, box, more, expected) => {
    expect(said(box, more)).toBe(expected);
    expect(said(box, more, " ")).toBe("");
  });

  test("evals that score too little are named", () => {
    const results = hostileResults("x");
    const runs = results.runs.map((run) => ({
      ...run,
      runId: 900,
      evals: run.evals.map((row) => ({ ...row, passed: false })),
    }));
    expect(runs[0]?.evals.length).toBeGreaterThan(0);
    const more = { ...labelled([FULL]), results: { ...results, runs }, runs: [aRun(900)] };
    expect(said("evals", more)).toMatch(/^evals_below 900 \S+ \d+$/u);
  });

  test("stands on the card, one line each and no more than five", () => {
    const body = `## Checklist\n${Object.values(BOXES)
      .map((text) => `- [x] ${text}`)
      .join("\n")}`;
    const more = {
      documents: documentsOf({ changelog: untouched.replace("First", "Other") + ENTRY }),
      ...labelled([FULL, "sweep-enabled"]),
    };
    const facts = someFacts({ ...more, pull: { ...more.pull, body } });
    const { rows } = cardOf(decide(facts), facts);
    expect(rows.filter(({ subject }) => subject === "description").map(({ code }) => code)).toEqual(
      [
        ...["description_entry_edited", "description_label_several", "description_reuse_none"],
        ...["description_sweep_none", "description_evals_none"],
      ],
    );
  });
});
