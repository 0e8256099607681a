/** Go modules: the modules that a `go.work` uses, or every `go.mod` without one, and their requirements. */
import { posix } from "node:path";
import type { Tree, TreeEntry } from "../../../tree.js";
import { directoryOf, fileNameOf, joined, pathsNamed, resolved } from "../../../tree-paths.js";
import {
  type CompareRoot,
  type Ecosystem,
  type Outsider,
  type Package,
  type ReadLock,
  readEach,
  UnreadableManifest,
  type Workspace,
} from "../ecosystem.js";
import { hiddenIn, refuseHidden } from "../hidden-members.js";
import { ManifestProblem, type Parsed, ParsedFiles, valueOf } from "../parsed-files.js";
import { rootPackages } from "../root-changes.js";

const MANIFEST = "go.mod";
const WORK = "go.work";
/** Folders that the go command ignores by default, and folders of test data. */
const SET_ASIDE = /(?:^|\/)(?:vendor|testdata|fixtures|__fixtures__|[._][^/]*)(?:\/|$)/;

type Manifests = ReadonlyMap<string, Parsed<GoManifest>>;

/** The modules of one `go.work`, or all modules without one. */
interface ReadModules {
  /** The `go.work`; null without one. */
  readonly work: string | null;
  readonly root: string;
  /** By directory. */
  readonly modules: ReadonlyMap<string, GoManifest>;
  readonly replaces: readonly GoReplacement[];
}

export function goEcosystem(): Ecosystem {
  const manifests = new ParsedFiles(parseGoManifest);
  return {
    // Elsewhere a go.sum belongs to the module in its folder.
    lockfiles: new Map([
      ["go.sum", readGoSum],
      ["go.work.sum", readGoSum],
    ]),
    rootManifests: new Map([
      [MANIFEST, compareGoMod],
      [WORK, compareGoWork],
    ]),
    async read(tree) {
      const entries = await tree.entries();
      const all = await manifests.read(tree, pathsNamed(entries, MANIFEST));
      const workPaths = pathsNamed(entries, WORK).filter((path) => !SET_ASIDE.test(path));
      const works = await manifests.read(tree, workPaths);
      const found = works.size === 0 ? withoutWork(all) : await readWorks(tree, works, all);
      const names = new Set(found.flatMap(({ modules }) => [...namesOf(modules).values()]));
      const known = new Set(found.flatMap(({ modules }) => [...modules.keys()]));
      return {
        workspaces: found.map((read) => workspaceOf(read, names)),
        outsiders: [...all].flatMap(([path, parsed]) =>
          parsed.kind === "unreadable" || known.has(directoryOf(path)) ? [] : [outsider(path, parsed.value)],
        ),
      };
    },
  };
}

/** A module for tests, or one that is used only from elsewhere. */
function outsider(path: string, { replaces }: GoManifest): Outsider {
  return {
    manifest: path,
    code: joined(directoryOf(path), "a.go"),
    places: new Set(placesOf(replaces, directoryOf(path))),
    names: new Set(),
  };
}

/** All modules outside the folders that are set aside, and local modules that replace others. */
function withoutWork(manifests: Manifests): readonly ReadModules[] {
  const modules = new Map<string, GoManifest>();
  const waiting = [...manifests.keys()].filter((path) => !SET_ASIDE.test(path)).map(directoryOf);
  for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
    const path = joined(directory, MANIFEST);
    const parsed = manifests.get(path);
    if (parsed === undefined || modules.has(directory)) continue;
    const manifest = valueOf(parsed, path);
    modules.set(directory, manifest);
    for (const place of placesOf(manifest.replaces, directory)) waiting.push(place);
  }
  return modules.size === 0 ? [] : [{ work: null, root: "", modules, replaces: [] }];
}

function readWorks(tree: Tree, works: Manifests, manifests: Manifests): Promise<readonly ReadModules[]> {
  return readEach([...works.keys()].map(directoryOf), async (root) => {
    const read = readWork(root, works, manifests);
    const used = usedBy(root, valueOf(required(works, read.work), read.work).uses);
    const hidden = hiddenIn(await tree.entries()).filter(({ path }) => mayBeUsed(path, used));
    await refuseHidden(tree, hidden, { fileName: MANIFEST, members: new Set(read.modules.keys()) });
    return read;
  });
}

function mayBeUsed(path: TreeEntry["path"], used: readonly string[]): boolean {
  return used.some((directory) => directory === path || directory.startsWith(`${path}/`));
}

