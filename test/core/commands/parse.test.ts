import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parseCommands } from "../../../src/core/commands/parse.ts";
import { lastOf } from "../../../src/core/commands/order.ts";
import type { CommandPlace } from "../../../src/core/commands/run-reference.ts";
import { hostileBodies } from "../../support/hostile.ts";

const place: CommandPlace = { repository: { owner: "acme", name: "bench" } };
const RUNS = "https://github.com/acme/bench/actions/runs";

/** Short form: `name args` for a command, `name !reason` for bad arguments, `?suggestion`. */
function summary(body: string): readonly string[] {
  return parseCommands(body, place).map((parsed) => {
    if (parsed.kind === "command") return parsed.canonical;
    if (parsed.kind === "badArguments") return `${parsed.name} !${parsed.reason}`;
    return `?${parsed.suggestion}`;
  });
}

describe("where a command may stand (decision 1)", () => {
  test.each([
    ["alone", "/help", ["/help"]],
    ["after three spaces", "   /help", ["/help"]],
    ["after four spaces: indented code", "    /help", []],
    ["after a tab: indented code", "\t/help", []],
    ["among other lines", "Looks good.\n/help\nthx", ["/help"]],
    ["in CRLF text", "Looks good.\r\n\r\n/help\r\nthx", ["/help"]],
    ["in upper case", "/HELP", ["/help"]],
    ["in a fence", "```\n/help\n```", []],
    ["after a fence", "```\n/sweep run\n```\n/help", ["/help"]],
    ["in a fence that never closes", "~~~\n/help", []],
    ["in a fence inside a list item", "- a\n  ```\n  /help\n  ```\n", []],
    ["in a list item's second line", "- a\n  /help", ["/help"]],
    ["in a quote", "> /help", []],
    ["in a line that a quote swallows", "> a\n/help", []],
    ["after a quote and a blank line", "> a\n\n/help", ["/help"]],
    ["in an HTML comment", "<!--\n/help\n-->", []],
    ["after an HTML comment", "<!-- a -->\n/help", ["/help"]],
    ["in an HTML comment inside a paragraph", "a <!--\n/help\n--> b", []],
    ["in an HTML comment that a quote leaves open", "> <!--\n\n/help", []],
    ["in a code span over two lines", "a `b\n/help` c", []],
    ["after a lone backtick", "a ` b\n/help", ["/help"]],
    ["in <pre>", "<pre>\n/help\n</pre>", []],
    ["in <details>", "<details><summary>log</summary>\n/help\n</details>", ["/help"]],
    ["after a bullet", "- /help", []],
    ["in backticks", "`/help`", []],
    ["in the middle of a line", "please /help", []],
    ["after a zero-width space", "\u200B/help", []],
    ["after U+2028", "a\u2028/help", []],
    ["in an empty comment", "", []],
  ])("%s", (_story, body, expected) => {
    expect(summary(body)).toEqual(expected);
  });
});

describe("arguments", () => {
  test.each([
    ["/reuse-sweep-run 900", "/reuse-sweep-run 900"],
    ["/reuse-sweep-run\t900  ", "/reuse-sweep-run 900"],
    ["/reuse-sweep-run 00900", "/reuse-sweep-run 900"],
    [`/reuse-sweep-run ${RUNS}/900`, "/reuse-sweep-run 900"],
    [`/reuse-sweep-run ${RUNS}/900/attempts/2`, "/reuse-sweep-run 900"],
    [`/reuse-sweep-run ${RUNS}/900/job/5?pr=7#step:2:1`, "/reuse-sweep-run 900"],
    ["/reuse-sweep-run https://github.com/Acme/Bench/actions/runs/900", "/reuse-sweep-run 900"],
    ["/reuse-sweep-run https://github.com/acme/other/actions/runs/900", "!another_repository"],
    ["/reuse-sweep-run https://evil.example/acme/bench/actions/runs/900", "!another_repository"],
    ["/reuse-sweep-run https://github.com/acme/bench/pull/900", "!not_a_run"],
    ["/reuse-sweep-run 0", "!not_a_run"],
    ["/reuse-sweep-run 12345678901234567890123456", "!not_a_run"],
    ["/reuse-sweep-run #900", "!not_a_run"],
    ["/reuse-sweep-run Cancel", "/reuse-sweep-run cancel"],
    ["/reuse-sweep-run cancel now", "cancel !too_many_arguments"],
    ["/sweep rerun", "/sweep rerun failed"],
    ["/sweep re-run ALL", "/sweep rerun all"],
    ["/sweep rerun some", "rerun !not_a_choice"],
    ["/sweep", "sweep !verb_missing"],
    ["/sweep fly", "sweep !unknown_verb"],
    ["/changelog", "changelog !verb_missing"],
    [
      "/signoff-resolve 3 ok the recipe page shows it",
      "/signoff-resolve 3 ok the recipe page shows it",
    ],
    [
      "/signoff-resolve 3 ok 配方页面上写得很清楚，我已经核对过了",
      "/signoff-resolve 3 ok 配方页面上写得很清楚，我已经核对过了",
    ],
    ["/signoff-resolve 3 ok short", "!reason_too_short"],
    ["/signoff-resolve 13 ok the recipe page shows it", "!not_a_check"],
    ["/signoff-resolve 3", "!argument_missing"],
    ["/help me", "!too_many_arguments"],
    ["/reuse-sweep-run please do", "!not_a_run"],
    ["/reuse-sweep-run 1 2", "!too_many_arguments"],
  ])("%s", (body, expected) => {
    expect(summary(body)).toHaveLength(1);
    expect(summary(body)[0]).toContain(expected);
  });

  test("reads a sign-off by its link", () => {
    const [parsed] = parseCommands(
      "/signoff-verify https://github.com/acme/bench/pull/7/files#discussion_r12",
      place,
    );
    expect(parsed).toMatchObject({
      name: "signoff-verify",
      args: { signoff: { pull: 7, source: "reviewComment", id: 12 } },
    });
  });

  test.each([
    "7#issuecomment-1x",
    "x",
    "https://github.com/acme/bench/pull/7",
    "https://github.com/acme/bench/pull/7#issuecomment-0",
  ])("refuses %s as a sign-off", (word) => {
    expect(summary(`/signoff-verify ${word}`)).toEqual(["signoff-verify !not_a_signoff_link"]);
  });

  test.each([
    ["https://github.com/acme/other/pull/7#issuecomment-1", "signoff_elsewhere"],
    ["https://github.com/acme/bench/pull/7#issuecomment-1 twice", "not_a_signoff_link"],
    ["https://github.com/acme/bench/pull/7#issuecomment-１", "not_a_signoff_link"],
  ])("refuses %s as a sign-off, too, in words that repeat no link", (word, reason) => {
    expect(summary(`/signoff-verify ${word}`)).toEqual([`signoff-verify !${reason}`]);
  });

  test("reads links on the host it is told", () => {
    const host = { ...place, host: "git.acme.example" };
    const url = "https://git.acme.example/acme/bench/actions/runs/9";
    expect(parseCommands(`/reuse-sweep-run ${url}`, host)).toMatchObject([{ args: { run: 9 } }]);
  });

  test("repeats what was typed only inside a code span", () => {
    const [parsed] = parseCommands("/reuse-sweep-run @mira <!-- `x` -->", place);
    expect(parsed).toMatchObject({
      values: { usage: "`/reuse-sweep-run [run]`", given: "`@mira`" },
    });
  });
});

