import { describe, expect, test } from "@jest/globals";
import { cardLines, effectLines } from "../../src/cli/demo/transcript.ts";
import { CliWords } from "../../src/cli/words.ts";
import type { AuditRow } from "../../src/queue/audit.ts";

function effect(code: string, detail: object): AuditRow {
  return { at: 0, kind: "effect", code, detail };
}

describe("the transcript of the demo", () => {
  const words = new CliWords("en", "demo");

  test.each([
    ["-1", "reacted with 👎"],
    ["eyes", "reacted with 👀"],
    ["rocket", "reacted with 🚀"],
  ])("shows the reaction %s as people see it", (content, said) => {
    expect(effectLines([effect("react", { content })], [], words)).toEqual([`    · ${said}`]);
  });

  test("says once what was sent", () => {
    const detail = { dispatch: { eventType: "ingest-results" }, outcome: { note: "sent" } };
    expect(effectLines([effect("dispatchRepository", detail)], [], words)).toEqual([
      "    · sent the ingest once: ingest-results",
    ]);
  });

  test("shows how an answer begins, without marks", () => {
    const rules = Array.from({ length: 9 }, (_, index) => `- \`${index}\``).join("\n");
    const body = `<!-- sweepbot:answer-5 x -->\nRun \`7\` cannot be reused:\n\n${rules}`;
    const lines = effectLines([effect("createComment", { tag: "answer-5" })], ["", body], words);
    expect(lines.slice(1, 3)).toEqual(["        Run 7 cannot be reused:", "        - 0"]);
    expect([lines.length, lines.at(-1)]).toEqual([10, "        …"]);
  });

  test("keeps columns where names are two columns wide", () => {
    const lines = cardLines([
      { name: "Sweep", state: "idle", text: "a" },
      { name: "更新日志", state: "idle", text: "b" },
    ]);
    expect(lines).toEqual(["    ➖ Sweep        a", "    ➖ 更新日志     b"]);
  });
});
