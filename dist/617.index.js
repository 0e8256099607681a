export const id = 617;
export const ids = [617];
export const modules = {

/***/ 6911:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Rl: () => (/* binding */ nodeProjects),
/* harmony export */   UB: () => (/* binding */ nodePackages),
/* harmony export */   kh: () => (/* binding */ nodeResolutions)
/* harmony export */ });
/* harmony import */ var _sources_workspaces_node_workspaces_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4382);
/* harmony import */ var _sources_workspaces_workspace_change_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4416);
/* harmony import */ var _sources_workspaces_workspace_tree_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(376);
/* harmony import */ var _tool_projects_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1273);




/** The workspace at the root of the repository; workspaces inside of it are none of a tool's business. */
function nodePackages() {
    const ecosystem = (0,_sources_workspaces_node_workspaces_js__WEBPACK_IMPORTED_MODULE_0__/* .nodeEcosystem */ .z)();
    return async (tree) => {
        const workspaces = await ecosystem.read(tree);
        return workspaces.find(({ root }) => root === "")?.packages ?? [];
    };
}
/** `rootName` is what the tool calls the package at the root; without it that one has its own name. */
function nodeProjects(rootName) {
    const read = nodePackages();
    return async (tree) => {
        const packages = await read(tree);
        return (0,_tool_projects_js__WEBPACK_IMPORTED_MODULE_3__/* .indexProjects */ .H)(packages.map(({ name, directory, dependsOn }) => ({
            name: directory === "" ? (rootName ?? name) : name,
            alias: null,
            folder: directory,
            uses: dependsOn,
        })));
    };
}
/** The targets for how the names of packages are resolved that the change shares with others; see `workspaces`. */
async function nodeResolutions({ base, head, }) {
    const ecosystems = [(0,_sources_workspaces_node_workspaces_js__WEBPACK_IMPORTED_MODULE_0__/* .nodeEcosystem */ .z)()];
    return (0,_sources_workspaces_workspace_change_js__WEBPACK_IMPORTED_MODULE_1__/* .changedResolutions */ .wc)({
        base: await (0,_sources_workspaces_workspace_tree_js__WEBPACK_IMPORTED_MODULE_2__/* .readWorkspaceTree */ .C)(base, ecosystems),
        head: await (0,_sources_workspaces_workspace_tree_js__WEBPACK_IMPORTED_MODULE_2__/* .readWorkspaceTree */ .C)(head, ecosystems),
        changed: [],
        locks: new Map(),
    });
}


/***/ }),

/***/ 1228:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   d: () => (/* binding */ parseRelaxedJson),
/* harmony export */   q: () => (/* binding */ parseJson)
/* harmony export */ });
/** JSON that tools print, and JSON as they let people write it. */
/** Undefined for what is no JSON, which itself knows no such value. */
function parseJson(text) {
    try {
        const value = JSON.parse(text);
        return value;
    }
    catch {
        return undefined;
    }
}
/** Texts stay as they are, up to the end of the file where one has no end, so that a hostile file is read only once. */
const COMMENTS = /("(?:[^"\\]|\\[^]?)*(?:"|$))|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g;
const LAST_COMMAS = /("(?:[^"\\]|\\[^]?)*(?:"|$))|,(?=\s*[\]}])/g;
/** With comments, and with commas that nothing follows. Undefined for what is no JSON even so. */
function parseRelaxedJson(text) {
    return parseJson(text
        .replace(/^\uFEFF/, "")
        .replace(COMMENTS, (_, quoted) => quoted ?? " ")
        .replace(LAST_COMMAS, (_, quoted) => quoted ?? ""));
}


/***/ }),

/***/ 9282:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Qo: () => (/* binding */ namesAt),
/* harmony export */   Un: () => (/* binding */ itemsIn),
/* harmony export */   Y6: () => (/* binding */ unknownShape),
/* harmony export */   wX: () => (/* binding */ namesIn)
/* harmony export */ });
/* harmony import */ var _sources_workspaces_json_shape_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5078);
/* harmony import */ var _tool_problem_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6800);
/** Takes names out of what a tool has printed, and nothing that is not exactly of the known shape. */


