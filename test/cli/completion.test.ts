import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { Argument, Command, Option } from "commander";
import { completionView } from "../../src/cli/completion/outline.ts";
import { programFor } from "../../src/cli/program.ts";

jest.setTimeout(60_000);

const MAIN = join(import.meta.dirname, "..", "..", "src", "cli", "main.ts");

let folder: string;
const scripts = new Map<string, string>();

function sweepbot(...args: readonly string[]): ReturnType<typeof spawnSync> {
  const env = { ...process.env, XDG_CACHE_HOME: join(folder, "cache") };
  return spawnSync(process.execPath, [MAIN, ...args], { encoding: "utf8", env });
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sweepbot-completion-"));
  for (const shell of ["bash", "zsh", "fish"]) {
    const script = join(folder, shell);
    const { status, stdout } = sweepbot("completion", shell);
    expect(status).toBe(0);
    writeFileSync(script, stdout);
    scripts.set(shell, script);
  }
  const repository = join(folder, "repository");
  mkdirSync(repository);
  const git = (...args: readonly string[]): void => {
    execFileSync("git", ["-C", repository, ...args], { stdio: "ignore" });
  };
  git("init", "--quiet", "--initial-branch", "main");
  git(
    ...["-c", "user.name=T", "-c", "user.email=t@example.com"],
    "commit",
    "-m",
    "x",
    "--allow-empty",
  );
  git("branch", "feature/one");
  git("branch", "feature/$(id)");
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What bash offers for the last word of a line, as readline would ask; `=` is a word of its own there. */
function offeredInBash(...line: readonly string[]): readonly string[] {
  const ask = [
    `source ${scripts.get("bash") ?? ""}`,
    'COMP_WORDS=("$@")',
    "COMP_CWORD=$(($# - 1))",
    'read -r _ _ function _ <<< "$(complete -p sweepbot)"',
    "$function",
    `printf '%s\\n' "\${COMPREPLY[@]}"`,
  ];
  const words = ["-c", ask.join("\n"), "bash", "sweepbot", ...line];
  const { stdout, stderr } = spawnSync("bash", words, { encoding: "utf8", cwd: folder });
  expect(stderr.replaceAll(/^.*compopt: not currently executing.*\n/gmu, "")).toBe("");
  return stdout.split("\n").filter((word) => word !== "");
}

const COMMANDS = "validate matrix lint signoff changelog explain demo serve completion help".split(
  " ",
);

describe("completion in bash", () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ["all commands", [""], COMMANDS],
    ["the command that begins so", ["ma"], ["matrix"]],
    ["the commands of a command", ["changelog", ""], ["check", "fix", "help"]],
    ["an option that begins so", ["matrix", "--seq"], ["--seq-lens"]],
    ["the options of a command of a command", ["changelog", "check", "--base"], ["--base-file"]],
    ["the values of an option", ["matrix", "--format", ""], ["json", "table"]],
    ["a value after an equals sign", ["matrix", "--format", "=", "t"], ["table"]],
    ["every value after a bare equals sign", ["matrix", "--format", "="], ["json", "table"]],
    ["other values of the same option elsewhere", ["validate", "--format", "g"], ["github"]],
    ["a second value", ["matrix", "--scenario-type", "fixed-seq-len", "a"], ["agentic-coding"]],
    ["the next option after a value", ["matrix", "--format", "json", "--exp"], ["--expect-digest"]],
    ["nothing for free text", ["validate", "--pr", ""], []],
    ["the words of an argument", ["completion", ""], ["bash", "zsh", "fish"]],
    ["commands to help with", ["help", "v"], ["validate"]],
    ["nothing after a command that is not there", ["nothing", ""], []],
    ["folders", ["matrix", "--repo", "repo"], ["repository"]],
    ["files", ["changelog", "check", "--base-file", "ba"], ["bash"]],
    [
      "branches of the repository that is named, and none that a shell would run",
      ["matrix", "--repo", "repository", "--head", "feature/"],
      ["feature/one"],
    ],
  ])("offers %s", (_, line, words) => {
    expect(offeredInBash(...line)).toEqual(words);
  });

  test("offers exactly what --help lists, for every command", async () => {
    const program = await programFor(undefined);
    const view = completionView(program);
    const nodes = view["nodes"] as readonly { readonly path: string; readonly flags: string }[];
    expect(nodes.map(({ path }) => path)).toContain("changelog fix");
    for (const { path, flags } of nodes.filter(({ flags: some }) => some !== "")) {
      const words = path === "" ? [] : path.split(" ");
      expect(offeredInBash(...words, "-")).toEqual(flags.split(" "));
    }
  });
});

describe.each([
  ["zsh", ["-n"]],
  ["fish", ["--no-execute"]],
])("completion in %s", (shell, check) => {
  const installed = spawnSync(shell, ["--version"]).status === 0;
  (installed ? test : test.skip)(`is a script that ${shell} (where it is installed) reads`, () => {
    const { status, stderr } = spawnSync(shell, [...check, scripts.get(shell) ?? ""], {
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });
});

/** Not everywhere. */
const FISH = "fish";
const testFish = spawnSync(FISH, ["--version"]).status === 0 ? test : test.skip;
testFish.each<[string, readonly string[]]>([
  ["sweepbot ", COMMANDS.toSorted()],
  ["sweepbot changelog ", ["check", "fix", "help"]],
  ["sweepbot matrix --format ", ["json", "table"]],
  ["sweepbot matrix --repo repository --head feature/o", ["feature/one"]],
  ["sweepbot help v", ["validate"]],
])("fish (where it is installed) completes '%s'", (line, words) => {
  const script = `source ${scripts.get("fish") ?? ""}; complete -C '${line}'`;
  const { stdout } = spawnSync(FISH, ["-c", script], { encoding: "utf8", cwd: folder });
  const offered = stdout.split("\n").map((each) => each.split("\t")[0] ?? "");
  expect(offered.filter((word) => word !== "").toSorted()).toEqual(words);
});

describe("the outline of a program", () => {
  test("tells what may stand after each option", () => {
    const program = new Command("x")
      .addOption(new Option("-f, --from <file>", "a"))
      .addOption(new Option("--many <dir...>", "b"))
      .addOption(new Option("--how <how>", "c").choices(["fast", "slow"]))
      .addOption(new Option("--hidden", "d").hideHelp())
      .addOption(new Option("--yes", "e"))
      .addArgument(new Argument("<what>", "f").choices(["one", "two"]));
    expect(completionView(program)).toMatchObject({
      nodes: [
        {
          next: "one two",
          options: [
            { flags: "-f --from", takesValue: true, isFile: true, again: false },
            { flags: "--many", isDirectory: true, variadic: true, again: true },
            { flags: "--how", choices: "fast slow", isListed: true, again: false },
            { flags: "--yes", takesValue: false },
            { flags: "-h --help" },
          ],
        },
      ],
    });
  });

  test("quotes what a shell would read as more than words", () => {
    const { stdout } = sweepbot("completion", "zsh");
    expect(String(stdout)).toContain(String.raw`instead of a change'\''s matrix`);
  });
});

test("an unknown shell is a wrong call", () => {
  expect(sweepbot("completion", "tcsh")).toMatchObject({ status: 2, stdout: "" });
});
