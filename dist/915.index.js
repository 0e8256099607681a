export const id = 915;
export const ids = [915];
export const modules = {

/***/ 1630:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B: () => (/* binding */ Subject)
/* harmony export */ });
/* harmony import */ var _client_message_words_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5764);
/* harmony import */ var _domain_test_branch_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2911);
/* harmony import */ var _input_error_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9229);
/* harmony import */ var _input_forms_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3188);
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
        throw new _input_error_js__WEBPACK_IMPORTED_MODULE_0__/* .InputError */ .d("repository", `"*" is allowed only for the operation metrics; expected owner/name.`);
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
        throw new _input_error_js__WEBPACK_IMPORTED_MODULE_0__/* .InputError */ .d("pr-sha", "is missing, and the event does not name the head commit; give the full id of the pull request's head commit.");
    }
    /** A branch counts as a test branch only when its name ends like one. */
    testRunId() {
        const given = this.#inputs.value("test-run-id");
        if (given !== undefined)
            return given;
        const branch = this.#run.currentBranch ?? "";
        const testRun = (0,_domain_test_branch_js__WEBPACK_IMPORTED_MODULE_2__/* .testRunOfBranch */ .FN)(branch);
        if (testRun !== null)
            return testRun;
        const found = branch === "" ? "there is no current branch" : `the branch ${(0,_client_message_words_js__WEBPACK_IMPORTED_MODULE_3__/* .shown */ .SP)(branch)} is not a test branch`;
        throw new _input_error_js__WEBPACK_IMPORTED_MODULE_0__/* .InputError */ .d("test-run-id", `is missing, and ${found}; give the id of a test run.`);
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
        const what = `is the commit of the workflow run (github.sha), not ${(0,_client_message_words_js__WEBPACK_IMPORTED_MODULE_3__/* .shown */ .SP)(head.sha)}, the head commit of the pull request`;
        throw new _input_error_js__WEBPACK_IMPORTED_MODULE_0__/* .InputError */ .d("pr-sha", `${what}; give \${{ ${head.expression} }}.`);
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
        throw new _input_error_js__WEBPACK_IMPORTED_MODULE_0__/* .InputError */ .d("pr-number", `is missing, and ${because}; give the number of the pull request.`);
    }
    #targetBranch() {
        const given = this.#inputs.value("target-branch");
        if (given !== undefined)
            return given;
        const pullRequest = this.#eventPullRequest();
        const byDefault = this.#isRepositoryOfRun() ? this.#run.defaultBranch : null;
        const found = pullRequest === null ? byDefault : pullRequest.baseBranch;
        const parsed = _input_forms_js__WEBPACK_IMPORTED_MODULE_1__/* .branch */ .tk(found ?? "");
        if (parsed.ok)
            return parsed.value;
        const because = this.#isRepositoryOfRun()
            ? "the event names neither a base nor a default branch"
            : "the event is about another repository";
        throw new _input_error_js__WEBPACK_IMPORTED_MODULE_0__/* .InputError */ .d("target-branch", `is missing, and ${because}; give the branch that the queue protects.`);
    }
    #host() {
        const given = this.#inputs.value("repo-host");
        if (given !== undefined)
            return given;
        const [, server] = /^https?:\/\/([^/?#@\s]+)/.exec(this.#run.serverUrl) ?? [];
        if (server !== undefined)
            return server;
        throw new _input_error_js__WEBPACK_IMPORTED_MODULE_0__/* .InputError */ .d("repo-host", "is missing, and GITHUB_SERVER_URL names no host; give a host name.");
    }
    #repositoryOfRun() {
        const parsed = _input_forms_js__WEBPACK_IMPORTED_MODULE_1__/* .repository */ .Jk(this.#run.repository);
        if (parsed.ok && parsed.value !== "*")
            return parsed.value;
        throw new _input_error_js__WEBPACK_IMPORTED_MODULE_0__/* .InputError */ .d("repository", "is missing, and GITHUB_REPOSITORY names none; give owner/name.");
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
/* harmony import */ var _client_message_words_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5764);
/* harmony import */ var _domain_thrown_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(9808);
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
            const problem = `${(0,_client_message_words_js__WEBPACK_IMPORTED_MODULE_4__/* .shown */ .SP)(path)} is not readable: ${(0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_5__/* .errorText */ .kc)(error)}; expected a file in the workspace or in RUNNER_TEMP`;
            throw new _input_error_js__WEBPACK_IMPORTED_MODULE_3__/* .InputError */ .d(input, problem, { cause: error });
        }
    }
    /** Throws `InputError` unless a file can be written there; its folder may still be missing. */
    checkWritable(input, path) {
        const real = this.#placeFor(input, path);
        const existing = ancestors(real).find(isThere) ?? "/";
        const found = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.statSync)(existing);
        if (existing === real ? !found.isFile() : !found.isDirectory()) {
            const problem = existing === real
                ? "is a folder or another special file; give the path of a file."
                : `cannot be a file: ${(0,_client_message_words_js__WEBPACK_IMPORTED_MODULE_4__/* .shown */ .SP)(existing)} is in the way.`;
            throw new _input_error_js__WEBPACK_IMPORTED_MODULE_3__/* .InputError */ .d(input, `${(0,_client_message_words_js__WEBPACK_IMPORTED_MODULE_4__/* .shown */ .SP)(path)} ${problem}`);
        }
        try {
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.accessSync)(existing, node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.W_OK);
        }
        catch (error) {
            const problem = `${(0,_client_message_words_js__WEBPACK_IMPORTED_MODULE_4__/* .shown */ .SP)(path)} cannot be written: no access to ${(0,_client_message_words_js__WEBPACK_IMPORTED_MODULE_4__/* .shown */ .SP)(existing)}.`;
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
            throw new _input_error_js__WEBPACK_IMPORTED_MODULE_3__/* .InputError */ .d(input, `${(0,_client_message_words_js__WEBPACK_IMPORTED_MODULE_4__/* .shown */ .SP)(path)} could not be written: ${(0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_5__/* .errorText */ .kc)(error)}`, {
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
            const problem = `${(0,_client_message_words_js__WEBPACK_IMPORTED_MODULE_4__/* .shown */ .SP)(path)} cannot be resolved: ${(0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_5__/* .errorText */ .kc)(error)}; give a path that leads through no broken link.`;
            throw new _input_error_js__WEBPACK_IMPORTED_MODULE_3__/* .InputError */ .d(input, problem, { cause: error });
        }
    }
    #checkReach(input, path, real) {
        if (this.#reach.includes(path, real, realPath))
            return;
        const problem = `${(0,_client_message_words_js__WEBPACK_IMPORTED_MODULE_4__/* .shown */ .SP)(path)} leads to ${(0,_client_message_words_js__WEBPACK_IMPORTED_MODULE_4__/* .shown */ .SP)(real)}, which is out of reach`;
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
    throw new _input_error_js__WEBPACK_IMPORTED_MODULE_3__/* .InputError */ .d(input, `${(0,_client_message_words_js__WEBPACK_IMPORTED_MODULE_4__/* .shown */ .SP)(path)} is not ${isRegular ? "where it was" : "a regular file"}.`);
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
/* harmony export */   m: () => (/* binding */ systemClock)
/* harmony export */ });
/* harmony import */ var _domain_duration_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4678);
/** The client's time; tests pass their own clock. */

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
        const timer = setTimeout(end, Math.min(ms, _domain_duration_js__WEBPACK_IMPORTED_MODULE_0__/* .LONGEST_TIMER_MS */ .Mv));
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
/* harmony import */ var _domain_duration_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4678);
/* harmony import */ var _clock_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9141);
/** A moment after which nothing more is tried. Many calls may share one deadline. */


