export const id = 508;
export const ids = [508];
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
// EXTERNAL MODULE: ./src/targets/rules/global-inputs.ts
var global_inputs = __webpack_require__(5669);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/ecosystem.ts
var ecosystem = __webpack_require__(2730);
// EXTERNAL MODULE: ./src/targets/tree-paths.ts
var tree_paths = __webpack_require__(5213);
// EXTERNAL MODULE: ./src/targets/tools/tool-problem.ts
var tool_problem = __webpack_require__(6800);
;// CONCATENATED MODULE: ./src/targets/tools/bazel-packages.ts
/**
 * The effect of a change in Bazel's terms, as far as the two trees show it: packages, labels, files with rules. Files
 * in no package or in the root package have no owner; neither have files that configure Bazel itself.
 */




/** The first of these in a folder counts. */
const BUILD_FILES = ["BUILD.bazel", "BUILD"];
const CONFIGURES_BAZEL = /^(WORKSPACE(\.bazel|\.bzlmod)?|MODULE\.bazel(\.lock)?|REPO\.bazel|.*\.bazelrc|bazelrc|bazel\.rc|\.bazelversion|\.bazelignore)$/;
/** Paths that are safe in a query. */
const PLAIN_PATH = /^[\w@%+=,.~/-]+$/;
const WHAT_HELPS = "Change Bazel's external repositories, and files that affect them, in separate pull requests.";
/** Throws `ToolProblem` for a change to a file that affects everything. */
async function bazelChange({ base, head, changed }) {
    const filesBefore = await base.entries();
    const before = packagesIn(filesBefore);
    const after = packagesIn(await head.entries());
    const owned = new Set();
    const files = [];
    const rewritten = new Map();
    const touched = new Map();
    const gaining = new Map();
    const gone = new Set();
    const extensions = [];
    const whyConfigures = await bazelConfiguration([base, head]);
    for (const file of changed) {
        const { path, status } = file;
        if (CONFIGURES_BAZEL.test((0,tree_paths/* fileNameOf */.bV)(path)))
            continue;
        const because = whyConfigures(path);
        if (because !== null)
            throw new tool_problem/* ToolProblem */.Ol(path, because, WHAT_HELPS);
        const folders = packagesOf(file, before, after);
        if (folders.includes(""))
            continue;
        owned.add(path);
        for (const folder of folders) {
            if (after.has(folder))
                touch(folder, file);
            else if (!gone.has(folder))
                touchAround(folder, path);
            if (!after.has(folder))
                gone.add(folder);
        }
        // What loads a deleted one has changed, or Bazel reports it.
        if (path.endsWith(".bzl") && status !== "deleted")
            extensions.push(plain(path));
    }
    const deleted = labelsOfDeleted(gone, before, filesBefore);
    return { owned, packages: after, files, rewritten, touched, deleted, gaining, extensions };
    function touch(folder, { path, status, isSubmodule }) {
        const buildFile = after.get(folder) ?? "";
        const label = `//${plain(folder)}:${buildFile}`;
        // A build file that is, or was until now, shadowed by the other one counts too.
        if ((0,tree_paths/* directoryOf */.jt)(path) === folder && BUILD_FILES.includes((0,tree_paths/* fileNameOf */.bV)(path))) {
            rewritten.set(label, path);
            if (!before.has(folder))
                touchAround(folder, path);
        }
        else if (status === "deleted" ||
            isSubmodule ||
            !PLAIN_PATH.test(path) ||
            before.get(folder) !== buildFile) {
            touched.set(label, path);
        }
        else {
            files.push({ path, label: `//${folder}:${path.slice(folder.length + 1)}`, buildFile: label });
            if (status === "added")
                gaining.set(label, path);
        }
    }
    /** The files of a new package no longer belong to the package around it; those of a deleted one may. */
    function touchAround(folder, path) {
        const around = packageAround(after, (0,tree_paths/* directoryOf */.jt)(folder));
        const buildFile = after.get(around ?? folder);
        if (around !== null && buildFile !== undefined)
            touched.set(`//${plain(around)}:${buildFile}`, path);
    }
}
/** Before and after; empty for the root package, and for none. */
function packagesOf({ path, status }, before, after) {
    const folder = (0,tree_paths/* directoryOf */.jt)(path);
    return [
        ...(status === "added" ? [] : [packageAround(before, folder) ?? ""]),
        ...(status === "deleted" ? [] : [packageAround(after, folder) ?? ""]),
    ];
}
function labelsOfDeleted(folders, packages, entries) {
    const labels = new Set();
    for (const folder of folders)
        labels.add(`//${plain(folder)}:${packages.get(folder) ?? ""}`);
    for (const path of folders.size === 0 ? [] : entries.keys()) {
        const folder = packageAround(packages, (0,tree_paths/* directoryOf */.jt)(path)) ?? "";
        if (folders.has(folder))
            labels.add(`//${folder}:${path.slice(folder.length + 1)}`);
    }
    return labels;
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
/** The file that makes `auto` choose Bazel. */
async function bazelMark(head) {
    const entries = await head.entries();
    return ["MODULE.bazel", "WORKSPACE.bazel", "WORKSPACE"].find((name) => entries.has(name)) ?? null;
}
/** The folder of the package that contains a folder; null when there is none. */
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
    throw new tool_problem/* ToolProblem */.Ol(path, "its name has characters that are not safe in a query to Bazel");
}
const ROOT_FILES = ["WORKSPACE", "WORKSPACE.bazel", "WORKSPACE.bzlmod", "MODULE.bazel"];
const BOUNDARY = /^(?:WORKSPACE(?:\.bazel|\.bzlmod)?|MODULE\.bazel|REPO\.bazel)$/;
const LOCK = /^(?:.*\.lock|.*[_-]lock\.(?:json|ya?ml|txt|toml)|requirements.*\.(?:txt|in)|maven_install\.json)$/;
/** These files are read in turn, since they may name further files. */
const READ_ON = /\.bzl$|MODULE\.bazel$/;
const TEXT = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'/g;
const PATH_ATTRIBUTE = /\bpath\s*=\s*(?:"([^"\n]*)"|'([^'\n]*)')/g;
/** Reads both trees: a file that is no longer named was named before. */
async function bazelConfiguration(trees) {
    const each = await Promise.all(trees.map(configurationOf));
    return (path) => {
        if (LOCK.test((0,tree_paths/* fileNameOf */.bV)(path)) || (0,global_inputs/* globalUnlessOwned */.Bu)(path) !== null) {
            return "it may decide which external repositories Bazel uses";
        }
        for (const { files, folders } of each) {
            if (files.has(path))
                return "Bazel's workspace or module file reads it";
            if (folders.some((folder) => (0,ecosystem/* isWithin */.UO)(path, folder))) {
                return "it is in a folder that Bazel treats as a separate repository";
            }
        }
        return null;
    };
}
async function configurationOf(tree) {
    const entries = await tree.entries();
    const folders = [...entries.keys()]
        .filter((path) => path.includes("/") && BOUNDARY.test((0,tree_paths/* fileNameOf */.bV)(path)))
        .map(tree_paths/* directoryOf */.jt);
    const files = new Set(ROOT_FILES.filter((path) => entries.has(path)));
    for (let unread = [...files]; unread.length > 0;) {
        const named = new Set();
        for (const [path, bytes] of await tree.read(unread)) {
            const text = Buffer.from(bytes).toString("utf8");
            for (const one of pathsNamed(text, (0,tree_paths/* directoryOf */.jt)(path)))
                named.add(one);
            for (const folder of foldersNamed(text))
                folders.push(folder);
        }
        const found = [...named].filter((path) => entries.has(path) && !files.has(path));
        for (const path of found)
            files.add(path);
        unread = found.filter((path) => READ_ON.test(path));
    }
    return { files, folders };
}
/** Every path that a string may mean: too many are safer than too few. */
function pathsNamed(text, folder) {
    return [...text.matchAll(TEXT)].flatMap(([, double, single]) => {
        const written = double ?? single ?? "";
        const [, packagePath, name] = /^(?:@{0,2}[\w.+~-]*)?\/\/([^:]*)(?::(.*))?$/s.exec(written) ?? [];
        if (packagePath !== undefined)
            return [(0,tree_paths/* joined */.oR)(packagePath, name ?? (0,tree_paths/* fileNameOf */.bV)(packagePath))];
        const relative = written.replace(/^:/, "");
        return [(0,tree_paths/* resolved */.L$)("", relative), (0,tree_paths/* resolved */.L$)(folder, relative)].filter((path) => path !== null);
    });
}
function foldersNamed(text) {
    return [...text.matchAll(PATH_ATTRIBUTE)].flatMap(([, double, single]) => {
        const path = (double ?? single ?? "").replace(/^%workspace%\/?/, "");
        return (0,tree_paths/* resolved */.L$)("", path === "" ? "." : path) ?? [];
    });
}

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
;// CONCATENATED MODULE: ./src/targets/tools/bazel-query.ts
/** Runs `bazel query`. For a label that is in no closure, the query prints nothing and still ends with 0. */



const NAME = "bazel";
/** Overrides the repository's own settings, since a partial answer is useless. */
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
    /** The same labels with the kind of each: `source file`, `genrule rule`. Throws `ToolProblem`. */
    async kinds(expression) {
        const lines = await this.#lines(expression, ["--output=label_kind"]);
        return new Map(lines.map((line) => {
            const start = line.search(/ @{0,2}[\w.+~-]*\/\//);
            if (start === -1)
                throw (0,tool_problem/* unknownShape */.Y6)(NAME);
            return [labelIn(line.slice(start + 1)), line.slice(0, start)];
        }));
    }
    /** The query is passed in a file, since there may be more labels than a command line can hold. */
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
        throw (0,tool_problem/* unknownShape */.Y6)(NAME);
    return line.replace(/^@{1,2}(?=\/\/)/, "");
}

// EXTERNAL MODULE: ./src/targets/tools/tool-session.ts + 2 modules
var tool_session = __webpack_require__(8715);
;// CONCATENATED MODULE: ./src/targets/sources/bazel.ts
/**
 * The labels that depend on the change, from `bazel query` over the head tree. Everything that a changed build file
 * uses or loads counts as newly used. Each package that is touched, gains a file or is deleted is in the list with the
 * label of its build file, so that a change that deletes a target and a change that begins to use it share a name.
 */





