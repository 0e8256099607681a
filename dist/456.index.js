export const id = 456;
export const ids = [456];
export const modules = {

/***/ 3593:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   eq: () => (/* binding */ impactedTargets),
/* harmony export */   pq: () => (/* binding */ firstCauses),
/* harmony export */   yk: () => (/* binding */ dependentsOf)
/* harmony export */ });
/* unused harmony exports changedTargets, rewiredTargets, deletedTargets, newlyUsedTargets */
const NOTHING = new Set();
/** Each with the first cause that was found, the most telling ones first. */
function impactedTargets(change) {
    const deleted = deletedTargets(change);
    const touched = firstCauses(deleted, changedTargets(change), rewiredTargets(change));
    return firstCauses(touched, dependentsOf(change, touched.keys()), newlyUsedTargets(change));
}
/** Those that the head tree still has, or has now. */
function changedTargets({ head, changed }) {
    return new Map([...changed].filter(([target]) => head.has(target)));
}
/** Those whose own edges differ: they see something else from now on, wherever that was written down. */
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
/** All that depend on one of them, over any number of steps of which each is in one of the graphs. */
function dependentsOf({ base, head }, targets) {
    const dependents = reversed([base, head]);
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
/** Those that somebody depends on in the head tree and did not in the base tree. */
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
/** What comes first wins. */
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
function reversed(graphs) {
    const dependents = new Map();
    for (const graph of graphs) {
        for (const [target, dependencies] of graph) {
            for (const on of dependencies) {
                const known = dependents.get(on);
                if (known === undefined)
                    dependents.set(on, new Set([target]));
                else
                    known.add(target);
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

/***/ 2730:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   UO: () => (/* binding */ isWithin),
/* harmony export */   e2: () => (/* binding */ readEach),
/* harmony export */   p1: () => (/* binding */ UnreadableManifest)
/* harmony export */ });
/** A manifest that decides what the targets are, and cannot be read. */
class UnreadableManifest extends Error {
    name = "UnreadableManifest";
    path;
    /** As a clause that holds none of the manifest's own words: `it is no JSON`. */
    problem;
    constructor(path, problem) {
        super(`a manifest is unreadable: ${problem}`);
        this.path = path;
        this.problem = problem;
    }
}
/**
 * Reads each workspace. One that stands inside another and cannot be read is left out, since test fixtures look like
 * that; its files then belong to the outer one's packages, or to nobody.
 */
async function readEach(roots, read) {
    const outermostFirst = [...roots].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    const found = [];
    for (const [index, root] of outermostFirst.entries()) {
        try {
            found.push(await read(root));
        }
        catch (error) {
            const isInner = outermostFirst.slice(0, index).some((outer) => isWithin(root, outer));
            if (!(error instanceof UnreadableManifest && isInner))
                throw error;
        }
    }
    return found;
}
/** The directory itself, or something in it. */
function isWithin(path, directory) {
    return directory === "" || path === directory || path.startsWith(`${directory}/`);
}


/***/ }),

/***/ 2150:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   OM: () => (/* binding */ claims),
/* harmony export */   k_: () => (/* binding */ hiddenIn),
/* harmony export */   ly: () => (/* binding */ refuseHidden),
/* harmony export */   qx: () => (/* binding */ ownersIn),
/* harmony export */   wL: () => (/* binding */ territoryOf)
/* harmony export */ });
/* harmony import */ var _ecosystem_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2730);
/* harmony import */ var _tree_paths_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(605);


