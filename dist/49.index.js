export const id = 49;
export const ids = [49,329];
export const modules = {

/***/ 7049:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   lerna: () => (/* binding */ lerna)
/* harmony export */ });
/* harmony import */ var _tools_node_projects_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6911);
/* harmony import */ var _tools_relaxed_json_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1228);
/* harmony import */ var _tools_tool_output_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9282);
/* harmony import */ var _tools_tool_source_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7843);
/* harmony import */ var _tools_tool_version_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3919);
/* harmony import */ var _nx_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(329);
/** Packages that Lerna lists as changed since the base, with those that depend on them. */






const NAME = "lerna";
const OLDEST_MAJOR = 5;
const NEWEST_MAJOR = 9;
const TOOL = {
    name: NAME,
    installHint: "Install the packages of the repository before, such as with `npm ci`.",
    marks: ["lerna.json"],
    // It asks Nx for the graph.
    environment: _nx_js__WEBPACK_IMPORTED_MODULE_4__.nxEnvironment,
    projects: () => (0,_tools_node_projects_js__WEBPACK_IMPORTED_MODULE_0__/* .nodeProjects */ .Rl)(),
    async ask(lerna, { base }) {
        (0,_tools_tool_version_js__WEBPACK_IMPORTED_MODULE_3__/* .requireMajor */ .N6)(NAME, await lerna.version(), OLDEST_MAJOR, NEWEST_MAJOR);
        // Without `--all` it keeps private packages to itself.
        const { output } = await lerna.run({
            arguments: ["ls", "--since", base, "--all", "--json", "--loglevel", "error"],
        });
        return (0,_tools_tool_output_js__WEBPACK_IMPORTED_MODULE_1__/* .namesAt */ .Qo)((0,_tools_tool_output_js__WEBPACK_IMPORTED_MODULE_1__/* .itemsIn */ .Un)((0,_tools_relaxed_json_js__WEBPACK_IMPORTED_MODULE_5__/* .parseJson */ .q)(output), NAME), "name", NAME);
    },
};
const lerna = new _tools_tool_source_js__WEBPACK_IMPORTED_MODULE_2__/* .ToolSource */ .S(TOOL);


/***/ }),

/***/ 329:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  nx: () => (/* binding */ nx),
  nxEnvironment: () => (/* binding */ nxEnvironment)
});

// EXTERNAL MODULE: ./src/targets/sources/workspaces/json-shape.ts
var json_shape = __webpack_require__(5078);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/tree-paths.ts
var tree_paths = __webpack_require__(605);
// EXTERNAL MODULE: ./src/targets/tools/node-projects.ts
var node_projects = __webpack_require__(6911);
// EXTERNAL MODULE: ./src/targets/tools/package-manifests.ts
var package_manifests = __webpack_require__(229);
// EXTERNAL MODULE: ./src/targets/tools/read-texts.ts
var read_texts = __webpack_require__(9281);
// EXTERNAL MODULE: ./src/targets/tools/relaxed-json.ts
var relaxed_json = __webpack_require__(1228);
// EXTERNAL MODULE: ./src/targets/tools/tool-problem.ts
var tool_problem = __webpack_require__(6800);
// EXTERNAL MODULE: ./src/targets/tools/tool-projects.ts
var tool_projects = __webpack_require__(1273);
;// CONCATENATED MODULE: ./src/targets/tools/nx-projects.ts
/**
 * The projects of an Nx workspace: packages of the workspace, and folders with a `project.json`. What a plugin infers
 * from other files has no name here; a name that Nx gives and this does not know makes the source answer `ALL`.
 */








