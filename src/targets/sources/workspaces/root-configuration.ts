/**
 * Configuration at the root that only some packages read: `tsconfig.base.json` and `jest.preset.js`, by the files that
 * name them, and `.eslintrc`, by the folders without another root. A change of one counts for its readers, for what its
 * new lines name, and for the resolution of names, which a change that brings another reader shares.
 */
import type { CausesByTarget } from "../../graph.js";
import { globalUnlessFollowed } from "../../rules/global-inputs.js";
import { isProse } from "../../rules/inert-files.js";
import type { Cause, ChangedFile } from "../../source.js";
import type { Tree } from "../../tree.js";
import { directoryOf, fileNameOf, resolved } from "../../tree-paths.js";
import type { Doubt } from "./lock-changes.js";
import type { OneTree } from "./root-tests.js";

/** Files that select or record others. */
const NOT_READERS =
  /(?:^|\/)(?:\.\w*ignore|CODEOWNERS|\.gitattributes|[^/]*\.(?:md|lock)|package-lock\.json|pnpm-lock\.yaml)$/;
/** Tools look for these, in the folder of a file and above. */
const LOOKED_FOR = /^(?:tsconfig|jsconfig)\.json$/;
const ESLINT = /(?:^|\/)\.eslintrc(?:\.\w+)?$/;
const JEST_CONFIG = /(?:^|\/)jest\.config\.[cm]?[jt]s$/;
const LINTED = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx)$/;
const IS_LINT_ROOT = /(?:"root"|'root'|\broot)\s*:\s*true\b/;
const TOKEN = /[\w@.$/-]{1,300}/g;
const MOST_BYTES = 2 * 1024 * 1024;

export interface ConfigurationChanges {
  /** By path of the configuration: the packages that read it, and those that its new lines name. */
  readonly readers: ReadonlyMap<string, readonly string[]>;
  /** Resolutions that a change shares with one that begins to read such a file. */
  readonly asked: CausesByTarget;
}

/** Throws `GitFailure`. */
export async function configurationChanges(
  sides: readonly [OneTree, OneTree],
  changed: readonly ChangedFile[],
  doubt: Doubt,
): Promise<ConfigurationChanges> {
  const readers = new Map<string, readonly string[]>();
  const asked = new Map<string, Cause>();
  const ask = (path: string) => {
    for (const { workspaces } of sides)
      for (const name of workspaces.resolutionsAround(null))
        if (!asked.has(name)) asked.set(name, { kind: "file", path });
  };
  for (const { path, isSubmodule } of changed) {
    if (globalUnlessFollowed(path) === null || isSubmodule) continue;
    const found = await readersOf(path, sides);
    if (typeof found === "string") doubt(path, `it configures the build, and ${found}`);
    else {
      readers.set(path, [...found]);
      ask(path);
    }
  }
  for (const path of await beginningToRead(sides, changed)) ask(path);
  return { readers, asked };
}

/** Names of packages, or why every package may read it. */
async function readersOf(path: string, sides: readonly OneTree[]): Promise<ReadonlySet<string> | string> {
  const texts: string[] = [];
  const found = new Set<string>();
  for (const side of sides) {
    const text = await textAt(side.tree, path);
    if (text === null) return "its content cannot be read";
    const computed = computes(path, text);
    if (computed !== null) return `it computes its content with ${computed}`;
    texts.push(text);
    const readers = await readersIn(path, side);
    if (typeof readers === "string") return readers;
    for (const reader of readers) found.add(reader);
    for (const { name, directory } of side.workspaces.packages) if (directory === "") found.add(name);
  }
  for (const name of namedAnew(path, texts, sides)) found.add(name);
  return found;
}

