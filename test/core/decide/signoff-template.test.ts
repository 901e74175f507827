import { describe, expect, test } from "@jest/globals";
import type { TemplateVerdict } from "../../../src/core/decide/signoff-template.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { aJob, aRun, HEAD, NOW, ownComment } from "../../support/build.ts";
import { templatePage } from "../../support/checklist.ts";
import { aFile } from "../../support/facts.ts";
import { answerWith, fullSweep } from "../../support/reuse.ts";
import { answerTo, ordered, signedFacts } from "../../support/signing.ts";

function verdictOf(more: Partial<Facts> = {}): TemplateVerdict | null {
  const comments = [...(more.comments ?? []), ordered("/signoff-template")];
  const [reply] = answerTo({ ...signedFacts(more, comments), comments })?.replies ?? [];
  return reply?.kind === "signoffTemplate" ? reply.verdict : null;
}

/** Links that the form gets, by item. */
function links(more: Partial<Facts>): readonly string[] {
  const verdict = verdictOf({ ...fullSweep(), ...more });
  if (verdict?.kind !== "form") throw new Error("no form");
  return verdict.known.flatMap(({ item, links }) =>
    links.map((link) => `${item}: ${/\d+$/u.exec(link)?.[0]}`),
  );
}

describe("the form that is given", () => {
  test("is the default branch's, signed by whoever asks, one entry an item", () => {
    expect(verdictOf()).toMatchObject({ kind: "form", login: "mira", known: { length: 9 } });
  });

  const documents = (checklist: Facts["documents"]["checklist"]): Partial<Facts> => ({
    documents: { ...signedFacts().documents, checklist },
  });
  const page = (text: string): Partial<Facts> => documents(aFile("docs/x.md", text));
  test.each<[string, Partial<Facts>, string | null]>([
    ["missing", documents(known(null)), "missing"],
    ["not understood", page("# Nothing"), "not_understood"],
    [
      "too long",
      page(templatePage().replace("Confirmed", "Confirmed ".repeat(4_000))),
      "not_understood",
    ],
    ["not read: it waits", documents(unknown("forbidden")), null],
  ])("is refused when the page is %s", (_story, more, code) => {
    const verdict = verdictOf(more);
    expect(verdict?.kind === "refused" ? verdict.code : verdict).toBe(code);
  });

  const evals = [aJob("single-node 1k1k / a"), aJob("eval / a", { id: 2 })];
  const red = [aJob("eval / a", { conclusion: "failure" })];
  test.each<[string, Partial<Facts>, readonly string[]]>([
    ["no run", {}, []],
    ["a run without evals", { runs: [aRun(900)] }, ["1: 900"]],
    ["a run with evals", { runs: [aRun(900, { jobs: evals })] }, ["1: 900", "2: 900"]],
    ["the newest of two", { runs: [aRun(901), aRun(900, { jobs: evals })] }, ["1: 901"]],
    ["a run that goes on", { runs: [aRun(900, { status: "in_progress", jobs: evals })] }, []],
    ["a failed run", { runs: [aRun(900, { conclusion: "failure", jobs: red })] }, []],
    ["a green run of something else", { runs: [aRun(900, { belongs: false })] }, []],
  ])("links %s", (_story, more, expected) => {
    expect(links(more)).toEqual(expected);
  });

  test("links the run that is named for reuse, then the newest", () => {
    const order = ordered("/reuse-sweep-run 900", { id: 11 });
    const binding = { runId: 900, attempt: 1, sourceSha: HEAD, headSha: HEAD, pinned: true };
    const answer = ownComment({
      ...{ id: 12, createdAt: NOW },
      body: answerWith({ kind: "bound", commentId: 11, binding }),
    });
    const runs = [aRun(901), aRun(900, { jobs: [aJob("eval / a")] })];
    expect(links({ runs, comments: [order, answer] })).toEqual(["1: 900", "1: 901", "2: 900"]);
  });
});
