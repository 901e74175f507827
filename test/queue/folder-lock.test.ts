import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { FolderInUse, lockFolder, type LockPace } from "../../src/queue/folder-lock.ts";

const file = "lock";
const quick: LockPace = { heartbeatMs: 20, silenceMs: 200 };
let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sweepbot-lock-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** Leaves a lock behind like this process's own, but for what is changed. */
async function leaveLock(change: Readonly<Record<string, unknown>>): Promise<void> {
  const { release } = await lockFolder(folder, file);
  const text = await readFile(join(folder, file), "utf8");
  await release();
  const holder = JSON.parse(text) as Record<string, unknown>;
  await writeFile(join(folder, file), JSON.stringify({ ...holder, ...change }));
}

describe("lock of a data folder", () => {
  test("is held by one, named in the refusal of others, and free after its release", async () => {
    const { release } = await lockFolder(folder, file);
    const second = lockFolder(folder, file);
    await expect(second).rejects.toBeInstanceOf(FolderInUse);
    await expect(second).rejects.toMatchObject({
      code: "folder_in_use",
      values: { folder, pid: process.pid },
    });
    await release();
    await (await lockFolder(folder, file)).release();
    expect(await readdir(folder)).toEqual([]);
  });

  test("is taken over at once from a process that was killed", async () => {
    const script = `
      const { lockFolder } = await import(${JSON.stringify(join(import.meta.dirname, "../../src/queue/folder-lock.ts"))});
      await lockFolder(${JSON.stringify(folder)}, ${JSON.stringify(file)});
      process.stdout.write("locked");
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    await expect(lockFolder(folder, file)).rejects.toMatchObject({ values: { pid: child.pid } });
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
    await (await lockFolder(folder, file)).release();
  });

  test("is taken over when the number belongs to another process now", async () => {
    await leaveLock({ startedAt: "1" });
    await (await lockFolder(folder, file)).release();
  });

  test("of another container is taken over after a silence", async () => {
    await leaveLock({ namespace: "elsewhere" });
    await (await lockFolder(folder, file, quick)).release();
  });

  test("of another container stands as long as it is touched", async () => {
    await leaveLock({ namespace: "elsewhere", pid: 1 });
    let seconds = 1;
    const beat = setInterval(() => {
      seconds += 1;
      void utimes(join(folder, file), seconds, seconds);
    }, quick.heartbeatMs);
    await expect(lockFolder(folder, file, quick)).rejects.toMatchObject({ values: { pid: 1 } });
    clearInterval(beat);
  });

  test("that is garbage is taken over after a silence", async () => {
    await writeFile(join(folder, file), "not json");
    await (await lockFolder(folder, file, quick)).release();
  });

  test("goes to exactly one of many that find a dead holder", async () => {
    await leaveLock({ startedAt: "1" });
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, async () => await lockFolder(folder, file)),
    );
    const won = tries.filter(({ status }) => status === "fulfilled");
    expect(won).toHaveLength(1);
    expect(await readdir(folder)).toEqual([file]);
  });

  test("is kept by whoever took over when the former holder comes back to release it", async () => {
    const { release } = await lockFolder(folder, file);
    const path = join(folder, file);
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace(/"id":"[^"]*"/u, '"id":"new holder"'));
    await release();
    expect(await readFile(path, "utf8")).toContain("new holder");
  });
});
