export const id = 472;
export const ids = [472];
export const modules = {

/***/ 9472:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  v: () => (/* binding */ endpoints)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 3 modules
var schemas = __webpack_require__(3619);
;// CONCATENATED MODULE: ./src/domain/impacted-targets.ts
/** The parts of the code base that a pull request changes: a list of opaque names, or everything. */
const ALL_TARGETS = { kind: "all" };
/** Drops empty names and duplicates; keeps the order of first appearance. */
function targetList(names) {
    const list = [...names];
    if (isAscending(list))
        return { kind: "list", names: list };
    const distinct = new Set(list);
    distinct.delete("");
    return { kind: "list", names: [...distinct] };
}
/** Long lists usually arrive sorted, and comparing neighbours is ten times as fast as filling a set. */
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
// EXTERNAL MODULE: ./src/domain/priority.ts
var priority = __webpack_require__(6122);
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
/** An entry, in lists and alone. */
const entryOnWire = {
    id: schemas/* optional */.lqM((0,schema/* onWire */.hS)("Id of the entry; kept when the pull request is submitted again.")),
    state: schemas/* optional */.lqM((0,schema/* stateIn */.pQ)(states/* PULL_REQUEST_STATES */.fc, "Where the pull request is in the queue.")),
    stateChangedAt: (0,schema/* momentOnWire */.H5)("When the state began."),
    stateReason: schemas/* optional */.lqM((0,schema/* onWire */.hS)("Code of the reason for this state.")),
    priorityValue: (0,schema/* described */.WY)(schemas/* number */.aig(), "Lower values go first; 0 is urgent."),
    priorityName: (0,schema/* oneOf */.yL)([...Object.keys(priority/* PRIORITIES */.BE), "custom"], "Name of the priority; custom for a value that has none."),
    usedDefaultPriorityName: schemas/* optional */.lqM((0,schema/* onWire */.hS)("Present if no priority was given and the default applied.")),
    skipTheLine: (0,schema/* flag */.Jt)("True when the priority is 0."),
    noBatch: schemas/* optional */.lqM((0,schema/* flag */.Jt)("Tested alone.")),
    prNumber: (0,schema/* described */.WY)(schemas/* number */.aig(), "Number of the pull request."),
    prTitle: (0,schema/* onWire */.hS)("Title of the pull request; untrusted text."),
    prSha: (0,schema/* onWire */.hS)("Head commit of the pull request, not the tested commit."),
    prBaseBranch: (0,schema/* onWire */.hS)("Base branch of the pull request."),
    prAuthor: (0,schema/* onWire */.hS)("Author of the pull request; untrusted text."),
};
const emptyReply = (0,schema/* described */.WY)(schemas/* object */.Ikc({}), "Empty: the status is the whole reply.");
const MERGEABILITIES = ["unspecified", "in_progress", "mergeable", "not_mergeable"];
const readinessOnWire = (0,schema/* described */.WY)(schemas/* object */.Ikc({
    hasImpactedTargets: schemas/* optional */.lqM((0,schema/* flag */.Jt)("Targets are known for the current head. Absent: not checked.")),
    requiresImpactedTargets: (0,schema/* flag */.Jt)("The queue runs in parallel mode and needs them."),
    doesBaseBranchMatch: (0,schema/* flag */.Jt)("The base of the pull request is the queue's branch."),
    gitHubMergeability: (0,schema/* described */.WY)(schemas/* pipe */.FsL(schemas/* string */.YjP(), (0,schema/* described */.WY)(schemas/* transform */.pdi((word) => word.toLowerCase()), "", { override: { type: "string" } })), "The mergeability that the forge reports.", { override: { type: "string", enum: [...MERGEABILITIES] } }),
    unmetRules: schemas/* optional */.lqM((0,schema/* described */.WY)(schemas/* array */.YOg(schemas/* string */.YjP()), "Unmet rules of the target branch, each in words for people; untrusted text.")),
}), "Conditions for admission to the queue.");
const errorOnWire = (0,schema/* described */.WY)(schemas/* object */.Ikc({
    error: schemas/* object */.Ikc({
        code: (0,schema/* onWire */.hS)("Code of the refusal, for programs."),
        message: (0,schema/* onWire */.hS)("Description of the refusal, for people."),
        retryable: schemas/* optional */.lqM((0,schema/* flag */.Jt)("False: repeating the request cannot succeed until an operator acts.")),
    }),
}), "An error.", { id: "Error" });

;// CONCATENATED MODULE: ./src/contract/lists.ts
/** Requests and replies of `listPullRequests` and `listLandings`. */




const MAX_TAKE = 100;
const DEFAULT_TAKE = 50;
const listRequest = schemas/* object */.Ikc({
    ...queueOnWire,
    state: schemas/* optional */.lqM((0,schema/* stateOf */.L4)(states/* PULL_REQUEST_STATES */.fc, "Only pull requests in this state.")),
    since: schemas/* optional */.lqM((0,schema/* momentFrom */.n3)("Only pull requests that left the queue at this moment or later.")),
    until: schemas/* optional */.lqM((0,schema/* momentFrom */.n3)("Only pull requests that left the queue before this moment.")),
    cursor: schemas/* optional */.lqM((0,schema/* uuid */.uR)("The `nextCursor` of the previous page.")),
    take: schemas/* optional */.lqM((0,schema/* whole */.WQ)(1, MAX_TAKE, `Maximum size of the page; default ${DEFAULT_TAKE}.`)),
});
const pullRequestList = schemas/* object */.Ikc({
    pullRequests: (0,schema/* described */.WY)(schemas/* array */.YOg(schemas/* object */.Ikc(entryOnWire)), "The newest submission of each, newest first."),
    nextCursor: schemas/* optional */.lqM((0,schema/* onWire */.hS)("Cursor of the next page; absent on the last page. A short or empty page may have one.")),
});
const MAX_LANDINGS = 500;
const DEFAULT_LANDINGS = 100;
const LANDING_PROOFS = ["TESTED", "DISJOINT", "DIRECT"];
const landingsRequest = schemas/* object */.Ikc({
    ...queueOnWire,
    cursor: schemas/* optional */.lqM((0,schema/* uuid */.uR)("The `nextCursor` of the previous page.")),
    take: schemas/* optional */.lqM((0,schema/* whole */.WQ)(1, MAX_LANDINGS, `Maximum size of the page; default ${DEFAULT_LANDINGS}.`)),
});
const landingOnWire = (0,schema/* described */.WY)(schemas/* object */.Ikc({
    landedAt: (0,schema/* momentOnWire */.H5)("When the queue confirmed that the branch had moved."),
    from: (0,schema/* onWire */.hS)("Commit of the branch before."),
    to: (0,schema/* onWire */.hS)("Commit of the branch after."),
    tree: (0,schema/* onWire */.hS)("Tree that the queue landed: the one that `to` must have."),
    proof: (0,schema/* oneOf */.yL)(LANDING_PROOFS, "Why it was safe: TESTED, the tested commit; DISJOINT, the tested change on landings that share no target with it; DIRECT, no test run but the checks of the pull request's own head."),
    headTree: schemas/* optional */.lqM((0,schema/* onWire */.hS)("DIRECT: the tree that these checks tested, if the proof has it.")),
    testRunId: schemas/* optional */.lqM((0,schema/* onWire */.hS)("Id of the test run; absent for DIRECT.")),
    prNumbers: (0,schema/* described */.WY)(schemas/* array */.YOg(schemas/* number */.aig()), "Numbers of the pull requests that landed, in order."),
}), "A landing.", { id: "Landing" });
const landingList = schemas/* object */.Ikc({
    landings: (0,schema/* described */.WY)(schemas/* array */.YOg(landingOnWire), "Newest first. They are kept forever."),
    nextCursor: schemas/* optional */.lqM((0,schema/* onWire */.hS)("Cursor of the next page; absent on the last page.")),
});

// EXTERNAL MODULE: ./src/contract/queue-settings.ts
var queue_settings = __webpack_require__(7779);
;// CONCATENATED MODULE: ./src/domain/verdict-kinds.ts
/** The verdicts on an entry that left the queue. `exit-verdict.ts` has their meanings. */
const VERDICT_KINDS = [
    "landed",
    "yours",
    "combination",
    "flaky",
    "ciBroke",
    "targetBroken",
    "conflict",
    "rules",
    "setUp",
    "landedElsewhere",
    "withdrawn",
];
/** What has to happen before another submission makes sense. */
const SUBMIT_AGAIN = ["unneeded", "asItIs", "afterChange", "afterRepair"];

;// CONCATENATED MODULE: ./src/domain/wait-kinds.ts
/** The situations in which an entry waits in the queue. */
const WAIT_KINDS = [
    "landing",
    "testing",
    "passed",
    "building",
    "behindFailure",
    "noSlot",
    "paused",
    "targetBroken",
    "ciOutage",
    "draining",
    "switchingModes",
    "targets",
    "rules",
    "draft",
    "base",
    "conflict",
    "bisection",
    "pendingFailure",
    "batch",
    "ciSilent",
    "unreadable",
];

// EXTERNAL MODULE: ./src/domain/words.ts
var words = __webpack_require__(4717);
;// CONCATENATED MODULE: ./src/contract/why.ts
/** Why a pull request has not landed: part of the reply of `getSubmittedPullRequest`, only of this service. */





/** `ciSilent` is `CI_SILENT` on the wire. */
function wordOnWire(kind) {
    return (0,words/* separated */.Ci)(kind, "_").toUpperCase();
}
const why_link = schemas/* object */.Ikc({
    what: (0,schema/* onWire */.hS)("What it waits for; untrusted text."),
    why: (0,schema/* onWire */.hS)("Why that is not done; a clause about it, untrusted text."),
    prNumber: schemas/* optional */.lqM((0,schema/* described */.WY)(schemas/* number */.aig(), "Number of that pull request; absent for anything else.")),
});
const failedCheck = schemas/* object */.Ikc({
    name: (0,schema/* onWire */.hS)("Name of the check; untrusted text."),
    url: (0,schema/* onWire */.hS)("URL of its output; untrusted, may be empty."),
    conclusion: schemas/* optional */.lqM((0,schema/* onWire */.hS)("Its conclusion, in lower case.")),
});
const exit = (0,schema/* described */.WY)(schemas/* object */.Ikc({
    verdict: (0,schema/* oneOf */.yL)(VERDICT_KINDS.map(wordOnWire), "Why it left."),
    submitAgain: (0,schema/* oneOf */.yL)(SUBMIT_AGAIN.map(wordOnWire), "Whether another submission makes sense, or after what."),
    next: (0,schema/* onWire */.hS)("The next step of the author, as a sentence."),
    failedChecks: schemas/* optional */.lqM((0,schema/* described */.WY)(schemas/* array */.YOg(failedCheck), "The failed checks, the decisive one first.")),
    testRunId: schemas/* optional */.lqM((0,schema/* onWire */.hS)("The run that decided.")),
    outputTail: schemas/* optional */.lqM((0,schema/* onWire */.hS)("The end of the output of the decisive check; untrusted text.")),
}), "The verdict; only after it left the queue.");
const whyOnWire = (0,schema/* described */.WY)(schemas/* object */.Ikc({
    sentence: (0,schema/* onWire */.hS)("The answer in a few short sentences; names in backticks are untrusted text."),
    needsAction: (0,schema/* flag */.Jt)("The author has to do something before it can land."),
    situation: schemas/* optional */.lqM((0,schema/* oneOf */.yL)(WAIT_KINDS.map(wordOnWire), "Why it waits; only while it is in the queue.")),
    position: schemas/* optional */.lqM((0,schema/* described */.WY)(schemas/* number */.aig(), "Its place among the admitted pull requests; 1 is next.")),
    expectedFrom: schemas/* optional */.lqM((0,schema/* momentOnWire */.H5)("The range in which it will probably land begins; absent: unknown.")),
    expectedUntil: schemas/* optional */.lqM((0,schema/* momentOnWire */.H5)("That range ends.")),
    waitsFor: schemas/* optional */.lqM((0,schema/* described */.WY)(schemas/* array */.YOg(why_link), "What it waits for, the nearest first.")),
    exit: schemas/* optional */.lqM(exit),
    pageUrl: schemas/* optional */.lqM((0,schema/* onWire */.hS)("URL of its page in the service, for people; absent if the service has no public address.")),
}), "Why it has not landed; only on request, and only from this service.", { id: "Why" });

;// CONCATENATED MODULE: ./src/contract/submitted-pull-request.ts
/** Request and reply of `getSubmittedPullRequest`. */





const NUMBER_OR_BRANCH = "expected either number or branch, and only one of them";
const numberOrBranch = (0,schema/* described */.WY)(schemas/* object */.Ikc({
    number: schemas/* optional */.lqM(pullRequestOnWire.pr.shape.number),
    branch: schemas/* optional */.lqM((0,schema/* text */.Qq)("The head branch: finds its queued pull request, else the one that was queued last.")),
})
    .check(schemas/* refine */.YPB(({ number, branch }) => (number === undefined) !== (branch === undefined), NUMBER_OR_BRANCH)), "The pull request.", { override: { oneOf: [{ required: ["number"] }, { required: ["branch"] }] } });
const pullRequestLookup = schemas/* object */.Ikc({
    ...queueOnWire,
    pr: numberOrBranch,
    includeTimeline: schemas/* optional */.lqM((0,schema/* flag */.Jt)("Include every state change of the pull request.")),
    includeWhy: schemas/* optional */.lqM((0,schema/* flag */.Jt)("Include why it has not landed. Only this service has it.")),
    includeEstimatedTimeToMerge: schemas/* optional */.lqM((0,schema/* flag */.Jt)("Include an estimate of the time to the landing.")),
});
const timelineEntry = (0,schema/* described */.WY)(schemas/* object */.Ikc({
    timestamp: (0,schema/* momentOnWire */.H5)("When the state began."),
    state: (0,schema/* stateIn */.pQ)(states/* TIMELINE_STATES */.hq, "The state; a final failure is FAILURE."),
    reason: schemas/* optional */.lqM((0,schema/* onWire */.hS)("Code of the reason, in lower case.")),
    reasonText: schemas/* optional */.lqM((0,schema/* onWire */.hS)("The reason as a sentence for people; untrusted text.")),
    testRunId: schemas/* optional */.lqM((0,schema/* onWire */.hS)("The active run, or the one that decided.")),
}), "A state change of the pull request.", { id: "TimelineEntry" });
const submittedPullRequest = schemas/* object */.Ikc({
    ...entryOnWire,
    readiness: schemas/* optional */.lqM(readinessOnWire),
    forceEnqueued: (0,schema/* flag */.Jt)("Admitted past unmet branch protection."),
    isCurrentlySubmittedToQueue: (0,schema/* flag */.Jt)("True until the entry is in a final state."),
    verifiedByTestRun: schemas/* optional */.lqM(schemas/* nullable */.mee((0,schema/* onWire */.hS)("The passed run that it landed on; null if it was merged outside the queue."))),
    stateReasonText: schemas/* optional */.lqM((0,schema/* onWire */.hS)("The reason in words for people; untrusted text.")),
    timeline: schemas/* optional */.lqM((0,schema/* described */.WY)(schemas/* array */.YOg(timelineEntry), "Newest first; only on request.")),
    why: schemas/* optional */.lqM(whyOnWire),
    activeTestRunId: schemas/* optional */.lqM((0,schema/* onWire */.hS)("The run that tests it now, also a retest; absent without one. Only together with the timeline.")),
    estimatedTimeToMergeSeconds: schemas/* optional */.lqM((0,schema/* described */.WY)(schemas/* nullable */.mee(schemas/* number */.aig()), "An estimate from recent landings; null without any. Only on request.")),
});

;// CONCATENATED MODULE: ./src/contract/testing-details.ts
/** Reply of `getMergeQueueTestingDetails`. */


const CONCLUSIONS = [
    "ACTION_REQUIRED",
    "CANCELLED",
    "FAILURE",
    "NEUTRAL",
    "SUCCESS",
    "SKIPPED",
    "STALE",
    "TIMED_OUT",
];
const checkRun = schemas/* object */.Ikc({
    name: (0,schema/* onWire */.hS)("Name of the check; untrusted text."),
    url: (0,schema/* onWire */.hS)("URL of its output."),
    status: (0,schema/* oneOf */.yL)(["QUEUED", "IN_PROGRESS", "COMPLETED"], "Progress of the check."),
    conclusion: schemas/* optional */.lqM((0,schema/* oneOf */.yL)(CONCLUSIONS, "Result of the check; only if it is completed.")),
    output: schemas/* optional */.lqM((0,schema/* onWire */.hS)("The last lines of its output, at most 4,000 characters of untrusted text; only of a failed check, if this service has them.")),
});
const statusCheck = schemas/* object */.Ikc({
    context: (0,schema/* onWire */.hS)("Name of the status; untrusted text."),
    url: schemas/* optional */.lqM((0,schema/* onWire */.hS)("URL of its output.")),
    state: (0,schema/* oneOf */.yL)(["ERROR", "FAILURE", "PENDING", "SUCCESS"], "State of the status."),
});
const testingDetails = schemas/* object */.Ikc({
    requiredStatuses: (0,schema/* described */.WY)(schemas/* array */.YOg(schemas/* string */.YjP()), "Checks that must all pass, fixed when the run started."),
    requiredStatusesSource: schemas/* optional */.lqM((0,schema/* oneOf */.yL)(["merge_instance", "trunk_config", "repo_provider_branch_protection"], "Where the list comes from.")),
    testBranch: (0,schema/* onWire */.hS)("The branch under test."),
    testBranchSha: (0,schema/* onWire */.hS)("Its tip commit; empty before it is built."),
    createdAt: schemas/* optional */.lqM((0,schema/* momentOnWire */.H5)("When the run was planned.")),
    status: schemas/* optional */.lqM((0,schema/* oneOf */.yL)(["in_progress", "failed", "cancelled", "succeeded"], "State of the run.")),
    checkSuites: schemas/* array */.YOg(schemas/* object */.Ikc({ checkRuns: schemas/* array */.YOg(checkRun) })),
    statusChecks: schemas/* array */.YOg(statusCheck),
    testedPullRequests: schemas/* array */.YOg(schemas/* object */.Ikc({
        prNumber: schemas/* number */.aig(),
        prUrl: (0,schema/* onWire */.hS)("URL of the pull request; empty without one."),
        title: (0,schema/* onWire */.hS)("Title of the pull request; untrusted text."),
    })),
    impactedTargets: schemas/* optional */.lqM((0,schema/* described */.WY)(schemas/* array */.YOg(schemas/* string */.YjP()), "Targets of all pull requests on the branch.")),
    impactedTargetsForTestedPrs: schemas/* optional */.lqM((0,schema/* described */.WY)(schemas/* array */.YOg(schemas/* string */.YjP()), "Targets of the tested pull requests only.")),
    dependentPrs: schemas/* optional */.lqM((0,schema/* described */.WY)(schemas/* array */.YOg(schemas/* number */.aig()), "Predecessors on the branch that are not under test.")),
});

;// CONCATENATED MODULE: ./src/contract/endpoints.ts
/**
 * START HERE: the HTTP API as one record. The client's methods, the server's handlers and the reference are derived
 * from it.
 */









const targetsError = 'expected a list of texts, or the text "ALL"';
const targetsOnWire = (0,schema/* described */.WY)(schemas/* pipe */.FsL(schemas/* union */.KCZ([schemas/* array */.YOg(schemas/* string */.YjP({ error: targetsError })), schemas/* enum */.k5n(["ALL", "IMPACTS_ALL"])], {
    error: targetsError,
}), (0,schema/* described */.WY)(schemas/* transform */.pdi((value) => typeof value === "string" ? ALL_TARGETS : targetList(value)), "", { override: { type: "string" } })), 'Names of the impacted targets, or "ALL" for everything. An empty list impacts nothing.', (0,schema/* documentedAs */.vR)({
    anyOf: [
        { type: "array", items: { type: "string" } },
        { type: "string", enum: ["ALL", "IMPACTS_ALL"] },
    ],
}));
const endpoints = {
    submitPullRequest: {
        ...endpoint_facts/* ENDPOINT_FACTS */.Q.submitPullRequest,
        summary: "Submits a pull request to the merge queue, or changes its priority and batching there.",
        request: schemas/* object */.Ikc({
            ...pullRequestOnWire,
            priority: schemas/* optional */.lqM(schema/* priorityOnWire */.Zu),
            noBatch: schemas/* optional */.lqM((0,schema/* flag */.Jt)("Test this pull request alone.")),
        }),
        response: emptyReply,
    },
    cancelPullRequest: {
        ...endpoint_facts/* ENDPOINT_FACTS */.Q.cancelPullRequest,
        summary: "Removes a pull request from the queue.",
        request: schemas/* object */.Ikc(pullRequestOnWire),
        response: emptyReply,
    },
    restartTestsOnPullRequest: {
        ...endpoint_facts/* ENDPOINT_FACTS */.Q.restartTestsOnPullRequest,
        summary: "Restarts the tests of a pull request, which keeps its place.",
        request: schemas/* object */.Ikc(pullRequestOnWire),
        response: emptyReply,
    },
    getSubmittedPullRequest: {
        ...endpoint_facts/* ENDPOINT_FACTS */.Q.getSubmittedPullRequest,
        summary: "Returns the state of a submitted pull request, even after it has left the queue.",
        request: pullRequestLookup,
        response: submittedPullRequest,
    },
    listPullRequests: {
        ...endpoint_facts/* ENDPOINT_FACTS */.Q.listPullRequests,
        summary: "Lists pull requests of a queue, newest submission first, including finished ones.",
        request: listRequest,
        response: pullRequestList,
    },
    listLandings: {
        ...endpoint_facts/* ENDPOINT_FACTS */.Q.listLandings,
        summary: "Lists the landings of a queue with their proofs, newest first.",
        request: landingsRequest,
        response: landingList,
    },
    setImpactedTargets: {
        ...endpoint_facts/* ENDPOINT_FACTS */.Q.setImpactedTargets,
        summary: "Sets the impacted targets of a pull request for one head commit.",
        request: schemas/* object */.Ikc({
            ...queueOnWire,
            pr: schemas/* object */.Ikc({
                number: pullRequestOnWire.pr.shape.number,
                sha: schemas/* optional */.lqM((0,schema/* text */.Qq)("The head commit the targets were computed for; absent: the current head.")),
            }),
            impactedTargets: targetsOnWire,
            cause: schemas/* optional */.lqM((0,schema/* shortText */.os)("Why everything is impacted, for people who read the page of the pull request.")),
        }),
        response: emptyReply,
    },
    getMergeQueueTestingDetails: {
        ...endpoint_facts/* ENDPOINT_FACTS */.Q.getMergeQueueTestingDetails,
        summary: "Returns what a test run tests, on which branch, and the state of its checks.",
        request: schemas/* object */.Ikc({
            ...queueOnWire,
            testRunId: (0,schema/* text */.Qq)("Id of the run: the last segment of the test branch's name."),
        }),
        response: testingDetails,
    },
    createQueue: {
        ...endpoint_facts/* ENDPOINT_FACTS */.Q.createQueue,
        summary: "Creates a queue for a target branch.",
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
        summary: "Returns a queue: its settings, and its pull requests in queue order.",
        request: schemas/* object */.Ikc(queueOnWire),
        response: schemas/* object */.Ikc({
            ...queue_settings/* settingsReply */.Id,
            enqueuedPullRequests: (0,schema/* described */.WY)(schemas/* array */.YOg(schemas/* object */.Ikc(entryOnWire)), "In the line first, then waiting, then not ready."),
        }),
    },
    updateQueue: {
        ...endpoint_facts/* ENDPOINT_FACTS */.Q.updateQueue,
        summary: "Changes settings and state of a queue; absent fields keep their values.",
        request: schemas/* strictObject */.rej({ ...queueOnWire, ...queue_settings/* settingsChange */.QP }),
        response: schemas/* object */.Ikc(queue_settings/* settingsReply */.Id),
    },
    getMergeQueueMetrics: {
        ...endpoint_facts/* ENDPOINT_FACTS */.Q.getMergeQueueMetrics,
        summary: "Returns the metrics of all queues, or of one repository, as Prometheus text.",
        request: schemas/* object */.Ikc({
            repo: schemas/* optional */.lqM((0,schema/* text */.Qq)("owner/name; only together with repoHost.")),
            repoHost: schemas/* optional */.lqM((0,schema/* text */.Qq)("Host name of the forge.")),
        }),
        response: (0,schema/* onWire */.hS)("Prometheus text exposition format 0.0.4."),
    },
};


/***/ }),

