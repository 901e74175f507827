import { readFileSync } from "node:fs";
import { Ajv, type AnySchema, type ValidateFunction } from "ajv";

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly schema: Readonly<Record<string, unknown>>;
}

interface Operation {
  readonly parameters: readonly Parameter[];
  readonly request: Readonly<Record<string, unknown>> | null;
  readonly responses: Readonly<Record<string, AnySchema | null>>;
}

interface Description {
  readonly version: string;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly components: unknown;
}

/** A request with its answer, as the simulator's observer or a recording gives it. */
export interface CheckedExchange {
  readonly method: string;
  /** Path with query, without the host. */
  readonly path: string;
  readonly requestBody: unknown;
  readonly status: number;
  readonly responseBody: unknown;
}

const file = new URL("github-openapi.json", import.meta.url);
const description = JSON.parse(readFileSync(file, "utf8")) as Description;

// Formats are left out: GitHub's own answers break some ("uri" templates), and none matters to us.
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, coerceTypes: false });
const coercing = new Ajv({ strict: false, validateFormats: false, coerceTypes: true });
ajv.addSchema({ $id: "github", ...description });

const patterns = Object.keys(description.operations).map((name) => {
  const [method = "", template = ""] = name.split(" ");
  // Only these take slashes unescaped; a literal part must win over a parameter, so they come last.
  const last = /(?:contents|refs?|compare|branches)\/\{\w+\}$/.test(template);
  const source = template
    .replace(/[.+]/g, "\\$&")
    .replace(/\{[^}]+\}/g, (_, at: number) =>
      last && at === template.lastIndexOf("{") ? "(.+)" : "([^/]+)",
    );
  return { name, method, pattern: new RegExp(`^${source}$`), holes: template.split("{").length };
});
patterns.sort((a, b) => a.holes - b.holes);

/** The described operation of a request, "GET /repos/{owner}/{repo}"; null when there is none. */
export function operationOf(method: string, path: string): string | null {
  const bare = path.split("?")[0] ?? "";
  const fits = patterns.filter((one) => one.method === method && one.pattern.test(bare));
  return fits[0]?.name ?? null;
}

const compiled = new Map<string, ValidateFunction>();

function violationsOf(pointer: string, value: unknown): string[] {
  const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `github#/operations/${pointer}` });
  compiled.set(pointer, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map((one) => `${one.instancePath || "/"} ${one.message ?? "?"}`);
}

function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}

function queryViolations(operation: Operation, path: string): string[] {
  const violations: string[] = [];
  for (const [name, text] of new URL(path, "http://localhost").searchParams) {
    const known = operation.parameters.find((one) => one.in === "query" && one.name === name);
    if (known === undefined) violations.push(`query ${name} is not known`);
    else if (coercing.validate(withComponents(known.schema), text) !== true) {
      violations.push(`query ${name}=${text} ${coercing.errorsText()}`);
    }
  }
  return violations;
}

function withComponents(schema: Readonly<Record<string, unknown>>): AnySchema {
  return { ...schema, components: description.components };
}

function hasBody(body: unknown): boolean {
  return typeof body === "object" && body !== null && Object.keys(body).length > 0;
}

function requestViolations(name: string, operation: Operation, body: unknown): string[] {
  if (operation.request === null) return hasBody(body) ? ["takes no body"] : [];
  const required = operation.request["required"];
  if (!hasBody(body) && required === undefined) return [];
  const properties = operation.request["properties"];
  const unknown =
    typeof properties === "object" && properties !== null
      ? Object.keys(Object(body) as object).filter((key) => !(key in properties))
      : [];
  return [
    ...violationsOf(`${escaped(name)}/request`, body),
    ...unknown.map((key) => `property ${key} is not known`),
  ];
}

function responseViolations(
  name: string,
  operation: Operation,
  exchange: CheckedExchange,
): string[] {
  const { status, responseBody } = exchange;
  if (status === 304) return [];
  const key = String(status);
  if (key in operation.responses) {
    if (operation.responses[key] === null) return [];
    return violationsOf(`${escaped(name)}/responses/${key}`, responseBody);
  }
  // GitHub leaves many refusals out of its description, but all of them have a message.
  const isRefusal = status >= 400 && typeof messageOf(responseBody) === "string";
  return isRefusal ? [] : [`status ${key} is not described`];
}

function messageOf(body: unknown): unknown {
  return typeof body === "object" && body !== null && "message" in body ? body.message : undefined;
}

/**
 * What a request and its answer break of GitHub's description, each with the operation in front; empty when
 * both keep to it. A request that was refused is not judged: being wrong may have been its purpose.
 */
export function checkExchange(exchange: CheckedExchange): readonly string[] {
  const name = operationOf(exchange.method, exchange.path);
  const operation = name === null ? undefined : description.operations[name];
  if (name === null || operation === undefined) {
    return [`${exchange.method} ${exchange.path}: not described`];
  }
  const request =
    exchange.status >= 400
      ? []
      : [
          ...queryViolations(operation, exchange.path),
          ...requestViolations(name, operation, exchange.requestBody),
        ].map((one) => `${name} request: ${one}`);
  const response = responseViolations(name, operation, exchange).map(
    (one) => `${name} ${exchange.status} answer: ${one}`,
  );
  return [...request, ...response];
}

/** All operations that can be checked. */
export const operationNames: readonly string[] = Object.keys(description.operations);
