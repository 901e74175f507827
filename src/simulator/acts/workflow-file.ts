import { parse } from "yaml";
import { z } from "zod";
import type { WorkflowInput } from "../state/records.ts";

export interface WorkflowContent {
  readonly name?: string;
  /** What a run is called, from the inputs of its dispatch. */
  readonly runName?: (inputs: Readonly<Record<string, string>>) => string;
  /** Names of the declared inputs; with a record, which are required and what they default to. */
  readonly inputs?: readonly string[] | Readonly<Record<string, Partial<WorkflowInput>>>;
  /** Whether it has a `workflow_dispatch` trigger; true when absent. */
  readonly dispatchable?: boolean;
}

const declaration = z
  .object({
    required: z.boolean().optional(),
    default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  })
  .nullable();

const trigger = z.object({ inputs: z.record(z.string(), declaration).nullish() }).nullish();

const workflowFile = z.object({
  name: z.string().optional(),
  "run-name": z.string().optional(),
  on: z.union([z.string(), z.array(z.string()), z.looseObject({ workflow_dispatch: trigger })]),
});

type Triggers = z.infer<typeof workflowFile>["on"];

/** Reads name, run-name, the dispatch trigger and its inputs from a workflow file; throws when it is none. */
export function parseWorkflowFile(text: string): WorkflowContent {
  const file = workflowFile.parse(parse(text));
  const runName = file["run-name"];
  return {
    ...(file.name === undefined ? {} : { name: file.name }),
    ...(runName === undefined ? {} : { runName: (inputs) => fill(runName, inputs) }),
    dispatchable: isDispatchable(file.on),
    inputs: inputsOf(file.on),
  };
}

function isDispatchable(on: Triggers): boolean {
  if (typeof on === "string") return on === "workflow_dispatch";
  return Array.isArray(on) ? on.includes("workflow_dispatch") : "workflow_dispatch" in on;
}

function inputsOf(on: Triggers): Record<string, WorkflowInput> {
  if (typeof on === "string" || Array.isArray(on)) return {};
  const declared = Object.entries(on.workflow_dispatch?.inputs ?? {});
  return Object.fromEntries(
    declared.map(([name, input]) => {
      const value = input?.default;
      const required = input?.required ?? false;
      return [name, { required, default: value === undefined ? null : String(value) }];
    }),
  );
}

/** Fills `${{ inputs.x }}` and `${{ inputs.x || 'otherwise' }}`; other expressions become empty. */
function fill(template: string, inputs: Readonly<Record<string, string>>): string {
  return template.replace(/\$\{\{([^}]*)\}\}/g, (_, expression: string) => {
    const values = expression.split("||").map((part) => valueOf(part.trim(), inputs));
    return values.find((value) => value !== "") ?? "";
  });
}

function valueOf(part: string, inputs: Readonly<Record<string, string>>): string {
  const literal = /^'(.*)'$/.exec(part);
  if (literal !== null) return literal[1] ?? "";
  const [, name] = /^(?:github\.event\.)?inputs\.([\w-]+)$/.exec(part) ?? [];
  return name === undefined ? "" : (inputs[name] ?? "");
}
