import type { IncomingMessage } from "node:http";

/** A request's body, whole and as UTF-8, or why there is none. */
export type BodyReading =
  | { readonly kind: "body"; readonly text: string }
  | { readonly kind: "too_large" }
  | { readonly kind: "broken_off" };

/**
 * Reads a body of at most so many bytes. One that is announced as longer is not read at all, one that
 * turns out longer is not kept.
 */
export async function readBody(request: IncomingMessage, mostBytes: number): Promise<BodyReading> {
  if (Number(request.headers["content-length"] ?? 0) > mostBytes) {
    return { kind: "too_large" };
  }
  return await new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const settle = (reading: BodyReading): void => {
      request.removeAllListeners("data");
      chunks.length = 0;
      resolve(reading);
    };
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostBytes) {
        settle({ kind: "too_large" });
      } else {
        chunks.push(chunk);
      }
    });
    request.once("end", () => {
      settle({ kind: "body", text: Buffer.concat(chunks).toString("utf8") });
    });
    request.once("close", () => {
      settle({ kind: "broken_off" });
    });
    request.once("error", () => {
      settle({ kind: "broken_off" });
    });
  });
}
