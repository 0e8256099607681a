/** The sources as text and as a graph of imports, for the house rules that a linter does not know. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

export interface Import {
  /** As written, such as `./queue.js` or `node:fs`. */
  readonly specifier: string;
  /** Path from the root of the repository, such as `src/engine/model/queue.ts`; null for packages. */
  readonly file: string | null;
  readonly isTypeOnly: boolean;
  readonly isLazy: boolean;
}

export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

export function sourceFiles(folder: string): readonly SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"))
    .sort()
    .map(readSource);
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(ROOT, path), "utf8");
  const imports: Import[] = [];
  const add = (specifier: string, isTypeOnly: boolean, isLazy: boolean) => {
    const file = specifier.startsWith(".") ? fileOf(resolve(ROOT, dirname(path), specifier)) : null;
    imports.push({ specifier, file, isTypeOnly, isLazy });
  };
  const visit = (node: ts.Node): void => {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier !== undefined
    ) {
      if (ts.isStringLiteral(node.moduleSpecifier)) add(node.moduleSpecifier.text, isTypeOnly(node), false);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument !== undefined && ts.isStringLiteral(argument)) add(argument.text, false, true);
    }
    ts.forEachChild(node, visit);
  };
  const kind = path.endsWith(".tsx") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, false, kind));
  return { path, text, imports };
}

/** An import of `x.js` is `x.tsx` where that exists, else `x.ts`. */
function fileOf(absolute: string): string {
  const page = absolute.replace(/\.js$/, ".tsx");
  return relative(ROOT, page !== absolute && existsSync(page) ? page : absolute.replace(/\.js$/, ".ts"));
}

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  const clause = node.importClause;
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const bindings = clause.namedBindings;
  return (
    clause.name === undefined &&
    bindings !== undefined &&
    ts.isNamedImports(bindings) &&
    bindings.elements.length > 0 &&
    bindings.elements.every((element) => element.isTypeOnly)
  );
}
