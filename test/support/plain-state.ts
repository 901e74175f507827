import { HEALTH_CONTEXT } from "../../src/core/plan/health.ts";
import type { SimulatedRepository } from "../../src/simulator/story/repository.ts";
import type { RepositoryState } from "../../src/simulator/story/state.ts";

/**
 * What people see of a repository, with every id, commit and key named by its place instead of its
 * number: two runs of the same story can be compared although they counted differently.
 */
export function plainState(repo: SimulatedRepository): RepositoryState {
  const names = namesOf(repo);
  const text = JSON.stringify(repo.state(), (_, value: unknown) =>
    typeof value === "string" ? plain(value, names) : value,
  );
  const state = JSON.parse(text) as RepositoryState;
  return {
    ...state,
    pulls: state.pulls.map((pull) => ({
      ...pull,
      comments: pull.comments.toSorted((a, b) => (a.body < b.body ? -1 : 1)),
    })),
    checkRuns: state.checkRuns.toSorted((a, b) => (a.sha + a.name < b.sha + b.name ? -1 : 1)),
    statuses: state.statuses.filter((status) => !isHealed(status)).toSorted(),
  };
}

/** An error that sweepbot had to report and has taken back since: it looks after the pull request again. */
function isHealed(status: string): boolean {
  return status.includes(` ${HEALTH_CONTEXT}: success `);
}

type Names = readonly (readonly [string, string])[];

function namesOf(repo: SimulatedRepository): Names {
  const { issues, git, refs } = repo.record;
  const runs = repo.runs().map((run, at) => [String(run.id), `<run ${at}>`] as const);
  const comments = [...issues.values()].flatMap((issue) =>
    issue.comments
      .filter(({ author }) => author.type === "User")
      .map(({ id }, at) => [String(id), `<comment ${issue.number}.${at}>`] as const),
  );
  const commits = [...refs.entries()].toSorted().flatMap(([ref, tip]) => {
    const names: (readonly [string, string])[] = [];
    let sha: string | undefined = tip;
    for (let back = 0; sha !== undefined; back += 1) {
      for (const length of [40, 12, 7]) names.push([sha.slice(0, length), `<${ref}~${back}>`]);
      sha = git.commit(sha).parents[0];
    }
    return names;
  });
  const reviews = [...issues.values()].flatMap((issue) =>
    (issue.pull?.reviews ?? []).map(
      ({ id }, at) => [`pullrequestreview-${id}`, `<review ${issue.number}.${at}>`] as const,
    ),
  );
  return [...runs, ...comments, ...reviews, ...commits].toSorted(
    (a, b) => b[0].length - a[0].length,
  );
}

function plain(text: string, names: Names): string {
  let result = text
    .replace(/content:[0-9a-f]{32}/gu, "<content>")
    .replace(/sweepbot:state [0-9a-f]{12} \d+/gu, "<state>")
    .replace(/^[0-9a-f]{16}$|(?<=\[)[0-9a-f]{16}(?=\])/gu, "<key>")
    .replace(/\d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC/gu, "<time>")
    .replace(/ingest-\d+-\d+-[0-9a-f]{12}-\d+/gu, "<ingest>");
  for (const [found, name] of names) result = result.replaceAll(found, name);
  return result;
}
