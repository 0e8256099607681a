export const id = 954;
export const ids = [954];
export const modules = {

/***/ 1954:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   whyLate: () => (/* binding */ whyLate)
/* harmony export */ });
/* unused harmony export currentHead */
/* harmony import */ var _client_deadline_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6659);
/* harmony import */ var _client_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6468);
/* harmony import */ var _targets_git_object_store_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3803);
/* harmony import */ var _targets_git_run_git_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(189);
/* harmony import */ var _forge_base_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9371);
/**
 * Checks whether computed targets are outdated because the pull request has a newer head. Not every service stores
 * targets by head commit, and targets of an older head are useless.
 */





const LONGEST_MS = 10_000;
/**
 * The service cannot know which of two commits is newer, since it may not know ours yet. So the forge is asked when the
 * two differ, and whenever it can be asked, since the service knows only submitted pull requests.
 */
async function whyLate(given, pullRequest, headSha, step) {
    const { number } = pullRequest.pr;
    const remote = (0,_forge_base_js__WEBPACK_IMPORTED_MODULE_4__/* .forgeRemote */ .k)(given);
    const known = await headKnownToService(pullRequest, step);
    const isAnother = known !== null && known !== headSha;
    if (!isAnother && remote.token === null)
        return null;
    const current = await currentHead(remote, number, given.signal);
    if (current === headSha)
        return null;
    if (current !== null) {
        return `The head of #${number} is now ${current}; the run for that commit uploads its targets.`;
    }
    if (!isAnother)
        return null;
    return `The service has the head ${known} for #${number}, and the forge does not report which is newer (github-token, permission contents: read).`;
}
/**
 * Null for a pull request that is not submitted yet, and when the service does not answer: the upload then reports
 * that.
 */
async function headKnownToService(pullRequest, { client }) {
    const options = { retries: 0, deadline: _client_deadline_js__WEBPACK_IMPORTED_MODULE_0__/* .Deadline */ .B.after(LONGEST_MS) };
    return (await (0,_client_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .orNull */ .Xd)(client.getSubmittedPullRequest(pullRequest, options)))?.value.prSha ?? null;
}
const DEADLINE_MS = 20_000;
/** Asks the forge through git for the head of a pull request. Null when the forge does not report it. */
async function currentHead(remote, number, signal) {
    let store;
    try {
        // This runs in our own repository: git would obey the configuration of any other repository around a folder.
        store = new _targets_git_object_store_js__WEBPACK_IMPORTED_MODULE_2__/* .ObjectStore */ .L({ borrowed: { objects: null, format: "sha1" }, remote, signal });
        const ref = `refs/pull/${number}/head`;
        const words = ["ls-remote", "--refs", "origin", ref];
        const { stdout } = await store.askRemote(words, { deadlineMs: DEADLINE_MS });
        // Git also lists refs with the same ending: a branch may be called `refs/pull/1/head`.
        const lines = stdout.toString("latin1").split("\n");
        const line = lines.find((one) => one.endsWith(`\t${ref}`));
        return /^[0-9a-f]{40,64}(?=\t)/.exec(line ?? "")?.[0] ?? null;
    }
    catch (error) {
        if (error instanceof _targets_git_run_git_js__WEBPACK_IMPORTED_MODULE_3__/* .GitFailure */ .Xi)
            return null;
        throw error;
    }
    finally {
        await store?.remove();
    }
}


/***/ }),

/***/ 3803:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  L: () => (/* binding */ ObjectStore)
});

// UNUSED EXPORTS: userConfiguration

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./src/process/run-program.ts
var run_program = __webpack_require__(1621);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
;// CONCATENATED MODULE: ./src/targets/git/empty-repository.ts
/** A temporary bare repository without objects, which can read those of the user's checkout. */



