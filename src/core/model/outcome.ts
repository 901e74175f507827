/** `human`: a program cannot decide, or evidence is unreadable; never a pass (spec/signoff §0.1). */
export type Outcome = "pass" | "fail" | "human" | "na";

/** From the one that decides a whole to the one that decides nothing: any failure fails, any open question waits. */
const BY_WEIGHT: readonly Outcome[] = ["fail", "human", "pass", "na"];

/** The outcome of a whole from those of its parts; nothing at all does not apply. */
export function worstOutcome(outcomes: readonly Outcome[]): Outcome {
  return BY_WEIGHT.find((outcome) => outcomes.includes(outcome)) ?? "na";
}
