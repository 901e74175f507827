import type { StatusContent } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import type { ReuseVerdict } from "./reuse.ts";

export interface SignoffVerdict {
  readonly state: StatusContent["state"];
  readonly code: string;
}

export function decideSignoff(_facts: Facts, _reuse: ReuseVerdict): SignoffVerdict {
  return { state: "pending", code: "waiting" };
}
