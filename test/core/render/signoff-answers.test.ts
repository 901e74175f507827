import { describe, expect, test } from "@jest/globals";
import type { SignoffReply } from "../../../src/core/decide/signoff-commands.ts";
import type { SeenCode, SeenSignoff, Standing } from "../../../src/core/decide/signoff-verify.ts";
import { parseSignoff } from "../../../src/core/signoff/body.ts";
import type { CheckResult } from "../../../src/core/signoff/checks.ts";
import { STATE_CODES } from "../../../src/core/signoff/state.ts";
import { parseTemplate } from "../../../src/core/signoff/template.ts";
import { resolutionLines, signoffText } from "../../../src/core/render/signoff-answers.ts";
import { HEAD, NOW } from "../../support/build.ts";
import { templatePage } from "../../support/checklist.ts";
import { configured, dictionary } from "../../support/facts.ts";
import { harm } from "../../support/harm.ts";
import { said } from "../../support/said.ts";
import { NASTY } from "../../support/verdicts.ts";

const HAN = /\p{Script=Han}/u;
const PAGE = "https://github.com/acme/gpu-benchmarks/pull/42#issuecomment-1";

const SEEN: readonly SeenCode[] = [
  ...(["counts", "other_commit", "commit_unknown", "replaced", "edited_by_other"] as const),
  ...(["editor_unknown", "in_code_block", "too_few_items", "not_at_line_start"] as const),
  ...(["altered_phrase", "too_long", "stranger", "review_state", "no_author"] as const),
  ...(["bot", "own_comment", "not_a_signoff"] as const),
];
const STANDINGS: readonly Standing[] = ["open", "draft", "closed", "merged", "other_branch"];

function aSeen(code: SeenCode): SeenSignoff {
  return { login: code === "no_author" ? "" : NASTY, url: PAGE, code, sha: "ccccccc" };
}

const ROW: CheckResult = {
  ...{ check: 4, outcome: "fail", code: "reuse_none", values: {}, notes: [], evidence: {} },
};
const OPEN: readonly CheckResult[] = [
  ROW,
  { ...ROW, check: 3, outcome: "human", code: "not_decided_yet" },
  { ...ROW, check: 6, outcome: "human", code: "recipes_unread", values: { cause: "truncated" } },
];

const VERIFIED: readonly SignoffReply[] = STATE_CODES.flatMap((code) =>
  STANDINGS.map((standing) => ({
    kind: "signoffVerify" as const,
    verdict: {
      ...{ kind: "seen", signoffs: SEEN.map(aSeen), open: OPEN, standing },
      status: { state: "pending", code, values: { sha: "bbbbbbb", count: 2, checks: "3, 4" } },
    },
  })),
);
const REFUSED = ["another_pull", "not_here"] as const;
const RESOLVED = [
  ...(["pull_closed", "own_pull", "by_bot", "edited_by_other"] as const),
  ...(["no_signoff", "failed", "decided"] as const),
];
const record = {
  ...{ commentId: 1, mark: "0".repeat(8), check: 3, decision: "ok" as const },
  ...{ evidence: "0".repeat(32), login: "mira", at: NOW },
};
const RESOLUTIONS: readonly SignoffReply[] = [
  ...(["ok", "reject"] as const).map((decision) => ({
    ...{ kind: "signoffResolve" as const, check: 3, decision },
    verdict: { kind: "accepted" as const, record, headSha: HEAD },
  })),
  ...RESOLVED.map((code) => ({
    ...{ kind: "signoffResolve" as const, check: 3, decision: "ok" as const },
    verdict: { kind: "refused" as const, code, check: 3 },
  })),
  { kind: "signoffResolve", check: 3, decision: "ok", verdict: { kind: "unread" } },
  { kind: "resolveReplaced", check: 3 },
];
const template = parseTemplate(templatePage());
const inapplicable = { ...ROW, outcome: "na", code: "no_benchmark_change" } as const;
const FORM: SignoffReply = {
  kind: "signoffTemplate",
  verdict: {
    kind: "form",
    login: "mira",
    form: template.kind === "template" ? template.form : "",
    known: [
      { item: 1, links: ["https://github.com/acme/x/actions/runs/9"], inapplicable: null },
      { item: 2, links: [], inapplicable },
      {
        item: 3,
        links: [],
        inapplicable: { ...ROW, outcome: "na", code: "images_nothing_changed" },
      },
    ],
  },
};
const TEMPLATES: readonly SignoffReply[] = [
  FORM,
  { kind: "signoffTemplate", verdict: { kind: "refused", code: "missing" } },
  { kind: "signoffTemplate", verdict: { kind: "refused", code: "not_understood" } },
  { kind: "signoffTemplate", verdict: { kind: "unread" } },
];
const REPLIES: readonly SignoffReply[] = [
  ...VERIFIED,
  ...REFUSED.map((code) => ({
    kind: "signoffVerify" as const,
    verdict: { kind: "refused" as const, code },
  })),
  ...SEEN.map((code) => ({
    kind: "signoffVerify" as const,
    verdict: { kind: "noCandidate" as const, signoff: aSeen(code) },
  })),
  ...RESOLUTIONS,
  ...TEMPLATES,
];

