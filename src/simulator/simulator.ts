import { randomBytes } from "node:crypto";
import { makeRepository, seed } from "./acts/repository.ts";
import type { Exchange, RequestRecord } from "./http/exchange.ts";
import { Faults } from "./http/faults.ts";
import { GitHubServer } from "./http/server.ts";
import { allRoutes } from "./routes/all.ts";
import {
  type App,
  appKeys,
  type RepositoryDispatch,
  World,
  type WorkflowDispatch,
} from "./state/world.ts";
import type { Files } from "./story/pull.ts";
import { SimulatedRepository } from "./story/repository.ts";
import { Webhooks } from "./webhooks/webhooks.ts";

export interface SimulatorOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** Milliseconds since the epoch: the time of everything that happens; tokens live by the real clock. */
  readonly now?: () => number;
  readonly app?: {
    readonly id?: number;
    readonly slug?: string;
    readonly webhookSecret?: string;
    /** What the app may do, as in its manifest; by default everything it could ever need. */
    readonly permissions?: Readonly<Record<string, "read" | "write">>;
    /** Events it listens to; all by default. */
    readonly events?: readonly string[];
  };
  /** Sees every exchange, for contract tests. */
  readonly observe?: (exchange: Exchange) => void;
}

const ALL_PERMISSIONS = {
  actions: "write",
  checks: "write",
  contents: "write",
  issues: "write",
  members: "read",
  metadata: "read",
  pull_requests: "write",
  statuses: "write",
} as const;

/** An in-memory GitHub: the world that stories change, and the server that bots talk to. */
export class Simulator {
  readonly faults: Faults;
  readonly webhooks: Webhooks;
  readonly #world: World;
  readonly #server: GitHubServer;

  constructor(parts: { world: World; server: GitHubServer; faults: Faults }) {
    this.#world = parts.world;
    this.#server = parts.server;
    this.faults = parts.faults;
    this.webhooks = parts.world.webhooks;
  }

  /** REST base URL; GraphQL is below it at /graphql. */
  get url(): string {
    return this.#world.url;
  }

  get app(): App {
    return this.#world.app;
  }

  /** How many reads of each new base and head answer `mergeable: null` first. */
  get mergeableDelay(): number {
    return this.#world.mergeableDelay;
  }

  set mergeableDelay(reads: number) {
    this.#world.mergeableDelay = reads;
  }

  /** The next issue or pull request of a repository gets this number, as where there is a history. */
  numberFrom(repository: SimulatedRepository, number: number): void {
    const { record } = repository;
    record.nextNumber = Math.max(record.nextNumber, number);
  }

  /** Every accepted workflow dispatch, oldest first. */
  get dispatches(): readonly WorkflowDispatch[] {
    return this.#world.dispatches;
  }

  /** Every accepted repository dispatch, oldest first. */
  get repositoryDispatches(): readonly RepositoryDispatch[] {
    return this.#world.repositoryDispatches;
  }

  /** Every request that was answered, oldest first. */
  get requests(): readonly RequestRecord[] {
    return this.#server.requests;
  }

  /** What was asked for and does not exist here; a good test ends with an empty list. */
  get unknownRoutes(): readonly string[] {
    return this.#world.unknownRoutes;
  }

  /** Faults of the simulator itself; always empty unless it has a bug. */
  get crashes(): readonly string[] {
    return this.#server.crashes;
  }

  addUser(login: string): { readonly id: number; readonly login: string } {
    const { id } = this.#world.account(login);
    return { id, login };
  }

  /** Deletes an account: whatever it wrote stays, with null for its author. */
  deleteUser(login: string): void {
    this.#world.account(login).deleted = true;
  }

  /** A team of an organization; pending members have not accepted their invitation. */
  addTeam(
    organization: string,
    slug: string,
    members: readonly string[],
    pending: readonly string[] = [],
  ): void {
    this.#world.organization(organization);
    this.#world.teams.set(`${organization}/${slug}`.toLowerCase(), {
      organization,
      slug,
      members: new Map([
        ...members.map((login) => [login.toLowerCase(), "active"] as const),
        ...pending.map((login) => [login.toLowerCase(), "pending"] as const),
      ]),
    });
  }

  /** A repository with one commit; the app is installed on it unless said otherwise. */
  addRepository(options: {
    readonly owner: string;
    readonly name: string;
    readonly defaultBranch?: string;
    readonly files?: Files;
    readonly installed?: boolean;
    readonly private?: boolean;
  }): SimulatedRepository {
    const repository = makeRepository(this.#world, {
      owner: this.#world.organization(options.owner),
      name: options.name,
      defaultBranch: options.defaultBranch ?? "main",
      private: options.private ?? false,
      installed: options.installed ?? true,
      parent: null,
    });
    seed(repository, options.files ?? {});
    return new SimulatedRepository(repository);
  }

  /** A repository that was added, by its present or a former name. */
  repository(owner: string, name: string): SimulatedRepository {
    return new SimulatedRepository(this.#world.repositoryNamed(owner, name));
  }

  /** Id of the app's installation on an account. */
  installationId(owner: string): number {
    return this.#world.installationOn(this.#world.organization(owner)).id;
  }

  /** A personal access token, for a person who uses the API. */
  tokenFor(login: string): string {
    const token = `ghp_${randomBytes(18).toString("hex")}`;
    this.#world.tokens.set(token, { kind: "person", account: this.#world.account(login) });
    return token;
  }

  /** Suspends the app's installation on an account, or ends the suspension. */
  setSuspended(owner: string, suspended: boolean): void {
    this.#world.installationOn(this.#world.organization(owner)).suspended = suspended;
  }

  /** Makes every installation token handed out so far invalid. */
  revokeTokens(): void {
    for (const [token, { kind }] of this.#world.tokens) {
      if (kind === "installation") this.#world.tokens.delete(token);
    }
  }

  /** Stops the server; what is on its way is dropped. */
  async close(): Promise<void> {
    this.webhooks.close();
    await this.#server.close();
  }
}

function makeApp(options: SimulatorOptions["app"] = {}): App {
  const slug = options.slug ?? "sweepbot";
  return {
    id: options.id ?? 4_711,
    slug,
    login: `${slug}[bot]`,
    ...appKeys(),
    webhookSecret: options.webhookSecret ?? "a secret for webhooks",
    permissions: options.permissions ?? ALL_PERMISSIONS,
    events: options.events ?? ["*"],
  };
}

/** Starts a simulated GitHub on loopback and resolves when it listens. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const faults = new Faults();
  const world = new World({
    now: options.now ?? Date.now,
    app: makeApp(options.app),
    webhooks: new Webhooks(),
  });
  const server = new GitHubServer({
    world,
    faults,
    routes: allRoutes,
    observe: options.observe ?? null,
  });
  const port = await server.listen(options.port ?? 0);
  world.url = `http://127.0.0.1:${port}`;
  return new Simulator({ world, server, faults });
}
