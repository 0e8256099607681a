export const id = 93;
export const ids = [93];
export const modules = {

/***/ 1093:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  v: () => (/* binding */ endpoints)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 5 modules
var schemas = __webpack_require__(8395);
;// CONCATENATED MODULE: ./src/domain/impacted-targets.ts
/** The parts of the code base a pull request touches: a list of opaque names, or all of them. */
const ALL_TARGETS = { kind: "all" };
/** Drops empty names and repetitions; the order of first appearance is kept. */
function targetList(names) {
    const list = [...names];
    if (isAscending(list))
        return { kind: "list", names: list };
    const distinct = new Set(list);
    distinct.delete("");
    return { kind: "list", names: [...distinct] };
}
/** Long lists come sorted mostly, and neighbours are compared ten times as fast as a set is filled. */
function isAscending(names) {
    let before = "";
    return names.every((name) => {
        const isLater = name > before;
        before = name;
        return isLater;
    });
}

// EXTERNAL MODULE: ./src/contract/endpoint-facts.ts
var endpoint_facts = __webpack_require__(6347);
// EXTERNAL MODULE: ./src/contract/schema.ts
var schema = __webpack_require__(455);
// EXTERNAL MODULE: ./src/contract/states.ts
var states = __webpack_require__(1710);
;// CONCATENATED MODULE: ./src/contract/entry-on-wire.ts
/** The objects that several endpoints share. */



const repositoryOnWire = (0,schema/* described */.WY)(schemas/* object */.Ikc({
    host: (0,schema/* text */.Qq)("Host name of the forge, such as github.com."),
    owner: (0,schema/* text */.Qq)("Owner of the repository: a person or an organisation."),
    name: (0,schema/* text */.Qq)("Name of the repository."),
}), "The repository. Host, owner and name compare without regard to case.", { id: "Repository" });
const queueOnWire = {
    repo: repositoryOnWire,
    targetBranch: (0,schema/* text */.Qq)("The branch the queue protects; may contain slashes."),
};
const pullRequestOnWire = {
    ...queueOnWire,
    pr: (0,schema/* described */.WY)(schemas/* object */.Ikc({ number: schema/* pullRequestNumberOnWire */.se }), "The pull request."),
};
const entry_on_wire_name = (description) => (0,schema/* described */.WY)(schemas/* string */.YjP(), description);
/** What an entry shows in lists and alone. */
const entryOnWire = {
    id: schemas/* optional */.lqM(entry_on_wire_name("Id of the entry; kept when the pull request is submitted again.")),
    state: schemas/* optional */.lqM((0,schema/* stateIn */.pQ)(states/* PULL_REQUEST_STATES */.fc, "Where the pull request is in the queue.")),
    stateChangedAt: entry_on_wire_name("When the state began, ISO 8601 in UTC."),
    stateReason: schemas/* optional */.lqM(entry_on_wire_name("Code that says why the entry is in this state.")),
    priorityValue: (0,schema/* described */.WY)(schemas/* number */.aig(), "Lower is sooner; 0 is first."),
    priorityName: entry_on_wire_name("urgent, high, medium, low, or custom for another value."),
    usedDefaultPriorityName: schemas/* optional */.lqM(entry_on_wire_name("Set when no priority was given and the default applied.")),
    skipTheLine: (0,schema/* flag */.Jt)("True when the priority is 0."),
    noBatch: schemas/* optional */.lqM((0,schema/* flag */.Jt)("Tested alone.")),
    prNumber: (0,schema/* described */.WY)(schemas/* number */.aig(), "Number of the pull request."),
    prTitle: entry_on_wire_name("Title of the pull request; untrusted text."),
    prSha: entry_on_wire_name("Head commit of the pull request, not the tested commit."),
    prBaseBranch: entry_on_wire_name("Base branch of the pull request."),
    prAuthor: entry_on_wire_name("Author of the pull request; untrusted text."),
};
const emptyReply = (0,schema/* described */.WY)(schemas/* object */.Ikc({}), "Nothing: the status says that it is done.");
const MERGEABILITIES = ["unspecified", "in_progress", "mergeable", "not_mergeable"];
const readinessOnWire = (0,schema/* described */.WY)(schemas/* object */.Ikc({
    hasImpactedTargets: schemas/* optional */.lqM((0,schema/* flag */.Jt)("Targets are reported for the current head. Absent: not looked up.")),
    requiresImpactedTargets: (0,schema/* flag */.Jt)("The queue runs in parallel mode and needs them."),
    doesBaseBranchMatch: (0,schema/* flag */.Jt)("The base of the pull request is the queue's branch."),
    gitHubMergeability: (0,schema/* described */.WY)(schemas/* pipe */.FsL(schemas/* string */.YjP(), (0,schema/* described */.WY)(schemas/* transform */.pdi((word) => word.toLowerCase()), "", { override: { type: "string" } })), "What the forge says of merging it.", { override: { type: "string", enum: [...MERGEABILITIES] } }),
}), "What must hold before the pull request is admitted.", { id: "Readiness" });
const errorOnWire = (0,schema/* described */.WY)(schemas/* object */.Ikc({
    error: schemas/* object */.Ikc({ code: entry_on_wire_name("What was refused, for programs."), message: entry_on_wire_name("The same for people.") }),
}), "An error.", { id: "Error" });

// EXTERNAL MODULE: ./src/contract/queue-settings.ts + 1 modules
var queue_settings = __webpack_require__(10);
;// CONCATENATED MODULE: ./src/contract/endpoints.ts
/**
 * START HERE: the HTTP API, written once. The client's methods, the server's handlers and the reference
 * follow from this record.
 */






const onWire = (text) => (0,schema/* described */.WY)(schemas/* string */.YjP(), text);
const targetsError = 'expected a list of texts, or the text "ALL"';
const targetsOnWire = (0,schema/* described */.WY)(schemas/* pipe */.FsL(schemas/* union */.KCZ([schemas/* array */.YOg(schemas/* string */.YjP({ error: targetsError })), schemas/* enum */.k5n(["ALL", "IMPACTS_ALL"])], {
    error: targetsError,
}), (0,schema/* described */.WY)(schemas/* transform */.pdi((value) => typeof value === "string" ? ALL_TARGETS : targetList(value)), "", { override: { type: "string" } })), 'Names of the impacted targets, or "ALL" for everything. An empty list impacts nothing.', {
    override: {
        anyOf: [
            { type: "array", items: { type: "string" } },
            { type: "string", const: "ALL" },
        ],
    },
});
const submittedPullRequest = schemas/* object */.Ikc({
    ...entryOnWire,
    readiness: schemas/* optional */.lqM(readinessOnWire),
    forceEnqueued: (0,schema/* flag */.Jt)("Admitted past unmet branch protection."),
    isCurrentlySubmittedToQueue: (0,schema/* flag */.Jt)("True until the entry is in a final state."),
    verifiedByTestRun: schemas/* optional */.lqM(schemas/* nullable */.mee(onWire("The run whose pass landed it; null when it was merged by hand."))),
    stateReasonText: schemas/* optional */.lqM(onWire("The reason as one sentence for people; untrusted text.")),
});
const checkRun = schemas/* object */.Ikc({
    name: onWire("Name of the check; untrusted text."),
    url: onWire("Where its output is."),
    status: onWire("QUEUED, IN_PROGRESS or COMPLETED."),
    conclusion: schemas/* optional */.lqM(onWire("Only when completed: SUCCESS, FAILURE, NEUTRAL, SKIPPED, CANCELLED, TIMED_OUT, …")),
});
const statusCheck = schemas/* object */.Ikc({
    context: onWire("Name of the status; untrusted text."),
    url: schemas/* optional */.lqM(onWire("Where its output is.")),
    state: onWire("ERROR, FAILURE, PENDING or SUCCESS."),
});
const testingDetails = schemas/* object */.Ikc({
    requiredStatuses: (0,schema/* described */.WY)(schemas/* array */.YOg(schemas/* string */.YjP()), "Checks that must all pass, frozen when the run started."),
    requiredStatusesSource: schemas/* optional */.lqM(onWire("merge_instance, trunk_config or repo_provider_branch_protection.")),
    testBranch: onWire("The branch under test."),
    testBranchSha: onWire("Its tip commit."),
    createdAt: schemas/* optional */.lqM(onWire("When the run was planned, ISO 8601 in UTC.")),
    status: schemas/* optional */.lqM(onWire("in_progress, failed, cancelled or succeeded.")),
    checkSuites: schemas/* array */.YOg(schemas/* object */.Ikc({ checkRuns: schemas/* array */.YOg(checkRun) })),
    statusChecks: schemas/* array */.YOg(statusCheck),
    testedPullRequests: schemas/* array */.YOg(schemas/* object */.Ikc({
        prNumber: schemas/* number */.aig(),
        prUrl: onWire("Address of the pull request; empty when it has none."),
        title: onWire("Title of the pull request; untrusted text."),
    })),
    impactedTargets: schemas/* optional */.lqM((0,schema/* described */.WY)(schemas/* array */.YOg(schemas/* string */.YjP()), "Targets of everything on the branch.")),
    impactedTargetsForTestedPrs: schemas/* optional */.lqM((0,schema/* described */.WY)(schemas/* array */.YOg(schemas/* string */.YjP()), "Targets of the tested pull requests only.")),
    dependentPrs: schemas/* optional */.lqM((0,schema/* described */.WY)(schemas/* array */.YOg(schemas/* number */.aig()), "Merged underneath, not under test.")),
});
const endpoints = {
    submitPullRequest: {
        ...endpoint_facts/* ENDPOINT_FACTS */.Q.submitPullRequest,
        summary: "Puts a pull request in the merge queue, or rewrites its priority and batching there.",
        request: schemas/* object */.Ikc({
            ...pullRequestOnWire,
            priority: schemas/* optional */.lqM(schema/* priorityOnWire */.Zu),
            noBatch: schemas/* optional */.lqM((0,schema/* flag */.Jt)("Test this pull request alone.")),
        }),
        response: emptyReply,
    },
    cancelPullRequest: {
        ...endpoint_facts/* ENDPOINT_FACTS */.Q.cancelPullRequest,
        summary: "Takes a pull request out of the queue.",
        request: schemas/* object */.Ikc(pullRequestOnWire),
        response: emptyReply,
    },
    restartTestsOnPullRequest: {
        ...endpoint_facts/* ENDPOINT_FACTS */.Q.restartTestsOnPullRequest,
        summary: "Tests a pull request again, in place.",
        request: schemas/* object */.Ikc(pullRequestOnWire),
        response: emptyReply,
    },
    getSubmittedPullRequest: {
        ...endpoint_facts/* ENDPOINT_FACTS */.Q.getSubmittedPullRequest,
        summary: "Says where a submitted pull request is, also after it has left the queue.",
        request: schemas/* object */.Ikc(pullRequestOnWire),
        response: submittedPullRequest,
    },
    setImpactedTargets: {
        ...endpoint_facts/* ENDPOINT_FACTS */.Q.setImpactedTargets,
        summary: "Says which targets a pull request impacts, for one head commit.",
        request: schemas/* object */.Ikc({
            ...queueOnWire,
            pr: schemas/* object */.Ikc({
                number: pullRequestOnWire.pr.shape.number,
                sha: schemas/* optional */.lqM((0,schema/* text */.Qq)("The head commit the targets were computed for; absent: the current head.")),
            }),
            impactedTargets: targetsOnWire,
        }),
        response: emptyReply,
    },
    getMergeQueueTestingDetails: {
        ...endpoint_facts/* ENDPOINT_FACTS */.Q.getMergeQueueTestingDetails,
        summary: "Says what a test run tests, on which branch, and how its checks stand.",
        request: schemas/* object */.Ikc({
            ...queueOnWire,
            testRunId: (0,schema/* text */.Qq)("Id of the run: the last segment of the test branch's name."),
        }),
        response: testingDetails,
    },
    createQueue: {
        ...endpoint_facts/* ENDPOINT_FACTS */.Q.createQueue,
        summary: "Creates the queue of a target branch.",
        request: schemas/* strictObject */.rej({
            ...queueOnWire,
            mode: schemas/* optional */.lqM(queue_settings/* modeOnWire */.EY),
            concurrency: schemas/* optional */.lqM(queue_settings/* concurrencyOnWire */.Y3),
        }),
        response: emptyReply,
    },
    deleteQueue: {
        ...endpoint_facts/* ENDPOINT_FACTS */.Q.deleteQueue,
        summary: "Deletes an empty queue.",
        request: schemas/* object */.Ikc(queueOnWire),
        response: emptyReply,
    },
    getQueue: {
        ...endpoint_facts/* ENDPOINT_FACTS */.Q.getQueue,
        summary: "Shows a queue: its settings, and its pull requests in the order they are considered.",
        request: schemas/* object */.Ikc(queueOnWire),
        response: schemas/* object */.Ikc({
            ...queue_settings/* settingsReply */.Id,
            enqueuedPullRequests: (0,schema/* described */.WY)(schemas/* array */.YOg(schemas/* object */.Ikc(entryOnWire)), "What runs first, then what waits, last what is not ready yet."),
        }),
    },
    updateQueue: {
        ...endpoint_facts/* ENDPOINT_FACTS */.Q.updateQueue,
        summary: "Changes settings and state of a queue; what is absent stays.",
        request: schemas/* strictObject */.rej({ ...queueOnWire, ...queue_settings/* settingsChange */.QP }),
        response: schemas/* object */.Ikc(queue_settings/* settingsReply */.Id),
    },
    getMergeQueueMetrics: {
        ...endpoint_facts/* ENDPOINT_FACTS */.Q.getMergeQueueMetrics,
        summary: "Shows the metrics of all queues, or of one repository's, as Prometheus text.",
        request: schemas/* object */.Ikc({
            repo: schemas/* optional */.lqM((0,schema/* text */.Qq)("owner/name; only together with repoHost.")),
            repoHost: schemas/* optional */.lqM((0,schema/* text */.Qq)("Host name of the forge.")),
        }),
        response: onWire("Prometheus text exposition format 0.0.4."),
    },
};


/***/ }),

