export const id = 581;
export const ids = [581];
export const modules = {

/***/ 6581:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   composerEcosystem: () => (/* binding */ composerEcosystem)
/* harmony export */ });
/* harmony import */ var _tree_paths_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5213);
/* harmony import */ var _ecosystem_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2730);
/* harmony import */ var _member_patterns_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9960);
/* harmony import */ var _named_packages_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9546);
/* harmony import */ var _parsed_files_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7527);
/* harmony import */ var _root_changes_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5208);
/** Composer packages: those that path repositories list, and other packages with a `composer.json`. */






const MANIFEST = "composer.json";
function composerEcosystem() {
    const manifests = new _parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .ParsedFiles */ .pj(parseComposerManifest);
    return {
        lockfiles: new Map(),
        rootManifests: new Map([[MANIFEST, compareComposerRoot]]),
        async read(tree) {
            const entries = await tree.entries();
            const byPath = await manifests.read(tree, (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .pathsNamed */ .o3)(entries, MANIFEST));
            const roots = [...byPath].flatMap(([path, parsed]) => {
                if (parsed.kind !== "read" || (0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_1__/* .isTestMaterial */ .GW)(path) || (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .directoryOf */ .jt)(path) !== "")
                    return [];
                const { repositories, folders } = parsed.value;
                if (repositories === null)
                    return [];
                const members = (0,_member_patterns_js__WEBPACK_IMPORTED_MODULE_2__/* .memberTest */ .J)(repositories, path, { exclusionsAreFinal: true });
                return [{ root: "", members, claims: (file) => isInside(file, folders) }];
            });
            return (0,_named_packages_js__WEBPACK_IMPORTED_MODULE_3__/* .readNamedPackages */ .L)({
                tree,
                fileName: MANIFEST,
                manifests: byPath,
                roots,
                lockFiles: ["composer.lock"],
                ownsAtRoot: (path, { folders }) => isInside(path, folders),
            });
        },
    };
}
function isInside(path, folders) {
    return folders.some((folder) => folder !== "" && path.startsWith(folder));
}
function parseComposerManifest(text) {
    const value = JSON.parse(text);
    const manifest = (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .asTable */ .fO)(value);
    if (manifest === null)
        throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .ManifestProblem */ .Rn("it is not an object");
    const repositories = valuesOf(manifest.get("repositories")).flatMap((one) => {
        const repository = (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .asTable */ .fO)(one);
        return (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .textAt */ .$6)(repository, "type") === "path" ? ((0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .textAt */ .$6)(repository, "url") ?? []) : [];
    });
    const folders = foldersOf(manifest);
    const name = (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .textAt */ .$6)(manifest, "name");
    return {
        name,
        requests: namesAt(manifest, ["require", "require-dev"]),
        aliases: new Set([
            ...namesAt(manifest, ["replace", "provide"]),
            ...(name === null ? [] : [name.toLowerCase()]),
        ]),
        // Code that it loads from other folders may be that of another package.
        paths: [...repositories, ...folders].filter((path) => !path.includes("*") && path !== ""),
        repositories: repositories.length === 0 ? null : repositories.filter((path) => !path.startsWith("/")),
        folders,
    };
}
/** Composer compares names in lower case. */
function namesAt(manifest, keys) {
    return new Set(keys.flatMap((key) => [...(0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .tableAt */ .af)(manifest, key).keys()].map((name) => name.toLowerCase())));
}
/** What it loads, for itself and for tests. Folders of tests are usual names, too. */
function foldersOf(manifest) {
    const loaded = ["autoload", "autoload-dev"].flatMap((key) => {
        const autoload = (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .tableAt */ .af)(manifest, key);
        return ["psr-4", "psr-0", "classmap", "files"].flatMap((kind) => valuesOf(autoload.get(kind)).flat());
    });
    const written = loaded.filter((one) => typeof one === "string");
    return [...new Set([...written.map((path) => path.replace(/^\.\//, "")), "tests/"])];
}
/** Of a list or of an object. */
function valuesOf(value) {
    return Array.isArray(value) ? value : [...((0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .asTable */ .fO)(value)?.values() ?? [])];
}
/** These fields are for people. Others decide what is installed, which the root's code and every package use. */
const FOR_PEOPLE = new Set([
    "authors",
    "description",
    "funding",
    "homepage",
    "keywords",
    "license",
    "readme",
    "suggest",
    "support",
]);
const compareComposerRoot = (change) => {
    const [before, after] = [change.before, change.after].map((text) => {
        const value = JSON.parse(text);
        return (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .asTable */ .fO)(value) ?? new Map();
    });
    const keys = (0,_root_changes_js__WEBPACK_IMPORTED_MODULE_5__/* .differingKeys */ .VZ)(before ?? new Map(), after ?? new Map());
    return keys.every((key) => FOR_PEOPLE.has(key)) ? (0,_root_changes_js__WEBPACK_IMPORTED_MODULE_5__/* .rootPackages */ .gR)(change) : null;
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
