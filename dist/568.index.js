export const id = 568;
export const ids = [568];
export const modules = {

/***/ 5940:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   N: () => (/* binding */ showFailedTestRuns),
/* harmony export */   u: () => (/* binding */ reportFailedTestRuns)
/* harmony export */ });
/* harmony import */ var _client_failure_words_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3057);
/* harmony import */ var _client_web_address_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5224);
/* harmony import */ var _operations_extra_reads_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(548);
/* harmony import */ var _markup_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6220);
/* harmony import */ var _report_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1658);





/** The other attempts are in the log. */
const MOST_LINES_SHOWN = 20;
function reportFailedTestRuns(runs, report) {
    const last = runs.at(-1);
    if (last === undefined)
        return;
    for (const run of runs)
        report.row(`Failed, attempt ${run.attempt}`, attempt(run));
    const output = (0,_client_failure_words_js__WEBPACK_IMPORTED_MODULE_3__/* .outputOf */ .jH)(last).slice(-MOST_LINES_SHOWN);
    report.row("Last output", output.length === 0
        ? null
        : (0,_markup_js__WEBPACK_IMPORTED_MODULE_1__/* .joined */ .oR)(output.map((line) => (0,_markup_js__WEBPACK_IMPORTED_MODULE_1__/* .markup */ .PT) `<code>${line}</code>`), "<br>"));
    const [check] = last.checks;
    report.set({
        "failed-check": check?.name ?? "",
        "test-run-id": last.id,
        "test-run-url": (0,_client_web_address_js__WEBPACK_IMPORTED_MODULE_4__/* .webAddress */ .D)(check?.url) ?? "",
        "failed-test-runs": (0,_report_js__WEBPACK_IMPORTED_MODULE_2__/* .compactJson */ .A)(JSON.stringify(runs)),
    });
}
function attempt({ id, checks }) {
    const named = checks.map(({ name, result, url }) => {
        const address = (0,_client_web_address_js__WEBPACK_IMPORTED_MODULE_4__/* .webAddress */ .D)(url);
        const place = address === null ? (0,_client_failure_words_js__WEBPACK_IMPORTED_MODULE_3__/* .outputPlace */ .hb)(url) : "";
        return (0,_markup_js__WEBPACK_IMPORTED_MODULE_1__/* .markup */ .PT) `${(0,_markup_js__WEBPACK_IMPORTED_MODULE_1__/* .linked */ .q)(name, address)} ${result}${place === "" ? "" : (0,_markup_js__WEBPACK_IMPORTED_MODULE_1__/* .markup */ .PT) `, output: ${place}`}`;
    });
    return (0,_markup_js__WEBPACK_IMPORTED_MODULE_1__/* .joined */ .oR)([(0,_markup_js__WEBPACK_IMPORTED_MODULE_1__/* .markup */ .PT) `test run ${id}`, ...named], "<br>");
}
/** For an operation that does not wait: reads, logs and reports them if the pull request has failed. */
async function showFailedTestRuns(request, value, step) {
    const runs = await (0,_operations_extra_reads_js__WEBPACK_IMPORTED_MODULE_0__/* .failedTestRunsOf */ .P)(request, value, step);
    for (const line of (0,_client_failure_words_js__WEBPACK_IMPORTED_MODULE_3__/* .failureLines */ .w7)(runs))
        step.log(line);
    reportFailedTestRuns(runs, step.report);
}


/***/ }),

/***/ 8213:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   E: () => (/* binding */ aheadPicture),
/* harmony export */   H: () => (/* binding */ lanePicture)
/* harmony export */ });
/* harmony import */ var _markup_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6220);
/** What is ahead of the pull request, as a Mermaid picture, which GitHub renders in a job summary. */

const MOST_SHOWN = 8;
/** null: nothing is ahead, or it has no place. In parallel mode the order of the queue does not show the lanes. */
function lanePicture({ mode, branch, entries, }, pullRequest) {
    const admitted = entries.filter(({ state }) => state !== "NOT_READY");
    const at = admitted.findIndex(({ prNumber }) => prNumber === pullRequest);
    if (at === -1 || mode !== "single")
        return null;
    const left = Math.max(0, at + 1 - MOST_SHOWN);
    const shown = admitted.slice(left, at + 1).map(nodeText);
    const nodes = [(0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .label */ .Pf)(branch ?? "target branch"), ...(left === 0 ? [] : [(0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .label */ .Pf)(`${left} more`)]), ...shown];
    const lines = nodes.map((text, index) => index === 0 ? (0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .markup */ .PT) `  n0(["${text}"])` : (0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .markup */ .PT) `  n${index - 1} --> n${index}["${text}"]`);
    const own = (0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .markup */ .PT) `  style n${nodes.length - 1} stroke-width:3px`;
    return (0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .joined */ .oR)([(0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .markup */ .PT) ``, (0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .markup */ .PT) `\`\`\`mermaid`, (0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .markup */ .PT) `flowchart LR`, ...lines, own, (0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .markup */ .PT) `\`\`\``], "\n");
}
/** The pull requests of its lane that it waits for, in any mode; null: none. */
function aheadPicture(branch, waitsFor, pullRequest) {
    const ahead = waitsFor.filter(({ prNumber }) => prNumber !== undefined);
    if (ahead.length === 0)
        return null;
    const left = Math.max(0, ahead.length - MOST_SHOWN);
    const texts = [
        ...(left === 0 ? [] : [`${left} more`]),
        ...ahead
            .slice(0, MOST_SHOWN)
            .toReversed()
            .map(({ what = "", why = "" }) => `${what} ${why}`),
    ];
    const own = texts.length + 1;
    const lines = [
        (0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .markup */ .PT) `  n0(["${(0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .label */ .Pf)(branch)}"])`,
        (0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .markup */ .PT) `  n${own}["${(0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .label */ .Pf)(`#${pullRequest}`)}"]`,
        ...texts.map((text, index) => (0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .markup */ .PT) `  n0 --> n${index + 1}["${(0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .label */ .Pf)(text)}"] --> n${own}`),
        (0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .markup */ .PT) `  style n${own} stroke-width:3px`,
    ];
    return (0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .joined */ .oR)([(0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .markup */ .PT) ``, (0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .markup */ .PT) `\`\`\`mermaid`, (0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .markup */ .PT) `flowchart LR`, ...lines, (0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .markup */ .PT) `\`\`\``], "\n");
}
function nodeText({ prNumber = 0, state = "", prTitle = "" }) {
    return (0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .label */ .Pf)(`#${prNumber} ${state} ${prTitle}`.trim());
}


/***/ }),

/***/ 568:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  perform: () => (/* binding */ perform)
});

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: ./src/client/deadline.ts
var client_deadline = __webpack_require__(6659);
// EXTERNAL MODULE: ./src/client/errors.ts
var errors = __webpack_require__(6468);
// EXTERNAL MODULE: ./src/client/message-words.ts
var message_words = __webpack_require__(5764);
// EXTERNAL MODULE: ./src/contract/endpoint-facts.ts
var endpoint_facts = __webpack_require__(6347);
// EXTERNAL MODULE: ./src/operations/operation.ts
var operations_operation = __webpack_require__(2899);
// EXTERNAL MODULE: ./src/operations/operation-names.ts
var operation_names = __webpack_require__(6246);
// EXTERNAL MODULE: ./src/action/credential.ts
var credential = __webpack_require__(97);
// EXTERNAL MODULE: ./src/action/input-error.ts
var input_error = __webpack_require__(9229);
// EXTERNAL MODULE: ./src/action/inputs.ts
var action_inputs = __webpack_require__(1729);
// EXTERNAL MODULE: ./src/action/setting-inputs.ts
var setting_inputs = __webpack_require__(2270);
;// CONCATENATED MODULE: ./src/action/queue-settings-inputs.ts

const SETTINGS_INPUTS = ["queue-config", ...setting_inputs/* SETTING_INPUT_NAMES */.J];
/**
 * Throws `InputError` for a key or value that the contract does not know, and for two inputs that contradict each
 * other.
 */
async function readSettings(inputs) {
    if (!SETTINGS_INPUTS.some((name) => inputs.isGiven(name)))
        return new Map();
    const { checkedSettings } = await loadContract();
    return checkedSettings(inputs);
}
/** The typed request: each value has been checked, so the whole is valid. */
function settingsReader(inputs) {
    return async (queue) => {
        const settings = await readSettings(inputs);
        const { parsedUpdate } = await loadContract();
        const request = parsedUpdate({ ...queue, ...Object.fromEntries(settings) });
        return { names: [...settings.keys()], request };
    };
}
/** Few steps have settings, and building the schemas takes time. */
function loadContract() {
    return Promise.all(/* import() */[__webpack_require__.e(619), __webpack_require__.e(472), __webpack_require__.e(117)]).then(__webpack_require__.bind(__webpack_require__, 4117));
}

;// CONCATENATED MODULE: ./src/action/operation.ts

/** The inputs that every operation understands. */
const COMMON_INPUTS = [
    "operation",
    "api-url",
    "api-token",
    "repository",
    "repo-host",
    "github-token",
    "on-error",
    "timeout",
    "retries",
    "dry-run",
    "summary",
];
/** The outputs that every operation sets. */
const COMMON_OUTPUTS = (/* unused pure expression or super */ null && ([
    "outcome",
    "response",
    "http-status",
    "attempts",
    "duration-ms",
    "error-kind",
]));
const TARGET_INPUTS = [
    "impacted-targets",
    "impacted-targets-file",
    "impacted-targets-from",
    "impacted-targets-result",
];
const WAIT_INPUTS = ["wait", "wait-timeout", "poll-interval", "cancel-on-abort"];
const INPUTS_OF = {
    repositories: [],
    queue: ["target-branch"],
    pullRequest: ["target-branch", "pr-number"],
    headSha: ["pr-sha"],
    targets: [...TARGET_INPUTS, "checkout-path", "targets-timeout"],
    priority: ["priority"],
    noBatch: ["no-batch"],
    wait: WAIT_INPUTS,
    settings: SETTINGS_INPUTS,
    testRun: ["test-run-id"],
};
function done(sentence, isUnchanged = false) {
    return isUnchanged ? { kind: "done", outcome: "unchanged", sentence } : { kind: "done", sentence };
}
/** The operation showed something that has not succeeded itself. */
function shows(sentence, mark) {
    return mark === null ? done(sentence) : { kind: "done", sentence, mark };
}
/** Hides the type of the operation's plan. */
function operation(definition) {
    return {
        ...definition,
        inputs: [...definition.inputs.flatMap((input) => INPUTS_OF[input]), ...(definition.moreInputs ?? [])],
        isLocal: definition.isLocal ?? false,
        async prepare(given) {
            const plan = await definition.plan(given);
            return {
                warnings: definition.warnings?.(plan) ?? [],
                announce: (report) => definition.announce(plan, report),
                requests: plan.requests,
                remains: plan.remains ?? null,
                run: (step) => run(definition, plan, step),
            };
        },
    };
}
async function run(definition, plan, step) {
    const objected = await definition.objection?.(plan, step);
    if (objected !== undefined && objected !== null)
        return objected;
    const outcome = await plan.run(step);
    if (outcome.answer !== null)
        step.report.answered(outcome.answer);
    return definition.show(outcome, plan, step);
}

// EXTERNAL MODULE: ./src/client/pull-request-on-wire.ts
var pull_request_on_wire = __webpack_require__(552);
// EXTERNAL MODULE: ./src/client/cancel-idempotently.ts
var cancel_idempotently = __webpack_require__(4910);
// EXTERNAL MODULE: ./src/domain/queue-settings.ts
var queue_settings = __webpack_require__(3625);
// EXTERNAL MODULE: ./src/client/lost-reply.ts
var lost_reply = __webpack_require__(5872);
// EXTERNAL MODULE: ./src/client/position.ts
var position = __webpack_require__(684);
// EXTERNAL MODULE: ./src/client/queue-config.ts
var queue_config = __webpack_require__(7783);
;// CONCATENATED MODULE: ./src/client/create-queue-idempotently.ts





async function createQueueIdempotently(client, request, { settings = {}, ...options } = {}) {
    try {
        return (0,position/* settled */.gu)("created", await client.createQueue(request, options));
    }
    catch (error) {
        const mayBeOurs = error instanceof errors/* MergeQueueError */.WS && error.status === 409 && error.mayHaveActed;
        if (!mayBeOurs)
            throw error;
        const { targetBranch, mode, concurrency } = request;
        const shown = await (0,lost_reply/* shownQueue */.Vg)(client, request, options);
        if (shown === null)
            throw error;
        const differences = differencesOf(shown, { ...settings, mode, concurrency });
        if (differences.length === 0)
            return (0,position/* settled */.gu)("createdByLostRequest", error);
        throw existsAndDiffers(error, targetBranch, differences);
    }
}
/** Settings that have neither the value of a new queue nor the requested value. */
function differencesOf(shown, asked) {
    const { mode = queue_settings/* DEFAULT_QUEUE_SETTINGS */.yr.mode, concurrency = queue_settings/* DEFAULT_QUEUE_SETTINGS */.yr.concurrency } = asked;
    const defaults = Object.entries(queue_settings/* DEFAULT_QUEUE_SETTINGS */.yr).filter(([key, value]) => value !== null && (key in asked || hasCommonDefault(key)));
    // Some services begin with 1, others with the value of concurrency.
    const bisectionConcurrency = shown["bisectionConcurrency"] === 1 ? 1 : concurrency;
    const expected = {
        state: "RUNNING",
        ...Object.fromEntries(defaults),
        bisectionConcurrency,
        mode,
        concurrency,
    };
    const created = ["mode", "concurrency"].filter((key) => asked[key] !== undefined);
    const differing = Object.entries(expected).flatMap(([key, value]) => {
        const now = shown[key];
        if (now === undefined)
            return created.includes(key) ? [`${key} is not shown`] : [];
        const isExpected = (0,queue_config/* isSameSetting */.l0)(now, value) || (key in asked && (0,queue_config/* isSameSetting */.l0)(now, asked[key]));
        return isExpected ? [] : [`${key} is ${(0,queue_config/* settingInWords */.zh)(now)}`];
    });
    const entries = shown["enqueuedPullRequests"];
    const isEmpty = !Array.isArray(entries) || entries.length === 0;
    return isEmpty ? differing : [...differing, "pull requests are in it"];
}
/**
 * A setting that few services return has no common default, and not every service begins without draft pull requests.
 */
