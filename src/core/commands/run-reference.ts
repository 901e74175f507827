import type { RepositoryRef } from "../model/github.ts";

/** Where a command was typed: links count only when they lead into this repository. */
export interface CommandPlace {
  readonly repository: RepositoryRef;
  /** Host of the web pages; `github.com` when absent. */
  readonly host?: string;
}

export type Reference<T> =
  | { readonly kind: "found"; readonly value: T }
  | { readonly kind: "refused"; readonly code: string };

/** Ids beyond this many digits cannot be held exactly, and GitHub has none. */
const ID = /^0*[1-9]\d{0,14}$/u;

/** A run from its id (ASCII digits) or its Actions URL in this repository (decision 1). */
export function parseRunReference(word: string, place: CommandPlace): Reference<number> {
  if (ID.test(word)) return { kind: "found", value: Number(word) };
  const path = pathWithin(word, place);
  if (path.kind === "refused") return path;
  const id = /^actions\/runs\/(\d{1,19})(?:\/(?:attempts|job|jobs)\/\d{1,19}){0,2}\/?$/u.exec(
    path.value.path,
  )?.[1];
  if (id === undefined || !ID.test(id)) return { kind: "refused", code: "not_a_run" };
  return { kind: "found", value: Number(id) };
}

/** A sign-off named by its URL on a pull request of this repository (spec/signoff §1.4). */
export interface SignoffReference {
  readonly pull: number;
  readonly source: "comment" | "review" | "reviewComment";
  readonly id: number;
}

const SOURCES = {
  "issuecomment-": "comment",
  "pullrequestreview-": "review",
  discussion_r: "reviewComment",
} as const;

/** The sign-off behind a link such as `…/pull/7#issuecomment-12`, without asking GitHub. */
export function parseSignoffReference(
  word: string,
  place: CommandPlace,
): Reference<SignoffReference> {
  const path = pathWithin(word, place);
  if (path.kind === "refused") {
    const elsewhere = path.code === "another_repository";
    return { kind: "refused", code: elsewhere ? "signoff_elsewhere" : "not_a_signoff_link" };
  }
  const pull = /^pull\/(\d{1,9})(?:\/(?:files|changes))?\/?$/u.exec(path.value.path)?.[1];
  const anchor = /^#(issuecomment-|pullrequestreview-|discussion_r)(\d{1,19})$/u.exec(
    path.value.anchor,
  );
  const source = sourceOf(anchor?.[1]);
  const id = anchor?.[2] ?? "";
  if (pull === undefined || source === null || !ID.test(id)) {
    return { kind: "refused", code: "not_a_signoff_link" };
  }
  return { kind: "found", value: { pull: Number(pull), source, id: Number(id) } };
}

function sourceOf(prefix: string | undefined): SignoffReference["source"] | null {
  for (const [known, source] of Object.entries(SOURCES)) if (known === prefix) return source;
  return null;
}

const URL_PARTS =
  /^https:\/\/([\w.:-]{1,255})\/([\w.-]{1,100})\/([\w.-]{1,100})\/([\w./-]{1,300})/iu;

function pathWithin(
  word: string,
  place: CommandPlace,
): Reference<{ readonly path: string; readonly anchor: string }> {
  const parts = URL_PARTS.exec(word);
  if (parts === null) return { kind: "refused", code: "not_a_run" };
  const [whole, host = "", owner = "", name = "", path = ""] = parts;
  const here = [place.host ?? "github.com", place.repository.owner, place.repository.name];
  if ([host, owner, name].join("/").toLowerCase() !== here.join("/").toLowerCase()) {
    return { kind: "refused", code: "another_repository" };
  }
  const rest = word.slice(whole.length);
  const anchor = /^(?:\?[^#\s]{0,300})?(#\S{1,100})?$/u.exec(rest);
  if (anchor === null) return { kind: "refused", code: "not_a_run" };
  return { kind: "found", value: { path, anchor: anchor[1] ?? "" } };
}
