/** A signed pull request with a full sweep on record, for tests of what the sign-off makes of it. */
import { decide } from "../../src/core/decide/decide.ts";
import type { Facts, RunFacts, SourceFacts } from "../../src/core/model/facts.ts";
import type { ChangedFile, Job } from "../../src/core/model/github.ts";
import { known } from "../../src/core/model/reading.ts";
import {
  aComment,
  aJob,
  aPerson,
  type AnyRun,
  aRun,
  EARLIER,
  HEAD,
  NOW,
  ownComment,
} from "./build.ts";
import { formOf } from "./checklist.ts";
import { aFile, documentsOf, exampleFile, someFacts } from "./facts.ts";
import { FULL_JOBS, fullBench, fullEvals } from "./full-sweep.ts";
import { runResults } from "./results.ts";
import { answerWith, fullSweep } from "./reuse.ts";

export const NVIDIA = "configs/nvidia-master.yaml";
export const IMAGE = "vllm/vllm-openai:v0.23.0";
export const recipes = exampleFile(NVIDIA).replace(/vllm\/vllm-openai:v\S+/u, IMAGE);
const thresholds = aFile("utils/evals/thresholds.yaml", exampleFile("utils/evals/thresholds.yaml"));

export const file = (path: string, more: Partial<ChangedFile> = {}): ChangedFile => ({
  path,
  previousPath: null,
  status: "modified",
  blobSha: "1",
  ...more,
});
export const FILES = [file(NVIDIA), file("perf-changelog.yaml")];

/** Jobs of a full sweep, some of which ended otherwise. */
export function jobs(endings: Readonly<Record<string, Job["conclusion"]>> = {}): readonly Job[] {
  return FULL_JOBS.map((name, id) => {
    const ending = Object.entries(endings).find(([part]) => name.includes(part));
    return aJob(name, { id, conclusion: ending === undefined ? "success" : ending[1] });
  });
}

export function run(id: number, more: AnyRun = {}): RunFacts {
  return aRun(id, { jobs: jobs(), artifacts: ["results_bmk", "eval_results_all"], ...more });
}

/** Zoe has signed for the head, and run 900 is a full sweep of it. */
export function situation(more: Partial<Facts> = {}): Facts {
  const results = [...fullEvals(), fullBench(IMAGE)];
  return someFacts({
    ...fullSweep(),
    comments: [aComment({ id: 1, body: formOf({ signed: "zoe" }), author: aPerson("zoe") })],
    pushes: known([{ after: HEAD, at: NOW - 600_000 }]),
    permissions: { zoe: known("write") },
    teams: { "acme/core": { zoe: known(true) } },
    documents: documentsOf({ recipes }),
    files: known(FILES),
    runs: [run(900)],
    results: { runs: [runResults(results)], baselines: {}, thresholds, pictures: {} },
    ...more,
  });
}

/** What a check came to, with its remarks. */
export function row(check: number, more: Partial<Facts> = {}): string {
  const { rows } = decide(situation(more)).signoff;
  const found = rows.find((each) => each.check === check);
  return [found?.outcome, found?.code, ...(found?.notes ?? [])].join(" ");
}

/** Our answer that authorised run 900 when somebody named it. */
export const reused: Partial<Facts> = {
  comments: [
    ...situation().comments,
    aComment({ id: 2, body: "/reuse-sweep-run 900" }),
    ownComment({
      id: 3,
      body: answerWith({
        kind: "bound",
        commentId: 2,
        binding: { runId: 900, attempt: 1, sourceSha: HEAD, headSha: HEAD, pinned: true },
      }),
    }),
  ],
};

/** What stood at the earlier commit. */
export function source(more: Partial<SourceFacts> = {}): Facts["sources"] {
  const { documents } = situation();
  const masters = documents.masters.map(({ head }) => head);
  const { runners, changelog } = documents;
  const same = { runners: runners.head, changelog: changelog.head, masters };
  return { [EARLIER]: { sha: EARLIER, changedPaths: known([]), ...same, ...more } };
}
export const earlier = (more: AnyRun = {}): readonly RunFacts[] => [
  run(900, { headSha: EARLIER, ...more }),
];
