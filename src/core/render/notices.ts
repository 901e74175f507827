import type { Config } from "../model/config.ts";
import { isResultArtifact } from "../decide/reuse-rules.ts";
import type { Facts, RunFacts } from "../model/facts.ts";
import { PHRASE } from "../signoff/body.ts";
import { inLanguages } from "./languages.ts";
import { MARKDOWN } from "./voice.ts";
import { type Dictionary, renderPage } from "./words.ts";

/** The one reminder of a pull request that touches recipes (decision 22). */
export function renderReminder(facts: Facts, dictionary: Dictionary): string {
  const config = facts.config.inForce;
  const { owner, name, defaultBranch } = facts.repository;
  const path = encodeURI(config.paths.checklist);
  const view = {
    recommended: config.labels.recommended,
    checklist: config.paths.checklist,
    checklistUrl: `https://github.com/${owner}/${name}/blob/${defaultBranch}/${path}`,
    phrase: PHRASE,
  };
  const body = inLanguages(config.languages, dictionary, (words) =>
    renderPage(words, "reminder", view, MARKDOWN),
  );
  return `${LEGACY_REMINDER}\n${body}`;
}

/** The marker of the older reminder workflow, so that it sees ours and stays silent (spec/control-plane §1.2). */
export const LEGACY_REMINDER = "<!-- recipe-reminder -->";

/** The visualizer comment of one run; `superseded` names the newer run that has results of its own. */
export function renderVisualizer(
  run: RunFacts,
  superseded: number | null,
  config: Config,
  dictionary: Dictionary,
): string {
  const id = String(run.run.id);
  const pages = pagesOf(run, config);
  const view = {
    run: run.run.id,
    url: run.run.url,
    sha: run.sourceSha.slice(0, 7),
    conclusion: run.run.conclusion ?? run.run.status,
    inference: pages.inference ? config.visualizer.inference.replace("{run}", id) : "",
    evaluation: pages.evaluation ? config.visualizer.evaluation.replace("{run}", id) : "",
    superseded: superseded ?? "",
  };
  const body = inLanguages(config.languages, dictionary, (words) =>
    renderPage(words, "visualizer", view, MARKDOWN),
  );
  return superseded === null ? body : `${SUPERSEDED}\n${body}`;
}

/** Which pages show something of the run, by the names of what it left; both where GitHub has forgotten that. */
function pagesOf(
  { artifacts }: RunFacts,
  config: Config,
): { readonly inference: boolean; readonly evaluation: boolean } {
  const names = artifacts.map(({ name }) => name).filter((name) => isResultArtifact(name, config));
  const ofEvals = names.filter((name) => /eval/iu.test(name));
  return {
    inference: names.length === 0 || ofEvals.length < names.length,
    evaluation: names.length === 0 || ofEvals.length > 0,
  };
}

/** Stands in a visualizer comment that a newer run has made history; it is folded once. */
export const SUPERSEDED = "<!-- sweepbot:superseded -->";
