export const id = 956;
export const ids = [956];
export const modules = {

/***/ 1630:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B: () => (/* binding */ Subject)
/* harmony export */ });
/* harmony import */ var _client_wait_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6054);
/* harmony import */ var _client_words_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(510);
/* harmony import */ var _input_error_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9229);
/* harmony import */ var _input_forms_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3188);
/**
 * The subject of the operation: repository, queue, pull request, commit. Values come from the inputs, else from the
 * event.
 */





class Subject {
    #inputs;
    #run;
    constructor(inputs, run) {
        this.#inputs = inputs;
        this.#run = run;
    }
    /** One repository; `*` is only for the operation that reads all of them. */
    repository() {
        const repository = this.repositoryOrAll();
        if (repository !== "*")
            return repository;
        throw new _input_error_js__WEBPACK_IMPORTED_MODULE_1__/* .InputError */ .d("repository", `"*" is allowed only for the operation metrics; expected owner/name.`);
    }
    repositoryOrAll() {
        const given = this.#inputs.value("repository") ?? this.#repositoryOfRun();
        return given === "*" ? given : { host: this.#host(), ...given };
    }
    queue() {
        return { repo: this.repository(), targetBranch: this.#targetBranch() };
    }
    pullRequest() {
        const pr = { number: this.#pullRequestNumber() };
        return { ...this.queue(), pr };
    }
    submission() {
        const priority = this.#inputs.value("priority");
        return {
            ...(priority === undefined ? {} : { priority }),
            ...(this.#inputs.required("no-batch") ? { noBatch: true } : {}),
        };
    }
    waiting() {
        const pollIntervalMs = this.#inputs.required("poll-interval");
        return this.#inputs.required("wait") ? { pollIntervalMs } : null;
    }
    cancelOnAbort() {
        return this.#inputs.required("cancel-on-abort");
    }
    /** The event's pull request when the queue follows from its base and the event does not name the base; else null. */
    lacksBase() {
        if (this.#inputs.value("target-branch") !== undefined)
            return null;
        const pullRequest = this.#eventPullRequest();
        return pullRequest?.baseBranch === null ? pullRequest.number : null;
    }
    /** The branch that the pull request is to be merged into; null when the event does not name it. */
    baseBranch() {
        return this.#eventPullRequest()?.baseBranch ?? null;
    }
    headSha() {
        const given = this.#inputs.value("pr-sha");
        if (given !== undefined)
            this.#checkIsHead(given);
        const sha = given ?? this.#eventPullRequest()?.headSha;
        if (sha)
            return sha;
        throw new _input_error_js__WEBPACK_IMPORTED_MODULE_1__/* .InputError */ .d("pr-sha", "is missing, and the event does not name the head commit; give the full id of the pull request's head commit.");
    }
    /** A branch counts as a test branch only when its name ends like one. */
    testRunId() {
        const given = this.#inputs.value("test-run-id");
        if (given !== undefined)
            return given;
        const branch = this.#run.currentBranch ?? "";
        const testRun = (0,_client_wait_js__WEBPACK_IMPORTED_MODULE_0__/* .testRunOfBranch */ .FN)(branch);
        if (testRun !== null)
            return testRun;
        const found = branch === "" ? "there is no current branch" : `the branch ${(0,_client_words_js__WEBPACK_IMPORTED_MODULE_3__/* .shown */ .SP)(branch)} is not a test branch`;
        throw new _input_error_js__WEBPACK_IMPORTED_MODULE_1__/* .InputError */ .d("test-run-id", `is missing, and ${found}; give the id of a test run.`);
    }
    /**
     * The run's own commit is the merge, or the tip of the default branch: targets for it would count for no pull
     * request.
     */
    #checkIsHead(sha) {
        const { eventHead: head, pullRequest, sha: ofRun } = this.#run;
        const isEventsOwn = pullRequest.kind === "none" || this.#eventPullRequest() !== null;
        if (head === null || !isEventsOwn || sha !== ofRun.toLowerCase() || sha === head.sha.toLowerCase())
            return;
        const what = `is the commit of the workflow run (github.sha), not ${(0,_client_words_js__WEBPACK_IMPORTED_MODULE_3__/* .shown */ .SP)(head.sha)}, the head commit of the pull request`;
        throw new _input_error_js__WEBPACK_IMPORTED_MODULE_1__/* .InputError */ .d("pr-sha", `${what}; give \${{ ${head.expression} }}.`);
    }
    /** The event describes only its own repository and its own pull request. */
    #eventPullRequest() {
        const { pullRequest } = this.#run;
        if (pullRequest.kind === "none" || !this.#isRepositoryOfRun())
            return null;
        const given = this.#inputs.value("pr-number");
        return given === undefined || given === pullRequest.number ? pullRequest : null;
    }
    #pullRequestNumber() {
        const number = this.#inputs.value("pr-number") ?? this.#eventPullRequest()?.number;
        if (number !== undefined)
            return number;
        const { pullRequest } = this.#run;
        const because = pullRequest.kind === "none" ? pullRequest.because : "the event is about another repository";
        throw new _input_error_js__WEBPACK_IMPORTED_MODULE_1__/* .InputError */ .d("pr-number", `is missing, and ${because}; give the number of the pull request.`);
    }
    #targetBranch() {
        const given = this.#inputs.value("target-branch");
        if (given !== undefined)
            return given;
        const pullRequest = this.#eventPullRequest();
        const byDefault = this.#isRepositoryOfRun() ? this.#run.defaultBranch : null;
        const found = pullRequest === null ? byDefault : pullRequest.baseBranch;
        const parsed = _input_forms_js__WEBPACK_IMPORTED_MODULE_2__/* .branch */ .tk(found ?? "");
        if (parsed.ok)
            return parsed.value;
        throw new _input_error_js__WEBPACK_IMPORTED_MODULE_1__/* .InputError */ .d("target-branch", "is missing, and the event names neither a base nor a default branch; give the branch that the queue protects.");
    }
    #host() {
        const given = this.#inputs.value("repo-host");
        if (given !== undefined)
            return given;
        const [, server] = /^https?:\/\/([^/?#@\s]+)/.exec(this.#run.serverUrl) ?? [];
        if (server !== undefined)
            return server;
        throw new _input_error_js__WEBPACK_IMPORTED_MODULE_1__/* .InputError */ .d("repo-host", "is missing, and GITHUB_SERVER_URL names no host; give a host name.");
    }
    #repositoryOfRun() {
        const parsed = _input_forms_js__WEBPACK_IMPORTED_MODULE_2__/* .repository */ .Jk(this.#run.repository);
        if (parsed.ok && parsed.value !== "*")
            return parsed.value;
        throw new _input_error_js__WEBPACK_IMPORTED_MODULE_1__/* .InputError */ .d("repository", "is missing, and GITHUB_REPOSITORY names none; give owner/name.");
    }
    #isRepositoryOfRun() {
        const given = this.#inputs.value("repository");
        if (given === undefined || given === "*")
            return true;
        return `${given.owner}/${given.name}`.toLowerCase() === this.#run.repository.toLowerCase();
    }
}


/***/ }),

