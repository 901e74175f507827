/**
 * The layers of the README, as rules; every rule is made to fail once in test/architecture.test.ts.
 * A folder or file may import itself and what stands behind it in the tables, nothing else of ours.
 */

/** src/core: from the words that everybody uses up to the plan. */
const CORE = {
  model: [],
  markdown: ["model"],
  contract: ["model"],
  config: ["contract", "model"],
  causes: ["model"],
  changelog: ["contract", "model"],
  results: ["contract", "model"],
  matrix: ["contract", "model"],
  commands: ["markdown", "model"],
  shell: ["model"],
  recipes: ["contract", "markdown", "matrix", "model", "results", "shell"],
  signoff: ["markdown", "model", "recipes"],
  decide: [
    ...["changelog", "commands", "contract", "markdown", "matrix", "model"],
    ...["recipes", "results", "shell", "signoff"],
  ],
  render: ["commands", "decide", "markdown", "model", "recipes", "signoff"],
  plan: ["decide", "model", "render"],
};

/** src: what touches the world, and the files that put it together. */
const SHELL = {
  simulator: [],
  shell: ["core/model"],
  upstream: ["core/model"],
  github: [
    ...["core/causes", "core/config", "core/decide", "core/model"],
    ...["core/recipes", "core/results", "core/signoff"],
  ],
  queue: ["core/model"],
  server: ["core/model", "core/render", "queue"],
  "signatures.ts": ["core/causes"],
  "words.ts": ["core/model", "core/render"],
  "version.ts": [],
  "policies.ts": ["core/recipes"],
  "recipe-sources.ts": ["github", "shell", "policies.ts"],
  "pipeline.ts": ["core/decide", "core/model", "core/plan", "core/render", "github"],
  "routing.ts": ["core/decide", "core/model", "github"],
  "run-records.ts": ["core/model", "github", "queue"],
  "result-records.ts": ["core/model", "github", "pipeline.ts", "queue"],
  "records.ts": [
    ...["core/model", "github", "pipeline.ts", "queue"],
    ...["result-records.ts", "run-records.ts"],
  ],
  "looks.ts": ["core/model", "core/plan", "core/render", "pipeline.ts", "queue", "server"],
  "index.ts": ["core/model", "github", "routing.ts"],
  "installations.ts": ["core/model", "github"],
  "probot.ts": ["server"],
  "bot.ts": [
    ...["core/causes", "core/model", "core/plan", "core/render", "github"],
    ...["index.ts", "installations.ts", "pipeline.ts", "records.ts", "routing.ts", "version.ts"],
  ],
  "web.ts": ["core/render", "queue", "server", "bot.ts"],
  "host.ts": [
    ...["core/model", "core/render", "queue", "server"],
    ...["bot.ts", "looks.ts", "probot.ts", "recipe-sources.ts", "records.ts", "signatures.ts"],
    ...["upstream", "web.ts"],
  ],
  // The command line may ask everything below it.
  cli: [
    ...["core", "github", "queue", "server", "shell", "simulator", "upstream"],
    ...["host.ts", "pipeline.ts", "policies.ts", "recipe-sources.ts"],
    ...["signatures.ts", "version.ts", "words.ts"],
  ],
};

/** Where each library may be imported, by how its name begins; zod and yaml are at home everywhere. */
const LIBRARIES = {
  "@electric-sql/": ["queue"],
  "@octokit/": ["github", "cli"],
  ajv: ["core/contract"],
  commander: ["cli"],
  micromark: ["server"],
  mustache: ["core/render"],
  "node-diff3": ["core/decide", "simulator"],
  pg: ["queue"],
  probot: ["bot.ts", "index.ts", "installations.ts", "probot.ts", "web.ts"],
  "prom-client": ["server"],
  "web-tree-sitter": ["shell"],
  yauzl: ["github"],
  yazl: ["simulator"],
};

const escaped = (text) => text.replaceAll(".", "\\.");
/** A folder or file below src as a pattern. */
const at = (name) => (name.endsWith(".ts") ? `^src/${escaped(name)}$` : `^src/${name}/`);

const layers = [
  ...Object.entries(CORE).map(([name, below]) => [
    `core/${name}`,
    below.map((each) => `core/${each}`),
  ]),
  ...Object.entries(SHELL),
].map(([name, below]) => ({
  name: `layer-${name.replace(".ts", "").replace("/", "-")}`,
  severity: "error",
  from: { path: at(name) },
  to: { path: "^src/", pathNot: [name, ...below].map(at) },
}));

const homes = Object.entries(LIBRARIES).map(([library, places]) => ({
  name: `home-of-${library.replaceAll(/[@/]/g, "")}`,
  severity: "error",
  from: { path: "^src/", pathNot: places.map(at) },
  to: { path: `node_modules/(@types/)?${library}` },
}));

module.exports = {
  forbidden: [
    ...layers,
    ...homes,
    {
      name: "every-module-has-a-layer",
      comment: "a new folder or file at the top takes a place in the tables above",
      severity: "error",
      from: { path: "^src/" },
      to: {
        path: "^src/",
        pathNot: [
          ...Object.keys(CORE).map((name) => at(`core/${name}`)),
          ...Object.keys(SHELL).map(at),
        ],
      },
    },
    {
      name: "core-is-pure",
      comment: "a few pure libraries, and of Node the hash function alone",
      severity: "error",
      from: { path: "^src/core/" },
      to: {
        pathNot: [
          "^src/",
          "node_modules/(@types/)?(zod|ajv|yaml|mustache|node-diff3)/",
          "^crypto$",
        ],
      },
    },
    {
      name: "github-is-reached-through-octokit",
      comment: "no file, no process, no socket of its own",
      severity: "error",
      from: { path: "^src/github/" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "reading-never-writes",
      severity: "error",
      from: { path: "^src/github/facts/" },
      to: { path: "^src/github/(dispatch-|execut)" },
    },
    {
      name: "src-stands-alone",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^(test|scripts|dist)/" },
    },
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-orphans",
      severity: "error",
      from: { orphan: true, path: "^src/" },
      to: {},
    },
    {
      name: "no-unknown-module",
      comment: "what cannot be found would slip through every other rule",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "no-dev-dependency",
      severity: "error",
      from: { path: "^src/" },
      to: { dependencyTypes: ["npm-dev"], pathNot: "node_modules/@types/" },
    },
    {
      name: "no-borrowed-dependency",
      comment: "a package that only another package asked for",
      severity: "error",
      from: { path: "^src/" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
