export const id = 399;
export const ids = [399];
export const modules = {

/***/ 3399:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   computedInWords: () => (/* binding */ computedInWords),
/* harmony export */   reportAnswer: () => (/* binding */ reportAnswer),
/* harmony export */   reportComputed: () => (/* binding */ reportComputed)
/* harmony export */ });
/* harmony import */ var _client_words_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(510);
/* harmony import */ var _targets_words_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6955);
/* harmony import */ var _list_report_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2807);
/* harmony import */ var _markup_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6220);
/** What the log and the job summary say of computed targets: each with its cause, and what would make them fewer. */




const MOST_SHOWN = 50;
const MOST_SAMPLED = 10;
function reportComputed({ answer, compared, notes }, report) {
    if (compared !== null)
        report.row("Compared", (0,_markup_js__WEBPACK_IMPORTED_MODULE_1__/* .markup */ .PT) `${compared.base} with ${compared.head}`);
    if (notes.length > 0)
        report.row("How", (0,_markup_js__WEBPACK_IMPORTED_MODULE_1__/* .markup */ .PT) `${notes.join(" ")}`);
    if (answer.kind === "all") {
        const { hint } = answer.cause;
        report.set({ "impacted-targets-hint": hint ?? "" });
        if (hint !== null)
            report.row("What would make it less", (0,_markup_js__WEBPACK_IMPORTED_MODULE_1__/* .markup */ .PT) `${hint}`);
        return;
    }
    report.row("Why", causes(answer.targets));
}
/** For a step that only computes. */
function reportAnswer(answer, report) {
    if (answer.kind === "all")
        (0,_list_report_js__WEBPACK_IMPORTED_MODULE_0__/* .reportAll */ .YS)((0,_targets_words_js__WEBPACK_IMPORTED_MODULE_2__/* .allCauseInWords */ .f)(answer.cause), report);
    else
        (0,_list_report_js__WEBPACK_IMPORTED_MODULE_0__/* .reportList */ .p$)(answer.targets.size, [...answer.targets.keys()].slice(0, MOST_SAMPLED), report);
}
/** One line of the log each. */
function computedInWords({ answer, notes }) {
    if (answer.kind === "all") {
        const { cause } = answer;
        const hint = cause.hint === null ? [] : [`What would make it less: ${cause.hint}`];
        return [...notes, (0,_client_words_js__WEBPACK_IMPORTED_MODULE_3__/* .asSentence */ .KG)(`ALL, because of ${(0,_targets_words_js__WEBPACK_IMPORTED_MODULE_2__/* .allCauseInWords */ .f)(cause)}`), ...hint];
    }
    const shown = [...answer.targets].slice(0, MOST_SHOWN);
    const lines = shown.map(([name, cause]) => `${name}: ${(0,_targets_words_js__WEBPACK_IMPORTED_MODULE_2__/* .causeInWords */ .s)(cause)}`);
    const more = answer.targets.size - shown.length;
    return [...notes, ...lines, ...(more > 0 ? [`… and ${more} more targets.`] : [])];
}
/** In one cell, so that no name can take another row's place. */
function causes(targets) {
    const shown = [...targets].slice(0, MOST_SHOWN);
    const lines = shown.map(([name, cause]) => (0,_markup_js__WEBPACK_IMPORTED_MODULE_1__/* .markup */ .PT) `**${name}**: ${(0,_targets_words_js__WEBPACK_IMPORTED_MODULE_2__/* .causeInWords */ .s)(cause)}`);
    const more = targets.size - shown.length;
    return (0,_markup_js__WEBPACK_IMPORTED_MODULE_1__/* .joined */ .oR)(more > 0 ? [...lines, (0,_markup_js__WEBPACK_IMPORTED_MODULE_1__/* .markup */ .PT) `… and ${more} more`] : lines, "<br>");
}


/***/ }),

/***/ 6955:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   f: () => (/* binding */ allCauseInWords),
/* harmony export */   s: () => (/* binding */ causeInWords)
/* harmony export */ });
/** A clause: `because …`. */
function causeInWords(cause) {
    switch (cause.kind) {
        case "file":
            return `${cause.path} changed`;
        case "dependsOn":
            return `it depends on ${cause.on}`;
        case "deleted":
            return "it is deleted";
        case "newlyUsed":
            return `${cause.by} begins to depend on it`;
        case "declared":
            return `it is declared to depend on ${cause.on}`;
        case "named":
            return `${cause.by} names it`;
    }
}
function allCauseInWords({ subject, rule }) {
    return `${subject}: ${rule}`;
}


/***/ })

};
