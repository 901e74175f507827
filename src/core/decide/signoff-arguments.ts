import type { Facts } from "../model/facts.ts";
import { pointSides } from "../recipes/build-input.ts";
import { type ArgumentsVerdict, compareArguments } from "../recipes/major-arguments.ts";
import { policiesInForce } from "../recipes/policies.ts";
import { recipeGround } from "./recipe-ground.ts";

/** Compares the launch arguments of these recipes, as they stand at head, with what upstream says (spec/signoff §3.3 c). */
export function argumentsOf(
  facts: Facts,
  keys: readonly string[],
): (texts: readonly string[]) => ArgumentsVerdict {
  return (texts) => {
    const ground = recipeGround(facts);
    if (ground === null) return { kind: "notCompared" };
    const { sources, documents, places } = ground;
    const policy = policiesInForce(ground.shipped, sources.policy);
    if (policy.kind === "unknown") return { kind: "notCompared" };
    const trees = { head: sources.head.tree, base: sources.base.tree };
    const { points } = pointSides({ documents, trees, keys: ground.keys, places });
    const own = points.all.filter(({ key }) => keys.includes(key));
    // A recipe that is not valid has no points, and nothing is said of it.
    if (keys.some((key) => !own.some((point) => point.key === key))) return { kind: "notCompared" };
    const { arguments: table } = policy.policies;
    return compareArguments({ points: own, head: sources.head, policy: table, texts });
  };
}
