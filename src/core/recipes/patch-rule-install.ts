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

/** The words behind `pip install`; null for any other command. */
function installedWords(invocation: Invocation): Words | null {
  const { name, words } = invocation;
  const texts = words.map(([first]) => first?.text ?? "");
  if (/^pip(?:3(?:\.\d+)?)?$/u.test(name) || name === "pipx" || name === "easy_install") {
    return behind(words, texts, name === "easy_install" ? [] : ["install"]);
  }
  if (/^python(?:3(?:\.\d+)?)?$/u.test(name)) {
    const at = texts.indexOf("-m");
    if (at < 0 || !/^(?:pip|uv|ensurepip)$/u.test(texts[at + 1] ?? "")) return null;
    return behind(words, texts, ["install"]);
  }
  if (name === "uv") return behind(words, texts, ["install"]) ?? behind(words, texts, ["add"]);
  if (/^(?:conda|mamba|micromamba)$/u.test(name)) return behind(words, texts, ["install"]);
  return null;
}

function behind(words: Words, texts: readonly string[], wanted: readonly string[]): Words | null {
  const [subcommand] = wanted;
  if (subcommand === undefined) return words;
  const at = texts.indexOf(subcommand);
  return at < 0 ? null : words.slice(at + 1);
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
      continue;
    }
    const [name = "", attached] = option.split(/=(.*)/su);
    if (/^(?:-e|--editable)/u.test(name)) wanted.push({ kind: "editable" });
    const kind = /^(?:-t|--target)$/u.test(name)
      ? "target"
      : /^(?:-r|--requirements?)$/u.test(name)
        ? "requirements"
        : null;
    const next =
      attached === undefined ? (words[at + 1] ?? []) : [{ text: attached, engine: false }];
    if (kind !== null) wanted.push(...next.map((value): Wanted => ({ kind, value })));
    if (attached === undefined && (kind !== null || TAKES_WORD.test(name))) at += 1;
  }
  return wanted;
}

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
export function judgedPackage(
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
