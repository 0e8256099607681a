export const id = 744;
export const ids = [744];
export const modules = {

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
        const workspaces = await (0,workspace_tree/* readWorkspaceTree */.C)(recorded, this.#ecosystemsOf(tree));
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

// EXTERNAL MODULE: ./src/targets/sources/workspaces/root-changes.ts + 1 modules
var root_changes = __webpack_require__(6498);
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
        found.push(...portion.filter((file) => isNamedBy(texts.get(file) ?? null, file, path, entries)));
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
        const byName = new Set(workspaces.packages.map(({ name }) => name));
        return places.flatMap((written) => {
            const [name = ""] = /^(?:@[\w.-]+\/)?[\w.-]+/.exec(written) ?? [];
            return [...(byName.has(name) ? [name] : []), ...packagesAt(written, workspaces)];
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
        found.push(...portion.filter(begins));
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
 * without an owner may be a part of what it tests, so the change may then concern every package.
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
            if (owners.length === 0 && !(0,inert_files/* isProse */.y6)(path))
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
        detect: detectWorkspace,
        readAhead(head) {
            // The answer asks again, and reports the failure.
            readings.of(head).catch(() => undefined);
        },
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
        const tree = await (0,workspace_tree/* readWorkspaceTree */.C)(head, sharedEcosystems()(head));
        return tree.packages.length > 1 || tree.single !== null ? (tree.packages[0]?.manifest ?? null) : null;
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
    const before = await readings.of(base, head);
    if ("error" in after)
        throw after.error;
    return { base: before, head: after };
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
    const known = await (0,lock_changes/* lockChanges */.Bt)(before, after, modified, doubt);
    const paths = changed.flatMap(({ path, isSubmodule }) => (isSubmodule ? [] : [path]));
    const manifests = await (0,root_changes/* rootChanges */.QM)(before, after, paths, known, doubt);
    const configuration = await configurationChanges([before, after], changed, doubt);
    const workflows = await workflowTargets([before, after], context.workflows, doubt);
    const followed = new Map([...configuration.readers, ...workflows.readers]);
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
    return { kind: "targets", ...impact, ...read, disowned: doubts, notes };
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
    return (tree) => [...always, ...lazyEcosystemsOf(tree, loaded)];
}
const ECOSYSTEMS = [node_workspaces/* nodeEcosystem */.z, treeEdges];


/***/ })

};
