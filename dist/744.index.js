export const id = 744;
export const ids = [744];
export const modules = {

/***/ 5974:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   eq: () => (/* binding */ impactedTargets),
/* harmony export */   pq: () => (/* binding */ firstCauses),
/* harmony export */   yk: () => (/* binding */ dependentsOf)
/* harmony export */ });
/* unused harmony exports changedTargets, rewiredTargets, deletedTargets, newlyUsedTargets */
const NOTHING = new Set();
/** Each target with the first cause found; the most informative causes come first. */
function impactedTargets(change) {
    const deleted = deletedTargets(change);
    const touched = firstCauses(deleted, changedTargets(change), rewiredTargets(change));
    return firstCauses(touched, dependentsOf(change, touched.keys()), newlyUsedTargets(change));
}
/** Changed targets that exist in the head tree. */
function changedTargets({ head, changed }) {
    return new Map([...changed].filter(([target]) => head.has(target)));
}
/** Targets whose own dependencies differ, no matter which file declares them. */
function rewiredTargets({ base, head }) {
    const rewired = new Map();
    for (const [target, after] of head) {
        const before = base.get(target);
        if (before === undefined || before === after)
            continue;
        const on = firstMissing(after, before) ?? firstMissing(before, after);
        if (on !== null)
            rewired.set(target, { kind: "dependsOn", on });
    }
    return rewired;
}
function deletedTargets({ base, head }) {
    const gone = [...base.keys()].filter((target) => !head.has(target));
    return new Map(gone.map((target) => [target, { kind: "deleted" }]));
}
/** All targets that depend on one of these over any number of steps. Each step may be in either graph. */
function dependentsOf({ base, head }, targets) {
    const dependents = reversed(new Set([base, head]));
    const reached = new Map();
    const seen = new Set(targets);
    const waiting = [...seen];
    for (let on = waiting.pop(); on !== undefined; on = waiting.pop()) {
        for (const dependent of dependents.get(on) ?? []) {
            if (seen.has(dependent))
                continue;
            seen.add(dependent);
            reached.set(dependent, { kind: "dependsOn", on });
            waiting.push(dependent);
        }
    }
    return reached;
}
/** Targets that another target depends on in the head tree but not in the base tree. */
function newlyUsedTargets({ base, head }) {
    const used = new Map();
    for (const [by, after] of head) {
        const before = base.get(by) ?? NOTHING;
        if (before === after)
            continue;
        for (const target of after) {
            const isTarget = head.has(target) || base.has(target);
            if (isTarget && !before.has(target) && !used.has(target))
                used.set(target, { kind: "newlyUsed", by });
        }
    }
    return used;
}
/** An earlier part takes precedence over a later one. */
function firstCauses(...parts) {
    const causes = new Map();
    for (const part of parts) {
        for (const [target, cause] of part) {
            if (!causes.has(target))
                causes.set(target, cause);
        }
    }
    return causes;
}
/** A dependent may occur once for each graph. */
function reversed(graphs) {
    const dependents = new Map();
    for (const graph of graphs) {
        for (const [target, dependencies] of graph) {
            for (const on of dependencies) {
                const known = dependents.get(on);
                if (known === undefined)
                    dependents.set(on, [target]);
                else
                    known.push(target);
            }
        }
    }
    return dependents;
}
function firstMissing(wanted, from) {
    for (const name of wanted)
        if (!from.has(name))
            return name;
    return null;
}


/***/ }),

/***/ 5024:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   d: () => (/* binding */ parseRelaxedJson),
/* harmony export */   q: () => (/* binding */ parseJson)
/* harmony export */ });
/** Parses JSON whose content is not trusted, also with the comments and commas that configuration files have. */
/** Undefined for invalid JSON, since JSON has no such value. */
function parseJson(text) {
    try {
        const value = JSON.parse(text);
        return value;
    }
    catch {
        return undefined;
    }
}
/** Strings are kept; an unclosed string ends at the end of the file, so that a hostile file is read only once. */
const COMMENTS = /("(?:[^"\\]|\\[^]?)*(?:"|$))|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g;
const LAST_COMMAS = /("(?:[^"\\]|\\[^]?)*(?:"|$))|,(?=\s*[\]}])/g;
/** Allows comments and trailing commas. Undefined for text that is not JSON even then. */
function parseRelaxedJson(text) {
    const strict = parseJson(text);
    if (strict !== undefined)
        return strict;
    return parseJson(text
        .replace(/^\uFEFF/, "")
        .replace(COMMENTS, (_, quoted) => quoted ?? " ")
        .replace(LAST_COMMAS, (_, quoted) => quoted ?? ""));
}


/***/ }),

/***/ 4118:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  wW: () => (/* binding */ changedCode),
  Ad: () => (/* binding */ codeUses),
  oB: () => (/* binding */ withCodeUses)
});

// EXTERNAL MODULE: external "node:module"
var external_node_module_ = __webpack_require__(8995);
// EXTERNAL MODULE: ./src/targets/graph.ts
var graph = __webpack_require__(5974);
// EXTERNAL MODULE: ./src/targets/tree.ts
var targets_tree = __webpack_require__(6596);
// EXTERNAL MODULE: ./src/targets/tree-paths.ts
var tree_paths = __webpack_require__(5213);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/ecosystem.ts
var ecosystem = __webpack_require__(2730);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/python/python-modules.ts
/**
 * Finds the files that an import of Python runs, in every project of a tree: modules may have other names than their
 * project, and several projects may share a namespace, which is a folder without `__init__.py`.
 */


const MANIFEST = "pyproject.toml";
/** What lies there is not installed, so other projects cannot import it; setuptools leaves out the same and more. */
const ASIDE = /^(?:tests?|unit_tests?|integration_tests?|docs?|examples?|benchmarks?|scripts?|setup|conftest|noxfile|\..*|__.*)$/;
class PythonModules {
    #files;
    /** By directory, and there by their keys. */
    #roots = new Map();
    #byTop = new Map();
    #projects;
    /** By the project and the name of the module. */
    #run = new Map();
    /** `paths`: the files of Python in the tree. */
    constructor(packages, paths) {
        this.#files = new Set(paths);
        const projects = paths.length === 0 ? [] : packages.filter(({ manifest }) => manifest.endsWith(MANIFEST));
        this.#projects = new Map(projects.map(({ directory }) => [directory, directory]));
        if (projects.length === 0)
            return;
        this.#add({ directory: "", prefix: [], project: null });
        for (const { name, importRoots = [] } of projects)
            for (const root of importRoots)
                this.#add({ ...root, project: name });
        const seen = new Set();
        for (const path of paths) {
            for (const [roots, inside, directory] of this.#rootsAround(path)) {
                const first = moduleName(inside.split("/", 1)[0] ?? "");
                const place = `${directory}/${first}`;
                if (!seen.has(place))
                    for (const root of roots)
                        this.#addTop(root, first);
                seen.add(place);
            }
        }
    }
    /**
     * The files that run when code of a project imports this. A module of the project itself hides others of its name, and
     * those of Python hide all.
     */
    runBy(specifier, project) {
        const key = `${project}\0${specifier}`;
        const run = this.#run.get(key) ?? this.#runBy(specifier, project);
        this.#run.set(key, run);
        return run;
    }
    #runBy(specifier, project) {
        const names = specifier.split(".");
        const roots = isInLibrary(specifier) ? [] : [...(this.#byTop.get(names[0] ?? "") ?? [])];
        const found = roots.map((root) => ({ root, files: this.#filesRun(root, names) }));
        const own = found.filter(({ root, files }) => root.project === project && files.some(({ isTop }) => isTop));
        return (own.length > 0 ? own : found).flatMap(({ files }) => files.map(({ path }) => path));
    }
    /**
     * Whether the file, which a change adds, makes a name importable: no package around it had a file that an import of the
     * name ran before.
     */
    bringsName(path, before) {
        const project = (0,tree_paths/* nearest */.pA)(this.#projects, (0,tree_paths/* directoryOf */.jt)(path));
        for (const [roots, inside, directory] of this.#rootsAround(path)) {
            if ((0,tree_paths/* nearest */.pA)(this.#projects, directory) !== project)
                continue;
            const parts = inside.split("/");
            const isAside = ASIDE.test(moduleName(parts[0] ?? ""));
            const isPackage = /^__init__\.pyi?$/.test(parts.at(-1) ?? "");
            const around = parts.slice(0, isPackage ? -2 : -1);
            const folders = around.map((_, index) => (0,tree_paths/* joined */.oR)(directory, around.slice(0, index + 1).join("/")));
            const isKnown = (folder) => packageFiles(folder).some((one) => before.has(one));
            const [isInside, isHere] = [folders.some(isKnown), isKnown(directory)];
            for (const { prefix, project: name } of roots) {
                if (name === null || (prefix.length === 0 && isAside))
                    continue;
                if (!isInside && !(prefix.length > 0 && isHere))
                    return true;
            }
        }
        return false;
    }
    #add(root) {
        const beside = this.#roots.get(root.directory) ?? new Map();
        const key = JSON.stringify([root.project, ...root.prefix]);
        if (!beside.has(key))
            beside.set(key, root);
        this.#roots.set(root.directory, beside);
    }
    /** `first`: the first name below the root's directory. */
    #addTop(root, first) {
        const top = root.prefix[0] ?? first;
        if (root.prefix.length === 0 && ASIDE.test(top))
            return;
        const known = this.#byTop.get(top);
        if (known === undefined)
            this.#byTop.set(top, new Set([root]));
        else
            known.add(root);
    }
    /** The roots of each directory around the path, with the path from there, and the directory. */
    *#rootsAround(path) {
        for (let here = (0,tree_paths/* directoryOf */.jt)(path);; here = (0,tree_paths/* directoryOf */.jt)(here)) {
            const roots = this.#roots.get(here);
            if (roots !== undefined)
                yield [roots.values(), here === "" ? path : path.slice(here.length + 1), here];
            if (here === "")
                return;
        }
    }
    #filesRun({ directory, prefix }, names) {
        const found = [];
        if (prefix.some((name, index) => index < names.length && names[index] !== name))
            return found;
        for (let count = Math.max(prefix.length, 1); count <= names.length; count += 1) {
            const inside = names.slice(prefix.length, count).join("/");
            const place = inside === "" ? directory : (0,tree_paths/* joined */.oR)(directory, inside);
            const files = inside === "" ? packageFiles(place) : [...packageFiles(place), `${place}.py`, `${place}.pyi`];
            for (const path of files)
                if (this.#files.has(path))
                    found.push({ isTop: count === 1, path });
        }
        return found;
    }
}
function packageFiles(folder) {
    return [(0,tree_paths/* joined */.oR)(folder, "__init__.py"), (0,tree_paths/* joined */.oR)(folder, "__init__.pyi")];
}
/** Deeper modules are not looked up as such. */
const MOST_NAMES = 16;
/** Modules of Python that an import finds without a project: those in the importing package, and those at the root. */
class OwnModules {
    /** Names of folders and modules, and modules by the last of their names, by directory of a package. */
    #inside = new Map();
    #atRoot = new Set();
    #directories = new Map();
    constructor(packages, paths) {
        if (paths.length === 0)
            return;
        for (const { name, directory } of packages) {
            this.#inside.set(directory, new Set());
            this.#directories.set(name, (this.#directories.get(name) ?? new Set()).add(directory));
        }
        const places = new Map([...this.#inside.keys()].map((directory) => [directory, directory]));
        for (const path of paths) {
            const place = (0,tree_paths/* nearest */.pA)(places, (0,tree_paths/* directoryOf */.jt)(path));
            const parts = path.slice(place ? place.length + 1 : 0).split("/");
            const names = parts.map((part) => moduleName(part));
            const module = names.at(-1) === "__init__" ? names.slice(0, -1) : names;
            const inside = place === null ? undefined : this.#inside.get(place);
            if (inside !== undefined) {
                for (const name of names)
                    inside.add(asFolder(name));
                for (let count = 1; count <= Math.min(module.length, MOST_NAMES); count += 1)
                    inside.add(module.slice(-count).join("/"));
            }
            const [first = ""] = names;
            if (place || names.length > 2)
                continue;
            this.#atRoot.add(asFolder(first));
            this.#atRoot.add(module.join("/"));
        }
    }
    /** A folder of the name is enough for a single name; of a longer one, other projects may have the rest, too. */
    have(owner, specifier) {
        const names = specifier.split(".").slice(0, MOST_NAMES);
        const wanted = names.length === 1
            ? [asFolder(specifier)]
            : names.map((_, index) => names.slice(0, index + 1).join("/"));
        const places = [...(this.#directories.get(owner) ?? [])].map((directory) => this.#inside.get(directory));
        return [this.#atRoot, ...places].some((known) => wanted.some((name) => known?.has(name) === true));
    }
}
/** A key apart from those of modules, which do not end with a slash. */
function asFolder(name) {
    return `${name}/`;
}
const PYTHON = /\.pyi?$/;
/** `import shop.core as core, os`; those that begin with a dot are inside the package. */
const PYTHON_IMPORT = /(?:^|;)[^\S\n]{0,100}import[^\S\n]{1,50}([A-Za-z_][\w.]{0,200}(?:[^\S\n]{1,20}as[^\S\n]{1,20}\w{1,200})?(?:[^\S\n]{0,20},[^\S\n]{0,20}[A-Za-z_][\w.]{0,200}(?:[^\S\n]{1,20}as[^\S\n]{1,20}\w{1,200})?){0,30})/gm;
/** `from shop import core, os as system`, where each may be a module; in parentheses over several lines. */
const PYTHON_FROM = /(?:^|;)[^\S\n]{0,100}from[^\S\n]{1,50}([A-Za-z_][\w.]{0,200})[^\S\n]{1,50}import[^\S\n]{0,50}(\((?:#[^\n]*|[^)#]){0,3000}|[^\n;(]{0,3000})/gm;
/** Modules of Python itself. One that some version lacks, such as `distutils`, may be a project. */
const LIBRARY = new Set([
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
].flatMap((names) => names.split(" ")));
function isPython(path) {
    return PYTHON.test(path);
}
/** Of a file or folder. */
function moduleName(name) {
    return name.replace(PYTHON, "");
}
/** A module of Python itself. */
function isInLibrary(specifier) {
    return LIBRARY.has(specifier.split(".", 1)[0] ?? "");
}
/** Names of modules, and of what may be modules in them. */
function* pythonNames(written) {
    const text = written.replace(/\\\r?\n/g, " ");
    for (const [, names = ""] of text.matchAll(PYTHON_IMPORT))
        for (const name of names.split(","))
            yield name.trim().replace(/\s.*/, "");
    for (const [, from = "", names = ""] of text.matchAll(PYTHON_FROM)) {
        yield from;
        for (const [name] of names.replace(/#[^\n]*/g, "").matchAll(/(?<!\bas\s{1,20})\b[A-Za-z_]\w{0,200}/g))
            if (name !== "as")
                yield `${from}.${name}`;
    }
}
/** A module `shop.core_x` may be of the projects `shop`, `shop-core-x`, and so on. */
function projectNames(specifier) {
    const names = specifier.toLowerCase().replaceAll("_", "-").split(".");
    return names.map((_, index) => names.slice(0, index + 1).join("-"));
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/code-uses.ts
/**
 * What changed files use although no manifest declares it: imports of another package by its name, and relative paths into
 * another package. Only changed files are read. Their uses count in either tree, whether new or not.
 */






const JAVASCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx)$/;
const GO = /\.go$/;
const DART = /\.dart$/;
/** Languages whose paths are texts that start at the file. */
const WITH_PATHS = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx|css|scss|sass|less|html|rs|go|pyi?|dart|php|rb|c|h|cc|cpp|hpp|swift)$/;
/** A longer file is generated. */
const MOST_BYTES = 2 * 1024 * 1024;
/** Bounded, so that a hostile file costs little. */
const IMPORT = /\b(?:from|import|require|use|resolve|(?:un|do|unstable_)?[mM]ock\w{0,20}|require(?:Actual|Mock)|import(?:Actual|Mock))\s{0,50}\(?(?:\s{0,50}\/\*(?:[^*]|\*(?!\/)){0,300}\*\/){0,3}\s{0,50}["'`]([^"'`\s\\]{1,300})["'`]/g;
const RELATIVE = /["'`(](\.{1,2}\/[^"'`)\s\\]{0,300})/g;
const DART_PACKAGE = /["']package:([a-z_]\w{0,200})\//g;
/** `__DIR__ . "/../core/a.php"`. */
const FROM_FOLDER = /["'](\/\.\.\/[^"'\s\\]{0,300})["']/g;
const QUOTED = /"([^"\s\\]{1,300})"/g;
const PACKAGE_NAME = /^(?:@[\w.-]+\/)?[\w.-]+/;
/** Throws `GitFailure`. */
async function changedCode({ base, head, changed, }) {
    const readable = changed.filter(({ path, isSubmodule }) => !isSubmodule && WITH_PATHS.test(path));
    const [before, after] = await Promise.all([
        textsWithout("added", base, readable),
        textsWithout("deleted", head, readable),
    ]);
    const paths = readable.map(({ path }) => path);
    const modulesOf = async (tree) => [...(await tree.entries()).keys()].filter(isPython);
    if (!paths.some(isPython))
        return { paths, before, after, modules: [[], []] };
    return { paths, before, after, modules: [await modulesOf(base), await modulesOf(head)] };
}
/** `skipsRemoved`: another list shows what was used until now, so that only uses of the head count. */
function codeUses(base, head, { paths, before, after, modules }, { skipsRemoved = false } = {}) {
    const own = new OwnModules(head.packages, modules[1]);
    const [reachBefore, reachAfter] = [new Reach(base, own, modules[0]), new Reach(head, own, modules[1])];
    const reach = [reachBefore, reachAfter];
    const used = new Map();
    const asked = new Map();
    for (const path of paths) {
        const written = [specifiersIn(path, before.get(path) ?? ""), specifiersIn(path, after.get(path) ?? "")];
        const owners = new Set(reach.flatMap(({ tree }) => tree.ownersOf(path)));
        for (const specifier of new Set(written.slice(skipsRemoved ? 1 : 0).flatMap((one) => [...one]))) {
            const isNew = written[0]?.has(specifier) !== true;
            for (const owner of owners) {
                const found = reach.map((one) => one.meantBy(specifier, path));
                const modulesBefore = reachBefore.moduleTargets(specifier, path, owner);
                const modulesAfter = reachAfter.moduleTargets(specifier, path, owner);
                const isDeclared = (target) => owners.has(target) || reach.some((one) => one.from(owner).has(target));
                for (const target of [...found, modulesBefore, modulesAfter].flat())
                    if (!isDeclared(target) && !used.has(target))
                        used.set(target, { kind: "imported", by: path });
                const isKnown = found.flat().length > 0 || (modulesAfter.length > 0 && modulesAfter.every(isDeclared));
                if (!isNew || isKnown)
                    continue;
                for (const one of reach)
                    for (const resolution of one.asked(specifier, path, owner))
                        asked.set(resolution, { kind: "file", path });
            }
        }
    }
    const [known, now] = [new Set(modules[0]), new Set(modules[1])];
    for (const path of paths.filter((one) => now.has(one) && !known.has(one)))
        for (const resolution of reachAfter.broughtBy(path, known))
            asked.set(resolution, { kind: "file", path });
    return { used, asked };
}
function withCodeUses(targets, { used, asked }) {
    return (0,graph/* firstCauses */.pq)(targets, used, asked);
}
function textsWithout(absent, tree, files) {
    const paths = files.filter(({ status }) => status !== absent).map(({ path }) => path);
    return (0,targets_tree/* textsOf */.CB)(tree, paths, MOST_BYTES);
}
/** Names as written, and relative paths. */
function specifiersIn(path, text) {
    const found = new Set();
    if (text === "")
        return found;
    const add = (pattern) => {
        for (const [, specifier = ""] of text.matchAll(pattern))
            if (specifier !== "")
                found.add(specifier);
    };
    if (text.includes("./"))
        add(RELATIVE);
    if (JAVASCRIPT.test(path))
        add(IMPORT);
    if (GO.test(path))
        add(QUOTED);
    if (DART.test(path))
        add(DART_PACKAGE);
    if (path.endsWith(".php"))
        for (const [, place = ""] of text.matchAll(FROM_FOLDER))
            found.add(`.${place}`);
    if (isPython(path))
        for (const name of pythonNames(text))
            found.add(name);
    return found;
}
/** What specifiers mean in one tree, and what its manifests declare. */
class Reach {
    tree;
    #graph;
    #own;
    #modules;
    /** By the name of the manifest and the imported name. */
    #meanings = new Map();
    #from = new Map();
    constructor(tree, own, modules) {
        this.tree = tree;
        this.#own = own;
        this.#modules = new PythonModules(tree.packages, modules);
        this.#graph = tree.graph;
    }
    #meaning(manifest, name) {
        const known = this.#meanings.get(manifest) ?? this.#importedFrom(manifest);
        this.#meanings.set(manifest, known);
        return known.get(name) ?? [];
    }
    #importedFrom(manifest) {
        const targets = new Map();
        for (const one of this.tree.packages) {
            if ((0,tree_paths/* fileNameOf */.bV)(one.manifest) !== manifest)
                continue;
            const name = (0,ecosystem/* importedName */._L)(one);
            const others = targets.get(name) ?? [];
            if (!others.includes(one.name))
                targets.set(name, [...others, one.name]);
        }
        return targets;
    }
    /** All that a target reaches by declared dependencies. */
    from(target) {
        const known = this.#from.get(target);
        if (known !== undefined)
            return known;
        const reached = new Set([target]);
        for (const one of reached)
            for (const next of this.#graph.get(one) ?? [])
                reached.add(next);
        this.#from.set(target, reached);
        return reached;
    }
    meantBy(specifier, path) {
        if (isRelative(specifier)) {
            const place = placeOf(specifier, path);
            return place === null || place === "" ? [] : this.tree.ownersOf(`${place}/`);
        }
        if (GO.test(path))
            return this.#goModule(specifier);
        if (isPython(path))
            return this.#pythonProjects(specifier);
        if (DART.test(path))
            return this.#meaning("pubspec.yaml", specifier);
        const name = PACKAGE_NAME.exec(specifier)?.[0] ?? "";
        const named = this.#meaning("package.json", name);
        return named.length > 0 ? named : (this.tree.aliased?.(specifier, path) ?? []);
    }
    /** The owners of the files of Python that an import runs. */
    moduleTargets(specifier, path, owner) {
        if (!isPython(path) || isRelative(specifier))
            return [];
        return this.#modules.runBy(specifier, owner).flatMap((file) => this.tree.ownersOf(file));
    }
    /** A new module may be what another change imports: then all projects of Python are asked for its name. */
    broughtBy(path, before) {
        if (!this.#modules.bringsName(path, before))
            return [];
        const projects = this.tree.packages.filter(({ importRoots }) => importRoots !== undefined);
        return [...new Set(projects.flatMap(({ name }) => this.tree.resolutionsAround(name)))];
    }
    /** Another change may add a package at this place, or with this name. */
    asked(specifier, path, owner) {
        if (isRelative(specifier)) {
            const place = placeOf(specifier, path);
            return place === null || place === "" ? [] : this.tree.resolutionsAround(null);
        }
        if (isPython(path))
            return this.#mayBeNewProject(specifier, owner) ? this.tree.resolutionsAround(owner) : [];
        const name = PACKAGE_NAME.exec(specifier)?.[0] ?? "";
        const isPackage = (JAVASCRIPT.test(path) || DART.test(path)) &&
            name !== "" &&
            !specifier.includes(":") &&
            (DART.test(path) || !(0,external_node_module_.isBuiltin)(name));
        return isPackage && !this.tree.requests(owner, name) ? this.tree.resolutionsAround(owner) : [];
    }
    #pythonProjects(specifier) {
        return projectNames(specifier).flatMap((name) => this.#meaning("pyproject.toml", name));
    }
    /** Not if it is a module of Python itself, of the owner, or of a package that the manifests request. */
    #mayBeNewProject(specifier, owner) {
        return (!isInLibrary(specifier) &&
            !this.#own.have(owner, specifier) &&
            !projectNames(specifier).some((name) => this.tree.requests(owner, name)));
    }
    /** The longest module path that the import begins with. */
    #goModule(specifier) {
        for (let name = specifier; name !== ""; name = (0,tree_paths/* directoryOf */.jt)(name)) {
            const found = this.#meaning("go.mod", name);
            if (found.length > 0)
                return found;
        }
        return [];
    }
}
function isRelative(specifier) {
    return specifier.startsWith("./") || specifier.startsWith("../");
}
function placeOf(specifier, path) {
    return (0,tree_paths/* resolved */.L$)((0,tree_paths/* directoryOf */.jt)(path), specifier);
}


/***/ }),

/***/ 5296:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   gt: () => (/* binding */ despiteUnreadable),
/* harmony export */   jn: () => (/* binding */ unreadableCause),
/* harmony export */   y3: () => (/* binding */ hasUnknownOwner)
/* harmony export */ });
/* harmony import */ var _tree_paths_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5213);
/* harmony import */ var _ecosystem_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2730);


/** Besides the first cause, which is known. */
async function despiteUnreadable(context, first, answer) {
    const causes = new Map();
    const others = () => [...causes.values()].filter(({ subject, rule }) => subject !== first.subject || rule !== first.rule);
    const hidden = new Map();
    for (;;) {
        context.signal.throwIfAborted();
        const open = hidden.size === 0 ? context : withoutFiles(context, hidden);
        try {
            const known = await answer(open);
            return { causes: others(), known: { context: open, answer: judged(known, open, hidden) } };
        }
        catch (error) {
            if (!(error instanceof _ecosystem_js__WEBPACK_IMPORTED_MODULE_1__/* .UnreadableManifest */ .p1))
                throw error;
            let hidesMore = false;
            for (const one of [error, ...error.others]) {
                const { path, problem } = one;
                causes.set(JSON.stringify([path, problem]), unreadableCause(one));
                const before = hidden.get(path);
                const after = before === undefined && (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .fileNameOf */ .bV)(path) === "package.json" ? "empty" : "absent";
                hidesMore ||= before !== after;
                hidden.set(path, after);
            }
            if (!hidesMore)
                return { causes: others(), known: null };
        }
    }
}
function unreadableCause({ path, problem }) {
    const hint = "Correct the manifest, or remove it from the workspace.";
    return { subject: path, rule: problem, hint };
}
/** Whether a place belongs to a package whose manifest was left out, so that its owner is unknown. */
function hasUnknownOwner({ base }, path) {
    return base instanceof TreeWithout && [...base.hidden.keys()].some((one) => isAround(one, path));
}
function isAround(hidden, path) {
    return path === hidden || (0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_1__/* .isWithin */ .UO)(path, (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .directoryOf */ .jt)(hidden));
}
/** Files that a hidden manifest may concern count as owned. */
function judged(answer, { changed }, hidden) {
    const isUnknown = ({ path }) => [...hidden].some(([one, replacement]) => isAround(one, path) ||
        // A lock file or root above knows the package that is left out.
        (replacement === "absent" && answer.disowned?.has(path) === true && (0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_1__/* .isWithin */ .UO)(one, (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .directoryOf */ .jt)(path))));
    const owned = new Set([...answer.owned, ...changed.filter(isUnknown).map(({ path }) => path)]);
    return { ...answer, owned };
}
function withoutFiles(context, hidden) {
    const [base, head] = [context.base, context.head].map((tree) => new TreeWithout(tree, new Map(hidden)));
    return { ...context, base: base ?? context.base, head: head ?? context.head };
}
const EMPTY = "{}";
class TreeWithout {
    commit;
    hidden;
    #tree;
    constructor(tree, hidden) {
        this.commit = tree.commit;
        this.#tree = tree;
        this.hidden = hidden;
    }
    async entries() {
        const entries = new Map(await this.#tree.entries());
        for (const [path, replacement] of this.hidden) {
            if (replacement === "absent")
                entries.delete(path);
            else if (entries.has(path))
                entries.set(path, { path, kind: "file", id: `replaced by ${EMPTY}` });
        }
        return entries;
    }
    async read(paths) {
        const entries = await this.#tree.entries();
        const contents = new Map(await this.#tree.read(this.#shown(paths)));
        for (const path of paths)
            if (this.hidden.get(path) === "empty" && entries.has(path))
                contents.set(path, Buffer.from(EMPTY));
        return contents;
    }
    naming(words, pathspecs) {
        return this.#tree.naming(words, pathspecs);
    }
    readLinks(paths) {
        return this.#tree.readLinks(this.#shown(paths));
    }
    #shown(paths) {
        return paths.filter((path) => !this.hidden.has(path));
    }
}


/***/ }),

/***/ 2730:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   GW: () => (/* binding */ isTestMaterial),
/* harmony export */   Q: () => (/* binding */ withUnresolved),
/* harmony export */   UO: () => (/* binding */ isWithin),
/* harmony export */   Vn: () => (/* binding */ readTogether),
/* harmony export */   _L: () => (/* binding */ importedName),
/* harmony export */   _r: () => (/* binding */ withInnerPackages),
/* harmony export */   e2: () => (/* binding */ readEach),
/* harmony export */   gm: () => (/* binding */ UNRESOLVED),
/* harmony export */   p1: () => (/* binding */ UnreadableManifest),
/* harmony export */   wg: () => (/* binding */ packageOf),
/* harmony export */   yw: () => (/* binding */ readAll)
/* harmony export */ });
/* harmony import */ var _tree_paths_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5213);

/** Under which code and manifests find it. */
function importedName({ name, importedAs }) {
    return importedAs ?? name;
}
/** All in the same moment, since one process of git then reads what they ask for. Throws what the first of them throws. */
async function readAll(ecosystems, tree) {
    const readings = await Promise.allSettled(ecosystems.map(async (one) => {
        const ecosystem = await one;
        return { ecosystem, ...(await ecosystem.read(tree)) };
    }));
    const read = readTogether(readings, (reading) => {
        if (reading.status === "rejected")
            throw reading.reason;
        return reading.value;
    });
    if (read.some(({ workspaces }) => workspaces.some(({ packages }) => packages.length > 0)))
        return read;
    return read.map((one) => ({ ...one, workspaces: [...one.workspaces, ...[one.alone ?? []].flat()] }));
}
/** A package that requests nothing but what is given. */
function packageOf(facts) {
    const nothing = new Set();
    const requests = { dependsOn: nothing, external: nothing, places: nothing };
    return { ...requests, builds: new Map(), shares: "", ...facts };
}
/**
 * The key of a dependency that the file does not resolve. Its version is chosen during the installation and may depend
 * on everything in the file, so its node has the whole text as its content.
 */
const UNRESOLVED = "\0unresolved";
function withUnresolved(nodes, text) {
    return new Map([...nodes, [UNRESOLVED, { content: text, dependencies: [] }]]);
}
/** A manifest that defines targets and cannot be read. */
class UnreadableManifest extends Error {
    name = "UnreadableManifest";
    path;
    /** A clause that contains no text from the manifest: `it is not JSON`. */
    problem;
    /** More manifests that were found to be unreadable; there may be others. */
    others;
    constructor(path, problem, others = []) {
        super(`a manifest is unreadable: ${problem}`);
        this.path = path;
        this.problem = problem;
        this.others = others;
    }
}
/** Reads all of them; throws one `UnreadableManifest` with all that are unreadable, and any other error immediately. */
function readTogether(items, read) {
    const found = [];
    const unreadable = [];
    for (const item of items) {
        try {
            found.push(read(item));
        }
        catch (error) {
            if (!(error instanceof UnreadableManifest))
                throw error;
            unreadable.push(error);
            for (const other of error.others)
                unreadable.push(other);
        }
    }
    const [first, ...others] = unreadable;
    if (first !== undefined)
        throw new UnreadableManifest(first.path, first.problem, others);
    return found;
}
/**
 * Reads each workspace. An unreadable workspace inside another one is left out, since test fixtures look like that; its
 * files then belong to packages of the outer one, or to no package.
 */
async function readEach(roots, read) {
    const outermostFirst = [...roots].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    const found = [];
    const unreadable = [];
    for (const [index, root] of outermostFirst.entries()) {
        try {
            found.push(await read(root));
        }
        catch (error) {
            if (!(error instanceof UnreadableManifest))
                throw error;
            const isInner = outermostFirst.slice(0, index).some((outer) => isWithin(root, outer));
            if (!isInner)
                unreadable.push(error);
        }
    }
    readTogether(unreadable, (error) => {
        throw error;
    });
    return found;
}
/** The directory itself, or something in it. */
function isWithin(path, directory) {
    return directory === "" || path === directory || path.startsWith(`${directory}/`);
}
/** Folders whose manifests are input of tests, templates of new projects, or installed packages: no targets. */
const TEST_MATERIAL = /(?:^|\/)(?:testdata|test[-_](?:data|assets|projects|resources|fixtures)|fixtures?|__fixtures__|__tests__|src\/[^/]*[Tt]est[^/]*\/resources|src\/main\/resources|templates?|__brick__|node_modules|vendor|\.[^/]+)\//;
function isTestMaterial(path) {
    return TEST_MATERIAL.test(path);
}
/**
 * Each package with the packages inside it, for tools that read the folder of the outer one. The one at the root counts as containing none, or any two
 * would share a target.
 */
function withInnerPackages(packages) {
    const outer = new Set(packages.map(({ directory }) => directory));
    const inner = new Map();
    for (const { name, directory } of packages) {
        for (let here = directory; here !== "";) {
            here = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .directoryOf */ .jt)(here);
            if (here !== "" && outer.has(here))
                inner.set(here, (inner.get(here) ?? new Set()).add(name));
        }
    }
    return packages.map((one) => {
        const inside = inner.get(one.directory);
        if (inside === undefined)
            return one;
        const dependsOn = new Set([...one.dependsOn, ...inside]);
        dependsOn.delete(one.name);
        return { ...one, dependsOn };
    });
}


/***/ }),

/***/ 2150:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   OM: () => (/* binding */ claims),
/* harmony export */   _$: () => (/* binding */ refuseBehindLinks),
/* harmony export */   gs: () => (/* binding */ PackagesByName),
/* harmony export */   k_: () => (/* binding */ hiddenIn),
/* harmony export */   ly: () => (/* binding */ refuseHidden),
/* harmony export */   qx: () => (/* binding */ ownersIn),
/* harmony export */   wL: () => (/* binding */ territoryOf)
/* harmony export */ });
/* harmony import */ var _tree_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6596);
/* harmony import */ var _tree_paths_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5213);
/* harmony import */ var _ecosystem_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2730);
/**
 * Folders that may be members of a workspace but whose manifests cannot be read here: submodules, and links to folders.
 * Their dependencies are unknown, so such a workspace is refused.
 */