function hasCommonDefault(key) {
    return key !== "createPrsForTestingBranches" && (0,queue_settings/* isSettingName */.s9)(key) && (0,queue_settings/* settingRow */.rd)(key).api === undefined;
}
function existsAndDiffers({ status, code, body, requestId, attempts }, branch, differences) {
    const detail = `the queue of ${branch} exists already and differs from the requested queue: ${differences.join(", ")}; nothing was changed in it; use update-queue to change it`;
    const failure = { ...errors/* NOTHING_KNOWN */.GN, kind: "refused", status, code, body, requestId, detail };
    // A lost request may have created it, with other settings.
    return new errors/* MergeQueueError */.WS("createQueue", { ...failure, mayHaveActed: true }, attempts);
}
/** Deletes an empty queue; if there is none, that is a success, too. */
async function deleteQueueIdempotently(client, request, options = {}) {
    try {
        return (0,position/* settled */.gu)("deleted", await client.deleteQueue(request, options));
    }
    catch (error) {
        if (!(0,position/* isAbsence */.Md)(error, ["MERGE_QUEUE_NOT_FOUND"]))
            throw error;
        return (0,position/* settled */.gu)("noSuchQueue", error);
    }
}

;// CONCATENATED MODULE: ./src/client/restart-tests-once.ts



/**
 * After a lost reply the state is read back. A newer test run, or a return to waiting, means that the restart happened.
 * An unchanged state means that it did not, and the request is sent once more. In any other case the error is thrown,
 * because the result is unknown.
 */
async function restartTestsOnce(client, request, options = {}) {
    const before = await stateOf(client, request, options);
    try {
        return (0,position/* settled */.gu)("restarted", await client.restartTestsOnPullRequest(request, options));
    }
    catch (error) {
        if (!(0,lost_reply/* isLostReply */["do"])(error) || before === null)
            throw error;
        const seen = await readBack(client, request, options, before);
        if (seen === "restarted")
            return (0,position/* settled */.gu)("restartedByLostRequest", error);
        if (seen === "moved")
            throw error;
        return restartedAgain(client, request, options, error);
    }
}
/** Counts the attempts of both requests; the first one may still be carried out. */
async function restartedAgain(client, request, options, first) {
    try {
        const { attempts, ...answer } = await client.restartTestsOnPullRequest(request, options);
        return (0,position/* settled */.gu)("restarted", { ...answer, attempts: first.attempts + attempts });
    }
    catch (error) {
        throw error instanceof errors/* MergeQueueError */.WS ? error.afterEarlier(first) : error;
    }
}
async function readBack(client, request, options, before) {
    await (0,lost_reply/* pauseBeforeReadingBack */.Vo)(client, options);
    const after = await stateOf(client, request, options);
    if (after === null || after.id !== before.id)
        return "moved";
    if (after.stateChangedAt === undefined || before.stateChangedAt === undefined)
        return "moved";
    if (after.stateChangedAt === before.stateChangedAt && after.state === before.state)
        return "unchanged";
    // An entry without a test run before the request may have started its first one.
    const hadTestRun = before.state === "TESTING" || before.state === "PENDING_FAILURE";
    return hadTestRun && (after.state === "PENDING" || after.state === "TESTING") ? "restarted" : "moved";
}
/**
 * Null when the service does not report it: the pull request may be unknown, or the token may not be allowed to read.
 */
async function stateOf(client, { repo, targetBranch, pr }, options) {
    try {
        return (await client.getSubmittedPullRequest({ repo, targetBranch, pr }, options)).value;
    }
    catch (error) {
        if (error instanceof errors/* MergeQueueError */.WS && error.status !== null && !error.retryable)
            return null;
        throw error;
    }
}

// EXTERNAL MODULE: ./src/client/state-history.ts
var state_history = __webpack_require__(2647);
// EXTERNAL MODULE: ./src/domain/priority.ts
var domain_priority = __webpack_require__(6122);
;// CONCATENATED MODULE: ./src/client/submit-idempotently.ts






/**
 * After a lost reply the state is read back once. A pull request that is in the queue as requested counts as submitted,
 * and so does one that has merged since the earlier submission.
 */
async function submitIdempotently(client, request, { earlierSubmission, ...options } = {}) {
    try {
        return (0,position/* settled */.gu)("submitted", await client.submitPullRequest(request, options));
    }
    catch (error) {
        if (isAlreadyQueued(error)) {
            const shown = await (0,lost_reply/* shownPullRequest */.i9)(client, request, options);
            if (shown !== null && (0,pull_request_on_wire/* isInQueue */.L5)(shown)) {
                const differences = submit_idempotently_differencesOf(shown, request);
                return { ...(0,position/* settled */.gu)("alreadyInQueue", error), differences, entryId: shown.id };
            }
            if (hasMergedSince(shown, earlierSubmission))
                return { ...(0,position/* settled */.gu)("alreadyInQueue", error), differences: [] };
        }
        if (!(0,lost_reply/* isLostReply */["do"])(error))
            throw error;
        const seen = await (0,lost_reply/* readBack */.e7)(client, request, options);
        if (seen instanceof errors/* MergeQueueError */.WS)
            throw error;
        if (!isAsRequested(seen, request) && !hasMergedSince(seen, earlierSubmission))
            throw error;
        return { ...(0,position/* settled */.gu)("submittedByLostRequest", error), entryId: seen.id };
    }
}
/** A 409 with another reason is a refusal. */
function isAlreadyQueued(error) {
    if (!(error instanceof errors/* MergeQueueError */.WS) || error.status !== 409)
        return false;
    return error.code === null || /ALREADY/i.test(error.code);
}
/**
 * A pull request that merges while the service is unreachable is refused when it is submitted again. One that is in the
 * queue already may merge before its state is read.
 */
function hasMergedSince(seen, earlierSubmission) {
    return (earlierSubmission !== undefined &&
        seen?.state === "MERGED" &&
        !(0,state_history/* isEarlierSubmission */.ll)(seen, earlierSubmission));
}
/** The pull request may have been in the queue before, with another priority. */
function isAsRequested(seen, request) {
    if (!(0,pull_request_on_wire/* isInQueue */.L5)(seen))
        return false;
    const { noBatch, ...rest } = request;
    const isBatchShown = noBatch !== undefined && seen.noBatch !== undefined;
    return submit_idempotently_differencesOf(seen, isBatchShown ? request : rest).length === 0;
}
/** The same for the values that the service shows; it may show neither. */
function shownDifferences(seen, { priority, noBatch }) {
    const isPriorityShown = seen.priorityValue !== undefined || seen.priorityName !== undefined;
    return submit_idempotently_differencesOf(seen, {
        ...(isPriorityShown ? { priority } : {}),
        ...(seen.noBatch === undefined ? {} : { noBatch }),
    });
}
function submit_idempotently_differencesOf(seen, { priority, noBatch }) {
    const value = seen.priorityValue ?? (0,domain_priority/* priorityValue */.qZ)(seen.priorityName ?? "");
    const isPriority = priority === undefined || priority === null || (0,domain_priority/* priorityValue */.qZ)(priority) === value;
    const shownPriority = (0,pull_request_on_wire/* priorityInWords */.n8)(seen) || "not shown";
    const shownNoBatch = seen.noBatch === undefined ? "not shown" : String(seen.noBatch);
    return [
        ...(isPriority ? [] : [`priority is ${shownPriority}, not ${priority}`]),
        ...(noBatch === undefined || noBatch === seen.noBatch
            ? []
            : [`no-batch is ${shownNoBatch}, not ${String(noBatch)}`]),
    ];
}

;// CONCATENATED MODULE: ./src/client/update-queue-once.ts




/**
 * After a lost reply the settings are read back: requested values count as done, and a changed setting ends the call.
 */
async function updateQueueOnce(client, request, options = {}) {
    const isRepeated = client.retriesWith(options.retries) > 0;
    const before = isRepeated ? await shownSettings(client, request, options) : null;
    const mayRepeat = (attempts) => isUnchanged(client, request, options, before, attempts);
    try {
        const answer = await client.updateQueue(request, { ...options, mayRepeat });
        checkSettings(request, answer.value, answer);
        return { ...(0,position/* settled */.gu)("updated", answer), value: answer.value };
    }
    catch (error) {
        if (!(0,lost_reply/* isLostReply */["do"])(error))
            throw error;
        await (0,lost_reply/* pauseBeforeReadingBack */.Vo)(client, options);
        const now = await shownSettings(client, request, options);
        if (now === null || !update_queue_once_isAsRequested(now, request))
            throw error;
        return { ...(0,position/* settled */.gu)("updatedByLostRequest", error), value: now };
    }
}
/** Throws when the settings after a success are not as requested; a setting that is not shown passes. */
function checkSettings(request, shown, { status, body, requestId, attempts }) {
    const differences = differencesIn(shown, request).filter(([key, value]) => shown[key] !== undefined && !mayBeShownDifferently(key, value, shown));
    if (differences.length === 0)
        return;
    const words = differences.map(([key, value]) => `${key} is ${(0,queue_config/* settingInWords */.zh)(shown[key])}, not ${(0,queue_config/* settingInWords */.zh)(value)}`);
    const detail = `the status is a success, but the queue has other settings: ${words.join(", ")}`;
    const failure = { ...errors/* NOTHING_KNOWN */.GN, kind: "badAnswer", status, body, requestId, detail };
    throw new errors/* MergeQueueError */.WS("updateQueue", { ...failure, mayHaveActed: true }, attempts);
}
/** Null when the service does not show them. */
async function shownSettings(client, request, options) {
    const queue = await (0,lost_reply/* shownQueue */.Vg)(client, request, options);
    if (queue === null)
        return null;
    const { enqueuedPullRequests: _, ...settings } = queue;
    return settings;
}
/** False when the settings are as requested, or cannot be compared. Throws when one of them has changed meanwhile. */
async function isUnchanged(client, request, options, before, attempts) {
    if (before === null)
        return false;
    const now = await shownSettings(client, request, options);
    if (now === null || update_queue_once_isAsRequested(now, request))
        return false;
    const changes = Object.keys(askedBy(request))
        .filter((key) => !(0,queue_config/* isSameSetting */.l0)(before[key], now[key]))
        .map((key) => `${key} was ${(0,queue_config/* settingInWords */.zh)(before[key])} and is ${(0,queue_config/* settingInWords */.zh)(now[key])}`);
    if (changes.length === 0)
        return true;
    const failure = { ...errors/* NOTHING_KNOWN */.GN, kind: "changedMeanwhile", mayHaveActed: true };
    throw new errors/* MergeQueueError */.WS("updateQueue", { ...failure, detail: changes.join(", ") }, attempts);
}
function update_queue_once_isAsRequested(now, request) {
    return differencesIn(now, request).length === 0;
}
/** A queue that is switching modes will have the mode that it does not show yet. */
function differencesIn(now, request) {
    return Object.entries(askedBy(request)).filter(([key, value]) => !(0,queue_config/* isSameSetting */.l0)(now[key], value) && !(key === "mode" && isSwitchingModes(now)));
}
function isSwitchingModes(now) {
    return (0,queue_config/* isSameSetting */.l0)(now["state"], "SWITCHING_MODES");
}
/** A switch of modes ends in the requested state; 0 means the value of concurrency, which may be shown instead. */
function mayBeShownDifferently(key, value, now) {
    return (key === "state" && isSwitchingModes(now)) || (key === "bisectionConcurrency" && value === 0);
}
function askedBy({ repo: _repo, targetBranch: _branch, ...settings }) {
    return settings;
}

;// CONCATENATED MODULE: ./src/operations/operations.ts
/**
 * START HERE: everything that the Action and the command line can request from a service. Each operation plans its
 * requests and performs them.
 */








const POSITION_INTERVAL_MS = 30_000;
/** `plan` reads and checks everything, and sends nothing; a function of the host reads what is large. */
const OPERATIONS = {
    submit: { inputs: ["pullRequest", "priority", "noBatch", "wait"], plan: planSubmission },
    cancel: onPullRequest("cancelPullRequest", async (request, client) => {
        const answer = await (0,cancel_idempotently/* cancelIdempotently */.zK)(client, request);
        const isAbsent = answer.kind === "notInQueue";
        const sentence = `${(0,pull_request_on_wire/* nameOf */.Vb)(request)} ${isAbsent ? "is not in" : "is removed from"} the queue of ${request.targetBranch}.`;
        return { answer, isUnchanged: isAbsent && !answer.mayHaveActed, sentence };
    }),
    "restart-tests": onPullRequest("restartTestsOnPullRequest", async (request, client) => ({
        answer: await restartTestsOnce(client, request),
    })),
    status: { inputs: ["pullRequest", "wait"], plan: planStatus },
    "set-impacted-targets": { inputs: ["pullRequest", "headSha", "targets"], plan: planUpload },
    "testing-details": { inputs: ["queue", "testRun"], plan: planTestingDetails },
    "create-queue": { inputs: ["queue", "settings"], plan: planCreation },
    "delete-queue": onQueue("deleteQueue", async (request, client) => {
        const answer = await deleteQueueIdempotently(client, request);
        const isAbsent = answer.kind !== "deleted";
        const { targetBranch: branch } = request;
        const sentence = isAbsent ? `${branch} has no queue.` : `The queue of ${branch} is deleted.`;
        return { answer, isUnchanged: isAbsent && !answer.mayHaveActed, sentence };
    }),
    "get-queue": onQueue("getQueue", async (request, client) => ({ answer: await client.getQueue(request) })),
    "update-queue": { inputs: ["queue", "settings"], plan: planChange },
    metrics: { inputs: ["repositories"], plan: planMetrics },
};
function planSubmission(given) {
    const request = given.pullRequest();
    const waiting = given.waiting();
    const body = { ...request, ...given.submission() };
    const remains = { pullRequest: request, cancelOnAbort: given.cancelOnAbort() };
    const run = async ({ client }) => {
        const earlierSubmission = waiting === null ? undefined : await (0,state_history/* earlierSubmissionOf */.wy)(client, request);
        const answer = await submitIdempotently(client, body, { earlierSubmission });
        const { entryId } = answer;
        const isOld = answer.kind === "alreadyInQueue";
        const queue = `the queue of ${request.targetBranch}`;
        return {
            answer,
            isUnchanged: isOld && !answer.mayHaveActed,
            sentence: `${(0,pull_request_on_wire/* nameOf */.Vb)(request)} is ${isOld ? `in ${queue} already` : `submitted to ${queue}`}.`,
            /** What differs between an entry that was already in the queue and the request. */
            differences: isOld ? answer.differences : [],
            /** The same for a new entry, as the service first shows it. */
            differencesOf: (shown) => (isOld ? [] : shownDifferences(shown, body)),
            waiting: waiting === null
                ? null
                : waitOptions(waiting, { earlierSubmission: earlierSubmission ?? null, entryId }),
        };
    };
    return { ...oneRequest("submitPullRequest", body), request, remains, run };
}
function planStatus(given) {
    const request = given.pullRequest();
    const waiting = given.waiting();
    return {
        ...oneRequest("getSubmittedPullRequest", request),
        remains: waiting === null ? null : { pullRequest: request, cancelOnAbort: given.cancelOnAbort() },
        run: async ({ client }) => waiting === null
            ? { answer: await client.getSubmittedPullRequest(request), waiting }
            : { answer: null, waiting: waitOptions(waiting) },
    };
}
async function planUpload(given, readTargets) {
    const request = given.pullRequest();
    const headSha = given.headSha(request);
    const envelope = { ...request, pr: { ...request.pr, sha: headSha } };
    const targets = await readTargets(envelope);
    return {
        request,
        headSha,
        targets,
        requests: [{ endpoint: "setImpactedTargets", body: targets.body.body }],
        run: async ({ client }) => ({ answer: await targets.send(client, envelope, targets.body) }),
    };
}
function planTestingDetails(given) {
    const request = { ...given.queue(), testRunId: given.testRunId() };
    return {
        ...oneRequest("getMergeQueueTestingDetails", request),
        run: async ({ client }) => ({ answer: await client.getMergeQueueTestingDetails(request) }),
    };
}
async function planCreation(given, readSettings) {
    const request = given.queue();
    const settings = await readSettings(request);
    const { mode, concurrency, ...change } = settings.request;
    const creation = {
        ...request,
        ...(mode === undefined ? {} : { mode }),
        ...(concurrency === undefined ? {} : { concurrency }),
    };
    const isChanged = settings.names.some((name) => name !== "mode" && name !== "concurrency");
    const { requests } = oneRequest("createQueue", creation);
    return {
        request,
        requests: isChanged ? [...requests, ...oneRequest("updateQueue", change).requests] : requests,
        run: async (step) => ({
            answer: await createQueueIdempotently(step.client, creation, { settings: change }),
            sentence: `The queue of ${request.targetBranch} is created`,
            /** Sets the settings that creation does not accept; null when there are none. */
            change: isChanged ? () => changeSettings(change, step) : null,
        }),
    };
}
async function planChange(given, readSettings) {
    const { names, request } = await readSettings(given.queue());
    const run = (step) => changeSettings(request, step);
    return { ...oneRequest("updateQueue", request), names, run };
}
function planMetrics(given) {
    const repository = given.repositoryOrAll();
    const request = repository === "*" ? {} : { repo: `${repository.owner}/${repository.name}`, repoHost: repository.host };
    return {
        ...oneRequest("getMergeQueueMetrics", request),
        run: async ({ client }) => ({ answer: await client.getMergeQueueMetrics(request) }),
    };
}
function oneRequest(endpoint, request) {
    return { request, requests: [{ endpoint, body: request }] };
}
function onPullRequest(endpoint, run) {
    const plan = (given) => {
        const request = given.pullRequest();
        return { ...oneRequest(endpoint, request), run: ({ client }) => run(request, client) };
    };
    return { inputs: ["pullRequest"], plan };
}
function onQueue(endpoint, run) {
    const plan = (given) => {
        const request = given.queue();
        return { ...oneRequest(endpoint, request), run: ({ client }) => run(request, client) };
    };
    return { inputs: ["queue"], plan };
}
function waitOptions({ pollIntervalMs }, submission = {}) {
    return { pollIntervalMs, positionIntervalMs: POSITION_INTERVAL_MS, ...submission };
}
/** When a service answers the change without the settings, they are read. Throws when they are not as requested. */
async function changeSettings(request, step) {
    const answer = await updateQueueOnce(step.client, request);
    const { repo, targetBranch } = request;
    const read = answer.value.state === undefined
        ? await (0,operations_operation/* extraRead */.z)(step, (client, options) => client.getQueue({ repo, targetBranch }, options))
        : answer;
    const shown = read?.value ?? answer.value;
    if (read !== null)
        step.settingsShown(shown);
    checkSettings(request, shown, answer);
    return { answer, shown };
}

