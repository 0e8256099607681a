export const id = 371;
export const ids = [371];
export const modules = {

/***/ 9371:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   k: () => (/* binding */ forgeRemote),
/* harmony export */   runWithBase: () => (/* binding */ runWithBase)
/* harmony export */ });
/* harmony import */ var _client_clock_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9141);
/* harmony import */ var _client_deadline_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6659);
/* harmony import */ var _client_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6468);
/* harmony import */ var _client_failures_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8232);
/* harmony import */ var _domain_thrown_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(9808);
/* harmony import */ var _targets_git_git_environment_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(77);
/* harmony import */ var _github_api_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2334);
/* harmony import */ var _input_error_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(9229);
/* harmony import */ var _input_forms_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(3188);
/* harmony import */ var _outputs_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(8948);
/* harmony import */ var _subject_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(1630);
/** Asks the forge for the base branch of a pull request whose event does not name it. Loaded only for such an event. */











const MOST_RETRIES = 3;
const ATTEMPT_MS = 10_000;
/** The run with the base branch filled in. Throws `InputError` when the forge names none. */
async function runWithBase(run, number, inputs, signal) {
    const { pullRequest, forgeApiUrl: url } = run;
    if (pullRequest.kind === "none")
        return run;
    const token = inputs.value("github-token") ?? null;
    if (token === null)
        throw noBase("there is no github-token to ask the forge with");
    const repository = new _subject_js__WEBPACK_IMPORTED_MODULE_9__/* .Subject */ .B(inputs, run).repository();
    const retries = Math.min(inputs.required("retries"), MOST_RETRIES);
    const baseBranch = await readBase({ url, token, repository, signal }, number, retries);
    return { ...run, pullRequest: { ...pullRequest, baseBranch }, mayHaveOldMerge: true };
}
async function readBase(api, number, retries) {
    for (let attempt = 1;; attempt++) {
        try {
            const signal = AbortSignal.any([api.signal, (0,_client_deadline_js__WEBPACK_IMPORTED_MODULE_1__/* .timeLimit */ .z)(ATTEMPT_MS)]);
            const gitHub = await (0,_github_api_js__WEBPACK_IMPORTED_MODULE_5__/* .openGitHubApi */ .p)({ ...api, signal });
            return baseIn(await gitHub.pullRequest(number), number);
        }
        catch (error) {
            if (error instanceof _input_error_js__WEBPACK_IMPORTED_MODULE_6__/* .InputError */ .d)
                throw error;
            if (attempt > retries || !mayPass(error))
                throw unread(error, number);
            await _client_clock_js__WEBPACK_IMPORTED_MODULE_0__/* .systemClock */ .m.sleep((0,_client_failures_js__WEBPACK_IMPORTED_MODULE_3__/* .backOffMs */ .Vv)(attempt, Math.random), api.signal);
            if (api.signal.aborted)
                throw unread(error, number);
        }
    }
}
function baseIn(pull, number) {
    const base = _input_forms_js__WEBPACK_IMPORTED_MODULE_7__/* .branch */ .tk((0,_outputs_js__WEBPACK_IMPORTED_MODULE_8__/* .textAt */ .$6)(pull, "base", "ref") ?? "");
    if ((0,_outputs_js__WEBPACK_IMPORTED_MODULE_8__.at)(pull, "number") === number && base.ok)
        return base.value;
    throw noBase(`the forge names no base for #${number}`);
}
function mayPass(error) {
    if (error instanceof _github_api_js__WEBPACK_IMPORTED_MODULE_5__/* .ForgeAnswer */ .I)
        return error.status >= 500 || error.status === 429;
    if (error instanceof _client_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .NotSentError */ .SD)
        return error.passing;
    return !(error instanceof SyntaxError);
}
function unread(error, number) {
    const reason = error instanceof SyntaxError ? "the answer is not JSON" : (0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_10__/* .errorText */ .kc)(error);
    const isRefused = error instanceof _github_api_js__WEBPACK_IMPORTED_MODULE_5__/* .ForgeAnswer */ .I && [401, 403, 404].includes(error.status);
    const need = isRefused ? " (github-token needs the permission pull-requests: read)" : "";
    return noBase(`the base of #${number} could not be read: ${reason}${need}`, error);
}
function noBase(because, cause) {
    const problem = `is missing, and the event does not name the base: ${because}`;
    return new _input_error_js__WEBPACK_IMPORTED_MODULE_6__/* .InputError */ .d("target-branch", `${problem}; give the branch that the queue protects.`, { cause });
}
/** The repository on the event's own server, as git reaches it. Only that server gets the token. */
function forgeRemote(given) {
    const { inputs, run } = given;
    const token = inputs.value("github-token") ?? null;
    if (token !== null)
        given.mask((0,_targets_git_git_environment_js__WEBPACK_IMPORTED_MODULE_4__/* .basicCredential */ .gp)(token));
    const { owner, name } = given.repository();
    return { url: `${run.serverUrl.replace(/\/+$/, "")}/${owner}/${name}`, token };
}