const hiddenByEntries = new WeakMap();
/** Submodules and links of a tree, except inside installed packages. */
function hiddenIn(entries) {
    const known = hiddenByEntries.get(entries);
    if (known !== undefined)
        return known;
    const unread = entries.unread ?? [...entries.values()].filter(_tree_js__WEBPACK_IMPORTED_MODULE_0__/* .isUnread */ .KJ);
    const found = unread.filter(({ path }) => !`/${path}/`.includes("/node_modules/"));
    hiddenByEntries.set(entries, found);
    return found;
}
/**
 * Throws `UnreadableManifest` for a candidate that is a submodule, or a link to a folder that may contain manifests.
 */
async function refuseHidden(tree, candidates, { fileName, members }) {
    const links = candidates.filter(({ kind }) => kind === "link").map(({ path }) => path);
    const targets = links.length === 0 ? new Map() : await tree.readLinks(links);
    const entries = await tree.entries();
    for (const { path, kind } of candidates) {
        if (kind === "submodule") {
            throw new _ecosystem_js__WEBPACK_IMPORTED_MODULE_2__/* .UnreadableManifest */ .p1(path, "it may be a member, and the content of submodules is not read");
        }
        const text = targets.get(path);
        const target = text === undefined ? null : (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .resolved */ .L$)((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt)(path), text);
        if (target !== null && !mayHideMembers(target, entries, fileName, members))
            continue;
        throw new _ecosystem_js__WEBPACK_IMPORTED_MODULE_2__/* .UnreadableManifest */ .p1(path, "it may be a member, and folders behind links are not read");
    }
}
/** Throws `UnreadableManifest` of the listing manifest for a member that is, or is behind, a link or a submodule. */
function refuseBehindLinks(entries, directories, manifest) {
    for (const directory of directories) {
        for (let here = directory; here !== ""; here = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt)(here)) {
            const kind = entries.get(here)?.kind;
            if (kind !== "link" && kind !== "submodule")
                continue;
            throw new _ecosystem_js__WEBPACK_IMPORTED_MODULE_2__/* .UnreadableManifest */ .p1(manifest, `it lists a folder behind the ${kind} ${here}, which is not read`);
        }
    }
}
function mayHideMembers(target, entries, fileName, members) {
    const entry = entries.get(target);
    if (entry !== undefined)
        return entry.kind === "link" || entry.kind === "submodule";
    const inside = `${target}/`;
    for (const [path, { kind }] of entries) {
        if (target !== "" && !path.startsWith(inside))
            continue;
        const isManifest = path === (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .joined */ .oR)(target, fileName) || path.endsWith(`/${fileName}`);
        if (isManifest && !members.has((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt)(path)))
            return true;
        if (kind === "submodule")
            return true;
    }
    return false;
}
/** A workspace with an index of its packages by directory. */
function territoryOf(workspace, ecosystem, { lockfiles, rootManifests }) {
    const byDirectory = new Map();
    for (const one of workspace.packages) {
        const beside = byDirectory.get(one.directory);
        if (beside === undefined)
            byDirectory.set(one.directory, [one]);
        else
            beside.push(one);
    }
    return { workspace, ecosystem, lockfiles, rootManifests, byDirectory };
}
/** Whether the package at the root owns a file of no other package. */
function claims({ root, claims: claimsInside }, path) {
    if (claimsInside === null)
        return false;
    if (root === "")
        return claimsInside(path);
    return path.startsWith(`${root}/`) && claimsInside(path.slice(root.length + 1));
}
/**
 * The nearest package of each workspace around the path, and the packages that read it from elsewhere. A file at a root
 * has no owner, unless it is claimed.
 */
function ownersIn(territories, path) {
    const directory = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt)(path);
    return territories.flatMap(({ workspace, byDirectory }) => {
        const owners = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .nearest */ .pA)(byDirectory, directory) ?? [];
        const around = owners.filter((owner) => owner.directory !== workspace.root || claims(workspace, path));
        return [...around.map(({ name }) => name), ...(workspace.readers?.(path) ?? [])];
    });
}
/** The packages of a tree by name, and what they request: changed code may ask for thousands of names. */
class PackagesByName {
    #territories;
    #byName = null;
    #atRoot = new Map();
    constructor(territories) {
        this.#territories = territories;
    }
    /** The workspaces that have a package with this name. */
    workspacesOf(name) {
        return [...(this.#named(name)?.territories ?? [])].map(({ workspace }) => workspace);
    }
    /** Whether the package, or the package at the root of its workspace, requests this name from a registry. */
    requests(name, requested) {
        const named = this.#named(name);
        if (named === undefined)
            return false;
        if (named.requested.has(requested))
            return true;
        return [...named.territories].some((territory) => this.#requestedAtRoot(territory).has(requested));
    }
    #named(name) {
        this.#byName ??= byName(this.#territories);
        return this.#byName.get(name);
    }
    #requestedAtRoot(territory) {
        const known = this.#atRoot.get(territory);
        if (known !== undefined)
            return known;
        const packages = territory.byDirectory.get(territory.workspace.root) ?? [];
        const requested = new Set(packages.flatMap((one) => [...requestedNames(one)]));
        this.#atRoot.set(territory, requested);
        return requested;
    }
}
function byName(territories) {
    const found = new Map();
    for (const territory of territories) {
        for (const one of territory.workspace.packages) {
            const named = found.get(one.name) ?? { territories: new Set(), requested: new Set() };
            found.set(one.name, named);
            named.territories.add(territory);
            for (const name of requestedNames(one))
                named.requested.add(name);
        }
    }
    return found;
}
/** `@scope/name@^1` requests `@scope/name`; some ecosystems write no range. */
function* requestedNames({ external }) {
    for (const written of external) {
        const end = written.indexOf("@", 1);
        yield end === -1 ? written : written.slice(0, end);
    }
}


/***/ }),

/***/ 4611:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Bt: () => (/* binding */ lockChanges),
/* harmony export */   ym: () => (/* binding */ isResolvedAtRoot)
/* harmony export */ });
/* unused harmony export whoSees */
/* harmony import */ var _tree_paths_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5213);
/* harmony import */ var _ecosystem_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2730);
/* harmony import */ var _parsed_files_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7527);



/**
 * The affected packages of each changed lock file that is in both trees; a file with an uncertain effect is left out.
 */
async function lockChanges(base, head, paths, doubt = () => undefined) {
    const changes = new Map();
    for (const path of paths) {
        if (base.workspaces.lockAt(path) === null || head.workspaces.lockAt(path) === null)
            continue;
        const uncertain = (because) => doubt(path, `it is a lockfile, and ${because}`);
        const before = await lockGraphOf(base, path);
        const after = before === null ? null : await lockGraphOf(head, path);
        if (before === null || after === null) {
            uncertain("its form or some of its entries are unknown");
            continue;
        }
        const seen = whoSees(before, after);
        const owners = namesOf(seen.directories, [base, head], path);
        const doubts = [...seen.doubts, ...owners.doubts];
        if (doubts.length === 0)
            changes.set(path, owners.names);
        doubts.forEach(uncertain);
    }
    return changes;
}
/** Whether the root gets this package by the lock file; false when that is uncertain, or the file has another range. */
async function isResolvedAtRoot(side, path, { name, range }) {
    const root = (await lockGraphOf(side, path))?.importers.get("");
    const keys = root?.dependencies ?? [];
    if (root?.requests?.has(`${name}@${range}`) === false)
        return false;
    const beginnings = [`${name}@`, `/${name}@`, `/${name}/`];
    return keys.some((key) => key === name || key === `node_modules/${name}` || beginnings.some((one) => key.startsWith(one)));
}
const graphs = new WeakMap();
function lockGraphOf(side, path) {
    const known = graphs.get(side.tree) ?? new Map();
    graphs.set(side.tree, known);
    const graph = known.get(path) ?? readLockGraph(side, path);
    known.set(path, graph);
    return graph;
}
async function readLockGraph({ tree, workspaces }, path) {
    const lock = workspaces.lockAt(path);
    const bytes = (await tree.read([path])).get(path);
    if (lock === null || bytes === undefined)
        return null;
    try {
        return lock.read((0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_2__/* .textOf */ .b6)(bytes), lock.workspace);
    }
    catch {
        return null; // The content is not trusted: any error means that the effect is uncertain.
    }
}
const MOST_NAMED = 5;
function whoSees(before, after) {
    const doubts = before.rest === after.rest ? [] : ["its settings for all packages differ"];
    const changed = differing(before.nodes, after.nodes);
    changed.delete(_ecosystem_js__WEBPACK_IMPORTED_MODULE_1__/* .UNRESOLVED */ .gm);
    if (isUsed(_ecosystem_js__WEBPACK_IMPORTED_MODULE_1__/* .UNRESOLVED */ .gm, [before, after]))
        changed.add(_ecosystem_js__WEBPACK_IMPORTED_MODULE_1__/* .UNRESOLVED */ .gm);
    if (after.spreads) {
        const requesting = [...changed].filter((key) => requestsOthers(before.nodes.get(key)) !== requestsOthers(after.nodes.get(key)));
        for (const key of builtAnew(requesting, [before, after]))
            changed.add(key);
    }
    const seen = differing(before.importers, after.importers);
    const reached = new Set();
    for (const { importers, nodes } of [before, after]) {
        const affected = dependentsIn(nodes, changed);
        for (const [directory, { dependencies }] of importers) {
            if (dependencies.some((key) => affected.has(key)))
                seen.add(directory);
        }
        const direct = [...importers.values()].flatMap(({ dependencies }) => dependencies);
        for (const key of reachableFrom(direct, nodes))
            reached.add(key);
    }
    // A node that no package depends on is there for an unknown reason.
    const stray = [...changed].filter((key) => !reached.has(key));
    if (stray.length > 0)
        doubts.push(`no package depends on its changed ${entriesInWords(stray)}`);
    // Tools that are installed at the root are used by all packages.
    if (after.sharesRoot && seen.delete(""))
        doubts.push("the change reaches what is installed at the root, which all packages use");
    return { directories: seen, doubts };
}
function entriesInWords(keys) {
    const more = keys.length > MOST_NAMED ? ` and ${keys.length - MOST_NAMED} more` : "";
    return `${keys.length === 1 ? "entry" : "entries"} ${keys.slice(0, MOST_NAMED).join(", ")}${more}`;
}
function isUsed(key, locks) {
    return locks.some(({ importers, nodes }) => [...importers.values(), ...nodes.values()].some(({ dependencies }) => dependencies.includes(key)));
}
function requestsOthers(node) {
    return node?.requestsOthers ?? node?.content;
}
/** What changed nodes depend on, directly or indirectly: it may now be requested with other features. */
function builtAnew(changed, locks) {
    return new Set(locks.flatMap(({ nodes }) => [
        ...reachableFrom(changed.filter((key) => nodes.has(key)), nodes),
    ]));
}
function differing(before, after) {
    return new Set([...before.keys(), ...after.keys()].filter((key) => textOfNode(before, key) !== textOfNode(after, key)));
}
function textOfNode(nodes, key) {
    const node = nodes.get(key);
    return node === undefined ? null : JSON.stringify([node.content, node.dependencies]);
}
function dependentsIn(nodes, keys) {
    const dependents = new Map();
    for (const [key, { dependencies }] of nodes) {
        for (const dependency of dependencies) {
            const known = dependents.get(dependency);
            if (known === undefined)
                dependents.set(dependency, [key]);
            else
                known.push(key);
        }
    }
    const affected = new Set(keys);
    const waiting = [...keys];
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
        for (const dependent of dependents.get(key) ?? []) {
            if (affected.has(dependent))
                continue;
            affected.add(dependent);
            waiting.push(dependent);
        }
    }
    return affected;
}
/** A node may have other dependencies in the other lock file, so each file is followed separately. */
function reachableFrom(from, nodes) {
    const reachable = new Set(from);
    for (const key of reachable) {
        for (const dependency of nodes.get(key)?.dependencies ?? [])
            reachable.add(dependency);
    }
    return reachable;
}
function namesOf(directories, sides, path) {
    const names = new Set();
    const doubts = [];
    const indexes = sides.map(({ workspaces }) => namesByDirectory(workspaces.lockAt(path)?.workspace ?? null));
    for (const directory of directories) {
        const found = indexes.flatMap((namesAt) => namesAt(directory));
        for (const name of found)
            names.add(name);
        if (found.length > 0)
            continue;
        doubts.push(`it changes dependencies of ${directory === "" ? "the root" : directory}, which is no package`);
        // One doubt decides; a file may give a reason for thousands.
        if (doubts.length === MOST_NAMED)
            break;
    }
    return { names: [...names], doubts };
}
function namesByDirectory(workspace) {
    const names = new Map();
    for (const { directory, name } of workspace?.packages ?? []) {
        const beside = names.get(directory);
        if (beside === undefined)
            names.set(directory, [name]);
        else
            beside.push(name);
    }
    return (directory) => names.get((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .joined */ .oR)(workspace?.root ?? "", directory)) ?? [];
}


/***/ }),

/***/ 9960:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I: () => (/* binding */ reachTest),
/* harmony export */   J: () => (/* binding */ memberTest)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var _path_patterns_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9255);
/* harmony import */ var _ecosystem_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2730);
/** Patterns that select the members of a workspace, from the keys `workspaces`, `packages` and `members`. */



