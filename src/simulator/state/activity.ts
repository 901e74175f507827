import type { Account } from "./accounts.ts";

/** What happened to a branch, as GitHub records it. */
export interface Activity {
  readonly id: number;
  readonly ref: string;
  readonly before: string;
  readonly after: string;
  readonly at: number;
  readonly kind: "push" | "force_push" | "branch_deletion" | "branch_creation" | "pr_merge";
  readonly actor: Account;
}