/***/ }),

/***/ 2334:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I: () => (/* binding */ ForgeAnswer),
/* harmony export */   p: () => (/* binding */ openGitHubApi)
/* harmony export */ });
/* harmony import */ var _client_api_url_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4259);
/* harmony import */ var _client_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6468);
/* harmony import */ var _client_transport_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4790);
/* harmony import */ var _domain_thrown_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9808);
/**
 * Reads GitHub's API with the client of the Actions toolkit. Our own transport sends its requests and adds what that
 * client lacks: a deadline, a limit on the answer, and no redirect that would carry the token to another server.
 */




const MOST_BYTES = 32 * 1024 * 1024;
/** The forge answered with an unexpected status or body. */
class ForgeAnswer extends Error {
    name = "ForgeAnswer";
    status;
    constructor(status) {
        super(`the forge answered ${status}`);
        this.status = status;
    }
}
/** Its methods throw `ForgeAnswer`, `SyntaxError` for an answer that is not JSON, and the errors of the network. */
async function openGitHubApi({ url, token, repository, signal }) {
    const address = (0,_client_api_url_js__WEBPACK_IMPORTED_MODULE_2__/* .readApiUrl */ .A)(url);
    if (!address.ok)
        throw new _client_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .NotSentError */ .SD(`the address of its API: ${address.problem}`, false);
    const GitHub = await loadClient();
    const { pulls } = new GitHub({
        baseUrl: address.url,
        userAgent: "merge-queue-action",
        ...(token !== null && { auth: token }),
        request: { fetch: (to, init) => fetchJson(to, init, signal) },
    }).rest;
    const { owner, name: repo } = repository;
    return {
        pullRequest: async (number) => dataOf(pulls.get({ owner, repo, pull_number: number })),
        changedFiles: async (number, page, perPage) => dataOf(pulls.listFiles({ owner, repo, pull_number: number, page, per_page: perPage })),
    };
}
/** Loaded on demand because few steps need it. The library reads the event's file while it loads, and throws if it is damaged. */
async function loadClient() {
    try {
        const { GitHub } = await __webpack_require__.e(/* import() */ 845).then(__webpack_require__.bind(__webpack_require__, 1845));
        return GitHub;
    }
    catch (error) {
        throw new _client_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .NotSentError */ .SD(`its client did not load: ${(0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_3__/* .errorText */ .kc)(error)}`, false, { cause: error });
    }
}
async function fetchJson(url, init, signal) {
    const { httpTransport } = await Promise.resolve(/* import() */).then(__webpack_require__.bind(__webpack_require__, 4790));
    const headers = Object.fromEntries(new Headers(init.headers));
    const reply = await httpTransport.send({ method: "GET", url, headers, body: null }, signal);
    const body = await (0,_client_transport_js__WEBPACK_IMPORTED_MODULE_1__/* .readBody */ .x8)(reply, MOST_BYTES);
    if (reply.status !== 200 || body.kind !== "whole")
        throw new ForgeAnswer(reply.status);
    return new Response(new Uint8Array(body.bytes), { headers: { "content-type": "application/json" } });
}
/** The client wraps the errors of its fetch, and returns an answer that is not JSON as text. */
async function dataOf(answer) {
    try {
        const { data } = await answer;
        if (typeof data === "string")
            throw new SyntaxError("the answer is not JSON");
        return data;
    }
    catch (error) {
        throw error instanceof Error && error.name === "HttpError" && error.cause !== undefined
            ? error.cause
            : error;
    }
}


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