class Deadline {
    #clock;
    #at;
    constructor(clock, at) {
        this.#clock = clock;
        this.#at = at;
    }
    static after(ms, clock = _clock_js__WEBPACK_IMPORTED_MODULE_1__/* .systemClock */ .m) {
        return new Deadline(clock, clock.now() + ms);
    }
    static never() {
        return new Deadline(_clock_js__WEBPACK_IMPORTED_MODULE_1__/* .systemClock */ .m, Number.POSITIVE_INFINITY);
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
    setTimeout(isUp, Math.min(Math.ceil(ms), _domain_duration_js__WEBPACK_IMPORTED_MODULE_0__/* .LONGEST_TIMER_MS */ .Mv)).unref();
    return limit.signal;
}


/***/ }),

/***/ 5778:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AA: () => (/* binding */ isWebPage),
/* harmony export */   Gb: () => (/* binding */ readErrorText),
/* harmony export */   WT: () => (/* binding */ reportsFailure)
/* harmony export */ });
/* harmony import */ var _domain_words_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4717);
/** Finds the reason in the body of a failed answer, which may be JSON of several shapes, text or a web page. */

const LONGEST_DETAIL = 2000;
const CODE = /^[A-Za-z0-9_.-]{1,64}$/;
/** Upper case distinguishes a code from a word of a sentence. */
const CODE_ALONE = /^[A-Z0-9]{1,32}(?:_[A-Z0-9]{1,32}){1,8}$/;
/** JSON `error.message`, else `error`, else `message`, else the text itself. */
function readErrorText(text) {
    if (isWebPage(text))
        return { code: null, detail: "the answer is HTML, not JSON: is api-url right?", isFinal: false };
    const json = parsed(text);
    const error = member(json, "error");
    const code = [member(error, "code"), member(json, "code"), alone(error)].find(isCode) ?? null;
    const words = [member(error, "message"), error, member(json, "message"), json, text].find(isText) ?? "";
    const isFinal = member(error, "retryable") === false;
    return { code, detail: (0,_domain_words_js__WEBPACK_IMPORTED_MODULE_0__/* .beginningOf */ .VI)(words.trim(), LONGEST_DETAIL), isFinal };
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
/* harmony import */ var _domain_duration_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4678);
/* harmony import */ var _domain_thrown_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9808);
/* harmony import */ var _domain_words_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4717);
/* harmony import */ var _error_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5778);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6468);
/** Turns the possible errors of one attempt into a `Failure`: its kind, and whether a repeat may help. */





