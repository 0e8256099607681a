export const id = 208;
export const ids = [208];
export const modules = {

/***/ 3208:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  computeForStep: () => (/* reexport */ computeForStep),
  targetsOfStep: () => (/* binding */ targetsOfStep)
});

// UNUSED EXPORTS: checkoutFolder

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
var external_node_path_default = /*#__PURE__*/__webpack_require__.n(external_node_path_);
// EXTERNAL MODULE: ./src/client/deadline.ts
var client_deadline = __webpack_require__(6659);
// EXTERNAL MODULE: ./src/targets/parse-yaml.ts
var parse_yaml = __webpack_require__(1533);
// EXTERNAL MODULE: ./src/targets/path-patterns.ts + 3 modules
var path_patterns = __webpack_require__(9255);
;// CONCATENATED MODULE: ./src/targets/rules/rules-file.ts
/**
 * `.github/merge-queue.yml`: what a person knows of the repository's targets and no tool tells. Those of the target
 * branch count, so that a pull request cannot excuse itself.
 */


const RULES_FILE = ".github/merge-queue.yml";
/** Would be read by nobody, and its author would not notice. */
const OTHER_SPELLING = ".github/merge-queue.yaml";
class RulesError extends Error {
    name = "RulesError";
}
const NO_RULES = {
    isIgnored: () => false,
    isNotGlobal: () => false,
    extraEdges: [],
};
const RULE_KEYS = ["ignore", "not-global", "extra-edges"];
const EDGE_KEYS = ["target", "depends-on"];
/** Throws `RulesError` with one clause about what is wrong. */
function readRules(bytes) {
    const value = parsed(bytes);
    if (value === null || value === undefined)
        return NO_RULES;
    const keys = mapping(value, "the file", RULE_KEYS);
    return {
        isIgnored: anyPattern(keys.get("ignore"), "ignore"),
        isNotGlobal: anyPattern(keys.get("not-global"), "not-global"),
        extraEdges: list(keys.get("extra-edges") ?? [], "extra-edges").map(extraEdge),
    };
}
function parsed(bytes) {
    try {
        return (0,parse_yaml/* parseYaml */.hN)(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    }
    catch (error) {
        const why = error instanceof parse_yaml/* YamlError */.Iz ? error.message : "it is not UTF-8 text";
        throw new RulesError(why, { cause: error });
    }
}
function extraEdge(value, index) {
    const place = `entry ${index + 1} of extra-edges`;
    const keys = mapping(value, place, EDGE_KEYS);
    const given = keys.get("depends-on");
    return {
        target: rules_file_text(keys.get("target"), `target of ${place}`),
        dependsOn: [given].flat().map((name) => rules_file_text(name, `depends-on of ${place}`)),
    };
}
function anyPattern(value, key) {
    const patterns = list(value ?? [], key).map((entry) => pattern(rules_file_text(entry, `a pattern of ${key}`), key));
    return (path) => patterns.some((matches) => matches(path));
}
function pattern(given, key) {
    if (given.startsWith("!")) {
        throw new RulesError(`${key}: the pattern ${JSON.stringify(given)} excludes nothing here; name what is meant`);
    }
    if (given.startsWith("/")) {
        throw new RulesError(`${key}: the pattern ${JSON.stringify(given)} matches nothing; leave out the first slash`);
    }
    try {
        return (0,path_patterns/* compilePattern */.Eb)(given);
    }
    catch (error) {
        if (!(error instanceof path_patterns/* PatternError */.JM))
            throw error;
        throw new RulesError(`${key}: the pattern ${JSON.stringify(given)} ${error.message}`, { cause: error });
    }
}
function mapping(value, place, known) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
        throw new RulesError(`${place} has to be a mapping with the keys ${known.join(", ")}`);
    }
    const entries = Object.entries(value);
    for (const [key] of entries) {
        if (known.includes(key))
            continue;
        const meant = nearest(key, known);
        const advice = meant === null ? `expected one of ${known.join(", ")}` : `did you mean ${meant}?`;
        throw new RulesError(`${place} has the unknown key ${JSON.stringify(key.slice(0, 80))}; ${advice}`);
    }
    return new Map(entries);
}
function list(value, key) {
    if (Array.isArray(value))
        return value;
    throw new RulesError(`${key} has to be a list`);
}
function rules_file_text(value, place) {
    if (typeof value === "string" && value !== "")
        return value;
    throw new RulesError(`${place} has to be a text`);
}
const MOST_EDITS = 3;
/** Null when none is near. */
function nearest(word, known) {
    const ranked = known
        .map((candidate) => ({ candidate, edits: edits(word.toLowerCase(), candidate) }))
        .sort((one, other) => one.edits - other.edits);
    const [best] = ranked;
    return best !== undefined && best.edits <= Math.min(MOST_EDITS, best.candidate.length / 2)
        ? best.candidate
        : null;
}
/** How many letters have to be added, taken away or exchanged. */
function edits(from, to) {
    const letters = Array.from(from.slice(0, 100));
    let row = Array.from({ length: to.length + 1 }, (_, index) => index);
    for (const [index, letter] of letters.entries()) {
        const next = [index + 1];
        for (let column = 0; column < to.length; column++) {
            const exchanged = (row[column] ?? 0) + (letter === to[column] ? 0 : 1);
            next.push(Math.min(exchanged, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
        }
        row = next;
    }
    return row.at(-1) ?? 0;
}

;// CONCATENATED MODULE: ./src/targets/sources.ts
function source(load) {
    return { argument: null, isForAuto: true, load };
}
/** Where `paths` looks for its mapping when nobody names another file. */
const USUAL_MAPPING = ".github/impacted-targets.yml";
const SOURCES = {
    paths: {
        argument: "file",
        isForAuto: true,
        load: async ({ argument }) => {
            const { pathsSource } = await __webpack_require__.e(/* import() */ 366).then(__webpack_require__.bind(__webpack_require__, 7366));
            return pathsSource(argument ?? USUAL_MAPPING);
        },
    },
    bazel: source(async () => (await Promise.all(/* import() | tools */[__webpack_require__.e(456), __webpack_require__.e(508)]).then(__webpack_require__.bind(__webpack_require__, 8656))).bazelSource()),
    nx: source(async () => (await Promise.all(/* import() | tools */[__webpack_require__.e(456), __webpack_require__.e(508)]).then(__webpack_require__.bind(__webpack_require__, 261))).nx),
    moon: source(async () => (await Promise.all(/* import() | tools */[__webpack_require__.e(456), __webpack_require__.e(508)]).then(__webpack_require__.bind(__webpack_require__, 5569))).moon),
    rush: source(async () => (await Promise.all(/* import() | tools */[__webpack_require__.e(456), __webpack_require__.e(508)]).then(__webpack_require__.bind(__webpack_require__, 6997))).rush),
    workspaces: source(async () => (await Promise.all(/* import() */[__webpack_require__.e(292), __webpack_require__.e(456), __webpack_require__.e(684)]).then(__webpack_require__.bind(__webpack_require__, 7684))).workspacesSource()),
    turbo: source(async () => (await Promise.all(/* import() | tools */[__webpack_require__.e(456), __webpack_require__.e(508)]).then(__webpack_require__.bind(__webpack_require__, 2615))).turbo),
    lerna: source(async () => (await Promise.all(/* import() | tools */[__webpack_require__.e(456), __webpack_require__.e(508)]).then(__webpack_require__.bind(__webpack_require__, 7049))).lerna),
    pnpm: source(async () => (await Promise.all(/* import() | tools */[__webpack_require__.e(456), __webpack_require__.e(508)]).then(__webpack_require__.bind(__webpack_require__, 9606))).pnpm),
    list: {
        argument: "file",
        isForAuto: false,
        load: async (given) => (await __webpack_require__.e(/* import() | lists */ 42).then(__webpack_require__.bind(__webpack_require__, 4208))).listSource(given),
    },
};
function isSourceName(name) {
    return Object.hasOwn(SOURCES, name);
}
const SOURCE_NAMES = Object.keys(SOURCES).filter(isSourceName);

;// CONCATENATED MODULE: ./src/targets/source-choice.ts
/** The words that choose sources: `workspaces`, `paths=targets.yml`, several with commas in between, or `auto`. */


function readSourceChoices(text) {
    const words = text.split(/[,\n]/).map((word) => word.trim());
    if (words.length === 1 && words[0] === "auto")
        return { ok: true, choices: "auto" };
    const choices = [];
    for (const word of words.filter((one) => one !== "")) {
        const [, name = "", argument] = /^([^=]*)(?:=([^]*))?$/.exec(word) ?? [];
        const problem = problemOf(name, argument, choices);
        if (problem !== null)
            return { ok: false, expected: problem };
        if (isSourceName(name))
            choices.push({ name, argument: argument ?? null });
    }
    if (choices.length === 0)
        return { ok: false, expected: `auto, or some of ${SOURCE_NAMES.join(", ")}` };
    return { ok: true, choices };
}
function problemOf(name, argument, before) {
    if (name === "auto")
        return "auto alone, since it chooses by itself";
    if (!isSourceName(name)) {
        const meant = nearest(name, SOURCE_NAMES);
        return `auto, or some of ${SOURCE_NAMES.join(", ")}${meant === null ? "" : `; did you mean ${meant}?`}`;
    }
    if (before.some((choice) => choice.name === name))
        return `${name} once`;
    if (argument === "")
        return `something behind ${name}=`;
    return null;
}
/**
 * Events of a workflow whose jobs may run the code that they look at: on a pull request GitHub keeps secrets from forks,
 * and what is merged or pushed has been let in. Any other event, known or yet to be invented, brings secrets together
 * with whatever commit somebody names.
 */
const SAFE_EVENTS = new Set(["pull_request", "merge_group", "push"]);
/** The empty name is that of no workflow at all. */
function isSafeEvent(name) {
    return name === "" || SAFE_EVENTS.has(name);
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:worker_threads"
var external_node_worker_threads_ = __webpack_require__(5919);
// EXTERNAL MODULE: ./src/domain/thrown.ts
var thrown = __webpack_require__(9808);
// EXTERNAL MODULE: ./src/targets/program/run-program.ts
var run_program = __webpack_require__(1969);
;// CONCATENATED MODULE: ./src/action/computing/compute-in-thread.ts
/**
 * Computes impacted targets in a thread of their own. What strangers wrote may keep a thread busy for as long as they
 * like; this one goes on counting, and at the deadline everything is impacted, whatever the other one is doing.
 */







const DEADLINE = {
    subject: "the deadline",
    rule: "it passed before the targets were known",
    hint: "Raise targets-timeout.",
};
/** Never throws: where the thread gives no answer, everything is impacted. */
async function computeInThread(task, limits) {
    let folder;
    try {
        folder = (0,external_node_fs_.mkdtempSync)((0,external_node_path_.join)(process.env["RUNNER_TEMP"] || (0,external_node_os_.tmpdir)(), "merge-queue-computing-"));
    }
    catch (error) {
        return failed(error);
    }
    const thread = new ComputingThread(task, folder);
    try {
        return await thread.end(limits);
    }
    finally {
        await thread.terminate();
        await (0,promises_.rm)(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    }
}
class ComputingThread {
    #worker;
    #programs = new Map();
    constructor(task, folder) {
        // The bundle is one program: its other threads begin where it does.
        const [, program = ""] = process.argv;
        this.#worker = new external_node_worker_threads_.Worker(program, { env: { ...process.env, RUNNER_TEMP: folder } });
        this.#send({ kind: "compute", task });
    }
    async end({ stop, signal, graceMs }) {
        const timers = [];
        try {
            return await new Promise((resolve) => {
                const worker = this.#worker;
                worker.on("message", (message) => {
                    if (message.kind === "runProgram")
                        this.#run(message);
                    else if (message.kind === "stopProgram")
                        this.#programs.get(message.id)?.abort();
                    else
                        resolve(message);
                });
                worker.on("error", (error) => resolve(failed(error)));
                worker.on("exit", () => resolve(failed("its thread ended without an answer")));
                const onStop = () => {
                    this.#send({ kind: "stop" });
                    for (const program of this.#programs.values())
                        program.abort();
                    timers.push(setTimeout(() => resolve(everything(DEADLINE)), signal.aborted ? 0 : graceMs));
                };
                if (stop.aborted)
                    onStop();
                else
                    stop.addEventListener("abort", onStop, { once: true });
                signal.addEventListener("abort", () => resolve(everything(DEADLINE)), { once: true });
            });
        }
        finally {
            for (const timer of timers)
                clearTimeout(timer);
        }
    }
    async terminate() {
        for (const program of this.#programs.values())
            program.abort();
        await this.#worker.terminate();
    }
    #run({ id, call }) {
        const stop = new AbortController();
        this.#programs.set(id, stop);
        void (0,run_program/* runProgram */.mB)({ ...call, signal: stop.signal })
            .catch((error) => ({ kind: "stopped", because: (0,thrown/* errorText */.kc)(error) }))
            .then((end) => {
            this.#programs.delete(id);
            this.#send({ kind: "programEnded", id, end });
        });
    }
    #send(message) {
        this.#worker.postMessage(message);
    }
}
function failed(error) {
    return everything({ subject: "the computation", rule: `it failed: ${(0,thrown/* errorText */.kc)(error)}`, hint: null });
}
function everything(cause) {
    const computed = {
        answer: { kind: "all", cause },
        compared: null,
        notes: [],
        warnings: [],
    };
    return { kind: "computed", computed };
}

// EXTERNAL MODULE: ./src/action/forge-base.ts
var forge_base = __webpack_require__(9371);
// EXTERNAL MODULE: ./src/action/input-error.ts
var input_error = __webpack_require__(9229);
;// CONCATENATED MODULE: ./src/action/source-permission.ts
/** Whether a source that starts the repository's own programs may be used here: never where there is a secret. */

const INSTEAD = "Use workspaces or paths, which run nothing; or compute in a job on pull_request without api-token (operation compute-targets), hand the file over, and upload it in another job (impacted-targets-result)";
/** As a sentence without its full stop; null where there is none. `because` is what `secretsHere` answers. */
function objectionTo(source, because) {
    if (!source.runsRepositoryCode || because === null)
        return null;
    return `${source.name} runs programs of the repository, which a pull request can change, and ${because}. ${INSTEAD}`;
}
/** As a clause; null where there is no secret. */
function secretsHere(inputs, { eventName }) {
    if (!isSafeEvent(eventName))
        return `a job on ${eventName} holds secrets`;
    return inputs.value("api-token") === undefined
        ? null
        : "this step is given the API token, by api-token or MERGE_QUEUE_API_TOKEN";
}

// EXTERNAL MODULE: ./src/targets/source.ts
var targets_source = __webpack_require__(3649);
;// CONCATENATED MODULE: ./src/targets/choose-sources.ts


async function loadSources(choices, readFile) {
    return Promise.all(choices.map(({ name, argument }) => load(name, argument, readFile)));
}
async function load(name, argument, readFile) {
    const source = SOURCES[name];
    if (argument !== null && source.argument === null)
        throw new targets_source/* SourceError */.c(`${name} takes nothing behind =`);
    return source.load({ argument, readFile });
}
/** What fits both trees: a change that makes another source fit changes what targets are called. */
async function detectSource(base, head, readFile) {
    const after = await firstFitting(head, readFile);
    const before = await firstFitting(base, readFile);
    if (after === null || before === null) {
        const rule = "no built-in source fits what the repository holds";
        return choose_sources_all(rule, "Name the source to use, such as paths with a mapping of your own.");
    }
    if (after.source.name !== before.source.name) {
        const rule = `with this change ${after.source.name} fits instead of ${before.source.name}, which names targets otherwise`;
        return choose_sources_all(rule, "Name the source to use instead of auto.");
    }
    const { source, because } = after;
    return { kind: "source", source, note: `auto chose ${source.name}, because of ${because}.` };
}
async function firstFitting(tree, readFile) {
    for (const name of SOURCE_NAMES.filter((one) => SOURCES[one].isForAuto)) {
        const source = await load(name, null, readFile);
        const because = await source.detect(tree);
        if (because !== null)
            return { source, because };
    }
    return null;
}
function choose_sources_all(rule, hint) {
    return { kind: "all", cause: { subject: "auto", rule, hint } };
}

;// CONCATENATED MODULE: ./src/targets/combine-answers.ts
/** A source alone keeps its names as they are. */
function namespacesOf(answered) {
    const isAlone = answered.length === 1;
    const prefix = (source) => (isAlone ? "" : `${source.name}:`);
    return {
        inList: (source, name) => `${prefix(source)}${name}`,
        bySource: (name) => answered.flatMap((one) => {
            const start = prefix(one.source);
            return name.startsWith(start) ? [{ answered: one, name: name.slice(start.length) }] : [];
        }),
    };
}
function combinedTargets(answered, names) {
    const targets = new Map();
    for (const { source, answer } of answered)
        addInList(targets, source, answer.targets, names);
    return targets;
}
/** Adds what is not there yet; the first cause is the one to show. True when something was added. */
function addInList(targets, source, more, names) {
    const before = targets.size;
    for (const [name, cause] of more) {
        const inList = names.inList(source, name);
        if (!targets.has(inList))
            targets.set(inList, causeInList(cause, (other) => names.inList(source, other)));
    }
    return targets.size > before;
}
function causeInList(cause, inList) {
    switch (cause.kind) {
        case "dependsOn":
        case "declared":
            return { kind: cause.kind, on: inList(cause.on) };
        case "newlyUsed":
            return { kind: "newlyUsed", by: inList(cause.by) };
        case "file":
        case "deleted":
        case "named":
            return cause;
    }
}

;// CONCATENATED MODULE: ./src/targets/follow-extra-edges.ts
/** Adds what depends on the impacted targets by edges that a person declared, and what depends on that in turn. */


/** Changes `targets`. An edge by a name that nobody has, or into a source that cannot say what depends on it, makes everything impacted. */
async function followExtraEdges(targets, edges, names) {
    const wrong = await wrongName(edges, names);
    if (wrong !== null)
        return wrong;
    const waiting = new Set(edges);
    for (let hasGrown = true; hasGrown;) {
        hasGrown = false;
        for (const edge of waiting) {
            const on = edge.dependsOn.find((name) => targets.has(name));
            if (on === undefined)
                continue;
            waiting.delete(edge);
            hasGrown = true;
            // Also of a target that is listed already: where it is merely used, what depends on it is not.
            if (!targets.has(edge.target))
                targets.set(edge.target, { kind: "declared", on });
            const cause = await addDependents(targets, edge.target, names);
            if (cause !== null)
                return cause;
        }
    }
    return null;
}
/** An edge that can never be met looks like one that is: who wrote it relies on it. */
async function wrongName(edges, names) {
    const declared = new Set(edges.map(({ target }) => target));
    for (const { target, dependsOn } of edges) {
        for (const name of [target, ...dependsOn]) {
            if (names.bySource(name).length > 0)
                continue;
            return inRules(`an extra edge names ${JSON.stringify(name)} without saying of which source`, "With several sources write names as they stand in the list, such as workspaces:core.");
        }
        for (const name of dependsOn) {
            if (declared.has(name) || !(await isUnknown(name, names)))
                continue;
            return inRules(`an extra edge depends on ${JSON.stringify(name)}, which is no target`, "Correct the name, or take the edge out.");
        }
    }
    return null;
}
/** Whether all that might know the name say that they do not. */
async function isUnknown(name, names) {
    for (const { answered, name: own } of names.bySource(name)) {
        const known = await answered.source.knownNames?.(answered.context);
        if (known === undefined || known.has(own))
            return false;
    }
    return true;
}
/** Targets of edges may be anyone's own words, so that one that looks like a name and is none is only told. */
async function misspeltTargets(edges, names) {
    const warnings = [];
    for (const { target } of edges) {
        if (!(await isUnknown(target, names)))
            continue;
        for (const { answered, name } of names.bySource(target)) {
            const meant = nearest(name, [...((await answered.source.knownNames?.(answered.context)) ?? [])]);
            if (meant === null)
                continue;
            const advice = `did you mean ${JSON.stringify(names.inList(answered.source, meant))}?`;
            warnings.push(`No target is called ${JSON.stringify(target)}, which an extra edge adds; ${advice}`);
        }
    }
    return warnings;
}
function inRules(rule, hint) {
    return { subject: RULES_FILE, rule, hint };
}
async function addDependents(targets, target, names) {
    for (const { answered, name } of names.bySource(target)) {
        const dependents = await dependentsOf(answered, name);
        if (dependents === null)
            return cannotSay(answered, target);
        addInList(targets, answered.source, dependents, names);
    }
    return null;
}
async function dependentsOf({ source, context }, name) {
    return source.dependents === undefined ? null : source.dependents(context, new Set([name]));
}
function cannotSay({ source }, target) {
    return inRules(`an extra edge makes ${JSON.stringify(target)} impacted, and the source ${source.name} cannot say what depends on it`, `Declare the edge where ${source.name} itself reads it.`);
}

// EXTERNAL MODULE: ./src/targets/git/run-git.ts
var run_git = __webpack_require__(189);
// EXTERNAL MODULE: ./src/targets/git/git-environment.ts
var git_environment = __webpack_require__(77);
;// CONCATENATED MODULE: ./src/targets/git/checkout.ts
/** What is to be known of the user's checkout. It is only asked: no call here writes to it. */



/** In a container the checkout often belongs to another user, which git would refuse: here nothing of it is run. */
const TRUSTED = { "safe.directory": "*" };
/** Null where the folder is in no checkout. Throws `GitFailure` where git itself is missing. */
async function findCheckout(folder, signal) {
    if (!(0,external_node_fs_.existsSync)(folder))
        return null;
    const ask = (...words) => question(folder, signal, words);
    const [objects, format, head] = await Promise.all([
        ask("--path-format=absolute", "--git-path", "objects"),
        ask("--show-object-format"),
        ask("--verify", "--quiet", "--end-of-options", "HEAD^{commit}"),
    ]);
    return objects === null ? null : { folder, objects, format: format === "sha256" ? "sha256" : "sha1", head };
}
/** The commit that a revision means in the checkout; null when it means none there. */
async function commitNamed({ folder }, revision, signal) {
    const words = ["--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
    return question(folder, signal, words);
}
/** The address that the checkout fetches from, for a person's own machine. */
async function originOf({ folder }, signal) {
    const call = { folder, environment: localEnvironment(TRUSTED), signal, answers: [0, 1] };
    const { exitCode, stdout } = await runGit(["config", "--get", "remote.origin.url"], call);
    return exitCode === 0 ? withoutLineEnd(stdout) : null;
}
async function question(folder, signal, words) {
    const call = { folder, environment: (0,git_environment/* localEnvironment */.bx)(TRUSTED), signal, answers: [0, 1, 128] };
    const { exitCode, stdout } = await (0,run_git/* runGit */.EO)(["rev-parse", ...words], call);
    if (signal.aborted)
        throw new run_git/* GitFailure */.Xi("there was no time left for git rev-parse");
    const text = withoutLineEnd(stdout);
    return exitCode === 0 && text !== "" ? text : null;
}
function withoutLineEnd(bytes) {
    return bytes.toString().replace(/\r?\n$/, "");
}

;// CONCATENATED MODULE: ./src/targets/git/git-tree.ts

/** Old repositories have files with other rights than the two that git writes today. */
function kindOf(mode) {
    if (mode === "120000")
        return "link";
    if (mode === "160000")
        return "submodule";
    if (!mode.startsWith("100"))
        throw new run_git/* GitFailure */.Xi(`git lists an entry of mode ${mode}`);
    return mode.endsWith("755") ? "executable" : "file";
}
function isOrdinary({ kind }) {
    return kind === "file" || kind === "executable";
}
function isLink({ kind }) {
    return kind === "link";
}
function linkTexts(contents) {
    return new Map([...contents].map(([path, bytes]) => [path, pathText(bytes)]));
}
class GitTree {
    commit;
    #store;
    #entries = null;
    constructor(store, commit) {
        this.#store = store;
        this.commit = commit;
    }
    entries() {
        this.#entries ??= this.#list();
        return this.#entries;
    }
    /** Links and submodules have no bytes of their own, so they are left out too. */
    read(paths) {
        return this.#contents(paths, isOrdinary);
    }
    async readLinks(paths) {
        return linkTexts(await this.#contents(paths, isLink));
    }
    async #contents(paths, isWanted) {
        const entries = await this.entries();
        const wanted = new Map();
        for (const path of paths) {
            const entry = entries.get(path);
            if (entry !== undefined && isWanted(entry))
                wanted.set(path, entry.id);
        }
        const objects = await readObjects(this.#store, [...new Set(wanted.values())]);
        const read = new Map();
        for (const [path, id] of wanted) {
            const bytes = objects.get(id);
            if (bytes !== undefined)
                read.set(path, bytes);
        }
        return read;
    }
    async #list() {
        const { stdout } = await this.#store.local(["ls-tree", "-r", "-z", "--full-tree", this.commit]);
        const entries = new Map();
        for (const line of partsBetweenNuls(stdout)) {
            const tab = line.indexOf(0x09);
            const [mode = "", , id = ""] = line.toString("latin1", 0, tab).split(" ");
            const path = pathText(line.subarray(tab + 1));
            entries.set(path, { path, kind: kindOf(mode), id });
        }
        return entries;
    }
}
const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const FIRST_SURROGATE = 0xdc00;
/**
 * Paths as git has them are bytes, and mostly UTF-8. Bytes that are not become lone surrogates, each byte one of its
 * own, so that two different paths never read the same.
 */
function pathText(bytes) {
    try {
        return STRICT.decode(bytes);
    }
    catch {
        return Array.from(bytes, (byte) => String.fromCharCode(byte < 0x80 ? byte : FIRST_SURROGATE + byte)).join("");
    }
}
/** The parts of what `-z` separates, as bytes; what follows the last NUL is left out. */
function* partsBetweenNuls(bytes) {
    let start = 0;
    for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, start)) {
        yield bytes.subarray(start, end);
        start = end + 1;
    }
}
/** Throws `GitFailure` when one of them cannot be had. */
async function readObjects(store, ids) {
    const found = await readBatch(store, ids);
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length === 0)
        return found;
    await fetchObjects(store, missing);
    const fetched = await readBatch(store, missing);
    const absent = missing.find((id) => !fetched.has(id));
    if (absent !== undefined)
        throw new run_git/* GitFailure */.Xi(`the object ${absent} cannot be had`);
    return new Map([...found, ...fetched]);
}
async function readBatch(store, ids) {
    if (ids.length === 0)
        return new Map();
    const { stdout } = await store.local(["cat-file", "--batch"], { input: `${ids.join("\n")}\n` });
    const found = new Map();
    let start = 0;
    while (start < stdout.length) {
        const end = stdout.indexOf(0x0a, start);
        const [id = "", type = "", size = ""] = stdout.toString("latin1", start, end).split(" ");
        start = end + 1;
        if (type === "missing")
            continue;
        const bytes = Number(size);
        if (end === -1 || !Number.isSafeInteger(bytes))
            throw new run_git/* GitFailure */.Xi("git cat-file answered something else");
        found.set(id, stdout.subarray(start, start + bytes));
        start += bytes + 1;
    }
    return found;
}
/** As git itself does it for a partial clone, but all at once. */
async function fetchObjects(store, ids) {
    if (!store.hasRemote)
        throw new run_git/* GitFailure */.Xi(`the object ${ids[0] ?? ""} is not in the checkout`);
    const words = ["--filter=blob:none", "--stdin", "origin"];
    await store.fetch(words, { input: `${ids.join("\n")}\n` });
}

;// CONCATENATED MODULE: ./src/targets/git/changed-files.ts


const WORDS = ["diff-tree", "--raw", "-r", "-z", "--no-abbrev", "--no-renames", "--ignore-submodules=none"];
const SUBMODULE = "160000";
const STATUSES = new Map([
    ["A", "added"],
    ["M", "modified"],
    ["D", "deleted"],
    ["T", "typeChanged"],
]);
/** Throws `GitFailure`. */
async function changedFiles(store, base, head) {
    return (await differencesBetween(store, base, head)).map(({ file }) => file);
}
/** Throws `GitFailure`. */
async function differencesBetween(store, base, head) {
    const { stdout } = await store.local([...WORDS, base, head]);
    const differences = [];
    let facts = null;
    for (const part of partsBetweenNuls(stdout)) {
        if (facts === null) {
            facts = part.toString("latin1");
        }
        else {
            differences.push(difference(facts, pathText(part)));
            facts = null;
        }
    }
    if (facts !== null)
        throw new run_git/* GitFailure */.Xi("git diff-tree ended in the middle of an answer");
    return differences;
}
/** `:100644 100644 <id> <id> M` */
function difference(facts, path) {
    const [mode = "", after = "", id = "", , letter = ""] = facts.replace(/^:/, "").split(" ");
    const status = STATUSES.get(letter);
    if (status === undefined)
        throw new run_git/* GitFailure */.Xi(`git diff-tree tells a status ${letter}`);
    return {
        file: { path, status, isSubmodule: [mode, after].includes(SUBMODULE) },
        before: status === "added" ? null : { path, kind: kindOf(mode), id },
    };
}

;// CONCATENATED MODULE: ./src/targets/git/compare-trees.ts


/** Throws `GitFailure`. */
async function compareTrees(store, base, head) {
    const headTree = new GitTree(store, head);
    const [differences] = await Promise.all([differencesBetween(store, base, head), headTree.entries()]);
    return {
        base: new EarlierTree(store, base, headTree, differences),
        head: headTree,
        changed: differences.map(({ file }) => file),
    };
}
class EarlierTree {
    commit;
    #store;
    #later;
    #differences;
    #entries = null;
    constructor(store, commit, later, differences) {
        this.commit = commit;
        this.#store = store;
        this.#later = later;
        this.#differences = differences;
    }
    entries() {
        this.#entries ??= this.#derive();
        return this.#entries;
    }
    /** Links and submodules have no bytes of their own, so they are left out too. */
    async read(paths) {
        const { alike, differing } = this.#split(paths);
        const later = await this.#later.read(alike);
        const earlier = await this.#contents(differing, isOrdinary);
        return new Map(paths.flatMap((path) => {
            const bytes = later.get(path) ?? earlier.get(path);
            return bytes === undefined ? [] : [[path, bytes]];
        }));
    }
    async readLinks(paths) {
        const { alike, differing } = this.#split(paths);
        const later = await this.#later.readLinks(alike);
        return new Map([...later, ...linkTexts(await this.#contents(differing, isLink))]);
    }
    #split(paths) {
        const before = new Map(this.#differences.map((difference) => [difference.file.path, difference.before]));
        return {
            alike: paths.filter((path) => !before.has(path)),
            differing: paths.flatMap((path) => before.get(path) ?? []),
        };
    }
    async #contents(entries, isWanted) {
        const wanted = entries.filter(isWanted);
        const objects = await readObjects(this.#store, [...new Set(wanted.map(({ id }) => id))]);
        return new Map(wanted.flatMap(({ path, id }) => {
            const bytes = objects.get(id);
            return bytes === undefined ? [] : [[path, bytes]];
        }));
    }
    async #derive() {
        const entries = new Map(await this.#later.entries());
        for (const { file, before } of this.#differences) {
            if (before === null)
                entries.delete(file.path);
            else
                entries.set(file.path, before);
        }
        return entries;
    }
}

// EXTERNAL MODULE: ./src/targets/git/object-store.ts
var object_store = __webpack_require__(7266);
;// CONCATENATED MODULE: ./src/targets/git/commit-facts.ts
/** What a commit says of itself. Of a shallow checkout's last commit the parents are named here, though not there. */

/** Null when the commit is not on this machine. */
async function parentsOf(store, commit) {
    const { exitCode, stdout } = await store.local(["cat-file", "commit", commit], { answers: [0, 128] });
    if (exitCode !== 0)
        return null;
    const [head = ""] = stdout.toString("latin1").split("\n\n", 1);
    return [...head.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map(([, id = ""]) => id);
}
/**
 * Of a merge of a pull request the parent that is not the pull request's head, whichever of the two comes first.
 * Null when the commit is no such merge.
 */
async function otherParent(store, merge, head) {
    const parents = (await parentsOf(store, merge)) ?? [];
    const others = parents.filter((parent) => parent !== head);
    return parents.length === 2 && others.length === 1 ? (others[0] ?? null) : null;
}
/** The commit that a ref of the store means. Throws `GitFailure`. */
async function commitAt(store, ref) {
    const { stdout } = await store.local(["rev-parse", "--verify", "--end-of-options", `${ref}^{commit}`]);
    return idIn(stdout);
}
/** The id that git printed first. */
function idIn(stdout) {
    const id = /^[0-9a-f]{40,64}/.exec(stdout.toString("latin1"))?.[0];
    if (id === undefined)
        throw new run_git/* GitFailure */.Xi("git named no object");
    return id;
}

;// CONCATENATED MODULE: ./src/targets/revisions/listed-by-forge.ts
/** The way that is left when nothing can be fetched: the merge is checked out, and the forge lists what it changes. */



/** A text says in a clause why this leads nowhere. */
async function listedByForge({ question, checkout, store }) {
    const { wanted, listFiles } = question;
    if (listFiles === undefined || wanted.kind !== "pullRequest")
        return "no forge can be asked for the files";
    if (wanted.mustCheckBase === true)
        return "the forge's list does not tell which branch it is about";
    if (checkout?.head == null)
        return "there is no checkout";
    const baseCommit = await otherParent(store, checkout.head, wanted.headSha);
    if (baseCommit === null)
        return "the checkout is not at the merge of the pull request";
    const changed = await listFiles(wanted.number, wanted.headSha);
    if (changed === null)
        return "the forge does not list all the files of this head";
    const head = new GitTree(store, checkout.head);
    const entries = await head.entries();
    const known = changed.map((file) => ({
        ...file,
        isSubmodule: entries.get(file.path)?.kind === "submodule",
    }));
    const wrong = known.find(({ path, status }) => entries.has(path) === (status === "deleted"));
    if (wrong !== undefined)
        return `the forge's list does not fit the checkout: ${wrong.path} is ${wrong.status}`;
    const base = new ListedBase(baseCommit, head, known);
    return {
        base,
        head,
        changed: known,
        how: "The forge listed the changed files, since nothing could be fetched.",
    };
}
/**
 * The base tree as far as a list of changed files tells it: what has not changed is as in the head tree. What has, and
 * was there before, nobody knows here: reading it fails, and everything counts as impacted.
 */
class ListedBase {
    commit;
    #head;
    #changed;
    constructor(commit, head, changed) {
        this.commit = commit;
        this.#head = head;
        this.#changed = changed;
    }
    async entries() {
        const entries = new Map(await this.#head.entries());
        for (const { path, status } of this.#changed) {
            if (status === "added")
                entries.delete(path);
            else
                entries.set(path, { path, kind: entries.get(path)?.kind ?? "file", id: `the base's ${path}` });
        }
        return entries;
    }
    read(paths) {
        return this.#unlessChanged(paths, (known) => this.#head.read(known));
    }
    readLinks(paths) {
        return this.#unlessChanged(paths, (known) => this.#head.readLinks(known));
    }
    async #unlessChanged(paths, read) {
        const changed = new Map(this.#changed.map((file) => [file.path, file.status]));
        const unknown = paths.find((path) => changed.has(path) && changed.get(path) !== "added");
        if (unknown !== undefined) {
            throw new run_git/* GitFailure */.Xi(`${unknown} has changed, and what it was in the base could not be fetched`);
        }
        return read(paths.filter((path) => !changed.has(path)));
    }
}

;// CONCATENATED MODULE: ./src/targets/revisions/question.ts
/** What is asked of the search for revisions, and what it answers. */
/** Towards the remote: the commit and its parents, without any file's bytes. */
const MERGE_AND_PARENTS = ["--filter=blob:none", "--depth=2"];
const COMMIT_ALONE = ["--filter=blob:none", "--depth=1"];

;// CONCATENATED MODULE: ./src/targets/revisions/merge-of-pull-request.ts
/** Ways to the merge of a pull request that the forge has made: it and its parent that is not the pull request's head. */


const NO_PULL_REQUEST = "no pull request is asked for";
const FETCHED = "refs/targets/merge";
/** The checkout is at the merge and goes back far enough, so that nothing needs to be fetched. */
const mergeInCheckout = async ({ question: { wanted }, checkout, store }) => {
    if (wanted.kind !== "pullRequest")
        return NO_PULL_REQUEST;
    if (checkout?.head == null)
        return "there is no checkout";
    const base = await otherParent(store, checkout.head, wanted.headSha);
    if (base === null)
        return "the checkout is not at the merge of the pull request";
    return found(base, checkout.head, "The checkout is at the merge of the pull request");
};
/** The merge's id is known, from the checkout or from the workflow's run. */
const mergeById = async (search) => {
    const { wanted } = search.question;
    if (wanted.kind !== "pullRequest")
        return NO_PULL_REQUEST;
    const known = await knownMerges(search, wanted);
    if (known.length === 0)
        return "the id of the merge is not known";
    for (const merge of known) {
        await search.store.fetch([...MERGE_AND_PARENTS, "origin", merge]);
        const base = await otherParent(search.store, merge, wanted.headSha);
        if (base !== null)
            return found(base, merge, "The merge of the pull request was fetched by its id");
    }
    return "the commit of the workflow's run is not the merge of the pull request";
};
/** The forge keeps the merge under a ref; an old one stays there while the pull request conflicts. */
const mergeRef = async ({ question: { wanted }, store }) => {
    if (wanted.kind !== "pullRequest")
        return NO_PULL_REQUEST;
    const ref = `refs/pull/${wanted.number}/merge`;
    await store.fetch([...MERGE_AND_PARENTS, "origin", `+${ref}:${FETCHED}`]);
    const merge = await commitAt(store, FETCHED);
    const base = await otherParent(store, merge, wanted.headSha);
    return base === null
        ? `${ref} is the merge of another head`
        : found(base, merge, `The merge was fetched from ${ref}`);
};
async function knownMerges({ checkout, store }, wanted) {
    const { workflowSha, headSha } = wanted;
    const checkedOut = checkout?.head ?? null;
    const isMerge = checkedOut !== null && (await otherParent(store, checkedOut, headSha)) !== null;
    const known = [isMerge ? checkedOut : null, workflowSha === headSha ? null : workflowSha];
    return [...new Set(known.filter((id) => id !== null))];
}
function found(base, head, how) {
    return { base, head, how: `${how}.` };
}
const TIP = "refs/targets/tip";
/**
 * A merge of a pull request says nothing of the branch that it is onto. Where nobody else does, it counts only when its
 * other parent is the tip of the queue's branch: a pull request that is stacked on another one has a merge, too.
 */
function ontoTargetBranch(way) {
    return async (search) => {
        const { wanted } = search.question;
        const pair = await way(search);
        if (typeof pair === "string" || wanted.kind !== "pullRequest" || wanted.mustCheckBase !== true)
            return pair;
        const { baseBranch } = wanted;
        if (baseBranch === null)
            return "the base branch of the pull request is not known";
        const tip = `+refs/heads/${baseBranch}:${TIP}`;
        // With its trees: whoever merges into it later would not get them any more.
        await search.store.fetch([...COMMIT_ALONE, "origin", tip]);
        if ((await commitAt(search.store, TIP)) === pair.base)
            return pair;
        return `the merge is not onto the tip of ${baseBranch}, so that it may be onto another branch`;
    };
}

;// CONCATENATED MODULE: ./src/targets/revisions/unmerged.ts
/** Ways to two commits that nobody has merged yet, in the checkout or from the remote. */




/** `mergeBases` are all the newest commits that both have. Throws `GitFailure`. */
async function mergeLocally(store, base, head, mergeBases) {
    if (mergeBases.includes(base))
        return { base, head, inexact: null };
    if (mergeBases.includes(head))
        return { base, head: base, inexact: null };
    const [mergeBase, ...others] = mergeBases;
    if (mergeBase === undefined || others.length > 0) {
        const because = mergeBase === undefined ? "no common history" : "several merge bases";
        return { base, head, inexact: `the two have ${because}, so whatever differs between them counts` };
    }
    const merged = await mergedTree(store, base, head, mergeBase);
    if (merged === null) {
        return { base: mergeBase, head, inexact: "the two conflict, so the changes since they parted count" };
    }
    return { base, head: await commitOf(store, merged, [base, head]), inexact: null };
}
/** Null for a conflict. */
async function mergedTree(store, base, head, mergeBase) {
    const root = await commitOf(store, `${mergeBase}^{tree}`, []);
    const ours = await commitOf(store, `${base}^{tree}`, [root]);
    const theirs = await commitOf(store, `${head}^{tree}`, [root]);
    const words = ["merge-tree", "--write-tree", "--no-messages", ours, theirs];
    const run = store.hasRemote ? store.withRemote.bind(store) : store.local.bind(store);
    const { exitCode, stdout } = await run(words, { answers: [0, 1] });
    return exitCode === 0 ? idIn(stdout) : null;
}
const NOBODY = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.invalid"];
async function commitOf(store, tree, parents) {
    const words = parents.flatMap((parent) => ["-p", parent]);
    const { stdout } = await store.local([...NOBODY, "commit-tree", tree, ...words], {
        input: "A merge to look at\n",
    });
    return idIn(stdout);
}
const BASE = "refs/targets/base";
const HEAD = "refs/targets/head";
/** The event names both, and the second contains the first. */
const givenPair = async ({ question: { wanted }, store }) => {
    if (wanted.kind !== "pair")
        return "no two commits are given";
    const { base, head } = wanted;
    const isHere = async (commit) => (await parentsOf(store, commit)) !== null;
    if (!(await isHere(base)) || !(await isHere(head)))
        await store.fetch([...COMMIT_ALONE, "origin", base, head]);
    return { base, head, how: "The event names both commits." };
};
/** Both are in the checkout, with their history. */
const namedInCheckout = async (search) => {
    const { wanted, signal } = search.question;
    const { checkout, store } = search;
    if (wanted.kind !== "named")
        return "no revisions are named";
    if (checkout === null)
        return "there is no checkout";
    const base = await commitNamed(checkout, wanted.base, signal);
    const head = await commitNamed(checkout, wanted.head, signal);
    if (base === null || head === null)
        return `the checkout has no ${base === null ? "base" : "head"} of that name`;
    const parents = (await parentsOf(store, head)) ?? [];
    // Also where the checkout does not go back any further.
    if (parents.includes(base))
        return { base, head, how: "The head contains the base." };
    const bases = await mergeBases(store, base, head);
    return told(await mergeLocally(store, base, head, bases), bases.includes(base));
};
/** The history is fetched without any tree, then the trees of the commits that matter. */
const fetchedHistory = async (search) => {
    const specs = await fetchSpecs(search);
    if (typeof specs === "string")
        return specs;
    const { store } = search;
    const history = await store.another();
    try {
        await history.fetch(["--filter=tree:0", "origin", `+${specs.base}:${BASE}`, `+${specs.head}:${HEAD}`]);
        const base = await commitAt(history, BASE);
        const head = await commitAt(history, HEAD);
        if (specs.mustBe !== null && head !== specs.mustBe)
            return "the pull request has another head by now";
        const bases = await mergeBases(history, base, head);
        await store.fetch([...COMMIT_ALONE, "origin", ...new Set([base, head, ...bases])]);
        return told(await mergeLocally(store, base, head, bases), bases.includes(base));
    }
    finally {
        await history.remove();
    }
};
async function fetchSpecs({ question: { wanted, signal }, checkout }) {
    if (wanted.kind === "pair")
        return "the two commits are no branches";
    if (wanted.kind === "pullRequest") {
        const { baseBranch, headSha, number } = wanted;
        if (baseBranch === null)
            return "the base branch of the pull request is not known";
        return { base: `refs/heads/${baseBranch}`, head: `refs/pull/${number}/head`, mustBe: headSha };
    }
    const idOf = async (revision) => checkout === null ? null : commitNamed(checkout, revision, signal);
    const base = (await idOf(wanted.base)) ?? branchRef(wanted.base);
    const head = (await idOf(wanted.head)) ?? branchRef(wanted.head);
    return { base, head, mustBe: null };
}
/** As the remote calls it; an id stays one. */
function branchRef(name) {
    if (/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(name))
        return name;
    if (name.startsWith("refs/heads/"))
        return name;
    const branch = name.replace(/^(?:refs\/remotes\/)?origin\//, "");
    if (!/^[^\s:+^~?*[\\-][^\s:+^~?*[\\]*$/.test(branch))
        throw new run_git/* GitFailure */.Xi("a revision is no branch of the remote");
    return `refs/heads/${branch}`;
}
async function mergeBases(store, base, head) {
    const { stdout } = await store.local(["merge-base", "--all", base, head], { answers: [0, 1] });
    return stdout
        .toString("latin1")
        .split("\n")
        .filter((line) => line !== "");
}
function told({ base, head, inexact }, isContained) {
    const merged = isContained ? "The head contains the base." : "The two were merged to see what changes.";
    return { base, head, how: inexact === null ? merged : `Not exact: ${inexact}.` };
}

;// CONCATENATED MODULE: ./src/targets/revisions/find-revisions.ts
/**
 * START HERE for revisions: which two trees a change is between. The exact pair is a merge of the pull request and its
 * parent on the target branch; the ways to it are tried in order, cheapest first. Nothing is written to the checkout.
 */







const WAYS = {
    pullRequest: [...[mergeInCheckout, mergeById, mergeRef].map(ontoTargetBranch), fetchedHistory],
    pair: [givenPair],
    named: [namedInCheckout, fetchedHistory],
};
/** Whoever gets a store removes it. Never throws for what git says: then nothing is found, and why is told. */
async function findRevisions(question) {
    const { checkout: folder, remote, signal } = question;
    try {
        const checkout = folder === null ? null : await findCheckout(folder, signal);
        const format = formatOf(question, checkout?.format);
        const store = await object_store/* ObjectStore */.L.create({ objects: checkout?.objects ?? null, format, remote, signal });
        return await removedUnlessFound(store, firstThatWorks({ question, checkout, store }));
    }
    catch (error) {
        if (!(error instanceof run_git/* GitFailure */.Xi))
            throw error;
        return { kind: "notFound", because: error.message };
    }
}
async function removedUnlessFound(store, search) {
    let isKept = false;
    try {
        const found = await search;
        isKept = found.kind === "found";
        return found;
    }
    finally {
        if (!isKept)
            await store.remove();
    }
}
function formatOf({ wanted }, format) {
    const isLong = wanted.kind === "pullRequest" ? wanted.headSha.length === 64 : wanted.head.length === 64;
    return format ?? (isLong ? "sha256" : "sha1");
}
async function firstThatWorks(search) {
    const complaints = new Set();
    const tries = WAYS[search.question.wanted.kind].map((way) => async () => {
        const pair = await way(search);
        return typeof pair === "string" ? pair : read(search, pair);
    });
    for (const attempt of [...tries, () => listedByForge(search)]) {
        try {
            const revisions = await attempt();
            if (typeof revisions !== "string")
                return { kind: "found", revisions, store: search.store };
            complaints.add(revisions);
        }
        catch (error) {
            if (!(error instanceof run_git/* GitFailure */.Xi))
                throw error;
            complaints.add(error.message);
        }
    }
    return { kind: "notFound", because: [...complaints].join("; ") };
}
/** A tree that is there in parts only shows itself here, and the next way is tried. */
async function read({ store }, { base, head, how }) {
    return { ...(await compareTrees(store, base, head)), how };
}

// EXTERNAL MODULE: ./src/targets/rules/global-inputs.ts
var global_inputs = __webpack_require__(5669);
// EXTERNAL MODULE: ./src/targets/tree.ts
var tree = __webpack_require__(6596);
;// CONCATENATED MODULE: ./src/targets/compute-targets.ts
/**
 * START HERE for impacted targets: from two trees to the list, or to the one thing that makes everything impacted.
 * Whatever cannot be known counts as everything, and an empty list is never the answer.
 */











/** Stands in the list of a change that touches no target: services differ in what an empty list means. */
const NO_TARGET = "merge-queue:no-target";
/** No common system can check out a longer one, and each pattern takes time in proportion to it. */
const LONGEST_PATH = 4_096;
/** The hint for whatever the deadline has stopped, git included. */
const MORE_TIME = "Raise targets-timeout.";
/** Throws `SourceError` for a wish that somebody has to change; whatever else goes wrong is part of the answer. */
async function computeTargets(request) {
    try {
        return await computed(request);
    }
    catch (error) {
        if (error instanceof targets_source/* SourceError */.c)
            throw error;
        return compute_targets_everything({ subject: "the computation", rule: `it failed: ${(0,thrown/* errorText */.kc)(error)}`, hint: null });
    }
}
async function computed(request) {
    const { choices, question, readFile } = request;
    const named = choices === "auto" ? null : await loadSources(choices, readFile);
    for (const source of named ?? [])
        refuseWhereObjected(source, request);
    const found = await findRevisions(question);
    if (found.kind === "notFound")
        return compute_targets_everything(notFound(found.because, question.signal));
    const { revisions, store } = found;
    const told = { notes: [revisions.how], warnings: [] };
    try {
        const answer = await answerFor(revisions, named, request, told);
        const compared = { base: revisions.base.commit, head: revisions.head.commit };
        return { answer, compared, ...told };
    }
    finally {
        await store.remove();
    }
}
function refuseWhereObjected(source, { objection }) {
    const because = objection(source);
    if (because !== null)
        throw new targets_source/* SourceError */.c(because);
}
function compute_targets_everything(cause) {
    return { answer: { kind: "all", cause }, compared: null, notes: [], warnings: [] };
}
function notFound(because, signal) {
    const hint = signal.aborted
        ? MORE_TIME
        : "Check out the merge of the pull request with fetch-depth: 2, or let git fetch it: github-token, permission contents: read.";
    return { subject: "the two revisions", rule: `they could not be found: ${because}`, hint };
}
async function answerFor(revisions, named, request, told) {
    try {
        const read = await rulesOfTrees(revisions);
        if (read.kind === "all")
            return read;
        const long = revisions.changed.find(({ path }) => path.length > LONGEST_PATH);
        if (long !== undefined)
            return { kind: "all", cause: tooLong(long) };
        const changed = revisions.changed.filter(({ path }) => !read.rules.isIgnored(path));
        const everywhere = mappingChanged(revisions.changed, named) ?? touchesEverything(changed, read.rules);
        if (everywhere !== null)
            return { kind: "all", cause: everywhere };
        if (changed.length === 0)
            return nothing(revisions.changed[0]);
        const sources = named ?? (await detected(revisions, request, told));
        if ("rule" in sources)
            return { kind: "all", cause: sources };
        const { checkout, signal } = request.question;
        const context = { base: revisions.base, head: revisions.head, changed, checkout, signal };
        return await askSources(sources, context, read.rules, told);
    }
    catch (error) {
        const cause = failureCause(error, request.question.signal);
        if (cause === null)
            throw error;
        return { kind: "all", cause };
    }
}
function tooLong({ path }) {
    const rule = `its path has ${path.length} characters, and ${LONGEST_PATH} are looked at`;
    return { subject: `${path.slice(0, 100)}…`, rule, hint: "Give the file a shorter path." };
}
/** Null for what is a mistake of ours. */
function failureCause(error, signal) {
    const hint = signal.aborted ? MORE_TIME : null;
    if (error instanceof run_git/* GitFailure */.Xi)
        return { subject: "git", rule: error.message, hint };
    if (hint === null)
        return null;
    return { subject: "the deadline", rule: "it passed before the targets were known", hint };
}
function nothing(ignored) {
    const cause = ignored === undefined
        ? { kind: "named", by: "the rule that no list is empty" }
        : { kind: "file", path: ignored.path };
    return { kind: "targets", targets: new Map([[NO_TARGET, cause]]) };
}
function touchesEverything(changed, rules) {
    for (const { path } of changed) {
        const rule = rules.isNotGlobal(path) ? null : (0,global_inputs/* alwaysGlobal */.R)(path);
        if (rule === null)
            continue;
        const hint = "Where it does not, name it under not-global in .github/merge-queue.yml.";
        return { subject: path, rule, hint };
    }
    return null;
}
/** Also when a rule would ignore it: it decides what the targets are. */
function mappingChanged(changed, named) {
    const given = named?.flatMap(({ decidingFiles }) => decidingFiles ?? []) ?? [USUAL_MAPPING];
    const deciding = given.map((path) => (0,tree/* repositoryPath */.S)(path));
    // A file may be named from the top of the machine, or from the folder that the checkout lies in.
    const mapping = changed.find(({ path }) => deciding.some((one) => `/${one}`.endsWith(`/${path}`)));
    if (mapping === undefined)
        return null;
    const hint = "Change it in a pull request of its own.";
    return { subject: mapping.path, rule: "the targets are read from it, and it has changed", hint };
}
async function detected({ base, head }, request, told) {
    const found = await detectSource(base, head, request.readFile);
    if (found.kind === "all")
        return found.cause;
    refuseWhereObjected(found.source, request);
    told.notes.push(found.note);
    return [found.source];
}
async function askSources(sources, context, rules, told) {
    const answered = [];
    for (const source of sources) {
        const answer = await source.answer(context);
        if (answer.kind === "all")
            return answer;
        told.warnings.push(...(answer.warnings ?? []));
        answered.push({ source, answer, context });
    }
    const unowned = context.changed.filter(({ path }) => !answered.some(({ answer }) => answer.owned.has(path)));
    if (unowned[0] !== undefined)
        return { kind: "all", cause: unownedCause(unowned[0], unowned.length - 1) };
    const names = namespacesOf(answered);
    const targets = combinedTargets(answered, names);
    const cause = await followExtraEdges(targets, rules.extraEdges, names);
    if (cause !== null)
        return { kind: "all", cause };
    told.warnings.push(...(await misspeltTargets(rules.extraEdges, names)));
    return targets.size === 0 ? nothing(context.changed[0]) : { kind: "targets", targets };
}
function unownedCause({ path }, others) {
    const more = others === 0 ? "" : `, as with ${others} more of the changed files`;
    const rule = (0,global_inputs/* globalUnlessOwned */.B)(path) ?? "no target owns it";
    const hint = "Let a target own it, or name it under ignore in .github/merge-queue.yml when it touches none.";
    return { subject: path, rule: `${rule}${more}`, hint };
}
/** Both trees' rules are read: where they differ, neither can be trusted for this change. */
async function rulesOfTrees({ base, head, changed }) {
    try {
        const before = await rulesOf(base);
        await rulesOf(head);
        const isChanged = changed.some(({ path }) => path === RULES_FILE || path === OTHER_SPELLING);
        if (!isChanged)
            return { kind: "rules", rules: before };
        return compute_targets_all("the rules themselves have changed", "Change the rules in a pull request of their own.");
    }
    catch (error) {
        if (!(error instanceof RulesError))
            throw error;
        return compute_targets_all(`it cannot be used: ${error.message}`, "Correct the file: it may hold ignore, not-global and extra-edges.");
    }
}
async function rulesOf(tree) {
    const entry = (await tree.entries()).get(RULES_FILE);
    if ((await tree.entries()).has(OTHER_SPELLING)) {
        throw new RulesError(`it is called ${RULES_FILE}, and not ${OTHER_SPELLING}`);
    }
    if (entry === undefined)
        return NO_RULES;
    const bytes = (await tree.read([RULES_FILE])).get(RULES_FILE);
    if (bytes === undefined)
        throw new RulesError("it is no ordinary file");
    return readRules(bytes);
}
function compute_targets_all(rule, hint) {
    return { kind: "all", cause: { subject: RULES_FILE, rule, hint } };
}

// EXTERNAL MODULE: ./src/action/workspace-files.ts
var workspace_files = __webpack_require__(7829);
;// CONCATENATED MODULE: ./src/action/computing/computing-thread.ts
/** The thread that computes impacted targets: it may be busy for as long as its input wants, and be ended at any instant. */







const FROM = "impacted-targets-from";
async function computeForStep() {
    if (external_node_worker_threads_.parentPort === null)
        throw new Error("this is no thread of a step");
    const stop = new AbortController();
    const programs = new ProgramsElsewhere(external_node_worker_threads_.parentPort);
    (0,run_program/* startProgramsThrough */.$O)((call) => programs.run(call));
    const port = external_node_worker_threads_.parentPort;
    const task = await new Promise((resolve) => {
        port.on("message", (message) => {
            if (message.kind === "compute")
                resolve(message.task);
            else if (message.kind === "stop")
                stop.abort();
            else
                programs.ended(message.id, message.end);
        });
    });
    port.postMessage((await endOf(task, stop.signal)));
    port.close();
}
async function endOf(task, signal) {
    const { choices, wanted, checkout, remote, forgeApi, secretsHere } = task;
    const files = new workspace_files/* WorkspaceFiles */.b$((name) => task.reach[name] ?? "");
    const listFiles = async (number, headSha) => {
        const { listChangedFiles } = await __webpack_require__.e(/* import() */ 39).then(__webpack_require__.bind(__webpack_require__, 5039));
        return listChangedFiles({ ...forgeApi, signal }, number, headSha);
    };
    try {
        const computed = await computeTargets({
            choices,
            question: { wanted, checkout, remote, listFiles, signal },
            readFile: (path) => files.read(FROM, path, signal),
            objection: (source) => objectionTo(source, secretsHere),
        });
        return { kind: "computed", computed };
    }
    catch (error) {
        if (!(error instanceof targets_source/* SourceError */.c))
            throw error;
        const { cause } = error;
        return {
            kind: "wrongInput",
            complaint: cause instanceof input_error/* InputError */.d ? cause.complaint : `${error.message}.`,
        };
    }
}
/** Programs that the step's own thread runs for this one. */
class ProgramsElsewhere {
    #port;
    #waiting = new Map();
    #last = 0;
    constructor(port) {
        this.#port = port;
    }
    async run({ signal, ...call }) {
        if (signal.aborted)
            return { kind: "stopped", because: "there was no time left for it" };
        this.#last += 1;
        const id = this.#last;
        const stop = () => this.#port.postMessage({ kind: "stopProgram", id });
        signal.addEventListener("abort", stop, { once: true });
        try {
            return await new Promise((resolve) => {
                this.#waiting.set(id, resolve);
                this.#port.postMessage({ kind: "runProgram", id, call });
            });
        }
        finally {
            signal.removeEventListener("abort", stop);
        }
    }
    ended(id, end) {
        this.#waiting.get(id)?.(end.kind === "exited" ? { ...end, stdout: Buffer.from(end.stdout) } : end);
        this.#waiting.delete(id);
    }
}

;// CONCATENATED MODULE: ./src/action/computed-targets.ts
/** Computes impacted targets for a step, from its inputs and its workflow run. Loaded only by steps that compute. */







/** The thread's part, in one file of the bundle with the step's: they share most of what they need. */

const computed_targets_FROM = "impacted-targets-from";
const SHARE_OF_TIMEOUT = 0.8;
const LONGEST_GRACE_MS = 1_000;
const SHARE_OF_GRACE = 0.1;
/** Throws `InputError`. Whatever else goes wrong makes everything count as impacted. */
async function targetsOfStep(given) {
    const { inputs, run, signal } = given;
    const choices = readSourceChoices(inputs.required(computed_targets_FROM));
    if (!choices.ok)
        throw new input_error/* InputError */.d(computed_targets_FROM, `expected ${choices.expected}.`);
    const stacked = otherBase(given);
    if (stacked !== null)
        return { answer: { kind: "all", cause: stacked }, compared: null, notes: [], warnings: [] };
    const deadline = deadlineMs(inputs);
    const remote = (0,forge_base/* forgeRemote */.k)(given);
    const task = {
        choices: choices.choices,
        wanted: wantedBy(given),
        checkout: checkoutFolder(run.workspace || process.cwd(), inputs.value("checkout-path") ?? ""),
        remote,
        forgeApi: { url: run.forgeApiUrl, token: remote.token, repository: given.repository() },
        reach: given.files.reach,
        secretsHere: secretsHere(inputs, run),
    };
    const stop = AbortSignal.any([signal, (0,client_deadline/* timeLimit */.z)(deadline)]);
    const graceMs = Math.min(LONGEST_GRACE_MS, deadline * SHARE_OF_GRACE);
    const end = await computeInThread(task, { stop, graceMs, signal });
    if (end.kind === "computed")
        return end.computed;
    throw new input_error/* InputError */.d(computed_targets_FROM, end.complaint);
}
/** Any folder of the checkout, from the workspace on. */
function checkoutFolder(workspace, given, system = (external_node_path_default())) {
    return system.resolve(workspace, given);
}
/** Of a deadline for the whole step something is left for the upload. */
function deadlineMs(inputs) {
    const timeoutMs = inputs.value("timeout") ?? Number.POSITIVE_INFINITY;
    return Math.ceil(Math.min(inputs.required("targets-timeout"), timeoutMs * SHARE_OF_TIMEOUT));
}
/** The forge merges a stacked pull request into the one below it, which tells nothing of the queue's branch. */
function otherBase(given) {
    const { targetBranch } = given.queue();
    const baseBranch = given.baseBranch();
    if (baseBranch === null || baseBranch === targetBranch)
        return null;
    const rule = `the pull request is to be merged into ${baseBranch}, and the queue protects ${targetBranch}`;
    return {
        subject: "the base branch",
        rule,
        hint: "Compute the targets again once its base is the queue's branch.",
    };
}
function wantedBy(given) {
    const { run } = given;
    if (run.mergeGroup !== null)
        return { kind: "pair", ...run.mergeGroup };
    const { pr, targetBranch } = given.pullRequest();
    return {
        kind: "pullRequest",
        number: pr.number,
        headSha: given.headSha(),
        baseBranch: targetBranch,
        mustCheckBase: given.baseBranch() === null || run.mayHaveOldMerge,
        workflowSha: /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(run.sha) ? run.sha : null,
    };
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


/***/ }),

/***/ 1533:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Iz: () => (/* binding */ YamlError),
/* harmony export */   hN: () => (/* binding */ parseYaml),
/* harmony export */   v: () => (/* binding */ parseYamlDocuments)
/* harmony export */ });
/* harmony import */ var yaml__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8815);
/* harmony import */ var _domain_thrown_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9808);
/** YAML as plain values: the only file of this room that knows the library. Anchors work, and cannot be made to explode. */


/** Aliases of aliases grow without end in a few lines. */
const MOST_ALIASES = 1_000;
class YamlError extends Error {
    name = "YamlError";
    /** As a clause that holds none of the file's own words. */
    problem;
    constructor(message, problem = "it is not readable as YAML", options) {
        super(message, options);
        this.problem = problem;
    }
}
/** The only document. Throws `YamlError` where there are several: reading the first alone would miss the others. */
function parseYaml(text) {
    const documents = parseYamlDocuments(text);
    if (documents.length <= 1)
        return documents[0] ?? null;
    const problem = `it holds ${documents.length} YAML documents, and one is expected`;
    throw new YamlError(problem, problem);
}
/** Throws `YamlError` with a line number for what is no YAML, and for a key that is there twice. */
function parseYamlDocuments(text) {
    // The library compares each key with all before it, which takes seconds for a large lock file.
    const documents = (0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .parseAllDocuments */ .hR)(text, { logLevel: "silent", uniqueKeys: false });
    return Array.isArray(documents) ? documents.map((document) => valueOf(document, text)) : [];
}
function valueOf(document, text) {
    const [problem] = document.errors;
    if (problem !== undefined)
        throw new YamlError(problem.message.split("\n")[0] ?? "it is no YAML");
    const repeated = firstRepeatedKey(document);
    if (repeated !== null) {
        throw new YamlError(`a key is there twice at line ${text.slice(0, repeated).split("\n").length}`);
    }
    try {
        const value = document.toJS({ maxAliasCount: MOST_ALIASES });
        return value;
    }
    catch (error) {
        throw new YamlError((0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_1__/* .errorText */ .kc)(error), undefined, { cause: error });
    }
}
/** Where in the text it stands. */
function firstRepeatedKey(document) {
    let place = null;
    (0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .visit */ .YR)(document, {
        Map: (_key, { items }) => {
            const keys = new Set();
            for (const { key } of items) {
                const value = (0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .isScalar */ .jn)(key) ? key.value : key;
                if (keys.has(value))
                    place = (0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .isScalar */ .jn)(key) ? (key.range?.[0] ?? 0) : 0;
                keys.add(value);
            }
            return place === null ? undefined : yaml__WEBPACK_IMPORTED_MODULE_0__/* .visit */ .YR.BREAK;
        },
    });
    return place;
}


/***/ }),

/***/ 9255:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  JM: () => (/* binding */ PatternError),
  Eb: () => (/* binding */ compilePattern),
  Yo: () => (/* binding */ compileToolPattern)
});

// EXTERNAL MODULE: ./node_modules/picomatch/index.js
var picomatch = __webpack_require__(4006);
var picomatch_default = /*#__PURE__*/__webpack_require__.n(picomatch);
// EXTERNAL MODULE: ./src/domain/thrown.ts
var thrown = __webpack_require__(9808);
;// CONCATENATED MODULE: ./src/targets/patterns/parse-expression.ts
/**
 * Reads the source of a regular expression into a tree: what the glob library writes, which is a part of the language
 * without references back and without looking behind.
 */
/** The message is a clause about the pattern: `refers back to a group`. */
class UnsupportedExpression extends Error {
    name = "UnsupportedExpression";
}
/** Each level takes a few frames of the call stack. */
const DEEPEST = 500;
const QUANTIFIER = /([*+?]|\{(\d{1,3})(,(\d{0,3}))?\})\??/y;
const GROUP = /\((?:\?(?:([:=!])|(.?)))?/y;
const ESCAPE = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|c[A-Za-z]|[^])/y;
const CLASS = /\[(?:[^\]\\]|\\[^])*\]/y;
/** `source` is what `RegExp` has accepted without the flags `u` and `v`. Throws `UnsupportedExpression`. */
function parseExpression(source) {
    return new Parser(source).whole();
}
class Parser {
    #source;
    #at = 0;
    #depth = 0;
    constructor(source) {
        this.#source = source;
    }
    whole() {
        return this.#choice();
    }
    #choice() {
        const options = [this.#sequence()];
        while (this.#source[this.#at] === "|") {
            this.#at += 1;
            options.push(this.#sequence());
        }
        return options.length === 1 && options[0] !== undefined ? options[0] : { kind: "choice", options };
    }
    #sequence() {
        const parts = [];
        for (let next = this.#source[this.#at]; next !== undefined; next = this.#source[this.#at]) {
            if (next === "|" || next === ")")
                break;
            parts.push(this.#quantified(this.#atom(next)));
        }
        return { kind: "sequence", parts };
    }
    /** Whether it prefers few or many does not matter to a yes or no. */
    #quantified(part) {
        if (!"*+?{".includes(this.#source[this.#at] ?? "end"))
            return part;
        const found = this.#take(QUANTIFIER);
        if (found === null)
            return part;
        const [, sign, least = "", range, most = ""] = found;
        if (sign === "*")
            return { kind: "repeat", part, least: 0, most: Number.POSITIVE_INFINITY };
        if (sign === "+")
            return { kind: "repeat", part, least: 1, most: Number.POSITIVE_INFINITY };
        if (sign === "?")
            return { kind: "repeat", part, least: 0, most: 1 };
        if (range === undefined)
            return { kind: "repeat", part, least: Number(least), most: Number(least) };
        const limit = most === "" ? Number.POSITIVE_INFINITY : Number(most);
        return { kind: "repeat", part, least: Number(least), most: limit };
    }
    #atom(character) {
        if (character === "(")
            return this.#group();
        if (character === "[")
            return { kind: "character", atom: this.#required(CLASS) };
        if (character === "\\")
            return { kind: "character", atom: this.#escape() };
        this.#at += 1;
        if (character === "^")
            return { kind: "start" };
        if (character === "$")
            return { kind: "end" };
        if (character === ".")
            return { kind: "character", atom: character };
        return { kind: "character", atom: "{}]".includes(character) ? `\\${character}` : character };
    }
    #group() {
        const [, sign, other] = this.#take(GROUP) ?? [];
        if (other !== undefined)
            throw new UnsupportedExpression("looks behind, or gives a group a name");
        this.#depth += 1;
        if (this.#depth > DEEPEST)
            throw new UnsupportedExpression(`has more than ${DEEPEST} groups in one another`);
        const part = this.#choice();
        this.#depth -= 1;
        this.#at += 1;
        return sign === "=" || sign === "!" ? { kind: "lookahead", part, isNegated: sign === "!" } : part;
    }
    #escape() {
        const escape = this.#required(ESCAPE);
        if (/^\\[1-9k]/.test(escape))
            throw new UnsupportedExpression("refers back to a group");
        if (/^\\[bB]/.test(escape))
            throw new UnsupportedExpression(`has ${escape}, which asks for the border of a word`);
        return escape;
    }
    #required(what) {
        const found = this.#take(what);
        if (found === null)
            throw new UnsupportedExpression("is written in a way that is not understood");
        return found[0];
    }
    #take(what) {
        what.lastIndex = this.#at;
        const found = what.exec(this.#source);
        if (found !== null)
            this.#at = what.lastIndex;
        return found;
    }
}

;// CONCATENATED MODULE: ./src/targets/patterns/program.ts
/** A tree of an expression as a program: numbered nodes, each of which leads on to others. */

/** Keeps the longest pattern, and what its ranges repeat, within some milliseconds for each path. */
const MOST_NODES = 50_000;
const SLASH = 0x2f;
/** Throws `UnsupportedExpression` for a program that would be too large. */
function programOf(expression) {
    const writer = new ProgramWriter();
    writer.section(expression);
    return writer;
}
class ProgramWriter {
    nodes = [];
    sections = [];
    #members = [];
    /** Its number. */
    section(expression) {
        const outer = this.#members;
        this.#members = [];
        const accept = this.#add({ kind: "accept" });
        const entry = this.#write(expression, accept);
        this.sections.push({ entry, accept, nodes: this.#members });
        this.#members = outer;
        return this.sections.length - 1;
    }
    /** From the end to the beginning: where a part leads is written before it. Returns where it begins. */
    #write(expression, next) {
        switch (expression.kind) {
            case "character":
                return this.#add({ kind: "character", accepts: characterTest(expression.atom), next });
            case "start":
            case "end":
                return this.#add({ kind: expression.kind, next });
            case "sequence":
                return expression.parts.reduceRight((after, part) => this.#write(part, after), next);
            case "choice":
                return this.#add({
                    kind: "fork",
                    next: expression.options.map((option) => this.#write(option, next)),
                });
            case "lookahead":
                return this.#add({
                    kind: "lookahead",
                    section: this.section(expression.part),
                    isNegated: expression.isNegated,
                    next,
                });
            case "repeat":
                return this.#repeat(expression, next);
        }
    }
    #repeat({ part, least, most }, next) {
        let entry = next;
        let required = least;
        if (most === Number.POSITIVE_INFINITY) {
            const ways = [next];
            entry = this.#add({ kind: "fork", next: ways });
            const again = this.#write(part, entry);
            ways.push(again);
            // The loop itself is the last of those that have to be there.
            if (required > 0)
                entry = again;
            required = Math.max(required - 1, 0);
        }
        else {
            for (let count = least; count < most; count += 1) {
                entry = this.#add({ kind: "fork", next: [next, this.#write(part, entry)] });
            }
        }
        for (let count = 0; count < required; count += 1)
            entry = this.#write(part, entry);
        return entry;
    }
    #add(node) {
        if (this.nodes.length >= MOST_NODES)
            throw new UnsupportedExpression("stands for too much text");
        this.#members.push(this.nodes.length);
        return this.nodes.push(node) - 1;
    }
}
/** By atom: programs consist of few different ones. */
const tests = new Map();
const MOST_TESTS = 10_000;
function characterTest(atom) {
    const known = tests.get(atom);
    if (known !== undefined)
        return known;
    const test = newTest(atom);
    if (tests.size >= MOST_TESTS)
        tests.clear();
    tests.set(atom, test);
    return test;
}
/** One character against one atom: here a regular expression has nothing to try twice. */
function newTest(atom) {
    if (atom === ".")
        return () => true;
    if (atom === "[^/]")
        return (code) => code !== SLASH;
    if (/^\\?[^\w\\[]$/.test(atom) || /^\w$/.test(atom)) {
        const expected = atom.charCodeAt(atom.length - 1);
        return (code) => code === expected;
    }
    const expression = new RegExp(`^(?:${atom})$`, "s");
    return (code) => expression.test(String.fromCharCode(code));
}

;// CONCATENATED MODULE: ./src/targets/patterns/linear-matcher.ts
/**
 * Whether a text matches a regular expression, in time that grows with the one and with the other and never with a power
 * of them. The text is read once, from its end to its beginning: so what a lookahead asks of a place is known when the
 * places in front of it are looked at. Seen sets of nodes are kept, so that usual paths cost one step per character.
 */


/** Estimates of what a node, a place and a step between places take; very many patterns share the room below. */
const [NODE_BYTES, PLACE_BYTES, STEP_BYTES] = [150, 700, 40];
const MOST_BYTES_OF_ONE = 1024 * 1024;
const MOST_BYTES = 64 * 1024 * 1024;
/** Before that nothing is kept: many patterns are asked about a few paths only. */
const TEXTS_UNTIL_KEPT = 4;
/** Throws `UnsupportedExpression`. Flags: none but `s`. */
function linearMatcher({ source }) {
    parseExpression(source);
    let matcher = null;
    const forget = () => {
        matcher = null;
    };
    return (text) => {
        // Of many patterns most are never asked: they are checked, and take no room.
        matcher ??= new LinearMatcher(programOf(asWholeText(parseExpression(source))));
        const isMatch = matcher.matches(text);
        ROOM.give(forget, matcher.takeNewBytes());
        return isMatch;
    };
}
/**
 * `RegExp` finds a match anywhere in a text. The library anchors what it writes at both ends, but for patterns with
 * parentheses that are not closed: their `|` divides the whole expression, anchors included.
 */
function asWholeText(expression) {
    const parts = expression.kind === "sequence" ? expression.parts : [];
    if (parts[0]?.kind === "start" && parts.at(-1)?.kind === "end")
        return expression;
    return { kind: "sequence", parts: [ANYTHING, expression, ANYTHING] };
}
const ANYTHING = {
    kind: "repeat",
    part: { kind: "character", atom: "." },
    least: 0,
    most: Number.POSITIVE_INFINITY,
};
/** What all matchers keep. When it is full, all forget, and find again what they need. */
const ROOM = {
    bytes: 0,
    holders: new Set(),
    give(forget, bytes) {
        if (bytes === 0)
            return;
        this.bytes += bytes;
        this.holders.add(forget);
        if (this.bytes <= MOST_BYTES)
            return;
        for (const holder of this.holders)
            holder();
        this.holders.clear();
        this.bytes = 0;
    },
};
class LinearMatcher {
    #program;
    #whole;
    /** The nodes that lead to a node without taking a character, by node. */
    #waysTo;
    #end;
    #ofEmptyText;
    #places = new Map();
    /** Since the places were forgotten, and since they were reported. */
    #bytes = 0;
    #newBytes;
    #texts = 0;
    constructor(program) {
        this.#program = program;
        const whole = program.sections.at(-1);
        if (whole === undefined)
            throw new Error("a program has a section");
        this.#whole = whole;
        this.#waysTo = waysTo(program.nodes);
        this.#newBytes = program.nodes.length * NODE_BYTES;
        const nothing = new Uint8Array(program.nodes.length);
        this.#end = this.#place(this.#leads(nothing, { code: -1, isStart: false, isEnd: true }));
        this.#ofEmptyText = this.#leads(nothing, { code: -1, isStart: true, isEnd: true })[whole.entry] === 1;
    }
    matches(text) {
        if (text === "")
            return this.#ofEmptyText;
        this.#texts += 1;
        if (this.#texts <= TEXTS_UNTIL_KEPT)
            return this.#matchesOnce(text);
        let place = this.#end;
        for (let index = text.length - 1; index > 0; index -= 1) {
            if (place.isDead)
                return false;
            place = this.#before(place, text.charCodeAt(index));
        }
        return !place.isDead && this.#matchesFirst(place, text.charCodeAt(0));
    }
    #matchesOnce(text) {
        let { leads } = this.#end;
        for (let index = text.length - 1; index >= 0; index -= 1) {
            if (this.#isDead(leads))
                return false;
            leads = this.#leads(leads, { code: text.charCodeAt(index), isStart: index === 0, isEnd: false });
        }
        return leads[this.#whole.entry] === 1;
    }
    /** About how much it keeps more than when it was last asked. */
    takeNewBytes() {
        const bytes = this.#newBytes;
        this.#newBytes = 0;
        return bytes;
    }
    #before(place, code) {
        const seen = place.before?.get(code);
        if (seen !== undefined)
            return seen;
        const found = this.#place(this.#leads(place.leads, { code, isStart: false, isEnd: false }));
        this.#count(STEP_BYTES);
        place.before ??= new Map();
        place.before.set(code, found);
        return found;
    }
    #matchesFirst(place, code) {
        const seen = place.first?.get(code);
        if (seen !== undefined)
            return seen;
        const leads = this.#leads(place.leads, { code, isStart: true, isEnd: false });
        const isMatch = leads[this.#whole.entry] === 1;
        this.#count(STEP_BYTES);
        place.first ??= new Map();
        place.first.set(code, isMatch);
        return isMatch;
    }
    #place(leads) {
        const key = Buffer.from(leads.buffer).toString("latin1");
        const seen = this.#places.get(key);
        if (seen !== undefined)
            return seen;
        const place = this.#newPlace(leads);
        this.#count(PLACE_BYTES + 2 * leads.length);
        this.#places.set(key, place);
        return place;
    }
    #newPlace(leads) {
        return { leads, isDead: this.#isDead(leads), before: null, first: null };
    }
    #isDead(leads) {
        return this.#whole.nodes.every((node) => leads[node] === 0);
    }
    #count(bytes) {
        this.#bytes += bytes;
        this.#newBytes += bytes;
        if (this.#bytes <= MOST_BYTES_OF_ONE)
            return;
        this.#bytes = 0;
        this.#places = new Map();
        this.#end.before = null;
        this.#end.first = null;
    }
    /** `behind` is what leads to a match from the place behind the character. */
    #leads(behind, at) {
        const { nodes, sections } = this.#program;
        const leads = new Uint8Array(nodes.length);
        const isOpen = (node) => {
            if (node.kind === "start")
                return at.isStart;
            if (node.kind === "end")
                return at.isEnd;
            if (node.kind !== "lookahead")
                return true;
            return (leads[sections[node.section]?.entry ?? 0] === 1) !== node.isNegated;
        };
        for (const section of sections) {
            // A whole text is matched up to its end, a lookahead only as far as it goes.
            const reached = section === this.#whole && !at.isEnd ? [] : [section.accept];
            for (const index of section.nodes) {
                const node = nodes[index];
                if (node?.kind === "character" && behind[node.next] === 1 && node.accepts(at.code))
                    reached.push(index);
            }
            for (const index of reached)
                leads[index] = 1;
            for (let index = reached.pop(); index !== undefined; index = reached.pop()) {
                for (const way of this.#waysTo[index] ?? []) {
                    const node = nodes[way];
                    if (leads[way] === 1 || node === undefined || !isOpen(node))
                        continue;
                    leads[way] = 1;
                    reached.push(way);
                }
            }
        }
        return leads;
    }
}
function waysTo(nodes) {
    const ways = nodes.map(() => []);
    nodes.forEach((node, index) => {
        if (node.kind === "accept" || node.kind === "character")
            return;
        for (const next of [node.next].flat())
            ways[next]?.push(index);
    });
    return ways;
}

