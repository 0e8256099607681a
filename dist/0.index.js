export const id = 0;
export const ids = [0];
export const modules = {

/***/ 8000:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   mixEcosystem: () => (/* binding */ mixEcosystem),
/* harmony export */   readMixLock: () => (/* binding */ readMixLock)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var _tree_paths_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5213);
/* harmony import */ var _ecosystem_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2730);
/* harmony import */ var _named_packages_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9546);
/* harmony import */ var _parsed_files_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7527);
/** Mix projects: the applications of umbrellas, and other projects with a `mix.exs`. */





const MANIFEST = "mix.exs";
function mixEcosystem() {
    const manifests = new _parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .ParsedFiles */ .pj(parseMixManifest);
    return {
        lockfiles: new Map([["mix.lock", readMixLock]]),
        rootManifests: new Map(),
        async read(tree) {
            const entries = await tree.entries();
            const byPath = await manifests.read(tree, (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .pathsNamed */ .o3)(entries, MANIFEST).filter((path) => !isDependency(path)));
            for (const [path, parsed] of byPath)
                if (parsed.kind === "read" && parsed.value.computesName && !(0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_2__/* .isTestMaterial */ .GW)(path))
                    throw new _ecosystem_js__WEBPACK_IMPORTED_MODULE_2__/* .UnreadableManifest */ .p1(path, "it computes the name of its application");
            const roots = [...byPath].flatMap(([path, parsed]) => {
                const appsPath = parsed.kind === "read" && !(0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_2__/* .isTestMaterial */ .GW)(path) ? parsed.value.appsPath : null;
                if (appsPath === null)
                    return [];
                const root = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt)(path);
                return [{ root, members: directlyInside((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .resolved */ .L$)(root, appsPath) ?? ""), claims: () => false }];
            });
            return (0,_named_packages_js__WEBPACK_IMPORTED_MODULE_3__/* .readNamedPackages */ .L)({
                tree,
                fileName: MANIFEST,
                manifests: byPath,
                roots,
                lockFiles: ["mix.lock"],
                ownsAtRoot,
            });
        },
    };
}
function isDependency(path) {
    return /(?:^|\/)(?:deps|_build)\//.test(path);
}
function ownsAtRoot(path) {
    return /^(?:lib|test|priv|config|src|assets)\//.test(path);
}
function directlyInside(folder) {
    return {
        has: (_root, directory) => (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt)(directory) === folder && directory !== folder,
        mayHold: (_root, directory) => (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt)(directory) === folder || directory === folder,
    };
}
const APPS_PATH = /\bapps_path:\s*("[^"#\n]*"|\S)/;
/** `{:name, …}` up to its bracket; options may contain lists, but no other brackets of this kind. */
const DEPENDENCY = /\{\s*:"?([a-z_]\w*)"?\s*,([^{}]*)\}/g;
/** Elixir is code, so only its usual form is read; an umbrella's option with an unusual one may mean every application. */
function parseMixManifest(text) {
    const code = withoutComments(text);
    const [, appsPath] = APPS_PATH.exec(code) ?? [];
    if (appsPath !== undefined && !appsPath.startsWith('"'))
        throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .ManifestProblem */ .Rn("it computes the folder of its applications");
    const app = appIn(code);
    const requests = new Set();
    const paths = [];
    let umbrellaOptions = 0;
    let pathOptions = 0;
    for (const [, name = "", options = ""] of code.matchAll(DEPENDENCY)) {
        requests.add(name);
        if (/\bin_umbrella:/.test(options))
            umbrellaOptions += 1;
        const [, path] = /\bpath:\s*"([^"#\n]*)"/.exec(options) ?? [];
        if (path === undefined)
            continue;
        pathOptions += 1;
        paths.push(path);
    }
    const computes = count(code, /\bin_umbrella:/g) > umbrellaOptions ||
        count(code, /\{\s*:[\w"]+\s*,[^{}]*\bpath:\s*[^"\s]/g) > 0 ||
        count(code, /\bpath:\s*"[^"]*#\{/g) > 0 ||
        count(code, /\bpath:\s*"\.\.\//g) > pathOptions;
    return {
        name: appsPath === undefined && app !== null ? app : null,
        computesName: appsPath === undefined && app === null && NAMED.test(withoutDependencies(code)),
        requests,
        paths,
        isOpen: computes,
        appsPath: appsPath?.slice(1, -1) ?? null,
    };
}
const NAMED = /\bapp:/;
function withoutDependencies(code) {
    return code.replace(DEPENDENCY, " ");
}
/** The name is an atom, or an attribute with a single value; null for another one. */
function appIn(code) {
    const [, name, attribute = ""] = /\bapp:\s*(?::"?([a-z_]\w*)"?\s*(?=[,\]\n]|$)|@([a-z_]\w*)|)/.exec(withoutDependencies(code)) ?? [];
    if (name !== undefined)
        return name;
    const values = [...code.matchAll(/(?<!\w)@([a-z_]\w*)[^\S\n]+(\S.*)/g)].flatMap(([, one, value = ""]) => one === attribute ? [value.trim()] : []);
    const [, atom = null] = values.length === 1 ? (/^:([a-z_]\w*)$/.exec(values[0] ?? "") ?? []) : [];
    return atom;
}
function count(text, pattern) {
    return [...text.matchAll(pattern)].length;
}
/** A sign in a string is not a comment; strings of Elixir contain `#{…}`. */
function withoutComments(text) {
    return text.replace(/("(?:[^"\\\n]|\\.)*")|#[^\n]*/g, (_all, quoted) => quoted ?? " ");
}
const LOCKED = /^\s*"([\w-]+)":\s*(\{.*\}),?\s*$/;
/**
 * Each entry is one line, with the dependencies of a package from Hex. Those of a package from git are unknown. An
 * application uses what its own manifest requests, so the reader of manifests has to give the names.
 */
const readMixLock = (text, { root, packages, resolution }) => {
    const lines = new Map();
    for (const line of text.split("\n")) {
        const [, name, content] = LOCKED.exec(line) ?? [];
        if (name !== undefined && content !== undefined)
            lines.set(name, content);
        else if (!/^\s*(?:%\{|\}|)\s*$/.test(line))
            throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .ManifestProblem */ .Rn("one of its lines is no entry");
    }
    if (!/\}\s*$/.test(text))
        throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .ManifestProblem */ .Rn("its end is missing");
    const nodes = new Map();
    for (const [name, content] of lines) {
        const inner = [...content.slice(1).matchAll(/\{:"?(\w+)"?,/g)].flatMap(([, one = ""]) => lines.has(one) ? [one] : []);
        const dependencies = content.startsWith("{:hex,") ? inner : [_ecosystem_js__WEBPACK_IMPORTED_MODULE_2__/* .UNRESOLVED */ .gm];
        nodes.set(name, { content, dependencies });
    }
    const importers = new Map();
    for (const one of packages) {
        const used = [...one.external].map((name) => (lines.has(name) ? name : _ecosystem_js__WEBPACK_IMPORTED_MODULE_2__/* .UNRESOLVED */ .gm));
        importers.set(root === "" ? one.directory : node_path__WEBPACK_IMPORTED_MODULE_0__.posix.relative(root, one.directory), {
            content: "",
            dependencies: used,
        });
    }
    // What only the root of an umbrella requests is a tool for every application, so it has no importer.
    return (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .fileNameOf */ .bV)(resolution) === "mix.lock" && (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .joined */ .oR)(root, "mix.lock") === resolution
        ? { importers, nodes: (0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_2__/* .withUnresolved */ .Q)(nodes, text), rest: "", sharesRoot: false, spreads: false }
        : null;
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
