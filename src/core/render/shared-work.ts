import type { SharedWorkVerdict } from "../decide/duplicates.ts";
import type { Facts } from "../model/facts.ts";
import type { Row } from "./rows.ts";

const SHOWN_PULLS = 5;
const SHOWN_KEYS = 3;

/**
 * Other open pull requests on the same recipe keys, in one line; null where there are none (decision 20).
 * One of the same commit, whose checks stand there, goes first.
 */
export function sharedWorkRow(
  verdict: SharedWorkVerdict,
  { repository: { owner, name }, checksOf }: Pick<Facts, "repository" | "checksOf">,
): Row | null {
  if (checksOf !== null) {
    const values = {
      number: checksOf,
      url: `https://github.com/${owner}/${name}/pull/${checksOf}`,
    };
    return { subject: "shared", mark: "warn", code: "shared_head", values };
  }
  if (verdict.kind === "unknown") {
    const values = { cause: verdict.cause };
    return { subject: "shared", mark: "none", code: "shared_unknown", values };
  }
  if (verdict.pulls.length === 0) return null;
  const pulls = verdict.pulls.slice(0, SHOWN_PULLS).map(({ number, keys }) => ({
    number,
    url: `https://github.com/${owner}/${name}/pull/${number}`,
    keys: keys.slice(0, SHOWN_KEYS).join(", "),
    more: Math.max(0, keys.length - SHOWN_KEYS),
  }));
  const others = Math.max(0, verdict.pulls.length - SHOWN_PULLS);
  return { subject: "shared", mark: "none", code: "shared_open", values: { pulls, others } };
}
