import type { Probot } from "probot";
import { digestOf, type Signatures } from "./core/causes/signatures.ts";
import { known } from "./core/model/reading.ts";
import type { PullRef } from "./core/model/signal.ts";
import type { Dictionary } from "./core/render/words.ts";
import { planStatuses } from "./core/plan/checks.ts";
import { givenUpStatuses } from "./core/plan/health.ts";
import { ConditionalRequests, type RequestCounters } from "./github/conditional.ts";
import type { FactSources } from "./github/facts/read-facts.ts";
import type { ResultSources } from "./github/facts/read-results.ts";
import { readSignoffContext } from "./github/facts/signoff-context.ts";
import { GitHubFailure } from "./github/errors.ts";
import { readAppIdentity } from "./github/people.ts";
import sweepbot, { type Desk } from "./index.ts";
import { type Installations, openInstallations } from "./installations.ts";
import { type Look, look, pass, type PassContext } from "./pipeline.ts";
import type { Records } from "./records.ts";
import { openRouting, RECENTLY_CLOSED_MS } from "./routing.ts";
import { readVersion } from "./version.ts";

export interface BotParts {
  readonly probot: Probot;
  readonly records: Records;
  readonly dictionary: Dictionary;
  readonly signatures: Signatures;
  readonly recipes: FactSources["recipes"];
  readonly now: () => number;
  readonly dispatchGraceMs: number;
  readonly pictureAddress: ResultSources["pictureAddress"];
  readonly readPage: FactSources["readPage"];
  /** Told of every look, for the pages. */
  readonly onLook: (ref: PullRef, look: Look) => void;
  readonly onEffect: (kind: string) => void;
  /** Lets pull requests be looked at, because something that they wait for is over. */
  readonly wake: (pulls: readonly PullRef[]) => Promise<void>;
  /** Told of what went wrong without stopping the rest. */
  readonly onError: (error: unknown) => void;
}

export interface Bot {
  readonly requests: { readonly counters: RequestCounters };
  /** Which pull requests a stored delivery asks to look at again. */
  readonly route: Desk["receive"];
  /** One look at a pull request; writes nothing more once the signal says that it is no longer ours to finish. Gives when to look again, in milliseconds, or null. */
  readonly pass: (ref: PullRef, signal?: AbortSignal) => Promise<number | null>;
  /** The same look without touching anything. */
  readonly look: (ref: PullRef) => Promise<Look>;
  /** Every pull request that is open or was closed lately, in every installation. */
  readonly listPulls: () => Promise<readonly PullRef[]>;
  /** Says on the pull request that it could not be looked at (architecture §3). */
  readonly reportGivenUp: (ref: PullRef, error: string) => Promise<void>;
}

/** Puts the bot together around a Probot instance; asks GitHub once who the app is. */
export async function openBot(parts: BotParts): Promise<Bot> {
  const { probot, records, dictionary, now, onError } = parts;
  const requests = new ConditionalRequests();
  const app = await readAppIdentity(await probot.auth());
  const installations = openInstallations(probot, app, requests);
  const { githubOf } = installations;
  const route = openRouting({ githubOf, pullOfRun: records.pullOfRun, now });
  const desk = sweepbot(probot, app.login, {
    route,
    keep: records.keepSighting,
    keepLabel: records.keepLabelHead,
    keepStaging: records.keepStaging,
  });
  await probot.load(desk.app);
  return {
    requests,
    route: (delivery) => desk.receive(delivery),
    pass: (ref, signal) => passIfThere(ref, signal, installations, parts),
    look: async (ref) =>
      look(ref, (await contextOf(ref, installations, parts)).sources, dictionary),
    listPulls: () => installations.listPulls(now() - RECENTLY_CLOSED_MS, onError),
    reportGivenUp: async (ref, error) => {
      await records.audit(ref, { kind: "failure", code: "given_up", detail: { error } });
      const github = await githubOf(ref);
      const found = await github.readPull(ref.pull);
      const context = await readSignoffContext(github, found, records.lastGood);
      const present = await github.listStatuses(found.headSha);
      const wanted = givenUpStatuses(found.headSha, context, dictionary);
      for (const effect of planStatuses(wanted, present, app.login)) {
        if (effect.kind === "setStatus") await github.setStatus(effect.status);
      }
    },
  };
}

/** Read once: it does not change while the process runs. */
const version = readVersion();

/** A pull request that GitHub does not have (any more) is passed over; trying again would not help. */
async function passIfThere(
  ref: PullRef,
  signal: AbortSignal | undefined,
  installations: Installations,
  parts: BotParts,
): Promise<number | null> {
  const found = await contextOf(ref, installations, parts);
  const context = signal === undefined ? found : { ...found, signal };
  try {
    return await pass(ref, context);
  } catch (error) {
    if (!isGone(error) || (await isThere(ref, context))) throw error;
    await parts.records.audit(ref, { kind: "failure", code: "not_there", detail: {} });
    return null;
  }
}

async function isThere(ref: PullRef, { github }: PassContext): Promise<boolean> {
  try {
    await github.readPull(ref.pull);
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof GitHubFailure && error.kind === "gone";
}

async function contextOf(
  ref: PullRef,
  installations: Installations,
  parts: BotParts,
): Promise<PassContext> {
  const { records, now, dictionary, dispatchGraceMs, signatures, pictureAddress, recipes } = parts;
  const github = await installations.githubOf(ref);
  const others: FactSources["others"] = async (pull) => known(await records.otherPulls(pull));
  const repositoryOf: PassContext["repositoryOf"] = (owner, name) =>
    installations.neighbourOf(ref, owner, name);
  const labelHeads: FactSources["labelHeads"] = async (pull) =>
    known(await records.labelHeads(pull));
  return {
    sources: {
      github,
      claims: records.claims,
      lastGood: records.lastGood,
      ...{ others, repositoryOf, labelHeads },
      readPage: parts.readPage,
      stagings: records.stagings,
      mergeQueue: records.mergeQueue,
      now,
      version,
      causes: { signatures, store: records.causes(digestOf(signatures)) },
      runs: records.runs(ref),
      recipes,
      results: { ...records.results, pictureAddress },
    },
    github,
    pull: ref,
    claims: records.claimStore,
    takeTurn: records.takeTurn,
    now,
    dispatchGraceMs,
    dictionary,
    repositoryOf,
    audit: async (code, detail) => {
      parts.onEffect(code);
      await records.audit(ref, { kind: "effect", code, detail });
    },
    report: async (seen) => {
      parts.onLook(ref, seen);
      await records.keepKeys(ref, seen);
      await records.keepResults(ref, seen);
      await parts.wake(await records.keepQueue(ref, seen));
      await records.auditDecision(ref, seen);
    },
  };
}
