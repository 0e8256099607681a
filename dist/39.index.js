export const id = 39;
export const ids = [39];
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

/***/ 5039:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   listChangedFiles: () => (/* binding */ listChangedFiles)
/* harmony export */ });
/* harmony import */ var _forge_api_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(636);
/* harmony import */ var _json_path_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(920);


const PAGE = 100;
/** The API names no more of one pull request. */
const MOST_FILES = 3000;
/** Null when the forge does not tell all of them, or not of this head. */
async function listChangedFiles(api, number, headSha) {
    try {
        const pull = await (0,_forge_api_js__WEBPACK_IMPORTED_MODULE_0__/* .readForge */ .y)(api, `pulls/${number}`);
        const expected = (0,_json_path_js__WEBPACK_IMPORTED_MODULE_1__.at)(pull, "changed_files");
        if ((0,_json_path_js__WEBPACK_IMPORTED_MODULE_1__/* .textAt */ .$)(pull, "head", "sha") !== headSha || typeof expected !== "number" || expected > MOST_FILES)
            return null;
        const listed = [];
        for (let page = 1; listed.length < expected; page++) {
            const files = await (0,_forge_api_js__WEBPACK_IMPORTED_MODULE_0__/* .readForge */ .y)(api, `pulls/${number}/files?per_page=${PAGE}&page=${page}`);
            const more = (0,_json_path_js__WEBPACK_IMPORTED_MODULE_1__/* .listAt */ .g)({ files }, "files");
            if (more.length === 0)
                return null;
            listed.push(...more);
        }
        const again = await (0,_forge_api_js__WEBPACK_IMPORTED_MODULE_0__/* .readForge */ .y)(api, `pulls/${number}`);
        const isStill = (0,_json_path_js__WEBPACK_IMPORTED_MODULE_1__/* .textAt */ .$)(again, "head", "sha") === headSha && (0,_json_path_js__WEBPACK_IMPORTED_MODULE_1__.at)(again, "changed_files") === expected;
        return isStill && listed.length === expected ? changesIn(listed) : null;
    }
    catch (error) {
        if (error instanceof TypeError)
            throw error;
        return null;
    }
}
/** Null for an entry that cannot be understood. */
function changesIn(listed) {
    const changed = new Map();
    for (const entry of listed) {
        const path = (0,_json_path_js__WEBPACK_IMPORTED_MODULE_1__/* .textAt */ .$)(entry, "filename");
        const status = (0,_json_path_js__WEBPACK_IMPORTED_MODULE_1__/* .textAt */ .$)(entry, "status");
        const before = (0,_json_path_js__WEBPACK_IMPORTED_MODULE_1__/* .textAt */ .$)(entry, "previous_filename");
        if (path === undefined)
            return null;
        const add = (at, how) => changed.set(at, { path: at, status: changed.has(at) ? "modified" : how, isSubmodule: false });
        if (status === "added" || status === "copied")
            add(path, "added");
        else if (status === "removed")
            add(path, "deleted");
        else if (status === "modified" || status === "changed")
            add(path, "modified");
        else if (status === "renamed" && before !== undefined) {
            add(before, "deleted");
            add(path, "added");
        }
        else
            return null;
    }
    return [...changed.values()];
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
