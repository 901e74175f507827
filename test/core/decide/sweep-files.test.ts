import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import type { BlockedCode } from "../../../src/core/decide/sweep-obstacles.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { unknown } from "../../../src/core/model/reading.ts";
import { FULL, labelled } from "../../support/build.ts";
import { configured, documentsOf, exampleFile, someFacts } from "../../support/facts.ts";

const asked = labelled([FULL]);
const CHANGELOG = exampleFile("perf-changelog.yaml");

describe("the whole judgement from files", () => {
  test.each<[string, Facts["documents"], BlockedCode]>([
    ["an entry that selects nothing", entry("tiny-*-h100-*"), "matrix_problems"],
    ["an entry without its keys", changelog("- description: [x]\n"), "changelog_invalid"],
    ["no entry", changelog(""), "no_changelog_entry"],
    [
      "a corrected link (decision 18)",
      documentsOf({ changelog: CHANGELOG.replace("pull/2", "pull/3") }),
      "link_correction_only",
    ],
    [
      "an entry where the base has gained another",
      documentsOf({
        changelogTip: `${CHANGELOG}\n- config-keys: [tiny-fp8-mi355x-sglang]\n  description: [x]\n  pr-link: https://github.com/acme/gpu-benchmarks/pull/41\n`,
      }),
      "changelog_conflict",
    ],
  ])("%s", (_story, documents, code) => {
    expect(decide(someFacts({ ...asked, documents })).sweep.decision).toMatchObject({ code });
  });

  test("an unreadable changelog is unknown, never untouched", () => {
    const documents = documentsOf();
    const facts = someFacts({
      ...asked,
      documents: { ...documents, changelog: { ...documents.changelog, tip: unknown("too_large") } },
    });
    expect(decide(facts).sweep.decision).toMatchObject({ code: "changelog_unknown" });
  });

  test("observing repositories are told the same obstacles, and nothing starts (decision 12)", () => {
    const config = configured({ sweep: { trigger: "observe" } });
    expect(decide(someFacts({ ...asked, config })).sweep.decision).toEqual({ kind: "observing" });
    expect(
      decide(someFacts({ ...asked, config, documents: changelog("") })).sweep.decision,
    ).toMatchObject({ code: "no_changelog_entry" });
  });

  function changelog(added: string): Facts["documents"] {
    return documentsOf({ changelog: CHANGELOG + (added === "" ? "" : `\n${added}`) });
  }

  function entry(key: string): Facts["documents"] {
    return changelog(
      `- config-keys: ["${key}"]\n  description: [x]\n  pr-link: https://github.com/acme/gpu-benchmarks/pull/42\n`,
    );
  }
});
