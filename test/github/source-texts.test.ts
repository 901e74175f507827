import { describe, expect, test } from "@jest/globals";
import type { ShellScript } from "../../src/core/model/shell.ts";
import { SourceTexts } from "../../src/github/source-texts.ts";

function content(path: string, text: string, blobSha = text) {
  return { path, blobSha, bytes: new TextEncoder().encode(text) };
}

/** Texts, and what has been parsed so far. */
function counted(): { readonly texts: SourceTexts; readonly parsed: string[] } {
  const parsed: string[] = [];
  const parse = (text: string): ShellScript => {
    parsed.push(text);
    return { kind: "too_large" };
  };
  return { texts: new SourceTexts(parse), parsed };
}

describe("a file's text", () => {
  test("is parsed where it is a script, once for a blob", () => {
    const { texts, parsed } = counted();
    const first = texts.of(content("a.sh", "true"));
    expect(first).toEqual({ path: "a.sh", text: "true", shell: { kind: "too_large" } });
    expect(texts.of(content("a.sh", "true"))).toBe(first);
    expect(parsed).toEqual(["true"]);
    expect(texts.of(content("a.yaml", "true"))?.shell).toBeNull();
    expect(texts.of(content("b.sh", "true"))?.path).toBe("b.sh");
  });

  test.each([
    ["bytes that are no UTF-8", new Uint8Array([0x66, 0xff])],
    ["a program", new Uint8Array([0x7f, 0x45, 0x00, 0x46])],
  ])("is none for %s", (_, bytes) => {
    expect(counted().texts.of({ path: "a.sh", blobSha: "1", bytes })).toBeNull();
  });
});