const bazel_NAME = "bazel";
const OLDEST_MAJOR = 4;
const NEWEST_MAJOR = 9;
/** A Bazel that was built from source prints this instead of a version. */
const NO_VERSION = /\bno_version\b/;
/** For example an extension, a repository rule or an aspect: no query lists their users. */
const NOT_LOADED = "no build file loads it, so it may affect any target";
const CHANGE_SEPARATELY = "Change such files in separate pull requests.";
const NAMED = { kind: "named", by: bazel_NAME };
/** Bazel's server keeps running after a call, so its temporary files must not be removed with ours. */
const PROGRAM = {
    name: bazel_NAME,
    installHint: "Install Bazel or Bazelisk first.",
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
                const all = (0,tool_session/* allBecauseOf */.Xt)(error, bazel_NAME);
                return context.wantsEveryCause === true ? { ...all, rest: await restOf(context, all.cause) } : all;
            }
        },
    };
}
/** The trees show the other files that affect everything, and which files have an owner. */
async function restOf(context, first) {
    const causes = [];
    let { changed } = context;
    for (;;) {
        try {
            const { owned } = await bazelChange({ ...context, changed });
            const named = context.changed.filter((file) => !changed.includes(file)).map(({ path }) => path);
            const accounted = new Set([...owned, ...named]);
            const answer = { kind: "targets", targets: new Map(), owned: accounted };
            return { causes, known: { context, answer } };
        }
        catch (error) {
            const { cause } = (0,tool_session/* allBecauseOf */.Xt)(error, bazel_NAME);
            if (cause.subject !== first.subject || cause.rule !== first.rule)
                causes.push(cause);
            const others = changed.filter(({ path }) => path !== cause.subject);
            if (others.length === changed.length)
                return { causes, known: null };
            changed = others;
        }
    }
}
async function targetsOf(change, context, deadlineMs) {
    if (change.owned.size === 0)
        return new Map();
    return (0,tool_session/* withTool */.Fl)(context, { ...PROGRAM, deadlineMs }, async (bazel, folders) => {
        await requireKnownVersion(bazel);
        const query = new BazelQuery(bazel, folders);
        const rewritten = new Map([...change.rewritten, ...(await loadersOf(change, query))]);
        const changed = await changedTargets({ ...change, rewritten }, query);
        if (changed.kinds.size > 0)
            await addDependents(changed, query);
        await addUsed(changed, change, rewritten.keys(), query);
        // Bazel reports a target that still depends on a deleted one, in any package.
        if (change.deleted.size > 0)
            await query.labels("let all = deps(//..., 1) in $all except $all");
        for (const label of change.deleted)
            changed.targets.set(label, { kind: "deleted" });
        for (const [label, path] of change.gaining)
            if (!changed.targets.has(label))
                changed.targets.set(label, { kind: "file", path });
        return changed.targets;
    });
}
async function requireKnownVersion(bazel) {
    const { output } = await bazel.run({ arguments: ["--version"] });
    if (NO_VERSION.test(output))
        return;
    const version = (0,tool_problem/* readVersion */.$4)(output);
    if (version === null)
        throw new tool_problem/* ToolProblem */.Ol(bazel_NAME, "--version prints no version");
    (0,tool_problem/* requireMajor */.N6)(bazel_NAME, version, OLDEST_MAJOR, NEWEST_MAJOR);
}
/** Build files that load a changed file of rules: any part of them may mean something else now. */
async function loadersOf({ extensions }, query) {
    const loaders = new Map();
    const options = ["--universe_scope=//...", "--order_output=no"];
    for (const path of extensions) {
        const labels = await query.labels(`rbuildfiles("${path}")`, options);
        const found = labels.filter((label) => /:BUILD(\.bazel)?$/.test(label));
        if (found.length === 0)
            throw new tool_problem/* ToolProblem */.Ol(path, NOT_LOADED, CHANGE_SEPARATELY);
        for (const label of found)
            if (!loaders.has(label))
                loaders.set(label, path);
    }
    return loaders;
}
/** What the change touches directly, without dependents. */
async function changedTargets({ files, rewritten, touched }, query) {
    const whole = new Map([...touched, ...rewritten]);
    const buildFiles = new Set([...whole.keys(), ...files.map(({ buildFile }) => buildFile)]);
    if (buildFiles.size === 0)
        return { targets: new Map(), query: "set()", kinds: new Map() };
    const kinds = await query.kinds(`siblings(${setOf(buildFiles)})`);
    const unlisted = [...buildFiles].find((label) => !kinds.has(label));
    if (unlisted !== undefined)
        throw new tool_problem/* ToolProblem */.Ol(bazel_NAME, `its answer lacks ${unlisted}, although the file exists`);
    const targets = new Map();
    for (const { path, label, buildFile } of files) {
        if (kinds.has(label))
            targets.set(label, { kind: "file", path });
        else
            whole.set(buildFile, path); // no target declares the file
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
        throw new tool_problem/* ToolProblem */.Ol(bazel_NAME, `its answer does not list ${missing} as depending on itself, so it must be incomplete`);
    }
    for (const label of named)
        if (!targets.has(label))
            targets.set(label, NAMED);
}
async function addUsed({ targets }, { packages }, rewritten, query) {
    const buildFiles = [...rewritten];
    if (buildFiles.length === 0)
        return;
    const written = `siblings(${setOf(buildFiles)})`;
    const used = await query.labels(`deps(${written}, 1)`);
    for (const label of [...used, ...(await query.labels(`loadfiles(${written})`))]) {
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

/***/ 7049:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   lerna: () => (/* binding */ lerna)
/* harmony export */ });
/* harmony import */ var _parse_json_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5024);
/* harmony import */ var _tools_node_projects_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6911);
/* harmony import */ var _tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6800);
/* harmony import */ var _tools_tool_source_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6705);
/* harmony import */ var _nx_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(261);
/** Packages that Lerna lists as changed since the base, with their dependents. */





const NAME = "lerna";
const OLDEST_MAJOR = 5;
const NEWEST_MAJOR = 9;
const TOOL = {
    name: NAME,
    installHint: "Install the packages of the repository first, for example with `npm ci`.",
    marks: ["lerna.json"],
    // Lerna asks Nx for the graph.
    environment: _nx_js__WEBPACK_IMPORTED_MODULE_3__.nxEnvironment,
    projects: () => (0,_tools_node_projects_js__WEBPACK_IMPORTED_MODULE_0__/* .nodeProjects */ .Rl)(),
    async ask(lerna, { base }) {
        (0,_tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_1__/* .requireMajor */ .N6)(NAME, await lerna.version(), OLDEST_MAJOR, NEWEST_MAJOR);
        // Without `--all`, Lerna leaves out private packages.
        const { output } = await lerna.run({
            arguments: ["ls", "--since", base, "--all", "--json", "--loglevel", "error"],
        });
        return (0,_tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_1__/* .namesAt */ .Qo)((0,_tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_1__/* .itemsIn */ .Un)((0,_parse_json_js__WEBPACK_IMPORTED_MODULE_4__/* .parseJson */ .q)(output), NAME), "name", NAME);
    },
};
const lerna = new _tools_tool_source_js__WEBPACK_IMPORTED_MODULE_2__/* .ToolSource */ .S(TOOL);


/***/ }),

/***/ 5569:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  moon: () => (/* binding */ moon),
  moonGraphIn: () => (/* binding */ moonGraphIn)
});

// EXTERNAL MODULE: ./src/targets/parse-json.ts
var parse_json = __webpack_require__(5024);
// EXTERNAL MODULE: ./src/targets/parse-yaml.ts
var parse_yaml = __webpack_require__(1533);
// EXTERNAL MODULE: ./src/targets/path-patterns.ts + 3 modules
var path_patterns = __webpack_require__(9255);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/parsed-files.ts
var parsed_files = __webpack_require__(7527);
// EXTERNAL MODULE: ./src/targets/tree-paths.ts
var tree_paths = __webpack_require__(5213);
// EXTERNAL MODULE: ./src/targets/tools/node-projects.ts
var node_projects = __webpack_require__(6911);
// EXTERNAL MODULE: ./src/targets/tools/tool-problem.ts
var tool_problem = __webpack_require__(6800);
// EXTERNAL MODULE: ./src/targets/tools/tool-projects.ts
var tool_projects = __webpack_require__(1273);
;// CONCATENATED MODULE: ./src/targets/tools/moon-projects.ts
/** The projects of a moon workspace, as `.moon/workspace.yml` lists or finds them. */








