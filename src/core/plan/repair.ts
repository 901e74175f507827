import type { Verdicts } from "../decide/decide.ts";
import { repairTrailer } from "../decide/repair-push.ts";
import type { Effect } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import { PLAIN } from "../render/template.ts";
import { type Dictionary, say } from "../render/words.ts";

/** The commit that a `/changelog fix` pushes; its command is answered by the next look, which finds it done. */
export function planRepair(
  { commands }: Verdicts,
  facts: Facts,
  dictionary: Dictionary,
): readonly Effect[] {
  const { push } = commands;
  const { headRepository, headRef, headSha, number } = facts.pull;
  if (push === null || headRepository === null) return [];
  const { paths, sweep } = facts.config.inForce;
  const { key, bytes, parents, changes, keepsSweep } = push;
  const message = [
    say(dictionary.en, "answers.repair_commit", { number }, PLAIN),
    ...(keepsSweep ? [sweep.skipMarker] : []),
    repairTrailer(key),
  ].join("\n\n");
  const fork = headRepository.id === facts.repository.id ? null : headRepository.fullName;
  const commit = { parents, message, file: { path: paths.changelog, bytes }, changes };
  return [{ kind: "pushCommit", push: { key, headSha, branch: headRef, fork, commit } }];
}
