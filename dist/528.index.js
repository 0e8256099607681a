export const id = 528;
export const ids = [528];
export const modules = {

/***/ 6528:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  perform: () => (/* binding */ perform)
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

// EXTERNAL MODULE: ./node_modules/zod/v4/core/registries.js
var registries = __webpack_require__(9396);
// EXTERNAL MODULE: ./node_modules/zod/v4/core/api.js
var api = __webpack_require__(3759);
// EXTERNAL MODULE: ./src/domain/ids.ts
var ids = __webpack_require__(1606);
// EXTERNAL MODULE: ./src/domain/priority.ts
var priority = __webpack_require__(6122);
;// CONCATENATED MODULE: ./src/contract/states.ts
/** States as they are written on the wire. Any spelling is read; upper case is written. */
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
const FINAL_STATES = ["MERGED", "FAILED", "CANCELLED"];
const QUEUE_STATES = ["RUNNING", "PAUSED", "DRAINING", "SWITCHING_MODES"];
/** The queue states a client may set; the service alone sets the fourth. */
const SETTABLE_QUEUE_STATES = ["RUNNING", "PAUSED", "DRAINING"];
/** `not_ready`, `notReady` and `NOT_READY` are one state. States not known here are kept: new ones may appear. */
function canonicalState(spelling) {
    const upper = spelling.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase();
    return upper === "CANCELED" ? "CANCELLED" : upper;
}
/** Whether a pull request in this state is over. A state not known here is not. */
function isFinalState(state) {
    const canonical = canonicalState(state);
    return FINAL_STATES.some((final) => final === canonical);
}

;// CONCATENATED MODULE: ./src/contract/schema.ts
/** Building blocks of the contract's schemas: what is read leniently and documented exactly. */




/** Attaches documentation that the OpenAPI document shows. */
function described(schema, description, more = {}) {
    registries/* globalRegistry */.fd.add(schema, { description, ...more });
    return schema;
}
function transform(convert, jsonType) {
    return described(schemas/* transform */.pdi(convert), "", { override: { type: jsonType } });
}
/** One of `values`, in any case; documented and handed on in the spelling given here. */
function anyCase(values, description) {
    const error = `expected one of ${values.join(", ")}`;
    const folded = new Map(values.map((value) => [value.toLowerCase(), value]));
    const known = transform((text) => folded.get(text.toLowerCase()) ?? text, "string");
    return described(schemas/* pipe */.FsL(schemas/* pipe */.FsL(schemas/* string */.YjP({ error }), known), schemas/* enum */.k5n(values, { error })), description, {
        override: { type: "string", enum: [...values] },
    });
}
/** A state of `values` on the wire; read in any spelling, and kept when it is a new one. */
function stateIn(values, description) {
    return described(schemas/* pipe */.FsL(schemas/* string */.YjP(), transform(canonicalState, "string")), description, {
        override: { type: "string", enum: [...values] },
    });
}
/** A whole number from `least` to `most`. */
function whole(least, most, description) {
    const error = `expected a whole number from ${least} to ${most}`;
    return described(schemas/* int */.Whr({ error }).check(api/* _gte */.qm(least, error), api/* _lte */.Zm(most, error)), description);
}
function flag(description) {
    return described(schemas/* boolean */.zMY({ error: "expected true or false" }), description);
}
/** Text with at least one character. */
function schema_text(description) {
    const error = "expected text of at least one character";
    return described(schemas/* string */.YjP({ error }).check(api/* _minLength */.m9(1, error)), description);
}
function texts(description) {
    return described(schemas/* array */.YOg(schemas/* string */.YjP({ error: "expected text" }), { error: "expected a list of texts" }), description);
}
/** A pull request's number: a whole number, or the same written as a string of digits. */
const pullRequestNumberOnWire = (() => {
    const error = `expected a whole number from 1 to ${ids/* MAX_PULL_REQUEST_NUMBER */.xY}`;
    const schema = schemas/* pipe */.FsL(schemas/* union */.KCZ([schemas/* number */.aig(), schemas/* string */.YjP().check(api/* _regex */.Fk(/^[1-9][0-9]{0,9}$/, error))], { error }), transform((value) => Number(value), "integer"));
    const inRange = schemas/* int */.Whr({ error }).check(api/* _gte */.qm(1, error), api/* _lte */.Zm(ids/* MAX_PULL_REQUEST_NUMBER */.xY, error));
    return described(schemas/* pipe */.FsL(schema, inRange), "Number of the pull request. A string of digits is read too.", {
        override: { type: "integer", minimum: 1, maximum: ids/* MAX_PULL_REQUEST_NUMBER */.xY },
    });
})();
/** A priority as a number, a name in any case, or a string of digits; null and absent mean the default. */
const priorityOnWire = (() => {
    const names = Object.keys(priority/* PRIORITIES */.BE).join(", ");
    const error = `expected a whole number from 0 to ${priority/* MAX_PRIORITY */.M6}, or one of ${names}`;
    const known = schemas/* union */.KCZ([schemas/* number */.aig(), schemas/* string */.YjP()], { error })
        .check(schemas/* refine */.YPB((value) => (0,priority/* priorityValue */.qZ)(value) !== undefined, { error, abort: true }));
    const valued = schemas/* pipe */.FsL(known, transform((value) => (0,priority/* priorityValue */.qZ)(value) ?? 0, "integer"));
    return described(schemas/* nullable */.mee(valued), `Lower is sooner: 0 to ${priority/* MAX_PRIORITY */.M6}, or ${names}.`, {
        override: { type: ["integer", "string", "null"], default: "medium" },
    });
})();

;// CONCATENATED MODULE: ./src/contract/entry-on-wire.ts
/** The objects that several endpoints share. */



const repositoryOnWire = described(schemas/* object */.Ikc({
    host: schema_text("Host name of the forge, such as github.com."),
    owner: schema_text("Owner of the repository: a person or an organisation."),
    name: schema_text("Name of the repository."),
}), "The repository. Host, owner and name compare without regard to case.", { id: "Repository" });
const queueOnWire = {
    repo: repositoryOnWire,
    targetBranch: schema_text("The branch the queue protects; may contain slashes."),
};
const pullRequestOnWire = {
    ...queueOnWire,
    pr: described(schemas/* object */.Ikc({ number: pullRequestNumberOnWire }), "The pull request."),
};
const entry_on_wire_name = (description) => described(schemas/* string */.YjP(), description);
/** What an entry shows in lists and alone. */
const entryOnWire = {
    id: schemas/* optional */.lqM(entry_on_wire_name("Id of the entry; kept when the pull request is submitted again.")),
    state: schemas/* optional */.lqM(stateIn(PULL_REQUEST_STATES, "Where the pull request is in the queue.")),
    stateChangedAt: entry_on_wire_name("When the state began, ISO 8601 in UTC."),
    stateReason: schemas/* optional */.lqM(entry_on_wire_name("Code that says why the entry is in this state.")),
    priorityValue: described(schemas/* number */.aig(), "Lower is sooner; 0 is first."),
    priorityName: entry_on_wire_name("urgent, high, medium, low, or custom for another value."),
    usedDefaultPriorityName: schemas/* optional */.lqM(entry_on_wire_name("Set when no priority was given and the default applied.")),
    skipTheLine: flag("True when the priority is 0."),
    noBatch: schemas/* optional */.lqM(flag("Tested alone.")),
    prNumber: described(schemas/* number */.aig(), "Number of the pull request."),
    prTitle: entry_on_wire_name("Title of the pull request; untrusted text."),
    prSha: entry_on_wire_name("Head commit of the pull request, not the tested commit."),
    prBaseBranch: entry_on_wire_name("Base branch of the pull request."),
    prAuthor: entry_on_wire_name("Author of the pull request; untrusted text."),
};
const emptyReply = described(schemas/* object */.Ikc({}), "Nothing: the status says that it is done.");
const MERGEABILITIES = ["unspecified", "in_progress", "mergeable", "not_mergeable"];
const readinessOnWire = described(schemas/* object */.Ikc({
    hasImpactedTargets: schemas/* optional */.lqM(flag("Targets are reported for the current head. Absent: not looked up.")),
    requiresImpactedTargets: flag("The queue runs in parallel mode and needs them."),
    doesBaseBranchMatch: flag("The base of the pull request is the queue's branch."),
    gitHubMergeability: described(schemas/* pipe */.FsL(schemas/* string */.YjP(), described(schemas/* transform */.pdi((word) => word.toLowerCase()), "", { override: { type: "string" } })), "What the forge says of merging it.", { override: { type: "string", enum: [...MERGEABILITIES] } }),
}), "What must hold before the pull request is admitted.", { id: "Readiness" });
const errorOnWire = described(schemas/* object */.Ikc({
    error: schemas/* object */.Ikc({ code: entry_on_wire_name("What was refused, for programs."), message: entry_on_wire_name("The same for people.") }),
}), "An error.", { id: "Error" });

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
};

;// CONCATENATED MODULE: ./src/contract/queue-settings.ts
/** A queue's settings on the wire: what `updateQueue` takes and what it and `getQueue` answer. */




const WEEK_MINUTES = 10_080;
const batchingRule = schemas/* strictObject */.rej({
    targetPattern: schema_text("A target's name, or the beginning of one before a final *."),
    policy: anyCase(["isolate"], "Pull requests that touch a matching target are tested alone."),
});
const modeOnWire = anyCase(QUEUE_MODES, "single: one line. parallel: lanes by impacted targets.");
const concurrencyOnWire = whole(1, 1000, "Test runs at once.");
const shared = {
    mode: modeOnWire,
    concurrency: concurrencyOnWire,
    bisectionConcurrency: whole(0, 1000, "Test runs at once while a failed batch is split; 0 shares concurrency."),
    testingTimeoutMinutes: whole(0, WEEK_MINUTES, "A test run older than this has failed; 0 is no limit."),
    pendingFailureDepth: whole(0, 1000, "Levels of successors that finish before a failure is settled."),
    canOptimisticallyMerge: flag("A passing run also lands those ahead that it contains."),
    batch: flag("Several pull requests are tested in one run."),
    batchingMaxWaitTimeMinutes: whole(0, WEEK_MINUTES, "Longest wait to fill a batch; 0 never waits."),
    batchingMinSize: whole(1, 1000, "The size a batch aims for and never exceeds."),
    createPrsForTestingBranches: flag("A draft pull request is opened for each test branch."),
    commentsEnabled: flag("The queue comments on pull requests."),
    commandsEnabled: flag("Comments may submit."),
    statusCheckEnabled: flag("The queue publishes a check on the pull request."),
    requiredStatuses: texts("Checks that decide a run; an empty list is no override."),
    directMergeMode: anyCase(DIRECT_MERGE_MODES, "always: what is based on the tip and alone lands on its own checks."),
    optimizationMode: anyCase(OPTIMIZATION_MODES, "Whether a split skips runs whose failure is known."),
    mergeMethod: anyCase(MERGE_METHODS, "How a pull request becomes commits of the target branch."),
};
const seldomAnswered = {
    extensionEnabled: flag("The browser extension may show the queue."),
    enqueueingLabel: schema_text("The label that submits a pull request."),
    labelCommandsEnabled: flag("Adding the label submits, removing it cancels."),
    stateLabelsEnabled: flag("The pull request is labelled with its state."),
    notReadyTimeoutHours: whole(0, 720, "An entry that is not ready for longer is cancelled; 0 is never."),
    allowedBotSubmitters: texts("Bots that may submit."),
    batchingRules: described(schemas/* array */.YOg(batchingRule, { error: "expected a list of rules" }), "Targets that are tested alone."),
    testBranchConstructionMode: anyCase(TEST_BRANCH_CONSTRUCTION_MODES, "How the test branch gets its final name."),
};
const settings = { ...shared, ...seldomAnswered };
/** Names the same settings had in older clients; read, never written. */
const older = {
    testingTimeoutMins: settings.testingTimeoutMinutes,
    batchingMaxWaitTimeMins: settings.batchingMaxWaitTimeMinutes,
    isBatching: settings.batch,
    batchingMode: anyCase(["NONE", "SPECULATIVE"], "SPECULATIVE is batch: true."),
};
const settingsChange = {
    state: schemas/* optional */.lqM(anyCase(SETTABLE_QUEUE_STATES, "What the queue does from now on.")),
    deleteRequiredStatuses: schemas/* optional */.lqM(flag("Drops the queue's own list of required statuses.")),
    ...schemas/* partial */.OH3(schemas/* object */.Ikc(settings)).shape,
    ...schemas/* partial */.OH3(schemas/* object */.Ikc(older)).shape,
};
/** What a reply may write as null, or leave out for the name it had before; the service itself writes every field. */
const lenientlyRead = {
    requiredStatuses: described(schemas/* nullable */.mee(shared.requiredStatuses), "Checks that decide a run; empty or null where the queue names none of its own."),
    testingTimeoutMinutes: schemas/* optional */.lqM(shared.testingTimeoutMinutes),
    batchingMaxWaitTimeMinutes: schemas/* optional */.lqM(shared.batchingMaxWaitTimeMinutes),
    batch: schemas/* optional */.lqM(shared.batch),
};
const settingsReply = {
    state: stateIn(QUEUE_STATES, "What the queue does."),
    branch: described(schemas/* string */.YjP(), "The target branch."),
    ...shared,
    ...lenientlyRead,
    ...schemas/* partial */.OH3(schemas/* object */.Ikc(seldomAnswered)).shape,
    ...schemas/* partial */.OH3(schemas/* object */.Ikc(older)).shape,
};

;// CONCATENATED MODULE: ./src/contract/endpoints.ts
/**
 * START HERE: the HTTP API, written once. The client's methods, the server's handlers and the reference
 * follow from this record.
 */