/** Submodules and links of a tree, but for those of installed packages. */
function hiddenIn(entries) {
    const found = [];
    for (const entry of entries.values()) {
        if (entry.kind !== "link" && entry.kind !== "submodule")
            continue;
        if (!`/${entry.path}/`.includes("/node_modules/"))
            found.push(entry);
    }
    return found;
}
/** Throws `UnreadableManifest` where one of them is a submodule, or a link to a folder with manifests in it. */
async function refuseHidden(tree, candidates, { fileName, members }) {
    const links = candidates.filter(({ kind }) => kind === "link").map(({ path }) => path);
    const targets = links.length === 0 ? new Map() : await tree.readLinks(links);
    const entries = await tree.entries();
    for (const { path, kind } of candidates) {
        if (kind === "submodule") {
            throw new _ecosystem_js__WEBPACK_IMPORTED_MODULE_0__/* .UnreadableManifest */ .p1(path, "it may be a member, and what is in a submodule is not read");
        }
        const text = targets.get(path);
        const target = text === undefined ? null : (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .resolved */ .L$)((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt)(path), text);
        if (target !== null && !mayHideMembers(target, entries, fileName, members))
            continue;
        throw new _ecosystem_js__WEBPACK_IMPORTED_MODULE_0__/* .UnreadableManifest */ .p1(path, "it may be a member, and folders behind links are not read");
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
/** One workspace with what is asked of it again and again: whose a directory in it is. */
function territoryOf(workspace, ecosystem, lockfiles) {
    const byDirectory = new Map();
    for (const one of workspace.packages) {
        const beside = byDirectory.get(one.directory);
        if (beside === undefined)
            byDirectory.set(one.directory, [one]);
        else
            beside.push(one);
    }
    return { workspace, ecosystem, lockfiles, byDirectory };
}
/** Whether the package at the root owns a file of no other package. */
function claims({ root, claims: claimsInside }, path) {
    if (claimsInside === null)
        return false;
    if (root === "")
        return claimsInside(path);
    return path.startsWith(`${root}/`) && claimsInside(path.slice(root.length + 1));
}
/** The nearest package of each workspace around the path; files at a root are nobody's, unless claimed. */
function ownersIn(territories, path) {
    const directory = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt)(path);
    return territories.flatMap(({ workspace, byDirectory }) => {
        const owners = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .nearest */ .pA)(byDirectory, directory) ?? [];
        return owners
            .filter((owner) => owner.directory !== workspace.root || claims(workspace, path))
            .map(({ name }) => name);
    });
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
/** Patterns that say which directories are members of a workspace, as `workspaces`, `packages` and `members` hold them. */



const AMBIGUOUS = "its patterns exclude and bring in again, and tools differ in what that means";
const HIDDEN = /(?:^|\/)\.[^./]/;
/** Hardly any system can check out longer ones, which bounds the time of many patterns against many directories. */
const LONGEST_DIRECTORY = 400;
/** Stands for any name, of which a pattern that matches it matches every other. */
const ANY = "\0/\0";
/**
 * A leading `!` excludes, for good where `exclusionsAreFinal`. Elsewhere each tool has its own idea of a pattern that
 * brings something in again, so that nobody can tell whether what both match is a member: throws `UnreadableManifest`.
 */
function memberTest(patterns, manifest, { exclusionsAreFinal }) {
    const compiled = patterns.map((pattern) => compiledPattern(pattern, manifest));
    const isTakenBack = compiled.some(({ excludes, matches }, index) => excludes && compiled.slice(index).some((later) => !later.excludes && matches(later.text)));
    const has = (root, directory) => {
        const relative = root === "" ? directory : node_path__WEBPACK_IMPORTED_MODULE_0__.posix.relative(root, directory);
        if (compiled.length > 0 && relative.length > LONGEST_DIRECTORY) {
            throw new _ecosystem_js__WEBPACK_IMPORTED_MODULE_2__/* .UnreadableManifest */ .p1(manifest, "there is a directory with too long a name for its patterns");
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
 * Whether patterns of files match, or may match, something in a directory. What excludes is left out, and what cannot be
 * meant matches anything: rather too much than too little.
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
        // Stars leave hidden folders alone here, other than in patterns for changed files.
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
        throw new _ecosystem_js__WEBPACK_IMPORTED_MODULE_2__/* .UnreadableManifest */ .p1(manifest, "one of its patterns cannot be meant");
    }
}
/** Whether the first names of the pattern are those of a directory. Alternatives may hold slashes: they reach anywhere. */
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

/***/ 1700:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   v: () => (/* binding */ parseNodeManifest)
/* harmony export */ });
/* harmony import */ var _parsed_files_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7527);
/** A `package.json`, as far as it says who depends on whom. */

/** All of them: a test sees whatever is installed. */
const DEPENDENCY_FIELDS = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
function parseNodeManifest(text) {
    const manifest = (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .asTable */ .fO)(parseJson(text));
    if (manifest === null)
        throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .ManifestProblem */ .Rn("it is no JSON object");
    const overrides = [manifest.get("overrides"), manifest.get("resolutions")];
    const pnpm = (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .asTable */ .fO)(manifest.get("pnpm"));
    return {
        name: (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(manifest, "name") === "" ? null : (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(manifest, "name"),
        workspaces: workspacesOf(manifest.get("workspaces")),
        dependencies: DEPENDENCY_FIELDS.flatMap((field) => dependenciesIn(manifest, field)),
        files: (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .asTexts */ .DW)(manifest.get("files")) ?? [],
        overrides: [...overrides, pnpm?.get("overrides")].flatMap((value) => nestedDependencies(value)),
    };
}
function parseJson(text) {
    try {
        const value = JSON.parse(text);
        return value;
    }
    catch {
        throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .ManifestProblem */ .Rn("it is no JSON");
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
        throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .ManifestProblem */ .Rn("its `workspaces` are no list of patterns");
    return patterns.length === 0 ? null : patterns;
}
function dependenciesIn(manifest, field) {
    const value = manifest.get(field);
    if (value === undefined || value === null)
        return [];
    // Old tools wrote an empty list where nothing was.
    if (Array.isArray(value) && value.length === 0)
        return [];
    const table = (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .asTable */ .fO)(value);
    if (table === null)
        throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .ManifestProblem */ .Rn(`its \`${field}\` are no table`);
    return [...table].map(([name, range]) => ({ name, range: typeof range === "string" ? range : "" }));
}
/** Overrides hold tables of overrides. JSON bounds how deep that goes. */
function nestedDependencies(value) {
    return [...((0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .asTable */ .fO)(value) ?? [])].flatMap(([name, inner]) => typeof inner === "string" ? [{ name, range: inner }] : nestedDependencies(inner));
}


/***/ }),

/***/ 960:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  z: () => (/* binding */ nodeEcosystem)
});

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./src/targets/parse-yaml.ts
var parse_yaml = __webpack_require__(1533);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/ecosystem.ts
var ecosystem = __webpack_require__(2730);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/hidden-members.ts
var hidden_members = __webpack_require__(2150);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/member-patterns.ts
var member_patterns = __webpack_require__(9960);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/node-manifest.ts
var node_manifest = __webpack_require__(1700);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/parsed-files.ts
var parsed_files = __webpack_require__(7527);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/tree-paths.ts
var tree_paths = __webpack_require__(605);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/package-lock.ts


