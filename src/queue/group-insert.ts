import { setImmediate as turn } from "node:timers/promises";

interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: (stored: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Writes many items in one statement; tells for each, in order, whether it was new. */
export type InsertMany<Item> = (items: readonly Item[]) => Promise<readonly boolean[]>;

/**
 * Group commit: items that arrive while a statement is on its way go out together in the next one.
 * Each caller is answered only after the statement with its item has committed, or with its error.
 */
export function groupInserts<Item>(
  insertMany: InsertMany<Item>,
  limits: {
    readonly items: number;
    readonly bytes: number;
    readonly sizeOf: (item: Item) => number;
  },
): (item: Item) => Promise<boolean> {
  let waiting: Waiting<Item>[] = [];
  let running = false;

  function takeGroup(): Waiting<Item>[] {
    let bytes = 0;
    let count = 0;
    for (const { item } of waiting) {
      bytes += limits.sizeOf(item);
      if (count > 0 && (bytes > limits.bytes || count >= limits.items)) {
        break;
      }
      count += 1;
    }
    const group = waiting.slice(0, count);
    waiting = waiting.slice(count);
    return group;
  }

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      // The embedded database answers without letting the event loop turn: whoever stands at the
      // sockets by now would otherwise never get into this group, nor into any.
      await turn();
      const group = takeGroup();
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
