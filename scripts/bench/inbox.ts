import { fork, type ChildProcess } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";

export interface InboxBenchOptions {
  /** How long the steady stream lasts; 30 by default. */
  readonly seconds?: number;
  readonly perSecond?: number;
  /** Deliveries of the burst; 5,000 by default. */
  readonly deliveries?: number;
  readonly pulls?: number;
  /** How long a pass pretends to take. */
  readonly passMs?: number;
  /** Runs of each measurement, each on a database of its own; medians are printed. */
  readonly runs?: number;
}

const secret = "bench";
const connections = 64;
/** About what GitHub sends for a `workflow_job`. */
const bodyBytes = 12_000;
const readyShape = z.object({ url: z.string() });
const reportShape = z.object({
  done: z.number(),
  unseen: z.number(),
  mostPasses: z.number(),
  rssBytes: z.number(),
  peakRssBytes: z.number(),
});
type Report = z.infer<typeof reportShape>;

interface Subject {
  readonly send: (pull: number) => Promise<number>;
  readonly report: () => Promise<Report>;
}

/** Measures the way of a delivery from the socket to the pass, on the embedded database, and prints it. */
export async function benchInbox(
  print: (line: string) => void,
  options: InboxBenchOptions = {},
): Promise<void> {
  const { seconds = 30, perSecond = 200, deliveries = 5_000, pulls = 50 } = options;
  const { passMs = 5, runs = 3 } = options;
  const steady = await repeat(runs, passMs, async (subject) => {
    return await measureSteady(subject, { seconds, perSecond, pulls });
  });
  print(
    `webhook answers at ${perSecond}/s for ${seconds} s: p50 ${ms(median(steady.map(({ p50 }) => p50)))}, ` +
      `p99 ${ms(median(steady.map(({ p99 }) => p99)))}, slowest ${ms(Math.max(...steady.map(({ slowest }) => slowest)))}, ` +
      `lost ${sum(steady.map(({ lost }) => lost))}, ${memory(steady)}`,
  );
  const bursts = await repeat(runs, passMs, async (subject) => {
    return await measureBurst(subject, { deliveries, pulls });
  });
  print(
    `burst of ${deliveries} deliveries over ${pulls} pull requests (passes of ${passMs} ms): ` +
      `answered in ${median(bursts.map((burst) => burst.answeredSeconds)).toFixed(1)} s, ` +
      `drained in ${median(bursts.map((burst) => burst.drainedSeconds)).toFixed(1)} s, ` +
      `at most ${Math.max(...bursts.map(({ mostPasses }) => mostPasses))} passes a pull request, ` +
      `lost ${sum(bursts.map(({ lost }) => lost))}, ${memory(bursts)}`,
  );
}

async function measureSteady(
  subject: Subject,
  load: { readonly seconds: number; readonly perSecond: number; readonly pulls: number },
): Promise<{ p50: number; p99: number; slowest: number; lost: number } & Report> {
  const total = load.seconds * load.perSecond;
  const begun = performance.now();
  const answers: Promise<number>[] = [];
  for (let index = 0; index < total; index += 1) {
    // By the clock and not by the answers: a slow answer must not slow the stream down.
    const dueMs = begun + (index * 1_000) / load.perSecond - performance.now();
    if (dueMs > 0) {
      await new Promise((resolve) => setTimeout(resolve, dueMs));
    }
    answers.push(subject.send(index % load.pulls));
  }
  const times = (await Promise.all(answers)).sort((left, right) => left - right);
  const report = await subject.report();
  const at = (share: number): number => times[Math.floor((times.length - 1) * share)] ?? 0;
  return {
    p50: at(0.5),
    p99: at(0.99),
    slowest: at(1),
    lost: total - report.done + report.unseen,
    ...report,
  };
}

async function measureBurst(
  subject: Subject,
  load: { readonly deliveries: number; readonly pulls: number },
): Promise<Report & { lost: number; answeredSeconds: number; drainedSeconds: number }> {
  const begun = performance.now();
  await Promise.all(
    Array.from(
      { length: load.deliveries },
      async (_, index) => await subject.send(index % load.pulls),
    ),
  );
  const answeredSeconds = (performance.now() - begun) / 1_000;
  const report = await subject.report();
  const drainedSeconds = (performance.now() - begun) / 1_000;
  const lost = load.deliveries - report.done + report.unseen;
  return { ...report, lost, answeredSeconds, drainedSeconds };
}

async function repeat<T>(
  runs: number,
  passMs: number,
  measure: (subject: Subject) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  for (let run = 0; run < runs; run += 1) {
    results.push(await withSubject(passMs, measure));
  }
  return results;
}

async function withSubject<T>(
  passMs: number,
  measure: (subject: Subject) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "sweepbot-bench-"));
  const child = fork(join(import.meta.dirname, "inbox-server.ts"), [
    folder,
    secret,
    String(passMs),
  ]);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  try {
    const { url } = readyShape.parse(await nextMessage(child));
    return await measure({
      send: sender(url, agent),
      report: async () => {
        const answer = nextMessage(child);
        child.send("report");
        return reportShape.parse(await answer);
      },
    });
  } finally {
    agent.destroy();
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
    await rm(folder, { recursive: true, force: true });
  }
}

function sender(url: string, agent: Agent): Subject["send"] {
  let count = 0;
  return async (pull) => {
    count += 1;
    const filler = "x".repeat(bodyBytes);
    const body = JSON.stringify({ action: "completed", bench: { pull }, filler });
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "x-github-delivery": `bench-${count}`,
      "x-github-event": "workflow_job",
      "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    };
    const begun = performance.now();
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${url}/api/github/webhooks`, { method: "POST", agent, headers });
      sent.once("error", reject);
      sent.once("response", (response) => {
        response.resume();
        response.once("end", () => {
          resolve(response.statusCode);
        });
      });
      sent.end(body);
    });
    if (status !== 202) {
      throw new Error(`the server answered ${status ?? "nothing"}`);
    }
    return performance.now() - begun;
  };
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const [message] = (await once(child, "message")) as unknown[];
  return message;
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

/** Making a new data folder takes the most; what serving takes is the other number. */
function memory(reports: readonly Report[]): string {
  const most = (read: (report: Report) => number): string =>
    `${Math.round(Math.max(...reports.map(read)) / 1_048_576)} MB`;
  return `memory ${most(({ rssBytes }) => rssBytes)} (peak while making the database ${most(({ peakRssBytes }) => peakRssBytes)})`;
}
