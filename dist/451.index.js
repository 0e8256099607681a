export const id = 451;
export const ids = [451];
export const modules = {

/***/ 8451:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   dartEcosystem: () => (/* binding */ dartEcosystem)
/* harmony export */ });
/* harmony import */ var _parse_yaml_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1533);
/* harmony import */ var _tree_paths_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5213);
/* harmony import */ var _ecosystem_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2730);
/* harmony import */ var _member_patterns_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9960);
/* harmony import */ var _named_packages_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9546);
/* harmony import */ var _parsed_files_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7527);
/* harmony import */ var _root_changes_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5208);
/** Dart packages: members of pub workspaces, packages that melos lists, and other packages with a `pubspec.yaml`. */







const MANIFEST = "pubspec.yaml";
const OVERRIDES = "pubspec_overrides.yaml";
const REQUESTING = ["dependencies", "dev_dependencies", "dependency_overrides"];
function dartEcosystem() {
    const manifests = new _parsed_files_js__WEBPACK_IMPORTED_MODULE_5__/* .ParsedFiles */ .pj(parseDartManifest);
    const overrides = new _parsed_files_js__WEBPACK_IMPORTED_MODULE_5__/* .ParsedFiles */ .pj(parseRequests);
    return {
        lockfiles: new Map(),
        rootManifests: new Map([[MANIFEST, compareDartRoot]]),
        async read(tree) {
            const entries = await tree.entries();
            const byPath = await manifests.read(tree, (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .pathsNamed */ .o3)(entries, MANIFEST));
            const overriding = await overrides.read(tree, (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .pathsNamed */ .o3)(entries, OVERRIDES));
            const complete = new Map([...byPath].map(([path, parsed]) => [path, withOverrides(path, parsed, overriding)]));
            const roots = [...complete].flatMap(([path, parsed]) => {
                const members = parsed.kind === "read" && !(0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_2__/* .isTestMaterial */ .GW)(path) ? parsed.value.members : null;
                if (members === null)
                    return [];
                const pattern = (0,_member_patterns_js__WEBPACK_IMPORTED_MODULE_3__/* .memberTest */ .J)(members, path, { exclusionsAreFinal: true });
                return [{ root: (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt)(path), members: pattern, claims: ownsAtRoot }];
            });
            return (0,_named_packages_js__WEBPACK_IMPORTED_MODULE_4__/* .readNamedPackages */ .L)({
                tree,
                fileName: MANIFEST,
                manifests: complete,
                roots,
                lockFiles: ["pubspec.lock"],
                ownsAtRoot,
            });
        },
    };
}
function withOverrides(path, parsed, overrides) {
    const own = overrides.get((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .joined */ .oR)((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt)(path), OVERRIDES));
    if (parsed.kind === "unreadable" || own === undefined)
        return parsed;
    if (own.kind === "unreadable")
        return { kind: "unreadable", problem: `${OVERRIDES} beside it: ${own.problem}` };
    const { value } = parsed;
    const requests = new Set([...value.requests, ...own.value.requests]);
    return { kind: "read", value: { ...value, requests, paths: [...value.paths, ...own.value.paths] } };
}
function parseDartManifest(text) {
    const manifest = tableIn(text);
    const members = manifest.has("workspace") ? (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_5__/* .asTexts */ .DW)(manifest.get("workspace") ?? []) : null;
    if (members === null && manifest.has("workspace"))
        throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_5__/* .ManifestProblem */ .Rn("its `workspace` is not a list");
    return { name: (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_5__/* .textAt */ .$6)(manifest, "name"), ...requestsIn(manifest), members };
}
function parseRequests(text) {
    return requestsIn(tableIn(text));
}
/** Names count also where a version is given, since melos and workspaces put packages of the repository there. */
function requestsIn(manifest) {
    const entries = REQUESTING.flatMap((key) => [...(0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_5__/* .tableAt */ .af)(manifest, key)]);
    return {
        requests: new Set(entries.map(([name]) => name)),
        paths: entries.flatMap(([, value]) => (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_5__/* .textAt */ .$6)((0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_5__/* .asTable */ .fO)(value), "path") ?? []),
    };
}
function tableIn(text) {
    try {
        const table = (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_5__/* .asTable */ .fO)((0,_parse_yaml_js__WEBPACK_IMPORTED_MODULE_0__/* .parseYaml */ .hN)(text));
        if (table === null)
            throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_5__/* .ManifestProblem */ .Rn("it is not a mapping");
        return table;
    }
    catch (error) {
        if (error instanceof _parse_yaml_js__WEBPACK_IMPORTED_MODULE_0__/* .YamlError */ .Iz)
            throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_5__/* .ManifestProblem */ .Rn(error.problem);
        throw error;
    }
}
/** The folders of a Dart package. */
function ownsAtRoot(path) {
    return /^(?:lib|bin|test|example|integration_test|tool|web|android|ios|macos|linux|windows|assets)\//.test(path);
}
/** Members are in the graphs. Other fields may decide the versions of every member. */
const compareDartRoot = (change) => {
    const keys = (0,_root_changes_js__WEBPACK_IMPORTED_MODULE_6__/* .differingKeys */ .VZ)(tableIn(change.before), tableIn(change.after));
    const ofRoot = new Set(["workspace", "description", "version", "homepage", "repository", "topics"]);
    return keys.every((key) => ofRoot.has(key)) ? (0,_root_changes_js__WEBPACK_IMPORTED_MODULE_6__/* .rootPackages */ .gR)(change) : null;
};


/***/ }),

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


/***/ })

};
