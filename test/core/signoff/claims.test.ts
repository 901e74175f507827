import { describe, expect, test } from "@jest/globals";
import { type Claim, claimsIn } from "../../../src/core/signoff/claims.ts";
import { hostileBodies } from "../../support/hostile.ts";

describe("a ticked box of a description", () => {
  test.each<[string, readonly Claim[]]>([
    ["I have appended a new entry to the end of `perf-changelog.yaml`", ["entry"]],
    ["**Entry added** and no old entry edited", ["entry"]],
    ["Carries exactly one primary sweep label: `full-sweep-enabled`", ["label"]],
    [
      "Before merging via reuse a maintainer has commented `/reuse-sweep-run`, after an all green full sweep with evals passing",
      ["reuse"],
    ],
    ["The full sweep passed", ["sweep"]],
    ["Full sweep is green", ["sweep"]],
    ["Evals pass", ["evals"]],
    ["Linked the run above", ["link"]],
    ["Added a link to the workflow run", ["link"]],
    ["Tested locally", []],
    ["Updated the documentation", []],
    ["The full sweep has not passed yet", []],
    ["Evals: none of them passed", ["evals"]],
    ["Evals do not pass", []],
    ["No entry appended", []],
    ["I have not appended an entry", []],
    ["~~Evals pass~~", []],
    ["Evals pass (N/A)", []],
    ["I ran the link checker", []],
    ["The sweep label is green", []],
  ])("%s", (text, claims) => {
    expect(claimsIn(`## Checklist\n\n- [x] ${text}\n`)).toEqual(claims);
    expect(claimsIn(`## Checklist\n\n- [ ] ${text}\n`)).toEqual([]);
  });

  test("claims once what stands twice, in any list of the text, folded or not", () => {
    const body = [
      "- [x] Evals pass",
      "## Additional details",
      "<details>\n<summary>Boxes</summary>\n",
      "- [X] Full sweep passed",
      "- [x] All evals pass\n",
      "</details>",
      "Signed: nora",
      "### More",
      "* [x] Entry appended",
    ].join("\n");
    expect(claimsIn(body)).toEqual(["evals", "sweep", "entry"]);
  });

  test.each([
    ["a quote", "> - [x] Evals pass"],
    ["code", "```\n- [x] Evals pass\n```"],
    ["a comment of the template", "<!--\n- [x] Evals pass\n-->"],
    ["a sentence", "Evals pass."],
    ["nothing", ""],
  ])("claims nothing in %s", (_story, body) => {
    expect(claimsIn(body)).toEqual([]);
  });

  test.each(Object.entries(hostileBodies()))("is read in time in %s", (_name, body) => {
    const start = performance.now();
    claimsIn(body);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