const PROJECT_FILE = "project.json";
function nxProjects() {
    const readPackages = (0,node_projects/* nodePackages */.UB)();
    return async (tree) => {
        const packages = new Map((await readPackages(tree)).map((member) => [member.directory, member]));
        const projectFiles = (0,tree_paths/* pathsNamed */.o3)((await tree.entries()).keys(), PROJECT_FILE);
        const settings = await readSettings(tree, projectFiles, packages.keys());
        const own = projectFiles.map(tree_paths/* directoryOf */.jt);
        const manifests = await (0,package_manifests/* readPackageManifests */.D)(tree, own);
        const folders = new Set([...packages.keys(), ...own]);
        return (0,tool_projects/* indexProjects */.H)([...folders].map((folder) => {
            const member = packages.get(folder);
            const manifest = manifests.get(folder);
            const { ofProject, ofPackage } = settings(folder);
            const packageName = ofPackage?.name ?? member?.name ?? manifest?.name ?? null;
            return {
                name: ofProject === null ? (packageName ?? folder) : projectName(folder, ofProject, packageName),
                alias: member?.name ?? manifest?.name ?? null,
                folder,
                uses: new Set([
                    ...(member?.dependsOn ?? []),
                    ...(0,package_manifests/* usedNames */.W)(manifest),
                    ...(ofProject?.implicitDependencies ?? []),
                    ...(ofPackage?.implicitDependencies ?? []),
                ]),
            };
        }));
    };
}
/** From `project.json`, and from the key `nx` of `package.json`. */
async function readSettings(tree, projectFiles, packageFolders) {
    const packageFiles = new Set([
        ...[...packageFolders].map((folder) => (0,tree_paths/* joined */.oR)(folder, "package.json")),
        ...projectFiles.map((path) => (0,tree_paths/* joined */.oR)((0,tree_paths/* directoryOf */.jt)(path), "package.json")),
    ]);
    const ofProjects = await (0,read_texts/* readParsed */.m)(tree, projectFiles, (text, path) => {
        const settings = (0,json_shape/* asTable */.fO)((0,relaxed_json/* parseRelaxedJson */.d)(text));
        if (settings === null)
            throw new tool_problem/* ToolProblem */.O(path, "it is no JSON object");
        return settingsIn(settings);
    });
    const ofPackages = await (0,read_texts/* readParsed */.m)(tree, [...packageFiles], (text) => settingsIn((0,json_shape/* tableAt */.af)((0,json_shape/* asTable */.fO)((0,relaxed_json/* parseRelaxedJson */.d)(text)), "nx")));
    return (folder) => ({
        ofProject: ofProjects.get((0,tree_paths/* joined */.oR)(folder, PROJECT_FILE)) ?? null,
        ofPackage: ofPackages.get((0,tree_paths/* joined */.oR)(folder, "package.json")) ?? null,
    });
}
function settingsIn(settings) {
    return {
        name: (0,json_shape/* textAt */.$6)(settings, "name"),
        implicitDependencies: (0,json_shape/* asTexts */.DW)(settings.get("implicitDependencies")) ?? [],
    };
}
/** Versions of Nx differ in what a project without a name of its own is called where a package is beside it. */
function projectName(folder, { name }, packageName) {
    const folderName = folder.slice(folder.lastIndexOf("/") + 1).toLowerCase();
    if (name !== null)
        return name;
    if (packageName === null || packageName === folderName)
        return folderName;
    throw new tool_problem/* ToolProblem */.O((0,tree_paths/* joined */.oR)(folder, PROJECT_FILE), "it has no `name`, and beside it is a package with another name than the folder", "Give it a `name`.");
}

// EXTERNAL MODULE: ./src/targets/tools/tool-output.ts
var tool_output = __webpack_require__(9282);
// EXTERNAL MODULE: ./src/targets/tools/tool-source.ts + 1 modules
var tool_source = __webpack_require__(7843);
// EXTERNAL MODULE: ./src/targets/tools/tool-version.ts
var tool_version = __webpack_require__(3919);
;// CONCATENATED MODULE: ./src/targets/sources/nx.ts
/** Projects that Nx calls affected. */






const NAME = "nx";
const OLDEST_MAJOR = 15;
const NEWEST_MAJOR = 24;
/** Before, `show projects` knows nothing of `--affected`, and lists them all. */
const SHOWS_AFFECTED = 16;
const TOOL = {
    name: NAME,
    installHint: "Install the packages of the repository before, such as with `npm ci`.",
    marks: ["nx.json"],
    environment: nxEnvironment,
    projects: nxProjects,
    async ask(nx, { base, head }) {
        const version = await nx.version();
        (0,tool_version/* requireMajor */.N6)(NAME, version, OLDEST_MAJOR, NEWEST_MAJOR);
        const range = [`--base=${base}`, `--head=${head}`];
        if (!(0,tool_version/* isAtLeast */.du)(version, SHOWS_AFFECTED)) {
            const { output } = await nx.run({ arguments: ["print-affected", ...range] });
            return (0,tool_output/* namesIn */.wX)((0,json_shape/* asTable */.fO)((0,relaxed_json/* parseJson */.q)(output))?.get("projects"), NAME);
        }
        const { output } = await nx.run({ arguments: ["show", "projects", "--affected", ...range, "--json"] });
        return (0,tool_output/* namesIn */.wX)((0,relaxed_json/* parseJson */.q)(output), NAME);
    },
};
const nx = new tool_source/* ToolSource */.S(TOOL);
/** No process stays behind, nothing leaves the machine, and what it keeps is not kept in the checkout. */
function nxEnvironment({ scratch }) {
    return {
        NX_DAEMON: "false",
        NX_NO_CLOUD: "true",
        NX_TUI: "false",
        NX_CACHE_DIRECTORY: scratch,
        NX_WORKSPACE_DATA_DIRECTORY: scratch,
        NX_PROJECT_GRAPH_CACHE_DIRECTORY: scratch,
    };
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
