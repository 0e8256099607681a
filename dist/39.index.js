export const id = 39;
export const ids = [39];
export const modules = {

/***/ 5039:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   listChangedFiles: () => (/* binding */ listChangedFiles)
/* harmony export */ });
/* harmony import */ var _github_api_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2334);
/* harmony import */ var _outputs_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8948);


const PAGE = 100;
/** The API lists no more files of one pull request. */
const MOST_FILES = 3000;
/** Null when the forge's list is incomplete or belongs to another head. */
async function listChangedFiles(api, number, headSha) {
    try {
        const gitHub = await (0,_github_api_js__WEBPACK_IMPORTED_MODULE_0__/* .openGitHubApi */ .p)(api);
        const pull = await gitHub.pullRequest(number);
        const expected = (0,_outputs_js__WEBPACK_IMPORTED_MODULE_1__.at)(pull, "changed_files");
        if ((0,_outputs_js__WEBPACK_IMPORTED_MODULE_1__/* .textAt */ .$6)(pull, "head", "sha") !== headSha || typeof expected !== "number" || expected > MOST_FILES)
            return null;
        const listed = [];
        for (let page = 1; listed.length < expected; page++) {
            const more = (0,_outputs_js__WEBPACK_IMPORTED_MODULE_1__/* .listAt */ .gT)({ files: await gitHub.changedFiles(number, page, PAGE) }, "files");
            if (more.length === 0)
                return null;
            listed.push(...more);
        }
        const again = await gitHub.pullRequest(number);
        const isStill = (0,_outputs_js__WEBPACK_IMPORTED_MODULE_1__/* .textAt */ .$6)(again, "head", "sha") === headSha && (0,_outputs_js__WEBPACK_IMPORTED_MODULE_1__.at)(again, "changed_files") === expected;
        return isStill && listed.length === expected ? changesIn(listed) : null;
    }
    catch (error) {
        if (error instanceof TypeError)
            throw error;
        return null;
    }
}
/** Null for an entry of an unknown form. */
function changesIn(listed) {
    const changed = new Map();
    for (const entry of listed) {
        const path = (0,_outputs_js__WEBPACK_IMPORTED_MODULE_1__/* .textAt */ .$6)(entry, "filename");
        const status = (0,_outputs_js__WEBPACK_IMPORTED_MODULE_1__/* .textAt */ .$6)(entry, "status");
        const before = (0,_outputs_js__WEBPACK_IMPORTED_MODULE_1__/* .textAt */ .$6)(entry, "previous_filename");
        if (path === undefined)
            return null;
        const add = (at, how) => changed.set(at, { path: at, status: changed.has(at) ? "modified" : how, isSubmodule: false });
        if (status === "added" || status === "copied")
            add(path, "added");
        else if (status === "removed")
            add(path, "deleted");
        else if (status === "modified" || status === "changed")
            add(path, "modified");
        else if (status === "renamed" && before !== undefined) {
            add(before, "deleted");
            add(path, "added");
        }
        else
            return null;
    }
    return [...changed.values()];
}


/***/ })

};
