import type { Repository, Workflow, WorkflowInput } from "../state/records.ts";
import { worldOf } from "../state/world.ts";

export interface WorkflowContent {
  readonly name?: string;
  /** What a run is called, from the inputs of its dispatch. */
  readonly runName?: (inputs: Readonly<Record<string, string>>) => string;
  /** Names of the declared inputs; with a record, which are required and what they default to. */
  readonly inputs?: readonly string[] | Readonly<Record<string, Partial<WorkflowInput>>>;
  /** Whether it has a `workflow_dispatch` trigger; true when absent. */
  readonly dispatchable?: boolean;
}

/** Makes a workflow file known to Actions. */
export function addWorkflow(
  repository: Repository,
  path: string,
  content: WorkflowContent,
): Workflow {
  const world = worldOf(repository);
  const workflow: Workflow = {
    repository,
    id: world.nextId(),
    path,
    name: content.name ?? path.split("/").at(-1) ?? path,
    dispatchable: content.dispatchable ?? true,
    inputs: declaredInputs(content.inputs ?? []),
    runName: content.runName ?? null,
    createdAt: world.now(),
    nextRunNumber: 1,
  };
  repository.workflows.set(path, workflow);
  return workflow;
}

function declaredInputs(
  inputs: readonly string[] | Readonly<Record<string, Partial<WorkflowInput>>>,
): ReadonlyMap<string, WorkflowInput> {
  const entries = isNames(inputs)
    ? inputs.map((name): [string, Partial<WorkflowInput>] => [name, {}])
    : Object.entries(inputs);
  return new Map(
    entries.map(([name, input]) => [
      name,
      { required: input.required ?? false, default: input.default ?? null },
    ]),
  );
}

function isNames(inputs: unknown): inputs is readonly string[] {
  return Array.isArray(inputs);
}
