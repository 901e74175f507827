import type { PatchAssignment } from "./patch-command.ts";
import type { PatchHitCode } from "./patch-code.ts";
import { redirectedTo, type Ground, type PatchRule } from "./patch-ground.ts";
import { isEnginePath, isSourceName, placeOf, WORKSPACE } from "./patch-place.ts";
import { coversEngine } from "./patch-rule-write.ts";
import { HOLE, valuesOf, type PatchValue } from "./patch-value.ts";

const HOOK = /(?:site|user)customize/u;

/** P5: code is slipped in when Python or the engine starts (spec/signoff §3.10). */
export const hookRule: PatchRule = (invocation, ground) => {
  const { command, words, called } = invocation;
  const texts = words.flatMap((values) => values.map(({ text }) => text));
  const written = redirectedTo(command, ground).map(({ text }) => text);
  const isHook =
    [called.text, ...texts, ...written].some((text) => HOOK.test(text) && !text.includes("\n")) ||
    written.some((text) => text.endsWith(".pth"));
  if (isHook) return ["patch_hook"];
  const set = texts.flatMap((text) => {
    const [, name, value] =
      /^(?:(?:--env|--export|-e)=?)?(?:ALL,)?([A-Z_]+)=([^]*)$/u.exec(text) ?? [];
    return name === undefined || value === undefined
      ? []
      : loads(name, [{ text: value, engine: false }], ground);
  });
  const flag = texts.some((text) =>
    ground.policy.pluginFlags.some((each) => text === each || text.startsWith(`${each}=`)),
  );
  const own = command.settings.flatMap(({ name, value }) =>
    loads(name, valuesOf(value, { scope: ground.scope, within: command.within }), ground),
  );
  return flag ? ["patch_import_path"] : [...set, ...own];
};

/** P5 and P6 for a variable: it loads code into the engine, names a source of it, or mounts something over it. */
export function assignmentCodes(
  assignment: PatchAssignment,
  ground: Ground,
): readonly PatchHitCode[] {
  const { name, within } = assignment;
  const values = assignment.values.flatMap((word) =>
    valuesOf(word, { scope: ground.scope, within }),
  );
  if (values.some(({ text }) => HOOK.test(text) && !text.includes("\n"))) return ["patch_hook"];
  if (/MOUNT|VOLUME|BIND/iu.test(name) && values.some(({ text }) => coversEngine(text, ground))) {
    return ["patch_overwrite"];
  }
  const loaded = loads(name, values, ground);
  if (loaded.length > 0) return loaded;
  return values.some((value) => isEngineSource(value, ground)) ? ["patch_source_named"] : [];
}

function isEngineSource({ text }: PatchValue, ground: Ground): boolean {
  if (/[\s:,]/u.test(text) || text.endsWith(".so") || !isSourceName(text, ground.policy))
    return false;
  return isEnginePath(text, ground.policy) && placeOf({ text, engine: false }, ground) === "engine";
}

/** What a setting of this name loads, unless it is empty or leads into the image. */
function loads(
  name: string,
  values: readonly PatchValue[],
  ground: Ground,
): readonly PatchHitCode[] {
  if (ground.policy.pluginVariables.includes(name)) {
    return values.some(({ text }) => text !== "") ? ["patch_import_path"] : [];
  }
  if (name !== "PYTHONPATH") return [];
  const folders = values.flatMap(({ text, engine }) => (engine ? [] : text.split(":")));
  return folders.some((folder) => folder !== "" && !isInImage(folder, ground))
    ? ["patch_import_path"]
    : [];
}

function isInImage(folder: string, { policy, tree }: Ground): boolean {
  if (folder.startsWith(HOLE) || folder.startsWith(`${WORKSPACE}/`)) {
    return isEnginePath(folder, policy) && !tree.has(folder.slice(WORKSPACE.length + 1));
  }
  return policy.imageFolders.some((each) => folder === each || folder.startsWith(`${each}/`));
}
