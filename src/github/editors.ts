import { z } from "zod";
import { asReading, translateGraphqlFailure } from "./errors.ts";
import type { GitHub } from "./port.ts";
import type { Requests } from "./requests.ts";

const query = `query ($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on IssueComment { id editor { login } }
    ... on PullRequestReview { id editor { login } }
    ... on PullRequestReviewComment { id editor { login } }
  }
}`;

const answer = z.object({
  nodes: z.array(
    z.object({ id: z.string(), editor: z.object({ login: z.string() }).nullable() }).nullable(),
  ),
});

/** GitHub takes this many node ids at once. */
const NODES_PER_QUERY = 100;

/** Who edited comments and reviews last; only GraphQL tells. What was deleted meanwhile is left out. */
export function editorsOf({ octokit }: Requests): Pick<GitHub, "readEditors"> {
  const read = async (ids: readonly string[]): Promise<readonly [string, string | null][]> => {
    try {
      const { nodes } = answer.parse(await octokit.graphql(query, { ids }));
      return nodes.flatMap((node) =>
        node === null ? [] : [[node.id, node.editor?.login ?? null] as [string, string | null]],
      );
    } catch (error) {
      throw translateGraphqlFailure(error, "POST /graphql", Date.now());
    }
  };
  const readAll = async (ids: readonly string[]): Promise<Record<string, string | null>> => {
    const found: [string, string | null][] = [];
    for (let at = 0; at < ids.length; at += NODES_PER_QUERY) {
      found.push(...(await read(ids.slice(at, at + NODES_PER_QUERY))));
    }
    return Object.fromEntries(found);
  };
  return { readEditors: (nodeIds) => asReading(readAll(nodeIds)) };
}
