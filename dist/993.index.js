export const id = 993;
export const ids = [993];
export const modules = {

/***/ 5556:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   k: () => (/* binding */ forgeRemote)
/* harmony export */ });
/* harmony import */ var _targets_git_git_environment_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77);
/** The repository at the event's own server, as git reaches it. That server alone gets the token. */

function forgeRemote(given) {
    const { inputs, run } = given;
    const token = inputs.value("github-token") ?? null;
    if (token !== null)
        given.mask((0,_targets_git_git_environment_js__WEBPACK_IMPORTED_MODULE_0__/* .basicCredential */ .gp)(token));
    const { owner, name } = given.repository();
    return { url: `${run.serverUrl.replace(/\/+$/, "")}/${owner}/${name}`, token };
}


/***/ }),

/***/ 7551:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   i: () => (/* binding */ configurationVariables),
/* harmony export */   y: () => (/* binding */ HARMLESS)
/* harmony export */ });
/** How git is told its configuration, and what of it holds wherever somebody else's repository is looked at. */
/** Above any configuration file: no program that a repository or a user names may run. */
const HARMLESS = {
    "core.hooksPath": "/dev/null",
    "core.fsmonitor": "false",
    "core.attributesFile": "/dev/null",
    "core.excludesFile": "/dev/null",
    "protocol.ext.allow": "never",
    "submodule.recurse": "false",
};
/** Variables of the environment that say it, because arguments can be read by every user of the machine. */
function configurationVariables(configuration) {
    const pairs = Object.entries(configuration).flatMap(([key, values]) => [values].flat().map((value) => [key, value]));
    return {
        GIT_CONFIG_COUNT: String(pairs.length),
        ...Object.fromEntries(pairs.flatMap(([key, value], index) => [
            [`GIT_CONFIG_KEY_${index}`, key],
            [`GIT_CONFIG_VALUE_${index}`, value],
        ])),
    };
}


/***/ }),

/***/ 77:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   bx: () => (/* binding */ localEnvironment),
/* harmony export */   gp: () => (/* binding */ basicCredential),
/* harmony export */   o5: () => (/* binding */ remoteEnvironment)
/* harmony export */ });
/* harmony import */ var _domain_git_configuration_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7551);
/* harmony import */ var _program_inherited_variables_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6991);
/* harmony import */ var _remote_protocol_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6852);
/**
 * The environment that git runs in. No configuration of the user, the system or a repository counts but what
 * `user-configuration.ts` lets through towards the remote, and the token goes to the remote's own origin only.
 */