/***/ 7829:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   b$: () => (/* binding */ WorkspaceFiles)
/* harmony export */ });
/* unused harmony exports Reach, ancestors */
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8161);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_os__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_2__);
/* harmony import */ var _client_words_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(510);
/* harmony import */ var _domain_thrown_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9808);
/* harmony import */ var _input_error_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9229);
/**
 * Files that inputs name. Files in the workspace may come from a pull request, links included. So a file is read or
 * written only if its real path is within reach: in the workspace, in the runner's temporary folder, or exactly the
 * absolute path that the workflow gives.
 */






/** Fails on a link, and does not wait for the other end of a pipe. */
const STRICTLY = node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_NOFOLLOW | node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_NONBLOCK;
/** The variables that name the folders within reach. */
const REACH = ["GITHUB_WORKSPACE", "RUNNER_TEMP"];
class WorkspaceFiles {
    #reach;
    #temporary;
    /** The variables that define the reach, so that another thread can repeat it. */
    reach;
    constructor(environment) {
        this.reach = Object.fromEntries(REACH.map((name) => [name, environment(name)]));
        this.#temporary = environment("RUNNER_TEMP") || (0,node_os__WEBPACK_IMPORTED_MODULE_1__.tmpdir)();
        const given = [environment("GITHUB_WORKSPACE") || process.cwd(), environment("RUNNER_TEMP")];
        const folders = given.filter((folder) => folder !== "").map((folder) => (0,node_path__WEBPACK_IMPORTED_MODULE_2__.resolve)(folder));
        this.#reach = new Reach([...new Set([...folders, ...folders.map(realPath)])]);
    }
    /** A path for a file that outlives the step: in the runner's temporary folder, else in the system's. */
    temporary(name) {
        return (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(this.#temporary, name);
    }
    /** The bytes of a regular file, until the signal aborts. Throws `InputError`. */
    read(input, path, signal) {
        try {
            const real = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(path);
            this.#checkReach(input, path, real);
            // The path may have changed since; from here on, the handle counts and not the name.
            const handle = openStrictly(input, path, real, node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_RDONLY);
            return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.createReadStream)("", { fd: handle, signal });
        }
        catch (error) {
            if (error instanceof _input_error_js__WEBPACK_IMPORTED_MODULE_3__/* .InputError */ .d)
                throw error;
            const expected = "is not readable; expected a file in the workspace";
            throw new _input_error_js__WEBPACK_IMPORTED_MODULE_3__/* .InputError */ .d(input, `${expected}: ${(0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_4__/* .errorText */ .kc)(error)}`, { cause: error });
        }
    }
    /** Throws `InputError` unless a file can be written there; its folder may still be missing. */
    checkWritable(input, path) {
        const real = this.#placeFor(input, path);
        const existing = ancestors(real).find(isThere) ?? "/";
        const found = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.statSync)(existing);
        if (existing === real ? !found.isFile() : !found.isDirectory()) {
            throw new _input_error_js__WEBPACK_IMPORTED_MODULE_3__/* .InputError */ .d(input, `${(0,_client_words_js__WEBPACK_IMPORTED_MODULE_5__/* .shown */ .SP)(path)} cannot be a file: ${(0,_client_words_js__WEBPACK_IMPORTED_MODULE_5__/* .shown */ .SP)(existing)} is in the way.`);
        }
        try {
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.accessSync)(existing, node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.W_OK);
        }
        catch (error) {
            const problem = `${(0,_client_words_js__WEBPACK_IMPORTED_MODULE_5__/* .shown */ .SP)(path)} cannot be written: no access to ${(0,_client_words_js__WEBPACK_IMPORTED_MODULE_5__/* .shown */ .SP)(existing)}.`;
            throw new _input_error_js__WEBPACK_IMPORTED_MODULE_3__/* .InputError */ .d(input, problem, { cause: error });
        }
    }
    /** Replaces the content of the file. Throws `InputError`. */
    write(input, path, text) {
        try {
            const real = this.#placeFor(input, path);
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdirSync)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.dirname)(real), { recursive: true });
            const handle = openStrictly(input, path, real, node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_WRONLY | node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_CREAT);
            try {
                (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.ftruncateSync)(handle);
                (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.writeFileSync)(handle, text);
            }
            finally {
                (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.closeSync)(handle);
            }
        }
        catch (error) {
            if (error instanceof _input_error_js__WEBPACK_IMPORTED_MODULE_3__/* .InputError */ .d)
                throw error;
            throw new _input_error_js__WEBPACK_IMPORTED_MODULE_3__/* .InputError */ .d(input, `${(0,_client_words_js__WEBPACK_IMPORTED_MODULE_5__/* .shown */ .SP)(path)} could not be written: ${(0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_4__/* .errorText */ .kc)(error)}`, {
                cause: error,
            });
        }
    }
    #placeFor(input, path) {
        try {
            const real = realPath((0,node_path__WEBPACK_IMPORTED_MODULE_2__.resolve)(path));
            this.#checkReach(input, path, real);
            return real;
        }
        catch (error) {
            if (error instanceof _input_error_js__WEBPACK_IMPORTED_MODULE_3__/* .InputError */ .d)
                throw error;
            throw new _input_error_js__WEBPACK_IMPORTED_MODULE_3__/* .InputError */ .d(input, `${(0,_client_words_js__WEBPACK_IMPORTED_MODULE_5__/* .shown */ .SP)(path)} is a broken link; expected a place for a file.`, {
                cause: error,
            });
        }
    }
    #checkReach(input, path, real) {
        if (this.#reach.includes(path, real, realPath))
            return;
        const problem = `${(0,_client_words_js__WEBPACK_IMPORTED_MODULE_5__/* .shown */ .SP)(path)} leads to ${(0,_client_words_js__WEBPACK_IMPORTED_MODULE_5__/* .shown */ .SP)(real)}, which is out of reach`;
        throw new _input_error_js__WEBPACK_IMPORTED_MODULE_3__/* .InputError */ .d(input, `${problem}; expected a file in the workspace or in RUNNER_TEMP, or an absolute path without a link at its end.`);
    }
}
/** Opens a regular file at a path without links. Throws when a folder on the way has become a link meanwhile. */
function openStrictly(input, path, real, flags) {
    const handle = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.openSync)(real, flags | STRICTLY, 0o644);
    const isRegular = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.fstatSync)(handle).isFile();
    if (isRegular && (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(real) === real)
        return handle;
    (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.closeSync)(handle);
    throw new _input_error_js__WEBPACK_IMPORTED_MODULE_3__/* .InputError */ .d(input, `${(0,_client_words_js__WEBPACK_IMPORTED_MODULE_5__/* .shown */ .SP)(path)} is not ${isRegular ? "where it was" : "a regular file"}.`);
}
/** Resolves every link; missing parts of the path are added unchanged. Throws for a broken link. */
function realPath(path) {
    if (isThere(path))
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(path);
    const parent = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.dirname)(path);
    return parent === path ? path : (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(realPath(parent), (0,node_path__WEBPACK_IMPORTED_MODULE_2__.basename)(path));
}
/** A link exists even if it is broken. */
function isThere(path) {
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)(path);
        return true;
    }
    catch {
        return false;
    }
}
/**
 * System files with variables, memory or devices; and git's own files, which may contain credentials. Files in
 * `/dev/shm` are ordinary files, and some runners work there.
 */
