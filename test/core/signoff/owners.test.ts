import { describe, expect, test } from "@jest/globals";
import { known, unknown } from "../../../src/core/model/reading.ts";
import {
  checkOwners,
  configuredMembership,
  type OwnersFacts,
} from "../../../src/core/signoff/check-owners.ts";
import { parseCodeowners } from "../../../src/core/signoff/codeowners.ts";
import { listedTeams } from "../../../src/core/signoff/ownership.ts";

const OWNERS = [
  "* @acme/core",
  "cfg/a.yaml @alva @anton",
  "cfg/n.yaml @nora @acme/core",
  "MODELS.md @nora @alva",
  "free/",
].join("\n");

interface Scene {
  readonly signers: readonly string[];
  readonly files: readonly string[];
  readonly core?: readonly string[] | "unreadable";
}

function owners(scene: Scene, more: Partial<OwnersFacts> = {}) {
  const core = scene.core ?? "unreadable";
  const memberships = scene.signers.map((login) =>
    core === "unreadable"
      ? { team: "acme/core", login, member: unknown("forbidden") }
      : configuredMembership("acme/core", login, core),
  );
  return checkOwners({
    codeowners: known(OWNERS),
    files: known(scene.files.map((path) => ({ path, previousPath: null }))),
    signers: scene.signers,
    memberships,
    pullAuthor: "tov",
    ...more,
  });
}

describe("check 0: owners (spec/signoff §3.0)", () => {
  test.each([
    ["an owner of the path", { signers: ["alva"], files: ["cfg/a.yaml"] }, "pass"],
    ["24: the login in another case", { signers: ["ALVA"], files: ["cfg/a.yaml"] }, "pass"],
    [
      "22: the owner of another specific path",
      { signers: ["alva"], files: ["cfg/n.yaml"] },
      "fail",
    ],
    [
      "23: one signer for two sides",
      { signers: ["alva"], files: ["cfg/a.yaml", "cfg/n.yaml"] },
      "fail",
    ],
    [
      "23: one signer of each side",
      { signers: ["alva", "nora"], files: ["cfg/a.yaml", "cfg/n.yaml"] },
      "pass",
    ],
    ["25: catch-all only, a listed owner", { signers: ["alva"], files: ["x"] }, "pass"],
    [
      "26: catch-all only, a stranger, team unreadable",
      { signers: ["zoe"], files: ["x"] },
      "human",
    ],
    [
      "26: catch-all only, a stranger, team known",
      { signers: ["zoe"], files: ["x"], core: [] },
      "fail",
    ],
    ["catch-all only, a member", { signers: ["Zoe"], files: ["x"], core: ["zoe"] }, "pass"],
    [
      "27 and SGN-05: team unreadable, listed on the line",
      { signers: ["nora"], files: ["cfg/n.yaml"] },
      "pass",
    ],
    ["team unreadable, listed nowhere", { signers: ["zoe"], files: ["cfg/n.yaml"] }, "human"],
    ["team known, a member", { signers: ["zoe"], files: ["cfg/n.yaml"], core: ["zoe"] }, "pass"],
    ["team known, not a member", { signers: ["zoe"], files: ["cfg/n.yaml"], core: [] }, "fail"],
    [
      "SGN-07: core is not on the specific line",
      { signers: ["zoe"], files: ["cfg/a.yaml"], core: ["zoe"] },
      "fail",
    ],
    ["29: a file of that name anywhere", { signers: ["anton"], files: ["foo/MODELS.md"] }, "fail"],
    ["a line that takes ownership away", { signers: ["zoe"], files: ["free/x"], core: [] }, "pass"],
    ["nobody signed", { signers: [], files: ["cfg/a.yaml"] }, "fail"],
    ["no files", { signers: ["alva"], files: [] }, "fail"],
  ] as const satisfies readonly (readonly [string, Scene, string])[])(
    "%s",
    (_story, scene, outcome) => {
      expect(owners(scene).outcome).toBe(outcome);
    },
  );

  test("28 and SGN-09: both names of a rename need an owner", () => {
    const files = known([{ path: "misc/n.yaml", previousPath: "cfg/a.yaml" }]);
    expect(owners({ signers: ["nora"], files: [] }, { files }).outcome).toBe("fail");
    expect(owners({ signers: ["nora", "anton"], files: [] }, { files }).outcome).toBe("pass");
  });

  test("names at most five paths with their owners, mentions nobody, and counts the rest", () => {
    const text = "cfg/ @nora";
    const files = Array.from({ length: 7 }, (_, nth) => `cfg/${nth}@mira.yaml`);
    const row = owners({ signers: ["zoe"], files }, { codeowners: known(text) });
    expect(row.values["count"]).toBe(7);
    expect(row.values["paths"]).toMatch(/^(?:`cfg\/\d@mira\.yaml` \(`nora`\)(?:, )?){5}$/u);
  });

  test.each([
    ["79: a truncated file list", { files: unknown("truncated") }],
    ["an unreadable CODEOWNERS", { codeowners: unknown("too_large") }],
    ["no CODEOWNERS", { codeowners: known(null) }],
  ])("%s needs a person", (_story, more) => {
    expect(owners({ signers: ["alva"], files: ["x"] }, more)).toMatchObject({
      outcome: "human",
      code: "owners_unreadable",
    });
  });

  test.each([
    ["allow", ["alva"], "pass"],
    ["human", ["alva"], "human"],
    ["deny", ["alva"], "fail"],
    ["deny", ["alva", "anton"], "pass"],
  ] as const)(
    "a sign-off by the author under %s with %j is %s",
    (selfSignoff, signers, outcome) => {
      const row = owners({ signers, files: ["cfg/a.yaml"] }, { selfSignoff, pullAuthor: "Alva" });
      expect(row.outcome).toBe(outcome);
      expect(row.notes).toContain("note_self_signoff");
    },
  );

  test("notes when only the catch-all applies, and that a team could not be read", () => {
    expect(owners({ signers: ["alva"], files: ["x"] }).notes).toEqual([
      "note_only_catch_all",
      "note_owners_unreadable",
    ]);
  });

  test("an e-mail address is somebody, nobody knows who", () => {
    const codeowners = known("cfg/ tov@acme.example");
    expect(owners({ signers: ["zoe"], files: ["cfg/x"] }, { codeowners }).outcome).toBe("human");
  });

  test("knows whose members must be asked for", () => {
    expect(listedTeams(parseCodeowners(OWNERS))).toEqual(["acme/core"]);
  });
});

describe("a signer who owns nothing", () => {
  const scene = { signers: ["alva", "zoe"], files: ["cfg/a.yaml"] };

  test("is a note beside an owner, and lowers nothing", () => {
    const row = owners({ ...scene, core: [] });
    expect(row).toMatchObject({ outcome: "pass", notes: ["note_owns_nothing"] });
    expect(row.values["idle"]).toBe("`zoe`");
  });

  test("is not said of somebody whose team cannot be read", () => {
    expect(owners(scene).notes).toEqual(["note_owners_unreadable"]);
  });

  test("is said beside a failure, too", () => {
    const row = owners({ ...scene, signers: ["zoe"], core: [] });
    expect(row).toMatchObject({ outcome: "fail", notes: ["note_owns_nothing"] });
  });
});
