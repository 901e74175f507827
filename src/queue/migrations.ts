import { z } from "zod";
import { readRows, type Database } from "./sql.ts";

/** Names the lock under which one process at a time changes the schema. */
const ADVISORY_LOCK = 7_243_961_055;

/** Numbered from 1 by their place. Only ever append: what has run somewhere is never edited. */
const MIGRATIONS: readonly string[] = [
  `create table sweepbot.delivery (
     id bigint generated always as identity primary key,
     delivery_id text not null unique,
     event text not null,
     body text not null,
     size_bytes integer not null,
     received_at timestamptz not null,
     state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
     attempts integer not null default 0,
     due_at timestamptz not null default now(),
     leased_until timestamptz,
     done_at timestamptz,
     error text
   );
   create index delivery_waiting on sweepbot.delivery (id) where state = 'waiting';
   create index delivery_failed on sweepbot.delivery (id) where state = 'failed';
   create index delivery_done on sweepbot.delivery (done_at) where state = 'done';

   create table sweepbot.pull (
     pull_key text primary key,
     ref jsonb not null,
     seen_at timestamptz not null default now(),
     last_pass_at timestamptz
   );

   create table sweepbot.later (
     pull_key text primary key,
     ref jsonb not null,
     due_at timestamptz not null
   );
   create index later_due on sweepbot.later (due_at);

   create table sweepbot.claim (
     key text primary key,
     pull_key text not null,
     kind text not null,
     claimed_at timestamptz not null default now(),
     recorded_at timestamptz,
     result text
   );
   create index claim_pull on sweepbot.claim (pull_key, claimed_at);

   create table sweepbot.audit (
     id bigint generated always as identity primary key,
     at timestamptz not null default now(),
     pull_key text not null,
     kind text not null,
     code text not null,
     detail jsonb not null
   );
   create index audit_pull on sweepbot.audit (pull_key, id);

   create table sweepbot.last_good (
     repository_id bigint primary key,
     text text not null,
     saved_at timestamptz not null default now()
   )`,
  "create index claim_result on sweepbot.claim (kind, result)",
  `create table sweepbot.touched_keys (
     pull_key text primary key,
     repository_id bigint not null,
     number integer not null,
     keys jsonb not null,
     kept_at timestamptz not null default now()
   );
   create index touched_keys_repository on sweepbot.touched_keys (repository_id, number)`,
  `create table sweepbot.label_head (
     delivery_id text primary key,
     repository_id bigint not null,
     number integer not null,
     label text not null,
     head_sha text not null,
     sender_id bigint not null,
     sender_login text not null,
     at timestamptz not null,
     kept_at timestamptz not null default now()
   );
   create index label_head_pull on sweepbot.label_head (repository_id, number);
   create index label_head_kept on sweepbot.label_head (kept_at)`,
  `create table sweepbot.job_cause (
     repository_id bigint not null,
     job_id bigint not null,
     signatures text not null,
     cause jsonb not null,
     kept_at timestamptz not null default now(),
     primary key (repository_id, job_id)
   )`,
  `create table sweepbot.watched_run (
     repository_id bigint not null,
     run_id bigint not null,
     pull_key text not null,
     run jsonb not null,
     rank integer not null,
     updated_ms float8 not null,
     read_ms float8 not null,
     stirs integer not null default 0,
     seen_stirs integer not null default 0,
     jobs_attempt integer,
     jobs_read_ms float8,
     jobs_final boolean not null default false,
     primary key (repository_id, run_id)
   );
   create index watched_run_updated on sweepbot.watched_run (updated_ms);
   create table sweepbot.run_job (
     repository_id bigint not null,
     run_id bigint not null,
     attempt integer not null,
     job_id bigint not null,
     job jsonb not null,
     rank integer not null,
     listed boolean not null default false,
     primary key (repository_id, run_id, attempt, job_id),
     foreign key (repository_id, run_id)
       references sweepbot.watched_run (repository_id, run_id) on delete cascade
   );
   create table sweepbot.job_duration (
     repository_id bigint not null,
     job_id bigint not null,
     family text not null,
     pool text not null,
     ms float8 not null,
     ended_ms float8 not null,
     primary key (repository_id, job_id)
   );
   create index job_duration_kind
     on sweepbot.job_duration (repository_id, family, pool, ended_ms)`,
  `create table sweepbot.artifact_rows (
     repository_id bigint not null,
     artifact_id bigint not null,
     reading jsonb not null,
     kept_at timestamptz not null default now(),
     primary key (repository_id, artifact_id)
   );
   create index artifact_rows_kept on sweepbot.artifact_rows (kept_at);

   create table sweepbot.published_row (
     repository_id bigint not null,
     identity text not null,
     run_id bigint not null,
     published_at bigint not null,
     metrics jsonb not null,
     primary key (repository_id, identity, run_id)
   );

   create table sweepbot.picture (
     repository_id bigint not null,
     pull integer not null,
     run_id bigint not null,
     picture jsonb not null,
     primary key (repository_id, pull, run_id)
   )`,
  `alter table sweepbot.picture add column kept_at timestamptz not null default now();
   create index picture_kept on sweepbot.picture (kept_at)`,
  `create table sweepbot.staging (
     delivery_id text primary key,
     repository_id bigint not null,
     number integer not null,
     comment_id bigint not null,
     run_id bigint not null,
     app_run_id bigint not null,
     source_repository text not null,
     state text not null,
     kept_at timestamptz not null default now()
   );
   create index staging_pull on sweepbot.staging (repository_id, number);
   create index staging_kept on sweepbot.staging (kept_at)`,
  `create table sweepbot.merge_queue (
     repository_id bigint not null,
     number integer not null,
     ref jsonb not null,
     ordered_ms float8 not null,
     holds_turn boolean not null default false,
     kept_at timestamptz not null default now(),
     primary key (repository_id, number)
   );
   create unique index merge_queue_turn on sweepbot.merge_queue (repository_id) where holds_turn`,
];

/** The database was last used by a newer sweepbot. Its sentence: templates, by `code`. */
export class SchemaTooNew extends Error {
  readonly code = "schema_too_new";
  readonly values: { readonly found: number; readonly known: number };

  constructor(found: number, known: number) {
    super(`schema_too_new: found ${found}, known ${known}`);
    this.name = "SchemaTooNew";
    this.values = { found, known };
  }
}

/** Creates the schema `sweepbot` and runs the migrations it lacks, each once, whoever else tries at the same time. */
export async function migrate(database: Database): Promise<void> {
  await database.transaction(async (db) => {
    await db.executeSql("select pg_advisory_xact_lock($1::bigint)", [ADVISORY_LOCK]);
    await db.executeSql(
      `create schema if not exists sweepbot;
       create table if not exists sweepbot.migration (
         version integer primary key,
         ran_at timestamptz not null default now()
       )`,
    );
    const ran = await readRows(
      db,
      z.object({ version: z.number() }),
      "select version from sweepbot.migration",
    );
    const newest = Math.max(0, ...ran.map((row) => row.version));
    if (newest > MIGRATIONS.length) {
      throw new SchemaTooNew(newest, MIGRATIONS.length);
    }
    for (const [index, statements] of MIGRATIONS.entries()) {
      if (index + 1 > newest) {
        await db.executeSql(statements);
        await db.executeSql("insert into sweepbot.migration (version) values ($1)", [index + 1]);
      }
    }
  });
}