function unknownShape(tool) {
    return new _tool_problem_js__WEBPACK_IMPORTED_MODULE_0__/* .ToolProblem */ .O(tool, "its output is not of the shape that is known", "Look whether its version is one of those that this source knows.");
}
/** Throws `ToolProblem` unless it is a list of objects. */
function itemsIn(value, tool) {
    if (!Array.isArray(value))
        throw unknownShape(tool);
    return value.map((item) => {
        const table = (0,_sources_workspaces_json_shape_js__WEBPACK_IMPORTED_MODULE_1__/* .asTable */ .fO)(item);
        if (table === null)
            throw unknownShape(tool);
        return table;
    });
}
/** Throws `ToolProblem` unless each has a text there that says something. */
function namesAt(items, key, tool) {
    return items.map((item) => {
        const name = (0,_sources_workspaces_json_shape_js__WEBPACK_IMPORTED_MODULE_1__/* .textAt */ .$6)(item, key);
        if (name === null || name === "")
            throw unknownShape(tool);
        return name;
    });
}
/** Throws `ToolProblem` unless it is a list of texts that say something. */
function namesIn(value, tool) {
    const names = (0,_sources_workspaces_json_shape_js__WEBPACK_IMPORTED_MODULE_1__/* .asTexts */ .DW)(value);
    if (names === null || names.includes(""))
        throw unknownShape(tool);
    return names;
}


/***/ }),

/***/ 6800:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   O: () => (/* binding */ ToolProblem)
/* harmony export */ });
class ToolProblem extends Error {
    name = "ToolProblem";
    allCause;
    /** `subject` is a program or a file; `rule` one clause, `hint` a sentence that says what to do about it. */
    constructor(subject, rule, hint = null) {
        super(`${subject}: ${rule}`);
        this.allCause = { subject, rule, hint };
    }
}


/***/ }),

/***/ 1273:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   H: () => (/* binding */ indexProjects),
/* harmony export */   b: () => (/* binding */ ownerOf)
/* harmony export */ });
/* harmony import */ var _tool_problem_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6800);

/** Throws `ToolProblem` where two have one name, since nobody could tell them apart. */
function indexProjects(projects) {
    const nameByFolder = new Map(projects.map(({ name, folder }) => [folder, name]));
    const names = new Set();
    const namesByAlias = new Map();
    for (const { name, alias, folder } of projects) {
        if (names.has(name)) {
            throw new _tool_problem_js__WEBPACK_IMPORTED_MODULE_0__/* .ToolProblem */ .O(folder === "" ? "." : folder, `another project is named ${JSON.stringify(name)} too`);
        }
        names.add(name);
        if (alias !== null)
            namesByAlias.set(alias, [...(namesByAlias.get(alias) ?? []), name]);
    }
    const graph = new Map(projects.map(({ name, uses }) => {
        const resolved = [...uses].flatMap((used) => [used, ...(namesByAlias.get(used) ?? [])]);
        return [name, new Set(resolved.filter((used) => names.has(used) && used !== name))];
    }));
    return { graph, nameByFolder };
}
/** The project of the nearest folder around the path; null where there is none but the root, which owns nothing. */
function ownerOf(path, { nameByFolder }) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
        const name = nameByFolder.get(path.slice(0, end));
        if (name !== undefined)
            return name;
    }
    return null;
}


/***/ }),

/***/ 2343:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  Wp: () => (/* binding */ DEADLINE_MS),
  Xt: () => (/* binding */ allBecauseOf),
  Fl: () => (/* binding */ withTool)
});

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./src/targets/git/git-failure.ts
var git_failure = __webpack_require__(1466);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/ecosystem.ts
var ecosystem = __webpack_require__(2730);
// EXTERNAL MODULE: ./src/targets/git/run-git.ts
var run_git = __webpack_require__(189);
;// CONCATENATED MODULE: ./src/targets/tools/tool-environment.ts
/**
 * What a program of the repository gets to see of the environment: what it needs to start, and no secret. Names are
 * listed one by one, so that a variable nobody thought of stays outside.
 */
