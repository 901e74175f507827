/** The layers of the README, as rules. Each was made to fail once on purpose (test/architecture.test.ts). */
const pure = "node_modules/(zod|ajv|yaml|mustache|mdast-[^/]*|micromark[^/]*|@types/[^/]*)/";
module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-orphans",
      severity: "error",
      from: { orphan: true, path: "^src/", pathNot: ["^src/index\\.ts$", "^src/core/model/"] },
      to: {},
    },
    {
      name: "core-is-pure",
      comment: "core imports core and a few pure libraries; node:crypto only for its hash function",
      severity: "error",
      from: { path: "^src/core/" },
      to: { pathNot: ["^src/core/", pure, "^(node:)?crypto$"] },
    },
    {
      name: "model-is-the-floor",
      severity: "error",
      from: { path: "^src/core/model/" },
      to: { path: "^src/", pathNot: "^src/core/model/" },
    },
    {
      name: "decide-knows-no-plan",
      severity: "error",
      from: { path: "^src/core/decide/" },
      to: { path: "^src/core/(plan|render)/" },
    },
    {
      name: "one-door-to-octokit",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/index\\.ts$", "^src/github/", "^src/server/", "^src/cli/"] },
      to: { path: "(^|node_modules/)(probot|octokit|@octokit)(/|$)" },
    },
    {
      name: "queue-and-github-do-not-meet",
      severity: "error",
      from: { path: "^src/(queue|github)/" },
      to: { path: "^src/(server|cli|simulator|pipeline|index)" },
    },
    {
      name: "the-bot-does-not-know-the-simulator",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/simulator/", "^src/cli/"] },
      to: { path: "^src/simulator/" },
    },
    {
      name: "the-simulator-stands-alone",
      severity: "error",
      from: { path: "^src/simulator/" },
      to: { path: "^src/", pathNot: "^src/simulator/" },
    },
    {
      name: "no-dev-dependency",
      severity: "error",
      from: { path: "^src/" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
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
