import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { openDatabase, type Database } from "../../src/queue/database.ts";
import { FolderInUse } from "../../src/queue/folder-lock.ts";
import { Inbox } from "../../src/queue/inbox.ts";
import { openPullQueue } from "../../src/queue/pull-queue.ts";
import { freshFolder } from "../support/database.ts";
import { gate, pullRef } from "./pulls.ts";

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) {
    await cleanUp();
  }
});

async function newFolder(): Promise<string> {
  const { folder, remove } = await freshFolder();
  cleanUps.push(remove);
  return folder;
}

async function open(folder: string): Promise<Database> {
  const database = await openDatabase({ kind: "embedded", folder });
  cleanUps.push(async () => {
    await database.close();
  });
  return database;
}

interface Child {
  readonly lines: string[];
  /** Resolves once the child has printed so many lines. */
  readonly printed: (count: number) => Promise<void>;
  readonly kill: () => Promise<void>;
}

function start(...args: readonly string[]): Child {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, "child.ts"), ...args],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const lines: string[] = [];
  const waiting: { readonly count: number; readonly open: () => void }[] = [];
  if (child.stdout === null) {
    throw new Error("the child has no output");
  }
  const reader = createInterface({ input: child.stdout });
  reader.on("line", (line) => {
    lines.push(line);
    waiting
      .filter(({ count }) => lines.length >= count)
      .forEach(({ open: go }) => {
        go();
      });
  });
  return {
    lines,
    printed: async (count) => {
      const { opened, open: go } = gate();
      waiting.push({ count, open: go });
      if (lines.length >= count) {
        go();
      }
      await opened;
    },
    kill: async () => {
      const ended = Promise.all([once(child, "exit"), once(reader, "close")]);
      child.kill("SIGKILL");
      await ended;
    },
  };
}

describe("embedded database and kill -9", () => {
  // The first folder of a machine takes longest to make.
  beforeAll(async () => {
    await (await freshFolder()).remove();
  }, 60_000);

  test("loses no acknowledged delivery, whenever the process is killed", async () => {
    const folder = await newFolder();
    const acknowledged: string[] = [];
    const counts = fc.sample(fc.integer({ min: 2, max: 600 }), 2);
    for (const [round, count] of counts.entries()) {
      const child = start("accept", folder, `round${round}-`);
      await child.printed(count);
      await child.kill();
      acknowledged.push(...child.lines.slice(1));
    }
    const inbox = new Inbox(await open(folder), { refreshAll: () => Promise.resolve() });
    const routed: string[] = [];
    const route = ({ deliveryId }: { readonly deliveryId: string }): Promise<never[]> => {
      routed.push(deliveryId);
      return Promise.resolve([]);
    };
    while ((await inbox.drain(500, route)) > 0);
    expect(acknowledged.length).toBeGreaterThanOrEqual(counts.length);
    expect(acknowledged.filter((id) => !routed.includes(id))).toEqual([]);
    expect(new Set(routed).size).toBe(routed.length);
  }, 30_000);

  test("takes up the look that the killed process was in", async () => {
    const folder = await newFolder();
    const child = start("hold", folder);
    await child.printed(2);
    expect(child.lines).toEqual(["ready", "holding"]);
    await child.kill();
    const queue = await openPullQueue(await open(folder), {
      debounceMs: 0,
      onError: () => undefined,
    });
    cleanUps.push(async () => {
      await queue.stop();
    });
    const looked: number[] = [];
    await queue.work(
      ({ pull }) => {
        looked.push(pull);
        return Promise.resolve();
      },
      { concurrency: 1, onGivenUp: () => Promise.resolve() },
    );
    await queue.drained();
    expect(looked).toEqual([pullRef(1).pull]);
  }, 30_000);

  test("refuses a folder that a living process has open", async () => {
    const folder = await newFolder();
    const child = start("accept", folder, "living-");
    cleanUps.push(child.kill);
    await child.printed(1);
    await expect(openDatabase({ kind: "embedded", folder })).rejects.toBeInstanceOf(FolderInUse);
  }, 30_000);
});
