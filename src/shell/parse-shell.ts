import { fileURLToPath } from "node:url";
import { Language, Parser, type TreeCursor } from "web-tree-sitter";
import type { ShellNode, ShellScript } from "../core/model/shell.ts";

/** Larger than any script that a person wrote. */
const MOST_CHARACTERS = 512 * 1024;
const DEEPEST = 400;
const MOST_NODES = 400_000;
/** How often the parser may report progress: far more than a script of the largest size needs, so that only a hostile one is given up. */
const MOST_STEPS = 40_000;

export type ParseShell = (text: string) => ShellScript;

/** Loads the bash grammar, once for a program; what it gives parses text and never runs any of it. */
export async function loadShellParser(): Promise<ParseShell> {
  await Parser.init();
  const grammar = fileURLToPath(import.meta.resolve("tree-sitter-bash/tree-sitter-bash.wasm"));
  const parser = new Parser().setLanguage(await Language.load(grammar));
  return (text) => parseWith(parser, text);
}

function parseWith(parser: Parser, text: string): ShellScript {
  if (text.length > MOST_CHARACTERS) return { kind: "too_large" };
  let steps = 0;
  const tree = parser.parse(text, null, { progressCallback: () => ++steps > MOST_STEPS });
  parser.reset();
  if (tree === null) return { kind: "too_large" };
  const cursor = tree.walk();
  try {
    const errorLines = new Set<number>();
    const root = plainNode(cursor, 0, { left: MOST_NODES, errorLines });
    if (root === null) return { kind: "too_large" };
    return { kind: "parsed", text, root, errorLines: [...errorLines].sort((a, b) => a - b) };
  } finally {
    cursor.delete();
    tree.delete();
  }
}

interface Budget {
  left: number;
  readonly errorLines: Set<number>;
}

/** The node under the cursor as plain data; null when there is more of it than anybody should walk through. */
function plainNode(cursor: TreeCursor, depth: number, budget: Budget): ShellNode | null {
  budget.left -= 1;
  if (budget.left < 0 || depth > DEEPEST) return null;
  const { nodeType: type, nodeIsNamed: named, startIndex: start, endIndex: end } = cursor;
  const line = cursor.startPosition.row + 1;
  if (type === "ERROR" || cursor.nodeIsMissing) budget.errorLines.add(line);
  const field = cursor.currentFieldName;
  const children: ShellNode[] = [];
  if (cursor.gotoFirstChild()) {
    do {
      const child = plainNode(cursor, depth + 1, budget);
      if (child === null) return null;
      children.push(child);
    } while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return { type, field, named, start, end, line, children };
}
