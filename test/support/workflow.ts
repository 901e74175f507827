import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

const FOLDER = new URL("../../templates/workflows/", import.meta.url);

const Permissions = z.record(z.string(), z.string());
const Values = z.record(z.string(), z.unknown());
const Step = z.strictObject({
  name: z.string().optional(),
  id: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: Values.optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const Job = z.looseObject({
  name: z.string(),
  if: z.string().optional(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  permissions: Permissions.optional(),
  strategy: z.looseObject({ matrix: Values }).optional(),
  uses: z.string().optional(),
  with: Values.optional(),
  steps: z.array(Step).optional(),
});
const Workflow = z.looseObject({
  permissions: Permissions,
  jobs: z.record(z.string(), Job),
  on: z.looseObject({
    workflow_dispatch: z
      .object({ inputs: z.record(z.string(), z.looseObject({ type: z.string() })) })
      .optional(),
  }),
});

export interface WorkflowFile extends Pick<z.infer<typeof Workflow>, "permissions" | "jobs"> {
  readonly text: string;
  readonly inputs: Readonly<Record<string, { readonly type: string }>>;
  /** Steps of all jobs. */
  readonly steps: readonly z.infer<typeof Step>[];
}

/** Names of the workflow files that a repository copies. */
export const WORKFLOW_NAMES: readonly string[] = readdirSync(FOLDER).sort();

/** A workflow of the templates, as far as tests look at it. */
export function readWorkflow(name: string): WorkflowFile {
  const text = readFileSync(new URL(name, FOLDER), "utf8");
  const { permissions, jobs, on } = Workflow.parse(parse(text));
  const steps = Object.values(jobs).flatMap((job) => job.steps ?? []);
  return { text, permissions, jobs, steps, inputs: on.workflow_dispatch?.inputs ?? {} };
}