// EXTERNAL MODULE: ./src/action/failed-test-runs-report.ts
var failed_test_runs_report = __webpack_require__(5940);
// EXTERNAL MODULE: ./src/domain/words.ts
var words = __webpack_require__(4717);
// EXTERNAL MODULE: ./src/action/markup.ts
var markup = __webpack_require__(6220);
;// CONCATENATED MODULE: ./src/action/operations/compute-targets.ts
/**
 * Computes the impacted targets and writes them to a file for another job to upload. Uses no service and needs no
 * secret.
 */



const computeTargets = operation({
    summary: "Computes the impacted targets and writes them to a file for another job to upload. Needs no secret.",
    outputs: [
        "impacted-targets-count",
        "impacted-targets-all",
        "impacted-targets-reason",
        "impacted-targets-hint",
        "impacted-targets-result",
    ],
    isLocal: true,
    moreInputs: ["impacted-targets-from", "impacted-targets-result", "checkout-path", "targets-timeout"],
    inputs: ["pullRequest", "headSha"],
    plan: async (given) => {
        const { inputs, files } = given;
        const path = inputs.value("impacted-targets-result") ?? files.temporary("impacted-targets.json");
        files.checkWritable("impacted-targets-result", path);
        const headSha = given.headSha();
        const { targetsOfStep } = await Promise.all(/* import() */[__webpack_require__.e(6), __webpack_require__.e(371), __webpack_require__.e(612), __webpack_require__.e(30)]).then(__webpack_require__.bind(__webpack_require__, 3231));
        const computed = await targetsOfStep(given);
        const { computedInWords, reportAnswer, reportComputed } = await Promise.resolve(/* import() */).then(__webpack_require__.bind(__webpack_require__, 3399));
        for (const line of computedInWords(computed))
            given.log(line);
        const explain = (report) => {
            reportAnswer(computed.answer, report);
            reportComputed(computed, report);
        };
        const { targetBranch } = given.queue();
        const from = inputs.required("impacted-targets-from");
        return {
            computed,
            headSha,
            path,
            explain,
            requests: [],
            run: async () => {
                const { handOverOf } = await __webpack_require__.e(/* import() | handed-over */ 818).then(__webpack_require__.bind(__webpack_require__, 1811));
                files.write("impacted-targets-result", path, handOverOf(computed, { headSha, targetBranch, from }));
                return { answer: null };
            },
        };
    },
    announce: ({ headSha, path, explain }, report) => {
        report.row("Head commit", (0,markup/* markup */.PT) `${headSha}`);
        report.row("File", (0,markup/* markup */.PT) `${path}`);
        explain(report);
    },
    warnings: ({ computed }) => computed.warnings,
    show: (_, { computed: { answer }, path }, { report }) => {
        report.set({ "impacted-targets-result": path });
        const what = answer.kind === "all" ? "ALL" : (0,words/* counted */.hS)(answer.targets.size, "impacted target");
        return done(`Written to ${path}: ${what}.`);
    },
});

;// CONCATENATED MODULE: ./src/action/operations/metrics.ts
/** Reads the metrics of one repository's queues, or of all repositories, and writes them to a file on request. */