/***/ 10:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  Y3: () => (/* binding */ concurrencyOnWire),
  sw: () => (/* binding */ isSettingKey),
  EY: () => (/* binding */ modeOnWire),
  QP: () => (/* binding */ settingsChange),
  Id: () => (/* binding */ settingsReply)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 5 modules
var schemas = __webpack_require__(8395);
;// CONCATENATED MODULE: ./src/domain/queue-settings.ts
/** A queue's settings: what `updateQueue` may change, and what holds until it does. */
const QUEUE_MODES = ["single", "parallel"];
const MERGE_METHODS = ["squash", "merge_commit", "rebase"];
const DIRECT_MERGE_MODES = ["off", "always"];
const OPTIMIZATION_MODES = ["off", "bisection_skip_redundant_tests"];
const TEST_BRANCH_CONSTRUCTION_MODES = ["rename_temp_branch", "push_new_branch_from_temp"];
const DEFAULT_QUEUE_SETTINGS = {
    mode: "single",
    concurrency: 1,
    bisectionConcurrency: null,
    testingTimeoutMinutes: 300,
    pendingFailureDepth: 0,
    canOptimisticallyMerge: false,
    batch: false,
    batchingMaxWaitTimeMinutes: 5,
    batchingMinSize: 4,
    createPrsForTestingBranches: true,
    commentsEnabled: true,
    commandsEnabled: true,
    statusCheckEnabled: true,
    requiredStatuses: [],
    directMergeMode: "off",
    optimizationMode: "off",
    mergeMethod: "squash",
    extensionEnabled: true,
    enqueueingLabel: "merge-queue-submit",
    labelCommandsEnabled: true,
    stateLabelsEnabled: false,
    notReadyTimeoutHours: 0,
    allowedBotSubmitters: [],
    batchingRules: [],
    testBranchConstructionMode: "rename_temp_branch",
    hedging: false,
    priorityAgeingHours: 24,
};

