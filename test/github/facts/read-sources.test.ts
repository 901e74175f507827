import { describe, expect, test } from "@jest/globals";
import type { TreeFile } from "../../../src/core/model/gate.ts";
import { FILE_BYTES } from "../../../src/core/model/limits.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { type SourceFiles, textAt } from "../../../src/core/model/sources.ts";
import type { SourceQuestion } from "../../../src/core/recipes/sources-needed.ts";
import {
  readSources,
  readTrees,
  type SourceLimits,
  type SourceReader,
} from "../../../src/github/facts/read-sources.ts";
import { SourceTexts } from "../../../src/github/source-texts.ts";

type Texts = Readonly<Record<string, string>>;

const A = "benchmarks/a.sh";
const B = "benchmarks/b.sh";
const C = "benchmarks/c.sh";
const FILES: Texts = { [A]: "bash b.sh", [B]: "bash c.sh", [C]: "bash a.sh" };

interface World {
  readonly files?: Texts;
  readonly limits?: SourceLimits;
  readonly more?: readonly TreeFile[];
}

/** A repository of one commit, and the blobs that were asked for. */
async function read({ files = FILES, limits, more = [] }: World = {}): Promise<{
  readonly sources: SourceFiles;
  readonly asked: readonly string[];
}> {
  const asked: string[] = [];
  const tree = Object.entries(files).map(([path, text]) => ({
    ...{ path, mode: "100644", sha: path, size: text.length },
  }));
  const reader: SourceReader = {
    listTree: () => Promise.resolve(known([...tree, ...more])),
    readBlob: (path, blobSha) => {
      asked.push(path);
      const bytes = new TextEncoder().encode(files[path] ?? "");
      return Promise.resolve(known({ path, blobSha, bytes }));
    },
  };
  const texts = new SourceTexts(() => ({ kind: "too_large" }));
  const commits = { head: known("h"), base: unknown("not_found"), policy: unknown("forbidden") };
  const trees = await readTrees(reader, commits);
  const question: SourceQuestion = {
    pull: null,
    changed: [A, ...more.map(({ path }) => path)].map((path) => ({
      ...{ path, previousPath: null, status: "modified", blobSha: "" },
    })),
    points: { head: [], base: [] },
    places: { measured: ["benchmarks/"], shared: [], thresholds: "t.yaml" },
  };
  const tools = { reader, texts, ...(limits === undefined ? {} : { limits }) };
  return { sources: await readSources(tools, trees, () => question), asked };
}

describe("reading sources", () => {
  test.each(["constructor", "__proto__", "toString"])("a file may be called %s", async (name) => {
    const path = `benchmarks/${name}`;
    const files = Object.fromEntries([...Object.entries(FILES), [path, "echo"], [name, "echo"]]);
    const more = [path, name].map((each) => ({ path: each, mode: "100644", sha: each, size: 4 }));
    const { sources } = await read({ files, more });
    expect(textAt(sources.head, path)).toMatchObject({ value: { path, text: "echo" } });
    expect(textAt(sources.head, name).kind).toBe("unknown");
  });

  test("goes on until nothing new is named, and asks for each text once", async () => {
    const { sources, asked } = await read();
    expect(asked).toEqual([A, B, C]);
    expect(Object.keys(sources.head.texts)).toEqual([A, B, C]);
  });

  test("asks for nothing that the tree does not have", async () => {
    const { sources, asked } = await read({ files: { [B]: "true" } });
    expect(asked).toEqual([]);
    expect(textAt(sources.head, A)).toEqual(known(null));
  });

  test("leaves the texts of a commit that is not known unknown", async () => {
    const { sources } = await read();
    expect(sources.base.tree).toEqual(unknown("not_found"));
    expect(textAt(sources.base, A).kind).toBe("unknown");
  });

  test.each<[string, SourceLimits, readonly string[]]>([
    ["files", { files: 2, bytes: 1_000 }, [A, B]],
    ["bytes", { files: 9, bytes: 10 }, [A]],
  ])(
    "stops at the most %s, and says of the others that they are not known",
    async (_, limits, asked) => {
      const seen = await read({ limits });
      expect(seen.asked).toEqual(asked);
      const next = [A, B, C][asked.length] ?? "";
      expect(textAt(seen.sources.head, next)).toEqual(unknown("too_large"));
    },
  );

  test.each<[string, TreeFile, string]>([
    ["a link", { path: "benchmarks/l.sh", mode: "120000", sha: "1", size: 3 }, "unreadable"],
    ["a submodule", { path: "benchmarks/m", mode: "160000", sha: "1" }, "unreadable"],
    [
      "a file over the limit",
      { path: "benchmarks/x.sh", mode: "100644", sha: "1", size: FILE_BYTES + 1 },
      "too_large",
    ],
  ])("does not follow %s", async (_, file, cause) => {
    const { sources, asked } = await read({ more: [file] });
    expect(asked).not.toContain(file.path);
    expect(textAt(sources.head, file.path)).toMatchObject({ kind: "unknown", cause });
  });
});
