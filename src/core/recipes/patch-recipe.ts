import { parseYaml, type YamlPath, type YamlValue } from "../contract/yaml.ts";
import {
  oneLine,
  textWord,
  type PatchAssignment,
  type PatchCommand,
  type PatchListing,
} from "./patch-command.ts";
import { looseListing } from "./patch-loose.ts";

/** Keys whose text a shell reads. */
const COMMANDS =
  /(?:^|_)(?:command|commands|cmd|script|preamble|entrypoint|pre_?run|post_?run|setup)$/iu;
const SCRIPT_FILES = /^(?:setup_script|pre_script|init_script)$/iu;
const MOUNTS = /mounts?$|volumes?$|binds?$/iu;

/**
 * What a multi-node recipe file runs, sets and mounts, as commands and assignments; null where it is no
 * YAML that can be read.
 */
export function recipeListing(
  path: string,
  text: string,
): { readonly listing: PatchListing; readonly broken: null } | null {
  const document = parseYaml(text, { path });
  if (document.problems.length > 0 || document.value === undefined) return null;
  const commands: PatchCommand[] = [];
  const assignments: PatchAssignment[] = [];
  const take = (value: YamlValue, at: YamlPath): void => {
    if (value !== null && typeof value === "object") {
      const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
      for (const [key, inner] of entries) {
        take(inner as YamlValue, [...at, key]);
        if (typeof inner === "string" && MOUNTS.test(keyOf(at)) && typeof key === "string") {
          assignments.push(
            assignment("CONTAINER_MOUNTS", `${key}:${inner}`, document.lineOf([...at, key])),
          );
        }
      }
      return;
    }
    if (value === null) return;
    const line = document.lineOf(at);
    const key = keyOf(at);
    const written = String(value);
    if (SCRIPT_FILES.test(key)) commands.push(...looseListing(`bash ${written}`, line).commands);
    else if (COMMANDS.test(key)) {
      const inner = looseListing(written, line);
      commands.push(...inner.commands);
      assignments.push(...inner.assignments);
    } else if (MOUNTS.test(key)) assignments.push(assignment("CONTAINER_MOUNTS", written, line));
    else assignments.push(assignment(key, written, line));
  };
  take(document.value, []);
  return { listing: { commands, assignments, functions: [] }, broken: null };
}

/** The name of the nearest key above a value. */
function keyOf(path: YamlPath): string {
  return String(path.findLast((part) => typeof part === "string") ?? "");
}

function assignment(name: string, text: string, line: number): PatchAssignment {
  const written = oneLine(`${name}: ${text}`);
  return { name, values: [textWord(text)], within: null, line, text: written };
}
