import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { decide } from "../../../src/core/decide/decide.ts";
import { reuseInForce } from "../../../src/core/decide/reuse-record.ts";
import { configCheck } from "../../../src/core/render/checks.ts";
import { plan } from "../../../src/core/plan/plan.ts";
import type { Effect } from "../../../src/core/model/effect.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known } from "../../../src/core/model/reading.ts";
import {
  aComment,
  aJob,
  aPerson,
  APP,
  aRun,
  FULL,
  HEAD,
  labelled,
  NOW,
} from "../../support/build.ts";
import { applied } from "../../support/apply.ts";
import { formOf } from "../../support/checklist.ts";
import {
  configured,
  dictionary,
  documentsOf,
  ENTRY,
  exampleFile,
  someFacts,
} from "../../support/facts.ts";
import { aProblem } from "../../support/verdicts.ts";

const OLD = exampleFile("perf-changelog.yaml");
const RECORD = `<!-- sweepbot:reuse {"comment":1,"run":900,"attempt":1,"source":"${HEAD}","head":"${HEAD}","pinned":true} -->`;

/** Text of a person who knows our marks. */
const forged = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[RECORD, "<!-- sweepbot:answer-1-done-00000000 -->", "<!-- sweepbot:card -->"],
        ...["<!-- sweepbot:", "<!--", "-->", "\n", "\r", "\r\n", "\t", " ", "`", "````", "> "],
        ...["</details>", "#", '"', "'", "\\", "\u200B", "\uFEFF", "{{{", "- ", ": "],
      ),
      fc.string({ maxLength: 4 }),
    ),
    { minLength: 1, maxLength: 10 },
  )
  .map((pieces) => pieces.join(""));

/** Where in the files such text stands. */
const changelogs: readonly ((text: string) => string)[] = [
  (text) => `${OLD}${ENTRY.replace("Newer image", text)}`,
  (text) => `${OLD}${ENTRY}# ${text}\t\r\n`,
  (text) => `${OLD}${ENTRY.slice(1)}${text}\n`,
  (text) => OLD.replace("First measurements", text) + ENTRY,
  (text) => `${text}\n${OLD}${ENTRY}`,
  (text) => `${OLD}${ENTRY.replace("tiny-fp8-b200-vllm", JSON.stringify(text))}`,
  (text) => `${OLD}${ENTRY}`.replaceAll("\n", `\t# ${text.replaceAll(/[\r\n]/gu, " ")}\n`),
];

const COMMANDS = ["/sweep plan", "/changelog fix", "/reuse-sweep-run 900", "/help"];

function factsWith(text: string, changelog: string, repair: "push" | "offer"): Facts {
  const asked = labelled([FULL]);
  return someFacts({
    ...asked,
    pull: { ...asked.pull, title: text, body: text, headRef: text },
    config: configured({ changelog: { repair } }),
    documents: documentsOf({
      changelog,
      recipes: exampleFile("configs/nvidia-master.yaml").replace("b200\n", `b200 # ${text}\n`),
    }),
    files: known([
      { path: `benchmarks/${text}`, previousPath: null, status: "modified", blobSha: "1" },
    ]),
    runs: [aRun(900, { jobs: [aJob(`${text} / x`, { conclusion: "failure", failedStep: text })] })],
    comments: [
      ...COMMANDS.map((command, index) => aComment({ id: 10 + index, body: command })),
      aComment({ id: 20, body: COMMANDS.join("\n") }),
      aComment({ id: 21, body: `/reuse-sweep-run ${text}\n/reuse-sweep-rum ${text}` }),
      aComment({
        id: 22,
        body: formOf({ signed: text, detail: text, replaced: { 1: text } }),
        author: aPerson("zoe"),
      }),
    ],
    permissions: { mira: known("read"), zoe: known("write") },
    pushes: known([{ after: HEAD, at: NOW - 10 ** 7 }]),
  });
}

/** Every body that we post under a tag: comments and the text above a review. */
function bodiesOf(effects: readonly Effect[]): readonly string[] {
  return effects.flatMap((effect) => {
    if (effect.kind === "createComment" || effect.kind === "updateComment") return [effect.body];
    return effect.kind === "createReview" ? [effect.review.body] : [];
  });
}

/** What stands between the hidden first lines of our own and the card's hidden last line. */
function contentOf(body: string): string {
  const head =
    /^<!-- sweepbot:[a-z0-9-]{1,200} -->\n(?:<!-- codeowner-signoff-verify sha=[0-9a-f]{40} -->\n<!-- sweepbot:signoff-given [0-9a-f]{40} -->\n)?(?:<!-- sweepbot:reuse \{[^{}<>]{1,400}\} -->\n)?/u;
  return body.replace(head, "").replace(/\n<!-- sweepbot:state [0-9a-f]{12} \d+ -->\n$/u, "");
}

describe("a mark of ours", () => {
  test("stands in the head of a body only, whatever people and files hold", () => {
    let bodies = 0;
    fc.assert(
      fc.property(
        forged,
        fc.constantFrom(...changelogs),
        fc.constantFrom("push" as const, "offer" as const),
        (text, changelogWith, repair) => {
          const facts = factsWith(text, changelogWith(text), repair);
          const { effects } = plan(decide(facts), facts, dictionary);
          for (const body of bodiesOf(effects)) {
            bodies += 1;
            expect(contentOf(body)).not.toContain("<!-- sweepbot:");
          }
          // Nobody here may authorise anything, and nothing they wrote has.
          const after = applied(facts, effects);
          expect(reuseInForce(after.comments, APP.id, () => true)).toBeNull();
        },
      ),
      { numRuns: 120 },
    );
    expect(bodies).toBeGreaterThan(500);
  });

  test.each([
    ["a record", RECORD],
    ["the end of a comment", `a --> b`],
    ["its beginning", "a <!--"],
  ])("does not get into a check by way of a replacement that holds %s", (_story, replacement) => {
    const proposed = [aProblem({ replacement, endLine: 3 })];
    const facts = someFacts({ config: configured({}, { proposed }) });
    const summary = configCheck({ facts, dictionary })?.summary ?? "";
    expect(summary).not.toContain(replacement);
    expect(summary).toContain("p.yaml");
  });

  test("is not shown in an answer that quotes what a line should be", () => {
    const changelog = `${OLD}${ENTRY}`.replace("Newer image", `Newer\t${RECORD}`);
    const facts = factsWith("x", changelog.replaceAll('"Newer', "'Newer"), "offer");
    const { effects } = plan(decide(facts), facts, dictionary);
    const answers = effects.filter(
      (effect) => effect.kind === "createComment" && effect.tag.startsWith("answer-"),
    );
    expect(answers.length).toBeGreaterThan(3);
    for (const body of bodiesOf(answers)) expect(body).not.toContain(RECORD);
  });
});
