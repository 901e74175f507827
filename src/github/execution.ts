import type { PullRef } from "../core/model/signal.ts";
import type { GitHub } from "./port.ts";

/** What became of one effect. */
export type Outcome =
  | { readonly kind: "done"; readonly note?: string }
  /** Not done, because what it was decided on has changed; the next pass decides again. */
  | { readonly kind: "stale"; readonly note: string }
  | { readonly kind: "waiting"; readonly lookAgainMs: number };

/** Who has taken a key, once among all processes (architecture §5); times in milliseconds since the epoch. */
export interface ClaimStore {
  claim(
    key: string,
    about: { readonly pull: PullRef; readonly kind: string },
  ): Promise<
    | { readonly state: "new" }
    | { readonly state: "claimed"; readonly at: number }
    | { readonly state: "recorded"; readonly result: string }
  >;
  record(key: string, result: string): Promise<void>;
  /** Takes over a claim of that time which nobody finished; true for one of several that try. */
  takeOver(key: string, at: number): Promise<boolean>;
  release(key: string): Promise<void>;
}

export interface DispatchContext {
  readonly github: GitHub;
  readonly pull: PullRef;
  readonly claims: ClaimStore;
  readonly now: () => number;
  /** Aborted once the pass is no longer this process's to finish. */
  readonly signal?: AbortSignal;
  /** How long a run that was dispatched just before a crash may take to show up in GitHub's lists. */
  readonly dispatchGraceMs: number;
}

export interface ExecuteContext extends DispatchContext {
  /** Another repository, as the same app sees it: where results are published. */
  readonly repositoryOf: (owner: string, name: string) => Promise<GitHub>;
  /** Takes the turn of a pull request in the queue of its repository; false while another one has it. */
  readonly takeTurn: (pull: PullRef) => Promise<boolean>;
  readonly audit: (code: string, detail: Readonly<Record<string, unknown>>) => Promise<void>;
}