;// CONCATENATED MODULE: ./src/targets/path-patterns.ts
/**
 * Patterns for paths, as dorny's filters have them. The only file that knows the glob library: dots are nothing special,
 * `*` stops at `/`, and matching is by whole paths from the root of the repository. The library reads the pattern; the
 * expression that it writes is never run, since it may try every place of a path.
 */



/** Keeps the time that one path can take within bounds. */
const LONGEST_PATTERN = 2_000;
/** One pattern as a question. Throws `PatternError` for one that cannot be meant. */
function compilePattern(pattern) {
    if (pattern.length > LONGEST_PATTERN)
        throw new PatternError(`has more than ${LONGEST_PATTERN} characters`);
    try {
        // The flag lets `**` match names with a line break, too.
        const matches = linearMatcher(picomatch_default().makeRe(pattern, { dot: true, nonegate: true, flags: "s" }));
        return (path) => path === pattern || matches(path);
    }
    catch (error) {
        throw new PatternError((0,thrown/* errorText */.kc)(error), { cause: error });
    }
}
/**
 * The same for a pattern that another tool reads with a matcher of its own. Throws `PatternError` also for what only
 * some matchers know, since they would disagree about which paths are meant.
 */
function compileToolPattern(pattern) {
    if (/[()|]|[\]}+]\+/.test(pattern)) {
        throw new PatternError("has groups in parentheses or repeats, which tools read differently");
    }
    return compilePattern(pattern);
}
class PatternError extends Error {
    name = "PatternError";
}


