export const id = 606;
export const ids = [606];
export const modules = {

/***/ 9606:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   pnpm: () => (/* binding */ pnpm)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1455);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs_promises__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var _tools_node_projects_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6911);
/* harmony import */ var _tools_relaxed_json_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(1228);
/* harmony import */ var _tools_tool_output_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9282);
/* harmony import */ var _tools_tool_source_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7843);
/* harmony import */ var _tools_tool_version_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3919);
/* harmony import */ var _workspaces_json_shape_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(5078);
/** Packages of a pnpm workspace that have changed, and those that depend on them, as `pnpm list` filters them. */








const NAME = "pnpm";
const OLDEST_MAJOR = 8;
const NEWEST_MAJOR = 12;
/** Since then "none" is an empty list, and not no output at all. */
const LISTS_NONE = 10;
const TOOL = {
    name: NAME,
    installHint: "Install the pnpm that the repository uses before, such as with pnpm/action-setup.",
    marks: ["pnpm-workspace.yaml"],
    environment: () => ({}),
    projects: () => (0,_tools_node_projects_js__WEBPACK_IMPORTED_MODULE_2__/* .nodeProjects */ .Rl)(),
    async ask(pnpm, { base, head }, { checkout }) {
        const version = await pnpm.version();
        (0,_tools_tool_version_js__WEBPACK_IMPORTED_MODULE_5__/* .requireMajor */ .N6)(NAME, version, OLDEST_MAJOR, NEWEST_MAJOR);
        const filter = `...[${base}...${head}]`;
        const { output } = await pnpm.run({
            arguments: ["--filter", filter, "list", "--json", "--depth", "-1"],
        });
        if (output.trim() === "" && version.major < LISTS_NONE)
            return [];
        const items = (0,_tools_tool_output_js__WEBPACK_IMPORTED_MODULE_3__/* .itemsIn */ .Un)((0,_tools_relaxed_json_js__WEBPACK_IMPORTED_MODULE_6__/* .parseJson */ .q)(output), NAME);
        const folders = (0,_tools_tool_output_js__WEBPACK_IMPORTED_MODULE_3__/* .namesAt */ .Qo)(items, "path", NAME);
        const root = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(checkout);
        return items.map((item, index) => (0,_workspaces_json_shape_js__WEBPACK_IMPORTED_MODULE_7__/* .textAt */ .$6)(item, "name") || folderName(root, folders[index] ?? root));
    },
};
const pnpm = new _tools_tool_source_js__WEBPACK_IMPORTED_MODULE_4__/* .ToolSource */ .S(TOOL);
/** What a package without a name goes by. */
function folderName(root, folder) {
    return (0,node_path__WEBPACK_IMPORTED_MODULE_1__.relative)(root, folder).split(node_path__WEBPACK_IMPORTED_MODULE_1__.sep).join("/") || ".";
}


/***/ })

};
