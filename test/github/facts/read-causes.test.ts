import { describe, expect, test } from "@jest/globals";
import type { CauseReading } from "../../../src/core/model/cause.ts";
import type { Job } from "../../../src/core/model/github.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { GitHubFailure } from "../../../src/github/errors.ts";
import { type CauseStore, readCauses } from "../../../src/github/facts/read-causes.ts";
import type { GitHub } from "../../../src/github/port.ts";
import { loadSignatures } from "../../../src/signatures.ts";
import { aJob, aRun, MINUTE_MS, NOW, REPOSITORY } from "../../support/build.ts";
import { configured } from "../../support/facts.ts";
import { aGitHub, methodsOf } from "../../support/github.ts";

const signatures = loadSignatures();

function failed(id: number, more: Partial<Job> = {}): Job {
  return aJob("eval / a", { id, conclusion: "failure", runnerName: "b200-01", ...more });
}

interface Kept extends CauseStore {
  readonly rows: Map<number, CauseReading>;
}

function aStore(): Kept {
  const rows = new Map<number, CauseReading>();
  return {
    rows,
    read: (_, ids) =>
      Promise.resolve(
        Object.fromEntries(
          [...rows].filter(([id]) => ids.includes(id)).map(([id, row]) => [String(id), row]),
        ),
      ),
    write: (_, id, cause) => {
      rows.set(id, cause);
      return Promise.resolve();
    },
  };
}

const log =
  (text: string): GitHub["readJobLog"] =>
  () =>
    Promise.resolve(known({ parts: [{ firstLine: 1, text }] }));
const quiet: GitHub["listJobAnnotations"] = () => Promise.resolve(known([]));

function asking(answers: Partial<GitHub>, jobs: readonly Job[], store = aStore(), autoRetry = 0) {
  const { github, calls } = aGitHub({ listJobAnnotations: quiet, ...answers });
  const config = configured({ sweep: { autoRetry } });
  const read = (now = NOW): Promise<Readonly<Record<string, CauseReading>>> =>
    readCauses(
      github,
      { signatures, store },
      { facts: { repository: REPOSITORY, config, now }, runs: [aRun(900, { jobs })] },
    );
  return { read, calls, store };
}

function failure(kind: "unavailable" | "rateLimited"): () => Promise<never> {
  const facts = { kind, status: 503, request: "GET /x", message: "no" };
  return () => Promise.reject(new GitHubFailure(facts));
}

describe("causes", () => {
  test("are read once: a finished job never changes", async () => {
    const { read, calls } = asking({ readJobLog: log("CUDA out of memory") }, [failed(1)]);
    const first = await read();
    expect(first).toMatchObject({ 1: known({ class: "gpu_out_of_memory", line: 1 }) });
    expect(await read()).toEqual(first);
    expect(methodsOf(calls)).toEqual(["listJobAnnotations", "readJobLog"]);
  });

  test("that no signature knows are kept, too", async () => {
    const { read, store } = asking({ readJobLog: log("something else") }, [failed(1)]);
    expect(await read()).toEqual({ 1: known(null) });
    expect(store.rows.get(1)).toEqual(known(null));
  });

  test("cost nothing where nothing failed", async () => {
    const { read, calls } = asking({}, [aJob("eval / a")]);
    expect([await read(), calls]).toEqual([{}, []]);
  });

  test("of jobs that were only stopped come from annotations alone", async () => {
    const message = "The job has exceeded the maximum execution time of 6h0m0s";
    const listJobAnnotations: GitHub["listJobAnnotations"] = () =>
      Promise.resolve(known([{ level: "failure", message }]));
    const { read, calls } = asking({ listJobAnnotations }, [
      failed(1, { conclusion: "cancelled" }),
    ]);
    expect(await read()).toMatchObject({ 1: { value: { class: "timeout", where: "annotation" } } });
    expect(methodsOf(calls)).toEqual(["listJobAnnotations"]);
  });

  test("of many failures are read where they may be run again, and only of five otherwise", async () => {
    const many = Array.from({ length: 25 }, (_, index) => failed(index + 1));
    const answers = { readJobLog: log("x") };
    expect(Object.keys(await asking(answers, many).read())).toHaveLength(5);
    expect(Object.keys(await asking(answers, many, aStore(), 1).read())).toHaveLength(20);
  });
});

describe("what cannot be read", () => {
  const missing: GitHub["readJobLog"] = () => Promise.resolve(unknown("not_found"));

  test("is asked for again while a log may be late, and not for ever", async () => {
    const job = failed(1, { completedAt: NOW });
    const { read, calls, store } = asking({ readJobLog: missing }, [job]);
    expect(await read(NOW + MINUTE_MS)).toEqual({ 1: unknown("not_found") });
    expect(store.rows.size).toBe(0);
    await read(NOW + 61 * MINUTE_MS);
    await read(NOW + 62 * MINUTE_MS);
    expect(methodsOf(calls).filter((each) => each === "readJobLog")).toHaveLength(2);
  });

  test("because it is too large is not asked for again", async () => {
    const readJobLog: GitHub["readJobLog"] = () => Promise.resolve(unknown("too_large"));
    const { read, store } = asking({ readJobLog }, [failed(1)]);
    expect(await read()).toEqual({ 1: unknown("too_large") });
    expect(store.rows.size).toBe(1);
  });

  test("for a fault of the server is unknown, and the rest of the look goes on", async () => {
    const { read, store } = asking({ readJobLog: failure("unavailable") }, [failed(1)]);
    expect(await read()).toEqual({ 1: unknown("unavailable") });
    expect(store.rows.size).toBe(0);
  });

  test("are not waited for one by one where the storage answers nothing", async () => {
    const jobs = Array.from({ length: 20 }, (_, index) => failed(index + 1));
    const readJobLog = failure("unavailable");
    const { read, calls, store } = asking({ readJobLog }, jobs, aStore(), 1);
    const causes = Object.values(await read());
    expect(causes).toEqual(jobs.map(() => unknown("unavailable")));
    expect(methodsOf(calls).filter((method) => method === "readJobLog")).toHaveLength(5);
    expect(store.rows.size).toBe(0);
  });

  test("for the rate limit ends the look, as everywhere", async () => {
    await expect(
      asking({ readJobLog: failure("rateLimited") }, [failed(1)]).read(),
    ).rejects.toThrow();
  });
});
