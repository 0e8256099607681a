export const id = 846;
export const ids = [846];
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
/* harmony export */   e: () => (/* binding */ readEach),
/* harmony export */   p: () => (/* binding */ UnreadableManifest)
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
function readEach(roots, read) {
    const outermostFirst = [...roots].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    return outermostFirst.flatMap((root, index) => {
        try {
            return [read(root)];
        }
        catch (error) {
            const isInner = outermostFirst.slice(0, index).some((outer) => isWithin(root, outer));
            if (error instanceof UnreadableManifest && isInner)
                return [];
            throw error;
        }
    });
}
function isWithin(path, directory) {
    return directory === "" || path === directory || path.startsWith(`${directory}/`);
}


/***/ }),

/***/ 5078:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $6: () => (/* binding */ textAt),
/* harmony export */   DW: () => (/* binding */ asTexts),
/* harmony export */   af: () => (/* binding */ tableAt),
/* harmony export */   fO: () => (/* binding */ asTable)
/* harmony export */ });
/** Asks values of unknown shape, as JSON, YAML and TOML give them, without trusting any of their names. */
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

/***/ 9960:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   J: () => (/* binding */ memberTest)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var _path_patterns_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1643);
/* harmony import */ var _ecosystem_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2730);
/** Patterns that say which directories are members of a workspace, as `workspaces`, `packages` and `members` hold them. */



const AMBIGUOUS = "its patterns exclude and bring in again, and tools differ in what that means";
const HIDDEN = /(?:^|\/)\.[^./]/;
/**
 * A leading `!` excludes, for good where `exclusionsAreFinal`. Elsewhere each tool has its own idea of a pattern that
 * brings something in again, so that nobody can tell whether what both match is a member: throws `UnreadableManifest`.
 */
function memberTest(patterns, manifest, { exclusionsAreFinal }) {
    const compiled = patterns.map((pattern) => compiledPattern(pattern, manifest));
    const isTakenBack = compiled.some(({ excludes, matches }, index) => excludes && compiled.slice(index).some((later) => !later.excludes && matches(later.text)));
    return (root, directory) => {
        const relative = root === "" ? directory : node_path__WEBPACK_IMPORTED_MODULE_0__.posix.relative(root, directory);
        const matching = compiled.filter(({ matches }) => matches(relative));
        if (matching.every(({ excludes }) => excludes))
            return false;
        const exclusion = matching.findIndex(({ excludes }) => excludes);
        if (exclusion === -1)
            return true;
        const comesBack = matching.slice(exclusion).some(({ excludes }) => !excludes);
        if (exclusionsAreFinal || !(isTakenBack || comesBack))
            return false;
        throw new _ecosystem_js__WEBPACK_IMPORTED_MODULE_1__/* .UnreadableManifest */ .p(manifest, AMBIGUOUS);
    };
}
function compiledPattern(pattern, manifest) {
    const excludes = pattern.startsWith("!");
    const written = (excludes ? pattern.slice(1) : pattern).replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
    const directory = written === "" ? "." : written;
    try {
        const matches = (0,_path_patterns_js__WEBPACK_IMPORTED_MODULE_2__/* .compilePattern */ .E)(directory);
        // Stars leave hidden folders alone here, other than in patterns for changed files.
        const seesHidden = HIDDEN.test(directory);
        return {
            text: directory,
            excludes,
            matches: (path) => (seesHidden || !HIDDEN.test(path)) && matches(path),
        };
    }
    catch (error) {
        if (!(error instanceof _path_patterns_js__WEBPACK_IMPORTED_MODULE_2__/* .PatternError */ .J))
            throw error;
        throw new _ecosystem_js__WEBPACK_IMPORTED_MODULE_1__/* .UnreadableManifest */ .p(manifest, "one of its patterns cannot be meant");
    }
}


/***/ }),

/***/ 1700:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   v: () => (/* binding */ parseNodeManifest)
/* harmony export */ });
/* harmony import */ var _json_shape_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5078);
/* harmony import */ var _parsed_files_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7527);
/** A `package.json`, as far as it says who depends on whom. */