const WORKSPACE_FILE = ".moon/workspace.yml";
const PROJECT_FILE = "moon.yml";
/** The tasks that projects inherit: one file, or one for each kind of project. */
const INHERITED_FILE = /^\.moon\/tasks(?:\/.+)?\.(?:ya?ml|jsonc?|toml|hcl|pkl)$/;
/** A tree without a workspace file has no projects: it is from before moon was introduced. */
const moonProjects = async (tree) => {
    await (0,parse_yaml/* loadYaml */.yv)();
    const files = await (0,tool_projects/* readParsed */.mY)(tree, [WORKSPACE_FILE], (text, path) => listingIn(yamlTable(text, path)));
    const listing = files.get(WORKSPACE_FILE);
    if (listing === undefined)
        return (0,tool_projects/* indexProjects */.Hl)([]);
    const idByFolder = await foldersOf(tree, listing);
    const folders = [...idByFolder.keys()];
    const settings = await (0,tool_projects/* readParsed */.mY)(tree, folders.map((folder) => (0,tree_paths/* joined */.oR)(folder, PROJECT_FILE)), yamlTable);
    const manifests = await (0,node_projects/* readPackageManifests */.DK)(tree, folders);
    const inherited = await neededByInheritedTasks(tree);
    const projects = [...idByFolder].map(([folder, id]) => {
        const own = settings.get((0,tree_paths/* joined */.oR)(folder, PROJECT_FILE)) ?? null;
        const manifest = manifests.get(folder);
        const needed = [...inherited, ...neededByTasks(own)];
        return {
            name: (0,parsed_files/* textAt */.$6)(own, "id") ?? id,
            alias: manifest?.name ?? null,
            folder,
            uses: new Set([
                ...(0,node_projects/* usedNames */.W)(manifest),
                ...dependsOn(own, (0,tree_paths/* joined */.oR)(folder, PROJECT_FILE)),
                ...needed.filter((name) => name !== ANY),
            ]),
            usesAny: needed.includes(ANY),
        };
    });
    const names = projects.map(({ name }) => name);
    // All others use every project through the first one, so that the number of edges stays linear.
    const first = projects.find(({ usesAny }) => usesAny)?.name;
    return (0,tool_projects/* indexProjects */.Hl)(projects.map(({ usesAny, ...project }) => {
        if (first === undefined || !usesAny)
            return project;
        return { ...project, uses: new Set([...project.uses, ...(project.name === first ? names : [first])]) };
    }));
};
function listingIn(workspace) {
    const projects = workspace.get("projects");
    const globs = (0,parsed_files/* asTexts */.DW)(projects);
    if (globs !== null)
        return { sources: new Map(), globs };
    const table = (0,parsed_files/* asTable */.fO)(projects);
    if (table === null || workspace.has("extends")) {
        throw new tool_problem/* ToolProblem */.Ol(WORKSPACE_FILE, "its `projects` cannot be read");
    }
    const isDetailed = Array.isArray(table.get("globs")) || (0,parsed_files/* asTable */.fO)(table.get("sources")) !== null;
    if (!isDetailed)
        return { sources: sourcesIn(table), globs: [] };
    const detailedGlobs = (0,parsed_files/* asTexts */.DW)(table.get("globs") ?? []);
    if (detailedGlobs === null || (table.get("globFormat") ?? "project-name") !== "project-name") {
        throw new tool_problem/* ToolProblem */.Ol(WORKSPACE_FILE, "its `projects` have an unknown form");
    }
    return { sources: sourcesIn((0,parsed_files/* asTable */.fO)(table.get("sources")) ?? new Map()), globs: detailedGlobs };
}
function sourcesIn(table) {
    return new Map([...table].map(([id, folder]) => {
        if (typeof folder !== "string")
            throw new tool_problem/* ToolProblem */.Ol(WORKSPACE_FILE, "its `projects` cannot be read");
        const plain = folder.replace(/^\.\//, "").replace(/\/+$/, "");
        return [id, plain === "." ? "" : plain];
    }));
}
async function foldersOf(tree, { sources, globs }) {
    const idByFolder = new Map([...sources].map(([id, folder]) => [folder, id]));
    const isIncluded = anyPattern(globs.filter((glob) => !glob.startsWith("!")));
    const isExcluded = anyPattern(globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1)));
    for (const folder of foldersIn((await tree.entries()).keys())) {
        if (!idByFolder.has(folder) && isIncluded(folder) && !isExcluded(folder)) {
            idByFolder.set(folder, (0,tree_paths/* fileNameOf */.bV)(folder));
        }
    }
    return idByFolder;
}
/** A pattern may match a project's own file, which then means its folder. */
const OWN_FILE = /\/moon\.[^/]*$/;
function anyPattern(globs) {
    try {
        const matchers = globs.map((glob) => (0,path_patterns/* compileToolPattern */.Yo)(glob.replace(/^\.\//, "").replace(/\/+$/, "").replace(OWN_FILE, "")));
        return (folder) => matchers.some((matches) => matches(folder));
    }
    catch (error) {
        if (error instanceof path_patterns/* PatternError */.JM)
            throw new tool_problem/* ToolProblem */.Ol(WORKSPACE_FILE, `a pattern ${error.message}`);
        throw error;
    }
}
function foldersIn(paths) {
    const folders = new Set();
    for (const path of paths) {
        for (let folder = (0,tree_paths/* directoryOf */.jt)(path); folder !== "" && !folders.has(folder); folder = (0,tree_paths/* directoryOf */.jt)(folder)) {
            folders.add(folder);
        }
    }
    return folders;
}
function dependsOn(settings, path) {
    const value = settings?.get("dependsOn") ?? [];
    if (!Array.isArray(value))
        throw new tool_problem/* ToolProblem */.Ol(path, "its `dependsOn` is not a list");
    return value.map((dependency) => {
        const id = typeof dependency === "string" ? dependency : (0,parsed_files/* textAt */.$6)((0,parsed_files/* asTable */.fO)(dependency), "id");
        if (id === null)
            throw new tool_problem/* ToolProblem */.Ol(path, "its `dependsOn` cannot be read");
        return id;
    });
}
/** In the place of a project's name: it may be any project. */
const ANY = "*";
/** For moon, a task that needs a task of another project (`docs:build`) is a dependency on that project. */
function neededByTasks(settings) {
    const tasks = [...(0,parsed_files/* tableAt */.af)(settings, "tasks").values()];
    return [...tasks.map((task) => (0,parsed_files/* asTable */.fO)(task)?.get("deps")), settings?.get("implicitDeps")]
        .flat()
        .flatMap((dependency) => {
        const target = typeof dependency === "string" ? dependency : (0,parsed_files/* textAt */.$6)((0,parsed_files/* asTable */.fO)(dependency), "target");
        const project = /^([^:]*):/.exec(target ?? "")?.[1];
        if (project === undefined || project === "^" || project === "~")
            return [];
        // All projects (`:build`), those with a tag (`#web:build`), or a pattern.
        return project === "" || /[#*?{[]/.test(project) ? [ANY] : [project];
    });
}
/** What `.moon/tasks.yml` and the files in `.moon/tasks`, and the files that they extend, need for every project. */
async function neededByInheritedTasks(tree) {
    const entries = await tree.entries();
    const needed = new Set();
    const seen = new Set();
    let next = [...entries.keys()].filter((path) => INHERITED_FILE.test(path));
    while (next.length > 0) {
        for (const path of next)
            seen.add(path);
        const files = await (0,tool_projects/* readParsed */.mY)(tree, next, inheritedTable);
        // A link is not read.
        if (files.size < next.length)
            needed.add(ANY);
        const extended = [...files].flatMap(([path, settings]) => {
            for (const name of settings === null ? [ANY] : neededByTasks(settings))
                needed.add(name);
            return (0,parsed_files/* textsIn */.Ej)(settings?.get("extends")).map((written) => written.includes("://") ? null : (0,tree_paths/* resolved */.L$)((0,tree_paths/* directoryOf */.jt)(path), written));
        });
        // A file from elsewhere may need any project.
        if (extended.some((path) => path === null || !entries.has(path)))
            needed.add(ANY);
        next = [...new Set(extended)].filter((path) => path !== null && entries.has(path) && !seen.has(path));
    }
    return [...needed];
}
/** Null for a file in another language. */
function inheritedTable(text, path) {
    if (/\.ya?ml$/.test(path))
        return yamlTable(text, path);
    return /\.jsonc?$/.test(path) ? (0,parsed_files/* asTable */.fO)((0,parse_json/* parseRelaxedJson */.d)(text)) : null;
}
function yamlTable(text, path) {
    try {
        const value = (0,parse_yaml/* parseYaml */.hN)(text);
        const table = value === null ? new Map() : (0,parsed_files/* asTable */.fO)(value);
        if (table !== null)
            return table;
    }
    catch (error) {
        if (error instanceof parse_yaml/* YamlError */.Iz)
            throw new tool_problem/* ToolProblem */.Ol(path, error.problem);
        throw error;
    }
    throw new tool_problem/* ToolProblem */.Ol(path, "it is not a mapping");
}

// EXTERNAL MODULE: ./src/targets/tools/tool-source.ts + 3 modules
var tool_source = __webpack_require__(6705);
;// CONCATENATED MODULE: ./src/targets/sources/moon.ts





const NAME = "moon";
const TOOL = {
    name: NAME,
    installHint: "Install moon first, for example with moonrepo/setup-toolchain or `npm ci`.",
    marks: [".moon/workspace.yml"],
    // A graph from an earlier commit in `.moon/cache` may lack an edge.
    environment: () => ({ MOON_TELEMETRY: "false", MOON_CACHE: "off" }),
    projects: () => moonProjects,
    findsEdges: true,
    edges: moonGraph,
    async ask(moon, revisions) {
        const version = await moon.version();
        (0,tool_problem/* requireMajor */.N6)(NAME, version, 1, 2);
        return version.major === 1 ? namesFromTouched(moon, revisions) : namesFromChanged(moon, revisions);
    },
};
const moon = new tool_source/* ToolSource */.S(TOOL);
async function namesFromChanged(moon, revisions) {
    const files = await changedFiles(moon, ["query", "changed-files"], revisions);
    const words = ["query", "affected", "--downstream", "deep"];
    const { output } = await moon.run({ arguments: words, input: files });
    const answer = (0,parsed_files/* asTable */.fO)((0,parse_json/* parseJson */.q)(output));
    if (answer?.size === 0)
        return []; // moon's answer when nothing is affected
    const projects = (0,parsed_files/* asTable */.fO)(answer?.get("projects"));
    if (projects === null)
        throw (0,tool_problem/* unknownShape */.Y6)(NAME);
    return [...projects.keys()];
}
async function namesFromTouched(moon, revisions) {
    const files = await changedFiles(moon, ["query", "touched-files", "--json"], revisions);
    const words = ["query", "projects", "--affected", "--downstream", "deep", "--json"];
    const { output } = await moon.run({ arguments: words, input: files });
    return (0,tool_problem/* namesAt */.Qo)((0,tool_problem/* itemsIn */.Un)((0,parsed_files/* asTable */.fO)((0,parse_json/* parseJson */.q)(output))?.get("projects"), NAME), "id", NAME);
}
/** The changed files in the form that moon reads in the next call. */
async function changedFiles(moon, words, { base, head }) {
    const run = { arguments: [...words, "--base", base, "--head", head, "--remote"] };
    const { output } = await moon.run(run);
    const answer = (0,parsed_files/* asTable */.fO)((0,parse_json/* parseJson */.q)(output));
    if (answer === null || !Array.isArray(answer.get("files")))
        throw (0,tool_problem/* unknownShape */.Y6)(NAME);
    if (answer.get("shallow") === true) {
        throw new tool_problem/* ToolProblem */.Ol(NAME, "it reports that the history is too short to compare the two revisions", "Give actions/checkout `fetch-depth: 2`.");
    }
    return output;
}
/** The graph of the head, in which moon infers edges from the manifests of each language. Throws `ToolProblem`. */
async function moonGraph(moon) {
    const { output } = await moon.run({ arguments: ["project-graph", "--json"] });
    return { graph: moonGraphIn((0,parse_json/* parseJson */.q)(output)), byFile: new Map(), aliases: new Map() };
}
/**
 * Nodes and edges as the library petgraph writes them; in moon 2 a node is the key of its project in `data`. Throws
 * `ToolProblem`.
 */
function moonGraphIn(printed) {
    const answer = (0,parsed_files/* asTable */.fO)(printed);
    const graph = (0,parsed_files/* asTable */.fO)(answer?.get("graph"));
    const nodes = listAt(graph?.get("nodes"));
    const holes = new Set(listAt(graph?.get("node_holes") ?? []));
    const projects = (0,parsed_files/* asTable */.fO)(answer?.get("data"));
    const names = new Map();
    let index = 0;
    for (const node of nodes) {
        while (holes.has(index))
            index += 1;
        const name = (0,parsed_files/* textAt */.$6)((0,parsed_files/* asTable */.fO)(projects === null ? node : projects.get(String(node))), "id");
        if (name === null || name === "")
            throw (0,tool_problem/* unknownShape */.Y6)(NAME);
        names.set(index, name);
        index += 1;
    }
    const uses = new Map([...names.values()].map((name) => [name, new Set()]));
    for (const edge of listAt(graph?.get("edges"))) {
        // The place of an edge that was removed.
        if (edge === null)
            continue;
        const [from, to] = listAt(edge);
        const used = names.get(to);
        const user = uses.get(names.get(from) ?? "");
        if (used === undefined || user === undefined)
            throw (0,tool_problem/* unknownShape */.Y6)(NAME);
        user.add(used);
    }
    return uses;
}
function listAt(value) {
    if (Array.isArray(value))
        return value;
    throw (0,tool_problem/* unknownShape */.Y6)(NAME);
}


/***/ }),

/***/ 261:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   nx: () => (/* binding */ nx),
/* harmony export */   nxEnvironment: () => (/* binding */ nxEnvironment),
/* harmony export */   nxProjects: () => (/* binding */ nxProjects)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1455);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs_promises__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var _parse_json_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(5024);
/* harmony import */ var _tools_node_projects_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6911);
/* harmony import */ var _tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6800);
/* harmony import */ var _tools_tool_projects_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1273);
/* harmony import */ var _tools_tool_source_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(6705);
/* harmony import */ var _tree_paths_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5213);
/* harmony import */ var _workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(7527);
/** Projects that Nx reports as affected. */









