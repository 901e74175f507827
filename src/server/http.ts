import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { readBody } from "./body.ts";
import type { HttpAnswer, Route } from "./route.ts";
import { findRoute } from "./router.ts";

export interface RunningServer {
  /** `http://host:port`, with the port that was really given. */
  readonly url: string;
  readonly port: number;
  /** Takes no new connection, lets running requests finish for so long, then ends the rest. */
  close(graceMs?: number): Promise<void>;
}

export interface ServerOptions {
  /** 0 lets the system choose. */
  readonly port: number;
  readonly host: string;
  readonly routes: readonly Route[];
  /** A route that threw; the client gets 500 without details. */
  readonly onError: (error: unknown) => void;
}

const headersTimeoutMs = 10_000;
const requestTimeoutMs = 60_000;
const defaultGraceMs = 10_000;
/** How long the rest of a refused body is thrown away, so that the sender gets to read the refusal. */
const lingerMs = 2_000;

/** Starts answering; rejects when the port cannot be taken. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
  });
  server.on("request", (request, response) => {
    void respond(options, request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : options.port;
  const host = options.host.includes(":") ? `[${options.host}]` : options.host;
  return {
    url: `http://${host}:${port}`,
    port,
    close: async (graceMs = defaultGraceMs) => {
      await close(server, graceMs);
    },
  };
}

async function close(server: Server, graceMs: number): Promise<void> {
  const timer = setTimeout(() => {
    server.closeAllConnections();
  }, graceMs);
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeIdleConnections();
  });
  clearTimeout(timer);
}

async function respond(
  options: ServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let answer: HttpAnswer;
  try {
    answer = await dispatch(options.routes, request);
  } catch (error) {
    options.onError(error);
    answer = { status: 500, contentType: "application/json", body: `{"code":"internal_error"}` };
  }
  send(request, response, answer);
}

async function dispatch(routes: readonly Route[], request: IncomingMessage): Promise<HttpAnswer> {
  const found = findRoute(routes, request.method ?? "GET", request.url ?? "/");
  if (found.kind !== "found") {
    const headers = found.kind === "other_method" ? { allow: found.allowed.join(", ") } : {};
    const status = found.kind === "other_method" ? 405 : 404;
    const code = found.kind === "other_method" ? "method_not_allowed" : "not_found";
    return { status, contentType: "application/json", body: JSON.stringify({ code }), headers };
  }
  return await found.route.answer({
    query: found.query,
    params: found.params,
    headers: request.headers,
    readBody: async (mostBytes) => await readBody(request, mostBytes),
  });
}

function send(request: IncomingMessage, response: ServerResponse, answer: HttpAnswer): void {
  const unread = !request.complete;
  response.writeHead(answer.status, {
    "content-type": answer.contentType,
    "content-length": Buffer.byteLength(answer.body),
    "x-content-type-options": "nosniff",
    ...answer.headers,
  });
  response.end(request.method === "HEAD" ? undefined : answer.body);
  if (unread) {
    discardRest(request);
  }
}

/**
 * A connection that is cut while the sender still writes makes it lose the answer, hence the patience;
 * for the same reason the answer does not announce the end of the connection: Node would cut it at once.
 */
function discardRest(request: IncomingMessage): void {
  const cut = setTimeout(() => {
    request.destroy();
  }, lingerMs);
  request.once("close", () => {
    clearTimeout(cut);
  });
  request.resume();
}
