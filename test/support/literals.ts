import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const ROOT = join(import.meta.dirname, "..", "..");

/** A text in the source; `${…}` stands as a hole between two parts. */
export interface Literal {
  readonly path: string;
  readonly line: number;
  readonly parts: readonly string[];
  /** What it stands in: thrown errors and labels of tags may say what they like. */
  readonly context: "error" | "tag" | "type" | "module" | "value";
}

export interface SourceTexts {
  readonly literals: readonly Literal[];
  /** Names of members, as they stand before a colon or in braces. */
  readonly members: ReadonlySet<string>;
}

/** Every text and every member name in the TypeScript files below some folders. */
export function readTexts(...folders: readonly string[]): SourceTexts {
  const literals: Literal[] = [];
  const members = new Set<string>();
  for (const path of filesIn(folders)) {
    const text = readFileSync(join(ROOT, path), "utf8");
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      const parts = partsOf(node);
      if (parts !== null) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        literals.push({ path, line: line + 1, parts, context: contextOf(node) });
      }
      if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
        members.add(node.name.getText(source));
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { literals, members };
}

function filesIn(folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(folder, name)),
  );
}

function partsOf(node: ts.Node): readonly string[] | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (!ts.isTemplateExpression(node)) return null;
  return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
}

function contextOf(node: ts.Node): Literal["context"] {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return "module";
  if (ts.isLiteralTypeNode(parent)) return "type";
  if (ts.isTaggedTemplateExpression(parent)) return "tag";
  let each = parent;
  while (!ts.isBlock(each) && !ts.isSourceFile(each)) {
    if (makesError(each)) return "error";
    each = each.parent;
  }
  return "value";
}

function makesError(node: ts.Node): boolean {
  if (ts.isThrowStatement(node)) return true;
  if (ts.isNewExpression(node)) return /(?:Error|Failure)$/u.test(node.expression.getText());
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword;
}
