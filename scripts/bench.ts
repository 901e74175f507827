/**
 * `npm run bench [-- inbox|story|sweep|matrix|signoff …] [-- --quick]`: the figures of the README. Every part
 * prints medians of repeated runs; `--quick` shortens them to see that everything still runs.
 */
import { benchInbox } from "./bench/inbox.ts";
import { benchMatrix } from "./bench/matrix.ts";
import { benchSignoff } from "./bench/signoff.ts";
import { benchStory } from "./bench/story.ts";
import { benchSweep } from "./bench/sweep.ts";

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const quick = process.argv.includes("--quick");
const print = (line: string): void => {
  console.log(line);
};
const parts: Readonly<Record<string, () => Promise<void>>> = {
  inbox: () =>
    benchInbox(print, quick ? { seconds: 3, perSecond: 100, deliveries: 500, runs: 1 } : {}),
  story: () => benchStory(print, quick ? 1 : 3),
  sweep: () => benchSweep(print, quick ? 1_800_000 : undefined),
  matrix: () => benchMatrix(print),
  signoff: () => {
    benchSignoff(print);
    return Promise.resolve();
  },
};
for (const [name, run] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  print(`\n${name}`);
  await run();
}
