import { isAlias, isMap, isScalar, isSeq } from "yaml";
import type { Alias, ParsedNode, Scalar as ScalarNode, YAMLMap, YAMLSeq } from "yaml";
import type { Problem } from "../model/problem.ts";
import { resolvePlain } from "./yaml-scalars.ts";
import type { Scalar } from "./yaml-scalars.ts";
import { positionAt } from "./yaml-text.ts";
import type { YamlPath, YamlValue } from "./yaml-value.ts";

/** Where a value stands: offsets in the text, from its key on for a member of a mapping. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly children?: ReadonlyMap<string | number, Mark>;
}

export interface Tree {
  readonly value: YamlValue | undefined;
  readonly root: Mark | undefined;
  readonly problems: readonly Problem[];
  readonly wholeFloats: readonly YamlPath[];
}

interface Limits {
  readonly path: string;
  readonly starts: readonly number[];
  readonly maxAliases: number;
  readonly maxValues: number;
  readonly mergeKeys: "allowed" | "refused";
}

interface Read {
  readonly value: YamlValue;
  readonly mark: Mark;
}
type Members = Map<string, Read>;
type Node = ParsedNode | null | undefined;

const TAG = "tag:yaml.org,2002:";
const UNREADABLE_KEY = "\0unreadable";

/** One walk over the library's tree; holds what the walk has met so far. */
class Walk {
  readonly problems: Problem[] = [];
  readonly wholeFloats: YamlPath[] = [];
  readonly #anchors = new Map<string, ParsedNode>();
  readonly #open = new Set<ParsedNode>();
  readonly #limits: Limits;
  #aliases = 0;
  #values = 0;
  #stopped = false;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  node(node: Node, at: number, path: YamlPath): Read {
    const start = node?.range[0] ?? at;
    const mark: Mark = { start, end: node?.range[1] ?? at };
    this.#values += 1;
    if (this.#values > this.#limits.maxValues) {
      this.#stop(start, "yaml_too_many_values", { maxValues: this.#limits.maxValues });
    }
    if (this.#stopped || node === null || node === undefined) return { value: null, mark };
    if (isAlias(node)) return this.#alias(node.source, mark, path);
    this.#anchor(node, start);
    return this.#content(node, mark, path);
  }

  #content(node: Exclude<ParsedNode, Alias.Parsed>, mark: Mark, path: YamlPath): Read {
    if (isMap<ParsedNode, ParsedNode | null>(node)) return this.#mapping(node, mark, path);
    if (isSeq<ParsedNode>(node)) return this.#list(node, mark, path);
    return { value: this.#scalar(node, mark.start, path), mark };
  }

  #report(offset: number, code: string, values: Problem["values"] = {}): void {
    const position = positionAt(this.#limits.starts, offset);
    this.problems.push({ code, severity: "error", path: this.#limits.path, ...position, values });
  }

  #stop(offset: number, code: string, values: Problem["values"]): void {
    if (!this.#stopped) this.#report(offset, code, values);
    this.#stopped = true;
  }

  #anchor(node: ParsedNode, start: number): void {
    const name = "anchor" in node ? node.anchor : undefined;
    if (name === undefined) return;
    const known = this.#anchors.get(name);
    // Walking an aliased node again meets its own anchor again: only another node is a repetition.
    if (known !== undefined && known !== node) this.#report(start, "yaml_anchor_twice", { name });
    this.#anchors.set(name, node);
  }

  #target(name: string, start: number): ParsedNode | null {
    this.#aliases += 1;
    if (this.#aliases > this.#limits.maxAliases) {
      this.#stop(start, "yaml_too_many_aliases", { maxAliases: this.#limits.maxAliases });
      return null;
    }
    const target = this.#anchors.get(name);
    if (target === undefined) this.#report(start, "yaml_unknown_alias", { name });
    else if (this.#open.has(target)) this.#report(start, "yaml_alias_in_itself", { name });
    else return target;
    return null;
  }

  #alias(name: string, mark: Mark, path: YamlPath): Read {
    const target = this.#target(name, mark.start);
    if (target === null) return { value: null, mark };
    return { value: this.node(target, mark.start, path).value, mark };
  }

