export const id = 30;
export const ids = [30,649];
export const modules = {

/***/ 3649:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   c: () => (/* binding */ SourceError)
/* harmony export */ });
/** A source was asked in a way that it cannot be: somebody has to change the step. */
class SourceError extends Error {
    name = "SourceError";
}


/***/ })

};
