import { describe, expect, test } from "@jest/globals";
import { documentOf, entry, outline, sweep } from "./repository.ts";

type Case = readonly [number: number, title: string, actual: () => unknown, expected: unknown];

const history = "- config-keys: [nv.b]\n  description: [d]\n  pr-link: L\n";
const second = "- config-keys: [nvXa]\n  description: [e]\n  pr-link: XXX\n";
const change = (base: string, head: string): unknown =>
  outline(sweep("", { changelog: { base, head } }));
const nvA = ["M:8@4", "M:8@16", "M:8@64", "M:4@8", "M:4@32"];
const nvAEvals = ["M:8@64", "M:4@32"];
const withA = { single: nvA, multi: [], evals: nvAEvals };
const changed = "refused: changelog_entry_changed";

const cases: readonly Case[] = [
  [
    100,
    "an edited line",
    () => change(history, history.replace("[d]", "[other]") + entry("nv.a")),
    changed,
  ],
  [
    101,
    "a blank line removed beside an added entry",
    () => change(`${history}\t\n\n${second}`.replace("\t", ""), history + second + entry("nv.a")),
    withA,
  ],
  [
    102,
    "a base without final line feed (the bytes are judged by decision 18)",
    () => change(history.trimEnd(), history + entry("nv.a")),
    withA,
  ],
  [103, "no change", () => change(history, history), "refused: changelog_nothing_added"],
  [
    104,
    "only a comment, only an empty list",
    () => [change(history, `${history}# more\n`), change("", "[]\n")],
    ["refused: changelog_nothing_added", "refused: changelog_nothing_added"],
  ],
  [
    105,
    "a line added inside an entry",
    () => [
      change(history, `${history}  evals-only: true\n`),
      change(history, history.replace("[d]", "[d, more]")),
    ],
    [changed, changed],
  ],
  [
    106,
    "an entry at the top, the same entry again, a link that stands there already",
    () => [
      change(history, `${entry("nv.a")}\n${history}`),
      change(history, `${history}\n${history}`),
      change(second, second + entry("nv.a").replace("L", "XXX")),
    ],
    [withA, { single: ["B:8@1"], multi: [], evals: [] }, withA],
  ],
  [107, "an entry of base that head lacks", () => change(history + second, history), changed],
  [
    108,
    "a stray line, and a document start removed",
    () => [
      change(history, `${history + entry("nv.a")}++ x\n`),
      change(`---\n${history}`, history + entry("nv.a")),
    ],
    ["refused: yaml_syntax", withA],
  ],
  [
    109,
    "CRLF in the new entry (the bytes are judged by decision 18)",
    () => change(history, history + entry("nv.a").replaceAll("\n", "\r\n")),
    withA,
  ],
  [
    111,
    "only * is a wildcard",
    () => ["nv?a", '"nv.*"', '"nv*a"', '"zz*"', "zz"].map((keys) => outline(sweep(entry(keys)))),
    [
      "refused: unknown_config_key_near",
      { single: [...nvA, "B:8@1"], multi: [], evals: nvAEvals },
      { single: [...nvA, "X:8@2"], multi: [], evals: nvAEvals },
      "refused: pattern_matches_nothing",
      "refused: unknown_config_key",
    ],
  ],
  [
    112,
    "a recipe named twice runs once",
    () => {
      const document = documentOf(sweep(entry("nv.a") + entry('"nv*"')));
      return typeof document === "string" ? document : Object.keys(document.single_node);
    },
    ["8k1k", "1k1k"],
  ],
  [
    113,
    "evals only, then everything",
    () => outline(sweep(entry("nv.a", "evals-only: true") + entry("nv.a"))),
    withA,
  ],
  [
    114,
    "everything, then all evals",
    () => outline(sweep(entry("nv.a") + entry("nv.a", "all-evals: true"))),
    { single: nvA, multi: [], evals: nvA },
  ],
  [
    115,
    "an all-evals entry goes first, its place in the metadata stays",
    () => {
      const plan = sweep(entry("amd-mn") + entry("nv.a", "all-evals: true"));
      const document = documentOf(plan);
      if (typeof document === "string" || plan.kind !== "matrix") return document;
      const keys = plan.rows.evals.map(({ key }) => key);
      return [
        [...new Set(keys)],
        document.changelog_metadata.entries.map((each) => each["config-keys"]),
      ];
    },
    [
      ["nv.a", "amd-mn"],
      [["amd-mn"], ["nv.a"]],
    ],
  ],
  [
    116,
    "one scenario first, the rest with a second entry",
    () => {
      const only = "scenario-type: [agentic-coding]";
      const added = entry("amd-mix", only) + entry("amd-mix, nv.a");
      const document = documentOf(sweep(added));
      return [
        outline(sweep(entry("amd-mix", only))),
        outline(sweep(added)),
        typeof document === "string" ? document : Object.keys(document.single_node),
      ];
    },
    [
      { single: ["MX:8@4", "MX:8@8"], multi: [], evals: ["MX:8@8"] },
      {
        single: ["MX:8@4", "MX:8@8", "MX:8@16", "MX:8@32", ...nvA],
        multi: [],
        evals: ["MX:8@32", ...nvAEvals, "MX:8@8"],
      },
      ["agentic", "8k1k"],
    ],
  ],
  [
    117,
    "both scenarios named are as good as none",
    () => {
      const filter = "scenario-type: [agentic-coding, fixed-seq-len]";
      const document = documentOf(sweep(entry("amd-mix", filter)));
      const named = typeof document === "string" ? null : document.changelog_metadata.entries[0];
      const same =
        JSON.stringify(outline(sweep(entry("amd-mix", filter)))) ===
        JSON.stringify(outline(sweep(entry("amd-mix"))));
      return [same, named?.["scenario-type"]];
    },
    [true, ["agentic-coding", "fixed-seq-len"]],
  ],
  [
    118,
    "a scenario that the recipe lacks, refused by decision 19",
    () => outline(sweep(entry("nv.a", "scenario-type: [agentic-coding]"))),
    "refused: entry_selects_nothing",
  ],
];

describe("edge cases of changelog processing (spec/matrix §10.5)", () => {
  test.each(cases)("#%i %s", (_number, _title, actual, expected) => {
    expect(actual()).toEqual(expected);
  });

  test("#118 names the empty result where evals alone select nothing (decision 8)", () => {
    expect(outline(sweep(entry("nv.b", "evals-only: true")))).toBe("refused: matrix_empty");
  });
});
