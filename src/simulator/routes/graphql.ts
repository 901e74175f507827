import { z } from "zod";
import { type Answer, ok } from "../http/answer.ts";
import { type Call, readBody } from "../http/call.ts";
import { demand, route, type Route } from "../http/route.ts";
import { idOfNode, iso } from "../render/json.ts";
import type { Account } from "../state/accounts.ts";
import type { Comment, Review, ReviewComment } from "../state/records.ts";

const request = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).optional(),
});

const REASONS: Readonly<Record<string, string>> = {
  SPAM: "spam",
  ABUSE: "abuse",
  OFF_TOPIC: "off-topic",
  OUTDATED: "outdated",
  DUPLICATE: "duplicate",
  RESOLVED: "resolved",
};

type Mutation = "minimizeComment" | "unminimizeComment";

interface Wish {
  readonly mutation: Mutation;
  readonly subjectId: string;
  readonly classifier: string;
}

const inputObject = z.record(z.string(), z.unknown());

function literalField(
  input: string,
  name: string,
  variables: Readonly<Record<string, unknown>>,
): unknown {
  const [, text = ""] = new RegExp(`\\b${name}\\s*:\\s*("[^"]*"|\\$\\w+|\\w+)`).exec(input) ?? [];
  return text.startsWith("$") ? variables[text.slice(1)] : text.replaceAll('"', "");
}

function parseWish(query: string, variables: Readonly<Record<string, unknown>>): Wish | null {
  const call =
    /\b(minimizeComment|unminimizeComment)\s*\(\s*input\s*:\s*(\$\w+|\{[^}]*\})\s*\)/.exec(query);
  if (call === null) return null;
  const [, mutation, input = ""] = call;
  const field = (name: string): string => {
    const value = input.startsWith("$")
      ? inputObject.parse(variables[input.slice(1)] ?? {})[name]
      : literalField(input, name, variables);
    return typeof value === "string" ? value : "";
  };
  return {
    mutation: mutation === "minimizeComment" ? "minimizeComment" : "unminimizeComment",
    subjectId: field("subjectId"),
    classifier: field("classifier"),
  };
}

function failure(type: string, message: string): Answer {
  return ok({ data: null, errors: [{ type, message }] });
}

function commentOf(call: Call, node: string): Comment | null {
  const id = idOfNode("IC", node);
  if (id === null) return null;
  const all = [...call.world.repositories.values()].map((one) => one.comments.get(id));
  return all.find((comment) => comment !== undefined) ?? null;
}

function isAllowed(call: Call, comment: Comment): boolean {
  try {
    demand(call, comment.issue.repository, "issues|pull_requests:write");
    return true;
  } catch {
    return false;
  }
}

/** GraphQL gives the login of a bot without the ending that REST puts behind it. */
function actorOf({ type, login }: Account): {
  readonly __typename: string;
  readonly login: string;
} {
  return { __typename: type, login: login.replace(/\[bot\]$/u, "") };
}

/** Who edited comments and reviews last: REST does not tell. Null for what is not there or not to be seen. */
function editorsOf(call: Call, ids: readonly string[]): Answer {
  const nodes = ids.map((id) => {
    const edited = commentOf(call, id) ?? reviewOf(call, id);
    return edited === null
      ? null
      : {
          id,
          lastEditedAt:
            edited.editor === null
              ? null
              : iso("updatedAt" in edited ? edited.updatedAt : edited.submittedAt),
          editor: edited.editor === null ? null : actorOf(edited.editor),
        };
  });
  return ok({ data: { nodes } });
}

function reviewOf(call: Call, node: string): Review | ReviewComment | null {
  const pulls = [...call.world.repositories.values()].flatMap((repository) =>
    [...repository.issues.values()].flatMap((issue) => issue.pull ?? []),
  );
  const review = idOfNode("PRR", node);
  const inline = idOfNode("PRRC", node);
  return (
    pulls.flatMap((pull) => pull.reviews).find(({ id }) => id === review) ??
    pulls.flatMap((pull) => pull.reviewComments).find(({ id }) => id === inline) ??
    null
  );
}

const nodeIds = z.array(z.string()).max(100);

function answer(call: Call): Answer {
  const { query, variables = {} } = readBody(call, request);
  if (/\bnodes\s*\(\s*ids\s*:\s*\$ids\s*\)/.test(query) && query.includes("editor")) {
    return editorsOf(call, nodeIds.parse(variables["ids"]));
  }
  const wish = parseWish(query, variables);
  if (wish === null) {
    call.world.unknownRoutes.push(`POST /graphql ${query}`);
    return failure("UNKNOWN", "This GitHub only knows minimizeComment and unminimizeComment.");
  }
  const comment = commentOf(call, wish.subjectId);
  if (comment === null) {
    return failure(
      "NOT_FOUND",
      `Could not resolve to a node with the global id of '${wish.subjectId}'.`,
    );
  }
  if (!isAllowed(call, comment))
    return failure("FORBIDDEN", "Resource not accessible by integration");
  return minimize(comment, wish);
}

function minimize(comment: Comment, wish: Wish): Answer {
  const reason = REASONS[wish.classifier];
  const hides = wish.mutation === "minimizeComment";
  if (hides && reason === undefined) {
    return failure("INVALID", `Argument 'classifier' has an invalid value (${wish.classifier}).`);
  }
  comment.minimized = hides ? (reason ?? null) : null;
  const isMinimized = comment.minimized !== null;
  const subject = { isMinimized, minimizedReason: comment.minimized };
  const key = hides ? "minimizedComment" : "unminimizedComment";
  return ok({ data: { [wish.mutation]: { clientMutationId: null, [key]: subject } } });
}

/** GraphQL, as far as there is no REST for it: hiding comments, and who edited them. */
export const graphqlRoutes: readonly Route[] = [route("POST /graphql", answer)];
