import type { Verdicts } from "../decide/decide.ts";
import type { Effect } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import type { Dictionary } from "../render/words.ts";

export function planSignoff(
  _verdicts: Verdicts,
  _facts: Facts,
  _dictionary: Dictionary,
): readonly Effect[] {
  return [];
}