const INHERITED = new Set([
    "PATH HOME USER LOGNAME LANG LC_ALL TZ SYSTEMROOT USERPROFILE APPDATA LOCALAPPDATA PATHEXT COMSPEC",
    "XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME JAVA_HOME COREPACK_HOME PNPM_HOME VOLTA_HOME",
    "NVM_DIR FNM_DIR ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR PROTO_HOME MOON_HOME RUSH_GLOBAL_FOLDER",
]
    .join(" ")
    .split(" "));
/** No questions, no colours, no background process, no report to a vendor, no cloud. */
const ALWAYS = {
    CI: "true",
    NO_COLOR: "1",
    FORCE_COLOR: "0",
    DO_NOT_TRACK: "1",
    COREPACK_ENABLE_DOWNLOAD_PROMPT: "0",
    npm_config_update_notifier: "false",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
};
/** A tool asks git by itself, and the answer must not hang on what somebody has set up. */
const GIT_CONFIG = {
    "diff.renames": "false",
    "diff.relative": "false",
    "diff.ignoreSubmodules": "none",
    "core.quotePath": "false",
    "core.fsmonitor": "false",
};
function toolEnvironment(folders, extra = {}) {
    return {
        ...inherited(),
        ...ALWAYS,
        TMPDIR: folders.scratch,
        TEMP: folders.scratch,
        TMP: folders.scratch,
        // In a container the checkout often belongs to another user, and git would refuse to look at it.
        ...configVariables({ ...GIT_CONFIG, "safe.directory": folders.checkout }),
        ...extra,
    };
}
function configVariables(config) {
    const pairs = Object.entries(config);
    return {
        GIT_CONFIG_COUNT: String(pairs.length),
        ...Object.fromEntries(pairs.flatMap(([key, value], index) => [
            [`GIT_CONFIG_KEY_${index}`, key],
            [`GIT_CONFIG_VALUE_${index}`, value],
        ])),
    };
}
function inherited() {
    return Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => value !== undefined && INHERITED.has(name.toUpperCase()) ? [[name, value]] : []));
}

// EXTERNAL MODULE: ./src/targets/tools/tool-problem.ts
var tool_problem = __webpack_require__(6800);
;// CONCATENATED MODULE: ./src/targets/tools/require-clean-checkout.ts
/** A tool reads the graph from the files of the checkout: they have to be exactly those of the head tree. */



/** Throws `ToolProblem` where a tool would see other files, or could not compare the two revisions. */
async function requireCleanCheckout(folders, context) {
    const call = { folder: folders.checkout, environment: toolEnvironment(folders), signal: context.signal };
    const [inside = "", at = ""] = await lines(["rev-parse", "--show-prefix", "HEAD^{commit}"]);
    if (inside !== "") {
        throw new tool_problem/* ToolProblem */.O("checkout", `it is the folder ${inside} of a repository, and not its root`);
    }
    if (at !== context.head.commit) {
        throw new tool_problem/* ToolProblem */.O("checkout", `it is at ${at === "" ? "no commit" : at}, and the change ends at ${context.head.commit}`, "Check out the merge commit of the pull request, as actions/checkout does by default.");
    }
    const object = `${context.base.commit}^{tree}`;
    const [tree = ""] = await lines(["rev-parse", "--verify", "--quiet", "--end-of-options", object]);
    if (tree === "") {
        throw new tool_problem/* ToolProblem */.O("checkout", `it does not have the commit ${context.base.commit}, which the tool would compare with`, "Give actions/checkout `fetch-depth: 2`.");
    }
    const [isSparse] = await lines(["config", "--type=bool", "--get", "core.sparseCheckout"]);
    if (isSparse === "true") {
        throw new tool_problem/* ToolProblem */.O("checkout", "it is sparse, so that the tool would not see all projects", "Check out all files, or use the source `workspaces`, which needs no files.");
    }
    const { stdout } = await (0,run_git/* runGit */.E)(STATUS, call);
    const [changed] = stdout.toString("utf8").split("\0");
    if (changed !== undefined && changed !== "") {
        throw new tool_problem/* ToolProblem */.O(changed.slice(3), "it differs in the checkout from what was committed, so that the tool would see something else", "Compute the targets before a step that writes to tracked files.");
    }
    async function lines(words) {
        const { stdout: printed } = await (0,run_git/* runGit */.E)(words, { ...call, answers: [0, 1, 128] });
        return printed.toString("utf8").split("\n");
    }
}
const STATUS = ["status", "--porcelain", "-z", "--untracked-files=no", "--ignore-submodules=dirty"];

// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
// EXTERNAL MODULE: ./src/targets/program/run-program.ts
var run_program = __webpack_require__(1969);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
;// CONCATENATED MODULE: ./src/targets/tools/find-program.ts
/** Where a program is: in what the checkout has installed, or on the PATH. */



/** Null when it is nowhere. A relative folder on the PATH counts for nothing: it would be the stranger's. */
async function findProgram(name, checkout, path) {
    const folders = [(0,external_node_path_.join)(checkout, "node_modules", ".bin"), ...path.split(external_node_path_.delimiter).filter(external_node_path_.isAbsolute)];
    for (const folder of folders) {
        const program = (0,external_node_path_.join)(folder, name);
        if (await isExecutable(program))
            return program;
    }
    return null;
}
async function isExecutable(path) {
    try {
        await (0,promises_.access)(path, external_node_fs_.constants.X_OK);
        return (await (0,promises_.stat)(path)).isFile();
    }
    catch {
        return false;
    }
}

// EXTERNAL MODULE: ./src/targets/tools/tool-version.ts
var tool_version = __webpack_require__(3919);
;// CONCATENATED MODULE: ./src/targets/tools/tool-program.ts
/** Runs a program that the repository brings, and takes no answer from it that is not a clean one. */







/** Far more than the names of all projects of anyone. */
const MOST_BYTES = 256 * 1024 * 1024;
class ToolProgram {
    name;
    #path;
    #settings;
    constructor(path, settings) {
        this.name = settings.name;
        this.#path = path;
        this.#settings = settings;
    }
    /** Throws `ToolProblem` when it is not there. */
    static async find(settings) {
        const { name, folders, installHint } = settings;
        const path = await findProgram(name, folders.checkout, process.env["PATH"] ?? "");
        if (path === null) {
            throw new tool_problem/* ToolProblem */.O(name, "it is neither in node_modules/.bin of the checkout nor on the PATH", installHint);
        }
        return new ToolProgram(path, settings);
    }
    /** The version is looked for behind what the pattern matches, if one is given. */
    async version(words = ["--version"], behind) {
        const { output } = await this.run({ arguments: words });
        const start = behind === undefined ? 0 : output.search(behind);
        const version = start === -1 ? null : (0,tool_version/* readVersion */.$4)(output.slice(start));
        if (version !== null)
            return version;
        throw new tool_problem/* ToolProblem */.O(this.name, `${words.join(" ")} prints no version`);
    }
    /** Throws `ToolProblem` unless it ends with 0 and prints text. */
    async run(run) {
        const { folders, environment, deadlineMs, signal } = this.#settings;
        const end = await (0,run_program/* runProgram */.m)({
            command: this.#path,
            arguments: run.arguments,
            folder: folders.checkout,
            environment: toolEnvironment(folders, { ...environment, ...run.environment }),
            ...(run.input !== undefined && { input: run.input }),
            deadlineMs,
            signal,
            mostBytes: MOST_BYTES,
        });
        switch (end.kind) {
            case "missing":
                throw new tool_problem/* ToolProblem */.O(this.name, "it could not be started: it, or the program it names to run it, is missing");
            case "stopped":
                throw new tool_problem/* ToolProblem */.O(this.name, end.because);
            case "exited": {
                if (end.exitCode === 0)
                    return { output: this.#text(end.stdout), complaints: end.stderr };
                const how = end.exitCode === null ? "was ended by a signal" : `ended with exit code ${end.exitCode}`;
                const words = firstWords(end.stderr || end.stdout.toString("utf8"));
                throw new tool_problem/* ToolProblem */.O(this.name, words === "" ? `it ${how}` : `it ${how}: ${words}`);
            }
        }
    }
    #text(bytes) {
        try {
            return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
        }
        catch {
            throw new tool_problem/* ToolProblem */.O(this.name, "its output is not UTF-8 text");
        }
    }
}
const MOST_LINES = 4;
const STACK_FRAME = /^\W*(?:lerna ERR! +)?at .*[:)]/;
/** Tools say first what is wrong, and then where in themselves they have noticed it. */
function firstWords(text) {
    const lines = (0,external_node_util_.stripVTControlCharacters)(text)
        .split(/[\r\n]+/)
        .filter((line) => line.trim() !== "" && !STACK_FRAME.test(line));
    return (0,git_failure/* lastWords */.a)(lines.slice(0, MOST_LINES).join("\n"));
}