async function readersIn(path: string, side: OneTree): Promise<ReadonlySet<string> | string> {
  const { tree, workspaces } = side;
  if (workspaces.single !== null) return new Set([workspaces.single.name]);
  const entries = await tree.entries();
  const found = new Set<string>();
  if (path === "tsconfig.base.json" && entries.has("nx.json")) return "Nx reads it for all projects";
  if (ESLINT.test(path)) {
    for (const file of await lintedFiles(tree))
      for (const owner of workspaces.ownersOf(file)) found.add(owner);
  }
  if (path.startsWith("jest.preset.")) {
    const configs = await textsOf(
      tree,
      [...entries.keys()].filter((one) => JEST_CONFIG.test(one)),
    );
    const computed = [...configs].find(([, text]) => computesPreset(text));
    if (computed !== undefined) return `${computed[0]} computes its preset`;
  }
  // A configuration at the root that names this one is followed to its own readers.
  const seen = new Set([path]);
  for (const here of seen) {
    const naming = await namingFiles(here, tree);
    if (naming === null) return "the files that may read it are not on this machine";
    for (const file of naming) {
      const owners = workspaces.ownersOf(file);
      for (const owner of owners) found.add(owner);
      if (owners.length > 0 || seen.has(file)) continue;
      if (LOOKED_FOR.test(file)) return `${file} reads it, which tools look for in every folder`;
      if (globalUnlessFollowed(file) === null || ESLINT.test(file))
        return `${file} names it, and no target owns that file`;
      seen.add(file);
    }
  }
  return found;
}

/** Files below no other configuration that declares itself a root. */
async function lintedFiles(tree: Tree): Promise<readonly string[]> {
  const paths = [...(await tree.entries()).keys()];
  const nested = await textsOf(tree, paths.filter(isNestedLint));
  const roots = new Set(
    [...nested].flatMap(([path, text]) => (IS_LINT_ROOT.test(text) ? [directoryOf(path)] : [])),
  );
  const isIsolated = (path: string) => {
    for (let here = directoryOf(path); here !== ""; here = directoryOf(here))
      if (roots.has(here)) return true;
    return false;
  };
  return paths.filter((path) => LINTED.test(path) && !isIsolated(path));
}

function isNestedLint(path: string): boolean {
  return ESLINT.test(path) && path.includes("/");
}

/** Files that may name it; null when they are not on this machine. */
async function namingFiles(path: string, tree: Tree): Promise<readonly string[] | null> {
  const stem = stemOf(path);
  const naming = await tree.naming([stem], [":(exclude)*.md", ":(exclude)*.lock"]);
  if (naming === null) return null;
  const texts = await textsOf(
    tree,
    naming.filter((one) => one !== path && !NOT_READERS.test(one) && !isProse(one)),
  );
  return [...texts].flatMap(([file, text]) => (isNamedBy(text, file, path) ? [file] : []));
}

/** `tsconfig.base` for `tsconfig.base.json`: the ending may be left out. */
function stemOf(path: string): string {
  return path.replace(/(?<=.)\.(?:json|[cm]?[jt]s|ya?ml)$/, "");
}