const AMBIGUOUS = "its patterns exclude directories and include them again, which tools interpret differently";
const HIDDEN = /(?:^|\/)\.[^./]/;
/** Few systems can check out a longer one; this bounds the time of many patterns against many directories. */
const LONGEST_DIRECTORY = 400;
/** A placeholder for any name: a pattern that matches it matches every name. */
const ANY = "\0/\0";
/**
 * A leading `!` excludes, permanently if `exclusionsAreFinal`. Otherwise tools differ about a pattern that includes
 * something again, so the membership of what both match is ambiguous: throws `UnreadableManifest`.
 */
function memberTest(patterns, manifest, { exclusionsAreFinal }) {
    const compiled = patterns.map((pattern) => compiledPattern(pattern, manifest));
    const isTakenBack = compiled.some(({ excludes, matches }, index) => excludes && compiled.slice(index).some((later) => !later.excludes && matches(later.text)));
    const has = (root, directory) => {
        const relative = root === "" ? directory : node_path__WEBPACK_IMPORTED_MODULE_0__.posix.relative(root, directory);
        if (compiled.length > 0 && relative.length > LONGEST_DIRECTORY) {
            throw new _ecosystem_js__WEBPACK_IMPORTED_MODULE_2__/* .UnreadableManifest */ .p1(manifest, "the name of a directory is too long for its patterns");
        }
        const matching = compiled.filter(({ matches }) => matches(relative));
        if (matching.every(({ excludes }) => excludes))
            return false;
        const exclusion = matching.findIndex(({ excludes }) => excludes);
        if (exclusion === -1)
            return true;
        const comesBack = matching.slice(exclusion).some(({ excludes }) => !excludes);
        if (exclusionsAreFinal || !(isTakenBack || comesBack))
            return false;
        throw new _ecosystem_js__WEBPACK_IMPORTED_MODULE_2__/* .UnreadableManifest */ .p1(manifest, AMBIGUOUS);
    };
    const isExcluded = (path) => compiled.some(({ excludes, matches }) => excludes && matches(path));
    const mayHold = (root, directory) => {
        const relative = root === "" ? directory : node_path__WEBPACK_IMPORTED_MODULE_0__.posix.relative(root, directory);
        if (relative.length > LONGEST_DIRECTORY)
            return true;
        return compiled.some(({ excludes, matches, reachesInto }) => {
            if (excludes || relative.startsWith("../"))
                return false;
            const isItself = matches(relative) && !isExcluded(relative);
            return isItself || (reachesInto(relative) && !isExcluded(`${relative}/${ANY}`));
        });
    };
    return { has, mayHold };
}
/**
 * Whether patterns of files match, or may match, something in a directory. Exclusions are ignored, and an unsupported
 * pattern matches anything: too many matches are safer than too few.
 */
function reachTest(patterns) {
    const tests = patterns.filter((pattern) => !pattern.startsWith("!")).map(reachingFiles);
    return (directory) => tests.some((reaches) => reaches(directory));
}
function reachingFiles(pattern) {
    const written = pattern.replace(/^(?:\.?\/)+/, "").replace(/\/+$/, "");
    if (written === "" || written === ".")
        return () => true;
    try {
        const matches = (0,_path_patterns_js__WEBPACK_IMPORTED_MODULE_1__/* .compileToolPattern */ .Yo)(written);
        const reachesInto = reachingInto(written);
        return (directory) => reachesInto(directory) || withParents(directory).some(matches);
    }
    catch (error) {
        if (!(error instanceof _path_patterns_js__WEBPACK_IMPORTED_MODULE_1__/* .PatternError */ .JM))
            throw error;
        return () => true;
    }
}
function withParents(directory) {
    const names = directory.split("/");
    return names.map((_, index) => names.slice(0, index + 1).join("/"));
}
function compiledPattern(pattern, manifest) {
    const excludes = pattern.startsWith("!");
    const written = (excludes ? pattern.slice(1) : pattern).replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
    const directory = written === "" ? "." : written;
    try {
        const matches = (0,_path_patterns_js__WEBPACK_IMPORTED_MODULE_1__/* .compileToolPattern */ .Yo)(directory);
        // Unlike in patterns for changed files, stars do not match hidden folders here.
        const seesHidden = HIDDEN.test(directory);
        return {
            text: directory,
            excludes,
            matches: (path) => (seesHidden || !HIDDEN.test(path)) && matches(path),
            reachesInto: reachingInto(directory),
        };
    }
    catch (error) {
        if (!(error instanceof _path_patterns_js__WEBPACK_IMPORTED_MODULE_1__/* .PatternError */ .JM))
            throw error;
        throw new _ecosystem_js__WEBPACK_IMPORTED_MODULE_2__/* .UnreadableManifest */ .p1(manifest, "one of its patterns is not supported");
    }
}
/**
 * Whether the first names of the pattern match a directory. Alternatives may contain slashes, so they match any
 * directory.
 */
function reachingInto(pattern) {
    if (/[{}]/.test(pattern))
        return () => true;
    const names = pattern.split("/");
    const beginnings = names.slice(0, -1).map((_, index) => names.slice(0, index + 1).join("/"));
    if (names.at(-1) === "**")
        beginnings.push(pattern);
    const matchers = beginnings.map((beginning) => (0,_path_patterns_js__WEBPACK_IMPORTED_MODULE_1__/* .compileToolPattern */ .Yo)(beginning));
    return (path) => matchers.some((matches) => matches(path));
}


/***/ }),

/***/ 1493:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   v: () => (/* binding */ parseNodeManifest)
/* harmony export */ });
/* harmony import */ var _parsed_files_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7527);
/** Parses the parts of a `package.json` that define members and dependencies. */

/** All fields count: a test can use everything that is installed. */
const DEPENDENCY_FIELDS = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
function parseNodeManifest(text) {
    const manifest = parseJson(text);
    if (typeof manifest !== "object" || manifest === null || Array.isArray(manifest))
        throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .ManifestProblem */ .Rn("it is not a JSON object");
    // Not as a table: a large repository has thousands of manifests, with many fields that do not count here.
    const field = (name) => Reflect.get(manifest, name);
    const overrides = [field("overrides"), field("resolutions")];
    const pnpm = (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .asTable */ .fO)(field("pnpm"));
    const name = field("name");
    return {
        name: typeof name === "string" && name !== "" ? name : null,
        workspaces: workspacesOf(field("workspaces")),
        dependencies: allDependencies(field),
        files: (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .asTexts */ .DW)(field("files")) ?? NOTHING,
        overrides: [...overrides, pnpm?.get("overrides")].flatMap((value) => nestedDependencies(value)),
        scripts: keysOf(field("scripts")),
        nx: field("nx"),
    };
}
const NOTHING = [];
function allDependencies(field) {
    const found = [];
    for (const name of DEPENDENCY_FIELDS) {
        const value = field(name);
        if (value !== undefined && value !== null)
            addDependencies(found, value, name);
    }
    return found;
}
/** Those of a table. */
function keysOf(value) {
    if (typeof value !== "object" || value === null || Array.isArray(value))
        return NOTHING;
    return Object.keys(value);
}
function parseJson(text) {
    try {
        const value = JSON.parse(text);
        return value;
    }
    catch {
        throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .ManifestProblem */ .Rn("it is not JSON");
    }
}
/** Both shapes: a list, and a table with a list of `packages`. */
function workspacesOf(value) {
    if (value === undefined || value === null || value === false)
        return null;
    const table = (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .asTable */ .fO)(value);
    if (table !== null && !table.has("packages"))
        return null;
    const patterns = (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .asTexts */ .DW)(table === null ? value : table.get("packages"));
    if (patterns === null)
        throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .ManifestProblem */ .Rn("its `workspaces` are not a list of patterns");
    return patterns.length === 0 ? null : patterns;
}
function addDependencies(found, value, field) {
    // Old tools wrote an empty list for no dependencies.
    if (Array.isArray(value) && value.length === 0)
        return;
    if (typeof value !== "object" || value === null || Array.isArray(value))
        throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .ManifestProblem */ .Rn(`its \`${field}\` are not a table`);
    const entries = Object.entries(value);
    for (const [name, range] of entries)
        found.push({ name, range: typeof range === "string" ? range : "" });
}
/** Overrides contain nested tables of overrides. The JSON parser bounds the depth. */
function nestedDependencies(value) {
    if (value === undefined)
        return [];
    return [...((0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .asTable */ .fO)(value) ?? [])].flatMap(([name, inner]) => typeof inner === "string" ? [{ name, range: inner }] : nestedDependencies(inner));
}


/***/ }),

/***/ 6588:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  z: () => (/* binding */ nodeEcosystem)
});

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./src/targets/parse-yaml.ts
var parse_yaml = __webpack_require__(1533);
// EXTERNAL MODULE: ./src/targets/tree-paths.ts
var tree_paths = __webpack_require__(5213);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/ecosystem.ts
var ecosystem = __webpack_require__(2730);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/hidden-members.ts
var hidden_members = __webpack_require__(2150);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/member-patterns.ts
var member_patterns = __webpack_require__(9960);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/parsed-files.ts
var parsed_files = __webpack_require__(7527);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/node/package-lock.ts
/** `package-lock.json` of npm 7 and later: where each package is installed, and so what each workspace gets. */



