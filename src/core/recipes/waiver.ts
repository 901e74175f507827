import { isLike } from "./star-words.ts";
import type { PatchPolicy } from "./policy-patches.ts";

/** What a waiver for a patch lacks (spec/signoff §3.10). */
export const WAIVER_CODES = [
  "waiver_none",
  "waiver_other",
  "waiver_no_earlier",
  "waiver_unreadable",
  "waiver_without_what",
  "waiver_without_why",
  "waiver_without_upstream",
  "waiver_without_removal",
  "waiver_placeholder",
  "waiver_without_link",
  "waiver_path_missing",
  "waiver_not_linked",
  "waiver_confirm",
] as const;
export type WaiverCode = (typeof WAIVER_CODES)[number];

type WaiverTerms = PatchPolicy["waiver"];

/** What is not filled out in the text of a waiver; nothing for one that is complete. */
export function waiverGaps(text: string, terms: WaiverTerms): readonly WaiverCode[] {
  const sections = sectionsIn(text, terms);
  const gaps: WaiverCode[] = [];
  if (tooShort(sections.what, terms)) gaps.push("waiver_without_what");
  if (tooShort(sections.why, terms)) gaps.push("waiver_without_why");
  if (sections.upstream.trim() === "") gaps.push("waiver_without_upstream");
  if (tooShort(sections.removal, terms)) gaps.push("waiver_without_removal");
  const all = Object.values(sections).join("\n");
  if (terms.placeholders.some((word) => isLike(oneLine(all), `*${word}*`)))
    gaps.push("waiver_placeholder");
  const link = /https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/(?:pull|issues)\/\d+/u;
  return link.test(text) ? gaps : [...gaps, "waiver_without_link"];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, " ");
}

/** A link or a code span says nothing by its length alone. */
function tooShort(text: string, terms: WaiverTerms): boolean {
  return oneLine(text.replaceAll(/<!--[^]*?-->/gu, "")).trim().length < terms.fewestCharacters;
}

type SectionName = keyof WaiverTerms["sections"];
type Sections = Record<SectionName, string>;
const NAMES: readonly SectionName[] = ["what", "why", "upstream", "removal"];

/** The text under each heading; a heading is a line of `#`, or one that is bold or ends with a colon. */
function sectionsIn(text: string, terms: WaiverTerms): Sections {
  const sections: Sections = { what: "", why: "", upstream: "", removal: "" };
  let current: readonly SectionName[] = [];
  for (const line of text.slice(0, 200_000).split(/\r?\n/u)) {
    const { heading, rest } = headingOf(line);
    const named = heading === null ? [] : NAMES.filter((name) => isAbout(heading, name, terms));
    const begins = named.length > 0 || (heading !== null && line.startsWith("#"));
    if (begins) current = named;
    for (const name of current) sections[name] += `${begins ? rest : line}\n`;
  }
  return sections;
}

function isAbout(heading: string, name: SectionName, { sections }: WaiverTerms): boolean {
  return sections[name].some((word) => isLike(heading, `*${word}*`));
}

function headingOf(line: string): { readonly heading: string | null; readonly rest: string } {
  const marked = /^\s{0,3}#{1,6}\s+(.*)$/u.exec(line)?.[1];
  if (marked !== undefined) return { heading: marked, rest: "" };
  const [, bold, after = ""] = /^\s*(?:[-*]\s+)?\*\*([^*]{2,120})\*\*:?\s*(.*)$/u.exec(line) ?? [];
  if (bold !== undefined) return { heading: bold, rest: after };
  const [, plain] = /^\s*([^:.]{2,80}):\s*$/u.exec(line) ?? [];
  return plain === undefined ? { heading: null, rest: "" } : { heading: plain, rest: "" };
}

/** Whether a text names a path or a key as a whole, and no longer one that begins or ends alike. */
export function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text[at - 1] ?? " ";
    const after = text.slice(at + name.length, at + name.length + 2);
    if (!/[\w-]/u.test(before) && !/^(?:[\w-]|[./][\w-])/u.test(after)) return true;
  }
  return false;
}
