/**
 * A process for the tests that kill one. It opens the folder, prints "ready", then accepts deliveries
 * `<prefix>0`, `<prefix>1`, … eight at a time, printing each id once it is acknowledged; or, with
 * "hold", takes a look at pull request 1 up and never ends it.
 */
import { writeSync } from "node:fs";
import { openDatabase } from "../../src/queue/database.ts";
import { Inbox } from "../../src/queue/inbox.ts";
import { openPullQueue } from "../../src/queue/pull-queue.ts";
import { pullRef } from "./pulls.ts";

const [, , mode, folder = "", prefix = ""] = process.argv;

function say(line: string): void {
  writeSync(1, `${line}\n`);
}

const database = await openDatabase({ kind: "embedded", folder });
say("ready");

if (mode === "hold") {
  const queue = await openPullQueue(database, {
    debounceMs: 0,
    retrySeconds: 0,
    onError: () => undefined,
  });
  const forGood = async (): Promise<never> => {
    say("holding");
    return await new Promise<never>(() => undefined);
  };
  await queue.work(forGood, { concurrency: 1, onGivenUp: () => Promise.resolve() });
  await queue.refresh(pullRef(1));
}

if (mode === "accept") {
  const inbox = new Inbox(database, { refreshAll: () => Promise.resolve() });
  let next = 0;
  const acceptOn = async (): Promise<never> => {
    for (;;) {
      const deliveryId = `${prefix}${next}`;
      next += 1;
      const body = JSON.stringify({ pull: 1, text: "x".repeat(2_000) });
      await inbox.accept({ deliveryId, event: "issues", body, receivedAt: Date.now() });
      say(deliveryId);
    }
  };
  await Promise.all(Array.from({ length: 8 }, acceptOn));
}