/** These versions have `packages`, and repeat it under `dependencies` for old readers. */
const VERSIONS = new Set([2, 3]);
const FIELDS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];
const INSTALLED = "node_modules";
function readPackageLock(text) {
    const lock = (0,parsed_files/* asTable */.fO)(JSON.parse(text));
    const packages = (0,parsed_files/* asTable */.fO)(lock?.get("packages"));
    if (lock === null || packages === null || !VERSIONS.has(lock.get("lockfileVersion")))
        return null;
    const importers = new Map();
    const nodes = new Map();
    for (const [place, value] of packages) {
        const entry = (0,parsed_files/* asTable */.fO)(value);
        if (entry === null)
            return null;
        const content = place === "" ? contentOfRoot(entry) : JSON.stringify(value);
        const dependencies = dependenciesOf(place, entry, packages);
        const node = { content, dependencies, ...(place === "" ? { requests: requestsIn(entry, FIELDS) } : {}) };
        if (isInstalled(place))
            nodes.set(place, node);
        else
            importers.set(place, node);
    }
    return {
        importers,
        nodes: (0,ecosystem/* withUnresolved */.Q)(withoutLinks(nodes, packages, importers), text),
        rest: restOf(lock),
        sharesRoot: true,
        spreads: false,
    };
}
/** Ranges decide nothing once they are resolved, and the manifest has the rest. */
function contentOfRoot(entry) {
    const resolved = [...FIELDS, "name", "version", "license", "workspaces"];
    return JSON.stringify([...entry].filter(([key]) => !resolved.includes(key)));
}
/** As the file repeats them from a manifest. */
function requestsIn(entry, fields) {
    const written = fields.flatMap((field) => [...(0,parsed_files/* tableAt */.af)(entry, field)]);
    return new Set(written.map(([name, range]) => `${name}@${String(range)}`));
}
function isInstalled(place) {
    return `/${place}/`.includes(`/${INSTALLED}/`);
}
/** Keys of the entries that its dependencies resolve to. */
function dependenciesOf(place, entry, packages) {
    const optional = new Set([
        ...(0,parsed_files/* tableAt */.af)(entry, "peerDependenciesMeta").keys(),
        ...(0,parsed_files/* tableAt */.af)(entry, "optionalDependencies").keys(),
    ]);
    const keys = new Set();
    for (const field of FIELDS) {
        // A package's development dependencies are not installed with it.
        if (field === "devDependencies" && isInstalled(place))
            continue;
        for (const name of (0,parsed_files/* tableAt */.af)(entry, field).keys()) {
            const key = lookUp(place, name, packages);
            if (key !== null)
                keys.add(key);
            else if (!optional.has(name) && field !== "peerDependencies")
                keys.add(ecosystem/* UNRESOLVED */.gm);
        }
    }
    return [...keys];
}
/** Like Node: the nearest `node_modules` upwards that contains it. */
function lookUp(place, name, packages) {
    for (let here = place;; here = (0,tree_paths/* directoryOf */.jt)(here)) {
        const key = (0,tree_paths/* joined */.oR)((0,tree_paths/* joined */.oR)(here, INSTALLED), name);
        if (packages.has(key))
            return key;
        if (here === "")
            return null;
    }
}
/** A link to a member of the workspace is part of that member; the packages' own graph has the rest. */
function withoutLinks(nodes, packages, importers) {
    const installed = new Map();
    for (const [key, node] of nodes) {
        const entry = (0,parsed_files/* asTable */.fO)(packages.get(key));
        const target = entry?.get("link") === true ? (0,tree_paths/* resolved */.L$)("", (0,parsed_files/* textAt */.$6)(entry, "resolved") ?? "/") : null;
        const member = target === null ? undefined : importers.get(target);
        if (target === null || member === undefined)
            installed.set(key, node);
        else
            importers.set(target, { ...member, content: `${member.content}\n${key} ${node.content}` });
    }
    return installed;
}
function restOf(lock) {
    return JSON.stringify([...lock].filter(([name]) => name !== "packages" && name !== "dependencies"));
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/node/bun-lock.ts
/** `bun.lock`, the text form of bun 1.2 and later: what each workspace of it gets. */



const bun_lock_VERSIONS = new Set([0, 1]);
const bun_lock_FIELDS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];
/** Packages record what these lead to. */
const READ_ELSEWHERE = new Set([
    "workspaces",
    "packages",
    "overrides",
    "catalog",
    "catalogs",
]);
const NAME = /(?:@[^/]+\/)?[^/]+/g;
function readBunLock(text) {
    const lock = (0,parsed_files/* asTable */.fO)(JSON.parse(withoutTrailingCommas(text)));
    if (lock === null || !bun_lock_VERSIONS.has(lock.get("lockfileVersion")))
        return null;
    const packages = (0,parsed_files/* tableAt */.af)(lock, "packages");
    const nodes = new Map();
    for (const [key, value] of packages) {
        if (!Array.isArray(value))
            return null;
        if (isMember(value))
            continue;
        const described = value.find((part) => (0,parsed_files/* asTable */.fO)(part) !== null);
        const dependencies = bun_lock_dependenciesOf(namesIn(key), (0,parsed_files/* asTable */.fO)(described), packages);
        nodes.set(key, { content: JSON.stringify(value), dependencies });
    }
    const importers = new Map();
    for (const [directory, value] of (0,parsed_files/* tableAt */.af)(lock, "workspaces")) {
        const entry = (0,parsed_files/* asTable */.fO)(value);
        const name = entry?.get("name");
        const from = typeof name === "string" ? [name] : [];
        const dependencies = bun_lock_dependenciesOf(from, entry, packages);
        const isRoot = directory === "";
        const content = JSON.stringify(isRoot ? withoutRanges(entry) : value);
        const requests = isRoot ? { requests: requestsIn(entry, bun_lock_FIELDS) } : {};
        importers.set(directory, { content, dependencies, ...requests });
    }
    const rest = JSON.stringify([...lock].filter(([name]) => !READ_ELSEWHERE.has(name)));
    return { importers, nodes: (0,ecosystem/* withUnresolved */.Q)(nodes, text), rest, sharesRoot: true, spreads: false };
}
/** Ranges of the root decide nothing once they are resolved; those of members are in their manifests, which change, too. */
function withoutRanges(entry) {
    return [...(entry ?? [])].map(([field, value]) => bun_lock_FIELDS.includes(field) ? [field, [...(0,parsed_files/* tableAt */.af)(entry, field).keys()]] : [field, value]);
}
function withoutTrailingCommas(text) {
    return text.replace(/("(?:[^"\\]|\\.)*")|,(\s*[}\]])/g, (_all, quoted, end) => quoted ?? end ?? "");
}
function isMember([specification]) {
    return typeof specification === "string" && specification.includes("@workspace:");
}
/** `a/@scope/b` is the package `@scope/b` as installed inside `a`. */
function namesIn(key) {
    return key.match(NAME) ?? [];
}
/** Keys of packages. Members are left to the packages' own graph. */
function bun_lock_dependenciesOf(from, entry, packages) {
    const optional = new Set([
        ...(0,parsed_files/* tableAt */.af)(entry, "optionalDependencies").keys(),
        ...(0,parsed_files/* tableAt */.af)(entry, "peerDependencies").keys(),
    ]);
    const keys = new Set();
    for (const name of bun_lock_FIELDS.flatMap((field) => [...(0,parsed_files/* tableAt */.af)(entry, field).keys()])) {
        const key = bun_lock_lookUp(from, name, packages);
        const value = key === null ? null : packages.get(key);
        if (key === null && !optional.has(name))
            keys.add(ecosystem/* UNRESOLVED */.gm);
        if (key !== null && !(Array.isArray(value) && isMember(value)))
            keys.add(key);
    }
    return [...keys];
}
/** The innermost package around the user that has it installed inside. */
function bun_lock_lookUp(from, name, packages) {
    for (let depth = from.length; depth >= 0; depth -= 1) {
        const key = [...from.slice(0, depth), name].join("/");
        if (packages.has(key))
            return key;
    }
    return null;
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/node/pnpm-lock.ts
/**
 * `pnpm-lock.yaml` of pnpm 8 (6.x) and of pnpm 9 and later (9.0): what each importer gets. pnpm 11 and later may put a
 * document about pnpm itself and its plugins (`packageManagerDependencies`, `configDependencies`) in front.
 */


const IMPORTER_FIELDS = ["dependencies", "devDependencies", "optionalDependencies"];
const NODE_FIELDS = ["dependencies", "optionalDependencies"];
/** Importers and snapshots record what catalogs and overrides lead to. */
const pnpm_lock_READ_ELSEWHERE = new Set([
    "importers",
    "packages",
    "snapshots",
    "catalogs",
    "overrides",
]);
/** Points to a directory of the repository; the packages' own graph has the rest. */
const LINK = /^link:/;
function readPnpmLock(text) {
    const documents = (0,parse_yaml/* parseYamlDocuments */.v)(text);
    const file = (0,parsed_files/* asTable */.fO)(documents.at(-1));
    const lock = file === null ? null : layoutOf(file);
    if (file === null || lock === null || !file.has("importers") || documents.length > 2)
        return null;
    const importers = new Map();
    for (const [directory, value] of (0,parsed_files/* tableAt */.af)(file, "importers")) {
        const dependencies = pnpm_lock_dependenciesOf((0,parsed_files/* asTable */.fO)(value), IMPORTER_FIELDS, lock);
        if (dependencies === null)
            return null;
        const isRoot = directory === ".";
        importers.set(isRoot ? "" : directory, {
            content: isRoot ? pnpm_lock_withoutRanges(value) : JSON.stringify(value),
            dependencies,
            ...(isRoot ? { requests: specifiersOf((0,parsed_files/* asTable */.fO)(value)) } : {}),
        });
    }
    const nodes = new Map();
    for (const [key, value] of lock.snapshots) {
        const dependencies = pnpm_lock_dependenciesOf((0,parsed_files/* asTable */.fO)(value), NODE_FIELDS, lock);
        if (dependencies === null)
            return null;
        const described = lock.packages.get(key) ?? lock.packages.get(withoutPeers(key));
        const members = linksOf((0,parsed_files/* asTable */.fO)(value));
        nodes.set(key, { content: JSON.stringify([value, described]), dependencies, members });
    }
    if (!areAllDescribed(lock))
        return null;
    const rest = [...file].filter(([name]) => !pnpm_lock_READ_ELSEWHERE.has(name));
    return {
        importers,
        nodes,
        rest: JSON.stringify([rest, documents.slice(0, -1)]),
        sharesRoot: true,
        spreads: false,
    };
}
/** Ranges decide nothing once they are resolved; those of members are in their manifests, which change, too. */
function pnpm_lock_withoutRanges(importer) {
    return JSON.stringify(importer, (key, value) => (key === "specifier" ? undefined : value));
}
function specifiersOf(importer) {
    const written = IMPORTER_FIELDS.flatMap((field) => [...(0,parsed_files/* tableAt */.af)(importer, field)]);
    return new Set(written.map(([name, value]) => `${name}@${(0,parsed_files/* textAt */.$6)((0,parsed_files/* asTable */.fO)(value), "specifier") ?? ""}`));
}
/** A package from a registry links to a member only where an override says so; the path starts at the root. */
function linksOf(entry) {
    return NODE_FIELDS.flatMap((field) => [...(0,parsed_files/* tableAt */.af)(entry, field).values()].flatMap((version) => typeof version === "string" && LINK.test(version) ? version.replace(LINK, "") : []));
}
function layoutOf(file) {
    const version = String(file.get("lockfileVersion"));
    const packages = (0,parsed_files/* tableAt */.af)(file, "packages");
    if (/^9\./.test(version)) {
        const keyOf = (name, at) => [`${name}@${at}`, at];
        return { packages, snapshots: (0,parsed_files/* tableAt */.af)(file, "snapshots"), keyOf };
    }
    if (!/^6\./.test(version))
        return null;
    return { packages, snapshots: packages, keyOf: (name, at) => [`/${name}@${at}`, at] };
}
/** Null when a dependency has no entry. */
function pnpm_lock_dependenciesOf(entry, fields, lock) {
    const keys = new Set();
    for (const field of fields) {
        for (const [name, value] of (0,parsed_files/* tableAt */.af)(entry, field)) {
            const version = typeof value === "string" ? value : (0,parsed_files/* textAt */.$6)((0,parsed_files/* asTable */.fO)(value), "version");
            if (version === null)
                return null;
            if (LINK.test(version))
                continue;
            const key = lock.keyOf(name, version).find((candidate) => lock.snapshots.has(candidate));
            if (key === undefined)
                return null;
            keys.add(key);
        }
    }
    return [...keys];
}
/** `react-dom@18.2.0(react@18.2.0)` has one description for all its peers. */
function withoutPeers(key) {
    const parenthesis = key.indexOf("(");
    return parenthesis <= 0 ? key : key.slice(0, parenthesis);
}
/** Every description must belong to an installed package, or a change to it would be missed. */
function areAllDescribed({ packages, snapshots }) {
    const used = new Set([...snapshots.keys()].flatMap((key) => [key, withoutPeers(key)]));
    return [...packages.keys()].every((key) => used.has(key));
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/node/yarn-lock.ts
/**
 * `yarn.lock` in two forms: the form of yarn 1, which does not list workspaces, and the YAML of yarn 2 and later, which
 * does.
 */




function readYarnLock(text, workspace) {
    if (/^# yarn lockfile v1$/m.test(text))
        return readClassic(text, workspace);
    const lock = berryTable(text);
    return lock?.has("__metadata") === true ? readBerry(lock, text, workspace.overridden) : null;
}
/** Null for the form of yarn 1. */
function readBerryLock(text, overridden) {
    if (/^# yarn lockfile v1$/m.test(text))
        return null;
    const lock = berryTable(text);
    return lock?.has("__metadata") === true ? readBerry(lock, text, overridden) : null;
}
const MOST_BLOCKS = 50_000;
/** Entries by their text: two lock files of a repository have most of them in common. */
const blocks = new Map();
/** Throws `YamlError`. */
function berryTable(text) {
    return tableOfBlocks(text) ?? (0,parsed_files/* asTable */.fO)((0,parse_yaml/* parseYaml */.hN)(text));
}
/** Parses the entries one by one; null for a file that is not a plain list of them. */
function tableOfBlocks(text) {
    if (/^(?:---|\.\.\.|%)/m.test(text))
        return null;
    const lock = new Map();
    for (const block of text.split(/\n\n+(?=\S)/)) {
        const entries = tableOfBlock(block);
        if (entries === null)
            return null;
        for (const [key, value] of entries) {
            if (lock.has(key))
                return null;
            lock.set(key, value);
        }
    }
    return lock;
}
function tableOfBlock(block) {
    const known = blocks.get(block);
    if (known !== undefined)
        return known;
    try {
        const value = (0,parse_yaml/* parseYaml */.hN)(block);
        const table = value === null ? new Map() : (0,parsed_files/* asTable */.fO)(value);
        if (table === null)
            return null;
        if (blocks.size >= MOST_BLOCKS)
            blocks.clear();
        blocks.set(block, table);
        return table;
    }
    catch (error) {
        if (error instanceof parse_yaml/* YamlError */.Iz)
            return null;
        throw error;
    }
}
/** The file does not list members: what they get follows from the requests in their manifests. */
function readClassic(text, { packages, root }) {
    const entries = parseClassicLock(text);
    if (entries === null)
        return null;
    const keys = keysOfEntries(entries);
    const nodes = new Map();
    for (const { descriptors, content, dependencies } of entries) {
        const found = dependencies.flatMap((descriptor) => keys.get(descriptor) ?? []);
        if (found.length < dependencies.length)
            return null;
        for (const descriptor of descriptors)
            nodes.set(keys.get(descriptor) ?? descriptor, { content, dependencies: found });
    }
    const names = new Set(packages.map(ecosystem/* importedName */._L));
    // For a member's name that also comes from a registry, it is unknown which of the two a package gets.
    if ([...nodes.keys()].some((key) => names.has(nameIn(key))))
        return null;
    const importers = new Map();
    for (const { directory, external } of packages) {
        const inside = root === "" ? directory : directory.slice(root.length + 1);
        // A peer dependency is not locked for the member that requests it.
        const dependencies = [...external].flatMap((descriptor) => keys.get(descriptor) ?? []);
        importers.set(directory === root ? "" : inside, { content: "", dependencies });
    }
    return { importers, nodes, rest: "", sharesRoot: true, spreads: false };
}
/** By descriptor. Ranges decide nothing once they are resolved, so the key is the name with the version. */
function keysOfEntries(entries) {
    const keys = new Map();
    const contents = new Map();
    for (const { descriptors, content } of entries) {
        const [, version = ""] = /^ {2}version "?([^"\n]*)/m.exec(content) ?? [];
        for (const descriptor of descriptors) {
            const usual = `${nameIn(descriptor)}@${version}`;
            const isOther = (contents.get(usual) ?? content) !== content;
            const key = isOther ? `${usual} for ${descriptor}` : usual;
            keys.set(descriptor, key);
            contents.set(key, content);
        }
    }
    return keys;
}
function readBerry(lock, text, overridden) {
    const importers = new Map();
    const nodes = new Map();
    const resolve = new BerryDescriptors(lock, overridden);
    for (const [key, value] of lock) {
        if (key === "__metadata")
            continue;
        const entry = (0,parsed_files/* asTable */.fO)(value);
        if (entry === null)
            return null;
        const directory = memberAt(entry);
        const isRoot = directory === "";
        const content = isRoot ? yarn_lock_withoutRanges(entry) : JSON.stringify(value);
        const requests = isRoot ? { requests: berryRequests(entry) } : {};
        const node = { content, ...resolve.dependenciesOf(entry), ...requests };
        // A member's descriptors change with its users, whose manifests record that.
        if (directory !== null)
            importers.set(directory, node);
        else
            for (const one of resolve.keysOf(key))
                nodes.set(one, node);
    }
    return {
        importers,
        nodes: (0,ecosystem/* withUnresolved */.Q)(nodes, text),
        rest: JSON.stringify(lock.get("__metadata")),
        sharesRoot: true,
        spreads: false,
    };
}
/** Ranges of the root decide nothing once they are resolved; those of members are in their manifests, which change, too. */
function yarn_lock_withoutRanges(entry) {
    return JSON.stringify([...entry].map(([field, value]) => RANGES.has(field) ? [field, [...(0,parsed_files/* tableAt */.af)(entry, field).keys()]] : [field, value]));
}
/** Yarn writes `npm:` in front of a range that has no protocol. */
function berryRequests(entry) {
    const written = [...requestsIn(entry, [...RANGES])];
    return new Set(written.flatMap((one) => [one, one.replace("@npm:", "@")]));
}
const RANGES = new Set(["dependencies", "peerDependencies"]);
/** The entries that a request may lead to: too many where `resolutions`, `catalog:`, `link:` or `patch:` choose one. */
class BerryDescriptors {
    #overridden;
    #keys = new Map();
    #byName = new Map();
    /** By key of an entry, its descriptors in the file. */
    #headings = new Map();
    /** Directories by key. */
    #members = new Map();
    constructor(lock, overridden) {
        this.#overridden = overridden;
        for (const [key, value] of lock) {
            const entry = (0,parsed_files/* asTable */.fO)(value);
            const directory = memberAt(entry);
            if (directory !== null)
                this.#members.set(key, directory);
            for (const descriptor of key.split(", ")) {
                const name = nameIn(descriptor);
                const one = directory === null ? this.#keyFor(name, (0,parsed_files/* textAt */.$6)(entry, "resolution") ?? key, key) : key;
                this.#keys.set(descriptor, one);
                this.#byName.set(name, (this.#byName.get(name) ?? new Set()).add(one));
            }
        }
    }
    /** Of an entry: one for each name, since an alias may share the entry. */
    keysOf(heading) {
        return new Set(heading.split(", ").flatMap((descriptor) => this.#keys.get(descriptor) ?? []));
    }
    /** What the ranges lead to, so that another range with the same result is no other key. */
    #keyFor(name, resolution, heading) {
        const usual = resolution.startsWith(`${name}@`) ? resolution : `${name}@${resolution}`;
        const owner = this.#headings.get(usual) ?? heading;
        this.#headings.set(usual, owner);
        return owner === heading ? usual : heading;
    }
    /** Keys of entries, and directories of members, whose own dependencies are in the packages' own graph. */
    dependenciesOf(entry) {
        const found = new Set();
        const members = new Set();
        for (const [name, range] of (0,parsed_files/* tableAt */.af)(entry, "dependencies")) {
            for (const key of this.#keysOf(name, String(range))) {
                const directory = this.#members.get(key);
                if (directory === undefined)
                    found.add(key);
                else
                    members.add(directory);
            }
        }
        return { dependencies: [...found], members: [...members] };
    }
    #keysOf(name, range) {
        const all = [...(this.#byName.get(name) ?? [])];
        const exact = [`${name}@${range}`, `${name}@npm:${range}`, `${name}@workspace:${range}`]
            .map((descriptor) => this.#keys.get(descriptor))
            .find((key) => key !== undefined);
        if (this.#overridden.has(name))
            return all.length === 0 ? [ecosystem/* UNRESOLVED */.gm] : all;
        // A patched package is requested like the package that it patches.
        const patched = all.filter((key) => key.includes(`${name}@patch:`));
        if (exact !== undefined)
            return [exact, ...patched];
        return isPlainRange(range) || all.length === 0 ? [ecosystem/* UNRESOLVED */.gm, ...all] : all;
    }
}
function memberAt(entry) {
    const [, directory] = /@workspace:(.*)$/s.exec((0,parsed_files/* textAt */.$6)(entry, "resolution") ?? "") ?? [];
    return directory === "." ? "" : (directory ?? null);
}
function isPlainRange(range) {
    return range.startsWith("npm:") || !range.includes(":");
}
function nameIn(descriptor) {
    return descriptor.slice(0, descriptor.indexOf("@", 1));
}
const DEPENDENCIES = /^ {2}(?:dependencies|optionalDependencies):$/;
const DEPENDENCY = /^ {4}(\S+|"[^"]+") (\S+|"[^"]*")$/;
/** Null for another form. */
function parseClassicLock(text) {
    const blocks = text.replaceAll("\r\n", "\n").split(/\n(?=[^\s#])/);
    const entries = [];
    for (const block of blocks) {
        const lines = block.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
        if (lines.length === 0)
            continue;
        const entry = parseEntry(lines);
        if (entry === null)
            return null;
        entries.push(entry);
    }
    return entries;
}
function parseEntry([heading = "", ...lines]) {
    if (!heading.endsWith(":") || lines.some((line) => !line.startsWith("  ")))
        return null;
    const descriptors = heading.slice(0, -1).split(", ").map(unquoted);
    const dependencies = [];
    let isDependency = false;
    for (const line of lines) {
        if (!line.startsWith("    ")) {
            isDependency = DEPENDENCIES.test(line);
            continue;
        }
        const [, name, range] = DEPENDENCY.exec(line) ?? [];
        if (!isDependency || name === undefined || range === undefined)
            return null;
        dependencies.push(`${unquoted(name)}@${unquoted(range)}`);
    }
    return { descriptors, content: lines.join("\n"), dependencies };
}
function unquoted(text) {
    return /^"(.*)"$/s.exec(text)?.[1] ?? text;
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/node/linked-members.ts




class LinkedMemberReader {
    #pnpm = new parsed_files/* ParsedFiles */.pj(readPnpmLock);
    /** By the names that the root replaces, which decide how the file is read. */
    #yarn = new Map();
    /** Null when the lock file does not show it. Throws `GitFailure`. */
    async read(tree, { root, overrides, overridden, resolution }) {
        if (!overrides.some(({ range }) => range.startsWith("workspace:")))
            return new Map();
        const parsed = (await this.#parserOf(resolution, overridden)?.read(tree, [resolution]))?.get(resolution);
        return parsed?.kind === "read" && parsed.value !== null ? linkedIn(parsed.value, root) : null;
    }
    #parserOf(resolution, overridden) {
        const name = (0,tree_paths/* fileNameOf */.bV)(resolution);
        if (name === "pnpm-lock.yaml")
            return this.#pnpm;
        if (name !== "yarn.lock")
            return null;
        const key = JSON.stringify([...overridden].sort());
        const parser = this.#yarn.get(key) ?? new parsed_files/* ParsedFiles */.pj((text) => readBerryLock(text, overridden));
        this.#yarn.set(key, parser);
        return parser;
    }
}
function linkedIn({ importers, nodes }, root) {
    const linked = new Map();
    for (const [directory, { dependencies }] of importers) {
        const reached = new Set(dependencies);
        const members = new Set();
        for (const key of reached) {
            const node = nodes.get(key);
            for (const next of node?.dependencies ?? [])
                reached.add(next);
            for (const member of node?.members ?? [])
                members.add(joinedTo(root, member));
        }
        linked.set(joinedTo(root, directory), members);
    }
    return linked;
}
function joinedTo(root, directory) {
    return directory === "" ? root : (0,tree_paths/* joined */.oR)(root, directory);
}

// EXTERNAL MODULE: ./src/targets/sources/workspaces/node/node-manifest.ts
var node_manifest = __webpack_require__(1493);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/root-changes.ts
var root_changes = __webpack_require__(5208);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/node/node-root.ts
/** What `pnpm-workspace.yaml` defines, and what a change of it or of the root's `package.json` means. */




/** For people, for publishing, and for the programs that run when a person commits. */
const WITHOUT_EFFECT = [
    "version",
    "description",
    "keywords",
    "author",
    "contributors",
    "license",
    "repository",
    "bugs",
    "homepage",
    "funding",
    "private",
    "publishConfig",
    "lint-staged",
    "husky",
    "simple-git-hooks",
];
/** The graphs show which packages these bring or lead to. */
const IN_GRAPH = ["name", "workspaces", "files"];
/** The lock file records what these lead to. */
const IN_LOCK = ["overrides", "resolutions", "peerDependencies"];
/** The change of the lock file shows what these lead to: a version that the root gets is `ALL` there. */
const IN_CHANGED_LOCK = ["dependencies", "devDependencies", "optionalDependencies"];
/** npm, yarn and pnpm run these by themselves. */
const LIFECYCLE = /^(?:pre|post)?(?:install|prepare|publish|pack|test|start|restart|stop|version|dependencies|rebuild|update)$|^(?:pre|post)/;
/** These decide which versions may be chosen, and the lock file has the choice. */
const PNPM_IN_LOCK = /^(?:catalogs?|overrides|minimumReleaseAge\w*|trustPolicy\w*|peerDependencyRules|updateConfig|auditConfig)$/;
const compareNodeRoot = async (change) => {
    const before = jsonTable(change.before);
    const after = jsonTable(change.after);
    if (before === null || after === null)
        return null;
    for (const key of (0,root_changes/* differingKeys */.VZ)(before, after)) {
        if (WITHOUT_EFFECT.includes(key) || IN_GRAPH.includes(key))
            continue;
        if (IN_LOCK.includes(key) && change.isLocked)
            continue;
        if (IN_CHANGED_LOCK.includes(key) &&
            (await isFollowed((0,parsed_files/* tableAt */.af)(before, key), (0,parsed_files/* tableAt */.af)(after, key), change)))
            continue;
        if (key === "packageManager" && hasSameManager((0,parsed_files/* textAt */.$6)(before, key), (0,parsed_files/* textAt */.$6)(after, key)))
            continue;
        if (key === "scripts" && !(await isRun((0,parsed_files/* tableAt */.af)(before, key), (0,parsed_files/* tableAt */.af)(after, key), change)))
            continue;
        if (key === "pnpm" && change.isLocked && hasOnlyLocked((0,parsed_files/* tableAt */.af)(before, key), (0,parsed_files/* tableAt */.af)(after, key)))
            continue;
        return null;
    }
    return (0,root_changes/* rootPackages */.gR)(change);
};
function jsonTable(text) {
    const value = JSON.parse(text);
    return (0,parsed_files/* asTable */.fO)(value);
}
/** A stale lock file has no entry, or another range, so its change does not show what is installed. */
async function isFollowed(before, after, change) {
    if (!change.isLockChanged)
        return false;
    const members = new Set(change.workspaces.flatMap(({ packages }) => packages.map(ecosystem/* importedName */._L)));
    for (const name of (0,root_changes/* differingKeys */.VZ)(before, after)) {
        if (members.has(name))
            continue;
        for (const [side, requests] of [[0, before], [1, after]]) {
            const range = String(requests.get(name));
            if (requests.has(name) && !(await change.isResolved({ name, range }, side)))
                return false;
        }
    }
    return true;
}
/** `pnpm@10.1.0+sha512.…`: the hash verifies the download, and the version alone decides how packages are installed. */
function hasSameManager(before, after) {
    return before !== null && after !== null && before.split("+sha", 1)[0] === after.split("+sha", 1)[0];
}
/** Whether a changed script may run for a test: something in the repository names it, or a package manager runs it. */
async function isRun(before, after, { isNamed }) {
    for (const name of (0,root_changes/* differingKeys */.VZ)(before, after)) {
        if (LIFECYCLE.test(name))
            return true;
        const others = [...before, ...after].filter(([other]) => other !== name);
        if (others.some(([, text]) => String(text).includes(name)) || (await isNamed(name)))
            return true;
    }
    return false;
}
function hasOnlyLocked(before, after) {
    return (0,root_changes/* differingKeys */.VZ)(before, after).every((key) => PNPM_IN_LOCK.test(key));
}
const comparePnpmWorkspace = (change) => {
    const before = (0,parsed_files/* asTable */.fO)((0,parse_yaml/* parseYaml */.hN)(change.before));
    const after = (0,parsed_files/* asTable */.fO)((0,parse_yaml/* parseYaml */.hN)(change.after));
    if (before === null || after === null)
        return null;
    const isFollowed = (key) => key === "packages" || (change.isLocked && PNPM_IN_LOCK.test(key));
    return (0,root_changes/* differingKeys */.VZ)(before, after).every(isFollowed) ? [] : null;
};
/** Throws `ManifestProblem`. */
function parsePnpmWorkspace(text) {
    const settings = (0,parsed_files/* asTable */.fO)(parsedYaml(text));
    const packages = settings?.get("packages");
    const patterns = packages === undefined || packages === null ? null : (0,parsed_files/* asTexts */.DW)(packages);
    if (patterns === null && packages !== undefined && packages !== null) {
        throw new parsed_files/* ManifestProblem */.Rn("its `packages` are not a list of patterns");
    }
    const overrides = [...((0,parsed_files/* asTable */.fO)(settings?.get("overrides")) ?? [])];
    return {
        patterns,
        overrides: overrides.map(([name, range]) => ({ name, range: typeof range === "string" ? range : "" })),
    };
}
function parsedYaml(text) {
    try {
        return (0,parse_yaml/* parseYaml */.hN)(text);
    }
    catch (error) {
        if (error instanceof parse_yaml/* YamlError */.Iz)
            throw new parsed_files/* ManifestProblem */.Rn(error.problem);
        throw error;
    }
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/node/edge-list.ts
/** What the settings of a tool declare for the members of one workspace. */
class EdgeList {
    edges = new Map();
    #names;
    #first = null;
    constructor({ names }) {
        this.#names = names;
    }
    add(directory, name) {
        if (this.#names.get(directory) === name)
            return;
        this.edges.set(directory, (this.edges.get(directory) ?? new Set()).add(name));
    }
    /** The second member with an edge to every member has it through the first, so that their number stays linear. */
    addAll(directory) {
        this.#first ??= this.#names.get(directory) ?? null;
        if (this.#first === this.#names.get(directory))
            for (const name of this.#names.values())
                this.add(directory, name);
        else if (this.#first !== null)
            this.add(directory, this.#first);
    }
}

// EXTERNAL MODULE: ./src/targets/parse-json.ts
var parse_json = __webpack_require__(5024);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/node/nx-edges.ts
/**
 * Implicit dependencies of Nx, and its targets that need a target of another project (`docs:build`), in the settings of a
 * project and in the defaults for all of them.
 */



const PROJECT = "project.json";
const WORKSPACE = "nx.json";
const NX_FILES = [PROJECT, WORKSPACE];
/** In the place of projects: the project of the target and what it depends on. */
const NO_OTHERS = new Set(["self", "dependencies", "{self}", "{dependencies}"]);
class NxReader {
    #projects = new parsed_files/* ParsedFiles */.pj((text) => projectIn((0,parsed_files/* asTable */.fO)((0,parse_json/* parseRelaxedJson */.d)(text))));
    #workspaces = new parsed_files/* ParsedFiles */.pj(workspaceIn);
    /** Throws `GitFailure`. */
    async read(tree, { root, names, manifests }, list) {
        const paths = [...names.keys()].map((directory) => (0,tree_paths/* joined */.oR)(directory, PROJECT));
        const [projects, workspaces] = await Promise.all([
            this.#projects.read(tree, paths),
            this.#workspaces.read(tree, [(0,tree_paths/* joined */.oR)(root, WORKSPACE)]),
        ]);
        const defaults = [...workspaces.values()].flatMap((one) => (one.kind === "read" ? one.value : []));
        const settings = [...names].map(([directory, name]) => {
            const [project, manifest] = [projects.get((0,tree_paths/* joined */.oR)(directory, PROJECT)), manifests.get(directory)];
            const own = project?.kind === "read" ? [project.value] : [];
            if (manifest !== undefined)
                own.push(projectInManifest(manifest));
            return { directory, name, own };
        });
        const all = [...defaults, ...settings.flatMap(({ own }) => own)];
        if (all.every(({ uses, needs }) => uses.length === 0 && needs.length === 0))
            return;
        const known = new KnownProjects(settings, defaults);
        const ofAll = usesIn(defaults, known);
        for (const { directory, own } of settings) {
            for (const used of [...ofAll, ...usesIn(own, known)]) {
                if (used === null)
                    list.addAll(directory);
                else
                    list.add(directory, used);
            }
        }
    }
}
class KnownProjects {
    /** The members of a name. */
    #byName = new Map();
    /** Nx calls a project without a name like its folder. */
    #byFolder = new Map();
    #targets;
    constructor(settings, defaults) {
        for (const { directory, name, own } of settings) {
            const folder = (0,tree_paths/* fileNameOf */.bV)(directory);
            for (const one of [folder, folder.toLowerCase()])
                include(this.#byFolder, one, name);
            for (const one of [name, ...own.map((project) => project.name)])
                if (one !== null)
                    include(this.#byName, one, name);
        }
        this.#targets = new Set([...settings.flatMap(({ own }) => own), ...defaults].flatMap(({ targets }) => targets));
    }
    named(name) {
        return this.#byName.get(name) ?? this.#byFolder.get(name);
    }
    isTarget(name) {
        return this.#targets.has(name);
    }
}
function include(table, key, name) {
    table.set(key, (table.get(key) ?? new Set()).add(name));
}
/** Names of members; null for any of them. */
function usesIn(projects, known) {
    return new Set(projects.flatMap(({ uses, needs }) => [
        ...uses.flatMap((used) => membersOf(used, known)),
        ...needs.flatMap((need) => membersNeeded(need, known)),
    ]));
}
/** A tag, a pattern, a folder or another name may mean any project. An excluded project removes nothing. */
function membersOf(used, known) {
    if (used.startsWith("!"))
        return [];
    return [...(known.named(used) ?? [null])];
}
/** `docs:build`. The name of a project and that of a target may contain a colon, too. */
function membersNeeded(need, known) {
    for (let at = need.indexOf(":"); at !== -1; at = need.indexOf(":", at + 1)) {
        const found = known.named(need.slice(0, at));
        if (found !== undefined)
            return [...found];
    }
    return !need.includes(":") || known.isTarget(need) ? [] : [null];
}
function projectIn(settings) {
    const targets = (0,parsed_files/* tableAt */.af)(settings, "targets");
    const dependencies = [...targets.values()].flatMap((target) => nx_edges_dependenciesOf((0,parsed_files/* asTable */.fO)(target)));
    return {
        name: (0,parsed_files/* textAt */.$6)(settings, "name"),
        uses: [...(0,parsed_files/* textsIn */.Ej)(settings?.get("implicitDependencies")), ...dependencies.flatMap(projectsOf)],
        needs: dependencies.flatMap(targetOf),
        targets: [...targets.keys()],
    };
}
/** A script is a target. */
function projectInManifest({ nx, scripts }) {
    const project = projectIn((0,parsed_files/* asTable */.fO)(nx));
    return { ...project, targets: [...project.targets, ...scripts] };
}
/** `targetDefaults`, a table or a list, and `targetDependencies` of older versions. */
function workspaceIn(text) {
    const settings = (0,parsed_files/* asTable */.fO)((0,parse_json/* parseRelaxedJson */.d)(text));
    const written = settings?.get("targetDefaults");
    const defaults = Array.isArray(written) ? written : [...((0,parsed_files/* asTable */.fO)(written)?.values() ?? [])].flat();
    const older = (0,parsed_files/* tableAt */.af)(settings, "targetDependencies");
    const dependencies = [
        ...defaults.flatMap((target) => nx_edges_dependenciesOf((0,parsed_files/* asTable */.fO)(target))),
        ...[...older.values()].flat(),
    ];
    return {
        name: null,
        uses: dependencies.flatMap(projectsOf),
        needs: dependencies.flatMap(targetOf),
        targets: [
            ...((0,parsed_files/* asTable */.fO)(written)?.keys() ?? []),
            ...defaults.flatMap((target) => (0,parsed_files/* textAt */.$6)((0,parsed_files/* asTable */.fO)(target), "target") ?? []),
            ...older.keys(),
            ...pluginTexts(settings?.get("plugins")),
        ],
    };
}
/** The options of a plugin name the targets that it adds. */
function pluginTexts(plugins) {
    return [plugins].flat().flatMap((plugin) => {
        const options = [...(0,parsed_files/* tableAt */.af)((0,parsed_files/* asTable */.fO)(plugin), "options").values()];
        return options.flatMap((option) => (0,parsed_files/* textsIn */.Ej)([option, (0,parsed_files/* textAt */.$6)((0,parsed_files/* asTable */.fO)(option), "name")]));
    });
}
function nx_edges_dependenciesOf(target) {
    return [target?.get("dependsOn")].flat();
}
/** `{ "projects": ["docs"], "target": "build" }`. A list that begins with an exclusion means all others. */
function projectsOf(dependency) {
    const names = (0,parsed_files/* textsIn */.Ej)((0,parsed_files/* asTable */.fO)(dependency)?.get("projects")).filter((name) => !NO_OTHERS.has(name));
    return names[0]?.startsWith("!") === true ? ["*", ...names] : names;
}
function targetOf(dependency) {
    return typeof dependency === "string" && !dependency.startsWith("^") ? [dependency] : [];
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/node/turbo-edges.ts
/**
 * Tasks of Turborepo that need a task of another package (`docs#build`), also through tasks without a script, which
 * Turborepo keeps in its graph, and through settings that a package takes from another one (`extends`).
 */



const TURBO_FILES = ["turbo.json", "turbo.jsonc"];
/** Turborepo's name for the root. */
const ROOT = "//";
class TurboReader {
    #settings = new parsed_files/* ParsedFiles */.pj(settingsIn);
    /** Throws `GitFailure`. */
    async read(tree, members, list) {
        const directories = [...new Set([members.root, ...members.names.keys()])];
        const paths = directories.flatMap((directory) => TURBO_FILES.map((name) => (0,tree_paths/* joined */.oR)(directory, name)));
        const settings = new TurboSettings(members);
        for (const [path, parsed] of await this.#settings.read(tree, paths))
            if (parsed.kind === "read")
                settings.include((0,tree_paths/* directoryOf */.jt)(path), parsed.value);
        settings.addEdges(list);
    }
}
/** All settings of a workspace. Where one file replaces what is in another, both count. */
class TurboSettings {
    #members;
    #directoriesByName = new Map();
    /** Tasks of the root's file that are those of every package. */
    #ofAll = new Map();
    /** By the directory of a package. */
    #own = new Map();
    #extended = new Map();
    /** Tasks that another package needs, by the directory of the package that has them. */
    #needed = new Map();
    constructor(members) {
        this.#members = members;
        for (const [directory, name] of members.names)
            this.#directoriesByName.set(name, [...(this.#directoriesByName.get(name) ?? []), directory]);
    }
    include(directory, { tasks, bases }) {
        this.#extended.set(directory, [...(this.#extended.get(directory) ?? []), ...bases]);
        for (const { user, task, needs } of tasks) {
            for (const table of this.#tablesOf(directory, user))
                table.set(task, [...(table.get(task) ?? []), ...needs]);
            for (const need of needs)
                for (const other of need.used === null ? [] : this.#directoriesOf(need.used))
                    this.#needed.set(other, (this.#needed.get(other) ?? new Set()).add(need.task));
        }
    }
    addEdges(list) {
        if (!this.#namesPackages())
            return;
        for (const directory of this.#members.names.keys()) {
            const lineage = this.#lineageOf(directory);
            const tables = [this.#ofAll, ...lineage.flatMap((one) => this.#own.get(one) ?? [])];
            const reached = new Set([
                ...(this.#members.manifests.get(directory)?.scripts ?? []),
                ...(this.#needed.get(directory) ?? []),
                ...tables.slice(1).flatMap((table) => [...table.keys()]),
            ]);
            for (const name of this.#extended.get(directory) ?? [])
                this.#add(directory, name, list);
            for (const task of reached) {
                for (const need of tables.flatMap((table) => table.get(task) ?? [])) {
                    // A task of the dependencies (`^task`) may have no script there: what it needs counts for this package.
                    if (need.used === null)
                        reached.add(need.task);
                    else
                        this.#add(directory, need.used, list);
                }
            }
        }
    }
    /** In most repositories, the settings name only tasks. */
    #namesPackages() {
        const tables = [this.#ofAll, ...this.#own.values()];
        return ([...this.#extended.values()].some((bases) => bases.length > 0) ||
            tables.some((table) => [...table.values()].some((needs) => needs.some(({ used }) => used !== null))));
    }
    #add(directory, used, list) {
        const name = used === ROOT ? this.#members.names.get(this.#members.root) : used;
        if (name !== undefined && this.#directoriesByName.has(name))
            list.add(directory, name);
    }
    #tablesOf(directory, user) {
        if (user === null && directory === this.#members.root)
            return [this.#ofAll];
        const users = user === null ? [directory] : this.#directoriesOf(user);
        return users.map((one) => {
            const table = this.#own.get(one) ?? new Map();
            this.#own.set(one, table);
            return table;
        });
    }
    #directoriesOf(name) {
        return name === ROOT ? [this.#members.root] : (this.#directoriesByName.get(name) ?? []);
    }
    /** The package and all packages whose settings it takes over. The root's apply to it anyway. */
    #lineageOf(directory) {
        const lineage = new Set([directory]);
        for (const one of lineage)
            for (const name of this.#extended.get(one) ?? [])
                if (name !== ROOT)
                    for (const base of this.#directoriesOf(name))
                        lineage.add(base);
        return [...lineage];
    }
}
/** `"web#test": { "dependsOn": ["docs#build", "^build"], "with": ["api#dev"] }`, in both forms of the file. */
function settingsIn(text) {
    const settings = (0,parsed_files/* asTable */.fO)((0,parse_json/* parseRelaxedJson */.d)(text));
    const entries = [...(0,parsed_files/* tableAt */.af)(settings, "pipeline"), ...(0,parsed_files/* tableAt */.af)(settings, "tasks")];
    return {
        bases: (0,parsed_files/* textsIn */.Ej)(settings?.get("extends")).filter((name) => name !== ROOT),
        tasks: entries.map(([key, value]) => {
            const table = (0,parsed_files/* asTable */.fO)(value);
            const needs = [...(0,parsed_files/* textsIn */.Ej)(table?.get("dependsOn")), ...(0,parsed_files/* textsIn */.Ej)(table?.get("with"))];
            const { used: user, task } = splitTask(key);
            return { user, task, needs: needs.map((need) => splitTask(need.replace(/^\^/, ""))) };
        }),
    };
}
function splitTask(written) {
    const at = written.lastIndexOf("#");
    if (at === -1)
        return { used: null, task: written };
    return { used: written.slice(0, at), task: written.slice(at + 1) };
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/node/task-edges.ts




class TaskEdgeReader {
    #turbo = new TurboReader();
    #nx = new NxReader();
    /** Settings that cannot be read declare nothing: the tool cannot read them either. Throws `GitFailure`. */
    async read(tree, members) {
        const files = (0,tree_paths/* pathsByName */.v1)(await tree.entries());
        const list = new EdgeList(members);
        if (TURBO_FILES.some((name) => files.has(name)))
            await this.#turbo.read(tree, members, list);
        if (NX_FILES.some((name) => files.has(name)))
            await this.#nx.read(tree, members, list);
        return list.edges;
    }
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/node/node-workspaces.ts
/** Workspaces of npm, yarn, pnpm and bun: which `package.json` files are members, and the dependencies of each. */















const MANIFEST = "package.json";
const PNPM_WORKSPACE = "pnpm-workspace.yaml";
/** The first of these files that is in the root names the workspace's resolution target. */
const LOCKFILES = [
    "pnpm-lock.yaml",
    "yarn.lock",
    "package-lock.json",
    "npm-shrinkwrap.json",
    "bun.lock",
    "bun.lockb",
];
/** Files in YAML. */
const WITH_YAML = [PNPM_WORKSPACE, "pnpm-lock.yaml", "yarn.lock"];
/** A range that points to a directory, no matter which directories are members of the workspace. */
const PATH_RANGE = /^(?:(?:file|link|portal|workspace):)?(\.{1,2}(?:\/.*)?)$|^(?:file|link|portal):(.+)$/s;
/** A range that names another package than its key. */
const ALIAS_RANGE = /^(?:npm|workspace):((?:@[^/@]+\/)?[^/@]+)@/;
/** It has neither the form of a path nor that of an alias; most ranges are like this. */
function isVersion(range) {
    return !range.startsWith(".") && !range.includes(":");
}
function nodeEcosystem() {
    const manifests = new parsed_files/* ParsedFiles */.pj(node_manifest/* parseNodeManifest */.v);
    const pnpmWorkspaces = new parsed_files/* ParsedFiles */.pj(parsePnpmWorkspace);
    const linkedMembers = new LinkedMemberReader();
    const taskEdges = new TaskEdgeReader();
    return {
        lockfiles: new Map([
            ["package-lock.json", readPackageLock],
            ["npm-shrinkwrap.json", readPackageLock],
            ["pnpm-lock.yaml", readPnpmLock],
            ["yarn.lock", readYarnLock],
            ["bun.lock", readBunLock],
        ]),
        rootManifests: new Map([
            [MANIFEST, compareNodeRoot],
            [PNPM_WORKSPACE, comparePnpmWorkspace],
        ]),
        async read(tree) {
            const entries = await tree.entries();
            const yaml = WITH_YAML.some((name) => (0,tree_paths/* hasNamed */.WI)(entries, name)) ? (0,parse_yaml/* loadYaml */.yv)() : null;
            // One process of git reads both.
            const [byPath, pnpm] = await Promise.all([
                manifests.read(tree, (0,tree_paths/* pathsNamed */.o3)(entries, MANIFEST)),
                pnpmWorkspaces.read(tree, (0,tree_paths/* pathsNamed */.o3)(entries, PNPM_WORKSPACE), yaml),
            ]);
            const hidden = (0,hidden_members/* hiddenIn */.k_)(entries);
            const roots = rootsIn(byPath, pnpm);
            const found = await (0,ecosystem/* readEach */.e2)(roots, async (root) => {
                const members = readMembers(root, byPath, pnpm);
                const candidates = hidden.filter(({ path }) => members.pattern.mayHold(root, path));
                const directories = new Set(members.manifests.keys());
                await (0,hidden_members/* refuseHidden */.ly)(tree, candidates, { fileName: MANIFEST, members: directories });
                return members;
            });
            const everywhere = {
                names: new Set(found.flatMap(({ names }) => [...names.values()])),
                nested: nestedIn(found),
                linked: await byRoot(found, async (members) => linkedMembers.read(tree, { ...members, ...settlingOf(members, entries) })),
                tasks: await byRoot(found, async (members) => taskEdges.read(tree, members)),
            };
            const known = new Set(found.flatMap(({ manifests: members }) => [...members.keys()]));
            return {
                workspaces: found.map((members) => workspaceOf(members, everywhere, entries)),
                outsiders: [...byPath].flatMap(([path, parsed]) => parsed.kind === "unreadable" || known.has((0,tree_paths/* directoryOf */.jt)(path)) ? [] : [outsider(path, parsed.value)]),
                alone: roots.length === 0 && byPath.has(MANIFEST)
                    ? workspaceOf(readMembers("", byPath, pnpm), everywhere, entries)
                    : undefined,
            };
        },
    };
}
async function byRoot(found, read) {
    return new Map(await Promise.all(found.map(async (members) => [members.root, await read(members)])));
}
/** An unreadable manifest counts as a root only at the root of the repository, where the tools look first. Test data has none. */
function rootsIn(manifests, pnpm) {
    const roots = new Set([...pnpm].filter(([path]) => manifests.has(besides(path))).map(([path]) => (0,tree_paths/* directoryOf */.jt)(path)));
    for (const [path, parsed] of manifests) {
        const isRoot = parsed.kind === "read" ? parsed.value.workspaces !== null : path === MANIFEST;
        if (isRoot)
            roots.add((0,tree_paths/* directoryOf */.jt)(path));
    }
    return [...roots].filter((root) => !(0,ecosystem/* isTestMaterial */.GW)((0,tree_paths/* joined */.oR)(root, MANIFEST)));
}
function besides(path) {
    return (0,tree_paths/* joined */.oR)((0,tree_paths/* directoryOf */.jt)(path), MANIFEST);
}
function readMembers(root, manifests, pnpm) {
    const manifestPath = (0,tree_paths/* joined */.oR)(root, MANIFEST);
    const manifest = readManifest(manifests, manifestPath);
    const pnpmPath = (0,tree_paths/* joined */.oR)(root, PNPM_WORKSPACE);
    const parsedPnpm = pnpm.get(pnpmPath);
    const ofPnpm = parsedPnpm === undefined ? null : (0,parsed_files/* valueOf */.RP)(parsedPnpm, pnpmPath);
    const pattern = ofPnpm === null
        ? (0,member_patterns/* memberTest */.J)(manifest?.workspaces ?? [], manifestPath, { exclusionsAreFinal: false })
        : (0,member_patterns/* memberTest */.J)(ofPnpm.patterns ?? [], pnpmPath, { exclusionsAreFinal: true });
    const directories = new Map();
    const names = new Map();
    (0,ecosystem/* readTogether */.Vn)(manifests.keys(), (path) => {
        const directory = (0,tree_paths/* directoryOf */.jt)(path);
        if (directory !== root && !pattern.has(root, directory))
            return;
        const member = readManifest(manifests, path);
        if (member === null)
            return;
        directories.set(directory, member);
        names.set(directory, member.name ?? (directory || "."));
    });
    const overrides = [...(manifest?.overrides ?? []), ...(ofPnpm?.overrides ?? [])];
    return { root, pattern, manifests: directories, names, overrides };
}
/** The package at a workspace's root counts as containing no member, or any two members would share a target. */
function nestedIn(found) {
    const around = new Map();
    for (const { root, names } of found)
        for (const directory of names.keys())
            if (directory !== root && directory !== "")
                around.set(directory, directory);
    const nested = new Map();
    for (const { names } of found) {
        for (const [directory, name] of names) {
            const outer = directory === "" ? null : (0,tree_paths/* nearest */.pA)(around, (0,tree_paths/* directoryOf */.jt)(directory));
            if (outer !== null)
                nested.set(outer, (nested.get(outer) ?? new Set()).add(name));
        }
    }
    return nested;
}
function workspaceOf(members, everywhere, paths) {
    const { root } = members;
    const packages = packagesOf(members, everywhere);
    return { root, packages, claims: null, ...settlingOf(members, paths) };
}
function settlingOf({ root, overrides }, paths) {
    return {
        resolution: LOCKFILES.map((name) => (0,tree_paths/* joined */.oR)(root, name)).find((path) => paths.has(path)) ?? (0,tree_paths/* joined */.oR)(root, MANIFEST),
        overridden: new Set(overrides.flatMap(({ name }) => namesWithin(name))),
    };
}
/** `a/@scope/b@npm:^1` replaces `@scope/b` in `a`: every part that may be a name counts. */
function namesWithin(key) {
    return [...key.matchAll(/(?:@[\w.-]+\/)?[\w.-]+/g)].map(([name]) => name);
}
/** Only its dependencies by path are certainly from here; it gets names from a registry. */
function outsider(path, { dependencies, overrides }) {
    return {
        manifest: path,
        code: path,
        places: placesOf([...dependencies, ...overrides], (0,tree_paths/* directoryOf */.jt)(path)),
        names: new Set(),
    };
}
function placesOf(dependencies, directory) {
    return new Set(dependencies.flatMap(({ range }) => placeOf(range, directory) ?? []));
}
function placeOf(range, directory) {
    if (isVersion(range))
        return null;
    const [, dotted, schemed] = PATH_RANGE.exec(range) ?? [];
    const path = dotted ?? schemed;
    return path === undefined ? null : (0,tree_paths/* resolved */.L$)(directory, path);
}
function readManifest(manifests, path) {
    const parsed = manifests.get(path);
    return parsed === undefined ? null : (0,parsed_files/* valueOf */.RP)(parsed, path);
}
const NO_NAMES = new Set();
const NO_REQUESTS = new Map();
/** A requested name may be linked from another workspace. */
function packagesOf({ manifests, names, root, overrides }, everywhere) {
    const here = { root, names, known: new Set(names.values()) };
    const anywhere = { ...here, known: everywhere.names };
    const forAll = overrides.flatMap(({ range }) => targetsOfRange(range, root, anywhere));
    const replacing = overrides.flatMap(({ name, range }) => range.startsWith("workspace:") ? namesWithin(name).filter((one) => anywhere.known.has(one)) : []);
    const placesForAll = placesOf(overrides, root);
    const knownForAll = forAll.filter((one) => anywhere.known.has(one));
    return [...manifests].map(([directory, { dependencies, files }]) => {
        const name = names.get(directory) ?? directory;
        const dependsOn = new Set(knownForAll);
        for (const one of everywhere.nested.get(directory) ?? NO_NAMES)
            dependsOn.add(one);
        for (const one of everywhere.tasks.get(root)?.get(directory) ?? NO_NAMES)
            dependsOn.add(one);
        const linked = everywhere.linked.get(root)?.get(directory);
        for (const place of linked ?? NO_NAMES)
            dependsOn.add(names.get(place) ?? place);
        if (linked === undefined)
            for (const one of replacing)
                dependsOn.add(one);
        if (directory === root)
            for (const member of reachedBy(files, here))
                dependsOn.add(member);
        const external = new Set();
        const places = new Set(placesForAll);
        for (const dependency of dependencies) {
            const { name: requested, range } = dependency;
            // A repository may have many thousands, and nearly all of them are like this.
            const isPlain = isVersion(range);
            if (anywhere.known.has(requested))
                dependsOn.add(requested);
            if (!isPlain)
                for (const target of targetsOfRange(range, directory, anywhere))
                    dependsOn.add(target);
            const isHere = here.known.has(requested) || (!isPlain && targetsOfRange(range, directory, here).length > 0);
            if (!isHere)
                external.add(`${requested}@${range}`);
            const place = isPlain ? null : placeOf(range, directory);
            if (place !== null)
                places.add(place);
        }
        dependsOn.delete(name);
        const manifest = (0,tree_paths/* joined */.oR)(directory, MANIFEST);
        return { name, directory, manifest, dependsOn, external, places, builds: NO_REQUESTS, shares: "" };
    });
}
/** The members whose files belong to the package at the root, according to its `files`. */
function reachedBy(files, { root, names }) {
    if (files.length === 0)
        return [];
    const reaches = (0,member_patterns/* reachTest */.I)(files);
    return [...names].flatMap(([directory, name]) => directory !== root && reaches(external_node_path_.posix.relative(root, directory)) ? [name] : []);
}
/** Packages that a range may mean. Versions are not compared: too many targets are safer than too few. */
function targetsOfRange(range, directory, known) {
    if (isVersion(range))
        return [];
    const [, alias] = ALIAS_RANGE.exec(range) ?? [];
    const place = placeOf(range, directory);
    const target = place === null ? null : packageAround(place, known);
    return [alias !== undefined && known.known.has(alias) ? alias : null, target].filter((one) => one !== null);
}
/** A path into a package points to that package, but a path elsewhere in the workspace does not point to its root. */
function packageAround(place, { root, names }) {
    for (let here = place; here !== root && here !== ""; here = (0,tree_paths/* directoryOf */.jt)(here)) {
        const name = names.get(here);
        if (name !== undefined)
            return name;
    }
    return place === root ? (names.get(root) ?? null) : null;
}


/***/ }),

/***/ 5150:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   M: () => (/* binding */ parseToml),
/* harmony export */   X: () => (/* binding */ loadToml)
/* harmony export */ });
/* harmony import */ var _parsed_files_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7527);

let loaded = null;
/** Has to come before the first text is parsed; most repositories have no TOML. */
async function loadToml() {
    loaded ??= await __webpack_require__.e(/* import() | toml */ 231).then(__webpack_require__.bind(__webpack_require__, 3292));
}
/** After `loadToml`. */
function parseToml(text) {
    if (loaded === null)
        throw new Error("the library for TOML was not loaded before its first use");
    const { parse } = loaded;
    try {
        return parse(text);
    }
    catch {
        throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .ManifestProblem */ .Rn("it is not TOML");
    }
}


/***/ }),

/***/ 7527:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $6: () => (/* binding */ textAt),
/* harmony export */   DW: () => (/* binding */ asTexts),
/* harmony export */   Ej: () => (/* binding */ textsIn),
/* harmony export */   RP: () => (/* binding */ valueOf),
/* harmony export */   Rn: () => (/* binding */ ManifestProblem),
/* harmony export */   af: () => (/* binding */ tableAt),
/* harmony export */   b6: () => (/* binding */ textOf),
/* harmony export */   fO: () => (/* binding */ asTable),
/* harmony export */   pj: () => (/* binding */ ParsedFiles)
/* harmony export */ });
/* harmony import */ var _ecosystem_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2730);

/** Thrown by a parser; the message is a clause about the problem. */
class ManifestProblem extends Error {
    name = "ManifestProblem";
}
class ParsedFiles {
    #parse;
    #byId = new Map();
    /** A parser may throw any error, since the text is not trusted. */
    constructor(parse) {
        this.#parse = parse;
    }
    /** By path; paths that the tree does not have are left out. `ready`: what the parser waits for; it is awaited in any case. */
    async read(tree, paths, ready = null) {
        const entries = await tree.entries();
        const known = paths.flatMap((path) => entries.get(path) ?? []);
        tree.opens?.(paths);
        const unknown = known.filter(({ id }) => !this.#byId.has(id));
        const readPart = async (part) => {
            const [found] = await Promise.all([tree.read(part.map(({ path }) => path)), ready]);
            for (const entry of part)
                this.#parsed(entry, found.get(entry.path));
        };
        // What is read is parsed while git reads the next part.
        await Promise.all([...partsOf(unknown).map(readPart), ready]);
        return new Map(known.map((entry) => [entry.path, this.#parsed(entry, undefined)]));
    }
    #parsed({ id, kind }, bytes) {
        const known = this.#byId.get(id);
        // A link may have the bytes of a file but another meaning.
        if (kind === "link" || kind === "submodule")
            return { kind: "unreadable", problem: "it is not a regular file" };
        if (known !== undefined)
            return known;
        if (bytes === undefined)
            return { kind: "unreadable", problem: "it cannot be read" };
        const parsed = this.#tryToParse(bytes);
        this.#byId.set(id, parsed);
        return parsed;
    }
    #tryToParse(bytes) {
        try {
            return { kind: "read", value: this.#parse(textOf(bytes)) };
        }
        catch (error) {
            const problem = error instanceof ManifestProblem ? error.message : "it cannot be read";
            return { kind: "unreadable", problem };
        }
    }
}
const AT_ONCE = 128;
function partsOf(items) {
    const parts = [];
    for (let start = 0; start < items.length; start += AT_ONCE)
        parts.push(items.slice(start, start + AT_ONCE));
    return parts;
}
function valueOf(parsed, path) {
    if (parsed.kind === "read")
        return parsed.value;
    throw new _ecosystem_js__WEBPACK_IMPORTED_MODULE_0__/* .UnreadableManifest */ .p1(path, parsed.problem);
}
const STRICT = new TextDecoder("utf-8", { fatal: true });
/** Throws on bytes that are not UTF-8 text. */
function textOf(bytes) {
    return STRICT.decode(bytes);
}
/** Null for a value that is not a table. */
function asTable(value) {
    if (typeof value !== "object" || value === null || Array.isArray(value))
        return null;
    return new Map(Object.entries(value));
}
/** The table under a name; empty when there is none. */
function tableAt(table, name) {
    return asTable(table?.get(name)) ?? new Map();
}
function textAt(table, name) {
    const value = table?.get(name);
    return typeof value === "string" ? value : null;
}
/** Null for a value that is not a list of strings. */
function asTexts(value) {
    if (!Array.isArray(value))
        return null;
    const texts = value.filter((item) => typeof item === "string");
    return texts.length === value.length ? texts : null;
}
/** The strings of a list, or a single one; what else is there is left out. */
function textsIn(value) {
    return [value].flat().filter((item) => typeof item === "string");
}


/***/ }),

/***/ 5208:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $d: () => (/* binding */ allPackages),
/* harmony export */   QM: () => (/* binding */ rootChanges),
/* harmony export */   VZ: () => (/* binding */ differingKeys),
/* harmony export */   gR: () => (/* binding */ rootPackages)
/* harmony export */ });
/* harmony import */ var _parse_yaml_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1533);
/* harmony import */ var _lock_changes_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4611);
/* harmony import */ var _parse_toml_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5150);
/* harmony import */ var _parsed_files_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7527);
/**
 * What a change of the manifest at a workspace's root means: most fields concern few packages, and their dependencies are
 * in the graph. A file with an uncertain effect is left out.
 */




/** Adds to the changes of lock files. */
async function rootChanges(base, head, paths, locks, doubt = () => undefined) {
    const changes = new Map(locks);
    const changed = new Set(paths);
    for (const path of paths) {
        const before = base.workspaces.rootManifestAt(path);
        const after = head.workspaces.rootManifestAt(path);
        if (before === null || after === null)
            continue;
        const texts = [await textAt(base.tree, path), await textAt(head.tree, path)];
        const isInBoth = texts[0] !== null && texts[1] !== null;
        if (!isInBoth && (after.compare.takesAbsent !== true || (await isUnreadable([base, head], path))))
            continue;
        const lock = after.workspace.resolution;
        const isLocked = lock === before.workspace.resolution &&
            base.workspaces.lockAt(lock) !== null &&
            (!changed.has(lock) || locks.has(lock));
        const touched = await touchedBy(after.compare, {
            path,
            before: texts[0] ?? "",
            after: texts[1] ?? "",
            workspaces: [before.workspace, after.workspace],
            isLocked,
            isLockChanged: isLocked && changed.has(lock),
            isResolved: (one, at) => (0,_lock_changes_js__WEBPACK_IMPORTED_MODULE_1__/* .isResolvedAtRoot */ .ym)(at === 0 ? base : head, lock, one),
            isNamed: (word) => isNamedIn([base.tree, head.tree], word, path),
        });
        if (touched !== null)
            changes.set(path, touched);
        else
            doubt(path, `it is the root of the build, and ${readableDifference(path, texts)}`);
    }
    return changes;
}
async function touchedBy(compare, change) {
    try {
        return await compare(change);
    }
    catch {
        return null; // The content is not trusted: any error means that the effect is uncertain.
    }
}
async function textAt(tree, path) {
    const bytes = (await tree.read([path])).get(path);
    if (bytes === undefined)
        return null;
    try {
        return (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_3__/* .textOf */ .b6)(bytes);
    }
    catch {
        return null;
    }
}
/** A tree has the file, but no text of it. */
async function isUnreadable(sides, path) {
    for (const { tree } of sides)
        if ((await tree.entries()).has(path) && (await textAt(tree, path)) === null)
            return true;
    return false;
}
async function isNamedIn(trees, word, except) {
    for (const tree of trees) {
        const naming = await tree.naming([word], [":(exclude)*.md"]);
        if (naming === null || naming.some((path) => path !== except && !/\.(?:md|lock)$/.test(path)))
            return true;
    }
    return false;
}
/** The package in the workspace's root directory; empty without one. */
function rootPackages({ workspaces }) {
    return workspaces.flatMap(({ root, packages }) => packages.flatMap(({ directory, name }) => (directory === root ? [name] : [])));
}
function allPackages({ workspaces }) {
    return workspaces.flatMap(({ packages }) => packages.map(({ name }) => name));
}
/** Keys whose values differ, of two tables. */
function differingKeys(before, after) {
    const keys = new Set([...before.keys(), ...after.keys()]);
    return [...keys].filter((key) => JSON.stringify(before.get(key)) !== JSON.stringify(after.get(key)));
}
const MOST_NAMED = 5;
/** Names the fields that differ, as a clause. `texts`: before and after. */
function readableDifference(path, texts) {
    const unknown = "which packages its change affects is not known";
    const parse = parserFor(path);
    if (parse === null)
        return unknown;
    try {
        const [before, after] = texts.map((text) => (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_3__/* .asTable */ .fO)(parse(text ?? "")) ?? new Map());
        const fields = differing(before ?? new Map(), after ?? new Map());
        if (fields.length === 0)
            return unknown;
        const more = fields.length - MOST_NAMED;
        const named = fields.slice(0, MOST_NAMED).map((field) => `\`${field}\``);
        const shown = more > 0 ? [...named, `${more} more`] : named;
        return `which packages a change of ${shown.join(", ")} affects is not known`;
    }
    catch {
        return unknown; // The content is not trusted.
    }
}
function parserFor(path) {
    if (path.endsWith(".json"))
        return JSON.parse;
    if (/\.ya?ml$/.test(path))
        return _parse_yaml_js__WEBPACK_IMPORTED_MODULE_0__/* .parseYaml */ .hN;
    return path.endsWith(".toml") ? _parse_toml_js__WEBPACK_IMPORTED_MODULE_2__/* .parseToml */ .M : null;
}
/** Tables are compared field by field, one level deep: `engines.node` is more helpful than `engines`. */
function differing(before, after) {
    const keys = [...new Set([...before.keys(), ...after.keys()])];
    return keys.flatMap((key) => {
        const [one, other] = [before.get(key), after.get(key)];
        if (JSON.stringify(one) === JSON.stringify(other))
            return [];
        const [inner, outer] = [(0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_3__/* .asTable */ .fO)(one), (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_3__/* .asTable */ .fO)(other)];
        if (inner === null || outer === null)
            return [key];
        const inside = [...new Set([...inner.keys(), ...outer.keys()])];
        return inside
            .filter((name) => JSON.stringify(inner.get(name)) !== JSON.stringify(outer.get(name)))
            .map((name) => `${key}.${name}`);
    });
}


/***/ }),

/***/ 1324:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Sq: () => (/* binding */ withSeparateNames),
/* harmony export */   YD: () => (/* binding */ keysOf),
/* harmony export */   gC: () => (/* binding */ inNames),
/* harmony export */   iC: () => (/* binding */ withCratesOfNames),
/* harmony export */   je: () => (/* binding */ targetName)
/* harmony export */ });
/* harmony import */ var _tree_paths_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5213);
/* harmony import */ var _ecosystem_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2730);


const MARK = "\0in ";
const CRATE = "Cargo.toml";
/** Packages with one of these may load the crate of their name, which they build by a script or by maturin. */
const AROUND_CRATES = new Set(["package.json", "pyproject.toml"]);
/** The name of a package in lists. */
function targetName(key) {
    const end = key.lastIndexOf(MARK);
    return end === -1 ? key : key.slice(0, end);
}
const keysOfGraphs = new WeakMap();
/** The keys in a graph of the packages with a name; empty without one. */
function keysOf(name, graph) {
    if (graph.has(name))
        return [name];
    const keys = keysOfGraphs.get(graph) ?? keysByName(graph);
    keysOfGraphs.set(graph, keys);
    return keys.get(name) ?? [];
}
function keysByName(graph) {
    const keys = new Map();
    for (const key of graph.keys()) {
        const beside = keys.get(targetName(key));
        if (beside === undefined)
            keys.set(targetName(key), [key]);
        else
            beside.push(key);
    }
    return keys;
}
/** The causes of one of several packages with a name stand for all. */
function inNames(causes) {
    const named = new Map();
    for (const [key, cause] of causes) {
        const name = targetName(key);
        if (!named.has(name))
            named.set(name, causeInNames(cause));
    }
    return named;
}
function causeInNames(cause) {
    switch (cause.kind) {
        case "dependsOn":
            return { kind: "dependsOn", on: targetName(cause.on) };
        case "newlyUsed":
            return { kind: "newlyUsed", by: targetName(cause.by) };
        case "file":
        case "imported":
        case "deleted":
        case "declared":
        case "named":
            return cause;
    }
}
/**
 * The readings of all ecosystems, in the order that every tree has. Packages of one ecosystem keep a common name: a request
 * may mean each of them.
 */
function withSeparateNames(readings) {
    const keys = new Map();
    for (const [index, { workspaces }] of readings.entries())
        for (const { name } of workspaces.flatMap(({ packages }) => packages))
            keys.set(name, (keys.get(name) ?? new Map()).set(index, `${name}${MARK}${index}`));
    for (const [name, { size }] of keys)
        if (size === 1)
            keys.delete(name);
    if (keys.size === 0)
        return readings;
    return readings.map((reading, index) => separated(reading, (name) => keysFor(keys.get(name), index, name)));
}
/** A name that this ecosystem does not have may mean a package of each that has it. */
function keysFor(keys, index, name) {
    if (keys === undefined)
        return [name];
    const own = keys.get(index);
    return own === undefined ? [...keys.values()] : [own];
}
function separated(reading, toKeys) {
    const all = (names) => new Set([...names].flatMap(toKeys));
    return {
        ...reading,
        workspaces: reading.workspaces.map((workspace) => {
            const { readers } = workspace;
            const packages = workspace.packages.map((one) => underKey(one, toKeys));
            return {
                ...workspace,
                packages,
                ...(readers !== undefined && { readers: (path) => readers(path).flatMap(toKeys) }),
            };
        }),
        outsiders: reading.outsiders.map((one) => ({ ...one, names: all(one.names) })),
    };
}
function underKey(one, toKeys) {
    const [name = one.name] = toKeys(one.name);
    const dependsOn = new Set([...one.dependsOn].flatMap(toKeys));
    const builds = [...one.builds].flatMap(([used, requests]) => toKeys(used).map((key) => [key, requests]));
    return { ...one, name, importedAs: (0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_1__/* .importedName */ ._L)(one), dependsOn, builds: new Map(builds) };
}
/** The readings of all ecosystems, where each package of npm or Python depends on the crates that have its own name. */
function withCratesOfNames(readings) {
    const crates = new Map();
    for (const one of readings.flatMap(({ workspaces }) => workspaces.flatMap(({ packages }) => packages)))
        if ((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .fileNameOf */ .bV)(one.manifest) === CRATE)
            crates.set((0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_1__/* .importedName */ ._L)(one), (crates.get((0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_1__/* .importedName */ ._L)(one)) ?? new Set()).add(one.name));
    if (crates.size === 0)
        return readings;
    const withCrates = (one) => {
        const found = AROUND_CRATES.has((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .fileNameOf */ .bV)(one.manifest)) ? crates.get((0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_1__/* .importedName */ ._L)(one)) : undefined;
        if (found === undefined)
            return one;
        const dependsOn = new Set([...one.dependsOn, ...found]);
        dependsOn.delete(one.name);
        return { ...one, dependsOn };
    };
    return readings.map((reading) => ({
        ...reading,
        workspaces: reading.workspaces.map((workspace) => ({
            ...workspace,
            packages: workspace.packages.map(withCrates),
        })),
    }));
}


/***/ }),

/***/ 4416:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Zr: () => (/* binding */ graphChange),
/* harmony export */   kh: () => (/* binding */ workspaceImpact),
/* harmony export */   wc: () => (/* binding */ changedResolutions)
/* harmony export */ });
/* unused harmony export ownedFiles */
/* harmony import */ var _graph_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5974);
/* harmony import */ var _code_uses_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4118);
/* harmony import */ var _ecosystem_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2730);
/* harmony import */ var _separate_names_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1324);
/** The effect of a change on the workspaces of a repository: the impacted targets, and the files they account for. */




function workspaceImpact(change) {
    return {
        targets: (0,_code_uses_js__WEBPACK_IMPORTED_MODULE_1__/* .withCodeUses */ .oB)((0,_graph_js__WEBPACK_IMPORTED_MODULE_0__/* .firstCauses */ .pq)((0,_graph_js__WEBPACK_IMPORTED_MODULE_0__/* .impactedTargets */ .eq)(graphChange(change)), changedResolutions(change)), change.code),
        owned: ownedFiles(change),
    };
}
function graphChange(change) {
    return { base: change.base.graph, head: change.head.graph, changed: touchedTargets(change) };
}
/** Owners in either tree: a file may get another owner without being changed itself. */
function touchedTargets({ base, head, changed, locks }) {
    const touched = new Map();
    const touch = (path, cause) => {
        for (const owner of [...head.ownersOf(path), ...base.ownersOf(path)]) {
            if (!touched.has(owner))
                touched.set(owner, cause);
        }
    };
    for (const { path } of changed) {
        touch(path, { kind: "file", path });
        for (const owner of keysIn(locks.get(path) ?? [], base, head)) {
            if (!touched.has(owner))
                touched.set(owner, { kind: "file", path });
        }
    }
    // When a directory becomes a package or stops being one, all files in it get another owner.
    for (const { manifest } of [...packagesOnlyIn(head, base), ...packagesOnlyIn(base, head)]) {
        touch(manifest, { kind: "file", path: manifest });
    }
    for (const [name, path] of rebuiltPackages(base, head)) {
        if (!touched.has(name))
            touched.set(name, { kind: "file", path });
    }
    return touched;
}
/** A comparison of two files may return names. */
function keysIn(names, base, head) {
    return new Set(names.flatMap((name) => [...(0,_separate_names_js__WEBPACK_IMPORTED_MODULE_3__/* .keysOf */ .YD)(name, base.graph), ...(0,_separate_names_js__WEBPACK_IMPORTED_MODULE_3__/* .keysOf */ .YD)(name, head.graph)]));
}
function packagesOnlyIn(one, other) {
    if (one === other)
        return [];
    const known = new Set(other.packages.map(({ manifest }) => manifest));
    return one.packages.filter(({ manifest }) => !known.has(manifest));
}
function ownedFiles({ base, head, changed, locks }) {
    const owned = new Set();
    for (const { path } of changed) {
        const isShared = base.isShared(path) || head.isShared(path);
        const hasOwner = head.ownersOf(path).length > 0 || base.ownersOf(path).length > 0;
        if (locks.has(path) || (hasOwner && !isShared))
            owned.add(path);
    }
    return owned;
}
/**
 * One pull request adds a package. Another begins to request its name and gets the registry's package, or adds a second
 * package in the same directory. They conflict only together, so all such changes, and changes to the lock file, share
 * a target.
 */
function changedResolutions({ base, head, locks }) {
    const causes = new Map();
    for (const path of locks.keys()) {
        const { workspace } = head.lockAt(path) ?? head.rootManifestAt(path) ?? {};
        causes.set(workspace?.resolution ?? path, { kind: "file", path });
    }
    if (base === head)
        return causes;
    const declaredBefore = base.declared();
    const concernOf = (key, one) => {
        const { name, external, shares } = one;
        const before = declaredBefore.get(key);
        if (before === undefined || before.name !== name || (0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_2__/* .importedName */ ._L)(before) !== (0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_2__/* .importedName */ ._L)(one))
            return "comes";
        const openBefore = base.openPlacesOf(name);
        if ([...head.openPlacesOf(name)].some((place) => !openBefore.has(place)))
            return "asksForPlace";
        if (before.shares !== shares)
            return "asksForName";
        return [...external].some((specification) => !before.external.has(specification)) ? "asksForName" : null;
    };
    for (const [resolution, manifest] of head.resolutionsOf(concernOf)) {
        if (!causes.has(resolution))
            causes.set(resolution, { kind: "file", path: manifest });
    }
    return causes;
}
/** By name, with the manifest that requests it. */
function rebuiltPackages(base, head) {
    const rebuilt = new Map();
    if (base === head)
        return rebuilt;
    const before = new Map(base.packages.map((one) => [one.manifest, one]));
    const after = new Map(head.packages.map((one) => [one.manifest, one]));
    for (const manifest of new Set([...before.keys(), ...after.keys()])) {
        const was = before.get(manifest);
        const is = after.get(manifest);
        if (isAlike(was, is))
            continue;
        for (const name of new Set([...(was?.builds.keys() ?? []), ...(is?.builds.keys() ?? [])])) {
            if (hasOtherRequests(name, { was, is, base, head }))
                rebuilt.set(name, manifest);
        }
        if ((was?.shares ?? "") === (is?.shares ?? ""))
            continue;
        for (const name of [...base.sharedWith(manifest), ...head.sharedWith(manifest)])
            rebuilt.set(name, manifest);
    }
    return rebuilt;
}
/** Most packages make no such requests. */
function isAlike(was, is) {
    const requestsNothing = (one) => one === undefined || (one.builds.size === 0 && one.shares === "");
    return requestsNothing(was) && requestsNothing(is);
}
/**
 * A package that begins or stops using another one has no effect on packages that make the same requests themselves.
 */
function hasOtherRequests(name, { was, is, base, head }) {
    const before = was?.builds.get(name);
    const after = is?.builds.get(name);
    if (before === undefined)
        return !isRequestedAnyway(name, after, base);
    if (after === undefined)
        return !isRequestedAnyway(name, before, head);
    return before.size !== after.size || [...before].some((request) => !after.has(request));
}
function isRequestedAnyway(name, requests, { packages }) {
    const open = new Set(requests);
    for (const { builds } of packages)
        for (const request of builds.get(name) ?? [])
            open.delete(request);
    return open.size === 0;
}


/***/ }),

/***/ 376:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C: () => (/* binding */ readWorkspaceTree)
/* harmony export */ });
/* unused harmony export WorkspaceTree */
/* harmony import */ var _rules_inert_files_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9352);
/* harmony import */ var _tree_paths_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5213);
/* harmony import */ var _ecosystem_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2730);
/* harmony import */ var _hidden_members_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2150);
/* harmony import */ var _separate_names_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1324);





