export const id = 649;
export const ids = [649,30];
export const modules = {

/***/ 3649:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   PA: () => (/* binding */ isLine),
/* harmony export */   UP: () => (/* binding */ UnknownRevision),
/* harmony export */   c8: () => (/* binding */ SourceError)
/* harmony export */ });
/* unused harmony export areText */
/** The source was used in a way that it does not support: the user must change the step. */
class SourceError extends Error {
    name = "SourceError";
}
/** A revision that the user named does not exist. */
class UnknownRevision extends SourceError {
    role;
    constructor(role, name) {
        super(`${name} names no commit here and no branch of the origin; correct it, or run git fetch first`);
        this.role = role;
    }
}
function areText(targets) {
    return "texts" in targets;
}
/** Whether no reader of lines could confuse the name with two names. */
function isLine(name) {
    return !/[\r\n\0]/.test(name) && name.isWellFormed();
}


/***/ })

};
