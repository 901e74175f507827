import { Octokit } from "@octokit/rest";
import { afterAll, afterEach, beforeAll, expect } from "@jest/globals";
import nock from "nock";
import { openGitHub } from "../../src/github/adapter.ts";
import { BlobCache } from "../../src/github/blob-cache.ts";
import type { GitHubFailure } from "../../src/github/errors.ts";
import type { GitHub } from "../../src/github/port.ts";

export const api = "https://api.github.com";
const repositoryId = 4711;
export const place = { owner: "octo", name: "bench", repositoryId };
const app = { id: 99, login: "sweepbot[bot]" };
export const repo = "/repos/octo/bench";

// The next test file has a nock of its own, and both would stand before the same sockets.
afterAll(() => {
  nock.restore();
});

/** No request leaves the machine, none goes unanswered, and every answer that was laid out is used. */
export function watchRequests(): void {
  const strayed: string[] = [];
  beforeAll(() => {
    nock.disableNetConnect();
    nock.emitter.on("no match", ({ method, url }) => {
      strayed.push(`${method} ${url}`);
    });
  });
  afterEach(() => {
    const pending = nock.pendingMocks();
    nock.cleanAll();
    expect({ pending, strayed: strayed.splice(0) }).toEqual({ pending: [], strayed: [] });
  });
  afterAll(() => {
    nock.emitter.removeAllListeners("no match");
  });
}

export function octokit(): Octokit {
  const silent = (): void => undefined;
  return new Octokit({ log: { debug: silent, info: silent, warn: silent, error: silent } });
}

export function gitHub(parts: { octokit?: Octokit; blobs?: BlobCache } = {}): GitHub {
  return openGitHub({
    octokit: parts.octokit ?? octokit(),
    repository: place,
    app,
    blobs: parts.blobs ?? new BlobCache(),
  });
}

/** One page of a list, with a link to the next where there is one. */
export function page(path: string, body: nock.Body, next?: string): void {
  const headers = next === undefined ? {} : { link: `<${api}${next}>; rel="next"` };
  nock(api).get(path).reply(200, body, headers);
}

/** The failure that the work ends with, as far as callers look at it. */
export async function failureOf(work: Promise<unknown>): Promise<Partial<GitHubFailure>> {
  try {
    await work;
  } catch (error) {
    const { name, kind, status, retryAfterMs, request, message } = error as GitHubFailure;
    return { name, kind, status, retryAfterMs, request, message };
  }
  throw new Error("the work succeeded");
}

export function times<T>(count: number, one: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => one(index));
}

export function sha(index: number): string {
  return index.toString(16).padStart(40, "0");
}
