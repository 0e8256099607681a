/**
 * Tests in a folder beside the packages, such as `e2e/`. No package owns them, so a change of them counts for what they
 * use: a change of that counts for it, too, and the two lists overlap.
 */
import type { Cause, SourceContext } from "../../source.js";
import { type Tree, type TreeEntry, textsOf } from "../../tree.js";
import { directoryOf, fileNameOf, joined, resolved } from "../../tree-paths.js";
import { isWithin } from "./ecosystem.js";
import { asTable } from "./parsed-files.js";
import { targetName } from "./separate-names.js";
import type { WorkspaceTree } from "./workspace-tree.js";

const FOLDER = /^(?:e2e|tests?|__tests__|specs?|(?:e2e|integration|system|acceptance)[-_]tests?|end-to-end)$/;
const TEST_FILE = /(?:^|\/)__tests__\/|[._-](?:test|spec)\.\w+$/;
/** Records of output, prose and what only a machine writes. */
const NOT_READ =
  /\.(?:snap|md|lock|png|jpe?g|gif|svg|ico|woff2?|wasm|zip|gz)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml)$/;
/** Here the names in code differ from the names of packages. */
const NAMES_DIFFER = /\.(?:pyi?|exs?|php|kts?|java|groovy|scala|cs|fs|vb|rs)$/;
const MOST_FILES = 20_000;
const LONGEST_TOKEN = 400;
const MOST_PARTS = 40;
const TOKEN = /[\w@.$/-]+/g;
const ENDINGS = [
  "",
  ".ts",
  ".js",
  ".mjs",
  ".cjs",
  ".tsx",
  ".jsx",
  ".mts",
  ".cts",
  ".json",
  "/index.ts",
  "/index.js",
];
/** Files that select, ignore or describe others. */
const SELECTS =
  /(?:^|\/)(?:\.\w*ignore|CODEOWNERS|\.gitattributes|[^/]*\.(?:md|lock)|package-lock\.json|pnpm-lock\.yaml)$|^\.github\//;

export interface OneTree {
  readonly tree: Tree;
  readonly workspaces: WorkspaceTree;
}

/** The outermost folder of tests around a path; null without one. */
export function testFolderOf(path: string): string | null {
  const names = directoryOf(path).split("/");
  const index = names.findIndex((name) => FOLDER.test(name));
  return index === -1 ? null : names.slice(0, index + 1).join("/");
}

export interface FolderUses {
  /** What the tests use. */
  readonly used: ReadonlySet<string>;
  /** Owners of files that name the folder. */
  readonly readers: ReadonlySet<string>;
  /** Files that the configuration at the root names, and what these import: they may concern every package. */
  readonly entries: ReadonlySet<string>;
}

/** Null when it cannot be known. Throws `GitFailure`. */
export async function usesOfFolder(one: OneTree, folder: string): Promise<FolderUses | null> {
  const { tree, workspaces } = one;
  const entries = await tree.entries();
  const files = [...entries.values()].filter(({ path }) => path.startsWith(`${folder}/`));
  const isOwned = workspaces.packages.some(({ directory }) => isWithin(directory, folder));
  if (isOwned || files.length > MOST_FILES || !(await isClosed(tree, files, folder))) return null;
  if (files.some(({ path }) => NAMES_DIFFER.test(path))) return null;
  const outside = await namingFiles(tree, folder);
  if (outside === null) return null;
  const texts = await readTexts(
    tree,
    files.map(({ path }) => path),
  );
  const members = membersIn([...texts.values(), ...(await rootTexts(one, folder))], workspaces);
  if (members === null) return null;
  const readers = new Set<string>();
  const used = new Set(members);
  const named = new Set<string>();
  for (const [path, text] of outside) {
    const owners = workspaces.ownersOf(path);
    for (const owner of owners) readers.add(owner);
    if (owners.length === 0) for (const file of filesNamed(text, folder, entries)) named.add(file);
  }
  for (const resolution of workspaces.resolutionsAround(null)) used.add(resolution);
  for (const { name, directory } of workspaces.packages) if (directory === "") used.add(name);
  return { used, readers, entries: closureOf(named, texts, entries) };
}

