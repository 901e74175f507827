import type { FileContent } from "../model/github.ts";
import type { Problem } from "../model/problem.ts";
import { checkSchema } from "./schema-check.ts";
import { RUNNERS_SCHEMA } from "./schema-runners.ts";
import { parseYaml } from "./yaml.ts";

export interface NodeHardware {
  readonly "available-cpu-dram-mib": number;
  readonly "gpus-per-node": number;
}

/** Runner pools: the nodes behind each label, and what a node has (spec/matrix §2). */
export interface Runners {
  readonly labels: ReadonlyMap<string, readonly string[]>;
  readonly hardware: ReadonlyMap<string, NodeHardware>;
}

export interface RunnersFile {
  readonly runners: Runners;
  readonly problems: readonly Problem[];
}

interface RunnersYaml {
  readonly labels: Readonly<Record<string, readonly string[]>>;
  readonly hardware?: Readonly<Record<string, NodeHardware>>;
}

function readRunners(file: FileContent): RunnersFile {
  const document = parseYaml(file.bytes, { path: file.path });
  const problems =
    document.value === undefined
      ? document.problems
      : [...document.problems, ...checkSchema(document, [], RUNNERS_SCHEMA)];
  if (problems.length > 0) {
    return { runners: { labels: new Map(), hardware: new Map() }, problems };
  }
  const { labels, hardware = {} } = document.value as unknown as RunnersYaml;
  const runners = {
    labels: new Map(Object.entries(labels)),
    hardware: new Map(Object.entries(hardware)),
  };
  return { runners, problems };
}

const files = new WeakMap<FileContent, RunnersFile>();

/** The runner file's pools with everything wrong in it; parsed once for each file object. */
export function parseRunners(file: FileContent): RunnersFile {
  const known = files.get(file);
  if (known !== undefined) return known;
  const fresh = readRunners(file);
  files.set(file, fresh);
  return fresh;
}