/** The newer ones say under `packages` what `dependencies` repeats for old readers. */
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
        const dependencies = entry === null ? null : dependenciesOf(place, entry, packages);
        if (entry === null || dependencies === null)
            return null;
        const node = { content: JSON.stringify(value), dependencies };
        if (isInstalled(place))
            nodes.set(place, node);
        else
            importers.set(place, node);
    }
    return { importers, nodes: withoutLinks(nodes, packages, importers), rest: restOf(lock) };
}
function isInstalled(place) {
    return `/${place}/`.includes(`/${INSTALLED}/`);
}
/** Keys of what its dependencies are resolved to; null when one is missing that should be there. */
function dependenciesOf(place, entry, packages) {
    const optional = new Set([
        ...(0,parsed_files/* tableAt */.af)(entry, "peerDependenciesMeta").keys(),
        ...(0,parsed_files/* tableAt */.af)(entry, "optionalDependencies").keys(),
    ]);
    const keys = new Set();
    for (const field of FIELDS) {
        // What a package needs only for its own development is not installed with it.
        if (field === "devDependencies" && isInstalled(place))
            continue;
        for (const name of (0,parsed_files/* tableAt */.af)(entry, field).keys()) {
            const key = lookUp(place, name, packages);
            if (key !== null)
                keys.add(key);
            else if (!optional.has(name) && field !== "peerDependencies")
                return null;
        }
    }
    return [...keys];
}
/** As Node does it: the nearest `node_modules` upwards that has it. */
function lookUp(place, name, packages) {
    for (let here = place;; here = (0,tree_paths/* directoryOf */.jt)(here)) {
        const key = (0,tree_paths/* joined */.oR)((0,tree_paths/* joined */.oR)(here, INSTALLED), name);
        if (packages.has(key))
            return key;
        if (here === "")
            return null;
    }
}
/** A link leads to a member of the workspace, and belongs to it; the packages' own graph says the rest. */
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

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/pnpm-lock.ts
/**
 * `pnpm-lock.yaml` of pnpm 8 (6.x) and of pnpm 9 and later (9.0): what each importer gets. pnpm 11 and later may put a
 * document about pnpm itself and its plugins (`packageManagerDependencies`, `configDependencies`) in front.
 */


