import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { z } from "zod";

jest.setTimeout(120_000);

const ROOT = join(import.meta.dirname, "..");
const RULES_FILE = join(ROOT, ".dependency-cruiser.cjs");
const Rules = z.object({
  forbidden: z.array(
    z.object({ name: z.string(), from: z.object({ path: z.string().optional() }) }),
  ),
});
const { forbidden } = Rules.parse(createRequire(import.meta.url)(RULES_FILE));
const rules = forbidden.map((rule) => rule.name);
const layers = forbidden.filter(({ name }) => name.startsWith("layer-"));

const Answer = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(
      z.object({ rule: z.object({ name: z.string() }), from: z.string(), to: z.string() }),
    ),
  }),
});

/** Looks at the `src` below a folder with the project's rules. */
function cruise(folder: string): z.infer<typeof Answer> {
  const program = join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
  const words = ["--config", RULES_FILE, "--output-type", "json", "src"];
  const ran = spawnSync(process.execPath, [program, ...words], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(ran.stderr).toBe("");
  return Answer.parse(JSON.parse(ran.stdout));
}

/** One file that breaks each rule, by what it imports; a layer breaks its own by reaching for the top. */
const BREAKS: Readonly<Record<string, readonly [file: string, imported: string]>> = {
  ...Object.fromEntries(
    layers.map(({ name, from: { path = "" } }) => {
      const place = path.replace(/^\^src\//u, "").replace("\\.ts$", ".ts");
      const file = place.endsWith(".ts") ? place : `${place}reaching.ts`;
      return [name, [file, file.startsWith("cli/") ? "index.ts" : "cli/main.ts"]];
    }),
  ),
  "home-of-electric-sql": ["cli/libraries.ts", "@electric-sql/pglite"],
  "home-of-octokit": ["server/libraries.ts", "@octokit/rest"],
  "home-of-ajv": ["cli/libraries.ts", "ajv"],
  "home-of-commander": ["server/libraries.ts", "commander"],
  "home-of-micromark": ["cli/libraries.ts", "micromark"],
  "home-of-mustache": ["cli/libraries.ts", "mustache"],
  "home-of-node-diff3": ["cli/libraries.ts", "node-diff3"],
  "home-of-pg": ["cli/libraries.ts", "pg-boss"],
  "home-of-probot": ["cli/libraries.ts", "probot"],
  "home-of-prom-client": ["cli/libraries.ts", "prom-client"],
  "home-of-web-tree-sitter": ["cli/libraries.ts", "web-tree-sitter"],
  "home-of-yauzl": ["cli/libraries.ts", "yauzl"],
  "home-of-yazl": ["cli/libraries.ts", "yazl"],
  "every-module-has-a-layer": ["cli/placeless.ts", "utils/placeless.ts"],
  "core-is-pure": ["core/model/impure.ts", "node:fs"],
  "github-is-reached-through-octokit": ["github/own-socket.ts", "node:net"],
  "reading-never-writes": ["github/facts/writing.ts", "github/execute.ts"],
  "src-stands-alone": ["cli/leaning.ts", "../test/leaned-on.ts"],
  "no-cycles": ["queue/one.ts", "queue/other.ts"],
  "no-unknown-module": ["cli/lost.ts", "cli/nowhere.ts"],
  "no-dev-dependency": ["cli/playing.ts", "fast-check"],
  "no-borrowed-dependency": ["github/borrowing.ts", "@octokit/core"],
};
const LONELY = "core/model/lonely.ts";

/** A tree whose every file breaks a rule. */
function brokenTree(folder: string): void {
  for (const name of ["package.json", "tsconfig.json"])
    cpSync(join(ROOT, name), join(folder, name));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const texts = new Map<string, string>([[LONELY, ""]]);
  const add = (file: string, line: string): void => {
    texts.set(file, `${texts.get(file) ?? ""}${line}\n`);
  };
  for (const [file, imported] of Object.values(BREAKS)) {
    const ours = imported.endsWith(".ts");
    const path = relative(dirname(file), imported);
    add(file, `import "${ours ? (path.startsWith(".") ? path : `./${path}`) : imported}";`);
    if (ours && imported !== BREAKS["no-unknown-module"]?.[1]) add(imported, "");
  }
  add("queue/other.ts", 'import "./one.ts";');
  for (const [file, text] of texts) {
    mkdirSync(dirname(join(folder, "src", file)), { recursive: true });
    writeFileSync(join(folder, "src", file), text);
  }
}

describe("the layers", () => {
  let folder: string;
  let broken: ReadonlySet<string>;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "sweepbot-layers-"));
    brokenTree(folder);
    const { violations } = cruise(folder).summary;
    broken = new Set(violations.map(({ rule, from }) => `${rule.name}: ${from}`));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test("hold, and each is lived in", () => {
    const { modules, summary } = cruise(ROOT);
    expect(summary.violations).toEqual([]);
    const empty = layers.filter(
      ({ from: { path = "" } }) =>
        !modules.some(({ source }) => new RegExp(path, "u").test(source)),
    );
    expect(empty.map(({ name }) => name)).toEqual([]);
  });

  test.each(rules)("%s notices when it is broken", (rule) => {
    const file = rule === "no-orphans" ? LONELY : (BREAKS[rule]?.[0] ?? "no file breaks this rule");
    expect([...broken]).toContain(`${rule}: src/${file}`);
  });
});