const LONGEST_REQUEST_ID = 128;
/** How many characters are kept of an answer that does not match the contract. */
const KEPT_TEXT = 512 * 1024;
/** An unsuccessful answer. Only the status decides its kind; `text` explains it. */
function failureOfStatus(reply, text, redact, clock) {
    const { status } = reply;
    const kind = kindOfStatus(status);
    const { code, detail, isFinal } = (0,_error_text_js__WEBPACK_IMPORTED_MODULE_2__/* .readErrorText */ .Gb)(redact(text));
    return {
        ..._errors_js__WEBPACK_IMPORTED_MODULE_1__/* .NOTHING_KNOWN */ .GN,
        kind,
        status,
        code,
        detail: redact(kind === "redirected" ? redirectDetail(reply) : detail),
        body: redact(text),
        requestId: requestIdOf(reply, redact),
        retryAfterMs: readRetryAfterMs(reply.headers["retry-after"], clock.date()),
        retryable: !isFinal && (kind === "rateLimited" || kind === "serverFailed"),
        mayHaveActed: kind === "serverFailed",
    };
}
/** A success by its status with an invalid body: possibly done, but not reliable. */
function failureOfAnswer(reply, problem, text, redact) {
    return {
        ..._errors_js__WEBPACK_IMPORTED_MODULE_1__/* .NOTHING_KNOWN */ .GN,
        kind: "badAnswer",
        status: reply.status,
        detail: redact(problem),
        body: redact((0,_domain_words_js__WEBPACK_IMPORTED_MODULE_3__/* .beginningOf */ .VI)(text, KEPT_TEXT)),
        requestId: requestIdOf(reply, redact),
        mayHaveActed: true,
    };
}
/** A success by its status whose body reports that the call was not done. */
function failureOfRefusal(reply, problem, text, redact) {
    const { code } = (0,_error_text_js__WEBPACK_IMPORTED_MODULE_2__/* .readErrorText */ .Gb)(redact(text));
    return { ...failureOfAnswer(reply, problem, text, redact), kind: "refused", code, mayHaveActed: false };
}
function failureOfNetwork(error, redact) {
    const notSent = error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .NotSentError */ .SD;
    return {
        ..._errors_js__WEBPACK_IMPORTED_MODULE_1__/* .NOTHING_KNOWN */ .GN,
        kind: "unreachable",
        detail: redact((0,_domain_words_js__WEBPACK_IMPORTED_MODULE_3__/* .beginningOf */ .VI)((0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_4__/* .errorText */ .kc)(error), 2000)),
        retryable: notSent ? error.passing : true,
        mayHaveActed: !notSent,
        cause: error,
    };
}
function failureOfCut(kind, attemptTimeoutMs) {
    const timedOut = kind === "attemptTimedOut";
    return {
        ..._errors_js__WEBPACK_IMPORTED_MODULE_1__/* .NOTHING_KNOWN */ .GN,
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
    return Math.round(random() * (0,_domain_duration_js__WEBPACK_IMPORTED_MODULE_0__/* .backoffMs */ .jo)(attempt - 1, FIRST_DELAY_MS, LONGEST_DELAY_MS));
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

/***/ 2911:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   FN: () => (/* binding */ testRunOfBranch),
/* harmony export */   ej: () => (/* binding */ mayIncludeTestBranch),
/* harmony export */   lZ: () => (/* binding */ mayBeTestBranch)
/* harmony export */ });
/* unused harmony exports DEFAULT_TEST_BRANCH_PREFIX, tipBranchName, readTestBranch, testBranchName */
/* harmony import */ var _ids_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1606);
/** Names of test branches. Do not parse pull request numbers from one: a batch shows only its first. */

