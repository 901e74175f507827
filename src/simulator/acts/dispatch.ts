import { Refusal } from "../http/answer.ts";
import type { Account } from "../state/accounts.ts";
import type { Run, Workflow } from "../state/records.ts";
import { fullName, worldOf } from "../state/world.ts";
import { startRun } from "./run.ts";

const MOST_INPUTS = 25;
const MOST_INPUT_CHARACTERS = 65_535;

/** Starts a workflow by hand, as POST …/dispatches does, or throws the refusal that GitHub answers. */
export function dispatchWorkflow(
  workflow: Workflow,
  actor: Account,
  wish: { readonly ref: string; readonly inputs: Readonly<Record<string, unknown>> },
): Run {
  const { repository } = workflow;
  const branch = wish.ref.replace(/^refs\/(?:heads|tags)\//, "");
  const headSha =
    repository.refs.get(`refs/heads/${branch}`) ?? repository.refs.get(`refs/tags/${branch}`);
  if (headSha === undefined) throw new Refusal(422, `No ref found for: ${wish.ref}`);
  if (!workflow.dispatchable) {
    throw new Refusal(422, "Workflow does not have 'workflow_dispatch' trigger");
  }
  const inputs = checkedInputs(workflow, wish.inputs);
  const run = startRun(workflow, {
    event: "workflow_dispatch",
    headSha,
    headBranch: branch,
    headRepository: repository,
    displayTitle: workflow.runName?.(inputs) ?? workflow.name,
    actor,
    inputs,
  });
  worldOf(repository).dispatches.push({
    repository: fullName(repository),
    workflow: workflow.path,
    ref: wish.ref,
    inputs,
    runId: run.id,
  });
  return run;
}

function checkedInputs(
  workflow: Workflow,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  refuseBadInputs(workflow, given);
  const inputs: Record<string, string> = {};
  for (const [name, declared] of workflow.inputs) {
    const value = inputText(name, given[name] ?? declared.default ?? undefined);
    if ((value ?? "") === "" && declared.required) {
      throw new Refusal(422, `Required input '${name}' not provided`);
    }
    if (value !== undefined) inputs[name] = value;
  }
  return inputs;
}

function refuseBadInputs(workflow: Workflow, given: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(given);
  if (names.length > MOST_INPUTS) {
    const most = `you may only define up to ${MOST_INPUTS} \`inputs\``;
    throw new Refusal(422, `${most} for a \`workflow_dispatch\` event`);
  }
  if (JSON.stringify(given).length > MOST_INPUT_CHARACTERS) {
    throw new Refusal(422, "inputs are too large.");
  }
  const undeclared = names.filter((name) => !workflow.inputs.has(name));
  if (undeclared.length > 0) {
    throw new Refusal(422, `Unexpected inputs provided: ${JSON.stringify(undeclared)}`);
  }
}

function inputText(name: string, value: unknown): string | undefined {
  if (typeof value === "string" || value === undefined) return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new Refusal(
    422,
    `For 'properties/inputs/${name}', ${JSON.stringify(value)} is not a string.`,
  );
}
