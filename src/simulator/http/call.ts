import type { IncomingHttpHeaders } from "node:http";
import type { z } from "zod";
import type { Json } from "../render/json.ts";
import type { Account, Installation } from "../state/accounts.ts";
import type { Repository } from "../state/records.ts";
import type { World } from "../state/world.ts";
import { type Answer, Refusal } from "./answer.ts";

export type Actor =
  | { readonly kind: "app"; readonly account: Account }
  | {
      readonly kind: "installation";
      readonly account: Account;
      readonly installation: Installation;
      readonly permissions: Readonly<Record<string, "read" | "write">>;
    }
  | { readonly kind: "person"; readonly account: Account };

/** One request that found its route, with who asks and what was sent. */
export interface Call {
  readonly world: World;
  readonly method: string;
  /** Path and query as asked, for the links of further pages. */
  readonly target: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Json;
  readonly actor: Actor;
}

export interface RepositoryCall extends Call {
  readonly repository: Repository;
}

/** The decoded value of a path parameter that the route's template names. */
export function param(call: Call, name: string): string {
  const value = call.params[name];
  if (value === undefined) throw new Error(`the route has no parameter ${name}`);
  return value;
}

/** A path parameter that must be a whole number; anything else is not found. */
export function numberParam(call: Call, name: string): number {
  const text = param(call, name);
  if (!/^\d+$/.test(text)) throw new Refusal(404, "Not Found");
  return Number(text);
}

/** The request body in the shape that a route takes, or GitHub's 422 with what is wrong. */
export function readBody<T>(call: Call, schema: z.ZodType<T>): T {
  const read = schema.safeParse(call.body);
  if (read.success) return read.data;
  const problems = read.error.issues.map((issue) => {
    const path = issue.path.map(String).join("/");
    return `For 'properties/${path}', ${issue.message}`;
  });
  throw new Refusal(422, `Invalid request.\n\n${problems.join("\n")}`);
}

/** What was found, or GitHub's 404. */
export function found<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Refusal(404, "Not Found");
  return value;
}

const MOST_PER_PAGE = 100;
const DEFAULT_PER_PAGE = 30;

/** Page number and size that a request asks for, within GitHub's bounds. */
export function pageAsked(call: Call): { readonly page: number; readonly size: number } {
  const number = (name: string, otherwise: number): number => {
    const value = Number(call.query.get(name) ?? otherwise);
    return Number.isInteger(value) && value > 0 ? value : otherwise;
  };
  return {
    page: number("page", 1),
    size: Math.min(number("per_page", DEFAULT_PER_PAGE), MOST_PER_PAGE),
  };
}

/** One page of a list, with the Link header to the others. */
export function paged<T>(call: Call, items: readonly T[], render: (item: T) => unknown): Answer {
  const { page, size } = pageAsked(call);
  const body = items.slice((page - 1) * size, page * size).map(render);
  return { status: 200, body, headers: linkHeader(call, items.length) };
}

/** One page of a list inside an object that also tells the total. */
export function pagedIn<T>(
  call: Call,
  key: string,
  items: readonly T[],
  render: (item: T) => unknown,
): Answer {
  const { page, size } = pageAsked(call);
  const shown = items.slice((page - 1) * size, page * size).map(render);
  const body = { total_count: items.length, [key]: shown };
  return { status: 200, body, headers: linkHeader(call, items.length) };
}

/** The Link header for a list of this length; empty when there is one page. */
export function linkHeader(call: Call, length: number): Record<string, string> {
  const { page, size } = pageAsked(call);
  const last = Math.max(1, Math.ceil(length / size));
  const links: string[] = [];
  const add = (rel: string, number: number): void => {
    const url = new URL(call.target, call.world.url);
    url.searchParams.set("page", String(number));
    links.push(`<${url.href}>; rel="${rel}"`);
  };
  if (page > 1) add("prev", page - 1);
  if (page < last) add("next", page + 1);
  if (page < last) add("last", last);
  if (page > 1) add("first", 1);
  return links.length === 0 ? {} : { link: links.join(", ") };
}
