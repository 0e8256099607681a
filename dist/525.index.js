export const id = 525;
export const ids = [525];
export const modules = {

/***/ 9546:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   L: () => (/* binding */ readNamedPackages)
/* harmony export */ });
/* harmony import */ var _tree_paths_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5213);
/* harmony import */ var _ecosystem_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2730);
/* harmony import */ var _hidden_members_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2150);
/* harmony import */ var _parsed_files_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7527);




/** Members of the roots, and each other package as a workspace with that package alone. */
async function readNamedPackages(given) {
    const { tree, fileName, manifests } = given;
    const entries = await tree.entries();
    const listed = [];
    for (const root of given.roots)
        listed.push(await membersOf(root, given));
    const known = new Set(listed.flatMap(({ root, found }) => [root, ...found.map(({ directory }) => directory)]));
    const alone = [];
    const outsiders = [];
    for (const [path, parsed] of manifests) {
        const directory = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .directoryOf */ .jt)(path);
        if (known.has(directory))
            continue;
        if ((0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_1__/* .isTestMaterial */ .GW)(path) || (parsed.kind === "unreadable" && path !== fileName)) {
            if (parsed.kind === "read")
                outsiders.push(outsider(path, parsed.value));
            continue;
        }
        const manifest = (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_3__/* .valueOf */ .RP)(parsed, path);
        if (manifest.name === null && directory === "")
            continue;
        const claims = (file) => directory !== "" || given.ownsAtRoot(file, manifest);
        alone.push({ root: directory, claims, found: [{ directory, manifest }] });
    }
    const all = [...listed, ...alone];
    const names = namesIn(all.flatMap(({ found }) => found));
    const packages = new Map((0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_1__/* .withInnerPackages */ ._r)(all.flatMap(({ found }) => found.map((one) => packageFrom(one, fileName, names)))).map((one) => [one.manifest, one]));
    const workspaces = all.map(({ root, claims, found }) => {
        const resolution = [...given.lockFiles, fileName]
            .map((name) => (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .joined */ .oR)(root, name))
            .find((path) => entries.has(path));
        const own = found.flatMap(({ directory }) => packages.get((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .joined */ .oR)(directory, fileName)) ?? []);
        return {
            root,
            packages: own,
            claims,
            resolution: resolution ?? (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .joined */ .oR)(root, fileName),
            overridden: new Set(),
        };
    });
    return { workspaces, outsiders };
}
async function membersOf({ root, members, claims }, { tree, fileName, manifests }) {
    const entries = await tree.entries();
    const path = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .joined */ .oR)(root, fileName);
    const found = [];
    (0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_1__/* .readTogether */ .Vn)(manifests, ([other, parsed]) => {
        const directory = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .directoryOf */ .jt)(other);
        if (directory !== root && !members.has(root, directory))
            return;
        const manifest = (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_3__/* .valueOf */ .RP)(parsed, other);
        if (directory !== root || manifest.name !== null)
            found.push({ directory, manifest });
    });
    const directories = found.map(({ directory }) => directory);
    (0,_hidden_members_js__WEBPACK_IMPORTED_MODULE_2__/* .refuseBehindLinks */ ._$)(entries, directories, path);
    const hidden = (0,_hidden_members_js__WEBPACK_IMPORTED_MODULE_2__/* .hiddenIn */ .k_)(entries).filter((entry) => members.mayHold(root, entry.path));
    await (0,_hidden_members_js__WEBPACK_IMPORTED_MODULE_2__/* .refuseHidden */ .ly)(tree, hidden, { fileName, members: new Set(directories) });
    return { root, claims, found };
}
function nameOf({ directory, manifest }) {
    return manifest.name ?? directory;
}
function namesIn(members) {
    const names = new Map();
    for (const member of members) {
        const own = nameOf(member);
        for (const one of [own, ...(member.manifest.aliases ?? [])])
            names.set(one, (names.get(one) ?? new Set()).add(own));
    }
    return names;
}
function packageFrom(member, fileName, names) {
    const { directory, manifest } = member;
    const name = nameOf(member);
    const requested = manifest.isOpen === true ? [...names.keys()] : [...manifest.requests];
    const dependsOn = new Set(requested.flatMap((one) => [...(names.get(one) ?? [])]));
    dependsOn.delete(name);
    const external = new Set([...manifest.requests].filter((one) => !names.has(one)));
    const path = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .joined */ .oR)(directory, fileName);
    return (0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_1__/* .packageOf */ .wg)({
        name,
        directory,
        manifest: path,
        dependsOn,
        external,
        places: placesOf(path, manifest),
        ...(manifest.importRoots !== undefined && { importRoots: rootsOf(directory, manifest.importRoots) }),
    });
}
function rootsOf(directory, roots) {
    return roots.flatMap((root) => {
        const place = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .resolved */ .L$)(directory, root.directory);
        return place === null ? [] : [{ ...root, directory: place }];
    });
}
function placesOf(path, { paths }) {
    return new Set(paths.flatMap((one) => (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .resolved */ .L$)((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .directoryOf */ .jt)(path), one) ?? []));
}
function outsider(path, manifest) {
    return { manifest: path, code: path, places: placesOf(path, manifest), names: new Set() };
}


