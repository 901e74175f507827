import { generateKeyPairSync } from "node:crypto";
import { Refusal } from "../http/answer.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";
import type { Account, Installation } from "./accounts.ts";
import type { Repository } from "./records.ts";

export interface App {
  readonly id: number;
  readonly slug: string;
  readonly login: string;
  /** PEM, as an operator would put it into PRIVATE_KEY. */
  readonly privateKey: string;
  readonly publicKey: string;
  readonly webhookSecret: string;
  readonly permissions: Readonly<Record<string, "read" | "write">>;
  readonly events: readonly string[];
}

export type Token =
  | {
      readonly kind: "installation";
      readonly installation: Installation;
      readonly expiresAt: number;
      readonly permissions: Readonly<Record<string, "read" | "write">>;
    }
  | { readonly kind: "person"; readonly account: Account };

export interface Team {
  readonly organization: string;
  readonly slug: string;
  /** Logins in lower case; a pending member has not accepted the invitation. */
  readonly members: Map<string, "active" | "pending">;
}

/** A workflow start that was accepted. */
export interface WorkflowDispatch {
  readonly repository: string;
  readonly workflow: string;
  readonly ref: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly runId: number;
}

/** A repository_dispatch that was accepted. */
export interface RepositoryDispatch {
  readonly repository: string;
  readonly eventType: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export const ACTIONS_APP_ID = 15_368;
const KEY_BITS = 2048;

let keys: { readonly privateKey: string; readonly publicKey: string } | null = null;

/** The key pair of the app, PEM; one for the whole program, since making it takes a while. */
export function appKeys(): { readonly privateKey: string; readonly publicKey: string } {
  keys ??= generateKeyPairSync("rsa", {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return keys;
}

/** Everything that the simulated GitHub knows. Ids ascend, so the same calls give the same ids. */
export class World {
  readonly now: () => number;
  readonly app: App;
  readonly webhooks: Webhooks;
  readonly accounts = new Map<string, Account>();
  readonly repositories = new Map<number, Repository>();
  /** "owner/name" in lower case, former names included, to the repository's id. */
  readonly names = new Map<string, number>();
  readonly installations: Installation[] = [];
  readonly teams = new Map<string, Team>();
  readonly tokens = new Map<string, Token>();
  readonly dispatches: WorkflowDispatch[] = [];
  readonly repositoryDispatches: RepositoryDispatch[] = [];
  readonly bot: Account;
  readonly actionsBot: Account;
  readonly webFlow: Account;
  /** How many reads of a new base and head answer `mergeable: null` first. */
  mergeableDelay = 0;
  /** What was asked for and does not exist here. */
  readonly unknownRoutes: string[] = [];
  /** Requests so far that count against the hourly limit. */
  requestsUsed = 0;
  url = "";
  #lastId = 1_000;

  constructor(parts: { now: () => number; app: App; webhooks: Webhooks }) {
    this.now = parts.now;
    this.app = parts.app;
    this.webhooks = parts.webhooks;
    this.bot = this.#addAccount(parts.app.login, "Bot");
    this.actionsBot = this.#addAccount("github-actions[bot]", "Bot");
    this.webFlow = this.#addAccount("web-flow", "User");
  }

  /** The next id; no two things of any kind share one. */
  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** The account of this login; made as a person (or a bot, by its name) when it is new. */
  account(login: string): Account {
    return (
      this.accounts.get(login.toLowerCase()) ??
      this.#addAccount(login, login.endsWith("[bot]") ? "Bot" : "User")
    );
  }

  /** The organization of this login; made when it is new. */
  organization(login: string): Account {
    return this.accounts.get(login.toLowerCase()) ?? this.#addAccount(login, "Organization");
  }

  #addAccount(login: string, type: Account["type"]): Account {
    const account = { id: this.nextId(), login, type, deleted: false };
    this.accounts.set(login.toLowerCase(), account);
    return account;
  }

  /** The app's installation on an account; made when the account has none yet. */
  installationOn(account: Account): Installation {
    const present = this.installations.find((installation) => installation.account === account);
    if (present !== undefined) return present;
    const made = { id: this.nextId(), account, createdAt: this.now(), suspended: false };
    this.installations.push(made);
    return made;
  }

  /** The repository of a name, former names included; throws the 404 of the API when there is none. */
  repositoryNamed(owner: string, name: string): Repository {
    const id = this.names.get(`${owner}/${name}`.toLowerCase());
    const repository = id === undefined ? undefined : this.repositories.get(id);
    if (repository === undefined || repository.deleted) throw new Refusal(404, "Not Found");
    return repository;
  }
}

const worlds = new WeakMap<Repository, World>();

/** Puts a repository into a world, under its name. */
export function register(world: World, repository: Repository): void {
  worlds.set(repository, world);
  world.repositories.set(repository.id, repository);
  world.names.set(fullName(repository).toLowerCase(), repository.id);
}

/** The world that a repository is part of. */
export function worldOf(repository: Repository): World {
  const world = worlds.get(repository);
  if (world === undefined) throw new Error(`${fullName(repository)} is in no world`);
  return world;
}

/** "owner/name" as it is called now. */
export function fullName(repository: Repository): string {
  return `${repository.owner.login}/${repository.name}`;
}
