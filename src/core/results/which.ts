import type { Artifact } from "../model/github.ts";

/** Most artifacts of one run that are read; agentic points have one each. */
const MOST_ARTIFACTS = 200;

export interface ArtifactChoice {
  readonly read: readonly Artifact[];
  /** How many more there are. */
  readonly beyond: number;
}

/** The newest artifact of each exact name, the collections (`first`) before the single points, up to a limit (spec/control-plane §7.4). */
export function chooseArtifacts(
  artifacts: readonly Artifact[],
  first: readonly string[],
): ArtifactChoice {
  const newest = new Map<string, Artifact>();
  for (const artifact of artifacts) {
    const earlier = newest.get(artifact.name);
    if (earlier === undefined || isNewer(artifact, earlier)) newest.set(artifact.name, artifact);
  }
  const order = (artifact: Artifact): number => (first.includes(artifact.name) ? 0 : 1);
  const all = [...newest.values()].sort(
    (a, b) => order(a) - order(b) || Number(isNewer(b, a)) - Number(isNewer(a, b)),
  );
  return {
    read: all.slice(0, MOST_ARTIFACTS),
    beyond: Math.max(0, all.length - MOST_ARTIFACTS),
  };
}

/** Uploads of the same second are told apart by their ids, which only grow. */
export function isNewer(
  a: Pick<Artifact, "id" | "createdAt">,
  b: Pick<Artifact, "id" | "createdAt">,
): boolean {
  const difference = (a.createdAt ?? 0) - (b.createdAt ?? 0);
  return difference === 0 ? a.id > b.id : difference > 0;
}