function declarationKey({ ecosystem, workspace }, { manifest }) {
    return JSON.stringify([ecosystem, workspace.root, manifest]);
}
class WorkspaceTree {
    /** With all edges, including edges between workspaces. */
    packages;
    graph;
    /** The only package, if it is at the root. */
    single;
    #territories;
    #named;
    #openPlaces;
    constructor(territories, { packages, openPlaces }) {
        this.#territories = territories;
        this.#named = new _hidden_members_js__WEBPACK_IMPORTED_MODULE_3__/* .PackagesByName */ .gs(territories);
        this.packages = packages;
        this.single = singlePackage(packages);
        this.graph = graphOf(packages);
        this.#openPlaces = openPlaces;
    }
    /** The nearest package of each workspace around it. A file at a root has none, unless claimed. Tests may read a single one's prose. */
    ownersOf(path) {
        const isAside = this.single !== null && /^(?:[^/]+$|\.)/s.test(path) && (0,_rules_inert_files_js__WEBPACK_IMPORTED_MODULE_0__/* .isProse */ .y6)(path);
        if (this.single !== null)
            return isAside ? [] : [this.single.name];
        return (0,_hidden_members_js__WEBPACK_IMPORTED_MODULE_3__/* .ownersIn */ .qx)(this.#territories, path);
    }
    /** The file is directly in a workspace's root, where files concern all packages. */
    isShared(path) {
        if (this.single !== null)
            return false;
        const directory = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt)(path);
        const isAtRoot = this.#territories.some((territory) => territory.workspace.root === directory || rootManifestIn(territory, path) !== null);
        return isAtRoot && !this.#territories.some(({ workspace }) => isOwnedIn(workspace, path));
    }
    /** The workspace whose lock file is at this path, and the parser for it. */
    lockAt(path) {
        const root = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt)(path);
        const name = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .fileNameOf */ .bV)(path);
        for (const { workspace, lockfiles } of this.#territories) {
            const read = workspace.root === root ? lockfiles.get(name) : undefined;
            if (read !== undefined)
                return { workspace, read };
        }
        return null;
    }
    /** The workspace whose root's manifest is at this path, and what a change of it means. */
    rootManifestAt(path) {
        for (const territory of this.#territories) {
            const compare = rootManifestIn(territory, path);
            if (compare !== null)
                return { workspace: territory.workspace, compare };
        }
        return null;
    }
    /** The packages of the workspace at a root, with all edges. */
    packagesOf(root) {
        const manifests = new Set(this.#territories
            .filter(({ workspace }) => workspace.root === root)
            .flatMap(({ workspace }) => workspace.packages.map(({ manifest }) => manifest)));
        return this.packages.filter(({ manifest }) => manifests.has(manifest));
    }
    /** The resolutions of the workspaces that have the package; of all workspaces for null. */
    resolutionsAround(name) {
        const all = () => this.#territories.map(({ workspace }) => workspace);
        return (name === null ? all() : this.#named.workspacesOf(name)).map(({ resolution }) => resolution);
    }
    /** Whether the package, or the package at the root of its workspace, requests this name from a registry. */
    requests(name, requested) {
        return this.#named.requests(name, requested);
    }
    /** Names of all packages that share the build of one of them, by its manifest. */
    sharedWith(manifest) {
        const workspaces = this.#territories.filter(({ workspace }) => workspace.packages.some((one) => one.manifest === manifest));
        return new Set(workspaces.flatMap(({ workspace }) => workspace.packages.map(({ name }) => name)));
    }
    /** Places that the package's files refer to and that contain nothing with a name. */
    openPlacesOf(name) {
        return this.#openPlaces.get(name) ?? new Set();
    }
    /** Packages as their workspaces declare them: several may have one name, or one manifest in several workspaces. */
    declared() {
        return new Map(this.#territories.flatMap((territory) => territory.workspace.packages.map((one) => [declarationKey(territory, one), one])));
    }
    /** The targets for the resolution of names and places, each with the manifest of an affected package. */
    resolutionsOf(concernOf) {
        const resolutions = new Map();
        for (const territory of this.#territories) {
            const { workspace, ecosystem } = territory;
            for (const one of workspace.packages) {
                const concern = concernOf(declarationKey(territory, one), one);
                if (concern === null)
                    continue;
                for (const other of this.#territories) {
                    const isConcerned = other.workspace === workspace ||
                        concern === "asksForPlace" ||
                        (concern === "comes" && other.ecosystem === ecosystem);
                    const { resolution } = other.workspace;
                    if (isConcerned && !resolutions.has(resolution))
                        resolutions.set(resolution, one.manifest);
                }
            }
        }
        return resolutions;
    }
}
function rootManifestIn({ workspace: { root }, rootManifests }, path) {
    if (root !== "" && !path.startsWith(`${root}/`))
        return null;
    return rootManifests.get(root === "" ? path : path.slice(root.length + 1)) ?? null;
}
function isOwnedIn(workspace, path) {
    return (0,_hidden_members_js__WEBPACK_IMPORTED_MODULE_3__/* .claims */ .OM)(workspace, path) || (workspace.readers?.(path) ?? []).length > 0;
}
/** The only package of a tree, at its root: it has every file that something may read. */
function singlePackage(packages) {
    const [only, ...others] = packages;
    return only !== undefined && others.length === 0 && only.directory === "" ? only : null;
}
/**
 * The ecosystems cache what they have parsed, so a second tree costs little. `separate`: packages of different ecosystems
 * are different even if they have the same name.
 */
async function readWorkspaceTree(tree, ecosystems, names = "common") {
    const territories = [];
    const outsiders = [];
    const read = await (0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_2__/* .readAll */ .yw)(ecosystems, tree);
    const readings = (0,_separate_names_js__WEBPACK_IMPORTED_MODULE_4__/* .withCratesOfNames */ .iC)(names === "separate" ? (0,_separate_names_js__WEBPACK_IMPORTED_MODULE_4__/* .withSeparateNames */ .Sq)(read) : read);
    for (const [index, { ecosystem, ...reading }] of readings.entries()) {
        for (const one of reading.outsiders)
            outsiders.push(one);
        for (const workspace of reading.workspaces)
            territories.push((0,_hidden_members_js__WEBPACK_IMPORTED_MODULE_3__/* .territoryOf */ .wL)(workspace, index, ecosystem));
    }
    const edges = new PlaceEdges(territories, outsiders, await tree.entries());
    return new WorkspaceTree(territories, completed(territories, outsiders, edges));
}
/** Adds the paths that a package refers to, and those of the manifests in it that belong to no workspace. */
function completed(territories, outsiders, edges) {
    const packages = territories.flatMap(({ workspace }) => workspace.packages);
    const uses = new Map();
    const add = (owner, manifest, places, names) => {
        const own = uses.get(owner) ?? { names: new Set(), openPlaces: new Set() };
        uses.set(owner, own);
        for (const name of names)
            own.names.add(name);
        for (const place of places) {
            const found = edges.leadTo(place, manifest);
            for (const name of found)
                own.names.add(name);
            if (found.size === 0)
                own.openPlaces.add(place);
        }
    };
    for (const { name, manifest, places } of packages)
        if (places.size > 0)
            add(name, manifest, places, []);
    for (const { manifest, code, places, names } of outsiders) {
        if (places.size === 0 && names.size === 0)
            continue;
        const owners = [manifest, code].flatMap((path) => (0,_hidden_members_js__WEBPACK_IMPORTED_MODULE_3__/* .ownersIn */ .qx)(territories, path));
        for (const owner of new Set(owners))
            add(owner, manifest, places, names);
    }
    return {
        packages: packages.map((one) => withNames(one, uses.get(one.name)?.names)),
        openPlaces: new Map([...uses].map(([name, { openPlaces }]) => [name, openPlaces])),
    };
}
function withNames(one, names) {
    if (names === undefined || names.size === 0)
        return one;
    const dependsOn = new Set([...one.dependsOn, ...names]);
    dependsOn.delete(one.name);
    return { ...one, dependsOn };
}
/** Packages with the same name are one target, with the dependencies of all of them. */
function graphOf(packages) {
    const graph = new Map();
    for (const { name, dependsOn } of packages) {
        const others = graph.get(name);
        graph.set(name, others === undefined ? dependsOn : new Set([...others, ...dependsOn]));
    }
    return graph;
}
/**
 * Edges by path, no matter where they end: in another workspace, in another ecosystem, or at a manifest outside all
 * workspaces, whose own paths are then followed.
 */
class PlaceEdges {
    #territories;
    #entries;
    #outsiders = new Map();
    #known = new Map();
    constructor(territories, outsiders, entries) {
        this.#territories = territories;
        this.#entries = entries;
        for (const outsider of outsiders) {
            const directory = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt)(outsider.manifest);
            this.#outsiders.set(directory, [...(this.#outsiders.get(directory) ?? []), outsider]);
        }
    }
    /**
     * Names of the packages at a place. Throws `UnreadableManifest` of the requesting manifest for a place behind a link.
     */
    leadTo(place, manifest) {
        const known = this.#known.get(place);
        if (known !== undefined)
            return known;
        const found = new Set();
        const seen = new Set([place]);
        for (const here of seen) {
            this.#refuseLinks(here, manifest);
            if (this.#addPackagesAround(here, found))
                continue;
            this.#addPackagesIn(here, found);
            for (const { places, names } of [...this.#outsidersAround(here), ...this.#outsidersIn(here)]) {
                for (const name of names)
                    found.add(name);
                for (const next of places)
                    seen.add(next);
            }
        }
        this.#known.set(place, found);
        return found;
    }
    /**
     * The innermost package owns all of the place; the package at a root may own part of it. True when one owns all of
     * it.
     */
    #addPackagesAround(place, found) {
        for (let here = place;; here = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt)(here)) {
            let isWhole = false;
            for (const { workspace, byDirectory } of this.#territories) {
                const isRoot = here === workspace.root;
                if (isRoot && workspace.claims === null && here !== place)
                    continue;
                for (const { name } of byDirectory.get(here) ?? []) {
                    found.add(name);
                    isWhole ||= !isRoot || workspace.claims?.("") === true;
                }
            }
            if (isWhole || here === "")
                return isWhole;
        }
    }
    #addPackagesIn(place, found) {
        if (this.#isPackage(place))
            return;
        for (const { workspace } of this.#territories) {
            for (const { directory, name } of workspace.packages)
                if ((0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_2__/* .isWithin */ .UO)(directory, place))
                    found.add(name);
        }
    }
    /** A path to a root means the package there; a path to the repository's root does not mean everything in it. */
    #isPackage(place) {
        return this.#territories.some(({ byDirectory }) => byDirectory.has(place));
    }
    #outsidersIn(place) {
        if (this.#isPackage(place))
            return [];
        return [...this.#outsiders].flatMap(([directory, outsiders]) => directory !== place && (0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_2__/* .isWithin */ .UO)(directory, place) ? outsiders : []);
    }
    /** A manifest at the root of the repository does not apply to all places in it. */
    #outsidersAround(place) {
        for (let here = place; here !== ""; here = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt)(here)) {
            const outsiders = this.#outsiders.get(here);
            if (outsiders !== undefined)
                return outsiders;
        }
        return place === "" ? (this.#outsiders.get("") ?? []) : [];
    }
    #refuseLinks(place, manifest) {
        for (let here = place; here !== ""; here = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt)(here)) {
            if (this.#entries.get(here)?.kind !== "link")
                continue;
            throw new _ecosystem_js__WEBPACK_IMPORTED_MODULE_2__/* .UnreadableManifest */ .p1(manifest, `it leads through the link ${here}, which is not followed`);
        }
    }
}


