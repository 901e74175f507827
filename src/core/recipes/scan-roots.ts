import type { ChangedFile } from "../model/github.ts";
import { isWithin } from "../model/places.ts";
import { isExemptPath } from "./exempt.ts";
import type { PatchInput } from "./patches-input.ts";
import type { ScanTerms } from "./patch-closure.ts";
import type { PatchPolicy } from "./policy-patches.ts";

/** What says which files are looked at. */
export type ScanInput = Pick<PatchInput, "sources" | "points" | "places" | "policies">;

/** Scripts, recipes and Dockerfiles of the pull request, and what its configurations are measured with. */
export function rootsOf(input: ScanInput, files: readonly ChangedFile[]): readonly string[] {
  const changed = files.filter(
    ({ status, path }) => status !== "removed" && isScanned(path, input),
  );
  const measured = input.points.touched.flatMap(({ script, recipeFile }) => [
    ...(script === null ? [] : [script]),
    ...(recipeFile === null ? [] : [recipeFile.path]),
  ]);
  const tree = input.sources.head.tree;
  const paths = new Set(tree.kind === "known" ? tree.value.map(({ path }) => path) : []);
  const roots = [...changed.map(({ path }) => path), ...measured.filter((path) => paths.has(path))];
  return [...new Set(roots)].sort();
}

/** What the submitted configurations are measured with and this repository does not have (spec/signoff §0.4). */
export function elsewhere(
  input: ScanInput,
): readonly { readonly path: string; readonly key: string }[] {
  const { tree } = input.sources.head;
  const paths = new Set(tree.kind === "known" ? tree.value.map(({ path }) => path) : []);
  const missing = input.points.touched.flatMap(({ key, script, recipeFile }) => {
    const path = recipeFile?.path ?? script;
    return path === null || paths.has(path) ? [] : [{ key, path }];
  });
  return [...new Map(missing.map((each) => [each.path, each])).values()];
}

function isScanned(path: string, { places, policies: { patches } }: ScanInput): boolean {
  if (isExemptPath(path, patches)) return false;
  if (/(?:^|\/)[^/]*Dockerfile[^/]*$|\.dockerfile$/iu.test(path)) return true;
  if (!isWithin(path, places.measured) || isTest(path)) return false;
  return /(?:\.(?:sh|bash|py|ya?ml|slurm|sbatch)|(?:^|\/)[^./]+)$/u.test(path);
}

/** Whether a path is a test by its name. */
export function isTest(path: string): boolean {
  return /(?:^|\/)(?:tests?\/|test_[^/]*$)|_test\.[^/]*$/u.test(path);
}

/** What the submitted points declare: the components that they offload to, and the settings of their workers. */
export function termsOf(points: ScanInput["points"]["touched"], policy: PatchPolicy): ScanTerms {
  const settings = new Map<string, string[]>();
  for (const { name, value } of points.flatMap((point) => point.settings)) {
    const values = settings.get(name) ?? [];
    settings.set(name, values.includes(value) ? values : [...values, value]);
  }
  const components = points.flatMap(({ entry, space }) =>
    [
      entry["kv-p2p-transfer"],
      space["kv-p2p-transfer"],
      ...[entry.router, space.router, space["kv-offload-backend"]].map((each) => each?.name),
    ].flatMap((name) => name ?? []),
  );
  return { policy, settings, components: [...new Set(components)] };
}
