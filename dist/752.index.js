export const id = 752;
export const ids = [752];
export const modules = {

/***/ 1752:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   goEcosystem: () => (/* binding */ goEcosystem)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var _tree_paths_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5213);
/* harmony import */ var _ecosystem_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2730);
/* harmony import */ var _hidden_members_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2150);
/* harmony import */ var _parsed_files_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7527);
/* harmony import */ var _root_changes_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5208);
/** Go modules: the modules that a `go.work` uses, or every `go.mod` without one, and their requirements. */






const MANIFEST = "go.mod";
const WORK = "go.work";
/** Folders that the go command ignores by default, and folders of test data. */
const SET_ASIDE = /(?:^|\/)(?:vendor|testdata|fixtures|__fixtures__|[._][^/]*)(?:\/|$)/;
function goEcosystem() {
    const manifests = new _parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .ParsedFiles */ .pj(parseGoManifest);
    return {
        // Elsewhere a go.sum belongs to the module in its folder.
        lockfiles: new Map([
            ["go.sum", readGoSum],
            ["go.work.sum", readGoSum],
        ]),
        rootManifests: new Map([
            [MANIFEST, compareGoMod],
            [WORK, compareGoWork],
        ]),
        async read(tree) {
            const entries = await tree.entries();
            const all = await manifests.read(tree, (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .pathsNamed */ .o3)(entries, MANIFEST));
            const workPaths = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .pathsNamed */ .o3)(entries, WORK).filter((path) => !SET_ASIDE.test(path));
            const works = await manifests.read(tree, workPaths);
            const found = works.size === 0 ? withoutWork(all) : await readWorks(tree, works, all);
            const names = new Set(found.flatMap(({ modules }) => [...namesOf(modules).values()]));
            const known = new Set(found.flatMap(({ modules }) => [...modules.keys()]));
            return {
                workspaces: found.map((read) => workspaceOf(read, names)),
                outsiders: [...all].flatMap(([path, parsed]) => parsed.kind === "unreadable" || known.has((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt)(path)) ? [] : [outsider(path, parsed.value)]),
            };
        },
    };
}
/** A module for tests, or one that is used only from elsewhere. */
function outsider(path, { replaces }) {
    return {
        manifest: path,
        code: (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .joined */ .oR)((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt)(path), "a.go"),
        places: new Set(placesOf(replaces, (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt)(path))),
        names: new Set(),
    };
}
/** All modules outside the folders that are set aside, and local modules that replace others. */
function withoutWork(manifests) {
    const modules = new Map();
    const waiting = [...manifests.keys()].filter((path) => !SET_ASIDE.test(path)).map(_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt);
    for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
        const path = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .joined */ .oR)(directory, MANIFEST);
        const parsed = manifests.get(path);
        if (parsed === undefined || modules.has(directory))
            continue;
        const manifest = (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .valueOf */ .RP)(parsed, path);
        modules.set(directory, manifest);
        for (const place of placesOf(manifest.replaces, directory))
            waiting.push(place);
    }
    return modules.size === 0 ? [] : [{ work: null, root: "", modules, replaces: [] }];
}
function readWorks(tree, works, manifests) {
    return (0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_2__/* .readEach */ .e2)([...works.keys()].map(_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt), async (root) => {
        const read = readWork(root, works, manifests);
        const used = usedBy(root, (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .valueOf */ .RP)(required(works, read.work), read.work).uses);
        const hidden = (0,_hidden_members_js__WEBPACK_IMPORTED_MODULE_3__/* .hiddenIn */ .k_)(await tree.entries()).filter(({ path }) => mayBeUsed(path, used));
        await (0,_hidden_members_js__WEBPACK_IMPORTED_MODULE_3__/* .refuseHidden */ .ly)(tree, hidden, { fileName: MANIFEST, members: new Set(read.modules.keys()) });
        return read;
    });
}
function mayBeUsed(path, used) {
    return used.some((directory) => directory === path || directory.startsWith(`${path}/`));
}
function readWork(root, works, manifests) {
    const work = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .joined */ .oR)(root, WORK);
    const { uses, replaces } = (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .valueOf */ .RP)(required(works, work), work);
    const modules = new Map();
    for (const directory of usedBy(root, uses)) {
        const path = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .joined */ .oR)(directory, MANIFEST);
        const parsed = manifests.get(path);
        if (parsed !== undefined)
            modules.set(directory, (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .valueOf */ .RP)(parsed, path));
    }
    return { work, root, modules, replaces };
}
function required(works, path) {
    const parsed = works.get(path);
    if (parsed === undefined)
        throw new _ecosystem_js__WEBPACK_IMPORTED_MODULE_2__/* .UnreadableManifest */ .p1(path, "it is missing");
    return parsed;
}
function usedBy(root, uses) {
    return uses.flatMap((directory) => (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .resolved */ .L$)(root, directory) ?? []);
}
/** The module at the root owns its Go code; the owner of other files there is unknown. */
function workspaceOf(read, everywhere) {
    return {
        root: read.root,
        packages: packagesOf(read, everywhere),
        claims: (path) => path.endsWith(".go"),
        resolution: read.work ?? MANIFEST,
        overridden: new Set(),
        ...(read.work !== null && { readers: readersOfSums(read) }),
    };
}
/** The modules of a `go.work` use the checksums of all of them; one at the root is a lock file. */
function readersOfSums({ root, modules }) {
    const sums = new Set([...modules.keys()].filter((one) => one !== root).map((one) => (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .joined */ .oR)(one, "go.sum")));
    return (path) => (sums.has(path) ? [...namesOf(modules).values()] : []);
}
/**
 * Checksums of versions. The go command uses those of all modules of a `go.work`, and otherwise those of the module at
 * the root.
 */
