import { isMapping } from "../contract/master.ts";
import { parseYaml, type YamlPath, type YamlValue } from "../contract/yaml.ts";
import {
  joinedListings,
  NO_LISTING,
  oneLine,
  textWord,
  type PatchAssignment,
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
  const parts = leavesOf(document.value, []).map(({ value, at }) =>
    leafListing(value, at, document.lineOf(at)),
  );
  return { listing: joinedListings(parts), broken: null };
}

interface Leaf {
  readonly value: string;
  readonly at: YamlPath;
}

function leavesOf(value: YamlValue, at: YamlPath): readonly Leaf[] {
  if (Array.isArray(value)) {
    return value.flatMap((each: YamlValue, index) => leavesOf(each, [...at, index]));
  }
  if (isMapping(value)) {
    return Object.entries(value).flatMap(([key, each]) => leavesOf(each, [...at, key]));
  }
  return typeof value === "object" ? [] : [{ value: String(value), at }];
}

function leafListing(value: string, at: YamlPath, line: number): PatchListing {
  const key = keyOf(at);
  if (SCRIPT_FILES.test(key)) return looseListing(`bash ${value}`, line);
  if (COMMANDS.test(key)) return looseListing(value, line);
  const above = keyOf(at.slice(0, -1));
  const mount = MOUNTS.test(key) ? value : MOUNTS.test(above) ? `${key}:${value}` : null;
  const set =
    mount === null ? assignment(key, value, line) : assignment("CONTAINER_MOUNTS", mount, line);
  return { ...NO_LISTING, assignments: [set] };
}

/** The name of the nearest key above a value. */
function keyOf(path: YamlPath): string {
  return path.findLast((part) => typeof part === "string") ?? "";
}

function assignment(name: string, text: string, line: number): PatchAssignment {
  const written = oneLine(`${name}: ${text}`);
  return { name, values: [textWord(text)], within: null, line, text: written };
}
