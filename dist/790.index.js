export const id = 790;
export const ids = [790];
export const modules = {

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


/***/ })

};