const NEVER = /^\/(?:proc|sys|dev(?!\/shm\/))(?:\/|$)|[\\/]\.git(?:[\\/]|$)/i;
/** Windows has device names in every folder, and accepts other spellings of the same folder: `.git.`, `GIT~1`. */
const NEVER_ON_WINDOWS = /^[\\/]{2}[.?][\\/]|(?:^|[\\/])(?:con|prn|aux|nul|com\d|lpt\d)(?:[ .:][^\\/]*)?$|[\\/](?:\.git|git~\d+)[ .]*(?::[^\\/]*)?(?:[\\/]|$)/i;
/**
 * Decides by name which files a step may access: files in one of its folders, and an absolute path that the workflow
 * gives, unless that leads through something that a pull request can change. Uses no file system; `system` selects the
 * path rules.
 */
class Reach {
    #folders;
    #system;
    /** The folders as given, and with links resolved. */
    constructor(folders, system = (node_path__WEBPACK_IMPORTED_MODULE_2___default())) {
        this.#folders = folders;
        this.#system = system;
    }
    /** `real`: the path with links resolved; `realFolder` resolves a folder. */
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
/** The path and all folders around it, innermost first. */
function ancestors(place, system = (node_path__WEBPACK_IMPORTED_MODULE_2___default())) {
    const parent = system.dirname(place);
    return parent === place ? [place] : [place, ...ancestors(parent, system)];
}


/***/ }),

/***/ 9141:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   M: () => (/* binding */ LONGEST_TIMER_MS),
/* harmony export */   m: () => (/* binding */ systemClock)
/* harmony export */ });
/** The client's time; tests pass their own clock. */
/** Node's timers cannot be set further ahead. */
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

/***/ 6659:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B: () => (/* binding */ Deadline),
/* harmony export */   z: () => (/* binding */ timeLimit)
/* harmony export */ });
/* harmony import */ var _clock_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9141);
/** A moment after which nothing more is tried. Many calls may share one deadline. */

class Deadline {
    #clock;
    #at;
    constructor(clock, at) {
        this.#clock = clock;
        this.#at = at;
    }
    static after(ms, clock = _clock_js__WEBPACK_IMPORTED_MODULE_0__/* .systemClock */ .m) {
        return new Deadline(clock, clock.now() + ms);
    }
    static never() {
        return new Deadline(_clock_js__WEBPACK_IMPORTED_MODULE_0__/* .systemClock */ .m, Number.POSITIVE_INFINITY);
    }
    /** Never negative; infinite when there is no deadline. */
    remainingMs() {
        return Math.max(0, this.#at - this.#clock.now());
    }
    get hasPassed() {
        return this.remainingMs() === 0;
    }
    /** The earlier of two deadlines. */
    sooner(other) {
        return other.remainingMs() < this.remainingMs() ? other : this;
    }
}
/**
 * Aborts after `ms` with a `TimeoutError`, like `AbortSignal.timeout`, and keeps no process alive. Node 20 collects the
 * signal of `AbortSignal.timeout` when only `AbortSignal.any` refers to it, and then never aborts (nodejs/node issue
 * 57736); the timer here holds its signal.
 */
function timeLimit(ms) {
    const limit = new AbortController();
    const isUp = () => limit.abort(new DOMException("The time limit has passed", "TimeoutError"));
    setTimeout(isUp, Math.min(Math.ceil(ms), _clock_js__WEBPACK_IMPORTED_MODULE_0__/* .LONGEST_TIMER_MS */ .M)).unref();
    return limit.signal;
}


/***/ }),