const DEFAULT_TEST_BRANCH_PREFIX = "mq-merge/";
const TIP = "tip/";
/** `<prefix>tip/<targetBranch>/<testRunId>`: the target branch alone is tested. */
function tipBranchName(prefix, targetBranch, run) {
    return `${prefix}${TIP}${targetBranch}/${run}`;
}
/** What the name of a test branch of either form contains. null: it is none. */
function readTestBranch(prefix, branch) {
    if (!branch.startsWith(prefix))
        return null;
    const rest = branch.slice(prefix.length);
    const cut = rest.lastIndexOf("/");
    const run = rest.slice(cut + 1);
    if (!isTestRunId(run))
        return null;
    if (rest.startsWith("pr-"))
        return { run, targetBranch: null };
    const target = cut > TIP.length ? rest.slice(TIP.length, cut) : "";
    return rest.startsWith(TIP) && target !== "" ? { run, targetBranch: target } : null;
}
/** `<prefix>pr-<first>/<testRunId>`. */
function testBranchName(prefix, first, run) {
    return `${prefix}pr-${first}/${run}`;
}
/** The id of a test run at the end of the name; null for a branch without one. */
function testRunOfBranch(branch) {
    const last = branch.slice(branch.lastIndexOf("/") + 1);
    return (0,_ids_js__WEBPACK_IMPORTED_MODULE_0__/* .isTestRunId */ .ne)(last.replace(/-bisection$/, "").toLowerCase()) ? last : null;
}
const OF_PULL_REQUEST = /pr-\d+\/[^/]+$/i;
const OF_TIP = /tip\/.+\/[^/]+$/i;
/** Whether it is a test branch for some prefix: a service may set any. */
function mayBeTestBranch(branch) {
    return OF_PULL_REQUEST.test(branch) || OF_TIP.test(branch);
}
/** Signs of GitHub's patterns, and of other patterns, whose meaning is then open. */
const PATTERN = /[*?+[\]{}()!\\]/;
/** Crosses a slash, or may. */
const BEYOND_SLASH = /\*\*|\/[?+]|[{}()\\]|\[(?![A-Za-z\d_]+\]|(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d)+\])/;
/** Another service may name its test branches in another form, with one of these words. */
const OF_QUEUE = /queue|merge|mq|trunk|bors|staging/i;
/**
 * Whether a filter of GitHub for pushed branches may include a test branch. One whole name never does, since test
 * branches get generated names.
 */
function mayIncludeTestBranch(filter) {
    if (typeof filter !== "string")
        return true;
    if (filter.startsWith("!") || !PATTERN.test(filter))
        return false;
    if (BEYOND_SLASH.test(filter) || OF_QUEUE.test(filter))
        return true;
    const parts = filter.split("/");
    const folder = parts.at(-2);
    if (folder === undefined)
        return false;
    const mayEndIn = (part, ending) => PATTERN.test(part) || ending.test(part);
    return mayEndIn(folder, /pr-\d+$/i) || parts.slice(0, -2).some((part) => mayEndIn(part, /tip$/i));
}


/***/ })

};
