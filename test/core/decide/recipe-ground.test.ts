import { expect, test } from "@jest/globals";
import { recipeGround } from "../../../src/core/decide/recipe-ground.ts";
import type { SourceSide } from "../../../src/core/model/sources.ts";
import { known } from "../../../src/core/model/reading.ts";
import { aPull, HEAD } from "../../support/build.ts";
import { configured, someFacts } from "../../support/facts.ts";

test("a label that asks for evals is known by the name that the settings give it", () => {
  const side: SourceSide = { commitSha: HEAD, tree: known([]), texts: {} };
  const asked = (name: string): unknown =>
    recipeGround(
      someFacts({
        pull: aPull({ labels: [name] }),
        config: configured({ labels: { allEvals: "measure-quality" } }),
        sourceFiles: { head: side, base: side, policy: side },
      }),
    )?.evalLabels;
  expect(asked("Measure-Quality")).toEqual({ allEvals: true, evalsOnly: false });
  expect(asked("all-evals")).toEqual({ allEvals: false, evalsOnly: false });
});
