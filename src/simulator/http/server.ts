import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Json } from "../render/json.ts";
import type { World } from "../state/world.ts";
import { type Answer, Refusal } from "./answer.ts";
import { authenticate } from "./auth.ts";
import type { Actor } from "./call.ts";
import type { Exchange, RequestRecord } from "./exchange.ts";
import type { Fault, Faults } from "./faults.ts";
import { packAnswer, type PackedAnswer } from "./pack.ts";
import { type Match, matchRoute, type Route, routeTable } from "./route.ts";

export interface ServerParts {
  readonly world: World;
  readonly faults: Faults;
  readonly routes: readonly Route[];
  readonly observe: ((exchange: Exchange) => void) | null;
}

/** The HTTP side: finds the route, checks who asks, injects faults, and writes everything down. */
export class GitHubServer {
  readonly requests: RequestRecord[] = [];
  /** Faults of the simulator itself; a test that finds one here has found a bug in it. */
  readonly crashes: string[] = [];
  readonly #parts: ServerParts;
  readonly #table: ReadonlyMap<string, readonly Route[]>;
  readonly #server: Server;

  constructor(parts: ServerParts) {
    this.#parts = parts;
    this.#table = routeTable(parts.routes);
    this.#server = createServer((request, response) => {
      void this.#serve(request, response);
    });
  }

  /** Listens on loopback (0: any free port) and resolves with the port. */
  async listen(port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject).listen(port, "127.0.0.1", resolve);
    });
    return (this.#server.address() as AddressInfo).port;
  }

  /** Stops listening and drops all connections. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => {
        resolve();
      });
      this.#server.closeAllConnections();
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = parseBody(await readAll(request));
    const method = request.method ?? "GET";
    const target = request.url ?? "/";
    const path = target.split("?")[0] ?? "/";
    const fault = this.#parts.faults.take(method, path);
    await pause(fault?.latencyMs ?? 0);
    const asked = { request, method, target, match: this.#match(method, path), body };
    const answer = await this.#faultyAnswer(asked, fault);
    if (answer === null) {
      request.socket.destroy();
      this.#note({ ...asked, status: 0, notModified: false });
      return;
    }
    const packed = this.#pack(answer, request);
    const { status } = packed;
    this.#note({ ...asked, status, notModified: status === 304 });
    if (fault === null || !spoils(fault)) this.#show({ ...asked, answer, packed });
    response.writeHead(status, { ...packed.headers });
    response.end(packed.bytes);
  }

  /** The answer, or what a fault makes of it; null when the connection hangs up. */
  async #faultyAnswer(asked: Asked, fault: Fault | null): Promise<Answer | null> {
    if (fault === null || !spoils(fault)) return this.#answer(asked);
    if (fault.when === "after") await this.#answer(asked);
    return faultAnswer(fault);
  }

  #pack(answer: Answer, request: IncomingMessage): PackedAnswer {
    const { world } = this.#parts;
    const packed = packAnswer(answer, {
      method: request.method ?? "GET",
      count: this.requests.length,
      used: world.requestsUsed,
      now: world.now(),
      ifNoneMatch: request.headers["if-none-match"],
    });
    if (packed.status !== 304) world.requestsUsed += 1;
    return packed;
  }

  #match(method: string, path: string): Match | null {
    const numbered = /^\/repositories\/(\d+)(\/.*)?$/.exec(path);
    if (numbered === null) return matchRoute(this.#table, method, path);
    const repository = this.#parts.world.repositories.get(Number(numbered[1]));
    if (repository === undefined) return null;
    const named = `/repos/${repository.owner.login}/${repository.name}${numbered[2] ?? ""}`;
    return matchRoute(this.#table, method, named);
  }

  async #answer(asked: Asked): Promise<Answer> {
    const { world } = this.#parts;
    try {
      if (asked.match === null) {
        world.unknownRoutes.push(`${asked.method} ${asked.target.split("?")[0] ?? ""}`);
        throw new Refusal(404, "Not Found");
      }
      const { route, params } = asked.match;
      const nobody: Actor = { kind: "app", account: world.bot };
      const { authorization } = asked.request.headers;
      const actor = route.authenticated ? authenticate(world, authorization) : nobody;
      if (asked.body === null) throw new Refusal(400, "Problems parsing JSON");
      return await route.answer({
        world,
        method: asked.method,
        target: asked.target,
        params,
        query: new URL(asked.target, "http://localhost").searchParams,
        headers: asked.request.headers,
        body: asked.body,
        actor,
      });
    } catch (error) {
      return this.#refusal(error, asked);
    }
  }

  #refusal(error: unknown, asked: Asked): Answer {
    if (error instanceof Refusal) {
      const documentation = { documentation_url: "https://docs.github.com/rest" };
      const body = {
        message: error.message,
        ...error.extra,
        ...documentation,
        status: String(error.status),
      };
      return { status: error.status, body, headers: error.headers };
    }
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.crashes.push(`${asked.method} ${asked.target}: ${text}`);
    return { status: 500, body: { message: text } };
  }

  #note(seen: Seen & { readonly status: number; readonly notModified: boolean }): void {
    const { method, target, match, status, notModified } = seen;
    const route = match?.route.template ?? null;
    this.requests.push({ method, route, path: target, status, notModified });
  }

  #show(
    seen: Seen & {
      readonly body: Json | null;
      readonly answer: Answer;
      readonly packed: PackedAnswer;
    },
  ): void {
    const { method, target, match, body, answer, packed } = seen;
    // A copy, as the client gets it: later changes of the world must not reach into an observation.
    const isJson = packed.status !== 304 && answer.body !== undefined;
    const responseBody: unknown = isJson ? JSON.parse(packed.bytes?.toString() ?? "null") : null;
    const route = match?.route.template ?? null;
    this.#parts.observe?.({
      method,
      route,
      path: target,
      requestBody: body,
      status: packed.status,
      responseBody,
    });
  }
}

interface Seen {
  readonly method: string;
  readonly target: string;
  readonly match: Match | null;
}

interface Asked extends Seen {
  readonly request: IncomingMessage;
  readonly body: Json | null;
}

async function pause(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}

/** A fault that only delays leaves the answer as it is. */
function spoils(fault: Fault): boolean {
  return fault.status !== undefined || fault.hangUp === true;
}

function faultAnswer(fault: Fault): Answer | null {
  if (fault.hangUp === true) return null;
  const status = fault.status ?? 500;
  const body = fault.body ?? { message: status >= 500 ? "Server Error" : "Refused by a fault" };
  return { status, body, headers: fault.headers ?? {} };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts);
}

/** The body as an object; empty when nothing was sent, null when it is not JSON. */
function parseBody(bytes: Buffer): Json | null {
  if (bytes.length === 0) return {};
  try {
    const value: unknown = JSON.parse(bytes.toString());
    if (Array.isArray(value)) return { labels: value };
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
