import type { YamlValue } from "../contract/yaml.ts";
import { textAt } from "../model/sources.ts";
import type { ChatTemplateCode } from "./chat-template-codes.ts";
import {
  otherEndpoints,
  replayingOf,
  sharedClientOf,
  templatingOf,
  type Replaying,
  type SharedClient,
} from "./chat-template-client.ts";
import type { RecipeFinding } from "./finding.ts";
import { harnessesOf, LAUNCHING } from "./harness.ts";
import type { RecipePoint } from "./point.ts";
import type { ScriptInput } from "./script-input.ts";
import { lineAt, valueAt, type RecipeFile } from "./recipe-file.ts";
import { distinctFindings, saidOf, shown, type Place } from "./said.ts";
import { followerOf, GIVEN, type ScriptFollower } from "./script-runs.ts";
import { isSpeculative, SPECULATION, speculationOf, type Speculation } from "./speculation.ts";

const LIBRARY = "benchmarks/benchmark_lib.sh";

interface Asked {
  readonly input: ScriptInput;
  readonly point: RecipePoint;
  readonly launchers: ScriptFollower;
}

/** Check 9: what is measured with speculative decoding is asked through a chat template (spec/signoff §3.9). */
export function checkChatTemplate(input: ScriptInput): readonly RecipeFinding[] {
  const scripts = followerOf(input, SPECULATION);
  const launchers = followerOf(input, LAUNCHING);
  const findings = input.points.touched.flatMap((point) => {
    const speculation = speculationOf(input, point, scripts);
    const drafts = "drafts" in speculation ? speculation.drafts.length : 0;
    if (!isSpeculative(point, drafts)) return [];
    return findingsOf({ input, point, launchers }, speculation);
  });
  return findings.length > 0 ? distinctFindings(findings) : [nothingSpeculative()];
}

function nothingSpeculative(): RecipeFinding {
  const code = "chat_template_no_speculation" satisfies ChatTemplateCode;
  return { check: 9, outcome: "na", code, values: {}, path: null, line: null, key: null };
}

function findingsOf(asked: Asked, speculation: Speculation): readonly RecipeFinding[] {
  const { point } = asked;
  switch (speculation.kind) {
    case "script":
      return scriptFindings(asked, speculation);
    case "file":
      return [fileFinding(asked, speculation.file, speculation.path)];
    case "external": {
      const place = { path: point.path, line: point.line };
      const values = { file: shown(speculation.path ?? point.key) };
      return [said(asked, "human", "chat_template_external", { place, values })];
    }
    case "unread": {
      const place = { path: speculation.path, line: null };
      return [said(asked, "human", "chat_template_unread", { place })];
    }
  }
}

function said(
  { point }: Asked,
  outcome: RecipeFinding["outcome"],
  code: ChatTemplateCode,
  about: { readonly place: Place; readonly values?: RecipeFinding["values"] },
): RecipeFinding {
  return saidOf(point, { check: 9, outcome, code, ...about });
}

function scriptFindings(
  asked: Asked,
  { path, runs, partial }: Extract<Speculation, { kind: "script" }>,
): readonly RecipeFinding[] {
  const findings = [
    ...runs
      .filter(({ name }) => name === "run_benchmark_serving")
      .map((run) => {
        const templating = templatingOf(run, GIVEN);
        const place = { path: run.path, line: run.line };
        if (templating === "used") return said(asked, "pass", "chat_template_used", { place });
        if (templating === "missing")
          return said(asked, "fail", "chat_template_missing", { place });
        return said(asked, "human", "chat_template_indirect", { place });
      }),
    ...runs
      .filter(({ name }) => name === "build_replay_cmd")
      .flatMap((run) => replayFindings(asked, { path: run.path, line: run.line })),
  ];
  if (findings.length === 0) return [sharedFinding(asked, path)];
  // Calls that were not found might be other ones.
  const unread = { place: { path, line: null } };
  return partial ? [...findings, said(asked, "human", "chat_template_unread", unread)] : findings;
}

const REPLAYS: Readonly<Record<Replaying, readonly [RecipeFinding["outcome"], ChatTemplateCode]>> =
  {
    chat: ["pass", "chat_template_replayed"],
    raw: ["fail", "chat_template_library_raw"],
    changed: ["human", "chat_template_library_changed"],
    unread: ["human", "chat_template_library_changed"],
  };

