import { startWorld, type DemoWorld } from "../../src/cli/demo/world.ts";
import { LARGE_SWEEP, momentsOf, windowsOf } from "./large-sweep.ts";
import type { SimulatedRun } from "../../src/simulator/story/run.ts";
import { loadDictionary } from "../../src/words.ts";

const CHANGELOG = "perf-changelog.yaml";
const RECIPES = "configs/nvidia-master.yaml";
/** What comes within this time of the simulated GitHub's clock is delivered together. */
const SPAN_MS = 60_000;

/** Plays a sweep of three hundred jobs, each with three deliveries, and prints what it cost on GitHub. */
export async function benchSweep(
  print: (line: string) => void,
  spanMs: number = SPAN_MS,
): Promise<void> {
  const world = await startWorld(0, loadDictionary(), "en");
  const begun = performance.now();
  try {
    const run = await startSweep(world);
    const requests = world.github.requests.length;
    const deliveries = world.github.webhooks.log.length;
    await playSweep(world, run, spanMs);
    const made = world.github.requests.slice(requests);
    const count = (fits: (request: (typeof made)[number]) => boolean): number =>
      made.filter(fits).length;
    const notModified = count((request) => request.notModified);
    const edits = count(({ method, path }) => method === "PATCH" && path.includes("/comments/"));
    print(
      `a sweep of 300 jobs: ${world.github.webhooks.log.length - deliveries} deliveries, ` +
        `${world.host.queue.counters.passes} looks, ${made.length} requests to GitHub, of them ` +
        `${notModified} answered 304 (${made.length - notModified} count), ${edits} card edits, ` +
        `${notificationsOf(world)} notifications in the pull request's whole life, ` +
        `${((performance.now() - begun) / 1_000).toFixed(1)} s`,
    );
  } finally {
    await world.close();
  }
}

/** Opens a pull request and asks for its sweep. */
async function startSweep(world: DemoWorld): Promise<SimulatedRun> {
  const { repo } = world;
  const entry = [
    "",
    "- config-keys:",
    "    - tiny-fp8-b200-vllm",
    "  description:",
    '    - "Newer image"',
    `  pr-link: https://github.com/${repo.fullName}/pull/1`,
    "",
  ].join("\n");
  const recipes = repo.read(RECIPES) ?? "";
  const pull = repo.openPull({
    author: "nora",
    branch: "newer-image",
    title: "Newer image",
    files: {
      [RECIPES]: recipes.replace(/vllm\/vllm-openai:v\S+/u, "vllm/vllm-openai:v0.22.0"),
      [CHANGELOG]: `${repo.read(CHANGELOG) ?? ""}${entry}`,
    },
  });
  await world.settle();
  pull.label("nora", "full-sweep-fail-fast");
  await world.settle();
  const [run] = repo.runs();
  if (run === undefined) throw new Error("the label started no run");
  return run;
}

async function playSweep(world: DemoWorld, run: SimulatedRun, spanMs: number): Promise<void> {
  const { github, advance } = world;
  let at = 0;
  for (const { endsAt, moments } of windowsOf(
    momentsOf(run, LARGE_SWEEP, new Set([100])),
    spanMs,
  )) {
    github.webhooks.hold();
    for (const moment of moments) {
      advance(moment.at - at);
      at = moment.at;
      moment.act();
    }
    advance(endsAt - at);
    at = endsAt;
    await github.webhooks.release();
    await world.settle();
  }
  run.addArtifact("results_bmk", { "agg.json": "[]" });
  run.complete();
  await world.settle();
}

/** Comments and reviews that were created: edits notify nobody. */
function notificationsOf({ github }: DemoWorld): number {
  return github.requests.filter(
    ({ method, status, route }) =>
      method === "POST" && status < 300 && /\/(?:comments|reviews)$/u.test(route ?? ""),
  ).length;
}
