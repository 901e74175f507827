import { playStory } from "../../src/cli/demo/play.ts";
import { startWorld } from "../../src/cli/demo/world.ts";
import { CliWords } from "../../src/cli/words.ts";
import { loadDictionary } from "../../src/words.ts";

interface Played {
  readonly requests: number;
  readonly notModified: number;
  readonly deliveries: number;
  readonly passes: number;
  readonly seconds: number;
}

/** Plays the demonstration's whole story and prints what it cost: requests to GitHub, looks, time, memory. */
export async function benchStory(print: (line: string) => void, runs: number): Promise<void> {
  const played: Played[] = [];
  for (let run = 0; run < runs; run += 1) played.push(await play());
  const of = (field: keyof Played): number => median(played.map((each) => each[field]));
  const spent = of("requests") - of("notModified");
  print(
    `one pull request's whole life: ${of("deliveries")} deliveries, ${of("passes")} looks, ` +
      `${of("requests")} requests to GitHub, of them ${of("notModified")} answered 304 (${spent} count), ` +
      `${of("seconds").toFixed(1)} s`,
  );
  print(`peak memory of the whole process, simulated GitHub included: ${peakMegabytes()} MB`);
}

async function play(): Promise<Played> {
  const words = new CliWords("en", "demo");
  const world = await startWorld(0, loadDictionary(), "en");
  const begun = performance.now();
  try {
    const good = await playStory(world, words, () => undefined);
    if (!good) throw new Error("the story did not end as it should; run the demo to see why");
    const { requests, notModified } = world.host.bot.requests.counters;
    return {
      requests,
      notModified,
      deliveries: world.github.webhooks.log.length,
      passes: world.host.queue.counters.passes,
      seconds: (performance.now() - begun) / 1_000,
    };
  } finally {
    await world.close();
  }
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function peakMegabytes(): number {
  return Math.round(process.resourceUsage().maxRSS / 1_024);
}
