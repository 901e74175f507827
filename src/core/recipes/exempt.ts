import { isWithin } from "../model/places.ts";
import type { PatchPolicy } from "./policy-patches.ts";

/** Whether the policy says that a whole file is none of the engine's business. */
export function isExemptPath(path: string, policy: PatchPolicy): boolean {
  return policy.exempt.some((each) => each.functions === null && isWithin(path, [each.path]));
}