const onWire = (text) => described(schemas/* string */.YjP(), text);
const targetsError = 'expected a list of texts, or the text "ALL"';
const targetsOnWire = described(schemas/* pipe */.FsL(schemas/* union */.KCZ([schemas/* array */.YOg(schemas/* string */.YjP({ error: targetsError })), schemas/* enum */.k5n(["ALL", "IMPACTS_ALL"])], {
    error: targetsError,
}), described(schemas/* transform */.pdi((value) => typeof value === "string" ? ALL_TARGETS : targetList(value)), "", { override: { type: "string" } })), 'Names of the impacted targets, or "ALL" for everything. An empty list impacts nothing.', {
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
    forceEnqueued: flag("Admitted past unmet branch protection."),
    isCurrentlySubmittedToQueue: flag("True until the entry is in a final state."),
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
    requiredStatuses: described(schemas/* array */.YOg(schemas/* string */.YjP()), "Checks that must all pass, frozen when the run started."),
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
    impactedTargets: schemas/* optional */.lqM(described(schemas/* array */.YOg(schemas/* string */.YjP()), "Targets of everything on the branch.")),
    impactedTargetsForTestedPrs: schemas/* optional */.lqM(described(schemas/* array */.YOg(schemas/* string */.YjP()), "Targets of the tested pull requests only.")),
    dependentPrs: schemas/* optional */.lqM(described(schemas/* array */.YOg(schemas/* number */.aig()), "Merged underneath, not under test.")),
});
const endpoints = {
    submitPullRequest: {
        method: "POST",
        summary: "Puts a pull request in the merge queue, or rewrites its priority and batching there.",
        request: schemas/* object */.Ikc({
            ...pullRequestOnWire,
            priority: schemas/* optional */.lqM(priorityOnWire),
            noBatch: schemas/* optional */.lqM(flag("Test this pull request alone.")),
        }),
        response: emptyReply,
        refusals: ["MERGE_QUEUE_NOT_FOUND", "PR_NOT_FOUND", "PR_NOT_ENQUEUEABLE"],
        repeating: "harmless",
        scope: "submit",
    },
    cancelPullRequest: {
        method: "POST",
        summary: "Takes a pull request out of the queue.",
        request: schemas/* object */.Ikc(pullRequestOnWire),
        response: emptyReply,
        refusals: ["MERGE_QUEUE_NOT_FOUND", "PR_NOT_FOUND", "PR_NOT_IN_QUEUE"],
        repeating: "harmless",
        scope: "submit",
    },
    restartTestsOnPullRequest: {
        method: "POST",
        summary: "Tests a pull request again, in place.",
        request: schemas/* object */.Ikc(pullRequestOnWire),
        response: emptyReply,
        refusals: ["MERGE_QUEUE_NOT_FOUND", "PR_NOT_FOUND", "PR_NOT_IN_QUEUE", "PR_TESTS_NOT_RESTARTABLE"],
        repeating: "actsAgain",
        scope: "submit",
    },
    getSubmittedPullRequest: {
        method: "POST",
        summary: "Says where a submitted pull request is, also after it has left the queue.",
        request: schemas/* object */.Ikc(pullRequestOnWire),
        response: submittedPullRequest,
        refusals: ["MERGE_QUEUE_NOT_FOUND", "PR_NOT_FOUND"],
        repeating: "harmless",
        scope: "read",
    },
    setImpactedTargets: {
        method: "POST",
        summary: "Says which targets a pull request impacts, for one head commit.",
        request: schemas/* object */.Ikc({
            ...queueOnWire,
            pr: schemas/* object */.Ikc({
                number: pullRequestOnWire.pr.shape.number,
                sha: schemas/* optional */.lqM(schema_text("The head commit the targets were computed for; absent: the current head.")),
            }),
            impactedTargets: targetsOnWire,
        }),
        response: emptyReply,
        refusals: ["MERGE_QUEUE_NOT_FOUND", "PR_NOT_FOUND"],
        repeating: "harmless",
        scope: "targets",
    },
    getMergeQueueTestingDetails: {
        method: "POST",
        summary: "Says what a test run tests, on which branch, and how its checks stand.",
        request: schemas/* object */.Ikc({
            ...queueOnWire,
            testRunId: schema_text("Id of the run: the last segment of the test branch's name."),
        }),
        response: testingDetails,
        refusals: ["MERGE_QUEUE_NOT_FOUND", "TEST_RUN_NOT_FOUND"],
        repeating: "harmless",
        scope: "read",
    },
    createQueue: {
        method: "POST",
        summary: "Creates the queue of a target branch.",
        request: schemas/* strictObject */.rej({
            ...queueOnWire,
            mode: schemas/* optional */.lqM(modeOnWire),
            concurrency: schemas/* optional */.lqM(concurrencyOnWire),
        }),
        response: emptyReply,
        refusals: ["REPOSITORY_NOT_FOUND", "QUEUE_ALREADY_EXISTS"],
        repeating: "harmless",
        scope: "admin",
    },
    deleteQueue: {
        method: "POST",
        summary: "Deletes an empty queue.",
        request: schemas/* object */.Ikc(queueOnWire),
        response: emptyReply,
        refusals: ["MERGE_QUEUE_NOT_FOUND", "QUEUE_NOT_EMPTY"],
        repeating: "harmless",
        scope: "admin",
    },
    getQueue: {
        method: "POST",
        summary: "Shows a queue: its settings, and its pull requests in the order they are considered.",
        request: schemas/* object */.Ikc(queueOnWire),
        response: schemas/* object */.Ikc({
            ...settingsReply,
            enqueuedPullRequests: described(schemas/* array */.YOg(schemas/* object */.Ikc(entryOnWire)), "What runs first, then what waits, last what is not ready yet."),
        }),
        refusals: ["MERGE_QUEUE_NOT_FOUND"],
        repeating: "harmless",
        scope: "read",
    },
    updateQueue: {
        method: "POST",
        summary: "Changes settings and state of a queue; what is absent stays.",
        request: schemas/* strictObject */.rej({ ...queueOnWire, ...settingsChange }),
        response: schemas/* object */.Ikc(settingsReply),
        refusals: ["MERGE_QUEUE_NOT_FOUND", "MODE_CHANGE_IN_PROGRESS"],
        repeating: "harmless",
        scope: "admin",
    },
    getMergeQueueMetrics: {
        method: "GET",
        summary: "Shows the metrics of all queues, or of one repository's, as Prometheus text.",
        request: schemas/* object */.Ikc({
            repo: schemas/* optional */.lqM(schema_text("owner/name; only together with repoHost.")),
            repoHost: schemas/* optional */.lqM(schema_text("Host name of the forge.")),
        }),
        response: onWire("Prometheus text exposition format 0.0.4."),
        refusals: ["REPOSITORY_NOT_FOUND"],
        repeating: "harmless",
        scope: "read",
    },
};

;// CONCATENATED MODULE: ./src/contract/limits.ts
/** Limits both sides keep. */
/** 20 MiB: the most bytes a request body may have. Exactly as many are accepted, one more is refused. */
const limits_MAX_BODY_BYTES = 20 * 1024 * 1024;
/** The header that carries the token. */
const TOKEN_HEADER = "x-api-token";
/** Stands in for the token when a forked pull request's job has no secrets: the id of its running workflow. */
const FORKED_RUN_HEADER = "x-forked-workflow-run-id";

// EXTERNAL MODULE: ./src/client/api-url.ts
var api_url = __webpack_require__(4259);
;// CONCATENATED MODULE: ./src/client/clock.ts
/** Time as the client knows it; tests bring their own. */
/** Timers of Node cannot be set further ahead than this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const systemClock = {
    now: () => performance.now(),
    date: () => Date.now(),
    sleep: (ms, signal) => new Promise((resolve) => {
        if (signal?.aborted === true) {
            resolve();
            return;
        }
        const end = () => {
            clearTimeout(timer);
            signal?.removeEventListener("abort", end);
            resolve();
        };
        const timer = setTimeout(end, Math.min(ms, LONGEST_TIMER_MS));
        signal?.addEventListener("abort", end);
    }),
};

;// CONCATENATED MODULE: ./src/client/deadline.ts
/** A moment after which nothing more is tried. One deadline may be shared by many calls. */

class Deadline {
    #clock;
    #at;
    constructor(clock, at) {
        this.#clock = clock;
        this.#at = at;
    }
    static after(ms, clock = systemClock) {
        return new Deadline(clock, clock.now() + ms);
    }
    static never() {
        return new Deadline(systemClock, Number.POSITIVE_INFINITY);
    }
    /** Never negative; infinite when there is no deadline. */
    remainingMs() {
        return Math.max(0, this.#at - this.#clock.now());
    }
    get hasPassed() {
        return this.remainingMs() === 0;
    }
    /** Of two deadlines the one that comes first. */
    sooner(other) {
        return other.remainingMs() < this.remainingMs() ? other : this;
    }
}

;// CONCATENATED MODULE: ./src/client/error-text.ts
/** Finds the reason in the body of a failed answer, which may be JSON of several shapes, text or a web page. */
const LONGEST_DETAIL = 2000;
const CODE = /^[A-Za-z0-9_.-]{1,64}$/;
/** JSON `error.message`, else `error`, else `message`, else the text itself. */
function readErrorText(text) {
    if (isWebPage(text))
        return { code: null, detail: "the answer is HTML, not JSON: is api-url right?" };
    const json = parsed(text);
    const error = member(json, "error");
    const code = [member(error, "code"), member(json, "code")].find(isCode) ?? null;
    const words = [member(error, "message"), error, member(json, "message"), json, text].find(isText) ?? "";
    return { code, detail: shortened(words.trim(), LONGEST_DETAIL) };
}
/** A proxy's page or a sign-in form: something in between has answered, not the service. */
function isWebPage(text) {
    return /^\s*(?:<\?xml[^>]*>\s*|<!--[^]*?-->\s*)*<(?:!doctype html|html|head|body)[\s>]/i.test(text.slice(0, 2048));
}
/** At most `length` characters, never half of one. */
function shortened(text, length) {
    return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}
function parsed(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
function member(value, name) {
    if (typeof value !== "object" || value === null)
        return undefined;
    return Object.entries(value).find(([key]) => key === name)?.[1];
}
function isText(value) {
    return typeof value === "string" && value.trim() !== "";
}
function isCode(value) {
    return typeof value === "string" && CODE.test(value);
}

// EXTERNAL MODULE: ./src/client/errors.ts
var errors = __webpack_require__(6468);
;// CONCATENATED MODULE: ./src/client/retry.ts
/** When to try again: full jitter, so that clients which failed together do not come back together. */
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 10_000;
/** A server that asks for more is asked again after this long. */
const LONGEST_RETRY_AFTER_MS = 60_000;
/** All waits of one call together: waiting longer than this blocks a job for nothing. */
const LONGEST_TOTAL_WAIT_MS = 120_000;
/** Somewhere between nothing and a bound that doubles with every attempt (the first is 1). */
function backOffMs(attempt, random) {
    return Math.round(random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1)));
}
/** What the server asks for comes on top of the jitter, or all its clients would return in the same second. */
function delayMs(attempt, retryAfterMs, random) {
    return Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS) + backOffMs(attempt, random);
}
/** Reads `Retry-After`: seconds or an HTTP date. Null when it is absent or neither. */
function readRetryAfterMs(header, date) {
    const text = header?.trim() ?? "";
    if (/^\d+$/.test(text))
        return Number(text) * 1000;
    const at = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
    return Number.isNaN(at) ? null : Math.max(0, at - date);
}

;// CONCATENATED MODULE: ./src/client/thrown.ts
/** Reads what was thrown without asking for its class: an error of another realm is no instance of ours. */
function messageOf(thrown) {
    return textOf(thrown, "message") ?? String(thrown);
}
/** Such as ECONNREFUSED; empty when there is none. */
function codeOf(thrown) {
    return textOf(thrown, "code") ?? "";
}
/** A host with several addresses fails with one error for each. */
function partsOf(thrown) {
    const parts = memberOf(thrown, "errors");
    return Array.isArray(parts) && parts.length > 0 ? parts : [thrown];
}
function textOf(thrown, name) {
    const member = memberOf(thrown, name);
    return typeof member === "string" ? member : undefined;
}
function memberOf(thrown, name) {
    return typeof thrown === "object" && thrown !== null ? Reflect.get(thrown, name) : undefined;
}

// EXTERNAL MODULE: external "node:stream"
var external_node_stream_ = __webpack_require__(7075);
// EXTERNAL MODULE: ./node_modules/@actions/http-client/lib/index.js + 1 modules
var lib = __webpack_require__(4942);
;// CONCATENATED MODULE: ./src/client/transport.ts
/**
 * Sends one HTTP request. The only file that knows the HTTP client of the Actions toolkit, which brings
 * the proxies of the environment along; what that client does badly is switched off or guarded here.
 */




/** Nothing reached the service, so that trying again cannot do the same thing twice. */
class NotSentError extends Error {
    name = "NotSentError";
    /** Whether the same request may get through a moment later. */
    passing;
    constructor(message, passing, options) {
        super(message, options);
        this.passing = passing;
    }
}
const NOT_CONNECTED = /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/;
const NOT_TRUSTED = /^(?:CERT_\w+|ERR_TLS_CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|HOSTNAME_MISMATCH)$/;
const NOT_TUNNELLED = /^tunneling socket could not be established/;
const httpTransport = {
    async send(request, signal) {
        const body = request.body === null ? null : external_node_stream_.Readable.from(Buffer.from(request.body));
        try {
            const client = clientFor(request, signal);
            const { message } = await client.request(request.method, request.url, body, headersFor(request));
            return { status: message.statusCode ?? 0, headers: flat(message.headers), body: message };
        }
        catch (error) {
            throw explained(error);
        }
    },
};
/** Redirects would carry the token to another host; repeating is decided elsewhere, per endpoint. */
function clientFor(request, signal) {
    const hook = {
        prepareRequest: (options) => prepare(options, signal),
        canHandleAuthentication: () => false,
        handleAuthentication: () => Promise.reject(new Error("no authentication is handled here")),
    };
    return new lib/* HttpClient */.Qq(request.headers["user-agent"], [hook], {
        allowRedirects: false,
        allowRetries: false,
        socketTimeout: LONGEST_TIMER_MS, // a limit on silence only; the whole attempt has its own
    });
}
function prepare(options, signal) {
    options.signal = signal;
    options.host = options.host?.replace(/^\[(.*)\]$/, "$1"); // Node would look the brackets up as a name
    const { agent } = options;
    if (typeof agent !== "object" || agent === null || !("proxyOptions" in agent))
        return;
    // A proxy that never answers CONNECT would keep its own request, and with it the process, alive.
    if (typeof agent.proxyOptions === "object")
        Object.assign(agent.proxyOptions ?? {}, { signal });
}
function headersFor(request) {
    const length = request.body === null ? {} : { "content-length": String(request.body.byteLength) };
    return { ...request.headers, ...length };
}
function flat(headers) {
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]));
}
function explained(error) {
    const causes = partsOf(error);
    const message = causes.map(messageOf).join("; ");
    if (causes.some((cause) => NOT_TRUSTED.test(codeOf(cause)))) {
        return new NotSentError(`its certificate is not trusted: ${message}`, false, { cause: error });
    }
    if (causes.every((cause) => NOT_CONNECTED.test(codeOf(cause)) || NOT_TUNNELLED.test(messageOf(cause)))) {
        return new NotSentError(message, true, { cause: error });
    }
    return error;
}

;// CONCATENATED MODULE: ./src/client/failures.ts




