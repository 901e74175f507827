import { packageIn, type WantedPackage } from "./package-name.ts";
import type { PatchHitCode } from "./patch-code.ts";
import type { Ground, PatchRule } from "./patch-ground.ts";
import { textsAt, type Invocation } from "./patch-invocation.ts";
import { placeOf, repositoryPath, absolute } from "./patch-place.ts";
import { HOLE, type PatchValue } from "./patch-value.ts";
import { isLikeAny } from "./star-words.ts";

/** P7: what pip and its like install (spec/signoff §3.10). */
export const installRule: PatchRule = (invocation, ground) => {
  const words = installedWords(invocation);
  if (words === null) return [];
  const codes = [...new Set(wantedIn(words).flatMap((each) => judged(each, invocation, ground)))];
  // The server is already running with what it has loaded.
  return codes.length > 1 ? codes.filter((code) => code !== "patch_install_later") : codes;
};

type Words = Invocation["words"];

/** Where the words of an installation begin, by how the command is called. */
const INSTALLERS: readonly (readonly [RegExp, readonly (readonly string[])[]])[] = [
  [/^(?:pip(?:3(?:\.\d+)?)?|pipx|conda|mamba|micromamba)$/u, [["install"]]],
  [/^uv$/u, [["install"], ["add"]]],
  [
    /^python(?:3(?:\.\d+)?)?$/u,
    [
      ["-m", "pip", "install"],
      ["-m", "uv", "pip", "install"],
    ],
  ],
  [/^easy_install$/u, [[]]],
];

/** The words behind `pip install`; null for any other command. */
function installedWords({ name, words }: Invocation): Words | null {
  const texts = words.map(([first]) => first?.text ?? "");
  const [, ways = []] = INSTALLERS.find(([called]) => called.test(name)) ?? [];
  for (const way of ways) {
    const found = behind(words, texts, way);
    if (found !== null) return found;
  }
  return null;
}

/** What stands behind some words that follow each other, options apart. */
function behind(words: Words, texts: readonly string[], way: readonly string[]): Words | null {
  let from = 0;
  for (const word of way) {
    const at = texts.indexOf(word, from);
    if (at < 0) return null;
    from = at + 1;
  }
  return words.slice(from);
}

/** One thing that is installed. */
export type Wanted =
  | { readonly kind: "named"; readonly value: PatchValue }
  | { readonly kind: "editable" }
  | { readonly kind: "target"; readonly value: PatchValue }
  | { readonly kind: "requirements"; readonly value: PatchValue };

const TAKES_WORD =
  /^(?:-i|--index-url|--extra-index-url|-f|--find-links|-c|--constraint|--prefix|--root|--python|--index|--default-index|--index-strategy|--platform|--only-binary|--no-binary|--cache-dir|--timeout|--retries|--progress-bar|--trusted-host|--torch-backend|--prerelease|--resolution|--config-settings?|-C|-n|--name|--channel|--proxy|--report|--log|--src|--upgrade-strategy|--no-build-isolation-package|-P|--upgrade-package)$/u;

function wantedIn(words: Words): readonly Wanted[] {
  const wanted: Wanted[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const values = words[at] ?? [];
    const option = values.find(({ text }) => /^-./u.test(text))?.text;
    if (option === undefined) {
      wanted.push(...values.map((value): Wanted => ({ kind: "named", value })));
    } else {
      const { found, takesWord } = optionOf(option, words[at + 1] ?? []);
      wanted.push(...found);
      if (takesWord) at += 1;
    }
  }
  return wanted;
}

/** What an option asks for, with its word behind it or behind `=`. */
function optionOf(
  option: string,
  next: readonly PatchValue[],
): { readonly found: readonly Wanted[]; readonly takesWord: boolean } {
  const [name = "", attached] = option.split(/=(.*)/su);
  if (/^(?:-e|--editable)/u.test(name)) return { found: [{ kind: "editable" }], takesWord: false };
  const values = attached === undefined ? next : [{ text: attached, engine: false }];
  const kind = VALUED[name];
  return {
    found: kind === undefined ? [] : values.map((value): Wanted => ({ kind, value })),
    takesWord: attached === undefined && (kind !== undefined || TAKES_WORD.test(name)),
  };
}

const VALUED: Readonly<Partial<Record<string, "target" | "requirements">>> = {
  ...{ "-t": "target", "--target": "target" },
  ...{ "-r": "requirements", "--requirement": "requirements", "--requirements": "requirements" },
};

function judged(wanted: Wanted, invocation: Invocation, ground: Ground): readonly PatchHitCode[] {
  switch (wanted.kind) {
    case "editable":
      return ["patch_install_source"];
    case "target":
      return placeOf(wanted.value, ground) === "engine" ? ["patch_overwrite"] : [];
    case "requirements":
      return requirementsOf(wanted.value, invocation, ground);
    case "named": {
      const { text } = wanted.value;
      if (text === "" || /^[;+{}]+$/u.test(text)) return [];
      if (text.startsWith(HOLE)) return ["patch_install_unknown"];
      return judgedPackage(packageIn(text), { line: invocation.command.line, ground });
    }
  }
}

/** The text of a file of requirements is looked at where the files are read; here only whether it can be. */
function requirementsOf(file: PatchValue, _: Invocation, ground: Ground): readonly PatchHitCode[] {
  const path = repositoryPath(absolute(file, ground.folder).text, ground.tree);
  return path === null ? ["patch_unread"] : [];
}

/** What a package that is installed means for the engine. */
function judgedPackage(
  wanted: WantedPackage,
  { line, ground }: { readonly line: number; readonly ground: Ground },
): readonly PatchHitCode[] {
  const { policy, components } = ground;
  if (wanted.kind === "source") return ["patch_install_source"];
  const { name, pinned } = wanted;
  if (isLikeAny(name, policy.afterServer) && isAfterServer(line, ground))
    return ["patch_install_later"];
  if (isLikeAny(name, policy.enginePackages)) return ["patch_install_engine"];
  const addOn = policy.addOns.find(({ packages }) => isLikeAny(name, packages));
  if (addOn !== undefined) {
    const declared = components.some((each) => isLikeAny(each, addOn.components));
    return pinned && declared ? [] : ["patch_install_add_on"];
  }
  return isLikeAny(name, policy.clientPackages) ? [] : ["patch_install_unknown"];
}

/** Whether the script has waited for the server before this line, outside of functions. */
function isAfterServer(line: number, { unit, policy }: Ground): boolean {
  return unit.listing.commands.some(
    ({ words: [name], within, line: at }) =>
      within === null &&
      at < line &&
      name?.length === 1 &&
      name[0]?.kind === "text" &&
      isLikeAny(name[0].text, policy.readyCommands),
  );
}

/** Whether a command is one of the installations whose words this rule reads. */
export function isInstall(invocation: Invocation): boolean {
  return installedWords(invocation) !== null || textsAt(invocation, 0).includes("setup.py");
}
