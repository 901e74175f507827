import { describe, expect, test } from "@jest/globals";
import { loginsToAsk, namedRunIds, sourcesToRead } from "../../../src/core/decide/needs.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import {
  aCheckRun,
  aComment,
  aLabelEvent,
  aPerson,
  aRun,
  FULL,
  HEAD,
  labelled,
  ownComment,
} from "../../support/build.ts";
import { formOf } from "../../support/checklist.ts";
import { someFacts } from "../../support/facts.ts";
import { answerWith } from "../../support/reuse.ts";

const command = aComment({ id: 1, body: "/reuse-sweep-run 900" });
const bound = ownComment({
  id: 2,
  body: answerWith({
    kind: "bound",
    commentId: 3,
    binding: { runId: 800, attempt: 1, sourceSha: HEAD, headSha: HEAD, pinned: false },
  }),
});
const RUN_URL = "https://github.com/acme/gpu-benchmarks/actions/runs/700";

describe("whose permission is asked", () => {
  test.each<[string, Partial<Facts>, readonly string[]]>([
    ["nobody's", {}, []],
    ["who commands", { comments: [command] }, ["mira"]],
    [
      "who put the label on",
      { ...labelled([FULL]), labelEvents: [aLabelEvent(FULL, { by: "nora" })] },
      ["nora"],
    ],
    ["nobody's for a label of a closed pull request", labelled([FULL], { state: "closed" }), []],
    ["nobody's for two labels", labelled([FULL, "sweep-enabled"]), []],
    [
      "nobody's for a label that a deleted person put on",
      { ...labelled([FULL]), labelEvents: [aLabelEvent(FULL, { actor: null })] },
      [],
    ],
    [
      "who signed off",
      { comments: [aComment({ id: 1, body: formOf(), author: aPerson("zoe") })] },
      ["zoe"],
    ],
    ["each once", { ...labelled([FULL]), comments: [command, { ...command, id: 5 }] }, ["mira"]],
  ])("%s", (_story, facts, logins) => {
    expect(loginsToAsk(someFacts(facts))).toEqual(logins);
  });
});

describe("which runs are looked up by their id", () => {
  test.each<[string, Partial<Facts>, readonly number[]]>([
    ["none", {}, []],
    ["the one of a pending command", { comments: [command] }, [900]],
    ["none for a bare command", { comments: [aComment({ id: 1, body: "/reuse-sweep-run" })] }, []],
    [
      "the authorised one",
      { comments: [bound, aComment({ id: 3, body: "/reuse-sweep-run", author: null })] },
      [800],
    ],
    ["not one whose command is gone", { comments: [bound] }, []],
    [
      "not one that our own comment only quotes",
      {
        comments: [
          { ...bound, body: `<!-- sweepbot:card -->\n${bound.body}` },
          aComment({ id: 3, body: "/reuse-sweep-run", author: null }),
        ],
      },
      [],
    ],
    [
      "those of our visualizer comments",
      { comments: [ownComment({ id: 1, body: "<!-- sweepbot:visualizer-600 -->\nx" })] },
      [600],
    ],
    [
      "not those of a forged one",
      {
        comments: [aComment({ id: 1, body: "<!-- sweepbot:visualizer-600 -->\nx", author: null })],
      },
      [],
    ],
    [
      "that of our check run",
      { checkRuns: [aCheckRun("sweepbot/sweep", { detailsUrl: RUN_URL })] },
      [700],
    ],
    [
      "not that of another app's check run",
      { checkRuns: [aCheckRun("sweepbot/sweep", { detailsUrl: RUN_URL, appId: 8 })] },
      [],
    ],
    [
      "by a command to stage it",
      { comments: [aComment({ id: 4, body: "/stage-results 901" })] },
      [901],
    ],
    [
      "each once",
      {
        comments: [command],
        checkRuns: [aCheckRun("x", { detailsUrl: RUN_URL.replace("700", "900") })],
      },
      [900],
    ],
  ])("%s", (_story, facts, ids) => {
    expect(namedRunIds(someFacts(facts))).toEqual(ids);
  });
});

describe("which measured commits are compared with the head", () => {
  const sha = (digit: number): string => String(digit).repeat(40);
  const runs = [1, 2, 3, 4, 5, 6, 7].map((digit) => aRun(900 - digit, { sourceSha: sha(digit) }));
  test.each<[string, Facts["runs"], readonly string[]]>([
    ["none for the head itself", [aRun(900)], []],
    ["none for a run that goes on", [aRun(900, { sourceSha: sha(1), status: "in_progress" })], []],
    [
      "none where the commit is known by its beginning only",
      [aRun(900, { sourceSha: "123456789012" })],
      [],
    ],
    ["each once", [aRun(900, { sourceSha: sha(1) }), aRun(901, { sourceSha: sha(1) })], [sha(1)]],
    ["the newest five", runs, [1, 2, 3, 4, 5].map(sha)],
  ])("%s", (_story, all, shas) => {
    expect(sourcesToRead(someFacts(), all)).toEqual(shas);
  });

  test("first those that a person named, however old", () => {
    const comments = [aComment({ id: 1, body: "/reuse-sweep-run 893" })];
    expect(sourcesToRead(someFacts({ comments }), runs)).toEqual([7, 1, 2, 3, 4].map(sha));
  });
});
