/**
 * `.github/sweepbot.yml`: every field is optional and every default is the name that InferenceX
 * uses today (spec/control-plane §1.1, App. A), so an empty file serves InferenceX as it is.
 */
import { z } from "zod";

const name = z.string().min(1);
const names = z.array(name);

const PrimaryLabel = z.strictObject({
  name,
  /** A full sweep can be staged and reused; a trimmed one runs the lowest concurrency only. */
  full: z.boolean().default(true),
  canary: z.boolean().default(false),
  failFast: z.boolean().default(false),
});

const DEFAULT_PRIMARY = [
  { name: "sweep-enabled", full: false, canary: false, failFast: false },
  { name: "full-sweep-enabled", full: true, canary: true, failFast: false },
  { name: "full-sweep-fail-fast", full: true, canary: true, failFast: true },
  { name: "full-sweep-fail-fast-no-canary", full: true, canary: false, failFast: true },
  { name: "non-canary-full-sweep-enabled", full: true, canary: false, failFast: false },
];

const Labels = z.strictObject({
  primary: z.array(PrimaryLabel).min(1).default(DEFAULT_PRIMARY),
  allEvals: name.default("all-evals"),
  evalsOnly: name.default("evals-only"),
  agentxFast: name.default("agentx-fast"),
  priority: names.default([
    "skip_queue",
    "ci-patchwork",
    "engine-patch",
    "ci-patchwork-waived",
    "ci-checklist-complete",
  ]),
  /** The label that the reminder and `/help` recommend. */
  recommended: name.default("full-sweep-fail-fast"),
});

const Paths = z.strictObject({
  changelog: name.default("perf-changelog.yaml"),
  /** Recipe files, in the order in which they are merged. */
  masters: names.min(1).default(["configs/amd-master.yaml", "configs/nvidia-master.yaml"]),
  runners: name.default("configs/runners.yaml"),
  priority: name.default("configs/ci-priority.yaml"),
  checklist: name.default("docs/PR_REVIEW_CHECKLIST.md"),
  /** Least scores of evals, by task and model. */
  thresholds: name.default("utils/evals/thresholds.yaml"),
  /** A pull request that touches one of these gets the reminder. A trailing `/` names a folder. */
  reminder: names.default([
    "configs/amd-master.yaml",
    "configs/nvidia-master.yaml",
    "benchmarks/",
    "perf-changelog.yaml",
  ]),
  /** What a sweep measures besides recipes: a change here after a sweep makes its results stale. */
  measured: names.default(["benchmarks/", "runners/"]),
  /** Code that many scripts share: it serves the scripts of the folder it stands in. */
  shared: names.default([
    "benchmarks/benchmark_lib.sh",
    "benchmarks/multi_node/amd_utils/",
    "benchmarks/multi_node/tilert_utils/",
    "benchmarks/multi_node/llm-d/",
  ]),
});

/** Longest time of one point that is believed: a week. */
const MOST_MINUTES = 7 * 24 * 60;
const minutes = z.number().positive().max(MOST_MINUTES);

/** How long one point takes, by scenario, for the estimates of GPU-hours. */
const NominalMinutes = z.strictObject({
  "1k1k": minutes.default(15),
  "8k1k": minutes.default(25),
  agentic: minutes.default(75),
  other: minutes.default(25),
  eval: minutes.default(40),
});

const Sweep = z.strictObject({
  /** `dispatch`: sweepbot starts the workflow. `observe`: the repository's own workflow does (decision 12). */
  trigger: z.enum(["dispatch", "observe"]).default("dispatch"),
  workflow: name.default(".github/workflows/run-sweep.yml"),
  /** Branch whose copy of the workflow runs; the default branch when absent. */
  ref: name.optional(),
  skipMarker: name.default("[skip-sweep]"),
  /** How often jobs are run again by themselves when nothing but machines failed. */
  autoRetry: z.int().min(0).max(5).default(0),
  nominalMinutes: NominalMinutes.prefault({}),
});