const MOST_ROWS = 40;
const metrics = operation({
    summary: 'Reads the metrics of the repository\'s queues, or with `repository: "*"` of all queues, as Prometheus text.',
    moreInputs: ["metrics-file"],
    outputs: [],
    ...OPERATIONS.metrics,
    plan: (given) => {
        const plan = OPERATIONS.metrics.plan(given);
        const { files, inputs } = given;
        const file = inputs.value("metrics-file") ?? null;
        if (file !== null)
            files.checkWritable("metrics-file", file);
        return { ...plan, file, files };
    },
    announce: ({ request, file }, report) => {
        report.row("Repository", (0,markup/* markup */.PT) `${request.repo ?? "all"}`);
        if (file !== null)
            report.row("File", (0,markup/* markup */.PT) `${file}`);
    },
    show: ({ answer: { value } }, { file, files }, { report }) => {
        const gauges = gaugesIn(value);
        reportGauges(gauges, report);
        if (file !== null)
            files.write("metrics-file", file, value);
        const written = file === null ? "" : `, and everything written to ${file}`;
        return done(`${(0,words/* counted */.hS)(gauges.length, "gauge")} read${written}.`);
    },
});
/** The lines with one number each; histograms are meant for programs. */
function gaugesIn(text) {
    return text.split("\n").flatMap((line) => {
        const [, series, value] = /^([a-z_]+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
        if (series === undefined || value === undefined || /_(?:bucket|sum|count)(?:\{|$)/.test(series))
            return [];
        return [{ series, value }];
    });
}
function reportGauges(gauges, report) {
    for (const { series, value } of gauges.slice(0, MOST_ROWS))
        report.row(series, (0,markup/* markup */.PT) `${value}`);
    if (gauges.length > MOST_ROWS)
        report.row("More", (0,markup/* markup */.PT) `${gauges.length - MOST_ROWS} gauges`);
}

// EXTERNAL MODULE: ./src/action/pull-request-report.ts
var pull_request_report = __webpack_require__(7430);
// EXTERNAL MODULE: ./src/action/targets-report.ts
var targets_report = __webpack_require__(3399);
;// CONCATENATED MODULE: ./src/action/operations/set-impacted-targets.ts
/** Uploads which targets the pull request impacts, for its head commit; uploads `ALL` when the list does not fit. */







const SHARED = OPERATIONS["set-impacted-targets"];
const setImpactedTargets = operation({
    summary: "Uploads the impacted targets of the pull request, for its head commit.",
    outputs: [
        "uploaded",
        "impacted-targets-count",
        "impacted-targets-all",
        "impacted-targets-reason",
        "impacted-targets-hint",
    ],
    ...SHARED,
    plan: async (given) => {
        const plan = await SHARED.plan(given, async (envelope) => {
            const lists = await __webpack_require__.e(/* import() | lists */ 42).then(__webpack_require__.bind(__webpack_require__, 1534));
            return { ...(await lists.readTargets(given, envelope)), send: lists.sendTargets };
        });
        const { computed } = plan.targets;
        if (computed === null)
            return { ...plan, given, explain: () => undefined };
        const { computedInWords, reportComputed } = await Promise.resolve(/* import() */).then(__webpack_require__.bind(__webpack_require__, 3399));
        for (const line of computedInWords(computed))
            given.log(line);
        return { ...plan, given, explain: (report) => reportComputed(computed, report) };
    },
    announce: (plan, report) => {
        const { targets } = plan;
        (0,pull_request_report/* announcePullRequest */.G7)(plan, report);
        report.row("Head commit", (0,markup/* markup */.PT) `${plan.headSha}`);
        if (targets.body.kind === "all")
            (0,targets_report/* showAll */.Ps)(targets.reason, report);
        else
            (0,targets_report/* showList */.w5)(targets.body.count, targets.sample, report);
        plan.explain(report);
    },
    warnings: ({ targets }) => [...targets.warnings, ...(targets.computed?.warnings ?? [])],
    objection: async ({ given, request, headSha }, step) => {
        const { inputs } = given;
        if (!inputs.isGiven("impacted-targets-from") && !inputs.isGiven("impacted-targets-result"))
            return null;
        const { whyLate } = await Promise.all(/* import() */[__webpack_require__.e(371), __webpack_require__.e(954)]).then(__webpack_require__.bind(__webpack_require__, 1954));
        const because = await whyLate(given, request, headSha, step);
        if (because === null)
            return null;
        step.warn(because);
        const name = (0,pull_request_on_wire/* nameOf */.Vb)(request);
        return done(`Nothing is uploaded for ${name}: ${headSha} may no longer be its head.`, true);
    },
    show: ({ answer: sent }, { request, targets }, step) => {
        step.report.set({ uploaded: true });
        if (sent.why === "refused") {
            const reason = `the service does not accept a list of ${(0,words/* counted */.hS)(sent.count, "name")} in one request`;
            step.warn(`ALL is uploaded, because ${reason}.`);
            (0,targets_report/* reportAll */.YS)(reason, step.report);
        }
        else if (sent.sentAs === "all")
            (0,targets_report/* reportAll */.YS)(targets.reason, step.report);
        else
            (0,targets_report/* reportList */.p$)(sent.count, targets.sample, step.report);
        const what = sent.sentAs === "all" ? "ALL targets are" : (0,words/* counted */.hS)(sent.count, "impacted target");
        return done(`${what} uploaded for ${(0,pull_request_on_wire/* nameOf */.Vb)(request)}.`);
    },
});

// EXTERNAL MODULE: ./src/client/web-address.ts
var web_address = __webpack_require__(5224);
// EXTERNAL MODULE: ./src/action/queue-report.ts
var queue_report = __webpack_require__(5824);
;// CONCATENATED MODULE: ./src/action/operations/testing-details.ts
/** Shows a test run: what it tests, on which branch, and the results of its checks. */






const MOST_SHOWN = 30;
/** The result of a check run or status that did not pass. */
const FAILED = /^(?:FAILURE|ERROR|TIMED_OUT|ACTION_REQUIRED|CANCELLED|STALE)$/i;
const testingDetails = operation({
    summary: "Shows a test run: what it tests, on which branch, and the results of its checks.",
    outputs: ["pull-request-url", "test-run-url"],
    ...OPERATIONS["testing-details"],
    announce: (plan, report) => {
        (0,queue_report/* announceQueue */.fl)(plan, report);
        report.row("Test run", (0,markup/* markup */.PT) `${plan.request.testRunId}`);
    },
    show: ({ answer: { value } }, _, step) => {
        reportDetails(value, step.report);
        const tested = (0,words/* counted */.hS)(value.testedPullRequests.length, "pull request");
        return shows(`The test run of ${tested} is ${value.status ?? "in a status that the service does not report"}.`, markOf(value));
    },
});
function markOf({ status }) {
    if (status === "failed" || status === "cancelled")
        return "failed";
    return status === "in_progress" ? "pending" : null;
}
function reportDetails(details, report) {
    const { status, testBranch = "", testBranchSha = "" } = details;
    report.row("Status", status === undefined ? null : (0,markup/* markup */.PT) `**${status}**`);
    const branch = testBranchSha === "" ? (0,markup/* markup */.PT) `${testBranch}` : (0,markup/* markup */.PT) `${testBranch} at ${testBranchSha}`;
    report.row("Test branch", testBranch === "" && testBranchSha === "" ? null : branch);
    const tested = details.testedPullRequests.map(({ prNumber = "?", prUrl, title = "" }) => (0,markup/* markup */.PT) `${(0,markup/* linked */.q)(`#${prNumber}`, (0,web_address/* webAddress */.D)(prUrl))} ${title}`);
    report.row("Tests", lines(tested));
    const beneath = details.dependentPrs ?? [];
    report.row("On top of", lines(beneath.map((number) => (0,markup/* markup */.PT) `#${number}`)));
    report.row("Required checks", lines((details.requiredStatuses ?? []).map((name) => (0,markup/* markup */.PT) `${name}`)));
    const checks = checksIn(details);
    report.row("Checks", lines(checks.map(({ name, address, result }) => (0,markup/* markup */.PT) `${(0,markup/* linked */.q)(name, address)}: ${result}`)));
    const [only, ...others] = details.testedPullRequests;
    const pullRequest = others.length === 0 ? (0,web_address/* webAddress */.D)(only?.prUrl) : null;
    report.set({
        "pull-request-url": pullRequest ?? "",
        "test-run-url": decidingAddress(checks, details.requiredStatuses ?? []) ?? "",
    });
}
/** Some services report all results as statuses, others as check runs. */
function checksIn({ checkSuites = [], statusChecks = [] }) {
    const runs = checkSuites.flatMap(({ checkRuns = [] }) => checkRuns);
    return [
        ...runs.map(({ name = "?", url, status = "?", conclusion }) => {
            return { name, address: (0,web_address/* webAddress */.D)(url), result: conclusion ?? status };
        }),
        ...statusChecks.map(({ context: name = "?", url, state: result = "?" }) => {
            return { name, address: (0,web_address/* webAddress */.D)(url), result };
        }),
    ];
}
/** The address to show: of a failed check, else of a required one, else of any. */
function decidingAddress(checks, required) {
    const reachable = checks.filter(({ address }) => address !== null);
    const failed = reachable.find(({ result }) => FAILED.test(result));
    const found = failed ?? reachable.find(({ name }) => required.includes(name)) ?? reachable[0];
    return found?.address ?? null;
}
/** Null when there is nothing to show. */
function lines(all) {
    const shown = all.slice(0, MOST_SHOWN);
    if (all.length > shown.length)
        shown.push((0,markup/* markup */.PT) `and ${all.length - shown.length} more`);
    return shown.length === 0 ? null : (0,markup/* joined */.oR)(shown, "<br>");
}

;// CONCATENATED MODULE: ./src/action/operations.ts
/** START HERE: the operations of the Action, by name: their inputs, their outputs, and how a report shows each. */















const FAILURE_OUTPUTS = [
    "failed-check",
    "test-run-id",
    "test-run-url",
    "failed-test-runs",
];
const PULL_REQUEST_OUTPUTS = [
    "state",
    "is-submitted",
    "is-final",
    "priority",
    "reason",
    "queue-state",
];
const operations_OPERATIONS = {
    submit: operation({
        summary: "Puts the pull request in the queue, or changes its priority and batching there.",
        outputs: [...PULL_REQUEST_OUTPUTS, ...FAILURE_OUTPUTS],
        ...OPERATIONS.submit,
        announce: pull_request_report/* announcePullRequest */.G7,
        show: async ({ answer, sentence, isUnchanged, differences, differencesOf, waiting }, plan, step) => {
            const { request, remains } = plan;
            step.report.set({ "is-submitted": true });
            const warnOf = (found) => {
                if (found.length === 0)
                    return;
                const where = `the queue of ${request.targetBranch}${answer.kind === "alreadyInQueue" ? " already" : ""}`;
                step.warn(`${(0,pull_request_on_wire/* nameOf */.Vb)(request)} is in ${where}, but not as requested: ${found.join("; ")}.`);
            };
            warnOf(differences);
            const onFirstShown = (shown) => {
                if ((0,pull_request_on_wire/* isInQueue */.L5)(shown))
                    warnOf(differencesOf(shown));
            };
            if (waiting !== null) {
                step.log(sentence);
                const { waitUntilFinal } = await __webpack_require__.e(/* import() */ 687).then(__webpack_require__.bind(__webpack_require__, 687));
                const verdict = await waitUntilFinal(request, waiting, step, onFirstShown);
                return isUnchanged && verdict.kind === "done" ? done(verdict.sentence, true) : verdict;
            }
            await lookAtSubmission(request, step, onFirstShown);
            if (remains.cancelOnAbort && step.client.signalWith().aborted) {
                throw new errors/* MergeQueueError */.WS("submitPullRequest", (0,errors/* failureBeforeSending */.yS)("aborted"), 0);
            }
            return done(sentence, isUnchanged);
        },
    }),
    cancel: operation({
        summary: "Removes the pull request from the queue.",
        outputs: PULL_REQUEST_OUTPUTS,
        ...OPERATIONS.cancel,
        announce: pull_request_report/* announcePullRequest */.G7,
        show: async ({ answer, sentence, isUnchanged }, { request }, step) => {
            step.report.set({ "is-submitted": false });
            if (answer.kind !== "notInQueue")
                await refreshPullRequest(request, step);
            return done(sentence, isUnchanged);
        },
    }),
    "restart-tests": operation({
        summary: "Tests the pull request again; it keeps its place in the queue.",
        outputs: PULL_REQUEST_OUTPUTS,
        ...OPERATIONS["restart-tests"],
        announce: pull_request_report/* announcePullRequest */.G7,
        show: async (_, { request }, step) => {
            await refreshPullRequest(request, step);
            return done(`The tests of ${(0,pull_request_on_wire/* nameOf */.Vb)(request)} start again.`);
        },
    }),
    status: operation({
        summary: "Shows the state of the pull request, even after it has left the queue.",
        outputs: [...PULL_REQUEST_OUTPUTS, ...FAILURE_OUTPUTS],
        ...OPERATIONS.status,
        announce: pull_request_report/* announcePullRequest */.G7,
        show: async ({ answer, waiting }, { request }, step) => {
            if (answer === null) {
                const { waitUntilFinal } = await __webpack_require__.e(/* import() */ 687).then(__webpack_require__.bind(__webpack_require__, 687));
                return waitUntilFinal(request, waiting, step);
            }
            (0,pull_request_report/* reportPullRequest */.jn)(request, answer.value, step.report);
            await (0,failed_test_runs_report/* showFailedTestRuns */.N)(request, answer.value, step);
            await (0,pull_request_report/* reportWhy */.Vb)(request, step);
            await (0,queue_report/* lookAtQueue */.az)(request, step);
            return shows((0,pull_request_on_wire/* stateSentence */.lv)(request, answer.value), operations_markOf(answer.value));
        },
    }),
    "set-impacted-targets": setImpactedTargets,
    "compute-targets": computeTargets,
    "testing-details": testingDetails,
    "create-queue": operation({
        summary: "Creates the queue of the target branch, with all its settings.",
        outputs: ["queue-state"],
        ...OPERATIONS["create-queue"],
        plan: (given) => OPERATIONS["create-queue"].plan(given, settingsReader(given.inputs)),
        announce: queue_report/* announceQueue */.fl,
        show: async ({ sentence: created, change }, _, { report }) => {
            if (change === null)
                return done(`${created}.`);
            // The queue exists whether or not this works, and the workflow must know which of the two happened.
            try {
                report.answered((await change()).answer);
                return done(`${created} and has its settings.`);
            }
            catch (error) {
                if (!(error instanceof errors/* MergeQueueError */.WS))
                    throw error;
                report.answered(error);
                if (error.status === null)
                    report.set({ "http-status": "" });
                const settings = error.mayHaveActed ? "may not be applied" : "are not applied";
                const sentence = `${created}, but its settings ${settings}: ${(0,message_words/* asSentence */.KG)(error.message)} Repeat them with update-queue.`;
                return { kind: "notDone", errorKind: (0,errors/* errorKindInWords */.TV)(error.kind), sentence };
            }
        },
    }),
    "delete-queue": operation({
        summary: "Deletes the queue, which must be empty.",
        outputs: [],
        ...OPERATIONS["delete-queue"],
        announce: queue_report/* announceQueue */.fl,
        show: ({ sentence, isUnchanged }) => done(sentence, isUnchanged),
    }),
    "get-queue": operation({
        summary: "Shows the queue: its settings, and its pull requests in order.",
        outputs: ["queue-state"],
        ...OPERATIONS["get-queue"],
        announce: queue_report/* announceQueue */.fl,
        show: ({ answer: { value } }, { request }, { report }) => {
            (0,queue_report/* reportQueue */.CJ)(value, report);
            (0,queue_report/* reportSettings */.kC)(value, report);
            (0,queue_report/* reportEntries */.LH)(value, report);
            return done(`The queue of ${request.targetBranch} is ${value.state}.`);
        },
    }),
    "update-queue": operation({
        summary: "Changes settings and state of the queue; pauses, resumes or drains it.",
        outputs: ["queue-state"],
        ...OPERATIONS["update-queue"],
        plan: async (given) => {
            const plan = await OPERATIONS["update-queue"].plan(given, settingsReader(given.inputs));
            if (plan.names.length > 0)
                return plan;
            throw new input_error/* InputError */.d("queue-config", `is missing; give it, or another setting such as state: PAUSED.`);
        },
        announce: queue_report/* announceQueue */.fl,
        show: ({ shown: { state } }, { request }) => {
            const isState = state === undefined ? "" : ` and is ${state}`;
            return done(`The queue of ${request.targetBranch} has its new settings${isState}.`);
        },
    }),
    metrics: metrics,
};
function operations_markOf(value) {
    if (value.state === "MERGED")
        return null;
    return (0,pull_request_on_wire/* hasEnded */.hY)(value) ? "failed" : "pending";
}
/** Reads the state right after the submission, which is valid even if its state cannot be read. */
async function lookAtSubmission(request, step, onFirstShown) {
    const state = await (0,operations_operation/* extraRead */.z)(step, (client, options) => client.getSubmittedPullRequest(request, options));
    if (state !== null) {
        // A submission cannot end immediately: a final state here belongs to an earlier submission that is still shown.
        if ((0,pull_request_on_wire/* isInQueue */.L5)(state.value))
            (0,pull_request_report/* reportPullRequest */.jn)(request, state.value, step.report);
        else
            step.log(`The service does not show the submission yet: it reports ${state.value.state}.`);
        onFirstShown(state.value);
        if ((0,pull_request_on_wire/* isInQueue */.L5)(state.value))
            await (0,pull_request_report/* reportWhy */.Vb)(request, step);
    }
    await (0,queue_report/* lookAtQueue */.az)(request, step);
}
/** Adds the state of the pull request and of its queue; the outcome of the step does not depend on it. */
async function refreshPullRequest(request, step) {
    const state = await (0,operations_operation/* extraRead */.z)(step, (client, options) => client.getSubmittedPullRequest(request, options));
    if (state !== null) {
        (0,pull_request_report/* reportPullRequest */.jn)(request, state.value, step.report);
        await (0,pull_request_report/* reportWhy */.Vb)(request, step);
    }
    await (0,queue_report/* lookAtQueue */.az)(request, step);
}

// EXTERNAL MODULE: ./src/action/subject.ts
var subject = __webpack_require__(1630);
// EXTERNAL MODULE: ./src/action/version.ts
var version = __webpack_require__(4710);
// EXTERNAL MODULE: ./src/action/workspace-files.ts
var workspace_files = __webpack_require__(7829);
;// CONCATENATED MODULE: ./src/action/perform.ts
/** Leads from the inputs to the operation's verdict: everything is read and checked first, then the operation runs. */

















/** The runner sends SIGTERM 7.5 s after it cancels a job; the rest of that time is for outputs and summary. */
const PARTING_MS = 6500;
const PARTING_RETRIES = 2;
/** Throws `InputError` before the first request, `MergeQueueError` after it. */
async function perform(surroundings) {
    const { inputs, run, report, runtime } = surroundings;
    const name = inputs.required("operation");
    const operation = operations_OPERATIONS[name];
    const waits = operation.inputs.includes("wait") && inputs.required("wait");
    const deadline = (0,operations_operation/* deadlineOf */.G)(inputs.value("timeout"), waits ? inputs.required("wait-timeout") : null);
    if (operation.outputs.includes("uploaded"))
        report.set({ uploaded: false });
    checkOneSource(inputs);
    await readSettings(inputs);
    const service = operation.isLocal ? null : serviceOf(inputs, run);
    const prepared = await prepare(name, deadline, surroundings);
    warnOfUnused(name, inputs, runtime);
    for (const warning of prepared.warnings)
        runtime.warn(warning);
    prepared.announce(report);
    if (inputs.required("dry-run"))
        return dryRun(prepared, service?.apiUrl ?? "", runtime);
    return service === null
        ? runLocally(name, prepared, surroundings)
        : runWithService(service, prepared, deadline, surroundings);
}
function serviceOf(inputs, run) {
    const apiUrl = inputs.required("api-url");
    return { apiUrl, credential: (0,credential/* credentialFor */.F)(inputs, run), userAgent: userAgent(run) };
}
async function prepare(name, deadline, { inputs, run, runtime, signals }) {
    const operation = operations_OPERATIONS[name];
    const files = new workspace_files/* WorkspaceFiles */.b$((variable) => runtime.environment(variable));
    return inTime(name, deadline, signals.stop, async (stop) => {
        const known = await withBase(operation, inputs, run, stop);
        const mask = (secret) => runtime.mask(secret);
        const log = (line) => runtime.log(line);
        const given = { inputs, run: known, files, signal: stop, mask, log };
        return operation.prepare(Object.assign(new subject/* Subject */.B(inputs, known), given));
    });
}
function dryRun({ requests }, apiUrl, runtime) {
    for (const request of requests)
        runtime.log(plannedInWords(apiUrl, request));
    const sentence = "Dry run: the inputs are valid, and nothing was sent.";
    return { kind: "done", outcome: "dry-run", sentence };
}
/** What a running operation reports to, with or without a service. */
function stepOf({ report, runtime }) {
    const log = (line) => runtime.log(line);
    return {
        report,
        log,
        warn: (line) => runtime.warn(line),
        skipped: ({ message }) => log(`Not in the report: ${message}`),
        settingsShown: (settings) => (0,queue_report/* reportShownSettings */.Dx)(settings, report),
    };
}
async function runLocally(name, prepared, surroundings) {
    const none = () => {
        throw new Error(`the operation ${name} uses no service`);
    };
    return prepared.run({
        ...stepOf(surroundings),
        partingClient: none,
        get client() {
            return none();
        },
    });
}
async function runWithService(service, prepared, deadline, surroundings) {
    const { inputs, runtime, signals } = surroundings;
    const step = stepOf(surroundings);
    const { cancellingOnAbort, MergeQueueClient, traceHeaders } = await __webpack_require__.e(/* import() */ 687).then(__webpack_require__.bind(__webpack_require__, 687));
    const traced = { ...service, trace: traceHeaders((variable) => runtime.environment(variable)) };
    const serving = {
        ...step,
        client: new MergeQueueClient({
            ...traced,
            retries: inputs.required("retries"),
            deadline,
            signal: signals.stop,
            onAttempt: (note) => logAttempt(note, runtime),
            onWarning: step.warn,
        }),
        partingClient: () => new MergeQueueClient({
            ...traced,
            retries: PARTING_RETRIES,
            deadline: client_deadline/* Deadline */.B.after(PARTING_MS),
            signal: signals.end,
        }),
    };
    return cancellingOnAbort(prepared.remains, serving, () => prepared.run(serving));
}
/** When a pull request has a base, the default branch would be wrong: a comment's event does not name the base. */
async function withBase(operation, inputs, run, signal) {
    const lacking = operation.inputs.includes("target-branch") ? new subject/* Subject */.B(inputs, run).lacksBase() : null;
    if (lacking === null)
        return run;
    const { runWithBase } = await __webpack_require__.e(/* import() */ 371).then(__webpack_require__.bind(__webpack_require__, 9371));
    return runWithBase(run, lacking, inputs, signal);
}
/** A file that an input names may have no end, and a pipe may have no writer, so reading stops at the deadline. */
async function inTime(name, deadline, signal, prepare) {
    const stop = AbortSignal.any([signal, (0,client_deadline/* timeLimit */.z)(deadline.remainingMs())]);
    const endedBy = (kind) => new errors/* MergeQueueError */.WS(operation_names/* OPERATION_ENDPOINTS */.$4[name], (0,errors/* failureBeforeSending */.yS)(kind, "nothing was sent"), 0);
    if (signal.aborted)
        throw endedBy("aborted");
    const stopped = new Promise((_resolve, reject) => {
        stop.addEventListener("abort", () => reject(endedBy(signal.aborted ? "aborted" : "deadlinePassed")));
    });
    return Promise.race([prepare(stop), stopped]);
}
function userAgent({ serverUrl, repository, runId }) {
    const address = runId === "" ? "" : ` (+${serverUrl}/${repository}/actions/runs/${runId})`;
    return `merge-queue-action/${version/* ACTION_VERSION */.Y}${address}`.replace(/[^\x20-\x7e]/g, "");
}
/** An input without effect is a mistake that would go unnoticed. */
function warnOfUnused(name, inputs, runtime) {
    const used = new Set([...COMMON_INPUTS, ...operations_OPERATIONS[name].inputs]);
    const unused = Object.keys(action_inputs/* INPUTS */.m)
        .filter(action_inputs/* isInputName */.w)
        .filter((input) => !used.has(input) && inputs.isGiven(input));
    if (unused.length > 0)
        runtime.warn(`The operation ${name} does not use ${unused.join(", ")}.`);
}
/** The step's error reports the last failure, so this logs only retries and unusual successes. */
function logAttempt(note, runtime) {
    if (note.outcome === "succeeded" && note.detail !== "")
        runtime.log(`${(0,errors/* purposeInWords */.Xs)(note.endpoint)}: ${note.detail}`);
    if (note.outcome === "succeeded" || note.nextDelayMs === null)
        return;
    const status = note.status === null ? "" : ` ${note.status}`;
    const detail = note.detail === "" ? "" : `: ${note.detail}`;
    const again = `retrying in ${(0,message_words/* durationInWords */.ji)(note.nextDelayMs)}`;
    runtime.log(`${(0,errors/* purposeInWords */.Xs)(note.endpoint)}: attempt ${note.attempt} failed (${(0,errors/* errorKindInWords */.TV)(note.outcome)}${status}), ${again}${detail}`);
}
const MOST_SHOWN_BYTES = 1000;
function plannedInWords(apiUrl, { endpoint, body }) {
    const { method } = endpoint_facts/* ENDPOINT_FACTS */.Q[endpoint];
    const bytes = body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
    const digest = (0,external_node_crypto_.createHash)("sha256").update(bytes).digest("hex");
    const beginning = Buffer.from(bytes.subarray(0, MOST_SHOWN_BYTES)).toString();
    const more = bytes.byteLength > MOST_SHOWN_BYTES ? "…" : "";
    const carrier = method === "GET" ? "as its query" : `${bytes.byteLength} bytes, SHA-256 ${digest}`;
    return `Would send ${method} ${apiUrl}/${endpoint} (${carrier}): ${beginning}${more}`;
}
/** Throws when two inputs give targets. For `compute-targets`, one names the source and one the file to write. */
function checkOneSource(inputs) {
    if (inputs.value("operation") === "compute-targets")
        return;
    const [first, second] = TARGET_INPUTS.filter((name) => inputs.isGiven(name));
    if (first !== undefined && second !== undefined) {
        throw new input_error/* InputError */.d(first, `cannot be given together with ${second}; choose one of the two.`);
    }
}


/***/ }),

/***/ 7430:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   G7: () => (/* binding */ announcePullRequest),
/* harmony export */   LN: () => (/* binding */ reportHistory),
/* harmony export */   Vb: () => (/* binding */ reportWhy),
/* harmony export */   jn: () => (/* binding */ reportPullRequest)
/* harmony export */ });
/* harmony import */ var _client_message_words_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(5764);
/* harmony import */ var _client_pull_request_on_wire_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(552);
/* harmony import */ var _client_state_history_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2647);
/* harmony import */ var _client_web_address_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5224);
/* harmony import */ var _contract_states_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1710);
/* harmony import */ var _operations_extra_reads_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(548);
/* harmony import */ var _lane_picture_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8213);
/* harmony import */ var _markup_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(6220);
/** Reports a pull request: its state, the reason for the state, and what it still waits for. */








