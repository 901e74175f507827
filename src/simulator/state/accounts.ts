export interface Account {
  readonly id: number;
  login: string;
  readonly type: "User" | "Bot" | "Organization";
  /** A deleted ("ghost") account: GitHub answers null wherever it once stood. */
  deleted: boolean;
}

export type Permission = "admin" | "maintain" | "write" | "triage" | "read" | "none";

export interface Installation {
  readonly id: number;
  readonly account: Account;
  readonly createdAt: number;
  suspended: boolean;
}