const always = (0,_program_inherited_variables_js__WEBPACK_IMPORTED_MODULE_1__/* .variablesNamed */ .n)("PATH HOME USER LOGNAME TMPDIR TEMP TMP SYSTEMROOT USERPROFILE APPDATA XDG_CONFIG_HOME XDG_RUNTIME_DIR");
const certificates = (0,_program_inherited_variables_js__WEBPACK_IMPORTED_MODULE_1__/* .variablesNamed */ .n)("GIT_SSL_CAINFO GIT_SSL_CAPATH SSL_CERT_FILE SSL_CERT_DIR");
const proxies = (0,_program_inherited_variables_js__WEBPACK_IMPORTED_MODULE_1__/* .variablesNamed */ .n)("HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY");
const ssh = (0,_program_inherited_variables_js__WEBPACK_IMPORTED_MODULE_1__/* .variablesNamed */ .n)("SSH_AUTH_SOCK GIT_SSH GIT_SSH_COMMAND");
/** No program that a repository or a user names runs, and nobody is asked for anything. */
const ALWAYS = {
    ..._domain_git_configuration_js__WEBPACK_IMPORTED_MODULE_0__/* .HARMLESS */ .y,
    "fetch.recurseSubmodules": "false",
    "maintenance.auto": "false",
    "gc.auto": "0",
};
/** For calls that must not leave the machine, not even for an object that a partial clone lacks. */
function localEnvironment(config = {}) {
    return inEveryCall({ ...ALWAYS, ...config }, "");
}
/** For calls that may ask the remote, which is called `origin`. `user` is what counts of the user's configuration. */
function remoteEnvironment(remote, user, config = {}) {
    const protocol = (0,_remote_protocol_js__WEBPACK_IMPORTED_MODULE_2__/* .remoteProtocol */ .X)(remote.url);
    const own = { ...ALWAYS, "remote.origin.url": remote.url, ...credentials(remote), ...config };
    return { ...wayTo(remote, protocol), ...inEveryCall({ ...user, ...own }, protocol) };
}
/** A server on this machine is behind no proxy, and over http one would read the token. */
function wayTo({ url }, protocol) {
    if (protocol === "ssh")
        return ssh();
    if (protocol !== "https" && protocol !== "http")
        return {};
    const isOpen = protocol === "http" && SAFE_ORIGIN.test(url);
    return { ...certificates(), ...(isOpen ? {} : proxies()) };
}
/** `protocol` is above any `protocol.*.allow`; an empty one allows none. */
function inEveryCall(config, protocol) {
    return {
        ...always(),
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_ALLOW_PROTOCOL: protocol,
        LC_ALL: "C",
        GIT_ATTR_NOSYSTEM: "1",
        GIT_TERMINAL_PROMPT: "0",
        GIT_OPTIONAL_LOCKS: "0",
        GIT_NO_REPLACE_OBJECTS: "1",
        ...(0,_domain_git_configuration_js__WEBPACK_IMPORTED_MODULE_0__/* .configurationVariables */ .i)(config),
    };
}
/** Elsewhere the token would travel readable. */
const SAFE_ORIGIN = /^(?:https:\/\/[^/?#@]+|http:\/\/(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])(?::\d+)?)(?=\/|$)/i;
/** Neither a redirect nor a rewritten address takes the token to another server. */
function credentials({ url, token }) {
    const [origin] = SAFE_ORIGIN.exec(url) ?? [];
    if (token === null || origin === undefined)
        return {};
    return {
        [`http.${origin}/.extraheader`]: ["", `AUTHORIZATION: basic ${basicCredential(token)}`],
        "http.followRedirects": "false",
        "credential.helper": "",
    };
}
/** The token as it goes over the wire, which is as secret as the token itself. */
function basicCredential(token) {
    return Buffer.from(`x-access-token:${token}`).toString("base64");
}


/***/ }),

/***/ 1466:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   X: () => (/* binding */ GitFailure),
/* harmony export */   a: () => (/* binding */ lastWords)
/* harmony export */ });
/** git could not answer: in its own last words, without what an address may carry. */
const MOST_LINES = 4;
const MOST_CHARACTERS = 600;
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


/***/ }),

/***/ 8960:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  L: () => (/* binding */ ObjectStore)
});

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./src/targets/git/git-environment.ts
var git_environment = __webpack_require__(77);
// EXTERNAL MODULE: ./src/targets/git/git-failure.ts
var git_failure = __webpack_require__(1466);
// EXTERNAL MODULE: ./src/targets/git/run-git.ts
var run_git = __webpack_require__(189);
// EXTERNAL MODULE: ./src/targets/program/inherited-variables.ts
var inherited_variables = __webpack_require__(6991);
// EXTERNAL MODULE: ./src/targets/git/remote-protocol.ts
var remote_protocol = __webpack_require__(6852);
;// CONCATENATED MODULE: ./src/targets/git/user-configuration.ts




