export const id = 783;
export const ids = [783];
export const modules = {

/***/ 7783:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   readQueueConfig: () => (/* binding */ readQueueConfig)
/* harmony export */ });
/* harmony import */ var yaml__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8815);
/* harmony import */ var _domain_thrown_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9808);
/** Reads the settings of a queue as people write them: YAML, of which JSON is a part. Load it when there are some. */


function readQueueConfig(text) {
    let value;
    try {
        const document = (0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .parseDocument */ .Tp)(text, { logLevel: "error" });
        const [problem] = document.errors;
        if (problem !== undefined)
            return { kind: "notYaml", reason: firstLineOf(problem) };
        const name = firstAliasIn(document);
        if (name !== null)
            return { kind: "alias", name };
        value = document.toJS();
    }
    catch (error) {
        return { kind: "notYaml", reason: firstLineOf(error) };
    }
    if (typeof value !== "object" || value === null || Array.isArray(value))
        return { kind: "otherValue" };
    return { kind: "settings", settings: new Map(Object.entries(value)) };
}
function firstAliasIn(document) {
    let name = null;
    (0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .visit */ .YR)(document, {
        Alias: (_key, { source }) => {
            name = source;
            return yaml__WEBPACK_IMPORTED_MODULE_0__/* .visit */ .YR.BREAK;
        },
    });
    return name;
}
/** Below it the parser draws where in the text that is. */
function firstLineOf(error) {
    return (0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_1__/* .errorText */ .kc)(error).replace(/:?\s*\n[^]*/, "");
}


/***/ })

};