/** Reports what is known before the first request. */
function announcePullRequest({ request }, report) {
    const { repo, targetBranch, pr } = request;
    const name = (0,_markup_js__WEBPACK_IMPORTED_MODULE_5__/* .linked */ .q)(`${repo.owner}/${repo.name}#${pr.number}`, addressOnCodeHost(request, report.serverUrl));
    report.row("Pull request", (0,_markup_js__WEBPACK_IMPORTED_MODULE_5__/* .markup */ .PT) `${name} → ${targetBranch}`);
    // Keeps the place below it for the answer, which is read last.
    for (const label of WHY_ROWS)
        report.row(label, null);
}
const WHY_ROWS = ["Why", "Verdict", "Next", "Page"];
/** null: the pull request is on another code host than this workflow. */
function addressOnCodeHost({ repo, pr }, serverUrl) {
    if (!URL.canParse(serverUrl) || new URL(serverUrl).host !== repo.host)
        return null;
    const path = [repo.owner, repo.name, "pull", String(pr.number)].map(encodeURIComponent).join("/");
    return (0,_client_web_address_js__WEBPACK_IMPORTED_MODULE_6__/* .webAddress */ .D)(`${serverUrl.replace(/\/+$/, "")}/${path}`);
}
/** Adds the queue's own sentence, its page and, after an exit, the verdict. Other services do not have them. */
async function reportWhy(request, step, longestMs) {
    const { targetBranch, pr } = request;
    const { sentence, exit, waitsFor = [], pageUrl } = (await (0,_operations_extra_reads_js__WEBPACK_IMPORTED_MODULE_3__/* .explanationOf */ .p)(request, step, longestMs)) ?? {};
    step.report.fallbackPicture((0,_lane_picture_js__WEBPACK_IMPORTED_MODULE_4__/* .aheadPicture */ .E)(targetBranch, waitsFor, pr.number));
    const page = (0,_client_web_address_js__WEBPACK_IMPORTED_MODULE_6__/* .webAddress */ .D)(pageUrl);
    const rows = {
        ...{ Why: sentence, Verdict: exit?.verdict, Next: exit?.next },
        Page: page === null ? undefined : (0,_markup_js__WEBPACK_IMPORTED_MODULE_5__/* .linked */ .q)(`${(0,_client_pull_request_on_wire_js__WEBPACK_IMPORTED_MODULE_0__/* .nameOf */ .Vb)(request)} in the queue of ${targetBranch}`, page),
    };
    for (const label of WHY_ROWS) {
        const content = rows[label];
        step.report.row(label, content === undefined ? null : (0,_markup_js__WEBPACK_IMPORTED_MODULE_5__/* .markup */ .PT) `${content}`);
    }
}
function reportPullRequest(request, value, report) {
    const { state, prTitle, prAuthor } = value;
    const reason = (0,_client_pull_request_on_wire_js__WEBPACK_IMPORTED_MODULE_0__/* .reasonOf */ .A3)(value);
    const priority = (0,_client_pull_request_on_wire_js__WEBPACK_IMPORTED_MODULE_0__/* .priorityInWords */ .n8)(value);
    announcePullRequest({ request }, report);
    report.set({
        state,
        "is-submitted": (0,_client_pull_request_on_wire_js__WEBPACK_IMPORTED_MODULE_0__/* .isInQueue */ .L5)(value),
        "is-final": (0,_client_pull_request_on_wire_js__WEBPACK_IMPORTED_MODULE_0__/* .hasEnded */ .hY)(value),
        priority,
        reason,
    });
    const title = prAuthor === undefined ? (0,_markup_js__WEBPACK_IMPORTED_MODULE_5__/* .markup */ .PT) `${prTitle ?? ""}` : (0,_markup_js__WEBPACK_IMPORTED_MODULE_5__/* .markup */ .PT) `${prTitle ?? ""} (by ${prAuthor})`;
    report.row("Title", prTitle === undefined && prAuthor === undefined ? null : title);
    report.row("State", (0,_markup_js__WEBPACK_IMPORTED_MODULE_5__/* .markup */ .PT) `**${state}**`);
    report.row("Reason", reason === "" ? null : (0,_markup_js__WEBPACK_IMPORTED_MODULE_5__/* .markup */ .PT) `${reason}`);
    report.row("Priority", priority === "" ? null : (0,_markup_js__WEBPACK_IMPORTED_MODULE_5__/* .markup */ .PT) `${priority}`);
    const missing = (0,_client_pull_request_on_wire_js__WEBPACK_IMPORTED_MODULE_0__/* .missingForReadiness */ .sm)(value);
    report.row("Waits for", missing.length === 0 ? null : (0,_markup_js__WEBPACK_IMPORTED_MODULE_5__/* .markup */ .PT) `${missing.join("; ")}`);
    if (!(0,_client_pull_request_on_wire_js__WEBPACK_IMPORTED_MODULE_0__/* .hasEnded */ .hY)(value))
        return;
    report.row("Position", null);
    report.picture(null);
}
function reportHistory({ history, omittedPeriods }, report) {
    const periods = history.map(({ state, ms }) => (0,_contract_states_js__WEBPACK_IMPORTED_MODULE_2__/* .isFinalState */ .G8)(state) ? (0,_markup_js__WEBPACK_IMPORTED_MODULE_5__/* .markup */ .PT) `${state}` : (0,_markup_js__WEBPACK_IMPORTED_MODULE_5__/* .markup */ .PT) `${state} ${(0,_client_message_words_js__WEBPACK_IMPORTED_MODULE_7__/* .durationInWords */ .ji)(ms)}`);
    if (omittedPeriods > 0)
        periods.splice(_client_state_history_js__WEBPACK_IMPORTED_MODULE_1__/* .KEPT_PERIODS */ .YT, 0, (0,_markup_js__WEBPACK_IMPORTED_MODULE_5__/* .markup */ .PT) `${omittedPeriods} more`);
    if (periods.length > 0)
        report.row("History", (0,_markup_js__WEBPACK_IMPORTED_MODULE_5__/* .joined */ .oR)(periods, " → "));
}


/***/ }),

/***/ 5824:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Av: () => (/* binding */ reportPosition),
/* harmony export */   CJ: () => (/* binding */ reportQueue),
/* harmony export */   Dx: () => (/* binding */ reportShownSettings),
/* harmony export */   LH: () => (/* binding */ reportEntries),
/* harmony export */   OG: () => (/* binding */ lookAtQueueAfter),
/* harmony export */   az: () => (/* binding */ lookAtQueue),
/* harmony export */   fl: () => (/* binding */ announceQueue),
/* harmony export */   jZ: () => (/* binding */ reportLane),
/* harmony export */   kC: () => (/* binding */ reportSettings)
/* harmony export */ });
/* harmony import */ var _client_position_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(684);
/* harmony import */ var _domain_queue_settings_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3625);
/* harmony import */ var _domain_words_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4717);
/* harmony import */ var _operations_operation_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2899);
/* harmony import */ var _lane_picture_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8213);
/* harmony import */ var _markup_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6220);
/** Reports a queue: its state, its settings, and its pull requests in order. */






const MOST_ENTRIES_SHOWN = 50;
/** Reports what is known before the first request. */
function announceQueue({ request }, report) {
    const { repo, targetBranch } = request;
    report.row("Queue of", (0,_markup_js__WEBPACK_IMPORTED_MODULE_4__/* .markup */ .PT) `${repo.owner}/${repo.name} → ${targetBranch}`);
}
function reportState(state, report) {
    report.set({ "queue-state": state });
    report.row("Queue", (0,_markup_js__WEBPACK_IMPORTED_MODULE_4__/* .markup */ .PT) `**${state}**`);
}
/** Reports the settings after a change. */
function reportShownSettings(settings, report) {
    if (settings.state !== undefined)
        reportState(settings.state, report);
    reportSettings(settings, report);
}
function reportQueue(queue, report) {
    reportState(queue.state, report);
    const { state, mode, concurrency, batch, enqueuedPullRequests: entries } = queue;
    const known = [
        ...(mode === undefined ? [] : [mode]),
        ...(concurrency === undefined ? [] : [`concurrency ${concurrency}`]),
        ...(batch === undefined ? [] : [batch ? "batches" : "no batches"]),
        ...(entries === undefined ? [] : [`${(0,_domain_words_js__WEBPACK_IMPORTED_MODULE_5__/* .counted */ .hS)(entries.length, "pull request")} in it`]),
    ];
    report.row("Queue", (0,_markup_js__WEBPACK_IMPORTED_MODULE_4__/* .joined */ .oR)([(0,_markup_js__WEBPACK_IMPORTED_MODULE_4__/* .markup */ .PT) `**${state}**`, ...known.map((part) => (0,_markup_js__WEBPACK_IMPORTED_MODULE_4__/* .markup */ .PT) `${part}`)], ", "));
    const isExplained = state === "PAUSED" && queue.stateReason !== undefined;
    report.row("Pause", isExplained ? (0,_markup_js__WEBPACK_IMPORTED_MODULE_4__/* .markup */ .PT) `${queue.stateReason ?? ""}` : null);
}
/** Not settings, or shown otherwise. */
const APART = new Set(["state", "stateReason", "branch", "enqueuedPullRequests"]);
/** All settings that `queue-config` can contain, by their keys there; those with default values can be unfolded. */
function reportSettings(settings, report) {
    const all = Object.entries(settings).filter(([key, value]) => !APART.has(key) && value !== undefined);
    const notable = all.filter(([key, value]) => (0,_domain_queue_settings_js__WEBPACK_IMPORTED_MODULE_1__/* .isNotableSetting */ .c6)(key, value, settings));
    const others = all.filter((setting) => !notable.includes(setting));
    const title = `${(0,_domain_words_js__WEBPACK_IMPORTED_MODULE_5__/* .counted */ .hS)(others.length, "setting")} with default values`;
    const folded = (0,_markup_js__WEBPACK_IMPORTED_MODULE_4__/* .markup */ .PT) `<details><summary>${title}</summary>${settingLines(others)}</details>`;
    const shown = notable.length === 0 ? [] : [settingLines(notable)];
    const parts = others.length === 0 ? shown : [...shown, folded];
    report.row("Settings", parts.length === 0 ? null : (0,_markup_js__WEBPACK_IMPORTED_MODULE_4__/* .joined */ .oR)(parts, ""));
}
function settingLines(settings) {
    const lines = settings.map(([key, value]) => (0,_markup_js__WEBPACK_IMPORTED_MODULE_4__/* .markup */ .PT) `${key}: ${JSON.stringify(value)}`);
    return (0,_markup_js__WEBPACK_IMPORTED_MODULE_4__/* .joined */ .oR)(lines, "<br>");
}
function reportEntries({ enqueuedPullRequests }, report) {
    if (enqueuedPullRequests === undefined) {
        report.row("In the queue", (0,_markup_js__WEBPACK_IMPORTED_MODULE_4__/* .markup */ .PT) `not reported by the service`);
        return;
    }
    const lines = enqueuedPullRequests
        .slice(0, MOST_ENTRIES_SHOWN)
        .map(({ prNumber = "?", state = "", prTitle = "" }) => (0,_markup_js__WEBPACK_IMPORTED_MODULE_4__/* .markup */ .PT) `#${prNumber} ${state} ${prTitle}`);
    const more = enqueuedPullRequests.length - lines.length;
    if (more > 0)
        lines.push((0,_markup_js__WEBPACK_IMPORTED_MODULE_4__/* .markup */ .PT) `and ${more} more`);
    report.row("In the queue", lines.length === 0 ? (0,_markup_js__WEBPACK_IMPORTED_MODULE_4__/* .markup */ .PT) `nothing` : (0,_markup_js__WEBPACK_IMPORTED_MODULE_4__/* .joined */ .oR)(lines, "<br>"));
}
function reportPosition(position, report) {
    report.row("Position", (0,_markup_js__WEBPACK_IMPORTED_MODULE_4__/* .markup */ .PT) `${(0,_client_position_js__WEBPACK_IMPORTED_MODULE_0__/* .positionInWords */ .Ct)(position)}`);
}
/**
 * Adds the queue after the pull request has left it. Without an answer the row is
 * removed, because the count that was read before includes the pull request.
 */
