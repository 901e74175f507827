import type { Probot } from "probot";
import { STATUS_DESCRIPTION_CHARACTERS } from "./core/model/limits.ts";
import { known } from "./core/model/reading.ts";
import type { PullRef } from "./core/model/signal.ts";
import { fitLine } from "./core/render/fit.ts";
import { PLAIN } from "./core/render/template.ts";
import { type Dictionary, say } from "./core/render/words.ts";
import { HEALTH_CONTEXT } from "./core/plan/health.ts";
import { ConditionalRequests, type RequestCounters } from "./github/conditional.ts";
import type { FactSources } from "./github/facts/read-facts.ts";
import { GitHubFailure } from "./github/errors.ts";
import { readAppIdentity } from "./github/people.ts";
import sweepbot, { type Desk } from "./index.ts";
import { type Installations, openInstallations } from "./installations.ts";
import { type Look, look, pass, type PassContext } from "./pipeline.ts";
import type { Records } from "./records.ts";
import { openRouting, RECENTLY_CLOSED_MS } from "./routing.ts";

export interface BotParts {
  readonly probot: Probot;
  readonly records: Records;
  readonly dictionary: Dictionary;
  readonly now: () => number;
  readonly dispatchGraceMs: number;
  /** Told of every look, for the pages. */
  readonly onLook: (ref: PullRef, look: Look) => void;
  readonly onEffect: (kind: string) => void;
}

export interface Bot {
  readonly requests: { readonly counters: RequestCounters };
  /** Which pull requests a stored delivery asks to look at again. */
  readonly route: Desk["receive"];
  /** One look at a pull request; gives when to look again, in milliseconds, or null. */
  readonly pass: (ref: PullRef) => Promise<number | null>;
  /** The same look without touching anything. */
  readonly look: (ref: PullRef) => Promise<Look>;
  /** Every pull request that is open or was closed lately, in every installation. */
  readonly listPulls: () => Promise<readonly PullRef[]>;
  /** Says on the pull request that it could not be looked at (architecture §3). */
  readonly reportGivenUp: (ref: PullRef, error: string) => Promise<void>;
}

/** Puts the bot together around a Probot instance; asks GitHub once who the app is. */
export async function openBot(parts: BotParts): Promise<Bot> {
  const { probot, records, dictionary, now } = parts;
  const requests = new ConditionalRequests();
  const app = await readAppIdentity(await probot.auth());
  const installations = openInstallations(probot, app, requests);
  const { githubOf } = installations;
  const route = openRouting({ githubOf, pullOfRun: records.pullOfRun, now });
  const desk = sweepbot(probot, app.login, route);
  await probot.load(desk.app);
  return {
    requests,
    route: (delivery) => desk.receive(delivery),
    pass: (ref) => passIfThere(ref, installations, parts),
    look: async (ref) =>
      look(ref, (await contextOf(ref, installations, parts)).sources, dictionary),
    listPulls: () => installations.listPulls(now() - RECENTLY_CLOSED_MS),
    reportGivenUp: async (ref, error) => {
      await records.audit(ref, { kind: "failure", code: "given_up", detail: { error } });
      const github = await githubOf(ref);
      const { headSha } = await github.readPull(ref.pull);
      const description = say(dictionary.en, "check.not_looked_after", {}, PLAIN);
      await github.setStatus({
        sha: headSha,
        context: HEALTH_CONTEXT,
        state: "error",
        description: fitLine(description, STATUS_DESCRIPTION_CHARACTERS),
        targetUrl: null,
      });
    },
  };
}

/** A pull request that GitHub does not have (any more) is passed over; trying again would not help. */
async function passIfThere(
  ref: PullRef,
  installations: Installations,
  parts: BotParts,
): Promise<number | null> {
  const context = await contextOf(ref, installations, parts);
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
  const { records, now, dictionary, dispatchGraceMs } = parts;
  const github = await installations.githubOf(ref);
  const others: FactSources["others"] = async (pull) => known(await records.otherPulls(pull));
  return {
    sources: { github, claims: records.claims, lastGood: records.lastGood, others, now },
    github,
    pull: ref,
    claims: records.claimStore,
    now,
    dispatchGraceMs,
    dictionary,
    repositoryOf: (owner, name) => installations.neighbourOf(ref, owner, name),
    audit: async (code, detail) => {
      parts.onEffect(code);
      await records.audit(ref, { kind: "effect", code, detail });
    },
    report: async (seen) => {
      parts.onLook(ref, seen);
      await records.keepKeys(ref, seen);
      await records.auditDecision(ref, seen);
    },
  };
}
