export const id = 615;
export const ids = [615];
export const modules = {

/***/ 2615:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   turbo: () => (/* binding */ turbo)
/* harmony export */ });
/* harmony import */ var _tools_node_projects_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6911);
/* harmony import */ var _tools_relaxed_json_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(1228);
/* harmony import */ var _tools_tool_output_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9282);
/* harmony import */ var _tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6800);
/* harmony import */ var _tools_tool_source_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7843);
/* harmony import */ var _tools_tool_version_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3919);
/* harmony import */ var _workspaces_json_shape_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5078);
/** Packages that Turborepo calls affected, by the command that its version has for it. */







const NAME = "turbo";
/** What it calls the root of the repository. */
const ROOT = "//";
/** It then takes every package for changed and ends with 0. */
const RANGE_NOT_FOUND = /unable to detect git range|assuming all files have changed/i;
const TOOL = {
    name: NAME,
    installHint: "Install the packages of the repository before, such as with `npm ci`.",
    marks: ["turbo.json", "turbo.jsonc"],
    environment: ({ scratch }) => ({ TURBO_TELEMETRY_DISABLED: "1", TURBO_CACHE_DIR: scratch }),
    projects: () => (0,_tools_node_projects_js__WEBPACK_IMPORTED_MODULE_0__/* .nodeProjects */ .Rl)(ROOT),
    async ask(turbo, revisions) {
        const version = await turbo.version();
        (0,_tools_tool_version_js__WEBPACK_IMPORTED_MODULE_4__/* .requireMajor */ .N6)(NAME, version, 1, 2);
        if ((0,_tools_tool_version_js__WEBPACK_IMPORTED_MODULE_4__/* .isAtLeast */ .du)(version, 2, 8))
            return namesFromQuery(turbo, revisions);
        return (0,_tools_tool_version_js__WEBPACK_IMPORTED_MODULE_4__/* .isAtLeast */ .du)(version, 2, 1) ? namesFromList(turbo, revisions) : namesFromDryRun(turbo, revisions);
    },
};
const turbo = new _tools_tool_source_js__WEBPACK_IMPORTED_MODULE_3__/* .ToolSource */ .S(TOOL);
async function namesFromQuery(turbo, { base, head }) {
    const words = ["query", "affected", "--packages", "--base", base, "--head", head];
    const answer = await printedJson(turbo, { arguments: words });
    const packages = (0,_workspaces_json_shape_js__WEBPACK_IMPORTED_MODULE_5__/* .tableAt */ .af)((0,_workspaces_json_shape_js__WEBPACK_IMPORTED_MODULE_5__/* .tableAt */ .af)((0,_workspaces_json_shape_js__WEBPACK_IMPORTED_MODULE_5__/* .asTable */ .fO)(answer), "data"), "affectedPackages");
    const items = (0,_tools_tool_output_js__WEBPACK_IMPORTED_MODULE_1__/* .itemsIn */ .Un)(packages.get("items"), NAME);
    if (items.some((item) => (0,_workspaces_json_shape_js__WEBPACK_IMPORTED_MODULE_5__/* .textAt */ .$6)((0,_workspaces_json_shape_js__WEBPACK_IMPORTED_MODULE_5__/* .tableAt */ .af)(item, "reason"), "__typename") === "GitRefNotFound")) {
        throw rangeNotFound();
    }
    return (0,_tools_tool_output_js__WEBPACK_IMPORTED_MODULE_1__/* .namesAt */ .Qo)(items, "name", NAME);
}
async function namesFromList(turbo, { base, head }) {
    const answer = await printedJson(turbo, {
        arguments: ["ls", "--affected", "--output=json"],
        environment: { TURBO_SCM_BASE: base, TURBO_SCM_HEAD: head },
    });
    return (0,_tools_tool_output_js__WEBPACK_IMPORTED_MODULE_1__/* .namesAt */ .Qo)((0,_tools_tool_output_js__WEBPACK_IMPORTED_MODULE_1__/* .itemsIn */ .Un)((0,_workspaces_json_shape_js__WEBPACK_IMPORTED_MODULE_5__/* .tableAt */ .af)((0,_workspaces_json_shape_js__WEBPACK_IMPORTED_MODULE_5__/* .asTable */ .fO)(answer), "packages").get("items"), NAME), "name", NAME);
}
/** A task has to be named, but packages count whether they have it or not. */
async function namesFromDryRun(turbo, { base, head }) {
    const words = ["run", "build", "--dry=json", `--filter=...[${base}...${head}]`];
    const answer = await printedJson(turbo, { arguments: words });
    return (0,_tools_tool_output_js__WEBPACK_IMPORTED_MODULE_1__/* .namesIn */ .wX)((0,_workspaces_json_shape_js__WEBPACK_IMPORTED_MODULE_5__/* .asTable */ .fO)(answer)?.get("packages"), NAME);
}
async function printedJson(turbo, run) {
    const { output, complaints } = await turbo.run(run);
    if (RANGE_NOT_FOUND.test(complaints))
        throw rangeNotFound();
    return (0,_tools_relaxed_json_js__WEBPACK_IMPORTED_MODULE_6__/* .parseJson */ .q)(output);
}
function rangeNotFound() {
    return new _tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_2__/* .ToolProblem */ .O(NAME, "it could not compare the two revisions, and guessed", "Give actions/checkout `fetch-depth: 2`.");
}


/***/ })

};
