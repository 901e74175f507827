import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { decide, type Verdicts } from "../../../src/core/decide/decide.ts";
import { cardOf } from "../../../src/core/plan/card.ts";
import { renderAnswer } from "../../../src/core/render/answers.ts";
import { renderCard } from "../../../src/core/render/card.ts";
import { changelogCheck, configCheck, sweepCheck } from "../../../src/core/render/checks.ts";
import { renderFailures } from "../../../src/core/render/failures.ts";
import { renderReminder, renderVisualizer } from "../../../src/core/render/notices.ts";
import { renderSignoff } from "../../../src/core/render/signoff.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known } from "../../../src/core/model/reading.ts";
import { aComment, aJob, aPerson, aRun, FULL, HEAD, labelled, NOW } from "../../support/build.ts";
import { aFinding, LOST } from "../../support/causes.ts";
import { formOf } from "../../support/checklist.ts";
import {
  configured,
  dictionary,
  documentsOf,
  ENTRY,
  exampleFile,
  someFacts,
} from "../../support/facts.ts";
import { harm } from "../../support/harm.ts";
import { hostileResults } from "../../support/results.ts";
import {
  aMatrix,
  aProblem,
  BINDING,
  CHANGELOGS,
  NASTY,
  RULES,
  SWEEP_PLAN,
} from "../../support/verdicts.ts";

/** Text of a person, put together from what is dangerous. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "@mira",
        "@acme/core",
        "<b>",
        "<!-- sweepbot:card -->",
        "-->",
        "</details>",
        "[a](https://e.example)",
        "![i](x)",
        "`",
        "```",
        "|",
        "\n",
        "\n\n# ",
        "\r",
        "\u202E",
        "\u200B",
        "#12",
        "https://e.example",
        "www.e.example",
        "&lt;",
        "\\",
        "~~",
        "$",
        "- [x] ",
        "/help",
        "{{run}}",
        "{{{run}}}",
      ),
      fc.string({ maxLength: 5 }),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((pieces) => pieces.join(""));

const FAILED = {
  kind: "failed",
  binding: BINDING,
  dispatch: { kind: "ingest", key: "k", owner: "acme", name: "x", eventType: "e", payload: {} },
  reason: NASTY,
} as const;

/** Facts in which every text that a person chose is the given one. */
function factsWith(text: string): Facts {
  const asked = labelled([FULL]);
  const run = aRun(900, {
    status: "in_progress",
    artifacts: [],
    jobs: [
      aJob(`${text} / x`, { id: 1, conclusion: "failure", failedStep: text, runnerName: text }),
      aJob(`eval / ${text}`, { id: 2, conclusion: "failure", failedStep: text, url: null }),
    ],
  });
  const entry = ENTRY.replace("tiny-fp8-b200-vllm", JSON.stringify(text));
  return someFacts({
    ...asked,
    pull: { ...asked.pull, title: text, body: text, baseRef: text, headRef: text },
    documents: documentsOf({ changelog: exampleFile("perf-changelog.yaml") + entry }),
    files: known([
      { path: `benchmarks/${text}`, previousPath: null, status: "modified", blobSha: "1" },
    ]),
    runs: [run],
    causes: { 1: known(aFinding({ text })), 2: known({ ...LOST, text }) },
    comments: [
      aComment({ id: 1, body: `/reuse-sweep-run ${text}` }),
      aComment({
        id: 2,
        body: `/reuse-sweep-rum ${text}\n/sweep ${text}\n/signoff-verify ${text}`,
      }),
      aComment({
        id: 4,
        body: `/signoff-verify\n/signoff-template\n/signoff-resolve 3 ok ${text}`,
      }),
      aComment({
        id: 3,
        body: formOf({ signed: text, detail: text, replaced: { 1: text } }),
        author: aPerson("zoe"),
      }),
    ],
    results: hostileResults(text),
    permissions: { mira: known("write"), zoe: known("write") },
    pushes: known([{ after: HEAD, at: NOW - 10 ** 7 }]),
  });
}

/** Everything that is written on a pull request, by name. */
function renderings(facts: Facts, verdicts: Verdicts): Readonly<Record<string, string>> {
  const config = facts.config.inForce;
  const sources = { facts, dictionary };
  const withoutSigner = { ...verdicts.signoff, covering: [] };
  const answers = verdicts.commands.answers.map((answer, index) => [
    `answer ${index}`,
    renderAnswer({ ...answer, login: "" }, config, dictionary),
  ]);
  return {
    card: renderCard(cardOf(verdicts, facts), dictionary, config.languages),
    changelog: changelogCheck(verdicts.changelog, verdicts.matrix, sources).summary,
    failures: renderFailures(verdicts.failures, dictionary.zh),
    signoff: renderSignoff(withoutSigner, { headSha: HEAD, tipSha: null }, config, dictionary),
    reminder: renderReminder(facts, dictionary),
    ...(Object.fromEntries(answers) as Record<string, string>),
  };
}

describe("text of a person", () => {
  test("mentions, links, draws and hides nothing in anything that is written", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const facts = factsWith(text);
        for (const [name, body] of Object.entries(renderings(facts, decide(facts)))) {
          expect([name, harm(body)]).toEqual([name, []]);
        }
      }),
      { numRuns: 150 },
    );
  });

  const facts = someFacts({
    config: configured({}, { proposed: [aProblem({ values: { key: NASTY, expected: NASTY } })] }),
  });
  const base = decide(facts);
  const sources = { facts, dictionary };
  test.each<[string, string]>([
    ["a problem of the settings", configCheck(sources)?.summary ?? ""],
    [
      "keys and paths of a changelog",
      CHANGELOGS.map((each) => changelogCheck(each, { kind: "none" }, sources).summary).join(
        "\n\n",
      ),
    ],
    [
      "a refusal of GitHub",
      renderCard(
        cardOf(
          {
            ...base,
            sweep: {
              ...base.sweep,
              decision: { kind: "triggerFailed", plan: SWEEP_PLAN, reason: NASTY },
            },
          },
          facts,
        ),
        dictionary,
        ["en"],
      ),
    ],
    [
      "reasons of a suspended reuse",
      renderCard(
        cardOf({ ...base, reuse: { kind: "suspended", binding: BINDING, rules: RULES } }, facts),
        dictionary,
        ["zh"],
      ),
    ],
    [
      "a failed publication",
      renderCard(cardOf({ ...base, merge: FAILED }, facts), dictionary, ["en"]),
    ],
    [
      "families of a plan",
      renderCard(
        cardOf({ ...base, matrix: aMatrix({ families: { [NASTY]: 3 } }) }, facts),
        dictionary,
        ["en"],
      ),
    ],
    [
      "a sweep's title",
      sweepCheck(
        { decision: { kind: "running", plan: SWEEP_PLAN, runId: 1 }, shown: null, cancel: [] },
        null,
        sources,
      )?.summary ?? "",
    ],
    [
      "a visualizer comment",
      renderVisualizer(aRun(900, { conclusion: "failure" }), 901, facts.config.inForce, dictionary),
    ],
  ])("%s", (_story, body) => {
    expect(body).not.toBe("");
    expect(harm(body)).toEqual([]);
  });

  test("the test itself sees harm", () => {
    expect(harm(`Hello ${NASTY}`).length).toBeGreaterThan(4);
    expect(harm("Hello @mira")).toEqual(["@mira"]);
    expect(harm("`@mira` <!-- sweepbot:card -->")).toEqual([]);
  });
});