const IMPORTER_FIELDS = ["dependencies", "devDependencies", "optionalDependencies"];
const NODE_FIELDS = ["dependencies", "optionalDependencies"];
const READ_ELSEWHERE = new Set(["importers", "packages", "snapshots"]);
/** Leads to a directory of the repository, of which the packages' own graph says the rest. */
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
        importers.set(directory === "." ? "" : directory, { content: JSON.stringify(value), dependencies });
    }
    const nodes = new Map();
    for (const [key, value] of lock.snapshots) {
        const dependencies = pnpm_lock_dependenciesOf((0,parsed_files/* asTable */.fO)(value), NODE_FIELDS, lock);
        if (dependencies === null)
            return null;
        const described = lock.packages.get(key) ?? lock.packages.get(withoutPeers(key));
        nodes.set(key, { content: JSON.stringify([value, described]), dependencies });
    }
    if (!areAllDescribed(lock))
        return null;
    const rest = [...file].filter(([name]) => !READ_ELSEWHERE.has(name));
    return { importers, nodes, rest: JSON.stringify([rest, documents.slice(0, -1)]) };
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
/** Null when one leads nowhere. */
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
/** `react-dom@18.2.0(react@18.2.0)` is described once for all its peers. */
function withoutPeers(key) {
    const parenthesis = key.indexOf("(");
    return parenthesis <= 0 ? key : key.slice(0, parenthesis);
}
/** Each description belongs to something that is installed, or a change of it would go unnoticed. */
function areAllDescribed({ packages, snapshots }) {
    const used = new Set([...snapshots.keys()].flatMap((key) => [key, withoutPeers(key)]));
    return [...packages.keys()].every((key) => used.has(key));
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/yarn-lock.ts
/** `yarn.lock`: the one of yarn 1, which says nothing of workspaces, and the YAML of yarn 2 and later, which does. */


function readYarnLock(text, workspace) {
    if (/^# yarn lockfile v1$/m.test(text))
        return readClassic(text, workspace);
    const lock = (0,parsed_files/* asTable */.fO)((0,parse_yaml/* parseYaml */.hN)(text));
    return lock?.has("__metadata") === true ? readBerry(lock) : null;
}
/** Members are not in it: what they get follows from what their manifests ask for. */
function readClassic(text, { packages, root }) {
    const entries = parseClassicLock(text);
    if (entries === null)
        return null;
    const nodes = new Map();
    for (const { descriptors, content, dependencies } of entries) {
        for (const descriptor of descriptors)
            nodes.set(descriptor, { content, dependencies });
    }
    const names = new Set(packages.map(({ name }) => name));
    // A member's name that also comes from a registry: which of the two somebody gets is not known here.
    if ([...nodes.keys()].some((descriptor) => names.has(nameIn(descriptor))))
        return null;
    const importers = new Map();
    for (const { directory, external } of packages) {
        const inside = root === "" ? directory : directory.slice(root.length + 1);
        // A peer is not locked for the member that asks for it.
        const dependencies = [...external].filter((descriptor) => nodes.has(descriptor));
        importers.set(directory === root ? "" : inside, { content: "", dependencies });
    }
    return allResolved(nodes) ? { importers, nodes, rest: "" } : null;
}
function readBerry(lock) {
    const importers = new Map();
    const nodes = new Map();
    const keys = new Map();
    for (const key of lock.keys())
        for (const descriptor of key.split(", "))
            keys.set(descriptor, key);
    for (const [key, value] of lock) {
        if (key === "__metadata")
            continue;
        const entry = (0,parsed_files/* asTable */.fO)(value);
        const dependencies = entry === null ? null : berryDependencies(entry, keys);
        if (dependencies === null)
            return null;
        const [, directory] = /@workspace:(.*)$/s.exec((0,parsed_files/* textAt */.$6)(entry, "resolution") ?? "") ?? [];
        // A member's descriptors change with who asks for it, which is written in the manifest of that one.
        if (directory === undefined)
            nodes.set(key, { content: JSON.stringify(value), dependencies });
        else
            importers.set(directory === "." ? "" : directory, { content: JSON.stringify(value), dependencies });
    }
    return { importers, nodes, rest: JSON.stringify(lock.get("__metadata")) };
}
/** Keys of entries; null when one has none. Members are left to the packages' own graph. */
function berryDependencies(entry, keys) {
    const found = new Set();
    for (const [name, range] of (0,parsed_files/* tableAt */.af)(entry, "dependencies")) {
        if (typeof range !== "string")
            return null;
        const candidates = [`${name}@${range}`, `${name}@npm:${range}`, `${name}@workspace:${range}`];
        const key = candidates.map((candidate) => keys.get(candidate)).find((one) => one !== undefined);
        if (key === undefined)
            return null;
        if (!key.includes("@workspace:"))
            found.add(key);
    }
    return [...found];
}
function allResolved(nodes) {
    return [...nodes.values()].every(({ dependencies }) => dependencies.every((one) => nodes.has(one)));
}
function nameIn(descriptor) {
    return descriptor.slice(0, descriptor.indexOf("@", 1));
}
const DEPENDENCIES = /^ {2}(?:dependencies|optionalDependencies):$/;
const DEPENDENCY = /^ {4}(\S+|"[^"]+") (\S+|"[^"]*")$/;
/** Null for what has another form. */
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

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/node-workspaces.ts
/** Workspaces of npm, yarn, pnpm and bun: which `package.json` files are members, and what each depends on. */











const MANIFEST = "package.json";
const PNPM_WORKSPACE = "pnpm-workspace.yaml";
/** The first that is there names what resolves the workspace's dependencies. */
const LOCKFILES = [
    "pnpm-lock.yaml",
    "yarn.lock",
    "package-lock.json",
    "npm-shrinkwrap.json",
    "bun.lock",
    "bun.lockb",
];
/** A range that leads to a directory, wherever the workspace says that packages are. */
const PATH_RANGE = /^(?:(?:file|link|portal|workspace):)?(\.{1,2}(?:\/.*)?)$|^(?:file|link|portal):(.+)$/s;
/** A range that names another package than the one it stands at. */
const ALIAS_RANGE = /^(?:npm|workspace):((?:@[^/@]+\/)?[^/@]+)@/;
function nodeEcosystem() {
    const manifests = new parsed_files/* ParsedFiles */.pj(node_manifest/* parseNodeManifest */.v);
    const pnpmWorkspaces = new parsed_files/* ParsedFiles */.pj(parsePnpmWorkspace);
    return {
        lockfiles: new Map([
            ["package-lock.json", readPackageLock],
            ["npm-shrinkwrap.json", readPackageLock],
            ["pnpm-lock.yaml", readPnpmLock],
            ["yarn.lock", readYarnLock],
        ]),
        async read(tree) {
            const entries = await tree.entries();
            const byPath = await manifests.read(tree, (0,tree_paths/* pathsNamed */.o3)(entries.keys(), MANIFEST));
            const pnpm = await pnpmWorkspaces.read(tree, (0,tree_paths/* pathsNamed */.o3)(entries.keys(), PNPM_WORKSPACE));
            const hidden = (0,hidden_members/* hiddenIn */.k_)(entries);
            const found = await (0,ecosystem/* readEach */.e2)(rootsIn(byPath, pnpm), async (root) => {
                const members = readMembers(root, byPath, pnpm);
                const candidates = hidden.filter(({ path }) => members.pattern.mayHold(root, path));
                const directories = new Set(members.manifests.keys());
                await (0,hidden_members/* refuseHidden */.ly)(tree, candidates, { fileName: MANIFEST, members: directories });
                return members;
            });
            const everywhere = {
                names: new Set(found.flatMap(({ manifests: members }) => [...namesOf(members).values()])),
                nested: nestedIn(found),
            };
            const known = new Set(found.flatMap(({ manifests: members }) => [...members.keys()]));
            return {
                workspaces: found.map((members) => workspaceOf(members, everywhere, entries)),
                outsiders: [...byPath].flatMap(([path, parsed]) => parsed.kind === "unreadable" || known.has((0,tree_paths/* directoryOf */.jt)(path)) ? [] : [outsider(path, parsed.value)]),
            };
        },
    };
}
/** A manifest that cannot be read is taken for a root only where the tools would look first. */
function rootsIn(manifests, pnpm) {
    const roots = new Set([...pnpm].filter(([path]) => manifests.has(besides(path))).map(([path]) => (0,tree_paths/* directoryOf */.jt)(path)));
    for (const [path, parsed] of manifests) {
        const isRoot = parsed.kind === "read" ? parsed.value.workspaces !== null : path === MANIFEST;
        if (isRoot)
            roots.add((0,tree_paths/* directoryOf */.jt)(path));
    }
    return [...roots];
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
    for (const path of manifests.keys()) {
        const directory = (0,tree_paths/* directoryOf */.jt)(path);
        if (directory !== root && !pattern.has(root, directory))
            continue;
        const member = readManifest(manifests, path);
        if (member !== null)
            directories.set(directory, member);
    }
    const overrides = [...(manifest?.overrides ?? []), ...(ofPnpm?.overrides ?? [])];
    return { root, pattern, manifests: directories, overrides };
}
/** Nothing is inside the package at a workspace's root in this way, or no two members would be apart. */
function nestedIn(found) {
    const members = found.flatMap(({ root, manifests }) => [...namesOf(manifests)].map(([directory, name]) => ({ directory, name, isRoot: directory === root })));
    const around = new Map(members.flatMap(({ directory, isRoot }) => (isRoot || directory === "" ? [] : [[directory, directory]])));
    const nested = new Map();
    for (const { directory, name } of members) {
        const outer = directory === "" ? null : (0,tree_paths/* nearest */.pA)(around, (0,tree_paths/* directoryOf */.jt)(directory));
        if (outer === null)
            continue;
        nested.set(outer, (nested.get(outer) ?? new Set()).add(name));
    }
    return nested;
}
function workspaceOf(members, everywhere, paths) {
    const { root } = members;
    return {
        root,
        packages: packagesOf(members, everywhere),
        claims: null,
        resolution: LOCKFILES.map((name) => (0,tree_paths/* joined */.oR)(root, name)).find((path) => paths.has(path)) ?? (0,tree_paths/* joined */.oR)(root, MANIFEST),
    };
}
/** Only what it asks for by path is here for sure; names it gets from a registry. */
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
    const [, dotted, schemed] = PATH_RANGE.exec(range) ?? [];
    const path = dotted ?? schemed;
    return path === undefined ? null : (0,tree_paths/* resolved */.L$)(directory, path);
}
function readManifest(manifests, path) {
    const parsed = manifests.get(path);
    return parsed === undefined ? null : (0,parsed_files/* valueOf */.RP)(parsed, path);
}
function namesOf(manifests) {
    return new Map([...manifests].map(([directory, { name }]) => [directory, name ?? (directory || ".")]));
}
/** A name that is asked for may be linked from another workspace. */
function packagesOf({ manifests, root, overrides }, everywhere) {
    const names = namesOf(manifests);
    const here = { root, names, known: new Set(names.values()) };
    const anywhere = { ...here, known: everywhere.names };
    const forEverybody = overrides.flatMap((override) => targetsOfRange(override.range, root, anywhere));
    const placesForEverybody = placesOf(overrides, root);
    return [...manifests].map(([directory, { dependencies, files }]) => {
        const name = names.get(directory) ?? directory;
        const dependsOn = new Set([...forEverybody, ...(everywhere.nested.get(directory) ?? [])]);
        if (directory === root)
            for (const member of reachedBy(files, here))
                dependsOn.add(member);
        const external = new Set();
        for (const dependency of dependencies) {
            for (const target of targetsOf(dependency, directory, anywhere))
                dependsOn.add(target);
            if (targetsOf(dependency, directory, here).length === 0)
                external.add(`${dependency.name}@${dependency.range}`);
        }
        dependsOn.delete(name);
        const places = new Set([...placesForEverybody, ...placesOf(dependencies, directory)]);
        const manifest = (0,tree_paths/* joined */.oR)(directory, MANIFEST);
        return { name, directory, manifest, dependsOn, external, places, builds: new Map(), shares: "" };
    });
}
/** The members of which the package at the root has files, by its `files`. */
function reachedBy(files, { root, names }) {
    if (files.length === 0)
        return [];
    const reaches = (0,member_patterns/* reachTest */.I)(files);
    return [...names].flatMap(([directory, name]) => directory !== root && reaches(external_node_path_.posix.relative(root, directory)) ? [name] : []);
}
/** Whatever a dependency may lead to: versions are not compared, so rather too many than too few. */
function targetsOf({ name, range }, directory, known) {
    const byRange = targetsOfRange(range, directory, known);
    return known.known.has(name) ? [name, ...byRange] : byRange;
}
function targetsOfRange(range, directory, known) {
    const [, alias] = ALIAS_RANGE.exec(range) ?? [];
    const place = placeOf(range, directory);
    const target = place === null ? null : packageAround(place, known);
    return [alias !== undefined && known.known.has(alias) ? alias : null, target].filter((one) => one !== null);
}
/** A path into a package leads to that package, but not every path in the workspace leads to its root. */
function packageAround(place, { root, names }) {
    for (let here = place; here !== root && here !== ""; here = (0,tree_paths/* directoryOf */.jt)(here)) {
        const name = names.get(here);
        if (name !== undefined)
            return name;
    }
    return place === root ? (names.get(root) ?? null) : null;
}
/** `pnpm-workspace.yaml`, as far as it says who is a member and what replaces what. */
function parsePnpmWorkspace(text) {
    const settings = (0,parsed_files/* asTable */.fO)(parsedYaml(text));
    const packages = settings?.get("packages");
    const patterns = packages === undefined || packages === null ? null : (0,parsed_files/* asTexts */.DW)(packages);
    if (patterns === null && packages !== undefined && packages !== null) {
        throw new parsed_files/* ManifestProblem */.Rn("its `packages` are no list of patterns");
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


/***/ }),

/***/ 7527:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $6: () => (/* binding */ textAt),
/* harmony export */   DW: () => (/* binding */ asTexts),
/* harmony export */   RP: () => (/* binding */ valueOf),
/* harmony export */   Rn: () => (/* binding */ ManifestProblem),
/* harmony export */   af: () => (/* binding */ tableAt),
/* harmony export */   b6: () => (/* binding */ textOf),
/* harmony export */   fO: () => (/* binding */ asTable),
/* harmony export */   pj: () => (/* binding */ ParsedFiles)
/* harmony export */ });
/* harmony import */ var _ecosystem_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2730);