/***/ 7551:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   i: () => (/* binding */ configurationVariables),
/* harmony export */   y: () => (/* binding */ HARMLESS)
/* harmony export */ });
/** How the service passes configuration to git, and the settings that make an untrusted repository safe to read. */
/** Overrides every configuration file, so that git runs no program that a repository or a user configured. */
const HARMLESS = {
    "core.hooksPath": "/dev/null",
    "core.fsmonitor": "false",
    "core.attributesFile": "/dev/null",
    "core.excludesFile": "/dev/null",
    "protocol.ext.allow": "never",
    "submodule.recurse": "false",
};
/** As environment variables, because every user of the machine can read command-line arguments. */
function configurationVariables(configuration) {
    const pairs = Object.entries(configuration).flatMap(([key, values]) => [values].flat().map((value) => [key, value]));
    return {
        GIT_CONFIG_COUNT: String(pairs.length),
        ...Object.fromEntries(pairs.flatMap(([key, value], index) => [
            [`GIT_CONFIG_KEY_${index}`, key],
            [`GIT_CONFIG_VALUE_${index}`, value],
        ])),
    };
}


/***/ }),

/***/ 1305:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   BE: () => (/* binding */ startGit),
/* harmony export */   aN: () => (/* binding */ lastWords),
/* harmony export */   f7: () => (/* binding */ startGitToAsk),
/* harmony export */   yQ: () => (/* binding */ gitVariables)
/* harmony export */ });
/* unused harmony export withoutUser */
/* harmony import */ var _domain_git_configuration_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7551);
/* harmony import */ var _run_program_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1621);
/** Starts git once. Its output is untrusted text. */


/** Results of the search for git, by PATH. */
const found = new Map();
/** Started by its absolute path: by its bare name, some systems take the `git` of the working folder. */
function gitProgram(path) {
    const program = found.get(path) ?? (0,_run_program_js__WEBPACK_IMPORTED_MODULE_1__/* .findProgram */ .Kp)("git", (0,_run_program_js__WEBPACK_IMPORTED_MODULE_1__/* .absoluteFolders */ .L9)(path));
    found.set(path, program);
    return program;
}
/** Runs the git that is found on the PATH of the call's environment. */
async function startGit(words, call) {
    const { PATH, Path } = call.environment;
    const program = await gitProgram(PATH ?? Path ?? "");
    return program === null
        ? { kind: "missing" }
        : await (0,_run_program_js__WEBPACK_IMPORTED_MODULE_1__/* .runProgram */ .mB)({ ...call, command: program, arguments: words });
}
/** A git that answers as long as its input is open; null where it cannot be started from here. */
async function startGitToAsk(words, start) {
    const { PATH, Path } = start.environment;
    const program = await gitProgram(PATH ?? Path ?? "");
    return program === null ? null : (0,_run_program_js__WEBPACK_IMPORTED_MODULE_1__/* .startToAsk */ .Bx)({ ...start, command: program, arguments: words });
}
/** For every git: no prompt, no configuration of the system, and messages in English. */
function gitVariables(config) {
    return {
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_ATTR_NOSYSTEM: "1",
        GIT_TERMINAL_PROMPT: "0",
        GIT_OPTIONAL_LOCKS: "0",
        LC_ALL: "C",
        ...(0,_domain_git_configuration_js__WEBPACK_IMPORTED_MODULE_0__/* .configurationVariables */ .i)(config),
    };
}
/** Addresses may contain a user and a password, and git repeats them. The host begins after the last `@`. */
function withoutUser(text) {
    return text.replace(/([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/]*@/gi, "$1***@");
}
/** The last lines that a program printed, as one line for a message. */
function lastWords(text, mostLines = 4, mostCharacters = 600) {
    const lines = withoutUser(text)
        .split(/[\r\n\0]+/)
        .map((line) => line.trim())
        .filter((line) => line !== "");
    return lines.slice(-mostLines).join(" | ").slice(-mostCharacters);
}


/***/ }),