/***/ 5778:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AA: () => (/* binding */ isWebPage),
/* harmony export */   Gb: () => (/* binding */ readErrorText),
/* harmony export */   WT: () => (/* binding */ reportsFailure),
/* harmony export */   vI: () => (/* binding */ shortened)
/* harmony export */ });
/** Finds the reason in the body of a failed answer, which may be JSON of several shapes, text or a web page. */
const LONGEST_DETAIL = 2000;
const CODE = /^[A-Za-z0-9_.-]{1,64}$/;
/** Upper case distinguishes a code from a word of a sentence. */
const CODE_ALONE = /^[A-Z0-9]{1,32}(?:_[A-Z0-9]{1,32}){1,8}$/;
/** JSON `error.message`, else `error`, else `message`, else the text itself. */
function readErrorText(text) {
    if (isWebPage(text))
        return { code: null, detail: "the answer is HTML, not JSON: is api-url right?" };
    const json = parsed(text);
    const error = member(json, "error");
    const code = [member(error, "code"), member(json, "code"), alone(error)].find(isCode) ?? null;
    const words = [member(error, "message"), error, member(json, "message"), json, text].find(isText) ?? "";
    return { code, detail: shortened(words.trim(), LONGEST_DETAIL) };
}
/** Whether the body of an answer reports a failure, regardless of its status. */
function reportsFailure(json) {
    if (json === false || member(json, "success") === false || member(json, "ok") === false)
        return true;
    const [error, errors] = [member(json, "error"), member(json, "errors")];
    const isList = Array.isArray(errors);
    return Boolean(error) || (isList ? errors.length > 0 : Boolean(errors));
}
/** A proxy's page or a sign-in form: the answer does not come from the service. */
function isWebPage(text) {
    return /^\s*(?:<\?xml[^>]*>\s*|<!--[^]*?-->\s*)*<(?:!doctype html|html|head|body)[\s>]/i.test(text.slice(0, 2048));
}
/** At most `length` characters; never splits a character. */
function shortened(text, length) {
    return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}
function parsed(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
function member(value, name) {
    if (typeof value !== "object" || value === null)
        return undefined;
    return Object.entries(value).find(([key]) => key === name)?.[1];
}
function alone(error) {
    return typeof error === "string" && CODE_ALONE.test(error) ? error : undefined;
}
function isText(value) {
    return typeof value === "string" && value.trim() !== "";
}
function isCode(value) {
    return typeof value === "string" && CODE.test(value);
}


/***/ }),

/***/ 8232:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Gb: () => (/* binding */ requestIdOf),
/* harmony export */   Q: () => (/* binding */ LONGEST_RETRY_AFTER_MS),
/* harmony export */   Vv: () => (/* binding */ backOffMs),
/* harmony export */   WW: () => (/* binding */ failureOfRefusal),
/* harmony export */   _N: () => (/* binding */ failureOfNetwork),
/* harmony export */   aJ: () => (/* binding */ failureOfAnswer),
/* harmony export */   eS: () => (/* binding */ delayMs),
/* harmony export */   l0: () => (/* binding */ LONGEST_TOTAL_WAIT_MS),
/* harmony export */   wU: () => (/* binding */ failureOfStatus),
/* harmony export */   ys: () => (/* binding */ failureOfCut)
/* harmony export */ });
/* unused harmony export readRetryAfterMs */
/* harmony import */ var _domain_thrown_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9808);
/* harmony import */ var _error_text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5778);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6468);
/** Turns the possible errors of one attempt into a `Failure`: its kind, and whether a repeat may help. */



