import { Probot, ProbotOctokit } from "probot";
import type { Settings } from "./server/settings.ts";

/** Longer waits are the queue's: it repeats the pass later and keeps no request open meanwhile. */
const LONGEST_WAIT_SECONDS = 30;
const REQUEST_TIMEOUT_MS = 30_000;

type OctokitOptions = ConstructorParameters<typeof ProbotOctokit>[0];

/**
 * The Probot instance: authentication, throttling and retries are its own. `polite` waits between
 * requests as GitHub asks; against the simulator that would only be time lost.
 */
export function openProbot(settings: Settings, polite: boolean): Probot {
  // A function, because Probot puts its own `throttle` in the place of a plain one.
  const adjust = (options: OctokitOptions): OctokitOptions => ({
    ...options,
    ...(polite ? { throttle: throttling(options) } : UNTHROTTLED),
  });
  return new Probot({
    appId: settings.appId,
    privateKey: settings.privateKey,
    secret: settings.webhookSecret,
    baseUrl: settings.githubApiUrl,
    logLevel: settings.logLevel === "silent" ? "fatal" : settings.logLevel,
    request: { fetch: fetchInTime },
    Octokit: ProbotOctokit.defaults(adjust),
  });
}

const UNTHROTTLED = { retry: { enabled: false }, throttle: { enabled: false } };

function throttling(options: OctokitOptions): object {
  const onLimit = (afterSeconds: number, _request: object, _octokit: object, retries: number) =>
    afterSeconds <= LONGEST_WAIT_SECONDS && retries === 0;
  const given: unknown = options?.["throttle"];
  return {
    ...(typeof given === "object" ? given : {}),
    onRateLimit: onLimit,
    onSecondaryRateLimit: onLimit,
  };
}

async function fetchInTime(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  return fetch(input, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
}
