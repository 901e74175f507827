import { Command } from "commander";
import { type Host, startHost } from "../host.ts";
import { describeSettingsProblem, readEnvironment, readSettings } from "../server/settings.ts";
import { loadDictionary } from "../words.ts";
import { describeStartFailure } from "./start-failure.ts";
import { CliWords, languageOf } from "./words.ts";

const EXIT_SETTINGS = 2;
const EXIT_FAILED = 1;

/** `sweepbot serve`: the GitHub App as a service, until it is told to stop. */
export function serveCommand(): Command {
  const words = new CliWords(languageOf(process.argv), "cli");
  return new Command("serve").description(words.say("serve_summary")).action(() => serve(words));
}

async function serve(words: CliWords): Promise<void> {
  const dictionary = loadDictionary();
  const reading = readSettings(readEnvironment());
  if (reading.kind === "problems") {
    console.error(words.say("settings_wrong"));
    for (const problem of reading.problems) {
      console.error(`  ${describeSettingsProblem(problem, dictionary[words.language])}`);
    }
    process.exitCode = EXIT_SETTINGS;
    return;
  }
  const options = {
    dictionary,
    onError: (error: unknown) => {
      console.error(error);
    },
  };
  try {
    await serveUntilStopped(await startHost(reading.settings, options), words);
  } catch (error) {
    const sentence = describeStartFailure(error, dictionary[words.language]);
    if (sentence === null) throw error;
    console.error(sentence);
    process.exitCode = EXIT_FAILED;
  }
}

async function serveUntilStopped(host: Host, words: CliWords): Promise<void> {
  console.log(words.say("serving", { url: host.url }));
  await host.queue.reconcileNow();
  await new Promise<void>((resolve) => {
    const stop = (): void => {
      resolve();
    };
    process.once("SIGINT", stop).once("SIGTERM", stop);
  });
  console.log(words.say("stopping"));
  await host.close();
}
