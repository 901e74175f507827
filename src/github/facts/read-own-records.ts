import type { EarlyFacts } from "../../core/decide/needs.ts";
import { acknowledgements } from "../../core/decide/staging-record.ts";
import type { Facts } from "../../core/model/facts.ts";
import type { PullRef } from "../../core/model/signal.ts";

/** What GitHub does not tell, and only our own database does. */
export interface OwnRecords {
  /** What the staging side told of this pull request. */
  readonly stagings: (pull: PullRef) => Promise<Facts["stagings"]>;
  /** Who is to be merged by command in this repository. */
  readonly mergeQueue: (pull: PullRef) => Promise<Facts["mergeQueue"]>;
}

/** Each is asked for only where it matters. */
export async function readOwnRecords(
  records: OwnRecords,
  ref: PullRef,
  base: EarlyFacts,
): Promise<Pick<Facts, "stagings" | "mergeQueue">> {
  const [stagings, mergeQueue] = await Promise.all([
    acknowledgements(base).length > 0 ? records.stagings(ref) : [],
    base.config.inForce.merge.withReuse ? records.mergeQueue(ref) : [],
  ]);
  return { stagings, mergeQueue };
}
