import { Command, InvalidArgumentError, Option } from "commander";
import { loadDictionary } from "../../words.ts";
import { exitUsage } from "../matrix-command-line.ts";
import { describeStartFailure } from "../start-failure.ts";
import { CliWords, languageOf } from "../words.ts";
import { playStory } from "./play.ts";
import { startWorld } from "./world.ts";

interface DemoOptions {
  readonly keep?: boolean;
  readonly port: number;
}

const DEFAULT_PORT = 3_000;

/** `sweepbot demo`: the main job on the embedded database against the simulated GitHub, with a transcript. */
export function demoCommand(): Command {
  const cli = new CliWords(languageOf(process.argv), "cli");
  return new Command("demo")
    .exitOverride(exitUsage)
    .description(cli.say("demo_summary"))
    .option("--keep", cli.say("demo_keep"))
    .addOption(
      new Option("--port <port>", cli.say("demo_port")).default(DEFAULT_PORT).argParser((text) => {
        if (/^\d{1,5}$/u.test(text)) return Number(text);
        throw new InvalidArgumentError(text);
      }),
    )
    .addOption(new Option("--lang <language>", cli.say("demo_lang")).choices(["en", "zh"]))
    .action(runDemo);
}

async function runDemo({ keep = false, port }: DemoOptions): Promise<void> {
  const words = new CliWords(languageOf(process.argv), "demo");
  // Without --keep nobody looks at the pages, and a port that is taken must not stop the demo.
  const dictionary = loadDictionary();
  const world = await startWorld(keep ? port : 0, dictionary, words.language).catch(
    (error: unknown) => {
      const sentence = describeStartFailure(error, dictionary[words.language]);
      if (sentence === null) throw error;
      console.error(sentence);
      return null;
    },
  );
  if (world === null) {
    process.exit(1);
  }
  try {
    const good = await playStory(world, words, (line) => {
      console.log(line);
    });
    process.exitCode = good ? 0 : 1;
    if (!keep) return;
    console.log(
      `\n${words.say("keeping", { url: `http://localhost:${new URL(world.host.url).port}` })}`,
    );
    await new Promise<void>((resolve) => {
      const stop = (): void => {
        resolve();
      };
      process.once("SIGINT", stop).once("SIGTERM", stop);
    });
  } finally {
    await world.close();
  }
}