function readWork(root: string, works: Manifests, manifests: Manifests) {
  const work = joined(root, WORK);
  const { uses, replaces } = valueOf(required(works, work), work);
  const modules = new Map<string, GoManifest>();
  for (const directory of usedBy(root, uses)) {
    const path = joined(directory, MANIFEST);
    const parsed = manifests.get(path);
    if (parsed !== undefined) modules.set(directory, valueOf(parsed, path));
  }
  return { work, root, modules, replaces };
}

function required(works: Manifests, path: string): Parsed<GoManifest> {
  const parsed = works.get(path);
  if (parsed === undefined) throw new UnreadableManifest(path, "it is missing");
  return parsed;
}

function usedBy(root: string, uses: readonly string[]): readonly string[] {
  return uses.flatMap((directory) => resolved(root, directory) ?? []);
}

/** The module at the root owns its Go code; the owner of other files there is unknown. */
function workspaceOf(read: ReadModules, everywhere: ReadonlySet<string>): Workspace {
  return {
    root: read.root,
    packages: packagesOf(read, everywhere),
    claims: (path) => path.endsWith(".go"),
    resolution: read.work ?? MANIFEST,
    overridden: new Set(),
    ...(read.work !== null && { readers: readersOfSums(read) }),
  };
}

/** The modules of a `go.work` use the checksums of all of them; one at the root is a lock file. */
function readersOfSums({ root, modules }: ReadModules): NonNullable<Workspace["readers"]> {
  const sums = new Set([...modules.keys()].filter((one) => one !== root).map((one) => joined(one, "go.sum")));
  return (path) => (sums.has(path) ? [...namesOf(modules).values()] : []);
}

/**
 * Checksums of versions. The go command uses those of all modules of a `go.work`, and otherwise those of the module at
 * the root.
 */
const readGoSum: ReadLock = (text, { root, resolution, packages }) => {
  const users = fileNameOf(resolution) === WORK ? packages : packages.filter((one) => one.directory === root);
  const inside = (directory: string) => (root === "" ? directory : posix.relative(root, directory));
  const importers = new Map(
    users.map(({ directory }) => [inside(directory), { content: text, dependencies: [] }]),
  );
  return { importers, nodes: new Map(), rest: "", sharesRoot: false, spreads: false };
};

/**
 * The versions that a module requires and replaces are in the graphs, and in what a `go.work` shares. Other directives
 * choose the toolchain and its behaviour.
 */
const compareGoMod: CompareRoot = (change) => {
  const [before, after] = [parseGoManifest(change.before), parseGoManifest(change.after)];
  const names = rootPackages(change);
  return before.rest === after.rest && names.length > 0 ? names : null;
};

/** The modules that it uses, and replacements by folders, are in the graphs. */
const compareGoWork: CompareRoot = ({ before, after }) => {
  const facts = [before, after].map((text) => {
    const { rest, replaces } = parseGoManifest(text);
    return JSON.stringify([
      rest,
      replaces.filter(({ by }) => !isPath(by)).map(({ text: written }) => written),
    ]);
  });
  return facts[0] === facts[1] ? [] : null;
};

function namesOf(modules: ReadModules["modules"]): ReadonlyMap<string, string> {
  return new Map([...modules].map(([directory, { module }]) => [directory, module ?? (directory || ".")]));
}

/**
 * A `go.work` has one list of versions, so a replacement of one module counts for all modules that require the replaced
 * one.
 */
function packagesOf(
  { work, root, modules, replaces }: ReadModules,
  everywhere: ReadonlySet<string>,
): readonly Package[] {
  const names = namesOf(modules);
  const placed = (directory: string, own: readonly GoReplacement[]) =>
    own.map(({ module, by }) => ({ module, by, place: placeOf(by, directory) }));
  const all = [...modules].flatMap(([directory, manifest]) => placed(directory, manifest.replaces));
  const shared = work === null ? [] : [...placed(root, replaces), ...all];
  return [...modules].map(([directory, manifest]) => {
    const name = names.get(directory) ?? directory;
    const used = [...shared, ...placed(directory, manifest.replaces)].filter(({ module }) =>
      mayRequire(manifest, module),
    );
    const mentioned = [
      ...used.map(({ by, place }) => names.get(place ?? by) ?? by),
      ...manifest.requires.map(({ module }) => module),
    ];
    const dependsOn = new Set(mentioned.filter((target) => target !== name && everywhere.has(target)));
    return {
      name,
      directory,
      manifest: joined(directory, MANIFEST),
      dependsOn,
      external: new Set<string>(),
      places: new Set(used.flatMap(({ place }) => place ?? [])),
      builds: new Map(),
      shares: work === null ? "" : sharedBy(manifest, everywhere),
    };
  });
}

