/**
 * Configuration at the root that only some packages read: `tsconfig.base.json` and `jest.preset.js`, by the files that
 * name them, and links to them. A change of one counts for its readers, for what its new lines name, and for the
 * resolution of names, which a change that brings another reader shares.
 */
import type { CausesByTarget } from "../../graph.js";
import { linksOf } from "../../inert-readers.js";
import { globalUnlessFollowed } from "../../rules/global-inputs.js";
import { isProse } from "../../rules/inert-files.js";
import type { Cause, ChangedFile, SourceContext } from "../../source.js";
import { type Tree, textsOf } from "../../tree.js";
import { directoryOf, fileNameOf, resolved } from "../../tree-paths.js";
import { computes, computesPreset } from "./computed-configuration.js";
import { isWithin } from "./ecosystem.js";
import type { Doubt } from "./lock-changes.js";
import type { OneTree } from "./root-tests.js";
import { keysOf } from "./separate-names.js";
import type { WorkspaceTree } from "./workspace-tree.js";

/** Files that select or record others. */
const NOT_READERS =
  /(?:^|\/)(?:\.\w*ignore|CODEOWNERS|\.gitattributes|[^/]*\.(?:md|lock)|package-lock\.json|pnpm-lock\.yaml)$/;
/** Content without names for people or programs to read. */
const BINARY =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|pdf|zip|gz|tgz|bz2|xz|zst|7z|rar|jar|war|woff2?|ttf|otf|eot|mp[34]|m4[av]|mov|avi|webm|og[gv]|wav|flac|exe|dll|so|dylib|wasm|pyc|class|o|a|psd|sqlite3?|parquet|onnx)$/i;
/** Tools look for these, in the folder of a file and above. */
const LOOKED_FOR = /^(?:tsconfig|jsconfig)\.json$/;
const JEST_CONFIG = /(?:^|\/)jest\.config\.[cm]?[jt]s$/;
/** A relative path in these starts at their folder; in other files it may also start where a program starts. */
const STARTS_AT_FILE = /(?:^|\/)[jt]sconfig(?:\.[^/]+)?\.json$/;
const TOKEN = /[\w@.$/-]{1,300}/g;
/** The same with the sign that makes it a pattern. */
const PLACE = /[\w@.$/-]{1,300}[*?{[(]?/g;
/** Patterns and folders that take in the whole repository; `${configDir}` is the reader's folder. */
const WHOLE = /["'](?:\.{0,2}\/)*(?:\.{1,2}|\*[^"'\n]{0,300}|(?<=\/))["']/g;
const MOST_BYTES = 2 * 1024 * 1024;
const MOST_AT_ONCE = 200;

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
  if (path.endsWith(".json") && differing(texts, WHOLE).length > 0)
    return "a line that only one version has may name every folder";
  for (const name of namedAnew(texts, sides)) found.add(name);
  return found;
}

async function readersIn(path: string, side: OneTree): Promise<ReadonlySet<string> | string> {
  const { tree, workspaces } = side;
  if (workspaces.single !== null) return new Set([workspaces.single.name]);
  const entries = await tree.entries();
  const found = new Set<string>();
  if (path === "tsconfig.base.json" && entries.has("nx.json")) return "Nx reads it for all projects";
  if (path.startsWith("jest.preset.")) {
    const paths = [...entries.keys()].filter((one) => JEST_CONFIG.test(one));
    const configs = await textsOf(tree, paths, MOST_BYTES);
    const computed = paths.find((one) => computesPreset(configs.get(one) ?? "preset,"));
    if (computed !== undefined) return `${computed} computes its preset`;
  }
  const links = await linksOf(tree);
  // A configuration at the root that names this one is followed to its own readers, and so is a link to it.
  const seen = new Set([path]);
  for (const here of seen) {
    const naming = await namingFiles(here, tree);
    if (naming === null) return "the files that may read it are not on this machine";
    for (const file of [...linksTo(here, links), ...naming]) {
      const owners = workspaces.ownersOf(file);
      for (const owner of owners) found.add(owner);
      if (seen.has(file)) continue;
      if (owners.length > 0) {
        if (links.has(file)) seen.add(file);
        continue;
      }
      if (LOOKED_FOR.test(file)) return `${file} reads it, which tools look for in every folder`;
      if (globalUnlessFollowed(file) === null) return `${file} names it, and no target owns that file`;
      seen.add(file);
    }
  }
  return found;
}

function linksTo(path: string, links: ReadonlyMap<string, string>): readonly string[] {
  return [...links].flatMap(([link, target]) => (target === path ? [link] : []));
}

/** Files that may name it; null when they are not on this machine. */
async function namingFiles(path: string, tree: Tree): Promise<readonly string[] | null> {
  const naming = await tree.naming([familyOf(path)], [":(exclude)*.md", ":(exclude)*.lock"]);
  if (naming === null) return null;
  const entries = await tree.entries();
  const readable = naming.filter((one) => one !== path && isReader(one));
  const found: string[] = [];
  await eachPortion(readable, async (portion) => {
    const texts = await textsOf(tree, portion, MOST_BYTES);
    for (const file of portion) if (isNamedBy(texts.get(file) ?? null, file, path, entries)) found.push(file);
  });
  return found;
}

function isReader(path: string): boolean {
  return !NOT_READERS.test(path) && !BINARY.test(path) && !isProse(path);
}

/** `tsconfig.base` for `tsconfig.base.json`: the ending may be left out. */
function stemOf(path: string): string {
  return path.replace(/(?<=.)\.(?:json|[cm]?[jt]s|ya?ml)$/, "");
}

/** What also a pattern, or a program that puts the name together, has in one piece. */
function familyOf(path: string): string {
  const name = fileNameOf(path);
  return /^(?:[jt]sconfig|jest\.preset)(?=\.)/.exec(name)?.[0] ?? stemOf(name);
}

type Entries = Awaited<ReturnType<Tree["entries"]>>;

/** A file without a text that is read counts as naming it. */
function isNamedBy(text: string | null, file: string, path: string, entries: Entries): boolean {
  const family = familyOf(path);
  if (text?.includes(family) === false) return false;
  if (text === null || isPutTogether(text, family)) return true;
  const wanted = stemOf(fileNameOf(path));
  const isCertain = STARTS_AT_FILE.test(file);
  return [...text.matchAll(TOKEN)].some(([token]) => {
    const name = fileNameOf(token);
    if (name !== wanted && stemOf(name) !== wanted && name !== fileNameOf(path)) return false;
    if (!isCertain || !/^\.{1,2}\//.test(token)) return true;
    const place = resolved(directoryOf(file), token);
    return (
      place === null ||
      stemOf(place) === stemOf(path) ||
      !(entries.has(place) || entries.has(`${place}.json`))
    );
  });
}

/** `tsconfig.*.json`, `tsconfig.$name.json`, `"tsconfig." + name`. */
function isPutTogether(text: string, family: string): boolean {
  for (let at = text.indexOf(family); at !== -1; at = text.indexOf(family, at + 1)) {
    const rest = text.slice(at + family.length, at + family.length + 300);
    if (/^[\w.-]*(?:[*?{$[%<]|[@!+]\(|["'`]\s*(?:\+|\.concat))|^[\w.-]*[.-]["'`]/.test(rest)) return true;
  }
  return false;
}

/** Packages that a line of one text names, and no line of the other. */
function namedAnew(texts: readonly string[], sides: readonly OneTree[]): readonly string[] {
  const places = differing(texts, PLACE);
  if (places.length === 0) return [];
  return sides.flatMap(({ workspaces }) => {
    return places.flatMap((written) => {
      const [name = ""] = /^(?:@[\w.-]+\/)?[\w.-]+/.exec(written) ?? [];
      return [...keysOf(name, workspaces.graph), ...packagesAt(written, workspaces)];
    });
  });
}

/** The package around a place, and those in it; a place may start at the root or at a package. */
function packagesAt(written: string, workspaces: WorkspaceTree): readonly string[] {
  const [fixed = ""] = written.split(/[*?{[($]/, 1);
  const place = resolved("", fixed.replace(/^(?:\.{0,2}\/)+/, ""));
  if (place === null || place === "") return [];
  const isPattern = fixed.length < written.length && !fixed.endsWith("/");
  const within = workspaces.packages.filter(
    ({ directory }) => isWithin(directory, place) || (isPattern && directory.startsWith(place)),
  );
  return [...workspaces.ownersOf(`${place}/`), ...within.map(({ name }) => name)];
}

/** What matches in one text only. */
function differing(texts: readonly string[], pattern: RegExp): readonly string[] {
  const matches = texts.map((text) => new Set(text.match(pattern) ?? []));
  return [...new Set(matches.flatMap((some) => [...some]))].filter((one) =>
    matches.some((some) => !some.has(one)),
  );
}

/** Changed files that name such a configuration in the head only, and changed links to one. */
async function beginningToRead(
  [before, after]: readonly [OneTree, OneTree],
  changed: readonly ChangedFile[],
): Promise<readonly string[]> {
  const entries = await after.tree.entries();
  const roots = [...entries.keys()].filter(
    (path) => !path.includes("/") && globalUnlessFollowed(path) !== null,
  );
  if (roots.length === 0) return [];
  const links = await linksOf(after.tree);
  const configurations = new Set(roots);
  for (const one of configurations) for (const link of linksTo(one, links)) configurations.add(link);
  const paths = changed.flatMap(({ path, isSubmodule }) => (isSubmodule || roots.includes(path) ? [] : path));
  const found = paths.filter((path) => configurations.has(path));
  const isText = (path: string) =>
    isReader(path) && ["file", "executable"].includes(entries.get(path)?.kind ?? "");
  await eachPortion(paths.filter(isText), async (portion) => {
    const [was, is] = [
      await textsOf(before.tree, portion, MOST_BYTES),
      await textsOf(after.tree, portion, MOST_BYTES),
    ];
    const begins = (path: string) =>
      [...configurations].some(
        (one) =>
          isNamedBy(is.get(path) ?? null, path, one, entries) &&
          !isNamedBy(was.get(path) ?? "", path, one, entries),
      );
    for (const one of portion) if (begins(one)) found.push(one);
  });
  return found;
}

/** Few texts are in memory at the same time. */
async function eachPortion(
  paths: readonly string[],
  handle: (portion: readonly string[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < paths.length; at += MOST_AT_ONCE) await handle(paths.slice(at, at + MOST_AT_ONCE));
}

/** Empty for a file that the tree lacks; null for one that is no text. */
async function textAt(tree: Tree, path: string): Promise<string | null> {
  if (!(await tree.entries()).has(path)) return "";
  return (await textsOf(tree, [path], MOST_BYTES)).get(path) ?? null;
}

/**
 * The packages that a workflow concerns which only changes of certain paths start: the owners of the files there. A file
 * without an owner may be a part of what it tests, so the change may then concern every package. Not so a file at the root:
 * its own change has a target of a resolution, too, or is `ALL`.
 */
export async function workflowTargets(
  sides: readonly [OneTree, OneTree],
  workflows: SourceContext["workflows"],
  doubt: Doubt,
): Promise<ConfigurationChanges> {
  const readers = new Map<string, readonly string[]>();
  const asked = new Map<string, Cause>();
  for (const [path, places] of workflows ?? []) {
    const found = await ownersAt(places, sides);
    if (typeof found === "string") {
      doubt(path, `it is a CI workflow for files without an owner, such as ${found}`);
      continue;
    }
    readers.set(path, [...found]);
    // A new package at one of the places comes with the target of its workspace's resolution.
    for (const { workspaces } of sides)
      for (const name of workspaces.resolutionsAround(null)) asked.set(name, { kind: "file", path });
  }
  return { readers, asked };
}

/** Names of packages, or a file that none owns. */
async function ownersAt(
  places: readonly string[],
  sides: readonly OneTree[],
): Promise<ReadonlySet<string> | string> {
  const found = new Set<string>();
  for (const { tree, workspaces } of sides) {
    for (const path of (await tree.entries()).keys()) {
      if (path.startsWith(".github/") || !places.some((place) => `${path}/`.startsWith(`${place}/`)))
        continue;
      const owners = workspaces.ownersOf(path);
      if (owners.length === 0 && !isProse(path) && path.includes("/")) return path;
      for (const owner of owners) found.add(owner);
    }
  }
  return found.size === 0 ? (places[0] ?? "none") : found;
}
