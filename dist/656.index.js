export const id = 656;
export const ids = [656];
export const modules = {

/***/ 8656:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  bazelSource: () => (/* binding */ bazelSource)
});

// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/tree-paths.ts
var tree_paths = __webpack_require__(605);
// EXTERNAL MODULE: ./src/targets/tools/tool-problem.ts
var tool_problem = __webpack_require__(6800);
;// CONCATENATED MODULE: ./src/targets/tools/bazel-packages.ts
/**
 * What a change touches, in the words of Bazel, as far as the two trees tell: packages, labels, files with rules. Files
 * in no package, or in the one at the root, are nobody's, and so are those that configure Bazel itself.
 */


/** The first that a folder has is the one that counts. */
const BUILD_FILES = ["BUILD.bazel", "BUILD"];
const CONFIGURES_BAZEL = /^(WORKSPACE(\.bazel|\.bzlmod)?|MODULE\.bazel(\.lock)?|REPO\.bazel|.*\.bazelrc|bazelrc|bazel\.rc|\.bazelversion|\.bazelignore)$/;
/** What stands in a query without any doubt about where it ends. */
const PLAIN_PATH = /^[\w@%+=,.~/-]+$/;
/** Throws `ToolProblem` for a change after which packages begin or end elsewhere. */
async function bazelChange({ base, head, changed }) {
    const before = packagesIn(await base.entries());
    const after = packagesIn(await head.entries());
    const owned = new Set();
    const files = [];
    const rewritten = new Map();
    const touched = new Map();
    const extensions = [];
    for (const { path, status, isSubmodule } of changed) {
        if (CONFIGURES_BAZEL.test((0,tree_paths/* fileNameOf */.bV)(path)))
            continue;
        const folders = [
            ...(status === "added" ? [] : [packageAround(before, (0,tree_paths/* directoryOf */.jt)(path))]),
            ...(status === "deleted" ? [] : [packageAround(after, (0,tree_paths/* directoryOf */.jt)(path))]),
        ];
        if (folders.some((folder) => folder === null || folder === ""))
            continue;
        owned.add(path);
        for (const folder of folders)
            touch(folder ?? "", path, status === "deleted" || isSubmodule);
        if (path.endsWith(".bzl"))
            extensions.push(plain(path));
    }
    return { owned, packages: after, files, rewritten, touched, extensions };
    function touch(folder, path, isWhole) {
        const buildFile = after.get(folder);
        if (buildFile === undefined) {
            throw new tool_problem/* ToolProblem */.O(path, "its package is gone, and what was in it only the base tree could say");
        }
        const label = `//${plain(folder)}:${buildFile}`;
        // One that is shadowed by the other, or was until now, counts too.
        if ((0,tree_paths/* directoryOf */.jt)(path) === folder && BUILD_FILES.includes((0,tree_paths/* fileNameOf */.bV)(path))) {
            rewritten.set(label, path);
            if (!before.has(folder))
                touchAround(folder, path);
        }
        else if (isWhole || !PLAIN_PATH.test(path) || before.get(folder) !== buildFile) {
            touched.set(label, path);
        }
        else {
            files.push({ path, label: `//${folder}:${path.slice(folder.length + 1)}`, buildFile: label });
        }
    }
    /** What a new package now has, the package around it has no more. */
    function touchAround(folder, path) {
        const around = packageAround(after, (0,tree_paths/* directoryOf */.jt)(folder));
        const buildFile = after.get(around ?? folder);
        if (around !== null && buildFile !== undefined)
            touched.set(`//${plain(around)}:${buildFile}`, path);
    }
}
function packagesIn(entries) {
    const packages = new Map();
    for (const name of [...BUILD_FILES].reverse()) {
        for (const path of entries.keys()) {
            if ((0,tree_paths/* fileNameOf */.bV)(path) === name)
                packages.set((0,tree_paths/* directoryOf */.jt)(path), name);
        }
    }
    return packages;
}
/** Where `auto` looks. */
async function bazelMark(head) {
    const entries = await head.entries();
    return ["MODULE.bazel", "WORKSPACE.bazel", "WORKSPACE"].find((name) => entries.has(name)) ?? null;
}
/** The folder of the package that a folder is in; null where there is none. */
function packageAround(packages, folder) {
    for (let here = folder;; here = (0,tree_paths/* directoryOf */.jt)(here)) {
        if (packages.has(here))
            return here;
        if (here === "")
            return null;
    }
}
function plain(path) {
    if (path === "" || PLAIN_PATH.test(path))
        return path;
    throw new tool_problem/* ToolProblem */.O(path, "its name is none that Bazel can surely be asked about");
}

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./src/targets/tools/tool-output.ts
var tool_output = __webpack_require__(9282);
;// CONCATENATED MODULE: ./src/targets/tools/bazel-query.ts
/** Asks `bazel query`, whose traps are many: it says nothing, and ends with 0, where a label is in nobody's closure. */



