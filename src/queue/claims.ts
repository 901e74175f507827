import { z } from "zod";
import { pullKey, type PullRef } from "../core/model/signal.ts";
import { readRows, type Statements } from "./sql.ts";
import { pullRefShape } from "./pull-ref.ts";

/**
 * What a claim found. `new`: the key is now ours, act and record. `claimed`: somebody took it at that
 * time and has not recorded a result, so GitHub must be asked first. `recorded`: it is done.
 */
export type Claim =
  | { readonly state: "new" }
  | { readonly state: "claimed"; readonly at: number }
  | { readonly state: "recorded"; readonly result: string };

const claimShape = z.object({
  key: z.string(),
  kind: z.string(),
  at: z.number(),
  result: z.string().nullable(),
});
export type ListedClaim = Readonly<z.infer<typeof claimShape>>;

const FIELDS = "key, kind, floor(extract(epoch from claimed_at) * 1000)::float8 as at, result";
const attempts = 5;

/** Takes the key, once among all processes (architecture §5); times are milliseconds since the epoch. */
export async function claim(
  db: Statements,
  key: string,
  about: { readonly pull: PullRef; readonly kind: string },
): Promise<Claim> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { rows } = await db.executeSql(
      `insert into sweepbot.claim (key, pull_key, kind) values ($1, $2, $3)
       on conflict (key) do nothing returning key`,
      [key, pullKey(about.pull), about.kind],
    );
    if (rows.length > 0) {
      return { state: "new" };
    }
    const [standing] = await readRows(
      db,
      claimShape,
      `select ${FIELDS} from sweepbot.claim where key = $1`,
      [key],
    );
    if (standing !== undefined) {
      return standing.result === null
        ? { state: "claimed", at: standing.at }
        : { state: "recorded", result: standing.result };
    }
    // Released between the two statements: it is free to take again.
  }
  throw new Error(`claim_contended: ${key}`);
}

/** Writes down what became of a claimed key; the first result stands. */
export async function record(db: Statements, key: string, result: string): Promise<void> {
  await db.executeSql(
    `update sweepbot.claim set result = $2, recorded_at = now()
     where key = $1 and result is null`,
    [key, result],
  );
}

/**
 * Takes over a claim that nobody recorded a result for, if it is still the one of that time: of
 * several processes that try, one succeeds.
 */
export async function takeOver(db: Statements, key: string, at: number): Promise<boolean> {
  const { rows } = await db.executeSql(
    `update sweepbot.claim set claimed_at = now()
     where key = $1 and result is null
       and abs(extract(epoch from claimed_at) * 1000 - $2::float8) < 1
     returning key`,
    [key, at],
  );
  return rows.length > 0;
}

/** Gives a key back that was claimed and surely not acted upon; a recorded one stays. */
export async function release(db: Statements, key: string): Promise<void> {
  await db.executeSql("delete from sweepbot.claim where key = $1 and result is null", [key]);
}

/** All claims of a pull request, oldest first. */
export async function listClaims(db: Statements, pull: PullRef): Promise<readonly ListedClaim[]> {
  return await readRows(
    db,
    claimShape,
    `select ${FIELDS} from sweepbot.claim where pull_key = $1 order by claimed_at, key`,
    [pullKey(pull)],
  );
}

/** The pull request whose claim of this kind was recorded with the result; null when there is none. */
export async function findClaimedPull(
  db: Statements,
  kind: string,
  result: string,
): Promise<PullRef | null> {
  const [row] = await readRows(
    db,
    z.object({ ref: pullRefShape }),
    `select ref from sweepbot.claim join sweepbot.pull using (pull_key)
     where kind = $1 and result = $2 limit 1`,
    [kind, result],
  );
  return row?.ref ?? null;
}
