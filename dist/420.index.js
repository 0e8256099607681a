export const id = 420;
export const ids = [420];
export const modules = {

/***/ 7420:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   parseQueueConfig: () => (/* binding */ parseQueueConfig)
/* harmony export */ });
/* harmony import */ var yaml__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8815);
/* harmony import */ var _input_error_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9229);
/** Reads `queue-config` as YAML, of which JSON is a part. Loaded only when a workflow uses it. */


/** The keys and their values as they are written; nothing of what they mean is checked here. */
function parseQueueConfig(text) {
    const value = parsed(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
        throw new _input_error_js__WEBPACK_IMPORTED_MODULE_1__/* .InputError */ .d("queue-config", "is no list of settings; expected YAML or JSON such as {concurrency: 2}.");
    }
    return new Map(Object.entries(value));
}
function parsed(text) {
    try {
        return (0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .parse */ .qg)(text, { prettyErrors: false, logLevel: "error", maxAliasCount: 20 });
    }
    catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new _input_error_js__WEBPACK_IMPORTED_MODULE_1__/* .InputError */ .d("queue-config", `is neither YAML nor JSON: ${reason}`, { cause: error });
    }
}


/***/ })

};
