export const id = 369;
export const ids = [369,790];
export const modules = {

/***/ 9369:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  MergeQueueClient: () => (/* reexport */ MergeQueueClient),
  cancellingOnAbort: () => (/* reexport */ cancellingOnAbort),
  traceHeaders: () => (/* reexport */ traceHeaders),
  waitUntilFinal: () => (/* reexport */ waitUntilFinal)
});

// EXTERNAL MODULE: ./src/contract/endpoint-facts.ts
var endpoint_facts = __webpack_require__(6347);
// EXTERNAL MODULE: ./src/contract/limits.ts
var limits = __webpack_require__(7220);
// EXTERNAL MODULE: ./src/client/api-url.ts
var api_url = __webpack_require__(4259);
// EXTERNAL MODULE: ./src/client/clock.ts
var clock = __webpack_require__(9141);
// EXTERNAL MODULE: ./src/client/deadline.ts
var client_deadline = __webpack_require__(6659);
// EXTERNAL MODULE: ./src/client/errors.ts
var errors = __webpack_require__(6468);
// EXTERNAL MODULE: ./src/domain/thrown.ts
var thrown = __webpack_require__(9808);
// EXTERNAL MODULE: ./src/client/error-text.ts
var error_text = __webpack_require__(5778);
// EXTERNAL MODULE: ./src/client/not-sent-error.ts
var not_sent_error = __webpack_require__(6314);
// EXTERNAL MODULE: ./src/client/retry.ts
var retry = __webpack_require__(7785);
;// CONCATENATED MODULE: ./src/client/failures.ts
/** Turns what can go wrong in one attempt into a `Failure`: which kind, and whether trying again may help. */