/** Nx keeps this file in its data folder. Its form is not documented; without the file, more edges count as new. */
const FILE_MAP = "file-map.json";
/** Throws `ToolProblem`. */
async function nxGraph(nx, scratch) {
    const path = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(scratch, "graph.json");
    await nx.run({ arguments: ["graph", `--file=${path}`] });
    const fileMap = await readJson((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(scratch, FILE_MAP));
    return {
        graph: graphIn(await readJson(path), nx.name),
        byFile: usesByFile((0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_7__/* .tableAt */ .af)((0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_7__/* .tableAt */ .af)(fileMap, "fileMap"), "projectFileMap")),
        aliases: new Map([...(0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_7__/* .tableAt */ .af)(fileMap, "pathMappings")].map(([alias, places]) => [alias, (0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_7__/* .asTexts */ .DW)(places) ?? []])),
    };
}
/** Null when the file is missing or unreadable. */
async function readJson(path) {
    try {
        return (0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_7__/* .asTable */ .fO)((0,_parse_json_js__WEBPACK_IMPORTED_MODULE_8__/* .parseJson */ .q)(await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readFile)(path, "utf8")));
    }
    catch {
        return null;
    }
}
function graphIn(printed, tool) {
    const graph = (0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_7__/* .asTable */ .fO)(printed?.get("graph"));
    const nodes = (0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_7__/* .asTable */ .fO)(graph?.get("nodes"));
    const dependencies = (0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_7__/* .asTable */ .fO)(graph?.get("dependencies"));
    if (nodes === null || dependencies === null)
        throw (0,_tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_3__/* .unknownShape */ .Y6)(tool);
    return new Map([...dependencies].map(([project, uses]) => [
        project,
        new Set((0,_tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_3__/* .namesAt */ .Qo)((0,_tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_3__/* .itemsIn */ .Un)(uses, tool), "target", tool).filter((name) => nodes.has(name))),
    ]));
}
function usesByFile(projects) {
    return new Map([...projects].map(([project, files]) => {
        const uses = (Array.isArray(files) ? files : []).map((entry) => {
            const file = (0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_7__/* .asTable */ .fO)(entry);
            return [(0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_7__/* .textAt */ .$6)(file, "file") ?? "", new Set(dependenciesOf(file?.get("deps")))];
        });
        return [project, new Map(uses.filter(([, used]) => used.size > 0))];
    }));
}
/**
 * Each is the name of a project; or a list of that name and a kind; or a list of the dependent project, the name and a
 * kind.
 */
function dependenciesOf(deps) {
    if (!Array.isArray(deps))
        return [];
    return deps.flatMap((dependency) => {
        if (typeof dependency === "string")
            return [dependency];
        const words = (0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_7__/* .asTexts */ .DW)(dependency) ?? [];
        return words.at(words.length === 2 ? 0 : 1) ?? [];
    });
}
const NAME = "nx";
const OLDEST_MAJOR = 15;
const NEWEST_MAJOR = 24;
/** Older versions ignore `--affected` in `show projects` and list all projects. */
const SHOWS_AFFECTED = 16;
const TOOL = {
    name: NAME,
    installHint: "Install the packages of the repository first, for example with `npm ci`.",
    marks: ["nx.json"],
    environment: nxEnvironment,
    projects: nxProjects,
    findsEdges: true,
    edges: (nx, { scratch }) => nxGraph(nx, scratch),
    async ask(nx, { base, head }) {
        const version = await nx.version();
        (0,_tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_3__/* .requireMajor */ .N6)(NAME, version, OLDEST_MAJOR, NEWEST_MAJOR);
        const range = [`--base=${base}`, `--head=${head}`];
        if (!(0,_tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_3__/* .isAtLeast */ .du)(version, SHOWS_AFFECTED)) {
            const { output } = await nx.run({ arguments: ["print-affected", ...range] });
            return (0,_tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_3__/* .namesIn */ .wX)((0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_7__/* .asTable */ .fO)((0,_parse_json_js__WEBPACK_IMPORTED_MODULE_8__/* .parseJson */ .q)(output))?.get("projects"), NAME);
        }
        const { output } = await nx.run({ arguments: ["show", "projects", "--affected", ...range, "--json"] });
        return (0,_tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_3__/* .namesIn */ .wX)((0,_parse_json_js__WEBPACK_IMPORTED_MODULE_8__/* .parseJson */ .q)(output), NAME);
    },
};
const nx = new _tools_tool_source_js__WEBPACK_IMPORTED_MODULE_5__/* .ToolSource */ .S(TOOL);
/** No process is left behind, nothing leaves the machine, and no data is stored in the checkout. */
function nxEnvironment({ scratch }) {
    return {
        NX_DAEMON: "false",
        NX_NO_CLOUD: "true",
        NX_TUI: "false",
        NX_CACHE_DIRECTORY: scratch,
        NX_WORKSPACE_DATA_DIRECTORY: scratch,
        NX_PROJECT_GRAPH_CACHE_DIRECTORY: scratch,
    };
}
const PROJECT_FILE = "project.json";
/**
 * The projects of an Nx workspace: packages of the workspace, and folders with a `project.json`. A project that a
 * plugin infers from other files is unknown here; when Nx names an unknown project, the source answers `ALL`.
 */
function nxProjects() {
    const readPackages = (0,_tools_node_projects_js__WEBPACK_IMPORTED_MODULE_2__/* .nodePackages */ .UB)();
    return async (tree) => {
        const packages = new Map((await readPackages(tree)).map((member) => [member.directory, member]));
        const projectFiles = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_6__/* .pathsNamed */ .o3)(await tree.entries(), PROJECT_FILE);
        const settings = await readSettings(tree, projectFiles, packages.keys());
        const own = projectFiles.map(_tree_paths_js__WEBPACK_IMPORTED_MODULE_6__/* .directoryOf */ .jt);
        const manifests = await (0,_tools_node_projects_js__WEBPACK_IMPORTED_MODULE_2__/* .readPackageManifests */ .DK)(tree, own);
        const folders = new Set([...packages.keys(), ...own]);
        return (0,_tools_tool_projects_js__WEBPACK_IMPORTED_MODULE_4__/* .indexProjects */ .Hl)([...folders].map((folder) => {
            const member = packages.get(folder);
            const manifest = manifests.get(folder);
            const { ofProject, ofPackage } = settings(folder);
            const packageName = ofPackage?.name ?? member?.name ?? manifest?.name ?? null;
            return {
                name: ofProject === null ? (packageName ?? folder) : projectName(folder, ofProject, packageName),
                alias: member?.name ?? manifest?.name ?? null,
                folder,
                uses: new Set([
                    ...(member?.dependsOn ?? []),
                    ...(0,_tools_node_projects_js__WEBPACK_IMPORTED_MODULE_2__/* .usedNames */ .W)(manifest),
                    ...(ofProject?.implicitDependencies ?? []),
                    ...(ofPackage?.implicitDependencies ?? []),
                ]),
            };
        }));
    };
}
/** Reads `project.json`, and the key `nx` of `package.json`. */
async function readSettings(tree, projectFiles, packageFolders) {
    const packageFiles = new Set([
        ...[...packageFolders].map((folder) => (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_6__/* .joined */ .oR)(folder, "package.json")),
        ...projectFiles.map((path) => (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_6__/* .joined */ .oR)((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_6__/* .directoryOf */ .jt)(path), "package.json")),
    ]);
    const ofProjects = await (0,_tools_tool_projects_js__WEBPACK_IMPORTED_MODULE_4__/* .readParsed */ .mY)(tree, projectFiles, (text, path) => {
        const settings = (0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_7__/* .asTable */ .fO)((0,_parse_json_js__WEBPACK_IMPORTED_MODULE_8__/* .parseRelaxedJson */ .d)(text));
        if (settings === null)
            throw new _tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_3__/* .ToolProblem */ .Ol(path, "it is not a JSON object");
        return settingsIn(settings);
    });
    const ofPackages = await (0,_tools_tool_projects_js__WEBPACK_IMPORTED_MODULE_4__/* .readParsed */ .mY)(tree, [...packageFiles], (text) => settingsIn((0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_7__/* .tableAt */ .af)((0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_7__/* .asTable */ .fO)((0,_parse_json_js__WEBPACK_IMPORTED_MODULE_8__/* .parseRelaxedJson */ .d)(text)), "nx")));
    return (folder) => ({
        ofProject: ofProjects.get((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_6__/* .joined */ .oR)(folder, PROJECT_FILE)) ?? null,
        ofPackage: ofPackages.get((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_6__/* .joined */ .oR)(folder, "package.json")) ?? null,
    });
}
function settingsIn(settings) {
    return {
        name: (0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_7__/* .textAt */ .$6)(settings, "name"),
        implicitDependencies: (0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_7__/* .textsIn */ .Ej)(settings.get("implicitDependencies")),
    };
}
/** Versions of Nx differ in the name of a project that has no `name` and a package beside it. */
function projectName(folder, { name }, packageName) {
    const folderName = folder.slice(folder.lastIndexOf("/") + 1).toLowerCase();
    if (name !== null)
        return name;
    if (packageName === null || packageName === folderName)
        return folderName;
    throw new _tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_3__/* .ToolProblem */ .Ol((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_6__/* .joined */ .oR)(folder, PROJECT_FILE), "it has no `name`, and the package beside it has another name than the folder", "Give it a `name`.");
}


/***/ }),

/***/ 9606:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   pnpm: () => (/* binding */ pnpm)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1455);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs_promises__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var _parse_json_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5024);
/* harmony import */ var _tools_node_projects_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6911);
/* harmony import */ var _tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6800);
/* harmony import */ var _tools_tool_source_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6705);
/* harmony import */ var _workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7527);
/** Changed packages of a pnpm workspace and their dependents, as filtered by `pnpm list`. */







const NAME = "pnpm";
const OLDEST_MAJOR = 8;
const NEWEST_MAJOR = 12;
/** From this version on, an empty result is an empty list instead of no output. */
const LISTS_NONE = 10;
const TOOL = {
    name: NAME,
    installHint: "Install the pnpm version of the repository first, for example with pnpm/action-setup.",
    marks: ["pnpm-workspace.yaml"],
    environment: () => ({}),
    projects: () => (0,_tools_node_projects_js__WEBPACK_IMPORTED_MODULE_2__/* .nodeProjects */ .Rl)(),
    async ask(pnpm, { base, head }, { checkout }) {
        const version = await pnpm.version();
        (0,_tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_3__/* .requireMajor */ .N6)(NAME, version, OLDEST_MAJOR, NEWEST_MAJOR);
        const filter = `...[${base}...${head}]`;
        const { output } = await pnpm.run({
            arguments: ["--filter", filter, "list", "--json", "--depth", "-1"],
        });
        if (output.trim() === "" && version.major < LISTS_NONE)
            return [];
        const items = (0,_tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_3__/* .itemsIn */ .Un)((0,_parse_json_js__WEBPACK_IMPORTED_MODULE_6__/* .parseJson */ .q)(output), NAME);
        const folders = (0,_tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_3__/* .namesAt */ .Qo)(items, "path", NAME);
        const root = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(checkout);
        return items.map((item, index) => (0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_5__/* .textAt */ .$6)(item, "name") || folderName(root, folders[index] ?? root));
    },
};
const pnpm = new _tools_tool_source_js__WEBPACK_IMPORTED_MODULE_4__/* .ToolSource */ .S(TOOL);
/** The listed name of a package without a name. */
function folderName(root, folder) {
    return (0,node_path__WEBPACK_IMPORTED_MODULE_1__.relative)(root, folder).split(node_path__WEBPACK_IMPORTED_MODULE_1__.sep).join("/") || ".";
}


