import { describe, expect, test } from "@jest/globals";
import { BAD_ARGUMENT_REASONS } from "../../../src/core/commands/arguments.ts";
import { parseCommands } from "../../../src/core/commands/parse.ts";
import { decidePermission, listensTo } from "../../../src/core/commands/permission.ts";
import { editDistance } from "../../../src/core/commands/suggest.ts";
import {
  COMMAND_NAMES,
  COMMANDS,
  helpTable,
  isCommandName,
} from "../../../src/core/commands/table.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { readWords, slotsOf } from "../../support/wording.ts";

const place = { repository: { owner: "acme", name: "bench" } };

describe("the table of commands", () => {
  test("holds every command of decision 5", () => {
    expect(COMMAND_NAMES).toEqual([
      "reuse-sweep-run",
      "reuse-sweep-run cancel",
      "stage-results",
      "sweep plan",
      "sweep run",
      "sweep rerun",
      "sweep cancel",
      "sweep status",
      "signoff-template",
      "signoff-verify",
      "signoff-resolve",
      "changelog fix",
      "merge-with-reuse",
      "merge-with-reuse cancel",
      "recover-ingest",
      "explain",
      "help",
    ]);
  });

  test.each(COMMAND_NAMES)(
    "the usage of %s is itself a command once its brackets are filled",
    (name) => {
      const filled = COMMANDS[name].usage
        .replace("[run]", "900")
        .replace("[commit]", "a".repeat(40))
        .replace("[failed|all]", "all")
        .replace("[url]", "https://github.com/acme/bench/pull/7#issuecomment-12")
        .replace("<check> ok|reject <reason>", "3 ok confirmed on the recipe page");
      expect(parseCommands(filled, place)).toMatchObject([{ kind: "command", name }]);
      expect(parseCommands(COMMANDS[name].usage.replace(/ [[<].*/u, ""), place)[0]?.kind).toBe(
        name === "signoff-resolve" ? "badArguments" : "command",
      );
    },
  );

  test("help lists every command", () => {
    expect(helpTable().map((row) => row.usage)).toEqual(
      COMMAND_NAMES.map((name) => COMMANDS[name].usage),
    );
  });

  test("knows its own names only", () => {
    expect([isCommandName("sweep run"), isCommandName("toString")]).toEqual([true, false]);
  });
});

describe("who may (decision 3)", () => {
  test.each([
    ["read", "read", "granted"],
    ["read", "none", "refused"],
    ["write", "triage", "refused"],
    ["write", "write", "granted"],
    ["write", "admin", "granted"],
    ["maintain", "write", "refused"],
    ["maintain", "maintain", "granted"],
    ["maintain_or_team", "write", "refused"],
    ["maintain_or_team", "admin", "granted"],
  ] as const)("%s with %s is %s", (needs, permission, verdict) => {
    expect(decidePermission(needs, known(permission))).toBe(verdict);
  });

  test("IDN-02: the permission counts, whatever the association says", () => {
    expect(decidePermission("write", known("admin"))).toBe("granted");
  });

  test("IDN-04: an unreadable permission is neither yes nor no", () => {
    expect(decidePermission("read", unknown("not_found"))).toBe("unknown");
    expect(decidePermission("write", unknown("forbidden"))).toBe("unknown");
  });

  test("IDN-08: nobody is no bot, and is not listened to either", () => {
    expect(listensTo(null, ["ghost"])).toBe(false);
  });

  test("CMD-04: bots are ignored unless they are named (decision 2)", () => {
    const bot = { id: 1, login: "helper[bot]", isBot: true };
    expect(listensTo(bot, [])).toBe(false);
    expect(listensTo(bot, ["Helper[bot]"])).toBe(true);
    expect(listensTo({ id: 2, login: "mira", isBot: false }, [])).toBe(true);
  });
});

test.each([
  ["help", "help", 0],
  ["hepl", "help", 1],
  ["hel", "help", 1],
  ["sweeep", "sweep", 1],
  ["", "help", 4],
  ["lgtm", "help", 4],
])("%s is %s after %i slips", (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
  expect(editDistance(other, one)).toBe(distance);
});

describe("sentences", () => {
  const [en, zh] = [readWords("en", "commands"), readWords("zh", "commands")];
  test("are there for every code, in both languages, with the same slots", () => {
    const codes = [...BAD_ARGUMENT_REASONS, ...COMMAND_NAMES.map((name) => COMMANDS[name].summary)];
    expect([...en.keys()]).toEqual(expect.arrayContaining(codes));
    expect([...zh.keys()]).toEqual([...en.keys()]);
    for (const [code, sentence] of en)
      expect(slotsOf(zh.get(code) ?? "")).toEqual(slotsOf(sentence));
  });
});
