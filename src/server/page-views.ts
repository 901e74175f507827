import type { Language } from "../core/model/config.ts";
import { plainLine } from "../core/render/plain.ts";
import { PLAIN, type View } from "../core/render/template.ts";
import { say, type Words } from "../core/render/words.ts";
import type { AuditRow } from "../queue/audit.ts";
import { auditSubject } from "./audit-subject.ts";
import { renderMarkdown } from "./markdown.ts";

/** How something stands, as a colour and a word; `idle` is neither good nor bad. */
export type PageState = "good" | "bad" | "waiting" | "idle";

export interface PullLine {
  readonly owner: string;
  readonly name: string;
  readonly number: number;
  readonly title: string;
  readonly state: PageState;
  /** One line on where it stands, in the language asked for. */
  readonly summary: string;
  /** Milliseconds since the epoch. */
  readonly seenAt: number;
}

export interface VerdictLine {
  readonly name: string;
  readonly state: PageState;
  readonly text: string;
}

export interface PullPage {
  readonly title: string;
  /** The pull request on GitHub. */
  readonly url: string;
  readonly cardMarkdown: string;
  readonly verdicts: readonly VerdictLine[];
  /** How far the shown run is, as plain lines; the card says the same as Markdown. */
  readonly progress: readonly string[];
  /** What the shown run measured, in a few lines. */
  readonly results: readonly string[];
  /** Newest first. */
  readonly audit: readonly AuditRow[];
}

/** What the pages show; sentences in it are already in the language. */
export interface PagesSource {
  listPulls(language: Language): Promise<readonly PullLine[]>;
  /** Null when the bot has never looked at this pull request. */
  readPull(
    pull: { readonly owner: string; readonly name: string; readonly number: number },
    language: Language,
  ): Promise<PullPage | null>;
}

/** All words of the pages as slots, `pages.title` as `word_title`. */
export function wordsView(words: Words): View {
  const area = "pages.";
  return Object.fromEntries(
    Object.keys(words.sentences)
      .filter((code) => code.startsWith(area))
      .map((code) => [`word_${code.slice(area.length)}`, say(words, code, {}, PLAIN)]),
  );
}

/** The slots of `templates/pages/list.html`. */
export function listView(pulls: readonly PullLine[], words: Words): View {
  return {
    title: say(words, "pages.heading", {}, PLAIN),
    has_pulls: pulls.length > 0,
    pulls: pulls.map((pull) => ({
      href: `/pulls/${[pull.owner, pull.name, String(pull.number)].map(encodeURIComponent).join("/")}`,
      address: `${pull.owner}/${pull.name}#${pull.number}`,
      pull_title: pull.title,
      summary: pull.summary,
      ...stateView(pull.state, words),
      ...timeView(pull.seenAt),
    })),
  };
}

/** The slots of `templates/pages/pull.html`, which inserts `card` as it is: it is HTML that we made. */
export function pullView(pull: PullPage, address: string, words: Words): View {
  return {
    title: pull.title,
    address,
    // An address from anywhere else than the web could run something when it is clicked.
    github: /^https?:\/\//u.test(pull.url) ? pull.url : "",
    card: renderMarkdown(pull.cardMarkdown),
    has_card: pull.cardMarkdown.trim() !== "",
    has_verdicts: pull.verdicts.length > 0,
    verdicts: pull.verdicts.map((verdict) => ({
      verdict_name: verdict.name,
      text: verdict.text,
      ...stateView(verdict.state, words),
    })),
    has_audit: pull.audit.length > 0,
    audit: pull.audit.map((row) => ({
      kind: row.kind,
      kind_word: say(words, `pages.kind_${row.kind}`, {}, PLAIN),
      code: row.code,
      subject: plainLine(auditSubject(row)),
      detail: detailText(row.detail),
      ...timeView(row.at),
    })),
  };
}

function stateView(state: PageState, words: Words): View {
  return { state, state_word: say(words, `pages.state_${state}`, {}, PLAIN) };
}

function timeView(at: number): View {
  const iso = new Date(at).toISOString();
  return { iso, time: `${iso.slice(0, 10)} ${iso.slice(11, 19)}` };
}

function detailText(detail: unknown): string {
  const isEmpty = detail === null || JSON.stringify(detail) === "{}";
  return isEmpty ? "" : JSON.stringify(detail, null, 2);
}