/***/ }),

/***/ 4525:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  pythonEcosystem: () => (/* binding */ pythonEcosystem)
});

// EXTERNAL MODULE: ./src/targets/tree-paths.ts
var tree_paths = __webpack_require__(5213);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/ecosystem.ts
var ecosystem = __webpack_require__(2730);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/member-patterns.ts
var member_patterns = __webpack_require__(9960);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/named-packages.ts
var named_packages = __webpack_require__(9546);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/parse-toml.ts
var parse_toml = __webpack_require__(5150);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/parsed-files.ts
var parsed_files = __webpack_require__(7527);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/root-changes.ts
var root_changes = __webpack_require__(5208);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/python/python-manifest.ts
/** Parses `pyproject.toml`: its name, what it requests of others, where its modules are, and its uv workspace. */



/** Tables and lists below a key like this request packages: `dependencies`, `optional-dependencies`, `requires`. */
const REQUESTING = /dependenc|^requires$|^sources$|^extras$/;
const DEEPEST = 12;
/** Each is compared with the files below it. */
const MOST_ROOTS = 1_000;
function parsePythonManifest(text) {
    const value = (0,parse_toml/* parseToml */.M)(text);
    const manifest = (0,parsed_files/* asTable */.fO)(value);
    if (manifest === null)
        throw new parsed_files/* ManifestProblem */.Rn("it is not a table");
    const project = (0,parsed_files/* tableAt */.af)(manifest, "project");
    const tool = (0,parsed_files/* tableAt */.af)(manifest, "tool");
    const poetry = (0,parsed_files/* tableAt */.af)(tool, "poetry");
    const uv = (0,parsed_files/* tableAt */.af)(tool, "uv");
    const name = (0,parsed_files/* textAt */.$6)(project, "name") ?? (0,parsed_files/* textAt */.$6)(poetry, "name");
    const requests = new Set();
    const paths = [];
    collect(value, { isRequesting: false, depth: 0 }, requests, paths);
    const sources = new Set([...(0,parsed_files/* tableAt */.af)(uv, "sources").keys()].map(normalName));
    return {
        name: name === null ? null : normalName(name),
        requests,
        paths,
        workspace: uv.has("workspace") ? workspaceIn((0,parsed_files/* tableAt */.af)(uv, "workspace")) : null,
        sources,
        importRoots: importRootsIn(tool),
        isDynamic: ((0,parsed_files/* asTexts */.DW)(project.get("dynamic")) ?? []).some((one) => one.endsWith("dependencies")),
    };
}
function workspaceIn(workspace) {
    const members = (0,parsed_files/* asTexts */.DW)(workspace.get("members") ?? []);
    const exclude = (0,parsed_files/* asTexts */.DW)(workspace.get("exclude") ?? []);
    if (members === null || exclude === null)
        throw new parsed_files/* ManifestProblem */.Rn("the members of its workspace are not a list");
    return { members, exclude };
}
function collect(value, place, requests, paths) {
    if (place.depth > DEEPEST)
        throw new parsed_files/* ManifestProblem */.Rn("it is nested too deeply");
    if (typeof value === "string" && place.isRequesting)
        addRequest(value, requests);
    const inside = { ...place, depth: place.depth + 1 };
    if (Array.isArray(value))
        for (const one of value)
            collect(one, inside, requests, paths);
    for (const [key, one] of (0,parsed_files/* asTable */.fO)(value) ?? []) {
        if (place.isRequesting)
            addRequest(key, requests);
        if (place.isRequesting && key === "path" && typeof one === "string")
            paths.push(one);
        collect(one, { ...inside, isRequesting: place.isRequesting || REQUESTING.test(key) }, requests, paths);
    }
}
/** The name at the start of a requirement, and the path behind `@ file:`. */
function addRequest(written, requests) {
    const [name] = /^[A-Za-z0-9][\w.-]*/.exec(written) ?? [];
    if (name !== undefined)
        requests.add(normalName(name));
}
/** Names of Python packages are compared without case, and with `-`, `_` and `.` alike. */
function normalName(name) {
    return name.toLowerCase().replace(/[-_.]+/g, "-");
}
/** Folders with modules: of uv, PDM, maturin, Poetry, setuptools and hatch. */
const FOLDERS = new Set([
    "module-root",
    "package-dir",
    "python-source",
    "from",
    "where",
    "sources",
    "dev-mode-dirs",
]);
/** Modules with their folders, of setuptools and scikit-build. */
const BY_MODULE = new Set(["package-dir", "packages"]);
/** Folders with their modules, of hatch. */
const BY_FOLDER = new Set(["sources", "force-include"]);
/** The folder of the manifest and `src` are among them in any case. */
function importRootsIn(tool) {
    const roots = [
        { directory: ".", prefix: [] },
        { directory: "src", prefix: [] },
    ];
    collectRoots(tool, roots, 0);
    if (roots.length > MOST_ROOTS)
        throw new parsed_files/* ManifestProblem */.Rn(`it names more than ${MOST_ROOTS} folders of modules`);
    return roots;
}
function collectRoots(table, roots, depth) {
    if (depth > DEEPEST)
        return;
    for (const [key, value] of table) {
        for (const written of typeof value === "string" ? [value] : ((0,parsed_files/* asTexts */.DW)(value) ?? [])) {
            if (FOLDERS.has(key))
                roots.push({ directory: written, prefix: [] });
            // hatch installs a package under its last name.
            if (key === "packages" && written.includes("/"))
                roots.push({ directory: external_node_path_.posix.dirname(written), prefix: [] });
        }
        for (const [name, one] of (0,parsed_files/* asTable */.fO)(value) ?? []) {
            if (typeof one !== "string")
                continue;
            if (BY_MODULE.has(key))
                roots.push({ directory: one, prefix: namesIn(name) });
            if (BY_FOLDER.has(key))
                roots.push({ directory: name, prefix: namesIn(one) });
        }
        for (const one of [value].flat()) {
            const inner = (0,parsed_files/* asTable */.fO)(one);
            if (inner !== null)
                collectRoots(inner, roots, depth + 1);
        }
    }
}
function namesIn(module) {
    return module.split(/[./]+/).filter((name) => name !== "");
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/python/uv-lock.ts
/** Parses `uv.lock`: which packages each member of the workspace installs, also with extras and in groups. */




/** The effect of these is in the resolved packages. */
const RESOLVED = new Set(["package", "options", "manifest", "revision"]);
/** The same in `[manifest]`. Others, such as `build-constraints`, decide how packages are built. */
const RESOLVED_OF_MANIFEST = new Set([
    "members",
    "constraints",
    "overrides",
    "excludes",
    "dependency-metadata",
]);
/** What a root without a project requests; it is installed for all members. */
const OF_ROOT = ["requirements", "dependency-groups"];
const readUvLock = (text, { root, packages }) => {
    const lock = (0,parsed_files/* asTable */.fO)((0,parse_toml/* parseToml */.M)(text));
    const listed = lock?.get("package") ?? [];
    if (lock === null || !Array.isArray(listed))
        throw new parsed_files/* ManifestProblem */.Rn("its packages are not a list");
    const all = listed.map((one) => lockedPackage((0,parsed_files/* asTable */.fO)(one)));
    const byName = new Map();
    for (const one of all)
        byName.set(one.name, [...(byName.get(one.name) ?? []), one]);
    const directories = new Set(packages.map(({ directory }) => external_node_path_.posix.relative(root, directory)));
    const isMember = ({ directory }) => directory !== null && directories.has(directory);
    const importers = new Map();
    const nodes = new Map();
    for (const one of all) {
        const meant = requestsIn(one.entry).map((request) => packagesMeant(request, byName));
        const dependencies = meant.flatMap((found) => found.length === 0 ? [ecosystem/* UNRESOLVED */.gm] : found.flatMap((other) => (isMember(other) ? [] : [other.key])));
        const node = { content: JSON.stringify([...one.entry]), dependencies };
        // What a package from elsewhere requests of a member would be an edge that no manifest shows.
        if (!isMember(one) && meant.flat().some(isMember))
            return null;
        if (isMember(one))
            importers.set(one.directory ?? "", node);
        else
            nodes.set(one.key, node);
    }
    const manifest = (0,parsed_files/* tableAt */.af)(lock, "manifest");
    const ofRoot = OF_ROOT.flatMap((key) => manifest.get(key) ?? []);
    if (ofRoot.length > 0) {
        const found = requestsAmong(ofRoot).map((request) => packagesMeant(request, byName));
        const dependencies = found.flatMap((some) => some.length === 0 ? [ecosystem/* UNRESOLVED */.gm] : some.flatMap((other) => (isMember(other) ? [] : [other.key])));
        const known = importers.get("");
        importers.set("", {
            content: JSON.stringify([known?.content, ofRoot]),
            dependencies: [...(known?.dependencies ?? []), ...dependencies],
        });
    }
    const rest = JSON.stringify([
        [...lock].filter(([name]) => !RESOLVED.has(name)),
        [...manifest].filter(([name]) => !RESOLVED_OF_MANIFEST.has(name) && !OF_ROOT.includes(name)),
    ]);
    return { importers, nodes: (0,ecosystem/* withUnresolved */.Q)(nodes, text), rest, sharesRoot: true, spreads: false };
};
function lockedPackage(entry) {
    const name = (0,parsed_files/* textAt */.$6)(entry, "name");
    if (entry === null || name === null)
        throw new parsed_files/* ManifestProblem */.Rn("one of its packages has no name");
    const source = (0,parsed_files/* tableAt */.af)(entry, "source");
    const folder = ["editable", "virtual", "directory", "workspace"].flatMap((kind) => (0,parsed_files/* textAt */.$6)(source, kind) ?? []);
    const directory = folder[0] === undefined ? null : external_node_path_.posix.normalize(folder[0]).replace(/^\.$|\/$/, "");
    const version = (0,parsed_files/* textAt */.$6)(entry, "version");
    return { name, key: JSON.stringify([name, version, [...source]]), version, directory, entry };
}
/** Direct dependencies, those of extras, and those of groups. */
function requestsIn(entry) {
    return requestsAmong([
        entry.get("dependencies"),
        ...(0,parsed_files/* tableAt */.af)(entry, "optional-dependencies").values(),
        ...(0,parsed_files/* tableAt */.af)(entry, "dev-dependencies").values(),
    ]);
}
/** In lists, and in tables of lists such as groups. */
function requestsAmong(lists) {
    return lists.flat().flatMap((one) => {
        const request = (0,parsed_files/* asTable */.fO)(one);
        const name = (0,parsed_files/* textAt */.$6)(request, "name");
        if (name !== null)
            return [{ name, version: (0,parsed_files/* textAt */.$6)(request, "version") }];
        return request === null ? [] : requestsAmong([...request.values()].filter(Array.isArray));
    });
}
/** A version is given only where several are locked. */
function packagesMeant({ name, version }, byName) {
    const all = byName.get(name) ?? [];
    return version === null ? all : all.filter((one) => one.version === version);
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/python/python-projects.ts
/** Python projects: members of uv workspaces, and other projects with a `pyproject.toml`, such as Poetry's. */









const MANIFEST = "pyproject.toml";
function pythonEcosystem() {
    const manifests = new parsed_files/* ParsedFiles */.pj(parsePythonManifest);
    return {
        lockfiles: new Map([["uv.lock", readUvLock]]),
        rootManifests: new Map([[MANIFEST, comparePythonRoot]]),
        async read(tree) {
            const entries = await tree.entries();
            const byPath = await manifests.read(tree, (0,tree_paths/* pathsNamed */.o3)(entries, MANIFEST));
            const roots = [...byPath].flatMap(([path, parsed]) => {
                const workspace = parsed.kind === "read" && !(0,ecosystem/* isTestMaterial */.GW)(path) ? parsed.value.workspace : null;
                if (workspace === null || parsed.kind !== "read")
                    return [];
                const patterns = [...workspace.members, ...workspace.exclude.map((one) => `!${one}`)];
                const members = (0,member_patterns/* memberTest */.J)(patterns, path, { exclusionsAreFinal: true });
                return [
                    { root: (0,tree_paths/* directoryOf */.jt)(path), members, claims: (file) => ownsAtRoot(file, parsed.value) },
                ];
            });
            return (0,named_packages/* readNamedPackages */.L)({
                tree,
                fileName: MANIFEST,
                manifests: withSourcesOfRoots(byPath, new Set(roots.map(({ root }) => root))),
                roots,
                lockFiles: ["uv.lock", "poetry.lock", "pdm.lock"],
                ownsAtRoot,
            });
        },
    };
}
/** A project with requirements that are not in its manifest may use every source. */
function withSourcesOfRoots(manifests, roots) {
    const sources = new Set();
    for (const [path, parsed] of manifests) {
        if (parsed.kind !== "read" || !roots.has((0,tree_paths/* directoryOf */.jt)(path)))
            continue;
        for (const source of parsed.value.sources)
            sources.add(source);
    }
    if (sources.size === 0)
        return manifests;
    return new Map([...manifests].map(([path, parsed]) => {
        if (parsed.kind !== "read" || !parsed.value.isDynamic)
            return [path, parsed];
        const requests = new Set([...parsed.value.requests, ...sources]);
        return [path, { kind: "read", value: { ...parsed.value, requests } }];
    }));
}
/** The usual folders of code and tests, and the package that has the project's name. */
function ownsAtRoot(path, { name }) {
    const [folder = ""] = path.split("/", 1);
    if (!path.includes("/"))
        return false;
    return (folder === "src" ||
        folder === "tests" ||
        folder === "test" ||
        folder === (name ?? "").replaceAll("-", "_"));
}
/** Members and sources are in the graphs; the rest is in the lock file. */
const OF_UV = new Set([
    "workspace",
    "sources",
    "constraint-dependencies",
    "override-dependencies",
    "build-constraint-dependencies",
    "dev-dependencies",
]);
/** These concern the root's own package. */
const python_projects_OF_ROOT = new Set(["build-system", "project", "dependency-groups"]);
const OF_BUILDS = new Set([
    "hatch",
    "setuptools",
    "poetry",
    "pdm",
    "flit",
    "uv-dynamic-versioning",
]);
/** What a change of the `pyproject.toml` at the root of a uv workspace means. Configuration of tools concerns every project. */
const comparePythonRoot = (change) => {
    const [before, after] = [tableOf(change.before), tableOf(change.after)];
    const keys = (0,root_changes/* differingKeys */.VZ)(before, after);
    const tools = (0,root_changes/* differingKeys */.VZ)((0,parsed_files/* tableAt */.af)(before, "tool"), (0,parsed_files/* tableAt */.af)(after, "tool"));
    const ofUv = (0,root_changes/* differingKeys */.VZ)(uvIn(before), uvIn(after));
    const isKnown = keys.every((key) => key === "tool" || python_projects_OF_ROOT.has(key)) &&
        tools.every((tool) => tool === "uv" || OF_BUILDS.has(tool)) &&
        ofUv.every((key) => OF_UV.has(key));
    const names = (0,root_changes/* rootPackages */.gR)(change);
    // Without a lock file the root's requirements decide what all projects get.
    return isKnown && change.isLocked ? names : null;
};
function tableOf(text) {
    return (0,parsed_files/* asTable */.fO)((0,parse_toml/* parseToml */.M)(text)) ?? new Map();
}
function uvIn(manifest) {
    return (0,parsed_files/* tableAt */.af)((0,parsed_files/* tableAt */.af)(manifest, "tool"), "uv");
}


/***/ })

};
