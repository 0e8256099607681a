export const id = 37;
export const ids = [37];
export const modules = {

/***/ 1037:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  rush: () => (/* binding */ rush)
});

// EXTERNAL MODULE: ./src/targets/tools/relaxed-json.ts
var relaxed_json = __webpack_require__(1228);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/json-shape.ts
var json_shape = __webpack_require__(5078);
// EXTERNAL MODULE: ./src/targets/tools/package-manifests.ts
var package_manifests = __webpack_require__(229);
// EXTERNAL MODULE: ./src/targets/tools/read-texts.ts
var read_texts = __webpack_require__(9281);
// EXTERNAL MODULE: ./src/targets/tools/tool-problem.ts
var tool_problem = __webpack_require__(6800);
// EXTERNAL MODULE: ./src/targets/tools/tool-projects.ts
var tool_projects = __webpack_require__(1273);
;// CONCATENATED MODULE: ./src/targets/tools/rush-projects.ts
/** The projects that `rush.json` lists, with the dependencies that their own manifests have. */






const RUSH_FILE = "rush.json";
/** Without a `rush.json` there are no projects: a tree from before Rush was brought in. */
const rushProjects = async (tree) => {
    const files = await (0,read_texts/* readParsed */.m)(tree, [RUSH_FILE], (text) => listedIn((0,relaxed_json/* parseRelaxedJson */.d)(text)));
    const listed = files.get(RUSH_FILE) ?? [];
    const manifests = await (0,package_manifests/* readPackageManifests */.D)(tree, listed.map(({ folder }) => folder));
    return (0,tool_projects/* indexProjects */.H)(listed.map(({ name, folder }) => ({
        name,
        alias: null,
        folder,
        uses: new Set((0,package_manifests/* usedNames */.W)(manifests.get(folder))),
    })));
};
function listedIn(value) {
    const projects = (0,json_shape/* asTable */.fO)(value)?.get("projects");
    if (!Array.isArray(projects))
        throw unreadable();
    return projects.map((project) => listed((0,json_shape/* asTable */.fO)(project)));
}
function listed(project) {
    const name = (0,json_shape/* textAt */.$6)(project, "packageName");
    const folder = (0,json_shape/* textAt */.$6)(project, "projectFolder");
    if (name === null || folder === null)
        throw unreadable();
    return { name, folder: folder.replace(/^\.\//, "").replace(/\/+$/, "") };
}
function unreadable() {
    return new tool_problem/* ToolProblem */.O(RUSH_FILE, "its list of projects cannot be read");
}

// EXTERNAL MODULE: ./src/targets/tools/tool-output.ts
var tool_output = __webpack_require__(9282);
// EXTERNAL MODULE: ./src/targets/tools/tool-source.ts + 1 modules
var tool_source = __webpack_require__(7843);
// EXTERNAL MODULE: ./src/targets/tools/tool-version.ts
var tool_version = __webpack_require__(3919);
;// CONCATENATED MODULE: ./src/targets/sources/rush.ts
/** Projects that Rush lists as impacted by what has changed since the base. */






const NAME = "rush";
const MAJOR = 5;
const TOOL = {
    name: NAME,
    installHint: "Install Rush before, such as with `npm install --global @microsoft/rush`.",
    marks: ["rush.json"],
    environment: () => ({}),
    projects: () => rushProjects,
    async ask(rush, { base }) {
        (0,tool_version/* requireMajor */.N6)(NAME, await rush.version(["--help"], /Build Tool \d/), MAJOR, MAJOR);
        const { output } = await rush.run({ arguments: ["list", "--json", "--impacted-by", `git:${base}`] });
        // It may say first what it creates or downloads.
        const answer = (0,relaxed_json/* parseJson */.q)(output.slice(Math.max(output.search(/^\{/m), 0)));
        return (0,tool_output/* namesAt */.Qo)((0,tool_output/* itemsIn */.Un)((0,json_shape/* asTable */.fO)(answer)?.get("projects"), NAME), "name", NAME);
    },
};
const rush = new tool_source/* ToolSource */.S(TOOL);


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
