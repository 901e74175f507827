/**
 * Rewrites test/contract/github-openapi.json: GitHub's own description of the operations that the simulator
 * has, as JSON Schema. The source is the npm package `@octokit/openapi`, which is too large to depend on:
 *
 *   cd "$(mktemp -d)" && npm pack @octokit/openapi@23.0.2 && tar -xzf octokit-openapi-*.tgz
 *   node scripts/refresh-openapi.ts <that folder>/package/generated/api.github.com.json
 */
import { readFile, writeFile } from "node:fs/promises";
import { z } from "zod";
import { allRoutes } from "../src/simulator/routes/all.ts";

const target = new URL("../test/contract/github-openapi.json", import.meta.url);

/** Addresses that GitHub has but does not describe, or describes under another template. */
const undescribed: readonly string[] = [
  "POST /graphql",
  "GET /_artifacts/{repository_id}/{file}",
  "GET /_logs/{repository_id}/{file}",
  "GET /repos/{owner}/{repo}/contents",
];

/**
 * Answers that the description gets wrong, and what they are. The list of installations wants accounts that are
 * a user and an enterprise at once ("allOf"); the single installation says it right ("anyOf").
 */
const patches: Readonly<Record<string, unknown>> = {
  "GET /app/installations": {
    type: "array",
    items: { $ref: "#/components/schemas/installation" },
  },
};

const json = z.record(z.string(), z.unknown());
type Json = z.infer<typeof json>;

const parameter = z.object({
  name: z.string(),
  in: z.enum(["path", "query", "header"]),
  required: z.boolean().default(false),
  schema: json.default({}),
});
const content = z.object({ "application/json": z.object({ schema: json }).optional() }).optional();
const described = z.object({
  parameters: z.array(json).default([]),
  requestBody: z.object({ content, required: z.boolean().default(false) }).optional(),
  responses: z.record(z.string(), json),
});
const description = z.object({
  info: z.object({ version: z.string() }),
  paths: z.record(z.string(), json),
  components: z.object({ schemas: json, parameters: json, responses: json }),
});

const prose = new Set([
  "description",
  "example",
  "examples",
  "externalDocs",
  "title",
  "default",
  "nullable",
]);

/** A schema without prose, and with `nullable` said the way JSON Schema says it. */
function toJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toJsonSchema);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => !prose.has(key) && !key.startsWith("x-"));
  const schema = Object.fromEntries(
    entries.map(([key, inside]) => [key, keywordValue(key, inside)]),
  );
  return "nullable" in value && value.nullable === true ? orNull(schema) : schema;
}

function keywordValue(key: string, value: unknown): unknown {
  if (key === "enum" || key === "required") return value;
  return key === "properties" ? toProperties(value) : toJsonSchema(value);
}

/** Property names are no keywords: one called "title" must stay. */
function toProperties(value: unknown): Json {
  const entries = Object.entries(json.parse(value));
  return Object.fromEntries(entries.map(([name, schema]) => [name, toJsonSchema(schema)]));
}

function orNull(schema: Json): Json {
  if (typeof schema["type"] !== "string") return { anyOf: [schema, { type: "null" }] };
  const list = Array.isArray(schema["enum"])
    ? { enum: [...(schema["enum"] as unknown[]), null] }
    : {};
  return { ...schema, type: [schema["type"], "null"], ...list };
}

function resolve<T>(schema: z.ZodType<T>, value: Json, library: Json): T {
  const ref = value["$ref"];
  if (typeof ref !== "string") return schema.parse(value);
  return schema.parse(library[ref.split("/").at(-1) ?? ""]);
}

function bodySchema(of: z.infer<typeof content>): unknown {
  const schema = of?.["application/json"]?.schema;
  return schema === undefined ? null : toJsonSchema(schema);
}

function extractOperation(
  operation: z.infer<typeof described>,
  components: { parameters: Json; responses: Json },
): Json {
  const responses: Json = {};
  for (const [status, response] of Object.entries(operation.responses)) {
    const body = resolve(z.object({ content }), response, components.responses);
    responses[status] = bodySchema(body.content);
  }
  const parameters = operation.parameters
    .map((one) => resolve(parameter, one, components.parameters))
    .map((one) => ({ name: one.name, in: one.in, schema: toJsonSchema(one.schema) }));
  return { parameters, request: bodySchema(operation.requestBody?.content), responses };
}

/** Names of all schemas that a value refers to, directly or through others. */
function reachableSchemas(value: unknown, schemas: Json): Json {
  const kept: Json = {};
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [, name = ""] of JSON.stringify(next).matchAll(
      /"#\/components\/schemas\/([^"]+)"/g,
    )) {
      if (name in kept) continue;
      kept[name] = toJsonSchema(schemas[name]);
      open.push(kept[name]);
    }
  }
  return Object.fromEntries(Object.entries(kept).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const source = process.argv[2];
if (source === undefined) {
  console.error("Say where api.github.com.json is; the head of this script tells how to get it.");
  process.exitCode = 2;
} else {
  const api = description.parse(JSON.parse(await readFile(source, "utf8")));
  const operations: Json = {};
  for (const { method, template } of allRoutes) {
    const name = `${method} ${template}`;
    if (undescribed.includes(name)) continue;
    const found = api.paths[template]?.[method.toLowerCase()];
    if (found === undefined) throw new Error(`GitHub describes no ${name}`);
    const operation = extractOperation(described.parse(found), api.components);
    const patch = name in patches ? { responses: { 200: patches[name] } } : {};
    operations[name] = { ...operation, ...patch };
  }
  const schemas = reachableSchemas(operations, api.components.schemas);
  const extract = { version: api.info.version, operations, components: { schemas } };
  await writeFile(target, `${JSON.stringify(extract)}\n`);
  console.log(
    `${Object.keys(operations).length} operations, ${Object.keys(schemas).length} schemas`,
  );
}