const LONGEST_REQUEST_ID = 128;
/** How many characters of an answer are kept that is not what was promised. */
const KEPT_TEXT = 512 * 1024;
/** An answer that is no success. Decided on the status alone; `text` only explains it. */
function failureOfStatus(reply, text, redact, clock) {
    const { status } = reply;
    const kind = kindOfStatus(status);
    const { code, detail } = (0,error_text/* readErrorText */.Gb)(redact(text));
    return {
        ...errors/* NOTHING_KNOWN */.GN,
        kind,
        status,
        code,
        detail: redact(kind === "redirected" ? redirectDetail(reply) : detail),
        body: redact(text),
        requestId: requestIdOf(reply, redact),
        retryAfterMs: (0,retry/* readRetryAfterMs */.jR)(reply.headers["retry-after"], clock.date()),
        retryable: kind === "rateLimited" || kind === "serverFailed",
        mayHaveActed: kind === "serverFailed",
    };
}
/** A success by its status that is none by its body: done perhaps, but nothing to rely on. */
function failureOfAnswer(reply, problem, text, redact) {
    return {
        ...errors/* NOTHING_KNOWN */.GN,
        kind: "badAnswer",
        status: reply.status,
        detail: redact(problem),
        body: redact((0,error_text/* shortened */.vI)(text, KEPT_TEXT)),
        requestId: requestIdOf(reply, redact),
        mayHaveActed: true,
    };
}
/** A success by its status whose body reports that the call was not done. */
function failureOfRefusal(reply, problem, text, redact) {
    const { code } = (0,error_text/* readErrorText */.Gb)(redact(text));
    return { ...failureOfAnswer(reply, problem, text, redact), kind: "refused", code, mayHaveActed: false };
}
function failureOfNetwork(error, redact) {
    const notSent = error instanceof not_sent_error/* NotSentError */.S;
    return {
        ...errors/* NOTHING_KNOWN */.GN,
        kind: "unreachable",
        detail: redact((0,error_text/* shortened */.vI)((0,thrown/* errorText */.kc)(error), 2000)),
        retryable: notSent ? error.passing : true,
        mayHaveActed: !notSent,
        cause: error,
    };
}
function failureOfCut(kind, attemptTimeoutMs) {
    const timedOut = kind === "attemptTimedOut";
    return {
        ...errors/* NOTHING_KNOWN */.GN,
        kind,
        detail: timedOut ? `nothing complete within ${attemptTimeoutMs} ms` : "",
        retryable: timedOut,
        mayHaveActed: true,
    };
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

// EXTERNAL MODULE: ./src/client/read-body.ts
var read_body = __webpack_require__(7780);
;// CONCATENATED MODULE: ./src/client/attempt.ts
/** One request and its whole answer, within a time limit that holds whatever the server or the transport does. */



/** The most bytes an answer may have, after decompression. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
/** How much of a failed answer is kept. */
const KEPT_ERROR_BYTES = 512 * 1024;
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
        await (0,read_body/* readBeginning */.i)(reply, KEPT_ERROR_BYTES, this.#errorChunks);
        return failed(this.#statusFailure(reply));
    }
    /** A status that has arrived says more than the clock, even when its text is still on the way. */
    endedBy(kind) {
        const reply = kind === "aborted" ? null : this.#unsuccessful;
        return failed(reply ? this.#statusFailure(reply) : failureOfCut(kind, this.#attempt.timeoutMs));
    }
    async #readSuccess(reply) {
        const read = await (0,read_body/* readBody */.x)(reply, MAX_ANSWER_BYTES).catch((cause) => {
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
    async #understand(reply, text) {
        const understood = await this.#attempt.understand(text, reply.headers["content-type"] ?? "");
        if (!understood.ok) {
            const { problem, isRefusal = false } = understood;
            const failure = isRefusal ? failureOfRefusal : failureOfAnswer;
            return failed(failure(reply, problem, text, this.#attempt.redact));
        }
        const requestId = requestIdOf(reply, this.#attempt.redact);
        const { value, remark = "", leftOut = "" } = understood;
        return { kind: "succeeded", success: { value, status: reply.status, text, remark, leftOut, requestId } };
    }
    #bad(reply, problem) {
        return failed(failureOfAnswer(reply, problem, "", this.#attempt.redact));
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
        const timer = setTimeout(() => cut(remainingMs <= timeoutMs ? "deadlinePassed" : "attemptTimedOut"), Math.min(timeoutMs, remainingMs, clock/* LONGEST_TIMER_MS */.M));
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
    const delay = (0,retry/* delayMs */.eS)(attempt, failure.retryAfterMs, call.random);
    // Without time for another attempt the present failure is the better account of what happened.
    if (delay >= call.deadline.remainingMs() || waitedMs + delay > retry/* LONGEST_TOTAL_WAIT_MS */.l0)
        return null;
    return delay;
}

// EXTERNAL MODULE: ./src/domain/is-record.ts
var is_record = __webpack_require__(7978);
;// CONCATENATED MODULE: ./src/client/read-answer.ts
/** Reads the body of a success as the contract describes it. */



/** JSON of the API is flat; more is an attempt to exhaust the parser, which takes 30 bytes per bracket. */
const DEEPEST_NESTING = 64;
const LONGEST_REMARK = 300;
/** The status alone says that such a call is done: published servers answer nothing, {} or a word. */
const EMPTY_ANSWERS = {
    submitPullRequest: {},
    cancelPullRequest: {},
    restartTestsOnPullRequest: {},
    setImpactedTargets: {},
    createQueue: {},
    deleteQueue: {},
    updateQueue: {},
};
/** Loads what the answer is compared with, so that it is there when the answer is. */
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
    // The one GET is the one answer in plain text.
    if (method === "GET")
        return metricsIn(name, text, contentType, json);
    const empty = EMPTY_ANSWERS[name];
    if (empty !== undefined) {
        if (isStructured && !json.ok)
            return json;
        if (json.ok && (0,error_text/* reportsFailure */.WT)(json.value))
            return refusalIn(text);
        if (!isStructured && text.trim() !== "") {
            const remark = `answered in its own words: ${(0,error_text/* shortened */.vI)(text.trim(), LONGEST_REMARK)}`;
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
/** Text that is not surely metrics could take the place of metrics in a file. */
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
    const problem = `the status is that of a success, and the answer reports a failure: ${(0,error_text/* readErrorText */.Gb)(text).detail}`;
    return { ok: false, problem, isRefusal: true };
}
/** Building them takes longer than everything else before a request. */
function loadSchemas() {
    return Promise.all(/* import() */[__webpack_require__.e(619), __webpack_require__.e(94), __webpack_require__.e(449)]).then(__webpack_require__.bind(__webpack_require__, 3449));
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

// EXTERNAL MODULE: ./src/client/transport.ts
var transport = __webpack_require__(4790);
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
    #warnings = new Set();
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
            ...options.trace,
        };
        this.#redact = options.credential.kind === "token" ? redactor(options.credential.token) : redactNothing;
        this.clock = options.clock ?? clock/* systemClock */.m;
        this.random = options.random ?? Math.random;
    }
    /** Aborts with the client's signal, or with another that is given here. */
    signalWith(other) {
        return AbortSignal.any([this.#options.signal, other].filter((signal) => signal !== undefined));
    }
    /** Reports a sentence to `onWarning`, and the same one once. */
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
    /** The client's deadline, or another that is sooner. */
    deadlineWith(other = client_deadline/* Deadline */.B.never()) {
        return (this.#options.deadline ?? client_deadline/* Deadline */.B.never()).sooner(other);
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
    /** An answer about another pull request is an error. */
    async getSubmittedPullRequest(request, options) {
        const answer = await this.call("getSubmittedPullRequest", request, options);
        const { number } = request.pr;
        const { prNumber = number } = answer.value;
        if (number === undefined || Number(number) === prNumber)
            return answer;
        const detail = `it is about #${prNumber ?? 0}, and #${number} was asked for`;
        const { status, attempts, body, requestId } = answer;
        const failure = { ...errors/* NOTHING_KNOWN */.GN, kind: "badAnswer", status, detail, body, requestId };
        throw new errors/* MergeQueueError */.WS("getSubmittedPullRequest", failure, attempts);
    }
    listPullRequests(request, options) {
        return this.call("listPullRequests", request, options);
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
            const problem = `${bytes} bytes, and the service takes ${limits/* MAX_BODY_BYTES */.YK}`;
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
/** The value is never part of the message: it may be the token. */
function headerText(option, value) {
    if (HEADER_TEXT.test(value))
        return value;
    throw new TypeError(`${option}: expected printable ASCII on one line, without spaces around it`);
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
;// CONCATENATED MODULE: ./src/client/trace-parent.ts
/** Which trace the requests of one client belong to: its caller's, or one of their own. */

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const TRACESTATE = /^[\x21-\x7e](?:[\x20-\x7e]{0,510}[\x21-\x7e])?$/;
/** Reads TRACEPARENT and TRACESTATE, as tools that trace builds set them; without a usable one it begins a trace. */
function traceHeaders(environment) {
    const traceparent = environment("TRACEPARENT")?.trim() ?? "";
    if (!TRACEPARENT.test(traceparent))
        return newTrace();
    const tracestate = environment("TRACESTATE")?.trim() ?? "";
    return TRACESTATE.test(tracestate) ? { traceparent, tracestate } : { traceparent };
}
/** Marked as sampled: whether it is kept is for the service to say, which knows no other opinion. */
function newTrace() {
    return { traceparent: `00-${(0,external_node_crypto_.randomBytes)(16).toString("hex")}-${(0,external_node_crypto_.randomBytes)(8).toString("hex")}-01` };
}

// EXTERNAL MODULE: ./src/client/cancel-idempotently.ts
var cancel_idempotently = __webpack_require__(4910);
// EXTERNAL MODULE: ./src/contract/states.ts
var states = __webpack_require__(1710);
// EXTERNAL MODULE: ./src/client/earlier-stay.ts
var earlier_stay = __webpack_require__(9897);
// EXTERNAL MODULE: ./src/client/position.ts
var position = __webpack_require__(684);
// EXTERNAL MODULE: ./src/client/pull-request-words.ts
var pull_request_words = __webpack_require__(5952);
// EXTERNAL MODULE: ./src/client/stay-log.ts
var stay_log = __webpack_require__(6885);
// EXTERNAL MODULE: ./src/client/words.ts
var words = __webpack_require__(510);
;// CONCATENATED MODULE: ./src/client/wait.ts










/** The wait ended without an outcome; `progress` is the last that was seen. */
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
/** A service in trouble is asked less often, but its return is noticed within a few intervals. */
const SLOWEST_POLL = 4;
/** The place in line is worth no more: until it is known, no end is seen. */
const POSITION_MS = 2000;
const LASTING_KINDS = new Set([
    "unauthorized",
    "forbidden",
    "refused",
    "bodyTooLarge",
]);
const LASTING_CODES = new Set(["MERGE_QUEUE_NOT_FOUND", "REPOSITORY_NOT_FOUND"]);
/** Someone before the service was impatient with it, or it with itself. */
const PASSING_STATUSES = new Set([408, 425]);
/**
 * Returns as soon as the pull request has ended in the queue. Survives lost connections, 5xx, pages of proxies and a short 404 or 401;
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
    #stays;
    #polls = 0;
    #failuresInARow = 0;
    #trouble = null;
    #unknownSince = null;
    #hasWarnedOfState = false;
    #reportedAt;
    #position = null;
    #positionAskedAt = Number.NEGATIVE_INFINITY;
    constructor(client, request, options, limits) {
        this.#client = client;
        this.#request = request;
        this.#options = options;
        this.#limits = limits;
        this.#stays = new stay_log/* StayLog */.a(client.clock);
        this.#startedAt = client.clock.now();
        this.#reportedAt = this.#startedAt;
    }
    /** Null when the queue is not done, or did not answer and may do so later. */
    async poll() {
        this.#endIfOver();
        this.#polls++;
        try {
            const { value } = await this.#client.getSubmittedPullRequest(this.#request, this.#limits);
            if (this.#isEarlierStay(value))
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
    /** Where a service dates nothing, an end after another state was seen is a new end. */
    #isEarlierStay(value) {
        if (this.#value !== null && value.stateChangedAt === undefined)
            return false;
        return (0,earlier_stay/* isEarlierStay */.c)(value, this.#options.earlierStay ?? null);
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
        const deadline = client_deadline/* Deadline */.B.after(POSITION_MS, this.#client.clock).sooner(this.#limits.deadline);
        try {
            const { value } = await this.#client.getQueue({ repo, targetBranch }, { ...this.#limits, deadline });
            this.#position = (0,position/* positionIn */.N)(value, Number(pr.number));
            this.#options.onQueue?.(value);
        }
        catch (error) {
            if (!(error instanceof errors/* MergeQueueError */.WS))
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
        const asked = Math.min(this.#trouble?.retryAfterMs ?? 0, retry/* LONGEST_RETRY_AFTER_MS */.Q);
        return Math.max(asked, Math.round(intervalMs * slower * jitter));
    }
    #see(value) {
        const { state } = value;
        this.#warnOfUnknown(value);
        this.#warnOfResubmission(value);
        const isNewState = state !== this.#stays.state;
        const isNews = isNewState || value.stateReason !== this.#value?.stateReason;
        if (isNewState)
            this.#stays.enter(state);
        this.#value = value;
        this.#trouble = null;
        this.#failuresInARow = 0;
        this.#unknownSince = null;
        if (isNews) {
            this.#reportedAt = this.#client.clock.now();
            this.#options.onChange?.(this.#progress());
        }
        if (!(0,pull_request_words/* hasEnded */.hY)(value))
            return null;
        const { history, omittedStays, waitedMs, polls } = this.#progress();
        return { state, value, history, omittedStays, waitedMs, polls };
    }
    /** Of a submission that came between two polls; the wait follows it, since it is the one that can land. */
    #warnOfResubmission({ id }) {
        const before = this.#value === null ? this.#options.entryId : this.#value.id;
        if (id === undefined || before === undefined || id === before)
            return;
        const name = `#${String(this.#request.pr.number)}`;
        this.#client.warn(`${name} was submitted again meanwhile: its entry was ${(0,words/* shown */.SP)(before)} and is ${(0,words/* shown */.SP)(id)}, which the wait follows.`);
    }
    /** Once for each wait: a service could answer new states without end. */
    #warnOfUnknown(value) {
        const { state } = value;
        if ((0,states/* isKnownState */.Ht)(state) || (0,pull_request_words/* hasEnded */.hY)(value) || this.#hasWarnedOfState)
            return;
        this.#hasWarnedOfState = true;
        const name = `#${String(this.#request.pr.number)}`;
        this.#client.warn(`${name} is ${state}, a state that is not known here; the wait goes on.`);
    }
    #miss(error) {
        if (error.kind === "deadlinePassed")
            throw this.#deadlineError();
        if (error.kind === "aborted" || this.#isLasting(error))
            throw new WaitError(error, this.#progress());
        this.#trouble = error;
        // A service that does not know the pull request or the token is well, and only the grace ends such an answer.
        const isWell = error.kind === "notFound" || error.kind === "unauthorized";
        this.#failuresInARow = isWell ? 0 : this.#failuresInARow + 1;
    }
    /** Whether the same answer must be expected for ever. */
    #isLasting(error) {
        const isAboutAccess = error.kind === "unauthorized" || LASTING_CODES.has(error.code);
        // A service that answered well before may restart, or take a new token.
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
    #endIfOver() {
        if (this.#limits.signal.aborted)
            throw new WaitError((0,errors/* failureBeforeSending */.yS)("aborted"), this.#progress());
        if (this.#limits.deadline.hasPassed)
            throw this.#deadlineError();
    }
    #deadlineError() {
        const { state } = this.#stays;
        const words = [state === null ? null : `the last state was ${state}`, this.#trouble?.message ?? null];
        const detail = words.filter((word) => word !== null).join("; ");
        return new WaitError((0,errors/* failureBeforeSending */.yS)("deadlinePassed", detail), this.#progress());
    }
    #progress() {
        return {
            value: this.#value,
            state: this.#stays.state,
            stateReason: this.#value?.stateReason ?? null,
            history: this.#stays.history(),
            omittedStays: this.#stays.omitted,
            waitedMs: this.#client.clock.now() - this.#startedAt,
            polls: this.#polls,
            position: this.#position,
            trouble: this.#trouble,
        };
    }
}
/** What a service that is starting, or something before it, says for a while. */
function mayPass({ kind, status, body }) {
    if (kind === "notFound" || kind === "redirected" || PASSING_STATUSES.has(status))
        return true;
    return status !== null && status >= 400 && status <= 499 && (0,error_text/* isWebPage */.AA)(body);
}
function stillEarlier({ state }) {
    const detail = `the service still shows the stay before this one, which ended as ${state}`;
    return new errors/* MergeQueueError */.WS("getSubmittedPullRequest", { ...errors/* NOTHING_KNOWN */.GN, kind: "notFound", detail }, 1);
}

;// CONCATENATED MODULE: ./src/client/cancel-under-way.ts



/** Time for the service to record the submission that it is working on: first as it mostly takes, then more. */
const PAUSES_MS = [300, 900, 1800, 3000];
/** That the pull request is not there proves nothing at first, and little later: it may arrive after all. */
async function cancelUnderWay(client, request) {
    for (const pauseMs of [...PAUSES_MS, Number.POSITIVE_INFINITY]) {
        const { kind } = await (0,cancel_idempotently/* cancelIdempotently */.z)(client, request, { submission: null });
        if (kind !== "notInQueue")
            return "cancelled";
        if (pauseMs === Number.POSITIVE_INFINITY || pauseMs >= client.deadlineWith().remainingMs())
            break;
        await client.clock.sleep(pauseMs, client.signalWith());
    }
    return "mayStillArrive";
}
/** Takes out what an aborted call or wait may have left in the queue. The error is why that is not known. */
async function cancelAborted(client, request, aborted) {
    const submission = aborted instanceof WaitError ? aborted.progress.value : null;
    // The service has not shown yet what it may have been asked for.
    const isUnderWay = aborted.mayHaveActed || (aborted instanceof WaitError && submission === null);
    try {
        if (isUnderWay)
            return await cancelUnderWay(client, request);
        const { kind } = await (0,cancel_idempotently/* cancelIdempotently */.z)(client, request, { submission });
        return kind === "notInQueue" ? kind : "cancelled";
    }
    catch (error) {
        if (error instanceof errors/* MergeQueueError */.WS)
            return error;
        throw error;
    }
}

// EXTERNAL MODULE: ./src/action/markup.ts
var markup = __webpack_require__(6220);
// EXTERNAL MODULE: ./src/action/pull-request-report.ts
var pull_request_report = __webpack_require__(7430);
// EXTERNAL MODULE: ./src/action/queue-report.ts
var queue_report = __webpack_require__(5824);
;// CONCATENATED MODULE: ./src/action/waiting.ts
/** Waits until the queue is done with a pull request, and says on the way what happens. */










/** The end is known, and hardly anyone would wait for more. */
const LAST_LOOK_MS = 1000;
/** `onFirstShown` is called with the first that the service shows of a submission. */
async function waitUntilFinal(request, waiting, step, onFirstShown) {
    const seen = { queue: false, submission: false };
    try {
        const outcome = await waitForOutcome(step.client, request, {
            ...waiting,
            onQueue: (queue) => {
                seen.queue = true;
                (0,queue_report/* reportQueue */.CJ)(queue, step.report);
            },
            onChange: (progress) => {
                if (!seen.submission && progress.value !== null)
                    onFirstShown?.(progress.value);
                seen.submission = true;
                sayProgress(request, progress, step);
            },
            onHeartbeat: (progress) => sayProgress(request, progress, step),
        });
        (0,pull_request_report/* reportPullRequest */.jn)(request, outcome.value, step.report);
        (0,pull_request_report/* reportHistory */.LN)(outcome, step.report);
        step.report.answered({ status: 200, attempts: outcome.polls, body: JSON.stringify(outcome.value) });
        if (!seen.queue)
            await (0,queue_report/* lookAtQueue */.az)(request, step, LAST_LOOK_MS);
        return verdictOn(request, outcome);
    }
    catch (error) {
        if (!(error instanceof WaitError))
            throw error;
        reportProgress(request, error.progress, step);
        const { value } = error.progress;
        if (value !== null)
            step.report.answered({ status: 200, attempts: 0, body: JSON.stringify(value) });
        if (error.kind !== "deadlinePassed")
            throw error;
        step.report.answered({ status: null, attempts: error.attempts, body: "" });
        return tooLate(request, error.progress);
    }
}
/** Runs what may be aborted; when it was, and `cancel-on-abort` is set, takes the pull request out of the queue. */
async function cancellingOnAbort(remains, step, run) {
    try {
        return await run();
    }
    catch (error) {
        if (remains?.cancelOnAbort === true && error instanceof errors/* MergeQueueError */.WS && error.kind === "aborted") {
            const { pullRequest } = remains;
            report(pullRequest, await cancelAborted(step.partingClient(), pullRequest, error), step);
        }
        throw error;
    }
}
function report(request, cancelled, step) {
    const name = (0,pull_request_words/* nameOf */.Vb)(request);
    if (cancelled instanceof errors/* MergeQueueError */.WS) {
        warnOf(`${name} may still be in the queue: ${cancelled.message}`, step);
    }
    else if (cancelled === "mayStillArrive") {
        warnOf(`${name} is not in the queue, but may still get in: its submission was under way.`, step);
    }
    else {
        const isTakenOut = cancelled === "cancelled";
        const sentence = isTakenOut
            ? `${name} was taken out of the queue, because the job was cancelled.`
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
    step.report.row("Taking out", (0,markup/* markup */.PT) `${sentence}`);
}
/** Empty: out of the queue in a state, and for a reason, that nothing has shown. */
function reportOut(state, reason, { report }) {
    report.set({ state, "is-final": true, reason });
    report.row("State", state === "" ? null : (0,markup/* markup */.PT) `**${state}**`);
    report.row("Reason", reason === "" ? null : (0,markup/* markup */.PT) `${reason}`);
    report.row("Position", null);
    report.row("Waits for", null);
}
function verdictOn({ pr }, { state, value, waitedMs }) {
    const after = `after ${(0,words/* durationInWords */.ji)(waitedMs)}`;
    if (state === "MERGED")
        return { kind: "done", sentence: `#${pr.number} is MERGED ${after}.` };
    const reason = (0,pull_request_words/* reasonOf */.A3)(value) || "the queue gives no reason";
    if ((0,states/* isFinalState */.G8)(state)) {
        const errorKind = state === "FAILED" ? "failed" : "cancelled";
        return { kind: "notDone", errorKind, sentence: `#${pr.number} is ${state} ${after}: ${reason}` };
    }
    const unknown = `${state} ${after}, a state that is not known here, and out of the queue`;
    return { kind: "notDone", errorKind: "unknown-state", sentence: `#${pr.number} is ${unknown}: ${reason}` };
}
function tooLate({ pr }, { state, waitedMs, trouble }) {
    const last = state === null ? "has shown no state" : `is still ${state}`;
    const because = trouble === null ? "" : ` The service's last answer: ${trouble.message}`;
    return {
        kind: "notDone",
        errorKind: "deadline-passed",
        sentence: `#${pr.number} ${last} after ${(0,words/* durationInWords */.ji)(waitedMs)}, the end of wait-timeout or timeout.${because}`,
    };
}
/** A final state has a line of its own at the end. */
function sayProgress(request, progress, step) {
    reportProgress(request, progress, step);
    const state = progress.state ?? "not known yet";
    if (progress.value !== null && (0,pull_request_words/* hasEnded */.hY)(progress.value))
        return;
    const details = [
        progress.value === null ? "" : (0,pull_request_words/* reasonOf */.A3)(progress.value),
        progress.position === null ? "" : `position ${(0,position/* positionInWords */.C)(progress.position)}`,
        progress.trouble === null ? "" : `still asking, because ${progress.trouble.message}`,
    ].filter((detail) => detail !== "");
    step.log(`${(0,words/* durationInWords */.ji)(progress.waitedMs)}: #${request.pr.number} ${[state, ...details].join("; ")}`);
}
function reportProgress(request, progress, step) {
    if (progress.value !== null)
        (0,pull_request_report/* reportPullRequest */.jn)(request, progress.value, step.report);
    if (progress.position !== null)
        (0,queue_report/* reportPosition */.Av)(progress.position, step.report);
    (0,pull_request_report/* reportHistory */.LN)(progress, step.report);
}

;// CONCATENATED MODULE: ./src/action/sending.ts
/**
 * All that it takes to send something and to wait for what becomes of it, as one file of the bundle. A step that
 * sends nothing, because an input is wrong or the run is dry, does not load it.
 */





/***/ }),

/***/ 5778:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AA: () => (/* binding */ isWebPage),
/* harmony export */   Gb: () => (/* binding */ readErrorText),
/* harmony export */   WT: () => (/* binding */ reportsFailure),
/* harmony export */   vI: () => (/* binding */ shortened)
/* harmony export */ });
/** Finds the reason in the body of a failed answer, which may be JSON of several shapes, text or a web page. */
const LONGEST_DETAIL = 2000;
const CODE = /^[A-Za-z0-9_.-]{1,64}$/;
/** Told from a word of a sentence by being shouted. */
const CODE_ALONE = /^[A-Z0-9]{1,32}(?:_[A-Z0-9]{1,32}){1,8}$/;
/** JSON `error.message`, else `error`, else `message`, else the text itself. */
function readErrorText(text) {
    if (isWebPage(text))
        return { code: null, detail: "the answer is HTML, not JSON: is api-url right?" };
    const json = parsed(text);
    const error = member(json, "error");
    const code = [member(error, "code"), member(json, "code"), alone(error)].find(isCode) ?? null;
    const words = [member(error, "message"), error, member(json, "message"), json, text].find(isText) ?? "";
    return { code, detail: shortened(words.trim(), LONGEST_DETAIL) };
}
/** Whether the body of an answer reports a failure, whatever its status. */
function reportsFailure(json) {
    if (json === false || member(json, "success") === false || member(json, "ok") === false)
        return true;
    const [error, errors] = [member(json, "error"), member(json, "errors")];
    const isList = Array.isArray(errors);
    return Boolean(error) || (isList ? errors.length > 0 : Boolean(errors));
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
function alone(error) {
    return typeof error === "string" && CODE_ALONE.test(error) ? error : undefined;
}
function isText(value) {
    return typeof value === "string" && value.trim() !== "";
}
function isCode(value) {
    return typeof value === "string" && CODE.test(value);
}


/***/ }),

/***/ 6314:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   S: () => (/* binding */ NotSentError)
/* harmony export */ });
/** Nothing of a request reached the service, so that trying again cannot do the same thing twice. */
class NotSentError extends Error {
    name = "NotSentError";
    /** Whether the same request may get through a moment later. */
    passing;
    constructor(message, passing, options) {
        super(message, options);
        this.passing = passing;
    }
}


/***/ }),

/***/ 7780:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   i: () => (/* binding */ readBeginning),
/* harmony export */   x: () => (/* binding */ readBody)
/* harmony export */ });
/* harmony import */ var node_stream__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7075);
/* harmony import */ var node_stream__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_stream__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_zlib__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8522);
/* harmony import */ var node_zlib__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_zlib__WEBPACK_IMPORTED_MODULE_1__);
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
    const gunzip = (0,node_zlib__WEBPACK_IMPORTED_MODULE_1__.createGunzip)();
    // Errors reach the reader through `gunzip`, which the pipeline destroys with them.
    return (0,node_stream__WEBPACK_IMPORTED_MODULE_0__.pipeline)(node_stream__WEBPACK_IMPORTED_MODULE_0__.Readable.from(reply.body), gunzip, () => undefined);
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


/***/ }),

/***/ 4790:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   httpTransport: () => (/* binding */ httpTransport)
/* harmony export */ });
/* harmony import */ var node_stream__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7075);
/* harmony import */ var node_stream__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_stream__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var _actions_http_client__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2779);
/* harmony import */ var _actions_http_client_lib_proxy__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9783);
/* harmony import */ var _domain_thrown_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(9808);
/* harmony import */ var _clock_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9141);
/* harmony import */ var _not_sent_error_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6314);






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
/** Nothing that this client speaks follows such an answer, and its connection may stay open. */
class ProtocolSwitch extends Error {
    reply;
    constructor(message) {
        super("the answer switches to another protocol");
        message.destroy();
        this.reply = { status: SWITCHES_PROTOCOLS, headers: flat(message.headers), body: node_stream__WEBPACK_IMPORTED_MODULE_0__.Readable.from([]) };
    }
}
/** Where an answer switches protocols, Node reports no response, and the HTTP client would wait for one. */
class HttpClientWithUpgrade extends _actions_http_client__WEBPACK_IMPORTED_MODULE_1__/* .HttpClient */ .Qq {
    requestRaw(info, data) {
        const { httpModule } = info;
        // The HTTP client calls it in this one of its forms.
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
/** The HTTP client passes over a variable that it cannot read, and the proxy with it. The value may hold a password. */
function checkProxyVariable(url) {
    const name = url.protocol === "https:" ? "https_proxy" : "http_proxy";
    const variable = [name, name.toUpperCase()].find((spelling) => (process.env[spelling] ?? "") !== "");
    if (variable === undefined || (0,_actions_http_client_lib_proxy__WEBPACK_IMPORTED_MODULE_2__/* .checkBypass */ .H)(url) || hasProxyAddress(url))
        return;
    const problem = `the variable ${variable} is no address of a proxy (its value is not shown)`;
    throw new _not_sent_error_js__WEBPACK_IMPORTED_MODULE_4__/* .NotSentError */ .S(`${problem}: expected one such as http://proxy.example.com:3128`, false);
}
function hasProxyAddress(url) {
    try {
        const proxy = (0,_actions_http_client_lib_proxy__WEBPACK_IMPORTED_MODULE_2__/* .getProxyUrl */ .s)(url);
        return proxy !== undefined && /^https?:$/.test(proxy.protocol) && proxy.hostname !== "";
    }
    catch {
        return false;
    }
}
/** Redirects would carry the token to another host; repeating is decided elsewhere, per endpoint. */
function clientFor(request, signal) {
    const hook = {
        prepareRequest: (options) => prepare(options, signal),
        canHandleAuthentication: () => false,
        handleAuthentication: () => Promise.reject(new Error("no authentication is handled here")),
    };
    return new HttpClientWithUpgrade(request.headers["user-agent"], [hook], {
        allowRedirects: false,
        allowRetries: false,
        socketTimeout: _clock_js__WEBPACK_IMPORTED_MODULE_3__/* .LONGEST_TIMER_MS */ .M, // a limit on silence only; the whole attempt has its own
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
    const causes = (0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_5__/* .partsOf */ .CI)(error);
    const message = causes.map(_domain_thrown_js__WEBPACK_IMPORTED_MODULE_5__/* .errorText */ .kc).join("; ");
    if (causes.some((cause) => NOT_TRUSTED.test((0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_5__/* .codeOf */ .$N)(cause)))) {
        return new _not_sent_error_js__WEBPACK_IMPORTED_MODULE_4__/* .NotSentError */ .S(`its certificate is not trusted: ${message}`, false, { cause: error });
    }
    if (causes.every((cause) => NOT_CONNECTED.test((0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_5__/* .codeOf */ .$N)(cause)) || NOT_TUNNELLED.test((0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_5__/* .errorText */ .kc)(cause)))) {
        return new _not_sent_error_js__WEBPACK_IMPORTED_MODULE_4__/* .NotSentError */ .S(message, true, { cause: error });
    }
    return error;
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
/** Limits both sides keep. */
/** 20 MiB: the most bytes a request body may have. Exactly as many are accepted, one more is refused. */
const MAX_BODY_BYTES = 20 * 1024 * 1024;
/** The header that carries the token. */
const TOKEN_HEADER = "x-api-token";
/** Stands in for the token when a forked pull request's job has no secrets: the id of its running workflow. */
const FORKED_RUN_HEADER = "x-forked-workflow-run-id";
/** 1 MiB: the most bytes that a forked run may upload before it is verified. Clients send "ALL" in place of more. */
const FORKED_BODY_BYTES = (/* unused pure expression or super */ null && (1024 * 1024));


/***/ }),

/***/ 7978:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   u: () => (/* binding */ isRecord)
/* harmony export */ });
/** Whether a value of unknown origin has fields: neither null nor a list. */
function isRecord(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}


/***/ })

};
