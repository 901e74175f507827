import { PATCH_HITS, type PatchHit, type PatchHitCode } from "./patch-code.ts";
import { beyondOf, groundFor, placeFor, type Ground, type PatchRule } from "./patch-ground.ts";
import { documentsOf, invocationsOf } from "./patch-invocation.ts";
import { pythonHits } from "./patch-python.ts";
import { applyRule, isDiff } from "./patch-rule-apply.ts";
import { buildRule } from "./patch-rule-build.ts";
import { editRule } from "./patch-rule-edit.ts";
import { assignmentCodes, hookRule } from "./patch-rule-hooks.ts";
import { installRule } from "./patch-rule-install.ts";
import { wordHits } from "./patch-rule-words.ts";
import { writeRule } from "./patch-rule-write.ts";
import type { PatchCommand } from "./patch-command.ts";
import { isLikeAny } from "./star-words.ts";
import { textsOf } from "./patch-value.ts";

const RULES: readonly PatchRule[] = [
  ...[applyRule, editRule, hookRule, writeRule, installRule, buildRule],
];

/** Everything in one file that patches the engine, or may (spec/signoff §3.10, P0 and P2 to P9). */
export function scannedHits(ground: Ground): readonly PatchHit[] {
  const { unit } = ground;
  const found = [
    ...unit.listing.commands.flatMap((command) => commandHits(command, ground)),
    ...unit.listing.assignments.flatMap((assignment) => {
      const { line, text, within } = assignment;
      if (isExempt(within, ground)) return [];
      return assignmentCodes(assignment, ground).map((code) => ({
        code,
        path: unit.path,
        line,
        text,
      }));
    }),
    ...unit.programs.flatMap((program) =>
      isExempt(program.within, ground) ? [] : pythonHits(program, ground),
    ),
    ...unit.opaque.flatMap((command) =>
      isExempt(command.within, ground) ? [] : [hit("patch_opaque", command, ground)],
    ),
    ...unreadHits(ground),
  ];
  const hits = distinct(found);
  if (hits.some(({ code }) => PATCH_HITS[code].grade !== "note")) return quieter(hits);
  return [...hits, ...wordHits(withoutExempt(ground), ground.policy)];
}

function commandHits(command: PatchCommand, ground: Ground): readonly PatchHit[] {
  if (isExempt(command.within, ground)) return [];
  const here = groundFor(command, ground);
  const place = placeFor(command, ground);
  const codes = invocationsOf(command, place).flatMap((invocation) => [
    ...RULES.flatMap((rule) => rule(invocation, here)),
    ...(decodes(invocation.name, invocation.words.flat()) ? ["patch_opaque" as const] : []),
  ]);
  const texts = [
    ...documentsOf(command, place).map(({ text }) => text),
    ...textsOf(command, place),
  ];
  const diff = texts.some(isDiff) ? ["patch_diff_inline" as const] : [];
  const written =
    invocationsOf(command, place).length > 0
      ? []
      : writeRule({ name: "", called: { text: "", engine: false }, words: [], command }, here);
  return [...codes, ...diff, ...written].map((code) => hit(code, command, ground));
}

function decodes(name: string, words: readonly { readonly text: string }[]): boolean {
  const decode =
    name === "base64" ? /^(?:-[a-zA-Z]*[dD]|--decode)$/u : name === "xxd" ? /^-[a-z]*r/u : null;
  return decode !== null && words.some(({ text }) => decode.test(text));
}

function hit(code: PatchHitCode, { line, text }: PatchCommand, { unit }: Ground): PatchHit {
  return { code, path: unit.path, line, text };
}

/** What of the file was not understood, and what was more than is looked into. */
function unreadHits(ground: Ground): readonly PatchHit[] {
  const { broken, path, text } = ground.unit;
  const beyond = beyondOf(ground);
  const at = (code: PatchHitCode, line: number): PatchHit => ({
    ...{ code, path, line },
    text: text.split("\n")[line - 1]?.trim() ?? "",
  });
  return [
    ...(broken === null ? [] : [at("patch_unparseable", broken)]),
    ...(beyond === null ? [] : [at("patch_beyond", beyond)]),
  ];
}

/** Whether the file, or the function of it, is none of the engine's business by the policy. */
function isExempt(within: string | null, { unit, policy }: Ground): boolean {
  return policy.exempt.some(
    ({ path, functions }) =>
      path === unit.path && functions !== null && within !== null && isLikeAny(within, functions),
  );
}

function withoutExempt(ground: Ground): Ground["unit"] {
  const { unit } = ground;
  const { commands, assignments, functions } = unit.listing;
  return {
    ...unit,
    programs: unit.programs.filter(({ within }) => !isExempt(within, ground)),
    listing: {
      commands: commands.filter(({ within }) => !isExempt(within, ground)),
      assignments: assignments.filter(({ within }) => !isExempt(within, ground)),
      functions: functions.filter(({ name }) => !isExempt(name, ground)),
      beyond: unit.listing.beyond,
    },
  };
}

/** One line says one thing once. */
function distinct(hits: readonly PatchHit[]): readonly PatchHit[] {
  const keys = new Map(hits.map((each) => [`${each.code}:${each.line}:${each.text}`, each]));
  return [...keys.values()];
}

/** A variable that names a source says nothing more where that source is patched. */
function quieter(hits: readonly PatchHit[]): readonly PatchHit[] {
  const fails = hits.some(({ code }) => PATCH_HITS[code].grade === "fail");
  return fails ? hits.filter(({ code }) => code !== "patch_source_named") : hits;
}
