import type { PatchHitCode } from "./patch-code.ts";
import { placeFor, type Ground, type PatchRule } from "./patch-ground.ts";
import { hasOption, invocationsOf, textsAt, type Invocation } from "./patch-invocation.ts";
import { subcommandOf } from "./patch-rule-apply.ts";
import { isInstall } from "./patch-rule-install.ts";
import { isLikeAny } from "./star-words.ts";

/** P8: an engine or add-on is cloned or built; worse where the result is installed (spec/signoff §3.10). */
export const buildRule: PatchRule = (invocation, ground) => {
  const cloned = clonesSource(invocation, ground);
  if (!cloned && !isBuilt(invocation)) return [];
  const installed = cloned && installsAfter(invocation.command.line, ground);
  const codes: readonly PatchHitCode[] = installed ? ["patch_build_installed"] : ["patch_build"];
  return codes;
};

function clonesSource(invocation: Invocation, { policy }: Ground): boolean {
  if (invocation.name !== "git" && invocation.name !== "gh") return false;
  const subcommand = subcommandOf(invocation);
  if (subcommand !== "clone" && subcommand !== "submodule" && subcommand !== "repo") return false;
  return invocation.words.some((values) =>
    values.some(({ text }) => {
      const [, name = text] = /([^/:]+\/[^/:]+?)(?:\.git)?\/?$/u.exec(text) ?? [];
      return isLikeAny(name, policy.sourceRepositories);
    }),
  );
}

/** What puts the result of a build into the image. */
function isBuilt(invocation: Invocation): boolean {
  const { name } = invocation;
  if (/^python(?:3(?:\.\d+)?)?$/u.test(name)) {
    return (
      textsAt(invocation, 0).some((text) => text.endsWith("setup.py")) &&
      hasOption(invocation, /^(?:install|develop|build_ext|bdist_wheel)$/u)
    );
  }
  if (name === "cmake")
    return hasOption(invocation, /^--install$/u) || hasOption(invocation, /^install$/u);
  return (name === "make" || name === "ninja") && hasOption(invocation, /^install$/u);
}

function installsAfter(line: number, ground: Ground): boolean {
  return ground.unit.listing.commands.some(
    (command) =>
      command.line >= line &&
      invocationsOf(command, placeFor(command, ground)).some(
        (each) => isBuilt(each) || (isInstall(each) && installsFolder(each)),
      ),
  );
}

/** `pip install .`, of a folder, a wheel or something editable. */
function installsFolder(invocation: Invocation): boolean {
  return hasOption(invocation, /^(?:\.{1,2}(?:\/.*|\[.*)?|-e|--editable|\/.*|.*\.whl)$/u);
}
