import type { CommandRun } from "../shell/machine.ts";
import { knownText, literalOf, shownValue, textWith, type ShellValue } from "../shell/value.ts";
import { atomDraft } from "./draft-atom.ts";
import {
  numberSetting,
  sglangSimulation,
  TRT_FORCED,
  trtPinned,
  vllmDraft,
  type Draft,
  type Setting,
} from "./draft.ts";

/** Commands that only show what they are given. */
const SHOWING = new Set([
  ...[
    "echo",
    "printf",
    "cat",
    "tee",
    "log",
    "export",
    "local",
    "declare",
    "readonly",
    "jq",
    "grep",
  ],
]);

/** Flags of a command: the last one of a name counts, as the engines read them. */
type Flags = ReadonlyMap<string, ShellValue | null>;

/** Settings of speculative decoding that a command gives to a server. */
const SPECULATIVE_FLAG =
  /^--(?:speculative-|speculative_config|num-speculative-tokens|spec-decode-)/u;

/** What a command tells a server of speculative decoding; null for one that tells nothing, or is no server. */
export function draftOfRun(run: CommandRun): Draft | "unreadable" | null {
  if (run.name !== null && SHOWING.has(run.name)) return null;
  const flags = flagsOf(run);
  const names = [...flags.keys()].filter((name) => SPECULATIVE_FLAG.test(name));
  if (names.length === 0) return null;
  if (names.some((name) => name.startsWith("--speculative-config."))) return "unreadable";
  const config = flags.get("--speculative-config") ?? flags.get("--speculative_config");
  if (config !== undefined) return config === null ? "unreadable" : vllmOf(run, config);
  if (names.some((name) => /^--(?:num-speculative-tokens|spec-decode-)/u.test(name))) {
    return atomDraft(run.line, (name) => readFlag(flags, name));
  }
  return sglangOf(run, flags);
}

function flagsOf(run: CommandRun): Flags {
  const flags = new Map<string, ShellValue | null>();
  run.words.forEach(({ value }, at) => {
    const [first] = value.pieces;
    if (first?.kind !== "text" || !first.text.startsWith("--")) return;
    const equals = first.text.indexOf("=");
    if (equals === -1) {
      const next = run.words[at + 1];
      const isLast = next === undefined || next.many;
      flags.set(knownText(value), isLast ? null : next.value);
      return;
    }
    const rest = { kind: "text", text: first.text.slice(equals + 1) } as const;
    const pieces = rest.text === "" ? value.pieces.slice(1) : [rest, ...value.pieces.slice(1)];
    flags.set(first.text.slice(0, equals), { pieces });
  });
  return flags;
}

/** The text of a flag; null where it is not known, undefined where the flag is not there. */
function readFlag(flags: Flags, name: string): string | null | undefined {
  const value = flags.get(name);
  return value === undefined ? undefined : value === null ? null : literalOf(value);
}

/** Stands for what is not known inside JSON, where both a number and a part of a text may be. */
const HOLE = "987650000056789";

function vllmOf(run: CommandRun, config: ShellValue): Draft | "unreadable" {
  // A hole beside a digit would look like a number of its own.
  const shown = textWith(config, () => "\uFFFF");
  if (/[\d.]\uFFFF|\uFFFF[\d.]/u.test(shown)) return "unreadable";
  const fields = jsonMapping(textWith(config, () => HOLE));
  if (fields === null) return "unreadable";
  const isUnknown = (value: unknown): boolean => JSON.stringify(value ?? null).includes(HOLE);
  return vllmDraft(fields, { line: run.line, isUnknown });
}

/** A JSON object; null for anything else, and for one that says something twice. */
export function jsonMapping(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
    return { ...value };
  } catch {
    return null;
  }
}

function environmentText(run: CommandRun, name: string): string | null | undefined {
  const value = run.environment.get(name);
  return value === undefined ? undefined : literalOf(value);
}

function flagSetting(flags: Flags, name: string): Setting | null {
  const text = readFlag(flags, name);
  if (text === undefined) return null;
  const value = flags.get(name);
  if (text !== null) return numberSetting(text);
  return { kind: "unknown", written: value == null ? name : shownValue(value) };
}

function sglangOf(run: CommandRun, flags: Flags): Draft {
  const steps = flagSetting(flags, "--speculative-num-steps");
  const topK = readFlag(flags, "--speculative-eagle-topk");
  // With more than one candidate a step is no longer one token.
  const length: Setting | null =
    topK === "1" ? steps : { kind: "unknown", written: "--speculative-eagle-topk" };
  const algorithm = readFlag(flags, "--speculative-algorithm");
  return {
    engine: "sglang",
    line: run.line,
    length,
    ...sglangSimulation((name) => environmentText(run, name)),
    traits: {
      method: algorithm === undefined ? readFlag(flags, "--speculative-algo") : algorithm,
      draft: draftModel(flags),
      sampling: undefined,
    },
  };
}

function draftModel(flags: Flags): string | null {
  const path = readFlag(flags, "--speculative-draft-model-path");
  const other = readFlag(flags, "--speculative-draft-model");
  return path === undefined ? (other === undefined ? "" : other) : path;
}

const TRT_LENGTH = /\b(?:max_draft_len|num_nextn_predict_layers)["']?\s*:\s*([^\s,}]+)/gu;

/** An engine file for TensorRT-LLM with a draft length in it. */
export interface TrtFile {
  readonly run: CommandRun;
  readonly length: Setting;
  readonly text: string;
}

/** The engine file that a command writes for TensorRT-LLM; null for one without a draft length. */
export function trtFileWritten(run: CommandRun): TrtFile | null {
  if (run.writes.length === 0) return null;
  const input = run.input === null ? [] : [run.input];
  const isPrinting = run.name === "echo" || run.name === "printf";
  const words = isPrinting ? run.words.map(({ value }) => value) : [];
  for (const value of [...input, ...words]) {
    const text = textWith(value, (piece) => piece.written).replaceAll(/^\s*#.*$/gmu, "");
    const last = [...text.matchAll(TRT_LENGTH)].at(-1)?.[1];
    if (last !== undefined) return { run, length: numberSetting(last), text };
  }
  return null;
}

/** What a server of TensorRT-LLM is told, with the draft length of the engine file that its path wrote. */
export function trtDraft(run: CommandRun, written: TrtFile): Draft {
  const [, method = ""] = /\bdecoding_type["']?\s*:\s*["']?([\w-]+)/u.exec(written.text) ?? [];
  const [, draft = ""] =
    /\bspeculative_model(?:_dir)?["']?\s*:\s*["']?([^\s"',}]+)/u.exec(written.text) ?? [];
  return {
    engine: "trt",
    line: run.line,
    length: written.length,
    pinned: trtPinned(environmentText(run, TRT_FORCED)),
    traits: { method, draft: draft.includes("$") ? null : draft, sampling: undefined },
    wrong: [],
    absent: [],
  };
}