async function lookAtQueueAfter({ repo, targetBranch, pr }, step, longestMs) {
    step.report.row("Queue", null);
    step.report.row("Pause", null);
    step.report.picture(null);
    const queue = await (0,_operations_operation_js__WEBPACK_IMPORTED_MODULE_2__/* .extraRead */ .z)(step, (client, options) => client.getQueue({ repo, targetBranch }, options), longestMs);
    if (queue === null)
        return;
    // A replica may still list it for a moment.
    const entries = queue.value.enqueuedPullRequests?.filter(({ prNumber }) => prNumber !== pr.number);
    reportQueue({ ...queue.value, enqueuedPullRequests: entries }, step.report);
}
/** Draws the line up to the pull request; removes the picture when it has no place. */
function reportLane({ mode, branch, enqueuedPullRequests: entries = [] }, pullRequest, report) {
    report.picture((0,_lane_picture_js__WEBPACK_IMPORTED_MODULE_3__/* .lanePicture */ .H)({ mode, branch, entries }, pullRequest));
}
/** Adds the queue and the pull request's place in it; the outcome of the step does not depend on it. */
async function lookAtQueue({ repo, targetBranch, pr }, step, longestMs) {
    const queue = await (0,_operations_operation_js__WEBPACK_IMPORTED_MODULE_2__/* .extraRead */ .z)(step, (client, options) => client.getQueue({ repo, targetBranch }, options), longestMs);
    if (queue === null)
        return;
    reportQueue(queue.value, step.report);
    reportLane(queue.value, pr.number, step.report);
    const position = (0,_client_position_js__WEBPACK_IMPORTED_MODULE_0__/* .positionIn */ .Nu)(queue.value, pr.number);
    if (position !== null)
        reportPosition(position, step.report);
}


/***/ }),

/***/ 3399:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ps: () => (/* binding */ showAll),
/* harmony export */   YS: () => (/* binding */ reportAll),
/* harmony export */   computedInWords: () => (/* binding */ computedInWords),
/* harmony export */   p$: () => (/* binding */ reportList),
/* harmony export */   reportAnswer: () => (/* binding */ reportAnswer),
/* harmony export */   reportComputed: () => (/* binding */ reportComputed),
/* harmony export */   w5: () => (/* binding */ showList)
/* harmony export */ });
/* harmony import */ var _client_message_words_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5764);
/* harmony import */ var _targets_cause_in_words_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3357);
/* harmony import */ var _markup_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6220);
/** Describes computed targets for the log and the job summary: each with its cause, and how to get fewer. */



const MOST_SHOWN = 50;
const MOST_SAMPLED = 10;
function reportComputed({ answer, compared, notes }, report) {
    if (compared !== null)
        report.row("Compared", (0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .markup */ .PT) `${compared.base} with ${compared.head}`);
    if (notes.length > 0)
        report.row("How", (0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .markup */ .PT) `${notes.join(" ")}`);
    if (answer.kind === "all") {
        const { hint } = answer.cause;
        report.set({ "impacted-targets-hint": hint ?? "" });
        if (hint !== null)
            report.row("How to narrow it", (0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .markup */ .PT) `${hint}`);
        return;
    }
    report.row("Why", causes(answer.targets));
}
/** For a step that only computes. */
function reportAnswer(answer, report) {
    if (answer.kind === "all")
        reportAll((0,_targets_cause_in_words_js__WEBPACK_IMPORTED_MODULE_1__/* .allCauseInWords */ .f)(answer.cause), report);
    else
        reportList(answer.targets.size, [...answer.targets.keys()].slice(0, MOST_SAMPLED), report);
}
/** Each string is one line of the log. */
function computedInWords({ answer, notes }) {
    if (answer.kind === "all") {
        const { cause } = answer;
        const hint = cause.hint === null ? [] : [`How to narrow it: ${cause.hint}`];
        return [...notes, (0,_client_message_words_js__WEBPACK_IMPORTED_MODULE_2__/* .asSentence */ .KG)(`ALL, because of ${(0,_targets_cause_in_words_js__WEBPACK_IMPORTED_MODULE_1__/* .allCauseInWords */ .f)(cause)}`), ...hint];
    }
    const shown = [...answer.targets].slice(0, MOST_SHOWN);
    const lines = shown.map(([name, cause]) => `${name}: ${(0,_targets_cause_in_words_js__WEBPACK_IMPORTED_MODULE_1__/* .causeInWords */ .s)(cause)}`);
    const more = answer.targets.size - shown.length;
    return [...notes, ...lines, ...(more > 0 ? [`… and ${more} more targets.`] : [])];
}
/** In one cell, so that no name can imitate another row. */
function causes(targets) {
    const shown = [...targets].slice(0, MOST_SHOWN);
    const lines = shown.map(([name, cause]) => (0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .markup */ .PT) `**${name}**: ${(0,_targets_cause_in_words_js__WEBPACK_IMPORTED_MODULE_1__/* .causeInWords */ .s)(cause)}`);
    const more = targets.size - shown.length;
    return (0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .joined */ .oR)(more > 0 ? [...lines, (0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .markup */ .PT) `… and ${more} more`] : lines, "<br>");
}
/** Reports impacted targets as outputs and in the summary, regardless of their source. */
function reportAll(reason, report) {
    report.set({
        "impacted-targets-count": "",
        "impacted-targets-all": true,
        "impacted-targets-reason": reason,
    });
    showAll(reason, report);
}
/** `sample`: the first few names. */
function reportList(count, sample, report) {
    report.set({ "impacted-targets-count": count, "impacted-targets-all": false });
    showList(count, sample, report);
}
/** Only in the summary: targets that are not uploaded yet are not an output. */
function showAll(reason, report) {
    report.row("Impacted targets", (0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .markup */ .PT) `**ALL**, because ${reason}`);
}
function showList(count, sample, report) {
    const more = count > sample.length ? ` and ${count - sample.length} more` : "";
    const names = count === 0 ? "" : `: ${sample.join(", ")}${more}`;
    report.row("Impacted targets", (0,_markup_js__WEBPACK_IMPORTED_MODULE_0__/* .markup */ .PT) `${count}${names}`);
}


/***/ }),

/***/ 4710:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Y: () => (/* binding */ ACTION_VERSION)
/* harmony export */ });
/**
 * The version that the action sends to the service; a test compares it with package.json, which is not in the bundle.
 */
const ACTION_VERSION = "0.1.0";


/***/ }),

/***/ 4910:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Wd: () => (/* binding */ cancelAborted),
/* harmony export */   zK: () => (/* binding */ cancelIdempotently)
/* harmony export */ });
/* unused harmony export cancelUnderWay */
/* harmony import */ var _domain_duration_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4678);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6468);
/* harmony import */ var _lost_reply_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5872);
/* harmony import */ var _position_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(684);
/* harmony import */ var _pull_request_on_wire_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(552);
/* harmony import */ var _wait_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1438);






const ABSENT = ["PR_NOT_IN_QUEUE", "PR_NOT_FOUND"];
/**
 * After a lost reply the state is read back. An entry that has left the queue needs no cancelling. A submission that is
 * new, or has changed its state meanwhile, is not cancelled.
 */
async function cancelIdempotently(client, request, { submission, ...options } = {}) {
    const isRepeated = client.retriesWith(options.retries) > 0;
    const asked = submission === undefined && isRepeated ? await (0,_lost_reply_js__WEBPACK_IMPORTED_MODULE_2__/* .shownPullRequest */ .i9)(client, request, options) : null;
    const before = submission ?? asked;
    const mayRepeat = (attempts) => isUnchanged(client, request, options, before, attempts);
    try {
        return (0,_position_js__WEBPACK_IMPORTED_MODULE_3__/* .settled */ .gu)("cancelled", await client.cancelPullRequest(request, { ...options, mayRepeat }));
    }
    catch (error) {
        if ((0,_position_js__WEBPACK_IMPORTED_MODULE_3__/* .isAbsence */ .Md)(error, ABSENT))
            return (0,_position_js__WEBPACK_IMPORTED_MODULE_3__/* .settled */ .gu)("notInQueue", error);
        const isForeign = error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .MergeQueueError */ .WS && error.kind === "notFound" && error.code === null;
        if (!isForeign && !(0,_lost_reply_js__WEBPACK_IMPORTED_MODULE_2__/* .isLostReply */ ["do"])(error))
            throw error;
        const seen = await (0,_lost_reply_js__WEBPACK_IMPORTED_MODULE_2__/* .readBack */ .e7)(client, request, options);
        if (seen instanceof _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .MergeQueueError */ .WS) {
            if (!(0,_position_js__WEBPACK_IMPORTED_MODULE_3__/* .isAbsence */ .Md)(seen, ABSENT))
                throw error;
            return (0,_position_js__WEBPACK_IMPORTED_MODULE_3__/* .settled */ .gu)("notInQueue", error);
        }
        if ((0,_pull_request_on_wire_js__WEBPACK_IMPORTED_MODULE_4__/* .isInQueue */ .L5)(seen))
            throw error;
        const isLost = !isForeign && seen.state === "CANCELLED";
        return (0,_position_js__WEBPACK_IMPORTED_MODULE_3__/* .settled */ .gu)(isLost ? "cancelledByLostRequest" : "notInQueue", error);
    }
}
/** False when the submission has left the queue or cannot be compared. Throws when there is a later submission. */
async function isUnchanged(client, request, options, before, attempts) {
    if (before === null)
        return false;
    const now = await (0,_lost_reply_js__WEBPACK_IMPORTED_MODULE_2__/* .shownPullRequest */ .i9)(client, request, options);
    if (now === null || !(0,_pull_request_on_wire_js__WEBPACK_IMPORTED_MODULE_4__/* .isInQueue */ .L5)(now))
        return false;
    const isSame = before.id === now.id && before.state === now.state;
    if (isSame && before.stateChangedAt === now.stateChangedAt)
        return true;
    const detail = `#${request.pr.number} was ${inWords(before)}, and is ${inWords(now)}`;
    const failure = { ..._errors_js__WEBPACK_IMPORTED_MODULE_1__/* .NOTHING_KNOWN */ .GN, kind: "changedMeanwhile", detail, mayHaveActed: true };
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .MergeQueueError */ .WS("cancelPullRequest", failure, attempts);
}
function inWords({ id, state, stateChangedAt }) {
    const since = stateChangedAt === undefined ? "" : ` since ${stateChangedAt}`;
    return `${state}${since}${id === undefined ? "" : ` (entry ${id})`}`;
}
/** Time for the service to record a submission in progress: first the usual time, then more. */
const PAUSES_MS = (0,_domain_duration_js__WEBPACK_IMPORTED_MODULE_0__/* .backoffs */ .ED)(4, 400);
/** The absence of the pull request proves nothing at first, and little later: its submission may still arrive. */
async function cancelUnderWay(client, request) {
    for (const pauseMs of [...PAUSES_MS, Number.POSITIVE_INFINITY]) {
        const { kind } = await cancelIdempotently(client, request, { submission: null });
        if (kind !== "notInQueue")
            return "cancelled";
        if (pauseMs === Number.POSITIVE_INFINITY || pauseMs >= client.deadlineWith().remainingMs())
            break;
        await client.clock.sleep(pauseMs, client.signalWith());
    }
    return "mayStillArrive";
}
/** Removes what an aborted call or wait may have left in the queue. An error explains why the result is unknown. */
async function cancelAborted(client, request, aborted) {
    const submission = aborted instanceof _wait_js__WEBPACK_IMPORTED_MODULE_5__/* .WaitError */ .u ? aborted.progress.value : null;
    // The service may have received a submission that it has not shown yet.
    const isUnderWay = aborted.mayHaveActed || (aborted instanceof _wait_js__WEBPACK_IMPORTED_MODULE_5__/* .WaitError */ .u && submission === null);
    try {
        if (isUnderWay)
            return await cancelUnderWay(client, request);
        const { kind } = await cancelIdempotently(client, request, { submission });
        return kind === "notInQueue" ? kind : "cancelled";
    }
    catch (error) {
        if (error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .MergeQueueError */ .WS)
            return error;
        throw error;
    }
}


/***/ }),

/***/ 4922:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   M: () => (/* binding */ FailedTestRuns)
/* harmony export */ });
/* harmony import */ var _contract_states_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1710);
/* harmony import */ var _domain_words_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4717);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6468);



