/** What the methods that write are tried with. */
import type { CheckRunContent } from "../../src/core/model/effect.ts";
import type { GitHub } from "../../src/github/port.ts";
import type { Simulator } from "../../src/simulator/simulator.ts";

export function aCheck(headSha: string): CheckRunContent {
  return {
    name: "sweepbot/changelog",
    headSha,
    externalId: "key",
    status: "completed",
    conclusion: "success",
    title: "Fine",
    summary: "Fine",
    annotations: [],
    detailsUrl: null,
  };
}

/** Merges a pull request that is there for nothing else. */
export async function mergeOther(github: GitHub, simulator: Simulator): Promise<void> {
  const repo = simulator.repository("acme", "bench");
  const files = { "b.txt": "1\n" };
  const pull = repo.openPull({ author: "mira", branch: "other", title: "Other", files });
  const { number, headSha } = pull;
  const merge = { key: "key", headSha, method: "squash", title: "Other", message: "" } as const;
  await github.mergePull(number, merge);
}
