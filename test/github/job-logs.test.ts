import { describe, expect, test } from "@jest/globals";
import { Octokit } from "@octokit/rest";
import nock from "nock";
import { api, failureOf, gitHub, page, repo, watchRequests } from "./given.ts";

watchRequests();

const logs = `${repo}/actions/jobs/31/logs`;
const storage = "https://logs.blob.test";
const link = "/31.txt?sig=s&se=1";

/** As the bot has it: with a token on every request. */
function withToken(): Octokit {
  const silent = (): void => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  return new Octokit({ auth: "secret", log });
}

function redirected(location = `${storage}${link}`): void {
  nock(api, { reqheaders: { authorization: "token secret" } })
    .get(logs)
    .reply(302, "", { location });
}

function read(): ReturnType<ReturnType<typeof gitHub>["readJobLog"]> {
  return gitHub({ octokit: withToken() }).readJobLog(31);
}

describe("the log of a job", () => {
  test("is fetched from where GitHub points, and our token stays at home", async () => {
    redirected();
    nock(storage, { badheaders: ["authorization"] })
      .get(link)
      .reply(200, "one\ntwo\n");
    expect(await read()).toEqual({
      kind: "known",
      value: { parts: [{ firstLine: 1, text: "one\ntwo\n" }] },
    });
  });

  test("is found where a renamed repository is now (IDN-10)", async () => {
    nock(api)
      .get(logs)
      .reply(301, {}, { location: `${api}/repositories/4711/actions/jobs/31/logs` })
      .get("/repositories/4711/actions/jobs/31/logs")
      .reply(302, "", { location: `${storage}${link}` });
    nock(storage).get(link).reply(200, "one\n");
    expect(await read()).toMatchObject({ kind: "known" });
  });

  test.each([
    [404, "not_found"],
    [410, "not_found"],
    [403, "forbidden"],
  ])("that GitHub answers %i for is unknown: %s", async (status, cause) => {
    nock(api).get(logs).reply(status, { message: "Not Found" });
    expect(await read()).toEqual({ kind: "unknown", cause });
  });

  test.each([404, 410])("that the storage answers %i for is gone", async (status) => {
    redirected();
    nock(storage).get(link).reply(status, "gone");
    expect(await read()).toEqual({ kind: "unknown", cause: "not_found" });
  });

  test.each<[string, (scope: nock.Interceptor) => void]>([
    ["answers 503", (get) => get.reply(503, "busy")],
    ["answers 403", (get) => get.reply(403, "late")],
    ["points on", (get) => get.reply(302, "", { location: "https://elsewhere.test/" })],
    ["hangs up", (get) => get.replyWithError("socket hang up")],
  ])("may be there another time when the storage %s", async (_, answer) => {
    redirected();
    answer(nock(storage).get(link));
    expect(await read()).toEqual({ kind: "unknown", cause: "unavailable" });
  });

  test("is not looked for where no storage of GitHub's would be", async () => {
    redirected("http://169.254.1.1/meta");
    expect(await read()).toEqual({ kind: "unknown", cause: "unreadable" });
  });

  test("of more than 64 MiB is too large, and that is no error", async () => {
    redirected();
    nock(storage)
      .get(link)
      .reply(200, Buffer.alloc(64 * 1024 * 1024 + 1, "x"));
    expect(await read()).toEqual({ kind: "unknown", cause: "too_large" });
  });

  test("without a place to go is no log as documented", async () => {
    nock(api).get(logs).reply(302, "");
    expect(await failureOf(read())).toMatchObject({ kind: "invalid" });
  });
});

describe("annotations of a job", () => {
  const notes = `${repo}/check-runs/31/annotations?per_page=100`;
  const note = { path: ".github", start_line: 1, end_line: 1, title: "" };

  test("have a level and a message, over all pages", async () => {
    const next = `${notes}&page=2`;
    page(notes, [{ ...note, annotation_level: "failure", message: "lost" }], next);
    page(next, [{ ...note, annotation_level: null, message: null }]);
    expect(await gitHub().listJobAnnotations(31)).toEqual({
      kind: "known",
      value: [
        { level: "failure", message: "lost" },
        { level: "", message: "" },
      ],
    });
  });

  test("of a job that is gone are unknown", async () => {
    nock(api).get(notes).reply(404, { message: "Not Found" });
    expect(await gitHub().listJobAnnotations(31)).toEqual({ kind: "unknown", cause: "not_found" });
  });
});
