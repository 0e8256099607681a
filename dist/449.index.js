export const id = 449;
export const ids = [449];
export const modules = {

/***/ 3449:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   conforming: () => (/* binding */ conforming)
/* harmony export */ });
/* harmony import */ var _contract_endpoints_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9094);
/* harmony import */ var _error_text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5778);


const replies = _contract_endpoints_js__WEBPACK_IMPORTED_MODULE_0__/* .endpoints */ .v;
function conforming(name, body) {
    const read = replies[name].response.safeParse(body);
    if (read.success)
        return { ok: true, value: read.data };
    const [issue] = read.error.issues;
    return { ok: false, problem: issue === undefined ? "it is not as promised" : problemOf(issue) };
}
function problemOf(issue) {
    const field = issue.path.length === 0 ? "the whole of it" : `its field ${issue.path.map(String).join(".")}`;
    const saysNothing = issue.code === "invalid_type" && issue.message === "Invalid input";
    const expected = saysNothing ? `expected ${issue.expected}` : issue.message;
    return (0,_error_text_js__WEBPACK_IMPORTED_MODULE_1__/* .shortened */ .vI)(`${field}: ${expected}`, 500);
}


/***/ })

};