const NAME = "bazel";
/** Whatever the repository's own settings say, half an answer is none. */
const ALWAYS = ["--nokeep_going", "--noshow_progress", "--color=no", "--curses=no"];
const LABEL = /^(?:@{0,2}[\w.+~-]*)?\/\/[^:]*:.+$/;
class BazelQuery {
    #bazel;
    #file;
    constructor(bazel, { scratch }) {
        this.#bazel = bazel;
        this.#file = (0,external_node_path_.join)(scratch, "query");
    }
    /** Labels of the repository itself, in one spelling. Throws `ToolProblem`. */
    async labels(expression, options = []) {
        const lines = await this.#lines(expression, ["--output=label", ...options]);
        return lines.map((line) => labelIn(line)).filter((label) => label.startsWith("//"));
    }
    /** The same, each with its kind: `source file`, `genrule rule`. Throws `ToolProblem`. */
    async kinds(expression) {
        const lines = await this.#lines(expression, ["--output=label_kind"]);
        return new Map(lines.map((line) => {
            const start = line.search(/ @{0,2}[\w.+~-]*\/\//);
            if (start === -1)
                throw (0,tool_output/* unknownShape */.Y6)(NAME);
            return [labelIn(line.slice(start + 1)), line.slice(0, start)];
        }));
    }
    /** In a file, since there may be more labels than a command line can hold. */
    async #lines(expression, options) {
        await (0,promises_.writeFile)(this.#file, expression);
        const words = ["query", ...ALWAYS, ...options, `--query_file=${this.#file}`];
        const { output } = await this.#bazel.run({ arguments: words });
        return output.split(/\r?\n/).filter((line) => line !== "");
    }
}
function setOf(labels) {
    return `set(${[...labels].map((label) => `"${label}"`).join(" ")})`;
}
/** Newer versions write `@@//a:b` where older ones write `//a:b`. */
function labelIn(line) {
    if (!LABEL.test(line))
        throw (0,tool_output/* unknownShape */.Y6)(NAME);
    return line.replace(/^@{1,2}(?=\/\/)/, "");
}

// EXTERNAL MODULE: ./src/targets/tools/tool-session.ts + 4 modules
var tool_session = __webpack_require__(2343);
// EXTERNAL MODULE: ./src/targets/tools/tool-version.ts
var tool_version = __webpack_require__(3919);
;// CONCATENATED MODULE: ./src/targets/sources/bazel.ts
/**
 * Labels that depend on what has changed, by `bazel query` over the head tree. What a changed build file uses counts as
 * newly used, and each package that something happened to is in the list with the label of its build file: that is
 * where one who deletes a target and one who begins to use it meet.
 */






const bazel_NAME = "bazel";
const OLDEST_MAJOR = 4;
const NEWEST_MAJOR = 9;
/** As one says that somebody has built by hand. */
const NO_VERSION = /\bno_version\b/;
const NAMED = { kind: "named", by: bazel_NAME };
/** Its server stays as it does after any other call, so that temporary files of it must not go away with ours. */
const PROGRAM = {
    name: bazel_NAME,
    installHint: "Install Bazel or Bazelisk before.",
    environment: () => ({ TMPDIR: (0,external_node_os_.tmpdir)() }),
};
function bazelSource(deadlineMs = tool_session/* DEADLINE_MS */.Wp) {
    return {
        name: bazel_NAME,
        runsRepositoryCode: true,
        detect: bazelMark,
        async answer(context) {
            try {
                const change = await bazelChange(context);
                return {
                    kind: "targets",
                    targets: await targetsOf(change, context, deadlineMs),
                    owned: change.owned,
                };
            }
            catch (error) {
                return (0,tool_session/* allBecauseOf */.Xt)(error, bazel_NAME);
            }
        },
    };
}
async function targetsOf(change, context, deadlineMs) {
    if (change.owned.size === 0)
        return new Map();
    return (0,tool_session/* withTool */.Fl)(context, { ...PROGRAM, deadlineMs }, async (bazel, folders) => {
        await requireKnownVersion(bazel);
        const query = new BazelQuery(bazel, folders);
        const rewritten = new Map([...change.rewritten, ...(await loadersOf(change, query))]);
        const changed = await changedTargets({ ...change, rewritten }, query);
        await addDependents(changed, query);
        await addUsed(changed, change, rewritten.keys(), query);
        return changed.targets;
    });
}
async function requireKnownVersion(bazel) {
    const { output } = await bazel.run({ arguments: ["--version"] });
    if (NO_VERSION.test(output))
        return;
    const version = (0,tool_version/* readVersion */.$4)(output);
    if (version === null)
        throw new tool_problem/* ToolProblem */.O(bazel_NAME, "--version prints no version");
    (0,tool_version/* requireMajor */.N6)(bazel_NAME, version, OLDEST_MAJOR, NEWEST_MAJOR);
}
/** Build files that load one of the changed files with rules: whatever they say may mean something else now. */
async function loadersOf({ extensions }, query) {
    const [first] = extensions;
    if (first === undefined)
        return new Map();
    const paths = extensions.map((path) => `"${path}"`).join(", ");
    const options = ["--universe_scope=//...", "--order_output=no"];
    const labels = await query.labels(`rbuildfiles(${paths})`, options);
    return new Map(labels.filter((label) => /:BUILD(\.bazel)?$/.test(label)).map((label) => [label, first]));
}
/** What the change touches itself, before anybody depends on it. */
async function changedTargets({ files, rewritten, touched }, query) {
    const whole = new Map([...touched, ...rewritten]);
    const buildFiles = new Set([...whole.keys(), ...files.map(({ buildFile }) => buildFile)]);
    const kinds = await query.kinds(`siblings(${setOf(buildFiles)})`);
    const silent = [...buildFiles].find((label) => !kinds.has(label));
    if (silent !== undefined)
        throw new tool_problem/* ToolProblem */.O(bazel_NAME, `it says nothing of ${silent}, although that is there`);
    const targets = new Map();
    for (const { path, label, buildFile } of files) {
        if (kinds.has(label))
            targets.set(label, { kind: "file", path });
        else
            whole.set(buildFile, path); // nobody says what it is for
    }
    const changed = `${setOf(targets.keys())} + siblings(${setOf(whole.keys())})`;
    const pathByPackage = new Map([...whole].map(([buildFile, path]) => [packageOf(buildFile), path]));
    for (const label of kinds.keys()) {
        const path = pathByPackage.get(packageOf(label));
        if (path !== undefined && !targets.has(label))
            targets.set(label, { kind: "file", path });
    }
    return { targets, query: changed, kinds };
}
async function addDependents({ targets, query: changed, kinds }, query) {
    const named = new Set(await query.labels(`rdeps(//..., ${changed})`));
    const missing = [...targets.keys()].find((label) => kinds.get(label)?.endsWith(" rule") && !named.has(label));
    if (missing !== undefined) {
        throw new tool_problem/* ToolProblem */.O(bazel_NAME, `it does not say that ${missing} depends on itself, so that its answer cannot be whole`);
    }
    for (const label of named)
        if (!targets.has(label))
            targets.set(label, NAMED);
}
async function addUsed({ targets }, { packages }, rewritten, query) {
    const buildFiles = [...rewritten];
    if (buildFiles.length === 0)
        return;
    for (const label of await query.labels(`deps(siblings(${setOf(buildFiles)}), 1)`)) {
        if (!targets.has(label))
            targets.set(label, NAMED);
        const folder = packageOf(label);
        const buildFile = `//${folder}:${packages.get(folder) ?? "BUILD"}`;
        if (!targets.has(buildFile))
            targets.set(buildFile, NAMED);
    }
}
function packageOf(label) {
    return label.slice(2, label.indexOf(":"));
}


/***/ }),

