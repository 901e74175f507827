import type { Bot } from "./bot.ts";
import type { Inbox } from "./queue/inbox.ts";

export interface Drainer {
  readonly wake: () => void;
  /** Resolves when no stored delivery is due. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

const ROUTE_BATCH = 200;
/** Deliveries whose routing failed are due again later; nobody wakes us for them. */
const DRAIN_EVERY_MS = 5_000;

/** Routes stored deliveries as they come, one batch at a time. */
export function openDrainer(inbox: Inbox, bot: Bot, onError: (error: unknown) => void): Drainer {
  let wanted = false;
  let running: Promise<void> | null = null;
  let stopped = false;
  const run = async (): Promise<void> => {
    while (wanted && !stopped) {
      wanted = false;
      const taken = await inbox.drain(ROUTE_BATCH, (delivery) => bot.route(delivery));
      if (taken > 0) wanted = true;
    }
  };
  const wake = (): void => {
    wanted = true;
    running ??= run()
      .catch(onError)
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(wake, DRAIN_EVERY_MS);
  return {
    wake,
    idle: async () => {
      wake();
      while (running !== null) await running;
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