/** Thrown while parsing. */
class ManifestProblem extends Error {
    name = "ManifestProblem";
}
class ParsedFiles {
    #parse;
    #byId = new Map();
    /** A parser may throw whatever it likes: the text comes from strangers. */
    constructor(parse) {
        this.#parse = parse;
    }
    /** By path; paths that the tree does not have are left out. */
    async read(tree, paths) {
        const entries = await tree.entries();
        const known = paths.flatMap((path) => entries.get(path) ?? []);
        const bytesByPath = await tree.read(known.filter(({ id }) => !this.#byId.has(id)).map(({ path }) => path));
        return new Map(known.map((entry) => [entry.path, this.#parsed(entry, bytesByPath.get(entry.path))]));
    }
    #parsed({ id, kind }, bytes) {
        const known = this.#byId.get(id);
        // A link may have the bytes of a file, and means something else.
        if (kind === "link" || kind === "submodule")
            return { kind: "unreadable", problem: "it is no ordinary file" };
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
function valueOf(parsed, path) {
    if (parsed.kind === "read")
        return parsed.value;
    throw new _ecosystem_js__WEBPACK_IMPORTED_MODULE_0__/* .UnreadableManifest */ .p1(path, parsed.problem);
}
/** Throws on bytes that are no text. */
function textOf(bytes) {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}
/** Null for what is no table. */
function asTable(value) {
    if (typeof value !== "object" || value === null || Array.isArray(value))
        return null;
    return new Map(Object.entries(value));
}
/** The table under a name, empty where there is none. */
function tableAt(table, name) {
    return asTable(table?.get(name)) ?? new Map();
}
function textAt(table, name) {
    const value = table?.get(name);
    return typeof value === "string" ? value : null;
}
/** Null for what is no list of texts. */
function asTexts(value) {
    if (!Array.isArray(value))
        return null;
    const texts = value.filter((item) => typeof item === "string");
    return texts.length === value.length ? texts : null;
}


/***/ }),

/***/ 605:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   L$: () => (/* binding */ resolved),
/* harmony export */   bV: () => (/* binding */ fileNameOf),
/* harmony export */   jt: () => (/* binding */ directoryOf),
/* harmony export */   o3: () => (/* binding */ pathsNamed),
/* harmony export */   oR: () => (/* binding */ joined),
/* harmony export */   pA: () => (/* binding */ nearest)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_0__);
/** Paths inside a tree: always with `/`, never with a slash at an end, the root being empty. */

function directoryOf(path) {
    const slash = path.lastIndexOf("/");
    return slash === -1 ? "" : path.slice(0, slash);
}
function fileNameOf(path) {
    return path.slice(path.lastIndexOf("/") + 1);
}
function joined(directory, name) {
    return directory === "" ? name : `${directory}/${name}`;
}
/** Where `relative` leads from a directory; null outside the repository. */
function resolved(directory, relative) {
    if (relative.startsWith("/"))
        return null;
    const path = node_path__WEBPACK_IMPORTED_MODULE_0__.posix.normalize(joined(directory, relative)).replace(/\/$/, "");
    if (path === ".")
        return "";
    return path === ".." || path.startsWith("../") ? null : path;
}
/** What a value of `byDirectory` is for the directory or the nearest one around it. */
function nearest(byDirectory, directory) {
    for (let here = directory;; here = directoryOf(here)) {
        const value = byDirectory.get(here);
        if (value !== undefined)
            return value;
        if (here === "")
            return null;
    }
}
/** All files of a name, but for those of installed packages. */
function pathsNamed(paths, fileName) {
    const ending = `/${fileName}`;
    const found = [];
    for (const path of paths) {
        if ((path === fileName || path.endsWith(ending)) && !isInstalled(path))
            found.push(path);
    }
    return found;
}
function isInstalled(path) {
    return path.startsWith("node_modules/") || path.includes("/node_modules/");
}


/***/ }),

/***/ 4416:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   kh: () => (/* binding */ workspaceImpact),
/* harmony export */   wc: () => (/* binding */ changedResolutions)
/* harmony export */ });
/* unused harmony exports graphChange, ownedFiles */
/* harmony import */ var _graph_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3593);
/** What a change does to the workspaces of a repository: the targets it impacts, and the files they answer for. */

