export const id = 52;
export const ids = [52];
export const modules = {

/***/ 5052:
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
// EXTERNAL MODULE: ./src/targets/sources/workspaces/code-uses.ts
var code_uses = __webpack_require__(4570);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/ecosystem.ts
var ecosystem = __webpack_require__(2730);
// EXTERNAL MODULE: ./src/targets/parse-yaml.ts
var parse_yaml = __webpack_require__(1533);
// EXTERNAL MODULE: ./src/targets/tree-paths.ts
var tree_paths = __webpack_require__(5213);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/parse-toml.ts
var parse_toml = __webpack_require__(5150);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/lazy-ecosystems.ts
/** Ecosystems that are loaded only for a repository with one of their files, each in a separate part of the bundle. */



const LAZY_ECOSYSTEMS = {
    cargo: {
        files: /^Cargo\.toml$/,
        prepare: parse_toml/* loadToml */.X,
        load: async () => (await __webpack_require__.e(/* import() */ 503).then(__webpack_require__.bind(__webpack_require__, 5503))).cargoEcosystem,
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
        load: async () => (await __webpack_require__.e(/* import() */ 88).then(__webpack_require__.bind(__webpack_require__, 7088))).pythonEcosystem,
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
async function lazyEcosystemsOf(tree, loaded) {
    const names = [...(0,tree_paths/* pathsByName */.v1)(await tree.entries()).keys()];
    return Promise.all(Object.entries(LAZY_ECOSYSTEMS).map(async ([name, lazy]) => {
        if (!names.some((file) => lazy.files.test(file)))
            return ABSENT;
        const known = loaded.get(name) ?? loadedFrom(lazy);
        loaded.set(name, known);
        return known;
    }));
}
async function loadedFrom({ prepare, load }) {
    const [ecosystem] = await Promise.all([load(), prepare?.()]);
    return ecosystem();
}

// EXTERNAL MODULE: ./src/targets/sources/workspaces/parsed-files.ts
var parsed_files = __webpack_require__(7527);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/lock-changes.ts



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
        const directories = whoSees(before, after, uncertain);
        const owners = directories === null ? null : namesOf(directories, [base, head], path, uncertain);
        if (owners !== null)
            changes.set(path, owners);
    }
    return changes;
}
async function lockGraphOf({ tree, workspaces }, path) {
    const lock = workspaces.lockAt(path);
    const bytes = (await tree.read([path])).get(path);
    if (lock === null || bytes === undefined)
        return null;
    try {
        return lock.read((0,parsed_files/* textOf */.b6)(bytes), lock.workspace);
    }
    catch {
        return null; // The content is not trusted: any error means that the effect is uncertain.
    }
}
/** The directories of packages that a difference affects; null when that is uncertain. */
function whoSees(before, after, uncertain = () => undefined) {
    if (before.rest !== after.rest) {
        uncertain("its settings for all packages differ");
        return null;
    }
    const changed = differing(before.nodes, after.nodes);
    changed.delete(ecosystem/* UNRESOLVED */.gm);
    if (isUsed(ecosystem/* UNRESOLVED */.gm, [before, after]))
        changed.add(ecosystem/* UNRESOLVED */.gm);
    if (after.spreads)
        for (const key of builtAnew(changed, [before, after]))
            changed.add(key);
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
    const stray = [...changed].find((key) => !reached.has(key));
    if (stray !== undefined) {
        uncertain(`no package depends on its changed entry ${stray}`);
        return null;
    }
    // Tools that are installed at the root are used by all packages.
    if (!after.sharesRoot || !seen.has(""))
        return seen;
    uncertain("the change reaches what is installed at the root, which all packages use");
    return null;
}
function isUsed(key, locks) {
    return locks.some(({ importers, nodes }) => [...importers.values(), ...nodes.values()].some(({ dependencies }) => dependencies.includes(key)));
}
/** What changed nodes depend on, directly or indirectly: it may now be requested with other features. */
function builtAnew(changed, locks) {
    return new Set(locks.flatMap(({ nodes }) => [
        ...reachableFrom([...changed].filter((key) => nodes.has(key)), nodes),
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
function namesOf(directories, sides, path, uncertain) {
    const names = new Set();
    for (const directory of directories) {
        const found = sides.flatMap(({ workspaces }) => packagesAt(workspaces.lockAt(path)?.workspace ?? null, directory));
        if (found.length === 0) {
            uncertain(`it changes dependencies of ${directory === "" ? "the root" : directory}, which is no package`);
            return null;
        }
        for (const name of found)
            names.add(name);
    }
    return [...names];
}
function packagesAt(workspace, directory) {
    if (workspace === null)
        return [];
    const place = (0,tree_paths/* joined */.oR)(workspace.root, directory);
    return workspace.packages.filter((one) => one.directory === place).map(({ name }) => name);
}

// EXTERNAL MODULE: ./src/targets/sources/workspaces/node/node-workspaces.ts + 6 modules
var node_workspaces = __webpack_require__(7057);
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
        return (await known).workspaces;
    }
    async #read(tree, other) {
        const before = other === undefined ? undefined : await this.#known.get(other);
        if (other !== undefined && before !== undefined) {
            const paths = (other.derived?.from === tree ? other : tree.derived?.from === other ? tree : null)
                ?.derived;
            if (isReadAlike(await other.entries(), await tree.entries(), before.opened, paths?.differing))
                return before;
        }
        const recorded = new RecordedTree(tree);
        const ecosystems = await this.#ecosystemsOf(tree);
        return { workspaces: await (0,workspace_tree/* readWorkspaceTree */.C)(recorded, ecosystems), opened: recorded.opened };
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

// EXTERNAL MODULE: ./src/targets/sources/workspaces/root-changes.ts + 1 modules
var root_changes = __webpack_require__(6498);
// EXTERNAL MODULE: ./src/targets/rules/global-inputs.ts
var global_inputs = __webpack_require__(5669);
// EXTERNAL MODULE: ./src/targets/rules/inert-files.ts
var inert_files = __webpack_require__(9352);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/root-configuration.ts



/** Files that select or record others. */
const NOT_READERS = /(?:^|\/)(?:\.\w*ignore|CODEOWNERS|\.gitattributes|[^/]*\.(?:md|lock)|package-lock\.json|pnpm-lock\.yaml)$/;
/** Tools look for these, in the folder of a file and above. */
const LOOKED_FOR = /^(?:tsconfig|jsconfig)\.json$/;
const ESLINT = /(?:^|\/)\.eslintrc(?:\.\w+)?$/;
const JEST_CONFIG = /(?:^|\/)jest\.config\.[cm]?[jt]s$/;
const LINTED = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx)$/;
const IS_LINT_ROOT = /(?:"root"|'root'|\broot)\s*:\s*true\b/;
const TOKEN = /[\w@.$/-]{1,300}/g;
const MOST_BYTES = 2 * 1024 * 1024;
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
    for (const name of namedAnew(path, texts, sides))
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
    if (ESLINT.test(path)) {
        for (const file of await lintedFiles(tree))
            for (const owner of workspaces.ownersOf(file))
                found.add(owner);
    }
    if (path.startsWith("jest.preset.")) {
        const configs = await textsOf(tree, [...entries.keys()].filter((one) => JEST_CONFIG.test(one)));
        const computed = [...configs].find(([, text]) => computesPreset(text));
        if (computed !== undefined)
            return `${computed[0]} computes its preset`;
    }
    // A configuration at the root that names this one is followed to its own readers.
    const seen = new Set([path]);
    for (const here of seen) {
        const naming = await namingFiles(here, tree);
        if (naming === null)
            return "the files that may read it are not on this machine";
        for (const file of naming) {
            const owners = workspaces.ownersOf(file);
            for (const owner of owners)
                found.add(owner);
            if (owners.length > 0 || seen.has(file))
                continue;
            if (LOOKED_FOR.test(file))
                return `${file} reads it, which tools look for in every folder`;
            if ((0,global_inputs/* globalUnlessFollowed */.C)(file) === null || ESLINT.test(file))
                return `${file} names it, and no target owns that file`;
            seen.add(file);
        }
    }
    return found;
}
/** Files below no other configuration that declares itself a root. */
async function lintedFiles(tree) {
    const paths = [...(await tree.entries()).keys()];
    const nested = await textsOf(tree, paths.filter(isNestedLint));
    const roots = new Set([...nested].flatMap(([path, text]) => (IS_LINT_ROOT.test(text) ? [(0,tree_paths/* directoryOf */.jt)(path)] : [])));
    const isIsolated = (path) => {
        for (let here = (0,tree_paths/* directoryOf */.jt)(path); here !== ""; here = (0,tree_paths/* directoryOf */.jt)(here))
            if (roots.has(here))
                return true;
        return false;
    };
    return paths.filter((path) => LINTED.test(path) && !isIsolated(path));
}
function isNestedLint(path) {
    return ESLINT.test(path) && path.includes("/");
}
/** Files that may name it; null when they are not on this machine. */
async function namingFiles(path, tree) {
    const stem = stemOf(path);
    const naming = await tree.naming([stem], [":(exclude)*.md", ":(exclude)*.lock"]);
    if (naming === null)
        return null;
    const texts = await textsOf(tree, naming.filter((one) => one !== path && !NOT_READERS.test(one) && !(0,inert_files/* isProse */.y6)(one)));
    return [...texts].flatMap(([file, text]) => (isNamedBy(text, file, path) ? [file] : []));
}
/** `tsconfig.base` for `tsconfig.base.json`: the ending may be left out. */
function stemOf(path) {
    return path.replace(/(?<=.)\.(?:json|[cm]?[jt]s|ya?ml)$/, "");
}
/** A relative path means the file that it leads to; a name without one may mean the root's. */
function isNamedBy(text, file, path) {
    const stem = stemOf(path);
    return [...text.matchAll(TOKEN)].some(([token]) => {
        const name = (0,tree_paths/* fileNameOf */.bV)(token);
        if (name !== stem && stemOf(name) !== stem)
            return false;
        if (!/^\.{1,2}\//.test(token))
            return true;
        const place = (0,tree_paths/* resolved */.L$)((0,tree_paths/* directoryOf */.jt)(file), token);
        return place !== null && stemOf(place) === stem;
    });
}
/** Packages that a line of one text names, and no line of the other. */
function namedAnew(path, texts, sides) {
    const tokens = texts.map((text) => new Set(text.match(TOKEN) ?? []));
    const differing = [...new Set(tokens.flatMap((some) => [...some]))].filter((token) => tokens.some((some) => !some.has(token)));
    if (differing.length === 0)
        return [];
    return sides.flatMap(({ workspaces }) => {
        const byName = new Set(workspaces.packages.map(({ name }) => name));
        const plugins = ESLINT.test(path) ? [...byName].filter((name) => name.includes("eslint")) : [];
        const named = differing.flatMap((token) => {
            const place = (0,tree_paths/* resolved */.L$)("", token);
            const around = place === null || place === "" ? [] : workspaces.ownersOf(`${place}/`);
            const [name = ""] = /^(?:@[\w.-]+\/)?[\w.-]+/.exec(token) ?? [];
            return byName.has(name) ? [name, ...around] : around;
        });
        return [...plugins, ...named];
    });
}
/** Changed files that name such a configuration in the head only, or decide which folders `.eslintrc` applies to. */
async function beginningToRead([before, after], changed) {
    const paths = [...(await after.tree.entries()).keys()];
    const configurations = paths.filter((path) => !path.includes("/") && (0,global_inputs/* globalUnlessFollowed */.C)(path) !== null);
    const others = changed.filter(({ path, isSubmodule }) => !isSubmodule && !configurations.includes(path));
    if (configurations.length === 0 || others.length === 0)
        return [];
    const read = others.map(({ path }) => path);
    const [was, is] = [await textsOf(before.tree, read), await textsOf(after.tree, read)];
    return read.filter((path) => {
        if (isNestedLint(path))
            return true;
        const [old, text] = [was.get(path) ?? "", is.get(path) ?? ""];
        return configurations.some((one) => isNamedBy(text, path, one) && !isNamedBy(old, path, one));
    });
}
/** Empty for a file that the tree lacks; null for one that is no text. */
async function textAt(tree, path) {
    if (!(await tree.entries()).has(path))
        return "";
    return (await textsOf(tree, [path])).get(path) ?? null;
}
async function textsOf(tree, paths) {
    const decoder = new TextDecoder();
    const contents = paths.length === 0 ? [] : await tree.read(paths);
    return new Map([...contents].flatMap(([path, bytes]) => bytes.length > MOST_BYTES ? [] : [[path, decoder.decode(bytes)]]));
}
/** What may be called: it only loads what a text names, or merges. */
const PLAIN_CALLS = new Set(["require", "import", "defineConfig", "Object.assign"]);
/** Strings without placeholders, and comments; an unclosed string ends at the end of the text. */
const STRINGS_AND_COMMENTS = /"(?:[^"\\\n]|\\.)*(?:"|$)|'(?:[^'\\\n]|\\.)*(?:'|$)|`(?:[^`\\$]|\\.)*(?:`|$)|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/gm;
/** What it computes with, for people; null for a fixed one, and for JSON and YAML. */
function computes(path, text) {
    if (!/\.[cm]?[jt]s$/.test(path))
        return null;
    const code = text.replace(STRINGS_AND_COMMENTS, '""');
    if (code.includes("${"))
        return "a template";
    if (/=>|\bfunction\b/.test(code))
        return "a function";
    if (/\bprocess\b/.test(code))
        return "`process`";
    if (/""\s*\+|\+\s*""/.test(code))
        return "texts that it joins";
    for (const [, name = ""] of code.matchAll(/([\w$]+(?:\s*\.\s*[\w$]+){0,5})\s*\(/g)) {
        const called = name.replace(/\s/g, "");
        if (!PLAIN_CALLS.has(called))
            return `\`${called}\``;
    }
    // `require(name)` may load anything.
    return /\b(?:require|import)\s*\(\s*(?!\s|"")/.test(code) ? "a name that it requires" : null;
}
/** Jest's `preset` is not a fixed text. */
function computesPreset(text) {
    const code = text.replace(STRINGS_AND_COMMENTS, '""');
    return /\bpreset\s*(?::\s*(?!\s|"")|[,}])/.test(code);
}

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
    const texts = await root_tests_textsOf(tree, files.map(({ path }) => path));
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
    const texts = await root_tests_textsOf(tree, paths.filter((path) => !SELECTS.test(path)));
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
    const texts = await root_tests_textsOf(tree, paths);
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
async function root_tests_textsOf(tree, paths) {
    const decoder = new TextDecoder();
    const contents = await tree.read(paths.filter((path) => !NOT_READ.test(path)));
    return new Map([...contents].map(([path, bytes]) => [path, decoder.decode(bytes)]));
}
/** Packages that texts name, also by their directory or by a directory around them; null with a word that is too long. */
function membersIn(texts, { packages }) {
    const names = new Set(packages.map(({ name }) => name));
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
                if (names.has(words))
                    found.add(words);
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

// EXTERNAL MODULE: ./src/targets/sources/workspaces/hidden-members.ts
var hidden_members = __webpack_require__(2150);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/tree-edges.ts



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
            const names = [...(0,tree_paths/* pathsByName */.v1)(entries).keys()].filter((name) => CONFIGURATION.test(name));
            const paths = names.flatMap((name) => (0,tree_paths/* pathsNamed */.o3)(entries, name));
            const outsiders = [...(await linkEdges(tree))];
            for (const [path, parsed] of await configurations.read(tree, paths)) {
                if (parsed.kind === "unreadable")
                    continue;
                const places = parsed.value.flatMap((written) => placeOf(path, written, entries) ?? []);
                if (places.length > 0)
                    outsiders.push(outsider(path, places));
            }
            return { workspaces: [], outsiders };
        },
    };
}
function outsider(path, places) {
    return { manifest: path, code: path, places: new Set(places), names: new Set() };
}
/** Paths that begin with a dot; others lead to installed packages, which manifests request. */
function parseConfiguration(text) {
    const value = JSON.parse(withoutComments(text));
    const configuration = (0,parsed_files/* asTable */.fO)(value);
    const references = configuration?.get("references");
    const written = [
        ...[configuration?.get("extends")].flat(),
        ...[references].flat().map((reference) => (0,parsed_files/* textAt */.$6)((0,parsed_files/* asTable */.fO)(reference), "path")),
    ];
    return written.filter((path) => typeof path === "string" && path.startsWith("."));
}
/** Also without the commas before a closing bracket. */
function withoutComments(text) {
    const kept = text.replace(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g, (_all, quoted) => quoted ?? " ");
    return kept.replace(/("(?:[^"\\\n]|\\.)*")|,(\s*[}\]])/g, (_all, quoted, end) => quoted ?? end ?? "");
}
/** The ending `.json` may be left out; a place behind a link is not followed. */
function placeOf(path, written, entries) {
    const place = (0,tree_paths/* resolved */.L$)((0,tree_paths/* directoryOf */.jt)(path), written);
    if (place === null || place === "" || isBehindLink(place, entries))
        return null;
    return entries.has(place) || !entries.has(`${place}.json`) ? place : `${place}.json`;
}
/** The final target of each link, unless it is the whole repository. */
async function linkEdges(tree) {
    const entries = await tree.entries();
    const links = (0,hidden_members/* hiddenIn */.k_)(entries).flatMap(({ path, kind }) => (kind === "link" ? path : []));
    const texts = links.length === 0 ? new Map() : await tree.readLinks(links);
    return links.flatMap((link) => {
        const target = followed(link, texts);
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
        detect: detectWorkspace,
        answer: (context) => allWhenUnreadable(async () => {
            // One process of git reads the manifests and the changed files.
            const [trees, code] = await Promise.all([treesOf(context), (0,code_uses/* changedCode */.wW)(context)]);
            return answer(context, trees, code);
        }),
        async dependents(context, targets) {
            const { base, head } = await treesOf(context);
            return (0,graph/* dependentsOf */.yk)({ base: base.graph, head: head.graph, changed: new Map() }, targets);
        },
        async owners(context, path) {
            const { base, head } = await treesOf(context);
            return [...new Set([...base.ownersOf(path), ...head.ownersOf(path)])];
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
            return (0,graph/* firstCauses */.pq)(used, readers, (0,graph/* dependentsOf */.yk)(graphs, readers.keys()));
        },
        async knownNames(context) {
            const { base, head } = await treesOf(context);
            return new Set([...base.graph.keys(), ...head.graph.keys()]);
        },
    };
}
/** The manifest of a package: of one among several, or of the only one, at the root. */
async function detectWorkspace(head) {
    try {
        const tree = await (0,workspace_tree/* readWorkspaceTree */.C)(head, await sharedEcosystems()(head));
        return tree.packages.length > 1 || tree.single !== null ? (tree.packages[0]?.manifest ?? null) : null;
    }
    catch (error) {
        if (error instanceof ecosystem/* UnreadableManifest */.p1)
            return error.path;
        throw error;
    }
}
async function readBoth({ base, head, signal }, readings) {
    await Promise.all([base.entries(), head.entries()]);
    const before = await readings.of(base, head);
    signal.throwIfAborted();
    return { base: before, head: await readings.of(head, base) };
}
const ONLY_IN_ONE_TREE = "it decides how all packages of a workspace are built, and only one of the trees has it";
async function answer(context, { base, head }, texts) {
    const { changed, signal } = context;
    signal.throwIfAborted();
    const before = { tree: context.base, workspaces: base };
    const after = { tree: context.head, workspaces: head };
    const modified = changed.filter(({ status }) => status === "modified").map(({ path }) => path);
    const doubts = new Map();
    for (const { path } of changed) {
        const isInOne = [base, head].some((one) => one.lockAt(path) ?? one.rootManifestAt(path));
        if (isInOne && !modified.includes(path))
            doubts.set(path, ONLY_IN_ONE_TREE);
    }
    const doubt = (path, because) => doubts.set(path, because);
    const known = await lockChanges(before, after, modified, doubt);
    const paths = changed.flatMap(({ path, isSubmodule }) => (isSubmodule ? [] : [path]));
    const manifests = await (0,root_changes/* rootChanges */.QM)(before, after, paths, known, doubt);
    const configuration = await configurationChanges([before, after], changed, doubt);
    const { used, asked } = (0,code_uses/* codeUses */.Ad)(base, head, texts);
    const impact = (0,workspace_change/* workspaceImpact */.kh)({
        base,
        head,
        changed,
        locks: new Map([...manifests, ...configuration.readers]),
        code: { used, asked: (0,graph/* firstCauses */.pq)(asked, configuration.asked) },
    });
    const notes = head.single === null ? [] : [noteOn(head.single)];
    const followed = new Set(configuration.readers.keys());
    return { kind: "targets", ...impact, ...(followed.size > 0 ? { followed } : {}), disowned: doubts, notes };
}
function noteOn({ name, manifest }) {
    return `${name} (${manifest}) is the only package, so every change affects it. To test changes apart, map folders with paths.`;
}
async function allWhenUnreadable(answered) {
    try {
        return await answered();
    }
    catch (error) {
        if (!(error instanceof ecosystem/* UnreadableManifest */.p1))
            throw error;
        const hint = "Correct the manifest, or remove it from the workspace.";
        return { kind: "all", cause: { subject: error.path, rule: error.problem, hint } };
    }
}
/** All ecosystems, those without a file in the tree as empty ones. Trees share them, since they keep what they have parsed. */
function sharedEcosystems() {
    const always = ECOSYSTEMS.map((ecosystem) => ecosystem());
    const loaded = new Map();
    return async (tree) => [...always, ...(await lazyEcosystemsOf(tree, loaded))];
}
const ECOSYSTEMS = [node_workspaces/* nodeEcosystem */.z, treeEdges];


/***/ })

};
