import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import type { GateFacts } from "../../../src/core/model/gate.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { cardOf } from "../../../src/core/plan/card.ts";
import { renderCard } from "../../../src/core/render/card.ts";
import { aPull } from "../../support/build.ts";
import { dictionary, documentsOf, ENTRY, exampleFile, someFacts } from "../../support/facts.ts";

const KEY = "tiny-fp8-b200-vllm";

function among(others: GateFacts["others"], more: Partial<Facts> = {}): Facts {
  return someFacts({ gate: { ...someFacts().gate, others }, ...more });
}

/** The card's line about other work, in English; undefined where there is none. */
function line(facts: Facts): string | undefined {
  const text = renderCard(cardOf(decide(facts), facts), dictionary, ["en"]);
  return text.split("\n").find((each) => each.includes("**Other work**"));
}

describe("other open pull requests on the same keys (decision 20)", () => {
  test("are listed with links and the keys that both are about, oldest first", () => {
    const others = known([
      { number: 41, keys: ["grand-fp4-b200-sglang"] },
      { number: 40, keys: ["grand-fp4-b200-sglang", KEY] },
      { number: 7, keys: [KEY] },
      { number: 42, keys: [KEY] },
    ]);
    expect(decide(among(others)).gate.shared).toEqual({
      kind: "known",
      pulls: [
        { number: 7, keys: [KEY] },
        { number: 40, keys: [KEY] },
      ],
    });
    expect(line(among(others))).toContain(
      `[#7](https://github.com/acme/gpu-benchmarks/pull/7) (\`${KEY}\`) [#40](https://github.com/acme/gpu-benchmarks/pull/40)`,
    );
  });

  test("are counted beyond the first five", () => {
    const others = known([1, 2, 3, 4, 5, 6, 8].map((number) => ({ number, keys: [KEY] })));
    expect(line(among(others))).toContain("and 2 more pull requests");
    expect(line(among(others))).not.toContain("#6");
  });

  test.each<[string, Facts]>([
    ["nobody else works on them", among(known([{ number: 7, keys: ["other"] }]))],
    [
      "the pull request is closed",
      among(known([{ number: 7, keys: [KEY] }]), { pull: aPull({ state: "closed" }) }),
    ],
  ])("have no line when %s", (_, facts) => {
    expect(line(facts)).toBeUndefined();
  });

  test("were not looked up is said, and is not none", () => {
    expect(line(among(unknown("unreadable")))).toContain("were not looked up");
  });

  test("see changed recipes and scripts as well as entries", () => {
    const recipes = exampleFile("configs/nvidia-master.yaml").replace(
      "sglang:v0.5.9",
      "sglang:v0.6.0",
    );
    const script = "benchmarks/single_node/fixed_seq_len/tiny_fp8_mi355x.sh";
    const file = { path: script, previousPath: null, status: "modified", blobSha: "x" } as const;
    const facts = someFacts({
      documents: documentsOf({ recipes }),
      files: known([file]),
      gate: { ...someFacts().gate, tree: known([{ path: script, mode: "100644", sha: "x" }]) },
    });
    expect(decide(facts).gate.keys).toEqual([
      "grand-fp4-b200-sglang",
      KEY,
      "tiny-fp8-mi355x-sglang",
    ]);
  });
});

describe("an entry that asks for what was asked for before (case CHG-25)", () => {
  const first = exampleFile("perf-changelog.yaml");
  const again = `${first}${ENTRY.replace("Newer image", "First measurements")}`;

  test("is accepted, with a notice that links the newest such entry", () => {
    const { changelog, gate } = decide(someFacts({ documents: documentsOf({ changelog: again }) }));
    expect(changelog).toMatchObject({ kind: "valid", additions: 1 });
    expect(gate.problems).toEqual([
      {
        code: "entry_seen_before",
        severity: "notice",
        path: "perf-changelog.yaml",
        line: first.split("\n").length + 1,
        values: { link: "https://github.com/acme/gpu-benchmarks/pull/1", count: 1 },
      },
    ]);
  });

  test("a link in another form is shown as it is written, and leads nowhere", () => {
    const before = first.replace("https://github.com/acme/gpu-benchmarks/pull/1", "TBD");
    const changelog = again.replace("https://github.com/acme/gpu-benchmarks/pull/1", "TBD");
    const { gate } = decide(
      someFacts({ documents: documentsOf({ changelogBase: before, changelog }) }),
    );
    expect(gate.problems).toMatchObject([
      { code: "entry_seen_before_unlinked", values: { link: "TBD" } },
    ]);
  });
});
