export const id = 612;
export const ids = [612];
export const modules = {

/***/ 3231:
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
// EXTERNAL MODULE: ./src/targets/rules/inert-files.ts
var inert_files = __webpack_require__(9352);
;// CONCATENATED MODULE: ./src/targets/rules/rules-file.ts
/**
 * `.github/merge-queue.yml`: facts about the repository's targets that no tool can detect. The file of the target
 * branch counts, so that a pull request cannot exempt itself.
 */



const RULES_FILE = ".github/merge-queue.yml";
/** A file with this spelling would never be read, and its author would not notice. */
const OTHER_SPELLING = ".github/merge-queue.yaml";
class RulesError extends Error {
    name = "RulesError";
}
const NO_RULES = {
    isIgnored: () => false,
    isGlobal: () => false,
    isNotGlobal: () => false,
    extraEdges: [],
    inert: new Set(inert_files/* INERT_RULE_NAMES */.FY),
};
const RULE_KEYS = ["ignore", "ignore-defaults", "global", "not-global", "extra-edges"];
const EDGE_KEYS = ["target", "depends-on"];
/** After `loadYaml`. Throws `RulesError` with one clause about the problem. */
function readRules(bytes) {
    const value = parsed(bytes);
    if (value === null || value === undefined)
        return NO_RULES;
    const keys = mapping(value, "the file", RULE_KEYS);
    return {
        isIgnored: anyPattern(keys.get("ignore"), "ignore"),
        isGlobal: anyPattern(keys.get("global"), "global"),
        isNotGlobal: anyPattern(keys.get("not-global"), "not-global"),
        extraEdges: list(keys.get("extra-edges") ?? [], "extra-edges").map(extraEdge),
        inert: inertRules(keys.get("ignore-defaults")),
    };
}
/** Without the key all of them apply; `false` and an empty list switch all of them off. */
function inertRules(value) {
    if (value === undefined || value === null || value === true)
        return NO_RULES.inert;
    if (value === false)
        return new Set();
    return new Set(list(value, "ignore-defaults").map(inertRule));
}
function inertRule(value) {
    const name = rules_file_text(value, "an entry of ignore-defaults");
    if ((0,inert_files/* isInertRuleName */.aH)(name))
        return name;
    const meant = nearest(name, inert_files/* INERT_RULE_NAMES */.FY);
    const advice = meant === null ? `expected some of ${inert_files/* INERT_RULE_NAMES */.FY.join(", ")}` : `did you mean ${meant}?`;
    throw new RulesError(`ignore-defaults has the unknown entry ${JSON.stringify(name.slice(0, 80))}; ${advice}`);
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
        throw new RulesError(`${key}: the pattern ${JSON.stringify(given)} cannot exclude anything here; list what should match`);
    }
    if (given.startsWith("/")) {
        throw new RulesError(`${key}: the pattern ${JSON.stringify(given)} matches nothing; remove the first slash`);
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
        throw new RulesError(`${place} must be a mapping with the keys ${known.join(", ")}`);
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
    throw new RulesError(`${key} must be a list`);
}
function rules_file_text(value, place) {
    if (typeof value === "string" && value !== "")
        return value;
    throw new RulesError(`${place} must be a string`);
}
const MOST_EDITS = 3;
/** The most similar known word; null when none is similar enough. */
function nearest(word, known) {
    const ranked = known
        .map((candidate) => ({ candidate, edits: edits(word.toLowerCase(), candidate) }))
        .sort((one, other) => one.edits - other.edits);
    const [best] = ranked;
    return best !== undefined && best.edits <= Math.min(MOST_EDITS, best.candidate.length / 2)
        ? best.candidate
        : null;
}
/** The number of letters to add, remove or replace. */
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

;// CONCATENATED MODULE: ./src/targets/sources/sources.ts
function source(load) {
    return { argument: null, isForAuto: true, load };
}
/** The mapping of `paths` when the user names no other file. */
const USUAL_MAPPING = ".github/impacted-targets.yml";
const SOURCES = {
    paths: {
        argument: "file",
        isForAuto: true,
        load: async ({ argument }) => {
            const { pathsSource } = await __webpack_require__.e(/* import() */ 259).then(__webpack_require__.bind(__webpack_require__, 259));
            return pathsSource(argument ?? USUAL_MAPPING);
        },
    },
    bazel: source(async () => (await Promise.all(/* import() | tools */[__webpack_require__.e(744), __webpack_require__.e(508)]).then(__webpack_require__.bind(__webpack_require__, 8656))).bazelSource()),
    nx: source(async () => (await Promise.all(/* import() | tools */[__webpack_require__.e(744), __webpack_require__.e(508)]).then(__webpack_require__.bind(__webpack_require__, 261))).nx),
    moon: source(async () => (await Promise.all(/* import() | tools */[__webpack_require__.e(744), __webpack_require__.e(508)]).then(__webpack_require__.bind(__webpack_require__, 5569))).moon),
    rush: source(async () => (await Promise.all(/* import() | tools */[__webpack_require__.e(744), __webpack_require__.e(508)]).then(__webpack_require__.bind(__webpack_require__, 6997))).rush),
    workspaces: source(async () => (await __webpack_require__.e(/* import() */ 744).then(__webpack_require__.bind(__webpack_require__, 5744))).workspacesSource()),
    turbo: source(async () => (await Promise.all(/* import() | tools */[__webpack_require__.e(744), __webpack_require__.e(508)]).then(__webpack_require__.bind(__webpack_require__, 2615))).turbo),
    lerna: source(async () => (await Promise.all(/* import() | tools */[__webpack_require__.e(744), __webpack_require__.e(508)]).then(__webpack_require__.bind(__webpack_require__, 7049))).lerna),
    pnpm: source(async () => (await Promise.all(/* import() | tools */[__webpack_require__.e(744), __webpack_require__.e(508)]).then(__webpack_require__.bind(__webpack_require__, 9606))).pnpm),
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
/** Reads the choice of sources: `workspaces`, `paths=targets.yml`, several separated by commas, or `auto`. */


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
        return `a value after ${name}=`;
    return null;
}
/**
 * Workflow events whose jobs may run the code of the commits they concern. On a pull request GitHub keeps secrets from
 * forks, and merged or pushed commits are trusted. Any other event, known or future, may combine secrets with an
 * arbitrary commit.
 */
const SAFE_EVENTS = new Set(["pull_request", "merge_group", "push"]);
/** The empty name means that this is no workflow. */
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
// EXTERNAL MODULE: ./src/process/run-program.ts
var run_program = __webpack_require__(1621);
;// CONCATENATED MODULE: ./src/action/computing/compute-in-thread.ts
/**
 * Computes impacted targets in a separate thread. Untrusted input may keep that thread busy without end. This thread
 * measures the time, and at the deadline it answers that everything is impacted.
 */







const DEADLINE = {
    subject: "the deadline",
    rule: "it passed before the targets were known",
    hint: "Raise targets-timeout.",
};
/** Never throws: when the thread gives no answer, everything is impacted. */
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
        // The bundle is one program: all its threads start at the same entry point.
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
            .catch((error) => ({ kind: "stopped", cause: "notStarted", because: (0,thrown/* errorText */.kc)(error) }))
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
/** Decides whether a source that starts the repository's own programs may run here: never where there is a secret. */

const INSTEAD = "Use workspaces or paths, which run nothing; or compute in a job on pull_request without api-token (operation compute-targets), hand the file over, and upload it in another job (impacted-targets-result)";
/** Returns a sentence without its full stop; null for no objection. `because`: the result of `secretsHere`. */
function objectionTo(source, because) {
    if (!source.runsRepositoryCode || because === null)
        return null;
    return `${source.name} runs programs of the repository, which a pull request can change, and ${because}. ${INSTEAD}`;
}
/** Returns a clause; null when there is no secret. */
function secretsHere(inputs, { eventName }) {
    if (!isSafeEvent(eventName))
        return `a job on ${eventName} holds secrets`;
    return inputs.value("api-token") === undefined
        ? null
        : "this step has the API token, from api-token or MERGE_QUEUE_API_TOKEN";
}

// EXTERNAL MODULE: ./src/targets/rules/global-inputs.ts
var global_inputs = __webpack_require__(5669);
// EXTERNAL MODULE: ./src/targets/tree.ts
var targets_tree = __webpack_require__(6596);
// EXTERNAL MODULE: ./src/targets/tree-paths.ts
var tree_paths = __webpack_require__(5213);
// EXTERNAL MODULE: ./src/domain/test-branch.ts
var test_branch = __webpack_require__(2911);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
// EXTERNAL MODULE: ./src/domain/is-record.ts
var is_record = __webpack_require__(7978);
;// CONCATENATED MODULE: ./src/targets/workflows/parse-workflow.ts
/**
 * Workflows and actions of GitHub as values, in which comments, quotes and layout have no meaning, and the events that can
 * start a workflow for a test branch. After `loadYaml`.
 */




const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
const ACTION = /\/action\.ya?ml$/;
/** Null where the file cannot be read or written as JSON, or names no event. */
function parseWorkflow(text) {
    const fields = fieldsIn(text);
    if (fields === null)
        return null;
    const { jobs, ...head } = fields;
    // YAML 1.1 reads the key `on` as true.
    const on = head["on"] ?? head["true"];
    const events = typeof on === "string" ? [{ name: on, filter: {} }] : eventsIn(on);
    if (events.length === 0)
        return null;
    return {
        events,
        head,
        jobs: new Map(Object.entries(asFields(jobs)).map(([id, job]) => [id, asFields(job)])),
    };
}
function fieldsIn(text) {
    try {
        const value = (0,parse_yaml/* parseYaml */.hN)(text);
        // An alias may lead back to what contains it, which has no text to compare.
        JSON.stringify(value);
        return asFields(value);
    }
    catch {
        return null;
    }
}
function eventsIn(on) {
    if (Array.isArray(on))
        return on.map((event) => ({ name: String(event), filter: {} }));
    return Object.entries(asFields(on)).map(([name, filter]) => ({ name, filter: asFields(filter) }));
}
function asFields(value) {
    return (0,is_record/* isRecord */.u)(value) ? value : {};
}
function listIn(value) {
    return value === undefined || value === null ? [] : [value].flat();
}
/** The order of keys counts: a check has the values of its matrix in its name, in that order. */
function isSameValue(one, other) {
    return (0,external_node_util_.isDeepStrictEqual)(one, other) && JSON.stringify(one) === JSON.stringify(other);
}
/** Two files with one meaning to GitHub. False where one of them cannot be read. */
function haveSameMeaning(before, after) {
    try {
        const [was, is] = [before, after].map((bytes) => (0,parse_yaml/* parseYaml */.hN)(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
        return isSameValue(was, is);
    }
    catch {
        // Not UTF-8, not YAML, more than one document, or a cycle.
        return false;
    }
}
/** No test branch starts these. A person or a schedule does, or an event of an issue or a release. */
const NEVER = new Set([
    "schedule",
    "issues",
    "issue_comment",
    "discussion",
    "discussion_comment",
    "release",
    "label",
    "milestone",
    "fork",
    "watch",
    "gollum",
    "public",
    "page_build",
    "branch_protection_rule",
    "member",
    // Another workflow has to call it, and names it then.
    "workflow_call",
]);
/** GitHub runs the file of a branch that the change has not reached; what the workflow names may be of the change. */
const RUN_FROM_BASE = new Set([
    "pull_request_target",
    "workflow_run",
    "repository_dispatch",
    "delete",
    "check_run",
    "check_suite",
    "status",
]);
/** A draft of a test branch is closed after its test run, and is in no merge queue of GitHub. Anything may label it. */
const NEVER_TYPES = new Set(["closed", "enqueued", "dequeued"]);
function startingEvents(events, { targetBranch, isDispatched }) {
    return events.filter(({ name, filter }) => {
        if (NEVER.has(name))
            return false;
        if (name === "workflow_dispatch")
            return isDispatched;
        if (name === "push")
            return canBePushed(filter);
        return name === "pull_request" ? canBeDraft(filter, targetBranch) : true;
    });
}
function canBePushed(filter) {
    const { branches } = filter;
    if (branches === undefined)
        return filter["branches-ignore"] !== undefined || filter["tags"] === undefined;
    return [branches].flat().some(test_branch/* mayIncludeTestBranch */.ej);
}
/** `branches` are those of the base. */
function canBeDraft(filter, targetBranch) {
    const types = listIn(filter["types"]);
    if (types.length > 0 && types.every((type) => NEVER_TYPES.has(String(type))))
        return false;
    if (targetBranch === null)
        return true;
    // Without a name, the filter counts as absent.
    const branches = listIn(filter["branches"]);
    const isOther = (branch) => branch !== targetBranch && !isPattern(branch);
    if (branches.length > 0 && branches.every(isOther))
        return false;
    return !listIn(filter["branches-ignore"]).includes(targetBranch);
}
function isPattern(branch) {
    return typeof branch !== "string" || /[*?+[\]{}()!\\]/.test(branch);
}

;// CONCATENATED MODULE: ./src/targets/workflows/idle-jobs.ts
/** Jobs of a workflow that never run for a test branch, although the workflow starts: by their `if`, or by their `needs`. */


/** With one of these, a job may run although a job that it needs was skipped. */
const STATUS = /\b(?:always|cancelled|failure|success)\s*\(/i;
/** `events`: those that start the workflow for a test branch. */
function idleJobs({ events: all, jobs }, events, targetBranch) {
    // In a called workflow, the facts are those of the caller's event.
    if (all.some(({ name }) => name === "workflow_call"))
        return new Set();
    const facts = events.map(({ name }) => factsOf(name, targetBranch));
    const idle = new Set();
    const users = new Map();
    for (const [id, job] of jobs) {
        if (facts.every((one) => truthOfCondition(job["if"], one) === false))
            idle.add(id);
        if (STATUS.test(String(job["if"])))
            continue;
        for (const needed of listIn(job["needs"]).map(String)) {
            const known = users.get(needed);
            if (known === undefined)
                users.set(needed, [id]);
            else
                known.push(id);
        }
    }
    for (const id of idle)
        for (const user of users.get(id) ?? [])
            idle.add(user);
    return idle;
}
const ACTORS = new Set([
    "github.actor",
    "github.triggering_actor",
    "github.event.pull_request.user.login",
]);
/** An app of GitHub, which never creates a test branch or its draft. */
const DEPENDABOT = "dependabot[bot]";
function factsOf(event, targetBranch) {
    const known = event === "push" ? ofPush() : event === "pull_request" ? ofDraft(targetBranch) : NOTHING;
    return {
        equals(variable, text) {
            if (variable === "github.event_name")
                return event.toLowerCase() === text;
            return known.equals(variable, text);
        },
        startsWith: (variable, text) => known.startsWith(variable, text),
    };
}
const NOTHING = { equals: () => null, startsWith: () => null };
/** The push of a test branch. */
function ofPush() {
    return {
        equals(variable, text) {
            switch (variable) {
                case "github.ref":
                    return text.startsWith("refs/heads/") ? unlessOther(text.slice("refs/heads/".length)) : false;
                case "github.ref_name":
                    return unlessOther(text);
                case "github.ref_type":
                    return text === "branch";
                case "github.base_ref":
                case "github.head_ref":
                    return text === "";
                default:
                    return ofActor(variable, text);
            }
        },
        startsWith: (variable, text) => (variable === "github.ref" ? startsWith("refs/heads/", text) : null),
    };
}
/** The draft pull request of a test branch. */
function ofDraft(targetBranch) {
    return {
        equals(variable, text) {
            switch (variable) {
                case "github.ref":
                    return /^refs\/pull\/\d+\/merge$/.test(text) ? null : false;
                case "github.ref_name":
                    return /^\d+\/merge$/.test(text) ? null : false;
                case "github.ref_type":
                    return text === "tag" ? false : null;
                case "github.base_ref":
                case "github.event.pull_request.base.ref":
                    return targetBranch === null ? null : targetBranch.toLowerCase() === text;
                case "github.head_ref":
                case "github.event.pull_request.head.ref":
                    return unlessOther(text);
                default:
                    return ofActor(variable, text);
            }
        },
        startsWith: (variable, text) => (variable === "github.ref" ? startsWith("refs/pull/", text) : null),
    };
}
function unlessOther(branch) {
    return (0,test_branch/* mayBeTestBranch */.lZ)(branch) ? null : false;
}
function ofActor(variable, text) {
    return ACTORS.has(variable) && text === DEPENDABOT ? false : null;
}
/** `known`: how the value starts. */
function startsWith(known, text) {
    if (known.startsWith(text))
        return true;
    return text.startsWith(known) ? null : false;
}
/** A condition of more tokens is unknown, so the recursion is limited. */
const MOST_TOKENS = 300;
const MOST_CHARACTERS = 5_000;
function truthOfCondition(condition, facts) {
    if (typeof condition === "boolean")
        return condition;
    if (typeof condition !== "string" || condition.length > MOST_CHARACTERS)
        return null;
    const expression = expressionIn(condition.trim());
    const tokens = expression === null ? null : tokensOf(expression);
    if (tokens === null || tokens.length === 0 || tokens.length > MOST_TOKENS)
        return null;
    return new Evaluation(tokens, facts).truth();
}
/** Null for a text around expressions, which is true as soon as it is not empty. */
function expressionIn(condition) {
    if (!condition.includes("${{"))
        return condition;
    const [, inner] = /^\$\{\{([\s\S]*)\}\}$/.exec(condition) ?? [];
    return inner === undefined || /\$\{\{|\}\}/.test(inner) ? null : inner;
}
const TOKEN = /\s*(?:('(?:[^']|'')*')|(&&|\|\||[=!<>]=|[!<>()[\],.*])|([A-Za-z_][\w-]*)|(-?[\d.][\w.+-]*))/y;
function tokensOf(expression) {
    const found = [];
    const wanted = expression.trimEnd();
    TOKEN.lastIndex = 0;
    while (TOKEN.lastIndex < wanted.length) {
        const [, quoted, sign, word, number] = TOKEN.exec(wanted) ?? [];
        if (quoted !== undefined)
            found.push({ kind: "text", text: quoted.slice(1, -1).replaceAll("''", "'") });
        else if (sign !== undefined)
            found.push({ kind: "sign", text: sign });
        else if (word !== undefined)
            found.push({ kind: "word", text: word.toLowerCase() });
        else if (number !== undefined)
            found.push({ kind: "number", text: number });
        else
            return null;
    }
    return found;
}
const UNKNOWN = { kind: "truth", truth: null };
class Evaluation {
    #tokens;
    #facts;
    #at = 0;
    #isUnreadable = false;
    constructor(tokens, facts) {
        this.#tokens = tokens;
        this.#facts = facts;
    }
    truth() {
        const truth = truthOf(this.#alternatives());
        return this.#isUnreadable || this.#at < this.#tokens.length ? null : truth;
    }
    #alternatives() {
        let value = this.#conditions();
        while (this.#takes("||")) {
            const [one, other] = [truthOf(value), truthOf(this.#conditions())];
            const isTrue = one === true || other === true;
            value = { kind: "truth", truth: isTrue ? true : one === false && other === false ? false : null };
        }
        return value;
    }
    #conditions() {
        let value = this.#comparison();
        while (this.#takes("&&")) {
            const [one, other] = [truthOf(value), truthOf(this.#comparison())];
            const isFalse = one === false || other === false;
            value = { kind: "truth", truth: isFalse ? false : one === true && other === true ? true : null };
        }
        return value;
    }
    #comparison() {
        const value = this.#single();
        for (const sign of ["==", "!=", "<=", ">=", "<", ">"]) {
            if (!this.#takes(sign))
                continue;
            const equal = this.#equality(value, this.#single());
            if (sign === "==")
                return { kind: "truth", truth: equal };
            return sign === "!=" && equal !== null ? { kind: "truth", truth: !equal } : UNKNOWN;
        }
        return value;
    }
    #equality(one, other) {
        if (one.kind === "text" && other.kind === "text")
            return one.text.toLowerCase() === other.text.toLowerCase();
        if (one.kind === "variable" && other.kind === "text")
            return this.#facts.equals(one.name, other.text.toLowerCase());
        if (one.kind === "text" && other.kind === "variable")
            return this.#equality(other, one);
        return null;
    }
    #single() {
        if (this.#takes("!")) {
            const truth = truthOf(this.#single());
            return truth === null ? UNKNOWN : { kind: "truth", truth: !truth };
        }
        if (this.#takes("(")) {
            const value = this.#alternatives();
            if (!this.#takes(")"))
                this.#isUnreadable = true;
            return value;
        }
        const token = this.#tokens[this.#at];
        this.#at += 1;
        if (token?.kind === "text")
            return { kind: "text", text: token.text };
        if (token?.kind === "number")
            return UNKNOWN;
        if (token?.kind !== "word") {
            this.#isUnreadable = true;
            return UNKNOWN;
        }
        if (token.text === "true" || token.text === "false")
            return { kind: "truth", truth: token.text === "true" };
        return this.#takes("(") ? this.#call(token.text) : this.#variable(token.text);
    }
    #call(name) {
        const given = [];
        while (!this.#isUnreadable && !this.#takes(")")) {
            if (given.length > 0 && !this.#takes(","))
                this.#isUnreadable = true;
            else
                given.push(this.#alternatives());
        }
        const [searched, start] = given;
        if (name !== "startswith" || searched?.kind !== "variable" || start?.kind !== "text")
            return UNKNOWN;
        return { kind: "truth", truth: this.#facts.startsWith(searched.name, start.text.toLowerCase()) };
    }
    /** `github.event.action`; an index or a star makes it unknown. */
    #variable(first) {
        let name = first;
        for (;;) {
            if (this.#takes("[")) {
                this.#alternatives();
                if (!this.#takes("]"))
                    this.#isUnreadable = true;
                name = null;
            }
            else if (this.#takes(".")) {
                const part = this.#tokens[this.#at];
                this.#at += 1;
                name = part?.kind === "word" && name !== null ? `${name}.${part.text}` : null;
            }
            else
                return name === null ? UNKNOWN : { kind: "variable", name };
            if (this.#isUnreadable)
                return UNKNOWN;
        }
    }
    #takes(sign) {
        const token = this.#tokens[this.#at];
        const isThere = token?.kind === "sign" && token.text === sign;
        if (isThere)
            this.#at += 1;
        return isThere;
    }
}
function truthOf(value) {
    switch (value.kind) {
        case "text":
            return value.text !== "";
        case "variable":
            return null;
        case "truth":
            return value.truth;
    }
}

;// CONCATENATED MODULE: ./src/targets/workflows/live-workflows.ts
/**
 * Which workflows and actions of a tree can run for a test branch. A change of any other one, such as a workflow that
 * marks stale issues, changes no test.
 */







/**
 * Null when a file cannot be read. `wanted`: the paths whose answer matters; null for all. `targetBranch`: of
 * the queue, which drafts of test branches have as base; null if it is not known. Throws `GitFailure`.
 */
async function liveWorkflows(tree, targetBranch, wanted) {
    const entries = await tree.entries();
    const paths = [...entries.keys()].filter((path) => inert_files/* NEVER_RUN */.fw.test(path));
    const texts = await (0,targets_tree/* textsOf */.CB)(tree, paths.filter((path) => /\.ya?ml$/.test(path)), LARGEST_FILE);
    // A link may lead to any other file, and a larger one takes long to compare.
    if (paths.some((path) => /\.ya?ml$/.test(path) && !texts.has(path)))
        return null;
    await (0,parse_yaml/* loadYaml */.yv)();
    const workflows = new Map([...texts].flatMap(([path, text]) => (WORKFLOW.test(path) ? [[path, parseWorkflow(text)]] : [])));
    const actions = ["action.yml", "action.yaml"].flatMap((name) => (0,tree_paths/* pathsNamed */.o3)(entries, name));
    const elsewhere = await (0,targets_tree/* textsOf */.CB)(tree, actions.filter((path) => !inert_files/* NEVER_RUN */.fw.test(path)), LARGEST_FILE);
    const files = { paths, texts, workflows, elsewhere, search: nameSearch(paths) };
    const certain = liveOf(files, { targetBranch, isDispatched: false });
    if (![...workflows.values()].some(isDispatchable))
        return certain;
    const possible = liveOf(files, { targetBranch, isDispatched: true });
    if ((wanted ?? paths).every((path) => isAlike(path, certain, possible)))
        return certain;
    return (await dispatches(tree, certain)) ? possible : certain;
}
function isDispatchable(workflow) {
    return workflow?.events.some(({ name }) => name === "workflow_dispatch") === true;
}
function isAlike(path, certain, possible) {
    const [one, other] = [certain, possible].map(({ started }) => started.get(path));
    return (certain.fromChange.has(path) === possible.fromChange.has(path) &&
        one?.events.length === other?.events.length &&
        certain.namedBy.has(path) === possible.namedBy.has(path));
}
/** GitHub reads no larger one. */
const LARGEST_FILE = 1024 * 1024;
function liveOf({ paths, texts, workflows, elsewhere, search }, circumstances) {
    const fromChange = new Set();
    const running = new Map();
    const namedBy = new Map();
    const started = new Map();
    let caller = null;
    const addUser = (path, user) => {
        if (!namedBy.has(path))
            namedBy.set(path, user);
        fromChange.add(path);
        if (!running.has(path))
            running.set(path, texts.get(path) ?? "");
    };
    for (const [path, workflow] of workflows) {
        const text = texts.get(path) ?? "";
        if (workflow === null) {
            running.set(path, text);
            fromChange.add(path);
            continue;
        }
        const events = startingEvents(workflow.events, circumstances);
        if (events.length === 0)
            continue;
        const idle = idleJobs(workflow, events, circumstances.targetBranch);
        const isFromChange = events.some(({ name }) => !RUN_FROM_BASE.has(name));
        if (isFromChange)
            started.set(path, { workflow, events, idle });
        if (workflow.jobs.size > 0 && idle.size >= workflow.jobs.size)
            continue;
        running.set(path, textOf(workflow, idle));
        if (isFromChange)
            fromChange.add(path);
        if ([...workflow.jobs].some(([id, job]) => !idle.has(id) && isElsewhere(job["uses"])))
            caller ??= path;
    }
    // A workflow of another repository may use each action of the one that calls it.
    if (caller !== null)
        for (const action of paths)
            if (ACTION.test(action))
                addUser(action, caller);
    for (const [path, text] of running.size === 0 ? [] : elsewhere)
        running.set(path, text);
    followNames(running, search, addUser);
    // A script may load any other one, under a name that it puts together.
    for (const path of running.size === 0 ? [] : paths) {
        if (WORKFLOW.test(path) || ACTION.test(path) || (0,inert_files/* isProse */.y6)(path))
            continue;
        fromChange.add(path);
        if (!running.has(path))
            running.set(path, texts.get(path) ?? "");
    }
    return { running: new Set(running.keys()), fromChange, namedBy, started, texts: running, workflows };
}
/** `running` grows meanwhile. */
function followNames(running, { paths, namesIn }, addUser) {
    const users = new Map();
    for (const [path, text] of running) {
        for (const name of namesIn(text)) {
            const known = users.get(name) ?? 0;
            // The first user names all files with the name but itself, and the second names that one.
            if (known > 1)
                continue;
            users.set(name, known + 1);
            for (const other of paths.get(name) ?? [])
                if (other !== path)
                    addUser(other, path);
        }
    }
}
/** `$/` and `./` begin a path of the same repository. */
function isElsewhere(used) {
    return typeof used === "string" && !/^[.$]\//.test(used);
}
/** Without the jobs that never run. */
function textOf({ head, jobs }, idle) {
    return JSON.stringify([head, [...jobs].filter(([id]) => !idle.has(id))]);
}
/** A path of the same repository, in any form: with `..`, doubled slashes, or those of Windows. */
const OWN_PATH = /[.$][\\/][^\s"'`,{}[\]]*/g;
/** Remembers the texts: a file is searched in several circumstances. In any case, as some machines find files. */
function nameSearch(paths) {
    const byName = new Map();
    for (const path of paths) {
        for (const name of namesOf(path.toLowerCase())) {
            const known = byName.get(name);
            if (known === undefined)
                byName.set(name, [path]);
            else
                known.push(path);
        }
    }
    const all = beginningOf(byName.keys());
    const searched = new Map();
    return {
        paths: byName,
        namesIn(text) {
            const found = searched.get(text) ?? occurring(`${text}\n${plainPaths(text)}`.toLowerCase(), all);
            searched.set(text, found);
            return found;
        },
    };
}
function plainPaths(text) {
    const written = [...text.matchAll(OWN_PATH)].map(([path]) => path.replaceAll("\\", "/"));
    return written.map((path) => external_node_path_.posix.normalize(path)).join("\n");
}
function beginningOf(names) {
    const all = { next: new Map(), name: null };
    for (const name of names) {
        let here = all;
        for (let at = 0; at < name.length; at += 1) {
            const code = name.charCodeAt(at);
            const after = here.next.get(code) ?? { next: new Map(), name: null };
            here.next.set(code, after);
            here = after;
        }
        here.name = name;
    }
    return all;
}
function occurring(text, all) {
    const found = new Set();
    for (let at = 0; at < text.length; at += 1) {
        let here = all.next.get(text.charCodeAt(at));
        for (let end = at + 1; here !== undefined; end += 1) {
            if (here.name !== null)
                found.add(here.name);
            here = here.next.get(text.charCodeAt(end));
        }
    }
    return found;
}
/** `uses: ./.github/actions/setup` names all files of that action; a script is named with its whole path or its name. */
function namesOf(path) {
    const written = [(0,tree_paths/* fileNameOf */.bV)(path), ...foldersAround(path)];
    // As YAML or as JSON.
    return [...new Set(written.flatMap((name) => [name, JSON.stringify(name).slice(1, -1)]))];
}
/** `.github/actions/a/dist` belongs to the action `.github/actions/a`, too; an action may lie in the outermost folder. */
function foldersAround(path) {
    const names = (0,tree_paths/* directoryOf */.jt)(path).split("/");
    const inside = names.slice(2).map((_, index) => names.slice(0, index + 3).join("/"));
    return inside.length === 0 && ACTION.test(path) ? [(0,tree_paths/* directoryOf */.jt)(path)] : inside;
}
/** In files of GitHub Actions, where the word has no other use than as an event. */
const DISPATCH = /dispatch|trigger[-_ ]?workflow|workflow[-_ ]?trigger/i;
const EVENT = /(?<![\w-])(?:workflow|repository)_dispatch(?![\w(-])/gi;
/** In other files, where the word alone may mean anything. Between the two words: quotes, ends of lines, options. */
const DISPATCH_ELSEWHERE = /\/dispatches|(?:workflow|create)[-_]?dispatch|\bworkflow["'`\\,\s[\]()]{1,200}(?:-{1,2}[\w=./:$@{}-]{1,100}["'`\\,\s]{1,200}(?:[^\s"'`\\,-][^\s"'`\\,]{0,100}["'`\\,\s]{1,200})?){0,3}run\b/i;
/** Each match of the expression has one of these on a line. */
const WORDS = ["/dispatches", "workflow", "Workflow", "WORKFLOW", "reate_dispatch", "reateDispatch"];
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_AT_ONCE = 200;
/**
 * Whether anything that a test branch runs may start a workflow by `workflow_dispatch`: by the API, by `gh workflow run`, or
 * by an action that gets the name of the workflow. True where the files of the tree are not on this machine.
 */
async function dispatches(tree, live) {
    const { running, texts } = live;
    if ([...running].some((path) => mayDispatch(path, live)))
        return true;
    const beside = [...(await tree.entries()).keys()].filter((path) => path.startsWith(".github/") && !inert_files/* NEVER_RUN */.fw.test(path) && !(0,inert_files/* isProse */.y6)(path));
    const scripts = await (0,targets_tree/* textsOf */.CB)(tree, [...running, ...beside].filter((path) => !texts.get(path)));
    if ([...scripts.values()].some(asksForDispatch))
        return true;
    const naming = await tree.naming(WORDS, [":(exclude)*.md", ":(exclude)*.lock", ":(exclude).github/*"]);
    if (naming === null)
        return true;
    const others = naming.filter((path) => !path.startsWith(".github/") && !(0,inert_files/* isProse */.y6)(path));
    for (let at = 0; at < others.length; at += MOST_AT_ONCE) {
        const portion = others.slice(at, at + MOST_AT_ONCE);
        const found = await (0,targets_tree/* textsOf */.CB)(tree, portion, MOST_BYTES);
        // A larger file may contain anything.
        if (portion.some((path) => DISPATCH_ELSEWHERE.test(found.get(path)?.replace(EVENT, "") ?? "/dispatches")))
            return true;
    }
    return false;
}
/** Whether the workflow or action does, as far as its own text shows. */
function mayDispatch(path, { texts, workflows }) {
    const text = texts.get(path);
    if (text === undefined)
        return false;
    return asksForDispatch(text) || isGiven(workflows.get(path) ?? null, workflows);
}
/** In the text of a workflow, an end of a line is written as in JSON. */
function asksForDispatch(text) {
    return [DISPATCH, DISPATCH_ELSEWHERE].some((one) => one.test(text.replaceAll("\\n", "\n").replace(EVENT, "")));
}
/** The workflow gives the name of one that can be dispatched to a step or to a workflow of another repository. */
function isGiven(giving, workflows) {
    const names = dispatchableNames.get(workflows) ?? namesToDispatch(workflows);
    dispatchableNames.set(workflows, names);
    return inputsOf(giving).some((input) => names.has(input));
}
const dispatchableNames = new WeakMap();
function namesToDispatch(workflows) {
    const names = new Set();
    for (const [path, workflow] of workflows) {
        if (workflow === null || !isDispatchable(workflow))
            continue;
        names.add((0,tree_paths/* fileNameOf */.bV)(path).replace(/\.ya?ml$/, ""));
        if (workflow.head["name"] !== undefined)
            names.add(workflow.head["name"]);
    }
    return names;
}
function inputsOf(workflow) {
    return [...(workflow?.jobs.values() ?? [])].flatMap((job) => {
        const steps = Array.isArray(job["steps"]) ? job["steps"].map(asFields) : [];
        return [job, ...steps].flatMap((one) => Object.values(asFields(one["with"])));
    });
}

;// CONCATENATED MODULE: ./src/targets/workflows/workflow-effects.ts
/**
 * START HERE for workflows of GitHub: what the change of a workflow, or of an action or a script beside it, can mean for
 * the tests of a test branch. Everything that is not understood decides what is tested.
 */



/** By path of each changed file of GitHub Actions, and of an action elsewhere that makes more run. Throws `GitFailure`. */
async function workflowEffects(changed, trees, targetBranch) {
    const files = changed.filter(({ path }) => inert_files/* NEVER_RUN */.fw.test(path) || ACTION.test(`/${path}`));
    if (files.length === 0)
        return new Map();
    const paths = files.map(({ path }) => path);
    const lives = [
        await liveWorkflows(trees[0], targetBranch, paths),
        await liveWorkflows(trees[1], targetBranch, paths),
    ];
    const found = new Map();
    for (const { path, isSubmodule } of files)
        if (inert_files/* NEVER_RUN */.fw.test(path))
            found.set(path, isSubmodule ? EVERYTHING : await effectOf(path, trees, lives));
    const difference = moreThatRuns(paths, lives);
    if (difference !== null)
        for (const path of paths)
            if (found.get(path)?.kind !== "everything")
                found.set(path, { kind: "everything", difference });
    return found;
}
/** A change of that file alone runs for no test branch: only its list could show that this change makes it run. */
function moreThatRuns(changed, [was, is]) {
    if (was === null || is === null)
        return null;
    const known = new Set(changed);
    for (const path of is.fromChange)
        if (!was.fromChange.has(path) && !known.has(path))
            return `it lets ${path} run`;
    const begins = (path) => mayDispatch(path, is) && !mayDispatch(path, was);
    return changed.some(begins) ? "it may start workflows by `workflow_dispatch`" : null;
}
const EVERYTHING = { kind: "everything", difference: null };
async function effectOf(path, trees, [was, is]) {
    if (was === null || is === null)
        return EVERYTHING;
    if (!was.fromChange.has(path) && !is.fromChange.has(path))
        // Another change of a workflow may add the event, or remove the condition.
        return { kind: WORKFLOW.test(path) ? "alone" : "none" };
    if (await hasSameMeaning(path, trees))
        return { kind: "alone" };
    const places = placesIn(path, was, is);
    if (places !== null)
        return { kind: "limited", places };
    const differing = differingParts(path, was, is);
    if (differing?.every(({ isIdle }) => isIdle) === true)
        return { kind: "alone" };
    return { kind: "everything", difference: differenceIn(path, differing, was, is) };
}
async function hasSameMeaning(path, trees) {
    if (!WORKFLOW.test(path) && !ACTION.test(path))
        return false;
    const [was, is] = [await trees[0].read([path]), await trees[1].read([path])];
    const [before, after] = [was.get(path), is.get(path)];
    return before !== undefined && after !== undefined && haveSameMeaning(before, after);
}
/** Null if a change of any path may start it. */
function placesIn(path, was, is) {
    const found = new Set();
    for (const { started, fromChange, namedBy } of [was, is]) {
        const one = started.get(path);
        if (one === undefined && fromChange.has(path))
            return null;
        if (one === undefined)
            continue;
        const isCalled = namedBy.has(path) && one.workflow.events.some(({ name }) => name === "workflow_call");
        const places = isCalled ? null : placesOf(one.events);
        if (places === null)
            return null;
        for (const place of places)
            found.add(place);
    }
    return found.size === 0 ? null : [...found];
}
/** Null for a file that is no readable workflow in one of the trees, or that another one may run. */
function differingParts(path, was, is) {
    const [before, after] = [was.started.get(path), is.started.get(path)];
    if (before === undefined || after === undefined)
        return null;
    const isNamed = was.namedBy.has(path) || is.namedBy.has(path);
    const parts = [];
    const [old, now] = [before.workflow, after.workflow];
    const needed = neededIn([before, after]);
    for (const name of new Set([...Object.keys(old.head), ...Object.keys(now.head)]))
        if (!isSameValue(old.head[name], now.head[name]))
            parts.push({ name, isIdle: false });
    for (const id of new Set([...old.jobs.keys(), ...now.jobs.keys()])) {
        if (isSameValue(old.jobs.get(id), now.jobs.get(id)))
            continue;
        const isIdle = [before, after].every(({ workflow, idle }) => !workflow.jobs.has(id) || idle.has(id));
        const isNew = !old.jobs.has(id) || !now.jobs.has(id);
        parts.push({
            name: `jobs.${id}`,
            isIdle: isIdle && !isNamed && !(isNew && needed.has(id)),
        });
    }
    return parts.length === 0 ? null : parts;
}
/** Jobs that others need: GitHub runs no workflow with a job that needs a missing one. */
function neededIn(sides) {
    const users = sides.flatMap(({ workflow, idle }) => [...workflow.jobs].filter(([user]) => !idle.has(user)));
    return new Set(users.flatMap(([, { needs }]) => listIn(needs)));
}
const MOST_NAMED = 3;
function differenceIn(path, parts, was, is) {
    if (parts !== null) {
        const named = parts.filter(({ isIdle }) => !isIdle).map(({ name }) => `\`${name}\``);
        const more = named.length > MOST_NAMED ? [`${named.length - MOST_NAMED} more`] : [];
        return `it differs in ${[...named.slice(0, MOST_NAMED), ...more].join(", ")}`;
    }
    const user = is.namedBy.get(path) ?? was.namedBy.get(path);
    if (user !== undefined)
        return `${user} names it`;
    return ACTION.test(path) || WORKFLOW.test(path) || (0,inert_files/* isProse */.y6)(path) ? null : "a script may load it";
}
/** Events that have a filter of paths. */
const FILTERED = new Set(["push", "pull_request"]);
/** The folders and files that the filters name; null if a change of any path may start it. */
function placesOf(events) {
    const places = events.flatMap(({ name, filter: { paths } }) => {
        if (RUN_FROM_BASE.has(name))
            return [];
        const patterns = FILTERED.has(name) && Array.isArray(paths) ? paths.map(String) : [];
        // An exclusion adds no path.
        const including = patterns.filter((pattern) => !pattern.startsWith("!"));
        return including.length === 0 ? [""] : including.map(fixedPart);
    });
    return places.includes("") ? null : places;
}
/** The path, or the folder in which everything is that the pattern matches. */
function fixedPart(pattern) {
    const [fixed = ""] = pattern.split(/[*?+[\]{}\\]/, 1);
    return fixed === pattern ? fixed.replace(/\/$/, "") : fixed.slice(0, Math.max(0, fixed.lastIndexOf("/")));
}

;// CONCATENATED MODULE: ./src/targets/blockers.ts
/**
 * What makes everything impacted before a source is asked: the rules, a mapping, or a file that every target depends on.
 * The search ends with the first blocker, unless the caller wants each of them.
 */




class Blockers {
    found = [];
    wantsEvery;
    #known = new Set();
    constructor(wantsEvery) {
        this.wantsEvery = wantsEvery;
    }
    /** Returns whether the answer is known, and nothing else is wanted. Several sources may have found the same. */
    add(causes, isUnowned = false) {
        for (const cause of causes) {
            const key = JSON.stringify([cause.subject, cause.rule]);
            if (!this.#known.has(key))
                this.found.push({ ...cause, isUnowned });
            this.#known.add(key);
        }
        return this.found.length > 0 && !this.wantsEvery;
    }
}
/** No common system can check out a longer path, and matching a pattern takes time in proportion to the path. */
const LONGEST_PATH = 4_096;
function isTooLong({ path }) {
    return path.length > LONGEST_PATH;
}
function tooLong({ path }) {
    const rule = `its path has ${path.length} characters, and the limit is ${LONGEST_PATH}`;
    return { subject: `${path.slice(0, 100)}…`, rule, hint: "Give the file a shorter path." };
}
/** Applies even to a file that a rule ignores: it decides what the targets are. */
function changedMappings(changed, named) {
    const given = named?.flatMap(({ decidingFiles }) => decidingFiles ?? []) ?? [USUAL_MAPPING];
    const deciding = given.map((path) => (0,targets_tree/* repositoryPath */.SH)(path));
    // The path may be given as absolute, or relative to a folder that contains the checkout.
    const mappings = changed.filter(({ path }) => deciding.some((one) => `/${one}`.endsWith(`/${path}`)));
    const hint = "Change it in a separate pull request.";
    return mappings.map(({ path }) => ({
        subject: path,
        rule: "the targets are read from it, and it has changed",
        hint,
    }));
}
/** Files that affect all targets; those of the rules come first. */
function globalChanges(changed, rules, workflows) {
    const listed = changed.filter(({ path }) => rules.isGlobal(path));
    const causes = listed.map(({ path }) => ({
        subject: path,
        rule: "the rules list it under global",
        hint: "Remove it from global in .github/merge-queue.yml if it does not.",
    }));
    const others = listed.length === 0 ? changed : changed.filter((file) => !listed.includes(file));
    for (const { path } of others) {
        const effect = workflows.get(path);
        const rule = rules.isNotGlobal(path) ? null : ((0,global_inputs/* alwaysGlobal */.Rr)(path) ?? (effect ? "it is an action" : null));
        if (rule === null || (effect !== undefined && effect.kind !== "everything"))
            continue;
        const difference = effect?.difference ?? null;
        causes.push(globalCause(path, difference === null ? rule : `${rule}; ${difference}`));
    }
    return causes;
}
function globalCause(path, rule) {
    const hint = "If it does not, list it under not-global in .github/merge-queue.yml.";
    return { subject: path, rule, hint };
}
/** Of changed files of GitHub Actions; empty where the rules give them none. Rules of the user come first. */
async function changedWorkflows(changed, { base, head, targetBranch = null }, rules) {
    if (!rules.inert.has("code-host"))
        return new Map();
    const open = changed.filter(({ path }) => !rules.isGlobal(path) && !rules.isNotGlobal(path));
    return workflowEffects(open, [base, head], targetBranch);
}
/** Workflows that only some paths start, whose targets no source has found; one source knows its own targets only. */
function unfollowedWorkflows(limited, answers) {
    const [only, ...others] = answers;
    return [...limited].flatMap((path) => {
        const [rule = (0,global_inputs/* alwaysGlobal */.Rr)(path)] = only?.disowned?.get(path) ?? [];
        const isFollowed = others.length === 0 && only?.followed?.has(path) === true;
        return isFollowed || rule === null ? [] : [globalCause(path, rule)];
    });
}

;// CONCATENATED MODULE: ./src/targets/combine-answers.ts
/** A single source keeps its names unchanged. */
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
/** Adds the names that are missing; the first cause is kept for display. Returns true when something was added. */
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
        case "imported":
        case "deleted":
        case "named":
            return cause;
    }
}

;// CONCATENATED MODULE: ./src/targets/follow-extra-edges.ts
/**
 * Follows the extra edges that users declare: adds the targets that depend on impacted ones, directly or indirectly.
 */


/**
 * Changes `targets`. An edge with an unknown name, or into a source that cannot list dependents, makes everything
 * impacted.
 */
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
            // Also for a target that is listed already: if it is only newly used, its dependents are not listed yet.
            if (!targets.has(edge.target))
                targets.set(edge.target, { kind: "declared", on });
            const cause = await addDependents(targets, edge.target, names);
            if (cause !== null)
                return cause;
        }
    }
    return null;
}
/** Rejects an edge that can never apply: it looks like a working edge, and its author relies on it. */
async function wrongName(edges, names) {
    const declared = new Set(edges.map(({ target }) => target));
    for (const { target, dependsOn } of edges) {
        for (const name of [target, ...dependsOn]) {
            if (names.bySource(name).length > 0)
                continue;
            return inRules(`an extra edge names ${JSON.stringify(name)} without its source`, "With several sources, write names as in the list, such as workspaces:core.");
        }
        for (const name of dependsOn) {
            if (declared.has(name) || !(await isUnknown(name, names)))
                continue;
            return inRules(`an extra edge depends on ${JSON.stringify(name)}, which is not a target`, "Correct the name, or remove the edge.");
        }
    }
    return null;
}
/** Whether every source that may know the name reports that it does not. */
async function isUnknown(name, names) {
    for (const { answered, name: own } of names.bySource(name)) {
        const known = await answered.source.knownNames?.(answered.context);
        if (known === undefined || known.has(own))
            return false;
    }
    return true;
}
/** The target of an edge may be the user's own word, so a name that only resembles a known one is just a warning. */
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
            return withoutDependents(answered, target);
        addInList(targets, answered.source, dependents, names);
    }
    return null;
}
async function dependentsOf({ source, context }, name) {
    return source.dependents === undefined ? null : source.dependents(context, new Set([name]));
}
function withoutDependents({ source }, target) {
    return inRules(`an extra edge makes ${JSON.stringify(target)} impacted, and the source ${source.name} cannot list what depends on it`, `Declare the edge where ${source.name} itself reads it.`);
}

// EXTERNAL MODULE: ./src/targets/git/run-git.ts
var run_git = __webpack_require__(189);
;// CONCATENATED MODULE: ./src/targets/rules/rules-of-trees.ts
/** Reads the rules of both trees. If they differ, neither can be trusted for the change. */


async function rulesOfTrees({ base, head, changed, }) {
    let rules = null;
    try {
        rules = await rulesOf(base);
        await rulesOf(head);
        const isChanged = changed.some(({ path }) => path === RULES_FILE || path === OTHER_SPELLING);
        if (!isChanged)
            return { rules, cause: null };
        const hint = "Change the rules in a separate pull request.";
        return { rules, cause: { subject: RULES_FILE, rule: "the rules themselves have changed", hint } };
    }
    catch (error) {
        if (!(error instanceof RulesError))
            throw error;
        const hint = `Correct the file: it may contain ${RULE_KEYS.join(", ")}.`;
        return { rules, cause: { subject: RULES_FILE, rule: `it cannot be used: ${error.message}`, hint } };
    }
}
/** Throws `RulesError`. */
async function rulesOf(tree) {
    const entry = (await tree.entries()).get(RULES_FILE);
    if ((await tree.entries()).has(OTHER_SPELLING)) {
        throw new RulesError(`it must be called ${RULES_FILE}, not ${OTHER_SPELLING}`);
    }
    if (entry === undefined)
        return NO_RULES;
    const bytes = (await tree.read([RULES_FILE])).get(RULES_FILE);
    if (bytes === undefined)
        throw new RulesError("it is not a regular file");
    await (0,parse_yaml/* loadYaml */.yv)();
    return readRules(bytes);
}

// EXTERNAL MODULE: ./src/targets/inert-readers.ts
var inert_readers = __webpack_require__(9287);
;// CONCATENATED MODULE: ./src/targets/settle-unowned.ts



/** A path in a test's folder, or with a test's name. */
const TEST = /(?:^|\/)(?:tests?|__tests__|spec|e2e|integration[-_]tests?|__fixtures__|fixtures|testdata)\/|[._-](?:test|spec)\.\w+$/;
/** Throws `GitFailure`. */
async function settleUnowned(unowned, sources, context, { allowed, wantsEvery }) {
    const loud = unowned.filter((file) => !isInert(file, allowed));
    const tests = await testsIn(loud, sources);
    const rest = loud.filter((_file, index) => tests[index] === undefined);
    const causes = loudCauses(rest, sources, wantsEvery);
    if (rest.length > 0 && !wantsEvery)
        return { readers: [], ...causes };
    const ofTests = tests.flatMap((one) => one ?? []);
    const paths = unowned.filter((file) => isInert(file, allowed)).map(({ path }) => path);
    const readers = new Map(paths.map((path) => [path, new Set()]));
    for (const tree of paths.length === 0 ? [] : [context.head, context.base]) {
        const found = await (0,inert_readers/* readersIn */.sF)(tree, paths);
        if (found === null) {
            const unsearched = paths.slice(0, wantsEvery ? paths.length : 1).map(notSearched);
            return { readers: [], unowned: [...causes.unowned, ...unsearched], protected: causes.protected };
        }
        for (const [path, files] of found)
            for (const file of files)
                readers.get(path)?.add(file);
    }
    const settled = await ownersOfReaders(readers, sources, wantsEvery);
    return {
        readers: [...ofTests, ...settled.readers],
        unowned: [...causes.unowned, ...settled.unowned],
        protected: causes.protected,
    };
}
/** For each file: the targets if it is a test that the only source knows about. */
async function testsIn(files, [answered, ...others]) {
    const found = [];
    for (const { path, isSubmodule } of files) {
        const isAlone = answered !== undefined && others.length === 0 && !isSubmodule;
        const targets = isAlone ? await answered.source.testTargets?.(answered.context, path) : null;
        found.push(answered === undefined || !targets ? undefined : { answered, targets });
    }
    return found;
}
function loudCauses(loud, sources, wantsEvery) {
    const isProtected = ({ path }) => globalRule(path) !== null;
    if (wantsEvery) {
        return {
            unowned: loud.filter((file) => !isProtected(file)).flatMap((file) => unownedCauses(file, sources)),
            protected: loud.filter(isProtected).flatMap((file) => unownedCauses(file, sources)),
        };
    }
    const [first] = loud;
    const more = loud.length === 1 ? "" : `, as with ${loud.length - 1} more of the changed files`;
    const causes = first === undefined ? [] : unownedCauses(first, sources).slice(0, 1);
    return { unowned: causes.map((cause) => ({ ...cause, rule: `${cause.rule}${more}` })), protected: [] };
}
function isInert({ path, isSubmodule }, allowed) {
    return !isSubmodule && ((0,inert_files/* inertRuleFor */.MT)(path, allowed) !== null || inert_files/* NEVER_RUN */.fw.test(path));
}
async function ownersOfReaders(readers, sources, wantsEvery) {
    const found = [];
    const causes = [];
    for (const [path, files] of readers) {
        for (const file of files) {
            let isOwned = false;
            for (const answered of sources) {
                const { source, context } = answered;
                const owners = (await source.owners?.(context, file)) ?? null;
                if (owners === null || owners.length === 0)
                    continue;
                isOwned = true;
                const dependents = await source.dependents?.(context, new Set(owners));
                const cause = { kind: "file", path };
                found.push({
                    answered,
                    targets: new Map([...owners.map((owner) => [owner, cause]), ...(dependents ?? [])]),
                });
            }
            if (isOwned || !mayBeTested(file, sources))
                continue;
            causes.push(readBy(path, file));
            if (!wantsEvery)
                return { readers: found, unowned: causes };
        }
    }
    return { readers: found, unowned: causes };
}
/** A script at the root is no target's test; where a source knows no owners, any reader may be one. */
function mayBeTested(file, sources) {
    return TEST.test(file) || sources.some(({ source }) => source.owners === undefined);
}
function readBy(path, file) {
    const hint = `Let a target own ${file}, or list ${path} under ignore in .github/merge-queue.yml if no test reads it.`;
    return { subject: path, rule: `no target owns it, and ${file} names it`, hint };
}
function notSearched(path) {
    const rule = "no target owns it, and the files that may read it are not on this machine";
    return { subject: path, rule, hint: "Check out all files: actions/checkout without filter." };
}
function globalRule(path) {
    return (0,global_inputs/* globalUnlessOwned */.Bu)(path) ?? (0,global_inputs/* globalUnlessFollowed */.C)(path);
}
/** The first is the most important one. */
function unownedCauses({ path }, sources) {
    const disowned = sources.flatMap(({ answer }) => answer.disowned?.get(path) ?? []);
    const global = globalRule(path);
    const rules = disowned.length > 0 ? disowned : [global ?? "no target owns it"];
    const hint = global === null
        ? "Let a target own it, or list it under ignore in .github/merge-queue.yml if it touches none."
        : "Change it in a separate pull request.";
    return rules.map((rule) => ({ subject: path, rule, hint }));
}

;// CONCATENATED MODULE: ./src/targets/answer-between.ts
/** From two trees and the files that differ between them to the list, or to what makes everything impacted. */








/**
 * The only name in the list of a change that touches no target: services disagree about the meaning of an empty list.
 */
const NO_TARGET = "merge-queue:no-target";
/** The hint for everything that the deadline stops, git included. */
const MORE_TIME = "Raise targets-timeout.";
/** Throws `SourceError`. A failure of git, and a deadline, are part of the answer. */
async function answerBetween(trees, question) {
    const blockers = new Blockers(question.wantsEveryBlocker);
    try {
        const targets = await unblockedTargets(trees, question, blockers);
        return answered(blockers, targets);
    }
    catch (error) {
        const cause = failureCause(error, question.signal);
        if (cause === null)
            throw error;
        blockers.add([cause]);
        return answered(blockers, null);
    }
}
function answered({ found }, unblocked) {
    const [blocker] = found;
    if (blocker !== undefined) {
        const { subject, rule, hint } = blocker;
        return { answer: { kind: "all", cause: { subject, rule, hint } }, blockers: found, unblocked };
    }
    if (unblocked === null)
        throw new Error("targets are unknown only where a blocker has the reason");
    return { answer: { kind: "targets", targets: unblocked }, blockers: found, unblocked };
}
/** Null for a bug in this program. */
function failureCause(error, signal) {
    const hint = signal.aborted ? MORE_TIME : null;
    if (error instanceof run_git/* GitFailure */.Xi)
        return { subject: "git", rule: error.message, hint };
    if (hint === null)
        return null;
    return { subject: "the deadline", rule: "it passed before the targets were known", hint };
}
/** Null when they are not known; a blocker then has the reason. */
async function unblockedTargets(trees, question, blockers) {
    const read = await rulesOfTrees(trees);
    if (blockers.add(read.cause === null ? [] : [read.cause]))
        return null;
    const rules = question.rules ?? read.rules;
    if (rules === null)
        return null;
    const { named } = question;
    if (blockers.add(trees.changed.filter(isTooLong).map(tooLong)))
        return null;
    const changed = trees.changed.filter((file) => !rules.isIgnored(file.path) && !isTooLong(file));
    if (blockers.add(changedMappings(trees.changed, named)))
        return null;
    const effects = await changedWorkflows(changed, trees, rules);
    if (blockers.add(globalChanges(changed, rules, effects)))
        return null;
    const blocking = new Set(blockers.found.map(({ subject }) => subject));
    const open = changed.filter(({ path }) => !blocking.has(path) && path !== RULES_FILE);
    if (open.length === 0)
        return nothing(trees.changed[0]);
    const sources = named ?? (await question.detect(trees.base, trees.head));
    if ("rule" in sources) {
        blockers.add([sources]);
        return null;
    }
    const { checkout, signal } = question;
    const { base, head } = trees;
    const wantsEveryCause = question.wantsEveryBlocker;
    const workflows = limitedIn(effects);
    const context = { base, head, changed: open, checkout, workflows, wantsEveryCause, signal };
    const alone = [...effects].flatMap(([path, { kind }]) => (kind === "alone" ? path : []));
    return askSources(sources, context, { rules, blockers, alone, warn: question.warn, note: question.note });
}
function nothing(ignored) {
    const cause = ignored === undefined
        ? { kind: "named", by: "the rule that no list is empty" }
        : { kind: "file", path: ignored.path };
    return new Map([[NO_TARGET, cause]]);
}
function limitedIn(effects) {
    return new Map([...effects].flatMap(([path, effect]) => effect.kind === "limited" ? [[path, effect.places]] : []));
}
async function askSources(sources, context, { rules, blockers, alone, warn, note }) {
    const answers = [];
    let isComplete = true;
    for (const source of sources) {
        const answer = await source.answer(context);
        if (answer.kind === "all") {
            isComplete = false;
            if (blockers.add([answer.cause, ...(answer.rest?.causes ?? [])]))
                return null;
            if (answer.rest?.known != null)
                answers.push({ source, ...answer.rest.known });
            continue;
        }
        answer.warnings?.forEach(warn);
        answer.notes?.forEach(note);
        answers.push({ source, answer, context });
    }
    if (answers.length < sources.length)
        return null;
    const given = answers.map(({ answer }) => answer);
    if (blockers.add(unfollowedWorkflows(context.workflows?.keys() ?? [], given)))
        return null;
    // One source knows the readers among its own targets only.
    const isFollowed = (path, followed) => answers.length === 1 && followed?.has(path) === true;
    const isAccounted = (path, { owned, followed }) => owned.has(path) &&
        ((0,global_inputs/* globalUnlessFollowed */.C)(path) === null || rules.isNotGlobal(path) || isFollowed(path, followed));
    const unowned = context.changed.filter(({ path }) => !answers.some(({ answer }) => isAccounted(path, answer)));
    const settled = await settleUnowned(unowned, answers, context, {
        allowed: rules.inert,
        wantsEvery: blockers.wantsEvery,
    });
    const isKnown = blockers.add(settled.unowned, true);
    if (blockers.add(settled.protected) || isKnown || !isComplete)
        return null;
    const [only] = answers;
    // A long list is not copied.
    const more = settled.readers.length + rules.extraEdges.length + alone.length;
    if (only !== undefined && answers.length === 1 && more === 0)
        return only.answer.targets.size === 0 ? nothing(context.changed[0]) : only.answer.targets;
    const names = namespacesOf(answers);
    const targets = combinedTargets(answers, names);
    for (const { answered: one, targets: readers } of settled.readers)
        addInList(targets, one.source, readers, names);
    for (const path of alone)
        if (!targets.has(path))
            targets.set(path, { kind: "file", path });
    const cause = await followExtraEdges(targets, rules.extraEdges, names);
    if (cause !== null) {
        blockers.add([cause]);
        return null;
    }
    for (const warning of await misspeltTargets(rules.extraEdges, names))
        warn(warning);
    return targets.size === 0 ? nothing(context.changed[0]) : targets;
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
        throw new targets_source/* SourceError */.c8(`${name} takes no argument after =`);
    return source.load({ argument, readFile });
}
/** The source that fits both trees. A change that makes another source fit also changes the names of targets. */
async function detectSource(base, head, readFile) {
    // What a source has read of one tree, it does not read again.
    const sources = new Map();
    const after = await firstFitting(head, sources, readFile);
    const before = await firstFitting(base, sources, readFile);
    if (after === null || before === null) {
        const rule = "no built-in source fits this repository";
        return choose_sources_all(rule, "Name the source to use, such as paths with your own mapping.");
    }
    if (after.source.name !== before.source.name) {
        const rule = `with this change ${after.source.name} fits instead of ${before.source.name}, and the two name targets differently`;
        return choose_sources_all(rule, "Name the source to use instead of auto.");
    }
    const { source, because } = after;
    return { kind: "source", source, note: `auto chose ${source.name}, because of ${because}.` };
}
async function firstFitting(tree, sources, readFile) {
    for (const name of SOURCE_NAMES.filter((one) => SOURCES[one].isForAuto)) {
        const source = sources.get(name) ?? (await load(name, null, readFile));
        sources.set(name, source);
        const because = await source.detect(tree);
        if (because !== null)
            return { source, because };
    }
    return null;
}
function choose_sources_all(rule, hint) {
    return { kind: "all", cause: { subject: "auto", rule, hint } };
}

// EXTERNAL MODULE: ./src/process/run-git.ts
var process_run_git = __webpack_require__(1305);
// EXTERNAL MODULE: ./src/targets/git/git-environment.ts
var git_environment = __webpack_require__(77);
;// CONCATENATED MODULE: ./src/targets/git/checkout-objects.ts
/**
 * Reads objects of the user's checkout by their ids, which no configuration of it changes. One process of git answers any
 * number of questions, and a call that is sure to come can be started ahead.
 */




class CheckoutObjects {
    #folder;
    #signal;
    #deadlineMs;
    #left = new AbortController();
    #ahead = new Map();
    #asking = null;
    /** `deadlineMs`: for each question. */
    constructor(folder, signal, deadlineMs = run_git/* DEADLINE_MS */.Wp) {
        this.#folder = folder;
        this.#signal = signal;
        this.#deadlineMs = deadlineMs;
    }
    /** Starts a call whose answer `run` will then return. */
    startAhead(words) {
        const signal = AbortSignal.any([this.#signal, this.#left.signal]);
        const answer = (0,run_git/* runGit */.EO)(words, { ...this.#start(), signal });
        answer.catch(() => undefined);
        this.#ahead.set(words.join("\0"), answer);
    }
    /** Throws `GitFailure`. */
    run(words, signal, extra = {}) {
        const answer = this.#ahead.get(words.join("\0"));
        return answer === undefined
            ? (0,run_git/* runGit */.EO)(words, { ...extra, ...this.#start(), signal })
            : unlessAborted(answer, signal, `git ${words[0] ?? ""}`);
    }
    /**
     * The objects that these names or ids mean, in their order; null for what this machine does not have. Throws `GitFailure`,
     * also where no process can be asked.
     */
    async contents(names, signal = this.#signal) {
        const contents = [];
        await this.#ask(names, signal, (found) => contents.push(found));
        return contents;
    }
    /** The bytes of objects by their ids, without those that this machine does not have. Throws `GitFailure` like `contents`. */
    async read(ids, signal) {
        const read = new Map();
        await this.#ask(ids, signal, (found) => {
            if (found !== null)
                read.set(found.id, found.bytes);
        });
        return read;
    }
    /** A process that ends while it is asked is replaced once: something else may have ended it. */
    async #ask(names, signal, take, isAgain = false) {
        this.#asking ??= this.#startAsking();
        const started = this.#asking;
        const asking = await started;
        if (asking === null)
            throw new run_git/* GitFailure */.Xi("git cat-file could not be started");
        let answers = 0;
        const count = (found) => {
            answers += 1;
            take(found);
        };
        try {
            await unlessAborted(asking.ask(names, this.#deadlineMs, count), signal, CAT_FILE);
        }
        catch (error) {
            if (!asking.isReplaceable)
                throw error;
            if (this.#asking === started)
                this.#asking = null;
            if (isAgain || signal.aborted || this.#left.signal.aborted)
                throw error;
            await this.#ask(names.slice(answers), signal, take, true);
        }
    }
    async #startAsking() {
        const words = ["cat-file", "--batch-command", "--buffer"];
        const child = await (0,process_run_git/* startGitToAsk */.f7)(words, this.#start());
        return child === null ? null : new Asking(child, this.#signal);
    }
    /** Ends what still runs. */
    leave() {
        this.#left.abort();
        this.#asking?.then((asking) => asking?.end(), () => undefined);
    }
    #start() {
        return { folder: this.#folder, environment: (0,git_environment/* localEnvironment */.bx)(git_environment/* TRUSTED */.Se) };
    }
}
const CAT_FILE = "git cat-file";
const CHECK_GIT = "Run git fsck in the checkout, and git --version, which has to be 2.39 or newer, to find out why git fails.";
const NO_TIME = ": there was no time left for it";
/** `leave` ends what is no longer waited for. */
function unlessAborted(value, signal, who) {
    return new Promise((resolve, reject) => {
        const abort = () => reject(new run_git/* GitFailure */.Xi(`${who}${NO_TIME}`));
        if (signal.aborted)
            abort();
        signal.addEventListener("abort", abort, { once: true });
        value.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
    });
}
const LINE_FEED = 0x0a;
/** Of the answers to one question. */
const checkout_objects_MOST_BYTES = 512 * 1024 * 1024;
/** Between the request to end and the end that no program can refuse. */
const GRACE_MS = 1_000;
/** Any other line repeats a name that means nothing here. */
const HEADER = /^([0-9a-f]{40,64}) ([a-z]+) (\d{1,15})$/;
class Asking {
    #child;
    #open = [];
    #pieces = [];
    #bytes = 0;
    /** With fewer bytes, no object is complete. */
    #needed = 1;
    #stderr = "";
    #failure = null;
    #hasEnded = false;
    constructor(child, signal) {
        this.#child = child;
        const abort = () => this.#stop(NO_TIME);
        if (signal.aborted)
            abort();
        else
            signal.addEventListener("abort", abort, { once: true });
        child.stdout?.on("data", (piece) => this.#take(piece));
        child.stderr?.setEncoding("utf8").on("data", (text) => {
            this.#stderr = (this.#stderr + text).slice(-4_000);
        });
        child.stdin?.on("error", () => undefined);
        child.once("error", (error) => this.#end(`${CAT_FILE}: ${error.message}`));
        child.once("close", (exitCode) => {
            signal.removeEventListener("abort", abort);
            this.#end((0,run_git/* endedWith */.tX)(CAT_FILE, exitCode, this.#stderr));
        });
    }
    /** Whether another process may answer: this one ended by itself, and not for an object that a partial clone lacks. */
    get isReplaceable() {
        return this.#hasEnded && !this.#stderr.includes("promisor remote");
    }
    /** `take` receives one answer for each name, in their order. */
    ask(names, deadlineMs, take) {
        if (this.#failure !== null)
            return Promise.reject(this.#failure);
        if (names.length === 0)
            return Promise.resolve();
        return new Promise((resolve, reject) => {
            const seconds = Math.round(deadlineMs / 100) / 10;
            const late = () => this.#stop(`: it did not answer within ${seconds} s`);
            const deadline = setTimeout(late, deadlineMs).unref();
            this.#open.push({ open: names.length, bytes: 0, take, deadline, resolve, reject });
            (0,run_program/* keepThisProcess */.Pp)(this.#child, true);
            this.#child.stdin?.write(`contents ${names.join("\ncontents ")}\nflush\n`);
        });
    }
    end() {
        this.#stop(": its caller has left");
        this.#child.stdin?.end();
        this.#child.stdout?.destroy();
        this.#child.stderr?.destroy();
    }
    /** It reads only, so nothing is lost. */
    #stop(because) {
        this.#fail(`${CAT_FILE}${because}`);
        const child = this.#child;
        if (child.exitCode !== null || child.signalCode !== null)
            return;
        (0,run_program/* signalGroup */.i8)(child, "SIGTERM");
        const kill = setTimeout(() => (0,run_program/* signalGroup */.i8)(child, "SIGKILL"), GRACE_MS).unref();
        child.once("exit", () => clearTimeout(kill));
    }
    #take(piece) {
        this.#pieces.push(piece);
        this.#bytes += piece.byteLength;
        if (this.#bytes < this.#needed)
            return;
        const bytes = this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces, this.#bytes);
        const rest = bytes.subarray(this.#takeObjects(bytes));
        this.#pieces = rest.byteLength === 0 ? [] : [rest];
        this.#bytes = rest.byteLength;
    }
    /** Returns where the first incomplete object begins. */
    #takeObjects(bytes) {
        this.#needed = 1;
        for (let start = 0; start < bytes.byteLength;) {
            const end = bytes.indexOf(LINE_FEED, start);
            if (end === -1)
                return start;
            const [, id = "", type = "", size = ""] = HEADER.exec(bytes.toString("latin1", start, end)) ?? [];
            if (id === "") {
                this.#answer(null);
                start = end + 1;
                continue;
            }
            if (!this.#hasRoom(Number(size)))
                return bytes.byteLength;
            const after = end + 1 + Number(size);
            if (after >= bytes.byteLength) {
                this.#needed = after + 1 - start;
                return start;
            }
            this.#answer({ id, type, bytes: bytes.subarray(end + 1, after) });
            start = after + 1;
        }
        return bytes.byteLength;
    }
    /** Also for an object whose bytes have not arrived yet. */
    #hasRoom(size) {
        const [question] = this.#open;
        if (question === undefined || question.bytes + size <= checkout_objects_MOST_BYTES)
            return true;
        this.#stop(`: it printed more than ${checkout_objects_MOST_BYTES} bytes`);
        return false;
    }
    #answer(found) {
        const [question] = this.#open;
        if (question === undefined)
            return;
        question.bytes += found?.bytes.byteLength ?? 0;
        question.take(found);
        question.open -= 1;
        if (question.open > 0)
            return;
        this.#open.shift();
        clearTimeout(question.deadline);
        if (this.#open.length === 0)
            (0,run_program/* keepThisProcess */.Pp)(this.#child, false);
        question.resolve();
    }
    #end(because) {
        this.#hasEnded ||= this.#failure === null;
        this.#fail(because);
    }
    #fail(because) {
        this.#failure ??= new run_git/* GitFailure */.Xi(because, CHECK_GIT);
        // One that ignores its end keeps no process waiting.
        (0,run_program/* keepThisProcess */.Pp)(this.#child, false);
        for (const { deadline, reject } of this.#open.splice(0)) {
            clearTimeout(deadline);
            reject(this.#failure);
        }
    }
}

;// CONCATENATED MODULE: ./src/targets/git/commit-facts.ts
/**
 * Facts that a commit object records. At the end of a shallow history it still names the parents, which git then hides.
 */

/** A commit never changes, so each is read once. */
const known = new WeakMap();
/** `commit`: an id. Null when the commit is not on this machine. */
async function parentsOf(store, commit) {
    const byId = known.get(store) ?? new Map();
    known.set(store, byId);
    const parents = byId.get(commit) ?? (await readParents(store, commit));
    if (parents !== null)
        byId.set(commit, parents);
    return parents;
}
async function readParents(store, commit) {
    const { exitCode, stdout } = await store.reading(["cat-file", "commit", commit], { answers: [0, 128] });
    if (exitCode !== 0)
        return null;
    return parentsIn(stdout.toString("latin1"));
}
/** `text`: the commit as git stores it. */
function parentsIn(text) {
    const [head = ""] = text.split("\n\n", 1);
    return [...head.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map(([, id = ""]) => id);
}
/**
 * For a merge of a pull request: the parent that is not the pull request's head, in either position. Null when the
 * commit is no such merge.
 */
async function otherParent(store, merge, head) {
    const parents = (await parentsOf(store, merge)) ?? [];
    const others = parents.filter((parent) => parent !== head);
    return parents.length === 2 && others.length === 1 ? (others[0] ?? null) : null;
}
/** The commit that a ref of the store names. Throws `GitFailure`. */
async function commitAt(store, ref) {
    const { stdout } = await store.local(["rev-parse", "--verify", "--end-of-options", `${ref}^{commit}`]);
    return idIn(stdout);
}
/** The id at the start of git's output. */
function idIn(stdout) {
    const id = /^[0-9a-f]{40,64}/.exec(stdout.toString("latin1"))?.[0];
    if (id === undefined)
        throw new run_git/* GitFailure */.Xi("git printed no object id");
    return id;
}

// EXTERNAL MODULE: external "node:buffer"
var external_node_buffer_ = __webpack_require__(4573);
;// CONCATENATED MODULE: ./src/targets/git/listed-entries.ts
/** The entries of a tree as git lists them. Few of them are ever asked for, so a line is parsed when its entry is. */


/** Old repositories contain other file modes than the two that git writes today. */
function kindOf(mode) {
    if (mode === "120000")
        return "link";
    if (mode === "160000")
        return "submodule";
    if (!mode.startsWith("100"))
        throw new run_git/* GitFailure */.Xi(`git listed an entry with the unexpected mode ${mode}`);
    return mode.endsWith("755") ? "executable" : "file";
}
class ListedEntries {
    unread;
    /** By path. */
    #lines;
    #text;
    /** `text`: for each entry `<mode> <type> <id>`, a tab, the path and a NUL. Throws `GitFailure`. */
    constructor(text) {
        this.#text = text;
        const lines = text.split("\0");
        lines.pop();
        const byPath = new Map();
        const unread = [];
        for (const line of lines) {
            const path = line.slice(line.indexOf("\t") + 1);
            byPath.set(path, line);
            if (!line.startsWith("100"))
                unread.push(entryIn(line, path));
        }
        this.#lines = byPath;
        this.unread = unread;
    }
    get size() {
        return this.#lines.size;
    }
    has(path) {
        return this.#lines.has(path);
    }
    get(path) {
        const line = this.#lines.get(path);
        return line === undefined ? undefined : entryIn(line, path);
    }
    named(fileName) {
        const paths = [];
        const ending = `${fileName}\0`;
        for (let at = this.#text.indexOf(ending); at !== -1; at = this.#text.indexOf(ending, at + 1)) {
            const path = this.#text.indexOf("\t", this.#text.lastIndexOf("\0", at - 1) + 1) + 1;
            if (at === path || this.#text[at - 1] === "/")
                paths.push(this.#text.slice(path, at + fileName.length));
        }
        return paths;
    }
    keys() {
        return this.#lines.keys();
    }
    *values() {
        for (const [path, line] of this.#lines)
            yield entryIn(line, path);
        return undefined;
    }
    *entries() {
        for (const [path, line] of this.#lines)
            yield [path, entryIn(line, path)];
        return undefined;
    }
    [Symbol.iterator]() {
        return this.entries();
    }
    forEach(callback) {
        for (const [path, entry] of this)
            callback(entry, path, this);
    }
}
function entryIn(line, path) {
    const mode = line.slice(0, line.indexOf(" "));
    const tab = line.length - path.length - 1;
    return { path, kind: kindOf(mode), id: line.slice(line.lastIndexOf(" ", tab) + 1, tab) };
}
/** The entries of a tree that differs from another one in few paths. */
class EarlierEntries {
    size;
    #later;
    /** By each path that differs; null when there is no entry. */
    #before;
    constructor(later, before) {
        this.#later = later;
        this.#before = before;
        let size = later.size;
        for (const [path, entry] of before)
            size += (entry === null ? 0 : 1) - (later.has(path) ? 1 : 0);
        this.size = size;
    }
    get unread() {
        const later = this.#later.unread;
        const isDifferent = [...this.#before.values()].some((entry) => entry !== null && (0,targets_tree/* isUnread */.KJ)(entry));
        if (later === undefined || isDifferent || later.some(({ path }) => this.#before.has(path)))
            return [...this.values()].filter(targets_tree/* isUnread */.KJ);
        return later;
    }
    has(path) {
        const before = this.#before.get(path);
        return before === undefined ? this.#later.has(path) : before !== null;
    }
    get(path) {
        const before = this.#before.get(path);
        return before === undefined ? this.#later.get(path) : (before ?? undefined);
    }
    *keys() {
        for (const path of this.#later.keys())
            if (this.#before.get(path) !== null)
                yield path;
        for (const [path, entry] of this.#before)
            if (entry !== null && !this.#later.has(path))
                yield path;
        return undefined;
    }
    *values() {
        for (const [, entry] of this)
            yield entry;
        return undefined;
    }
    *entries() {
        for (const path of this.keys()) {
            const entry = this.get(path);
            if (entry !== undefined)
                yield [path, entry];
        }
        return undefined;
    }
    [Symbol.iterator]() {
        return this.entries();
    }
    forEach(callback) {
        for (const [path, entry] of this)
            callback(entry, path, this);
    }
}

;// CONCATENATED MODULE: ./src/targets/git/git-tree.ts
/** The tree of a commit: listed once, then read any number of files at a time. */



function isOrdinary({ kind }) {
    return kind === "file" || kind === "executable";
}
function isLink({ kind }) {
    return kind === "link";
}
function linkTexts(contents) {
    return new Map([...contents].map(([path, bytes]) => [path, pathText(bytes)]));
}
/** The call of git that lists all files of a commit. */
function listTree(commit) {
    return ["ls-tree", "-r", "-z", "--full-tree", commit];
}
const trees = new WeakMap();
/** The same tree for each question, so that it is listed once. */
function treeAt(store, commit) {
    const known = trees.get(store) ?? new Map();
    trees.set(store, known);
    const tree = known.get(commit) ?? new GitTree(store, commit);
    known.set(commit, tree);
    return tree;
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
        this.#entries ??= this.#list().catch((error) => {
            // What is missing may be there after a fetch.
            this.#entries = null;
            throw error;
        });
        return this.#entries;
    }
    /** Links and submodules have no file content, so they are left out too. */
    read(paths) {
        return this.#contents(paths, isOrdinary);
    }
    async naming(words, pathspecs) {
        const options = ["-F", "-l", "-z", "--no-color", "--no-recurse-submodules", "--full-name", "-f", "-"];
        const call = ["grep", ...options, this.commit, "--", ...pathspecs];
        const input = `${words.join("\n")}\n`;
        const { stdout, stderr } = await inTurn(this.#store, () => this.#store.local(call, { answers: [0, 1], input }));
        // git grep skips a file that it cannot read, and only reports it.
        if (stderr.trim() !== "")
            return null;
        return textsBetweenNuls(stdout).map((part) => part.slice(this.commit.length + 1));
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
        const { stdout } = await this.#store.reading(listTree(this.commit));
        return new ListedEntries(textWithNuls(stdout));
    }
}
const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const FIRST_SURROGATE = 0xdc00;
/**
 * Git's paths are bytes, mostly UTF-8. In any other path, each byte above 0x7f becomes a lone surrogate, so that two
 * different paths never give the same text.
 */
function pathText(bytes) {
    try {
        return STRICT.decode(bytes);
    }
    catch {
        return Array.from(bytes, (byte) => String.fromCharCode(byte < 0x80 ? byte : FIRST_SURROGATE + byte)).join("");
    }
}
/** The NUL-terminated parts of `-z` output, as bytes; bytes after the last NUL are left out. */
function* partsBetweenNuls(bytes) {
    let start = 0;
    for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, start)) {
        yield bytes.subarray(start, end);
        start = end + 1;
    }
}
/** The same as texts; bytes after the last NUL are left out. */
function textsBetweenNuls(bytes) {
    const texts = textWithNuls(bytes).split("\0");
    texts.pop();
    return texts;
}
/** All parts are decoded together where that gives the same texts. */
function textWithNuls(bytes) {
    if ((0,external_node_buffer_.isUtf8)(bytes))
        return bytes.toString("utf8");
    return Array.from(partsBetweenNuls(bytes), (part) => `${pathText(part)}\0`).join("");
}
const turns = new WeakMap();
/** One at a time for each store: while git fetches, it locks its configuration, and others would fetch, too. */
function inTurn(store, work) {
    const turn = (turns.get(store) ?? Promise.resolve()).then(work, work);
    turns.set(store, turn);
    return turn;
}
/** Requests of the same moment share one process, whose start costs more than reading many objects, and one fetch. */
class Batch {
    ids = new Set();
    found;
    #store;
    #fetched = null;
    constructor(store) {
        this.#store = store;
        const moment = new Promise((resolve) => setImmediate(resolve));
        this.found = moment.then(() => inTurn(store, () => {
            waiting.delete(store);
            return readBatch(store, [...this.ids]);
        }));
    }
    /** What this machine did not have. */
    fetched() {
        this.#fetched ??= this.found.then((found) => {
            const missing = [...this.ids].filter((id) => !found.has(id));
            return inTurn(this.#store, async () => {
                await fetchObjects(this.#store, missing);
                return readBatch(this.#store, missing);
            });
        });
        return this.#fetched;
    }
}
const waiting = new WeakMap();
/** Throws `GitFailure` when an object is not available. */
async function readObjects(store, ids) {
    if (ids.length === 0)
        return new Map();
    const here = await store.bytesOf(ids);
    // Each id is there once, and so is each object.
    if (here?.size === ids.length)
        return here;
    const missing = here === null ? ids : ids.filter((id) => !here.has(id));
    if (here !== null && missing.length === 0)
        return here;
    const batch = waiting.get(store) ?? new Batch(store);
    waiting.set(store, batch);
    for (const id of missing)
        batch.ids.add(id);
    const found = await batch.found;
    const areHere = here ?? new Map();
    if (missing.every((id) => found.has(id)))
        return areHere.size === 0 ? found : new Map([...areHere, ...found]);
    const fetched = await batch.fetched();
    const absent = missing.find((id) => !found.has(id) && !fetched.has(id));
    if (absent !== undefined)
        throw new run_git/* GitFailure */.Xi(`the object ${absent} is not available`);
    return new Map([...areHere, ...found, ...fetched]);
}
async function readBatch(store, ids) {
    const { stdout } = await store.reading(["cat-file", "--batch", "--buffer"], {
        input: `${ids.join("\n")}\n`,
    });
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
            throw new run_git/* GitFailure */.Xi("git cat-file printed an unexpected answer");
        found.set(id, stdout.subarray(start, start + bytes));
        start += bytes + 1;
    }
    return found;
}
/** Like git's own fetch for a partial clone, but all objects in one request. */
async function fetchObjects(store, ids) {
    if (!(await store.hasRemote()))
        throw new run_git/* GitFailure */.Xi(`the object ${ids[0] ?? ""} is not in the checkout`);
    const words = ["--filter=blob:none", "--stdin", "origin"];
    await store.fetch(words, { input: `${ids.join("\n")}\n` });
}

;// CONCATENATED MODULE: ./src/targets/git/checkout.ts
/** Reads facts about the user's checkout. No call here writes to it. */







const HEAD = "HEAD^{commit}";
const IS_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** No name of a ref has two dots. */
const NO_COMMIT = "..^{commit}";
/**
 * `revisions`: names of commits that will be needed, the head as the last one. The caller leaves the objects. Null when the
 * folder is in no checkout. Throws `GitFailure` when git itself is missing.
 */
async function findCheckout(folder, signal, revisions = []) {
    if (!(0,external_node_fs_.existsSync)(folder))
        return null;
    const facts = once(() => readFacts(folder, signal));
    const origin = once(() => originOf(folder, signal));
    const objects = new CheckoutObjects(folder, signal);
    const head = evidentId(folder, revisions.at(-1) ?? "");
    // What a shallow checkout lacks is fetched, which takes longer than all else and is prepared first.
    const isShallow = revisions.length > 0 && (0,external_node_fs_.existsSync)((0,external_node_path_.join)(folder, ".git", "shallow"));
    const list = () => (head === null ? undefined : objects.startAhead(listTree(head)));
    if (!isShallow)
        list();
    const reading = revisions.length === 0 ? null : readCommits(objects, revisions).catch(notFound);
    if (isShallow) {
        for (const read of [facts, origin])
            read().catch(() => undefined);
        list();
    }
    const commits = await reading;
    // Git has read commits only in a checkout.
    if (commits === null && (await leftUnlessRead(facts, objects)) === null)
        return null;
    return {
        folder,
        objects,
        named: new Map(commits?.map((commit, index) => [revisions[index] ?? "", commit])),
        facts: async () => {
            const found = await facts();
            if (found === null)
                throw new run_git/* GitFailure */.Xi(`git does not recognize the checkout ${folder}`);
            return found;
        },
        origin,
    };
}
/** A git that fails, or is no longer waited for, must not remain. */
async function leftUnlessRead(read, objects) {
    let facts = null;
    try {
        facts = await read();
    }
    finally {
        if (facts === null)
            objects.leave();
    }
    return facts;
}
function once(read) {
    let value = null;
    return () => {
        value ??= read();
        return value;
    };
}
async function readFacts(folder, signal) {
    const options = ["--path-format=absolute", "--git-path", "objects", "--is-shallow-repository"];
    const words = ["rev-parse", ...options, "--show-object-format", HEAD];
    const call = { folder, environment: (0,git_environment/* localEnvironment */.bx)(git_environment/* TRUSTED */.Se), signal, answers: [0, 1, 128] };
    const { exitCode, stdout } = await (0,run_git/* runGit */.EO)(words, call);
    if (signal.aborted)
        throw new run_git/* GitFailure */.Xi("there was no time left for git rev-parse");
    // Before the first commit git fails after it has printed the rest, and repeats the name.
    const lines = withoutLineEnd(stdout)
        .split("\n")
        .filter((line) => line !== HEAD);
    const head = exitCode === 0 ? (lines.pop() ?? null) : null;
    const format = lines.pop();
    const isShallow = lines.pop() === "true";
    const objects = lines.join("\n");
    if (objects === "" || format === undefined)
        return null;
    return { objects, format: format === "sha256" ? "sha256" : "sha1", head, isShallow };
}
/** The commit that a name certainly means, without a call of git; null for most names. */
function evidentId(folder, revision) {
    if (IS_ID.test(revision))
        return revision;
    if (revision !== "HEAD")
        return null;
    try {
        const head = (0,external_node_fs_.readFileSync)((0,external_node_path_.join)(folder, ".git", "HEAD"), "latin1").trim();
        return IS_ID.test(head) ? head : null;
    }
    catch {
        return null; // Git finds it, in another folder.
    }
}
/** The folder may be in no checkout, which the other call reports. */
function notFound(error) {
    if (error instanceof run_git/* GitFailure */.Xi)
        return null;
    throw error;
}
/** The commits that revisions name in the checkout, in their order; null for one that names none. */
async function commitsNamed({ objects, named }, revisions) {
    if (!revisions.every((revision) => named.has(revision)))
        return readCommits(objects, revisions);
    return revisions.map((revision) => named.get(revision) ?? null);
}
async function readCommits(objects, revisions) {
    // Git reads one name a line.
    const names = revisions.map((name) => (/[\n\0]/.test(name) ? NO_COMMIT : `${name}^{commit}`));
    return (await objects.contents(names)).map((found) => found === null ? null : { id: found.id, parents: parentsIn(found.bytes.toString("latin1")) });
}
async function originOf(folder, signal) {
    const call = { folder, environment: (0,git_environment/* localEnvironment */.bx)(git_environment/* TRUSTED */.Se), signal, answers: [0, 1] };
    const { exitCode, stdout } = await (0,run_git/* runGit */.EO)(["config", "--get", "remote.origin.url"], call);
    return exitCode === 0 ? withoutLineEnd(stdout) : null;
}
function withoutLineEnd(bytes) {
    return bytes.toString().replace(/\r?\n$/, "");
}

;// CONCATENATED MODULE: ./src/targets/git/tree-difference.ts


/** With more trees than these, git is faster. */
const MOST_TREES = 200;
/** Null where git has to compare them. */
async function treeDifferences(read, base, head) {
    const root = { path: Buffer.alloc(0), trees: [`${base}^{tree}`, `${head}^{tree}`], found: [] };
    let count = 0;
    for (let level = [root]; level.length > 0;) {
        const names = level.flatMap(({ trees }) => trees.filter((name) => name !== null));
        count += names.length;
        const objects = count > MOST_TREES ? null : await read(names);
        if (objects === null)
            return null;
        let next = 0;
        for (const folder of level) {
            const [before, after] = folder.trees.map((name) => name === null ? [] : itemsIn(objects[next++] ?? null, base.length / 2));
            if (before == null || after == null)
                return null;
            compareItems(folder, before, after);
        }
        level = level.flatMap(({ found }) => found.filter((one) => "trees" in one));
    }
    return flat(root);
}
function flat({ found }) {
    return found.flatMap((one) => ("trees" in one ? flat(one) : [one]));
}
const [SPACE, NUL, SLASH] = [0x20, 0, 0x2f];
const FOLDER = "040000";
const SUBMODULE = "160000";
/** `<mode> <name>`, a NUL and the bytes of the id, for each entry. Null for anything else. */
function itemsIn(tree, idLength) {
    if (tree?.type !== "tree")
        return null;
    const { bytes } = tree;
    const items = [];
    for (let start = 0; start < bytes.length;) {
        const space = bytes.indexOf(SPACE, start);
        const nul = bytes.indexOf(NUL, space);
        const end = nul + 1 + idLength;
        if (space === -1 || nul === -1 || end > bytes.length)
            return null;
        const mode = usualMode(bytes.toString("latin1", start, space));
        if (mode === null)
            return null;
        items.push({ mode, name: bytes.subarray(space + 1, nul), id: bytes.toString("hex", nul + 1, end) });
        start = end;
    }
    return items;
}
/** Like git, which reads old modes of files as one of two. */
function usualMode(written) {
    const mode = Number.parseInt(written, 8);
    const kind = mode & 0o170000;
    if (kind === 0o100000)
        return (mode & 0o100) === 0 ? "100644" : "100755";
    if (mode === 0o040000)
        return FOLDER;
    return mode === 0o120000 || mode === 0o160000 ? mode.toString(8) : null;
}
/** Both are in git's order, in which the name of a folder ends with a slash. */
function compareItems(folder, before, after) {
    let [was, is] = [0, 0];
    while (was < before.length || is < after.length) {
        const [one, other] = [before[was], after[is]];
        const order = one === undefined ? 1 : other === undefined ? -1 : orderOf(one, other);
        if (order <= 0)
            was += 1;
        if (order >= 0)
            is += 1;
        addDifference(folder, order <= 0 ? one : undefined, order >= 0 ? other : undefined);
    }
}
function orderOf(one, other) {
    const length = Math.min(one.name.length, other.name.length);
    const order = one.name.compare(other.name, 0, length, 0, length);
    return order === 0 ? characterAt(one, length) - characterAt(other, length) : order;
}
function characterAt({ name, mode }, index) {
    return name[index] ?? (mode === FOLDER ? SLASH : 0);
}
function addDifference({ path, found }, before, after) {
    const { name = null } = before ?? after ?? {};
    if (name === null || (before?.id === after?.id && before?.mode === after?.mode))
        return;
    const here = Buffer.concat([path, name]);
    if ((before ?? after)?.mode === FOLDER) {
        const inside = Buffer.concat([here, Buffer.from("/")]);
        found.push({ path: inside, trees: [before?.id ?? null, after?.id ?? null], found: [] });
        return;
    }
    const text = pathText(here);
    const isSubmodule = before?.mode === SUBMODULE || after?.mode === SUBMODULE;
    found.push({
        file: { path: text, status: statusOf(before?.mode, after?.mode), isSubmodule },
        before: before === undefined ? null : { path: text, kind: kindOf(before.mode), id: before.id },
        afterId: after?.id ?? "0".repeat(before?.id.length ?? 0),
    });
}
function statusOf(before, after) {
    if (before === undefined)
        return "added";
    if (after === undefined)
        return "deleted";
    return before.slice(0, 3) === after.slice(0, 3) ? "modified" : "typeChanged";
}

;// CONCATENATED MODULE: ./src/targets/git/changed-files.ts




const DIFF_TREE = [
    "diff-tree",
    "--raw",
    "-r",
    "-z",
    "--no-abbrev",
    "--no-renames",
    "--ignore-submodules=none",
];
const changed_files_SUBMODULE = "160000";
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
    const known = await treeDifferences((names) => store.contents(names), base, head);
    if (known !== null)
        return known;
    const { stdout } = await store.reading([...DIFF_TREE, base, head]);
    return differencesIn(textsBetweenNuls(stdout));
}
/** `parts`: facts and a path by turns. Throws `GitFailure`. */
function differencesIn(parts) {
    if (parts.length % 2 === 1)
        throw new run_git/* GitFailure */.Xi("git diff-tree ended in the middle of a record");
    const differences = [];
    for (let index = 0; index + 1 < parts.length; index += 2) {
        differences.push(difference(parts[index] ?? "", parts[index + 1] ?? ""));
    }
    return differences;
}
/** `:100644 100644 <id> <id> M` */
function difference(facts, path) {
    const [mode = "", after = "", id = "", afterId = "", letter = ""] = facts.replace(/^:/, "").split(" ");
    const status = STATUSES.get(letter);
    if (status === undefined)
        throw new run_git/* GitFailure */.Xi(`git diff-tree printed the unknown status ${letter}`);
    return {
        file: { path, status, isSubmodule: [mode, after].includes(changed_files_SUBMODULE) },
        before: status === "added" ? null : { path, kind: kindOf(mode), id },
        afterId,
    };
}

;// CONCATENATED MODULE: ./src/targets/git/compare-trees.ts



/** Throws `GitFailure`. */
async function compareTrees(store, base, head) {
    const headTree = treeAt(store, head);
    // The listing takes longer, so it is started first.
    const [, differences] = await Promise.all([headTree.entries(), differencesBetween(store, base, head)]);
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
    /** The entry of this tree by each path that differs; null when there is none. */
    #before;
    derived;
    #entries = null;
    constructor(store, commit, later, differences) {
        this.commit = commit;
        this.#store = store;
        this.#later = later;
        this.#before = new Map(differences.map(({ file, before }) => [file.path, before]));
        this.derived = { from: later, differing: differences.map(({ file }) => file.path) };
    }
    entries() {
        this.#entries ??= this.#later.entries().then((later) => new EarlierEntries(later, this.#before));
        return this.#entries;
    }
    /** Links and submodules have no file content, so they are left out too. */
    async read(paths) {
        const { alike, differing } = this.#split(paths);
        const [later, earlier] = await Promise.all([
            this.#later.read(alike),
            this.#contents(differing, isOrdinary),
        ]);
        return new Map(paths.flatMap((path) => {
            const bytes = later.get(path) ?? earlier.get(path);
            return bytes === undefined ? [] : [[path, bytes]];
        }));
    }
    /** Searches the later tree, and the earlier content of the files that differ. */
    async naming(words, pathspecs) {
        const later = await this.#later.naming(words, pathspecs);
        if (later === null)
            return null;
        const earlier = await this.#contents([...this.#before.values()].flatMap((before) => before ?? []), isOrdinary);
        const named = [...earlier].filter(([, bytes]) => words.some((word) => Buffer.from(bytes).includes(word)));
        return [...later.filter((path) => !this.#before.has(path)), ...named.map(([path]) => path)];
    }
    async readLinks(paths) {
        const { alike, differing } = this.#split(paths);
        const later = await this.#later.readLinks(alike);
        return new Map([...later, ...linkTexts(await this.#contents(differing, isLink))]);
    }
    #split(paths) {
        return {
            alike: paths.filter((path) => !this.#before.has(path)),
            differing: paths.flatMap((path) => this.#before.get(path) ?? []),
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
}

// EXTERNAL MODULE: ./src/targets/git/object-store.ts + 1 modules
var object_store = __webpack_require__(3803);
;// CONCATENATED MODULE: ./src/targets/revisions/listed-by-forge.ts
/**
 * The last way, for when nothing can be fetched: the merge is checked out, and the forge lists the files it changes.
 */



/** Returns a string if this way fails: the reason, as a clause. */
async function listedByForge({ question, checkout, store }) {
    const { wanted, listFiles } = question;
    if (listFiles === undefined || wanted.kind !== "pullRequest")
        return "no forge is available to list the files";
    if (wanted.mustCheckBase === true)
        return "the forge's list does not name the target branch";
    const checkedOut = (await checkout?.facts())?.head ?? null;
    if (checkedOut === null)
        return "there is no checkout";
    const baseCommit = await otherParent(store, checkedOut, wanted.headSha);
    if (baseCommit === null)
        return "the checkout is not at the merge of the pull request";
    const changed = await listFiles(wanted.number, wanted.headSha);
    if (changed === null)
        return "the forge does not list all the files of this head";
    const head = new GitTree(store, checkedOut);
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
 * The base tree as far as a list of changed files determines it. An unchanged file is as in the head tree. The earlier
 * content of a changed file is unknown: reading it fails, and everything counts as impacted.
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
    /** The earlier content of the changed files is unknown. */
    naming() {
        return Promise.resolve(null);
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
/** The input and the result of the search for revisions. */
/** Options for fetching the commit and its parents, without file contents. */
const MERGE_AND_PARENTS = ["--filter=blob:none", "--depth=2"];
const COMMIT_ALONE = ["--filter=blob:none", "--depth=1"];

;// CONCATENATED MODULE: ./src/targets/revisions/merge-of-pull-request.ts
/**
 * Ways to find the merge of a pull request that the forge has made, and its parent that is not the pull request's head.
 */


const NO_PULL_REQUEST = "the revisions are not those of a pull request";
const NOT_AT_MERGE = "the checkout is not at the merge of the pull request";
const FETCHED = "refs/targets/merge";
/** The checkout is at the merge and has enough history, so that nothing needs to be fetched. */
const mergeInCheckout = async ({ question: { wanted }, checkout, store }) => {
    if (wanted.kind !== "pullRequest")
        return NO_PULL_REQUEST;
    const head = (await checkout?.facts())?.head ?? null;
    if (head === null)
        return "there is no checkout";
    const base = await otherParent(store, head, wanted.headSha);
    if (base === null)
        return NOT_AT_MERGE;
    // A checkout of depth one has the merge alone, and listing its tree in vain would take time.
    if ((await parentsOf(store, base)) === null)
        return "the checkout lacks the parent of the merge";
    return found(base, head, "The checkout is at the merge of the pull request");
};
/**
 * The checkout is at the merge, without its parents: only what the parent has that the merge has not is fetched. If the base
 * has to be checked, the tip of the queue's branch is fetched, which has to be the parent.
 */
const parentOfMerge = async ({ question: { wanted }, checkout, store }) => {
    if (wanted.kind !== "pullRequest")
        return NO_PULL_REQUEST;
    const head = (await checkout?.facts())?.head ?? null;
    if (head === null)
        return "there is no checkout";
    const base = await otherParent(store, head, wanted.headSha);
    if (base === null)
        return NOT_AT_MERGE;
    const { baseBranch, mustCheckBase } = wanted;
    if (mustCheckBase === true && baseBranch === null)
        return "the base branch of the pull request is not known";
    const source = mustCheckBase === true ? `refs/heads/${baseBranch}` : base;
    const fetched = await store.fetchBeside(head, source);
    if (fetched !== base)
        return notOnto(baseBranch);
    return found(base, head, "The checkout is at the merge of the pull request, and its parent was fetched");
};
/** The id of the merge is known, from the checkout or from the workflow run. */
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
    return "the commit of the workflow run is not the merge of the pull request";
};
/** The forge keeps the merge under a ref, which still names an old merge while the pull request conflicts. */
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
    const checkedOut = (await checkout?.facts())?.head ?? null;
    const isMerge = checkedOut !== null && (await otherParent(store, checkedOut, headSha)) !== null;
    const known = [isMerge ? checkedOut : null, workflowSha === headSha ? null : workflowSha];
    return [...new Set(known.filter((id) => id !== null))];
}
function found(base, head, how) {
    return { base, head, how: `${how}.` };
}
const TIP = "refs/targets/tip";
/**
 * A merge does not record which branch it is onto. Unless the branch is confirmed elsewhere, the merge counts only when
 * its other parent is the tip of the queue's branch: a pull request that is stacked on another one has a merge, too.
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
        // Fetch the trees too: a later merge into this tip needs them, and a second fetch would not bring them.
        await search.store.fetch([...COMMIT_ALONE, "origin", tip]);
        if ((await commitAt(search.store, TIP)) === pair.base)
            return pair;
        return notOnto(baseBranch);
    };
}
function notOnto(baseBranch) {
    return `the merge is not onto the tip of ${baseBranch}, so it may be onto another branch`;
}

;// CONCATENATED MODULE: ./src/targets/revisions/unmerged.ts
/** Ways to find two commits that are not merged yet, in the checkout or at the remote. */





/** `mergeBases`: the result of `git merge-base --all`. Throws `GitFailure`. */
async function mergeLocally(store, base, head, mergeBases) {
    if (mergeBases.includes(base))
        return { base, head, inexact: null };
    if (mergeBases.includes(head))
        return { base, head: base, inexact: null };
    const [mergeBase, ...others] = mergeBases;
    if (mergeBase === undefined || others.length > 0) {
        const because = mergeBase === undefined ? "no common history" : "several merge bases";
        return { base, head, inexact: `the two have ${because}, so every difference between them counts` };
    }
    const merged = await mergedTree(store, base, head, mergeBase);
    if (merged === null) {
        return { base: mergeBase, head, inexact: "the two conflict, so the changes since they diverged count" };
    }
    return { base, head: await commitOf(store, merged, [base, head]), inexact: null };
}
/** Null for a conflict. */
async function mergedTree(store, base, head, mergeBase) {
    const root = await commitOf(store, `${mergeBase}^{tree}`, []);
    const ours = await commitOf(store, `${base}^{tree}`, [root]);
    const theirs = await commitOf(store, `${head}^{tree}`, [root]);
    const words = ["merge-tree", "--write-tree", "--no-messages", ours, theirs];
    const run = (await store.hasRemote()) ? store.withRemote.bind(store) : store.creating.bind(store);
    const { exitCode, stdout } = await run(words, { answers: [0, 1] });
    return exitCode === 0 ? idIn(stdout) : null;
}
const NOBODY = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.invalid"];
async function commitOf(store, tree, parents) {
    const words = parents.flatMap((parent) => ["-p", parent]);
    const { stdout } = await store.creating([...NOBODY, "commit-tree", tree, ...words], {
        input: "A merge to look at\n",
    });
    return idIn(stdout);
}
const BASE = "refs/targets/base";
const unmerged_HEAD = "refs/targets/head";
/** The event names both, and the second contains the first. */
const givenPair = async ({ question: { wanted }, store }) => {
    if (wanted.kind !== "pair")
        return "no two commits are given";
    const { base, head } = wanted;
    const areHere = await Promise.all([base, head].map(async (one) => (await parentsOf(store, one)) !== null));
    if (areHere.includes(false))
        await store.fetch([...COMMIT_ALONE, "origin", base, head]);
    return { base, head, how: "The event names both commits." };
};
/** Both are in the checkout, with their history. */
const namedInCheckout = async (search) => {
    const { wanted } = search.question;
    const { checkout, store } = search;
    if (wanted.kind !== "named")
        return "no revisions are named";
    if (checkout === null)
        return "there is no checkout";
    const named = await commitsNamed(checkout, [wanted.base, wanted.head]);
    const [base, head] = named;
    if (base == null || head == null)
        return `the checkout has no ${base == null ? "base" : "head"} of that name`;
    // This works even when the checkout has no older history.
    if (head.parents.includes(base.id))
        return { base: base.id, head: head.id, how: "The head contains the base." };
    const bases = await mergeBases(store, base.id, head.id);
    return pairOf(await mergeLocally(store, base.id, head.id, bases), bases.includes(base.id));
};
/** The head is a merge that is checked out without its history, as in a workflow, and the base is one of its parents. */
const fetchedParent = async ({ question: { wanted, onHead }, checkout, store }) => {
    if (wanted.kind !== "named" || checkout === null)
        return "there is no checkout";
    const [base, head] = await commitsNamed(checkout, [wanted.base, wanted.head]);
    if (head == null)
        return "the checkout has no head of that name";
    if (base != null || !(await checkout.facts()).isShallow)
        return "the base is no missing parent of the head";
    const source = branchRef(wanted.base);
    // The tip of a branch is hardly the only parent, and all that differs from another tip would be fetched.
    const mayBeParent = head.parents.includes(source) || (source.startsWith("refs/") && head.parents.length > 1);
    const meanwhile = () => onHead?.(treeAt(store, head.id));
    // In turn, because what is read meanwhile may lack something, which is then fetched, too.
    const fetched = mayBeParent
        ? await inTurn(store, () => store.fetchBeside(head.id, source, meanwhile))
        : null;
    if (fetched === null || !head.parents.includes(fetched))
        return "the base is no parent of the head";
    return { base: fetched, head: head.id, how: "The head contains the base, which was fetched." };
};
/** Both are in the checkout, whose history ends too early. */
const namedWithoutHistory = async ({ question: { wanted }, checkout }) => {
    if (wanted.kind !== "named" || checkout === null)
        return "there is no checkout";
    const [base, head] = await commitsNamed(checkout, [wanted.base, wanted.head]);
    if (base == null || head == null)
        return "the checkout has only one of them";
    const because = "their common history is not in the checkout, so every difference between them counts";
    return { base: base.id, head: head.id, how: `Not exact: ${because}.` };
};
/** The named revision that neither the checkout nor its remote has; null if both may exist. */
async function unknownName({ question, checkout, store }) {
    const { wanted } = question;
    if (wanted.kind !== "named" || checkout === null)
        return null;
    const commits = await commitsNamed(checkout, [wanted.base, wanted.head]);
    for (const [index, role] of ["base", "head"].entries()) {
        if (commits[index] == null && !(await mayBeAtRemote(store, wanted[role])))
            return { role, name: wanted[role] };
    }
    return null;
}
/** True also for a remote that does not answer. */
async function mayBeAtRemote(store, name) {
    if (!(await store.hasRemote()))
        return false;
    try {
        const ref = branchRef(name);
        const words = ref === name && !ref.startsWith("refs/") ? ["HEAD"] : [ref];
        const { stdout } = await store.askRemote(["ls-remote", "origin", ...words]);
        // The remote has answered, and the fetch of the commit by its id has failed before.
        return words[0] !== "HEAD" && stdout.length > 0;
    }
    catch (error) {
        if (!(error instanceof run_git/* GitFailure */.Xi))
            throw error;
        return !error.message.startsWith(NO_BRANCH);
    }
}
/** Fetches the history without trees, then the trees of the commits that matter. */
const fetchedHistory = async (search) => {
    const specs = await fetchSpecs(search);
    if (typeof specs === "string")
        return specs;
    const { store } = search;
    const history = store.another();
    try {
        await history.fetch(["--filter=tree:0", "origin", `+${specs.base}:${BASE}`, `+${specs.head}:${unmerged_HEAD}`]);
        const base = await commitAt(history, BASE);
        const head = await commitAt(history, unmerged_HEAD);
        if (specs.mustBe !== null && head !== specs.mustBe)
            return "the pull request has another head by now";
        const bases = await mergeBases(history, base, head);
        await store.fetch([...COMMIT_ALONE, "origin", ...new Set([base, head, ...bases])]);
        return pairOf(await mergeLocally(store, base, head, bases), bases.includes(base));
    }
    finally {
        await history.remove();
    }
};
async function fetchSpecs({ question: { wanted }, checkout }) {
    if (wanted.kind === "pair")
        return "the two commits are not branches";
    if (wanted.kind === "pullRequest") {
        const { baseBranch, headSha, number } = wanted;
        if (baseBranch === null)
            return "the base branch of the pull request is not known";
        return { base: `refs/heads/${baseBranch}`, head: `refs/pull/${number}/head`, mustBe: headSha };
    }
    const known = checkout === null ? [] : await commitsNamed(checkout, [wanted.base, wanted.head]);
    const base = known[0]?.id ?? branchRef(wanted.base);
    const head = known[1]?.id ?? branchRef(wanted.head);
    return { base, head, mustBe: null };
}
const NO_BRANCH = "a revision is not a branch of the remote";
/** The name of the ref at the remote; a commit id is returned as it is. */
function branchRef(name) {
    if (/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(name))
        return name;
    if (name.startsWith("refs/heads/"))
        return name;
    const branch = name.replace(/^(?:refs\/remotes\/)?origin\//, "");
    if (!/^[^\s:+^~?*[\\-][^\s:+^~?*[\\]*$/.test(branch))
        throw new run_git/* GitFailure */.Xi(NO_BRANCH);
    return `refs/heads/${branch}`;
}
/** Throws `GitFailure` where the history ends too early: git then finds no merge base, and only reports the commit. */
async function mergeBases(store, base, head) {
    const words = ["merge-base", "--all", base, head];
    const { stdout, stderr } = await store.local(words, { answers: [0, 1] });
    const bases = stdout
        .toString("latin1")
        .split("\n")
        .filter((line) => line !== "");
    if (bases.length === 0 && stderr.trim() !== "")
        throw new run_git/* GitFailure */.Xi("the history of the two ends before their merge base");
    return bases;
}
function pairOf({ base, head, inexact }, isContained) {
    const merged = isContained ? "The head contains the base." : "The two were merged to see what changes.";
    return { base, head, how: inexact === null ? merged : `Not exact: ${inexact}.` };
}

;// CONCATENATED MODULE: ./src/targets/revisions/find-revisions.ts
/**
 * START HERE for revisions: finds the two trees that a change lies between. The exact pair is a merge of the pull
 * request and its parent on the target branch. The ways to find it are tried in order, cheapest first. Nothing is
 * written to the checkout.
 */







const WAYS = {
    pullRequest: [
        ontoTargetBranch(mergeInCheckout),
        parentOfMerge,
        ontoTargetBranch(mergeById),
        ontoTargetBranch(mergeRef),
        fetchedHistory,
    ],
    pair: [givenPair],
    named: [namedInCheckout, fetchedParent, fetchedHistory, namedWithoutHistory],
};
/**
 * The caller has to remove the returned store. A git failure is not thrown, but returned as `notFound` with the
 * reason.
 */
async function findRevisions(question) {
    const { checkout: folder, remote, signal } = question;
    try {
        const checkout = question.examined ?? (folder === null ? null : await findCheckout(folder, signal));
        const none = { objects: null, format: formatOf(question) };
        const borrowed = checkout === null ? none : () => checkout.facts();
        const store = new object_store/* ObjectStore */.L({ borrowed, checkout: checkout?.objects ?? null, remote, signal });
        return await removedUnlessFound(store, firstThatWorks({ question, checkout, store }));
    }
    catch (error) {
        if (!(error instanceof run_git/* GitFailure */.Xi))
            throw error;
        return { kind: "notFound", because: error.message, ...hinted(error.hint) };
    }
}
function hinted(hint) {
    return hint === null ? {} : { hint };
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
function formatOf({ wanted }) {
    const isLong = wanted.kind === "pullRequest" ? wanted.headSha.length === 64 : wanted.head.length === 64;
    return isLong ? "sha256" : "sha1";
}
async function firstThatWorks(search) {
    const complaints = new Set();
    let hint = null;
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
            hint ??= error.hint;
        }
    }
    const because = [...complaints].join("; ");
    const unknown = hint === null ? await unknownName(search) : null;
    return { kind: "notFound", because, ...hinted(hint), ...(unknown !== null && { unknown }) };
}
/** Throws if parts of a tree are missing; the caller then tries the next way. */
async function read({ store }, { base, head, how }) {
    return { ...(await compareTrees(store, base, head)), how };
}

;// CONCATENATED MODULE: ./src/targets/compute-targets.ts
/**
 * START HERE for impacted targets: from a question about revisions to the list, or to the one cause that makes everything
 * impacted. Anything unknown counts as everything, and the answer is never an empty list.
 */






/** Throws `SourceError` for a request that the user must correct; any other failure is part of the answer. */
async function computeTargets(request) {
    try {
        return await computed(request);
    }
    catch (error) {
        if (error instanceof targets_source/* SourceError */.c8)
            throw error;
        return compute_targets_everything({ subject: "the computation", rule: `it failed: ${(0,thrown/* errorText */.kc)(error)}`, hint: null });
    }
}
async function computed(request) {
    const { choices, question, readFile } = request;
    const named = choices === "auto" ? null : await loadSources(choices, readFile);
    for (const source of named ?? [])
        refuseWhereObjected(source, request);
    const onHead = (head) => {
        for (const source of named ?? [])
            source.readAhead?.(head);
    };
    const found = await findRevisions({ onHead, ...question });
    if (found.kind === "notFound") {
        if (found.unknown !== undefined)
            throw new targets_source/* UnknownRevision */.UP(found.unknown.role, found.unknown.name);
        return compute_targets_everything(compute_targets_notFound(found, question.signal));
    }
    const { revisions, store } = found;
    try {
        return await between(revisions, named, request);
    }
    finally {
        await store.remove();
    }
}
async function between(revisions, named, request) {
    const notes = [revisions.how];
    const warnings = [];
    const { wanted } = request.question;
    const targetBranch = wanted.kind === "pullRequest" ? wanted.baseBranch : null;
    const { answer, blockers } = await answerBetween({ ...revisions, targetBranch }, {
        named,
        detect: (base, head) => detected(base, head, request, notes),
        checkout: request.question.checkout,
        signal: request.question.signal,
        wantsEveryBlocker: request.wantsEveryBlocker === true,
        warn: (sentence) => warnings.push(sentence),
        note: (sentence) => notes.push(sentence),
    });
    const compared = { base: revisions.base.commit, head: revisions.head.commit };
    const every = request.wantsEveryBlocker === true ? { blockers: blockers.map(withoutMark) } : {};
    return { answer, ...every, compared, notes, warnings };
}
function withoutMark({ subject, rule, hint }) {
    return { subject, rule, hint };
}
function refuseWhereObjected(source, { objection }) {
    const because = objection(source);
    if (because !== null)
        throw new targets_source/* SourceError */.c8(because);
}
function compute_targets_everything(cause) {
    return { answer: { kind: "all", cause }, compared: null, notes: [], warnings: [] };
}
const FETCH_MORE = "Check out the merge of the pull request with fetch-depth: 2, or let git fetch it: github-token, permission contents: read.";
function compute_targets_notFound({ because, hint }, signal) {
    const rule = `they could not be found: ${because}`;
    return { subject: "the two revisions", rule, hint: signal.aborted ? MORE_TIME : (hint ?? FETCH_MORE) };
}
async function detected(base, head, request, notes) {
    const found = await detectSource(base, head, request.readFile);
    if (found.kind === "all")
        return found.cause;
    refuseWhereObjected(found.source, request);
    notes.push(found.note);
    return [found.source];
}

// EXTERNAL MODULE: ./src/action/workspace-files.ts
var workspace_files = __webpack_require__(7829);
;// CONCATENATED MODULE: ./src/action/computing/computing-thread.ts
/**
 * The thread that computes impacted targets. Its input may keep it busy without end, so it may be terminated at any
 * time.
 */







const FROM = "impacted-targets-from";
async function computeForStep() {
    if (external_node_worker_threads_.parentPort === null)
        throw new Error("this is not a thread of a step");
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
        return { kind: "computed", computed: sendable(computed) };
    }
    catch (error) {
        if (!(error instanceof targets_source/* SourceError */.c8))
            throw error;
        const { cause } = error;
        return {
            kind: "wrongInput",
            complaint: cause instanceof input_error/* InputError */.d ? cause.complaint : `${error.message}.`,
        };
    }
}
/** Only a plain Map survives a message between threads. */
function sendable(computed) {
    const { answer } = computed;
    if (answer.kind === "all" || answer.targets instanceof Map)
        return computed;
    return { ...computed, answer: { kind: "targets", targets: new Map(answer.targets) } };
}
/** Programs that the step's main thread runs on behalf of this thread. */
class ProgramsElsewhere {
    #port;
    #waiting = new Map();
    #last = 0;
    constructor(port) {
        this.#port = port;
    }
    async run({ signal, ...call }) {
        if (signal?.aborted === true)
            return { kind: "stopped", cause: "aborted", because: "there was no time left for it" };
        this.#last += 1;
        const id = this.#last;
        const stop = () => this.#port.postMessage({ kind: "stopProgram", id });
        signal?.addEventListener("abort", stop, { once: true });
        try {
            return await new Promise((resolve) => {
                this.#waiting.set(id, resolve);
                this.#port.postMessage({ kind: "runProgram", id, call });
            });
        }
        finally {
            signal?.removeEventListener("abort", stop);
        }
    }
    ended(id, end) {
        this.#waiting.get(id)?.(end.kind === "exited" ? { ...end, stdout: Buffer.from(end.stdout) } : end);
        this.#waiting.delete(id);
    }
}

;// CONCATENATED MODULE: ./src/action/computed-targets.ts
/** Computes impacted targets for a step from its inputs and its workflow run. Loaded only by steps that compute. */







/** The thread's code is in one file of the bundle with the step's code, because both need mostly the same modules. */

const computed_targets_FROM = "impacted-targets-from";
const SHARE_OF_TIMEOUT = 0.8;
const LONGEST_GRACE_MS = 1_000;
const SHARE_OF_GRACE = 0.1;
/** Throws `InputError`. Any other failure makes everything count as impacted. */
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
/** Any folder of the checkout; a relative path starts at the workspace. */
function checkoutFolder(workspace, given, system = (external_node_path_default())) {
    return system.resolve(workspace, given);
}
/** When the whole step has a deadline, some time is left for the upload. */
function deadlineMs(inputs) {
    const timeoutMs = inputs.value("timeout") ?? Number.POSITIVE_INFINITY;
    return Math.ceil(Math.min(inputs.required("targets-timeout"), timeoutMs * SHARE_OF_TIMEOUT));
}
/** The forge merges a stacked pull request into the one below it; that merge shows nothing about the queue's branch. */
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

/***/ 7978:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   u: () => (/* binding */ isRecord)
/* harmony export */ });
/** Whether an unknown value is an object with fields: neither null nor an array. */
function isRecord(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
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


/***/ }),

/***/ 9287:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   hP: () => (/* binding */ linksOf),
/* harmony export */   sF: () => (/* binding */ readersIn)
/* harmony export */ });
/* unused harmony export PATTERN_WORDS */
/* harmony import */ var _rules_inert_files_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9352);
/* harmony import */ var _tree_paths_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5213);
/**
 * Which files read an inert file: those whose code names it, and links to it. Comments and other prose do not count. A
 * name without a folder may mean any file of that name.
 */


const MANIFEST = /(?:^|\/)(?:package\.json|Cargo\.toml|pyproject\.toml|pom\.xml)$/;
/** In these languages a path is a text in quotes, so a name elsewhere is in a comment. */
const QUOTING = /\.(?:[cm]?[jt]sx?|vue|svelte|rs|go|java|kt|scala|py|rb|cs|c|h|cc|cpp|hpp|swift)$/;
/** Constructs that take patterns or folders. */
const PATTERN_WORDS = ["go:embed", "import.meta.glob", "require.context", "include_dir!"];
/** Files to search for names: everything but prose and what only a machine writes. */
const SEARCHED = ["*.md", "*.markdown", "*.rst", "*.adoc", "*.png", "*.jpg", "*.svg", "*.snap"].map((pattern) => `:(exclude)${pattern}`);
/**
 * By path of an inert file: the files that may read it. Null when the files of the tree are not on this machine. Throws
 * `GitFailure`.
 */
async function readersIn(tree, inert) {
    const words = new Set([...inert.map(_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .fileNameOf */ .bV), ...PATTERN_WORDS]);
    const naming = await tree.naming([...words], SEARCHED);
    if (naming === null)
        return null;
    const texts = await tree.read(naming.filter((path) => !(0,_rules_inert_files_js__WEBPACK_IMPORTED_MODULE_0__/* .isProse */ .y6)(path) && !path.startsWith(".github/")));
    const readers = new Map(inert.map((path) => [path, new Set()]));
    const decoder = new TextDecoder();
    for (const [path, bytes] of texts) {
        const text = decoder.decode(bytes);
        for (const one of inert)
            if (path !== one && reads(path, text, one))
                readers.get(one)?.add(path);
    }
    for (const [link, target] of await linksOf(tree)) {
        for (const one of inert)
            if (`${one}/`.startsWith(`${target}/`))
                readers.get(one)?.add(link);
    }
    return readers;
}
/** By path of a link: where it leads, in the repository and not to its root. */
async function linksOf(tree) {
    const links = [...(await tree.entries()).values()].flatMap(({ path, kind }) => kind === "link" ? path : []);
    const targets = links.length === 0 ? new Map() : await tree.readLinks(links);
    return new Map([...targets].flatMap(([link, text]) => {
        const target = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .resolved */ .L$)((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt)(link), text);
        return target === null || target === "" ? [] : [[link, target]];
    }));
}
function reads(path, text, inert) {
    if (path.endsWith(".go") && embeds(path, text, inert))
        return true;
    if (hasPatternFor(path, text, inert))
        return true;
    const name = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .fileNameOf */ .bV)(inert);
    for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
        if (isReference(path, text, { at, end: at + name.length }, inert))
            return true;
    }
    return false;
}
function isReference(path, text, { at, end }, inert) {
    const before = /[^\s"'`(=:,|[\]{}<>]*$/.exec(text.slice(Math.max(0, at - 300), at))?.[0] ?? "";
    if (/[\w-]$/.test(before) || /^[\w-]/.test(text.slice(end)))
        return false;
    const isQuoted = /^(?:\?[\w&=]*)?["'`]/.test(text.slice(end, end + 40));
    if (QUOTING.test(path) && !isQuoted)
        return false;
    const opening = text.slice(Math.max(0, at - before.length - 8), at - before.length);
    if (/:\/*$/.test(opening) || before.startsWith("//"))
        return false; // An address.
    const written = before + (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .fileNameOf */ .bV)(inert);
    const isCertain = MANIFEST.test(path) || /^\.{1,2}\//.test(written) || isIncluded(text.slice(0, at));
    return (!isCertain || (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .resolved */ .L$)((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt)(path), written.replace(/^\//, "")) === inert || fromRoot(text, at));
}
/** `include_str!("…` without `concat!`, whose path starts at the file. */
function isIncluded(before) {
    return /\binclude(?:_str|_bytes)!\s*\(\s*"[^"]*$/.test(before.slice(-300));
}
/** `concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md")` starts at the crate. */
function fromRoot(text, at) {
    return text.slice(Math.max(0, at - 200), at).includes("CARGO_MANIFEST_DIR");
}
/** Patterns of `go:embed` may name a folder or contain stars; they never lead out of the file's folder. */
function embeds(path, text, inert) {
    const folder = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt)(path);
    const relative = folder === "" ? inert : inert.startsWith(`${folder}/`) ? inert.slice(folder.length + 1) : null;
    if (relative === null)
        return false;
    const patterns = [...text.matchAll(/^\/\/go:embed (.*)$/gm)].flatMap(([, words = ""]) => words.split(/\s+/));
    return patterns.some((pattern) => mayEmbed(pattern.replace(/^["'`]?(?:all:)?|["'`]$/g, ""), relative));
}
function mayEmbed(pattern, relative) {
    const names = relative.split("/");
    const parts = pattern.split("/");
    if (pattern === ".")
        return true;
    return (parts.length <= names.length &&
        parts.every((part, index) => /[*?[\\]/.test(part) || part === names[index]));
}
/** A glob or a folder in code that leads to where the file is. */
function hasPatternFor(path, text, inert) {
    const calls = text.matchAll(/(?:import\.meta\.glob|require\.context|include_dir!)[^;]{0,600}/g);
    for (const [call] of calls) {
        for (const [, written = ""] of call.matchAll(/["'`]([^"'`\n]+)["'`]/g)) {
            const [fixed = ""] = written.replace(/^!/, "").split(/[*?{[(]/, 1);
            const folder = fixed.slice(0, fixed.lastIndexOf("/") + 1) || fixed;
            const place = folder.startsWith("/") || folder.startsWith("$") ? "" : (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .resolved */ .L$)((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .directoryOf */ .jt)(path), folder);
            if (place !== null && (place === "" || `${inert}/`.startsWith(`${place}/`)))
                return true;
        }
    }
    return false;
}


/***/ }),

/***/ 1533:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Iz: () => (/* binding */ YamlError),
/* harmony export */   hN: () => (/* binding */ parseYaml),
/* harmony export */   v: () => (/* binding */ parseYamlDocuments),
/* harmony export */   yv: () => (/* binding */ loadYaml)
/* harmony export */ });
/* harmony import */ var _domain_thrown_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9808);

let loaded = null;
/** Has to come before the first text is parsed. The library has many files, and most repositories need none of them. */
async function loadYaml() {
    loaded ??= await __webpack_require__.e(/* import() | yaml */ 602).then(__webpack_require__.t.bind(__webpack_require__, 8815, 19));
}
function library() {
    if (loaded === null)
        throw new Error("the library for YAML was not loaded before its first use");
    return loaded;
}
/** A few lines of nested aliases can expand without limit. */
const MOST_ALIASES = 1_000;
class YamlError extends Error {
    name = "YamlError";
    /** A clause that contains no text from the file. */
    problem;
    constructor(message, problem = "it is not readable as YAML", options) {
        super(message, options);
        this.problem = problem;
    }
}
/** Parses the only document, after `loadYaml`. Throws `YamlError` for several: reading only the first would miss the others. */
function parseYaml(text) {
    const documents = parseYamlDocuments(text);
    if (documents.length <= 1)
        return documents[0] ?? null;
    const problem = `it contains ${documents.length} YAML documents, and one is expected`;
    throw new YamlError(problem, problem);
}
/** Throws `YamlError` with a line number for invalid YAML and for a duplicate key. */
function parseYamlDocuments(text) {
    // The library's own check compares each key with all before it, which takes seconds for a large lock file.
    const documents = library().parseAllDocuments(text, { logLevel: "silent", uniqueKeys: false });
    return Array.isArray(documents) ? documents.map((document) => valueOf(document, text)) : [];
}
function valueOf(document, text) {
    const [problem] = document.errors;
    if (problem !== undefined)
        throw new YamlError(problem.message.split("\n")[0] ?? "it is not YAML");
    const repeated = firstRepeatedKey(document);
    if (repeated !== null) {
        throw new YamlError(`a key is repeated at line ${text.slice(0, repeated).split("\n").length}`);
    }
    try {
        const value = document.toJS({ maxAliasCount: MOST_ALIASES });
        return value;
    }
    catch (error) {
        throw new YamlError((0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_0__/* .errorText */ .kc)(error), undefined, { cause: error });
    }
}
/** Its position in the text; null when no key is repeated. */
function firstRepeatedKey(document) {
    const { isScalar, visit } = library();
    let place = null;
    visit(document, {
        Map: (_key, { items }) => {
            const keys = new Set();
            for (const { key } of items) {
                const value = isScalar(key) ? key.value : key;
                if (keys.has(value))
                    place = isScalar(key) ? (key.range?.[0] ?? 0) : 0;
                keys.add(value);
            }
            return place === null ? undefined : visit.BREAK;
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
 * Parses the source of a regular expression to a tree. It supports what the glob library writes, which has neither
 * backreferences nor lookbehind.
 */
/** The message is a clause about the pattern: `has a backreference`. */
class UnsupportedExpression extends Error {
    name = "UnsupportedExpression";
}
/** Each level of nesting takes a few frames of the call stack. */
const DEEPEST = 500;
const QUANTIFIER = /([*+?]|\{(\d{1,3})(,(\d{0,3}))?\})\??/y;
const GROUP = /\((?:\?(?:([:=!])|(.?)))?/y;
const ESCAPE = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|c[A-Za-z]|[^])/y;
const CLASS = /\[(?:[^\]\\]|\\[^])*\]/y;
/** `source` must be valid for `RegExp` without the flags `u` and `v`. Throws `UnsupportedExpression`. */
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
    /** Greedy or lazy makes no difference to whether a text matches. */
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
            throw new UnsupportedExpression("has a lookbehind or a named group");
        this.#depth += 1;
        if (this.#depth > DEEPEST)
            throw new UnsupportedExpression(`has more than ${DEEPEST} nested groups`);
        const part = this.#choice();
        this.#depth -= 1;
        this.#at += 1;
        return sign === "=" || sign === "!" ? { kind: "lookahead", part, isNegated: sign === "!" } : part;
    }
    #escape() {
        const escape = this.#required(ESCAPE);
        if (/^\\[1-9k]/.test(escape))
            throw new UnsupportedExpression("has a backreference");
        if (/^\\[bB]/.test(escape))
            throw new UnsupportedExpression(`has ${escape}, a word boundary`);
        return escape;
    }
    #required(what) {
        const found = this.#take(what);
        if (found === null)
            throw new UnsupportedExpression("has syntax that is not supported");
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
/** Compiles the tree of an expression to a program: numbered nodes with links to further nodes. */

/** Keeps the longest pattern, with its ranges expanded, within some milliseconds for each path. */
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
    /** Returns its number. */
    section(expression) {
        const outer = this.#members;
        this.#members = [];
        const accept = this.#add({ kind: "accept" });
        const entry = this.#write(expression, accept);
        this.sections.push({ entry, accept, nodes: this.#members });
        this.#members = outer;
        return this.sections.length - 1;
    }
    /**
     * Writes from end to beginning, so that the node that follows a part exists before the part. Returns the part's
     * entry.
     */
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
            // The loop itself counts as the last required repetition.
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
            throw new UnsupportedExpression("expands to too many states");
        this.#members.push(this.nodes.length);
        return this.nodes.push(node) - 1;
    }
}
/** By atom: programs use few different atoms. */
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
/** Tests one character against one atom, so that the regular expression cannot backtrack. */
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
 * Matches a text against a regular expression without backtracking, in time linear in the text and in the expression.
 * It reads the text once, from end to beginning, so that the result of a lookahead is known before the places in front
 * of it are processed. Sets of nodes are cached, so that usual paths cost one step per character.
 */


/** Estimated sizes of a node, a place and a step between places; all patterns share `MOST_BYTES`. */
const [NODE_BYTES, PLACE_BYTES, STEP_BYTES] = [150, 700, 40];
const MOST_BYTES_OF_ONE = 1024 * 1024;
const MOST_BYTES = 64 * 1024 * 1024;
/** The first texts are matched without a cache: many patterns are tested on a few paths only. */
const TEXTS_UNTIL_KEPT = 4;
/** Throws `UnsupportedExpression`. The only supported flag is `s`. */
function linearMatcher({ source }) {
    parseExpression(source);
    let matcher = null;
    const forget = () => {
        matcher = null;
    };
    return (text) => {
        // Most patterns are never used on a text: they are only checked, and take no memory.
        matcher ??= new LinearMatcher(programOf(asWholeText(parseExpression(source))));
        const isMatch = matcher.matches(text);
        ROOM.give(forget, matcher.takeNewBytes());
        return isMatch;
    };
}
/**
 * `RegExp` finds a match anywhere in a text. The library anchors its expressions at both ends, except for patterns with
 * unclosed parentheses: their `|` divides the whole expression, anchors included.
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
/** The memory of all caches. When it is full, all matchers clear their caches and fill them again as needed. */
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
    /** By node: the nodes that lead to it without consuming a character. */
    #waysTo;
    #end;
    #ofEmptyText;
    #places = new Map();
    /** Counted since the places were cleared, and since the last report. */
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
    /** Approximate growth of the cache since the last call. */
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
    /** `behind`: the nodes that lead to a match from the place behind the character. */
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
            // The whole expression must match up to the end of the text, a lookahead only as far as it goes.
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
 * Path patterns that work as in dorny's filters: dots are not special, `*` stops at `/`, and a pattern matches the
 * whole path from the repository's root. Only this file uses the glob library, and only to translate patterns: the
 * expression that it writes is never run, since it might backtrack at every place of a path.
 */



/** Bounds the time that matching one path can take. */
const LONGEST_PATTERN = 2_000;
/** Names and a star as the last one, as in `packages/*`: most workspaces list their members with this. */
const NAMES_AND_STAR = /^((?:[\w-]+\/)+)\*$/;
/** Compiles one pattern to a test. Throws `PatternError` for a pattern that cannot be valid. */
function compilePattern(pattern) {
    if (pattern.length > LONGEST_PATTERN)
        throw new PatternError(`has more than ${LONGEST_PATTERN} characters`);
    const [, folder] = NAMES_AND_STAR.exec(pattern) ?? [];
    if (folder !== undefined)
        return directlyIn(folder);
    try {
        // The flag also lets `**` match names with a line break.
        const matches = linearMatcher(picomatch_default().makeRe(pattern, { dot: true, nonegate: true, flags: "s" }));
        return (path) => path === pattern || matches(path);
    }
    catch (error) {
        throw new PatternError((0,thrown/* errorText */.kc)(error), { cause: error });
    }
}
/** The same as the translated pattern, which allows a slash at the end, and neither `.` nor `..` as a name. */
function directlyIn(folder) {
    return (path) => {
        if (!path.startsWith(folder) || path.length === folder.length)
            return false;
        const slash = path.indexOf("/", folder.length);
        if (slash !== -1 && slash !== path.length - 1)
            return false;
        if (path[folder.length] !== ".")
            return true;
        const name = path.slice(folder.length, slash === -1 ? path.length : slash);
        return name !== "." && name !== "..";
    };
}
/**
 * Compiles a pattern that another tool reads with its own matcher. Throws `PatternError` also for syntax that only some
 * matchers know, since they would disagree about the matching paths.
 */
function compileToolPattern(pattern) {
    if (/[()|]|[\]}+]\+/.test(pattern)) {
        throw new PatternError("has groups in parentheses or repetitions, which tools interpret differently");
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
/* harmony export */   Bu: () => (/* binding */ globalUnlessOwned),
/* harmony export */   C: () => (/* binding */ globalUnlessFollowed),
/* harmony export */   Rr: () => (/* binding */ alwaysGlobal)
/* harmony export */ });
/**
 * START HERE for global inputs: files that decide how every target is built or tested. A file of the first list always
 * touches everything; a file of the other lists only if no source knows which targets it affects, or which targets read it.
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
        paths: /^(?:\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.c?js|\.yarn\/(?:releases|plugins|patches)\/.*|patches\/.*\.patch|bunfig\.toml|\.cargo\/config(?:\.toml)?|\.mvn\/.*|mvnw(?:\.cmd)?|gradlew(?:\.bat)?|gradle\.properties|gradle\/wrapper\/.*|init\.gradle|pip\.conf)$/,
    },
    {
        rule: "it configures the build",
        paths: /^(?:nx\.json|turbo\.jsonc?|lerna\.json|rush\.json|common\/config\/.*|\.moon\/.*|\.bazelrc|\.bazelignore|WORKSPACE(?:\.bazel|\.bzlmod)?|MODULE\.bazel|REPO\.bazel|tools\/bazel|pants\.toml|\.buckconfig|BUCK|Makefile|makefile|GNUmakefile|[Jj]ustfile|Taskfile\.ya?ml|CMakeLists\.txt|Dockerfile|(?:docker-)?compose(?:\..+)?\.ya?ml|build\.gradle(?:\.kts)?|tsconfig\.json|jsconfig\.json|(?:babel|jest|vitest|vite|webpack|rollup|esbuild|playwright|cypress|karma|tailwind|postcss|metro|eslint|prettier)\.config\.[cm]?[jt]s|jest\.setup\.[cm]?[jt]s|\.(?:babelrc|eslintrc|swcrc|mocharc|prettierrc|browserslistrc)(?:\.\w+)?|\.env(?:\..+)?|pytest\.ini|tox\.ini|setup\.cfg|conftest\.py|clippy\.toml|rustfmt\.toml)$/,
    },
];
const UNLESS_RESOLVED = [
    {
        rule: "it is a lockfile, and no source knows which targets it affects",
        paths: /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|Cargo\.lock|go\.sum|go\.work\.sum|MODULE\.bazel\.lock|poetry\.lock|uv\.lock|pdm\.lock|Pipfile\.lock|composer\.lock|Gemfile\.lock|gradle\.lockfile|flake\.lock|mix\.lock|pubspec\.lock|Package\.resolved|Podfile\.lock|packages\.lock\.json)$/,
    },
    {
        rule: "it is the root of the build, and no source knows which targets it affects",
        paths: /^(?:package\.json|pnpm-workspace\.yaml|Cargo\.toml|go\.mod|go\.work|pom\.xml|settings\.gradle(?:\.kts)?|gradle\/(?:libs\.versions\.toml|.*\.gradle(?:\.kts)?)|pyproject\.toml|requirements(?:[-.\w]*)\.txt|Gemfile|composer\.json|BUILD(?:\.bazel)?)$/,
    },
];
/** Tools look for these in the folder of a file and in all above, so packages read them without naming them. */
const LOOKED_FOR = {
    rule: "it configures a linter, a formatter or a test runner, which looks for it in the folder of each file and above",
    paths: /^(?:\.?biome\.jsonc?|\.?dprint\.jsonc?|\.oxlintrc\.jsonc?|\.oxfmtrc\.jsonc?|\.stylelintrc(?:\.\w+)?|stylelint\.config\.[cm]?[jt]s|vitest\.workspace\.(?:[cm]?[jt]s|json)|\.(?:eslint|prettier|stylelint)ignore)$/,
};
/** No tool finds these by looking for them: what reads them names them. */
const READ_BY_NAME = {
    rule: "it configures the build, and no source knows which targets read it",
    paths: /^(?:tsconfig\.[^/]+\.json|jest\.preset\.[cm]?[jt]s)$/,
};
/** The rule that applies to a changed file regardless of the sources; null for any other file. */
function alwaysGlobal(path) {
    return ruleIn(ALWAYS, path);
}
/** The same for a file that no source owns. */
function globalUnlessOwned(path) {
    return ruleIn([...UNLESS_RESOLVED, LOOKED_FOR], path);
}
/** The same for configuration at the root, unless a source knows its readers. */
function globalUnlessFollowed(path) {
    return ruleIn([READ_BY_NAME], path);
}
function ruleIn(rules, path) {
    return rules.find(({ paths }) => paths.test(path))?.rule ?? null;
}


/***/ }),

/***/ 9352:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   FY: () => (/* binding */ INERT_RULE_NAMES),
/* harmony export */   MT: () => (/* binding */ inertRuleFor),
/* harmony export */   aH: () => (/* binding */ isInertRuleName),
/* harmony export */   fw: () => (/* binding */ NEVER_RUN),
/* harmony export */   y6: () => (/* binding */ isProse)
/* harmony export */ });
/* unused harmony export INERT_RULES */
/**
 * Files that nothing builds or tests, by the conventions of ecosystems and code hosts. A rule applies only to a file that
 * no target owns, and only if no code names it; `ignore-defaults` of the rules file switches each rule off.
 */
const INERT_RULES = {
    "release-notes": {
        because: "it is a note for the next release, which only the release program reads",
        paths: /^(?:\.changeset\/(?!.*\.[cm]?[jt]s$).*|(?:\.changes|changelog\.d|changelogs\/unreleased|newsfragments|\.nx\/version-plans)\/[^/]*\.(?:md|ya?ml|rst|toml))$/s,
    },
    changelogs: {
        because: "it records releases, and people read it",
        paths: /(?:^|\/)(?:CHANGELOG|CHANGES|HISTORY|RELEASES|RELEASE[-_]NOTES|NEWS)(?:[-_.][^/]*)?\.(?:md|markdown|rst|txt|adoc)$|^(?:CHANGELOG|CHANGES|NEWS)$/is,
    },
    legal: {
        because: "it states rights and duties of people",
        paths: /^(?:\.github\/)?(?:LICEN[CS]E|COPYING|COPYRIGHT|NOTICE|PATENTS|AUTHORS|CONTRIBUTORS|MAINTAINERS|OWNERS(?:_ALIASES)?|CODEOWNERS|GOVERNANCE|CODE_OF_CONDUCT|SECURITY|SUPPORT|CONTRIBUTING|\.mailmap)(?:[-_][\w-]+)?(?:\.(?:md|markdown|rst|txt|adoc))?$/is,
    },
    editors: {
        because: "it configures an editor or an assistant, and no build reads it",
        paths: /^(?:\.editorconfig|\.(?:vscode|idea|zed|fleet|cursor|claude|windsurf)\/.*|\.cursorrules|CLAUDE\.md|AGENTS\.md|GEMINI\.md|\.github\/(?:copilot-instructions\.md|(?:instructions|prompts|chatmodes)\/.*))$/s,
    },
    "code-host": {
        because: "it configures how the code host shows or sorts issues and pull requests",
        paths: /^(?:\.github\/(?:ISSUE_TEMPLATE(?:\/.*|\.md)|DISCUSSION_TEMPLATE\/.*|PULL_REQUEST_TEMPLATE(?:\/.*|\.md)|FUNDING\.yml|dependabot\.ya?ml|labeler\.ya?ml|labels\.ya?ml|release\.ya?ml|stale\.ya?ml|release-drafter\.ya?ml|(?:renovate|\.?renovaterc)\.json5?)|\.gitlab\/(?:issue|merge_request)_templates\/.*|(?:renovate|\.renovaterc)\.json5?|\.renovaterc|\.git-blame-ignore-revs)$/is,
    },
    prose: {
        because: "it is prose outside all packages",
        paths: /\.(?:md|markdown|rst|adoc|asciidoc)$/is,
    },
};
/** Files that only a workflow reads; some of them may run for a test branch. */
const NEVER_RUN = /^\.github\/(?:workflows|actions)\//;
function isInertRuleName(name) {
    return Object.hasOwn(INERT_RULES, name);
}
const INERT_RULE_NAMES = Object.keys(INERT_RULES).filter(isInertRuleName);
/** The first rule that applies to a path; null for any other file. */
function inertRuleFor(path, allowed) {
    return INERT_RULE_NAMES.find((name) => allowed.has(name) && INERT_RULES[name].paths.test(path)) ?? null;
}
/** Whether a rule of the whole set applies: such a file names others only for people. */
function isProse(path) {
    return INERT_RULE_NAMES.some((name) => INERT_RULES[name].paths.test(path));
}


/***/ }),

/***/ 5213:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Cx: () => (/* binding */ fileNamesIn),
/* harmony export */   L$: () => (/* binding */ resolved),
/* harmony export */   U5: () => (/* binding */ isWithinAny),
/* harmony export */   WI: () => (/* binding */ hasNamed),
/* harmony export */   bV: () => (/* binding */ fileNameOf),
/* harmony export */   jt: () => (/* binding */ directoryOf),
/* harmony export */   o3: () => (/* binding */ pathsNamed),
/* harmony export */   oR: () => (/* binding */ joined),
/* harmony export */   pA: () => (/* binding */ nearest),
/* harmony export */   v1: () => (/* binding */ pathsByName)
/* harmony export */ });
/* unused harmony export isInstalled */
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_0__);
/** Paths inside a tree: always with `/`, without a slash at either end; the root is empty. */

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
/** The path is in one of the directories. */
function isWithinAny(path, directories) {
    return directories.some((directory) => directory === "" || path.startsWith(`${directory}/`));
}
/** The path that `relative` leads to from a directory; null outside the repository. */
function resolved(directory, relative) {
    if (relative.startsWith("/"))
        return null;
    const path = node_path__WEBPACK_IMPORTED_MODULE_0__.posix.normalize(joined(directory, relative)).replace(/\/$/, "");
    if (path === ".")
        return "";
    return path === ".." || path.startsWith("../") ? null : path;
}
/** The value of the directory, or of the nearest directory around it that has one. */
function nearest(byDirectory, directory) {
    for (let here = directory;; here = directoryOf(here)) {
        const value = byDirectory.get(here);
        if (value !== undefined)
            return value;
        if (here === "")
            return null;
    }
}
const byEntries = new WeakMap();
/** The paths of a tree by the names of their files: few names, although it may have very many files. */
function pathsByName(entries) {
    const known = byEntries.get(entries);
    if (known !== undefined)
        return known;
    const paths = new Map();
    for (const path of entries.keys()) {
        const name = fileNameOf(path);
        const beside = paths.get(name);
        if (beside === undefined)
            paths.set(name, [path]);
        else
            beside.push(path);
    }
    byEntries.set(entries, paths);
    return paths;
}
/**
 * The names of all files. In a large tree this takes as long as git does, so what others ask of git in the same moment is
 * asked first.
 */
async function fileNamesIn(tree) {
    const entries = await tree.entries();
    await new Promise((resolve) => setImmediate(resolve));
    return [...pathsByName(entries).keys()];
}
/** All files with this name, except in installed packages. */
function pathsNamed(entries, fileName) {
    return allNamed(entries, fileName).filter((path) => !isInstalled(path));
}
function hasNamed(entries, fileName) {
    return allNamed(entries, fileName).length > 0;
}
/** `named` reads the whole list each time: it is faster for few names, and only before the index exists. */
function allNamed(entries, fileName) {
    const indexed = byEntries.get(entries);
    if (indexed === undefined && entries.named !== undefined)
        return entries.named(fileName);
    return (indexed ?? pathsByName(entries)).get(fileName) ?? [];
}
function isInstalled(path) {
    return path.startsWith("node_modules/") || path.includes("/node_modules/");
}


/***/ }),

/***/ 6596:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CB: () => (/* binding */ textsOf),
/* harmony export */   KJ: () => (/* binding */ isUnread),
/* harmony export */   SH: () => (/* binding */ repositoryPath)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_0__);
/** One tree of a repository, read from git's objects: no checkout, no install. */

/** It has no content of its own that is read: a link or a submodule. */
function isUnread({ kind }) {
    return kind === "link" || kind === "submodule";
}
/** `system`: the path rules that `written` follows. A drive in front is kept. */
function repositoryPath(written, system = (node_path__WEBPACK_IMPORTED_MODULE_0___default())) {
    return node_path__WEBPACK_IMPORTED_MODULE_0__.posix.normalize(written.split(system.sep).join(node_path__WEBPACK_IMPORTED_MODULE_0__.posix.sep));
}
/** The texts of files, for searches: what is not UTF-8 is replaced. Missing files, links and files of more bytes are left out. Throws `GitFailure`. */
async function textsOf(tree, paths, mostBytes = Number.POSITIVE_INFINITY) {
    const decoder = new TextDecoder();
    const contents = paths.length === 0 ? [] : await tree.read(paths);
    return new Map([...contents].flatMap(([path, bytes]) => bytes.length > mostBytes ? [] : [[path, decoder.decode(bytes)]]));
}


/***/ })

};
