import { hash } from "node:crypto";
import { renderRate } from "../render/rate.ts";
import type { Answer } from "./answer.ts";

export interface PackedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer | undefined;
}

/** Turns an answer into bytes and headers: validators, limits, and 304 for what the client has already. */
export function packAnswer(
  answer: Answer,
  request: {
    readonly method: string;
    readonly count: number;
    /** Requests that count against the limit so far. */
    readonly used: number;
    readonly now: number;
    readonly ifNoneMatch: string | undefined;
  },
): PackedAnswer {
  const bytes = bytesOf(answer);
  const rate = renderRate(request.now, request.used);
  const headers: Record<string, string> = {
    date: new Date(request.now).toUTCString(),
    "x-github-request-id": `SIM:${request.count.toString(16)}`,
    "x-github-media-type": "github.v3; format=json",
    "x-ratelimit-limit": String(rate.limit),
    "x-ratelimit-remaining": String(rate.remaining),
    "x-ratelimit-used": String(rate.used),
    "x-ratelimit-reset": String(rate.reset),
    "x-ratelimit-resource": "core",
    ...(answer.body === undefined ? {} : { "content-type": "application/json; charset=utf-8" }),
    ...answer.headers,
  };
  if (request.method !== "GET" || answer.status !== 200 || bytes === undefined) {
    return { status: answer.status, headers, bytes };
  }
  const etag = `"${hash("sha256", bytes, "hex")}"`;
  headers["etag"] = etag;
  headers["cache-control"] = "private, max-age=60, s-maxage=60";
  headers["vary"] = "Accept, Authorization, Cookie, X-GitHub-OTP";
  const known = (request.ifNoneMatch ?? "").split(",").map((one) => one.trim().replace(/^W\//, ""));
  if (known.includes(etag)) return { status: 304, headers, bytes: undefined };
  return { status: 200, headers, bytes };
}

function bytesOf(answer: Answer): Buffer | undefined {
  if (answer.bytes !== undefined) return Buffer.from(answer.bytes);
  return answer.body === undefined ? undefined : Buffer.from(JSON.stringify(answer.body));
}
