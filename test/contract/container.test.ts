import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { type Simulator, startSimulator } from "../../src/simulator/simulator.ts";

jest.setTimeout(120_000);

const ROOT = join(import.meta.dirname, "..", "..");

function linesOf(file: string): readonly string[] {
  const text = readFileSync(join(ROOT, file), "utf8").replaceAll("\\\n", " ");
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

const instructions = linesOf("Dockerfile").map((line) => {
  const [word = "", ...words] = line.trim().split(/\s+/u);
  return { word, words, rest: line.trim().slice(word.length + 1) };
});
const [, ...allowed] = linesOf(".dockerignore");

/** The words after the last instruction of this name. */
function last(word: string): string {
  return instructions.findLast((each) => each.word === word)?.rest ?? "";
}

/** The command in a JSON array, as docker runs it: without a shell. */
function commandIn(text: string): readonly string[] {
  return JSON.parse(text.slice(text.indexOf("["))) as string[];
}

/** What is copied from the folder that is built: `COPY a b ./`. */
const copied = instructions
  .filter(({ word, words }) => word === "COPY" && words[0]?.startsWith("--from") !== true)
  .flatMap(({ words }) => words.slice(0, -1));

describe("the Dockerfile", () => {
  test("sends to docker exactly what it copies", () => {
    const sent = allowed.map((pattern) => pattern.replace("!", ""));
    expect([...new Set(copied)].sort()).toEqual([...sent].sort());
  });

  test("runs on the Node of this project, as somebody without rights", () => {
    const major = readFileSync(join(ROOT, ".node-version"), "utf8").split(".")[0]?.trim() ?? "";
    const bases = instructions.filter(({ word }) => word === "FROM").map(({ words }) => words[0]);
    expect(new Set(bases)).toEqual(new Set([`node:${major}-slim`]));
    expect(last("USER")).toBe("node");
    expect(last("VOLUME")).toBe("/data");
  });
});

describe("what the container holds", () => {
  let folder: string;
  let github: Simulator;
  let running: ChildProcess | null = null;

  /** Builds in a folder with only what docker gets, without checking types: `npm run check` does that. */
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "sweepbot-container-"));
    const [build, app] = [join(folder, "build"), join(folder, "app")];
    mkdirSync(app);
    for (const name of allowed.map((pattern) => pattern.replace("!", ""))) {
      cpSync(join(ROOT, name), join(build, name), { recursive: true });
    }
    for (const place of [build, app]) {
      symlinkSync(join(ROOT, "node_modules"), join(place, "node_modules"));
    }
    const compiler = join(ROOT, "node_modules", "typescript", "bin", "tsc");
    const built = spawnSync(
      process.execPath,
      [compiler, "-p", "tsconfig.build.json", "--noCheck"],
      {
        cwd: build,
        encoding: "utf8",
      },
    );
    expect({ code: built.status, out: built.stdout }).toEqual({ code: 0, out: "" });
    cpSync(join(build, "dist"), join(app, "dist"), { recursive: true });
    for (const name of ["package.json", "policy", "signatures", "templates"]) {
      cpSync(join(build, name), join(app, name), { recursive: true });
    }
    github = await startSimulator();
  });
  afterAll(async () => {
    running?.kill("SIGKILL");
    await github.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function start(env: Readonly<Record<string, string>>): ChildProcess {
    const [program, ...words] = commandIn(last("CMD"));
    expect(program).toBe("node");
    return spawn(process.execPath, words, { cwd: join(folder, "app"), env });
  }

  test("says everything that is not set, and stops", async () => {
    const child = start({});
    let errors = "";
    child.stderr?.on("data", (part: Buffer) => (errors += part.toString()));
    const [code] = (await once(child, "close")) as [number | null];
    expect(code).toBe(2);
    for (const name of ["APP_ID", "PRIVATE_KEY", "WEBHOOK_SECRET"]) expect(errors).toContain(name);
  });

  test("serves, is healthy, and ends when it is told to", async () => {
    const port = await freePort();
    const child = start({
      APP_ID: String(github.app.id),
      PRIVATE_KEY: github.app.privateKey,
      WEBHOOK_SECRET: github.app.webhookSecret,
      GITHUB_API_URL: github.url,
      SWEEPBOT_DATA: join(folder, "data"),
      HOST: "127.0.0.1",
      PORT: port,
    });
    running = child;
    let errors = "";
    child.stderr?.on("data", (part: Buffer) => (errors += part.toString()));
    await Promise.race([
      once(child.stdout ?? child, "data"),
      once(child, "close").then(([code]) => {
        throw new Error(`ended with ${String(code)}: ${errors}`);
      }),
    ]);
    const [, ...probe] = commandIn(last("HEALTHCHECK"));
    const health = (at: string): number | null =>
      spawnSync(process.execPath, probe, { env: { PORT: at } }).status;
    expect(health(port)).toBe(0);
    expect(health(await freePort())).toBe(1);
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([0, null]);
    expect(errors).toBe("");
  });
});

async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? String(address.port) : "";
}