function workspaceImpact(change) {
    return {
        targets: (0,_graph_js__WEBPACK_IMPORTED_MODULE_0__/* .firstCauses */ .pq)((0,_graph_js__WEBPACK_IMPORTED_MODULE_0__/* .impactedTargets */ .eq)(graphChange(change)), changedResolutions(change)),
        owned: ownedFiles(change),
    };
}
function graphChange(change) {
    return { base: change.base.graph, head: change.head.graph, changed: touchedTargets(change) };
}
/** Owners in either tree: a file may have come to another package without being touched itself. */
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
        for (const owner of locks.get(path) ?? []) {
            if (!touched.has(owner))
                touched.set(owner, { kind: "file", path });
        }
    }
    // A directory that becomes a package, or stops being one, changes hands with all that is in it.
    for (const { manifest } of [...packagesOnlyIn(head, base), ...packagesOnlyIn(base, head)]) {
        touch(manifest, { kind: "file", path: manifest });
    }
    for (const [name, path] of rebuiltPackages(base, head)) {
        if (!touched.has(name))
            touched.set(name, { kind: "file", path });
    }
    return touched;
}
function packagesOnlyIn(one, other) {
    const known = new Set(other.packages.map(({ manifest }) => manifest));
    return one.packages.filter(({ manifest }) => !known.has(manifest));
}
function ownedFiles({ base, head, changed, locks }) {
    const owned = new Set();
    for (const { path } of changed) {
        const isShared = base.isShared(path) || head.isShared(path);
        const hasOwner = head.ownersOf(path).length > 0 || base.ownersOf(path).length > 0;
        if (isShared ? locks.has(path) : hasOwner)
            owned.add(path);
    }
    return owned;
}
/**
 * One pull request brings a package, another starts to ask for its name and gets the registry's, or brings a second one
 * into the same directory: only together do they meet. Whoever does any of it, or changes the lock file, shares a target.
 */
