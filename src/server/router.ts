import type { Route } from "./route.ts";

export type FoundRoute =
  | {
      readonly kind: "found";
      readonly route: Route;
      readonly params: Readonly<Record<string, string>>;
      readonly query: URLSearchParams;
    }
  | { readonly kind: "other_method"; readonly allowed: readonly string[] }
  | { readonly kind: "nothing" };

/** The route for a method and a request target. HEAD counts as GET; a slash at the end does not count. */
export function findRoute(routes: readonly Route[], method: string, target: string): FoundRoute {
  const [path = "", ...search] = target.split("?");
  const parts = decodeParts(path);
  if (parts === null) {
    return { kind: "nothing" };
  }
  const wanted = method === "HEAD" ? "GET" : method;
  const allowed = new Set<string>();
  for (const route of routes) {
    const params = match(route.path.split("/").filter(Boolean), parts);
    if (params !== null && route.method === wanted) {
      const query = new URLSearchParams(search.join("?"));
      return { kind: "found", route, params, query };
    }
    if (params !== null) {
      allowed.add(route.method);
    }
  }
  return allowed.size > 0 ? { kind: "other_method", allowed: [...allowed] } : { kind: "nothing" };
}

function match(
  pattern: readonly string[],
  parts: readonly string[],
): Readonly<Record<string, string>> | null {
  if (pattern.length !== parts.length) {
    return null;
  }
  const params: Record<string, string> = {};
  for (const [index, wanted] of pattern.entries()) {
    const part = parts[index] ?? "";
    const name = /^\{(\w+)\}$/u.exec(wanted)?.[1];
    if (name !== undefined) {
      params[name] = part;
    } else if (wanted !== part) {
      return null;
    }
  }
  return params;
}

function decodeParts(path: string): readonly string[] | null {
  try {
    return path.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}
