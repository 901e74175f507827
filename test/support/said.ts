/** What is answered to a command of mira's that has waited long enough, as it is posted, for tests of the words. */
import { decide } from "../../src/core/decide/decide.ts";
import type { Facts } from "../../src/core/model/facts.ts";
import { known } from "../../src/core/model/reading.ts";
import { plan } from "../../src/core/plan/plan.ts";
import { aComment, MINUTE_MS, NOW } from "./build.ts";
import { configured, dictionary, someFacts } from "./facts.ts";

/** The facts of a pull request with that one comment. */
export function askedFacts(body: string, more: Partial<Facts>): Facts {
  const comment = aComment({
    id: 100,
    body,
    createdAt: NOW - 11 * MINUTE_MS,
    reactionCounts: { eyes: 1 },
  });
  return someFacts({ permissions: { mira: known("write") }, comments: [comment], ...more });
}

/** The answer as it is posted, in one language. */
export function said(
  body: string,
  more: Partial<Facts> = {},
  language: "en" | "zh" = "en",
): string {
  const { config = configured() } = more;
  const inForce = { ...config.inForce, languages: [language] };
  const facts = askedFacts(body, { ...more, config: { ...config, inForce } });
  const effects = plan(decide(facts), facts, dictionary).effects;
  const answer = effects.find(
    (effect) => effect.kind === "createComment" && effect.tag.startsWith("answer-"),
  );
  if (answer?.kind !== "createComment") throw new Error(`no answer to ${body}`);
  return answer.body;
}
