import { lookup as resolve } from "node:dns/promises";
import { request } from "node:https";
import type { LookupFunction } from "node:net";
import { isPublicAddress } from "./addresses.ts";

/** What a host answered to one request; nothing of it is followed here. */
export interface PageAnswer {
  readonly status: number;
  readonly location: string | null;
  /** Empty unless the status is 200. */
  readonly body: Uint8Array;
}

/** Asks for a page once, over https; rejects where it cannot be had by the rules. */
export type PageRequest = (url: URL, signal: AbortSignal) => Promise<PageAnswer>;

/** The addresses of a host name. */
export type Resolve = (
  host: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/** Longest answer that is read. */
const PAGE_BYTES = 2 * 1024 * 1024;

const everyAddress: Resolve = (host) => resolve(host, { all: true });

/** Requests that go to public addresses only: a name is looked up once, and that very address is connected to. */
export function httpsRequests(addressesOf: Resolve = everyAddress): PageRequest {
  return async (url, signal) => {
    const addresses = await addressesOf(url.hostname);
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
      throw new Error(`${url.hostname} has an address that is not public`);
    }
    return ask(url, signal, pinned(addresses));
  };
}

function pinned(addresses: Awaited<ReturnType<Resolve>>): LookupFunction {
  return (_host, options, done) => {
    const [first] = addresses;
    if (options.all === true) done(null, [...addresses]);
    else done(null, first?.address ?? "", first?.family ?? 4);
  };
}

function ask(url: URL, signal: AbortSignal, lookup: LookupFunction): Promise<PageAnswer> {
  return new Promise((answer, reject) => {
    const headers = { accept: "text/html, text/plain", "accept-encoding": "identity" };
    const sent = request(
      url,
      { method: "GET", agent: false, headers, lookup, signal },
      (response) => {
        const { statusCode: status = 0, headers: told } = response;
        const location = told.location ?? null;
        if (status !== 200) {
          response.destroy();
          answer({ status, location, body: new Uint8Array() });
          return;
        }
        const chunks: Uint8Array[] = [];
        let length = 0;
        response.on("data", (chunk: Uint8Array) => {
          length += chunk.length;
          chunks.push(chunk);
          if (length > PAGE_BYTES) response.destroy(new Error("The page is too large"));
        });
        response.on("error", reject);
        response.on("end", () => {
          answer({ status, location, body: Buffer.concat(chunks) });
        });
      },
    );
    sent.on("error", reject);
    sent.end();
  });
}
