/** Writes `schemas/*.schema.json`, the files that editors use, from the schemas that the code checks with. */
import { mkdirSync, writeFileSync } from "node:fs";
import { format } from "prettier";
import { CHANGELOG_ENTRY_SCHEMA } from "../src/core/contract/schema-changelog-entry.ts";
import { CI_PRIORITY_SCHEMA } from "../src/core/contract/schema-ci-priority.ts";
import { MASTER_SCHEMA } from "../src/core/contract/schema-master.ts";
import { RUNNERS_SCHEMA } from "../src/core/contract/schema-runners.ts";
import { z } from "zod";
import { Signatures } from "../src/core/causes/signatures.ts";
import { configSchema } from "./config-schema.ts";

const $schema = "http://json-schema.org/draft-07/schema#";

/** File name to schema. */
export const SHIPPED_SCHEMAS: Readonly<Record<string, object>> = {
  "master.schema.json": { $schema, title: "Recipes of a benchmark repository", ...MASTER_SCHEMA },
  "runners.schema.json": { $schema, title: "Runner pools and their hardware", ...RUNNERS_SCHEMA },
  "changelog-entry.schema.json": {
    $schema,
    title: "An entry of the performance changelog",
    ...CHANGELOG_ENTRY_SCHEMA,
  },
  "ci-priority.schema.json": {
    $schema,
    title: "Order of jobs in the queue",
    ...CI_PRIORITY_SCHEMA,
  },
  "failures.schema.json": {
    title: "How to tell why a job failed",
    ...z.toJSONSchema(Signatures, { io: "input", target: "draft-7" }),
  },
  "sweepbot-config.schema.json": configSchema(),
};

if (import.meta.main) {
  const folder = new URL("../schemas/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  for (const [name, schema] of Object.entries(SHIPPED_SCHEMAS)) {
    const text = await format(JSON.stringify(schema, null, 2), { parser: "json", printWidth: 100 });
    writeFileSync(new URL(name, folder), text);
  }
}
