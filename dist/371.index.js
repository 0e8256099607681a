export const id = 371;
export const ids = [371];
export const modules = {

/***/ 636:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I: () => (/* binding */ ForgeAnswer),
/* harmony export */   y: () => (/* binding */ readForge)
/* harmony export */ });
/* harmony import */ var _client_api_url_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4259);
/* harmony import */ var _client_not_sent_error_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6314);
/* harmony import */ var _client_read_body_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7780);
/** Reads from the forge's own API. The token goes to the event's server only. */



const MOST_BYTES = 32 * 1024 * 1024;
/** The forge answered, but not with what was asked for. */
class ForgeAnswer extends Error {
    name = "ForgeAnswer";
    status;
    constructor(status) {
        super(`the forge answered ${status}`);
        this.status = status;
    }
}
/** The JSON of `GET /repos/OWNER/NAME/path`. Throws `ForgeAnswer`, what JSON throws, and what the network throws. */
async function readForge({ url, token, repository, signal }, path) {
    const address = (0,_client_api_url_js__WEBPACK_IMPORTED_MODULE_2__/* .readApiUrl */ .A)(url);
    if (!address.ok)
        throw new _client_not_sent_error_js__WEBPACK_IMPORTED_MODULE_0__/* .NotSentError */ .S(`the address of its API: ${address.problem}`, false);
    const { owner, name } = repository;
    const request = {
        method: "GET",
        url: `${address.url}/repos/${owner}/${name}/${path}`,
        headers: {
            accept: "application/vnd.github+json",
            "user-agent": "merge-queue-action",
            ...(token !== null && { authorization: `Bearer ${token}` }),
        },
        body: null,
    };
    // Loaded here: two chunks of the bundle read from the forge, and each would hold a copy of it.
    const { httpTransport } = await __webpack_require__.e(/* import() */ 790).then(__webpack_require__.bind(__webpack_require__, 4790));
    const reply = await httpTransport.send(request, signal);
    const body = await (0,_client_read_body_js__WEBPACK_IMPORTED_MODULE_1__/* .readBody */ .x)(reply, MOST_BYTES);
    if (reply.status !== 200 || body.kind !== "whole")
        throw new ForgeAnswer(reply.status);
    const value = JSON.parse(Buffer.from(body.bytes).toString());
    return value;
}


/***/ }),

/***/ 9371:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   runWithBase: () => (/* binding */ runWithBase)
/* harmony export */ });
/* harmony import */ var _client_clock_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9141);
/* harmony import */ var _client_not_sent_error_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6314);
/* harmony import */ var _client_retry_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(7785);
/* harmony import */ var _client_time_limit_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6792);
/* harmony import */ var _domain_thrown_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(9808);
/* harmony import */ var _forge_api_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(636);
/* harmony import */ var _input_error_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9229);
/* harmony import */ var _input_forms_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2198);
/* harmony import */ var _json_path_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(920);
/* harmony import */ var _subject_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5803);
/** The base branch of a pull request whose event does not name it, asked of the forge. Loaded only for such an event. */










const MOST_RETRIES = 3;
const ATTEMPT_MS = 10_000;
/** The run with the base in it. Throws `InputError` where the forge does not name one. */
async function runWithBase(run, number, inputs, signal) {
    const { pullRequest, forgeApiUrl: url } = run;
    if (pullRequest.kind === "none")
        return run;
    const token = inputs.value("github-token") ?? null;
    if (token === null)
        throw noBase("there is no github-token to ask the forge with");
    const repository = new _subject_js__WEBPACK_IMPORTED_MODULE_6__/* .Subject */ .B(inputs, run).repository();
    const retries = Math.min(inputs.required("retries"), MOST_RETRIES);
    const baseBranch = await readBase({ url, token, repository, signal }, number, retries);
    return { ...run, pullRequest: { ...pullRequest, baseBranch }, mayHaveOldMerge: true };
}
async function readBase(api, number, retries) {
    for (let attempt = 1;; attempt++) {
        try {
            const signal = AbortSignal.any([api.signal, (0,_client_time_limit_js__WEBPACK_IMPORTED_MODULE_2__/* .timeLimit */ .z)(ATTEMPT_MS)]);
            return baseIn(await (0,_forge_api_js__WEBPACK_IMPORTED_MODULE_3__/* .readForge */ .y)({ ...api, signal }, `pulls/${number}`), number);
        }
        catch (error) {
            if (error instanceof _input_error_js__WEBPACK_IMPORTED_MODULE_4__/* .InputError */ .d)
                throw error;
            if (attempt > retries || !mayPass(error))
                throw unread(error, number);
            await _client_clock_js__WEBPACK_IMPORTED_MODULE_0__/* .systemClock */ .m.sleep((0,_client_retry_js__WEBPACK_IMPORTED_MODULE_7__/* .backOffMs */ .Vv)(attempt, Math.random), api.signal);
            if (api.signal.aborted)
                throw unread(error, number);
        }
    }
}
function baseIn(pull, number) {
    const base = _input_forms_js__WEBPACK_IMPORTED_MODULE_5__/* .branch */ .tk((0,_json_path_js__WEBPACK_IMPORTED_MODULE_8__/* .textAt */ .$)(pull, "base", "ref") ?? "");
    if ((0,_json_path_js__WEBPACK_IMPORTED_MODULE_8__.at)(pull, "number") === number && base.ok)
        return base.value;
    throw noBase(`the forge names no base for #${number}`);
}
function mayPass(error) {
    if (error instanceof _forge_api_js__WEBPACK_IMPORTED_MODULE_3__/* .ForgeAnswer */ .I)
        return error.status >= 500 || error.status === 429;
    if (error instanceof _client_not_sent_error_js__WEBPACK_IMPORTED_MODULE_1__/* .NotSentError */ .S)
        return error.passing;
    return !(error instanceof SyntaxError);
}
function unread(error, number) {
    const reason = error instanceof SyntaxError ? "the answer is no JSON" : (0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_9__/* .errorText */ .kc)(error);
    const isRefused = error instanceof _forge_api_js__WEBPACK_IMPORTED_MODULE_3__/* .ForgeAnswer */ .I && [401, 403, 404].includes(error.status);
    const need = isRefused ? " (github-token needs the permission pull-requests: read)" : "";
    return noBase(`the base of #${number} could not be read: ${reason}${need}`, error);
}
function noBase(because, cause) {
    const problem = `is missing, and the event does not name the base: ${because}`;
    return new _input_error_js__WEBPACK_IMPORTED_MODULE_4__/* .InputError */ .d("target-branch", `${problem}; give the branch that the queue protects.`, { cause });
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


/***/ })

};
