import type { UpstreamLink } from "../model/upstream.ts";

/** Repositories whose pull requests document recipes, and where in them the recipes stand. */
const REPOSITORIES: readonly { readonly name: string; readonly places: readonly string[] }[] = [
  { name: "vllm-project/recipes", places: [""] },
  { name: "sgl-project/sglang", places: ["docs_new/", "docs/cookbook/"] },
];
const SEGMENT = /^[\w.-]{1,100}$/u;

/**
 * The place of upstream documentation that a link names (spec/signoff §3.3 a), or null: a pull request
 * of an allowed repository, or a page of a recipe. Branches, files and start pages are none.
 */
export function parseRecipeLink(text: string): UpstreamLink | null {
  const url = safeUrl(text);
  if (url === null) return null;
  const segments = url.pathname.split("/").filter((segment) => segment !== "");
  if (!segments.every((segment) => SEGMENT.test(segment) && !/^\.+$/u.test(segment))) return null;
  switch (url.hostname) {
    case "github.com":
      return pullLink(segments);
    case "recipes.vllm.ai":
      return segments.length >= 2 ? pageLink(url.hostname, segments) : null;
    case "docs.sglang.io":
      return isCookbook(segments) ? pageLink(url.hostname, segments) : null;
    default:
      return null;
  }
}

/** Whether a pull request of that repository changes a recipe: any file, or one in the cookbook's folder. */
export function changesRecipes(
  { owner, repository }: { readonly owner: string; readonly repository: string },
  paths: readonly string[],
): boolean {
  const name = `${owner}/${repository}`;
  const places = REPOSITORIES.find((each) => each.name === name)?.places ?? [];
  return paths.some((path) => places.some((place) => path.startsWith(place)));
}

function safeUrl(text: string): URL | null {
  if (!/^https:\/\//iu.test(text) || text.length > 2_000 || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isPlain = url.port === "" && url.username === "" && url.password === "";
  return isPlain ? url : null;
}

function pullLink([
  owner = "",
  repository = "",
  kind,
  number = "",
]: readonly string[]): UpstreamLink | null {
  const name = `${owner}/${repository}`.toLowerCase();
  const known = REPOSITORIES.find((each) => each.name === name);
  if (known === undefined || kind !== "pull" || !/^[1-9]\d{0,8}$/u.test(number)) return null;
  return {
    kind: "pull",
    owner: owner.toLowerCase(),
    repository: repository.toLowerCase(),
    number: Number(number),
  };
}

function isCookbook([first, second, ...more]: readonly string[]): boolean {
  if (first !== "cookbook" || second === undefined) return false;
  return second !== "intro" || more.length > 0;
}

function pageLink(host: string, segments: readonly string[]): UpstreamLink {
  return { kind: "page", url: `https://${host}/${segments.join("/")}` };
}
