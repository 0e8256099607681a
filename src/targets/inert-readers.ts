/**
 * Which files read an inert file: those whose code names it, and links to it. Comments and other prose do not count. A
 * name without a folder may mean any file of that name.
 */
import { isProse } from "./rules/inert-files.js";
import type { Tree } from "./tree.js";
import { directoryOf, fileNameOf, resolved } from "./tree-paths.js";

const MANIFEST = /(?:^|\/)(?:package\.json|Cargo\.toml|pyproject\.toml|pom\.xml)$/;
/** In these languages a path is a text in quotes, so a name elsewhere is in a comment. */
const QUOTING = /\.(?:[cm]?[jt]sx?|vue|svelte|rs|go|java|kt|scala|py|rb|cs|c|h|cc|cpp|hpp|swift)$/;
/** Constructs that take patterns or folders. */
export const PATTERN_WORDS = ["go:embed", "import.meta.glob", "require.context", "include_dir!"];

/** Files to search for names: everything but prose and what only a machine writes. */
const SEARCHED = ["*.md", "*.markdown", "*.rst", "*.adoc", "*.png", "*.jpg", "*.svg", "*.snap"].map(
  (pattern) => `:(exclude)${pattern}`,
);

/**
 * By path of an inert file: the files that may read it. Null when the files of the tree are not on this machine. Throws
 * `GitFailure`.
 */
export async function readersIn(
  tree: Tree,
  inert: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>> | null> {
  const words = new Set([...inert.map(fileNameOf), ...PATTERN_WORDS]);
  const naming = await tree.naming([...words], SEARCHED);
  if (naming === null) return null;
  const texts = await tree.read(naming.filter((path) => !isProse(path) && !path.startsWith(".github/")));
  const readers = new Map<string, Set<string>>(inert.map((path) => [path, new Set()]));
  const decoder = new TextDecoder();
  for (const [path, bytes] of texts) {
    const text = decoder.decode(bytes);
    for (const one of inert) if (path !== one && reads(path, text, one)) readers.get(one)?.add(path);
  }
  for (const [link, target] of await linksOf(tree)) {
    for (const one of inert) if (`${one}/`.startsWith(`${target}/`)) readers.get(one)?.add(link);
  }
  return readers;
}

/** By path of a link: where it leads, in the repository and not to its root. */
export async function linksOf(tree: Tree): Promise<ReadonlyMap<string, string>> {
  const links = [...(await tree.entries()).values()].flatMap(({ path, kind }) =>
    kind === "link" ? path : [],
  );
  const targets = links.length === 0 ? new Map<string, string>() : await tree.readLinks(links);
  return new Map(
    [...targets].flatMap(([link, text]) => {
      const target = resolved(directoryOf(link), text);
      return target === null || target === "" ? [] : [[link, target] as const];
    }),
  );
}

function reads(path: string, text: string, inert: string): boolean {
  if (path.endsWith(".go") && embeds(path, text, inert)) return true;
  if (hasPatternFor(path, text, inert)) return true;
  const name = fileNameOf(inert);
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (isReference(path, text, { at, end: at + name.length }, inert)) return true;
  }
  return false;
}

interface Span {
  readonly at: number;
  readonly end: number;
}

function isReference(path: string, text: string, { at, end }: Span, inert: string): boolean {
  const before = /[^\s"'`(=:,|[\]{}<>]*$/.exec(text.slice(Math.max(0, at - 300), at))?.[0] ?? "";
  if (/[\w-]$/.test(before) || /^[\w-]/.test(text.slice(end))) return false;
  const isQuoted = /^(?:\?[\w&=]*)?["'`]/.test(text.slice(end, end + 40));
  if (QUOTING.test(path) && !isQuoted) return false;
  const opening = text.slice(Math.max(0, at - before.length - 8), at - before.length);
  if (/:\/*$/.test(opening) || before.startsWith("//")) return false; // An address.
  const written = before + fileNameOf(inert);
  const isCertain = MANIFEST.test(path) || /^\.{1,2}\//.test(written) || isIncluded(text.slice(0, at));
  return (
    !isCertain || resolved(directoryOf(path), written.replace(/^\//, "")) === inert || fromRoot(text, at)
  );
}

/** `include_str!("…` without `concat!`, whose path starts at the file. */
function isIncluded(before: string): boolean {
  return /\binclude(?:_str|_bytes)!\s*\(\s*"[^"]*$/.test(before.slice(-300));
}

/** `concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md")` starts at the crate. */
function fromRoot(text: string, at: number): boolean {
  return text.slice(Math.max(0, at - 200), at).includes("CARGO_MANIFEST_DIR");
}

/** Patterns of `go:embed` may name a folder or contain stars; they never lead out of the file's folder. */
function embeds(path: string, text: string, inert: string): boolean {
  const folder = directoryOf(path);
  const relative =
    folder === "" ? inert : inert.startsWith(`${folder}/`) ? inert.slice(folder.length + 1) : null;
  if (relative === null) return false;
  const patterns = [...text.matchAll(/^\/\/go:embed (.*)$/gm)].flatMap(([, words = ""]) =>
    words.split(/\s+/),
  );
  return patterns.some((pattern) => mayEmbed(pattern.replace(/^["'`]?(?:all:)?|["'`]$/g, ""), relative));
}

function mayEmbed(pattern: string, relative: string): boolean {
  const names = relative.split("/");
  const parts = pattern.split("/");
  if (pattern === ".") return true;
  return (
    parts.length <= names.length &&
    parts.every((part, index) => /[*?[\\]/.test(part) || part === names[index])
  );
}

/** A glob or a folder in code that leads to where the file is. */
function hasPatternFor(path: string, text: string, inert: string): boolean {
  const calls = text.matchAll(/(?:import\.meta\.glob|require\.context|include_dir!)[^;]{0,600}/g);
  for (const [call] of calls) {
    for (const [, written = ""] of call.matchAll(/["'`]([^"'`\n]+)["'`]/g)) {
      const [fixed = ""] = written.replace(/^!/, "").split(/[*?{[(]/, 1);
      const folder = fixed.slice(0, fixed.lastIndexOf("/") + 1) || fixed;
      const place =
        folder.startsWith("/") || folder.startsWith("$") ? "" : resolved(directoryOf(path), folder);
      if (place !== null && (place === "" || `${inert}/`.startsWith(`${place}/`))) return true;
    }
  }
  return false;
}