// EXTERNAL MODULE: ./src/contract/schema.ts
var schema = __webpack_require__(455);
// EXTERNAL MODULE: ./src/contract/states.ts
var states = __webpack_require__(1710);
;// CONCATENATED MODULE: ./src/contract/queue-settings.ts
/** A queue's settings on the wire: what `updateQueue` takes and what it and `getQueue` answer. */




const WEEK_MINUTES = 10_080;
const batchingRule = schemas/* strictObject */.rej({
    targetPattern: (0,schema/* text */.Qq)("A target's name, or the beginning of one before a final *."),
    policy: (0,schema/* anyCase */.n9)(["isolate"], "Pull requests that touch a matching target are tested alone."),
});
const modeOnWire = (0,schema/* anyCase */.n9)(QUEUE_MODES, "single: one line. parallel: lanes by impacted targets.");
const concurrencyOnWire = (0,schema/* whole */.WQ)(1, 1000, "Test runs at once.");
const shared = {
    mode: modeOnWire,
    concurrency: concurrencyOnWire,
    bisectionConcurrency: (0,schema/* whole */.WQ)(0, 1000, "Test runs at once while a failed batch is split; 0 shares concurrency."),
    testingTimeoutMinutes: (0,schema/* whole */.WQ)(0, WEEK_MINUTES, "A test run older than this has failed; 0 is no limit."),
    pendingFailureDepth: (0,schema/* whole */.WQ)(0, 1000, "Levels of successors that finish before a failure is settled."),
    canOptimisticallyMerge: (0,schema/* flag */.Jt)("A passing run also lands those ahead that it contains."),
    batch: (0,schema/* flag */.Jt)("Several pull requests are tested in one run."),
    batchingMaxWaitTimeMinutes: (0,schema/* whole */.WQ)(0, WEEK_MINUTES, "Longest wait to fill a batch; 0 never waits."),
    batchingMinSize: (0,schema/* whole */.WQ)(1, 1000, "The size a batch aims for and never exceeds."),
    createPrsForTestingBranches: (0,schema/* flag */.Jt)("A draft pull request is opened for each test branch."),
    commentsEnabled: (0,schema/* flag */.Jt)("The queue comments on pull requests."),
    commandsEnabled: (0,schema/* flag */.Jt)("Comments may submit."),
    statusCheckEnabled: (0,schema/* flag */.Jt)("The queue publishes a check on the pull request."),
    requiredStatuses: (0,schema/* texts */.Te)("Checks that decide a run; an empty list is no override."),
    directMergeMode: (0,schema/* anyCase */.n9)(DIRECT_MERGE_MODES, "always: what is based on the tip and alone lands on its own checks."),
    optimizationMode: (0,schema/* anyCase */.n9)(OPTIMIZATION_MODES, "Whether a split skips runs whose failure is known."),
    mergeMethod: (0,schema/* anyCase */.n9)(MERGE_METHODS, "How a pull request becomes commits of the target branch."),
};
const seldomAnswered = {
    extensionEnabled: (0,schema/* flag */.Jt)("The browser extension may show the queue."),
    enqueueingLabel: (0,schema/* text */.Qq)("The label that submits a pull request."),
    labelCommandsEnabled: (0,schema/* flag */.Jt)("Adding the label submits, removing it cancels."),
    stateLabelsEnabled: (0,schema/* flag */.Jt)("The pull request is labelled with its state."),
    notReadyTimeoutHours: (0,schema/* whole */.WQ)(0, 720, "An entry that is not ready for longer is cancelled; 0 is never."),
    allowedBotSubmitters: (0,schema/* texts */.Te)("Bots that may submit."),
    batchingRules: (0,schema/* described */.WY)(schemas/* array */.YOg(batchingRule, { error: "expected a list of rules" }), "Targets that are tested alone."),
    testBranchConstructionMode: (0,schema/* anyCase */.n9)(TEST_BRANCH_CONSTRUCTION_MODES, "How the test branch gets its final name."),
};
const ofThisService = {
    hedging: (0,schema/* flag */.Jt)("Spare slots test what follows if one ahead comes out otherwise. Only this service has it."),
};
const settings = { ...shared, ...seldomAnswered, ...ofThisService };
/** Names the same settings had in older clients; read, never written. */
const older = {
    testingTimeoutMins: settings.testingTimeoutMinutes,
    batchingMaxWaitTimeMins: settings.batchingMaxWaitTimeMinutes,
    isBatching: settings.batch,
    batchingMode: (0,schema/* anyCase */.n9)(["NONE", "SPECULATIVE"], "SPECULATIVE is batch: true."),
};
const settingsChange = {
    state: schemas/* optional */.lqM((0,schema/* anyCase */.n9)(states/* SETTABLE_QUEUE_STATES */.Cu, "What the queue does from now on.")),
    deleteRequiredStatuses: schemas/* optional */.lqM((0,schema/* flag */.Jt)("Drops the queue's own list of required statuses.")),
    ...schemas/* partial */.OH3(schemas/* object */.Ikc(settings)).shape,
    ...schemas/* partial */.OH3(schemas/* object */.Ikc(older)).shape,
};
function isSettingKey(key) {
    return Object.hasOwn(settingsChange, key);
}
/** What a reply may write as null, or leave out for the name it had before; the service itself writes every field. */
const lenientlyRead = {
    requiredStatuses: (0,schema/* described */.WY)(schemas/* nullable */.mee(shared.requiredStatuses), "Checks that decide a run; empty or null where the queue names none of its own."),
    testingTimeoutMinutes: schemas/* optional */.lqM(shared.testingTimeoutMinutes),
    batchingMaxWaitTimeMinutes: schemas/* optional */.lqM(shared.batchingMaxWaitTimeMinutes),
    batch: schemas/* optional */.lqM(shared.batch),
};
const settingsReply = {
    state: (0,schema/* stateIn */.pQ)(states/* QUEUE_STATES */.PE, "What the queue does."),
    branch: (0,schema/* described */.WY)(schemas/* string */.YjP(), "The target branch."),
    ...shared,
    ...lenientlyRead,
    ...schemas/* partial */.OH3(schemas/* object */.Ikc({ ...seldomAnswered, ...ofThisService })).shape,
    ...schemas/* partial */.OH3(schemas/* object */.Ikc(older)).shape,
};


