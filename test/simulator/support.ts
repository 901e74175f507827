import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Octokit } from "@octokit/rest";
import { ProbotOctokit } from "probot";
import type { Simulator } from "../../src/simulator/simulator.ts";

/** A plain Octokit of a person, without retries. */
export function personOctokit(github: Simulator, login: string): Octokit {
  return new Octokit({ baseUrl: github.url, auth: github.tokenFor(login), log: quiet });
}

/** Probot's Octokit as the app's installation on an account, without retries. */
export function appOctokit(github: Simulator, owner: string): ProbotOctokit {
  return probotOctokit(github, { installationId: github.installationId(owner) });
}

/** Probot's Octokit as the app itself, by JSON web token. */
export function jwtOctokit(github: Simulator): ProbotOctokit {
  return probotOctokit(github, {});
}

function probotOctokit(github: Simulator, more: { installationId?: number }): ProbotOctokit {
  const { id: appId, privateKey } = github.app;
  return new ProbotOctokit({
    baseUrl: github.url,
    auth: { appId, privateKey, ...more },
    retry: { enabled: false },
    throttle: { enabled: false },
    log: quiet,
  });
}

const silent = (): void => undefined;
const quiet = { debug: silent, info: silent, warn: silent, error: silent };

/** The HTTP status of a request that is refused, or of its success. */
export async function statusOf(request: Promise<{ readonly status: number }>): Promise<number> {
  try {
    return (await request).status;
  } catch (error) {
    if (error instanceof Error && "status" in error && typeof error.status === "number") {
      return error.status;
    }
    throw error;
  }
}

export interface Received {
  readonly id: string;
  readonly event: string;
  readonly signature: string;
  readonly body: string;
}

/** A receiver of webhooks that answers 200 to each. */
export async function startReceiver(): Promise<{
  readonly url: string;
  readonly received: Received[];
  close(): Promise<void>;
}> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const header = (name: string): string => String(request.headers[name]);
      received.push({
        id: header("x-github-delivery"),
        event: header("x-github-event"),
        signature: header("x-hub-signature-256"),
        body: Buffer.concat(parts).toString(),
      });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
