import type { YamlMapping, YamlValue } from "../contract/yaml.ts";
import { mappingOf } from "./curves.ts";
import { atomDraft } from "./draft-atom.ts";
import { jsonMapping } from "./draft-run.ts";
import {
  numberSetting,
  sglangSimulation,
  TRT_FORCED,
  trtPinned,
  vllmDraft,
  type Draft,
  type Setting,
} from "./draft.ts";
import { lineAt, valueAt, type RecipeFile } from "./recipe-file.ts";

/** The worker that decides: decode, or the aggregated one where there is no decode (spec/signoff §3.11). */
interface Role {
  readonly settings: YamlMapping;
  readonly environment: YamlMapping;
  readonly path: readonly string[];
}

const ENGINES = ["vllm_config", "sglang_config", "trtllm_config", "atom_config"];
const ROLES = [
  ["decode", "decode_environment"],
  ["aggregated", "aggregated_environment"],
  ["agg", "aggregated_environment"],
] as const;

/** What a recipe file tells the deciding worker of speculative decoding; null where it tells nothing. */
export function draftOfFile(file: RecipeFile): Draft | "unreadable" | null {
  const role = decidingRole(file);
  if (role === null) return null;
  const { settings, path } = role;
  const common = mappingOf(valueAt(file, ["environment"])) ?? {};
  const environment = (name: string): string | null | undefined =>
    scalarText(role.environment[name] ?? common[name]);
  const spec = fieldOf(settings, "speculative-config");
  if (spec !== undefined) {
    const fields = typeof spec === "string" ? jsonMapping(spec) : mappingOf(spec);
    if (fields === null) return "unreadable";
    const line = lineAt(file, [...path, "speculative-config"]);
    // An engine file of TensorRT-LLM has the same name for something else.
    if ("max_draft_len" in fields || "num_nextn_predict_layers" in fields) {
      return trtOf(fields, line, environment);
    }
    return vllmDraft(fields, { line, isUnknown: () => false });
  }
  return draftOfFlags(file, role, environment);
}

type Read = (name: string) => string | null | undefined;

function draftOfFlags(file: RecipeFile, { settings, path }: Role, environment: Read): Draft | null {
  const read: Read = (name) => scalarText(fieldOf(settings, name.replace(/^--/u, "")));
  const keys = Object.keys(settings).map((key) => key.replaceAll("_", "-"));
  const place = (pattern: RegExp): number => {
    const key = Object.keys(settings).find((each) => pattern.test(each.replaceAll("_", "-")));
    return lineAt(file, key === undefined ? path : [...path, key]);
  };
  if (keys.some((key) => /^(?:num-speculative-tokens|spec-decode-)/u.test(key))) {
    return atomDraft(place(/^(?:num-speculative-tokens|spec-decode-)/u), read);
  }
  if (!keys.some((key) => key.startsWith("speculative-"))) return null;
  const topK = read("speculative-eagle-topk");
  return {
    engine: "sglang",
    line: place(/^speculative-/u),
    length:
      topK === "1"
        ? settingOf(read("speculative-num-steps"), "speculative-num-steps")
        : { kind: "unknown", written: "speculative-eagle-topk" },
    ...sglangSimulation(environment),
    traits: {
      method: read("speculative-algorithm") ?? read("speculative-algo") ?? "",
      draft: read("speculative-draft-model-path") ?? "",
      sampling: undefined,
    },
  };
}

function trtOf(fields: Readonly<Record<string, unknown>>, line: number, environment: Read): Draft {
  const length = fields["max_draft_len"] ?? fields["num_nextn_predict_layers"];
  const model = fields["speculative_model"] ?? fields["speculative_model_dir"] ?? "";
  const method = fields["decoding_type"] ?? "";
  return {
    engine: "trt",
    line,
    length: numberSetting(String(length)),
    pinned: trtPinned(environment(TRT_FORCED)),
    traits: {
      method: typeof method === "string" ? method : null,
      draft: typeof model === "string" ? model : null,
      sampling: undefined,
    },
    wrong: [],
    absent: [],
  };
}

function settingOf(text: string | null | undefined, written: string): Setting | null {
  if (text === undefined) return null;
  return text === null ? { kind: "unknown", written } : numberSetting(text);
}

/** Dashes and underscores are the same to the engines. */
function fieldOf(settings: YamlMapping, name: string): YamlValue | undefined {
  const found = Object.entries(settings).find(([key]) => key.replaceAll("_", "-") === name);
  return found?.[1];
}

function scalarText(value: YamlValue | undefined): string | null | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "object" ? null : String(value);
}

function decidingRole(file: RecipeFile): Role | null {
  const listed = mappingOf(valueAt(file, ["roles"]));
  for (const [name, environmentName] of ROLES) {
    if (listed !== null) {
      const role = mappingOf(listed[name]);
      if (role === null) continue;
      const path = ["roles", name, "args"];
      return {
        settings: mappingOf(role["args"]) ?? {},
        environment: mappingOf(role["env"]) ?? {},
        path,
      };
    }
    const engine = ENGINES.find(
      (each) => mappingOf(valueAt(file, ["backend", each, name])) !== null,
    );
    if (engine === undefined) continue;
    const path = ["backend", engine, name];
    return {
      settings: mappingOf(valueAt(file, path)) ?? {},
      environment: mappingOf(valueAt(file, ["backend", environmentName])) ?? {},
      path,
    };
  }
  return null;
}