/***/ 1621:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $O: () => (/* binding */ startProgramsThrough),
/* harmony export */   Bx: () => (/* binding */ startToAsk),
/* harmony export */   Kp: () => (/* binding */ findProgram),
/* harmony export */   L9: () => (/* binding */ absoluteFolders),
/* harmony export */   Pp: () => (/* binding */ keepThisProcess),
/* harmony export */   i8: () => (/* binding */ signalGroup),
/* harmony export */   mB: () => (/* binding */ runProgram),
/* harmony export */   n0: () => (/* binding */ variablesNamed)
/* harmony export */ });
/* unused harmony export startGroup */
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1421);
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_child_process__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var node_net__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7030);
/* harmony import */ var node_net__WEBPACK_IMPORTED_MODULE_2___default = /*#__PURE__*/__webpack_require__.n(node_net__WEBPACK_IMPORTED_MODULE_2__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_3___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_3__);
/* harmony import */ var _domain_thrown_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9808);
/**
 * START HERE: runs a program to its end: its only input is the one given, a deadline ends it together with everything that it
 * started, and its output is bounded.
 */





const MOST_BYTES = 512 * 1024 * 1024;
const MOST_STDERR = 64 * 1024;
const GRACE_MS = 1_000;
const NO_TIME = "there was no time left for it";
let start = startProgram;
async function runProgram(call) {
    return start(call);
}
/** From now on another thread starts the programs of this thread, which may be terminated while they run. */
function startProgramsThrough(other) {
    start = other;
}
/** Programs that nothing would end after this process has exited. */
const running = new Set();
process.on("exit", () => {
    for (const child of running)
        signalGroup(child, "SIGKILL");
});
/**
 * Starts a program that the caller writes to, reads from and ends; with this process it ends in any case. Null where another
 * thread starts the programs of this one, and where the machine cannot start it.
 */
