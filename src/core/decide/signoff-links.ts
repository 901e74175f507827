/** Links to upstream recipes in sign-offs: which are to be read, and which of them count. */
import { isMapping } from "../contract/master.ts";
import { writtenRecipes } from "../matrix/append-scope.ts";
import type { Facts } from "../model/facts.ts";
import { known, type Reading, unknown } from "../model/reading.ts";
import { type UpstreamLink, upstreamName } from "../model/upstream.ts";
import { linksIn, parseSignoff, type Signoff } from "../signoff/body.ts";
import type { RecipeLinkFacts } from "../signoff/check-recipe-link.ts";
import { compareWithTemplate } from "../signoff/match.ts";
import { parseRecipeLink } from "../signoff/recipe-link.ts";
import { parseTemplate, type TemplateItem } from "../signoff/template.ts";
import { contentOf, textOf } from "../model/file-content.ts";
import { touchedKeys } from "./coverage.ts";
import { entriesOf } from "./gate.ts";
import { argumentsOf } from "./signoff-arguments.ts";
import { signoffSources } from "./signoff-sources.ts";

/** Most links of one pull request that are followed. */
const MOST_LINKS = 5;

/** Frameworks that have an upstream cookbook (spec/signoff §3.3). */
const DOCUMENTED = ["vllm", "sglang"];

type Conversation = Parameters<typeof signoffSources>[0];

/** What must be read upstream: recipes that texts of people name who may have signed off. */
export function upstreamLinks(
  facts: Omit<Conversation, "pushes" | "editors">,
): readonly UpstreamLink[] {
  const unread = unknown("unreadable");
  const signoffs = signoffSources({ ...facts, pushes: unread, editors: unread })
    .filter(({ author }) => author !== null && !author.isBot)
    .flatMap(({ body }) => parseSignoff(body) ?? []);
  return linksOf(signoffs, templateItems(facts.documents.checklist)).slice(0, MOST_LINKS);
}

/** What check 3 looks at. */
export function recipeLinkFacts(facts: Facts, signoffs: readonly Signoff[]): RecipeLinkFacts {
  const keys = documentedKeys(facts);
  return {
    keys,
    links: linksOf(signoffs, templateItems(facts.documents.checklist)).slice(0, MOST_LINKS),
    upstream: facts.upstream,
    compare: argumentsOf(facts, keys.kind === "known" ? keys.value : []),
  };
}

/** Submitted recipes that have to be documented: single-node, and exactly vLLM or SGLang. */
function documentedKeys(facts: Facts): Reading<readonly string[]> {
  const { masters } = facts.documents;
  const isRead = masters.every(({ base, head }) => base.kind === "known" && head.kind === "known");
  const entries = entriesOf(facts);
  if (!isRead || facts.files.kind === "unknown" || entries === null) return unknown("unreadable");
  const written = writtenRecipes(masters.map(({ head }) => contentOf(head)));
  const keys = touchedKeys(facts, entries).filter((key) => {
    const recipe = written.get(key)?.value;
    return (
      isMapping(recipe) &&
      DOCUMENTED.some((framework) => framework === recipe["framework"]) &&
      recipe["multinode"] !== true
    );
  });
  return known(keys);
}

/** From the section for details and from the items about recipes; never the template's own. */
function linksOf(
  signoffs: readonly Signoff[],
  template: readonly TemplateItem[],
): readonly UpstreamLink[] {
  const own = new Set(template.flatMap(({ text }) => linksIn(text)));
  const texts = signoffs.flatMap(({ items, detail }) => {
    const { rows } = compareWithTemplate(items, template);
    const about = rows.flatMap((row, index) => {
      const { asks } = template[index] ?? {};
      const isRecipe = asks?.kind === "check" && asks.check === "3";
      return isRecipe && row.kind !== "missing" ? [items[row.item]?.text ?? ""] : [];
    });
    return [...detail.links, ...about.flatMap(linksIn)];
  });
  const links = texts
    .filter((text) => !own.has(text))
    .flatMap((text) => parseRecipeLink(text) ?? []);
  return [...new Map(links.map((link) => [upstreamName(link), link])).values()];
}

function templateItems(checklist: Facts["documents"]["checklist"]): readonly TemplateItem[] {
  const text = textOf(checklist);
  if (text.kind === "unknown" || text.value === null) return [];
  const template = parseTemplate(text.value);
  return template.kind === "template" ? template.items : [];
}