/** A relative path means the file that it leads to; a name without one may mean the root's. */
function isNamedBy(text: string, file: string, path: string): boolean {
  const stem = stemOf(path);
  return [...text.matchAll(TOKEN)].some(([token]) => {
    const name = fileNameOf(token);
    if (name !== stem && stemOf(name) !== stem) return false;
    if (!/^\.{1,2}\//.test(token)) return true;
    const place = resolved(directoryOf(file), token);
    return place !== null && stemOf(place) === stem;
  });
}

/** Packages that a line of one text names, and no line of the other. */
function namedAnew(path: string, texts: readonly string[], sides: readonly OneTree[]): readonly string[] {
  const tokens = texts.map((text) => new Set(text.match(TOKEN) ?? []));
  const differing = [...new Set(tokens.flatMap((some) => [...some]))].filter((token) =>
    tokens.some((some) => !some.has(token)),
  );
  if (differing.length === 0) return [];
  return sides.flatMap(({ workspaces }) => {
    const byName = new Set(workspaces.packages.map(({ name }) => name));
    const plugins = ESLINT.test(path) ? [...byName].filter((name) => name.includes("eslint")) : [];
    const named = differing.flatMap((token) => {
      const place = resolved("", token);
      const around = place === null || place === "" ? [] : workspaces.ownersOf(`${place}/`);
      const [name = ""] = /^(?:@[\w.-]+\/)?[\w.-]+/.exec(token) ?? [];
      return byName.has(name) ? [name, ...around] : around;
    });
    return [...plugins, ...named];
  });
}

/** Changed files that name such a configuration in the head only, or decide which folders `.eslintrc` applies to. */
async function beginningToRead(
  [before, after]: readonly [OneTree, OneTree],
  changed: readonly ChangedFile[],
): Promise<readonly string[]> {
  const paths = [...(await after.tree.entries()).keys()];
  const configurations = paths.filter((path) => !path.includes("/") && globalUnlessFollowed(path) !== null);
  const others = changed.filter(({ path, isSubmodule }) => !isSubmodule && !configurations.includes(path));
  if (configurations.length === 0 || others.length === 0) return [];
  const read = others.map(({ path }) => path);
  const [was, is] = [await textsOf(before.tree, read), await textsOf(after.tree, read)];
  return read.filter((path) => {
    if (isNestedLint(path)) return true;
    const [old, text] = [was.get(path) ?? "", is.get(path) ?? ""];
    return configurations.some((one) => isNamedBy(text, path, one) && !isNamedBy(old, path, one));
  });
}

/** Empty for a file that the tree lacks; null for one that is no text. */
async function textAt(tree: Tree, path: string): Promise<string | null> {
  if (!(await tree.entries()).has(path)) return "";
  return (await textsOf(tree, [path])).get(path) ?? null;
}

async function textsOf(tree: Tree, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const decoder = new TextDecoder();
  const contents = paths.length === 0 ? [] : await tree.read(paths);
  return new Map(
    [...contents].flatMap(([path, bytes]) =>
      bytes.length > MOST_BYTES ? [] : [[path, decoder.decode(bytes)] as const],
    ),
  );
}

/** What may be called: it only loads what a text names, or merges. */
const PLAIN_CALLS: ReadonlySet<string> = new Set(["require", "import", "defineConfig", "Object.assign"]);
/** Strings without placeholders, and comments; an unclosed string ends at the end of the text. */
const STRINGS_AND_COMMENTS =
  /"(?:[^"\\\n]|\\.)*(?:"|$)|'(?:[^'\\\n]|\\.)*(?:'|$)|`(?:[^`\\$]|\\.)*(?:`|$)|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/gm;

/** What it computes with, for people; null for a fixed one, and for JSON and YAML. */
function computes(path: string, text: string): string | null {
  if (!/\.[cm]?[jt]s$/.test(path)) return null;
  const code = text.replace(STRINGS_AND_COMMENTS, '""');
  if (code.includes("${")) return "a template";
  if (/=>|\bfunction\b/.test(code)) return "a function";
  if (/\bprocess\b/.test(code)) return "`process`";
  if (/""\s*\+|\+\s*""/.test(code)) return "texts that it joins";
  for (const [, name = ""] of code.matchAll(/([\w$]+(?:\s*\.\s*[\w$]+){0,5})\s*\(/g)) {
    const called = name.replace(/\s/g, "");
    if (!PLAIN_CALLS.has(called)) return `\`${called}\``;
  }
  // `require(name)` may load anything.
  return /\b(?:require|import)\s*\(\s*(?!\s|"")/.test(code) ? "a name that it requires" : null;
}

/** Jest's `preset` is not a fixed text. */
function computesPreset(text: string): boolean {
  const code = text.replace(STRINGS_AND_COMMENTS, '""');
  return /\bpreset\s*(?::\s*(?!\s|"")|[,}])/.test(code);
}
