/** A GitHub for tests: it answers what it is told to, writes down every call, and refuses the rest. */
import type { GitHub } from "../../src/github/port.ts";
import { APP } from "./build.ts";

export interface Call {
  readonly method: string;
  readonly args: readonly unknown[];
}

type Answers = { readonly [M in keyof GitHub]?: GitHub[M] };

/** The port with these answers; `calls` fills up with what was asked, in order. */
export function aGitHub(answers: Answers = {}): {
  readonly github: GitHub;
  readonly calls: Call[];
} {
  const calls: Call[] = [];
  const known: Readonly<Record<string, unknown>> = { ...answers };
  const github = new Proxy({ app: APP } as unknown as GitHub, {
    get: (target, method) => {
      if (method === "app") return target.app;
      // Or a promise of it would take it for a promise.
      if (method === "then") return undefined;
      return (...args: unknown[]): unknown => {
        calls.push({ method: String(method), args });
        const answer = known[String(method)];
        if (typeof answer !== "function") {
          return Promise.reject(new Error(`nobody expected ${String(method)}`));
        }
        return (answer as (...given: unknown[]) => unknown)(...args);
      };
    },
  });
  return { github, calls };
}

/** The names of the calls. */
export function methodsOf(calls: readonly Call[]): readonly string[] {
  return calls.map(({ method }) => method);
}
