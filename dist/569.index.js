export const id = 569;
export const ids = [569];
export const modules = {

/***/ 5569:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  moon: () => (/* binding */ moon)
});

// EXTERNAL MODULE: ./src/targets/parse-yaml.ts
var parse_yaml = __webpack_require__(1533);
// EXTERNAL MODULE: ./src/targets/path-patterns.ts
var path_patterns = __webpack_require__(1643);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/json-shape.ts
var json_shape = __webpack_require__(5078);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/tree-paths.ts
var tree_paths = __webpack_require__(605);
// EXTERNAL MODULE: ./src/targets/tools/package-manifests.ts
var package_manifests = __webpack_require__(229);
// EXTERNAL MODULE: ./src/targets/tools/read-texts.ts
var read_texts = __webpack_require__(9281);
// EXTERNAL MODULE: ./src/targets/tools/tool-problem.ts
var tool_problem = __webpack_require__(6800);
// EXTERNAL MODULE: ./src/targets/tools/tool-projects.ts
var tool_projects = __webpack_require__(1273);
;// CONCATENATED MODULE: ./src/targets/tools/moon-projects.ts
/** The projects of a moon workspace, as `.moon/workspace.yml` names or finds them. */








const WORKSPACE_FILE = ".moon/workspace.yml";
const PROJECT_FILE = "moon.yml";
/** Without a workspace file there are no projects: a tree from before moon was brought in. */
const moonProjects = async (tree) => {
    const files = await (0,read_texts/* readParsed */.m)(tree, [WORKSPACE_FILE], (text, path) => listingIn(yamlTable(text, path)));
    const listing = files.get(WORKSPACE_FILE);
    if (listing === undefined)
        return (0,tool_projects/* indexProjects */.H)([]);
    const idByFolder = await foldersOf(tree, listing);
    const folders = [...idByFolder.keys()];
    const settings = await (0,read_texts/* readParsed */.m)(tree, folders.map((folder) => (0,tree_paths/* joined */.oR)(folder, PROJECT_FILE)), yamlTable);
    const manifests = await (0,package_manifests/* readPackageManifests */.D)(tree, folders);
    return (0,tool_projects/* indexProjects */.H)([...idByFolder].map(([folder, id]) => {
        const own = settings.get((0,tree_paths/* joined */.oR)(folder, PROJECT_FILE)) ?? null;
        const manifest = manifests.get(folder);
        return {
            name: (0,json_shape/* textAt */.$6)(own, "id") ?? id,
            alias: manifest?.name ?? null,
            folder,
            uses: new Set([...(0,package_manifests/* usedNames */.W)(manifest), ...dependsOn(own, (0,tree_paths/* joined */.oR)(folder, PROJECT_FILE))]),
        };
    }));
};
function listingIn(workspace) {
    const projects = workspace.get("projects");
    const globs = (0,json_shape/* asTexts */.DW)(projects);
    if (globs !== null)
        return { sources: new Map(), globs };
    const table = (0,json_shape/* asTable */.fO)(projects);
    if (table === null || workspace.has("extends")) {
        throw new tool_problem/* ToolProblem */.O(WORKSPACE_FILE, "its `projects` cannot be read");
    }
    const isDetailed = Array.isArray(table.get("globs")) || (0,json_shape/* asTable */.fO)(table.get("sources")) !== null;
    if (!isDetailed)
        return { sources: sourcesIn(table), globs: [] };
    const detailedGlobs = (0,json_shape/* asTexts */.DW)(table.get("globs") ?? []);
    if (detailedGlobs === null || (table.get("globFormat") ?? "project-name") !== "project-name") {
        throw new tool_problem/* ToolProblem */.O(WORKSPACE_FILE, "its `projects` are in a form that is not known");
    }
    return { sources: sourcesIn((0,json_shape/* asTable */.fO)(table.get("sources")) ?? new Map()), globs: detailedGlobs };
}
function sourcesIn(table) {
    return new Map([...table].map(([id, folder]) => {
        if (typeof folder !== "string")
            throw new tool_problem/* ToolProblem */.O(WORKSPACE_FILE, "its `projects` cannot be read");
        const plain = folder.replace(/^\.\//, "").replace(/\/+$/, "");
        return [id, plain === "." ? "" : plain];
    }));
}
async function foldersOf(tree, { sources, globs }) {
    const idByFolder = new Map([...sources].map(([id, folder]) => [folder, id]));
    const isIncluded = anyPattern(globs.filter((glob) => !glob.startsWith("!")));
    const isExcluded = anyPattern(globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1)));
    for (const folder of foldersIn((await tree.entries()).keys())) {
        if (!idByFolder.has(folder) && isIncluded(folder) && !isExcluded(folder)) {
            idByFolder.set(folder, (0,tree_paths/* fileNameOf */.bV)(folder));
        }
    }
    return idByFolder;
}
/** A pattern may lead to a project's own file, which then stands for its folder. */
const OWN_FILE = /\/moon\.[^/]*$/;
function anyPattern(globs) {
    try {
        const matchers = globs.map((glob) => (0,path_patterns/* compilePattern */.E)(glob.replace(/^\.\//, "").replace(/\/+$/, "").replace(OWN_FILE, "")));
        return (folder) => matchers.some((matches) => matches(folder));
    }
    catch (error) {
        if (error instanceof path_patterns/* PatternError */.J)
            throw new tool_problem/* ToolProblem */.O(WORKSPACE_FILE, `a pattern ${error.message}`);
        throw error;
    }
}
function foldersIn(paths) {
    const folders = new Set();
    for (const path of paths) {
        for (let folder = (0,tree_paths/* directoryOf */.jt)(path); folder !== "" && !folders.has(folder); folder = (0,tree_paths/* directoryOf */.jt)(folder)) {
            folders.add(folder);
        }
    }
    return folders;
}
function dependsOn(settings, path) {
    const value = settings?.get("dependsOn") ?? [];
    if (!Array.isArray(value))
        throw new tool_problem/* ToolProblem */.O(path, "its `dependsOn` is no list");
    return value.map((dependency) => {
        const id = typeof dependency === "string" ? dependency : (0,json_shape/* textAt */.$6)((0,json_shape/* asTable */.fO)(dependency), "id");
        if (id === null)
            throw new tool_problem/* ToolProblem */.O(path, "its `dependsOn` cannot be read");
        return id;
    });
}
function yamlTable(text, path) {
    try {
        const value = (0,parse_yaml/* parseYaml */.h)(text);
        if (value === null)
            return new Map();
        const table = (0,json_shape/* asTable */.fO)(value);
        if (table !== null)
            return table;
    }
    catch (error) {
        if (!(error instanceof parse_yaml/* YamlError */.I))
            throw error;
    }
    throw new tool_problem/* ToolProblem */.O(path, "it cannot be read as YAML");
}

// EXTERNAL MODULE: ./src/targets/tools/relaxed-json.ts
var relaxed_json = __webpack_require__(1228);
// EXTERNAL MODULE: ./src/targets/tools/tool-output.ts
var tool_output = __webpack_require__(9282);
// EXTERNAL MODULE: ./src/targets/tools/tool-source.ts + 1 modules
var tool_source = __webpack_require__(7843);
// EXTERNAL MODULE: ./src/targets/tools/tool-version.ts
var tool_version = __webpack_require__(3919);
;// CONCATENATED MODULE: ./src/targets/sources/moon.ts
/** Projects that moon calls affected, with all that depend on them. */







const NAME = "moon";
const TOOL = {
    name: NAME,
    installHint: "Install moon before, such as with moonrepo/setup-toolchain or `npm ci`.",
    marks: [".moon/workspace.yml"],
    environment: () => ({ MOON_TELEMETRY: "false" }),
    projects: () => moonProjects,
    async ask(moon, revisions) {
        const version = await moon.version();
        (0,tool_version/* requireMajor */.N6)(NAME, version, 1, 2);
        return version.major === 1 ? namesFromTouched(moon, revisions) : namesFromChanged(moon, revisions);
    },
};
const moon = new tool_source/* ToolSource */.S(TOOL);
async function namesFromChanged(moon, revisions) {
    const files = await changedFiles(moon, ["query", "changed-files"], revisions);
    const words = ["query", "affected", "--downstream", "deep"];
    const { output } = await moon.run({ arguments: words, input: files });
    const answer = (0,json_shape/* asTable */.fO)((0,relaxed_json/* parseJson */.q)(output));
    if (answer?.size === 0)
        return []; // as it says that there are none
    const projects = (0,json_shape/* asTable */.fO)(answer?.get("projects"));
    if (projects === null)
        throw (0,tool_output/* unknownShape */.Y6)(NAME);
    return [...projects.keys()];
}
async function namesFromTouched(moon, revisions) {
    const files = await changedFiles(moon, ["query", "touched-files", "--json"], revisions);
    const words = ["query", "projects", "--affected", "--downstream", "deep", "--json"];
    const { output } = await moon.run({ arguments: words, input: files });
    return (0,tool_output/* namesAt */.Qo)((0,tool_output/* itemsIn */.Un)((0,json_shape/* asTable */.fO)((0,relaxed_json/* parseJson */.q)(output))?.get("projects"), NAME), "id", NAME);
}
/** What moon itself wants to read afterwards. */
async function changedFiles(moon, words, { base, head }) {
    const run = { arguments: [...words, "--base", base, "--head", head, "--remote"] };
    const { output } = await moon.run(run);
    const answer = (0,json_shape/* asTable */.fO)((0,relaxed_json/* parseJson */.q)(output));
    if (answer === null || !Array.isArray(answer.get("files")))
        throw (0,tool_output/* unknownShape */.Y6)(NAME);
    if (answer.get("shallow") === true) {
        throw new tool_problem/* ToolProblem */.O(NAME, "it says that the history is too short to compare the two revisions", "Give actions/checkout `fetch-depth: 2`.");
    }
    return output;
}


/***/ }),

/***/ 229:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D: () => (/* binding */ readPackageManifests),
/* harmony export */   W: () => (/* binding */ usedNames)
/* harmony export */ });
/* harmony import */ var _sources_workspaces_node_manifest_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1700);
/* harmony import */ var _sources_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7527);
/* harmony import */ var _sources_workspaces_tree_paths_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(605);
/* harmony import */ var _read_texts_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9281);
/* harmony import */ var _tool_problem_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6800);
/** What the `package.json` of a project says, for tools that have a list of projects of their own. */





