import type { ApplicationFunction, Probot } from "probot";
import type { Sighting } from "./core/model/run-states.ts";
import type { PullRef, Signal } from "./core/model/signal.ts";
import { labelHeadOf, type SeenLabel } from "./github/label-head.ts";
import { EVENTS, normalise } from "./github/normalise.ts";
import { sightingOf } from "./github/sightings.ts";
import { type SeenStaging, stagingOf } from "./github/staging-callback.ts";
import type { RouteSignal } from "./routing.ts";

export interface Desk {
  readonly app: ApplicationFunction;
  /** Hands a stored delivery to Probot and gives the pull requests to look at again. */
  receive(delivery: {
    readonly deliveryId: string;
    readonly event: string;
    readonly body: string;
  }): Promise<readonly PullRef[]>;
}

/** Where the desk hands things on to. */
export interface BackOffice {
  readonly route: RouteSignal;
  /** Keeps what a delivery tells of a run or a job. */
  readonly keep: (sighting: Sighting) => Promise<void>;
  /** Writes down what GitHub will not tell again: the head that a label was put on at. */
  readonly keepLabel: (deliveryId: string, seen: SeenLabel) => Promise<void>;
  /** Writes down what the staging side told, which GitHub will not tell again either. */
  readonly keepStaging: (deliveryId: string, seen: SeenStaging) => Promise<void>;
}

interface Heard {
  readonly signal: Signal;
  readonly label: SeenLabel | null;
  readonly staging: SeenStaging | null;
}

/**
 * The Probot app. It listens, says in our words what a delivery is about, and has it routed; no rule
 * lives here. Deliveries come from the inbox, where they were stored before GitHub got its answer.
 */
export default function sweepbot(probot: Probot, ownLogin: string, back: BackOffice): Desk {
  const heard = new Map<string, Heard>();
  const app: ApplicationFunction = (listening) => {
    listening.on([...EVENTS], (context) => {
      const { id, name, payload } = context;
      heard.set(id, {
        signal: normalise(name, payload, ownLogin),
        label: labelHeadOf(name, payload),
        staging: stagingOf(name, payload),
      });
    });
  };
  return {
    app,
    async receive({ deliveryId, event, body }) {
      const payload: unknown = JSON.parse(body);
      // Any event may arrive; Probot hands on only those that are listened to.
      await probot.receive({ id: deliveryId, name: event, payload } as Parameters<
        Probot["receive"]
      >[0]);
      const found = heard.get(deliveryId);
      heard.delete(deliveryId);
      if (found === undefined) return [];
      // Before the look that it asks for: that one finds it there, and it comes again if it fails.
      const sighting = found.signal.kind === "ignored" ? null : sightingOf(event, payload);
      if (sighting !== null) await back.keep(sighting);
      if (found.label !== null) await back.keepLabel(deliveryId, found.label);
      if (found.staging !== null && found.signal.kind !== "ignored") {
        await back.keepStaging(deliveryId, found.staging);
      }
      return back.route(found.signal);
    },
  };
}
