import { createPrivateKey } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { z } from "zod";
import { PLAIN } from "../core/render/template.ts";
import { say, type Words } from "../core/render/words.ts";
import type { DatabaseLocation } from "../queue/database.ts";

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
const DAY_MINUTES = 1_440;
const HOUR_MS = 3_600_000;

/** A variable that cannot be used; `code` names its sentence in `templates/<language>/settings.yml`. */
export interface SettingsProblem {
  readonly code: string;
  readonly variable: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** Everything that is set from outside, checked. */
export interface Settings {
  readonly appId: number;
  readonly privateKey: string;
  readonly webhookSecret: string;
  readonly port: number;
  readonly host: string;
  readonly database: DatabaseLocation;
  readonly githubApiUrl: string;
  /** Under which address people reach this server, without a slash at the end; null when it is not told. */
  readonly publicUrl: string | null;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly concurrency: number;
  readonly reconcileMinutes: number;
  readonly debounceMs: number;
  readonly dispatchGraceMs: number;
}

export type SettingsReading =
  | { readonly kind: "settings"; readonly settings: Settings }
  | { readonly kind: "problems"; readonly problems: readonly SettingsProblem[] };

const whole = (least: number, most: number, fallback: number): z.ZodType<number> =>
  z
    .string()
    .regex(/^\d{1,15}$/u)
    .transform(Number)
    .pipe(z.number().min(least).max(most))
    .default(fallback);
const url = z.url({ protocol: /^https?$/u }).transform((text) => text.replace(/\/+$/u, ""));

/** Each variable with its shape; what it should be is the sentence `expected_<variable>`. */
const shapes = {
  APP_ID: z
    .string()
    .regex(/^[1-9]\d{0,14}$/u)
    .transform(Number),
  WEBHOOK_SECRET: z.string(),
  PORT: whole(0, 65_535, 3_000),
  HOST: z.string().default("0.0.0.0"),
  DATABASE_URL: z.url({ protocol: /^postgres(?:ql)?$/u }).optional(),
  SWEEPBOT_DATA: z.string().default("var/data"),
  GITHUB_API_URL: url.optional(),
  GHE_HOST: z.hostname().optional(),
  PUBLIC_URL: url.optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
  SWEEPBOT_CONCURRENCY: whole(1, 64, 4),
  SWEEPBOT_RECONCILE_MINUTES: whole(1, DAY_MINUTES, 15),
  SWEEPBOT_DEBOUNCE_MS: whole(0, 60_000, 250),
  SWEEPBOT_DISPATCH_GRACE_MS: whole(0, HOUR_MS, 60_000),
};

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that are set, and below them those of a `.env` file if there is one. */
export function readEnvironment(path = ".env"): Environment {
  const inFile = existsSync(path) ? parseEnv(readFileSync(path, "utf8")) : {};
  return { ...inFile, ...process.env };
}

/** Checks all variables and names every wrong one at once. An empty variable counts as not set. */
export function readSettings(environment: Environment): SettingsReading {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = z.object(shapes).safeParse(given);
  const key = readPrivateKey(given);
  const problems = [
    ...(parsed.success ? [] : problemsOf(parsed.error, given)),
    ...(key.kind === "problem" ? [key.problem] : []),
  ];
  if (!parsed.success || key.kind === "problem") {
    return { kind: "problems", problems };
  }
  return { kind: "settings", settings: settingsOf(parsed.data, key.pem) };
}

function settingsOf(values: z.output<z.ZodObject<typeof shapes>>, privateKey: string): Settings {
  const enterprise = values.GHE_HOST === undefined ? null : `https://${values.GHE_HOST}/api/v3`;
  return {
    appId: values.APP_ID,
    privateKey,
    webhookSecret: values.WEBHOOK_SECRET,
    port: values.PORT,
    host: values.HOST,
    database:
      values.DATABASE_URL === undefined
        ? { kind: "embedded", folder: values.SWEEPBOT_DATA }
        : { kind: "server", url: values.DATABASE_URL },
    githubApiUrl: values.GITHUB_API_URL ?? enterprise ?? "https://api.github.com",
    publicUrl: values.PUBLIC_URL ?? null,
    logLevel: values.LOG_LEVEL,
    concurrency: values.SWEEPBOT_CONCURRENCY,
    reconcileMinutes: values.SWEEPBOT_RECONCILE_MINUTES,
    debounceMs: values.SWEEPBOT_DEBOUNCE_MS,
    dispatchGraceMs: values.SWEEPBOT_DISPATCH_GRACE_MS,
  };
}

function problemsOf(error: z.ZodError, given: Environment): readonly SettingsProblem[] {
  const variables = new Set(error.issues.map(({ path }) => String(path[0])));
  return [...variables].map((variable) => {
    const code = given[variable] === undefined ? "missing" : "wrong";
    return { code, variable, values: { variable } };
  });
}

type KeyReading =
  | { readonly kind: "key"; readonly pem: string }
  | { readonly kind: "problem"; readonly problem: SettingsProblem };

function readPrivateKey(given: Environment): KeyReading {
  const { PRIVATE_KEY: inline, PRIVATE_KEY_PATH: path } = given;
  if (inline !== undefined) {
    // Where a variable cannot hold line breaks, they are written as \n.
    return checkKey("PRIVATE_KEY", inline.replaceAll("\\n", "\n"));
  }
  if (path === undefined) {
    return keyProblem("missing", "PRIVATE_KEY");
  }
  try {
    return checkKey("PRIVATE_KEY_PATH", readFileSync(path, "utf8"));
  } catch {
    return keyProblem("file_unreadable", "PRIVATE_KEY_PATH", { path });
  }
}

function checkKey(variable: string, pem: string): KeyReading {
  try {
    createPrivateKey(pem);
    return { kind: "key", pem };
  } catch {
    return keyProblem("wrong", variable);
  }
}

function keyProblem(
  code: string,
  variable: string,
  values: Readonly<Record<string, string>> = {},
): KeyReading {
  return { kind: "problem", problem: { code, variable, values: { variable, ...values } } };
}

/** What is wrong with a variable and what it should be, in the language of the words. */
export function describeSettingsProblem(problem: SettingsProblem, words: Words): string {
  const expected = say(words, `settings.expected_${problem.variable}`, {}, PLAIN);
  return `${say(words, `settings.${problem.code}`, problem.values, PLAIN)} ${expected}`;
}