  #scalar(node: ScalarNode, start: number, path: YamlPath): YamlValue {
    const text = String(node.value);
    const resolved = this.#resolved(node, text);
    switch (resolved.kind) {
      case "value":
        return resolved.value;
      case "whole_float":
        this.wholeFloats.push(path);
        return resolved.value;
      case "merge":
        return text;
      case "refused":
        this.#report(start, resolved.code, { text });
        return null;
    }
  }

  #resolved(node: ScalarNode, text: string): Scalar {
    const tag = node.tag;
    if (tag === undefined) {
      return node.type === "PLAIN" ? resolvePlain(text) : { kind: "value", value: text };
    }
    if (tag === `${TAG}str` || tag === "!") return { kind: "value", value: text };
    this.#report(node.range?.[0] ?? 0, "yaml_tag", { tag: tag.replace(TAG, "") });
    return { kind: "value", value: null };
  }

  #list(node: YAMLSeq.Parsed, mark: Mark, path: YamlPath): Read {
    this.#collectionTag(node, mark.start);
    this.#open.add(node);
    const reads = node.items.map((item, index) => this.node(item, mark.start, [...path, index]));
    this.#open.delete(node);
    const children = new Map(reads.map((read, index) => [index, read.mark]));
    return { value: reads.map((read) => read.value), mark: { ...mark, children } };
  }

  #collectionTag(node: YAMLMap | YAMLSeq, start: number): void {
    const tag = node.tag;
    if (tag !== undefined && tag !== `${TAG}map` && tag !== `${TAG}seq`) {
      this.#report(start, "yaml_tag", { tag: tag.replace(TAG, "") });
    }
  }

  #mapping(node: YAMLMap.Parsed, mark: Mark, path: YamlPath): Read {
    this.#collectionTag(node, mark.start);
    this.#open.add(node);
    const merged: Members = new Map();
    const own: Members = new Map();
    for (const { key, value } of node.items) {
      const keyStart = key.range[0];
      const name = this.#key(key, keyStart);
      if (name === null) {
        this.#merge(value, merged, path);
        continue;
      }
      const first = own.get(name);
      if (first !== undefined) this.#twice(name, keyStart, first.mark.start);
      const read = this.node(value, key.range[1], [...path, name]);
      own.set(name, { value: read.value, mark: { ...read.mark, start: keyStart } });
    }
    this.#open.delete(node);
    const members: Members = new Map([...merged, ...own]);
    members.delete(UNREADABLE_KEY);
    return {
      value: Object.fromEntries([...members].map(([name, read]) => [name, read.value])),
      mark: { ...mark, children: new Map([...members].map(([name, read]) => [name, read.mark])) },
    };
  }

  #twice(name: string, start: number, firstStart: number): void {
    if (name === UNREADABLE_KEY) return;
    const firstLine = positionAt(this.#limits.starts, firstStart).line;
    this.#report(start, "yaml_duplicate_key", { key: name, firstLine });
  }

  /** The key's text; null for the merge key `<<`. */
  #key(key: ParsedNode, start: number): string | null {
    if (!isScalar(key)) {
      this.#report(start, "yaml_key_not_text", { key: "" });
      return UNREADABLE_KEY;
    }
    const text = String(key.value);
    const resolved = this.#resolved(key, text);
    if (resolved.kind === "merge" && this.#limits.mergeKeys === "allowed") return null;
    if (resolved.kind === "merge") this.#report(start, "yaml_merge_key");
    else if (resolved.kind !== "value" || typeof resolved.value !== "string") {
      this.#report(start, "yaml_key_not_text", { key: text });
    } else if (text === "__proto__") this.#report(start, "yaml_key_refused", { key: text });
    else return text;
    return UNREADABLE_KEY;
  }

  /** Merged members stand before the mapping's own; in a list of mappings the first one wins. */
  #merge(node: Node, into: Members, path: YamlPath): void {
    const start = node?.range[0] ?? 0;
    const sources = isSeq<ParsedNode>(node) ? [...node.items].reverse() : [node];
    for (const source of sources) {
      const target = isAlias(source) ? this.#target(source.source, start) : source;
      if (isMap<ParsedNode, ParsedNode | null>(target)) {
        this.#mergeMapping(this.node(target, start, path), into);
      } else if (!isAlias(source) || target !== null) {
        this.#report(start, "yaml_merge_not_mapping");
      }
    }
  }

  #mergeMapping(read: Read, into: Members): void {
    const value = read.value as Readonly<Record<string, YamlValue>>;
    for (const [name, mark] of read.mark.children ?? []) {
      into.set(String(name), { value: value[String(name)] ?? null, mark });
    }
  }
}

/** Turns the library's tree into plain values, with the place of each and everything that is refused. */
export function readTree(contents: Node, limits: Limits): Tree {
  const walk = new Walk(limits);
  const read = walk.node(contents, 0, []);
  const { problems, wholeFloats } = walk;
  return { value: read.value, root: read.mark, problems, wholeFloats };
}