const readGoSum = (text, { root, resolution, packages }) => {
    const users = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .fileNameOf */ .bV)(resolution) === WORK ? packages : packages.filter((one) => one.directory === root);
    const inside = (directory) => (root === "" ? directory : node_path__WEBPACK_IMPORTED_MODULE_0__.posix.relative(root, directory));
    const importers = new Map(users.map(({ directory }) => [inside(directory), { content: text, dependencies: [] }]));
    return { importers, nodes: new Map(), rest: "", sharesRoot: false, spreads: false };
};
/**
 * The versions that a module requires and replaces are in the graphs, and in what a `go.work` shares. Other directives
 * choose the toolchain and its behaviour.
 */
const compareGoMod = (change) => {
    const [before, after] = [parseGoManifest(change.before), parseGoManifest(change.after)];
    const names = (0,_root_changes_js__WEBPACK_IMPORTED_MODULE_5__/* .rootPackages */ .gR)(change);
    return before.rest === after.rest && names.length > 0 ? names : null;
};
/** The modules that it uses, and replacements by folders, are in the graphs. */
const compareGoWork = ({ before, after }) => {
    const facts = [before, after].map((text) => {
        const { rest, replaces } = parseGoManifest(text);
        return JSON.stringify([
            rest,
            replaces.filter(({ by }) => !isPath(by)).map(({ text: written }) => written),
        ]);
    });
    return facts[0] === facts[1] ? [] : null;
};
function namesOf(modules) {
    return new Map([...modules].map(([directory, { module }]) => [directory, module ?? (directory || ".")]));
}
/**
 * A `go.work` has one list of versions, so a replacement of one module counts for all modules that require the replaced
 * one.
 */