;// CONCATENATED MODULE: ./src/targets/tools/tool-session.ts
/** Starts a tool where it can be trusted to see the head tree, and turns what goes wrong into the cause of an `ALL`. */








/** For each start of a program. */
const DEADLINE_MS = 300_000;
/** Throws `ToolProblem` or `GitFailure`. */
async function withTool({ base, head, checkout, signal }, settings, ask) {
    if (checkout === null) {
        throw new tool_problem/* ToolProblem */.O(settings.name, "there is no checkout of the repository to run it in", "Run actions/checkout before, or use the source workspaces, which needs none.");
    }
    const folders = { checkout, scratch: await (0,promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), "merge-queue-tool-")) };
    try {
        await requireCleanCheckout(folders, { base, head, signal });
        const environment = settings.environment(folders);
        return await ask(await ToolProgram.find({ ...settings, environment, folders, signal }), folders);
    }
    finally {
        await (0,promises_.rm)(folders.scratch, { recursive: true, force: true, maxRetries: 3 });
    }
}
/** Throws on what is a mistake of ours. */
function allBecauseOf(error, tool) {
    if (error instanceof tool_problem/* ToolProblem */.O)
        return { kind: "all", cause: error.allCause };
    if (error instanceof git_failure/* GitFailure */.X) {
        return { kind: "all", cause: { subject: tool, rule: error.message, hint: null } };
    }
    if (error instanceof ecosystem/* UnreadableManifest */.p) {
        return { kind: "all", cause: { subject: error.path, rule: error.problem, hint: null } };
    }
    throw error;
}


/***/ }),

/***/ 7843:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  S: () => (/* binding */ ToolSource)
});

// EXTERNAL MODULE: ./src/targets/graph.ts
var graph = __webpack_require__(5974);
// EXTERNAL MODULE: ./src/targets/tools/tool-problem.ts
var tool_problem = __webpack_require__(6800);
// EXTERNAL MODULE: ./src/targets/tools/tool-projects.ts
var tool_projects = __webpack_require__(1273);
;// CONCATENATED MODULE: ./src/targets/tools/complete-answer.ts
/**
 * Completes what a tool answered. Tools look at one tree: they know nothing of what is deleted, of what somebody has
 * begun to depend on, or of edges that are gone. The manifests of both trees do.
 */



/** Throws `ToolProblem` where the tool and the manifests do not speak of the same projects. */
function completeAnswer(tool, named, change) {
    const { owned, causes } = ownership(change);
    requireKnownNames(tool, named, change);
    if (named.length === 0)
        requireNothingToName(tool, change);
    const impacted = (0,graph/* impactedTargets */.eq)(graphChange(change, causes));
    const byTool = new Map(named.map((name) => [name, { kind: "named", by: tool }]));
    return { kind: "targets", targets: (0,graph/* firstCauses */.pq)(impacted, byTool, change.resolutions), owned };
}
function graphChange({ base, head }, changed) {
    return { base: base.graph, head: head.graph, changed };
}
/**
 * A file is owned where each tree that has it has an owner for it. It touches the owners of its place in both trees: a
 * project that is brought into a folder takes what is there from the project around it, and gives it back when it goes.
 */