/***/ 2730:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   e: () => (/* binding */ readEach),
/* harmony export */   p: () => (/* binding */ UnreadableManifest)
/* harmony export */ });
/** A manifest that decides what the targets are, and cannot be read. */
class UnreadableManifest extends Error {
    name = "UnreadableManifest";
    path;
    /** As a clause that holds none of the manifest's own words: `it is no JSON`. */
    problem;
    constructor(path, problem) {
        super(`a manifest is unreadable: ${problem}`);
        this.path = path;
        this.problem = problem;
    }
}
/**
 * Reads each workspace. One that stands inside another and cannot be read is left out, since test fixtures look like
 * that; its files then belong to the outer one's packages, or to nobody.
 */
function readEach(roots, read) {
    const outermostFirst = [...roots].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    return outermostFirst.flatMap((root, index) => {
        try {
            return [read(root)];
        }
        catch (error) {
            const isInner = outermostFirst.slice(0, index).some((outer) => isWithin(root, outer));
            if (error instanceof UnreadableManifest && isInner)
                return [];
            throw error;
        }
    });
}
function isWithin(path, directory) {
    return directory === "" || path === directory || path.startsWith(`${directory}/`);
}


/***/ }),

/***/ 5078:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $6: () => (/* binding */ textAt),
/* harmony export */   DW: () => (/* binding */ asTexts),
/* harmony export */   af: () => (/* binding */ tableAt),
/* harmony export */   fO: () => (/* binding */ asTable)
/* harmony export */ });
/** Asks values of unknown shape, as JSON, YAML and TOML give them, without trusting any of their names. */
/** Null for what is no table. */
function asTable(value) {
    if (typeof value !== "object" || value === null || Array.isArray(value))
        return null;
    return new Map(Object.entries(value));
}
/** The table under a name, empty where there is none. */
function tableAt(table, name) {
    return asTable(table?.get(name)) ?? new Map();
}
function textAt(table, name) {
    const value = table?.get(name);
    return typeof value === "string" ? value : null;
}
/** Null for what is no list of texts. */
function asTexts(value) {
    if (!Array.isArray(value))
        return null;
    const texts = value.filter((item) => typeof item === "string");
    return texts.length === value.length ? texts : null;
}


