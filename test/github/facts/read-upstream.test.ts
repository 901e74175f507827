import { describe, expect, test } from "@jest/globals";
import type { ChangedFile, PullRequest } from "../../../src/core/model/github.ts";
import { known, type Reading, unknown } from "../../../src/core/model/reading.ts";
import type { UpstreamLink } from "../../../src/core/model/upstream.ts";
import { GitHubFailure } from "../../../src/github/errors.ts";
import { readUpstream } from "../../../src/github/facts/read-upstream.ts";
import type { GitHub } from "../../../src/github/port.ts";
import { aPull } from "../../support/build.ts";
import { aGitHub } from "../../support/github.ts";

const NAME = "https://github.com/sgl-project/sglang/pull/7";
const link: UpstreamLink = { kind: "pull", owner: "sgl-project", repository: "sglang", number: 7 };
const page: UpstreamLink = { kind: "page", url: "https://recipes.vllm.ai/acme/Tiny" };
const file = (path: string, status: ChangedFile["status"] = "modified"): ChangedFile => ({
  path,
  previousPath: null,
  status,
  blobSha: "1",
});
const files = [
  file("docs_new/cookbook/a.mdx"),
  file("docs_new/cookbook/old.md", "removed"),
  file("docs_new/picture.png"),
  file("python/kernel.py"),
];

async function read(
  pull: Partial<PullRequest> | GitHubFailure,
  more: Partial<GitHub> = {},
): Promise<{ readonly reading: unknown; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const { github } = aGitHub({
    readPull: () =>
      pull instanceof GitHubFailure ? Promise.reject(pull) : Promise.resolve(aPull(pull)),
    listChangedFiles: () => Promise.resolve(known(files)),
    readFile: (path, revision) => {
      asked.push(`${revision} ${path}`);
      return Promise.resolve(
        known({ path, blobSha: "1", bytes: new TextEncoder().encode(`text of ${path}`) }),
      );
    },
    ...more,
  });
  const repositoryOf = (owner: string, name: string): Promise<GitHub> => {
    asked.push(`${owner}/${name}`);
    return Promise.resolve(github);
  };
  const readPage = (): Promise<Reading<string>> => Promise.resolve(unknown("not_found"));
  const readings = await readUpstream({ repositoryOf, readPage }, [link]);
  return { reading: readings[NAME], asked };
}

function failure(kind: GitHubFailure["kind"]): GitHubFailure {
  return new GitHubFailure({ kind, status: 404, request: "GET /x", message: "no" });
}

describe("what stands behind a link to an upstream recipe", () => {
  test("a merged pull request, with the texts of its recipes as the merge left them", async () => {
    const { reading, asked } = await read({ merged: true, mergeCommitSha: "m" });
    expect(reading).toEqual(
      known({
        state: "merged",
        paths: files.map(({ path }) => path),
        text: "text of docs_new/cookbook/a.mdx",
      }),
    );
    expect(asked).toEqual(["sgl-project/sglang", "m docs_new/cookbook/a.mdx"]);
  });

  test.each<[string, Partial<PullRequest>]>([
    ["open", { state: "open" }],
    ["draft", { state: "open", draft: true }],
    ["closed", { state: "closed" }],
    ["closed", { state: "closed", draft: true }],
  ])("one that is %s, without reading more", async (state, pull) => {
    const { reading, asked } = await read(pull);
    expect(reading).toMatchObject({ kind: "known", value: { state } });
    expect(asked).toEqual(["sgl-project/sglang"]);
  });

  test.each([
    ["gone", "not_found"],
    ["forbidden", "forbidden"],
    ["unavailable", "unavailable"],
    ["rateLimited", "unavailable"],
  ] as const)("a failure (%s) is unknown (%s) and stops nothing else", async (kind, cause) => {
    expect((await read(failure(kind))).reading).toEqual(unknown(cause));
  });

  test("a list of files that is not complete is unknown", async () => {
    const listChangedFiles = (): Promise<Reading<never>> => Promise.resolve(unknown("truncated"));
    const { reading } = await read({ merged: true }, { listChangedFiles });
    expect(reading).toEqual(unknown("truncated"));
  });

  test("any other error is thrown", async () => {
    const repositoryOf = (): Promise<GitHub> => Promise.reject(new Error("broken"));
    const readPage = (): Promise<Reading<string>> => Promise.resolve(known("text"));
    await expect(readUpstream({ repositoryOf, readPage }, [link])).rejects.toThrow("broken");
    expect(await readUpstream({ repositoryOf, readPage }, [page])).toEqual({
      "https://recipes.vllm.ai/acme/Tiny": known({ state: "published", paths: [], text: "text" }),
    });
  });
});