const Results = z.strictObject({
  artifacts: names.default(["results_bmk", "eval_results_all"]),
  artifactPrefixes: names.default(["bmk_agentic_"]),
  metadataArtifact: name.default("changelog-metadata"),
});

const Visualizer = z.strictObject({
  inference: z
    .string()
    .includes("{run}")
    .default("https://inferencex.semianalysis.com/inference?unofficialRun={run}"),
  evaluation: z
    .string()
    .includes("{run}")
    .default("https://inferencex.semianalysis.com/evaluation?unofficialRun={run}"),
});

const Ingest = z.strictObject({
  repository: z
    .string()
    .regex(/^[^/\s]+\/[^/\s]+$/u)
    .default("SemiAnalysisAI/InferenceX-app"),
  fixedEvent: name.max(100).default("ingest-results"),
  agenticEvent: name.max(100).default("ingest-agentic-results"),
  databaseTarget: name.default("production"),
});

const Staging = z.strictObject({
  repository: z
    .string()
    .regex(/^[^/\s]+\/[^/\s]+$/u)
    .default("SemiAnalysisAI/InferenceX-app"),
  event: name.max(100).default("stage-results"),
  /** Where a staged run is shown (spec/control-plane §4.2). */
  url: z
    .string()
    .includes("{date}")
    .includes("{run}")
    .default(
      "https://inferencemax-app-git-staging-semianalysisai.vercel.app/inference?i_dates={date}~r{run}",
    ),
});

const Signoff = z.strictObject({
  context: name.default("codeowner-signoff-verify"),
  requireSignoff: z.enum(["scoped", "always"]).default("scoped"),
  selfSignoff: z.enum(["allow", "human", "deny"]).default("allow"),
  /** Whether a sign-off covers only its commit, or the same change on a newer base, too (spec/signoff §1.6). */
  binding: z.enum(["strict", "equivalent-diff"]).default("equivalent-diff"),
  /** Members of teams that GitHub does not let us read: `org/team` to logins (spec/signoff §3.0). */
  teams: z.record(name, names).default({}),
});

const Commands = z.strictObject({
  allowedBots: names.default([]),
  /** A command that nobody answered within this time is not run any more. */
  maxAgeHours: z.number().positive().max(720).default(72),
});

const Changelog = z.strictObject({
  /** `owner/name` in pull request links; this repository when absent. */
  linkRepository: z
    .string()
    .regex(/^[^/\s]+\/[^/\s]+$/u)
    .optional(),
  repair: z.enum(["offer", "push"]).default("offer"),
});

/** `/merge-with-reuse` (spec/control-plane §8.4). */
const Merge = z.strictObject({
  withReuse: z.boolean().default(false),
  method: z.enum(["squash", "merge"]).default("squash"),
  /** How long checks of the head that is to be merged may take. */
  timeoutSeconds: z.int().min(60).max(86_400).default(900),
  /** Whether the sign-off has to be verified, also where GitHub does not require its status. */
  requireSignoff: z.boolean().default(true),
  /** Names that have to be there and green, besides what GitHub requires and whatever else has started. */
  checks: names.default([]),
});

/** The repository's settings after defaults; see README "Configuration". */
export const Config = z.strictObject({
  languages: z
    .array(z.enum(["en", "zh"]))
    .min(1)
    .default(["en", "zh"]),
  reminder: z.boolean().default(true),
  labels: Labels.prefault({}),
  paths: Paths.prefault({}),
  sweep: Sweep.prefault({}),
  results: Results.prefault({}),
  visualizer: Visualizer.prefault({}),
  ingest: Ingest.prefault({}),
  staging: Staging.prefault({}),
  signoff: Signoff.prefault({}),
  commands: Commands.prefault({}),
  changelog: Changelog.prefault({}),
  merge: Merge.prefault({}),
});
export type Config = z.output<typeof Config>;
export type PrimaryLabel = z.output<typeof PrimaryLabel>;
export type Language = Config["languages"][number];

/** Where the settings live, always read from the default branch (architecture §4). */
export const CONFIG_PATH = ".github/sweepbot.yml";

/** The settings of a repository without a file. */
export const DEFAULT_CONFIG: Config = Config.parse({});
