import { PgBoss, type QueueOptions } from "pg-boss";
import type { Database } from "./sql.ts";

/** The queue of looks at pull requests: at most one waiting and one running for each. */
export const QUEUE = "pulls";
/** Where looks end up whose last repetition failed. */
export const GIVEN_UP = "pulls-given-up";
/** The schema that pg-boss keeps its tables in. */
export const JOBS_SCHEMA = "sweepbot_jobs";
const RECONCILE = "reconcile";

const passSeconds = 900;
const keepFinishedSeconds = 3_600;
const longestRetrySeconds = 600;
const givenUpRetries = 20;
/** On a server a process may die beside others: its jobs are freed after this long without a sign. */
const heartbeatSeconds = 30;
const superviseSeconds = { embedded: 60, server: 10 };

export interface BossOptions {
  /** A failing pass is repeated this often before it is given up; 5 by default. */
  readonly retries?: number;
  /** Wait before the first repetition, in whole seconds (2 by default); doubles, at most ten minutes. */
  readonly retrySeconds?: number;
  /** Errors of the queue itself; it goes on and tries again. */
  readonly onError: (error: unknown) => void;
}

/** Starts pg-boss with our queues; on an embedded database it takes up what a killed process left running. */
export async function startBoss(database: Database, options: BossOptions): Promise<PgBoss> {
  const supervise = superviseSeconds[database.kind];
  const boss = new PgBoss({
    ...database.boss,
    schema: JOBS_SCHEMA,
    useListenNotify: true,
    superviseIntervalSeconds: supervise,
    monitorIntervalSeconds: supervise,
  });
  boss.on("error", options.onError);
  await boss.start();
  await createQueues(boss, database, options);
  if (database.kind === "embedded") {
    await freeOrphans(boss, database);
  }
  return boss;
}

type QueueNumbers = QueueOptions & { readonly notify: boolean };

async function createQueues(
  boss: PgBoss,
  database: Database,
  { retries = 5, retrySeconds = 2 }: BossOptions,
): Promise<void> {
  const lasting = {
    expireInSeconds: passSeconds,
    deleteAfterSeconds: keepFinishedSeconds,
    notify: true,
    ...(database.kind === "server" ? { heartbeatSeconds } : {}),
  };
  await createQueue(boss, GIVEN_UP, {
    fixed: { policy: "standard" },
    numbers: { ...lasting, retryLimit: givenUpRetries, retryDelay: 2, retryBackoff: true },
  });
  await createQueue(boss, QUEUE, {
    fixed: { policy: "stately", deadLetter: GIVEN_UP },
    numbers: {
      ...lasting,
      retryLimit: retries,
      retryDelay: retrySeconds,
      retryBackoff: true,
      retryDelayMax: longestRetrySeconds,
    },
  });
  await createQueue(boss, RECONCILE, {
    fixed: { policy: "exclusive" },
    numbers: { ...lasting, retryLimit: 1 },
  });
}

async function createQueue(
  boss: PgBoss,
  name: string,
  {
    fixed,
    numbers,
  }: {
    readonly fixed: { policy: string; deadLetter?: string };
    readonly numbers: QueueNumbers;
  },
): Promise<void> {
  await boss.createQueue(name, { ...numbers, ...fixed });
  // A queue that already stood keeps its old numbers unless it is told the new ones.
  await boss.updateQueue(name, numbers);
}

/** Nobody else can be working in an embedded database that was just opened, so every running job is an orphan. */
async function freeOrphans(boss: PgBoss, database: Database): Promise<void> {
  for (const name of [QUEUE, GIVEN_UP, RECONCILE]) {
    const { rows } = await database.executeSql(
      `select id from ${JOBS_SCHEMA}.job where name = $1 and state = 'active'`,
      [name],
    );
    const ids = rows.map((row) => String(row["id"]));
    if (ids.length > 0) {
      await boss.fail(name, ids, { message: "the process ended while this was running" });
    }
  }
}

/** Has one process run the reconciliation every so many minutes (1 to 1440), never beside itself. */
export async function scheduleReconcile(
  boss: PgBoss,
  reconcile: () => Promise<void>,
  everyMinutes: number,
): Promise<void> {
  await boss.schedule(RECONCILE, `FREQ=MINUTELY;INTERVAL=${everyMinutes}`);
  await boss.work(RECONCILE, { pollingIntervalSeconds: 1 }, async () => {
    await reconcile();
  });
}

/** Asks for a reconciliation now; folds into one that waits or runs. */
export async function askReconcile(boss: PgBoss): Promise<void> {
  await boss.send(RECONCILE, {});
}
