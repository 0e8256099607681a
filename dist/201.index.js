export const id = 201;
export const ids = [201];
export const modules = {

/***/ 9201:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  whyLate: () => (/* binding */ whyLate)
});

// EXTERNAL MODULE: ./src/client/deadline.ts
var deadline = __webpack_require__(6659);
// EXTERNAL MODULE: ./src/client/errors.ts
var errors = __webpack_require__(6468);
// EXTERNAL MODULE: ./src/targets/git/object-store.ts
var object_store = __webpack_require__(7266);
// EXTERNAL MODULE: ./src/targets/git/run-git.ts
var run_git = __webpack_require__(189);
;// CONCATENATED MODULE: ./src/targets/current-head.ts


const DEADLINE_MS = 20_000;
/** Null when the forge does not say. */
async function currentHead(remote, number, signal) {
    let store;
    try {
        // In a repository of our own: git would obey the configuration of any other that it finds around a folder.
        store = await object_store/* ObjectStore */.L.create({ objects: null, format: "sha1", remote, signal });
        const ref = `refs/pull/${number}/head`;
        const words = ["ls-remote", "--refs", "origin", ref];
        const { stdout } = await store.askRemote(words, { deadlineMs: DEADLINE_MS });
        // Whatever ends alike is listed, too: a branch may be called `refs/pull/1/head`.
        const lines = stdout.toString("latin1").split("\n");
        const line = lines.find((one) => one.endsWith(`\t${ref}`));
        return /^[0-9a-f]{40,64}(?=\t)/.exec(line ?? "")?.[0] ?? null;
    }
    catch (error) {
        if (error instanceof run_git/* GitFailure */.Xi)
            return null;
        throw error;
    }
    finally {
        await store?.remove();
    }
}

// EXTERNAL MODULE: ./src/action/forge-base.ts
var forge_base = __webpack_require__(9371);
;// CONCATENATED MODULE: ./src/action/newer-head.ts
/**
 * Whether computed targets come too late: the pull request has another head by now. The service keeps targets by head
 * commit, but not every service does, and what belongs to an older head is of no use to anyone.
 */




const LONGEST_MS = 10_000;
/**
 * The service alone cannot say which of two commits came first, since it may not have heard of ours yet, so the forge is
 * asked when the two differ, and wherever it answers: the service knows nothing of what is not submitted.
 */
async function whyLate(given, pullRequest, headSha, step) {
    const { number } = pullRequest.pr;
    const remote = (0,forge_base/* forgeRemote */.k)(given);
    const known = await headKnownToService(pullRequest, step);
    const isAnother = known !== null && known !== headSha;
    if (!isAnother && remote.token === null)
        return null;
    const current = await currentHead(remote, number, given.signal);
    if (current === headSha)
        return null;
    if (current !== null) {
        return `The head for #${number} is ${current} by now; the run for that commit uploads its targets.`;
    }
    if (!isAnother)
        return null;
    return `The service knows the head ${known} for #${number}, and the forge does not say which is newer (github-token, permission contents: read).`;
}
/** Null for a pull request that is not submitted yet, and when nobody answers: the upload then says so. */
async function headKnownToService(pullRequest, { client }) {
    const options = { retries: 0, deadline: deadline/* Deadline */.B.after(LONGEST_MS) };
    return (await (0,errors/* orNull */.Xd)(client.getSubmittedPullRequest(pullRequest, options)))?.value.prSha ?? null;
}


/***/ }),

/***/ 7266:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   L: () => (/* binding */ ObjectStore)
/* harmony export */ });
/* unused harmony export userConfiguration */
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1455);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs_promises__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8161);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_os__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_2__);
/* harmony import */ var _program_run_program_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1969);
/* harmony import */ var _git_environment_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(77);
/* harmony import */ var _remote_protocol_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(6852);
/* harmony import */ var _run_git_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(189);
/**
 * A throw-away bare repository: everything that is fetched or made lies in it, and the objects of the user's checkout
 * are only read. Neither its configuration nor its hooks, nor who owns it, matters here.
 */