/** Of more failures, the newest are read. */
const MOST_RUNS = 5;
const MOST_CHECKS = 10;
const MOST_LINES = 20;
const MOST_LINE_CHARACTERS = 300;
/** Reads the failed runs of one pull request repeatedly; each run's details are read only once. */
class FailedTestRuns {
    #client;
    #request;
    #known = new Map();
    constructor(client, request) {
        this.#client = client;
        this.#request = request;
    }
    /** Null when the service does not return a timeline. */
    async read(options) {
        const { repo, targetBranch, pr } = this.#request;
        const request = { repo, targetBranch, pr, includeTimeline: true };
        const answer = await (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .orNull */ .Xd)(this.#client.getSubmittedPullRequest(request, options));
        const timeline = answer?.value.timeline;
        if (answer === null || timeline === undefined)
            return null;
        const ids = failedIn(timeline);
        const first = Math.max(0, ids.length - MOST_RUNS);
        const failed = [];
        for (const [index, id] of ids.slice(first).entries()) {
            failed.push({ id, attempt: first + index + 1, checks: await this.#checksOf(id, options) });
        }
        return { failed, active: answer.value.activeTestRunId ?? null };
    }
    async #checksOf(testRunId, options) {
        const known = this.#known.get(testRunId);
        if (known !== undefined)
            return known;
        const { repo, targetBranch } = this.#request;
        try {
            const { value } = await this.#client.getMergeQueueTestingDetails({ repo, targetBranch, testRunId }, options);
            const checks = failedChecksIn(value);
            this.#known.set(testRunId, checks);
            return checks;
        }
        catch (error) {
            if (!(error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .MergeQueueError */ .WS))
                throw error;
            return [];
        }
    }
}
/** Ids of the failed runs of the newest submission, oldest first. The timeline has its newest step first. */
function failedIn(timeline) {
    const ids = new Set();
    for (const [index, { state = "", reason = "", testRunId }] of timeline.entries()) {
        const isFailed = state === "FAILURE" || state === "FAILED";
        if (index > 0 && (isFailed || (0,_contract_states_js__WEBPACK_IMPORTED_MODULE_0__/* .isFinalState */ .G8)(state)))
            break; // an earlier submission
        // A run that never started, such as one with a merge conflict, has no checks.
        const hasRun = !reason.toLowerCase().startsWith("start_test_run");
        if ((isFailed || state === "PENDING_FAILURE") && hasRun && testRunId !== undefined)
            ids.add(testRunId);
    }
    return [...ids].reverse();
}
const FAILED_RESULT = /^(?:FAILURE|ERROR|TIMED_OUT|ACTION_REQUIRED|STALE)$/i;
/** Some services report all results as statuses, others as check runs. */
function failedChecksIn({ checkSuites = [], statusChecks = [] }) {
    const runs = checkSuites.flatMap(({ checkRuns = [] }) => checkRuns);
    const all = [
        ...runs.map(({ name = "?", url = "", conclusion = "", output = "" }) => {
            return { name, url, result: conclusion, output: lastLines(output) };
        }),
        ...statusChecks.map(({ context: name = "?", url = "", state: result = "" }) => {
            return { name, url, result, output: [] };
        }),
    ];
    return all.filter(({ result }) => FAILED_RESULT.test(result)).slice(0, MOST_CHECKS);
}
function lastLines(output) {
    const lines = output.split("\n").filter((line) => line.trim() !== "");
    return lines.slice(-MOST_LINES).map((line) => (0,_domain_words_js__WEBPACK_IMPORTED_MODULE_2__/* .shortened */ .vI)(line, MOST_LINE_CHARACTERS));
}


/***/ }),

/***/ 3057:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B8: () => (/* binding */ testRunLines),
/* harmony export */   hb: () => (/* binding */ outputPlace),
/* harmony export */   jH: () => (/* binding */ outputOf),
/* harmony export */   w7: () => (/* binding */ failureLines)
/* harmony export */ });
/* unused harmony export failureInWords */
/** Of earlier attempts, which usually failed in the same way. */
const EARLIER_LINES = 5;
/** Each attempt as a line, followed by the last lines of its output, each after a bar. */
function failureLines(runs) {
    return runs.flatMap((run, index) => {
        const most = index === runs.length - 1 ? undefined : EARLIER_LINES;
        return [failureInWords(run), ...outputOf(run, most).map((line) => `| ${line}`)];
    });
}
/** What a wait logs about a test run. */
function testRunLines(note) {
    return note.kind === "failed" ? failureLines([note.run]) : [`is tested again in test run ${note.id}`];
}
/** The last lines of the run's failed checks. */
function outputOf({ checks }, most = Number.POSITIVE_INFINITY) {
    return checks.flatMap(({ output }) => output.slice(-most));
}
/** `test run 0c9b… failed (attempt 2): "tests" is FAILURE, output: /srv/0c9b….log on the service's machine`. */
function failureInWords({ id, attempt, checks }) {
    const parts = checks.map(({ name, result, url }) => {
        const where = outputPlace(url);
        return `\`${name}\` is ${result}${where === "" ? "" : `, output: ${where}`}`;
    });
    const which = attempt === 1 ? "" : ` (attempt ${attempt})`;
    return `test run ${id} failed${which}${parts.length === 0 ? "" : `: ${parts.join("; ")}`}`;
}
/** An address, or for a `file:` address the path and the machine; empty for anything else. */
function outputPlace(url) {
    if (!URL.canParse(url))
        return "";
    const { protocol, hostname, pathname, href } = new URL(url);
    if (protocol === "https:" || protocol === "http:")
        return href;
    if (protocol !== "file:")
        return "";
    const machine = hostname === "" ? "the service's machine" : hostname;
    return `${decoded(pathname)} on ${machine}`;
}
function decoded(path) {
    try {
        return decodeURIComponent(path);
    }
    catch {
        return path;
    }
}


/***/ }),

/***/ 5872:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Vg: () => (/* binding */ shownQueue),
/* harmony export */   Vo: () => (/* binding */ pauseBeforeReadingBack),
/* harmony export */   "do": () => (/* binding */ isLostReply),
/* harmony export */   e7: () => (/* binding */ readBack),
/* harmony export */   i9: () => (/* binding */ shownPullRequest)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6468);
/* harmony import */ var _failures_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8232);


/** False after an abort or a passed deadline, when nothing can be read back. */
function isLostReply(error) {
    if (!(error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .MergeQueueError */ .WS) || !error.mayHaveActed)
        return false;
    return !["aborted", "deadlinePassed", "changedMeanwhile"].includes(error.kind);
}
/** Gives a request that the service is still processing a moment to finish. */
async function pauseBeforeReadingBack(client, options) {
    const remainingMs = client.deadlineWith(options.deadline).remainingMs();
    const pauseMs = Math.min((0,_failures_js__WEBPACK_IMPORTED_MODULE_1__/* .backOffMs */ .Vv)(2, client.random), remainingMs / 2);
    await client.clock.sleep(pauseMs, client.signalWith(options.signal));
}
/** The state of the pull request after that pause; an error when the service does not report it. */
async function readBack(client, { repo, targetBranch, pr }, options) {
    await pauseBeforeReadingBack(client, options);
    try {
        return (await client.getSubmittedPullRequest({ repo, targetBranch, pr }, options)).value;
    }
    catch (error) {
        if (error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .MergeQueueError */ .WS)
            return error;
        throw error;
    }
}
/** Null when the service does not show the pull request: the first error then explains more. */
async function shownPullRequest(client, { repo, targetBranch, pr }, options) {
    return (await (0,_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .orNull */ .Xd)(client.getSubmittedPullRequest({ repo, targetBranch, pr }, options)))?.value ?? null;
}
/** The same for a queue. */
async function shownQueue(client, { repo, targetBranch }, options) {
    return (await (0,_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .orNull */ .Xd)(client.getQueue({ repo, targetBranch }, options)))?.value ?? null;
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

/***/ 7783:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   UZ: () => (/* binding */ issueInWords),
/* harmony export */   V1: () => (/* binding */ settingsProblem),
/* harmony export */   l0: () => (/* binding */ isSameSetting),
/* harmony export */   readQueueConfig: () => (/* binding */ readQueueConfig),
/* harmony export */   zh: () => (/* binding */ settingInWords)
/* harmony export */ });
/* harmony import */ var yaml__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8815);
/* harmony import */ var _domain_queue_settings_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3625);
/* harmony import */ var _domain_thrown_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9808);
/**
 * Parses the settings of a queue as people write them: YAML, which includes JSON. Load it only when there are settings.
 */



function readQueueConfig(text) {
    let value;
    try {
        const document = (0,yaml__WEBPACK_IMPORTED_MODULE_0__.parseDocument)(text, { logLevel: "error" });
        const [problem] = document.errors;
        if (problem !== undefined)
            return { kind: "notYaml", reason: firstLineOf(problem) };
        const name = firstAliasIn(document);
        if (name !== null)
            return { kind: "alias", name };
        value = document.toJS();
    }
    catch (error) {
        return { kind: "notYaml", reason: firstLineOf(error) };
    }
    if (typeof value !== "object" || value === null || Array.isArray(value))
        return { kind: "otherValue" };
    return { kind: "settings", settings: new Map(Object.entries(value)) };
}
function firstAliasIn(document) {
    let name = null;
    (0,yaml__WEBPACK_IMPORTED_MODULE_0__.visit)(document, {
        Alias: (_key, { source }) => {
            name = source;
            return yaml__WEBPACK_IMPORTED_MODULE_0__.visit.BREAK;
        },
    });
    return name;
}
/** The parser's further lines show the position in the text. */
function firstLineOf(error) {
    return (0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_2__/* .errorText */ .kc)(error).replace(/:?\s*\n[^]*/, "");
}
/** Compares a requested setting with one that a service shows, ignoring case. */
function isSameSetting(one, other) {
    return spelled(one) === spelled(other);
}
function settingInWords(value) {
    return typeof value === "string" ? value : JSON.stringify(value);
}
/** Some services return null instead of an empty list. */
function spelled(value) {
    if (Array.isArray(value) && value.length === 0)
        return "null";
    return typeof value === "string" ? value.toLowerCase() : JSON.stringify(value ?? null);
}
/** Finds settings that are valid by themselves, and useless or contradictory together. */
function settingsProblem(settings) {
    return statusesProblem(settings) ?? contradiction(settings);
}
/** The contract's objection to a value, as a text that continues after the value. */
function issueInWords(issue) {
    const where = issue.path.length === 0 ? "" : ` at ${issue.path.map(String).join(".")}`;
    return `is not accepted${where}; ${expectation(issue)}`;
}
function expectation(issue) {
    if (issue.code === "unrecognized_keys")
        return `unknown there: ${issue.keys.join(", ")}`;
    const isGeneric = issue.code === "invalid_type" && issue.message.startsWith("Invalid input");
    return isGeneric
        ? `expected ${/^[aeiou]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`
        : issue.message;
}
/** Services ignore an empty list. */
function statusesProblem(settings) {
    const key = "requiredStatuses";
    const names = settings.get(key);
    if (!Array.isArray(names))
        return null;
    if (names.length === 0)
        return { key, problem: "is empty; to remove the list, set deleteRequiredStatuses: true" };
    if (names.some((name) => typeof name === "string" && name.trim() === "")) {
        return { key, problem: "contains an empty name; expected the names of checks" };
    }
    return settings.get("deleteRequiredStatuses") === true
        ? { key, problem: "is given together with deleteRequiredStatuses; give one of the two" }
        : null;
}
/** When two names of one setting have different values, it is unclear which one counts. */
function contradiction(settings) {
    const before = new Map();
    for (const [key, given] of settings) {
        const [name, value] = (0,_domain_queue_settings_js__WEBPACK_IMPORTED_MODULE_1__/* .underOwnName */ .aY)(key, given);
        const [otherKey, otherValue] = before.get(name) ?? [key, value];
        if (JSON.stringify(otherValue) !== JSON.stringify(value)) {
            return {
                key,
                problem: `contradicts ${otherKey}, which is another name for the same setting; give one of the two`,
            };
        }
        before.set(name, [key, value]);
    }
    return null;
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

/***/ 1438:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  u: () => (/* binding */ WaitError),
  r: () => (/* binding */ waitForOutcome)
});

// EXTERNAL MODULE: ./src/contract/states.ts
var states = __webpack_require__(1710);
// EXTERNAL MODULE: ./src/domain/duration.ts
var duration = __webpack_require__(4678);
// EXTERNAL MODULE: ./src/client/deadline.ts
var client_deadline = __webpack_require__(6659);
// EXTERNAL MODULE: ./src/client/error-text.ts
var error_text = __webpack_require__(5778);
// EXTERNAL MODULE: ./src/client/errors.ts
var errors = __webpack_require__(6468);
// EXTERNAL MODULE: ./src/client/failures.ts
var failures = __webpack_require__(8232);
// EXTERNAL MODULE: ./src/client/message-words.ts
var message_words = __webpack_require__(5764);
// EXTERNAL MODULE: ./src/client/pull-request-on-wire.ts
var pull_request_on_wire = __webpack_require__(552);
// EXTERNAL MODULE: ./src/client/position.ts
var position = __webpack_require__(684);
;// CONCATENATED MODULE: ./src/client/queue-watch.ts



