import type { Problem } from "../model/problem.ts";

/** The rules in the order in which the original evaluates them (spec/control-plane §2.2 to 2.4). */
const ORDER = [
  ...["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10"],
  ...["D1", "D2", "D3", "D4", "D5", "D6", "D7"],
  ...["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8"],
];

function rank({ rule, severity }: Problem): number {
  const place = ORDER.indexOf(rule ?? "");
  return (severity === "error" ? 0 : ORDER.length + 1) + (place === -1 ? ORDER.length : place);
}

/** Findings with the first broken rule first, and by line within a rule; warnings after all errors. */
export function inContractOrder(problems: readonly Problem[]): readonly Problem[] {
  return [...problems].sort((one, two) => rank(one) - rank(two) || one.line - two.line);
}
