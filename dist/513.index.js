export const id = 513;
export const ids = [513,526];
export const modules = {

/***/ 8733:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  b: () => (/* binding */ WorkspaceFiles)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
var external_node_path_default = /*#__PURE__*/__webpack_require__.n(external_node_path_);
// EXTERNAL MODULE: ./src/client/words.ts
var words = __webpack_require__(510);
// EXTERNAL MODULE: ./src/domain/thrown.ts
var thrown = __webpack_require__(9808);
// EXTERNAL MODULE: ./src/action/input-error.ts
var input_error = __webpack_require__(9229);
;// CONCATENATED MODULE: ./src/action/reach.ts
/**
 * Which files a step may touch, by their names: what lies in one of its folders, and an absolute path that the workflow
 * gives, unless it leads through what a pull request can change. Asks no file system; `system` is the one it is about.
 */

/**
 * Files of the system that hold variables, memory or devices; and what git keeps, which may be credentials. Files in
 * `/dev/shm` are ordinary ones, and some runners work there.
 */
const NEVER = /^\/(?:proc|sys|dev(?!\/shm\/))(?:\/|$)|[\\/]\.git(?:[\\/]|$)/i;
/** Windows has names of devices in every folder, and takes other spellings for the same folder: `.git.`, `GIT~1`. */
const NEVER_ON_WINDOWS = /^[\\/]{2}[.?][\\/]|(?:^|[\\/])(?:con|prn|aux|nul|com\d|lpt\d)(?:[ .:][^\\/]*)?$|[\\/](?:\.git|git~\d+)[ .]*(?::[^\\/]*)?(?:[\\/]|$)/i;
class Reach {
    #folders;
    #system;
    /** Folders as they are given, and as they really are. */
    constructor(folders, system = (external_node_path_default())) {
        this.#folders = folders;
        this.#system = system;
    }
    /** `real` is where the path leads, and `realFolder` answers the same for a folder. */
    includes(given, real, realFolder) {
        const system = this.#system;
        if ((system.sep === "\\" ? NEVER_ON_WINDOWS : NEVER).test(real))
            return false;
        if (this.#holds(real))
            return true;
        if (!system.isAbsolute(given) || this.#holds(system.resolve(given)))
            return false;
        const folder = realFolder(system.dirname(system.resolve(given)));
        return real === system.join(folder, system.basename(given));
    }
    #holds(place) {
        const system = this.#system;
        return this.#folders.some((folder) => {
            const way = system.relative(folder, place);
            return way !== ".." && !way.startsWith(`..${system.sep}`) && !system.isAbsolute(way);
        });
    }
}
/** The path, its folder, that one's folder, and so on. */
function ancestors(place, system = (external_node_path_default())) {
    const parent = system.dirname(place);
    return parent === place ? [place] : [place, ...ancestors(parent, system)];
}

;// CONCATENATED MODULE: ./src/action/workspace-files.ts
/**
 * Files that inputs name. What lies in the workspace may come from a pull request, links included, so a file is
 * read or written only where it really lies within reach: in the workspace, in the runner's temporary folder, or
 * at exactly the absolute path that the workflow gives.
 */







