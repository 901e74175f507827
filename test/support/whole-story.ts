import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import {
  appended,
  CHANGELOG,
  entryText,
  finishSweep,
  FULL_LABEL,
  openRecipePull,
  runsOf,
} from "./acts.ts";
import { filledForm } from "./forms.ts";
import { type Story, WORKFLOW } from "./story.ts";

/** What people and runners do between two looks of the bot. */
export interface Step {
  readonly name: string;
  readonly act: (story: Story, pull: SimulatedPull) => void;
}

/** Opens the pull request that the steps are about: its changelog entry is not right yet. */
export function openWhole(story: Story): SimulatedPull {
  const pull = openRecipePull(story.repo, { entry: (number) => entryText(number + 40) });
  for (const login of ["mira", "amir", "tov", "zoe", "fay"]) pull.requestReview(login);
  return pull;
}

const STEPS: readonly Step[] = [
  {
    name: "the entry is mended",
    act: ({ repo }, pull) => {
      pull.push({ [CHANGELOG]: appended(repo, entryText(pull.number)) });
    },
  },
  {
    name: "a sweep is asked for",
    act: (_, pull) => {
      pull.label("nora", FULL_LABEL);
      pull.label("nora", "skip_queue");
    },
  },
  {
    name: "jobs run",
    act: ({ repo }, pull) => {
      for (const run of runsOf(repo, pull)) {
        run.start();
        run.addJob("eval / tiny conc64").complete("success");
        run.addJob("single-node 8k1k / tiny conc4").start();
      }
    },
  },
  {
    name: "the run ends",
    act: ({ repo }, pull) => {
      for (const run of runsOf(repo, pull)) {
        for (const job of run.jobs) if (job.status !== "completed") job.complete("success");
        finishSweep(run);
      }
    },
  },
  {
    name: "its results are to be reused, and somebody asks for help",
    act: (_, pull) => {
      pull.comment("mira", "/reuse-sweep-run");
      pull.comment("tov", "/help");
    },
  },
  {
    name: "the owners sign off",
    act: ({ repo }, pull) => {
      pull.comment("nora", filledForm(repo, "nora"));
      pull.review("zoe", { state: "APPROVED", body: filledForm(repo, "zoe") });
    },
  },
  {
    name: "it is merged",
    act: ({ repo }, pull) => {
      const sha = pull.merge("mira", { method: "squash" });
      const run = repo.pushRun(WORKFLOW, sha).start();
      run.addArtifact("changelog-metadata", { "metadata.json": "{}" });
    },
  },
  {
    name: "the run on the default branch ends",
    act: ({ repo }) => {
      for (const run of repo.runs()) if (run.event === "push") run.complete("success");
    },
  },
];

/** One pull request's whole life after it was opened, as acts; the bot looks in between. */
export function wholeStory(): readonly Step[] {
  return STEPS;
}