/***/ }),

/***/ 6997:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   rush: () => (/* binding */ rush),
/* harmony export */   rushProjects: () => (/* binding */ rushProjects)
/* harmony export */ });
/* harmony import */ var _parse_json_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5024);
/* harmony import */ var _tools_node_projects_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6911);
/* harmony import */ var _tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6800);
/* harmony import */ var _tools_tool_projects_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1273);
/* harmony import */ var _tools_tool_source_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6705);
/* harmony import */ var _workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7527);
/** Projects that Rush lists as impacted by the changes since the base. */






const NAME = "rush";
const MAJOR = 5;
const TOOL = {
    name: NAME,
    installHint: "Install Rush first, for example with `npm install --global @microsoft/rush`.",
    marks: ["rush.json"],
    environment: () => ({}),
    projects: () => rushProjects,
    async ask(rush, { base }) {
        (0,_tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_1__/* .requireMajor */ .N6)(NAME, await rush.version(["--help"], /Build Tool \d/), MAJOR, MAJOR);
        const { output } = await rush.run({ arguments: ["list", "--json", "--impacted-by", `git:${base}`] });
        // Rush may first print what it creates or downloads.
        const answer = (0,_parse_json_js__WEBPACK_IMPORTED_MODULE_5__/* .parseJson */ .q)(output.slice(Math.max(output.search(/^\{/m), 0)));
        return (0,_tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_1__/* .namesAt */ .Qo)((0,_tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_1__/* .itemsIn */ .Un)((0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .asTable */ .fO)(answer)?.get("projects"), NAME), "name", NAME);
    },
};
const rush = new _tools_tool_source_js__WEBPACK_IMPORTED_MODULE_3__/* .ToolSource */ .S(TOOL);
const RUSH_FILE = "rush.json";
/** A tree without a `rush.json` has no projects: it is from before Rush was introduced. */
const rushProjects = async (tree) => {
    const files = await (0,_tools_tool_projects_js__WEBPACK_IMPORTED_MODULE_2__/* .readParsed */ .mY)(tree, [RUSH_FILE], (text) => listedIn((0,_parse_json_js__WEBPACK_IMPORTED_MODULE_5__/* .parseRelaxedJson */ .d)(text)));
    const listed = files.get(RUSH_FILE) ?? [];
    const manifests = await (0,_tools_node_projects_js__WEBPACK_IMPORTED_MODULE_0__/* .readPackageManifests */ .DK)(tree, listed.map(({ folder }) => folder));
    return (0,_tools_tool_projects_js__WEBPACK_IMPORTED_MODULE_2__/* .indexProjects */ .Hl)(listed.map(({ name, folder }) => ({
        name,
        alias: null,
        folder,
        uses: new Set((0,_tools_node_projects_js__WEBPACK_IMPORTED_MODULE_0__/* .usedNames */ .W)(manifests.get(folder))),
    })));
};
/** The projects that `rush.json` lists. */
function listedIn(value) {
    const projects = (0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .asTable */ .fO)(value)?.get("projects");
    if (!Array.isArray(projects))
        throw unreadable();
    return projects.map((project) => listed((0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .asTable */ .fO)(project)));
}
function listed(project) {
    const name = (0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .textAt */ .$6)(project, "packageName");
    const folder = (0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .textAt */ .$6)(project, "projectFolder");
    if (name === null || folder === null)
        throw unreadable();
    return { name, folder: folder.replace(/^\.\//, "").replace(/\/+$/, "") };
}
function unreadable() {
    return new _tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_1__/* .ToolProblem */ .Ol(RUSH_FILE, "its list of projects cannot be read");
}


/***/ }),

/***/ 2615:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   turbo: () => (/* binding */ turbo)
/* harmony export */ });
/* harmony import */ var _parse_json_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5024);
/* harmony import */ var _tools_node_projects_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6911);
/* harmony import */ var _tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6800);
/* harmony import */ var _tools_tool_source_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6705);
/* harmony import */ var _workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7527);
/** Packages that Turborepo reports as affected, by the command that its version supports. */





const NAME = "turbo";
/** Turborepo's name for the root of the repository. */
const ROOT = "//";
/** Turborepo then treats every package as changed and ends with 0. */
const RANGE_NOT_FOUND = /unable to detect git range|assuming all files have changed/i;
const TOOL = {
    name: NAME,
    installHint: "Install the packages of the repository first, for example with `npm ci`.",
    marks: ["turbo.json", "turbo.jsonc"],
    environment: ({ scratch }) => ({ TURBO_TELEMETRY_DISABLED: "1", TURBO_CACHE_DIR: scratch }),
    projects: () => (0,_tools_node_projects_js__WEBPACK_IMPORTED_MODULE_0__/* .nodeProjects */ .Rl)(ROOT),
    async ask(turbo, revisions) {
        const version = await turbo.version();
        (0,_tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_1__/* .requireMajor */ .N6)(NAME, version, 1, 2);
        if ((0,_tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_1__/* .isAtLeast */ .du)(version, 2, 8))
            return namesFromQuery(turbo, revisions);
        return (0,_tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_1__/* .isAtLeast */ .du)(version, 2, 1) ? namesFromList(turbo, revisions) : namesFromDryRun(turbo, revisions);
    },
};
const turbo = new _tools_tool_source_js__WEBPACK_IMPORTED_MODULE_2__/* .ToolSource */ .S(TOOL);
async function namesFromQuery(turbo, { base, head }) {
    const words = ["query", "affected", "--packages", "--base", base, "--head", head];
    const answer = await printedJson(turbo, { arguments: words });
    const packages = (0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_3__/* .tableAt */ .af)((0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_3__/* .tableAt */ .af)((0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_3__/* .asTable */ .fO)(answer), "data"), "affectedPackages");
    const items = (0,_tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_1__/* .itemsIn */ .Un)(packages.get("items"), NAME);
    if (items.some((item) => (0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_3__/* .textAt */ .$6)((0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_3__/* .tableAt */ .af)(item, "reason"), "__typename") === "GitRefNotFound")) {
        throw rangeNotFound();
    }
    return (0,_tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_1__/* .namesAt */ .Qo)(items, "name", NAME);
}
async function namesFromList(turbo, { base, head }) {
    const answer = await printedJson(turbo, {
        arguments: ["ls", "--affected", "--output=json"],
        environment: { TURBO_SCM_BASE: base, TURBO_SCM_HEAD: head },
    });
    return (0,_tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_1__/* .namesAt */ .Qo)((0,_tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_1__/* .itemsIn */ .Un)((0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_3__/* .tableAt */ .af)((0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_3__/* .asTable */ .fO)(answer), "packages").get("items"), NAME), "name", NAME);
}
/** The command requires the name of a task, but packages count whether they have the task or not. */
async function namesFromDryRun(turbo, { base, head }) {
    const words = ["run", "build", "--dry=json", `--filter=...[${base}...${head}]`];
    const answer = await printedJson(turbo, { arguments: words });
    return (0,_tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_1__/* .namesIn */ .wX)((0,_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_3__/* .asTable */ .fO)(answer)?.get("packages"), NAME);
}
async function printedJson(turbo, run) {
    const { output, complaints } = await turbo.run(run);
    if (RANGE_NOT_FOUND.test(complaints))
        throw rangeNotFound();
    return (0,_parse_json_js__WEBPACK_IMPORTED_MODULE_4__/* .parseJson */ .q)(output);
}
function rangeNotFound() {
    return new _tools_tool_problem_js__WEBPACK_IMPORTED_MODULE_1__/* .ToolProblem */ .Ol(NAME, "it could not compare the two revisions, and guessed", "Give actions/checkout `fetch-depth: 2`.");
}


/***/ }),

/***/ 6911:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   DK: () => (/* binding */ readPackageManifests),
/* harmony export */   Rl: () => (/* binding */ nodeProjects),
/* harmony export */   UB: () => (/* binding */ nodePackages),
/* harmony export */   W: () => (/* binding */ usedNames)
/* harmony export */ });
/* harmony import */ var _sources_workspaces_node_node_manifest_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1493);
/* harmony import */ var _sources_workspaces_node_node_workspaces_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6588);
/* harmony import */ var _sources_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7527);
/* harmony import */ var _sources_workspaces_workspace_tree_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(376);
/* harmony import */ var _tree_paths_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5213);
/* harmony import */ var _tool_problem_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(6800);
/* harmony import */ var _tool_projects_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(1273);







/** The packages of the workspace at the root of the repository; tools ignore workspaces inside it. */
function nodePackages() {
    const ecosystem = (0,_sources_workspaces_node_node_workspaces_js__WEBPACK_IMPORTED_MODULE_1__/* .nodeEcosystem */ .z)();
    const read = async (tree) => {
        // Tools know no package without a workspace.
        const { workspaces, outsiders } = await ecosystem.read(tree);
        return { workspaces, outsiders };
    };
    return async (tree) => (await (0,_sources_workspaces_workspace_tree_js__WEBPACK_IMPORTED_MODULE_3__/* .readWorkspaceTree */ .C)(tree, [{ ...ecosystem, read }])).packagesOf("");
}
/** `rootName`: the tool's name for the package at the root; without it, that package has its own name. */
function nodeProjects(rootName) {
    const read = nodePackages();
    return async (tree) => {
        const packages = await read(tree);
        return (0,_tool_projects_js__WEBPACK_IMPORTED_MODULE_6__/* .indexProjects */ .Hl)(packages.map(({ name, directory, dependsOn }) => ({
            name: directory === "" ? (rootName ?? name) : name,
            alias: null,
            folder: directory,
            uses: dependsOn,
        })));
    };
}
/** By folder; a folder without such a file is left out. Throws `ToolProblem`. */
async function readPackageManifests(tree, folders) {
    const folderByPath = new Map(folders.map((folder) => [(0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_4__/* .joined */ .oR)(folder, "package.json"), folder]));
    const manifests = await (0,_tool_projects_js__WEBPACK_IMPORTED_MODULE_6__/* .readParsed */ .mY)(tree, [...folderByPath.keys()], parseManifest);
    return new Map([...manifests].map(([path, manifest]) => [folderByPath.get(path) ?? "", manifest]));
}
/** Names that the manifest uses, regardless of their ranges. */
function usedNames(manifest) {
    return (manifest?.dependencies ?? []).map(({ name }) => name);
}
function parseManifest(text, path) {
    try {
        return (0,_sources_workspaces_node_node_manifest_js__WEBPACK_IMPORTED_MODULE_0__/* .parseNodeManifest */ .v)(text);
    }
    catch (error) {
        if (error instanceof _sources_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_2__/* .ManifestProblem */ .Rn)
            throw new _tool_problem_js__WEBPACK_IMPORTED_MODULE_5__/* .ToolProblem */ .Ol(path, error.message);
        throw error;
    }
}


/***/ }),

