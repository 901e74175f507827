import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

const MAIN = join(import.meta.dirname, "..", "..", "src", "cli", "main.ts");

test("explain --help says where a token comes from, never the token", () => {
  const { status, stdout } = spawnSync(process.execPath, [MAIN, "explain", "--help"], {
    encoding: "utf8",
    env: { ...process.env, GITHUB_TOKEN: "do-not-show-me", XDG_CACHE_HOME: "", HOME: "" },
  });
  expect(status).toBe(0);
  expect(stdout).toContain("GITHUB_TOKEN");
  expect(stdout).not.toContain("do-not-show-me");
});