function changedResolutions({ base, head, locks }) {
    const manifests = new Set(base.packages.map(({ manifest }) => manifest));
    const known = new Map(base.packages.map((one) => [one.name, one]));
    const concernOf = ({ name, manifest, external, shares }) => {
        const before = known.get(name);
        if (before === undefined || !manifests.has(manifest))
            return "comes";
        const openBefore = base.openPlacesOf(name);
        if ([...head.openPlacesOf(name)].some((place) => !openBefore.has(place)))
            return "asksForPlace";
        if (before.manifest === manifest && before.shares !== shares)
            return "asksForName";
        return [...external].some((specification) => !before.external.has(specification)) ? "asksForName" : null;
    };
    const causes = new Map();
    for (const path of locks.keys()) {
        causes.set(head.lockAt(path)?.workspace.resolution ?? path, { kind: "file", path });
    }
    for (const [resolution, manifest] of head.resolutionsOf(concernOf)) {
        if (!causes.has(resolution))
            causes.set(resolution, { kind: "file", path: manifest });
    }
    return causes;
}
/** By name, with the manifest that asks. */
function rebuiltPackages(base, head) {
    const rebuilt = new Map();
    const before = new Map(base.packages.map((one) => [one.manifest, one]));
    const after = new Map(head.packages.map((one) => [one.manifest, one]));
    for (const manifest of new Set([...before.keys(), ...after.keys()])) {
        const was = before.get(manifest);
        const is = after.get(manifest);
        if (isAlike(was, is))
            continue;
        for (const name of new Set([...(was?.builds.keys() ?? []), ...(is?.builds.keys() ?? [])])) {
            if (isWantedOtherwise(name, { was, is, base, head }))
                rebuilt.set(name, manifest);
        }
        if ((was?.shares ?? "") === (is?.shares ?? ""))
            continue;
        for (const name of [...base.sharedWith(manifest), ...head.sharedWith(manifest)])
            rebuilt.set(name, manifest);
    }
    return rebuilt;
}
/** Most packages ask nothing of the kind. */
function isAlike(was, is) {
    const asksNothing = (one) => one === undefined || (one.builds.size === 0 && one.shares === "");
    return asksNothing(was) && asksNothing(is);
}
/** Whoever begins or ceases to use a package changes nothing for others who ask for the same themselves. */
function isWantedOtherwise(name, { was, is, base, head }) {
    const before = was?.builds.get(name);
    const after = is?.builds.get(name);
    if (before === undefined)
        return !isAskedAnyway(name, after, base);
    if (after === undefined)
        return !isAskedAnyway(name, before, head);
    return before.size !== after.size || [...before].some((request) => !after.has(request));
}
function isAskedAnyway(name, requests, { packages }) {
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
/* harmony import */ var _ecosystem_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2730);
/* harmony import */ var _hidden_members_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2150);
/* harmony import */ var _tree_paths_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(605);



