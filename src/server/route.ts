import type { IncomingHttpHeaders } from "node:http";
import type { BodyReading } from "./body.ts";

export interface HttpRequest {
  readonly query: URLSearchParams;
  /** What stands in the place of `{name}` in the route's path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** Reads the whole body, or says that it is longer than this many bytes. */
  readBody(mostBytes: number): Promise<BodyReading>;
}

export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Route {
  readonly method: "GET" | "POST";
  /** `/pulls/{owner}`: a name in braces stands for one part of the path. */
  readonly path: string;
  readonly answer: (request: HttpRequest) => Promise<HttpAnswer>;
}
