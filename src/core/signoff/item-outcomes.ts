import { allChecks, type CheckResult } from "./checks.ts";

/** What each item of the checklist is excused or asked by: the row of its check, or the half that is its own. */
export function itemOutcomes(
  decided: readonly CheckResult[],
): Readonly<Record<string, CheckResult>> {
  const halves = decided.flatMap((row) =>
    Object.entries(row.parts ?? {}).map(([name, part]) => [name, { ...row, ...part }] as const),
  );
  const rows = allChecks(decided).map((row) => [String(row.check), row] as const);
  return Object.fromEntries([...rows, ...halves]);
}
