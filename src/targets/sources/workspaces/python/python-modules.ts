/**
 * Finds the files that an import of Python runs, in every project of a tree: modules may have other names than their
 * project, and several projects may share a namespace, which is a folder without `__init__.py`.
 */
import { directoryOf, joined, nearest } from "../../../tree-paths.js";
import { type ImportRoot, type Package } from "../ecosystem.js";

const MANIFEST = "pyproject.toml";
/** What lies there is not installed, so other projects cannot import it; setuptools leaves out the same and more. */
const ASIDE =
  /^(?:tests?|unit_tests?|integration_tests?|docs?|examples?|benchmarks?|scripts?|setup|conftest|noxfile|\..*|__.*)$/;

interface Root extends ImportRoot {
  /** Null for the root of the repository, from where programs may start. */
  readonly project: string | null;
}

interface RunFile {
  /** Its module is the first name of the import. */
  readonly isTop: boolean;
  readonly path: string;
}

export class PythonModules {
  readonly #files: ReadonlySet<string>;
  /** By directory, and there by their keys. */
  readonly #roots = new Map<string, Map<string, Root>>();
  readonly #byTop = new Map<string, Set<Root>>();
  readonly #projects: ReadonlyMap<string, string>;
  /** By the project and the name of the module. */
  readonly #run = new Map<string, readonly string[]>();

  /** `paths`: the files of Python in the tree. */
  constructor(packages: readonly Package[], paths: readonly string[]) {
    this.#files = new Set(paths);
    const projects = paths.length === 0 ? [] : packages.filter(({ manifest }) => manifest.endsWith(MANIFEST));
    this.#projects = new Map(projects.map(({ directory }) => [directory, directory]));
    if (projects.length === 0) return;
    this.#add({ directory: "", prefix: [], project: null });
    for (const { name, importRoots = [] } of projects)
      for (const root of importRoots) this.#add({ ...root, project: name });
    const seen = new Set<string>();
    for (const path of paths) {
      for (const [roots, inside, directory] of this.#rootsAround(path)) {
        const first = moduleName(inside.split("/", 1)[0] ?? "");
        const place = `${directory}/${first}`;
        if (!seen.has(place)) for (const root of roots) this.#addTop(root, first);
        seen.add(place);
      }
    }
  }

  /**
   * The files that run when code of a project imports this. A module of the project itself hides others of its name, and
   * those of Python hide all.
   */
  runBy(specifier: string, project: string): readonly string[] {
    const key = `${project}\0${specifier}`;
    const run = this.#run.get(key) ?? this.#runBy(specifier, project);
    this.#run.set(key, run);
    return run;
  }

