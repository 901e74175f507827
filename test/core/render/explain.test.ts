import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import { Config } from "../../../src/core/model/config.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { renderAnswer } from "../../../src/core/render/answers.ts";
import { aJob, aPull, aRun, FULL, HEAD, labelled } from "../../support/build.ts";
import { dictionary } from "../../support/facts.ts";
import { fullSweep } from "../../support/reuse.ts";
import { askedFacts, said } from "../../support/said.ts";
import { NASTY } from "../../support/verdicts.ts";

const LABEL = { ...labelled([FULL]), permissions: { mira: known("write" as const) } };
const RED = { conclusion: "failure" } as const;

describe("what is shown on request", () => {
  const running = {
    ...LABEL,
    runs: [
      aRun(900, {
        status: "in_progress",
        planKey: "f".repeat(16),
        jobs: [aJob("eval / a"), aJob("eval / b", { ...RED, failedStep: NASTY })],
      }),
    ],
  };

  test("/sweep status has the sweep's line, the bars and the next step, and nothing else", () => {
    const text = said("/sweep status", {
      ...running,
      pull: aPull({ draft: true, labels: [FULL] }),
    });
    expect(text).toContain("⚠️ | **Sweep** | Does not start while this is a draft.");
    expect(text).toContain("**Next step:** Mark the pull request as ready for review");
    expect(text).toMatch(/^- ▓▓▓▓▓▓ 2\/2 eval · failed: 1$/mu);
    expect(text).toContain(
      "Run: [900](https://github.com/acme/gpu-benchmarks/actions/runs/900), attempt 1",
    );
    expect(text).not.toContain("**Changelog**");
    expect(said("/sweep status", running, "zh")).toContain("**进度");
  });

  test("/explain has every line with its next step, and the facts folded below", () => {
    const facts = { ...running, revisions: unknown("forbidden" as const) };
    const [shown = "", folded = ""] = said("/explain", facts).split("<details>");
    expect(shown).toMatch(/✅ \| \*\*Changelog\*\*[^]*➖ \| \*\*Sign-off\*\*/u);
    expect(shown).toMatch(/\*\*What can be done\*\*\n(?:- \*\*.+\n)+/u);
    expect(folded).toContain(`Newest commit: \`${HEAD}\``);
    expect(folded).toContain("Tip of the base branch: could not be read");
    expect(folded).toContain("Who asked for the sweep last: mira, 2026-03-02 11:30 UTC");
    expect(folded).toContain("What mira may do here, as GitHub says: write");
    expect(folded).toContain("Version of sweepbot: not known");
  });

  test("/explain says what is not known, and leaves out what does not apply", () => {
    const explained = said("/explain", {
      ...fullSweep(),
      permissions: { mira: known("write"), nora: unknown("forbidden") },
    });
    expect(explained).toContain("What nora may do here: GitHub did not say");
    expect(explained).not.toContain("The rules of the reuse");
    const quiet = said("/explain", {}, "zh");
    expect(quiet).toContain("现有标签：无");
    expect(quiet).toContain("所请求的 sweep：无");
  });

  test("cannot be said without having looked", () => {
    const [answer] = decide(askedFacts("/explain", {})).commands.answers;
    if (answer === undefined) throw new Error("no answer");
    expect(() => renderAnswer(answer, Config.parse({}), dictionary)).toThrow("nothing was seen");
  });
});