describe("words that are no command", () => {
  test.each([
    ["/reuse-sweep-runs", ["?/reuse-sweep-run"]],
    ["/reuse-sweep-run.", ["?/reuse-sweep-run"]],
    ["/reuse_sweep_run 900", ["?/reuse-sweep-run"]],
    ["/reuse-sweep-run-now", ["?/reuse-sweep-run"]],
    ["/resue-sweep-run", ["?/reuse-sweep-run"]],
    ["/sweep-plan", ["?/sweep plan"]],
    ["/hepl", ["?/help"]],
    ["/stage-result", ["?/stage-results"]],
    ["/lgtm", []],
    ["/hold", []],
    ["/retest", []],
    ["/assign @mira", []],
    ["/etc/hosts", []],
    ["/help/me", []],
    ["/hölp", []],
    ["/", []],
    ["//help", []],
  ])("%s", (body, expected) => {
    expect(summary(body)).toEqual(expected);
  });
});

describe("public cases", () => {
  test("CMD-02: a quoted command does nothing and gets no usage reply", () => {
    expect(summary("> /reuse-sweep-run")).toEqual([]);
  });
  test("CMD-04: fenced text is dropped before parsing", () => {
    expect(summary("```\n/reuse-sweep-run nope\n```")).toEqual([]);
  });
  test("CMD-06: a number on a later line is no run id", () => {
    expect(summary("/reuse-sweep-run\n\n2024\n")).toEqual(["/reuse-sweep-run"]);
  });
  test("CMD-08: an explanation on the next CRLF line leaves a bare command", () => {
    expect(summary("/stage-results\r\nplease, for the demo")).toEqual(["/stage-results"]);
  });
  test("CMD-10: text around the command's line does not matter", () => {
    expect(summary("Looks good.\n\n/reuse-sweep-run 900\n\nthx")).toEqual(["/reuse-sweep-run 900"]);
  });
  test("CMD-12: arguments are ASCII, the command word has no case (decision 1)", () => {
    expect(summary("/reuse-sweep-run\u3000９００")).toEqual(["reuse-sweep-run !not_ascii"]);
    expect(summary("/reuse-sweep-run ９００")).toEqual(["reuse-sweep-run !not_ascii"]);
    expect(summary("/Reuse-Sweep-Run 900")).toEqual(["/reuse-sweep-run 900"]);
  });
});

test("keeps all commands of a comment in order, and the last one wins for reuse", () => {
  const commands = parseCommands("/reuse-sweep-run 1\nfoo\n/help\n/reuse-sweep-run cancel", place);
  expect(commands.map((parsed) => [parsed.line, parsed.canonical])).toEqual([
    [1, "/reuse-sweep-run 1"],
    [3, "/help"],
    [4, "/reuse-sweep-run cancel"],
  ]);
  expect(lastOf(commands, ["reuse-sweep-run", "reuse-sweep-run cancel"])?.line).toBe(4);
  expect(lastOf(commands, ["sweep run"])).toBeNull();
});

test("any text is read without an exception, and whatever is found stands on a line of it", () => {
  const piece = fc.constantFrom(
    "/help",
    "/sweep",
    " run",
    "\n",
    "\r\n",
    "`",
    "> ",
    "- ",
    "<!--",
    "-->",
    "~~~",
    "    ",
    "９",
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(piece, fc.string({ unit: "grapheme" })), { maxLength: 30 }),
      (pieces) => {
        const body = pieces.join("");
        const lines = body.split(/\r\n|\n|\r/u);
        for (const parsed of parseCommands(body, place)) {
          expect(lines[parsed.line - 1]).toMatch(/^ {0,3}\//u);
        }
      },
    ),
  );
});

test.each(Object.entries(hostileBodies()))("reads a hostile body: %s", (_name, body) => {
  expect(parseCommands(body, place).every((parsed) => parsed.canonical !== "")).toBe(true);
});