function startToAsk(call) {
    if (start !== startProgram)
        return null;
    try {
        const child = startGroup(call, ["pipe", "pipe", "pipe"]);
        running.add(child);
        child.once("close", () => running.delete(child));
        return child;
    }
    catch {
        return null;
    }
}
/** Whether this process waits for the end of a program that `startToAsk` started. */
function keepThisProcess(child, isWaiting) {
    const streams = [child.stdin, child.stdout, child.stderr].filter((stream) => stream instanceof node_net__WEBPACK_IMPORTED_MODULE_2__.Socket);
    for (const one of [child, ...streams]) {
        if (isWaiting)
            one.ref();
        else
            one.unref();
    }
}
async function startProgram(call) {
    if (call.signal?.aborted === true)
        return stopped("aborted", NO_TIME);
    let child;
    try {
        child = startGroup(call, ["pipe", "pipe", "pipe"]);
    }
    catch (error) {
        return notStarted(error, call);
    }
    const watch = new Watch(child, call);
    if (call.mayOutliveUs !== true)
        running.add(child);
    try {
        return await watch.end();
    }
    finally {
        watch.release();
        running.delete(child);
    }
}
function stopped(cause, because) {
    return { kind: "stopped", cause, because };
}
class Watch {
    #child;
    #call;
    #timers = new Set();
    #stdout = [];
    #printedBytes = 0;
    #stderr = "";
    #stopped = null;
    #abort = () => this.#stop("aborted", NO_TIME);
    constructor(child, call) {
        this.#child = child;
        this.#call = call;
        child.stdout?.on("data", (piece) => {
            if (this.#count(piece.byteLength))
                this.#stdout.push(piece);
        });
        child.stderr?.setEncoding("utf8").on("data", (text) => {
            if (this.#count(Buffer.byteLength(text)))
                this.#stderr = (this.#stderr + text).slice(-MOST_STDERR);
        });
        // A program may end without reading its input, which is no failure.
        child.stdin?.on("error", () => undefined).end(call.input ?? "");
        const seconds = Math.round(call.deadlineMs / 100) / 10;
        this.#after(call.deadlineMs, () => this.#stop("deadline", `it did not finish within ${seconds} s`));
        call.signal?.addEventListener("abort", this.#abort, { once: true });
    }
    async end() {
        const child = this.#child;
        const exit = await new Promise((resolve) => {
            child.once("error", resolve);
            child.once("close", resolve);
            // A process that it left behind may keep the output open indefinitely.
            child.once("exit", () => this.#letGo(this.#printedBytes));
        });
        if (this.#stopped !== null)
            return this.#stopped;
        if (typeof exit === "object" && exit !== null)
            return notStarted(exit, this.#call);
        return { kind: "exited", exitCode: exit, stdout: Buffer.concat(this.#stdout), stderr: this.#stderr };
    }
    release() {
        this.#call.signal?.removeEventListener("abort", this.#abort);
        for (const timer of this.#timers)
            clearTimeout(timer);
        if (this.#stopped !== null)
            signalGroup(this.#child, "SIGKILL");
        else if (this.#call.mayOutliveUs !== true)
            signalGroup(this.#child, "SIGTERM");
    }
    /** Returns whether the output is still within its limit. */
    #count(bytes) {
        const most = this.#call.mostBytes ?? MOST_BYTES;
        this.#printedBytes += bytes;
        if (this.#printedBytes <= most)
            return true;
        this.#stop("tooMuchOutput", `it printed more than ${most} bytes`);
        return false;
    }
    #stop(cause, because) {
        if (this.#stopped !== null)
            return;
        this.#stopped = stopped(cause, because);
        // git removes its lock files on this signal.
        signalGroup(this.#child, "SIGTERM");
        this.#after(GRACE_MS, () => {
            signalGroup(this.#child, "SIGKILL");
            this.#dropOutput();
        });
    }
    #letGo(printedBefore) {
        this.#after(GRACE_MS, () => {
            if (this.#printedBytes > printedBefore)
                this.#letGo(this.#printedBytes);
            else
                this.#dropOutput();
        });
    }
    #dropOutput() {
        this.#child.stdout?.destroy();
        this.#child.stderr?.destroy();
    }
    #after(delayMs, callback) {
        this.#timers.add(setTimeout(callback, delayMs));
    }
}
const BUSY = ["EAGAIN", "ENOMEM", "EMFILE", "ENFILE"];
function notStarted(error, call) {
    const code = (0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_4__/* .codeOf */ .$N)(error);
    if (code === "ENOENT")
        return { kind: "missing" };
    const because = `${call.command} could not be started: ${(0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_4__/* .errorText */ .kc)(error)}`;
    return stopped(BUSY.includes(code) ? "busy" : "notStarted", because);
}
const IS_WINDOWS = process.platform === "win32";
/** Starts the leader of a process group, without a shell. Throws when an argument contains a NUL. */
function startGroup(start, stdio) {
    return (0,node_child_process__WEBPACK_IMPORTED_MODULE_0__.spawn)(start.command, [...start.arguments], {
        cwd: start.folder,
        env: { ...start.environment },
        stdio,
        detached: !IS_WINDOWS,
        windowsHide: true,
    });
}
/** On Windows only the program itself gets the signal. */
function signalGroup(leader, signal) {
    if (leader.pid === undefined)
        return;
    try {
        if (IS_WINDOWS)
            leader.kill(signal);
        else
            process.kill(-leader.pid, signal);
    }
    catch {
        // All of the group has already ended.
    }
}
/** Windows programs end in one of these. Other endings are scripts, which need a shell. */
const ENDINGS = IS_WINDOWS ? [".exe", ".com"] : [""];
/** The absolute folders of a PATH; relative folders belong to the repository. */
function absoluteFolders(variable, system = (node_path__WEBPACK_IMPORTED_MODULE_3___default())) {
    return variable.split(system.delimiter).filter((folder) => system.isAbsolute(folder));
}
/** The first match in these folders; null when there is none. */
function findProgram(name, folders, endings = ENDINGS) {
    for (const folder of folders) {
        for (const ending of endings) {
            const program = (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(folder, `${name}${ending}`);
            if (isExecutable(program))
                return Promise.resolve(program);
        }
    }
    return Promise.resolve(null);
}
/** Synchronous: the caller waits in any case, and a queue behind other threads takes longer. */
function isExecutable(program) {
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.accessSync)(program, node_fs__WEBPACK_IMPORTED_MODULE_1__.constants.X_OK);
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.statSync)(program).isFile();
    }
    catch {
        return false;
    }
}
/** `names` are upper case and separated by spaces; they match variables in any case. */
function variablesNamed(...names) {
    const wanted = new Set(names.join(" ").split(" "));
    return () => Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => value !== undefined && wanted.has(name.toUpperCase()) ? [[name, safeValue(name, value)]] : []));
}
/** The program may search the PATH too, and its working folder is untrusted. */
function safeValue(name, value) {
    return name.toUpperCase() === "PATH" ? absoluteFolders(value).join(node_path__WEBPACK_IMPORTED_MODULE_3__.delimiter) : value;
}


/***/ }),

/***/ 77:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Se: () => (/* binding */ TRUSTED),
/* harmony export */   XU: () => (/* binding */ remoteProtocol),
/* harmony export */   bx: () => (/* binding */ localEnvironment),
/* harmony export */   gp: () => (/* binding */ basicCredential),
/* harmony export */   o5: () => (/* binding */ remoteEnvironment)
/* harmony export */ });
/* harmony import */ var _domain_git_configuration_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7551);
/* harmony import */ var _process_run_git_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1305);
/* harmony import */ var _process_run_program_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1621);
/**
 * The environment that git runs in. It ignores the configuration of the user, the system and the repository, except
 * what `userConfiguration` allows towards the remote. The token goes only to the remote's own origin.
 */



