/** What a file of JavaScript or TypeScript imports for sure. It may import more: dynamically, or in other ways to write it. */

const SOURCE_FILE = /\.[cm]?[jt]sx?$/;
/** Nothing that is written in a longer file, or further behind its beginning, is looked for. */
const MOST_BYTES = 1024 * 1024;
/** Ends at the end of the file where it has no end. */
const COMMENT = /\/\*[^]*?(?:\*\/|$)/g;
/** At the beginning of a line, with nothing but names before the text: bounded, so that a hostile file costs little. */
const IMPORT =
  /^[ \t]*(?:(?:import|export)\s+(?:[\w$*{},\s]{1,1000}?\bfrom\s*)?|(?:const|let|var)\s+[\w$*{},:\s]{1,1000}?=\s*require\(\s*)["']([^"'`\n]+)["']/gm;

export function mayImport(path: string): boolean {
  return SOURCE_FILE.test(path);
}

export function importedIn(bytes: Uint8Array): readonly string[] {
  if (bytes.length > MOST_BYTES) return [];
  const text = new TextDecoder().decode(bytes).replace(COMMENT, " ");
  // A comment of Nx, which makes it pass over an import, and a text of several lines.
  if (text.includes("nx-ignore") || /\\\r?\n/.test(text)) return [];
  // Behind it may be a text that only looks like code.
  const [code = ""] = text.split("`", 1);
  return [...code.matchAll(IMPORT)].flatMap(([, specifier]) => specifier ?? []);
}
