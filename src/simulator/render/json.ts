/** A JSON object on its way out. */
export type Json = Record<string, unknown>;

/** GitHub's time format: whole seconds, UTC. */
export function iso(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** The time, or null when there is none. */
export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}

/** A GraphQL node id; the prefix says what kind of thing it is. */
export function nodeId(kind: string, id: number | string): string {
  return `${kind}_${Buffer.from(`${kind}:${id}`).toString("base64url")}`;
}

/** The numeric id inside a node id of this kind; null when it is not one. */
export function idOfNode(kind: string, node: string): number | null {
  if (!node.startsWith(`${kind}_`)) return null;
  const text = Buffer.from(node.slice(kind.length + 1), "base64url").toString();
  const id = Number(text.slice(kind.length + 1));
  return text.startsWith(`${kind}:`) && Number.isSafeInteger(id) ? id : null;
}
