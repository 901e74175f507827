/** Edge cases of spec/signoff §6 and public reports, by number, on all that a look decides. */
import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import type { SignoffVerdict } from "../../../src/core/decide/signoff.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { aComment, aPerson, HEAD, NOW } from "../../support/build.ts";
import { formOf, ITEMS, templatePage } from "../../support/checklist.ts";
import { aFile, configured, documentsOf, someFacts } from "../../support/facts.ts";

const checklist = aFile("docs/PR_REVIEW_CHECKLIST.md", templatePage());
const signedBy = (login: string, body = formOf({ signed: login })) =>
  aComment({ id: login.length, body, author: aPerson(login) });

function verdict(more: Partial<Facts> = {}): SignoffVerdict {
  return decide(
    someFacts({
      documents: { ...documentsOf(), checklist },
      comments: [signedBy("zoe")],
      pushes: known([{ after: HEAD, at: NOW - 10 ** 7 }]),
      permissions: { zoe: known("write"), amir: known("write") },
      teams: { "acme/core": { zoe: known(true) } },
      ...more,
    }),
  ).signoff;
}

function row({ rows }: SignoffVerdict, check: number): string {
  const found = rows.find((each) => each.check === check);
  return `${found?.outcome ?? "-"} ${found?.code ?? "-"}`;
}

const file = (path: string) =>
  known([{ path, previousPath: null, status: "modified" as const, blobSha: "1" }]);

describe("edge cases of the process", () => {
  test("18: a form with three of the items missing and two of an older list names the three", () => {
    const body = formOf({ left: [1, 3, 4], signed: "zoe" }).replace(
      "\n\n###",
      "\n- [x] Renewed the lunar calibration\n- [x] Waved at the moon\n\n###",
    );
    const found = verdict({ comments: [signedBy("zoe", body)] });
    expect(row(found, 5)).toBe("fail checklist_items_missing");
    expect(found.rows.find(({ check }) => check === 5)?.values["count"]).toBe(3);
  });

  test("30: CODEOWNERS of the pull request itself is not looked at", () => {
    const files = file(".github/CODEOWNERS");
    const found = verdict({
      files,
      comments: [signedBy("amir")],
      teams: { "acme/core": { amir: known(false) } },
      config: configured({ signoff: { requireSignoff: "always" } }),
      documents: {
        ...documentsOf(),
        checklist,
        codeowners: aFile(".github/CODEOWNERS", "* @acme/core\n.github/ @nora\n"),
      },
    });
    expect(row(found, 0)).toBe("fail owners_missing");
  });

  test("46: for words alone a sign-off is not required; where it is, checks 0 and 5 decide", () => {
    const words = { files: file("docs/words.md") };
    expect(verdict({ ...words, comments: [] }).status.code).toBe("status_not_required");
    const config = configured({ signoff: { requireSignoff: "always" } });
    const found = verdict({ ...words, config });
    expect([0, 4, 5].map((check) => row(found, check).split(" ")[0])).toEqual([
      "pass",
      "na",
      expect.stringMatching(/^(?:pass|human)$/u),
    ]);
  });

  test.each(["> /reuse-sweep-run", "please /reuse-sweep-run", "`/reuse-sweep-run`"])(
    "48: %j is no order",
    (body) => {
      const order = aComment({ id: 50, body, author: aPerson("amir") });
      const found = verdict({ comments: [signedBy("zoe"), order] });
      expect(row(found, 4)).toBe("fail reuse_none");
    },
  );

  test("12, 13: nothing of a form that is only copied and not ticked passes", () => {
    const unticked = formOf({ unticked: ITEMS.map((_, index) => index), signed: "zoe" });
    expect(row(verdict({ comments: [signedBy("zoe", unticked)] }), 5)).toBe(
      "fail checklist_nothing_checked",
    );
  });
});

describe("who signs", () => {
  test("IDN-02: permission counts, whatever GitHub calls the person's association", () => {
    const found = verdict({
      comments: [signedBy("amir")],
      permissions: { amir: known("admin") },
    });
    expect(found.covering).toHaveLength(1);
  });

  test("IDN-04: a team that cannot be read is never read as 'not a member'", () => {
    const teams = { "acme/core": { zoe: unknown("not_found") } };
    expect(row(verdict({ teams }), 0)).toBe("human owners_unknown");
  });

  test("IDN-08: a text whose author is gone is no sign-off, and no fault", () => {
    const ghost = { ...signedBy("zoe"), author: null };
    expect(verdict({ comments: [ghost] }).status.code).toBe("status_waiting");
  });

  test("SGN-05: the listed owner passes beside a team that cannot be read, which is told", () => {
    const found = verdict({
      files: file("configs/nvidia-master.yaml"),
      comments: [signedBy("nora")],
      permissions: { nora: known("write") },
      teams: { "acme/core": { nora: unknown("forbidden") } },
    });
    expect(row(found, 0)).toBe("pass owners_covered");
    expect(found.rows[0]?.notes).toContain("note_owners_unreadable");
  });
});
