export const id = 30;
export const ids = [30,649];
export const modules = {

/***/ 3649:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   c: () => (/* binding */ SourceError)
/* harmony export */ });
/** The source was used in a way that it does not support: the user must change the step. */
class SourceError extends Error {
    name = "SourceError";
}


/***/ })

};