describe.each([dictionary.en, dictionary.zh])("in $language", (words) => {
  const { inForce: config } = configured({ languages: [words.language] });

  test("every answer is said in its own words, and does no harm", () => {
    const texts = REPLIES.map((reply) => signoffText(reply, { config, words }));
    expect(new Set(texts).size).toBe(texts.length);
    for (const text of texts) {
      expect(harm(text)).toEqual([]);
      expect(HAN.test(text)).toBe(words.language === "zh");
    }
  });

  test("the form stands below the first language only", () => {
    const text = signoffText(FORM, { config, words });
    expect(text).toContain("```\nAs a PR reviewer");
    expect(parseSignoff(text)).toBeNull();
    const other = configured({ languages: words.language === "en" ? ["zh", "en"] : ["en", "zh"] });
    expect(signoffText(FORM, { config: other.inForce, words })).not.toContain("As a PR reviewer");
  });
});

describe("what is said", () => {
  const { inForce: config } = configured({ languages: ["en"] });
  const words = dictionary.en;

  test("names what was found behind its item, and ticks nothing", () => {
    const text = signoffText(FORM, { config, words });
    expect(text).toContain(
      "- [ ] Confirmed that this PR has passed PR validation. Please link to the run that shows this. https://github.com/acme/x/actions/runs/9\n",
    );
    expect(text).toContain(
      "Please link to the run that shows this. N/A: This pull request changes no benchmark file.\n",
    );
    expect(text).toContain("Signed: `mira`");
    expect(text).not.toMatch(/\[[xX]\]/u);
  });

  test("lists what does not pass, and the next step of an open pull request only", () => {
    const texts = VERIFIED.map((reply) => signoffText(reply, { config, words }));
    expect(texts.every((text) => text.includes("- ❌ **4 · reuse order on record** — "))).toBe(
      true,
    );
    const needs = VERIFIED.flatMap((reply, index) =>
      reply.kind === "signoffVerify" &&
      reply.verdict.kind === "seen" &&
      reply.verdict.status.code === "status_needs_human"
        ? [texts[index]?.includes("Next: A maintainer reads those checks")]
        : [],
    );
    expect(needs).toEqual([true, true, false, false, false]);
  });

  test.each([
    "https://github.com/acme/elsewhere/pull/42#issuecomment-1",
    "https://github.com/acme/gpu-benchmarks/pull/42#issuecomment-1 https://github.com/x",
    "https://github.com/acme/gpu-benchmarks/pull/41#issuecomment-1",
  ])("repeats no link: %s", (word) => {
    const text = said(`/signoff-verify ${word}`);
    expect(text).toMatch(/another|nothing else/u);
    expect(text).not.toMatch(/https:|github\.com/u);
  });

  test("only what was accepted is recorded", () => {
    expect(resolutionLines([...REPLIES, { kind: "help" }])).toHaveLength(2);
  });
});