export interface TestTargets {
  readonly used: ReadonlyMap<string, Cause>;
  readonly readers: ReadonlyMap<string, Cause>;
}

/** The targets of a changed file in such a folder; null when it may concern every package. */
export async function testTargets(
  sides: readonly OneTree[],
  { path, changed }: { readonly path: string } & Pick<SourceContext, "changed">,
  usesOf: (side: OneTree, folder: string) => Promise<FolderUses | null>,
): Promise<TestTargets | null> {
  const folder = testFolderOf(path);
  if (folder === null || changed.some((one) => one.isSubmodule && one.path.startsWith(`${folder}/`)))
    return null;
  const cause: Cause = { kind: "file", path };
  const used = new Map<string, Cause>([[`${folder}/`, cause]]);
  const readers = new Map<string, Cause>();
  for (const side of sides) {
    const uses = await usesOf(side, folder);
    if (uses === null || uses.entries.has(path)) return null;
    for (const target of uses.used) used.set(target, cause);
    for (const target of uses.readers) readers.set(target, cause);
  }
  return { used, readers };
}

/** Without submodules, and without links that lead out of the folder. */
async function isClosed(tree: Tree, files: readonly TreeEntry[], folder: string): Promise<boolean> {
  if (files.some(({ kind }) => kind === "submodule")) return false;
  const links = files.flatMap(({ path, kind }) => (kind === "link" ? path : []));
  const texts = links.length === 0 ? new Map<string, string>() : await tree.readLinks(links);
  return links.every((link) => {
    const target = resolved(directoryOf(link), texts.get(link) ?? "/");
    return target !== null && isWithin(target, folder);
  });
}

/** Files elsewhere that name the folder, with their texts; null when the files are not on this machine. */
async function namingFiles(tree: Tree, folder: string): Promise<ReadonlyMap<string, string> | null> {
  const paths = await tree.naming([fileNameOf(folder)], [":(exclude)*.md", `:(exclude)${folder}/*`]);
  if (paths === null) return null;
  const texts = await readTexts(
    tree,
    paths.filter((path) => !SELECTS.test(path)),
  );
  const name = fileNameOf(folder).replaceAll(/[^\w]/g, "\\$&");
  const mention = new RegExp(`(?<![\\w-])${name}(?=["'\`/\\s]|$)`, "m");
  return new Map([...texts].filter(([, text]) => mention.test(text)));
}

/** The root's manifest and the configuration of its test runner name what runs the tests. */
async function rootTexts({ tree }: OneTree, folder: string): Promise<readonly string[]> {
  const root = directoryOf(folder);
  const runner =
    /^(?:package\.json|(?:jest|vitest|vite|playwright|cypress|karma|babel)\.\S*|\.(?:mocharc|babelrc)\S*)$/;
  const paths = [...(await tree.entries()).keys()].filter((path) => {
    const directory = directoryOf(path);
    return (directory === root || directory === "") && runner.test(fileNameOf(path));
  });
  const texts = await readTexts(tree, paths);
  return [...texts].map(([path, text]) =>
    fileNameOf(path) === "package.json" ? withoutMembers(text) : text,
  );
}

/** The package at the root has its dependencies itself, and patterns of members are no use of them. */
function withoutMembers(text: string): string {
  try {
    const manifest = [...(asTable(JSON.parse(text)) ?? [])];
    return JSON.stringify(manifest.filter(([key]) => !/^(?:workspaces|files)$|ependencies$/.test(key)));
  } catch {
    return text;
  }
}

function readTexts(tree: Tree, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return textsOf(
    tree,
    paths.filter((path) => !NOT_READ.test(path)),
  );
}

