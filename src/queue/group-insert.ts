import { setImmediate as turn, setTimeout as delay } from "node:timers/promises";

/** While items keep coming, statements go out this far apart: one costs about as much as ten rows. */
const spacingMs = 10;

interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: (stored: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Writes many items in one statement; tells for each, in order, whether it was new. */
export type InsertMany<Item> = (items: readonly Item[]) => Promise<readonly boolean[]>;

export interface GroupLimits<Item> {
  readonly items: number;
  readonly bytes: number;
  readonly sizeOf: (item: Item) => number;
}

/**
 * Group commit: items that arrive while a statement is on its way go out together in the next one.
 * Each caller is answered only after the statement with its item has committed, or with its error.
 */
export function groupInserts<Item>(
  insertMany: InsertMany<Item>,
  limits: GroupLimits<Item>,
): (item: Item) => Promise<boolean> {
  let waiting: Waiting<Item>[] = [];
  let running = false;
  let lastMs = Number.NEGATIVE_INFINITY;

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      // The embedded database answers without letting the event loop turn: whoever stands at the
      // sockets by now would otherwise never get into this group, nor into any.
      await (performance.now() - lastMs < spacingMs ? delay(spacingMs) : turn());
      lastMs = performance.now();
      const count = countFitting(waiting, limits);
      const group = waiting.slice(0, count);
      waiting = waiting.slice(count);
      try {
        const stored = await insertMany(group.map(({ item }) => item));
        group.forEach(({ resolve }, index) => {
          resolve(stored[index] ?? false);
        });
      } catch (error) {
        group.forEach(({ reject }) => {
          reject(error);
        });
      }
    }
    running = false;
  }

  return async (item) =>
    await new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!running) {
        void run();
      }
    });
}

/** How many of those that wait go into the next group: at least one, whatever its size. */
function countFitting<Item>(waiting: readonly Waiting<Item>[], limits: GroupLimits<Item>): number {
  let bytes = 0;
  let count = 0;
  for (const { item } of waiting) {
    bytes += limits.sizeOf(item);
    if (count > 0 && (bytes > limits.bytes || count >= limits.items)) {
      break;
    }
    count += 1;
  }
  return count;
}
