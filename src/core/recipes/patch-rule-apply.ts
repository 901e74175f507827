import { textsAt, type Invocation } from "./patch-invocation.ts";
import type { PatchRule } from "./patch-ground.ts";

/** P2: a patch is applied (spec/signoff §3.10). */
export const applyRule: PatchRule = (invocation) => {
  if (/^g?patch$/u.test(invocation.name)) {
    const asks = invocation.words.every((values) =>
      values.some(({ text }) => /^--(?:help|version)$/u.test(text)),
    );
    return asks && invocation.words.length > 0 ? [] : ["patch_applied"];
  }
  if (invocation.name !== "git") return [];
  const subcommand = subcommandOf(invocation);
  if (subcommand === "apply" || subcommand === "am") return ["patch_applied"];
  return subcommand === "cherry-pick" ? ["patch_cherry_pick"] : [];
};

/** What git is asked to do, behind its own options. */
export function subcommandOf(invocation: Invocation): string | null {
  for (let at = 0; at < invocation.words.length; at += 1) {
    const [text = ""] = textsAt(invocation, at);
    if (!text.startsWith("-")) return text;
    if (/^(?:-[cC]|--git-dir|--work-tree|--namespace|--exec-path)$/u.test(text)) at += 1;
  }
  return null;
}

/** Whether a text holds a unified diff. */
export function isDiff(text: string): boolean {
  return /^(?:diff --git |--- \S.*\n\+\+\+ \S.*\n@@ )/mu.test(text);
}
