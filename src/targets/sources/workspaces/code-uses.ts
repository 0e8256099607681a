/**
 * What changed files use although no manifest declares it: imports of another package by its name, and relative paths into
 * another package. Only changed files are read. Their uses count in either tree, whether new or not.
 */
import { isBuiltin } from "node:module";
import { type CausesByTarget, firstCauses, type TargetGraph } from "../../graph.js";
import type { Cause, ChangedFile, SourceContext } from "../../source.js";
import { type Tree, textsOf } from "../../tree.js";
import { directoryOf, fileNameOf, nearest, resolved } from "../../tree-paths.js";
import { importedName } from "./ecosystem.js";
import type { WorkspaceTree } from "./workspace-tree.js";

/** What one tree has for code to use. */
export interface UsableTree
  extends Pick<WorkspaceTree, "packages" | "graph" | "ownersOf" | "resolutionsAround" | "requests"> {
  /** Targets that a name means by configuration, such as `paths` in a `tsconfig.json`. */
  aliased?(specifier: string, path: string): readonly string[];
}

export interface CodeUses {
  /** Targets that a changed file uses. */
  readonly used: CausesByTarget;
  /** Resolutions that decide what a new name or path in a changed file means. */
  readonly asked: CausesByTarget;
}

const JAVASCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx)$/;
const GO = /\.go$/;
const PYTHON = /\.pyi?$/;
const DART = /\.dart$/;
/** Languages whose paths are texts that start at the file. */
const WITH_PATHS =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx|css|scss|sass|less|html|rs|go|pyi?|dart|php|rb|c|h|cc|cpp|hpp|swift)$/;
/** A longer file is generated. */
const MOST_BYTES = 2 * 1024 * 1024;
/** Bounded, so that a hostile file costs little. */
const IMPORT =
  /\b(?:from|import|require|use|resolve|(?:un|do|unstable_)?[mM]ock\w{0,20}|require(?:Actual|Mock)|import(?:Actual|Mock))\s{0,50}\(?(?:\s{0,50}\/\*(?:[^*]|\*(?!\/)){0,300}\*\/){0,3}\s{0,50}["'`]([^"'`\s\\]{1,300})["'`]/g;
const RELATIVE = /["'`(](\.{1,2}\/[^"'`)\s\\]{0,300})/g;
/** `import shop.core as core, os`; those that begin with a dot are inside the package. */
const PYTHON_IMPORT =
  /(?:^|;)[^\S\n]{0,100}import[^\S\n]{1,50}([A-Za-z_][\w.]{0,200}(?:[^\S\n]{1,20}as[^\S\n]{1,20}\w{1,200})?(?:[^\S\n]{0,20},[^\S\n]{0,20}[A-Za-z_][\w.]{0,200}(?:[^\S\n]{1,20}as[^\S\n]{1,20}\w{1,200})?){0,30})/gm;
/** `from shop import core, os as system`, where each may be a module; in parentheses over several lines. */
const PYTHON_FROM =
  /(?:^|;)[^\S\n]{0,100}from[^\S\n]{1,50}([A-Za-z_][\w.]{0,200})[^\S\n]{1,50}import[^\S\n]{0,50}(\((?:#[^\n]*|[^)#]){0,3000}|[^\n;(]{0,3000})/gm;
/** Modules of Python itself. One that some version lacks, such as `distutils`, may be a project. */
const PYTHON_LIBRARY: ReadonlySet<string> = new Set(
  [
    "__future__ abc antigravity argparse array ast asyncio atexit base64 bdb binascii bisect builtins bz2",
    "cProfile calendar cmath cmd code codecs codeop collections colorsys compileall concurrent",
    "configparser contextlib contextvars copy copyreg csv ctypes curses dataclasses datetime dbm decimal",
    "difflib dis doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput",
    "fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip",
    "hashlib heapq hmac html http idlelib imaplib importlib inspect io ipaddress itertools json keyword",
    "linecache locale logging lzma mailbox marshal math mimetypes mmap modulefinder msvcrt",
    "multiprocessing netrc nt ntpath nturl2path numbers opcode operator optparse os pathlib pdb pickle",
    "pickletools pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd",
    "py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource",
    "rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtplib socket",
    "socketserver sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep",
    "struct subprocess symtable sys sysconfig syslog tabnanny tarfile tempfile termios textwrap this",
    "threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle",
    "turtledemo types typing unicodedata unittest urllib uuid venv warnings wave weakref webbrowser",
    "winreg winsound wsgiref xml xmlrpc zipapp zipfile zipimport zlib zoneinfo",
  ].flatMap((names) => names.split(" ")),
);
const DART_PACKAGE = /["']package:([a-z_]\w{0,200})\//g;
/** `__DIR__ . "/../core/a.php"`. */
const FROM_FOLDER = /["'](\/\.\.\/[^"'\s\\]{0,300})["']/g;
const QUOTED = /"([^"\s\\]{1,300})"/g;
const PACKAGE_NAME = /^(?:@[\w.-]+\/)?[\w.-]+/;

/** The changed files that may use something, with their texts in both trees. */
export interface ChangedCode {
  readonly paths: readonly string[];
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
  /** Paths of Python files of the head, if a Python file changes: an import may mean them. */
  readonly modules: readonly string[];
}

/** Throws `GitFailure`. */
export async function changedCode({
  base,
  head,
  changed,
}: Pick<SourceContext, "base" | "head" | "changed">): Promise<ChangedCode> {
  const readable = changed.filter(({ path, isSubmodule }) => !isSubmodule && WITH_PATHS.test(path));
  const [before, after] = await Promise.all([
    textsWithout("added", base, readable),
    textsWithout("deleted", head, readable),
  ]);
  const paths = readable.map(({ path }) => path);
  const isPython = (path: string) => PYTHON.test(path);
  const modules = paths.some(isPython) ? [...(await head.entries()).keys()].filter(isPython) : [];
  return { paths, before, after, modules };
}

/** `skipsRemoved`: another list shows what was used until now, so that only uses of the head count. */
export function codeUses(
  base: UsableTree,
  head: UsableTree,
  { paths, before, after, modules }: ChangedCode,
  { skipsRemoved = false }: { readonly skipsRemoved?: boolean } = {},
): CodeUses {
  const own = new OwnModules(head.packages, modules);
  const reach = [new Reach(base, own), new Reach(head, own)];
  const used = new Map<string, Cause>();
  const asked = new Map<string, Cause>();
  for (const path of paths) {
    const written = [specifiersIn(path, before.get(path) ?? ""), specifiersIn(path, after.get(path) ?? "")];
    const owners = new Set(reach.flatMap(({ tree }) => tree.ownersOf(path)));
    for (const specifier of new Set(written.slice(skipsRemoved ? 1 : 0).flatMap((one) => [...one]))) {
      const isNew = written[0]?.has(specifier) !== true;
      for (const owner of owners) {
        const found = reach.map((one) => one.meantBy(specifier, path));
        for (const target of found.flat()) {
          const isDeclared = owners.has(target) || reach.some((one) => one.from(owner).has(target));
          if (!isDeclared && !used.has(target)) used.set(target, { kind: "imported", by: path });
        }
        if (!isNew || found.flat().length > 0) continue;
        for (const one of reach)
          for (const resolution of one.asked(specifier, path, owner))
            asked.set(resolution, { kind: "file", path });
      }
    }
  }
  return { used, asked };
}

export function withCodeUses(targets: CausesByTarget, { used, asked }: CodeUses): CausesByTarget {
  return firstCauses(targets, used, asked);
}

function textsWithout(
  absent: ChangedFile["status"],
  tree: Tree,
  files: readonly ChangedFile[],
): Promise<ReadonlyMap<string, string>> {
  const paths = files.filter(({ status }) => status !== absent).map(({ path }) => path);
  return textsOf(tree, paths, MOST_BYTES);
}

/** Names as written, and relative paths. */
function specifiersIn(path: string, text: string): ReadonlySet<string> {
  const found = new Set<string>();
  if (text === "") return found;
  const add = (pattern: RegExp) => {
    for (const [, specifier = ""] of text.matchAll(pattern)) if (specifier !== "") found.add(specifier);
  };
  if (text.includes("./")) add(RELATIVE);
  if (JAVASCRIPT.test(path)) add(IMPORT);
  if (GO.test(path)) add(QUOTED);
  if (DART.test(path)) add(DART_PACKAGE);
  if (path.endsWith(".php")) for (const [, place = ""] of text.matchAll(FROM_FOLDER)) found.add(`.${place}`);
  if (PYTHON.test(path)) for (const name of pythonNames(text)) found.add(name);
  return found;
}

/** Names of modules, and of what may be modules in them. */
function* pythonNames(written: string): Generator<string> {
  const text = written.replace(/\\\r?\n/g, " ");
  for (const [, names = ""] of text.matchAll(PYTHON_IMPORT))
    for (const name of names.split(",")) yield name.trim().replace(/\s.*/, "");
  for (const [, from = "", names = ""] of text.matchAll(PYTHON_FROM)) {
    yield from;
    for (const [name] of names.replace(/#[^\n]*/g, "").matchAll(/(?<!\bas\s{1,20})\b[A-Za-z_]\w{0,200}/g))
      if (name !== "as") yield `${from}.${name}`;
  }
}

/** What specifiers mean in one tree, and what its manifests declare. */
class Reach {
  readonly tree: UsableTree;
  readonly #graph: TargetGraph;
  readonly #modules: OwnModules;
  /** By the name of the manifest and the imported name. */
  readonly #meanings = new Map<string, ReadonlyMap<string, readonly string[]>>();
  readonly #from = new Map<string, ReadonlySet<string>>();

  constructor(tree: UsableTree, modules: OwnModules) {
    this.tree = tree;
    this.#modules = modules;
    this.#graph = tree.graph;
  }

  #meaning(manifest: string, name: string): readonly string[] {
    const known = this.#meanings.get(manifest) ?? this.#importedFrom(manifest);
    this.#meanings.set(manifest, known);
    return known.get(name) ?? [];
  }

  #importedFrom(manifest: string): ReadonlyMap<string, readonly string[]> {
    const targets = new Map<string, readonly string[]>();
    for (const one of this.tree.packages) {
      if (fileNameOf(one.manifest) !== manifest) continue;
      const name = importedName(one);
      const others = targets.get(name) ?? [];
      if (!others.includes(one.name)) targets.set(name, [...others, one.name]);
    }
    return targets;
  }

  /** All that a target reaches by declared dependencies. */
  from(target: string): ReadonlySet<string> {
    const known = this.#from.get(target);
    if (known !== undefined) return known;
    const reached = new Set<string>([target]);
    for (const one of reached) for (const next of this.#graph.get(one) ?? []) reached.add(next);
    this.#from.set(target, reached);
    return reached;
  }

  meantBy(specifier: string, path: string): readonly string[] {
    if (isRelative(specifier)) {
      const place = placeOf(specifier, path);
      return place === null || place === "" ? [] : this.tree.ownersOf(`${place}/`);
    }
    if (GO.test(path)) return this.#goModule(specifier);
    if (PYTHON.test(path)) return this.#pythonProjects(specifier);
    if (DART.test(path)) return this.#meaning("pubspec.yaml", specifier);
    const name = PACKAGE_NAME.exec(specifier)?.[0] ?? "";
    const named = this.#meaning("package.json", name);
    return named.length > 0 ? named : (this.tree.aliased?.(specifier, path) ?? []);
  }

  /** Another change may add a package at this place, or with this name. */
  asked(specifier: string, path: string, owner: string): readonly string[] {
    if (isRelative(specifier)) {
      const place = placeOf(specifier, path);
      return place === null || place === "" ? [] : this.tree.resolutionsAround(null);
    }
    if (PYTHON.test(path))
      return this.#mayBeNewProject(specifier, owner) ? this.tree.resolutionsAround(owner) : [];
    const name = PACKAGE_NAME.exec(specifier)?.[0] ?? "";
    const isPackage =
      (JAVASCRIPT.test(path) || DART.test(path)) &&
      name !== "" &&
      !specifier.includes(":") &&
      (DART.test(path) || !isBuiltin(name));
    return isPackage && !this.tree.requests(owner, name) ? this.tree.resolutionsAround(owner) : [];
  }

  #pythonProjects(specifier: string): readonly string[] {
    return projectNames(specifier).flatMap((name) => this.#meaning("pyproject.toml", name));
  }

  /** Not if it is a module of Python itself, of the owner, or of a package that the manifests request. */
  #mayBeNewProject(specifier: string, owner: string): boolean {
    const [module = ""] = specifier.split(".");
    return (
      !PYTHON_LIBRARY.has(module) &&
      !this.#modules.have(owner, module) &&
      !projectNames(specifier).some((name) => this.tree.requests(owner, name))
    );
  }

  /** The longest module path that the import begins with. */
  #goModule(specifier: string): readonly string[] {
    for (let name = specifier; name !== ""; name = directoryOf(name)) {
      const found = this.#meaning("go.mod", name);
      if (found.length > 0) return found;
    }
    return [];
  }
}

/** Modules of Python that an import finds without a project: those in the importing package, and those at the root. */
class OwnModules {
  /** By directory of a package, without those of the packages inside it. */
  readonly #inside = new Map<string, Set<string>>();
  readonly #atRoot = new Set<string>();
  readonly #directories = new Map<string, Set<string>>();

  constructor(packages: UsableTree["packages"], paths: readonly string[]) {
    if (paths.length === 0) return;
    for (const { name, directory } of packages) {
      this.#inside.set(directory, new Set());
      this.#directories.set(name, (this.#directories.get(name) ?? new Set()).add(directory));
    }
    const places = new Map([...this.#inside.keys()].map((directory) => [directory, directory]));
    for (const path of paths) {
      const place = nearest(places, directoryOf(path));
      const parts = path.slice(place ? place.length + 1 : 0).split("/");
      const names = parts.map((part) => part.replace(PYTHON, ""));
      const inside = place === null ? undefined : this.#inside.get(place);
      if (inside !== undefined) for (const name of names) inside.add(name);
      const [first = ""] = names;
      if (!place && names.length <= 2) this.#atRoot.add(first);
    }
  }

  have(owner: string, module: string): boolean {
    if (this.#atRoot.has(module)) return true;
    const directories = [...(this.#directories.get(owner) ?? [])];
    return directories.some((directory) => this.#inside.get(directory)?.has(module) === true);
  }
}

/** A module `shop.core_x` may be of the projects `shop`, `shop-core-x`, and so on. */
function projectNames(specifier: string): readonly string[] {
  const names = specifier.toLowerCase().replaceAll("_", "-").split(".");
  return names.map((_, index) => names.slice(0, index + 1).join("-"));
}

function isRelative(specifier: string): boolean {
  return specifier.startsWith("./") || specifier.startsWith("../");
}

function placeOf(specifier: string, path: string): string | null {
  return resolved(directoryOf(path), specifier);
}