const always = (0,_process_run_program_js__WEBPACK_IMPORTED_MODULE_2__/* .variablesNamed */ .n0)("PATH HOME USER LOGNAME TMPDIR TEMP TMP SYSTEMROOT USERPROFILE APPDATA XDG_CONFIG_HOME XDG_RUNTIME_DIR");
const certificates = (0,_process_run_program_js__WEBPACK_IMPORTED_MODULE_2__/* .variablesNamed */ .n0)("GIT_SSL_CAINFO GIT_SSL_CAPATH SSL_CERT_FILE SSL_CERT_DIR");
const proxies = (0,_process_run_program_js__WEBPACK_IMPORTED_MODULE_2__/* .variablesNamed */ .n0)("HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY");
const ssh = (0,_process_run_program_js__WEBPACK_IMPORTED_MODULE_2__/* .variablesNamed */ .n0)("SSH_AUTH_SOCK GIT_SSH GIT_SSH_COMMAND");
/** Git runs no program that a repository or a user names, and never prompts. */
const ALWAYS = {
    ..._domain_git_configuration_js__WEBPACK_IMPORTED_MODULE_0__/* .HARMLESS */ .y,
    "fetch.recurseSubmodules": "false",
    "maintenance.auto": "false",
    "gc.auto": "0",
};
/** A git that does not know `GIT_NO_LAZY_FETCH` would download these before it learns that no protocol is allowed. */
const NOTHING_AHEAD = { "fetch.bundleURI": "" };
/** In a container the checkout often belongs to another user, so git would refuse it. No call in it runs anything from it. */
const TRUSTED = { "safe.directory": "*" };
/** For calls that must not leave the machine, not even for an object that a partial clone lacks. */
function localEnvironment(config = {}) {
    const local = inEveryCall({ ...ALWAYS, ...NOTHING_AHEAD, ...config }, "");
    return { ...local, GIT_NO_LAZY_FETCH: "1" };
}
/**
 * For calls that may ask the remote, which is called `origin`. `user`: the part of the user's configuration that
 * applies.
 */
