import { createHash, randomUUID } from "node:crypto";
import { link, readFile, readlink, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";

export interface LockPace {
  /** The holder touches its lock this often. */
  readonly heartbeatMs: number;
  /** A holder that cannot be looked up is taken for dead after this long without a touch. */
  readonly silenceMs: number;
}

/** The silence is longer than the embedded database ever blocks the event loop of a living holder. */
const usualPace: LockPace = { heartbeatMs: 2_000, silenceMs: 10_000 };
const takeOverAttempts = 5;

/** Another process has the data folder open, or seems to (`pid` null). Its sentence: templates, by `code`. */
export class FolderInUse extends Error {
  readonly code = "folder_in_use";
  readonly values: { readonly folder: string; readonly pid: number | string };

  constructor(folder: string, pid: number | null) {
    super(`folder_in_use: ${folder} (pid ${pid ?? "unknown"})`);
    this.name = "FolderInUse";
    this.values = { folder, pid: pid ?? "?" };
  }
}

/** A process, by more than its number: numbers come back, also as 1 in every container. */
const holderShape = z.object({
  id: z.string(),
  pid: z.number(),
  startedAt: z.string().nullable(),
  namespace: z.string().nullable(),
});
type Holder = z.infer<typeof holderShape>;

/**
 * Takes the folder for this process until released; rejects with `FolderInUse`. A holder that was
 * killed is recognised at once when it lived in this container, else by ten seconds of silence.
 */
export async function lockFolder(
  folder: string,
  file: string,
  pace = usualPace,
): Promise<{ readonly release: () => Promise<void> }> {
  const path = join(folder, file);
  const mine: Holder = {
    id: randomUUID(),
    pid: process.pid,
    startedAt: await readStart(process.pid),
    namespace: await readNamespace(),
  };
  for (let attempt = 0; attempt < takeOverAttempts; attempt += 1) {
    if (await create(path, mine)) {
      return { release: keep(path, mine, pace) };
    }
    const text = await readIfThere(path);
    if (text === null) {
      continue;
    }
    const holder = parseHolder(text);
    if (await isAlive({ path, pace }, holder, mine)) {
      throw new FolderInUse(folder, holder?.pid ?? null);
    }
    if (await replaceDead({ folder, file, pace }, text, mine)) {
      return { release: keep(path, mine, pace) };
    }
  }
  throw new FolderInUse(folder, null);
}

async function create(path: string, holder: Holder): Promise<boolean> {
  // Written beside and linked, so that nobody ever reads half a lock.
  const beside = `${path}.${holder.id}`;
  await writeFile(beside, JSON.stringify(holder));
  try {
    await link(beside, path);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) {
      return false;
    }
    throw error;
  } finally {
    await rm(beside, { force: true });
  }
}

function keep(path: string, mine: Holder, { heartbeatMs }: LockPace): () => Promise<void> {
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, heartbeatMs);
  beat.unref();
  return async () => {
    clearInterval(beat);
    await removeExactly(path, JSON.stringify(mine));
  };
}

interface Lock {
  readonly path: string;
  readonly pace: LockPace;
}

async function isAlive(lock: Lock, holder: Holder | null, mine: Holder): Promise<boolean> {
  if (holder?.namespace !== mine.namespace) {
    return await beats(lock);
  }
  if (mine.namespace === null) {
    return holder.pid === mine.pid || (await beats(lock));
  }
  const start = await readStart(holder.pid);
  return start !== null && start === holder.startedAt;
}

/** Whether somebody keeps touching the lock: the only sign from another container, or without /proc. */
async function beats({ path, pace }: Lock): Promise<boolean> {
  const stepMs = pace.heartbeatMs / 2;
  const before = await readBeat(path);
  for (let waitedMs = 0; waitedMs < pace.silenceMs; waitedMs += stepMs) {
    await delay(stepMs);
    if ((await readBeat(path)) !== before) {
      return true;
    }
  }
  return false;
}

interface LockPlace {
  readonly folder: string;
  readonly file: string;
  readonly pace: LockPace;
}

/**
 * Puts our lock in the place of exactly this dead one. Only the holder of a lock that is named after
 * the dead one may, and looks again once it has it: of many that found it dead, one takes over, and
 * at no moment is there no lock.
 */
async function replaceDead(place: LockPlace, dead: string, mine: Holder): Promise<boolean> {
  const { folder, file, pace } = place;
  const path = join(folder, file);
  const name = createHash("sha256").update(dead).digest("hex").slice(0, 16);
  const guard = await lockFolder(folder, `${file}.after-${name}`, pace);
  try {
    if ((await readIfThere(path)) !== dead) {
      return false;
    }
    const beside = `${path}.${mine.id}`;
    await writeFile(beside, JSON.stringify(mine));
    await rename(beside, path);
    return true;
  } finally {
    await guard.release();
  }
}

async function removeExactly(path: string, text: string): Promise<void> {
  if ((await readIfThere(path)) === text) {
    await rm(path, { force: true });
  }
}

function parseHolder(text: string): Holder | null {
  try {
    return holderShape.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

async function readBeat(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null);
  return found?.mtimeMs ?? null;
}

async function readIfThere(path: string): Promise<string | null> {
  return await readFile(path, "utf8").catch(() => null);
}

/** When a process began, in the kernel's own count; null when it is gone or the system does not tell. */
async function readStart(pid: number): Promise<string | null> {
  const text = await readIfThere(`/proc/${pid}/stat`);
  // The name in parentheses may hold spaces; the start time is the 20th field after it.
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ");
  if (fields === undefined || fields[0] === "Z") {
    return null;
  }
  return fields[19] ?? null;
}

/** Which process numbers mean the same: one boot of one kernel, one container. */
async function readNamespace(): Promise<string | null> {
  const boot = await readIfThere("/proc/sys/kernel/random/boot_id");
  const space = await readlink("/proc/self/ns/pid").catch(() => null);
  return boot === null || space === null ? null : `${boot.trim()} ${space}`;
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === code;
}
