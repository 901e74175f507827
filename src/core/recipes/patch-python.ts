import { oneLine } from "./patch-command.ts";
import type { PatchHit, PatchHitCode } from "./patch-code.ts";
import type { Ground } from "./patch-ground.ts";
import { isSourceName, mentionsEngine, placeOf } from "./patch-place.ts";
import { pythonCode, type PythonLine } from "./patch-python-text.ts";
import { isOwnName } from "./patch-rule-edit.ts";
import type { PatchProgram } from "./patch-unit.ts";
import { OPEN, valuesOf, type PatchValue } from "./patch-value.ts";
import { isLikeAny } from "./star-words.ts";

/** P4, P5 and P9 in Python: documents, `-c` texts and files alike, line by line (spec/signoff §3.10). */
export function pythonHits(program: PatchProgram, ground: Ground): readonly PatchHit[] {
  const lines = pythonCode(program.text);
  const found: (readonly [number, PatchHitCode])[] = [];
  const aliases = engineNames(lines, ground);
  lines.forEach(({ text, outside }, at) => {
    if (changesEngine(text, aliases)) found.push([at, "patch_hook"]);
    if (/(?<![\w.])exec\(/u.test(outside)) found.push([at, "patch_opaque"]);
  });
  const writes = writingLines(lines);
  const [first] = writes;
  if (first !== undefined) {
    const code = judgedWriting(program, lines, ground);
    if (code !== null) found.push([first, code]);
  }
  return found.map(([at, code]) => ({
    ...{ code, path: ground.unit.path, line: program.line + at },
    text: oneLine(lines[at]?.text ?? ""),
  }));
}

const WRITES = [
  /["'][rbt]*[wax][bt]?\+?[bt]?["']|["']r[bt]?\+[bt]?["']/u,
  /\.write_(?:text|bytes)\(/u,
  /\bshutil\.(?:copy\w*|move|rmtree)\(/u,
  /\bos\.(?:replace|rename|renames|remove|unlink|symlink|link)\(/u,
  /\.(?:rename|unlink|symlink_to|hardlink_to)\(/u,
  /\binplace\s*=\s*True/u,
];

function writingLines(lines: readonly PythonLine[]): readonly number[] {
  return lines.flatMap(({ text, outside }, at) => {
    const [modes, ...calls] = WRITES;
    const opened = lines
      .slice(Math.max(0, at - 3), at + 1)
      .map((line) => line.outside)
      .join(" ")
      .includes("open(");
    if (opened && modes?.test(text) === true) return [at];
    return calls.some((pattern) => pattern.test(outside)) ? [at] : [];
  });
}

function judgedWriting(
  program: PatchProgram,
  lines: readonly PythonLine[],
  ground: Ground,
): PatchHitCode | null {
  const code = lines.map(({ text }) => text).join("\n");
  if (mentionsEngine(code, ground.policy)) return "patch_python";
  const given = [...program.args.flat(), ...environmentValues(program, code, ground)];
  const places = given.map((value) => placeOf(value, ground));
  if (places.includes("engine")) return "patch_python";
  const isRewriting = /\.replace\(|\bre\.subn?\(|\bast\.|\.splitlines\(|inplace/u.test(code);
  const unclear = given.some(
    (value, at) => places[at] === "unknown" && !isOwnName(value.text, ground),
  );
  const searches =
    /\.rglob\(|\bos\.walk\(|\bglob\(/u.test(code) && /\.(?:py|cu|so|h)\b/u.test(code);
  const namesSource = given.some(({ text }, at) => {
    return places[at] === "unknown" && isSourceName(text, ground.policy);
  });
  return namesSource || (isRewriting && (unclear || searches)) ? "patch_python_unclear" : null;
}

/** What the variables that the program asks for may be. */
function environmentValues(
  program: PatchProgram,
  code: string,
  ground: Ground,
): readonly PatchValue[] {
  const names = code.matchAll(/\b(?:environ(?:\.get)?\s*[[(]|getenv\()\s*["'](\w+)["']/gu);
  return [...names].flatMap(([, name = ""]) => {
    const piece = {
      kind: "variable",
      name,
      several: false,
      fallback: null,
      edited: false,
    } as const;
    const values = valuesOf([piece], { scope: ground.scope, within: program.within });
    return values.length > 0 ? values : [OPEN];
  });
}

/** Names that stand for modules of the engine, or for what was imported from them. */
function engineNames(lines: readonly PythonLine[], { policy }: Ground): readonly string[] {
  const isEngine = (module: string): boolean =>
    isLikeAny(module.split(".")[0] ?? "", policy.sourcePackages);
  const code = lines.map(({ text }) => text).join("\n");
  const named = [...code.matchAll(IMPORTED)].flatMap(({ groups = {} }) =>
    namesIn(groups, isEngine),
  );
  return named.filter((name) => name !== "");
}

/** Names that one import makes, if it is one of the engine's modules. */
function namesIn(
  groups: Readonly<Record<string, string | undefined>>,
  isEngine: (module: string) => boolean,
): readonly string[] {
  const named = (name: string): string => groups[name] ?? "";
  if (isEngine(named("from"))) {
    return named("several")
      .split(",")
      .map((name) => /(\w+)\s*$/u.exec(name)?.[1] ?? "");
  }
  if (isEngine(named("module"))) return [groups["as"] ?? named("module").split(".")[0] ?? ""];
  return isEngine(named("loaded")) ? [named("variable")] : [];
}

const IMPORTED = new RegExp(
  [
    String.raw`^[ \t]*from[ \t]+(?<from>[\w.]+)[ \t]+import[ \t]+\(?(?<several>(?<=\()[^)]*|[^()\n]*)`,
    String.raw`^[ \t]*import[ \t]+(?<module>[\w.]+)(?:[ \t]+as[ \t]+(?<as>\w+))?`,
    String.raw`^[ \t]*(?<variable>\w+)[ \t]*=[ \t]*(?:importlib\.)?(?:import_module|__import__)\([ \t]*["'](?<loaded>[\w.]+)["']`,
  ].join("|"),
  "gmu",
);

/** Whether a line sets something in a module or class of the engine. */
function changesEngine(text: string, names: readonly string[]): boolean {
  if (/(?:site|user)customize/u.test(text)) return true;
  if (/\bsys\.modules\[[^\]]+\]\s*=(?!=)/u.test(text)) return true;
  const [, target] =
    /^\s*([A-Za-z_]\w*)(?:\.[\w.]+|\.__dict__\[[^\]]+\])\s*[-+*|&]?=(?!=)/u.exec(text) ?? [];
  if (target !== undefined && names.includes(target)) return true;
  const [, set] = /\b(?:setattr|delattr)\(\s*([A-Za-z_]\w*)/u.exec(text) ?? [];
  return set !== undefined && names.includes(set);
}