/***/ 6800:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $4: () => (/* binding */ readVersion),
/* harmony export */   N6: () => (/* binding */ requireMajor),
/* harmony export */   Ol: () => (/* binding */ ToolProblem),
/* harmony export */   Qo: () => (/* binding */ namesAt),
/* harmony export */   Un: () => (/* binding */ itemsIn),
/* harmony export */   Y6: () => (/* binding */ unknownShape),
/* harmony export */   du: () => (/* binding */ isAtLeast),
/* harmony export */   wX: () => (/* binding */ namesIn)
/* harmony export */ });
/* harmony import */ var _sources_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7527);

class ToolProblem extends Error {
    name = "ToolProblem";
    allCause;
    /** `subject`: a program or a file; `rule`: one clause; `hint`: a sentence that advises the user. */
    constructor(subject, rule, hint = null) {
        super(`${subject}: ${rule}`);
        this.allCause = { subject, rule, hint };
    }
}
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
/** Throws `ToolProblem` for a version whose answers have not been verified. */
function requireMajor(tool, version, oldest, newest) {
    if (version.major >= oldest && version.major <= newest)
        return;
    throw new ToolProblem(tool, `its version is ${version.text}, and only the major versions ${oldest} to ${newest} are supported`, "Use the source `workspaces`, or `list` with the output of your own command.");
}
/** Thrown for output that does not have exactly the known shape. */
function unknownShape(tool) {
    return new ToolProblem(tool, "its output has an unknown shape", "Check whether this source supports its version.");
}
/** Throws `ToolProblem` unless it is a list of objects. */
function itemsIn(value, tool) {
    if (!Array.isArray(value))
        throw unknownShape(tool);
    return value.map((item) => {
        const table = (0,_sources_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .asTable */ .fO)(item);
        if (table === null)
            throw unknownShape(tool);
        return table;
    });
}
/** Throws `ToolProblem` unless each item has a non-empty string under the key. */
function namesAt(items, key, tool) {
    return items.map((item) => {
        const name = (0,_sources_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(item, key);
        if (name === null || name === "")
            throw unknownShape(tool);
        return name;
    });
}
/** Throws `ToolProblem` unless it is a list of non-empty strings. */
function namesIn(value, tool) {
    const names = (0,_sources_workspaces_parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .asTexts */ .DW)(value);
    if (names === null || names.includes(""))
        throw unknownShape(tool);
    return names;
}


/***/ }),

/***/ 1273:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Hl: () => (/* binding */ indexProjects),
/* harmony export */   bf: () => (/* binding */ ownerOf),
/* harmony export */   mY: () => (/* binding */ readParsed)
/* harmony export */ });
/* harmony import */ var _tool_problem_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6800);

/** Throws `ToolProblem` when two projects have the same name. */
function indexProjects(projects) {
    const nameByFolder = new Map(projects.map(({ name, folder }) => [folder, name]));
    const names = new Set();
    const namesByAlias = new Map();
    for (const { name, alias, folder } of projects) {
        if (names.has(name)) {
            throw new _tool_problem_js__WEBPACK_IMPORTED_MODULE_0__/* .ToolProblem */ .Ol(folder === "" ? "." : folder, `another project is named ${JSON.stringify(name)} too`);
        }
        names.add(name);
        if (alias !== null)
            namesByAlias.set(alias, [...(namesByAlias.get(alias) ?? []), name]);
    }
    const graph = new Map(projects.map(({ name, uses }) => {
        const resolved = [...uses].flatMap((used) => [used, ...(namesByAlias.get(used) ?? [])]);
        return [name, new Set(resolved.filter((used) => names.has(used) && used !== name))];
    }));
    const isKnown = (used) => names.has(used) || namesByAlias.has(used);
    const missing = new Map(projects.map(({ name, uses }) => [name, new Set([...uses].filter((used) => !isKnown(used)))]));
    return { graph, nameByFolder, namesByAlias, missing };
}
/** The project of the nearest folder around the path; null when only the root is around it, which owns nothing. */
function ownerOf(path, { nameByFolder }) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
        const name = nameByFolder.get(path.slice(0, end));
        if (name !== undefined)
            return name;
    }
    return null;
}
/** By path; a path that the tree does not have is left out. Throws `ToolProblem` for what cannot be parsed. */
async function readParsed(tree, paths, parse) {
    const contents = await tree.read(paths);
    return new Map([...contents].map(([path, bytes]) => [path, parse(textOf(bytes, path), path)]));
}
function textOf(bytes, path) {
    try {
        return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    }
    catch {
        throw new _tool_problem_js__WEBPACK_IMPORTED_MODULE_0__/* .ToolProblem */ .Ol(path, "it is not UTF-8 text");
    }
}


/***/ }),

/***/ 8715:
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
// EXTERNAL MODULE: ./src/targets/git/run-git.ts
var run_git = __webpack_require__(189);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/ecosystem.ts
var ecosystem = __webpack_require__(2730);
// EXTERNAL MODULE: ./src/domain/git-configuration.ts
var git_configuration = __webpack_require__(7551);
// EXTERNAL MODULE: ./src/process/run-program.ts
var run_program = __webpack_require__(1621);
// EXTERNAL MODULE: ./src/targets/tree.ts
var tree = __webpack_require__(6596);
;// CONCATENATED MODULE: ./src/targets/tools/tool-environment.ts
/**
 * The environment of a program from the repository: what it needs to start, and no secret. The variables are listed one
 * by one, so that no other variable is passed on by accident.
 */



const inherited = (0,run_program/* variablesNamed */.n0)("PATH HOME USER LOGNAME LANG LC_ALL TZ SYSTEMROOT USERPROFILE APPDATA LOCALAPPDATA PATHEXT COMSPEC", "XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME JAVA_HOME COREPACK_HOME PNPM_HOME VOLTA_HOME", "NVM_DIR FNM_DIR ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR PROTO_HOME MOON_HOME RUSH_GLOBAL_FOLDER");
/** No prompts, no colours, no background process, no telemetry, no cloud. */
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
/** A tool runs git itself, and the answer must not depend on the user's configuration. */
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
        // In a container the checkout often belongs to another user, and git would refuse to read it.
        ...(0,git_configuration/* configurationVariables */.i)({ ...GIT_CONFIG, "safe.directory": (0,tree/* repositoryPath */.SH)(folders.checkout) }),
        ...extra,
    };
}

// EXTERNAL MODULE: ./src/targets/tools/tool-problem.ts
var tool_problem = __webpack_require__(6800);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
// EXTERNAL MODULE: ./src/process/run-git.ts
var process_run_git = __webpack_require__(1305);
;// CONCATENATED MODULE: ./src/targets/tools/tool-program.ts
/** Runs a program from the repository, and accepts its answer only if the program succeeds. */






/** Far more than the names of any repository's projects. */
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
    /** Throws `ToolProblem` when the program is missing. */
    static async find(settings) {
        const { name, folders, installHint } = settings;
        const installed = (0,external_node_path_.join)(folders.checkout, "node_modules", ".bin");
        const path = await (0,run_program/* findProgram */.Kp)(name, [installed, ...(0,run_program/* absoluteFolders */.L9)(process.env["PATH"] ?? "")], [""]);
        if (path === null) {
            throw new tool_problem/* ToolProblem */.Ol(name, "it is neither in node_modules/.bin of the checkout nor on the PATH", installHint);
        }
        return new ToolProgram(path, settings);
    }
    /** If `behind` is given, the version is searched for after the match of that pattern. */
    async version(words = ["--version"], behind) {
        const { output } = await this.run({ arguments: words });
        const start = behind === undefined ? 0 : output.search(behind);
        const version = start === -1 ? null : (0,tool_problem/* readVersion */.$4)(output.slice(start));
        if (version !== null)
            return version;
        throw new tool_problem/* ToolProblem */.Ol(this.name, `${words.join(" ")} prints no version`);
    }
    /** Throws `ToolProblem` unless the program ends with 0 and prints text. */
    async run(run) {
        const { folders, environment, deadlineMs, signal } = this.#settings;
        const end = await (0,run_program/* runProgram */.mB)({
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
                throw new tool_problem/* ToolProblem */.Ol(this.name, "it could not be started: it, or the program it names to run it, is missing");
            case "stopped":
                throw new tool_problem/* ToolProblem */.Ol(this.name, end.because);
            case "exited": {
                if (end.exitCode === 0)
                    return { output: this.#text(end.stdout), complaints: end.stderr };
                const how = end.exitCode === null ? "was ended by a signal" : `ended with exit code ${end.exitCode}`;
                const words = firstWords(end.stderr || end.stdout.toString("utf8"));
                throw new tool_problem/* ToolProblem */.Ol(this.name, words === "" ? `it ${how}` : `it ${how}: ${words}`);
            }
        }
    }
    #text(bytes) {
        try {
            return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
        }
        catch {
            throw new tool_problem/* ToolProblem */.Ol(this.name, "its output is not UTF-8 text");
        }
    }
}
const MOST_LINES = 4;
const STACK_FRAME = /^\W*(?:lerna ERR! +)?at .*[:)]/;
/** Tools print the problem first, and then the place in their own code that noticed it. */
function firstWords(text) {
    const lines = (0,external_node_util_.stripVTControlCharacters)(text)
        .split(/[\r\n]+/)
        .filter((line) => line.trim() !== "" && !STACK_FRAME.test(line));
    return (0,process_run_git/* lastWords */.aN)(lines.slice(0, MOST_LINES).join("\n"));
}

;// CONCATENATED MODULE: ./src/targets/tools/tool-session.ts
/** Starts a tool only where it sees exactly the head tree, and turns every failure into the cause of an `ALL`. */








