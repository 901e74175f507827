import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Simulator, startSimulator } from "../../src/simulator/simulator.ts";
import type { SimulatedRepository } from "../../src/simulator/story/repository.ts";
import { appOctokit, personOctokit, statusOf } from "./support.ts";

const place = { owner: "acme", repo: "bench" } as const;
let github: Simulator;
let repo: SimulatedRepository;
let bot: ReturnType<typeof appOctokit>;

beforeEach(async () => {
  github = await startSimulator();
  repo = github.addRepository({
    owner: "acme",
    name: "bench",
    files: { "a.txt": "1\n2\n3\n", "b.txt": "b\n" },
  });
  repo.setPermission("mira", "write");
  bot = appOctokit(github, "acme");
});

afterEach(async () => {
  expect(github.crashes).toEqual([]);
  expect(github.unknownRoutes).toEqual([]);
  await github.close();
});

describe("people", () => {
  test("that were deleted leave null behind", async () => {
    const pull = repo.openPull({ author: "mira", branch: "f", title: "F" });
    pull.comment("ben", "bye");
    github.deleteUser("ben");
    const { data } = await bot.rest.issues.listComments({ ...place, issue_number: 1 });
    expect(data.map((comment) => comment.user)).toEqual([null]);
  });

  test.each([
    ["admin", "admin"],
    ["maintain", "write"],
    ["write", "write"],
    ["triage", "read"],
    ["read", "read"],
    ["none", "none"],
  ] as const)("with the role %s have the permission %s", async (role, permission) => {
    repo.setPermission("ben", role);
    const { data } = await bot.rest.repos.getCollaboratorPermissionLevel({
      ...place,
      username: "ben",
    });
    expect(data).toMatchObject({ permission, role_name: role, user: { login: "ben" } });
  });

  test("that nobody knows, and bots, have no permission to tell", async () => {
    const asked = (username: string): Promise<number> =>
      statusOf(bot.rest.repos.getCollaboratorPermissionLevel({ ...place, username }));
    expect(await asked("nobody")).toBe(404);
    expect(await asked("github-actions[bot]")).toBe(404);
  });

  test("may change only their own comments unless they can write", async () => {
    const pull = repo.openPull({ author: "mira", branch: "f", title: "F" });
    const { id } = pull.comment("ben", "mine");
    const edit = (login: string): Promise<number> =>
      statusOf(
        personOctokit(github, login).rest.issues.updateComment({
          ...place,
          comment_id: id,
          body: "x",
        }),
      );
    expect(await edit("eve")).toBe(403);
    expect(await edit("ben")).toBe(200);
    expect(await edit("mira")).toBe(200);
  });
});
