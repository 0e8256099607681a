export const id = 371;
export const ids = [371];
export const modules = {

/***/ 636:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I: () => (/* binding */ ForgeAnswer),
/* harmony export */   y: () => (/* binding */ readForge)
/* harmony export */ });
/* harmony import */ var _client_api_url_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4259);
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
    // Apart, so that the bundle does not hold it once for each of its parts that read from the forge.
    const { httpTransport, NotSentError } = await __webpack_require__.e(/* import() | transport */ 262).then(__webpack_require__.bind(__webpack_require__, 4790));
    const { readBody } = await __webpack_require__.e(/* import() | transport */ 262).then(__webpack_require__.bind(__webpack_require__, 7780));
    const address = (0,_client_api_url_js__WEBPACK_IMPORTED_MODULE_0__/* .readApiUrl */ .A)(url);
    if (!address.ok)
        throw new NotSentError(`the address of its API: ${address.problem}`, false);
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
    const reply = await httpTransport.send(request, signal);
    const body = await readBody(reply, MOST_BYTES);
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
/* harmony import */ var _client_retry_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(7785);
/* harmony import */ var _client_transport_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4790);
/* harmony import */ var _forge_api_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(636);
/* harmony import */ var _input_error_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9229);
/* harmony import */ var _input_forms_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2198);
/* harmony import */ var _json_path_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(920);
/* harmony import */ var _subject_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5803);
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
    const repository = new _subject_js__WEBPACK_IMPORTED_MODULE_5__/* .Subject */ .B(inputs, run).repository();
    const retries = Math.min(inputs.required("retries"), MOST_RETRIES);
    const baseBranch = await readBase({ url, token, repository, signal }, number, retries);
    return { ...run, pullRequest: { ...pullRequest, baseBranch }, mayHaveOldMerge: true };
}
async function readBase(api, number, retries) {
    for (let attempt = 1;; attempt++) {
        try {
            const signal = AbortSignal.any([api.signal, AbortSignal.timeout(ATTEMPT_MS)]);
            return baseIn(await (0,_forge_api_js__WEBPACK_IMPORTED_MODULE_2__/* .readForge */ .y)({ ...api, signal }, `pulls/${number}`), number);
        }
        catch (error) {
            if (error instanceof _input_error_js__WEBPACK_IMPORTED_MODULE_3__/* .InputError */ .d)
                throw error;
            if (attempt > retries || !mayPass(error))
                throw unread(error, number);
            await _client_clock_js__WEBPACK_IMPORTED_MODULE_0__/* .systemClock */ .m.sleep((0,_client_retry_js__WEBPACK_IMPORTED_MODULE_6__/* .backOffMs */ .Vv)(attempt, Math.random), api.signal);
            if (api.signal.aborted)
                throw unread(error, number);
        }
    }
}
function baseIn(pull, number) {
    const base = _input_forms_js__WEBPACK_IMPORTED_MODULE_4__/* .branch */ .tk((0,_json_path_js__WEBPACK_IMPORTED_MODULE_7__/* .textAt */ .$)(pull, "base", "ref") ?? "");
    if ((0,_json_path_js__WEBPACK_IMPORTED_MODULE_7__.at)(pull, "number") === number && base.ok)
        return base.value;
    throw noBase(`the forge names no base for #${number}`);
}
function mayPass(error) {
    if (error instanceof _forge_api_js__WEBPACK_IMPORTED_MODULE_2__/* .ForgeAnswer */ .I)
        return error.status >= 500 || error.status === 429;
    if (error instanceof _client_transport_js__WEBPACK_IMPORTED_MODULE_1__.NotSentError)
        return error.passing;
    return !(error instanceof SyntaxError);
}
function unread(error, number) {
    const reason = error instanceof SyntaxError ? "the answer is no JSON" : messageOf(error);
    const isRefused = error instanceof _forge_api_js__WEBPACK_IMPORTED_MODULE_2__/* .ForgeAnswer */ .I && [401, 403, 404].includes(error.status);
    const need = isRefused ? " (github-token needs the permission pull-requests: read)" : "";
    return noBase(`the base of #${number} could not be read: ${reason}${need}`, error);
}
function messageOf(error) {
    return error instanceof Error ? error.message : String(error);
}
function noBase(because, cause) {
    const problem = `is missing, and the event does not name the base: ${because}`;
    return new _input_error_js__WEBPACK_IMPORTED_MODULE_3__/* .InputError */ .d("target-branch", `${problem}; give the branch that the queue protects.`, { cause });
}


/***/ }),

/***/ 3629:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $N: () => (/* binding */ codeOf),
/* harmony export */   CI: () => (/* binding */ partsOf),
/* harmony export */   bD: () => (/* binding */ messageOf)
/* harmony export */ });
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


/***/ }),

/***/ 4790:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   NotSentError: () => (/* binding */ NotSentError),
/* harmony export */   httpTransport: () => (/* binding */ httpTransport)
/* harmony export */ });
/* harmony import */ var node_stream__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7075);
/* harmony import */ var node_stream__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_stream__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var _actions_http_client__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2779);
/* harmony import */ var _actions_http_client_lib_proxy__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9783);
/* harmony import */ var _clock_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9141);
/* harmony import */ var _thrown_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3629);





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
    throw new NotSentError(`${problem}: expected one such as http://proxy.example.com:3128`, false);
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
    const causes = (0,_thrown_js__WEBPACK_IMPORTED_MODULE_4__/* .partsOf */ .CI)(error);
    const message = causes.map(_thrown_js__WEBPACK_IMPORTED_MODULE_4__/* .messageOf */ .bD).join("; ");
    if (causes.some((cause) => NOT_TRUSTED.test((0,_thrown_js__WEBPACK_IMPORTED_MODULE_4__/* .codeOf */ .$N)(cause)))) {
        return new NotSentError(`its certificate is not trusted: ${message}`, false, { cause: error });
    }
    if (causes.every((cause) => NOT_CONNECTED.test((0,_thrown_js__WEBPACK_IMPORTED_MODULE_4__/* .codeOf */ .$N)(cause)) || NOT_TUNNELLED.test((0,_thrown_js__WEBPACK_IMPORTED_MODULE_4__/* .messageOf */ .bD)(cause)))) {
        return new NotSentError(message, true, { cause: error });
    }
    return error;
}


/***/ })

};