function remoteEnvironment(remote, user, config = {}) {
    const protocol = remoteProtocol(remote.url);
    const own = { ...ALWAYS, "remote.origin.url": remote.url, ...credentials(remote), ...config };
    return { ...wayTo(remote, protocol), ...inEveryCall({ ...user, ...own }, protocol) };
}
/** A server on this machine is behind no proxy; over http, a proxy could read the token. */
function wayTo({ url }, protocol) {
    if (protocol === "ssh")
        return ssh();
    if (protocol !== "https" && protocol !== "http")
        return {};
    const isOpen = protocol === "http" && SAFE_ORIGIN.test(url);
    return { ...certificates(), ...(isOpen ? {} : proxies()) };
}
/** `protocol` takes precedence over any `protocol.*.allow`; an empty text allows no protocol. */
function inEveryCall(config, protocol) {
    return {
        ...always(),
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_ALLOW_PROTOCOL: protocol,
        GIT_NO_REPLACE_OBJECTS: "1",
        ...(0,_process_run_git_js__WEBPACK_IMPORTED_MODULE_1__/* .gitVariables */ .yQ)(config),
    };
}
/** Any other origin would receive the token unencrypted. */
const SAFE_ORIGIN = /^(?:https:\/\/[^/?#@]+|http:\/\/(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])(?::\d+)?)(?=\/|$)/i;
/** Keeps a redirect or a rewritten address from sending the token to another server. */
function credentials({ url, token }) {
    const [origin] = SAFE_ORIGIN.exec(url) ?? [];
    if (token === null || origin === undefined)
        return {};
    return {
        [`http.${origin}/.extraheader`]: ["", `AUTHORIZATION: basic ${basicCredential(token)}`],
        "http.followRedirects": "false",
        "credential.helper": "",
    };
}
/** The token as sent over the wire; it is as secret as the token itself. */
function basicCredential(token) {
    return Buffer.from(`x-access-token:${token}`).toString("base64");
}
/** Git's spelling by the scheme of an address. */
const PROTOCOLS = new Map([
    ["https", "https"],
    ["http", "http"],
    ["ssh", "ssh"],
    ["git+ssh", "ssh"],
    ["ssh+git", "ssh"],
    ["git", "git"],
    ["file", "file"],
]);
/** The only protocol that a fetch from this address may use. Empty, which allows none, for a remote helper such as `ext::`, because the address then names a program. */
function remoteProtocol(url) {
    if (/^[^/:]*::/.test(url))
        return "";
    const [, scheme] = /^([^/:]+):\/\//.exec(url) ?? [];
    if (scheme !== undefined)
        return PROTOCOLS.get(scheme) ?? "";
    const isPath = /^(?:[^:]*$|[^:]*\/|[a-z]:[\\/])/i.test(url);
    return isPath ? "file" : "ssh";
}


/***/ })

};