/***/ }),

/***/ 5744:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  sharedEcosystems: () => (/* binding */ sharedEcosystems),
  workspacesSource: () => (/* binding */ workspacesSource)
});

// EXTERNAL MODULE: ./src/targets/graph.ts
var graph = __webpack_require__(5974);
// EXTERNAL MODULE: ./src/targets/tree-paths.ts
var tree_paths = __webpack_require__(5213);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/code-uses.ts + 1 modules
var code_uses = __webpack_require__(4118);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/despite-unreadable.ts
var despite_unreadable = __webpack_require__(5296);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/ecosystem.ts
var ecosystem = __webpack_require__(2730);
// EXTERNAL MODULE: ./src/targets/parse-yaml.ts
var parse_yaml = __webpack_require__(1533);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/parse-toml.ts
var parse_toml = __webpack_require__(5150);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/lazy-ecosystems.ts
/** Ecosystems that are loaded only for a repository with one of their files, each in a separate part of the bundle. */



const LAZY_ECOSYSTEMS = {
    cargo: {
        files: /^Cargo\.toml$/,
        prepare: parse_toml/* loadToml */.X,
        load: async () => (await __webpack_require__.e(/* import() */ 497).then(__webpack_require__.bind(__webpack_require__, 5497))).cargoEcosystem,
    },
    go: {
        files: /^go\.(?:mod|work)$/,
        load: async () => (await __webpack_require__.e(/* import() */ 752).then(__webpack_require__.bind(__webpack_require__, 1752))).goEcosystem,
    },
    maven: {
        files: /^pom\.xml$/,
        load: async () => (await __webpack_require__.e(/* import() */ 521).then(__webpack_require__.bind(__webpack_require__, 3521))).mavenEcosystem,
    },
    gradle: {
        files: /^(?:settings|build)\.gradle(?:\.kts)?$/,
        prepare: parse_toml/* loadToml */.X,
        load: async () => (await __webpack_require__.e(/* import() */ 21).then(__webpack_require__.bind(__webpack_require__, 7021))).gradleEcosystem,
    },
    python: {
        files: /^pyproject\.toml$/,
        prepare: parse_toml/* loadToml */.X,
        load: async () => (await __webpack_require__.e(/* import() */ 525).then(__webpack_require__.bind(__webpack_require__, 4525))).pythonEcosystem,
    },
    dotnet: {
        files: /\.(?:cs|fs|vb)proj$/,
        load: async () => (await __webpack_require__.e(/* import() */ 853).then(__webpack_require__.bind(__webpack_require__, 5853))).dotnetEcosystem,
    },
    composer: {
        files: /^composer\.json$/,
        load: async () => (await __webpack_require__.e(/* import() */ 581).then(__webpack_require__.bind(__webpack_require__, 6581))).composerEcosystem,
    },
    dart: {
        files: /^pubspec\.yaml$/,
        prepare: parse_yaml/* loadYaml */.yv,
        load: async () => (await __webpack_require__.e(/* import() */ 451).then(__webpack_require__.bind(__webpack_require__, 8451))).dartEcosystem,
    },
    mix: {
        files: /^mix\.exs$/,
        load: async () => (await __webpack_require__.e(/* import() */ 0).then(__webpack_require__.bind(__webpack_require__, 8000))).mixEcosystem,
    },
};
/** Stands for one without a file in the tree. */
const ABSENT = {
    lockfiles: new Map(),
    rootManifests: new Map(),
    read: () => Promise.resolve({ workspaces: [], outsiders: [] }),
};
/** All, each in the same place for every tree: a tree with more of them has no other packages in the rest. */
function lazyEcosystemsOf(tree, loaded) {
    const names = (0,tree_paths/* fileNamesIn */.Cx)(tree);
    return Object.entries(LAZY_ECOSYSTEMS).map(async ([name, lazy]) => {
        if (!(await names).some((file) => lazy.files.test(file)))
            return ABSENT;
        const known = loaded.get(name) ?? loadedFrom(lazy);
        loaded.set(name, known);
        return known;
    });
}
async function loadedFrom({ prepare, load }) {
    const [ecosystem] = await Promise.all([load(), prepare?.()]);
    return ecosystem();
}