function replayFindings(asked: Asked, place: Place): readonly RecipeFinding[] {
  const { head } = asked.input.sources;
  const [outcome, code] = REPLAYS[replayingOf(head, LIBRARY)];
  const reading = textAt(head, place.path);
  const shell = reading.kind === "known" ? reading.value?.shell : null;
  const others = shell?.kind === "parsed" ? otherEndpoints(shell) : [];
  return [
    said(asked, outcome, code, { place, values: { library: shown(LIBRARY) } }),
    ...others.map((line) =>
      said(asked, "fail", "chat_template_other_endpoint", { place: { path: place.path, line } }),
    ),
  ];
}

const CLIENTS: Readonly<
  Record<SharedClient, readonly [RecipeFinding["outcome"], ChatTemplateCode]>
> = {
  same: ["pass", "chat_template_shared_client"],
  removed: ["fail", "chat_template_client_removed"],
  changed: ["human", "chat_template_client_changed"],
  unread: ["human", "chat_template_client_unknown"],
};

/** A script that leaves the client to others: known where the table of clients names them. */
function sharedFinding(asked: Asked, path: string): RecipeFinding {
  const { sources, policies } = asked.input;
  const place = { path, line: null };
  const reading = textAt(sources.head, path);
  const text = reading.kind === "known" ? (reading.value?.text ?? "") : "";
  const client = policies.curves.clients.find(({ folder }) => text.includes(`${folder}/`));
  if (client === undefined) return said(asked, "human", "chat_template_client_unknown", { place });
  const [outcome, code] = CLIENTS[sharedClientOf(sources, client.file)];
  return said(asked, outcome, code, { place, values: { client: shown(client.file) } });
}

function fileFinding(asked: Asked, file: RecipeFile, path: string): RecipeFinding {
  const type = valueAt(file, ["benchmark", "type"]);
  const place = { path, line: lineAt(file, ["benchmark", "type"]) };
  if (type === "sa-bench") return servingFinding(asked, file, path);
  if (type !== "custom") return said(asked, "human", "chat_template_client_unknown", { place });
  const command = valueAt(file, ["benchmark", "command"]);
  const at = { place: { path, line: lineAt(file, ["benchmark", "command"]) } };
  const text = commandText(command);
  if (
    /\/v1\/completions\b|benchmark_serving/u.test(text) &&
    !text.includes("--use-chat-template")
  ) {
    return said(asked, "fail", "chat_template_raw_client", at);
  }
  if (/(?:^|[\s/"'])agentic_srt\.sh(?:$|[\s"';])/u.test(text)) {
    return said(asked, "pass", "chat_template_replayed", {
      ...at,
      values: { library: shown("agentic_srt.sh") },
    });
  }
  return said(asked, "human", "chat_template_client_unknown", at);
}

/** The command of a client without the comments in it. */
function commandText(command: YamlValue | undefined): string {
  const text = Array.isArray(command)
    ? command.join(" ")
    : typeof command === "string"
      ? command
      : "";
  return text.replaceAll(/(?:^|\s)#.*$/gmu, "");
}

function servingFinding(asked: Asked, file: RecipeFile, path: string): RecipeFinding {
  const key = ["benchmark", "use_chat_template"];
  const set = valueAt(file, key);
  const place = { path, line: lineAt(file, set === undefined ? ["benchmark"] : key) };
  if (set === true) return said(asked, "pass", "chat_template_in_file", { place });
  if (set === false) return said(asked, "fail", "chat_template_off", { place });
  if (set !== undefined) return said(asked, "human", "chat_template_client_unknown", { place });
  return defaultFinding(asked, place);
}

/** Where a recipe file says nothing, the version of the harness decides. */
function defaultFinding(asked: Asked, place: Place): RecipeFinding {
  const { harnesses } = asked.input.policies.curves;
  const found = harnessesOf(asked.point, asked.launchers);
  const defaults = (found ?? []).map(({ repository, version }) => harnesses[repository]?.[version]);
  if (found === null || defaults.length === 0 || defaults.includes(undefined)) {
    const names = (found ?? []).map(({ repository, version }) => `${repository}@${version}`);
    const values = { harness: shown(names.length === 0 ? "?" : names.join(" ")) };
    return said(asked, "human", "chat_template_harness_unknown", { place, values });
  }
  return defaults.includes(false)
    ? said(asked, "fail", "chat_template_off_by_default", { place })
    : said(asked, "pass", "chat_template_by_default", { place });
}
