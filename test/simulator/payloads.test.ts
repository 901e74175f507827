import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "@jest/globals";
import { startSimulator } from "../../src/simulator/simulator.ts";
import type { SimulatedRepository } from "../../src/simulator/story/repository.ts";

type Example = Readonly<Record<string, unknown>>;
const examplesFile = createRequire(import.meta.url).resolve(
  "@octokit/webhooks-examples/api.github.com/index.json",
);
const examples = JSON.parse(readFileSync(examplesFile, "utf8")) as readonly {
  readonly name: string;
  readonly examples: readonly Example[];
}[];

/** Null here because the world has no such thing, or other permissions than those of the examples' apps. */
const absent = /assignee|milestone|custom_properties|permissions|\.license|\.draft$/;

function missing(ours: unknown, theirs: unknown, path = ""): string[] {
  if (typeof theirs !== "object" || theirs === null || Array.isArray(theirs)) return [];
  if (typeof ours !== "object" || ours === null) return [path];
  return Object.entries(theirs).flatMap(([key, value]) => {
    const below = `${path}.${key}`;
    return key in ours ? missing((ours as Example)[key], value, below) : [below];
  });
}

describe("payloads have all fields of GitHub's examples", () => {
  test("for every event and action that there is an example of", async () => {
    const github = await startSimulator();
    const repo = github.addRepository({ owner: "acme", name: "bench", files: { "a.txt": "1\n" } });
    repo.setPermission("mira", "write");
    tellEverything(repo);
    const gaps = github.webhooks.deliveries.map(({ event, action, payload }) => {
      const alike = examples
        .find(({ name }) => name === event)
        ?.examples.filter((example) => (example["action"] ?? null) === action);
      if (alike === undefined || alike.length === 0) return [];
      const found = alike.map((example) =>
        missing(payload, example).filter((one) => !absent.test(one)),
      );
      const least = found.toSorted((a, b) => a.length - b.length)[0] ?? [];
      return least.map((field) => `${event}.${String(action)}${field}`);
    });
    expect([...new Set(gaps.flat())]).toEqual([]);
    const told = github.webhooks.log.map(({ event, action }) => `${event}.${String(action)}`);
    expect(new Set(told).size).toBeGreaterThan(30);
    await github.close();
  });
});

function tellEverything(story: SimulatedRepository): void {
  story.addWorkflow("run-sweep.yml", {});
  const pull = story.openPull({
    author: "mira",
    branch: "f",
    title: "F",
    files: { b: "1\n" },
    labels: ["x"],
  });
  pull.push({ b: "2\n" });
  pull.unlabel("mira", "x");
  pull.requestReview("ben");
  const review = pull.review("ben", { state: "APPROVED" });
  pull.editReview("ben", review.id, "fine");
  pull.dismissReview("mira", review.id);
  const remark = pull.reviewComment("ben", { body: "why?", path: "b" });
  pull.editReviewComment("ben", remark.id, "why??");
  pull.deleteReviewComment("ben", remark.id);
  pull.edit({ title: "G" });
  pull.convertToDraft();
  pull.ready();
  pull.close();
  pull.reopen();
  const comment = pull.comment("mira", "hi");
  story.editComment("mira", comment.id, "ho");
  story.deleteComment("mira", comment.id);
  const run = story.startRun({ event: "pull_request", workflow: "run-sweep.yml", pull });
  run.addJob("one").start().complete("success");
  run.complete();
  story.setStatus("ben", pull.headSha, { context: "c", state: "success" });
  pull.merge("mira", { method: "merge" });
  story.openIssue({ author: "mira", title: "I" });
  story.rename("bench2");
  story.transfer("other");
  story.setInstalled(false);
  story.setInstalled(true);
  story.createBranch("g");
}