function sourcesIn(...folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(folder, name)),
  );
}

const sources = sourcesIn("src").map((path) => {
  const text = readFileSync(join(ROOT, path), "utf8");
  return { path, text, lines: text.split("\n").length - 1 };
});
const sizes = sources.map(({ lines }) => lines).sort((one, other) => one - other);
const median = sizes[Math.floor(sizes.length / 2)] ?? 0;

describe("the size of things", () => {
  test(`the median of ${sizes.length} files is ${median} lines, at most 100`, () => {
    expect(median).toBeGreaterThan(0);
    expect(median).toBeLessThanOrEqual(100);
  });

  test("no file has more than 250 lines", () => {
    expect(sources.filter(({ lines }) => lines > 250).map(({ path }) => path)).toEqual([]);
  });
});

/** Words that say nothing of what a thing is. */
const EMPTY_WORDS = /(?:manager|helper|util|utils|service|info)$/iu;
const EMPTY_NAMES = /^(?:data|info|process|handle)$/u;
const DECLARED =
  /^\s*(?:export )?(?:async )?(?:function\*?|const|let|class|interface|type)\s+(\w+)/gmu;

describe("names", () => {
  test("files are in kebab-case and say what is in them", () => {
    const names = sourcesIn("src", "test", "scripts").map((path) =>
      basename(path).replace(/\.(?:test\.)?ts$/u, ""),
    );
    const bad = names.filter(
      (name) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/u.test(name) || EMPTY_WORDS.test(name),
    );
    expect(bad).toEqual([]);
  });

  test("declarations say what they are", () => {
    const bad = sources.flatMap(({ path, text }) =>
      [...text.matchAll(DECLARED)]
        .map((match) => match[1] ?? "")
        .filter((name) => isEmpty(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(bad).toEqual([]);
    expect(["LabelManager", "stringUtils", "data", "handle"].every(isEmpty)).toBe(true);
    expect(["mergeBase", "escapedData", "label"].some(isEmpty)).toBe(false);
  });

  test("only the Probot app is a default export, and nothing is passed on wholesale", () => {
    const defaults = sources.filter(({ text }) => /^export default /mu.test(text));
    expect(defaults.map(({ path }) => path)).toEqual([join("src", "index.ts")]);
    expect(sources.filter(({ text }) => /^export \* /mu.test(text))).toEqual([]);
  });
});

function isEmpty(name: string): boolean {
  return EMPTY_NAMES.test(name) || EMPTY_WORDS.test(name);
}
