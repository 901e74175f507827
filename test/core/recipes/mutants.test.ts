import { describe, expect, test } from "@jest/globals";
import { acceptance, AGENTIC, chatTemplate, FIXED, fixture, point } from "./script-support.ts";

import { ENGINE_SCRIPTS } from "./mutants-engines.ts";
import { KINDS, VLLM_SCRIPTS, type Change } from "./mutants-vllm.ts";

const AGENTIC_SCRIPTS = { ...VLLM_SCRIPTS, ...ENGINE_SCRIPTS };

function changed(text: string, [from, to]: Change): string {
  if (!text.includes(from)) throw new Error(`Nothing to change: ${from}`);
  return text.replace(from, () => to);
}

const MUTANTS = Object.entries(AGENTIC_SCRIPTS).flatMap(([name, { prefix, mutants }]) =>
  KINDS.flatMap((kind) => mutants[kind].map((change) => ({ name, prefix, kind, change }))),
);

describe("the acceptance length of agentic scripts", () => {
  test.each(Object.entries(AGENTIC_SCRIPTS))("%s is golden on every path", (name, { prefix }) => {
    const said = acceptance({ points: [point({ prefix })], head: { [AGENTIC]: fixture(name) } });
    expect(said.filter((each) => !each.startsWith("pass acceptance_golden"))).toEqual([]);
    expect(said.length).toBeGreaterThan(0);
  });

  test.each(MUTANTS)("$name, $kind: $change.0 is seen", ({ name, prefix, change }) => {
    const text = changed(fixture(name), change);
    const said = acceptance({ points: [point({ prefix })], head: { [AGENTIC]: text } });
    expect(said.filter((each) => each.startsWith("fail"))).not.toEqual([]);
  });

  test("every kind of change is tried on every script", () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(70);
    for (const { mutants } of Object.values(AGENTIC_SCRIPTS)) {
      for (const kind of KINDS) expect(mutants[kind].length).toBeGreaterThan(0);
    }
  });
});

const FLAG = "--use-chat-template";

/** The four ways to lose the flag (spec/signoff §3.9). */
const LOST: Readonly<Record<string, (text: string) => string>> = {
  dropped: (text) => text.replace(FLAG, ""),
  "commented out": (text) => text.replace(/^([^\n]*)--use-chat-template/mu, `# $1${FLAG}`),
  "moved to a variable that nothing uses": (text) =>
    text.replace(FLAG, "").replace("\nsource", `\nTEMPLATE_ARGS=(${FLAG})\nsource`),
  "only echoed": (text) =>
    text.replace(FLAG, "").replace("\nsource", `\necho "client: ${FLAG}"\nsource`),
};

const FIXED_SCRIPTS = ["fixed-vllm", "fixed-sglang", "fixed-trt", "fixed-atom"];
const WITHOUT = FIXED_SCRIPTS.flatMap((name) =>
  Object.entries(LOST).map(([way, lose]) => ({ name, way, lose })),
);

describe("the chat template of scripts with a fixed length", () => {
  const said = (text: string): readonly string[] =>
    chatTemplate({ points: [point({ script: FIXED })], head: { [FIXED]: text } });

  test.each(FIXED_SCRIPTS)("%s uses it", (name) => {
    expect(said(fixture(name))).toEqual(["pass chat_template_used"]);
  });

  test.each(WITHOUT)("$name, $way, is seen", ({ name, lose }) => {
    const text = fixture(name);
    const without = lose(text);
    expect(without).not.toBe(text);
    expect(said(without).filter((each) => each.startsWith("fail"))).not.toEqual([]);
  });

  test.each(Object.keys(AGENTIC_SCRIPTS))("%s replays through the library", (name) => {
    const situation = { points: [point()], head: { [AGENTIC]: fixture(name) } };
    expect(chatTemplate(situation)).toEqual(["pass chat_template_replayed"]);
  });
});