/** Since Go 1.17 a go.mod lists every module that its packages and tests use, also indirectly. */
function mayRequire({ goVersion, requires }: GoManifest, module: string): boolean {
  const [, major = "0", minor = "0"] = /^(\d+)\.(\d+)/.exec(goVersion) ?? [];
  const isComplete = Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 17);
  return !isComplete || requires.some((one) => one.module === module);
}

/** The external versions it requires: the highest version that any module requires applies to all modules. */
function sharedBy({ requires, replaces, excludes }: GoManifest, everywhere: ReadonlySet<string>): string {
  const versions = requires.flatMap(({ module, version }) =>
    version === "" || everywhere.has(module) ? [] : [`${module} ${version}`],
  );
  const elsewhere = replaces.flatMap(({ by, text }) => (isPath(by) ? [] : [text]));
  return [...versions, ...elsewhere, ...excludes].sort().join("\n");
}

function placesOf(replaces: readonly GoReplacement[], directory: string): readonly string[] {
  return replaces.flatMap(({ by }) => placeOf(by, directory) ?? []);
}

function placeOf(by: string, directory: string): string | null {
  return isPath(by) ? resolved(directory, by) : null;
}

function isPath(by: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(by);
}

interface GoRequirement {
  readonly module: string;
  /** Empty for a tool, whose version is required separately. */
  readonly version: string;
}

interface GoReplacement {
  /** The module's path, as in the requirement. */
  readonly module: string;
  /** A directory relative to the manifest, or another module's path. */
  readonly by: string;
  /** As written in the manifest. */
  readonly text: string;
}

interface GoManifest {
  /** Null in a `go.work`. */
  readonly module: string | null;
  /** Of the `go` directive; empty without one. */
  readonly goVersion: string;
  readonly requires: readonly GoRequirement[];
  readonly replaces: readonly GoReplacement[];
  readonly excludes: readonly string[];
  /** Directories of a `go.work`. */
  readonly uses: readonly string[];
  /** All other directives. */
  readonly rest: string;
}

const READ: ReadonlySet<string> = new Set([
  "module",
  "require",
  "tool",
  "replace",
  "exclude",
  "retract",
  "use",
]);

interface Line {
  readonly directive: string;
  readonly words: readonly string[];
}

/** Parses the format that `go.mod` and `go.work` share: directives, alone or in parentheses. */
function parseGoManifest(text: string): GoManifest {
  const lines = linesIn(text);
  const wordsOf = (directive: string) =>
    lines.filter((line) => line.directive === directive).map(({ words }) => words);
  return {
    module: wordsOf("module")[0]?.[0] ?? null,
    goVersion: wordsOf("go")[0]?.[0] ?? "",
    requires: [...wordsOf("require"), ...wordsOf("tool")].flatMap(([module, version = ""]) =>
      module === undefined ? [] : [{ module, version }],
    ),
    replaces: wordsOf("replace").map(replacementIn),
    excludes: wordsOf("exclude").map((words) => words.join(" ")),
    uses: wordsOf("use").flatMap(([path]) => path ?? []),
    rest: JSON.stringify(lines.filter(({ directive }) => !READ.has(directive))),
  };
}

function linesIn(text: string): readonly Line[] {
  const lines: Line[] = [];
  let block: string | null = null;
  for (const line of withoutComments(text).split(/\r?\n/)) {
    const words = [...line.matchAll(/"(?:[^"\\]|\\.)*"|`[^`]*`|[()]|[^\s"`()]+/g)].map(([word]) =>
      unquoted(word),
    );
    const [first] = words;
    if (first === undefined) continue;
    if (block !== null) {
      if (first === ")") block = null;
      else lines.push({ directive: block, words });
    } else if (words.at(-1) === "(") block = first;
    else lines.push({ directive: first, words: words.slice(1) });
  }
  if (block !== null) throw new ManifestProblem("a parenthesis is never closed");
  return lines;
}

function withoutComments(text: string): string {
  return text.replace(/(^|\s)\/\/.*$/gm, "");
}

function unquoted(word: string): string {
  if (word.startsWith("`")) return word.slice(1, -1);
  if (!word.startsWith('"')) return word;
  const value: unknown = JSON.parse(word);
  if (typeof value !== "string") throw new ManifestProblem("a string is not well-formed");
  return value;
}

/** `module [version] => directory` or `module [version] => module version`. */
function replacementIn(words: readonly string[]): GoReplacement {
  const [module] = words;
  const by = words[words.indexOf("=>") + 1];
  if (module === undefined || by === undefined || !words.includes("=>")) {
    throw new ManifestProblem("a replacement has no target");
  }
  return { module, by, text: words.join(" ") };
}