const overHttps = ({ url }) => (0,remote_protocol/* remoteProtocol */.X)(url) === "https";
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
        counts: (remote) => remote.usesOwnPrograms === true && (0,remote_protocol/* remoteProtocol */.X)(remote.url) === "ssh",
    },
    // Where the person's own password is kept.
    {
        key: /^credential\.(?:.+\.)?(?:helper|username|usehttppath)$/s,
        counts: (remote) => remote.usesOwnPrograms === true && overHttps(remote),
    },
];
const inherited = (0,inherited_variables/* variablesNamed */.n)("PATH HOME USERPROFILE APPDATA XDG_CONFIG_HOME SYSTEMROOT");
const DEADLINE_MS = 10_000;
/** Empty where git cannot read it. `folder` is a repository of our own, so that none around it counts. */
async function userConfiguration(remote, folder, signal) {
    if (!["https", "ssh"].includes((0,remote_protocol/* remoteProtocol */.X)(remote.url)))
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
        const { stdout } = await (0,run_git/* runGit */.E)(["config", "--list", "--show-scope", "-z"], call);
        return settingsIn(stdout.toString());
    }
    catch (error) {
        if (error instanceof git_failure/* GitFailure */.X)
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

;// CONCATENATED MODULE: ./src/targets/git/object-store.ts
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
        const parent = process.env["RUNNER_TEMP"] ?? (0,external_node_os_.tmpdir)();
        const folder = await (0,promises_.mkdtemp)((0,external_node_path_.join)(parent, "merge-queue-targets-"));
        const store = new ObjectStore(folder, settings);
        try {
            const format = `--object-format=${settings.format}`;
            await store.local(["init", "--quiet", "--bare", "--template=", "--initial-branch=none", format]);
            store.#config = await (0,promises_.readFile)((0,external_node_path_.join)(folder, "config"));
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
        await (0,promises_.rm)(this.folder, { recursive: true, force: true, maxRetries: 3 });
    }
    /** Works with the objects that are here and in the checkout. Throws `GitFailure`. */
    async local(words, extra = {}) {
        return this.#run(words, { ...(0,git_environment/* localEnvironment */.bx)(), ...this.#alternates() }, extra);
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
            await (0,promises_.writeFile)((0,external_node_path_.join)(this.folder, "config"), this.#config);
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
            throw new git_failure/* GitFailure */.X("there is no address to fetch from");
        return remote;
    }
    async #towardsRemote(config = {}) {
        const remote = this.#remote();
        this.#user ??= userConfiguration(remote, this.folder, this.#settings.signal);
        return (0,git_environment/* remoteEnvironment */.o5)(remote, await this.#user, config);
    }
    #alternates() {
        const { objects } = this.#settings;
        return objects === null ? {} : { GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(objects) };
    }
    #run(words, environment, extra) {
        const { folder } = this;
        return (0,run_git/* runGit */.E)(words, {
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


/***/ }),

/***/ 6852:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   X: () => (/* binding */ remoteProtocol)
/* harmony export */ });
/** The protocol that an address is fetched by, in git's own word for it; it alone is allowed for the call. */
const PROTOCOLS = new Map([
    ["https", "https"],
    ["http", "http"],
    ["ssh", "ssh"],
    ["git+ssh", "ssh"],
    ["ssh+git", "ssh"],
    ["git", "git"],
    ["file", "file"],
]);
/** Empty, which allows none, for a remote helper such as `ext::`: it is a program that the address names. */
function remoteProtocol(url) {
    if (/^[^/:]*::/.test(url))
        return "";
    const [, scheme] = /^([^/:]+):\/\//.exec(url) ?? [];
    if (scheme !== undefined)
        return PROTOCOLS.get(scheme) ?? "";
    const isPath = /^(?:[^:]*$|[^:]*\/|[a-z]:[\\/])/i.test(url);
    return isPath ? "file" : "ssh";
}


/***/ }),

/***/ 189:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   E: () => (/* binding */ runGit)
/* harmony export */ });
/* harmony import */ var _program_find_program_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5223);
/* harmony import */ var _program_run_program_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1969);
/* harmony import */ var _git_failure_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1466);
/** Starts git once. Whatever it prints is anyone's text. */