/***/ }),

/***/ 5669:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B: () => (/* binding */ globalUnlessOwned),
/* harmony export */   R: () => (/* binding */ alwaysGlobal)
/* harmony export */ });
/**
 * START HERE for what touches everything: files that decide how every target is built or tested. Those of the first
 * list always do; those of the second unless a source has worked out whom they touch.
 */
const ALWAYS = [
    {
        rule: "it is a CI workflow, and decides what is tested",
        paths: /^(?:\.github\/(?:workflows|actions)\/|\.circleci\/|\.buildkite\/|\.gitlab-ci\.yml$|\.gitlab\/ci\/|azure-pipelines\.ya?ml$|\.azure-pipelines\/|Jenkinsfile$|\.travis\.yml$|\.drone\.yml$|bitbucket-pipelines\.yml$|\.woodpecker\/|\.woodpecker\.yml$|\.forgejo\/workflows\/|\.gitea\/workflows\/)/,
    },
    { rule: "it decides which submodules there are", paths: /^\.gitmodules$/ },
    { rule: "it decides how files are checked out", paths: /^\.(?:gitattributes|lfsconfig)$/ },
    {
        rule: "it chooses the toolchain",
        paths: /^(?:\.nvmrc|\.node-version|\.tool-versions|\.?mise(?:\..+)?\.toml|\.config\/mise(?:\/config)?\.toml|rust-toolchain(?:\.toml)?|\.python-version|\.ruby-version|\.java-version|\.go-version|\.sdkmanrc|\.bazelversion|\.bazeliskrc|global\.json|\.terraform-version|flake\.nix|shell\.nix|default\.nix|\.devcontainer\/.*|\.prototools)$/,
    },
    {
        rule: "it configures the package manager",
        paths: /^(?:\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.c?js|\.yarn\/(?:releases|plugins|patches)\/.*|patches\/.*\.patch|bunfig\.toml|\.cargo\/config(?:\.toml)?|\.mvn\/.*|mvnw(?:\.cmd)?|gradlew(?:\.bat)?|gradle\.properties|settings\.gradle(?:\.kts)?|gradle\/(?:wrapper\/.*|libs\.versions\.toml|.*\.gradle(?:\.kts)?)|init\.gradle|pip\.conf)$/,
    },
    {
        rule: "it configures the build",
        paths: /^(?:nx\.json|turbo\.jsonc?|lerna\.json|rush\.json|common\/config\/.*|\.moon\/.*|\.bazelrc|\.bazelignore|WORKSPACE(?:\.bazel|\.bzlmod)?|MODULE\.bazel|REPO\.bazel|tools\/bazel|pants\.toml|\.buckconfig|BUCK|Makefile|makefile|GNUmakefile|[Jj]ustfile|Taskfile\.ya?ml|CMakeLists\.txt|Dockerfile|(?:docker-)?compose(?:\..+)?\.ya?ml|build\.gradle(?:\.kts)?|tsconfig(?:\..+)?\.json|jsconfig\.json|(?:babel|jest|vitest|vite|webpack|rollup|esbuild|playwright|cypress|karma|tailwind|postcss|metro|eslint|prettier)\.config\.[cm]?[jt]s|jest\.(?:preset|setup)\.[cm]?[jt]s|\.(?:babelrc|swcrc|eslintrc|mocharc|prettierrc|browserslistrc)(?:\.\w+)?|\.env(?:\..+)?|pytest\.ini|tox\.ini|setup\.cfg|conftest\.py|clippy\.toml|rustfmt\.toml)$/,
    },
];
const UNLESS_RESOLVED = [
    {
        rule: "it is a lockfile, and no source has worked out whom it touches",
        paths: /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|Cargo\.lock|go\.sum|go\.work\.sum|MODULE\.bazel\.lock|poetry\.lock|uv\.lock|pdm\.lock|Pipfile\.lock|composer\.lock|Gemfile\.lock|gradle\.lockfile|flake\.lock|mix\.lock|pubspec\.lock|Package\.resolved|Podfile\.lock|packages\.lock\.json)$/,
    },
    {
        rule: "it is the root of the build, and no source has worked out whom it touches",
        paths: /^(?:package\.json|pnpm-workspace\.yaml|Cargo\.toml|go\.mod|go\.work|pom\.xml|pyproject\.toml|requirements(?:[-.\w]*)\.txt|Gemfile|composer\.json|BUILD(?:\.bazel)?)$/,
    },
];
/** The rule that a change of the file falls under whatever the sources say; null when it is no such file. */
function alwaysGlobal(path) {
    return ruleIn(ALWAYS, path);
}
/** The same for a file that no source owns. */
function globalUnlessOwned(path) {
    return ruleIn(UNLESS_RESOLVED, path);
}
function ruleIn(rules, path) {
    return rules.find(({ paths }) => paths.test(path))?.rule ?? null;
}


/***/ }),

/***/ 6596:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   S: () => (/* binding */ repositoryPath)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_0__);
/** One tree of a repository, read from git's objects: no checkout, no install. */

/** `system` is the one that the path was written for. A drive in front is kept. */
function repositoryPath(written, system = (node_path__WEBPACK_IMPORTED_MODULE_0___default())) {
    return node_path__WEBPACK_IMPORTED_MODULE_0__.posix.normalize(written.split(system.sep).join(node_path__WEBPACK_IMPORTED_MODULE_0__.posix.sep));
}


/***/ })

};