class WorkspaceTree {
    /** With all edges, also those that lead over the borders of workspaces. */
    packages;
    graph;
    #territories;
    #openPlaces;
    constructor(territories, { packages, openPlaces }) {
        this.#territories = territories;
        this.packages = packages;
        this.graph = graphOf(packages);
        this.#openPlaces = openPlaces;
    }
    /** The nearest package of each workspace around the path; files at a root are nobody's, unless claimed. */
    ownersOf(path) {
        return (0,_hidden_members_js__WEBPACK_IMPORTED_MODULE_1__/* .ownersIn */ .qx)(this.#territories, path);
    }
    /** It stands directly in a workspace's root, where the files are that concern all packages. */
    isShared(path) {
        const directory = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_2__/* .directoryOf */ .jt)(path);
        const isAtRoot = this.#territories.some(({ workspace }) => workspace.root === directory);
        return isAtRoot && !this.#territories.some(({ workspace }) => (0,_hidden_members_js__WEBPACK_IMPORTED_MODULE_1__/* .claims */ .OM)(workspace, path));
    }
    /** The workspace whose lock file the path is, and how to read it. */
    lockAt(path) {
        const root = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_2__/* .directoryOf */ .jt)(path);
        const name = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_2__/* .fileNameOf */ .bV)(path);
        for (const { workspace, lockfiles } of this.#territories) {
            const read = workspace.root === root ? lockfiles.get(name) : undefined;
            if (read !== undefined)
                return { workspace, read };
        }
        return null;
    }
    /** Those of the workspace at a root, with all edges. */
    packagesOf(root) {
        const manifests = new Set(this.#territories
            .filter(({ workspace }) => workspace.root === root)
            .flatMap(({ workspace }) => workspace.packages.map(({ manifest }) => manifest)));
        return this.packages.filter(({ manifest }) => manifests.has(manifest));
    }
    /** Names of all packages that share the build of one of them, by its manifest. */
    sharedWith(manifest) {
        const workspaces = this.#territories.filter(({ workspace }) => workspace.packages.some((one) => one.manifest === manifest));
        return new Set(workspaces.flatMap(({ workspace }) => workspace.packages.map(({ name }) => name)));
    }
    /** Where the package's files lead and nothing is that has a name. */
    openPlacesOf(name) {
        return this.#openPlaces.get(name) ?? new Set();
    }
    /** The targets for how names and places are resolved, each with the manifest of a package that is concerned. */
    resolutionsOf(concernOf) {
        const resolutions = new Map();
        for (const { workspace, ecosystem } of this.#territories) {
            for (const one of workspace.packages) {
                const concern = concernOf(one);
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
/** The ecosystems remember what they have parsed, so that a second tree costs little. */
async function readWorkspaceTree(tree, ecosystems) {
    const territories = [];
    const outsiders = [];
    for (const [index, ecosystem] of ecosystems.entries()) {
        const reading = await ecosystem.read(tree);
        outsiders.push(...reading.outsiders);
        territories.push(...reading.workspaces.map((workspace) => (0,_hidden_members_js__WEBPACK_IMPORTED_MODULE_1__/* .territoryOf */ .wL)(workspace, index, ecosystem.lockfiles)));
    }
    const edges = new PlaceEdges(territories, outsiders, await tree.entries());
    return new WorkspaceTree(territories, completed(territories, outsiders, edges));
}
/** What a package leads to by path, and what the manifests in it that no workspace knows lead to. */
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
        const owners = [manifest, code].flatMap((path) => (0,_hidden_members_js__WEBPACK_IMPORTED_MODULE_1__/* .ownersIn */ .qx)(territories, path));
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
/** Packages of one name are one target: what either depends on, it depends on. */
function graphOf(packages) {
    const graph = new Map();
    for (const { name, dependsOn } of packages) {
        graph.set(name, new Set([...(graph.get(name) ?? []), ...dependsOn]));
    }
    return graph;
}
/**
 * Edges that lead by path, wherever they end: in another workspace, in another ecosystem, or at a manifest that no
 * workspace knows, which then says where they lead on.
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
            const directory = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_2__/* .directoryOf */ .jt)(outsider.manifest);
            this.#outsiders.set(directory, [...(this.#outsiders.get(directory) ?? []), outsider]);
        }
    }
    /** Names of what stands at a place. Throws `UnreadableManifest`, of the manifest that asks, for a place behind a link. */
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
    /** The innermost one owns all of the place; the package at a root may own some of it. True when one owns it all. */
    #addPackagesAround(place, found) {
        for (let here = place;; here = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_2__/* .directoryOf */ .jt)(here)) {
            let isWhole = false;
            for (const { workspace, byDirectory } of this.#territories) {
                const isRoot = here === workspace.root;
                if (isRoot && workspace.claims === null && here !== place)
                    continue;
                for (const { name } of byDirectory.get(here) ?? []) {
                    found.add(name);
                    isWhole ||= !isRoot;
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
                if ((0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_0__/* .isWithin */ .UO)(directory, place))
                    found.add(name);
        }
    }
    /** What leads to a root means the package there, and to that of the repository not all that is in it. */
    #isPackage(place) {
        return this.#territories.some(({ byDirectory }) => byDirectory.has(place));
    }
    #outsidersIn(place) {
        if (this.#isPackage(place))
            return [];
        return [...this.#outsiders].flatMap(([directory, outsiders]) => directory !== place && (0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_0__/* .isWithin */ .UO)(directory, place) ? outsiders : []);
    }
    /** One at the root of the repository says nothing of all the places in it. */
    #outsidersAround(place) {
        for (let here = place; here !== ""; here = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_2__/* .directoryOf */ .jt)(here)) {
            const outsiders = this.#outsiders.get(here);
            if (outsiders !== undefined)
                return outsiders;
        }
        return place === "" ? (this.#outsiders.get("") ?? []) : [];
    }
    #refuseLinks(place, manifest) {
        for (let here = place; here !== ""; here = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_2__/* .directoryOf */ .jt)(here)) {
            if (this.#entries.get(here)?.kind !== "link")
                continue;
            throw new _ecosystem_js__WEBPACK_IMPORTED_MODULE_0__/* .UnreadableManifest */ .p1(manifest, `it leads through the link ${here}, which is not followed`);
        }
    }
}


/***/ })

};