const PROMISED = { "remote.origin.promisor": "true", "remote.origin.partialclonefilter": "blob:none" };
class ObjectStore {
    folder;
    #settings;
    #config = Buffer.alloc(0);
    #user = null;
    constructor(folder, settings) {
        this.folder = folder;
        this.#settings = settings;
    }
    /** Whoever creates one removes it. */
    static async create(settings) {
        // The runner removes what is left there when a job is killed.
        const parent = process.env["RUNNER_TEMP"] ?? (0,node_os__WEBPACK_IMPORTED_MODULE_1__.tmpdir)();
        const folder = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdtemp)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(parent, "merge-queue-targets-"));
        const store = new ObjectStore(folder, settings);
        try {
            const format = `--object-format=${settings.format}`;
            await store.local(["init", "--quiet", "--bare", "--template=", "--initial-branch=none", format]);
            store.#config = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readFile)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, "config"));
            return store;
        }
        catch (error) {
            await store.remove();
            throw error;
        }
    }
    get hasRemote() {
        return this.#settings.remote !== null;
    }
    /** The same, empty, beside it. */
    async another() {
        return ObjectStore.create(this.#settings);
    }
    async remove() {
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.rm)(this.folder, { recursive: true, force: true, maxRetries: 3 });
    }
    /** Works with the objects that are here and in the checkout. Throws `GitFailure`. */
    async local(words, extra = {}) {
        return this.#run(words, { ...(0,_git_environment_js__WEBPACK_IMPORTED_MODULE_4__/* .localEnvironment */ .bx)(), ...this.#alternates() }, extra);
    }
    /** Fetches into the folder, as if nothing were here: what the checkout has may be incomplete. Throws `GitFailure`. */
    async fetch(words, extra = {}) {
        const options = [
            "--quiet",
            "--no-tags",
            "--no-write-fetch-head",
            "--no-recurse-submodules",
            "--no-auto-maintenance",
        ];
        try {
            return await this.#run(["fetch", ...options, ...words], await this.#towardsRemote(), extra);
        }
        finally {
            // A filtered fetch makes git promise itself what is missing; here it is to be told that it is missing.
            await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.writeFile)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(this.folder, "config"), this.#config);
        }
    }
    /** Works with the objects that are here, in the checkout and, one by one, at the remote. Throws `GitFailure`. */
    async withRemote(words, extra = {}) {
        return this.#run(words, { ...(await this.#towardsRemote(PROMISED)), ...this.#alternates() }, extra);
    }
    /** Asks the remote alone, such as which branches it has. Throws `GitFailure`. */
    async askRemote(words, extra = {}) {
        return this.#run(words, await this.#towardsRemote(), extra);
    }
    #remote() {
        const { remote } = this.#settings;
        if (remote === null)
            throw new _run_git_js__WEBPACK_IMPORTED_MODULE_6__/* .GitFailure */ .Xi("there is no address to fetch from");
        return remote;
    }
    async #towardsRemote(config = {}) {
        const remote = this.#remote();
        this.#user ??= userConfiguration(remote, this.folder, this.#settings.signal);
        return (0,_git_environment_js__WEBPACK_IMPORTED_MODULE_4__/* .remoteEnvironment */ .o5)(remote, await this.#user, config);
    }
    #alternates() {
        const { objects } = this.#settings;
        return objects === null ? {} : { GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(objects) };
    }
    #run(words, environment, extra) {
        const { folder } = this;
        return (0,_run_git_js__WEBPACK_IMPORTED_MODULE_6__/* .runGit */ .EO)(words, {
            ...extra,
            folder,
            environment: { ...environment, GIT_DIR: folder },
            signal: this.#settings.signal,
        });
    }
}
/** The variable is a list with colons in between, unless an entry is quoted. */
function quoted(path) {
    return `"${path.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
}
const overHttps = ({ url }) => (0,_remote_protocol_js__WEBPACK_IMPORTED_MODULE_5__/* .remoteProtocol */ .X)(url) === "https";
const RULES = [
    // A company's machines reach the outside by a proxy alone. Https keeps the credential from it, http would not.
    { key: /^http\.(?:.+\.)?proxy$/s, counts: overHttps },
    { key: /^http\.(?:.+\.)?proxyauthmethod$/s, counts: overHttps },
    // A code host or a proxy with a certificate of the company's own, or one that asks for the client's.
    { key: /^http\.(?:.+\.)?(?:sslcainfo|sslcapath|sslcert|sslkey)$/s, counts: overHttps },
    // On Windows the choice of OpenSSL or the system's store of certificates, and which of them hold.
    { key: /^http\.(?:sslbackend|schannelusesslcainfo)$/, counts: overHttps },
    // Certificates may be checked where a variable says otherwise, and never left unchecked.
    { key: /^http\.(?:.+\.)?sslverify$/s, counts: (remote, value) => overHttps(remote) && value === "true" },
    // Which key is shown to the server, on a person's own machine.
    {
        key: /^core\.sshcommand$/,
        counts: (remote) => remote.usesOwnPrograms === true && (0,_remote_protocol_js__WEBPACK_IMPORTED_MODULE_5__/* .remoteProtocol */ .X)(remote.url) === "ssh",
    },
    // Where the person's own password is kept.
    {
        key: /^credential\.(?:.+\.)?(?:helper|username|usehttppath)$/s,
        counts: (remote) => remote.usesOwnPrograms === true && overHttps(remote),
    },
];
const inherited = (0,_program_run_program_js__WEBPACK_IMPORTED_MODULE_3__/* .variablesNamed */ .n0)("PATH HOME USERPROFILE APPDATA XDG_CONFIG_HOME SYSTEMROOT");
const DEADLINE_MS = 10_000;
/** Empty where git cannot read it. `folder` is a repository of our own, so that none around it counts. */
async function userConfiguration(remote, folder, signal) {
    if (!["https", "ssh"].includes((0,_remote_protocol_js__WEBPACK_IMPORTED_MODULE_5__/* .remoteProtocol */ .X)(remote.url)))
        return {};
    const config = {};
    for (const { key, value } of await listed(folder, signal)) {
        if (!RULES.some((rule) => rule.key.test(key) && rule.counts(remote, value)))
            continue;
        config[key] = [...(config[key] ?? []), value];
    }
    return config;
}
async function listed(folder, signal) {
    try {
        const call = {
            folder,
            environment: { ...inherited(), GIT_DIR: folder },
            signal,
            deadlineMs: DEADLINE_MS,
        };
        const { stdout } = await (0,_run_git_js__WEBPACK_IMPORTED_MODULE_6__/* .runGit */ .EO)(["config", "--list", "--show-scope", "-z"], call);
        return settingsIn(stdout.toString());
    }
    catch (error) {
        if (error instanceof _run_git_js__WEBPACK_IMPORTED_MODULE_6__/* .GitFailure */ .Xi)
            return [];
        throw error;
    }
}
/** The scope, a NUL, the key, a line end unless there is no value, the value, a NUL. */
function settingsIn(text) {
    const parts = text.split("\0");
    const settings = [];
    for (let index = 0; index + 1 < parts.length; index += 2) {
        const [scope, setting = ""] = [parts[index], parts[index + 1]];
        const end = setting.indexOf("\n");
        if (end === -1 || (scope !== "system" && scope !== "global"))
            continue;
        settings.push({ key: setting.slice(0, end), value: setting.slice(end + 1) });
    }
    return settings;
}


/***/ }),

/***/ 189:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   EO: () => (/* binding */ runGit),
/* harmony export */   Xi: () => (/* binding */ GitFailure),
/* harmony export */   aN: () => (/* binding */ lastWords)
/* harmony export */ });
/* harmony import */ var _program_run_program_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1969);
/** Starts git once. Whatever it prints is anyone's text. */

const DEADLINE_MS = 300_000;
const NOT_INSTALLED = "git is not installed, or in no absolute folder of the PATH";
/** By the PATH it was looked for on. */
const found = new Map();
/** Started by its whole name: by its bare one, a system may take the `git` of the folder it is started in. */
function gitProgram() {
    const path = process.env["PATH"] ?? process.env["Path"] ?? "";
    const program = found.get(path) ?? (0,_program_run_program_js__WEBPACK_IMPORTED_MODULE_0__/* .findProgram */ .Kp)("git", (0,_program_run_program_js__WEBPACK_IMPORTED_MODULE_0__/* .absoluteFolders */ .L9)(path));
    found.set(path, program);
    return program;
}
/** Throws `GitFailure`. */
async function runGit(words, call) {
    const program = await gitProgram();
    if (program === null)
        throw new GitFailure(NOT_INSTALLED);
    const end = await (0,_program_run_program_js__WEBPACK_IMPORTED_MODULE_0__/* .runProgram */ .mB)({
        ...call,
        command: program,
        arguments: words,
        deadlineMs: call.deadlineMs ?? DEADLINE_MS,
    });
    const command = `git ${words.find((word) => !word.startsWith("-")) ?? ""}`;
    switch (end.kind) {
        case "missing":
            throw new GitFailure(NOT_INSTALLED);
        case "stopped":
            throw new GitFailure(`${command}: ${end.because}`);
        case "exited":
            if (end.exitCode !== null && (call.answers ?? [0]).includes(end.exitCode)) {
                return { exitCode: end.exitCode, stdout: end.stdout, stderr: end.stderr };
            }
            throw new GitFailure(`${command} ended with ${end.exitCode ?? "a signal"}: ${lastWords(end.stderr)}`);
    }
}
const MOST_LINES = 4;
const MOST_CHARACTERS = 600;
/** git could not answer: in its own last words, without what an address may carry. */
class GitFailure extends Error {
    name = "GitFailure";
}
function lastWords(text) {
    const lines = text
        .replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/]*@/gi, "$1***@")
        .split(/[\r\n\0]+/)
        .map((line) => line.trim())
        .filter((line) => line !== "");
    return lines.slice(-MOST_LINES).join(" | ").slice(-MOST_CHARACTERS);
}


/***/ })

};
