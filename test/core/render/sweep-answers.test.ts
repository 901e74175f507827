import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import type { ClaimFact, Facts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import {
  type AnyRun,
  aPull,
  aRun,
  EARLIER,
  FULL,
  HEAD,
  labelled,
  NOW,
} from "../../support/build.ts";
import { configured, someRevisions } from "../../support/facts.ts";
import { askedFacts, said } from "../../support/said.ts";
import { NASTY } from "../../support/verdicts.ts";

const LABEL = { ...labelled([FULL]), permissions: { mira: known("write" as const) } };

function ran(run: AnyRun): Partial<Facts> {
  return { runs: [aRun(900, run)] };
}

/** A re-run that was asked of GitHub, and what came of it. */
function rerun(body: string, run: AnyRun, result: string): Partial<Facts> {
  const { rerun: asked } = decide(askedFacts(body, ran(run))).commands;
  const key = asked?.rerun.key ?? "";
  const claim: ClaimFact = { key, kind: "rerun", state: "recorded", result, at: NOW };
  return { ...ran({ attempt: 2, status: "queued" }), claims: [claim] };
}

const RED = { conclusion: "failure" } as const;

describe("what is said to a sweep command", () => {
  test.each<[string, string, Partial<Facts>, RegExp]>([
    [
      "an order",
      "/sweep run",
      {},
      /^<!-- sweepbot:sweep \{.*\} -->\nThe sweep of `bbbbbbb` starts, as with the label `full-sweep-fail-fast`/mu,
    ],
    [
      "a closed pull request",
      "/sweep run",
      { pull: aPull({ state: "closed" }) },
      /closed, so no sweep starts/u,
    ],
    [
      "its own workflow",
      "/sweep run",
      { config: configured({ sweep: { trigger: "observe" } }) },
      /Put the label `full-sweep-fail-fast` on/u,
    ],
    ["another commit", `/sweep run ${EARLIER}`, {}, new RegExp(`post \`/sweep run ${HEAD}\``, "u")],
    [
      "a short commit",
      "/sweep run bbbbbbb",
      {},
      /`bbbbbbb` is not a whole commit SHA.*Usage: `\/sweep run \[commit\]`/u,
    ],
    [
      "a fork",
      "/sweep run",
      { pull: aPull({ headRepository: { id: 9, fullName: "fay/x" } }) },
      new RegExp(`post \`/sweep run ${HEAD}\``, "u"),
    ],
    [
      "a fork with its commit",
      `/sweep run ${HEAD}`,
      { pull: aPull({ headRepository: { id: 9, fullName: "fay/x" } }) },
      /no up-to-date test merge .* Nothing was started\. Post the command again/u,
    ],
    ["a reuse beside it", "/sweep run\n/reuse-sweep-run", {}, /Post the one that you mean/u],
    ["what is starting", "/sweep run", LABEL, /starting already/u],
    [
      "no sweep label to take",
      "/sweep run",
      { config: configured({ labels: { recommended: NASTY } }) },
      /which is no sweep label/u,
    ],
    [
      "a draft",
      "/sweep run",
      { pull: aPull({ draft: true }) },
      /Does not start while this is a draft\. Mark the pull request/u,
    ],
    [
      "a skip marker",
      "/sweep run",
      { revisions: known(someRevisions({ headMessage: "[skip-sweep]" })) },
      /carries `\[skip-sweep\]`\. Push a commit/u,
    ],
    [
      "what cannot be read",
      "/sweep run",
      { revisions: unknown("forbidden") },
      /could not be read\. Nothing was started\. Post the command again/u,
    ],
    [
      "a stop",
      "/sweep cancel",
      { runs: [aRun(900, { status: "queued" })] },
      /^<!-- sweepbot:sweep \{.*\} -->\n\[Run 900\]\(https.*\) is being stopped\. A push/mu,
    ],
    [
      "a stop before the start",
      "/sweep cancel",
      LABEL,
      /The sweep that was about to start does not\. A push/u,
    ],
    ["nothing to stop", "/sweep cancel", {}, /nothing to stop/u],
    [
      "several",
      "/sweep run\n/sweep cancel",
      {},
      /`\/sweep run \[commit\]` was not carried out.*`\/sweep cancel`/u,
    ],
    [
      "failed jobs again",
      "/sweep rerun",
      rerun("/sweep rerun", RED, "rerun"),
      /\[Run 900\]\(https.*\) runs its failed jobs again, as attempt 2\.$/mu,
    ],
    [
      "all jobs again",
      "/sweep rerun all",
      rerun("/sweep rerun all", RED, "rerun"),
      /runs all its jobs again, as attempt 2\.$/mu,
    ],
    [
      "all jobs of a cancelled run again",
      "/sweep rerun",
      rerun("/sweep rerun", { conclusion: "cancelled" }, "rerun"),
      /attempt 2\. All of them .* because the run was cancelled/u,
    ],
    [
      "a run that is gone",
      "/sweep rerun",
      { ...rerun("/sweep rerun", RED, "rerun"), runs: [] },
      /^Run 900 runs its failed jobs/mu,
    ],
    [
      "GitHub's refusal",
      "/sweep rerun",
      rerun("/sweep rerun", RED, `failed:${NASTY}`),
      /GitHub refused to run it again: (?!.*<b>)(?!.*@mira <)/u,
    ],
    ["no run", "/sweep rerun", {}, /no run yet/u],
    ["a run that goes on", "/sweep rerun", ran({ status: "in_progress" }), /has not ended yet/u],
    [
      "an earlier commit's run",
      "/sweep rerun",
      ran({ ...RED, sourceSha: EARLIER }),
      /measured an earlier commit/u,
    ],
    [
      "an unwanted run",
      "/sweep rerun",
      ran({ ...RED, planKey: "f".repeat(16) }),
      /would be stopped again/u,
    ],
    ["a green run", "/sweep rerun", ran({}), /Nothing failed in \[run 900\]/u],
    [
      "a run that never started",
      "/sweep rerun",
      ran({ conclusion: "startup_failure" }),
      /no job of it ever ran/u,
    ],
    [
      "a run that waits",
      "/sweep rerun",
      ran({ conclusion: "action_required" }),
      /waits for an approval/u,
    ],
    [
      "an old run",
      "/sweep rerun",
      ran({ ...RED, createdAt: NOW - 31 * 86_400_000 }),
      /more than 30 days old/u,
    ],
    [
      "a closed pull request's run",
      "/sweep rerun",
      { ...ran(RED), pull: aPull({ state: "closed" }) },
      /nothing runs again/u,
    ],
  ])("%s", (_story, body, more, words) => {
    expect(said(body, more)).toMatch(words);
    expect(said(body, more, "zh")).toMatch(/\p{Script=Han}/u);
  });
});