/** All of them: a test sees whatever is installed. */
const DEPENDENCY_FIELDS = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
function parseNodeManifest(text) {
    const manifest = (0,_json_shape_js__WEBPACK_IMPORTED_MODULE_1__/* .asTable */ .fO)(parseJson(text));
    if (manifest === null)
        throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .ManifestProblem */ .Rn("it is no JSON object");
    const overrides = [manifest.get("overrides"), manifest.get("resolutions")];
    const pnpm = (0,_json_shape_js__WEBPACK_IMPORTED_MODULE_1__/* .asTable */ .fO)(manifest.get("pnpm"));
    return {
        name: (0,_json_shape_js__WEBPACK_IMPORTED_MODULE_1__/* .textAt */ .$6)(manifest, "name") === "" ? null : (0,_json_shape_js__WEBPACK_IMPORTED_MODULE_1__/* .textAt */ .$6)(manifest, "name"),
        workspaces: workspacesOf(manifest.get("workspaces")),
        dependencies: DEPENDENCY_FIELDS.flatMap((field) => dependenciesIn(manifest, field)),
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
    const table = (0,_json_shape_js__WEBPACK_IMPORTED_MODULE_1__/* .asTable */ .fO)(value);
    if (table !== null && !table.has("packages"))
        return null;
    const patterns = (0,_json_shape_js__WEBPACK_IMPORTED_MODULE_1__/* .asTexts */ .DW)(table === null ? value : table.get("packages"));
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
    const table = (0,_json_shape_js__WEBPACK_IMPORTED_MODULE_1__/* .asTable */ .fO)(value);
    if (table === null)
        throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .ManifestProblem */ .Rn(`its \`${field}\` are no table`);
    return [...table].map(([name, range]) => ({ name, range: typeof range === "string" ? range : "" }));
}
/** Overrides hold tables of overrides. JSON bounds how deep that goes. */
function nestedDependencies(value) {
    return [...((0,_json_shape_js__WEBPACK_IMPORTED_MODULE_1__/* .asTable */ .fO)(value) ?? [])].flatMap(([name, inner]) => typeof inner === "string" ? [{ name, range: inner }] : nestedDependencies(inner));
}


/***/ }),

/***/ 4382:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  z: () => (/* binding */ nodeEcosystem)
});

// EXTERNAL MODULE: ./src/targets/parse-yaml.ts
var parse_yaml = __webpack_require__(1533);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/ecosystem.ts
var ecosystem = __webpack_require__(2730);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/json-shape.ts
var json_shape = __webpack_require__(5078);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/member-patterns.ts
var member_patterns = __webpack_require__(9960);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/node-manifest.ts
var node_manifest = __webpack_require__(1700);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/tree-paths.ts
var tree_paths = __webpack_require__(605);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/package-lock.ts


