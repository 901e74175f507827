import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  describeSettingsProblem,
  readEnvironment,
  readSettings,
  type Environment,
  type Settings,
} from "../../src/server/settings.ts";
import { loadDictionary } from "../../src/words.ts";

const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs1", format: "pem" },
});
const least = { APP_ID: "123", PRIVATE_KEY: privateKey, WEBHOOK_SECRET: "s" };

function settings(environment: Environment): Settings {
  const reading = readSettings(environment);
  if (reading.kind === "problems") {
    throw new Error(JSON.stringify(reading.problems));
  }
  return reading.settings;
}

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sweepbot-settings-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe("settings", () => {
  test("need only what nobody can guess", () => {
    expect(settings(least)).toEqual({
      appId: 123,
      privateKey,
      webhookSecret: "s",
      port: 3_000,
      host: "0.0.0.0",
      database: { kind: "embedded", folder: "var/data" },
      githubApiUrl: "https://api.github.com",
      publicUrl: null,
      logLevel: "info",
      concurrency: 4,
      reconcileMinutes: 15,
      debounceMs: 250,
      dispatchGraceMs: 60_000,
    });
  });

  test("take every variable", () => {
    const all = settings({
      ...least,
      PORT: "0",
      HOST: "::1",
      DATABASE_URL: "postgres://u:p@db:5432/bot",
      GITHUB_API_URL: "http://127.0.0.1:4000/",
      PUBLIC_URL: "https://bot.example/sweepbot/",
      LOG_LEVEL: "silent",
      SWEEPBOT_CONCURRENCY: "8",
      SWEEPBOT_RECONCILE_MINUTES: "1",
      SWEEPBOT_DEBOUNCE_MS: "0",
      SWEEPBOT_DISPATCH_GRACE_MS: "5",
    });
    expect(all).toMatchObject({
      port: 0,
      host: "::1",
      database: { kind: "server", url: "postgres://u:p@db:5432/bot" },
      githubApiUrl: "http://127.0.0.1:4000",
      publicUrl: "https://bot.example/sweepbot",
      logLevel: "silent",
      concurrency: 8,
      reconcileMinutes: 1,
      debounceMs: 0,
      dispatchGraceMs: 5,
    });
  });

  test("find the API of an Enterprise server by its name", () => {
    expect(settings({ ...least, GHE_HOST: "git.example" }).githubApiUrl).toBe(
      "https://git.example/api/v3",
    );
  });

  test("read the key from one line, or from a file", async () => {
    const oneLine = privateKey.replaceAll("\n", "\\n");
    expect(settings({ ...least, PRIVATE_KEY: oneLine }).privateKey).toBe(privateKey);
    const path = join(folder, "key.pem");
    await writeFile(path, privateKey);
    const fromFile = { APP_ID: "1", WEBHOOK_SECRET: "s", PRIVATE_KEY_PATH: path };
    expect(settings(fromFile).privateKey).toBe(privateKey);
  });

  test.each([
    ["APP_ID", "abc", "wrong"],
    ["APP_ID", "", "missing"],
    ["PRIVATE_KEY", "not a key", "wrong"],
    ["PRIVATE_KEY", "", "missing"],
    ["WEBHOOK_SECRET", "", "missing"],
    ["PORT", "65536", "wrong"],
    ["PORT", "80a", "wrong"],
    ["DATABASE_URL", "mysql://x/y", "wrong"],
    ["GITHUB_API_URL", "localhost:3000", "wrong"],
    ["PUBLIC_URL", "bot.example", "wrong"],
    ["PUBLIC_URL", "ftp://bot.example", "wrong"],
    ["GHE_HOST", "https://git.example", "wrong"],
    ["LOG_LEVEL", "loud", "wrong"],
    ["SWEEPBOT_CONCURRENCY", "0", "wrong"],
    ["SWEEPBOT_RECONCILE_MINUTES", "1.5", "wrong"],
    ["SWEEPBOT_DEBOUNCE_MS", "-1", "wrong"],
    ["SWEEPBOT_DISPATCH_GRACE_MS", "1e3", "wrong"],
  ])("refuse %s=%j as %s and say what it should be", (variable, value, code) => {
    const reading = readSettings({ ...least, [variable]: value });
    if (reading.kind === "settings") {
      throw new Error("was accepted");
    }
    expect(reading.problems.map((problem) => [problem.code, problem.variable])).toEqual([
      [code, variable],
    ]);
    const dictionary = loadDictionary();
    for (const problem of reading.problems) {
      expect(describeSettingsProblem(problem, dictionary.en)).toContain(variable);
      expect(describeSettingsProblem(problem, dictionary.zh)).toContain(variable);
    }
  });

  test("name every wrong variable at once", () => {
    const reading = readSettings({
      PORT: "x",
      LOG_LEVEL: "y",
      PRIVATE_KEY_PATH: "/nowhere/key.pem",
    });
    const named = reading.kind === "problems" ? reading.problems : [];
    expect(named.map(({ code, variable }) => `${variable} ${code}`).sort()).toEqual([
      "APP_ID missing",
      "LOG_LEVEL wrong",
      "PORT wrong",
      "PRIVATE_KEY_PATH file_unreadable",
      "WEBHOOK_SECRET missing",
    ]);
  });

  test("never repeat a secret in a problem", () => {
    const reading = readSettings({ ...least, PRIVATE_KEY: "hunter2" });
    expect(JSON.stringify(reading)).not.toContain("hunter2");
  });

  test("are read from a .env file, below what is set already", async () => {
    const path = join(folder, ".env");
    await writeFile(path, "SWEEPBOT_TEST_A=file\nSWEEPBOT_TEST_B=file\n");
    process.env["SWEEPBOT_TEST_B"] = "set";
    expect(readEnvironment(path)).toMatchObject({
      SWEEPBOT_TEST_A: "file",
      SWEEPBOT_TEST_B: "set",
    });
    expect(readEnvironment(join(folder, "missing.env"))["SWEEPBOT_TEST_B"]).toBe("set");
  });
});
