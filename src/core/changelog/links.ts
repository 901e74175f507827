/** How pull request links are written in one repository's changelog. */
export interface LinkRule {
  /** Everything before the number: `https://github.com/owner/name/pull/`. */
  readonly prefix: string;
  /** Words that may stand instead of a number until the pull request has one. */
  readonly placeholders: readonly string[];
}

export const LINK_LINE_START = "  pr-link:";

/** The rule for links to `owner/name`; placeholders stand alone or after the prefix (spec/control-plane §2.1). */
export function linkRule(repository: string, placeholders: readonly string[] = ["XXX"]): LinkRule {
  return { prefix: `https://github.com/${repository}/pull/`, placeholders };
}

/** True for a link to any pull request of the repository, whole and without anything after the number. */
export function isCanonicalLink(rule: LinkRule, link: string): boolean {
  return link.startsWith(rule.prefix) && /^[0-9]+$/.test(link.slice(rule.prefix.length));
}

/** True for an agreed placeholder, alone or as the number of a link; case counts. */
export function isPlaceholderLink(rule: LinkRule, link: string): boolean {
  return rule.placeholders.some((word) => link === word || link === rule.prefix + word);
}

/** The one right link of a pull request. */
export function canonicalLink(rule: LinkRule, pull: number): string {
  return rule.prefix + String(pull);
}

/** What is written on the link line of a slot whose YAML cannot be read; null when there is none. */
export function linkOfText(text: string): string | null {
  const found = /^ *["']?pr-link["']? *:[ ]*(.*)$/mu.exec(text);
  if (found === null) return null;
  const written = (found[1] ?? "").replace(/ +#.*$/u, "").trim();
  return written.replace(/^(["'])(.*)\1$/u, "$2");
}
