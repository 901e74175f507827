import { Agent, request } from "node:http";
import type { Delivery } from "./delivery.ts";

export interface DeliveryRecord {
  readonly id: string;
  readonly event: string;
  readonly action: string | null;
  /** What the target answered; null when it was not sent, not answered in time, or is on its way. */
  readonly status: number | null;
}

export interface ReleaseOptions {
  /** Puts the held deliveries into another order. */
  readonly order?: (held: readonly Delivery[]) => readonly Delivery[];
  /** How often each is sent; 1 when absent. */
  readonly repeat?: number;
  /** True for deliveries that get lost. */
  readonly drop?: (delivery: Delivery) => boolean;
}

/** GitHub waits this long for an answer, and never tries again by itself. */
const ANSWER_TIMEOUT_MS = 10_000;
const KEPT_FOR_REDELIVERY = 2_000;

/** Where webhooks go, and every way in which they can arrive late, twice, in disorder or never. */
export class Webhooks {
  /** The URL that receives webhooks; null keeps them in the log only. */
  target: string | null = null;
  delayMs = 0;
  /** How many may be on their way at once; they start in the order of their events. */
  concurrency = 8;
  readonly log: DeliveryRecord[] = [];
  readonly #agent = new Agent({ keepAlive: true });
  readonly #kept = new Map<string, Delivery>();
  readonly #queue: { delivery: Delivery; record: Mutable<DeliveryRecord> }[] = [];
  #held: Delivery[] | null = null;
  #sending = 0;
  #waiting: (() => void)[] = [];

  /** Takes a delivery: sends it, holds it, or only writes it down. */
  deliver(delivery: Delivery): void {
    this.#keep(delivery);
    if (this.#held !== null) this.#held.push(delivery);
    else this.#enqueue(delivery);
  }

  /** From now on deliveries are collected in `held` and not sent. */
  hold(): void {
    this.#held ??= [];
  }

  get held(): readonly Delivery[] {
    return this.#held ?? [];
  }

  /** Ends the hold and sends what was held; resolves when everything sent so far was answered. */
  async release(options: ReleaseOptions = {}): Promise<void> {
    const held = this.#held ?? [];
    this.#held = null;
    const ordered = options.order?.(held) ?? held;
    for (const delivery of ordered) {
      if (options.drop?.(delivery) === true) this.#note(delivery);
      else for (let time = 0; time < (options.repeat ?? 1); time += 1) this.#enqueue(delivery);
    }
    await this.settled();
  }

  /** Sends a delivery again under its old id, as the "Redeliver" button does; resolves when answered. */
  async redeliver(id: string): Promise<void> {
    const delivery = this.#kept.get(id);
    if (delivery === undefined) throw new Error(`no delivery ${id} is kept`);
    this.#enqueue(delivery);
    await this.settled();
  }

  /** The deliveries that `redeliver` still knows, oldest first. */
  get deliveries(): readonly Delivery[] {
    return [...this.#kept.values()];
  }

  /** Resolves when nothing is on its way. */
  async settled(): Promise<void> {
    if (this.#sending === 0 && this.#queue.length === 0) return;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Sends nothing any more and closes idle connections. */
  close(): void {
    this.target = null;
    this.#queue.length = 0;
    this.#agent.destroy();
  }

  #keep(delivery: Delivery): void {
    this.#kept.set(delivery.id, delivery);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > KEPT_FOR_REDELIVERY && oldest.done !== true) {
      this.#kept.delete(oldest.value);
    }
  }

  #note(delivery: Delivery): Mutable<DeliveryRecord> {
    const { id, event, action } = delivery;
    const record = { id, event, action, status: null };
    this.log.push(record);
    return record;
  }

  #enqueue(delivery: Delivery): void {
    const record = this.#note(delivery);
    if (this.target === null) return;
    this.#queue.push({ delivery, record });
    this.#sendNext();
  }

  #sendNext(): void {
    const next = this.#sending < this.concurrency ? this.#queue.shift() : undefined;
    if (next === undefined) {
      if (this.#sending > 0 || this.#queue.length > 0) return;
      for (const wake of this.#waiting.splice(0)) wake();
      return;
    }
    this.#sending += 1;
    void this.#send(next.delivery).then((status) => {
      next.record.status = status;
      this.#sending -= 1;
      this.#sendNext();
    });
  }

  async #send(delivery: Delivery): Promise<number | null> {
    if (this.delayMs > 0) {
      await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    }
    return this.target === null ? null : this.#post(delivery, this.target);
  }

  async #post(delivery: Delivery, target: string): Promise<number | null> {
    return new Promise((resolve) => {
      const outgoing = request(
        target,
        { method: "POST", headers: delivery.headers, agent: this.#agent },
        (answer) => {
          answer.resume();
          answer.on("close", () => {
            resolve(answer.statusCode ?? null);
          });
        },
      );
      outgoing.setTimeout(ANSWER_TIMEOUT_MS, () => outgoing.destroy());
      outgoing.on("error", (error) => {
        // A kept connection that the target had just closed says nothing about this delivery.
        const stale = outgoing.reusedSocket && "code" in error && error.code === "ECONNRESET";
        resolve(stale ? this.#post(delivery, target) : null);
      });
      outgoing.end(delivery.body);
    });
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
