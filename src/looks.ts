import type { PullRef } from "./core/model/signal.ts";
import { pullKey } from "./core/model/signal.ts";
import { cardOf } from "./core/plan/card.ts";
import { plainProgress, plainRowText, renderCard } from "./core/render/card.ts";
import { plainResults } from "./core/render/results.ts";
import type { Mark } from "./core/render/rows.ts";
import { PLAIN } from "./core/render/template.ts";
import { type Dictionary, say, type Words } from "./core/render/words.ts";
import type { Language } from "./core/model/config.ts";
import type { Look } from "./pipeline.ts";
import { listAudit } from "./queue/audit.ts";
import type { Database } from "./queue/database.ts";
import type { PagesSource } from "./server/pages.ts";
import type { PageState, PullLine, PullPage } from "./server/page-views.ts";

interface KeptLook {
  readonly ref: PullRef;
  readonly look: Look;
  readonly seenAt: number;
}

export interface Looks {
  readonly keep: (ref: PullRef, look: Look) => void;
  readonly pages: PagesSource;
}

const AUDIT_ROWS = 200;
const STATES: Readonly<Record<Mark, PageState>> = {
  pass: "good",
  fail: "bad",
  warn: "bad",
  wait: "waiting",
  none: "idle",
};

/** The newest look at each pull request, kept in memory for the pages; after a restart the next pass fills it. */
export function openLooks(database: Database, dictionary: Dictionary, most: number): Looks {
  const kept = new Map<string, KeptLook>();
  return {
    keep: (ref, look) => {
      kept.delete(pullKey(ref));
      // Parsed scripts are large, and no page shows them.
      const facts = { ...look.facts, sourceFiles: null };
      kept.set(pullKey(ref), { ref, look: { ...look, facts }, seenAt: look.facts.now });
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
    pages: {
      listPulls: (language) =>
        Promise.resolve(
          [...kept.values()].reverse().map((each) => lineOf(each, dictionary[language])),
        ),
      readPull: async ({ owner, name, number }, language) => {
        const found = [...kept.values()].find(
          ({ ref }) => ref.owner === owner && ref.name === name && ref.pull === number,
        );
        if (found === undefined) return null;
        const audit = await listAudit(database, found.ref, AUDIT_ROWS);
        return { ...pageOf(found, dictionary, language), audit };
      },
    },
  };
}

/** Where a pull request stands, in one line: its publication once merged, its sweep before. */
function lineOf({ ref, look, seenAt }: KeptLook, words: Words): PullLine {
  const card = cardOf(look.verdicts, look.facts);
  const row =
    card.rows.find(({ subject }) => subject === "merge") ??
    card.rows.find(({ subject }) => subject === "sweep");
  return {
    owner: ref.owner,
    name: ref.name,
    number: ref.pull,
    title: look.facts.pull.title,
    state: row === undefined ? "idle" : STATES[row.mark],
    summary: row === undefined ? "" : plainRowText(row, card, words),
    seenAt,
  };
}

function pageOf(
  { ref, look }: KeptLook,
  dictionary: Dictionary,
  language: Language,
): Omit<PullPage, "audit"> {
  const { facts, verdicts } = look;
  const card = cardOf(verdicts, facts);
  const words = dictionary[language];
  return {
    title: facts.pull.title,
    url: `https://github.com/${ref.owner}/${ref.name}/pull/${ref.pull}`,
    cardMarkdown: renderCard(card, dictionary, [language]),
    verdicts: card.rows.map((row) => ({
      name: say(words, `card.subject_${row.subject}`, {}, PLAIN),
      state: STATES[row.mark],
      text: plainRowText(row, card, words),
    })),
    progress: plainProgress(card, words),
    results: plainResults(card.results, words),
  };
}
