/** Bodies of about 64 KB that make quadratic Markdown readers slow, by name; for tests and the bench. */
export function hostileBodies(): Readonly<Record<string, string>> {
  const filled = (piece: string): string => piece.repeat(Math.floor(65_536 / piece.length));
  return {
    brackets: filled("["),
    "nested quotes": `${"> ".repeat(32_000)}a\n/help`,
    "lazy quote": `> a\n${filled("a\n").slice(0, 65_000)}/help`,
    "nested lists": `${"1) ".repeat(21_000)}a\n/help`,
    "quotes and lists": filled(`${"> - ".repeat(10)}\n`),
    "twenty lists a line": filled(`${"- ".repeat(20)}a\n`),
    "blank lines under deep lists": `${"- ".repeat(2_000)}a\n${"\n".repeat(60_000)}/help`,
    "backtick runs": Array.from({ length: 360 }, (_, length) => "`".repeat(length)).join(" "),
    "open code spans": filled("`a\n"),
    "open comments": filled("<!--\n"),
    "inline comments": filled("a <!-- "),
    "open tags": filled("<a b='"),
    "unclosed links": filled("[a]("),
    "thousands of commands": filled("/sweep run\n"),
    "unknown commands": filled("/sweeq\n"),
    "long command word": `/${"a".repeat(65_000)}`,
    "long argument": `/reuse-sweep-run ${"9".repeat(65_000)}`,
    "sign-off phrases": filled("As a PR reviewer and CODEOWNER\n"),
    "checklist items": `As a PR reviewer and CODEOWNER\n${filled("- [x] Verified that this\n")}`,
    "one long item": `As a PR reviewer and CODEOWNER\n- [x] ${filled("verified that this pr ")}`,
    "please link": `As a PR reviewer and CODEOWNER\n- [x] ${filled("Please link to ")}`,
    tabs: `${"\t".repeat(65_000)}/help`,
    "ligatures that grow": `/help\n${"\uFDFA".repeat(32_000)}`,
    "thematic breaks": filled("* * * * * * * * x\n"),
    "carriage returns": filled("\r/help"),
  };
}
