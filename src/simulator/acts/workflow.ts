import { entryAt } from "../git/tree.ts";
import type { Repository, Workflow, WorkflowInput } from "../state/records.ts";
import { worldOf } from "../state/world.ts";
import { parseWorkflowFile, type WorkflowContent } from "./workflow-file.ts";

/** Makes a workflow known to Actions; without content, from its file on the default branch. */
export function addWorkflow(
  repository: Repository,
  path: string,
  content: WorkflowContent = contentOf(repository, path),
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

function contentOf(repository: Repository, path: string): WorkflowContent {
  const { git, refs } = repository;
  const tip = refs.get(`refs/heads/${repository.defaultBranch}`);
  const entry = tip === undefined ? null : entryAt(git, git.commit(tip).tree, path);
  if (entry === null) throw new Error(`there is no file ${path} on ${repository.defaultBranch}`);
  return parseWorkflowFile(Buffer.from(git.blob(entry.sha)).toString("utf8"));
}
