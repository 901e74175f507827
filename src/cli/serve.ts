import { Command } from "commander";
import { startHost } from "../host.ts";
import { describeSettingsProblem, readEnvironment, readSettings } from "../server/settings.ts";
import { loadDictionary } from "../words.ts";
import { CliWords, languageOf } from "./words.ts";

const EXIT_SETTINGS = 2;

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
  const host = await startHost(reading.settings, {
    dictionary,
    onError: (error) => {
      console.error(error);
    },
  });
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