/** Applies to each start of a program. */
const DEADLINE_MS = 300_000;
/** Throws `ToolProblem` or `GitFailure`. */
async function withTool({ base, head, checkout, signal }, settings, ask) {
    if (checkout === null) {
        throw new tool_problem/* ToolProblem */.Ol(settings.name, "there is no checkout of the repository to run it in", "Run actions/checkout first, or use the source workspaces, which needs no checkout.");
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
/** Rethrows errors that are bugs in this program. */
function allBecauseOf(error, tool) {
    if (error instanceof tool_problem/* ToolProblem */.Ol)
        return { kind: "all", cause: error.allCause };
    if (error instanceof run_git/* GitFailure */.Xi) {
        return { kind: "all", cause: { subject: tool, rule: error.message, hint: null } };
    }
    if (error instanceof ecosystem/* UnreadableManifest */.p1) {
        return { kind: "all", cause: { subject: error.path, rule: error.problem, hint: null } };
    }
    throw error;
}
/** Throws `ToolProblem` when a tool would see other files, or could not compare the two revisions. */
async function requireCleanCheckout(folders, context) {
    const call = { folder: folders.checkout, environment: toolEnvironment(folders), signal: context.signal };
    const [inside = "", at = ""] = await lines(["rev-parse", "--show-prefix", "HEAD^{commit}"]);
    if (inside !== "") {
        throw new tool_problem/* ToolProblem */.Ol("checkout", `it is the folder ${inside} of a repository, and not its root`);
    }
    if (at !== context.head.commit) {
        throw new tool_problem/* ToolProblem */.Ol("checkout", `it is at ${at === "" ? "no commit" : at}, and the change ends at ${context.head.commit}`, "Check out the merge commit of the pull request, as actions/checkout does by default.");
    }
    const object = `${context.base.commit}^{tree}`;
    const [tree = ""] = await lines(["rev-parse", "--verify", "--quiet", "--end-of-options", object]);
    if (tree === "") {
        throw new tool_problem/* ToolProblem */.Ol("checkout", `it lacks the commit ${context.base.commit}, which the tool would compare with`, "Give actions/checkout `fetch-depth: 2`.");
    }
    const [isSparse] = await lines(["config", "--type=bool", "--get", "core.sparseCheckout"]);
    if (isSparse === "true") {
        throw new tool_problem/* ToolProblem */.Ol("checkout", "it is sparse, so the tool would not see all projects", "Check out all files, or use the source `workspaces`, which needs no files.");
    }
    const { stdout } = await (0,run_git/* runGit */.EO)(STATUS, call);
    const [changed] = stdout.toString("utf8").split("\0");
    if (changed !== undefined && changed !== "") {
        throw new tool_problem/* ToolProblem */.Ol(changed.slice(3), "it differs in the checkout from the commit, so the tool would see other content", "Compute the targets before a step that writes to tracked files.");
    }
    async function lines(words) {
        const { stdout: printed } = await (0,run_git/* runGit */.EO)(words, { ...call, answers: [0, 1, 128] });
        return printed.toString("utf8").split("\n");
    }
}
const STATUS = ["status", "--porcelain", "-z", "--untracked-files=no", "--ignore-submodules=dirty"];


/***/ }),

/***/ 6705:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  S: () => (/* binding */ ToolSource)
});

// EXTERNAL MODULE: ./src/targets/sources/workspaces/despite-unreadable.ts
var despite_unreadable = __webpack_require__(5296);
// EXTERNAL MODULE: ./src/targets/graph.ts
var graph = __webpack_require__(5974);
// EXTERNAL MODULE: ./src/targets/rules/global-inputs.ts
var global_inputs = __webpack_require__(5669);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/code-uses.ts + 1 modules
var code_uses = __webpack_require__(4118);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/workspace-change.ts
var workspace_change = __webpack_require__(4416);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/workspaces.ts + 6 modules
var workspaces = __webpack_require__(5744);
// EXTERNAL MODULE: ./src/targets/tree-paths.ts
var tree_paths = __webpack_require__(5213);
// EXTERNAL MODULE: ./src/targets/tools/tool-projects.ts
var tool_projects = __webpack_require__(1273);
;// CONCATENATED MODULE: ./src/targets/tools/found-edges.ts


async function withFoundEdges({ base, head }, found, context) {
    const changed = new Set(context.changed.map(({ path }) => path));
    const touched = new Set([...changed].flatMap((path) => [(0,tool_projects/* ownerOf */.bf)(path, base), (0,tool_projects/* ownerOf */.bf)(path, head)]));
    const imported = await importedBefore(base, found.aliases, context);
    const wasThere = (user, used) => {
        const isDeclaredNow = head.graph.get(user)?.has(used) === true;
        if (isDeclaredNow || !base.graph.has(user) || !base.graph.has(used))
            return false;
        const files = [...(found.byFile.get(user) ?? [])].flatMap(([path, uses]) => uses.has(used) ? [path] : []);
        if (files.some((path) => !changed.has(path)))
            return true;
        if (files.length === 0 && !touched.has(user))
            return true;
        return imported.get(user)?.has(used) === true;
    };
    return {
        base: { ...base, graph: united(base.graph, found.graph, wasThere) },
        head: { ...head, graph: united(head.graph, found.graph, () => true) },
    };
}
function united(graph, found, counts) {
    const all = new Map(graph);
    for (const [user, uses] of found) {
        const more = [...uses].filter((used) => used !== user && counts(user, used));
        if (more.length > 0)
            all.set(user, new Set([...(graph.get(user) ?? []), ...more]));
    }
    return all;
}
/** By project: the imports, in the base tree, of its files that the change touches. */
async function importedBefore(projects, aliases, { base, changed }) {
    const paths = changed
        .filter(({ path, status }) => status !== "added" && mayImport(path))
        .map(({ path }) => path);
    const imported = new Map();
    for (const [path, bytes] of await base.read(paths)) {
        const user = (0,tool_projects/* ownerOf */.bf)(path, projects);
        if (user === null)
            continue;
        const uses = imported.get(user) ?? new Set();
        imported.set(user, uses);
        for (const specifier of importedIn(bytes)) {
            const leadsTo = new Set(namedProjects(specifier, path, projects, aliases));
            // If several projects are possible, it is unknown which one is meant.
            if (leadsTo.size === 1)
                for (const used of leadsTo)
                    uses.add(used);
        }
    }
    return imported;
}
/** The projects that an import may mean. */
function namedProjects(specifier, path, projects, aliases) {
    if (specifier.startsWith("."))
        return owners([(0,tree_paths/* resolved */.L$)(`${path}/..`, specifier)], projects);
    const names = specifier.split("/");
    const byName = names.flatMap((_, index) => projects.namesByAlias.get(names.slice(0, index + 1).join("/")) ?? []);
    return [
        ...byName,
        ...owners([...aliases].flatMap(([alias, places]) => placesOf(specifier, alias, places)), projects),
    ];
}
function placesOf(specifier, alias, places) {
    const [start = "", end] = alias.split("*");
    if (end === undefined)
        return alias === specifier ? places.map((place) => (0,tree_paths/* resolved */.L$)("", place)) : [];
    if (!specifier.startsWith(start) || !specifier.endsWith(end))
        return [];
    const middle = specifier.slice(start.length, specifier.length - end.length);
    return places.map((place) => (0,tree_paths/* resolved */.L$)("", place.replace("*", () => middle)));
}
function owners(places, projects) {
    return places.flatMap((place) => (place === null ? [] : ((0,tool_projects/* ownerOf */.bf)(`${place}/`, projects) ?? [])));
}
const SOURCE_FILE = /\.[cm]?[jt]sx?$/;
/** Imports in a longer file are not searched for. */
const MOST_BYTES = 1024 * 1024;
/** An unclosed comment ends at the end of the file. */
const COMMENT = /\/\*[^]*?(?:\*\/|$)/g;
/**
 * An import at the beginning of a line with only names before the string; bounded, so that a hostile file costs little.
 */