/** The newer ones say under `packages` what `dependencies` repeats for old readers. */
const VERSIONS = new Set([2, 3]);
const FIELDS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];
const INSTALLED = "node_modules";
function readPackageLock(text) {
    const lock = (0,json_shape/* asTable */.fO)(JSON.parse(text));
    const packages = (0,json_shape/* asTable */.fO)(lock?.get("packages"));
    if (lock === null || packages === null || !VERSIONS.has(lock.get("lockfileVersion")))
        return null;
    const importers = new Map();
    const nodes = new Map();
    for (const [place, value] of packages) {
        const entry = (0,json_shape/* asTable */.fO)(value);
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
        ...(0,json_shape/* tableAt */.af)(entry, "peerDependenciesMeta").keys(),
        ...(0,json_shape/* tableAt */.af)(entry, "optionalDependencies").keys(),
    ]);
    const keys = new Set();
    for (const field of FIELDS) {
        // What a package needs only for its own development is not installed with it.
        if (field === "devDependencies" && isInstalled(place))
            continue;
        for (const name of (0,json_shape/* tableAt */.af)(entry, field).keys()) {
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
        const entry = (0,json_shape/* asTable */.fO)(packages.get(key));
        const target = entry?.get("link") === true ? (0,tree_paths/* resolved */.L$)("", (0,json_shape/* textAt */.$6)(entry, "resolved") ?? "/") : null;
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

// EXTERNAL MODULE: ./src/targets/sources/workspaces/parsed-files.ts
var parsed_files = __webpack_require__(7527);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/pnpm-lock.ts
/** `pnpm-lock.yaml` of pnpm 8 (6.x) and of pnpm 9 and later (9.0): what each importer gets. */


const IMPORTER_FIELDS = ["dependencies", "devDependencies", "optionalDependencies"];
const NODE_FIELDS = ["dependencies", "optionalDependencies"];
const READ_ELSEWHERE = new Set(["importers", "packages", "snapshots"]);
/** Leads to a directory of the repository, of which the packages' own graph says the rest. */
const LINK = /^link:/;
function readPnpmLock(text) {
    const file = (0,json_shape/* asTable */.fO)((0,parse_yaml/* parseYaml */.h)(text));
    const lock = file === null ? null : layoutOf(file);
    if (file === null || lock === null || !file.has("importers"))
        return null;
    const importers = new Map();
    for (const [directory, value] of (0,json_shape/* tableAt */.af)(file, "importers")) {
        const dependencies = pnpm_lock_dependenciesOf((0,json_shape/* asTable */.fO)(value), IMPORTER_FIELDS, lock);
        if (dependencies === null)
            return null;
        importers.set(directory === "." ? "" : directory, { content: JSON.stringify(value), dependencies });
    }
    const nodes = new Map();
    for (const [key, value] of lock.snapshots) {
        const dependencies = pnpm_lock_dependenciesOf((0,json_shape/* asTable */.fO)(value), NODE_FIELDS, lock);
        if (dependencies === null)
            return null;
        const described = lock.packages.get(key) ?? lock.packages.get(withoutPeers(key));
        nodes.set(key, { content: JSON.stringify([value, described]), dependencies });
    }
    if (!areAllDescribed(lock))
        return null;
    const rest = [...file].filter(([name]) => !READ_ELSEWHERE.has(name));
    return { importers, nodes, rest: JSON.stringify(rest) };
}
function layoutOf(file) {
    const version = String(file.get("lockfileVersion"));
    const packages = (0,json_shape/* tableAt */.af)(file, "packages");
    if (/^9\./.test(version)) {
        const keyOf = (name, at) => [`${name}@${at}`, at];
        return { packages, snapshots: (0,json_shape/* tableAt */.af)(file, "snapshots"), keyOf };
    }
    if (!/^6\./.test(version))
        return null;
    return { packages, snapshots: packages, keyOf: (name, at) => [`/${name}@${at}`, at] };
}
/** Null when one leads nowhere. */
function pnpm_lock_dependenciesOf(entry, fields, lock) {
    const keys = new Set();
    for (const field of fields) {
        for (const [name, value] of (0,json_shape/* tableAt */.af)(entry, field)) {
            const version = typeof value === "string" ? value : (0,json_shape/* textAt */.$6)((0,json_shape/* asTable */.fO)(value), "version");
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

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/yarn-classic-lock.ts
/** The format of yarn 1's lock file: entries of indented lines, which are no YAML. */
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

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/yarn-lock.ts
/** `yarn.lock`: the one of yarn 1, which says nothing of workspaces, and the YAML of yarn 2 and later, which does. */



function readYarnLock(text, workspace) {
    if (/^# yarn lockfile v1$/m.test(text))
        return readClassic(text, workspace);
    const lock = (0,json_shape/* asTable */.fO)((0,parse_yaml/* parseYaml */.h)(text));
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
        const entry = (0,json_shape/* asTable */.fO)(value);
        const dependencies = entry === null ? null : berryDependencies(entry, keys);
        if (dependencies === null)
            return null;
        const [, directory] = /@workspace:(.*)$/s.exec((0,json_shape/* textAt */.$6)(entry, "resolution") ?? "") ?? [];
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
    for (const [name, range] of (0,json_shape/* tableAt */.af)(entry, "dependencies")) {
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
            return (0,ecosystem/* readEach */.e)(rootsIn(byPath, pnpm), (root) => readWorkspace(root, byPath, pnpm, entries));
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
function readWorkspace(root, manifests, pnpm, paths) {
    const manifestPath = (0,tree_paths/* joined */.oR)(root, MANIFEST);
    const manifest = readManifest(manifests, manifestPath);
    const pnpmPath = (0,tree_paths/* joined */.oR)(root, PNPM_WORKSPACE);
    const parsedPnpm = pnpm.get(pnpmPath);
    const ofPnpm = parsedPnpm === undefined ? null : (0,parsed_files/* valueOf */.RP)(parsedPnpm, pnpmPath);
    const isMember = ofPnpm === null
        ? (0,member_patterns/* memberTest */.J)(manifest?.workspaces ?? [], manifestPath, { exclusionsAreFinal: false })
        : (0,member_patterns/* memberTest */.J)(ofPnpm.patterns ?? [], pnpmPath, { exclusionsAreFinal: true });
    const directories = new Map();
    for (const path of manifests.keys()) {
        const directory = (0,tree_paths/* directoryOf */.jt)(path);
        if (directory !== root && !isMember(root, directory))
            continue;
        const member = readManifest(manifests, path);
        if (member !== null)
            directories.set(directory, member);
    }
    const overrides = [...(manifest?.overrides ?? []), ...(ofPnpm?.overrides ?? [])];
    return {
        root,
        packages: packagesOf(directories, root, overrides),
        claims: () => false,
        resolution: LOCKFILES.map((name) => (0,tree_paths/* joined */.oR)(root, name)).find((path) => paths.has(path)) ?? manifestPath,
    };
}
function readManifest(manifests, path) {
    const parsed = manifests.get(path);
    return parsed === undefined ? null : (0,parsed_files/* valueOf */.RP)(parsed, path);
}
function packagesOf(manifests, root, overrides) {
    const names = new Map([...manifests].map(([directory, { name }]) => [directory, name ?? (directory || ".")]));
    const members = { root, names, known: new Set(names.values()) };
    const forEverybody = overrides.flatMap((override) => targetsOfRange(override.range, root, members));
    return [...manifests].map(([directory, manifest]) => {
        const name = names.get(directory) ?? directory;
        const dependsOn = new Set(forEverybody);
        const external = new Set();
        for (const dependency of manifest.dependencies) {
            const targets = targetsOf(dependency, directory, members);
            for (const target of targets)
                dependsOn.add(target);
            if (targets.length === 0)
                external.add(`${dependency.name}@${dependency.range}`);
        }
        dependsOn.delete(name);
        return { name, directory, manifest: (0,tree_paths/* joined */.oR)(directory, MANIFEST), dependsOn, external };
    });
}
/** Whatever in the workspace a dependency may lead to: versions are not compared, so rather too many than too few. */
function targetsOf({ name, range }, directory, members) {
    const byRange = targetsOfRange(range, directory, members);
    return members.known.has(name) ? [name, ...byRange] : byRange;
}
function targetsOfRange(range, directory, members) {
    const [, alias] = ALIAS_RANGE.exec(range) ?? [];
    const [, dotted, schemed] = PATH_RANGE.exec(range) ?? [];
    const path = dotted ?? schemed;
    const place = path === undefined ? null : (0,tree_paths/* resolved */.L$)(directory, path);
    const target = place === null ? null : packageAround(place, members);
    return [alias !== undefined && members.known.has(alias) ? alias : null, target].filter((one) => one !== null);
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
function parsePnpmWorkspace(text) {
    const settings = (0,json_shape/* asTable */.fO)(parsedYaml(text));
    const packages = settings?.get("packages");
    const patterns = packages === undefined || packages === null ? null : (0,json_shape/* asTexts */.DW)(packages);
    if (patterns === null && packages !== undefined && packages !== null) {
        throw new parsed_files/* ManifestProblem */.Rn("its `packages` are no list of patterns");
    }
    const overrides = [...((0,json_shape/* asTable */.fO)(settings?.get("overrides")) ?? [])];
    return {
        patterns,
        overrides: overrides.map(([name, range]) => ({ name, range: typeof range === "string" ? range : "" })),
    };
}
function parsedYaml(text) {
    try {
        return (0,parse_yaml/* parseYaml */.h)(text);
    }
    catch (error) {
        if (error instanceof parse_yaml/* YamlError */.I)
            throw new parsed_files/* ManifestProblem */.Rn("it is no YAML");
        throw error;
    }
}


/***/ }),

/***/ 7527:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   RP: () => (/* binding */ valueOf),
/* harmony export */   Rn: () => (/* binding */ ManifestProblem),
/* harmony export */   b6: () => (/* binding */ textOf),
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
    throw new _ecosystem_js__WEBPACK_IMPORTED_MODULE_0__/* .UnreadableManifest */ .p(path, parsed.problem);
}
/** Throws on bytes that are no text. */
function textOf(bytes) {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
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
/* harmony import */ var _graph_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5974);
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
    const isConcerned = ({ name, manifest, external }) => {
        const before = known.get(name);
        if (before === undefined || !manifests.has(manifest))
            return true;
        return [...external].some((specification) => !before.external.has(specification));
    };
    const causes = new Map();
    for (const path of locks.keys()) {
        causes.set(head.lockAt(path)?.workspace.resolution ?? path, { kind: "file", path });
    }
    for (const [resolution, { manifest }] of head.resolutionsOf(isConcerned)) {
        if (!causes.has(resolution))
            causes.set(resolution, { kind: "file", path: manifest });
    }
    return causes;
}


/***/ }),

/***/ 376:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C: () => (/* binding */ readWorkspaceTree)
/* harmony export */ });
/* unused harmony export WorkspaceTree */
/* harmony import */ var _tree_paths_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(605);

class WorkspaceTree {
    packages;
    graph;
    #territories;
    constructor(territories) {
        this.#territories = territories;
        this.packages = territories.flatMap(({ workspace }) => workspace.packages);
        this.graph = graphOf(this.packages);
    }
    /** The nearest package of each workspace around the path; files at a root are nobody's, unless claimed. */
    ownersOf(path) {
        const directory = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .directoryOf */ .jt)(path);
        return this.#territories.flatMap(({ workspace, byDirectory }) => {
            const owners = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .nearest */ .pA)(byDirectory, directory) ?? [];
            return owners
                .filter((owner) => owner.directory !== workspace.root || claims(workspace, path))
                .map(({ name }) => name);
        });
    }
    /** It stands directly in a workspace's root, where the files are that concern all packages. */
    isShared(path) {
        const directory = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .directoryOf */ .jt)(path);
        const isAtRoot = this.#territories.some(({ workspace }) => workspace.root === directory);
        return isAtRoot && !this.#territories.some(({ workspace }) => claims(workspace, path));
    }
    /** The workspace whose lock file the path is, and how to read it. */
    lockAt(path) {
        const root = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .directoryOf */ .jt)(path);
        const name = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .fileNameOf */ .bV)(path);
        for (const { workspace, lockfiles } of this.#territories) {
            const read = workspace.root === root ? lockfiles.get(name) : undefined;
            if (read !== undefined)
                return { workspace, read };
        }
        return null;
    }
    /** The targets for how names and places are resolved, each with a package that concerns it. */
    resolutionsOf(isConcerned) {
        const resolutions = new Map();
        for (const { workspace } of this.#territories) {
            const concerned = workspace.packages.find(isConcerned);
            if (concerned !== undefined)
                resolutions.set(workspace.resolution, concerned);
        }
        return resolutions;
    }
}
/** The ecosystems remember what they have parsed, so that a second tree costs little. */
async function readWorkspaceTree(tree, ecosystems) {
    const territories = [];
    for (const ecosystem of ecosystems) {
        const { lockfiles } = ecosystem;
        for (const workspace of await ecosystem.read(tree)) {
            const byDirectory = byDirectoryOf(workspace.packages);
            territories.push({ workspace, lockfiles, byDirectory });
        }
    }
    return new WorkspaceTree(territories);
}
function claims({ root, claims: claimsInside }, path) {
    if (root === "")
        return claimsInside(path);
    return path.startsWith(`${root}/`) && claimsInside(path.slice(root.length + 1));
}
function byDirectoryOf(packages) {
    const byDirectory = new Map();
    for (const one of packages) {
        const beside = byDirectory.get(one.directory);
        if (beside === undefined)
            byDirectory.set(one.directory, [one]);
        else
            beside.push(one);
    }
    return byDirectory;
}
/** Packages of one name are one target: what either depends on, it depends on. */
function graphOf(packages) {
    const graph = new Map();
    for (const { name, dependsOn } of packages) {
        graph.set(name, new Set([...(graph.get(name) ?? []), ...dependsOn]));
    }
    return graph;
}


/***/ })

};