  #runBy(specifier: string, project: string): readonly string[] {
    const names = specifier.split(".");
    const roots = isInLibrary(specifier) ? [] : [...(this.#byTop.get(names[0] ?? "") ?? [])];
    const found = roots.map((root) => ({ root, files: this.#filesRun(root, names) }));
    const own = found.filter(
      ({ root, files }) => root.project === project && files.some(({ isTop }) => isTop),
    );
    return (own.length > 0 ? own : found).flatMap(({ files }) => files.map(({ path }) => path));
  }

  /**
   * Whether the file, which a change adds, makes a name importable: no package around it had a file that an import of the
   * name ran before.
   */
  bringsName(path: string, before: ReadonlySet<string>): boolean {
    const project = nearest(this.#projects, directoryOf(path));
    for (const [roots, inside, directory] of this.#rootsAround(path)) {
      if (nearest(this.#projects, directory) !== project) continue;
      const parts = inside.split("/");
      const isAside = ASIDE.test(moduleName(parts[0] ?? ""));
      const isPackage = /^__init__\.pyi?$/.test(parts.at(-1) ?? "");
      const around = parts.slice(0, isPackage ? -2 : -1);
      const folders = around.map((_, index) => joined(directory, around.slice(0, index + 1).join("/")));
      const isKnown = (folder: string) => packageFiles(folder).some((one) => before.has(one));
      const [isInside, isHere] = [folders.some(isKnown), isKnown(directory)];
      for (const { prefix, project: name } of roots) {
        if (name === null || (prefix.length === 0 && isAside)) continue;
        if (!isInside && !(prefix.length > 0 && isHere)) return true;
      }
    }
    return false;
  }

  #add(root: Root): void {
    const beside = this.#roots.get(root.directory) ?? new Map<string, Root>();
    const key = JSON.stringify([root.project, ...root.prefix]);
    if (!beside.has(key)) beside.set(key, root);
    this.#roots.set(root.directory, beside);
  }

  /** `first`: the first name below the root's directory. */
  #addTop(root: Root, first: string): void {
    const top = root.prefix[0] ?? first;
    if (root.prefix.length === 0 && ASIDE.test(top)) return;
    const known = this.#byTop.get(top);
    if (known === undefined) this.#byTop.set(top, new Set([root]));
    else known.add(root);
  }

  /** The roots of each directory around the path, with the path from there, and the directory. */
  *#rootsAround(path: string): Generator<readonly [Iterable<Root>, string, string]> {
    for (let here = directoryOf(path); ; here = directoryOf(here)) {
      const roots = this.#roots.get(here);
      if (roots !== undefined) yield [roots.values(), here === "" ? path : path.slice(here.length + 1), here];
      if (here === "") return;
    }
  }

  #filesRun({ directory, prefix }: Root, names: readonly string[]): readonly RunFile[] {
    const found: RunFile[] = [];
    if (prefix.some((name, index) => index < names.length && names[index] !== name)) return found;
    for (let count = Math.max(prefix.length, 1); count <= names.length; count += 1) {
      const inside = names.slice(prefix.length, count).join("/");
      const place = inside === "" ? directory : joined(directory, inside);
      const files =
        inside === "" ? packageFiles(place) : [...packageFiles(place), `${place}.py`, `${place}.pyi`];
      for (const path of files) if (this.#files.has(path)) found.push({ isTop: count === 1, path });
    }
    return found;
  }
}

function packageFiles(folder: string): readonly string[] {
  return [joined(folder, "__init__.py"), joined(folder, "__init__.pyi")];
}

/** Deeper modules are not looked up as such. */
const MOST_NAMES = 16;

/** Modules of Python that an import finds without a project: those in the importing package, and those at the root. */
export class OwnModules {
  /** Names of folders and modules, and modules by the last of their names, by directory of a package. */
  readonly #inside = new Map<string, Set<string>>();
  readonly #atRoot = new Set<string>();
  readonly #directories = new Map<string, Set<string>>();

  constructor(packages: readonly Package[], paths: readonly string[]) {
    if (paths.length === 0) return;
    for (const { name, directory } of packages) {
      this.#inside.set(directory, new Set());
      this.#directories.set(name, (this.#directories.get(name) ?? new Set()).add(directory));
    }
    const places = new Map([...this.#inside.keys()].map((directory) => [directory, directory]));
    for (const path of paths) {
      const place = nearest(places, directoryOf(path));
      const parts = path.slice(place ? place.length + 1 : 0).split("/");
      const names = parts.map((part) => moduleName(part));
      const module = names.at(-1) === "__init__" ? names.slice(0, -1) : names;
      const inside = place === null ? undefined : this.#inside.get(place);
      if (inside !== undefined) {
        for (const name of names) inside.add(asFolder(name));
        for (let count = 1; count <= Math.min(module.length, MOST_NAMES); count += 1)
          inside.add(module.slice(-count).join("/"));
      }
      const [first = ""] = names;
      if (place || names.length > 2) continue;
      this.#atRoot.add(asFolder(first));
      this.#atRoot.add(module.join("/"));
    }
  }

  /** A folder of the name is enough for a single name; of a longer one, other projects may have the rest, too. */
  have(owner: string, specifier: string): boolean {
    const names = specifier.split(".").slice(0, MOST_NAMES);
    const wanted =
      names.length === 1
        ? [asFolder(specifier)]
        : names.map((_, index) => names.slice(0, index + 1).join("/"));
    const places = [...(this.#directories.get(owner) ?? [])].map((directory) => this.#inside.get(directory));
    return [this.#atRoot, ...places].some((known) => wanted.some((name) => known?.has(name) === true));
  }
}

/** A key apart from those of modules, which do not end with a slash. */
function asFolder(name: string): string {
  return `${name}/`;
}

const PYTHON = /\.pyi?$/;
/** `import shop.core as core, os`; those that begin with a dot are inside the package. */
const PYTHON_IMPORT =
  /(?:^|;)[^\S\n]{0,100}import[^\S\n]{1,50}([A-Za-z_][\w.]{0,200}(?:[^\S\n]{1,20}as[^\S\n]{1,20}\w{1,200})?(?:[^\S\n]{0,20},[^\S\n]{0,20}[A-Za-z_][\w.]{0,200}(?:[^\S\n]{1,20}as[^\S\n]{1,20}\w{1,200})?){0,30})/gm;
/** `from shop import core, os as system`, where each may be a module; in parentheses over several lines. */
const PYTHON_FROM =
  /(?:^|;)[^\S\n]{0,100}from[^\S\n]{1,50}([A-Za-z_][\w.]{0,200})[^\S\n]{1,50}import[^\S\n]{0,50}(\((?:#[^\n]*|[^)#]){0,3000}|[^\n;(]{0,3000})/gm;
/** Modules of Python itself. One that some version lacks, such as `distutils`, may be a project. */
const LIBRARY: ReadonlySet<string> = new Set(
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
export function isPython(path: string): boolean {
  return PYTHON.test(path);
}

/** Of a file or folder. */
export function moduleName(name: string): string {
  return name.replace(PYTHON, "");
}

/** A module of Python itself. */
export function isInLibrary(specifier: string): boolean {
  return LIBRARY.has(specifier.split(".", 1)[0] ?? "");
}

/** Names of modules, and of what may be modules in them. */
export function* pythonNames(written: string): Generator<string> {
  const text = written.replace(/\\\r?\n/g, " ");
  for (const [, names = ""] of text.matchAll(PYTHON_IMPORT))
    for (const name of names.split(",")) yield name.trim().replace(/\s.*/, "");
  for (const [, from = "", names = ""] of text.matchAll(PYTHON_FROM)) {
    yield from;
    for (const [name] of names.replace(/#[^\n]*/g, "").matchAll(/(?<!\bas\s{1,20})\b[A-Za-z_]\w{0,200}/g))
      if (name !== "as") yield `${from}.${name}`;
  }
}

/** A module `shop.core_x` may be of the projects `shop`, `shop-core-x`, and so on. */
export function projectNames(specifier: string): readonly string[] {
  const names = specifier.toLowerCase().replaceAll("_", "-").split(".");
  return names.map((_, index) => names.slice(0, index + 1).join("-"));
}