/***/ 7779:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   EY: () => (/* binding */ modeOnWire),
/* harmony export */   Id: () => (/* binding */ settingsReply),
/* harmony export */   QP: () => (/* binding */ settingsChange),
/* harmony export */   Y3: () => (/* binding */ concurrencyOnWire),
/* harmony export */   sw: () => (/* binding */ isSettingKey)
/* harmony export */ });
/* unused harmony exports settingsOnWire, settingFromText */
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3619);
/* harmony import */ var _domain_queue_settings_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3625);
/* harmony import */ var _schema_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(455);
/* harmony import */ var _states_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1710);
/** Queue settings on the wire, derived from the table in the domain: the request of `updateQueue`, and the replies. */




const batchingRule = zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .strictObject */ .rej({
    targetPattern: (0,_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .text */ .Qq)("The name of a target, or a prefix and a final *."),
    policy: (0,_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .anyCase */ .n9)(["isolate"], "Pull requests that touch a matching target are tested alone."),
});
const batchingRules = zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .array */ .YOg(batchingRule, { error: "expected a list of rules" });
const skippedChecks = zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .record */ .g1P((0,_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .text */ .Qq)("The name of a required check."), (0,_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .anyCase */ .n9)(_domain_queue_settings_js__WEBPACK_IMPORTED_MODULE_0__/* .SKIPPED_CHECK_POLICIES */ .rc, "pass or fail."), { error: "expected an object of check names, each with pass or fail" });
function schemaOf(row) {
    switch (row.kind) {
        case "flag":
            return (0,_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .flag */ .Jt)(row.description);
        case "whole":
            return (0,_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .whole */ .WQ)(...row.range, row.description);
        case "oneOf":
            return (0,_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .anyCase */ .n9)(row.values, row.description);
        case "text":
            return row.default === "" ? (0,_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .optionalText */ .mR)(row.description) : (0,_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .text */ .Qq)(row.description);
        case "texts":
            return (0,_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .texts */ .Te)(row.description);
        case "batchingRules":
            return (0,_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .described */ .WY)(batchingRules, row.description);
        case "skippedChecks":
            return (0,_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .described */ .WY)(skippedChecks, row.description);
    }
}
function shapeOf(...apis) {
    const names = _domain_queue_settings_js__WEBPACK_IMPORTED_MODULE_0__/* .SETTING_NAMES */ .OI.filter((name) => apis.includes((0,_domain_queue_settings_js__WEBPACK_IMPORTED_MODULE_0__/* .settingRow */ .rd)(name).api ?? "all"));
    return Object.fromEntries(names.map((name) => [name, schemaOf((0,_domain_queue_settings_js__WEBPACK_IMPORTED_MODULE_0__/* .settingRow */ .rd)(name))]));
}
function shapeOfNames(names) {
    const entries = Object.entries(names).map(([name, { of, words, description }]) => {
        const row = (0,_domain_queue_settings_js__WEBPACK_IMPORTED_MODULE_0__/* .settingRow */ .rd)(of);
        const ownWords = { ...row, description: description ?? row.description };
        return [name, words === undefined ? schemaOf(ownWords) : (0,_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .anyCase */ .n9)(words, ownWords.description)];
    });
    return Object.fromEntries(entries);
}
const ofAll = shapeOf("all");
const ofSome = shapeOf("some");
const ofThisService = { ...shapeOfNames(_domain_queue_settings_js__WEBPACK_IMPORTED_MODULE_0__/* .NEWER_NAMES */ .DV), ...shapeOf("ours", "unlessDefault") };
const older = zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .partial */ .OH3(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .object */ .Ikc(shapeOfNames(_domain_queue_settings_js__WEBPACK_IMPORTED_MODULE_0__/* .OLDER_NAMES */ .U2))).shape;
const { mode: modeOnWire, concurrency: concurrencyOnWire } = ofAll;
const settingsChange = {
    state: zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .optional */ .lqM((0,_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .anyCase */ .n9)(_states_js__WEBPACK_IMPORTED_MODULE_2__/* .SETTABLE_QUEUE_STATES */ .Cu, "The new state of the queue.")),
    deleteRequiredStatuses: zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .optional */ .lqM((0,_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .flag */ .Jt)("Empties the queue's own list of required statuses.")),
    ...zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .partial */ .OH3(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .object */ .Ikc({ ...ofAll, ...ofSome, ...ofThisService })).shape,
    ...older,
};
function isSettingKey(key) {
    return Object.hasOwn(settingsChange, key);
}
/** The reply of this service: every field of the API; its additional settings are optional. */
const settingsOnWire = {
    state: (0,_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .stateIn */ .pQ)(_states_js__WEBPACK_IMPORTED_MODULE_2__/* .QUEUE_STATES */ .PE, "The state of the queue."),
    stateReason: zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .optional */ .lqM((0,_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .described */ .WY)(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP(), "Why the queue is paused: its own cause, or who paused it and why; untrusted text. Absent if neither is known.")),
    branch: (0,_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .described */ .WY)(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP(), "The target branch."),
    ...ofAll,
    ...ofSome,
    ...zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .partial */ .OH3(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .object */ .Ikc(ofThisService)).shape,
};
/** What a client accepts: other services write null, or use an older name. This service writes every field. */
const settingsReply = {
    ...settingsOnWire,
    requiredStatuses: (0,_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .described */ .WY)(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .nullable */ .mee(ofAll.requiredStatuses), "Checks that decide a run; empty or null if the queue has no list of them."),
    testingTimeoutMinutes: zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .optional */ .lqM(ofAll.testingTimeoutMinutes),
    batchingMaxWaitTimeMinutes: zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .optional */ .lqM(ofAll.batchingMaxWaitTimeMinutes),
    batch: zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .optional */ .lqM(ofAll.batch),
    ...zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .partial */ .OH3(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .object */ .Ikc(ofSome)).shape,
    ...older,
};
/**
 * Reads what a person writes on the command line or in a form: the text itself, its value as JSON, or, for lists, its
 * lines. The text itself if none is accepted.
 */