const LONGEST_REQUEST_ID = 128;
/** How many characters are kept of an answer that does not match the contract. */
const KEPT_TEXT = 512 * 1024;
/** An unsuccessful answer. Only the status decides its kind; `text` explains it. */
function failureOfStatus(reply, text, redact, clock) {
    const { status } = reply;
    const kind = kindOfStatus(status);
    const { code, detail } = (0,_error_text_js__WEBPACK_IMPORTED_MODULE_1__/* .readErrorText */ .Gb)(redact(text));
    return {
        ..._errors_js__WEBPACK_IMPORTED_MODULE_0__/* .NOTHING_KNOWN */ .GN,
        kind,
        status,
        code,
        detail: redact(kind === "redirected" ? redirectDetail(reply) : detail),
        body: redact(text),
        requestId: requestIdOf(reply, redact),
        retryAfterMs: readRetryAfterMs(reply.headers["retry-after"], clock.date()),
        retryable: kind === "rateLimited" || kind === "serverFailed",
        mayHaveActed: kind === "serverFailed",
    };
}
/** A success by its status with an invalid body: possibly done, but not reliable. */
function failureOfAnswer(reply, problem, text, redact) {
    return {
        ..._errors_js__WEBPACK_IMPORTED_MODULE_0__/* .NOTHING_KNOWN */ .GN,
        kind: "badAnswer",
        status: reply.status,
        detail: redact(problem),
        body: redact((0,_error_text_js__WEBPACK_IMPORTED_MODULE_1__/* .shortened */ .vI)(text, KEPT_TEXT)),
        requestId: requestIdOf(reply, redact),
        mayHaveActed: true,
    };
}
/** A success by its status whose body reports that the call was not done. */
function failureOfRefusal(reply, problem, text, redact) {
    const { code } = (0,_error_text_js__WEBPACK_IMPORTED_MODULE_1__/* .readErrorText */ .Gb)(redact(text));
    return { ...failureOfAnswer(reply, problem, text, redact), kind: "refused", code, mayHaveActed: false };
}
function failureOfNetwork(error, redact) {
    const notSent = error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .NotSentError */ .SD;
    return {
        ..._errors_js__WEBPACK_IMPORTED_MODULE_0__/* .NOTHING_KNOWN */ .GN,
        kind: "unreachable",
        detail: redact((0,_error_text_js__WEBPACK_IMPORTED_MODULE_1__/* .shortened */ .vI)((0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_2__/* .errorText */ .kc)(error), 2000)),
        retryable: notSent ? error.passing : true,
        mayHaveActed: !notSent,
        cause: error,
    };
}
function failureOfCut(kind, attemptTimeoutMs) {
    const timedOut = kind === "attemptTimedOut";
    return {
        ..._errors_js__WEBPACK_IMPORTED_MODULE_0__/* .NOTHING_KNOWN */ .GN,
        kind,
        detail: timedOut ? `no complete answer within ${attemptTimeoutMs} ms` : "",
        retryable: timedOut,
        mayHaveActed: true,
    };
}
function requestIdOf(reply, redact) {
    const id = reply.headers["x-request-id"]?.replace(/[^\x21-\x7e]/g, "").slice(0, LONGEST_REQUEST_ID) ?? "";
    return id === "" ? null : redact(id);
}
function kindOfStatus(status) {
    switch (status) {
        case 401:
            return "unauthorized";
        case 403:
            return "forbidden";
        case 404:
            return "notFound";
        case 429:
            return "rateLimited";
        default:
            if (status >= 500 && status <= 599)
                return "serverFailed";
            if (status >= 400 && status <= 499)
                return "refused";
            return status >= 300 && status <= 399 ? "redirected" : "badAnswer";
    }
}
/** Names only the origin: the rest of the address may contain secrets. */
function redirectDetail(reply) {
    const { location } = reply.headers;
    if (location === undefined)
        return "to an address that it does not give";
    if (/^(?!\/\/)[/?#.]/.test(location))
        return "to another address on the same host";
    try {
        return `to ${new URL(location, "https://unknown.invalid").origin}; set api-url to the final address`;
    }
    catch {
        return "to an address that cannot be read";
    }
}
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 10_000;
/** The longest wait that a server can ask for. */
const LONGEST_RETRY_AFTER_MS = 60_000;
/** The longest total wait of one call: waiting longer would block a job for nothing. */
const LONGEST_TOTAL_WAIT_MS = 120_000;
/** A random time up to a bound that doubles with every attempt (the first is 1). */
function backOffMs(attempt, random) {
    return Math.round(random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1)));
}
/** The wait that the server asks for is added to the jitter, or all its clients would return at the same time. */
function delayMs(attempt, retryAfterMs, random) {
    return Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS) + backOffMs(attempt, random);
}
/** Reads `Retry-After`: seconds or an HTTP date. Null when it is absent or neither. */
function readRetryAfterMs(header, date) {
    const text = header?.trim() ?? "";
    if (/^\d+$/.test(text))
        return Number(text) * 1000;
    const at = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
    return Number.isNaN(at) ? null : Math.max(0, at - date);
}


/***/ }),

/***/ 684:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ct: () => (/* binding */ positionInWords),
/* harmony export */   Md: () => (/* binding */ isAbsence),
/* harmony export */   Nu: () => (/* binding */ positionIn),
/* harmony export */   gu: () => (/* binding */ settled)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6468);
/** The place of a pull request in its queue; not an estimate of the wait. */

const MOST_AHEAD_SHOWN = 10;
/** Null for a pull request that is not listed, or listed last because it is not ready. Absence proves nothing. */
function positionIn(queue, pullRequest) {
    const admitted = (queue.enqueuedPullRequests ?? []).filter(({ state }) => state !== "NOT_READY");
    const index = admitted.findIndex(({ prNumber }) => prNumber === pullRequest);
    if (index === -1)
        return null;
    return { place: index + 1, ahead: admitted.slice(0, index).map(({ prNumber }) => prNumber ?? null) };
}
/** `1, first in the queue`, `3, behind #410, #411`. */
function positionInWords({ place, ahead }) {
    if (ahead.length === 0)
        return `${place}, first in the queue`;
    const names = ahead.slice(0, MOST_AHEAD_SHOWN).map((number) => `#${number ?? "?"}`);
    const more = ahead.length > names.length ? ` and ${ahead.length - names.length} more` : "";
    return `${place}, behind ${names.join(", ")}${more}`;
}
/** The result of an operation for which "already so" is a success, taken from the actual answer. */
function settled(kind, answer) {
    const { status, attempts, body, requestId } = answer;
    const mayHaveActed = answer instanceof _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .MergeQueueError */ .WS && answer.mayHaveActed;
    return { kind, status, attempts, body, requestId, mayHaveActed };
}
/** A 404 with one of these API codes. A 404 without a code may come from a gateway or a wrong address. */
function isAbsence(error, codes) {
    if (!(error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .MergeQueueError */ .WS) || error.kind !== "notFound")
        return false;
    return error.code !== null && codes.includes(error.code);
}


/***/ }),

/***/ 552:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   A3: () => (/* binding */ reasonOf),
/* harmony export */   L5: () => (/* binding */ isInQueue),
/* harmony export */   Vb: () => (/* binding */ nameOf),
/* harmony export */   hY: () => (/* binding */ hasEnded),
/* harmony export */   lv: () => (/* binding */ stateSentence),
/* harmony export */   n8: () => (/* binding */ priorityInWords),
/* harmony export */   sm: () => (/* binding */ missingForReadiness)
/* harmony export */ });
/* harmony import */ var _contract_states_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1710);
/** How requests name a queue and a pull request in it. */

