import { z } from "zod";
import { asReading, translateGraphqlFailure } from "./errors.ts";
import type { GitHub } from "./port.ts";
import type { Requests } from "./requests.ts";

const query = `query ($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on IssueComment { id lastEditedAt editor { __typename login } }
    ... on PullRequestReview { id lastEditedAt editor { __typename login } }
    ... on PullRequestReviewComment { id lastEditedAt editor { __typename login } }
  }
}`;

const answer = z.object({
  nodes: z.array(
    z
      .object({
        id: z.string(),
        lastEditedAt: z.string().nullable(),
        editor: z.object({ __typename: z.string(), login: z.string() }).nullable(),
      })
      .nullable(),
  ),
});

/** GitHub takes this many node ids at once. */
const NODES_PER_QUERY = 100;

type Node = NonNullable<z.infer<typeof answer>["nodes"][number]>;

/** A bot by the login that REST gives it; null for a text that nobody edited; empty for an edit by an account that is gone. */
function editorOf({ editor, lastEditedAt }: Node): string | null {
  if (editor === null) return lastEditedAt === null ? null : "";
  return editor.__typename === "Bot" ? `${editor.login}[bot]` : editor.login;
}

/** Who edited comments and reviews last; only GraphQL tells. What was deleted meanwhile is left out. */
export function editorsOf({ octokit }: Requests): Pick<GitHub, "readEditors"> {
  const read = async (ids: readonly string[]): Promise<readonly [string, string | null][]> => {
    try {
      const { nodes } = answer.parse(await octokit.graphql(query, { ids }));
      return nodes.flatMap((node) =>
        node === null ? [] : [[node.id, editorOf(node)] as [string, string | null]],
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