const DEADLINE_MS = 300_000;
const NOT_INSTALLED = "git is not installed, or in no absolute folder of the PATH";
/** By the PATH it was looked for on. */
const found = new Map();
/** Started by its whole name: by its bare one, a system may take the `git` of the folder it is started in. */
function gitProgram() {
    const path = process.env["PATH"] ?? process.env["Path"] ?? "";
    const program = found.get(path) ?? (0,_program_find_program_js__WEBPACK_IMPORTED_MODULE_0__/* .findProgram */ .K)("git", (0,_program_find_program_js__WEBPACK_IMPORTED_MODULE_0__/* .absoluteFolders */ .L)(path));
    found.set(path, program);
    return program;
}
/** Throws `GitFailure`. */
async function runGit(words, call) {
    const program = await gitProgram();
    if (program === null)
        throw new _git_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .GitFailure */ .X(NOT_INSTALLED);
    const end = await (0,_program_run_program_js__WEBPACK_IMPORTED_MODULE_1__/* .runProgram */ .m)({
        ...call,
        command: program,
        arguments: words,
        deadlineMs: call.deadlineMs ?? DEADLINE_MS,
    });
    const command = `git ${words.find((word) => !word.startsWith("-")) ?? ""}`;
    switch (end.kind) {
        case "missing":
            throw new _git_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .GitFailure */ .X(NOT_INSTALLED);
        case "stopped":
            throw new _git_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .GitFailure */ .X(`${command}: ${end.because}`);
        case "exited":
            if (end.exitCode !== null && (call.answers ?? [0]).includes(end.exitCode)) {
                return { exitCode: end.exitCode, stdout: end.stdout, stderr: end.stderr };
            }
            throw new _git_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .GitFailure */ .X(`${command} ended with ${end.exitCode ?? "a signal"}: ${(0,_git_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .lastWords */ .a)(end.stderr)}`);
    }
}


/***/ }),

/***/ 5223:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   K: () => (/* binding */ findProgram),
/* harmony export */   L: () => (/* binding */ absoluteFolders)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1455);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_fs_promises__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_2__);
/** Where a program is. A relative folder on the PATH counts for nothing: it would be the stranger's whose code is there. */



/** On Windows a program has one of these behind its name; scripts for its shell are not started without it. */
const ENDINGS = process.platform === "win32" ? [".exe", ".com"] : [""];
/** What is left of a PATH. */
function absoluteFolders(variable, system = (node_path__WEBPACK_IMPORTED_MODULE_2___default())) {
    return variable.split(system.delimiter).filter((folder) => system.isAbsolute(folder));
}
/** The first in these folders; null when it is in none. */
async function findProgram(name, folders, endings = ENDINGS) {
    for (const folder of folders) {
        for (const ending of endings) {
            const program = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, `${name}${ending}`);
            if (await isExecutable(program))
                return program;
        }
    }
    return null;
}
async function isExecutable(program) {
    try {
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.access)(program, node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.X_OK);
        return (await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.stat)(program)).isFile();
    }
    catch {
        return false;
    }
}


/***/ }),

/***/ 6991:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   n: () => (/* binding */ variablesNamed)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var _find_program_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5223);
/** What a program gets of our own environment: only what is listed by name, so that a variable nobody thought of stays outside. */


/** `names` are separated by spaces, in capitals; a variable may be written in small letters all the same. */
function variablesNamed(...names) {
    const wanted = new Set(names.join(" ").split(" "));
    return () => Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => value !== undefined && wanted.has(name.toUpperCase()) ? [[name, safeValue(name, value)]] : []));
}
/** What is started looks for programs itself, and its folder is the stranger's. */
function safeValue(name, value) {
    return name.toUpperCase() === "PATH" ? (0,_find_program_js__WEBPACK_IMPORTED_MODULE_1__/* .absoluteFolders */ .L)(value).join(node_path__WEBPACK_IMPORTED_MODULE_0__.delimiter) : value;
}


/***/ }),

/***/ 1969:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $: () => (/* binding */ startProgramsThrough),
/* harmony export */   m: () => (/* binding */ runProgram)
/* harmony export */ });
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1421);
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_child_process__WEBPACK_IMPORTED_MODULE_0__);
/**
 * The one place of this room that starts a program: arguments without a shell, nothing on its input but what is given,
 * a deadline that ends it together with everything it has started, and output that stays within bounds.
 */