/** `#412`. */
function nameOf({ pr }) {
    return `#${pr.number}`;
}
function stateSentence(request, value) {
    const sentence = `${nameOf(request)} is ${value.state}`;
    const reason = reasonOf(value);
    return reason === "" ? `${sentence}.` : `${sentence}: ${reason}`;
}
/** When the service does not return the flag, the state decides. */
function isInQueue(value) {
    return !hasEnded(value) && (value.isCurrentlySubmittedToQueue ?? true);
}
/** An unknown state is final when the service reports that the pull request is not in the queue. */
function hasEnded({ state, isCurrentlySubmittedToQueue }) {
    return (0,_contract_states_js__WEBPACK_IMPORTED_MODULE_0__/* .isFinalState */ .G8)(state) || (isCurrentlySubmittedToQueue === false && !(0,_contract_states_js__WEBPACK_IMPORTED_MODULE_0__/* .isKnownState */ .Ht)(state));
}
/** The queue's text, else its code, else empty. */
function reasonOf(value) {
    return value.stateReasonText ?? value.stateReason ?? "";
}
/** Empty when the service does not return it. */
function priorityInWords({ priorityName, priorityValue }) {
    const isNamed = priorityName !== undefined && priorityName !== "custom";
    return isNamed ? priorityName : String(priorityValue ?? "");
}
/** Empty for a ready pull request, and when the service does not report it. */
function missingForReadiness({ state, readiness }) {
    if (state !== "NOT_READY" || readiness === undefined)
        return [];
    const missing = [];
    if (readiness.doesBaseBranchMatch === false)
        missing.push("its base to be the queue's branch");
    if (readiness.requiresImpactedTargets === true && readiness.hasImpactedTargets === false) {
        missing.push("impacted targets of its head commit");
    }
    const { unmetRules = [], gitHubMergeability: mergeability = "mergeable" } = readiness;
    if (unmetRules.length > 0)
        missing.push(...unmetRules);
    else if (mergeability !== "mergeable") {
        missing.push(`the forge to report it as mergeable (now ${mergeability})`);
    }
    return missing.length === 0
        ? ["the queue to admit it, which a paused or draining queue does not"]
        : missing;
}


/***/ }),

/***/ 2647:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Mw: () => (/* binding */ StateHistory),
/* harmony export */   YT: () => (/* binding */ KEPT_PERIODS),
/* harmony export */   ll: () => (/* binding */ isEarlierSubmission),
/* harmony export */   wy: () => (/* binding */ earlierSubmissionOf)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6468);
/* harmony import */ var _pull_request_on_wire_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(552);
/** The states that a pull request has been in, in order. Of a very long history, it keeps the beginning and the end. */


/** How many periods are kept at the beginning of a long history, and how many at its end. */
const KEPT_PERIODS = 20;
class StateHistory {
    #clock;
    #first = [];
    #last = [];
    #omitted = 0;
    #current = null;
    constructor(clock) {
        this.#clock = clock;
    }
    /** Null before the first state. */
    get state() {
        return this.#current?.state ?? null;
    }
    /** How many periods in the middle are not kept. */
    get omitted() {
        return this.#omitted;
    }
    /** Begins a period. */
    enter(state) {
        if (this.#current !== null)
            this.#keep(this.#ended(this.#current));
        this.#current = { state, since: this.#clock.now() };
    }
    /** The current period is the last. */
    history() {
        const kept = [...this.#first, ...this.#last];
        return this.#current === null ? kept : [...kept, this.#ended(this.#current)];
    }
    #ended({ state, since }) {
        return { state, ms: this.#clock.now() - since };
    }
    #keep(period) {
        if (this.#first.length < KEPT_PERIODS) {
            this.#first.push(period);
            return;
        }
        this.#last.push(period);
        if (this.#last.length < KEPT_PERIODS)
            return;
        this.#last.shift();
        this.#omitted++;
    }
}
/** Must be called before submitting. Null when no earlier submission has ended. */
async function earlierSubmissionOf(client, { repo, targetBranch, pr }, options = {}) {
    try {
        const { value } = await client.getSubmittedPullRequest({ repo, targetBranch, pr }, options);
        if (!(0,_pull_request_on_wire_js__WEBPACK_IMPORTED_MODULE_1__/* .hasEnded */ .hY)(value))
            return null;
        return { id: value.id, state: value.state, stateChangedAt: value.stateChangedAt };
    }
    catch (error) {
        if (error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .MergeQueueError */ .WS && error.kind === "notFound")
            return null;
        throw error;
    }
}
/** Whether the service still shows the end of that earlier submission. */
function isEarlierSubmission(shown, earlier) {
    if (earlier === null || !(0,_pull_request_on_wire_js__WEBPACK_IMPORTED_MODULE_1__/* .hasEnded */ .hY)(shown))
        return false;
    const isSameEnd = shown.state === earlier.state && shown.stateChangedAt === earlier.stateChangedAt;
    return isSameEnd && shown.id === earlier.id;
}


/***/ }),

/***/ 6054:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   FN: () => (/* binding */ testRunOfBranch),
/* harmony export */   rf: () => (/* binding */ waitForOutcome),
/* harmony export */   uf: () => (/* binding */ WaitError)
/* harmony export */ });
/* harmony import */ var _contract_states_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1710);
/* harmony import */ var _domain_ids_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(1606);
/* harmony import */ var _deadline_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6659);
/* harmony import */ var _error_text_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(5778);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6468);
/* harmony import */ var _failures_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8232);
/* harmony import */ var _position_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(684);
/* harmony import */ var _pull_request_on_wire_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(552);
/* harmony import */ var _state_history_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(2647);
/* harmony import */ var _words_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(510);










/** The wait ended without an outcome; `progress` is the last progress that was seen. */
class WaitError extends _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .MergeQueueError */ .WS {
    name = "WaitError";
    progress;
    constructor(failure, progress) {
        super("getSubmittedPullRequest", failure, progress.polls);
        this.progress = progress;
    }
}
const DEFAULT_POLL_INTERVAL_MS = 15_000;
const DEFAULT_GRACE_MS = 60_000;
const DEFAULT_HEARTBEAT_MS = 60_000;
/** A failing service is polled less often, but its return is noticed within a few intervals. */
const SLOWEST_POLL = 4;
/** A short limit, since the end of the wait is not noticed while the place is read. */
const POSITION_MS = 2000;
const LASTING_KINDS = new Set([
    "unauthorized",
    "forbidden",
    "refused",
    "bodyTooLarge",
]);
const LASTING_CODES = new Set(["MERGE_QUEUE_NOT_FOUND", "REPOSITORY_NOT_FOUND"]);
/** The service, or something in front of it, gave up on the request. */
const PASSING_STATUSES = new Set([408, 425]);
/**
 * Returns as soon as the pull request has ended in the queue. Survives lost connections, 5xx, pages of proxies, and a
 * 404 or 401 for a short time. Throws `WaitError` when the deadline passes, the signal aborts or the service refuses
 * permanently.
 */
