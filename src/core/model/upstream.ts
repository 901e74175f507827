import type { Reading } from "./reading.ts";

/** Where a recipe is documented upstream: a pull request of the recipes, or a published page. */
export type UpstreamLink =
  | {
      readonly kind: "pull";
      readonly owner: string;
      readonly repository: string;
      readonly number: number;
    }
  /** Written anew from its parts: an allowed host and a path, nothing else. */
  | { readonly kind: "page"; readonly url: string };

/** What stands behind such a link. */
export interface UpstreamDocument {
  readonly state: "published" | "merged" | "open" | "draft" | "closed";
  /** Changed paths of a pull request; none for a page. */
  readonly paths: readonly string[];
  /** What the recipe says: the page, or the files as the pull request left them. Not to be trusted, only compared. */
  readonly text: string;
}

/** By the name of the link (`upstreamName`). */
export type UpstreamReadings = Readonly<Record<string, Reading<UpstreamDocument>>>;

/** The name under which what stands behind a link is kept. */
export function upstreamName(link: UpstreamLink): string {
  if (link.kind === "page") return link.url;
  return `https://github.com/${link.owner}/${link.repository}/pull/${link.number}`;
}