function packagesOf({ work, root, modules, replaces }, everywhere) {
    const names = namesOf(modules);
    const placed = (directory, own) => own.map(({ module, by }) => ({ module, by, place: placeOf(by, directory) }));
    const all = [...modules].flatMap(([directory, manifest]) => placed(directory, manifest.replaces));
    const shared = work === null ? [] : [...placed(root, replaces), ...all];
    return [...modules].map(([directory, manifest]) => {
        const name = names.get(directory) ?? directory;
        const used = [...shared, ...placed(directory, manifest.replaces)].filter(({ module }) => mayRequire(manifest, module));
        const mentioned = [
            ...used.map(({ by, place }) => names.get(place ?? by) ?? by),
            ...manifest.requires.map(({ module }) => module),
        ];
        const dependsOn = new Set(mentioned.filter((target) => target !== name && everywhere.has(target)));
        return {
            name,
            directory,
            manifest: (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .joined */ .oR)(directory, MANIFEST),
            dependsOn,
            external: new Set(),
            places: new Set(used.flatMap(({ place }) => place ?? [])),
            builds: new Map(),
            shares: work === null ? "" : sharedBy(manifest, everywhere),
        };
    });
}
/** Since Go 1.17 a go.mod lists every module that its packages and tests use, also indirectly. */
function mayRequire({ goVersion, requires }, module) {
    const [, major = "0", minor = "0"] = /^(\d+)\.(\d+)/.exec(goVersion) ?? [];
    const isComplete = Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 17);
    return !isComplete || requires.some((one) => one.module === module);
}
/** The external versions it requires: the highest version that any module requires applies to all modules. */
function sharedBy({ requires, replaces, excludes }, everywhere) {
    const versions = requires.flatMap(({ module, version }) => version === "" || everywhere.has(module) ? [] : [`${module} ${version}`]);
    const elsewhere = replaces.flatMap(({ by, text }) => (isPath(by) ? [] : [text]));
    return [...versions, ...elsewhere, ...excludes].sort().join("\n");
}
function placesOf(replaces, directory) {
    return replaces.flatMap(({ by }) => placeOf(by, directory) ?? []);
}
function placeOf(by, directory) {
    return isPath(by) ? (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .resolved */ .L$)(directory, by) : null;
}
function isPath(by) {
    return /^\.{1,2}(?:\/|$)/.test(by);
}
const READ = new Set([
    "module",
    "require",
    "tool",
    "replace",
    "exclude",
    "retract",
    "use",
]);
/** Parses the format that `go.mod` and `go.work` share: directives, alone or in parentheses. */
function parseGoManifest(text) {
    const lines = linesIn(text);
    const wordsOf = (directive) => lines.filter((line) => line.directive === directive).map(({ words }) => words);
    return {
        module: wordsOf("module")[0]?.[0] ?? null,
        goVersion: wordsOf("go")[0]?.[0] ?? "",
        requires: [...wordsOf("require"), ...wordsOf("tool")].flatMap(([module, version = ""]) => module === undefined ? [] : [{ module, version }]),
        replaces: wordsOf("replace").map(replacementIn),
        excludes: wordsOf("exclude").map((words) => words.join(" ")),
        uses: wordsOf("use").flatMap(([path]) => path ?? []),
        rest: JSON.stringify(lines.filter(({ directive }) => !READ.has(directive))),
    };
}
function linesIn(text) {
    const lines = [];
    let block = null;
    for (const line of withoutComments(text).split(/\r?\n/)) {
        const words = [...line.matchAll(/"(?:[^"\\]|\\.)*"|`[^`]*`|[()]|[^\s"`()]+/g)].map(([word]) => unquoted(word));
        const [first] = words;
        if (first === undefined)
            continue;
        if (block !== null) {
            if (first === ")")
                block = null;
            else
                lines.push({ directive: block, words });
        }
        else if (words.at(-1) === "(")
            block = first;
        else
            lines.push({ directive: first, words: words.slice(1) });
    }
    if (block !== null)
        throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .ManifestProblem */ .Rn("a parenthesis is never closed");
    return lines;
}
function withoutComments(text) {
    return text.replace(/(^|\s)\/\/.*$/gm, "");
}
function unquoted(word) {
    if (word.startsWith("`"))
        return word.slice(1, -1);
    if (!word.startsWith('"'))
        return word;
    const value = JSON.parse(word);
    if (typeof value !== "string")
        throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .ManifestProblem */ .Rn("a string is not well-formed");
    return value;
}
/** `module [version] => directory` or `module [version] => module version`. */
function replacementIn(words) {
    const [module] = words;
    const by = words[words.indexOf("=>") + 1];
    if (module === undefined || by === undefined || !words.includes("=>")) {
        throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .ManifestProblem */ .Rn("a replacement has no target");
    }
    return { module, by, text: words.join(" ") };
}


/***/ })

};