async function waitForOutcome(client, request, options = {}) {
    const deadline = client.deadlineWith(options.deadline);
    const signal = client.signalWith(options.signal);
    const watch = new Watch(client, request, options, { retries: 0, deadline, signal });
    for (;;) {
        const outcome = await watch.poll();
        if (outcome !== null)
            return outcome;
        await watch.updatePosition();
        watch.beat();
        await client.clock.sleep(Math.min(watch.nextPollMs(), deadline.remainingMs()), signal);
    }
}
class Watch {
    #client;
    #request;
    #options;
    #limits;
    #startedAt;
    #value = null;
    #states;
    #polls = 0;
    #failuresInARow = 0;
    #trouble = null;
    #unknownSince = null;
    #hasWarnedOfState = false;
    #reportedAt;
    #position = null;
    #positionAskedAt = Number.NEGATIVE_INFINITY;
    constructor(client, request, options, limits) {
        this.#client = client;
        this.#request = request;
        this.#options = options;
        this.#limits = limits;
        this.#states = new _state_history_js__WEBPACK_IMPORTED_MODULE_6__/* .StateHistory */ .Mw(client.clock);
        this.#startedAt = client.clock.now();
        this.#reportedAt = this.#startedAt;
    }
    /** Null when the pull request is still in the queue, or when there was no answer but may be one later. */
    async poll() {
        this.#throwIfEnded();
        this.#polls++;
        try {
            const { value } = await this.#client.getSubmittedPullRequest(this.#request, this.#limits);
            if (this.#isEarlierSubmission(value))
                throw stillEarlier(value);
            return this.#see(value);
        }
        catch (error) {
            if (!(error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .MergeQueueError */ .WS))
                throw error;
            this.#miss(error);
            return null;
        }
    }
    /** When a service returns no dates, a final state after another state is a new end. */
    #isEarlierSubmission(value) {
        if (this.#value !== null && value.stateChangedAt === undefined)
            return false;
        return (0,_state_history_js__WEBPACK_IMPORTED_MODULE_6__/* .isEarlierSubmission */ .ll)(value, this.#options.earlierSubmission ?? null);
    }
    /** Reads the place in the queue when it is due; the wait does not depend on the answer. */
    async updatePosition() {
        const now = this.#client.clock.now();
        const { positionIntervalMs } = this.#options;
        if (positionIntervalMs === undefined || this.#trouble !== null)
            return;
        if (now - this.#positionAskedAt < positionIntervalMs)
            return;
        this.#positionAskedAt = now;
        const { repo, targetBranch, pr } = this.#request;
        const deadline = _deadline_js__WEBPACK_IMPORTED_MODULE_1__/* .Deadline */ .B.after(POSITION_MS, this.#client.clock).sooner(this.#limits.deadline);
        try {
            const { value } = await this.#client.getQueue({ repo, targetBranch }, { ...this.#limits, deadline });
            this.#position = (0,_position_js__WEBPACK_IMPORTED_MODULE_4__/* .positionIn */ .Nu)(value, Number(pr.number));
            this.#options.onQueue?.(value);
        }
        catch (error) {
            if (!(error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .MergeQueueError */ .WS))
                throw error;
            this.#position = null;
        }
    }
    beat() {
        const silentMs = this.#client.clock.now() - this.#reportedAt;
        if (silentMs < (this.#options.heartbeatMs ?? DEFAULT_HEARTBEAT_MS))
            return;
        this.#reportedAt = this.#client.clock.now();
        this.#options.onHeartbeat?.(this.#progress());
    }
    nextPollMs() {
        const intervalMs = this.#options.pollIntervalMs ?? DEFAULT_POLL_INTERVAL_MS;
        const slower = Math.min(SLOWEST_POLL, 2 ** this.#failuresInARow);
        const jitter = 0.8 + 0.4 * this.#client.random();
        const asked = Math.min(this.#trouble?.retryAfterMs ?? 0, _failures_js__WEBPACK_IMPORTED_MODULE_3__/* .LONGEST_RETRY_AFTER_MS */ .Q);
        return Math.max(asked, Math.round(intervalMs * slower * jitter));
    }
    #see(value) {
        const { state } = value;
        this.#warnOfUnknown(value);
        this.#warnOfResubmission(value);
        const isNewState = state !== this.#states.state;
        const isChange = isNewState || value.stateReason !== this.#value?.stateReason;
        if (isNewState)
            this.#states.enter(state);
        this.#value = value;
        this.#trouble = null;
        this.#failuresInARow = 0;
        this.#unknownSince = null;
        if (isChange) {
            this.#reportedAt = this.#client.clock.now();
            this.#options.onChange?.(this.#progress());
        }
        if (!(0,_pull_request_on_wire_js__WEBPACK_IMPORTED_MODULE_5__/* .hasEnded */ .hY)(value))
            return null;
        const { history, omittedPeriods, waitedMs, polls } = this.#progress();
        return { state, value, history, omittedPeriods, waitedMs, polls };
    }
    /** Warns of a submission that came between two polls. The wait follows it, since only that one can merge. */
    #warnOfResubmission({ id }) {
        const before = this.#value === null ? this.#options.entryId : this.#value.id;
        if (id === undefined || before === undefined || id === before)
            return;
        const name = `#${String(this.#request.pr.number)}`;
        this.#client.warn(`${name} was submitted again meanwhile: its entry was ${(0,_words_js__WEBPACK_IMPORTED_MODULE_7__/* .shown */ .SP)(before)} and is ${(0,_words_js__WEBPACK_IMPORTED_MODULE_7__/* .shown */ .SP)(id)}, which the wait follows.`);
    }
    /** Warns once per wait: a service could return new states without end. */
    #warnOfUnknown(value) {
        const { state } = value;
        if ((0,_contract_states_js__WEBPACK_IMPORTED_MODULE_0__/* .isKnownState */ .Ht)(state) || (0,_pull_request_on_wire_js__WEBPACK_IMPORTED_MODULE_5__/* .hasEnded */ .hY)(value) || this.#hasWarnedOfState)
            return;
        this.#hasWarnedOfState = true;
        const name = `#${String(this.#request.pr.number)}`;
        this.#client.warn(`${name} is ${state}, an unknown state; the wait continues.`);
    }
    #miss(error) {
        if (error.kind === "deadlinePassed")
            throw this.#deadlineError();
        if (error.kind === "aborted" || this.#isLasting(error))
            throw new WaitError(error, this.#progress());
        this.#trouble = error;
        // A service that does not know the pull request or the token works, and only the grace time ends such answers.
        const isServing = error.kind === "notFound" || error.kind === "unauthorized";
        this.#failuresInARow = isServing ? 0 : this.#failuresInARow + 1;
    }
    /** Whether every later answer must be expected to be the same. */
    #isLasting(error) {
        const isAboutAccess = error.kind === "unauthorized" || LASTING_CODES.has(error.code);
        // A service that has answered before may restart, or receive a new token.
        if (isAboutAccess)
            return this.#value === null || this.#isOutOfGrace();
        if (mayPass(error))
            return this.#isOutOfGrace();
        return LASTING_KINDS.has(error.kind);
    }
    #isOutOfGrace() {
        const now = this.#client.clock.now();
        this.#unknownSince ??= now;
        return now - this.#unknownSince >= (this.#options.graceMs ?? DEFAULT_GRACE_MS);
    }
    #throwIfEnded() {
        if (this.#limits.signal.aborted)
            throw new WaitError((0,_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .failureBeforeSending */ .yS)("aborted"), this.#progress());
        if (this.#limits.deadline.hasPassed)
            throw this.#deadlineError();
    }
    #deadlineError() {
        const { state } = this.#states;
        const words = [state === null ? null : `the last state was ${state}`, this.#trouble?.message ?? null];
        const detail = words.filter((word) => word !== null).join("; ");
        return new WaitError((0,_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .failureBeforeSending */ .yS)("deadlinePassed", detail), this.#progress());
    }
    #progress() {
        return {
            value: this.#value,
            state: this.#states.state,
            stateReason: this.#value?.stateReason ?? null,
            history: this.#states.history(),
            omittedPeriods: this.#states.omitted,
            waitedMs: this.#client.clock.now() - this.#startedAt,
            polls: this.#polls,
            position: this.#position,
            trouble: this.#trouble,
        };
    }
}
/** Answers that a starting service, or a proxy in front of it, may give for a while. */
function mayPass({ kind, status, body }) {
    if (kind === "notFound" || kind === "redirected" || PASSING_STATUSES.has(status))
        return true;
    return status !== null && status >= 400 && status <= 499 && (0,_error_text_js__WEBPACK_IMPORTED_MODULE_8__/* .isWebPage */ .AA)(body);
}
function stillEarlier({ state }) {
    const detail = `the service still shows the earlier submission, which ended as ${state}`;
    return new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .MergeQueueError */ .WS("getSubmittedPullRequest", { ..._errors_js__WEBPACK_IMPORTED_MODULE_2__/* .NOTHING_KNOWN */ .GN, kind: "notFound", detail }, 1);
}
/** Null for a branch that does not end with the id of a test run. */
function testRunOfBranch(branch) {
    const last = branch.slice(branch.lastIndexOf("/") + 1);
    return (0,_domain_ids_js__WEBPACK_IMPORTED_MODULE_9__/* .isTestRunId */ .ne)(last.replace(/-bisection$/, "").toLowerCase()) ? last : null;
}


/***/ }),

/***/ 1710:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Cu: () => (/* binding */ SETTABLE_QUEUE_STATES),
/* harmony export */   G8: () => (/* binding */ isFinalState),
/* harmony export */   Ht: () => (/* binding */ isKnownState),
/* harmony export */   PE: () => (/* binding */ QUEUE_STATES),
/* harmony export */   fc: () => (/* binding */ PULL_REQUEST_STATES),
/* harmony export */   hq: () => (/* binding */ TIMELINE_STATES),
/* harmony export */   km: () => (/* binding */ canonicalState)
/* harmony export */ });
/* unused harmony export FINAL_STATES */
/** States on the wire: read in any spelling, written in upper case. */
const PULL_REQUEST_STATES = [
    "NOT_READY",
    "PENDING",
    "TESTING",
    "TESTS_PASSED",
    "PENDING_FAILURE",
    "MERGED",
    "FAILED",
    "CANCELLED",
];
/** The states in a timeline, where FAILURE replaces FAILED. */
const TIMELINE_STATES = PULL_REQUEST_STATES.map((state) => (state === "FAILED" ? "FAILURE" : state));
const FINAL_STATES = ["MERGED", "FAILED", "CANCELLED"];
const QUEUE_STATES = ["RUNNING", "PAUSED", "DRAINING", "SWITCHING_MODES"];
/** The queue states that a client may set; only the service sets SWITCHING_MODES. */
const SETTABLE_QUEUE_STATES = ["RUNNING", "PAUSED", "DRAINING"];
/** `not_ready`, `notReady` and `NOT_READY` are one state. Unknown states are kept: later versions may add some. */
function canonicalState(spelling) {
    const upper = spelling.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase();
    return upper === "CANCELED" ? "CANCELLED" : upper;
}
function isKnownState(state) {
    const canonical = canonicalState(state);
    return PULL_REQUEST_STATES.some((known) => known === canonical);
}
/** Whether a pull request in this state has left the queue. An unknown state is not final. */
function isFinalState(state) {
    const canonical = canonicalState(state);
    return FINAL_STATES.some((final) => final === canonical);
}


/***/ })

};
