import { describe, expect, test } from "@jest/globals";
import nock from "nock";
import type { Annotation, CheckRunContent } from "../../src/core/model/effect.ts";
import { CHECK_OUTPUT_CHARACTERS } from "../../src/core/model/limits.ts";
import { api, failureOf, gitHub, page, repo, sha, times, watchRequests } from "./given.ts";
import { at, atMs, checkRunJson, mona } from "./samples.ts";

watchRequests();

const checkRuns = `${repo}/check-runs`;

function annotation(index: number): Annotation {
  const place = { path: "a.yaml", startLine: index + 1, endLine: index + 1 };
  return { ...place, level: "failure", title: `t${index}`, message: "m" };
}

function annotationJson(index: number): nock.DataMatcherMap {
  const place = { path: "a.yaml", start_line: index + 1, end_line: index + 1 };
  return { ...place, annotation_level: "failure", title: `t${index}`, message: "m" };
}

function content(over: Partial<CheckRunContent> = {}): CheckRunContent {
  return {
    name: "sweepbot/validation",
    headSha: sha(1),
    externalId: "7:abc",
    status: "completed",
    conclusion: "failure",
    detailsUrl: "https://bot.test/7",
    title: "2 problems",
    summary: "…",
    annotations: [],
    ...over,
  };
}

interface Sent {
  readonly output: { title: string; summary: string; annotations: readonly unknown[] };
}

/** Answers each write of a check run and keeps what was sent. */
function recordWrites(patches: number, withPost = true): Sent[] {
  const sent: Sent[] = [];
  const keep = (body: Sent): boolean => sent.push(body) > 0;
  if (withPost) nock(api).post(checkRuns, keep).reply(201, checkRunJson());
  if (patches > 0) {
    nock(api).patch(`${checkRuns}/50`, keep).times(patches).reply(200, checkRunJson());
  }
  return sent;
}

describe("check runs of a commit", () => {
  const first = `${repo}/commits/${sha(1)}/check-runs?per_page=100&filter=latest`;

  test("are read in our words", async () => {
    page(first, { total_count: 1, check_runs: [checkRunJson({ external_id: "7:abc" })] });
    expect(await gitHub().listCheckRuns(sha(1))).toEqual([
      {
        id: 50,
        name: "sweepbot",
        appId: 99,
        headSha: sha(1),
        externalId: "7:abc",
        status: "completed",
        conclusion: "success",
        detailsUrl: null,
        title: "",
        summary: "",
        startedAt: atMs,
      },
    ]);
  });

  test("are the newest of each name and app", async () => {
    const run = (id: number, name: string, app: object | null): object =>
      checkRunJson({ id, name, app });
    page(first, { total_count: 5, check_runs: [run(3, "a", { id: 1 }), run(4, "a", null)] }, "/c");
    page("/c", {
      total_count: 5,
      check_runs: [run(9, "a", { id: 1 }), run(8, "b", { id: 1 }), run(5, "a", { id: 1 })],
    });
    const runs = await gitHub().listCheckRuns(sha(1));
    expect(runs.map(({ id }) => id).toSorted()).toEqual([4, 8, 9]);
  });
});

test("statuses are the newest of each context and account, the newest first", async () => {
  const status = (context: string, state: string, creator: object | null): object => ({
    context,
    state,
    description: null,
    target_url: null,
    creator,
    created_at: at,
  });
  page(
    `${repo}/commits/${sha(1)}/statuses?per_page=100`,
    [status("signoff", "success", mona), status("ci", "failure", null)],
    "/s",
  );
  page("/s", [status("signoff", "pending", null), status("signoff", "failure", mona)]);
  const bare = { description: "", targetUrl: null };
  expect(await gitHub().listStatuses(sha(1))).toEqual([
    {
      ...bare,
      context: "signoff",
      state: "success",
      creator: { id: 1, login: "mona", isBot: false },
    },
    { ...bare, context: "ci", state: "failure", creator: null },
    { ...bare, context: "signoff", state: "pending", creator: null },
  ]);
});