/** A short limit, since the end of the wait is not noticed while the queue is read. */
const LONGEST_MS = 2000;
class QueueWatch {
    #client;
    #request;
    #options;
    #position = null;
    #state = null;
    #stateReason = null;
    #askedAt = Number.NEGATIVE_INFINITY;
    constructor(client, request, options) {
        this.#client = client;
        this.#request = request;
        this.#options = options;
    }
    /** Null when it was not read or is unknown. */
    get position() {
        return this.#position;
    }
    /** Null until the queue was read. */
    get state() {
        return this.#state;
    }
    /** Why the queue is in its state; null when the service gives no reason. Untrusted text. */
    get stateReason() {
        return this.#stateReason;
    }
    /** Reads when it is due. Returns whether the place, or the queue's state or its reason, has changed. */
    async update(limits) {
        const now = this.#client.clock.now();
        const { positionIntervalMs } = this.#options;
        if (positionIntervalMs === undefined || now - this.#askedAt < positionIntervalMs)
            return false;
        this.#askedAt = now;
        const { repo, targetBranch, pr } = this.#request;
        const deadline = client_deadline/* Deadline */.B.after(LONGEST_MS, this.#client.clock).sooner(limits.deadline);
        const before = this.#shown();
        try {
            const { value } = await this.#client.getQueue({ repo, targetBranch }, { ...limits, deadline });
            this.#position = (0,position/* positionIn */.Nu)(value, Number(pr.number));
            this.#state = value.state;
            this.#stateReason = value.stateReason ?? null;
            this.#options.onQueue?.(value);
            return this.#shown() !== before;
        }
        catch (error) {
            if (!(error instanceof errors/* MergeQueueError */.WS))
                throw error;
            this.#position = null;
            return false;
        }
    }
    #shown() {
        return JSON.stringify([this.#state, this.#stateReason, this.#position?.place]);
    }
}

// EXTERNAL MODULE: ./src/client/state-history.ts
var state_history = __webpack_require__(2647);
// EXTERNAL MODULE: ./src/client/failed-test-runs.ts
var failed_test_runs = __webpack_require__(4922);
;// CONCATENATED MODULE: ./src/client/test-run-watch.ts

/** A retest begins without a change of state, so a pending failure is read again after this time. */
const AGAIN_MS = 2000;
class TestRunWatch {
    #client;
    #runs;
    #noted = new Set();
    #failed = [];
    #readFor = "";
    #readAt = Number.NEGATIVE_INFINITY;
    /** Whether the service returned no timeline. */
    #isUnsupported = false;
    constructor(client, request) {
        this.#client = client;
        this.#runs = new failed_test_runs/* FailedTestRuns */.M(client, request);
    }
    get failed() {
        return this.#failed;
    }
    /** Returns all failed runs so far. */
    async update(value, limits, onNote) {
        if (!this.#isDue(value))
            return this.#failed;
        const runs = await this.#runs.read(limits);
        this.#isUnsupported = runs === null;
        if (runs === null)
            return this.#failed;
        this.#failed = runs.failed;
        for (const run of runs.failed)
            if (this.#isNew(run.id))
                onNote({ kind: "failed", run });
        const { active } = runs;
        if (active !== null && value.state === "PENDING_FAILURE" && this.#isNew(`retest ${active}`)) {
            onNote({ kind: "retest", id: active });
        }
        return this.#failed;
    }
    #isDue({ state, stateChangedAt, stateReason }) {
        if (state !== "FAILED" && state !== "PENDING_FAILURE")
            return false;
        const now = this.#client.clock.now();
        const reason = JSON.stringify([state, stateChangedAt, stateReason]);
        const isAgain = reason === this.#readFor;
        if (isAgain && (this.#isUnsupported || now - this.#readAt < AGAIN_MS))
            return false;
        this.#readFor = reason;
        this.#readAt = now;
        return true;
    }
    #isNew(name) {
        const isNew = !this.#noted.has(name);
        this.#noted.add(name);
        return isNew;
    }
}

;// CONCATENATED MODULE: ./src/client/wait.ts











/** The wait ended without an outcome; `progress` is the last progress that was seen. */
class WaitError extends errors/* MergeQueueError */.WS {
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
const TEST_RUNS_MS = 3000;
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
        const failedTestRuns = await watch.updateTestRuns();
        if (outcome !== null)
            return { ...outcome, failedTestRuns };
        await watch.updateQueue();
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
    #testRuns;
    #queue;
    #polls = 0;
    #failuresInARow = 0;
    #trouble = null;
    #unknownSince = null;
    #hasWarnedOfState = false;
    #reportedAt;
    #answeredAt;
    constructor(client, request, options, limits) {
        this.#client = client;
        this.#request = request;
        this.#options = options;
        this.#limits = limits;
        this.#states = new state_history/* StateHistory */.Mw(client.clock);
        this.#testRuns = new TestRunWatch(client, request);
        this.#queue = new QueueWatch(client, request, options);
        this.#startedAt = client.clock.now();
        this.#reportedAt = this.#startedAt;
        this.#answeredAt = client.clock.date();
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
            if (!(error instanceof errors/* MergeQueueError */.WS))
                throw error;
            this.#miss(error);
            return null;
        }
    }
    /** When a service returns no dates, a final state after another state is a new end. */
    #isEarlierSubmission(value) {
        if (this.#value !== null && value.stateChangedAt === undefined)
            return false;
        return (0,state_history/* isEarlierSubmission */.ll)(value, this.#options.earlierSubmission ?? null);
    }
    /** Reads the queue when it is due; the wait does not depend on the answer. */
    async updateQueue() {
        if (this.#trouble !== null || !(await this.#queue.update(this.#limits)))
            return;
        this.#reportedAt = this.#client.clock.now();
        this.#options.onMove?.(this.#progress());
    }
    /** Reads the failed test runs when there may be new ones; the wait does not depend on the answer. */
    async updateTestRuns() {
        const { onTestRun } = this.#options;
        if (onTestRun === undefined || this.#value === null || this.#trouble !== null)
            return [];
        const deadline = client_deadline/* Deadline */.B.after(TEST_RUNS_MS, this.#client.clock).sooner(this.#limits.deadline);
        return this.#testRuns.update(this.#value, { ...this.#limits, deadline }, onTestRun);
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
        const pauseMs = (0,duration/* backoffMs */.jo)(this.#failuresInARow, intervalMs, SLOWEST_POLL * intervalMs);
        const asked = Math.min(this.#trouble?.retryAfterMs ?? 0, failures/* LONGEST_RETRY_AFTER_MS */.Q);
        return Math.max(asked, Math.round(pauseMs * (0.8 + 0.4 * this.#client.random())));
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
        const isAnsweringAgain = this.#failuresInARow > 0;
        this.#trouble = null;
        this.#answeredAt = this.#client.clock.date();
        this.#failuresInARow = 0;
        this.#unknownSince = null;
        if (isChange) {
            this.#reportedAt = this.#client.clock.now();
            this.#options.onChange?.(this.#progress());
        }
        else if (isAnsweringAgain)
            this.#options.onAnswering?.(this.#progress());
        if (!(0,pull_request_on_wire/* hasEnded */.hY)(value))
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
        this.#client.warn(`${name} was submitted again meanwhile: its entry was ${(0,message_words/* shown */.SP)(before)} and is ${(0,message_words/* shown */.SP)(id)}, which the wait follows.`);
    }
    /** Warns once per wait: a service could return new states without end. */
    #warnOfUnknown(value) {
        const { state } = value;
        if ((0,states/* isKnownState */.Ht)(state) || (0,pull_request_on_wire/* hasEnded */.hY)(value) || this.#hasWarnedOfState)
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
        if (isServing)
            this.#answeredAt = this.#client.clock.date();
        if (this.#failuresInARow === 1)
            this.#options.onAnswering?.(this.#progress());
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
            throw new WaitError((0,errors/* failureBeforeSending */.yS)("aborted"), this.#progress());
        if (this.#limits.deadline.hasPassed)
            throw this.#deadlineError();
    }
    #deadlineError() {
        const { state } = this.#states;
        const words = [state === null ? null : `the last state was ${state}`, this.#trouble?.message ?? null];
        const detail = words.filter((word) => word !== null).join("; ");
        return new WaitError((0,errors/* failureBeforeSending */.yS)("deadlinePassed", detail), this.#progress());
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
            position: this.#queue.position,
            ...{ queueState: this.#queue.state, queueStateReason: this.#queue.stateReason },
            failedTestRuns: this.#testRuns.failed,
            ...{ trouble: this.#trouble, answeredAt: this.#answeredAt },
        };
    }
}
/** Answers that a starting service, or a proxy in front of it, may give for a while. */
function mayPass({ kind, status, body }) {
    if (kind === "notFound" || kind === "redirected" || PASSING_STATUSES.has(status))
        return true;
    return status !== null && status >= 400 && status <= 499 && (0,error_text/* isWebPage */.AA)(body);
}
function stillEarlier({ state }) {
    const detail = `the service still shows the earlier submission, which ended as ${state}`;
    return new errors/* MergeQueueError */.WS("getSubmittedPullRequest", { ...errors/* NOTHING_KNOWN */.GN, kind: "notFound", detail }, 1);
}


/***/ }),

/***/ 5224:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D: () => (/* binding */ webAddress)
/* harmony export */ });
/** Addresses from the service, which are untrusted: only those of web pages are shown. */
/** The summary cuts longer texts, and a truncated address leads elsewhere. */
const MOST_CHARACTERS = 500;
/**
 * Cleans an address: in plain ASCII, and without characters that would end a link in Markdown. Null for anything but an
 * http or https address.
 */
function webAddress(text) {
    if (text === undefined || text.length > MOST_CHARACTERS || !URL.canParse(text))
        return null;
    const url = new URL(text);
    if (!/^https?:$/.test(url.protocol))
        return null;
    if (url.username !== "" || url.password !== "")
        return null;
    const address = url.href.replace(/[()]/g, (bracket) => (bracket === "(" ? "%28" : "%29"));
    return address.length > MOST_CHARACTERS ? null : address;
}


/***/ }),

/***/ 6347:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Q: () => (/* binding */ ENDPOINT_FACTS)
/* harmony export */ });
const ENDPOINT_FACTS = {
    submitPullRequest: {
        method: "POST",
        repeating: "harmless",
        scope: "submit",
        refusals: ["MERGE_QUEUE_NOT_FOUND", "PR_NOT_FOUND", "PR_NOT_ENQUEUEABLE", "UPSTREAM_ERROR"],
        needs: null,
    },
    cancelPullRequest: {
        method: "POST",
        repeating: "harmless",
        scope: "submit",
        refusals: ["MERGE_QUEUE_NOT_FOUND", "PR_NOT_IN_QUEUE"],
        needs: null,
    },
    restartTestsOnPullRequest: {
        method: "POST",
        repeating: "actsAgain",
        scope: "submit",
        refusals: ["MERGE_QUEUE_NOT_FOUND", "PR_NOT_IN_QUEUE", "PR_TESTS_NOT_RESTARTABLE"],
        needs: null,
    },
    getSubmittedPullRequest: {
        method: "POST",
        repeating: "harmless",
        scope: "read",
        refusals: ["MERGE_QUEUE_NOT_FOUND", "PR_NOT_FOUND", "UPSTREAM_ERROR"],
        needs: ["state"],
    },
    listPullRequests: {
        method: "POST",
        repeating: "harmless",
        scope: "read",
        refusals: ["MERGE_QUEUE_NOT_FOUND"],
        needs: ["pullRequests"],
    },
    listLandings: {
        method: "POST",
        repeating: "harmless",
        scope: "read",
        refusals: ["MERGE_QUEUE_NOT_FOUND"],
        needs: ["landings"],
    },
    setImpactedTargets: {
        method: "POST",
        repeating: "harmless",
        scope: "targets",
        refusals: ["MERGE_QUEUE_NOT_FOUND", "PR_NOT_FOUND", "UPSTREAM_ERROR"],
        needs: null,
    },
    getMergeQueueTestingDetails: {
        method: "POST",
        repeating: "harmless",
        scope: "read",
        refusals: ["MERGE_QUEUE_NOT_FOUND", "TEST_RUN_NOT_FOUND"],
        needs: ["testedPullRequests"],
    },
    createQueue: {
        method: "POST",
        repeating: "harmless",
        scope: "admin",
        refusals: ["REPOSITORY_NOT_FOUND", "QUEUE_ALREADY_EXISTS", "UPSTREAM_ERROR"],
        needs: null,
    },
    deleteQueue: {
        method: "POST",
        repeating: "harmless",
        scope: "admin",
        refusals: ["MERGE_QUEUE_NOT_FOUND", "QUEUE_NOT_EMPTY"],
        needs: null,
    },
    getQueue: {
        method: "POST",
        repeating: "harmless",
        scope: "read",
        refusals: ["MERGE_QUEUE_NOT_FOUND"],
        needs: ["state"],
    },
    updateQueue: {
        method: "POST",
        repeating: "harmless",
        scope: "admin",
        refusals: ["MERGE_QUEUE_NOT_FOUND", "MODE_CHANGE_IN_PROGRESS"],
        needs: [],
    },
    getMergeQueueMetrics: {
        method: "GET",
        repeating: "harmless",
        scope: "read",
        refusals: ["REPOSITORY_NOT_FOUND", "UPSTREAM_ERROR"],
        needs: [],
    },
};


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


/***/ }),

/***/ 548:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   P: () => (/* binding */ failedTestRunsOf),
/* harmony export */   p: () => (/* binding */ explanationOf)
/* harmony export */ });
/* harmony import */ var _client_failed_test_runs_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4922);
/* harmony import */ var _operation_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2899);


/** Empty for a pull request that has not failed, and when the service does not return them. */
async function failedTestRunsOf(request, { state }, step) {
    if (state !== "FAILED" && state !== "PENDING_FAILURE")
        return [];
    const runs = await (0,_operation_js__WEBPACK_IMPORTED_MODULE_1__/* .extraRead */ .z)(step, (client, options) => new _client_failed_test_runs_js__WEBPACK_IMPORTED_MODULE_0__/* .FailedTestRuns */ .M(client, request).read(options));
    return runs?.failed ?? [];
}
/** Why it has not landed, or why it left. Null from another service, which does not have it. */
async function explanationOf({ repo, targetBranch, pr }, step, longestMs) {
    // A strict service refuses a field that it does not know.
    const skipped = (error) => {
        if (error.status !== 400)
            step.skipped(error);
    };
    const answer = await (0,_operation_js__WEBPACK_IMPORTED_MODULE_1__/* .extraRead */ .z)({ client: step.client, skipped }, (client, options) => client.getSubmittedPullRequest({ repo, targetBranch, pr, includeWhy: true }, options), longestMs);
    return answer?.value.why ?? null;
}


/***/ }),

/***/ 2899:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   G: () => (/* binding */ deadlineOf),
/* harmony export */   z: () => (/* binding */ extraRead)
/* harmony export */ });
/* harmony import */ var _client_deadline_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6659);
/* harmony import */ var _client_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6468);


const DEFAULT_TIMEOUT_MS = 600_000;
const LONGEST_EXTRA_MS = 10_000;
/** The earlier of two limits ends the run; the second is null for a run that does not wait. */
function deadlineOf(timeoutMs, waitMs) {
    if (waitMs === null)
        return _client_deadline_js__WEBPACK_IMPORTED_MODULE_0__/* .Deadline */ .B.after(timeoutMs ?? DEFAULT_TIMEOUT_MS);
    return _client_deadline_js__WEBPACK_IMPORTED_MODULE_0__/* .Deadline */ .B.after(Math.min(waitMs, timeoutMs ?? waitMs));
}
/** A read that only adds details. Null when it fails, even through an abort: the operation itself is done. */
async function extraRead(step, read, longestMs = LONGEST_EXTRA_MS) {
    try {
        return await read(step.client, { retries: 1, deadline: _client_deadline_js__WEBPACK_IMPORTED_MODULE_0__/* .Deadline */ .B.after(longestMs) });
    }
    catch (error) {
        if (!(error instanceof _client_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .MergeQueueError */ .WS))
            throw error;
        step.skipped(error);
        return null;
    }
}


/***/ }),

/***/ 3357:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   f: () => (/* binding */ allCauseInWords),
/* harmony export */   s: () => (/* binding */ causeInWords)
/* harmony export */ });
/** A clause: `because …`. */
function causeInWords(cause) {
    switch (cause.kind) {
        case "file":
            return `${cause.path} changed`;
        case "dependsOn":
            return `it depends on ${cause.on}`;
        case "deleted":
            return "it is deleted";
        case "newlyUsed":
            return `${cause.by} begins to depend on it`;
        case "imported":
            return `${cause.by} uses it, and no manifest declares that`;
        case "declared":
            return `it is declared to depend on ${cause.on}`;
        case "named":
            return `${cause.by} names it`;
    }
}
function allCauseInWords({ subject, rule }) {
    return `${subject}: ${rule}`;
}


/***/ })

};