const MOST_BYTES = 512 * 1024 * 1024;
/** Of what it complains about the end is told only. */
const MOST_COMPLAINT = 64 * 1024;
const GRACE_MS = 1_000;
let start = startProgram;
async function runProgram(call) {
    return start(call);
}
/** From now on another thread starts the programs of this one, which may be ended while they run. */
function startProgramsThrough(other) {
    start = other;
}
/** What is still there when the process exits has nobody who would end it later. */
const running = new Set();
process.on("exit", () => {
    for (const child of running)
        endGroup(child, "SIGKILL");
});
async function startProgram(call) {
    if (call.signal.aborted)
        return { kind: "stopped", because: "there was no time left for it" };
    const child = (0,node_child_process__WEBPACK_IMPORTED_MODULE_0__.spawn)(call.command, [...call.arguments], {
        cwd: call.folder,
        env: { ...call.environment },
        stdio: ["pipe", "pipe", "pipe"],
        // A group of its own, so that what it has started ends with it.
        detached: process.platform !== "win32",
        windowsHide: true,
    });
    const watch = new Watch(child, call);
    running.add(child);
    try {
        return await watch.end();
    }
    finally {
        watch.release();
        running.delete(child);
    }
}
class Watch {
    #child;
    #call;
    #timers = new Set();
    #printed = [];
    #printedBytes = 0;
    #complaints = "";
    #stopped = null;
    #abort = () => this.#stop("there was no time left for it");
    constructor(child, call) {
        this.#child = child;
        this.#call = call;
        child.stdout?.on("data", (piece) => this.#take(piece));
        child.stderr?.setEncoding("utf8").on("data", (text) => {
            this.#complaints = (this.#complaints + text).slice(-MOST_COMPLAINT);
        });
        // A program may end without reading its input, which is no failure of ours.
        child.stdin?.on("error", () => undefined).end(call.input ?? "");
        this.#after(call.deadlineMs, () => this.#stop(`it did not finish within ${Math.round(call.deadlineMs / 100) / 10} s`));
        call.signal.addEventListener("abort", this.#abort, { once: true });
    }
    async end() {
        const child = this.#child;
        const exit = await new Promise((resolve) => {
            child.once("error", (error) => resolve({ kind: "failed", error }));
            child.once("close", (exitCode) => resolve({ kind: "closed", exitCode }));
            // What it left behind may keep the output open for ever.
            child.once("exit", () => this.#letGo(this.#printedBytes));
        });
        if (this.#stopped !== null)
            return { kind: "stopped", because: this.#stopped };
        if (exit.kind === "failed")
            return notStarted(exit.error, this.#call);
        return {
            kind: "exited",
            exitCode: exit.exitCode,
            stdout: Buffer.concat(this.#printed),
            stderr: this.#complaints,
        };
    }
    release() {
        this.#call.signal.removeEventListener("abort", this.#abort);
        for (const timer of this.#timers)
            clearTimeout(timer);
        // Whoever it has left behind works for nobody any more.
        if (this.#stopped === null)
            endGroup(this.#child, "SIGTERM");
        else
            endGroup(this.#child, "SIGKILL");
    }
    #take(piece) {
        const most = this.#call.mostBytes ?? MOST_BYTES;
        this.#printedBytes += piece.byteLength;
        if (this.#printedBytes > most)
            this.#stop(`it printed more than ${most} bytes`);
        else
            this.#printed.push(piece);
    }
    #stop(because) {
        if (this.#stopped !== null)
            return;
        this.#stopped = because;
        endGroup(this.#child, "SIGTERM");
        this.#after(GRACE_MS, () => {
            endGroup(this.#child, "SIGKILL");
            this.#dropOutput();
        });
    }
    #letGo(printedBefore) {
        this.#after(GRACE_MS, () => {
            if (this.#printedBytes > printedBefore)
                this.#letGo(this.#printedBytes);
            else
                this.#dropOutput();
        });
    }
    #dropOutput() {
        const streams = [this.#child.stdout, this.#child.stderr];
        for (const stream of streams)
            stream?.destroy();
    }
    #after(delayMs, callback) {
        this.#timers.add(setTimeout(callback, delayMs));
    }
}
function endGroup(child, signal) {
    if (child.pid === undefined)
        return;
    try {
        if (process.platform === "win32")
            child.kill(signal);
        else
            process.kill(-child.pid, signal);
    }
    catch {
        // It ended by itself just now.
    }
}
function notStarted(error, call) {
    if ("code" in error && error.code === "ENOENT")
        return { kind: "missing" };
    return { kind: "stopped", because: `${call.command} could not be started: ${error.message}` };
}


/***/ })

};
