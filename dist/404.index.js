export const id = 404;
export const ids = [404];
export const modules = {

/***/ 1404:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   metricsProblem: () => (/* binding */ metricsProblem)
/* harmony export */ });
/* harmony import */ var _domain_words_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4717);
/** Checks that a text is Prometheus metrics: by its declared type, and by the form of each line. */

const DECLARED = /^(?:text\/plain|application\/openmetrics-text)\s*(?:;|$)/i;
/** A comment, or a name with labels, a value and optional further text. */
const LINE = /^(?:#.*|[a-z_:][\w:]*(?:\{.*\})?\s+[-+]?(?:[\d.]+(?:e[-+]?\d+)?|inf|infinity|nan)(?:\s.*)?)$/i;
/** Null for metrics. When a service declares no type, the text must not be empty. */
function metricsProblem(text, contentType) {
    const declared = contentType.trim();
    if (declared !== "" && !DECLARED.test(declared)) {
        return `it is declared as ${(0,_domain_words_js__WEBPACK_IMPORTED_MODULE_0__/* .beginningOf */ .VI)(declared, 100)}, and metrics are text/plain`;
    }
    if (declared === "" && text.trim() === "")
        return "it is empty";
    const invalidLine = text.split("\n").findIndex((line) => line.trim() !== "" && !LINE.test(line.trim()));
    return invalidLine === -1 ? null : `its line ${invalidLine + 1} is not a line of Prometheus metrics`;
}


/***/ })

};