// EXTERNAL MODULE: ./src/targets/sources/workspaces/lock-changes.ts
var lock_changes = __webpack_require__(4611);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/node/node-workspaces.ts + 10 modules
var node_workspaces = __webpack_require__(6588);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/workspace-tree.ts
var workspace_tree = __webpack_require__(376);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/readings.ts

class Readings {
    #ecosystemsOf;
    #known = new WeakMap();
    constructor(ecosystemsOf) {
        this.#ecosystemsOf = ecosystemsOf;
    }
    /** Throws `UnreadableManifest`. `other`: a tree that may have the same workspaces, and was read before. */
    async of(tree, other) {
        const known = this.#known.get(tree) ?? this.#read(tree, other);
        this.#known.set(tree, known);
        // What is missing may be there after a fetch.
        known.catch(() => this.#known.delete(tree));
        return (await known).workspaces;
    }
    async #read(tree, other) {
        const before = other === undefined ? undefined : await this.#known.get(other)?.catch(() => undefined);
        if (other !== undefined && before !== undefined) {
            const paths = (other.derived?.from === tree ? other : tree.derived?.from === other ? tree : null)
                ?.derived;
            if (isReadAlike(await other.entries(), await tree.entries(), before.opened, paths?.differing))
                return before;
        }
        const recorded = new RecordedTree(tree);
        const workspaces = await (0,workspace_tree/* readWorkspaceTree */.C)(recorded, this.#ecosystemsOf(tree), "separate");
        return { workspaces, opened: recorded.opened };
    }
}
/** The same paths of the same kinds, and the same content where it was read. `paths`: all that may differ. */
function isReadAlike(one, other, opened, paths = one.keys()) {
    if (one.size !== other.size)
        return false;
    for (const path of paths) {
        const [here, there] = [one.get(path), other.get(path)];
        if (here === undefined || here.kind !== there?.kind)
            return false;
        const isRead = here.kind === "link" || here.kind === "submodule" || opened.has(path);
        if (here.id !== there.id && isRead)
            return false;
    }
    return true;
}
/** Records the paths whose content a reading depends on. */
class RecordedTree {
    commit;
    opened = new Set();
    #tree;
    constructor(tree) {
        this.#tree = tree;
        this.commit = tree.commit;
    }
    entries() {
        return this.#tree.entries();
    }
    /** Also for content that is known from another tree. */
    opens(paths) {
        for (const path of paths)
            this.opened.add(path);
    }
    read(paths) {
        this.opens(paths);
        return this.#tree.read(paths);
    }
    /** Every file may contain a word, so no other tree counts as read alike. */
    async naming(words, pathspecs) {
        this.opens([...(await this.entries()).keys()]);
        return this.#tree.naming(words, pathspecs);
    }
    readLinks(paths) {
        this.opens(paths);
        return this.#tree.readLinks(paths);
    }
}

// EXTERNAL MODULE: ./src/targets/sources/workspaces/root-changes.ts
var root_changes = __webpack_require__(5208);
// EXTERNAL MODULE: ./src/targets/inert-readers.ts
var inert_readers = __webpack_require__(9287);
// EXTERNAL MODULE: ./src/targets/rules/global-inputs.ts
var global_inputs = __webpack_require__(5669);
// EXTERNAL MODULE: ./src/targets/rules/inert-files.ts
var inert_files = __webpack_require__(9352);
// EXTERNAL MODULE: ./src/targets/tree.ts
var targets_tree = __webpack_require__(6596);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/computed-configuration.ts
/** Whether a configuration in JavaScript computes what it contains; then no text shows what it means. */
/** What may be called: it only loads what a text names, or merges. */
const PLAIN_CALLS = new Set(["require", "import", "defineConfig", "Object.assign"]);
/** Strings, templates up to a placeholder, and comments; an unclosed string ends with its line. */
const STRINGS_AND_COMMENTS = /"(?:[^"\\\n]|\\[^])*(?:"|$)|'(?:[^'\\\n]|\\[^])*(?:'|$)|`(?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{)|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|(?![^]))/gm;
/** What it computes with, for people; null for a fixed one, and for JSON and YAML. */
function computes(path, text) {
    if (!/\.[cm]?[jt]s$/.test(path))
        return null;
    const code = withoutTexts(text);
    if (code.includes("`"))
        return "a template";
    if (/=>|\bfunction\b/.test(code))
        return "a function";
    if (/\bnew\b/.test(code))
        return "`new`";
    if (/\b(?:process|global|globalThis)\b/.test(code) || /["'](?:node:)?process["']/.test(text))
        return "`process`";
    if (/""\s*\+|\+\s*""/.test(code))
        return "texts that it joins";
    for (const [, name = ""] of code.matchAll(/([\w$]+(?:\s*\.\s*[\w$]+){0,5})\s*\(/g)) {
        const called = name.replace(/\s/g, "");
        if (!PLAIN_CALLS.has(called))
            return `\`${called}\``;
    }
    if (/(?:[\])}]|\?\.)\s*\(/.test(code))
        return "a call";
    // A slash outside of texts and comments may begin a regular expression, whose quotes open no text.
    if (code.includes("/"))
        return "a regular expression";
    // `require(name)` may load anything.
    return /\b(?:require|import)\s*\(\s*(?!\s|"")/.test(code) ? "a name that it requires" : null;
}
/** Jest's `preset` is not a fixed text. */
function computesPreset(text) {
    const isKeyOfText = /["']preset["']\s*(?:\]|:\s*(?!\s|["']))/.test(text);
    return isKeyOfText || /\bpreset\s*(?::\s*(?!\s|"")|[,}])/.test(withoutTexts(text));
}
/** Each text becomes an empty one, a comment a blank, and a template with a placeholder or a tag a backtick. */
function withoutTexts(text) {
    return text.replace(STRINGS_AND_COMMENTS, (all, at) => {
        if (all.startsWith("/"))
            return " ";
        if (!all.startsWith("`"))
            return '""';
        const isTagged = /[\w$)\]]\s{0,50}$/.test(text.slice(Math.max(0, at - 60), at));
        return all.endsWith("${") || isTagged ? "`" : '""';
    });
}

// EXTERNAL MODULE: ./src/targets/sources/workspaces/separate-names.ts
var separate_names = __webpack_require__(1324);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/root-configuration.ts