describe("writing a check run", () => {
  test("sends everything the model has", async () => {
    nock(api)
      .post(checkRuns, {
        name: "sweepbot/validation",
        head_sha: sha(1),
        external_id: "7:abc",
        status: "completed",
        conclusion: "failure",
        details_url: "https://bot.test/7",
        output: { title: "2 problems", summary: "…", annotations: [annotationJson(0)] },
      })
      .reply(201, checkRunJson());
    const check = content({ annotations: [annotation(0)] });
    expect(await gitHub().createCheckRun(check)).toEqual({ id: 50 });
  });

  test("leaves out a conclusion and an address that there are not", async () => {
    const sent = recordWrites(0);
    const waiting = { status: "in_progress", conclusion: null, detailsUrl: null } as const;
    await gitHub().createCheckRun(content(waiting));
    expect(Object.keys(sent[0] ?? {}).toSorted()).toEqual([
      "external_id",
      "head_sha",
      "name",
      "output",
      "status",
    ]);
  });

  test.each([
    [0, [0]],
    [50, [50]],
    [51, [50, 1]],
    [120, [50, 50, 20]],
  ])("sends %d annotations in batches of at most 50 (LIM-11)", async (count, sizes) => {
    const sent = recordWrites(sizes.length - 1);
    await gitHub().createCheckRun(content({ annotations: times(count, annotation) }));
    expect(sent.map(({ output }) => output.annotations.length)).toEqual(sizes);
    expect(sent.flatMap(({ output }) => output.annotations)).toEqual(times(count, annotationJson));
  });

  test("adds only the annotations that do not stand yet when it updates", async () => {
    page(`${checkRuns}/50/annotations?per_page=100`, times(60, annotationJson));
    const sent = recordWrites(1, false);
    await gitHub().updateCheckRun(50, content({ annotations: times(80, annotation) }));
    expect(sent.map(({ output }) => output.annotations)).toEqual([
      times(20, (index) => annotationJson(60 + index)),
    ]);
  });

  test("updates without annotations in one call", async () => {
    const sent = recordWrites(1, false);
    await gitHub().updateCheckRun(50, content());
    expect(sent).toHaveLength(1);
  });

  test("cuts a long title and a long summary visibly, at whole characters", async () => {
    const sent = recordWrites(0);
    await gitHub().createCheckRun(
      content({ title: "t".repeat(300), summary: "🚀".repeat(CHECK_OUTPUT_CHARACTERS) }),
    );
    const { title, summary } = sent[0]?.output ?? { title: "", summary: "" };
    expect(title).toBe(`${"t".repeat(254)}…`);
    expect(summary.length).toBeLessThanOrEqual(CHECK_OUTPUT_CHARACTERS);
    expect(summary).toMatch(/^(🚀)+\n\n\[…\]$/u);
  });

  test.each([
    { status: "completed", conclusion: null },
    { status: "queued", conclusion: "success" },
  ] as const)("refuses the contradiction %j", async (over) => {
    await expect(gitHub().createCheckRun(content(over))).rejects.toThrow(TypeError);
  });
});

describe("setting a status", () => {
  const path = `${repo}/statuses/${sha(1)}`;
  const status = { sha: sha(1), context: "signoff", state: "pending" } as const;

  test("sends description and address", async () => {
    const description = "d".repeat(140);
    nock(api)
      .post(path, {
        context: "signoff",
        state: "pending",
        description,
        target_url: "https://b.test",
      })
      .reply(201, {});
    const work = gitHub().setStatus({ ...status, description, targetUrl: "https://b.test" });
    await expect(work).resolves.toBeUndefined();
  });

  test("leaves out an address that there is not", async () => {
    nock(api).post(path, { context: "signoff", state: "pending", description: "d" }).reply(201, {});
    const work = gitHub().setStatus({ ...status, description: "d", targetUrl: null });
    await expect(work).resolves.toBeUndefined();
  });

  test("refuses more than 140 characters before GitHub does (LIM-09)", async () => {
    const long = { ...status, description: "d".repeat(141), targetUrl: null };
    await expect(gitHub().setStatus(long)).rejects.toThrow(RangeError);
  });

  test("tells a missing permission", async () => {
    nock(api).post(path).reply(403, { message: "Resource not accessible by integration" });
    const work = gitHub().setStatus({ ...status, description: "d", targetUrl: null });
    expect(await failureOf(work)).toMatchObject({ kind: "forbidden" });
  });
});
