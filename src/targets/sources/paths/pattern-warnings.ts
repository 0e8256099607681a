/** Patterns that do less than they look like: a person who writes them rarely means it. */
import type { Tree } from "../../tree.js";
import { type PathRule, quoted } from "./path-map.js";

const SPECIAL = /[*?[\]{}()!+@\\]/;

export async function patternWarnings(rules: readonly PathRule[], tree: Tree): Promise<readonly string[]> {
  const warnings: string[] = [];
  const bare: { readonly target: string; readonly text: string }[] = [];
  for (const { target, patterns } of rules) {
    for (const { text } of patterns) {
      const of = `The pattern ${quoted(text)} of ${quoted(target)}`;
      if (text.startsWith("/")) warnings.push(`${of} matches nothing: paths have no slash in front.`);
      else if (text.endsWith("/"))
        warnings.push(`${of} matches nothing: write ${quoted(`${text}**`)} for what is in the folder.`);
      else if (!SPECIAL.test(text)) bare.push({ target, text });
    }
  }
  const folders = bare.length === 0 ? new Set<string>() : await foldersOf(tree);
  for (const { target, text } of bare) {
    if (!folders.has(text.replace(/^(?:\.\/)+/, ""))) continue;
    warnings.push(
      `The pattern ${quoted(text)} of ${quoted(target)} matches nothing in the folder of that name: write ${quoted(`${text}/**`)}.`,
    );
  }
  return warnings;
}

async function foldersOf(tree: Tree): Promise<ReadonlySet<string>> {
  const folders = new Set<string>();
  for (const path of (await tree.entries()).keys()) {
    for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
      const folder = path.slice(0, slash);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}