/***/ }),

/***/ 605:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   L$: () => (/* binding */ resolved),
/* harmony export */   bV: () => (/* binding */ fileNameOf),
/* harmony export */   jt: () => (/* binding */ directoryOf),
/* harmony export */   o3: () => (/* binding */ pathsNamed),
/* harmony export */   oR: () => (/* binding */ joined),
/* harmony export */   pA: () => (/* binding */ nearest)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_0__);
/** Paths inside a tree: always with `/`, never with a slash at an end, the root being empty. */

function directoryOf(path) {
    const slash = path.lastIndexOf("/");
    return slash === -1 ? "" : path.slice(0, slash);
}
function fileNameOf(path) {
    return path.slice(path.lastIndexOf("/") + 1);
}
function joined(directory, name) {
    return directory === "" ? name : `${directory}/${name}`;
}
/** Where `relative` leads from a directory; null outside the repository. */
function resolved(directory, relative) {
    if (relative.startsWith("/"))
        return null;
    const path = node_path__WEBPACK_IMPORTED_MODULE_0__.posix.normalize(joined(directory, relative)).replace(/\/$/, "");
    if (path === ".")
        return "";
    return path === ".." || path.startsWith("../") ? null : path;
}
/** What a value of `byDirectory` is for the directory or the nearest one around it. */
function nearest(byDirectory, directory) {
    for (let here = directory;; here = directoryOf(here)) {
        const value = byDirectory.get(here);
        if (value !== undefined)
            return value;
        if (here === "")
            return null;
    }
}
/** All files of a name, but for those of installed packages. */
function pathsNamed(paths, fileName) {
    const ending = `/${fileName}`;
    const found = [];
    for (const path of paths) {
        if ((path === fileName || path.endsWith(ending)) && !isInstalled(path))
            found.push(path);
    }
    return found;
}
function isInstalled(path) {
    return path.startsWith("node_modules/") || path.includes("/node_modules/");
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
