import { type AuditRow, listAudit, listSeenPulls } from "../../queue/audit.ts";
import type { PullPage } from "../../server/page-views.ts";
import type { SimulatedPull } from "../../simulator/story/pull.ts";
import type { CliWords } from "../words.ts";
import { CHAPTERS, openPull, type Stage } from "./chapters.ts";
import { cardLines, effectLines, heading, progressLines, summaryLine } from "./transcript.ts";
import type { DemoWorld } from "./world.ts";

const AUDIT_ROWS = 10_000;
/** Between two chapters: people are slower than machines, and a card is edited at most every 15 s. */
const BETWEEN_CHAPTERS_MS = 20_000;

/** Plays every chapter, prints what the bot did, and says whether each thing happened as often as it should. */
export async function playStory(
  world: DemoWorld,
  words: CliWords,
  print: (line: string) => void,
): Promise<boolean> {
  print(words.say("intro", { url: world.github.url }));
  const pull = openPull(world);
  let seen = 0;
  let told = "";
  for (const [index, chapter] of CHAPTERS.entries()) {
    world.advance(BETWEEN_CHAPTERS_MS);
    print(heading(index + 1, words.say(chapter.title, { pull: pull.number }), words));
    await chapter.act({ world, pull });
    await world.settle();
    const rows = await auditOf(world);
    print(`  ${words.say("said")}`);
    const bodies = pull.comments.map((comment) => comment.body);
    print(effectLines(rows.slice(seen), bodies, words).join("\n"));
    seen = rows.length;
    print(`  ${words.say("card")}`);
    const { verdicts, progress, results } = await cardOf(world, pull, words);
    print(cardLines(verdicts).join("\n"));
    const moved = [...[progress, results].flatMap(progressLines), ...runLines(world, words)].join(
      "\n",
    );
    if (moved !== told && moved !== "") print(moved);
    told = moved;
  }
  return printSummary({ world, pull }, words, print);
}

/** The audit trail of the one pull request, oldest first. */
async function auditOf({ host }: DemoWorld): Promise<readonly AuditRow[]> {
  const [pull] = await listSeenPulls(host.database, 1);
  if (pull === undefined) return [];
  return [...(await listAudit(host.database, pull.ref, AUDIT_ROWS))].reverse();
}

async function cardOf(
  { host }: DemoWorld,
  pull: SimulatedPull,
  words: CliWords,
): Promise<Pick<PullPage, "verdicts" | "progress" | "results">> {
  const place = { owner: "acme", name: "gpu-benchmarks", number: pull.number };
  return (
    (await host.pages.readPull(place, words.language)) ?? {
      verdicts: [],
      progress: [],
      results: [],
    }
  );
}

/** Where the sweeps that the bot started stand on GitHub, whatever the card says. */
function runLines({ github, repo }: DemoWorld, words: CliWords): readonly string[] {
  const runs = github.dispatches.map(({ runId }) => repo.run(runId));
  if (runs.length === 0) return [];
  const states = runs.map(({ id, status, conclusion }) =>
    words.say("run", { id, state: words.say(`run_${conclusion ?? status}`) }),
  );
  return [`  ${words.say("runs")}`, ...states.map((state) => `    ${state}`)];
}

function printSummary(
  { world, pull }: Stage,
  words: CliWords,
  print: (line: string) => void,
): boolean {
  const { github, host, repo } = world;
  const bodies = pull.comments.map((comment) => comment.body);
  const tagged = (tag: string): number =>
    bodies.filter((body) => body.startsWith(`<!-- sweepbot:${tag}`)).length;
  const cancelled = repo.runs().filter((run) => run.conclusion === "cancelled").length;
  const { requests, notModified } = host.bot.requests.counters;
  const exact: readonly (readonly [string, number, number])[] = [
    ["summary_reminders", tagged("reminder"), 1],
    ["summary_cards", tagged("card"), 1],
    ["summary_dispatches", github.dispatches.length, 2],
    ["summary_cancelled", cancelled, 1],
    ["summary_visualizer", tagged("visualizer"), 1],
    ["summary_answers", tagged("answer"), 3],
    ["summary_ingests", github.repositoryDispatches.length, 1],
    ["summary_unknown", github.unknownRoutes.length + world.errors.length, 0],
  ];
  const good = exact.every(([, count, expected]) => count === expected);
  print(`\n${words.say("summary_title")}\n`);
  const loose = [
    [github.webhooks.log.length, "summary_deliveries"],
    [host.queue.counters.passes, "summary_passes"],
    [requests, "summary_requests"],
  ] as const;
  for (const [count, what] of loose) {
    print(summaryLine(String(count), words.say(what, { notModified }), ""));
  }
  for (const [what, count, expected] of exact) {
    const remark = count === expected ? "✅" : `❌ ${words.say("expected", { expected })}`;
    print(summaryLine(String(count), words.say(what), remark));
  }
  print(`\n${words.say(good ? "good" : "bad")}`);
  for (const error of world.errors) print(String(error));
  return good;
}