/** Fails on a link, and does not wait for the other end of a pipe. */
const STRICTLY = external_node_fs_.constants.O_NOFOLLOW | external_node_fs_.constants.O_NONBLOCK;
/** The variables that name its folders. */
const REACH = ["GITHUB_WORKSPACE", "RUNNER_TEMP"];
class WorkspaceFiles {
    #reach;
    #temporary;
    /** The variables that it follows from, to do the same elsewhere. */
    reach;
    constructor(environment) {
        this.reach = Object.fromEntries(REACH.map((name) => [name, environment(name)]));
        this.#temporary = environment("RUNNER_TEMP") || (0,external_node_os_.tmpdir)();
        const given = [environment("GITHUB_WORKSPACE") || process.cwd(), environment("RUNNER_TEMP")];
        const folders = given.filter((folder) => folder !== "").map((folder) => (0,external_node_path_.resolve)(folder));
        this.#reach = new Reach([...new Set([...folders, ...folders.map(realPath)])]);
    }
    /** A place for a file of that name that outlives the step: in the runner's temporary folder, else in the machine's. */
    temporary(name) {
        return (0,external_node_path_.join)(this.#temporary, name);
    }
    /** The bytes of a regular file, until the signal aborts. Throws `InputError`. */
    read(input, path, signal) {
        try {
            const real = (0,external_node_fs_.realpathSync)(path);
            this.#checkReach(input, path, real);
            // Whatever was there a moment ago: from here on the handle counts, and not the name.
            const handle = openStrictly(input, path, real, external_node_fs_.constants.O_RDONLY);
            return (0,external_node_fs_.createReadStream)("", { fd: handle, signal });
        }
        catch (error) {
            if (error instanceof input_error/* InputError */.d)
                throw error;
            const expected = "is not readable; expected a file in the workspace";
            throw new input_error/* InputError */.d(input, `${expected}: ${(0,thrown/* errorText */.kc)(error)}`, { cause: error });
        }
    }
    /** Throws `InputError` unless a file can be written there; its folder may still be missing. */
    checkWritable(input, path) {
        const real = this.#placeFor(input, path);
        const existing = ancestors(real).find(isThere) ?? "/";
        const found = (0,external_node_fs_.statSync)(existing);
        if (existing === real ? !found.isFile() : !found.isDirectory()) {
            throw new input_error/* InputError */.d(input, `${(0,words/* shown */.SP)(path)} cannot be a file: ${(0,words/* shown */.SP)(existing)} is in the way.`);
        }
        try {
            (0,external_node_fs_.accessSync)(existing, external_node_fs_.constants.W_OK);
        }
        catch (error) {
            const problem = `${(0,words/* shown */.SP)(path)} cannot be written: no access to ${(0,words/* shown */.SP)(existing)}.`;
            throw new input_error/* InputError */.d(input, problem, { cause: error });
        }
    }
    /** Throws `InputError`. What the file held before is gone. */
    write(input, path, text) {
        try {
            const real = this.#placeFor(input, path);
            (0,external_node_fs_.mkdirSync)((0,external_node_path_.dirname)(real), { recursive: true });
            const handle = openStrictly(input, path, real, external_node_fs_.constants.O_WRONLY | external_node_fs_.constants.O_CREAT);
            try {
                (0,external_node_fs_.ftruncateSync)(handle);
                (0,external_node_fs_.writeFileSync)(handle, text);
            }
            finally {
                (0,external_node_fs_.closeSync)(handle);
            }
        }
        catch (error) {
            if (error instanceof input_error/* InputError */.d)
                throw error;
            throw new input_error/* InputError */.d(input, `${(0,words/* shown */.SP)(path)} could not be written: ${(0,thrown/* errorText */.kc)(error)}`, {
                cause: error,
            });
        }
    }
    #placeFor(input, path) {
        try {
            const real = realPath((0,external_node_path_.resolve)(path));
            this.#checkReach(input, path, real);
            return real;
        }
        catch (error) {
            if (error instanceof input_error/* InputError */.d)
                throw error;
            throw new input_error/* InputError */.d(input, `${(0,words/* shown */.SP)(path)} is a link to nowhere; expected a place for a file.`, {
                cause: error,
            });
        }
    }
    #checkReach(input, path, real) {
        if (this.#reach.includes(path, real, realPath))
            return;
        const problem = `${(0,words/* shown */.SP)(path)} is really ${(0,words/* shown */.SP)(real)}, which is out of reach`;
        throw new input_error/* InputError */.d(input, `${problem}; expected a file in the workspace or in RUNNER_TEMP, or an absolute path without a link at its end.`);
    }
}
/** Opens a regular file at a path without links; also when a folder on the way has become a link meanwhile. */
function openStrictly(input, path, real, flags) {
    const handle = (0,external_node_fs_.openSync)(real, flags | STRICTLY, 0o644);
    const isRegular = (0,external_node_fs_.fstatSync)(handle).isFile();
    if (isRegular && (0,external_node_fs_.realpathSync)(real) === real)
        return handle;
    (0,external_node_fs_.closeSync)(handle);
    throw new input_error/* InputError */.d(input, `${(0,words/* shown */.SP)(path)} is not ${isRegular ? "where it was" : "a regular file"}.`);
}
/** With every link resolved; what is not there yet stands behind what is. Throws for a link to nowhere. */
function realPath(path) {
    if (isThere(path))
        return (0,external_node_fs_.realpathSync)(path);
    const parent = (0,external_node_path_.dirname)(path);
    return parent === path ? path : (0,external_node_path_.join)(realPath(parent), (0,external_node_path_.basename)(path));
}
/** A link is there, wherever it leads. */
function isThere(path) {
    try {
        (0,external_node_fs_.lstatSync)(path);
        return true;
    }
    catch {
        return false;
    }
}


/***/ }),

/***/ 9141:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   M: () => (/* binding */ LONGEST_TIMER_MS),
/* harmony export */   m: () => (/* binding */ systemClock)
/* harmony export */ });
/** Time as the client knows it; tests bring their own. */
/** Timers of Node cannot be set further ahead than this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const systemClock = {
    now: () => performance.now(),
    date: () => Date.now(),
    sleep: (ms, signal) => new Promise((resolve) => {
        if (signal?.aborted === true) {
            resolve();
            return;
        }
        const end = () => {
            clearTimeout(timer);
            signal?.removeEventListener("abort", end);
            resolve();
        };
        const timer = setTimeout(end, Math.min(ms, LONGEST_TIMER_MS));
        signal?.addEventListener("abort", end);
    }),
};


/***/ }),

/***/ 6792:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   z: () => (/* binding */ timeLimit)
/* harmony export */ });
/* harmony import */ var _clock_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9141);
/** A signal that aborts when a time is up, also on Node 20. */

/**
 * Aborts after `ms` with a `TimeoutError`, as `AbortSignal.timeout` does, and keeps no process alive. Node 20 collects the
 * signal of `AbortSignal.timeout` where only `AbortSignal.any` refers to it, and then never aborts (nodejs/node issue 57736);
 * the timer here holds its signal.
 */
function timeLimit(ms) {
    const limit = new AbortController();
    const isUp = () => limit.abort(new DOMException("The time limit has passed", "TimeoutError"));
    setTimeout(isUp, Math.min(Math.ceil(ms), _clock_js__WEBPACK_IMPORTED_MODULE_0__/* .LONGEST_TIMER_MS */ .M)).unref();
    return limit.signal;
}


/***/ }),

/***/ 526:
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