const IMPORT = /^[ \t]*(?:(?:import|export)\s+(?:[\w$*{},\s]{1,1000}?\bfrom\s*)?|(?:const|let|var)\s+[\w$*{},:\s]{1,1000}?=\s*require\(\s*)["']([^"'`\n]+)["']/gm;
function mayImport(path) {
    return SOURCE_FILE.test(path);
}
/** The certain imports of a JavaScript or TypeScript file. It may have others: dynamic ones, or in another syntax. */
function importedIn(bytes) {
    if (bytes.length > MOST_BYTES)
        return [];
    const text = new TextDecoder().decode(bytes).replace(COMMENT, " ");
    // A comment that makes Nx skip an import, or a string over several lines.
    if (text.includes("nx-ignore") || /\\\r?\n/.test(text))
        return [];
    // After a backtick there may be text that only looks like code.
    const [code = ""] = text.split("`", 1);
    return [...code.matchAll(IMPORT)].flatMap(([, specifier]) => specifier ?? []);
}

// EXTERNAL MODULE: ./src/targets/sources/workspaces/ecosystem.ts
var ecosystem = __webpack_require__(2730);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/workspace-tree.ts
var workspace_tree = __webpack_require__(376);
// EXTERNAL MODULE: ./src/targets/tools/node-projects.ts
var node_projects = __webpack_require__(6911);
;// CONCATENATED MODULE: ./src/targets/tools/project-tree.ts





/**
 * A package in no project keeps its own name. `listedIn`: the tool's file that names the resolution of project names, if
 * no package manager does. Throws `UnreadableManifest` or `ToolProblem`.
 */
async function readProjectTree(tree, projects, ecosystems, listedIn) {
    const [node, ...others] = ecosystems.map((one) => withTargets(one, projects));
    const all = node === undefined ? [] : [withOtherProjects(node, projects, listedIn), ...others];
    return (0,workspace_tree/* readWorkspaceTree */.C)(tree, all);
}
/** The dependencies that the tool's files show, and those of the tree. */
function withTree(projects, { graph }) {
    const all = new Map(graph);
    for (const [name, uses] of projects.graph) {
        const more = graph.get(name);
        all.set(name, more === undefined ? uses : new Set([...uses, ...more]));
    }
    return { ...projects, graph: all };
}
/** The ecosystem with its packages under the names of their projects. */
async function withTargets(ecosystem, projects) {
    const own = await ecosystem;
    return { ...own, read: async (tree) => renamed(await own.read(tree), projects) };
}
function renamed({ workspaces, outsiders }, projects) {
    const targetsByName = new Map();
    for (const one of workspaces.flatMap(({ packages }) => packages))
        targetsByName.set(one.name, (targetsByName.get(one.name) ?? new Set()).add(targetOf(one, projects)));
    const targets = (names) => new Set([...names].flatMap((name) => [...(targetsByName.get(name) ?? [name])]));
    return {
        workspaces: workspaces.map((workspace) => {
            const { readers } = workspace;
            const packages = workspace.packages.map((one) => inProject(one, targetOf(one, projects), targets));
            if (readers === undefined)
                return { ...workspace, packages };
            return { ...workspace, packages, readers: (path) => [...targets(readers(path))] };
        }),
        outsiders: outsiders.map((one) => ({ ...one, names: targets(one.names) })),
    };
}
/** The project of its folder, or of a folder around it; the root's project has the package at the root alone. */
function targetOf({ name, directory }, projects) {
    return projects.nameByFolder.get(directory) ?? (0,tool_projects/* ownerOf */.bf)((0,tree_paths/* joined */.oR)(directory, "package"), projects) ?? name;
}
function inProject(one, name, targets) {
    const dependsOn = new Set(targets(one.dependsOn));
    dependsOn.delete(name);
    const builds = new Map();
    for (const [used, requests] of one.builds)
        for (const target of targets([used]))
            builds.set(target, new Set([...(builds.get(target) ?? []), ...requests]));
    return { ...one, name, importedAs: (0,ecosystem/* importedName */._L)(one), dependsOn, builds };
}
/**
 * Adds the projects that are no members to the workspace at the root of the repository, or a workspace of their own: then
 * files in them have an owner, and paths can lead there.
 */
async function withOtherProjects(node, projects, listedIn) {
    const own = await node;
    return {
        ...own,
        async read(tree) {
            const { workspaces, outsiders } = await own.read(tree);
            const known = new Set(workspaces.flatMap(({ packages }) => packages.map(({ directory }) => directory)));
            const others = [...projects.nameByFolder].filter(([folder]) => !known.has(folder));
            if (others.length === 0)
                return { workspaces, outsiders };
            const packages = await packagesOf(tree, others, projects);
            const atRoot = workspaces.find(({ root }) => root === "");
            const rest = workspaces.filter((one) => one !== atRoot);
            const workspace = atRoot === undefined
                ? {
                    root: "",
                    packages: [...(await rootPackage(tree, projects)), ...packages],
                    claims: null,
                    resolution: listedIn,
                    overridden: new Set(),
                }
                : { ...atRoot, packages: [...atRoot.packages, ...packages] };
            return { workspaces: [workspace, ...rest], outsiders };
        },
    };
}
async function packagesOf(tree, folders, { graph, missing }) {
    const manifests = await (0,node_projects/* readPackageManifests */.DK)(tree, folders.map(([folder]) => folder));
    const packages = folders.map(([directory, name]) => {
        const importedAs = manifests.get(directory)?.name ?? null;
        return (0,ecosystem/* packageOf */.wg)({
            name,
            directory,
            // A project without a manifest is shown by its folder.
            manifest: manifests.has(directory) ? (0,tree_paths/* joined */.oR)(directory, "package.json") : directory,
            dependsOn: graph.get(name) ?? new Set(),
            external: missing.get(name) ?? new Set(),
            ...(importedAs !== null && { importedAs }),
        });
    });
    return (0,ecosystem/* withInnerPackages */._r)(packages);
}
/** What it requests is installed for all projects. */
async function rootPackage(tree, projects) {
    const manifest = projects.nameByFolder.has("")
        ? undefined
        : (await (0,node_projects/* readPackageManifests */.DK)(tree, [""])).get("");
    if (manifest === undefined)
        return [];
    const name = manifest.name ?? ".";
    return [
        (0,ecosystem/* packageOf */.wg)({ name, directory: "", manifest: "package.json", external: new Set((0,node_projects/* usedNames */.W)(manifest)) }),
    ];
}

// EXTERNAL MODULE: ./src/targets/tools/tool-problem.ts
var tool_problem = __webpack_require__(6800);
;// CONCATENATED MODULE: ./src/targets/tools/complete-answer.ts
/**
 * Completes the answer of a tool. A tool reads one tree: it does not see deleted targets, newly used targets or removed
 * edges, and few edges outside its own files. Both trees show them, as they do to `workspaces`.
 */










/** Throws `ToolProblem` when the tool and the manifests describe different projects, and `UnreadableManifest`. */
async function completeAnswer(reader, { named, found }, context) {
    const { changed } = context;
    const shown = await readSides(reader, context);
    const projects = { base: shown.base.projects, head: shown.head.projects, changed };
    const { owned, disowned, causes } = ownership(projects, [shown.base, shown.head]);
    requireKnownNames(reader.name, named, projects);
    if (named.length === 0)
        requireNothingToName(reader.name, projects);
    const all = found === null ? projects : await withFoundEdges(projects, found, context);
    const code = (0,code_uses/* codeUses */.Ad)(usable(shown.base.tree, all.base, found), usable(shown.head.tree, all.head, found), await (0,code_uses/* changedCode */.wW)(context), 
    // The tool finds them in files, so a change of what was used until now has the user as a dependent.
    { skipsRemoved: found !== null && found.byFile.size > 0 });
    const trees = {
        base: shown.base.tree,
        head: shown.head.tree,
        changed,
        locks: new Map(),
        code,
    };
    const touched = (0,graph/* firstCauses */.pq)(causes, (0,workspace_change/* graphChange */.Zr)(trees).changed);
    const impacted = (0,graph/* impactedTargets */.eq)({ base: all.base.graph, head: all.head.graph, changed: touched });
    const byTool = new Map(named.map((name) => [name, { kind: "named", by: reader.name }]));
    const targets = (0,graph/* firstCauses */.pq)(impacted, byTool, (0,workspace_change/* changedResolutions */.wc)(trees), code.used, code.asked);
    return { kind: "targets", targets, owned, ...(disowned.size > 0 && { disowned }) };
}
/** Which files have an owner, without the tool: the trees show it. Throws `ToolProblem` or `UnreadableManifest`. */
async function ownedInTrees(reader, context) {
    const { base, head } = await readSides(reader, context);
    const projects = { base: base.projects, head: head.projects, changed: context.changed };
    const { owned, disowned } = ownership(projects, [base, head]);
    return { kind: "targets", targets: new Map(), owned, disowned };
}
/** All that depends on these in either tree, as the trees show it. Throws `ToolProblem` or `UnreadableManifest`. */
async function dependentsInTrees(reader, context, targets) {
    const { base, head } = await readSides(reader, context);
    const graphs = { base: base.projects.graph, head: head.projects.graph, changed: new Map() };
    return (0,graph/* dependentsOf */.yk)(graphs, targets);
}
/** Projects, and packages outside all projects. Throws `ToolProblem` or `UnreadableManifest`. */
async function namesInTrees(reader, context) {
    const { base, head } = await readSides(reader, context);
    return new Set([...base.projects.graph.keys(), ...head.projects.graph.keys()]);
}
async function readSides({ read, listedIn }, { base, head }) {
    const ecosystemsOf = (0,workspaces.sharedEcosystems)();
    const side = async (tree) => {
        const projects = await read(tree);
        const workspaces = await readProjectTree(tree, projects, ecosystemsOf(tree), listedIn);
        return { projects: withTree(projects, workspaces), tree: workspaces };
    };
    return { base: await side(base), head: await side(head) };
}
/** An edge that the tool finds counts like a declared one: then a file that uses it does not put its end into the list. */
function usable(tree, projects, found) {
    return {
        packages: tree.packages,
        graph: projects.graph,
        ownersOf: (path) => tree.ownersOf(path),
        resolutionsAround: (name) => tree.resolutionsAround(name),
        requests: (name, requested) => tree.requests(name, requested),
        aliased: (specifier, path) => found === null ? [] : namedProjects(specifier, path, projects, found.aliases),
    };
}
/**
 * A file is owned if each tree that contains it has an owner for it. It touches the owners of its place in both trees:
 * a project that is added in a folder takes the files there from the project around it, and returns them when it is
 * removed.
 */
function ownership({ base, head, changed }, sides) {
    const inProjects = new Set();
    const causes = new Map();
    for (const { path, status } of changed) {
        const before = (0,tool_projects/* ownerOf */.bf)(path, base);
        const after = (0,tool_projects/* ownerOf */.bf)(path, head);
        for (const owner of [after, before]) {
            if (owner !== null && !causes.has(owner))
                causes.set(owner, { kind: "file", path });
        }
        if ((status === "added" || before !== null) && (status === "deleted" || after !== null))
            inProjects.add(path);
    }
    const disowned = sharedFiles(inProjects, sides);
    const owned = new Set([...inProjects].filter((path) => !disowned.has(path)));
    return { owned, disowned, causes };
}
const SHARED = "it may concern every package of a workspace that has packages of several projects";
/**
 * Of files that a project owns: those of a workspace, such as its lock file, that also has packages of other projects.
 * Nothing here follows them to these.
 */
function sharedFiles(owned, sides) {
    const tests = sides.map(({ projects, tree }) => sharingTest(projects, tree));
    return new Map([...owned].flatMap((path) => (tests.some((test) => test(path)) ? [[path, [SHARED]]] : [])));
}
function sharingTest(projects, tree) {
    const namesByRoot = new Map();
    const namesAt = (root) => {
        const names = namesByRoot.get(root) ?? new Set(tree.packagesOf(root).map(({ name }) => name));
        namesByRoot.set(root, names);
        return names;
    };
    const isOfRoot = (path, root) => ((0,tree_paths/* directoryOf */.jt)(path) === root && (tree.isShared(path) || tree.lockAt(path) !== null)) ||
        tree.rootManifestAt(path)?.workspace.root === root ||
        (root !== "" && (0,global_inputs/* alwaysGlobal */.Rr)(path.slice(root.length + 1)) !== null);
    return (path) => {
        const owner = (0,tool_projects/* ownerOf */.bf)(path, projects);
        for (let root = (0,tree_paths/* directoryOf */.jt)(path);; root = (0,tree_paths/* directoryOf */.jt)(root)) {
            const hasOthers = [...namesAt(root)].some((name) => name !== owner);
            if (hasOthers && isOfRoot(path, root))
                return true;
            if (root === "")
                return false;
        }
    };
}
function requireKnownNames(tool, named, { base, head }) {
    const known = new Set([...head.nameByFolder.values(), ...base.nameByFolder.values()]);
    const unknownName = named.find((name) => !known.has(name));
    if (unknownName === undefined)
        return;
    throw new tool_problem/* ToolProblem */.Ol(tool, `it names ${JSON.stringify(unknownName)}, which no manifest of the repository names, so the tool may use other names`, "Use the source `workspaces`, or `list` with the output of your own command.");
}
function requireNothingToName(tool, { head, changed }) {
    const file = changed.find(({ path, status }) => status !== "deleted" && (0,tool_projects/* ownerOf */.bf)(path, head) !== null);
    if (file === undefined)
        return;
    throw new tool_problem/* ToolProblem */.Ol(tool, `it names no project, although ${JSON.stringify(file.path)} belongs to one`);
}

// EXTERNAL MODULE: ./src/targets/tools/tool-session.ts + 2 modules
var tool_session = __webpack_require__(8715);
;// CONCATENATED MODULE: ./src/targets/tools/tool-source.ts



class ToolSource {
    name;
    runsRepositoryCode = true;
    #tool;
    #deadlineMs;
    dependents;
    constructor(tool, deadlineMs = tool_session/* DEADLINE_MS */.Wp) {
        this.name = tool.name;
        this.#tool = tool;
        this.#deadlineMs = deadlineMs;
        if (tool.findsEdges !== true)
            this.dependents = (context, targets) => dependentsInTrees(this.#reader(), context, targets);
    }
    /** The same source with another deadline. */
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
            const answer = await (0,tool_session/* withTool */.Fl)(context, { ...this.#tool, deadlineMs: this.#deadlineMs }, async (program, folders) => ({
                named: await this.#tool.ask(program, { base: base.commit, head: head.commit }, folders),
                found: (await this.#tool.edges?.(program, folders)) ?? null,
            }));
            return await this.completed(answer, context);
        }
        catch (error) {
            const all = (0,tool_session/* allBecauseOf */.Xt)(error, this.name);
            if (context.wantsEveryCause !== true)
                return all;
            return { ...all, rest: await this.#rest(context, all.cause) };
        }
    }
    /** The manifests show which files have an owner, without the tool. */
    async #rest(context, first) {
        try {
            return await (0,despite_unreadable/* despiteUnreadable */.gt)(context, first, (open) => ownedInTrees(this.#reader(), open));
        }
        catch (error) {
            const { cause } = (0,tool_session/* allBecauseOf */.Xt)(error, this.name);
            return { causes: cause.rule === first.rule ? [] : [cause], known: null };
        }
    }
    /** What the tool has printed, with all that the trees show. Throws `ToolProblem` or `UnreadableManifest`. */
    completed(answer, context) {
        return completeAnswer(this.#reader(), answer, context);
    }
    knownNames(context) {
        return namesInTrees(this.#reader(), context);
    }
    #reader() {
        const [listedIn = this.name] = this.#tool.marks;
        return { name: this.name, listedIn, read: this.#tool.projects() };
    }
}


/***/ })

};