function settingFromText(key, text) {
    const candidates = [text, parsedJson(text), text.startsWith("[") ? undefined : linesOf(text)];
    return (candidates.find((value) => value !== undefined && settingsChange[key].safeParse(value).success) ?? text);
}
function parsedJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
function linesOf(text) {
    return text.split(/\r?\n/).filter((line) => line !== "");
}


/***/ }),

/***/ 455:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   H5: () => (/* binding */ momentOnWire),
/* harmony export */   Jt: () => (/* binding */ flag),
/* harmony export */   L4: () => (/* binding */ stateOf),
/* harmony export */   Qq: () => (/* binding */ text),
/* harmony export */   Te: () => (/* binding */ texts),
/* harmony export */   WQ: () => (/* binding */ whole),
/* harmony export */   WY: () => (/* binding */ described),
/* harmony export */   Zu: () => (/* binding */ priorityOnWire),
/* harmony export */   hS: () => (/* binding */ onWire),
/* harmony export */   mR: () => (/* binding */ optionalText),
/* harmony export */   n3: () => (/* binding */ momentFrom),
/* harmony export */   n9: () => (/* binding */ anyCase),
/* harmony export */   os: () => (/* binding */ shortText),
/* harmony export */   pQ: () => (/* binding */ stateIn),
/* harmony export */   se: () => (/* binding */ pullRequestNumberOnWire),
/* harmony export */   uR: () => (/* binding */ uuid),
/* harmony export */   vR: () => (/* binding */ documentedAs),
/* harmony export */   yL: () => (/* binding */ oneOf)
/* harmony export */ });
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9396);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3619);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3759);
/* harmony import */ var _domain_ids_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1606);
/* harmony import */ var _domain_priority_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6122);
/* harmony import */ var _states_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1710);
/** Building blocks of the contract's schemas, which read leniently and document exactly. */