/** By folder; folders without such a file are left out. Throws `ToolProblem`. */
async function readPackageManifests(tree, folders) {
    const folderByPath = new Map(folders.map((folder) => [(0,_sources_workspaces_tree_paths_js__WEBPACK_IMPORTED_MODULE_2__/* .joined */ .oR)(folder, "package.json"), folder]));
    const manifests = await (0,_read_texts_js__WEBPACK_IMPORTED_MODULE_3__/* .readParsed */ .m)(tree, [...folderByPath.keys()], parseManifest);
    return new Map([...manifests].map(([path, manifest]) => [folderByPath.get(path) ?? "", manifest]));
}
/** Names that the manifest uses, whatever range stands beside them. */
function usedNames(manifest) {
    return (manifest?.dependencies ?? []).map(({ name }) => name);
}
function parseManifest(text, path) {
    try {
        return (0,_sources_workspaces_node_manifest_js__WEBPACK_IMPORTED_MODULE_0__/* .parseNodeManifest */ .v)(text);
    }
    catch (error) {
        if (error instanceof _sources_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_1__/* .ManifestProblem */ .Rn)
            throw new _tool_problem_js__WEBPACK_IMPORTED_MODULE_4__/* .ToolProblem */ .O(path, error.message);
        throw error;
    }
}


/***/ }),

/***/ 9281:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   m: () => (/* binding */ readParsed)
/* harmony export */ });
/* harmony import */ var _tool_problem_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6800);

/** By path; a path that the tree does not have is left out. Throws `ToolProblem` for what cannot be parsed. */
async function readParsed(tree, paths, parse) {
    const contents = await tree.read(paths);
    return new Map([...contents].map(([path, bytes]) => [path, parse(textOf(bytes, path), path)]));
}
function textOf(bytes, path) {
    try {
        return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    }
    catch {
        throw new _tool_problem_js__WEBPACK_IMPORTED_MODULE_0__/* .ToolProblem */ .O(path, "it is no UTF-8 text");
    }
}


/***/ })

};
