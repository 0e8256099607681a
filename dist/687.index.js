export const id = 687;
export const ids = [687];
export const modules = {

/***/ 687:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  MergeQueueClient: () => (/* reexport */ MergeQueueClient),
  cancellingOnAbort: () => (/* reexport */ cancellingOnAbort),
  traceHeaders: () => (/* reexport */ traceHeaders),
  waitUntilFinal: () => (/* reexport */ waitUntilFinal)
});

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: ./src/domain/duration.ts
var duration = __webpack_require__(4678);
// EXTERNAL MODULE: ./src/client/failures.ts
var failures = __webpack_require__(8232);
// EXTERNAL MODULE: ./src/client/transport.ts
var transport = __webpack_require__(4790);
;// CONCATENATED MODULE: ./src/client/attempt.ts
/** One request and its whole answer, within a time limit that holds regardless of the server and the transport. */




/** The most bytes an answer may have, after decompression. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
/** How much of a failed answer is kept. */
const KEPT_ERROR_BYTES = 512 * 1024;
/**
 * Never rejects, and never takes longer than the timeout, the deadline or the signal allows. The caller must check
 * first that there is time for an attempt.
 */
async function attemptOnce(attempt) {
    const cut = new Cut(attempt);
    const exchange = new Exchange(attempt, cut.signal);
    try {
        // A transport that ignores the signal is not awaited.
        const result = await Promise.race([exchange.run(), cut.happened]);
        if (typeof result === "string")
            return exchange.endedBy(result);
        return cut.kind === null || result.kind === "succeeded" ? result : exchange.endedBy(cut.kind);
    }
    catch (error) {
        return cut.kind === null ? failed((0,failures/* failureOfNetwork */._N)(error, attempt.redact)) : exchange.endedBy(cut.kind);
    }
    finally {
        cut.end();
    }
}
/** A request in progress. It keeps what has arrived, in case it is cut off. */
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
        await (0,transport/* readBeginning */.i4)(reply, KEPT_ERROR_BYTES, this.#errorChunks);
        return failed(this.#statusFailure(reply));
    }
    /** A status that has arrived explains more than the time limit, even if the body is incomplete. */
    endedBy(kind) {
        const reply = kind === "aborted" ? null : this.#unsuccessful;
        return failed(reply ? this.#statusFailure(reply) : (0,failures/* failureOfCut */.ys)(kind, this.#attempt.timeoutMs));
    }
    async #readSuccess(reply) {
        const read = await (0,transport/* readBody */.x8)(reply, MAX_ANSWER_BYTES).catch((cause) => {
            throw new Error("the connection ended before the answer was complete", { cause });
        });
        if (read.kind === "tooLarge")
            return this.#bad(reply, `it has more than ${MAX_ANSWER_BYTES} bytes`);
        if (read.kind === "encoded") {
            const encoding = JSON.stringify(read.encoding.slice(0, 100));
            return this.#bad(reply, `it is compressed as ${encoding}, which was not requested`);
        }
        const text = decoded(read.bytes);
        if (text === null)
            return this.#bad(reply, "it is not UTF-8 text");
        return this.#understand(reply, this.#attempt.redact(text));
    }
    async #understand(reply, text) {
        const understood = await this.#attempt.understand(text, reply.headers["content-type"] ?? "");
        if (!understood.ok) {
            const { problem, isRefusal = false } = understood;
            const failure = isRefusal ? failures/* failureOfRefusal */.WW : failures/* failureOfAnswer */.aJ;
            return failed(failure(reply, problem, text, this.#attempt.redact));
        }
        const requestId = (0,failures/* requestIdOf */.Gb)(reply, this.#attempt.redact);
        const { value, remark = "", leftOut = "" } = understood;
        return { kind: "succeeded", success: { value, status: reply.status, text, remark, leftOut, requestId } };
    }
    #bad(reply, problem) {
        return failed((0,failures/* failureOfAnswer */.aJ)(reply, problem, "", this.#attempt.redact));
    }
    #statusFailure(reply) {
        const text = new TextDecoder().decode(Buffer.concat(this.#errorChunks));
        return (0,failures/* failureOfStatus */.wU)(reply, text, this.#attempt.redact, this.#attempt.clock);
    }
}
/** Ends an attempt from this side. */
class Cut {
    happened;
    #kind = null;
    #controller = new AbortController();
    #stopListening;
    constructor({ timeoutMs, deadline, signal }) {
        let report = () => undefined;
        this.happened = new Promise((resolve) => {
            report = resolve;
        });
        const cut = (kind) => {
            this.#kind = kind;
            report(kind);
            this.#controller.abort();
        };
        const remainingMs = deadline.remainingMs();
        const timer = setTimeout(() => cut(remainingMs <= timeoutMs ? "deadlinePassed" : "attemptTimedOut"), Math.min(timeoutMs, remainingMs, duration/* LONGEST_TIMER_MS */.Mv));
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
    /** Leaves no timer behind, and closes the connection of an answer that was not read completely. */
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
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const TRACESTATE = /^[\x21-\x7e](?:[\x20-\x7e]{0,510}[\x21-\x7e])?$/;
/**
 * Reads TRACEPARENT and TRACESTATE, which tools that trace builds set; without a valid value, it begins a new trace.
 */
function traceHeaders(environment) {
    const traceparent = environment("TRACEPARENT")?.trim() ?? "";
    if (!TRACEPARENT.test(traceparent))
        return newTrace();
    const tracestate = environment("TRACESTATE")?.trim() ?? "";
    return TRACESTATE.test(tracestate) ? { traceparent, tracestate } : { traceparent };
}
/** Marked as sampled: the service decides whether to keep the trace, and has no other hint. */
function newTrace() {
    return { traceparent: `00-${(0,external_node_crypto_.randomBytes)(16).toString("hex")}-${(0,external_node_crypto_.randomBytes)(8).toString("hex")}-01` };
}

// EXTERNAL MODULE: ./src/contract/endpoint-facts.ts
var endpoint_facts = __webpack_require__(6347);
// EXTERNAL MODULE: ./src/contract/limits.ts
var limits = __webpack_require__(7220);
// EXTERNAL MODULE: ./src/client/api-url.ts
var api_url = __webpack_require__(4259);
// EXTERNAL MODULE: ./src/client/clock.ts
var clock = __webpack_require__(9141);
// EXTERNAL MODULE: ./src/client/deadline.ts
var deadline = __webpack_require__(6659);
// EXTERNAL MODULE: ./src/client/errors.ts
var errors = __webpack_require__(6468);
;// CONCATENATED MODULE: ./src/client/perform-call.ts



/** Throws `MergeQueueError`. */
async function performCall(call) {
    let mayHaveActed = false;
    let waitedMs = 0;
    for (let attempt = 1;; attempt++) {
        const ended = endedBefore(call);
        if (ended !== null)
            throw new errors/* MergeQueueError */.WS(call.endpoint, { ...ended, mayHaveActed }, attempt - 1);
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
            throw new errors/* MergeQueueError */.WS(call.endpoint, failure, attempt);
        await call.clock.sleep(delay, call.signal);
        waitedMs += delay;
        if (mayHaveActed && call.mayRepeat !== undefined && !(await call.mayRepeat(attempt))) {
            throw new errors/* MergeQueueError */.WS(call.endpoint, failure, attempt);
        }
    }
}
function endedBefore(call) {
    if (call.signal.aborted)
        return (0,errors/* failureBeforeSending */.yS)("aborted");
    return call.deadline.hasPassed ? (0,errors/* failureBeforeSending */.yS)("deadlinePassed") : null;
}
function noteOf({ endpoint }, attempt, durationMs, result, delay) {
    const { status, requestId } = result;
    const what = "kind" in result
        ? { outcome: result.kind, detail: result.detail }
        : { outcome: "succeeded", detail: result.remark };
    return { endpoint, attempt, ...what, status, requestId, durationMs, nextDelayMs: delay };
}
/** Null when this was the last attempt. */
function nextDelayMs(call, failure, attempt, waitedMs) {
    if (!failure.retryable || attempt > call.retries)
        return null;
    if (call.repeating === "actsAgain" && failure.mayHaveActed)
        return null;
    const delay = (0,failures/* delayMs */.eS)(attempt, failure.retryAfterMs, call.random);
    // Without time for another attempt, the present failure explains more than a passed deadline.
    if (delay >= call.deadline.remainingMs() || waitedMs + delay > failures/* LONGEST_TOTAL_WAIT_MS */.l0)
        return null;
    return delay;
}

// EXTERNAL MODULE: ./src/domain/is-record.ts
var is_record = __webpack_require__(7978);
// EXTERNAL MODULE: ./src/domain/words.ts
var words = __webpack_require__(4717);
// EXTERNAL MODULE: ./src/client/error-text.ts
var error_text = __webpack_require__(5778);
;// CONCATENATED MODULE: ./src/client/read-answer.ts
/** Reads the body of a success as the contract describes it. */




/** JSON of the API is flat; deep nesting is an attempt to exhaust the parser, which takes 30 bytes per bracket. */
const DEEPEST_NESTING = 64;
const LONGEST_REMARK = 300;
/** The status alone reports the success of these calls: existing servers answer nothing, {} or a word. */
const EMPTY_ANSWERS = {
    submitPullRequest: {},
    cancelPullRequest: {},
    restartTestsOnPullRequest: {},
    setImpactedTargets: {},
    createQueue: {},
    deleteQueue: {},
    updateQueue: {},
};
/** Loads the schema early, so that it is ready when the answer arrives. */
function prepareToRead(name) {
    if (endpoint_facts/* ENDPOINT_FACTS */.Q[name].needs !== null)
        void loadSchemas();
}
async function readAnswer(name, text, contentType) {
    const isMarkup = /^text\/html\b/i.test(contentType) && /^\s*</.test(text);
    if (isMarkup || (0,error_text/* isWebPage */.AA)(text)) {
        return { ok: false, problem: "it is HTML, not JSON: is api-url right?" };
    }
    const { needs, method } = endpoint_facts/* ENDPOINT_FACTS */.Q[name];
    const isStructured = /^\s*[{[]/.test(text);
    if (isStructured && isTooDeep(text))
        return { ok: false, problem: "its JSON is nested too deeply" };
    const json = readJson(text);
    // The only GET endpoint is the only one that answers in plain text.
    if (method === "GET")
        return metricsIn(name, text, contentType, json);
    const empty = EMPTY_ANSWERS[name];
    if (empty !== undefined) {
        if (isStructured && !json.ok)
            return json;
        if (json.ok && (0,error_text/* reportsFailure */.WT)(json.value))
            return refusalIn(text);
        if (!isStructured && text.trim() !== "") {
            const remark = `answered in its own words: ${(0,words/* beginningOf */.VI)(text.trim(), LONGEST_REMARK)}`;
            return { ok: true, value: empty, remark };
        }
        if (needs === null || !(0,is_record/* isRecord */.u)(json.ok ? json.value : null))
            return { ok: true, value: empty };
    }
    if (!json.ok)
        return json;
    const { conforming } = await loadSchemas();
    const read = conforming(name, json.value);
    return !read.ok && (0,error_text/* reportsFailure */.WT)(json.value) ? refusalIn(text) : read;
}
/** Text that may not be metrics must not replace metrics in a file. */
async function metricsIn(name, text, contentType, json) {
    if (json.ok && (0,error_text/* reportsFailure */.WT)(json.value))
        return refusalIn(text);
    const { metricsProblem } = await __webpack_require__.e(/* import() */ 404).then(__webpack_require__.bind(__webpack_require__, 1404));
    const problem = metricsProblem(text, contentType);
    if (problem !== null)
        return { ok: false, problem };
    const { conforming } = await loadSchemas();
    return conforming(name, text);
}
function refusalIn(text) {
    const problem = `the status is a success, but the answer reports a failure: ${(0,error_text/* readErrorText */.Gb)(text).detail}`;
    return { ok: false, problem, isRefusal: true };
}
/** Building the schemas takes longer than everything else before a request. */
function loadSchemas() {
    return Promise.all(/* import() */[__webpack_require__.e(619), __webpack_require__.e(472), __webpack_require__.e(449)]).then(__webpack_require__.bind(__webpack_require__, 3449));
}
function readJson(text) {
    try {
        return { ok: true, value: JSON.parse(text) };
    }
    catch {
        return { ok: false, problem: text.trim() === "" ? "it is empty" : "it is not JSON" };
    }
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

;// CONCATENATED MODULE: ./src/client/client.ts
/** START HERE: the API as methods, one per endpoint of the contract. Holds the credential, and sends it only to the service. */









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
    #warnings = new Set();
    /** Throws a `TypeError` that names the invalid option. */
    constructor(options) {
        const address = (0,api_url/* readApiUrl */.A)(options.apiUrl);
        if (!address.ok)
            throw new TypeError(`apiUrl: ${address.problem}`);
        this.#options = options;
        this.#apiUrl = address.url;
        this.#headers = headersOf(options);
        this.#redact = redactFor(options.credential);
        this.clock = options.clock ?? clock/* systemClock */.m;
        this.random = options.random ?? Math.random;
    }
    /** Aborts with the client's signal, or with `other`. */
    signalWith(other) {
        return AbortSignal.any([this.#options.signal, other].filter((signal) => signal !== undefined));
    }
    /** Reports a sentence to `onWarning`, each sentence only once. */
    warn(sentence) {
        if (this.#warnings.has(sentence))
            return;
        this.#warnings.add(sentence);
        this.#options.onWarning?.(sentence);
    }
    /** How often a failed attempt of a call is repeated. */
    retriesWith(other) {
        return other ?? this.#options.retries ?? DEFAULT_RETRIES;
    }
    /** The client's deadline, or `other` if that is earlier. */
    deadlineWith(other = deadline/* Deadline */.B.never()) {
        return (this.#options.deadline ?? deadline/* Deadline */.B.never()).sooner(other);
    }
    /**
     * Repeats after temporary failures, unless the endpoint acts again on a repeat and the first request may have
     * arrived. Throws `MergeQueueError`.
     */
    call(name, request, options = {}) {
        return this.#send(name, this.#parcel(name, request), options);
    }
    /** Like `call`, with a prepared body, for a list that is too long to build twice. */
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
    /** An answer about another pull request is an error. */
    async getSubmittedPullRequest(request, options) {
        const answer = await this.call("getSubmittedPullRequest", request, options);
        const { number } = request.pr;
        const { prNumber = number } = answer.value;
        if (number === undefined || Number(number) === prNumber)
            return answer;
        const detail = `it is about #${prNumber ?? 0}, and #${number} was requested`;
        const { status, attempts, body, requestId } = answer;
        const failure = { ...errors/* NOTHING_KNOWN */.GN, kind: "badAnswer", status, detail, body, requestId };
        throw new errors/* MergeQueueError */.WS("getSubmittedPullRequest", failure, attempts);
    }
    listPullRequests(request, options) {
        return this.call("listPullRequests", request, options);
    }
    listLandings(request, options) {
        return this.call("listLandings", request, options);
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
        if (endpoint_facts/* ENDPOINT_FACTS */.Q[name].method === "POST")
            return { url, body: Buffer.from(JSON.stringify(request)) };
        const query = new URLSearchParams(Object.entries(request).filter(([, value]) => value !== undefined));
        return { url: query.size === 0 ? url : `${url}?${query.toString()}`, body: null };
    }
    async #send(name, { url, body }, options) {
        const { method, repeating, scope } = endpoint_facts/* ENDPOINT_FACTS */.Q[name];
        const bytes = body?.byteLength ?? 0;
        if (bytes > limits/* MAX_BODY_BYTES */.YK) {
            const problem = `${bytes} bytes, and the service accepts ${limits/* MAX_BODY_BYTES */.YK}`;
            throw new errors/* MergeQueueError */.WS(name, (0,errors/* failureBeforeSending */.yS)("bodyTooLarge", problem), 0);
        }
        prepareToRead(name);
        const performed = await performCall({
            endpoint: name,
            request: { method, url, headers: { ...this.#headers, ...contentHeaders(method) }, body },
            transport: this.#options.transport ?? transport.httpTransport,
            timeoutMs: this.#options.attemptTimeoutMs ?? DEFAULT_ATTEMPT_TIMEOUT_MS,
            retries: this.retriesWith(options.retries),
            mayRepeat: options.mayRepeat,
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
        const { value, status, attempts, text, requestId, leftOut } = performed;
        if (leftOut !== "")
            this.warn(`${name}: a part of the answer is left out: ${leftOut}.`);
        return { value, status, attempts, body: text, requestId };
    }
}
/** Of every request. Throws a `TypeError` that names the invalid option. */
function headersOf({ credential, userAgent, trace }) {
    return {
        ...credentialHeader(credential),
        "user-agent": headerText("userAgent", userAgent),
        "accept-encoding": "identity",
        ...trace,
    };
}
function redactFor(credential) {
    return credential.kind === "token" ? (0,transport/* redactor */.$p)(credential.token) : transport/* redactNothing */.xe;
}
function credentialHeader(credential) {
    switch (credential.kind) {
        case "token":
            return { [limits/* TOKEN_HEADER */.wE]: headerText("credential.token", credential.token) };
        case "forkedRun":
            return { [limits/* FORKED_RUN_HEADER */.ke]: headerText("credential.runId", credential.runId) };
    }
}
function contentHeaders(method) {
    return method === "POST"
        ? { accept: "application/json", "content-type": "application/json" }
        : { accept: "text/plain" };
}
/** The message never contains the value, which may be the token. */
function headerText(option, value) {
    if (HEADER_TEXT.test(value))
        return value;
    throw new TypeError(`${option}: expected printable ASCII on one line, without spaces around it`);
}

// EXTERNAL MODULE: ./src/client/cancel-idempotently.ts
var cancel_idempotently = __webpack_require__(4910);
// EXTERNAL MODULE: ./src/client/failure-words.ts
var failure_words = __webpack_require__(3057);
// EXTERNAL MODULE: ./src/client/message-words.ts
var message_words = __webpack_require__(5764);
// EXTERNAL MODULE: ./src/client/position.ts
var position = __webpack_require__(684);
;// CONCATENATED MODULE: ./src/client/progress-words.ts
/** `the service has not answered since 12:04:10 UTC; retrying (the service cannot be reached: …)`. */
function troubleInWords({ trouble, answeredAt }) {
    if (trouble === null)
        return "";
    if (trouble.kind === "notFound" || trouble.kind === "unauthorized") {
        return `still polling, because ${trouble.message}`;
    }
    return `the service has not answered since ${timeInWords(answeredAt)}; retrying (${trouble.message})`;
}
/** `the queue is PAUSED: mona paused it at 12:04 UTC: release freeze`; the reason is the queue's own. */
function pauseInWords({ queueState, queueStateReason, }) {
    return queueState === "PAUSED" ? `the queue is PAUSED: ${whyPausedInWords(queueStateReason)}` : "";
}
/** Without a full stop, and what a pause means when the queue gives no reason. */
function whyPausedInWords(reason) {
    const given = reason?.trim().replace(/\.$/, "") ?? "";
    return given === "" ? "nothing merges until its state is RUNNING" : given;
}
function timeInWords(at) {
    return `${new Date(at).toISOString().slice(11, 19)} UTC`;
}

// EXTERNAL MODULE: ./src/client/pull-request-on-wire.ts
var pull_request_on_wire = __webpack_require__(552);
// EXTERNAL MODULE: ./src/client/wait.ts + 2 modules
var wait = __webpack_require__(1438);
// EXTERNAL MODULE: ./src/contract/states.ts
var states = __webpack_require__(1710);
// EXTERNAL MODULE: ./src/action/failed-test-runs-report.ts
var failed_test_runs_report = __webpack_require__(5940);
// EXTERNAL MODULE: ./src/action/markup.ts
var markup = __webpack_require__(6220);
// EXTERNAL MODULE: ./src/action/pull-request-report.ts
var pull_request_report = __webpack_require__(7430);
// EXTERNAL MODULE: ./src/action/queue-report.ts
var queue_report = __webpack_require__(5824);
;// CONCATENATED MODULE: ./src/action/waiting.ts
/** Waits until a pull request has left the queue, and logs each change. */













/** Short, since the final state is known already. */
const LAST_READ_MS = 1000;
/** `onFirstShown` is called with the first state of a submission that the service shows. */
async function waitUntilFinal(request, waiting, step, onFirstShown) {
    const seen = { submission: false, pause: null };
    try {
        const outcome = await (0,wait/* waitForOutcome */.r)(step.client, request, {
            ...waiting,
            onQueue: (queue) => {
                (0,queue_report/* reportQueue */.CJ)(queue, step.report);
                (0,queue_report/* reportLane */.jZ)(queue, request.pr.number, step.report);
            },
            onChange: (progress) => {
                if (!seen.submission && progress.value !== null)
                    onFirstShown?.(progress.value);
                seen.submission = true;
                logProgress(request, progress, step);
            },
            onMove: (progress) => {
                logProgress(request, progress, step);
                warnOfPause(request, progress, seen, step);
            },
            onAnswering: (progress) => logProgress(request, progress, step),
            onTestRun: (note) => logTestRun(request, note, step),
            onHeartbeat: (progress) => logProgress(request, progress, step),
        });
        (0,pull_request_report/* reportPullRequest */.jn)(request, outcome.value, step.report);
        (0,pull_request_report/* reportHistory */.LN)(outcome, step.report);
        (0,failed_test_runs_report/* reportFailedTestRuns */.u)(outcome.failedTestRuns, step.report);
        step.report.answered({ status: 200, attempts: outcome.polls, body: JSON.stringify(outcome.value) });
        await (0,pull_request_report/* reportWhy */.Vb)(request, step, LAST_READ_MS);
        await (0,queue_report/* lookAtQueueAfter */.OG)(request, step, LAST_READ_MS);
        return verdictOn(request, outcome);
    }
    catch (error) {
        if (!(error instanceof wait/* WaitError */.u))
            throw error;
        reportProgress(request, error.progress, step);
        const { value } = error.progress;
        if (value !== null)
            step.report.answered({ status: 200, attempts: 0, body: JSON.stringify(value) });
        if (error.kind !== "deadlinePassed")
            throw error;
        step.report.answered({ status: null, attempts: error.attempts, body: "" });
        // The client's own time is over.
        if (value !== null && error.progress.trouble === null)
            await (0,pull_request_report/* reportWhy */.Vb)(request, { ...step, client: step.partingClient() }, LAST_READ_MS);
        return tooLate(request, error.progress);
    }
}
/** Runs an operation that may be aborted. If it is aborted and `cancel-on-abort` is set, cancels the pull request. */
async function cancellingOnAbort(remains, step, run) {
    try {
        return await run();
    }
    catch (error) {
        if (remains?.cancelOnAbort === true && error instanceof errors/* MergeQueueError */.WS && error.kind === "aborted") {
            const { pullRequest } = remains;
            report(pullRequest, await (0,cancel_idempotently/* cancelAborted */.Wd)(step.partingClient(), pullRequest, error), step);
        }
        throw error;
    }
}
function report(request, cancelled, step) {
    const name = (0,pull_request_on_wire/* nameOf */.Vb)(request);
    if (cancelled instanceof errors/* MergeQueueError */.WS) {
        warnOf(`${name} may still be in the queue: ${cancelled.message}`, step);
    }
    else if (cancelled === "mayStillArrive") {
        warnOf(`${name} is not in the queue, but may still get in: its submission was in progress.`, step);
    }
    else {
        const isTakenOut = cancelled === "cancelled";
        const sentence = isTakenOut
            ? `${name} was removed from the queue, because the job was cancelled.`
            : `${name} is not in the queue.`;
        step.log(sentence);
        step.report.set({ "is-submitted": false });
        if (isTakenOut)
            reportOut("CANCELLED", sentence, step);
        else
            reportOut("", "", step);
    }
}
function warnOf(sentence, step) {
    step.warn(sentence);
    step.report.row("Removal", (0,markup/* markup */.PT) `${sentence}`);
}
/** Empty: out of the queue, in an unknown state and for an unknown reason. */
function reportOut(state, reason, { report }) {
    report.set({ state, "is-final": true, reason });
    report.row("State", state === "" ? null : (0,markup/* markup */.PT) `**${state}**`);
    report.row("Reason", reason === "" ? null : (0,markup/* markup */.PT) `${reason}`);
    report.row("Position", null);
    report.row("Waits for", null);
}
function verdictOn({ pr }, { state, value, waitedMs }) {
    const after = `after ${(0,message_words/* durationInWords */.ji)(waitedMs)}`;
    if (state === "MERGED")
        return { kind: "done", sentence: `#${pr.number} is MERGED ${after}.` };
    const reason = (0,pull_request_on_wire/* reasonOf */.A3)(value) || "the queue gives no reason";
    if ((0,states/* isFinalState */.G8)(state)) {
        const errorKind = state === "FAILED" ? "failed" : "cancelled";
        return { kind: "notDone", errorKind, sentence: `#${pr.number} is ${state} ${after}: ${reason}` };
    }
    const unknown = `${state} ${after}, an unknown state, and has left the queue`;
    return { kind: "notDone", errorKind: "unknown-state", sentence: `#${pr.number} is ${unknown}: ${reason}` };
}
function tooLate({ pr }, { state, waitedMs, trouble }) {
    const last = state === null ? "has shown no state" : `is still ${state}`;
    const because = trouble === null ? "" : ` The service's last answer: ${trouble.message}`;
    return {
        kind: "notDone",
        errorKind: "deadline-passed",
        sentence: `#${pr.number} ${last} after ${(0,message_words/* durationInWords */.ji)(waitedMs)}, the end of wait-timeout or timeout.${because}`,
    };
}
/** A final state gets a separate line at the end. */
function logProgress(request, progress, step) {
    reportProgress(request, progress, step);
    const state = progress.state ?? "not known yet";
    if (progress.value !== null && (0,pull_request_on_wire/* hasEnded */.hY)(progress.value))
        return;
    const details = [
        progress.position === null ? "" : `position ${(0,position/* positionInWords */.Ct)(progress.position)}`,
        progress.value === null ? "" : (0,pull_request_on_wire/* reasonOf */.A3)(progress.value),
        pauseInWords(progress),
        troubleInWords(progress),
    ].filter((detail) => detail !== "");
    step.log(`${(0,message_words/* durationInWords */.ji)(progress.waitedMs)}: #${request.pr.number} ${[state, ...details].join("; ")}`);
}
/** An annotation, which people see without opening the log; one for each pause and each of its reasons. */
function warnOfPause({ pr, targetBranch }, { queueState, queueStateReason }, seen, step) {
    const pause = queueState === "PAUSED" ? whyPausedInWords(queueStateReason) : null;
    if (pause !== null && pause !== seen.pause)
        step.warn(`#${pr.number} waits in the queue of ${targetBranch}, which is PAUSED: ${pause}.`);
    seen.pause = pause;
}
function logTestRun({ pr }, note, step) {
    const [first = "", ...output] = (0,failure_words/* testRunLines */.B8)(note);
    step.log(`#${pr.number} ${first}`);
    for (const line of output)
        step.log(line);
}
function reportProgress(request, progress, step) {
    if (progress.value !== null)
        (0,pull_request_report/* reportPullRequest */.jn)(request, progress.value, step.report);
    if (progress.position !== null)
        (0,queue_report/* reportPosition */.Av)(progress.position, step.report);
    (0,pull_request_report/* reportHistory */.LN)(progress, step.report);
    (0,failed_test_runs_report/* reportFailedTestRuns */.u)(progress.failedTestRuns, step.report);
}

;// CONCATENATED MODULE: ./src/action/sending.ts
/**
 * Everything that is needed to send requests and to wait for their result, as one file of the bundle. A step that sends
 * nothing, because of a wrong input or a dry run, does not load it.
 */





/***/ }),

/***/ 4790:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $p: () => (/* binding */ redactor),
/* harmony export */   httpTransport: () => (/* binding */ httpTransport),
/* harmony export */   i4: () => (/* binding */ readBeginning),
/* harmony export */   x8: () => (/* binding */ readBody),
/* harmony export */   xe: () => (/* binding */ redactNothing)
/* harmony export */ });
/* harmony import */ var node_stream__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7075);
/* harmony import */ var node_stream__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_stream__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_zlib__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8522);
/* harmony import */ var node_zlib__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_zlib__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var _actions_http_client__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2779);
/* harmony import */ var _actions_http_client_lib_proxy__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9783);
/* harmony import */ var _domain_duration_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4678);
/* harmony import */ var _domain_thrown_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(9808);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(6468);







const NOT_CONNECTED = /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/;
const NOT_TRUSTED = /^(?:CERT_\w+|ERR_TLS_CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|HOSTNAME_MISMATCH)$/;
const NOT_TUNNELLED = /^tunneling socket could not be established/;
const httpTransport = {
    async send(request, signal) {
        checkProxyVariable(new URL(request.url));
        const body = request.body === null ? null : node_stream__WEBPACK_IMPORTED_MODULE_0__.Readable.from(Buffer.from(request.body));
        try {
            const client = clientFor(request, signal);
            const { message } = await client.request(request.method, request.url, body, headersFor(request));
            if (message.statusCode === SWITCHES_PROTOCOLS)
                throw new ProtocolSwitch(message);
            return { status: message.statusCode ?? 0, headers: flat(message.headers), body: message };
        }
        catch (error) {
            if (error instanceof ProtocolSwitch)
                return error.reply;
            throw explained(error);
        }
    },
};
const SWITCHES_PROTOCOLS = 101;
/** This client supports no other protocol, and the connection of such an answer may remain open. */
class ProtocolSwitch extends Error {
    reply;
    constructor(message) {
        super("the answer switches to another protocol");
        message.destroy();
        this.reply = { status: SWITCHES_PROTOCOLS, headers: flat(message.headers), body: node_stream__WEBPACK_IMPORTED_MODULE_0__.Readable.from([]) };
    }
}
/** When an answer switches protocols, Node reports no response, and the HTTP client would wait for one. */
class HttpClientWithUpgrade extends _actions_http_client__WEBPACK_IMPORTED_MODULE_2__/* .HttpClient */ .Qq {
    requestRaw(info, data) {
        const { httpModule } = info;
        // The HTTP client calls it only in this form.
        const request = (options, onResponse) => {
            const sent = httpModule.request(options, isListener(onResponse) ? onResponse : undefined);
            sent.on("upgrade", (message, socket) => {
                socket.destroy();
                sent.emit("error", new ProtocolSwitch(message));
            });
            return sent;
        };
        return super.requestRaw({ ...info, httpModule: { ...httpModule, request } }, data);
    }
}
function isListener(value) {
    return typeof value === "function";
}
/**
 * The HTTP client ignores a variable that it cannot read, and would bypass the proxy. The value may contain a password.
 */
function checkProxyVariable(url) {
    const name = url.protocol === "https:" ? "https_proxy" : "http_proxy";
    const variable = [name, name.toUpperCase()].find((spelling) => (process.env[spelling] ?? "") !== "");
    if (variable === undefined || (0,_actions_http_client_lib_proxy__WEBPACK_IMPORTED_MODULE_3__/* .checkBypass */ .H)(url) || hasProxyAddress(url))
        return;
    const problem = `the variable ${variable} is not the address of a proxy (its value is not shown)`;
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_5__/* .NotSentError */ .SD(`${problem}: expected one such as http://proxy.example.com:3128`, false);
}
function hasProxyAddress(url) {
    try {
        const proxy = (0,_actions_http_client_lib_proxy__WEBPACK_IMPORTED_MODULE_3__/* .getProxyUrl */ .s)(url);
        return proxy !== undefined && /^https?:$/.test(proxy.protocol) && proxy.hostname !== "";
    }
    catch {
        return false;
    }
}
/** A redirect would send the token to another host; retries are decided elsewhere, per endpoint. */
function clientFor(request, signal) {
    const hook = {
        prepareRequest: (options) => prepare(options, signal),
        canHandleAuthentication: () => false,
        handleAuthentication: () => Promise.reject(new Error("no authentication is handled here")),
    };
    return new HttpClientWithUpgrade(request.headers["user-agent"], [hook], {
        allowRedirects: false,
        allowRetries: false,
        socketTimeout: _domain_duration_js__WEBPACK_IMPORTED_MODULE_4__/* .LONGEST_TIMER_MS */ .Mv, // a limit on silence only; the whole attempt has a separate limit
    });
}
function prepare(options, signal) {
    options.signal = signal;
    options.host = options.host?.replace(/^\[(.*)\]$/, "$1"); // Node would resolve a name with the brackets in it
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
    const causes = (0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_6__/* .partsOf */ .CI)(error);
    const message = (0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_6__/* .errorText */ .kc)(error);
    if (causes.some((cause) => NOT_TRUSTED.test((0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_6__/* .codeOf */ .$N)(cause)))) {
        return new _errors_js__WEBPACK_IMPORTED_MODULE_5__/* .NotSentError */ .SD(`its certificate is not trusted: ${message}`, false, { cause: error });
    }
    if (causes.every((cause) => NOT_CONNECTED.test((0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_6__/* .codeOf */ .$N)(cause)) || NOT_TUNNELLED.test((0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_6__/* .errorText */ .kc)(cause)))) {
        return new _errors_js__WEBPACK_IMPORTED_MODULE_5__/* .NotSentError */ .SD(message, true, { cause: error });
    }
    return error;
}
const REDACTED = "***";
/** A shorter beginning of a token at the end of a truncated text reveals nothing. */
const SHORTEST_REVEALING_PART = 6;
/** Finds the token unchanged, as addresses, JSON or HTML spell it, and its beginning at the end of a truncated text. */
function redactor(secret) {
    const anySpelling = new RegExp(Array.from(secret, spellingsOf).join(""), "gi");
    return (text) => withoutCutSecret(text.replace(anySpelling, REDACTED), secret);
}
const redactNothing = (text) => text;
/** A pattern for one ASCII character: encoders of JSON differ in what they escape, and so do encoders of addresses. */
function spellingsOf(character) {
    const code = character.charCodeAt(0);
    const hex = code.toString(16).padStart(2, "0");
    const itself = `\\\\?\\x${hex}`;
    return `(?:${itself}|%${hex}|\\\\u00${hex}|&#0*${code};|&#x0*${hex};)`;
}
function withoutCutSecret(text, secret) {
    for (let length = secret.length - 1; length >= SHORTEST_REVEALING_PART; length--) {
        if (text.endsWith(secret.slice(0, length)))
            return text.slice(0, -length) + REDACTED;
    }
    return text;
}
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
/** Puts up to `limitBytes` of the body into `chunks` as they arrive; a body that breaks off just ends. */
async function readBeginning(reply, limitBytes, chunks) {
    const decoded = decode(reply, encodingOf(reply));
    if (decoded === null)
        return;
    try {
        await collect(decoded, limitBytes, chunks);
    }
    catch {
        // The status has arrived; the text only explains it.
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
    const gunzip = (0,node_zlib__WEBPACK_IMPORTED_MODULE_1__.createGunzip)();
    // Errors reach the reader through `gunzip`, which the pipeline destroys with them.
    return (0,node_stream__WEBPACK_IMPORTED_MODULE_0__.pipeline)(node_stream__WEBPACK_IMPORTED_MODULE_0__.Readable.from(reply.body), gunzip, () => undefined);
}
/** False when there is more than the limit; the part within the limit is kept. */
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


/***/ }),

/***/ 7220:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   YK: () => (/* binding */ MAX_BODY_BYTES),
/* harmony export */   ke: () => (/* binding */ FORKED_RUN_HEADER),
/* harmony export */   wE: () => (/* binding */ TOKEN_HEADER)
/* harmony export */ });
/* unused harmony export FORKED_BODY_BYTES */
/** Limits and headers that client and server share. */
/** 20 MiB: the largest accepted request body. */
const MAX_BODY_BYTES = 20 * 1024 * 1024;
/** Carries the token. */
const TOKEN_HEADER = "x-api-token";
/** Replaces the token where a forked pull request's job has no secrets: the id of its workflow run. */
const FORKED_RUN_HEADER = "x-forked-workflow-run-id";
/** 1 MiB: the largest body of an unverified forked run. Clients send "ALL" instead of a larger list. */
const FORKED_BODY_BYTES = (/* unused pure expression or super */ null && (1024 * 1024));


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


/***/ })

};