/** Packages that texts name, also by their directory or by a directory around them; null with a word that is too long. */
function membersIn(texts: readonly string[], { packages }: WorkspaceTree): ReadonlySet<string> | null {
  const byName = new Map<string, string[]>();
  for (const { name } of packages)
    byName.set(targetName(name), [...(byName.get(targetName(name)) ?? []), name]);
  const byDirectory = new Map<string, string[]>();
  const around = new Set<string>();
  for (const { name, directory } of packages) {
    byDirectory.set(directory, [...(byDirectory.get(directory) ?? []), name]);
    for (let here = directoryOf(directory); here !== ""; here = directoryOf(here)) around.add(here);
  }
  const found = new Set<string>();
  const tokens = new Set(texts.flatMap((text) => text.match(TOKEN) ?? []));
  for (const token of tokens) {
    const parts = token.split("/").filter((part) => part !== "" && part !== "." && part !== "..");
    if (token.length > LONGEST_TOKEN || parts.length > MOST_PARTS) return null;
    let isPlace = false;
    for (const [from] of parts.entries()) {
      for (let to = from + 1; to <= parts.length; to += 1) {
        const words = parts.slice(from, to).join("/");
        for (const name of byName.get(words) ?? []) found.add(name);
        for (const name of words === "" ? [] : (byDirectory.get(words) ?? [])) {
          found.add(name);
          isPlace = true;
        }
      }
    }
    if (!isPlace) for (const name of membersAround(parts, around, packages)) found.add(name);
  }
  return found;
}

/** `../packages` and `packages` may mean each of the packages in it. */
function membersAround(
  parts: readonly string[],
  around: ReadonlySet<string>,
  packages: WorkspaceTree["packages"],
): readonly string[] {
  for (let count = parts.length; count > 0; count -= 1) {
    const place = parts.slice(0, count).join("/");
    if (!around.has(place)) continue;
    return packages.flatMap(({ name, directory }) => (isWithin(directory, place) ? [name] : []));
  }
  return [];
}

type Entries = ReadonlyMap<string, TreeEntry>;

/** Files of the folder that a text names; patterns and tests are left out, since they only select. */
function filesNamed(text: string, folder: string, entries: Entries): readonly string[] {
  return [...text.matchAll(TOKEN)].flatMap((match) => {
    const written = match[0].replace(/^(?:\.{0,2}\/)+/, "");
    const isPattern = /^[*{(]/.test(text.slice(match.index + match[0].length));
    if (isPattern || !written.startsWith(`${folder}/`)) return [];
    const place = written.replace(/\/$/, "");
    const file = fileAt(place, entries);
    if (file !== null) return TEST_FILE.test(file) ? [] : [file];
    if (FOLDER.test(fileNameOf(place))) return [];
    return [...entries.keys()].filter((path) => path.startsWith(`${place}/`));
  });
}

function fileAt(place: string, entries: Entries): string | null {
  return ENDINGS.map((ending) => `${place}${ending}`).find((path) => entries.has(path)) ?? null;
}

/** With all that the files import by relative paths. */
function closureOf(
  named: ReadonlySet<string>,
  texts: ReadonlyMap<string, string>,
  entries: Entries,
): ReadonlySet<string> {
  const reached = new Set(named);
  for (const path of reached) {
    for (const [, specifier = ""] of (texts.get(path) ?? "").matchAll(
      /["'`](\.{1,2}\/[^"'`\s]{1,300})["'`]/g,
    )) {
      const place = resolved(directoryOf(path), specifier.replace(/\.[cm]?js$/, "")) ?? "";
      const exact = resolved(directoryOf(path), specifier) ?? "";
      const file = fileAt(exact, entries) ?? fileAt(place, entries) ?? null;
      if (file !== null) reached.add(file);
      else
        for (const one of texts.keys())
          if (exact !== "" && one.startsWith(joined(exact, ""))) reached.add(one);
    }
  }
  return reached;
}