/** Attaches the documentation for the OpenAPI document. */
function described(schema, description, more = {}) {
    zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .globalRegistry */ .fd.add(schema, { description, ...more });
    return schema;
}
/** Replaces the generated OpenAPI schema of a schema that accepts more than is documented. */
function documentedAs(documented) {
    const override = ({ jsonSchema }) => {
        delete jsonSchema.anyOf;
        Object.assign(jsonSchema, documented);
    };
    return { override };
}
function transform(convert, jsonType) {
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .transform */ .pdi(convert), "", { override: { type: jsonType } });
}
/** One of `values` in any case; documented and returned in the spelling given here. */
function anyCase(values, description) {
    const error = `expected one of ${values.join(", ")}`;
    const folded = new Map(values.map((value) => [value.toLowerCase(), value]));
    const known = transform((text) => folded.get(text.toLowerCase()) ?? text, "string");
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .pipe */ .FsL(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .pipe */ .FsL(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP({ error }), known), zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ["enum"] */ .k5n(values, { error })), description, {
        override: { type: "string", enum: [...values] },
    });
}
/** A state of a reply, in any spelling; an unknown state is kept. */
function stateIn(values, description) {
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .pipe */ .FsL(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP(), transform(_states_js__WEBPACK_IMPORTED_MODULE_1__/* .canonicalState */ .km, "string")), description, {
        override: { type: "string", enum: [...values] },
    });
}
/** A state of a request: one of `values`, in any case, snake or camel. */
function stateOf(values, description) {
    const error = `expected one of ${values.join(", ")}`;
    const canonical = transform(_states_js__WEBPACK_IMPORTED_MODULE_1__/* .canonicalState */ .km, "string");
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .pipe */ .FsL(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .pipe */ .FsL(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP({ error }), canonical), zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ["enum"] */ .k5n(values, { error })), description, {
        override: { type: "string", enum: [...values] },
    });
}
/** A word of a reply; an unknown word is kept. */
function oneOf(words, description) {
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP(), description, { override: { type: "string", enum: [...words] } });
}
/** Text of a reply. */
function onWire(description) {
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP(), description);
}
/** A moment in a reply. */
function momentOnWire(description) {
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP(), `${description} ISO 8601 in UTC.`, { override: { format: "date-time" } });
}
const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/i;
/** A moment in a request, converted to milliseconds since 1970. */
function momentFrom(description) {
    const error = "expected a moment, such as 2026-01-31T12:00:00Z";
    const known = zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP({ error })
        .check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .refine */ .YPB((value) => MOMENT.test(value) && !Number.isNaN(Date.parse(value)), { error, abort: true }));
    const milliseconds = transform((value) => Date.parse(value), "string");
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .pipe */ .FsL(known, milliseconds), `${description} ISO 8601.`, {
        override: { format: "date-time" },
    });
}
function uuid(description) {
    const error = "expected a UUID";
    const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP({ error }).check(zod_mini__WEBPACK_IMPORTED_MODULE_4__/* ._regex */ .Fk(form, error)), description);
}
/** A whole number from `least` to `most`. */
function whole(least, most, description) {
    const error = `expected a whole number from ${least} to ${most}`;
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .int */ .Whr({ error }).check(zod_mini__WEBPACK_IMPORTED_MODULE_4__/* ._gte */ .qm(least, error), zod_mini__WEBPACK_IMPORTED_MODULE_4__/* ._lte */ .Zm(most, error)), description);
}
function flag(description) {
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .boolean */ .zMY({ error: "expected true or false" }), description);
}
/** Text with at least one character. */
function text(description) {
    const error = "expected text of at least one character";
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP({ error }).check(zod_mini__WEBPACK_IMPORTED_MODULE_4__/* ._minLength */ .m9(1, error)), description);
}
const MAX_OPTIONAL_TEXT = 4000;
/** Empty: disabled. */
function optionalText(description) {
    const error = `expected text of at most ${MAX_OPTIONAL_TEXT} characters, or an empty one`;
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP({ error }).check(zod_mini__WEBPACK_IMPORTED_MODULE_4__/* ._maxLength */ .Eb(MAX_OPTIONAL_TEXT, error)), description);
}
const MAX_SHORT_TEXT = 500;
function shortText(description) {
    const error = `expected text of at most ${MAX_SHORT_TEXT} characters`;
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP({ error }).check(zod_mini__WEBPACK_IMPORTED_MODULE_4__/* ._maxLength */ .Eb(MAX_SHORT_TEXT, error)), description);
}
function texts(description) {
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .array */ .YOg(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP({ error: "expected text" }), { error: "expected a list of texts" }), description);
}
/** A pull request's number: a whole number or a string of digits. */
const pullRequestNumberOnWire = (() => {
    const error = `expected a whole number from 1 to ${_domain_ids_js__WEBPACK_IMPORTED_MODULE_5__/* .MAX_PULL_REQUEST_NUMBER */ .xY}`;
    const schema = zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .pipe */ .FsL(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .union */ .KCZ([zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .number */ .aig(), zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP().check(zod_mini__WEBPACK_IMPORTED_MODULE_4__/* ._regex */ .Fk(/^[1-9][0-9]{0,9}$/, error))], { error }), transform((value) => Number(value), "integer"));
    const inRange = zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .int */ .Whr({ error }).check(zod_mini__WEBPACK_IMPORTED_MODULE_4__/* ._gte */ .qm(1, error), zod_mini__WEBPACK_IMPORTED_MODULE_4__/* ._lte */ .Zm(_domain_ids_js__WEBPACK_IMPORTED_MODULE_5__/* .MAX_PULL_REQUEST_NUMBER */ .xY, error));
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .pipe */ .FsL(schema, inRange), "Number of the pull request. A string of digits is accepted.", documentedAs({ type: "integer", minimum: 1, maximum: _domain_ids_js__WEBPACK_IMPORTED_MODULE_5__/* .MAX_PULL_REQUEST_NUMBER */ .xY }));
})();
/** A priority as a number, a name in any case, or a string of digits; null and absent mean the default. */
const priorityOnWire = (() => {
    const names = Object.keys(_domain_priority_js__WEBPACK_IMPORTED_MODULE_0__/* .PRIORITIES */ .BE).join(", ");
    const error = `expected a whole number from 0 to ${_domain_priority_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_PRIORITY */ .M6}, or one of ${names}`;
    const known = zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .union */ .KCZ([zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .number */ .aig(), zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP()], { error })
        .check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .refine */ .YPB((value) => (0,_domain_priority_js__WEBPACK_IMPORTED_MODULE_0__/* .priorityValue */ .qZ)(value) !== undefined, { error, abort: true }));
    const valued = zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .pipe */ .FsL(known, transform((value) => (0,_domain_priority_js__WEBPACK_IMPORTED_MODULE_0__/* .priorityValue */ .qZ)(value) ?? 0, "integer"));
    return described(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .nullable */ .mee(valued), `Lower values go first: 0 to ${_domain_priority_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_PRIORITY */ .M6}, or ${names}. Requires the scope priority in addition.`, documentedAs({
        anyOf: [
            { type: "integer", minimum: 0, maximum: _domain_priority_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_PRIORITY */ .M6 },
            { type: "string", enum: Object.keys(_domain_priority_js__WEBPACK_IMPORTED_MODULE_0__/* .PRIORITIES */ .BE) },
            { type: "null" },
        ],
        default: _domain_priority_js__WEBPACK_IMPORTED_MODULE_0__/* .DEFAULT_PRIORITY */ .PC,
    }));
})();


/***/ })

};