function ownership({ base, head, changed }) {
    const owned = new Set();
    const causes = new Map();
    for (const { path, status } of changed) {
        const before = (0,tool_projects/* ownerOf */.b)(path, base);
        const after = (0,tool_projects/* ownerOf */.b)(path, head);
        for (const owner of [after, before]) {
            if (owner !== null && !causes.has(owner))
                causes.set(owner, { kind: "file", path });
        }
        if ((status === "added" || before !== null) && (status === "deleted" || after !== null))
            owned.add(path);
    }
    return { owned, causes };
}
function requireKnownNames(tool, named, { base, head }) {
    const strange = named.find((name) => !head.graph.has(name) && !base.graph.has(name));
    if (strange === undefined)
        return;
    throw new tool_problem/* ToolProblem */.O(tool, `it names ${JSON.stringify(strange)}, which no manifest of the repository does, so that its names and ours may differ`, "Use the source `workspaces`, or `list` with the output of a command of your own.");
}
function requireNothingToName(tool, { head, changed }) {
    const file = changed.find(({ path, status }) => status !== "deleted" && (0,tool_projects/* ownerOf */.b)(path, head) !== null);
    if (file === undefined)
        return;
    throw new tool_problem/* ToolProblem */.O(tool, `it names no project, although ${JSON.stringify(file.path)} belongs to one`);
}

// EXTERNAL MODULE: ./src/targets/tools/node-projects.ts
var node_projects = __webpack_require__(6911);
// EXTERNAL MODULE: ./src/targets/tools/tool-session.ts + 4 modules
var tool_session = __webpack_require__(2343);
;// CONCATENATED MODULE: ./src/targets/tools/tool-source.ts
/**
 * What all sources of a tool with projects have in common: look whether the tool's answer can be trusted, ask it,
 * complete the answer from the two trees. Whatever goes wrong counts as `ALL`, with the cause.
 */




class ToolSource {
    name;
    runsRepositoryCode = true;
    #tool;
    #deadlineMs;
    constructor(tool, deadlineMs = tool_session/* DEADLINE_MS */.Wp) {
        this.name = tool.name;
        this.#tool = tool;
        this.#deadlineMs = deadlineMs;
    }
    /** The same with another deadline. */
    within(deadlineMs) {
        return new ToolSource(this.#tool, deadlineMs);
    }
    async detect(head) {
        const entries = await head.entries();
        return this.#tool.marks.find((mark) => entries.has(mark)) ?? null;
    }
    async answer(context) {
        const { changed, base, head } = context;
        if (changed.length === 0)
            return { kind: "targets", targets: new Map(), owned: new Set() };
        try {
            const named = await (0,tool_session/* withTool */.Fl)(context, { ...this.#tool, deadlineMs: this.#deadlineMs }, (program, folders) => this.#tool.ask(program, { base: base.commit, head: head.commit }, folders));
            const read = this.#tool.projects();
            return completeAnswer(this.name, named, {
                base: await read(base),
                head: await read(head),
                changed,
                resolutions: await (0,node_projects/* nodeResolutions */.kh)(context),
            });
        }
        catch (error) {
            return (0,tool_session/* allBecauseOf */.Xt)(error, this.name);
        }
    }
    async dependents({ base, head }, targets) {
        const read = this.#tool.projects();
        return (0,graph/* dependentsOf */.yk)(graphChange({ base: await read(base), head: await read(head) }, new Map()), targets);
    }
}


/***/ }),

/***/ 3919:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $4: () => (/* binding */ readVersion),
/* harmony export */   N6: () => (/* binding */ requireMajor),
/* harmony export */   du: () => (/* binding */ isAtLeast)
/* harmony export */ });
/* harmony import */ var _tool_problem_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6800);
/** Versions of tools: read from what a tool says of itself, and held against those whose answers are known. */

/** The first version in the text; null when there is none. */
function readVersion(text) {
    const [, version, major, minor] = /(?<![\w.])v?((\d{1,6})\.(\d{1,6})\.\d[\w.+-]{0,60})/.exec(text) ?? [];
    if (version === undefined)
        return null;
    return { major: Number(major), minor: Number(minor), text: version };
}
function isAtLeast(version, major, minor = 0) {
    return version.major > major || (version.major === major && version.minor >= minor);
}
/** Throws `ToolProblem` for a version whose answers nobody has looked at. */
function requireMajor(tool, version, oldest, newest) {
    if (version.major >= oldest && version.major <= newest)
        return;
    throw new _tool_problem_js__WEBPACK_IMPORTED_MODULE_0__/* .ToolProblem */ .O(tool, `its version is ${version.text}, and answers are known of ${oldest} to ${newest} only`, "Use the source `workspaces`, or `list` with the output of a command of your own.");
}


/***/ })

};