/** Files that select or record others. */
const NOT_READERS = /(?:^|\/)(?:\.\w*ignore|CODEOWNERS|\.gitattributes|[^/]*\.(?:md|lock)|package-lock\.json|pnpm-lock\.yaml)$/;
/** Content without names for people or programs to read. */
const BINARY = /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|pdf|zip|gz|tgz|bz2|xz|zst|7z|rar|jar|war|woff2?|ttf|otf|eot|mp[34]|m4[av]|mov|avi|webm|og[gv]|wav|flac|exe|dll|so|dylib|wasm|pyc|class|o|a|psd|sqlite3?|parquet|onnx)$/i;
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
/** Throws `GitFailure`. */
async function configurationChanges(sides, changed, doubt) {
    const readers = new Map();
    const asked = new Map();
    const ask = (path) => {
        for (const { workspaces } of sides)
            for (const name of workspaces.resolutionsAround(null))
                if (!asked.has(name))
                    asked.set(name, { kind: "file", path });
    };
    for (const { path, isSubmodule } of changed) {
        if ((0,global_inputs/* globalUnlessFollowed */.C)(path) === null || isSubmodule)
            continue;
        const found = await readersOf(path, sides);
        if (typeof found === "string")
            doubt(path, `it configures the build, and ${found}`);
        else {
            readers.set(path, [...found]);
            ask(path);
        }
    }
    for (const path of await beginningToRead(sides, changed))
        ask(path);
    return { readers, asked };
}
/** Names of packages, or why every package may read it. */
async function readersOf(path, sides) {
    const texts = [];
    const found = new Set();
    for (const side of sides) {
        const text = await textAt(side.tree, path);
        if (text === null)
            return "its content cannot be read";
        const computed = computes(path, text);
        if (computed !== null)
            return `it computes its content with ${computed}`;
        texts.push(text);
        const readers = await readersIn(path, side);
        if (typeof readers === "string")
            return readers;
        for (const reader of readers)
            found.add(reader);
        for (const { name, directory } of side.workspaces.packages)
            if (directory === "")
                found.add(name);
    }
    if (path.endsWith(".json") && differing(texts, WHOLE).length > 0)
        return "a line that only one version has may name every folder";
    for (const name of namedAnew(texts, sides))
        found.add(name);
    return found;
}
async function readersIn(path, side) {
    const { tree, workspaces } = side;
    if (workspaces.single !== null)
        return new Set([workspaces.single.name]);
    const entries = await tree.entries();
    const found = new Set();
    if (path === "tsconfig.base.json" && entries.has("nx.json"))
        return "Nx reads it for all projects";
    if (path.startsWith("jest.preset.")) {
        const paths = [...entries.keys()].filter((one) => JEST_CONFIG.test(one));
        const configs = await (0,targets_tree/* textsOf */.CB)(tree, paths, MOST_BYTES);
        const computed = paths.find((one) => computesPreset(configs.get(one) ?? "preset,"));
        if (computed !== undefined)
            return `${computed} computes its preset`;
    }
    const links = await (0,inert_readers/* linksOf */.hP)(tree);
    // A configuration at the root that names this one is followed to its own readers, and so is a link to it.
    const seen = new Set([path]);
    for (const here of seen) {
        const naming = await namingFiles(here, tree);
        if (naming === null)
            return "the files that may read it are not on this machine";
        for (const file of [...linksTo(here, links), ...naming]) {
            const owners = workspaces.ownersOf(file);
            for (const owner of owners)
                found.add(owner);
            if (seen.has(file))
                continue;
            if (owners.length > 0) {
                if (links.has(file))
                    seen.add(file);
                continue;
            }
            if (LOOKED_FOR.test(file))
                return `${file} reads it, which tools look for in every folder`;
            if ((0,global_inputs/* globalUnlessFollowed */.C)(file) === null)
                return `${file} names it, and no target owns that file`;
            seen.add(file);
        }
    }
    return found;
}
function linksTo(path, links) {
    return [...links].flatMap(([link, target]) => (target === path ? [link] : []));
}
/** Files that may name it; null when they are not on this machine. */
async function namingFiles(path, tree) {
    const naming = await tree.naming([familyOf(path)], [":(exclude)*.md", ":(exclude)*.lock"]);
    if (naming === null)
        return null;
    const entries = await tree.entries();
    const readable = naming.filter((one) => one !== path && isReader(one));
    const found = [];
    await eachPortion(readable, async (portion) => {
        const texts = await (0,targets_tree/* textsOf */.CB)(tree, portion, MOST_BYTES);
        for (const file of portion)
            if (isNamedBy(texts.get(file) ?? null, file, path, entries))
                found.push(file);
    });
    return found;
}
function isReader(path) {
    return !NOT_READERS.test(path) && !BINARY.test(path) && !(0,inert_files/* isProse */.y6)(path);
}
/** `tsconfig.base` for `tsconfig.base.json`: the ending may be left out. */
function stemOf(path) {
    return path.replace(/(?<=.)\.(?:json|[cm]?[jt]s|ya?ml)$/, "");
}
/** What also a pattern, or a program that puts the name together, has in one piece. */
function familyOf(path) {
    const name = (0,tree_paths/* fileNameOf */.bV)(path);
    return /^(?:[jt]sconfig|jest\.preset)(?=\.)/.exec(name)?.[0] ?? stemOf(name);
}
/** A file without a text that is read counts as naming it. */
function isNamedBy(text, file, path, entries) {
    const family = familyOf(path);
    if (text?.includes(family) === false)
        return false;
    if (text === null || isPutTogether(text, family))
        return true;
    const wanted = stemOf((0,tree_paths/* fileNameOf */.bV)(path));
    const isCertain = STARTS_AT_FILE.test(file);
    return [...text.matchAll(TOKEN)].some(([token]) => {
        const name = (0,tree_paths/* fileNameOf */.bV)(token);
        if (name !== wanted && stemOf(name) !== wanted && name !== (0,tree_paths/* fileNameOf */.bV)(path))
            return false;
        if (!isCertain || !/^\.{1,2}\//.test(token))
            return true;
        const place = (0,tree_paths/* resolved */.L$)((0,tree_paths/* directoryOf */.jt)(file), token);
        return (place === null ||
            stemOf(place) === stemOf(path) ||
            !(entries.has(place) || entries.has(`${place}.json`)));
    });
}
/** `tsconfig.*.json`, `tsconfig.$name.json`, `"tsconfig." + name`. */
function isPutTogether(text, family) {
    for (let at = text.indexOf(family); at !== -1; at = text.indexOf(family, at + 1)) {
        const rest = text.slice(at + family.length, at + family.length + 300);
        if (/^[\w.-]*(?:[*?{$[%<]|[@!+]\(|["'`]\s*(?:\+|\.concat))|^[\w.-]*[.-]["'`]/.test(rest))
            return true;
    }
    return false;
}
/** Packages that a line of one text names, and no line of the other. */
function namedAnew(texts, sides) {
    const places = differing(texts, PLACE);
    if (places.length === 0)
        return [];
    return sides.flatMap(({ workspaces }) => {
        return places.flatMap((written) => {
            const [name = ""] = /^(?:@[\w.-]+\/)?[\w.-]+/.exec(written) ?? [];
            return [...(0,separate_names/* keysOf */.YD)(name, workspaces.graph), ...packagesAt(written, workspaces)];
        });
    });
}
/** The package around a place, and those in it; a place may start at the root or at a package. */
function packagesAt(written, workspaces) {
    const [fixed = ""] = written.split(/[*?{[($]/, 1);
    const place = (0,tree_paths/* resolved */.L$)("", fixed.replace(/^(?:\.{0,2}\/)+/, ""));
    if (place === null || place === "")
        return [];
    const isPattern = fixed.length < written.length && !fixed.endsWith("/");
    const within = workspaces.packages.filter(({ directory }) => (0,ecosystem/* isWithin */.UO)(directory, place) || (isPattern && directory.startsWith(place)));
    return [...workspaces.ownersOf(`${place}/`), ...within.map(({ name }) => name)];
}
/** What matches in one text only. */
function differing(texts, pattern) {
    const matches = texts.map((text) => new Set(text.match(pattern) ?? []));
    return [...new Set(matches.flatMap((some) => [...some]))].filter((one) => matches.some((some) => !some.has(one)));
}
/** Changed files that name such a configuration in the head only, and changed links to one. */
async function beginningToRead([before, after], changed) {
    const entries = await after.tree.entries();
    const roots = [...entries.keys()].filter((path) => !path.includes("/") && (0,global_inputs/* globalUnlessFollowed */.C)(path) !== null);
    if (roots.length === 0)
        return [];
    const links = await (0,inert_readers/* linksOf */.hP)(after.tree);
    const configurations = new Set(roots);
    for (const one of configurations)
        for (const link of linksTo(one, links))
            configurations.add(link);
    const paths = changed.flatMap(({ path, isSubmodule }) => (isSubmodule || roots.includes(path) ? [] : path));
    const found = paths.filter((path) => configurations.has(path));
    const isText = (path) => isReader(path) && ["file", "executable"].includes(entries.get(path)?.kind ?? "");
    await eachPortion(paths.filter(isText), async (portion) => {
        const [was, is] = [
            await (0,targets_tree/* textsOf */.CB)(before.tree, portion, MOST_BYTES),
            await (0,targets_tree/* textsOf */.CB)(after.tree, portion, MOST_BYTES),
        ];
        const begins = (path) => [...configurations].some((one) => isNamedBy(is.get(path) ?? null, path, one, entries) &&
            !isNamedBy(was.get(path) ?? "", path, one, entries));
        for (const one of portion)
            if (begins(one))
                found.push(one);
    });
    return found;
}
/** Few texts are in memory at the same time. */
async function eachPortion(paths, handle) {
    for (let at = 0; at < paths.length; at += MOST_AT_ONCE)
        await handle(paths.slice(at, at + MOST_AT_ONCE));
}
/** Empty for a file that the tree lacks; null for one that is no text. */
async function textAt(tree, path) {
    if (!(await tree.entries()).has(path))
        return "";
    return (await (0,targets_tree/* textsOf */.CB)(tree, [path], MOST_BYTES)).get(path) ?? null;
}
/**
 * The packages that a workflow concerns which only changes of certain paths start: the owners of the files there. A file
 * without an owner may be a part of what it tests, so the change may then concern every package. Not so a file at the root:
 * its own change has a target of a resolution, too, or is `ALL`.
 */
async function workflowTargets(sides, workflows, doubt) {
    const readers = new Map();
    const asked = new Map();
    for (const [path, places] of workflows ?? []) {
        const found = await ownersAt(places, sides);
        if (typeof found === "string") {
            doubt(path, `it is a CI workflow for files without an owner, such as ${found}`);
            continue;
        }
        readers.set(path, [...found]);
        // A new package at one of the places comes with the target of its workspace's resolution.
        for (const { workspaces } of sides)
            for (const name of workspaces.resolutionsAround(null))
                asked.set(name, { kind: "file", path });
    }
    return { readers, asked };
}
/** Names of packages, or a file that none owns. */
async function ownersAt(places, sides) {
    const found = new Set();
    for (const { tree, workspaces } of sides) {
        for (const path of (await tree.entries()).keys()) {
            if (path.startsWith(".github/") || !places.some((place) => `${path}/`.startsWith(`${place}/`)))
                continue;
            const owners = workspaces.ownersOf(path);
            if (owners.length === 0 && !(0,inert_files/* isProse */.y6)(path) && path.includes("/"))
                return path;
            for (const owner of owners)
                found.add(owner);
        }
    }
    return found.size === 0 ? (places[0] ?? "none") : found;
}

// EXTERNAL MODULE: ./src/targets/sources/workspaces/parsed-files.ts
var parsed_files = __webpack_require__(7527);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/root-tests.ts





const FOLDER = /^(?:e2e|tests?|__tests__|specs?|(?:e2e|integration|system|acceptance)[-_]tests?|end-to-end)$/;
const TEST_FILE = /(?:^|\/)__tests__\/|[._-](?:test|spec)\.\w+$/;
/** Records of output, prose and what only a machine writes. */
const NOT_READ = /\.(?:snap|md|lock|png|jpe?g|gif|svg|ico|woff2?|wasm|zip|gz)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml)$/;
/** Here the names in code differ from the names of packages. */
const NAMES_DIFFER = /\.(?:pyi?|exs?|php|kts?|java|groovy|scala|cs|fs|vb|rs)$/;
const MOST_FILES = 20_000;
const LONGEST_TOKEN = 400;
const MOST_PARTS = 40;
const root_tests_TOKEN = /[\w@.$/-]+/g;
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
const SELECTS = /(?:^|\/)(?:\.\w*ignore|CODEOWNERS|\.gitattributes|[^/]*\.(?:md|lock)|package-lock\.json|pnpm-lock\.yaml)$|^\.github\//;
/** The outermost folder of tests around a path; null without one. */
function testFolderOf(path) {
    const names = (0,tree_paths/* directoryOf */.jt)(path).split("/");
    const index = names.findIndex((name) => FOLDER.test(name));
    return index === -1 ? null : names.slice(0, index + 1).join("/");
}
/** Null when it cannot be known. Throws `GitFailure`. */
async function usesOfFolder(one, folder) {
    const { tree, workspaces } = one;
    const entries = await tree.entries();
    const files = [...entries.values()].filter(({ path }) => path.startsWith(`${folder}/`));
    const isOwned = workspaces.packages.some(({ directory }) => (0,ecosystem/* isWithin */.UO)(directory, folder));
    if (isOwned || files.length > MOST_FILES || !(await isClosed(tree, files, folder)))
        return null;
    if (files.some(({ path }) => NAMES_DIFFER.test(path)))
        return null;
    const outside = await root_tests_namingFiles(tree, folder);
    if (outside === null)
        return null;
    const texts = await readTexts(tree, files.map(({ path }) => path));
    const members = membersIn([...texts.values(), ...(await rootTexts(one, folder))], workspaces);
    if (members === null)
        return null;
    const readers = new Set();
    const used = new Set(members);
    const named = new Set();
    for (const [path, text] of outside) {
        const owners = workspaces.ownersOf(path);
        for (const owner of owners)
            readers.add(owner);
        if (owners.length === 0)
            for (const file of filesNamed(text, folder, entries))
                named.add(file);
    }
    for (const resolution of workspaces.resolutionsAround(null))
        used.add(resolution);
    for (const { name, directory } of workspaces.packages)
        if (directory === "")
            used.add(name);
    return { used, readers, entries: closureOf(named, texts, entries) };
}
/** The targets of a changed file in such a folder; null when it may concern every package. */
async function testTargets(sides, { path, changed }, usesOf) {
    const folder = testFolderOf(path);
    if (folder === null || changed.some((one) => one.isSubmodule && one.path.startsWith(`${folder}/`)))
        return null;
    const cause = { kind: "file", path };
    const used = new Map([[`${folder}/`, cause]]);
    const readers = new Map();
    for (const side of sides) {
        const uses = await usesOf(side, folder);
        if (uses === null || uses.entries.has(path))
            return null;
        for (const target of uses.used)
            used.set(target, cause);
        for (const target of uses.readers)
            readers.set(target, cause);
    }
    return { used, readers };
}
/** Without submodules, and without links that lead out of the folder. */
async function isClosed(tree, files, folder) {
    if (files.some(({ kind }) => kind === "submodule"))
        return false;
    const links = files.flatMap(({ path, kind }) => (kind === "link" ? path : []));
    const texts = links.length === 0 ? new Map() : await tree.readLinks(links);
    return links.every((link) => {
        const target = (0,tree_paths/* resolved */.L$)((0,tree_paths/* directoryOf */.jt)(link), texts.get(link) ?? "/");
        return target !== null && (0,ecosystem/* isWithin */.UO)(target, folder);
    });
}
/** Files elsewhere that name the folder, with their texts; null when the files are not on this machine. */
async function root_tests_namingFiles(tree, folder) {
    const paths = await tree.naming([(0,tree_paths/* fileNameOf */.bV)(folder)], [":(exclude)*.md", `:(exclude)${folder}/*`]);
    if (paths === null)
        return null;
    const texts = await readTexts(tree, paths.filter((path) => !SELECTS.test(path)));
    const name = (0,tree_paths/* fileNameOf */.bV)(folder).replaceAll(/[^\w]/g, "\\$&");
    const mention = new RegExp(`(?<![\\w-])${name}(?=["'\`/\\s]|$)`, "m");
    return new Map([...texts].filter(([, text]) => mention.test(text)));
}
/** The root's manifest and the configuration of its test runner name what runs the tests. */
async function rootTexts({ tree }, folder) {
    const root = (0,tree_paths/* directoryOf */.jt)(folder);
    const runner = /^(?:package\.json|(?:jest|vitest|vite|playwright|cypress|karma|babel)\.\S*|\.(?:mocharc|babelrc)\S*)$/;
    const paths = [...(await tree.entries()).keys()].filter((path) => {
        const directory = (0,tree_paths/* directoryOf */.jt)(path);
        return (directory === root || directory === "") && runner.test((0,tree_paths/* fileNameOf */.bV)(path));
    });
    const texts = await readTexts(tree, paths);
    return [...texts].map(([path, text]) => (0,tree_paths/* fileNameOf */.bV)(path) === "package.json" ? withoutMembers(text) : text);
}
/** The package at the root has its dependencies itself, and patterns of members are no use of them. */
function withoutMembers(text) {
    try {
        const manifest = [...((0,parsed_files/* asTable */.fO)(JSON.parse(text)) ?? [])];
        return JSON.stringify(manifest.filter(([key]) => !/^(?:workspaces|files)$|ependencies$/.test(key)));
    }
    catch {
        return text;
    }
}
function readTexts(tree, paths) {
    return (0,targets_tree/* textsOf */.CB)(tree, paths.filter((path) => !NOT_READ.test(path)));
}
/** Packages that texts name, also by their directory or by a directory around them; null with a word that is too long. */
function membersIn(texts, { packages }) {
    const byName = new Map();
    for (const { name } of packages)
        byName.set((0,separate_names/* targetName */.je)(name), [...(byName.get((0,separate_names/* targetName */.je)(name)) ?? []), name]);
    const byDirectory = new Map();
    const around = new Set();
    for (const { name, directory } of packages) {
        byDirectory.set(directory, [...(byDirectory.get(directory) ?? []), name]);
        for (let here = (0,tree_paths/* directoryOf */.jt)(directory); here !== ""; here = (0,tree_paths/* directoryOf */.jt)(here))
            around.add(here);
    }
    const found = new Set();
    const tokens = new Set(texts.flatMap((text) => text.match(root_tests_TOKEN) ?? []));
    for (const token of tokens) {
        const parts = token.split("/").filter((part) => part !== "" && part !== "." && part !== "..");
        if (token.length > LONGEST_TOKEN || parts.length > MOST_PARTS)
            return null;
        let isPlace = false;
        for (const [from] of parts.entries()) {
            for (let to = from + 1; to <= parts.length; to += 1) {
                const words = parts.slice(from, to).join("/");
                for (const name of byName.get(words) ?? [])
                    found.add(name);
                for (const name of words === "" ? [] : (byDirectory.get(words) ?? [])) {
                    found.add(name);
                    isPlace = true;
                }
            }
        }
        if (!isPlace)
            for (const name of membersAround(parts, around, packages))
                found.add(name);
    }
    return found;
}
/** `../packages` and `packages` may mean each of the packages in it. */
function membersAround(parts, around, packages) {
    for (let count = parts.length; count > 0; count -= 1) {
        const place = parts.slice(0, count).join("/");
        if (!around.has(place))
            continue;
        return packages.flatMap(({ name, directory }) => ((0,ecosystem/* isWithin */.UO)(directory, place) ? [name] : []));
    }
    return [];
}
/** Files of the folder that a text names; patterns and tests are left out, since they only select. */
function filesNamed(text, folder, entries) {
    return [...text.matchAll(root_tests_TOKEN)].flatMap((match) => {
        const written = match[0].replace(/^(?:\.{0,2}\/)+/, "");
        const isPattern = /^[*{(]/.test(text.slice(match.index + match[0].length));
        if (isPattern || !written.startsWith(`${folder}/`))
            return [];
        const place = written.replace(/\/$/, "");
        const file = fileAt(place, entries);
        if (file !== null)
            return TEST_FILE.test(file) ? [] : [file];
        if (FOLDER.test((0,tree_paths/* fileNameOf */.bV)(place)))
            return [];
        return [...entries.keys()].filter((path) => path.startsWith(`${place}/`));
    });
}
function fileAt(place, entries) {
    return ENDINGS.map((ending) => `${place}${ending}`).find((path) => entries.has(path)) ?? null;
}
/** With all that the files import by relative paths. */
function closureOf(named, texts, entries) {
    const reached = new Set(named);
    for (const path of reached) {
        for (const [, specifier = ""] of (texts.get(path) ?? "").matchAll(/["'`](\.{1,2}\/[^"'`\s]{1,300})["'`]/g)) {
            const place = (0,tree_paths/* resolved */.L$)((0,tree_paths/* directoryOf */.jt)(path), specifier.replace(/\.[cm]?js$/, "")) ?? "";
            const exact = (0,tree_paths/* resolved */.L$)((0,tree_paths/* directoryOf */.jt)(path), specifier) ?? "";
            const file = fileAt(exact, entries) ?? fileAt(place, entries) ?? null;
            if (file !== null)
                reached.add(file);
            else
                for (const one of texts.keys())
                    if (exact !== "" && one.startsWith((0,tree_paths/* joined */.oR)(exact, "")))
                        reached.add(one);
        }
    }
    return reached;
}

// EXTERNAL MODULE: ./src/targets/parse-json.ts
var parse_json = __webpack_require__(5024);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/hidden-members.ts
var hidden_members = __webpack_require__(2150);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/tree-edges.ts
/**
 * Dependencies that no manifest declares but the tree shows: links into another package, and the configurations of
 * TypeScript that one extends or references. They belong to the owner of the file, like a manifest outside all workspaces.
 */




const CONFIGURATION = /^[jt]sconfig(?:\..+)?\.json$/;
/** A longer chain is a circle. */
const LONGEST_CHAIN = 20;
function treeEdges() {
    const configurations = new parsed_files/* ParsedFiles */.pj(parseConfiguration);
    return {
        lockfiles: new Map(),
        rootManifests: new Map(),
        async read(tree) {
            const entries = await tree.entries();
            const names = (await (0,tree_paths/* fileNamesIn */.Cx)(tree)).filter((name) => CONFIGURATION.test(name));
            const paths = names.flatMap((name) => (0,tree_paths/* pathsNamed */.o3)(entries, name));
            const links = await linksIn(tree);
            const outsiders = [...linkEdges(links, entries)];
            const parsed = await configurations.read(tree, paths);
            const found = (path) => {
                const one = parsed.get(path);
                return one === undefined || one.kind === "unreadable" ? NOTHING : one.value;
            };
            for (const path of parsed.keys()) {
                const references = found(path).references.flatMap((written) => placesOf(path, written, links, entries));
                const places = new Set([...references, ...extendedBy(path, found, links, entries)]);
                if (places.size > 0)
                    outsiders.push(outsider(path, [...places]));
            }
            return { workspaces: [], outsiders };
        },
    };
}
function outsider(path, places) {
    return { manifest: path, code: path, places: new Set(places), names: new Set() };
}
const NOTHING = { extended: [], references: [] };
/** Paths that begin with a dot; others lead to installed packages, which manifests request. */
function parseConfiguration(text) {
    const configuration = (0,parsed_files/* asTable */.fO)((0,parse_json/* parseRelaxedJson */.d)(text));
    const references = configuration?.get("references");
    const paths = [references].flat().map((reference) => (0,parsed_files/* textAt */.$6)((0,parsed_files/* asTable */.fO)(reference), "path"));
    return {
        extended: [configuration?.get("extends")].flat().filter(isRelative),
        references: paths.filter(isRelative),
    };
}
function isRelative(path) {
    return typeof path === "string" && path.startsWith(".");
}
/** What it extends, also through files that no package owns. */
function extendedBy(path, found, links, entries) {
    const places = new Set();
    const seen = new Set([path]);
    for (const here of seen) {
        for (const written of found(here).extended) {
            for (const place of placesOf(here, written, links, entries)) {
                places.add(place);
                seen.add(place);
            }
        }
    }
    return places;
}
/** The ending `.json` may be left out; behind a link, the file that it leads to and the folder of the link. */
function placesOf(path, written, links, entries) {
    const place = (0,tree_paths/* resolved */.L$)((0,tree_paths/* directoryOf */.jt)(path), written);
    if (place === null || place === "")
        return [];
    const named = entries.has(place) || !entries.has(`${place}.json`) ? place : `${place}.json`;
    const link = linkAround(named, links);
    if (link === null)
        return isBehindLink(named, entries) ? [] : [named];
    const target = followed(named, links);
    const ends = target === null ? [] : [target, ...(entries.has(`${target}.json`) ? [`${target}.json`] : [])];
    return [(0,tree_paths/* directoryOf */.jt)(link), ...ends].filter((one) => one !== "" && !isBehindLink(one, entries));
}
async function linksIn(tree) {
    const links = (0,hidden_members/* hiddenIn */.k_)(await tree.entries()).flatMap(({ path, kind }) => (kind === "link" ? path : []));
    return links.length === 0 ? new Map() : tree.readLinks(links);
}
/** The final target of each link, unless it is the whole repository. */
function linkEdges(links, entries) {
    return [...links.keys()].flatMap((link) => {
        const target = followed(link, links);
        return target === null || target === "" || isBehindLink(target, entries)
            ? []
            : [outsider(link, [target])];
    });
}
/** Follows links to links, also for a folder in the middle of the path; null outside the repository. */
function followed(link, texts) {
    let place = link;
    for (let step = 0; step < LONGEST_CHAIN && place !== null; step += 1) {
        const on = linkAround(place, texts);
        if (on === null)
            return place;
        const target = (0,tree_paths/* resolved */.L$)((0,tree_paths/* directoryOf */.jt)(on), texts.get(on) ?? "");
        const rest = place.slice(on.length + 1);
        place = target === null || rest === "" ? target : (0,tree_paths/* resolved */.L$)(target, rest);
    }
    return null;
}
function linkAround(place, texts) {
    for (let here = place; here !== ""; here = (0,tree_paths/* directoryOf */.jt)(here))
        if (texts.has(here))
            return here;
    return null;
}
function isBehindLink(place, entries) {
    for (let here = place; here !== ""; here = (0,tree_paths/* directoryOf */.jt)(here)) {
        if (entries.get(here)?.kind === "link")
            return true;
    }
    return false;
}

// EXTERNAL MODULE: ./src/targets/sources/workspaces/workspace-change.ts
var workspace_change = __webpack_require__(4416);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/workspaces.ts
/**
 * Impacted targets from the workspaces of a repository (npm, yarn, pnpm, bun, and those in `lazy-ecosystems.ts`). It reads only git's trees: nothing is installed, checked out or run. The targets are the packages.
 */















function workspacesSource() {
    // Several contexts share what was parsed, and the trees that they have in common.
    const readings = new Readings(sharedEcosystems());
    const remembered = new WeakMap();
    const folders = new WeakMap();
    const treesOf = (context) => {
        const trees = remembered.get(context) ?? readBoth(context, readings);
        remembered.set(context, trees);
        return trees;
    };
    return {
        name: "workspaces",
        runsRepositoryCode: false,
        detect: (tree) => detectWorkspace(tree, readings),
        readAhead(head) {
            // The answer asks again, and reports the failure.
            readings.of(head).catch(() => undefined);
        },
        answer: (context) => allWhenUnreadable(context, async (open) => {
            // One process of git reads the manifests and the changed files.
            const [trees, code] = await Promise.all([treesOf(open), (0,code_uses/* changedCode */.wW)(open)]);
            return answer(open, trees, code);
        }),
        async dependents(context, targets) {
            const { base, head } = await treesOf(context);
            const keys = [...targets].flatMap((name) => [...(0,separate_names/* keysOf */.YD)(name, base.graph), ...(0,separate_names/* keysOf */.YD)(name, head.graph)]);
            return (0,separate_names/* inNames */.gC)((0,graph/* dependentsOf */.yk)({ base: base.graph, head: head.graph, changed: new Map() }, keys));
        },
        async owners(context, path) {
            const { base, head } = await treesOf(context);
            if ((0,despite_unreadable/* hasUnknownOwner */.y3)(context, path))
                return [(0,tree_paths/* directoryOf */.jt)(path)];
            return [...new Set([...base.ownersOf(path), ...head.ownersOf(path)].map(separate_names/* targetName */.je))];
        },
        async testTargets(context, path) {
            const { base, head } = await treesOf(context);
            const known = folders.get(context) ?? new Map();
            folders.set(context, known);
            const usesOf = (side, folder) => {
                const key = `${side.tree.commit} ${folder}`;
                const uses = known.get(key) ?? usesOfFolder(side, folder);
                known.set(key, uses);
                return uses;
            };
            const sides = [
                { tree: context.base, workspaces: base },
                { tree: context.head, workspaces: head },
            ];
            const targets = await testTargets(sides, { path, changed: context.changed }, usesOf);
            const graphs = { base: base.graph, head: head.graph, changed: new Map() };
            if (targets === null)
                return null;
            const { used, readers } = targets;
            return (0,separate_names/* inNames */.gC)((0,graph/* firstCauses */.pq)(used, readers, (0,graph/* dependentsOf */.yk)(graphs, readers.keys())));
        },
        async knownNames(context) {
            const { base, head } = await treesOf(context);
            return new Set([...base.graph.keys(), ...head.graph.keys()].map(separate_names/* targetName */.je));
        },
    };
}
/** The manifest of a package. A file that no package owns counts as all, also beside an only one in a folder. */
async function detectWorkspace(tree, readings) {
    try {
        const { packages } = await readings.of(tree, tree.derived?.from);
        return packages[0]?.manifest ?? null;
    }
    catch (error) {
        if (error instanceof ecosystem/* UnreadableManifest */.p1)
            return error.path;
        throw error;
    }
}
async function readBoth({ base, head, signal }, readings) {
    // The head comes first, since the base is a difference to it. A base that cannot be read is still reported first.
    const after = await readings.of(head).catch((error) => ({ error }));
    signal.throwIfAborted();
    const before = await readings.of(base, head).catch((error) => ({ error }));
    const [was, is] = (0,ecosystem/* readTogether */.Vn)([before, after], (read) => {
        if ("error" in read)
            throw read.error;
        return read;
    });
    if (was === undefined || is === undefined)
        throw new Error("both trees were read");
    return { base: was, head: is };
}
const ONLY_IN_ONE_TREE = "it decides how all packages of a workspace are built, and only one of the trees has it";
async function answer(context, { base, head }, texts) {
    const { changed, signal } = context;
    signal.throwIfAborted();
    const before = { tree: context.base, workspaces: base };
    const after = { tree: context.head, workspaces: head };
    const modified = changed.filter(({ status }) => status === "modified").map(({ path }) => path);
    const doubts = new Map();
    const doubt = (path, because) => {
        const known = doubts.get(path);
        if (known === undefined)
            doubts.set(path, [because]);
        else
            known.push(because);
    };
    const known = await (0,lock_changes/* lockChanges */.Bt)(before, after, modified, doubt);
    const paths = changed.flatMap(({ path, isSubmodule }) => (isSubmodule ? [] : [path]));
    const manifests = await (0,root_changes/* rootChanges */.QM)(before, after, paths, known, doubt);
    const configuration = await configurationChanges([before, after], changed, doubt);
    const workflows = await workflowTargets([before, after], context.workflows, doubt);
    const followed = new Map([...configuration.readers, ...workflows.readers]);
    for (const { path } of changed) {
        const isInOne = [base, head].some((one) => one.lockAt(path) ?? one.rootManifestAt(path));
        if (isInOne && !modified.includes(path) && !doubts.has(path))
            doubt(path, ONLY_IN_ONE_TREE);
    }
    const { used, asked } = (0,code_uses/* codeUses */.Ad)(base, head, texts);
    const impact = (0,workspace_change/* workspaceImpact */.kh)({
        base,
        head,
        changed,
        locks: new Map([...manifests, ...followed]),
        code: { used, asked: (0,graph/* firstCauses */.pq)(asked, configuration.asked, workflows.asked) },
    });
    const notes = head.single === null ? [] : [noteOn(head.single)];
    const read = followed.size > 0 ? { followed: new Set(followed.keys()) } : {};
    return { kind: "targets", ...impact, targets: (0,separate_names/* inNames */.gC)(impact.targets), ...read, disowned: doubts, notes };
}
function noteOn({ name, manifest }) {
    return `${name} (${manifest}) is the only package, so every change affects it. To test changes apart, map folders with paths.`;
}
async function allWhenUnreadable(context, answered) {
    try {
        return await answered(context);
    }
    catch (error) {
        if (!(error instanceof ecosystem/* UnreadableManifest */.p1))
            throw error;
        const cause = (0,despite_unreadable/* unreadableCause */.jn)(error);
        if (context.wantsEveryCause !== true)
            return { kind: "all", cause };
        return { kind: "all", cause, rest: await (0,despite_unreadable/* despiteUnreadable */.gt)(context, cause, answered) };
    }
}
/** All ecosystems, those without a file in the tree as empty ones. Trees share them, since they keep what they have parsed. */
function sharedEcosystems() {
    const always = ECOSYSTEMS.map((ecosystem) => ecosystem());
    const loaded = new Map();
    return (tree) => [...always, ...lazyEcosystemsOf(tree, loaded)];
}
const ECOSYSTEMS = [node_workspaces/* nodeEcosystem */.z, treeEdges];


/***/ })

};