const LONGEST_REQUEST_ID = 128;
/** How many characters of an answer are kept. */
const KEPT_TEXT = 64 * 1024;
const nothingKnown = {
    status: null,
    code: null,
    detail: "",
    body: "",
    requestId: null,
    retryAfterMs: null,
    retryable: false,
    mayHaveActed: false,
};
/** An answer that is no success. Decided on the status alone; `text` only explains it. */
function failureOfStatus(reply, text, redact, clock) {
    const { status } = reply;
    const kind = kindOfStatus(status);
    const { code, detail } = readErrorText(redact(text));
    return {
        ...nothingKnown,
        kind,
        status,
        code,
        detail: redact(kind === "redirected" ? redirectDetail(reply) : detail),
        body: redact(text),
        requestId: requestIdOf(reply, redact),
        retryAfterMs: readRetryAfterMs(reply.headers["retry-after"], clock.date()),
        retryable: kind === "rateLimited" || kind === "serverFailed",
        mayHaveActed: kind === "serverFailed",
    };
}
/** A success by its status that is none by its body: done perhaps, but nothing to rely on. */
function failureOfAnswer(reply, problem, text, redact) {
    return {
        ...nothingKnown,
        kind: "badAnswer",
        status: reply.status,
        detail: redact(problem),
        body: redact(shortened(text, KEPT_TEXT)),
        requestId: requestIdOf(reply, redact),
        mayHaveActed: true,
    };
}
function failureOfNetwork(error, redact) {
    const notSent = error instanceof NotSentError;
    return {
        ...nothingKnown,
        kind: "unreachable",
        detail: redact(shortened(messageOf(error), 2000)),
        retryable: notSent ? error.passing : true,
        mayHaveActed: !notSent,
        cause: error,
    };
}
function failureOfCut(kind, attemptTimeoutMs) {
    const timedOut = kind === "attemptTimedOut";
    return {
        ...nothingKnown,
        kind,
        detail: timedOut ? `nothing complete within ${attemptTimeoutMs} ms` : "",
        retryable: timedOut,
        mayHaveActed: true,
    };
}
/** Found before anything was sent. */
function failureBeforeSending(kind, detail = "") {
    return { ...nothingKnown, kind, detail };
}
function requestIdOf(reply, redact) {
    const id = reply.headers["x-request-id"]?.replace(/[^\x21-\x7e]/g, "").slice(0, LONGEST_REQUEST_ID) ?? "";
    return id === "" ? null : redact(id);
}
function kindOfStatus(status) {
    switch (status) {
        case 401:
            return "unauthorized";
        case 403:
            return "forbidden";
        case 404:
            return "notFound";
        case 429:
            return "rateLimited";
        default:
            if (status >= 500 && status <= 599)
                return "serverFailed";
            if (status >= 400 && status <= 499)
                return "refused";
            return status >= 300 && status <= 399 ? "redirected" : "badAnswer";
    }
}
/** Names the origin only: the rest of the address may carry secrets. */
function redirectDetail(reply) {
    const { location } = reply.headers;
    if (location === undefined)
        return "to an address that it does not give";
    if (/^(?!\/\/)[/?#.]/.test(location))
        return "to another address on the same host";
    try {
        return `to ${new URL(location, "https://unknown.invalid").origin}; set api-url to the final address`;
    }
    catch {
        return "to an address that cannot be read";
    }
}

// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(8522);
;// CONCATENATED MODULE: ./src/client/read-body.ts
/** Reads the body of an answer: counted after decompression, never more than a limit. */


/** Rejects when the connection ends before the body does. */
async function readBody(reply, limitBytes) {
    const encoding = encodingOf(reply);
    const decoded = decode(reply, encoding);
    if (decoded === null)
        return { kind: "encoded", encoding };
    const chunks = [];
    const whole = await collect(decoded, limitBytes, chunks);
    return whole ? { kind: "whole", bytes: Buffer.concat(chunks) } : { kind: "tooLarge" };
}
/** Puts up to `limitBytes` of the body into `chunks` as they come; a body that breaks off just ends. */
async function readBeginning(reply, limitBytes, chunks) {
    const decoded = decode(reply, encodingOf(reply));
    if (decoded === null)
        return;
    try {
        await collect(decoded, limitBytes, chunks);
    }
    catch {
        // The status has arrived; the text is only there to explain it.
    }
}
function encodingOf(reply) {
    return reply.headers["content-encoding"]?.trim().toLowerCase() ?? "";
}
function decode(reply, encoding) {
    if (encoding === "" || encoding === "identity")
        return reply.body;
    if (encoding !== "gzip" && encoding !== "x-gzip")
        return null;
    const gunzip = (0,external_node_zlib_.createGunzip)();
    // Errors reach the reader through `gunzip`, which the pipeline destroys with them.
    return (0,external_node_stream_.pipeline)(external_node_stream_.Readable.from(reply.body), gunzip, () => undefined);
}
/** False when there is more than the limit; what fits has been kept. */
async function collect(body, limitBytes, chunks) {
    let room = limitBytes;
    for await (const chunk of body) {
        if (chunk.byteLength > room) {
            chunks.push(chunk.subarray(0, room));
            return false;
        }
        chunks.push(chunk);
        room -= chunk.byteLength;
    }
    return true;
}

;// CONCATENATED MODULE: ./src/client/attempt.ts
/** One request and its whole answer, within a time limit that holds whatever the server or the transport does. */



/** The most bytes an answer may have, after decompression. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
/** How much of a failed answer is kept. */
const KEPT_ERROR_BYTES = 64 * 1024;
/**
 * Never rejects and never takes longer than the timeout, the deadline or the signal allow. Whether there
 * is time for an attempt at all is for the caller to ask first.
 */
async function attemptOnce(attempt) {
    const cut = new Cut(attempt);
    const exchange = new Exchange(attempt, cut.signal);
    try {
        // A transport that ignores the signal is not waited for.
        const result = await Promise.race([exchange.run(), cut.happened]);
        if (typeof result === "string")
            return exchange.endedBy(result);
        return cut.kind === null || result.kind === "succeeded" ? result : exchange.endedBy(cut.kind);
    }
    catch (error) {
        return cut.kind === null ? failed(failureOfNetwork(error, attempt.redact)) : exchange.endedBy(cut.kind);
    }
    finally {
        cut.end();
    }
}
/** A request under way. It remembers what has arrived, in case it is cut off. */
class Exchange {
    #attempt;
    #signal;
    #errorChunks = [];
    #unsuccessful = null;
    constructor(attempt, signal) {
        this.#attempt = attempt;
        this.#signal = signal;
    }
    async run() {
        const reply = await this.#attempt.transport.send(this.#attempt.request, this.#signal);
        if (reply.status >= 200 && reply.status <= 299)
            return this.#readSuccess(reply);
        this.#unsuccessful = reply;
        await readBeginning(reply, KEPT_ERROR_BYTES, this.#errorChunks);
        return failed(this.#statusFailure(reply));
    }
    /** A status that has arrived says more than the clock, even when its text is still on the way. */
    endedBy(kind) {
        const reply = kind === "aborted" ? null : this.#unsuccessful;
        return failed(reply ? this.#statusFailure(reply) : failureOfCut(kind, this.#attempt.timeoutMs));
    }
    async #readSuccess(reply) {
        const read = await readBody(reply, MAX_ANSWER_BYTES).catch((cause) => {
            throw new Error("the connection ended before the answer was complete", { cause });
        });
        if (read.kind === "tooLarge")
            return this.#bad(reply, `it has more than ${MAX_ANSWER_BYTES} bytes`);
        if (read.kind === "encoded") {
            const encoding = JSON.stringify(read.encoding.slice(0, 100));
            return this.#bad(reply, `it is compressed as ${encoding}, which was not asked for`);
        }
        const text = decoded(read.bytes);
        if (text === null)
            return this.#bad(reply, "it is not UTF-8 text");
        return this.#understand(reply, this.#attempt.redact(text));
    }
    #understand(reply, text) {
        const understood = this.#attempt.understand(text, reply.headers["content-type"] ?? "");
        if (!understood.ok)
            return this.#bad(reply, understood.problem, text);
        const requestId = requestIdOf(reply, this.#attempt.redact);
        return { kind: "succeeded", success: { value: understood.value, status: reply.status, text, requestId } };
    }
    #bad(reply, problem, text = "") {
        return failed(failureOfAnswer(reply, problem, text, this.#attempt.redact));
    }
    #statusFailure(reply) {
        const text = new TextDecoder().decode(Buffer.concat(this.#errorChunks));
        return failureOfStatus(reply, text, this.#attempt.redact, this.#attempt.clock);
    }
}
/** Ends an attempt from this side. */
class Cut {
    happened;
    #kind = null;
    #controller = new AbortController();
    #stopListening;
    constructor({ timeoutMs, deadline, signal }) {
        let tell = () => undefined;
        this.happened = new Promise((resolve) => {
            tell = resolve;
        });
        const cut = (kind) => {
            this.#kind = kind;
            tell(kind);
            this.#controller.abort();
        };
        const remainingMs = deadline.remainingMs();
        const timer = setTimeout(() => cut(remainingMs <= timeoutMs ? "deadlinePassed" : "attemptTimedOut"), Math.min(timeoutMs, remainingMs, LONGEST_TIMER_MS));
        const onAbort = () => cut("aborted");
        signal.addEventListener("abort", onAbort);
        this.#stopListening = () => {
            clearTimeout(timer);
            signal.removeEventListener("abort", onAbort);
        };
    }
    get kind() {
        return this.#kind;
    }
    get signal() {
        return this.#controller.signal;
    }
    /** Leaves no timer behind, and closes the connection of an answer that was not read to its end. */
    end() {
        this.#stopListening();
        this.#controller.abort();
    }
}
function decoded(bytes) {
    try {
        return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    }
    catch {
        return null;
    }
}
function failed(failure) {
    return { kind: "failed", failure };
}

;// CONCATENATED MODULE: ./src/client/perform-call.ts




/** Throws `MergeQueueError`. */
async function performCall(call) {
    let mayHaveActed = false;
    let waitedMs = 0;
    for (let attempt = 1;; attempt++) {
        const ended = endedBefore(call);
        if (ended !== null)
            throw new errors/* MergeQueueError */.W(call.endpoint, { ...ended, mayHaveActed }, attempt - 1);
        const startedAt = call.clock.now();
        const result = await attemptOnce(call);
        const durationMs = call.clock.now() - startedAt;
        if (result.kind === "succeeded") {
            call.onAttempt(noteOf(call, attempt, durationMs, result.success, null));
            return { ...result.success, attempts: attempt };
        }
        mayHaveActed ||= call.writes && result.failure.mayHaveActed;
        const failure = { ...result.failure, mayHaveActed };
        const delay = nextDelayMs(call, failure, attempt, waitedMs);
        call.onAttempt(noteOf(call, attempt, durationMs, failure, delay));
        if (delay === null)
            throw new errors/* MergeQueueError */.W(call.endpoint, failure, attempt);
        await call.clock.sleep(delay, call.signal);
        waitedMs += delay;
    }
}
function endedBefore(call) {
    if (call.signal.aborted)
        return failureBeforeSending("aborted");
    return call.deadline.hasPassed ? failureBeforeSending("deadlinePassed") : null;
}
function noteOf({ endpoint }, attempt, durationMs, result, delay) {
    const { status, requestId } = result;
    const what = "kind" in result
        ? { outcome: result.kind, detail: result.detail }
        : { outcome: "succeeded", detail: "" };
    return { endpoint, attempt, ...what, status, requestId, durationMs, nextDelayMs: delay };
}
/** Null when this was the last attempt. */
function nextDelayMs(call, failure, attempt, waitedMs) {
    if (!failure.retryable || attempt > call.retries)
        return null;
    if (call.repeating === "actsAgain" && failure.mayHaveActed)
        return null;
    const delay = delayMs(attempt, failure.retryAfterMs, call.random);
    // Without time for another attempt the present failure is the better account of what happened.
    if (delay >= call.deadline.remainingMs() || waitedMs + delay > LONGEST_TOTAL_WAIT_MS)
        return null;
    return delay;
}

;// CONCATENATED MODULE: ./src/client/read-answer.ts



/** JSON of the API is flat; more is an attempt to exhaust the parser, which takes 30 bytes per bracket. */
const DEEPEST_NESTING = 64;
const replies = endpoints;
function readAnswer(name, text, contentType) {
    const isMarkup = /^text\/html\b/i.test(contentType) && /^\s*</.test(text);
    if (isMarkup || isWebPage(text)) {
        return { ok: false, problem: "it is HTML, not JSON: is api-url right?" };
    }
    const endpoint = replies[name];
    // The status alone says that such a call is done: published servers answer nothing, {} or a word.
    if (endpoints[name].response === emptyReply)
        return conforming(endpoint.response, {});
    // The one GET is the one answer in plain text.
    if (endpoint.method === "GET")
        return conforming(endpoint.response, text);
    if (isTooDeep(text))
        return { ok: false, problem: "its JSON is nested too deeply" };
    const json = readJson(text);
    return json.ok ? conforming(endpoint.response, json.value) : json;
}
function readJson(text) {
    try {
        return { ok: true, value: JSON.parse(text) };
    }
    catch {
        return { ok: false, problem: text.trim() === "" ? "it is empty" : "it is not JSON" };
    }
}
function conforming(schema, body) {
    const read = schema.safeParse(body);
    if (read.success)
        return { ok: true, value: read.data };
    const [issue] = read.error.issues;
    return { ok: false, problem: issue === undefined ? "it is not as promised" : problemOf(issue) };
}
function problemOf(issue) {
    const field = issue.path.length === 0 ? "the whole of it" : `its field ${issue.path.map(String).join(".")}`;
    const saysNothing = issue.code === "invalid_type" && issue.message === "Invalid input";
    const expected = saysNothing ? `expected ${issue.expected}` : issue.message;
    return shortened(`${field}: ${expected}`, 500);
}
/** Counts open brackets outside of strings, without building anything. */
function isTooDeep(text) {
    let depth = 0;
    let inString = false;
    for (let index = 0; index < text.length; index++) {
        const unit = text.charCodeAt(index);
        if (inString) {
            if (unit === BACKSLASH)
                index++;
            else if (unit === QUOTE)
                inString = false;
        }
        else if (unit === QUOTE)
            inString = true;
        else if (unit === OPEN_BRACKET || unit === OPEN_BRACE)
            depth++;
        else if (unit === CLOSE_BRACKET || unit === CLOSE_BRACE)
            depth--;
        if (depth > DEEPEST_NESTING)
            return true;
    }
    return false;
}
const QUOTE = 0x22;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

;// CONCATENATED MODULE: ./src/client/redact.ts
/** Takes the token out of every text that came from outside, whatever sent it back and however it is written. */
const REDACTED = "***";
/** Shorter beginnings of a token at the end of a cut text give nothing away. */
const SHORTEST_TELLING_PART = 6;
/** Finds the token as it is, as addresses, JSON or HTML write it, and its beginning where a text was cut. */
function redactor(secret) {
    const anySpelling = new RegExp(Array.from(secret, spellingsOf).join(""), "gi");
    return (text) => withoutCutSecret(text.replace(anySpelling, REDACTED), secret);
}
const redactNothing = (text) => text;
/** A pattern for one ASCII character: encoders of JSON differ in what they escape, and so do those of addresses. */
function spellingsOf(character) {
    const code = character.charCodeAt(0);
    const hex = code.toString(16).padStart(2, "0");
    const itself = `\\\\?\\x${hex}`;
    return `(?:${itself}|%${hex}|\\\\u00${hex}|&#0*${code};|&#x0*${hex};)`;
}
function withoutCutSecret(text, secret) {
    for (let length = secret.length - 1; length >= SHORTEST_TELLING_PART; length--) {
        if (text.endsWith(secret.slice(0, length)))
            return text.slice(0, -length) + REDACTED;
    }
    return text;
}

;// CONCATENATED MODULE: ./src/client/client.ts
/** The API as methods: one per endpoint of the contract. Holds the credential, and shows it to the service alone. */












const DEFAULT_ATTEMPT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 3;
const HEADER_TEXT = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
class MergeQueueClient {
    clock;
    random;
    #options;
    #apiUrl;
    #headers;
    #redact;
    /** Throws a `TypeError` that names the option which cannot work. */
    constructor(options) {
        const address = (0,api_url/* readApiUrl */.A)(options.apiUrl);
        if (!address.ok)
            throw new TypeError(`apiUrl: ${address.problem}`);
        this.#options = options;
        this.#apiUrl = address.url;
        this.#headers = {
            ...credentialHeader(options.credential),
            "user-agent": headerText("userAgent", options.userAgent),
            "accept-encoding": "identity",
        };
        this.#redact = options.credential.kind === "token" ? redactor(options.credential.token) : redactNothing;
        this.clock = options.clock ?? systemClock;
        this.random = options.random ?? Math.random;
    }
    /** Aborts with the client's signal, or with another that is given here. */
    signalWith(other) {
        return AbortSignal.any([this.#options.signal, other].filter((signal) => signal !== undefined));
    }
    /** The client's deadline, or another that is sooner. */
    deadlineWith(other = Deadline.never()) {
        return (this.#options.deadline ?? Deadline.never()).sooner(other);
    }
    /**
     * Repeats after failures that pass, unless the endpoint acts again when it is repeated and the first
     * request may have arrived. Throws `MergeQueueError`.
     */
    call(name, request, options = {}) {
        return this.#send(name, this.#parcel(name, request), options);
    }
    /** As `call`, with a body that was put together elsewhere: a list too long to build twice. */
    callWithBody(name, body, options = {}) {
        return this.#send(name, { url: `${this.#apiUrl}/${name}`, body }, options);
    }
    submitPullRequest(request, options) {
        return this.call("submitPullRequest", request, options);
    }
    cancelPullRequest(request, options) {
        return this.call("cancelPullRequest", request, options);
    }
    restartTestsOnPullRequest(request, options) {
        return this.call("restartTestsOnPullRequest", request, options);
    }
    getSubmittedPullRequest(request, options) {
        return this.call("getSubmittedPullRequest", request, options);
    }
    setImpactedTargets(request, options) {
        return this.call("setImpactedTargets", request, options);
    }
    getMergeQueueTestingDetails(request, options) {
        return this.call("getMergeQueueTestingDetails", request, options);
    }
    createQueue(request, options) {
        return this.call("createQueue", request, options);
    }
    deleteQueue(request, options) {
        return this.call("deleteQueue", request, options);
    }
    getQueue(request, options) {
        return this.call("getQueue", request, options);
    }
    updateQueue(request, options) {
        return this.call("updateQueue", request, options);
    }
    getMergeQueueMetrics(request = {}, options) {
        return this.call("getMergeQueueMetrics", request, options);
    }
    #parcel(name, request) {
        const url = `${this.#apiUrl}/${name}`;
        if (endpoints[name].method === "POST")
            return { url, body: Buffer.from(JSON.stringify(request)) };
        const query = new URLSearchParams(Object.entries(request).filter(([, value]) => value !== undefined));
        return { url: query.size === 0 ? url : `${url}?${query.toString()}`, body: null };
    }
    async #send(name, { url, body }, options) {
        const { method, repeating, scope } = endpoints[name];
        const bytes = body?.byteLength ?? 0;
        if (bytes > limits_MAX_BODY_BYTES) {
            const problem = `${bytes} bytes, and the service takes ${limits_MAX_BODY_BYTES}`;
            throw new errors/* MergeQueueError */.W(name, failureBeforeSending("bodyTooLarge", problem), 0);
        }
        const performed = await performCall({
            endpoint: name,
            request: { method, url, headers: { ...this.#headers, ...contentHeaders(method) }, body },
            transport: this.#options.transport ?? httpTransport,
            timeoutMs: this.#options.attemptTimeoutMs ?? DEFAULT_ATTEMPT_TIMEOUT_MS,
            retries: options.retries ?? this.#options.retries ?? DEFAULT_RETRIES,
            deadline: this.deadlineWith(options.deadline),
            signal: this.signalWith(options.signal),
            repeating,
            writes: scope !== "read",
            redact: this.#redact,
            clock: this.clock,
            random: this.random,
            understand: (text, contentType) => readAnswer(name, text, contentType),
            onAttempt: (note) => this.#options.onAttempt?.(note),
        });
        const { text, ...rest } = performed;
        return { ...rest, body: shortened(text, KEPT_TEXT) };
    }
}
function credentialHeader(credential) {
    switch (credential.kind) {
        case "token":
            return { [TOKEN_HEADER]: headerText("credential.token", credential.token) };
        case "forkedRun":
            return { [FORKED_RUN_HEADER]: headerText("credential.runId", credential.runId) };
    }
}
function contentHeaders(method) {
    return method === "POST"
        ? { accept: "application/json", "content-type": "application/json" }
        : { accept: "text/plain" };
}
/** The value is never part of the message: it may be the token. */
function headerText(option, value) {
    if (HEADER_TEXT.test(value))
        return value;
    throw new TypeError(`${option}: expected printable ASCII on one line, without spaces around it`);
}

// EXTERNAL MODULE: ./src/action/credential.ts
var credential = __webpack_require__(97);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
;// CONCATENATED MODULE: ./src/action/dry-run.ts
/** What a dry run says of a request that it does not send: where it would go, how large it is, and how it begins. */


const MOST_SHOWN_BYTES = 1000;
function plannedInWords(apiUrl, { endpoint, body }) {
    const { method } = endpoints[endpoint];
    const bytes = body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
    const digest = (0,external_node_crypto_.createHash)("sha256").update(bytes).digest("hex");
    const beginning = Buffer.from(bytes.subarray(0, MOST_SHOWN_BYTES)).toString();
    const more = bytes.byteLength > MOST_SHOWN_BYTES ? "…" : "";
    const carrier = method === "GET" ? "as its query" : `${bytes.byteLength} bytes, SHA-256 ${digest}`;
    return `Would send ${method} ${apiUrl}/${endpoint} (${carrier}): ${beginning}${more}`;
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
;// CONCATENATED MODULE: ./src/client/json-text-list.ts
/**
 * A list of different texts, written as JSON while it grows. Texts are kept as bytes and found again through
 * a table of offsets, which takes a fraction of the memory that a set of strings does.
 */
const COMMA = 0x2c;
const json_text_list_QUOTE = 0x22;
const json_text_list_BACKSLASH = 0x5c;
const SPACE = 0x20;
const DELETE = 0x7f;
const FIRST_CAPACITY = 4096;
/** Beyond this the list is expected to become as long as it may: growing step by step would leave copies behind. */
const LONG_LIST_BYTES = 512 * 1024;
const { imul } = Math;
class JsonTextList {
    #bytes;
    #end;
    #count = 0;
    /** Open addressing: where a text begins, 0 for a free slot; and beside it the hash of that text. */
    #offsets = new Int32Array(FIRST_CAPACITY);
    #hashes = new Int32Array(FIRST_CAPACITY);
    /** Untrusted texts cannot be chosen to collide. */
    #seed = Math.floor(Math.random() * 2 ** 32);
    #expectedBytes;
    /** `beginning` is what stands before the first text: at least one byte. A list may outgrow `expectedBytes`. */
    constructor(beginning, expectedBytes) {
        this.#expectedBytes = expectedBytes;
        this.#bytes = Buffer.allocUnsafe(beginning.byteLength + FIRST_CAPACITY);
        this.#bytes.set(beginning);
        this.#end = beginning.byteLength;
    }
    get count() {
        return this.#count;
    }
    get byteLength() {
        return this.#end;
    }
    /** Does nothing when the text is there already. */
    add(text) {
        const start = this.#count === 0 ? this.#end : this.#end + 1;
        const end = this.#write(text, start);
        const hash = this.#hash(start, end);
        const slot = this.#slotOf(hash, start, end);
        if (this.#offsets[slot] !== 0)
            return;
        if (this.#count > 0)
            this.#bytes[this.#end] = COMMA;
        this.#offsets[slot] = start;
        this.#hashes[slot] = hash;
        this.#count++;
        this.#end = end;
        if (this.#count * 2 > this.#offsets.length)
            this.#widenTable();
    }
    /** Everything so far and `ending` behind it, as a copy. */
    concat(ending) {
        return Buffer.concat([this.#bytes.subarray(0, this.#end), ending]);
    }
    /** Writes the text as JSON behind the list, where it does not count yet; returns where it ends. */
    #write(text, start) {
        this.#makeRoom(start + text.length + 2);
        const bytes = this.#bytes;
        bytes[start] = json_text_list_QUOTE;
        const first = start + 1;
        for (let index = 0; index < text.length; index++) {
            const unit = text.charCodeAt(index);
            if (unit < SPACE || unit >= DELETE || unit === json_text_list_QUOTE || unit === json_text_list_BACKSLASH) {
                return this.#writeEscaped(text, start);
            }
            bytes[first + index] = unit;
        }
        bytes[first + text.length] = json_text_list_QUOTE;
        return first + text.length + 1;
    }
    #writeEscaped(text, start) {
        const json = JSON.stringify(text);
        this.#makeRoom(start + Buffer.byteLength(json));
        return start + this.#bytes.write(json, start);
    }
    #makeRoom(end) {
        if (end <= this.#bytes.length)
            return;
        const isLong = end > LONG_LIST_BYTES && end <= this.#expectedBytes;
        const wider = Buffer.allocUnsafe(isLong ? this.#expectedBytes : end * 2);
        wider.set(this.#bytes.subarray(0, this.#end));
        this.#bytes = wider;
    }
    /** FNV-1a, from a start that differs each time. */
    #hash(start, end) {
        const bytes = this.#bytes;
        let hash = this.#seed;
        for (let index = start; index < end; index++)
            hash = imul(hash ^ (bytes[index] ?? 0), 0x01000193);
        return (hash ^ (hash >>> 15)) | 0;
    }
    /** The slot of an equal text, or the free one where it belongs. No JSON text begins with another whole one. */
    #slotOf(hash, start, end) {
        const mask = this.#offsets.length - 1;
        for (let slot = hash & mask;; slot = (slot + 1) & mask) {
            const offset = this.#offsets[slot] ?? 0;
            if (offset === 0)
                return slot;
            if (this.#hashes[slot] !== hash)
                continue;
            if (this.#bytes.compare(this.#bytes, start, end, offset, offset + end - start) === 0)
                return slot;
        }
    }
    #widenTable() {
        const [offsets, hashes] = [this.#offsets, this.#hashes];
        this.#offsets = new Int32Array(offsets.length * 2);
        this.#hashes = new Int32Array(offsets.length * 2);
        const mask = this.#offsets.length - 1;
        offsets.forEach((offset, index) => {
            if (offset === 0)
                return;
            const hash = hashes[index] ?? 0;
            let slot = hash & mask;
            while (this.#offsets[slot] !== 0)
                slot = (slot + 1) & mask;
            this.#offsets[slot] = offset;
            this.#hashes[slot] = hash;
        });
    }
}

;// CONCATENATED MODULE: ./src/client/targets-body.ts


const END = Buffer.from("]}");
/** Room for the name that crosses the limit. */
const LAST_NAME_BYTES = 64 * 1024;
/** Leaves out repetitions and empty names; keeps the order of first appearance. No names give an empty list. */
function targetsBody(envelope, names, limitBytes = MAX_BODY_BYTES) {
    const builder = new TargetsBodyBuilder(envelope, limitBytes);
    for (const name of names) {
        if (!builder.add(name))
            break;
    }
    return builder.finish();
}
/** Says that everything is impacted, because the caller wants it so. */
function allTargetsBody(envelope) {
    return { kind: "all", why: "asked", body: withTargets(envelope, '"ALL"}'), count: 0 };
}
/** For names that arrive piece by piece. */
class TargetsBodyBuilder {
    #envelope;
    #limitBytes;
    #names;
    #count = 0;
    #isTooLarge = false;
    constructor(envelope, limitBytes = limits_MAX_BODY_BYTES) {
        this.#envelope = envelope;
        this.#limitBytes = limitBytes;
        this.#names = new JsonTextList(withTargets(envelope, "["), limitBytes + LAST_NAME_BYTES);
    }
    /** False when the list does not fit any more, whatever follows. */
    add(name) {
        if (this.#isTooLarge)
            return false;
        if (name === "")
            return true;
        if (name.length > this.#limitBytes) {
            this.#count++; // longer than all the names before it together, so not one of them
            this.#isTooLarge = true;
            return false;
        }
        this.#names.add(name);
        this.#count = this.#names.count;
        this.#isTooLarge = this.#names.byteLength + END.byteLength > this.#limitBytes;
        return !this.#isTooLarge;
    }
    finish() {
        const count = this.#count;
        if (!this.#isTooLarge)
            return { kind: "list", body: this.#names.concat(END), count };
        return { ...allTargetsBody(this.#envelope), kind: "all", why: "tooLarge", count };
    }
}
function withTargets({ repo, targetBranch, pr }, targets) {
    const envelope = JSON.stringify({ repo, targetBranch, pr }).slice(0, -1);
    return Buffer.from(`${envelope},"impactedTargets":${targets}`);
}

;// CONCATENATED MODULE: ./src/targets/sources/list.ts
/**
 * Impacted targets as a list that someone else has made: one per line, NUL-separated, or a JSON array.
 * The list is read piece by piece and no further than it is wanted, so that its length does not matter.
 */
/** The list is not one: not text, or not in any of its forms. */
class ListFormatError extends Error {
    name = "ListFormatError";
}
/** Throws `ListFormatError`. */
async function readTargetList(pieces, take) {
    const reader = new TargetListReader(take);
    for await (const piece of pieces) {
        if (!reader.push(piece))
            return "stopped";
    }
    return reader.end();
}
/** Longer than any name that could be sent: nothing is gained by waiting for its end. */
const LONGEST_NAME = 32 * 1024 * 1024;
const ALL_LINES = new Set(["ALL", '"ALL"']);
class TargetListReader {
    #take;
    #decoder = new TextDecoder("utf-8", { fatal: true });
    /** White space before the first character that tells the form. */
    #beginning = "";
    #form = null;
    constructor(take) {
        this.#take = take;
    }
    push(bytes) {
        return this.#read(this.#decoded(bytes));
    }
    end() {
        if (!this.#read(this.#decoded()))
            return "stopped";
        return (this.#form ?? new Lines(this.#take)).end();
    }
    #read(text) {
        if (this.#form !== null)
            return this.#form.push(text);
        const beginning = this.#beginning + text;
        const first = beginning.search(/[^ \t\r\n]/);
        if (first === -1) {
            this.#beginning = beginning;
            return true;
        }
        const isArray = beginning[first] === "[";
        this.#form = isArray ? new JsonArray(this.#take) : new Lines(this.#take);
        return this.#form.push(isArray ? beginning.slice(first + 1) : beginning);
    }
    /** Without bytes: the end, where nothing of a character may be missing. */
    #decoded(bytes) {
        try {
            return bytes === undefined ? this.#decoder.decode() : this.#decoder.decode(bytes, { stream: true });
        }
        catch (error) {
            throw new ListFormatError("it is not UTF-8 text", { cause: error });
        }
    }
}
/** One name per line, or one before each NUL: whichever of the two comes first. */
class Lines {
    #take;
    #separator = null;
    #pending = "";
    #hasNames = false;
    /** `ALL` alone is no name. */
    #heldAll = null;
    constructor(take) {
        this.#take = take;
    }
    push(text) {
        this.#separator ??= firstSeparator(text);
        const separator = this.#separator;
        if (separator === "\n" && text.includes("\0")) {
            throw new ListFormatError("it holds both lines and NUL characters; separate the names by one of the two");
        }
        let start = 0;
        if (separator !== null) {
            for (let end = text.indexOf(separator); end !== -1; end = text.indexOf(separator, start)) {
                const name = this.#pending + text.slice(start, end);
                this.#pending = "";
                if (!this.#takeLine(name))
                    return false;
                start = end + 1;
            }
        }
        this.#pending += text.slice(start);
        return this.#pending.length <= LONGEST_NAME || this.#takeLine(this.#pending);
    }
    end() {
        if (!this.#takeLine(this.#pending))
            return "stopped";
        if (this.#heldAll !== null && !this.#hasNames)
            return "all";
        return this.#hasNames ? "complete" : "empty";
    }
    #takeLine(line) {
        const name = this.#separator === "\0" || !line.endsWith("\r") ? line : line.slice(0, -1);
        if (name.trim() === "")
            return true;
        if (!this.#hasNames && ALL_LINES.has(name)) {
            this.#heldAll = name;
            return true;
        }
        const isFirst = !this.#hasNames;
        this.#hasNames = true;
        if (isFirst && this.#heldAll !== null && !this.#take(this.#heldAll))
            return false;
        return this.#take(name);
    }
}
function firstSeparator(text) {
    const separator = /[\n\0]/.exec(text)?.[0];
    return separator === "\n" || separator === "\0" ? separator : null;
}
/** Texts, or objects with a `label`; each element is parsed as soon as it is complete. */
class JsonArray {
    #take;
    /** The element under way, as far as earlier pieces hold it. */
    #raw = "";
    #depth = 0;
    #isInText = false;
    #isEscaped = false;
    #isClosed = false;
    #elements = 0;
    #isLiterallyEmpty = false;
    #hasNames = false;
    constructor(take) {
        this.#take = take;
    }
    push(text) {
        let start = 0;
        for (let index = 0; index < text.length; index++) {
            const character = text[index] ?? "";
            if (this.#isClosed) {
                if (!/\s/.test(character))
                    throw new ListFormatError("it goes on after the end of its JSON array");
            }
            else if (this.#endsElement(character)) {
                const raw = this.#raw + text.slice(start, index);
                this.#raw = "";
                start = index + 1;
                this.#isClosed = character === "]";
                if (!this.#takeElement(raw))
                    return false;
            }
        }
        if (!this.#isClosed)
            this.#raw += text.slice(start);
        return true;
    }
    end() {
        if (!this.#isClosed)
            throw new ListFormatError("its JSON array has no end");
        if (this.#hasNames)
            return "complete";
        return this.#isLiterallyEmpty ? "emptyArray" : "empty";
    }
    /** Whether the character separates elements of the array itself, or closes it. */
    #endsElement(character) {
        if (this.#isInText) {
            if (this.#isEscaped)
                this.#isEscaped = false;
            else if (character === "\\")
                this.#isEscaped = true;
            else if (character === '"')
                this.#isInText = false;
            return false;
        }
        if (character === '"')
            this.#isInText = true;
        else if (character === "[" || character === "{")
            this.#depth++;
        else if (this.#depth > 0 && (character === "]" || character === "}"))
            this.#depth--;
        else
            return this.#depth === 0 && (character === "," || character === "]");
        return false;
    }
    #takeElement(raw) {
        if (this.#isClosed && this.#elements === 0 && raw.trim() === "") {
            this.#isLiterallyEmpty = raw === "";
            return true;
        }
        this.#elements++;
        const name = nameOf(raw);
        if (name === null) {
            throw new ListFormatError(`element ${this.#elements} of its JSON array is neither a text nor has a label`);
        }
        this.#hasNames ||= name !== "";
        return this.#take(name);
    }
}
/** Null when the element is no name. */
function nameOf(raw) {
    const element = list_parsed(raw);
    if (typeof element === "string")
        return element;
    const isLabelled = typeof element === "object" && element !== null && "label" in element;
    return isLabelled && typeof element.label === "string" ? element.label : null;
}
function list_parsed(raw) {
    try {
        return JSON.parse(raw);
    }
    catch {
        return undefined;
    }
}

// EXTERNAL MODULE: ./src/action/input-error.ts
var input_error = __webpack_require__(9229);
;// CONCATENATED MODULE: ./src/action/impacted-targets-input.ts
/** The impacted targets that the inputs give, as the body of the upload, and what the report says of them. */





const TARGET_INPUTS = [
    "impacted-targets",
    "impacted-targets-file",
    "impacted-targets-from",
];
const MOST_SAMPLED = 10;
/** Throws when two inputs give targets, or would. */
function checkOneSource(inputs) {
    const [first, second] = TARGET_INPUTS.filter((name) => inputs.isGiven(name));
    if (first !== undefined && second !== undefined) {
        throw new input_error/* InputError */.d(first, `cannot be given together with ${second}; choose one of the two.`);
    }
}
/** Throws `InputError` when no list can be read. */
async function readTargets(inputs, envelope) {
    const inline = inputs.value("impacted-targets");
    if (inline !== undefined)
        return impacted_targets_input_collect("impacted-targets", [Buffer.from(inline)], envelope);
    const path = inputs.value("impacted-targets-file");
    if (path !== undefined)
        return impacted_targets_input_collect("impacted-targets-file", openFile(path), envelope);
    throw new input_error/* InputError */.d("impacted-targets", "is missing; give impacted-targets or impacted-targets-file.");
}
function openFile(path) {
    const input = "impacted-targets-file";
    try {
        if (!(0,external_node_fs_.statSync)(path).isFile())
            throw new input_error/* InputError */.d(input, `${(0,input_error/* shown */.S)(path)} is not a regular file.`);
        return (0,external_node_fs_.createReadStream)(path);
    }
    catch (error) {
        if (error instanceof input_error/* InputError */.d)
            throw error;
        throw unreadable(input, error);
    }
}
async function impacted_targets_input_collect(input, pieces, envelope) {
    const builder = new TargetsBodyBuilder(envelope);
    const sample = new Set();
    const warnings = [];
    const end = await readNaming(input, pieces, (name) => {
        if (name === "ALL" && warnings.length === 0) {
            warnings.push("A target is named ALL: among other names it does not mean all of them.");
        }
        if (name !== "" && sample.size < MOST_SAMPLED)
            sample.add(name);
        return builder.add(name);
    });
    const everything = (reason) => ({ body: allTargetsBody(envelope), sample: [], reason });
    switch (end) {
        case "complete":
        case "stopped":
        case "emptyArray": {
            const body = builder.finish();
            if (body.kind === "list")
                return { body, sample: [...sample], reason: "", warnings };
            const reason = `the list is too long: with ${body.count} names the request has more than ${limits_MAX_BODY_BYTES} bytes`;
            return { body, sample: [], reason, warnings: [...warnings, `ALL is uploaded, because ${reason}.`] };
        }
        case "all":
            return { ...everything("the list says so"), warnings };
        case "empty": {
            const reason = "the list is empty, and only [] says that nothing is impacted";
            return { ...everything(reason), warnings: [`ALL is uploaded, because ${reason}.`] };
        }
    }
}
async function readNaming(input, pieces, take) {
    try {
        return await readTargetList(pieces, take);
    }
    catch (error) {
        if (error instanceof ListFormatError) {
            throw new input_error/* InputError */.d(input, `is no list of targets: ${error.message}.`, { cause: error });
        }
        throw unreadable(input, error);
    }
}
function unreadable(input, error) {
    const reason = error instanceof Error ? error.message : String(error);
    return new input_error/* InputError */.d(input, `is not readable; expected a file in the workspace: ${reason}`, {
        cause: error,
    });
}

// EXTERNAL MODULE: ./src/action/inputs.ts
var action_inputs = __webpack_require__(1729);
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
    "response",
    "http-status",
    "attempts",
    "duration-ms",
    "error-kind",
]));
/** Hides what kind of plan the operation makes for itself. */
function operation(definition) {
    const { name, summary, inputs, outputs } = definition;
    return {
        name,
        summary,
        inputs,
        outputs,
        async prepare(given) {
            const plan = await definition.plan(given);
            return {
                warnings: definition.warnings?.(plan) ?? [],
                announce: (report) => definition.announce(plan, report),
                requests: definition.requests(plan),
                run: (step) => definition.run(plan, step),
            };
        },
    };
}

;// CONCATENATED MODULE: ./src/client/settled.ts


function settled(kind, answer) {
    const { status, attempts, body, requestId } = answer;
    return { kind, status, attempts, body, requestId };
}
/** A 404 of the service with one of these codes or none. The 404 page of a proxy or a wrong address is not one. */
function isAbsence(error, codes) {
    if (!(error instanceof errors/* MergeQueueError */.W) || error.kind !== "notFound" || isWebPage(error.body))
        return false;
    return error.code === null || codes.includes(error.code);
}

;// CONCATENATED MODULE: ./src/client/cancel-idempotently.ts

async function cancelIdempotently(client, request, options = {}) {
    try {
        return settled("cancelled", await client.cancelPullRequest(request, options));
    }
    catch (error) {
        if (!isAbsence(error, ["PR_NOT_IN_QUEUE", "PR_NOT_FOUND"]))
            throw error;
        return settled("notInQueue", error);
    }
}

;// CONCATENATED MODULE: ./src/action/extra-read.ts


const LONGEST_MS = 10_000;
/** Null, and a line in the log, when it fails; a cancelled job is no failure of the read. */
async function extraRead(step, read) {
    try {
        return await read(step.client, { retries: 1, deadline: Deadline.after(LONGEST_MS) });
    }
    catch (error) {
        if (!(error instanceof errors/* MergeQueueError */.W) || error.kind === "aborted")
            throw error;
        step.log(`Not in the report: ${error.message}`);
        return null;
    }
}

// EXTERNAL MODULE: ./src/action/markup.ts
var markup = __webpack_require__(6220);
// EXTERNAL MODULE: ./src/action/words.ts
var words = __webpack_require__(9579);
;// CONCATENATED MODULE: ./src/action/pull-request-report.ts



/** What is known before the service is asked. */
function announcePullRequest({ repo, targetBranch, pr }, report) {
    report.row("Pull request", (0,markup/* markup */.PT) `${repo.owner}/${repo.name}#${pr.number} → ${targetBranch}`);
}
function reportPullRequest(request, value, report) {
    const state = value.state ?? "";
    const reason = reasonOf(value);
    announcePullRequest(request, report);
    report.set({
        state,
        "is-submitted": value.isCurrentlySubmittedToQueue,
        "is-final": isFinalState(state),
        priority: priorityInWords(value),
        reason,
    });
    report.row("Title", (0,markup/* markup */.PT) `${value.prTitle} (by ${value.prAuthor})`);
    report.row("State", (0,markup/* markup */.PT) `**${state}**`);
    report.row("Reason", reason === "" ? null : (0,markup/* markup */.PT) `${reason}`);
    report.row("Priority", (0,markup/* markup */.PT) `${priorityInWords(value)}`);
    const missing = state === "NOT_READY" ? missingForReadiness(value) : [];
    report.row("Waits for", missing.length === 0 ? null : (0,markup/* markup */.PT) `${missing.join("; ")}`);
    if (isFinalState(state))
        report.row("Position", null);
}
/** The queue's own words; its code where it has no words; empty where it gives none. */
function reasonOf(value) {
    return value.stateReasonText ?? value.stateReason ?? "";
}
function reportHistory(history, report) {
    const stays = history.map(({ state, ms }) => isFinalState(state) ? (0,markup/* markup */.PT) `${state}` : (0,markup/* markup */.PT) `${state} ${(0,words/* durationInWords */.j)(ms)}`);
    if (stays.length > 0)
        report.row("History", (0,markup/* joined */.oR)(stays, " → "));
}
function priorityInWords(value) {
    return value.priorityName === "custom" ? String(value.priorityValue) : value.priorityName;
}
function missingForReadiness({ readiness }) {
    if (readiness === undefined)
        return [];
    const missing = [];
    if (!readiness.doesBaseBranchMatch)
        missing.push("its base to be the queue's branch");
    if (readiness.requiresImpactedTargets && readiness.hasImpactedTargets === false) {
        missing.push("impacted targets of its head commit");
    }
    if (readiness.gitHubMergeability !== "mergeable") {
        missing.push(`the forge to call it mergeable (now ${readiness.gitHubMergeability})`);
    }
    return missing.length === 0 ? ["the queue to admit it"] : missing;
}

;// CONCATENATED MODULE: ./src/client/position.ts
/** Where a pull request stands in its queue. A place in line, not an estimate of the wait. */
/** Null for what is not listed, and for what is listed last because it is not ready: absence proves nothing. */
function positionIn(queue, pullRequest) {
    const admitted = queue.enqueuedPullRequests.filter(({ state }) => state !== "NOT_READY");
    const index = admitted.findIndex(({ prNumber }) => prNumber === pullRequest);
    if (index === -1)
        return null;
    return { place: index + 1, ahead: admitted.slice(0, index).map(({ prNumber }) => prNumber) };
}

;// CONCATENATED MODULE: ./src/action/queue-report.ts
/** What a report says of a queue: its state, its settings, and who stands where in it. */




const MOST_AHEAD_SHOWN = 10;
const MOST_ENTRIES_SHOWN = 50;
/** What is known before the service is asked. */
function announceQueue({ repo, targetBranch }, report) {
    report.row("Queue of", (0,markup/* markup */.PT) `${repo.owner}/${repo.name} → ${targetBranch}`);
}
function reportState({ state }, report) {
    report.set({ "queue-state": state });
    report.row("Queue", (0,markup/* markup */.PT) `**${state}**`);
}
function reportQueue(queue, report) {
    reportState(queue, report);
    const waiting = (0,words/* counted */.h)(queue.enqueuedPullRequests.length, "pull request");
    const settings = `${queue.mode}, concurrency ${queue.concurrency}, ${queue.batch ? "batches" : "no batches"}`;
    report.row("Queue", (0,markup/* markup */.PT) `**${queue.state}**, ${settings}, ${waiting} in it`);
}
/** Everything that `queue-config` could say, in its words. */
function reportSettings(settings, report) {
    const lines = Object.entries(settings)
        .filter(([key]) => key !== "state" && key !== "branch" && key !== "enqueuedPullRequests")
        .map(([key, value]) => (0,markup/* markup */.PT) `${key}: ${JSON.stringify(value)}`);
    report.row("Settings", (0,markup/* joined */.oR)(lines, "<br>"));
}
function reportEntries({ enqueuedPullRequests }, report) {
    const lines = enqueuedPullRequests
        .slice(0, MOST_ENTRIES_SHOWN)
        .map(({ prNumber, state, prTitle }) => (0,markup/* markup */.PT) `#${prNumber} ${state ?? ""} ${prTitle}`);
    const more = enqueuedPullRequests.length - lines.length;
    if (more > 0)
        lines.push((0,markup/* markup */.PT) `and ${more} more`);
    report.row("In the queue", lines.length === 0 ? (0,markup/* markup */.PT) `nothing` : (0,markup/* joined */.oR)(lines, "<br>"));
}
function reportPosition(position, report) {
    report.row("Position", (0,markup/* markup */.PT) `${positionInWords(position)}`);
}
function positionInWords({ place, ahead }) {
    if (ahead.length === 0)
        return `${place}, nobody ahead`;
    const names = ahead.slice(0, MOST_AHEAD_SHOWN).map((number) => `#${number}`);
    const more = ahead.length > names.length ? ` and ${ahead.length - names.length} more` : "";
    return `${place}, behind ${names.join(", ")}${more}`;
}
/** Adds the queue and the pull request's place in it; the outcome of the step does not depend on it. */
async function lookAtQueue({ repo, targetBranch, pr }, step) {
    const queue = await extraRead(step, (client, options) => client.getQueue({ repo, targetBranch }, options));
    if (queue === null)
        return;
    reportQueue(queue.value, step.report);
    const position = positionIn(queue.value, pr.number);
    if (position !== null)
        reportPosition(position, step.report);
}

;// CONCATENATED MODULE: ./src/action/operations/cancel.ts
/** Takes the pull request out of the queue; that it is not in there is a success too. */





const cancel = operation({
    name: "cancel",
    summary: "Takes the pull request out of the queue.",
    inputs: ["target-branch", "pr-number"],
    outputs: ["state", "is-submitted", "is-final", "priority", "reason", "queue-state"],
    plan: ({ subject }) => subject.pullRequest(),
    announce: announcePullRequest,
    requests: (request) => [{ endpoint: "cancelPullRequest", body: request }],
    run: async (request, step) => {
        const answer = await cancelIdempotently(step.client, request);
        step.report.answered(answer);
        step.report.set({ "is-submitted": false });
        const named = `#${request.pr.number}`;
        if (answer.kind === "notInQueue") {
            return { kind: "done", sentence: `${named} is not in the queue of ${request.targetBranch}.` };
        }
        const state = await extraRead(step, (client, options) => client.getSubmittedPullRequest(request, options));
        if (state !== null)
            reportPullRequest(request, state.value, step.report);
        await lookAtQueue(request, step);
        return { kind: "done", sentence: `${named} is taken out of the queue of ${request.targetBranch}.` };
    },
});

;// CONCATENATED MODULE: ./src/client/create-queue-idempotently.ts


async function createQueueIdempotently(client, request, options = {}) {
    try {
        return settled("created", await client.createQueue(request, options));
    }
    catch (error) {
        const mayBeOurs = error instanceof errors/* MergeQueueError */.W && error.status === 409 && error.mayHaveActed;
        if (!mayBeOurs || !(await isAsRequested(client, request, options)))
            throw error;
        return settled("createdByLostRequest", error);
    }
}
/** False when the service does not show the queue; the 409 is then the better error. */
async function isAsRequested(client, { repo, targetBranch, mode, concurrency }, options) {
    try {
        const { value } = await client.getQueue({ repo, targetBranch }, options);
        const sameMode = mode === undefined || mode.toLowerCase() === value.mode;
        return sameMode && (concurrency === undefined || concurrency === value.concurrency);
    }
    catch (error) {
        if (error instanceof errors/* MergeQueueError */.W)
            return false;
        throw error;
    }
}

// EXTERNAL MODULE: ./src/action/error-kind.ts
var error_kind = __webpack_require__(8407);
// EXTERNAL MODULE: ./src/action/setting-inputs.ts
var setting_inputs = __webpack_require__(2270);
;// CONCATENATED MODULE: ./src/action/settings.ts
/** The queue's settings from `queue-config` and from the inputs of their own, checked as the contract demands. */




const SETTINGS_INPUTS = [
    "queue-config",
    ...Object.keys(setting_inputs/* SETTING_INPUTS */.F).filter(setting_inputs/* isSettingInputName */.i),
];
/** Throws `InputError` for a key or value that the contract does not know, and for two inputs that disagree. */
async function readSettings(inputs) {
    const settings = new Map();
    for (const [key, value] of await configured(inputs)) {
        if (!isSettingKey(key))
            throw new input_error/* InputError */.d("queue-config", unknownKey(key));
        settings.set(key, checked("queue-config", key, value));
    }
    for (const name of Object.keys(setting_inputs/* SETTING_INPUTS */.F).filter(setting_inputs/* isSettingInputName */.i)) {
        const text = inputs.value(name);
        if (text === undefined)
            continue;
        const { key } = setting_inputs/* SETTING_INPUTS */.F[name];
        const value = checked(name, key, fromText(key, text));
        const configuredValue = settings.get(key);
        if (configuredValue !== undefined && JSON.stringify(configuredValue) !== JSON.stringify(value)) {
            throw new input_error/* InputError */.d(name, `${(0,input_error/* shown */.S)(text)} contradicts ${key} in queue-config; give it once.`);
        }
        settings.set(key, value);
    }
    if (settings.has("requiredStatuses") && settings.get("deleteRequiredStatuses") === true) {
        throw new input_error/* InputError */.d("queue-config", "both sets and deletes the required statuses; give one of the two.");
    }
    return settings;
}
/** The request, typed: each value has been checked, so that the whole can only be right. */
function updateRequest(queue, settings) {
    return endpoints.updateQueue.request.parse({ ...queue, ...Object.fromEntries(settings) });
}
async function configured(inputs) {
    const text = inputs.value("queue-config");
    if (text === undefined)
        return new Map();
    const { parseQueueConfig } = await Promise.all(/* import() */[__webpack_require__.e(815), __webpack_require__.e(420)]).then(__webpack_require__.bind(__webpack_require__, 7420));
    return parseQueueConfig(text);
}
function isSettingKey(key) {
    return Object.hasOwn(settingsChange, key);
}
function unknownKey(key) {
    return `${(0,input_error/* shown */.S)(key)} is no setting; expected some of ${Object.keys(settingsChange).join(", ")}.`;
}
/** An empty list of required statuses is ignored by services, so it says nothing that anyone could mean. */
function checked(input, key, value) {
    const written = (0,input_error/* shown */.S)(JSON.stringify(value));
    if (key === "requiredStatuses" && Array.isArray(value) && value.length === 0) {
        throw new input_error/* InputError */.d(input, "requiredStatuses is empty; to drop the list say deleteRequiredStatuses: true.");
    }
    const read = settingsChange[key].safeParse(value);
    if (read.success && read.data !== undefined)
        return value;
    const [issue] = read.error?.issues ?? [];
    const expected = (issue?.message ?? "another value").replace(/^expected /, "");
    throw new input_error/* InputError */.d(input, `${key}: ${written} is not accepted; expected ${expected}.`);
}
/** Takes the input's text as the kind of value that the setting has. */
function fromText(key, text) {
    if (key === "requiredStatuses") {
        const lines = text.split("\n").map((line) => line.trim());
        return lines.filter((line) => line !== "");
    }
    if (text === "true" || text === "false")
        return text === "true";
    return /^\d{1,10}$/.test(text) ? Number(text) : text;
}

;// CONCATENATED MODULE: ./src/action/operations/create-queue.ts
/** Creates the queue of the target branch. What the endpoint does not take is set in a second request. */






const createQueue = operation({
    name: "create-queue",
    summary: "Creates the queue of the target branch, with all its settings.",
    inputs: ["target-branch", ...SETTINGS_INPUTS],
    outputs: ["queue-state"],
    plan: async ({ inputs, subject }) => planFor(subject.queue(), await readSettings(inputs)),
    announce: ({ queue }, report) => announceQueue(queue, report),
    requests: ({ creation, update }) => [
        { endpoint: "createQueue", body: creation },
        ...(update === null ? [] : [{ endpoint: "updateQueue", body: update }]),
    ],
    run: async ({ creation, update }, step) => {
        step.report.answered(await createQueueIdempotently(step.client, creation));
        const created = `The queue of ${creation.targetBranch} is created`;
        if (update === null)
            return { kind: "done", sentence: `${created}.` };
        return applyTo(created, update, step);
    },
});
function planFor(queue, settings) {
    const { mode, concurrency } = updateRequest(queue, settings);
    const others = new Map([...settings].filter(([key]) => key !== "mode" && key !== "concurrency"));
    return {
        queue,
        creation: {
            ...queue,
            ...(mode === undefined ? {} : { mode }),
            ...(concurrency === undefined ? {} : { concurrency }),
        },
        update: others.size === 0 ? null : updateRequest(queue, others),
    };
}
/** The queue stands whether or not this works, and the workflow has to know which of the two it is. */
async function applyTo(created, update, step) {
    try {
        const answer = await step.client.updateQueue(update);
        step.report.answered(answer);
        reportState(answer.value, step.report);
        reportSettings(answer.value, step.report);
        return { kind: "done", sentence: `${created} and has its settings.` };
    }
    catch (error) {
        if (!(error instanceof errors/* MergeQueueError */.W))
            throw error;
        step.report.answered(error);
        const sentence = `${created}, but its settings are not applied: ${error.message}. Repeat them with update-queue.`;
        return { kind: "notDone", errorKind: (0,error_kind/* errorKindInWords */.T)(error.kind), sentence };
    }
}

;// CONCATENATED MODULE: ./src/client/delete-queue-idempotently.ts

async function deleteQueueIdempotently(client, request, options = {}) {
    try {
        return settled("deleted", await client.deleteQueue(request, options));
    }
    catch (error) {
        if (!isAbsence(error, ["MERGE_QUEUE_NOT_FOUND"]))
            throw error;
        return settled("noSuchQueue", error);
    }
}

;// CONCATENATED MODULE: ./src/action/operations/delete-queue.ts
/** Deletes the queue, which must be empty; that there is none is a success too. */



const deleteQueue = operation({
    name: "delete-queue",
    summary: "Deletes the queue, which must be empty.",
    inputs: ["target-branch"],
    outputs: [],
    plan: ({ subject }) => subject.queue(),
    announce: announceQueue,
    requests: (request) => [{ endpoint: "deleteQueue", body: request }],
    run: async (request, step) => {
        const answer = await deleteQueueIdempotently(step.client, request);
        step.report.answered(answer);
        const branch = request.targetBranch;
        return answer.kind === "deleted"
            ? { kind: "done", sentence: `The queue of ${branch} is deleted.` }
            : { kind: "done", sentence: `${branch} has no queue.` };
    },
});

;// CONCATENATED MODULE: ./src/action/operations/get-queue.ts
/** Shows the queue: its settings, and its pull requests in the order they are considered. */


const getQueue = operation({
    name: "get-queue",
    summary: "Shows the queue: its settings, and its pull requests in order.",
    inputs: ["target-branch"],
    outputs: ["queue-state"],
    plan: ({ subject }) => subject.queue(),
    announce: announceQueue,
    requests: (request) => [{ endpoint: "getQueue", body: request }],
    run: async (request, step) => {
        const answer = await step.client.getQueue(request);
        step.report.answered(answer);
        reportQueue(answer.value, step.report);
        reportSettings(answer.value, step.report);
        reportEntries(answer.value, step.report);
        return { kind: "done", sentence: `The queue of ${request.targetBranch} is ${answer.value.state}.` };
    },
});

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
;// CONCATENATED MODULE: ./src/action/workspace-file.ts
/** Files that inputs name: checked before the first request, so that nothing is done whose result has no place. */



/** Throws `InputError` unless a file can be written there; its folder may still be missing. */
function checkWritable(input, path) {
    const parts = ancestors((0,external_node_path_.resolve)(path));
    const existing = parts.find((part) => (0,external_node_fs_.existsSync)(part)) ?? "/";
    const isFolder = (0,external_node_fs_.statSync)(existing).isDirectory();
    if (existing === (0,external_node_path_.resolve)(path) ? isFolder : !isFolder) {
        throw new input_error/* InputError */.d(input, `${(0,input_error/* shown */.S)(path)} cannot be a file: ${(0,input_error/* shown */.S)(existing)} is in the way.`);
    }
    try {
        (0,external_node_fs_.accessSync)(existing, external_node_fs_.constants.W_OK);
    }
    catch (error) {
        throw new input_error/* InputError */.d(input, `${(0,input_error/* shown */.S)(path)} cannot be written: no access to ${(0,input_error/* shown */.S)(existing)}.`, {
            cause: error,
        });
    }
}
function writeToFile(input, path, text) {
    try {
        (0,external_node_fs_.mkdirSync)((0,external_node_path_.dirname)((0,external_node_path_.resolve)(path)), { recursive: true });
        (0,external_node_fs_.writeFileSync)(path, text);
    }
    catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new input_error/* InputError */.d(input, `${(0,input_error/* shown */.S)(path)} could not be written: ${reason}`, { cause: error });
    }
}
/** The path, its folder, that one's folder, and so on. */
function ancestors(path) {
    const parent = (0,external_node_path_.dirname)(path);
    return parent === path ? [path] : [path, ...ancestors(parent)];
}

;// CONCATENATED MODULE: ./src/action/operations/metrics.ts




const MOST_ROWS = 40;
const metrics = operation({
    name: "metrics",
    summary: 'Reads the metrics of the repository\'s queues, or with `repository: "*"` of all, as Prometheus text.',
    inputs: ["metrics-file"],
    outputs: [],
    plan: ({ inputs, subject }) => {
        const repository = subject.repositoryOrAll();
        const file = inputs.value("metrics-file") ?? null;
        if (file !== null)
            checkWritable("metrics-file", file);
        if (repository === "*")
            return { request: {}, file };
        const { host, owner, name } = repository;
        return { request: { repo: `${owner}/${name}`, repoHost: host }, file };
    },
    announce: ({ request, file }, report) => {
        report.row("Repository", (0,markup/* markup */.PT) `${request.repo ?? "all"}`);
        if (file !== null)
            report.row("File", (0,markup/* markup */.PT) `${file}`);
    },
    requests: ({ request }) => [{ endpoint: "getMergeQueueMetrics", body: request }],
    run: async ({ request, file }, step) => {
        const answer = await step.client.getMergeQueueMetrics(request);
        step.report.answered(answer);
        const gauges = gaugesIn(answer.value);
        reportGauges(gauges, step.report);
        if (file !== null)
            writeToFile("metrics-file", file, answer.value);
        const sentence = `${(0,words/* counted */.h)(gauges.length, "gauge")} read${file === null ? "" : `, and everything written to ${file}`}.`;
        return { kind: "done", sentence };
    },
});
/** The lines with one number each; histograms are for programs. */
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

;// CONCATENATED MODULE: ./src/client/restart-tests-once.ts



/**
 * After a lost reply the state is read back: a new stay in the line or in testing means that the restart
 * took place; an unchanged state means that it did not, and it is asked for once more. Anything else is
 * thrown, because no one can tell.
 */
async function restartTestsOnce(client, request, options = {}) {
    const before = await stateOf(client, request, options);
    try {
        return settled("restarted", await client.restartTestsOnPullRequest(request, options));
    }
    catch (error) {
        if (!isLostReply(error) || before === null)
            throw error;
        const seen = await readBack(client, request, options, before);
        if (seen === "restarted")
            return settled("restartedByLostRequest", error);
        if (seen === "moved")
            throw error;
        return settled("restarted", await client.restartTestsOnPullRequest(request, options));
    }
}
function isLostReply(error) {
    if (!(error instanceof errors/* MergeQueueError */.W) || !error.mayHaveActed)
        return false;
    return error.kind !== "aborted" && error.kind !== "deadlinePassed";
}
async function readBack(client, request, options, before) {
    // The request may still be under way inside the service.
    await client.clock.sleep(backOffMs(2, client.random), client.signalWith(options.signal));
    const after = await stateOf(client, request, options);
    if (after === null)
        return "moved";
    if (after.stateChangedAt === before.stateChangedAt && after.state === before.state)
        return "unchanged";
    return after.state === "PENDING" || after.state === "TESTING" ? "restarted" : "moved";
}
/** Null when the service does not say: it may know no such pull request, or the token may not read. */
async function stateOf(client, { repo, targetBranch, pr }, options) {
    try {
        return (await client.getSubmittedPullRequest({ repo, targetBranch, pr }, options)).value;
    }
    catch (error) {
        if (error instanceof errors/* MergeQueueError */.W && error.status !== null && !error.retryable)
            return null;
        throw error;
    }
}

;// CONCATENATED MODULE: ./src/action/operations/restart-tests.ts
/** Tests the pull request again, in place, and not twice when a reply is lost. */





const restartTests = operation({
    name: "restart-tests",
    summary: "Tests the pull request again, in place.",
    inputs: ["target-branch", "pr-number"],
    outputs: ["state", "is-submitted", "is-final", "priority", "reason", "queue-state"],
    plan: ({ subject }) => subject.pullRequest(),
    announce: announcePullRequest,
    requests: (request) => [{ endpoint: "restartTestsOnPullRequest", body: request }],
    run: async (request, step) => {
        step.report.answered(await restartTestsOnce(step.client, request));
        const state = await extraRead(step, (client, options) => client.getSubmittedPullRequest(request, options));
        if (state !== null)
            reportPullRequest(request, state.value, step.report);
        await lookAtQueue(request, step);
        return { kind: "done", sentence: `The tests of #${request.pr.number} start again.` };
    },
});

;// CONCATENATED MODULE: ./src/client/send-targets.ts


/** A service, or a proxy before it, may take less than the contract says: a 413 is answered with `"ALL"` once. */
async function sendTargets(client, envelope, targets, options = {}) {
    const { count } = targets;
    try {
        const answer = await client.callWithBody("setImpactedTargets", targets.body, options);
        return targets.kind === "list"
            ? { ...answer, sentAs: "list", why: "fits", count }
            : { ...answer, sentAs: "all", why: targets.why, count };
    }
    catch (error) {
        const mayBeShorter = error instanceof errors/* MergeQueueError */.W && error.status === 413 && targets.kind === "list";
        if (!mayBeShorter)
            throw error;
        const answer = await client.callWithBody("setImpactedTargets", allTargetsBody(envelope).body, options);
        return { ...answer, attempts: error.attempts + answer.attempts, sentAs: "all", why: "refused", count };
    }
}

;// CONCATENATED MODULE: ./src/action/operations/set-impacted-targets.ts
/** Uploads which targets the pull request impacts, for its head commit; as everything when the list does not fit. */






const setImpactedTargets = operation({
    name: "set-impacted-targets",
    summary: "Uploads which targets the pull request impacts, for its head commit.",
    inputs: ["target-branch", "pr-number", "pr-sha", ...TARGET_INPUTS],
    outputs: ["impacted-targets-count", "impacted-targets-all", "impacted-targets-reason"],
    plan: async ({ inputs, subject }) => {
        const pullRequest = subject.pullRequest();
        const envelope = { ...pullRequest, pr: { ...pullRequest.pr, sha: subject.headSha() } };
        return { pullRequest, envelope, targets: await readTargets(inputs, envelope) };
    },
    announce: ({ pullRequest, envelope, targets }, report) => {
        announcePullRequest(pullRequest, report);
        report.row("Head commit", (0,markup/* markup */.PT) `${envelope.pr.sha ?? ""}`);
        if (targets.body.kind === "all")
            reportAll(targets.reason, report);
        else
            reportList(targets.body.count, targets.sample, report);
    },
    warnings: ({ targets }) => targets.warnings,
    requests: ({ targets }) => [{ endpoint: "setImpactedTargets", body: targets.body.body }],
    run: async ({ pullRequest, envelope, targets }, step) => {
        const sent = await sendTargets(step.client, envelope, targets.body);
        step.report.answered(sent);
        const uploaded = `for #${pullRequest.pr.number}`;
        if (sent.why === "refused") {
            const reason = `the service does not take a list of ${(0,words/* counted */.h)(sent.count, "name")} in one request`;
            step.warn(`ALL is uploaded, because ${reason}.`);
            reportAll(reason, step.report);
        }
        return sent.sentAs === "all"
            ? { kind: "done", sentence: `ALL targets are uploaded ${uploaded}.` }
            : { kind: "done", sentence: `${(0,words/* counted */.h)(sent.count, "impacted target")} uploaded ${uploaded}.` };
    },
});
function reportAll(reason, report) {
    report.set({
        "impacted-targets-count": "",
        "impacted-targets-all": true,
        "impacted-targets-reason": reason,
    });
    report.row("Impacted targets", (0,markup/* markup */.PT) `**ALL**, because ${reason}`);
}
function reportList(count, sample, report) {
    report.set({ "impacted-targets-count": count, "impacted-targets-all": false });
    const more = count > sample.length ? ` and ${count - sample.length} more` : "";
    const names = count === 0 ? "" : `: ${sample.join(", ")}${more}`;
    report.row("Impacted targets", (0,markup/* markup */.PT) `${count}${names}`);
}

;// CONCATENATED MODULE: ./src/client/wait.ts





/** The wait ended without an outcome; `progress` is the last that was seen. */
class WaitError extends errors/* MergeQueueError */.W {
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
/** A service in trouble is asked less often, but its return is noticed within a few intervals. */
const SLOWEST_POLL = 4;
const UNKNOWN_STATE = "UNKNOWN";
const LASTING_KINDS = new Set([
    "unauthorized",
    "forbidden",
    "refused",
    "bodyTooLarge",
]);
const LASTING_CODES = new Set(["MERGE_QUEUE_NOT_FOUND", "REPOSITORY_NOT_FOUND"]);
/**
 * Returns as soon as the state is final. Survives lost connections, 5xx, pages of proxies and a short 404;
 * throws `WaitError` when the deadline passes, the signal aborts or the service says a lasting no.
 */
async function waitForOutcome(client, request, options = {}) {
    const deadline = client.deadlineWith(options.deadline);
    const signal = client.signalWith(options.signal);
    const watch = new Watch(client, request, options, { retries: 0, deadline, signal });
    for (;;) {
        const outcome = await watch.poll();
        if (outcome !== null)
            return outcome;
        await watch.updatePosition();
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
    #stays = [];
    #polls = 0;
    #failuresInARow = 0;
    #trouble = null;
    #unknownSince = null;
    #reportedAt;
    #position = null;
    #positionAskedAt = Number.NEGATIVE_INFINITY;
    constructor(client, request, options, limits) {
        this.#client = client;
        this.#request = request;
        this.#options = options;
        this.#limits = limits;
        this.#startedAt = client.clock.now();
        this.#reportedAt = this.#startedAt;
    }
    /** Null when the queue is not done, or did not answer and may do so later. */
    async poll() {
        this.#endIfOver();
        this.#polls++;
        try {
            const { value } = await this.#client.getSubmittedPullRequest(this.#request, this.#limits);
            return this.#see(value);
        }
        catch (error) {
            if (!(error instanceof errors/* MergeQueueError */.W))
                throw error;
            this.#miss(error);
            return null;
        }
    }
    /** Asks for the place in line when it is time; the wait does not depend on the answer. */
    async updatePosition() {
        const now = this.#client.clock.now();
        const { positionIntervalMs } = this.#options;
        if (positionIntervalMs === undefined || this.#trouble !== null)
            return;
        if (now - this.#positionAskedAt < positionIntervalMs)
            return;
        this.#positionAskedAt = now;
        const { repo, targetBranch, pr } = this.#request;
        try {
            const { value } = await this.#client.getQueue({ repo, targetBranch }, this.#limits);
            this.#position = positionIn(value, Number(pr.number));
        }
        catch (error) {
            if (!(error instanceof errors/* MergeQueueError */.W))
                throw error;
            this.#position = null;
        }
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
        const slower = Math.min(SLOWEST_POLL, 2 ** this.#failuresInARow);
        const jitter = 0.8 + 0.4 * this.#client.random();
        const asked = Math.min(this.#trouble?.retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS);
        return Math.max(asked, Math.round(intervalMs * slower * jitter));
    }
    #see(value) {
        const state = value.state ?? UNKNOWN_STATE;
        const isNewState = state !== this.#stays.at(-1)?.state;
        const isNews = isNewState || value.stateReason !== this.#value?.stateReason;
        if (isNewState)
            this.#stays = [...this.#stays, { state, since: this.#client.clock.now() }];
        this.#value = value;
        this.#trouble = null;
        this.#failuresInARow = 0;
        this.#unknownSince = null;
        if (isNews) {
            this.#reportedAt = this.#client.clock.now();
            this.#options.onChange?.(this.#progress());
        }
        if (!isFinalState(state))
            return null;
        const { history, waitedMs, polls } = this.#progress();
        return { state, value, history, waitedMs, polls };
    }
    #miss(error) {
        if (error.kind === "deadlinePassed")
            throw this.#deadlineError();
        if (error.kind === "aborted" || this.#isLasting(error))
            throw new WaitError(error, this.#progress());
        this.#trouble = error;
        // A service that does not know the pull request yet is well.
        this.#failuresInARow = error.kind === "notFound" ? 0 : this.#failuresInARow + 1;
    }
    /** Whether the same answer must be expected for ever. */
    #isLasting(error) {
        if (LASTING_KINDS.has(error.kind) || LASTING_CODES.has(error.code))
            return true;
        return (error.kind === "notFound" || error.kind === "redirected") && this.#isOutOfGrace();
    }
    #isOutOfGrace() {
        const now = this.#client.clock.now();
        this.#unknownSince ??= now;
        return now - this.#unknownSince >= (this.#options.graceMs ?? DEFAULT_GRACE_MS);
    }
    #endIfOver() {
        if (this.#limits.signal.aborted)
            throw new WaitError(failureBeforeSending("aborted"), this.#progress());
        if (this.#limits.deadline.hasPassed)
            throw this.#deadlineError();
    }
    #deadlineError() {
        const state = this.#stays.at(-1)?.state;
        const words = [
            state === undefined ? null : `the last state was ${state}`,
            this.#trouble?.message ?? null,
        ];
        const detail = words.filter((word) => word !== null).join("; ");
        return new WaitError(failureBeforeSending("deadlinePassed", detail), this.#progress());
    }
    #progress() {
        const now = this.#client.clock.now();
        return {
            value: this.#value,
            state: this.#stays.at(-1)?.state ?? null,
            stateReason: this.#value?.stateReason ?? null,
            history: this.#stays.map(({ state, since }, index) => ({
                state,
                ms: (this.#stays[index + 1]?.since ?? now) - since,
            })),
            waitedMs: now - this.#startedAt,
            polls: this.#polls,
            position: this.#position,
            trouble: this.#trouble,
        };
    }
}

;// CONCATENATED MODULE: ./src/action/waiting.ts
/** Waits until the queue is done with a pull request, and says on the way what happens. */







const WAIT_INPUTS = ["wait", "wait-timeout", "poll-interval", "cancel-on-abort"];
const POSITION_INTERVAL_MS = 30_000;
/** Null when the step does not wait. */
function readWaiting(inputs) {
    return inputs.required("wait") ? { pollIntervalMs: inputs.required("poll-interval") } : null;
}
async function waitUntilFinal(request, { pollIntervalMs }, step) {
    try {
        const outcome = await waitForOutcome(step.client, request, {
            pollIntervalMs,
            positionIntervalMs: POSITION_INTERVAL_MS,
            onChange: (progress) => sayProgress(request, progress, step),
            onHeartbeat: (progress) => sayProgress(request, progress, step),
        });
        reportPullRequest(request, outcome.value, step.report);
        reportHistory(outcome.history, step.report);
        step.report.answered({ status: 200, attempts: outcome.polls, body: JSON.stringify(outcome.value) });
        await lookAtQueue(request, step);
        return verdictOn(request, outcome);
    }
    catch (error) {
        if (!(error instanceof WaitError))
            throw error;
        reportProgress(request, error.progress, step);
        if (error.kind !== "deadlinePassed")
            throw error;
        step.report.set({ attempts: error.attempts });
        return tooLate(request, error.progress);
    }
}
/** Runs what may be aborted; when it was, and the workflow wishes so, takes the pull request out of the queue. */
async function cancellingOnAbort(request, wished, step, run) {
    try {
        return await run();
    }
    catch (error) {
        if (wished && error instanceof errors/* MergeQueueError */.W && error.kind === "aborted")
            await waiting_cancel(request, step);
        throw error;
    }
}
async function waiting_cancel(request, step) {
    try {
        const { kind } = await cancelIdempotently(step.partingClient(), request);
        const sentence = kind === "cancelled" ? "was taken out of the queue" : "is not in the queue";
        step.log(`#${request.pr.number} ${sentence}, because the job was cancelled.`);
        step.report.set({ "is-submitted": false });
    }
    catch (error) {
        if (!(error instanceof errors/* MergeQueueError */.W))
            throw error;
        step.warn(`#${request.pr.number} may still be in the queue: ${error.message}`);
    }
}
function verdictOn({ pr }, { state, value, waitedMs }) {
    const after = `after ${(0,words/* durationInWords */.j)(waitedMs)}`;
    if (state === "MERGED")
        return { kind: "done", sentence: `#${pr.number} is MERGED ${after}.` };
    const reason = reasonOf(value) || "the queue gives no reason";
    return {
        kind: "notDone",
        errorKind: state === "FAILED" ? "failed" : "cancelled",
        sentence: `#${pr.number} is ${state} ${after}: ${reason}`,
    };
}
function tooLate({ pr }, { state, waitedMs, trouble }) {
    const last = state === null ? "has shown no state" : `is still ${state}`;
    const because = trouble === null ? "" : ` The service's last answer: ${trouble.message}`;
    return {
        kind: "notDone",
        errorKind: "deadline-passed",
        sentence: `#${pr.number} ${last} after ${(0,words/* durationInWords */.j)(waitedMs)}, the end of wait-timeout or timeout.${because}`,
    };
}
/** A final state has a line of its own at the end. */
function sayProgress(request, progress, step) {
    reportProgress(request, progress, step);
    const state = progress.state ?? "not known yet";
    if (isFinalState(state))
        return;
    const details = [
        progress.value === null ? "" : reasonOf(progress.value),
        progress.position === null ? "" : `position ${positionInWords(progress.position)}`,
        progress.trouble === null ? "" : `still asking, because ${progress.trouble.message}`,
    ].filter((detail) => detail !== "");
    step.log(`${(0,words/* durationInWords */.j)(progress.waitedMs)}: #${request.pr.number} ${[state, ...details].join("; ")}`);
}
function reportProgress(request, progress, step) {
    if (progress.value !== null)
        reportPullRequest(request, progress.value, step.report);
    if (progress.position !== null)
        reportPosition(progress.position, step.report);
    reportHistory(progress.history, step.report);
}

;// CONCATENATED MODULE: ./src/action/operations/status.ts
/** Says where the pull request is, also after it has left the queue. */




const status_status = operation({
    name: "status",
    summary: "Says where the pull request is, also after it has left the queue.",
    inputs: ["target-branch", "pr-number", ...WAIT_INPUTS],
    outputs: ["state", "is-submitted", "is-final", "priority", "reason", "queue-state"],
    plan: ({ inputs, subject }) => ({
        pullRequest: subject.pullRequest(),
        waiting: readWaiting(inputs),
        cancelOnAbort: inputs.required("cancel-on-abort"),
    }),
    announce: ({ pullRequest }, report) => announcePullRequest(pullRequest, report),
    requests: ({ pullRequest }) => [{ endpoint: "getSubmittedPullRequest", body: pullRequest }],
    run: async ({ pullRequest, waiting, cancelOnAbort }, step) => {
        if (waiting !== null) {
            return cancellingOnAbort(pullRequest, cancelOnAbort, step, () => waitUntilFinal(pullRequest, waiting, step));
        }
        const answer = await step.client.getSubmittedPullRequest(pullRequest);
        step.report.answered(answer);
        reportPullRequest(pullRequest, answer.value, step.report);
        await lookAtQueue(pullRequest, step);
        const reason = reasonOf(answer.value);
        const sentence = `#${pullRequest.pr.number} is ${answer.value.state ?? "in a state that the service does not tell"}`;
        return { kind: "done", sentence: reason === "" ? `${sentence}.` : `${sentence}: ${reason}` };
    },
});

;// CONCATENATED MODULE: ./src/client/submit-idempotently.ts


async function submitIdempotently(client, request, options = {}) {
    try {
        return settled("submitted", await client.submitPullRequest(request, options));
    }
    catch (error) {
        if (!saysAlreadyQueued(error) || !(await isInQueue(client, request, options)))
            throw error;
        return settled("alreadyInQueue", error);
    }
}
/** A 409 that gives another reason is a real no. */
function saysAlreadyQueued(error) {
    if (!(error instanceof errors/* MergeQueueError */.W) || error.status !== 409)
        return false;
    return error.code === null || /ALREADY/i.test(error.code);
}
/** False when the service does not say so; the 409 is then the better error. */
async function isInQueue(client, { repo, targetBranch, pr }, options) {
    try {
        const { value } = await client.getSubmittedPullRequest({ repo, targetBranch, pr }, options);
        return value.isCurrentlySubmittedToQueue;
    }
    catch (error) {
        if (error instanceof errors/* MergeQueueError */.W)
            return false;
        throw error;
    }
}

;// CONCATENATED MODULE: ./src/action/operations/submit.ts
/** Puts the pull request in the merge queue; that it is in there already is a success too. */






const submit_submit = operation({
    name: "submit",
    summary: "Puts the pull request in the queue, or rewrites its priority and batching there.",
    inputs: ["target-branch", "pr-number", "priority", "no-batch", ...WAIT_INPUTS],
    outputs: ["state", "is-submitted", "is-final", "priority", "reason", "queue-state"],
    plan: ({ inputs, subject }) => {
        const pullRequest = subject.pullRequest();
        const priority = inputs.value("priority");
        const request = {
            ...pullRequest,
            ...(priority === undefined ? {} : { priority }),
            ...(inputs.required("no-batch") ? { noBatch: true } : {}),
        };
        const waiting = readWaiting(inputs);
        return { pullRequest, request, waiting, cancelOnAbort: inputs.required("cancel-on-abort") };
    },
    announce: ({ pullRequest }, report) => announcePullRequest(pullRequest, report),
    requests: ({ request }) => [{ endpoint: "submitPullRequest", body: request }],
    run: ({ pullRequest, request, waiting, cancelOnAbort }, step) => cancellingOnAbort(pullRequest, cancelOnAbort, step, async () => {
        const answer = await submitIdempotently(step.client, request);
        step.report.answered(answer);
        step.report.set({ "is-submitted": true });
        const sentence = answer.kind === "submitted"
            ? `#${pullRequest.pr.number} is submitted to the queue of ${pullRequest.targetBranch}.`
            : `#${pullRequest.pr.number} is in the queue of ${pullRequest.targetBranch} already.`;
        if (waiting === null)
            return submitted(pullRequest, sentence, step);
        step.log(sentence);
        return waitUntilFinal(pullRequest, waiting, step);
    }),
});
/** The state right after; the submission stands, whether or not it can be read. */
async function submitted(request, sentence, step) {
    const state = await extraRead(step, (client, options) => client.getSubmittedPullRequest(request, options));
    if (state !== null)
        reportPullRequest(request, state.value, step.report);
    await lookAtQueue(request, step);
    return { kind: "done", sentence };
}

;// CONCATENATED MODULE: ./src/action/operations/testing-details.ts



const MOST_SHOWN = 30;
const testing_details_testingDetails = operation({
    name: "testing-details",
    summary: "Shows a test run: what it tests, on which branch, and how its checks stand.",
    inputs: ["target-branch", "test-run-id"],
    outputs: [],
    plan: ({ subject }) => ({ ...subject.queue(), testRunId: subject.testRunId() }),
    announce: ({ repo, targetBranch, testRunId }, report) => {
        report.row("Queue of", (0,markup/* markup */.PT) `${repo.owner}/${repo.name} → ${targetBranch}`);
        report.row("Test run", (0,markup/* markup */.PT) `${testRunId}`);
    },
    requests: (request) => [{ endpoint: "getMergeQueueTestingDetails", body: request }],
    run: async (request, step) => {
        const answer = await step.client.getMergeQueueTestingDetails(request);
        step.report.answered(answer);
        reportDetails(answer.value, step.report);
        const tested = (0,words/* counted */.h)(answer.value.testedPullRequests.length, "pull request");
        const status = answer.value.status ?? "in a status that the service does not tell";
        return { kind: "done", sentence: `The test run of ${tested} is ${status}.` };
    },
});
function reportDetails(details, report) {
    report.row("Status", details.status === undefined ? null : (0,markup/* markup */.PT) `**${details.status}**`);
    report.row("Test branch", (0,markup/* markup */.PT) `${details.testBranch} at ${details.testBranchSha}`);
    report.row("Tests", lines(details.testedPullRequests.map(({ prNumber, title }) => (0,markup/* markup */.PT) `#${prNumber} ${title}`)));
    const beneath = details.dependentPrs ?? [];
    report.row("On top of", lines(beneath.map((number) => (0,markup/* markup */.PT) `#${number}`)));
    report.row("Required checks", lines(details.requiredStatuses.map((name) => (0,markup/* markup */.PT) `${name}`)));
    report.row("Checks", lines(checksIn(details)));
}
/** Some services report all results as statuses, others as check runs. */
function checksIn({ checkSuites, statusChecks }) {
    const runs = checkSuites.flatMap(({ checkRuns }) => checkRuns);
    return [
        ...runs.map(({ name, status, conclusion }) => (0,markup/* markup */.PT) `${name}: ${conclusion ?? status}`),
        ...statusChecks.map(({ context, state }) => (0,markup/* markup */.PT) `${context}: ${state}`),
    ];
}
/** Null when there is nothing to show. */
function lines(all) {
    const shown = all.slice(0, MOST_SHOWN);
    if (all.length > shown.length)
        shown.push((0,markup/* markup */.PT) `and ${all.length - shown.length} more`);
    return shown.length === 0 ? null : (0,markup/* joined */.oR)(shown, "<br>");
}

;// CONCATENATED MODULE: ./src/action/operations/update-queue.ts
/** Changes settings and state of the queue; what the workflow does not name stays. */




const updateQueue = operation({
    name: "update-queue",
    summary: "Changes settings and state of the queue: pauses it, resumes it, drains it.",
    inputs: ["target-branch", ...SETTINGS_INPUTS],
    outputs: ["queue-state"],
    plan: async ({ inputs, subject }) => {
        const settings = await readSettings(inputs);
        if (settings.size === 0) {
            throw new input_error/* InputError */.d("queue-config", `is missing; give it, or another setting such as state: PAUSED.`);
        }
        return updateRequest(subject.queue(), settings);
    },
    announce: announceQueue,
    requests: (request) => [{ endpoint: "updateQueue", body: request }],
    run: async (request, step) => {
        const answer = await step.client.updateQueue(request);
        step.report.answered(answer);
        reportState(answer.value, step.report);
        reportSettings(answer.value, step.report);
        const sentence = `The queue of ${request.targetBranch} has its new settings and is ${answer.value.state}.`;
        return { kind: "done", sentence };
    },
});

;// CONCATENATED MODULE: ./src/action/operations.ts











const OPERATIONS = {
    submit: submit_submit,
    cancel: cancel,
    "restart-tests": restartTests,
    status: status_status,
    "set-impacted-targets": setImpactedTargets,
    "testing-details": testing_details_testingDetails,
    "create-queue": createQueue,
    "delete-queue": deleteQueue,
    "get-queue": getQueue,
    "update-queue": updateQueue,
    metrics: metrics,
};

// EXTERNAL MODULE: ./src/action/input-forms.ts + 1 modules
var input_forms = __webpack_require__(3188);
;// CONCATENATED MODULE: ./src/action/subject.ts
/** What the operation is about: repository, queue, pull request, commit. From the inputs, else from the event. */



class Subject {
    #inputs;
    #run;
    constructor(inputs, run) {
        this.#inputs = inputs;
        this.#run = run;
    }
    /** One repository; `*` is for the operation that asks for all. */
    repository() {
        const repository = this.repositoryOrAll();
        if (repository !== "*")
            return repository;
        throw new input_error/* InputError */.d("repository", `"*" works with the operation metrics only; expected owner/name.`);
    }
    repositoryOrAll() {
        const given = this.#inputs.value("repository") ?? this.#repositoryOfRun();
        return given === "*" ? given : { host: this.#host(), ...given };
    }
    queue() {
        return { repo: this.repository(), targetBranch: this.#targetBranch() };
    }
    pullRequest() {
        const pr = { number: this.#pullRequestNumber() };
        return { ...this.queue(), pr };
    }
    headSha() {
        const sha = this.#inputs.value("pr-sha") ?? this.#eventPullRequest()?.headSha;
        if (sha)
            return sha;
        throw new input_error/* InputError */.d("pr-sha", "is missing, and the event does not tell the head commit; give the full id of the pull request's head commit.");
    }
    /** A branch name is taken for a test branch only when it ends as one. */
    testRunId() {
        const given = this.#inputs.value("test-run-id");
        if (given !== undefined)
            return given;
        const branch = this.#run.currentBranch ?? "";
        const last = branch.slice(branch.lastIndexOf("/") + 1);
        if ((0,ids/* isTestRunId */.ne)(last.replace(/-bisection$/, "").toLowerCase()))
            return last;
        const found = branch === "" ? "there is no current branch" : `the branch ${(0,input_error/* shown */.S)(branch)} is no test branch`;
        throw new input_error/* InputError */.d("test-run-id", `is missing, and ${found}; give the id of a test run.`);
    }
    /** The event tells of its own repository, and of its own pull request, only. */
    #eventPullRequest() {
        const { pullRequest } = this.#run;
        if (pullRequest.kind === "none" || !this.#isRepositoryOfRun())
            return null;
        const given = this.#inputs.value("pr-number");
        return given === undefined || given === pullRequest.number ? pullRequest : null;
    }
    #pullRequestNumber() {
        const number = this.#inputs.value("pr-number") ?? this.#eventPullRequest()?.number;
        if (number !== undefined)
            return number;
        const { pullRequest } = this.#run;
        const because = pullRequest.kind === "none" ? pullRequest.because : "the event is about another repository";
        throw new input_error/* InputError */.d("pr-number", `is missing, and ${because}; give the number of the pull request.`);
    }
    #targetBranch() {
        const given = this.#inputs.value("target-branch");
        if (given !== undefined)
            return given;
        const found = this.#eventPullRequest()?.baseBranch ?? (this.#isRepositoryOfRun() ? this.#run.defaultBranch : null);
        const parsed = input_forms/* branch */.tk(found ?? "");
        if (parsed.ok)
            return parsed.value;
        throw new input_error/* InputError */.d("target-branch", "is missing, and the event tells neither a base nor a default branch; give the branch that the queue protects.");
    }
    #host() {
        const given = this.#inputs.value("repo-host");
        if (given !== undefined)
            return given;
        const [, server] = /^https?:\/\/([^/?#@\s]+)/.exec(this.#run.serverUrl) ?? [];
        if (server !== undefined)
            return server;
        throw new input_error/* InputError */.d("repo-host", "is missing, and GITHUB_SERVER_URL names no host; give a host name.");
    }
    #repositoryOfRun() {
        const parsed = input_forms/* repository */.Jk(this.#run.repository);
        if (parsed.ok && parsed.value !== "*")
            return parsed.value;
        throw new input_error/* InputError */.d("repository", "is missing, and GITHUB_REPOSITORY names none; give owner/name.");
    }
    #isRepositoryOfRun() {
        const given = this.#inputs.value("repository");
        if (given === undefined || given === "*")
            return true;
        return `${given.owner}/${given.name}`.toLowerCase() === this.#run.repository.toLowerCase();
    }
}

;// CONCATENATED MODULE: ./src/action/version.ts
/** The version that the action tells the service; a test compares it with package.json, which is not in the bundle. */
const ACTION_VERSION = "0.1.0";

;// CONCATENATED MODULE: ./src/action/perform.ts
/** From the inputs to the operation's verdict: everything is read and checked first, then the operation runs. */












const DEFAULT_TIMEOUT_MS = 600_000;
/** After a cancelled job there is time for one last request, and not for waiting long on its answer. */
const PARTING_MS = 700;
/** Throws `InputError` before the first request, `MergeQueueError` after it. */
async function perform({ inputs, run, report, runtime, signal }) {
    const operation = OPERATIONS[inputs.required("operation")];
    const deadline = deadlineOf(operation, inputs);
    checkOneSource(inputs);
    await readSettings(inputs);
    const reach = {
        apiUrl: inputs.required("api-url"),
        credential: (0,credential/* credentialFor */.F)(inputs, run),
        userAgent: userAgent(run),
    };
    const prepared = await operation.prepare({ inputs, subject: new Subject(inputs, run) });
    warnOfUnused(operation, inputs, runtime);
    for (const warning of prepared.warnings)
        runtime.warn(warning);
    prepared.announce(report);
    if (inputs.required("dry-run")) {
        for (const request of prepared.requests)
            runtime.log(plannedInWords(reach.apiUrl, request));
        return { kind: "done", sentence: "Dry run: the inputs are in order, and nothing was sent." };
    }
    return prepared.run({
        client: new MergeQueueClient({
            ...reach,
            retries: inputs.required("retries"),
            deadline,
            signal,
            onAttempt: (note) => sayAttempt(note, runtime),
        }),
        partingClient: () => new MergeQueueClient({ ...reach, retries: 0, deadline: Deadline.after(PARTING_MS) }),
        report,
        log: (line) => runtime.log(line),
        warn: (line) => runtime.warn(line),
    });
}
/** With two limits the one that comes first ends the step. */
function deadlineOf(operation, inputs) {
    const timeoutMs = inputs.value("timeout");
    const waits = operation.inputs.includes("wait") && inputs.required("wait");
    if (!waits)
        return Deadline.after(timeoutMs ?? DEFAULT_TIMEOUT_MS);
    return Deadline.after(Math.min(inputs.required("wait-timeout"), timeoutMs ?? Number.POSITIVE_INFINITY));
}
function userAgent({ serverUrl, repository, runId }) {
    const address = runId === "" ? "" : ` (+${serverUrl}/${repository}/actions/runs/${runId})`;
    return `merge-queue-action/${ACTION_VERSION}${address}`.replace(/[^\x20-\x7e]/g, "");
}
/** A setting that does nothing is a mistake that nobody would notice. */
function warnOfUnused(operation, inputs, runtime) {
    const used = new Set([...COMMON_INPUTS, ...operation.inputs]);
    const unused = Object.keys(action_inputs/* INPUTS */.m)
        .filter(action_inputs/* isInputName */.w)
        .filter((name) => !used.has(name) && inputs.isGiven(name));
    if (unused.length > 0)
        runtime.warn(`The operation ${operation.name} does not use ${unused.join(", ")}.`);
}
/** The last failure is named by the step's error, so only what is repeated is worth a line. */
function sayAttempt(note, runtime) {
    if (note.outcome === "succeeded" || note.nextDelayMs === null)
        return;
    const status = note.status === null ? "" : ` ${note.status}`;
    const detail = note.detail === "" ? "" : `: ${note.detail}`;
    const again = `trying again in ${(0,words/* durationInWords */.j)(note.nextDelayMs)}`;
    runtime.log(`${note.endpoint}: attempt ${note.attempt} ended as ${note.outcome}${status}, ${again}${detail}`);
}


/***/ })

};