/***/ }),

/***/ 455:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Jt: () => (/* binding */ flag),
/* harmony export */   Qq: () => (/* binding */ text),
/* harmony export */   Te: () => (/* binding */ texts),
/* harmony export */   WQ: () => (/* binding */ whole),
/* harmony export */   WY: () => (/* binding */ described),
/* harmony export */   Zu: () => (/* binding */ priorityOnWire),
/* harmony export */   n9: () => (/* binding */ anyCase),
/* harmony export */   pQ: () => (/* binding */ stateIn),
/* harmony export */   se: () => (/* binding */ pullRequestNumberOnWire)
/* harmony export */ });
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9396);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8395);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3759);
/* harmony import */ var _domain_ids_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1606);
/* harmony import */ var _domain_priority_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6122);
/* harmony import */ var _states_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1710);
/** Building blocks of the contract's schemas: what is read leniently and documented exactly. */




/** Attaches documentation that the OpenAPI document shows. */
function described(schema, description, more = {}) {
    zod_mini__WEBPACK_IMPORTED_MODULE_1__/* .globalRegistry */ .fd.add(schema, { description, ...more });
    return schema;
}
function transform(convert, jsonType) {
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .transform */ .pdi(convert), "", { override: { type: jsonType } });
}
/** One of `values`, in any case; documented and handed on in the spelling given here. */
function anyCase(values, description) {
    const error = `expected one of ${values.join(", ")}`;
    const folded = new Map(values.map((value) => [value.toLowerCase(), value]));
    const known = transform((text) => folded.get(text.toLowerCase()) ?? text, "string");
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .pipe */ .FsL(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .pipe */ .FsL(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP({ error }), known), zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(values, { error })), description, {
        override: { type: "string", enum: [...values] },
    });
}
/** A state of `values` on the wire; read in any spelling, and kept when it is a new one. */
function stateIn(values, description) {
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .pipe */ .FsL(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP(), transform(_states_js__WEBPACK_IMPORTED_MODULE_3__/* .canonicalState */ .km, "string")), description, {
        override: { type: "string", enum: [...values] },
    });
}
/** A whole number from `least` to `most`. */
function whole(least, most, description) {
    const error = `expected a whole number from ${least} to ${most}`;
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .int */ .Whr({ error }).check(zod_mini__WEBPACK_IMPORTED_MODULE_4__/* ._gte */ .qm(least, error), zod_mini__WEBPACK_IMPORTED_MODULE_4__/* ._lte */ .Zm(most, error)), description);
}
function flag(description) {
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY({ error: "expected true or false" }), description);
}
/** Text with at least one character. */
function text(description) {
    const error = "expected text of at least one character";
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP({ error }).check(zod_mini__WEBPACK_IMPORTED_MODULE_4__/* ._minLength */ .m9(1, error)), description);
}
function texts(description) {
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .array */ .YOg(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP({ error: "expected text" }), { error: "expected a list of texts" }), description);
}
/** A pull request's number: a whole number, or the same written as a string of digits. */
const pullRequestNumberOnWire = (() => {
    const error = `expected a whole number from 1 to ${_domain_ids_js__WEBPACK_IMPORTED_MODULE_5__/* .MAX_PULL_REQUEST_NUMBER */ .xY}`;
    const schema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .pipe */ .FsL(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .union */ .KCZ([zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .number */ .aig(), zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP().check(zod_mini__WEBPACK_IMPORTED_MODULE_4__/* ._regex */ .Fk(/^[1-9][0-9]{0,9}$/, error))], { error }), transform((value) => Number(value), "integer"));
    const inRange = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .int */ .Whr({ error }).check(zod_mini__WEBPACK_IMPORTED_MODULE_4__/* ._gte */ .qm(1, error), zod_mini__WEBPACK_IMPORTED_MODULE_4__/* ._lte */ .Zm(_domain_ids_js__WEBPACK_IMPORTED_MODULE_5__/* .MAX_PULL_REQUEST_NUMBER */ .xY, error));
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .pipe */ .FsL(schema, inRange), "Number of the pull request. A string of digits is read too.", {
        override: { type: "integer", minimum: 1, maximum: _domain_ids_js__WEBPACK_IMPORTED_MODULE_5__/* .MAX_PULL_REQUEST_NUMBER */ .xY },
    });
})();
/** A priority as a number, a name in any case, or a string of digits; null and absent mean the default. */
const priorityOnWire = (() => {
    const names = Object.keys(_domain_priority_js__WEBPACK_IMPORTED_MODULE_0__/* .PRIORITIES */ .BE).join(", ");
    const error = `expected a whole number from 0 to ${_domain_priority_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_PRIORITY */ .M6}, or one of ${names}`;
    const known = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .union */ .KCZ([zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .number */ .aig(), zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP()], { error })
        .check(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .refine */ .YPB((value) => (0,_domain_priority_js__WEBPACK_IMPORTED_MODULE_0__/* .priorityValue */ .qZ)(value) !== undefined, { error, abort: true }));
    const valued = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .pipe */ .FsL(known, transform((value) => (0,_domain_priority_js__WEBPACK_IMPORTED_MODULE_0__/* .priorityValue */ .qZ)(value) ?? 0, "integer"));
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .nullable */ .mee(valued), `Lower is sooner: 0 to ${_domain_priority_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_PRIORITY */ .M6}, or ${names}.`, {
        override: { type: ["integer", "string", "null"], default: "medium" },
    });
})();


/***/ })

};
