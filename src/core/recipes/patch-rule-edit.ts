import { optionValues, type Invocation } from "./patch-invocation.ts";
import { invocationsOf } from "./patch-invocation.ts";
import { operandsOf, placeFor, worstPlace, type Ground, type PatchRule } from "./patch-ground.ts";
import { OPEN, type PatchValue } from "./patch-value.ts";

/** P3: an edit in place of a file that belongs to the engine, or that nobody can tell (spec/signoff §3.10). */
export const editRule: PatchRule = (invocation, ground) => {
  // What it runs there names its files from there.
  const moved = invocation.name === "env" ? optionValues(invocation, ["-C", "--chdir"]) : [];
  if (worstPlace(moved, ground) === "engine") return ["patch_edit_unclear"];
  const targets = targetsOf(invocation);
  if (targets === null) return [];
  const all = [...targets, ...outerTargets(invocation, targets, ground)];
  const values = all.length > 0 ? all : [OPEN];
  const place = worstPlace(values, ground);
  if (place === "engine") return ["patch_edit"];
  const unclear = values.some(
    (value) => worstPlace([value], ground) === "unknown" && !isOwnName(value.text, ground),
  );
  return unclear ? ["patch_edit_unclear"] : [];
};

/** Whether a file's name says that a run writes it for itself. */
export function isOwnName(path: string, { policy }: Pick<Ground, "policy">): boolean {
  return policy.ownEndings.some((ending) => path.endsWith(ending));
}

/** The files that an editor changes in place; null where it changes none. */
export function targetsOf(invocation: Invocation): readonly PatchValue[] | null {
  switch (invocation.name) {
    case "sed":
    case "gsed":
      return edited(invocation, /^(?:-[a-zA-Z]*i.*|--in-place.*)$/u, SED);
    case "perl":
    case "ruby":
      return edited(invocation, /^-[a-zA-Z0-9]*i/u, PERL);
    case "awk":
    case "gawk":
      return optionValues(invocation, ["-i", "--include"]).some(({ text }) => text === "inplace")
        ? edited(invocation, /^(?:-i|--include)/u, AWK)
        : null;
    case "ed":
    case "ex":
    case "vi":
    case "vim":
      return operandsOf(invocation).flat();
    default:
      return null;
  }
}

interface Usage {
  /** Options behind which a word of their own stands. */
  readonly takesWord: RegExp;
  /** Options that carry the program, so that no operand is it. */
  readonly program: RegExp;
}
const SED: Usage = {
  takesWord: /^(?:-[a-zA-Z]*[ef]|--expression|--file|-l)$/u,
  program: /^(?:-[nrEszu]*[ef]|--expression|--file)/u,
};
const PERL: Usage = { takesWord: /^-[a-zA-Z0-9.]*[eEMIm]$/u, program: /^-[a-zA-Z0-9.]*[eE]$/u };
const AWK: Usage = {
  takesWord: /^(?:-[ifvF]|--include|--file|--assign)$/u,
  program: /^(?:-f|--file)/u,
};

function edited(
  invocation: Invocation,
  inPlace: RegExp,
  { takesWord, program }: Usage,
): readonly PatchValue[] | null {
  const operands: (readonly PatchValue[])[] = [];
  let found = false;
  let hasProgram = false;
  for (let at = 0; at < invocation.words.length; at += 1) {
    const values = invocation.words[at] ?? [];
    const option = values.find(({ text }) => /^-./u.test(text))?.text;
    if (option === undefined) operands.push(values);
    else {
      found ||= inPlace.test(option);
      hasProgram ||= program.test(option);
      if (takesWord.test(option)) at += 1;
    }
  }
  if (!found) return null;
  return (hasProgram ? operands : operands.slice(1))
    .flat()
    .filter(({ text }) => !/^[;+]$/u.test(text));
}

/** What `find … -exec` and `… | xargs` put in the place of a file's name. */
function outerTargets(
  invocation: Invocation,
  targets: readonly PatchValue[],
  ground: Ground,
): readonly PatchValue[] {
  if (targets.length > 0 && !targets.some(({ text }) => text.includes("{}"))) return [];
  const { command } = invocation;
  const place = placeFor(command, ground);
  const [outer] = invocationsOf(command, place);
  if (outer?.name === "find" || outer?.name === "fd") return operandsBeforeTests(outer);
  const fed = command.feeds.flatMap((feed) => invocationsOf(feed, place));
  const roots = fed.flatMap((each) =>
    each.name === "find" ? operandsBeforeTests(each) : operandsOf(each).flat(),
  );
  const paths = roots.filter(({ text, engine }) => engine || text.includes("/"));
  return paths.length > 0 ? paths : [OPEN];
}

function operandsBeforeTests(find: Invocation): readonly PatchValue[] {
  const end = find.words.findIndex((values) => values.some(({ text }) => /^[-(!]/u.test(text)));
  return (end < 0 ? find.words : find.words.slice(0, end)).flat();
}