const CONFIG = {
    sha1: "[core]\n\trepositoryformatversion = 0\n\tbare = true\n",
    sha256: "[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = sha256\n",
};
/** The caller must remove the folder. */
async function makeEmptyRepository(borrowed) {
    const { objects, format } = typeof borrowed === "function" ? await borrowed() : borrowed;
    // The runner cleans this folder when a job is killed.
    const folder = (0,external_node_fs_.mkdtempSync)((0,external_node_path_.join)(process.env["RUNNER_TEMP"] ?? (0,external_node_os_.tmpdir)(), "merge-queue-targets-"));
    try {
        return { folder, config: writeEmpty(folder, format), objects };
    }
    catch (error) {
        await removeFolder(folder);
        throw error;
    }
}
/** One call that waits is several times as fast as a call for each file. */
async function removeFolder(folder) {
    try {
        (0,external_node_fs_.rmSync)(folder, { recursive: true, force: true });
    }
    catch {
        // `node:fs/promises` takes milliseconds to load, and this is the only call.
        await external_node_fs_.promises.rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
}
/** Makes the folder an empty repository without a call of git, and returns its configuration. */
function writeEmpty(folder, format) {
    const config = Buffer.from(CONFIG[format]);
    for (const name of ["objects", "refs"])
        (0,external_node_fs_.mkdirSync)((0,external_node_path_.join)(folder, name));
    (0,external_node_fs_.writeFileSync)((0,external_node_path_.join)(folder, "HEAD"), "ref: refs/heads/none\n");
    (0,external_node_fs_.writeFileSync)((0,external_node_path_.join)(folder, "config"), config);
    return config;
}

// EXTERNAL MODULE: ./src/targets/git/git-environment.ts
var git_environment = __webpack_require__(77);
// EXTERNAL MODULE: ./src/targets/git/run-git.ts
var run_git = __webpack_require__(189);
;// CONCATENATED MODULE: ./src/targets/git/object-store.ts
/**
 * A temporary bare repository that holds everything fetched or created, made when the first such call needs it. The objects
 * of the user's checkout are only read, some of them by a git that runs there: in it the checkout's configuration applies,
 * except what could start a program or fetch. It has no effect on a call in this repository.
 */






/** Nothing here has to outlive a loss of power, and waiting for the disk takes as long as the rest of a small fetch. */
const TEMPORARY = { "core.fsync": "none" };
const PROMISED = { "remote.origin.promisor": "true", "remote.origin.partialclonefilter": "blob:none" };
/** Git lists refs beside borrowed objects with a program in that repository, whose configuration must have no effect. */
const OWN_REFS = { "core.alternateRefsCommand": "true" };
/** A large file is fetched if its content is needed, which is rare. */
const LARGE_FILES_LATER = "--filter=blob:limit=1m";
class ObjectStore {
    #settings;
    #home = null;
    /** The checkout has each object, and git reads it. */
    #mayReadCheckout = true;
    #user = null;
    #remote = null;
    /** The caller must remove the store. */
    constructor(settings) {
        this.#settings = settings;
    }
    async hasRemote() {
        return (await this.#knownRemote()) !== null;
    }
    /** Another empty store with the same settings, which reads nothing in the checkout. */
    another() {
        return new ObjectStore({ ...this.#settings, checkout: null });
    }
    async remove() {
        this.#settings.checkout?.leave();
        // One that could not be made has removed what there was of it.
        const home = await this.#home?.catch(() => null);
        if (home != null)
            await removeFolder(home.folder);
    }
    /**
     * Reads objects that are named by their ids, which means the same here and in the checkout; the latter needs no repository
     * of our own. Throws `GitFailure`.
     */
    async reading(words, extra = {}) {
        const { checkout } = this.#settings;
        if (checkout == null || !this.#mayReadCheckout)
            return this.local(words, extra);
        try {
            return await checkout.run(words, this.#settings.signal, extra);
        }
        catch (error) {
            this.#expectNothingOf(error);
            return this.local(words, extra);
        }
    }
    /**
     * Objects by their ids, or by names that are built on ids, in their order; null where they cannot be asked for. Throws
     * `GitFailure`.
     */
    contents(names) {
        return this.#ask((checkout) => checkout.contents(names, this.#settings.signal));
    }
    /** The bytes of objects by their ids, of those that are here; null where they cannot be asked for. Throws `GitFailure`. */
    bytesOf(ids) {
        return this.#ask((checkout) => checkout.read(ids, this.#settings.signal));
    }
    async #ask(ask) {
        const { checkout } = this.#settings;
        if (checkout == null || !this.#mayReadCheckout)
            return null;
        try {
            return await ask(checkout);
        }
        catch (error) {
            this.#expectNothingOf(error);
            return null;
        }
    }
    /** An older git tries to fetch what a partial clone lacks, which fails here, and then it reads nothing more. */
    #expectNothingOf(error) {
        if (!(error instanceof run_git/* GitFailure */.Xi) || this.#settings.signal.aborted)
            throw error;
        this.#mayReadCheckout = false;
    }
    /** Works with the objects of this store and of the checkout. Throws `GitFailure`. */
    async local(words, extra = {}) {
        return this.#run(words, { ...(0,git_environment/* localEnvironment */.bx)(), ...(await this.#alternates()) }, extra);
    }
    /** The same for a call that writes objects into this store. Throws `GitFailure`. */
    creating(words, extra = {}) {
        this.#mayReadCheckout = false;
        return this.local(words, extra);
    }
    /**
     * Fetches into this store without counting on the checkout's objects, which may be incomplete. Throws `GitFailure`.
     */
    async fetch(words, extra = {}) {
        return this.#fetch(words, await this.#towardsRemote(), extra);
    }
    /**
     * Fetches a commit without its history, and returns its id. What the commit `beside` of the checkout has too is not sent,
     * so it has to be the first that is fetched, and is read together with the checkout. `source`: an id or a ref of the
     * remote. `meanwhile` is called when git runs. Throws `GitFailure`.
     */
    async fetchBeside(beside, source, meanwhile = () => undefined) {
        const [{ folder }] = await Promise.all([this.#ownHome(), this.#knownRemote()]);
        const refs = (0,external_node_path_.join)(folder, "refs", "beside");
        const shallow = (0,external_node_path_.join)(folder, "shallow");
        (0,external_node_fs_.mkdirSync)(refs);
        try {
            // The checkout may have more of the history; nothing before its commit is counted on.
            for (const file of [(0,external_node_path_.join)(refs, "known"), shallow])
                (0,external_node_fs_.writeFileSync)(file, `${beside}\n`);
            const environment = { ...(await this.#towardsRemote(OWN_REFS)), ...(await this.#alternates()) };
            const words = ["--depth=1", LARGE_FILES_LATER, "origin", `+${source}:refs/beside/fetched`];
            const fetched = this.#fetch(words, environment, {});
            setImmediate(meanwhile);
            await fetched;
            return (0,external_node_fs_.readFileSync)((0,external_node_path_.join)(refs, "fetched"), "latin1").trim();
        }
        finally {
            // Later calls do not count on the checkout, so nothing may name what is only there.
            for (const path of [refs, shallow])
                (0,external_node_fs_.rmSync)(path, { recursive: true, force: true });
        }
    }
    /**
     * Works with the objects of this store and the checkout, and fetches others one by one from the remote. Throws
     * `GitFailure`.
     */
    async withRemote(words, extra = {}) {
        this.#mayReadCheckout = false;
        const environment = { ...(await this.#towardsRemote(PROMISED)), ...(await this.#alternates()) };
        return this.#run(words, environment, extra);
    }
    /** Asks only the remote, for example which branches it has. Throws `GitFailure`. */
    async askRemote(words, extra = {}) {
        return this.#run(words, await this.#towardsRemote(), extra);
    }
    async #fetch(words, environment, extra) {
        const options = [
            "--quiet",
            "--no-tags",
            "--no-write-fetch-head",
            "--no-recurse-submodules",
            "--no-auto-maintenance",
        ];
        try {
            return await this.#run(["fetch", ...options, ...words], environment, extra);
        }
        finally {
            // A filtered fetch makes git expect to fetch missing objects later; here git must report them as missing.
            this.#mayReadCheckout = false;
            const { folder, config } = await this.#ownHome();
            (0,external_node_fs_.writeFileSync)((0,external_node_path_.join)(folder, "config"), config);
        }
    }
    #knownRemote() {
        const { remote } = this.#settings;
        this.#remote ??= typeof remote === "function" ? remote() : Promise.resolve(remote);
        return this.#remote;
    }
    async #towardsRemote(config = {}) {
        const remote = await this.#knownRemote();
        if (remote === null)
            throw new run_git/* GitFailure */.Xi("there is no address to fetch from");
        const { folder } = await this.#ownHome();
        this.#user ??= userConfiguration(remote, folder, this.#settings.signal);
        return (0,git_environment/* remoteEnvironment */.o5)(remote, await this.#user, { ...TEMPORARY, ...config });
    }
    #ownHome() {
        this.#home ??= makeEmptyRepository(this.#settings.borrowed);
        return this.#home;
    }
    async #alternates() {
        const { objects } = await this.#ownHome();
        return objects === null ? {} : { GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(objects) };
    }
    async #run(words, environment, extra) {
        const { folder } = await this.#ownHome();
        return (0,run_git/* runGit */.EO)(words, {
            ...extra,
            folder,
            environment: { ...environment, GIT_DIR: folder },
            signal: this.#settings.signal,
        });
    }
}
/** The variable is a list separated by colons, unless an entry is quoted. */
function quoted(path) {
    return `"${path.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
}
const overHttps = ({ url }) => (0,git_environment/* remoteProtocol */.XU)(url) === "https";
const RULES = [
    // In a company's network, a proxy may be the only way out. Https hides the credential from it, http would not.
    { key: /^http\.(?:.+\.)?proxy$/s, counts: overHttps },
    { key: /^http\.(?:.+\.)?proxyauthmethod$/s, counts: overHttps },
    // For a code host or a proxy with a company's own certificate, or with a check of client certificates.
    { key: /^http\.(?:.+\.)?(?:sslcainfo|sslcapath|sslcert|sslkey)$/s, counts: overHttps },
    // On Windows: which TLS library is used, and which certificates it trusts.
    { key: /^http\.(?:sslbackend|schannelusesslcainfo)$/, counts: overHttps },
    // The setting may turn on certificate checks that a variable has turned off, but never turn checks off.
    { key: /^http\.(?:.+\.)?sslverify$/s, counts: (remote, value) => overHttps(remote) && value === "true" },
    // The ssh command, which selects the key, on a developer's own machine.
    {
        key: /^core\.sshcommand$/,
        counts: (remote) => remote.usesOwnPrograms === true && (0,git_environment/* remoteProtocol */.XU)(remote.url) === "ssh",
    },
    // Where the user's own password is stored.
    {
        key: /^credential\.(?:.+\.)?(?:helper|username|usehttppath)$/s,
        counts: (remote) => remote.usesOwnPrograms === true && overHttps(remote),
    },
];
const inherited = (0,run_program/* variablesNamed */.n0)("PATH HOME USERPROFILE APPDATA XDG_CONFIG_HOME SYSTEMROOT");
const DEADLINE_MS = 10_000;
/** Empty when git cannot read it. `folder` is our own repository, so that no repository around it counts. */
async function userConfiguration(remote, folder, signal) {
    if (!["https", "ssh"].includes((0,git_environment/* remoteProtocol */.XU)(remote.url)))
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
        const { stdout } = await (0,run_git/* runGit */.EO)(["config", "--list", "--show-scope", "-z"], call);
        return settingsIn(stdout.toString());
    }
    catch (error) {
        if (error instanceof run_git/* GitFailure */.Xi)
            return [];
        throw error;
    }
}
/** Each setting: the scope, a NUL, the key, a line end unless there is no value, the value, a NUL. */
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
/* harmony export */   Wp: () => (/* binding */ DEADLINE_MS),
/* harmony export */   Xi: () => (/* binding */ GitFailure),
/* harmony export */   tX: () => (/* binding */ endedWith)
/* harmony export */ });
/* harmony import */ var _process_run_git_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1305);
/** Runs git once, and throws unless it answers. */

const DEADLINE_MS = 300_000;
const NOT_INSTALLED = "git is not installed, or in no absolute folder of the PATH";
/** Throws `GitFailure`. */
async function runGit(words, call) {
    const end = await (0,_process_run_git_js__WEBPACK_IMPORTED_MODULE_0__/* .startGit */ .BE)(words, { ...call, deadlineMs: call.deadlineMs ?? DEADLINE_MS });
    if (end.kind === "missing")
        throw new GitFailure(NOT_INSTALLED);
    const command = `git ${words.find((word) => !word.startsWith("-")) ?? ""}`;
    if (end.kind === "stopped")
        throw new GitFailure(`${command}: ${end.because}`);
    const { exitCode, stdout, stderr } = end;
    if (exitCode !== null && (call.answers ?? [0]).includes(exitCode))
        return { exitCode, stdout, stderr };
    throw new GitFailure(endedWith(command, exitCode, stderr));
}
/** Git's exit code for an option that it does not know; what it then prints is the list of its options. */
const WRONG_USAGE = 129;
/** Why a call of git failed, as a clause. */
function endedWith(command, exitCode, stderr) {
    const ended = `${command} ended with ${exitCode ?? "a signal"}`;
    if (exitCode === WRONG_USAGE)
        return `${ended}: this git lacks an option; version 2.39 or newer is needed`;
    const words = (0,_process_run_git_js__WEBPACK_IMPORTED_MODULE_0__/* .lastWords */ .aN)(stderr);
    return words === "" ? ended : `${ended}: ${words}`;
}
/** A failed git command, with git's last lines of output and without the credentials of addresses. */
class GitFailure extends Error {
    name = "GitFailure";
    /** What a person can do, as one sentence; null where that depends on the call. */
    hint;
    constructor(message, hint = null) {
        super(message);
        this.hint = hint;
    }
}


/***/ })

};
