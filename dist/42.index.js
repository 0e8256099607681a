export const id = 42;
export const ids = [42,649,30,818];
export const modules = {

/***/ 1811:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  handOverOf: () => (/* binding */ handOverOf),
  handedOverAnswer: () => (/* binding */ handedOverAnswer)
});

// EXTERNAL MODULE: ./src/domain/thrown.ts
var thrown = __webpack_require__(9808);
;// CONCATENATED MODULE: ./src/targets/hand-over.ts
const FORMAT = "merge-queue-impacted-targets/1";
class HandOverError extends Error {
    name = "HandOverError";
}
function handOverText({ tool, from, targetBranch, headSha, compared, targets }) {
    const content = targets.kind === "all"
        ? { impactedTargets: "ALL", reason: targets.cause }
        : { impactedTargets: targets.names };
    return `${JSON.stringify({ format: FORMAT, tool, from, targetBranch, headSha, compared, ...content })}\n`;
}
/** Throws `HandOverError`. */
function parseHandOver(text) {
    const value = parsed(text);
    if (member(value, "format") !== FORMAT)
        throw new HandOverError(`its format is not ${FORMAT}`);
    const given = member(value, "impactedTargets");
    return {
        tool: textOf(value, "tool"),
        from: textOf(value, "from"),
        targetBranch: optionalText(value, "targetBranch"),
        headSha: commitOf(value, "headSha"),
        compared: comparedOf(member(value, "compared")),
        targets: given === "ALL" ? { kind: "all", cause: causeOf(member(value, "reason")) } : listOf(given),
    };
}
function parsed(text) {
    try {
        const value = JSON.parse(text);
        return value;
    }
    catch (error) {
        throw new HandOverError("it is not JSON", { cause: error });
    }
}
function listOf(given) {
    const names = Array.isArray(given) ? given : [];
    const texts = names.filter((name) => typeof name === "string" && name !== "");
    if (texts.length === 0 || texts.length < names.length) {
        throw new HandOverError('impactedTargets is neither "ALL" nor a list of names');
    }
    return { kind: "list", names: texts.map(String) };
}
function comparedOf(value) {
    return value === null ? null : { base: commitOf(value, "base"), head: commitOf(value, "head") };
}
function causeOf(value) {
    const hint = member(value, "hint");
    return {
        subject: textOf(value, "subject"),
        rule: textOf(value, "rule"),
        hint: typeof hint === "string" ? hint : null,
    };
}
function commitOf(value, name) {
    const text = textOf(value, name);
    if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text))
        return text;
    throw new HandOverError(`${name} is not a commit`);
}
function optionalText(value, name) {
    return (member(value, name) ?? null) === null ? null : textOf(value, name);
}
function textOf(value, name) {
    const text = member(value, name);
    if (typeof text === "string")
        return text;
    throw new HandOverError(`${name} is missing`);
}
function member(value, name) {
    if (typeof value !== "object" || value === null)
        return undefined;
    return Object.entries(value).find(([key]) => key === name)?.[1];
}

// EXTERNAL MODULE: ./src/action/input-error.ts
var input_error = __webpack_require__(9229);
// EXTERNAL MODULE: ./src/action/version.ts
var version = __webpack_require__(4710);
;// CONCATENATED MODULE: ./src/action/handed-over.ts
/** The file that passes impacted targets from the job that computes them to the job that uploads them. */




const RESULT = "impacted-targets-result";
/** The names of the largest request, each character in JSON's longest spelling: more can never be sent. */
const MOST_BYTES = 128 * 1024 * 1024;
const TOO_LONG = {
    subject: "the list",
    rule: `it has more than the ${MOST_BYTES} bytes that can be handed over, so no request could contain it`,
    hint: "Name coarser targets.",
};
const TOOL = `merge-queue ${version/* ACTION_VERSION */.Y}`;
function handOverOf({ answer, compared }, about) {
    const targets = answer.kind === "all" ? answer : { kind: "list", names: [...answer.targets.keys()] };
    const tooLong = { tool: TOOL, ...about, compared, targets: { kind: "all", cause: TOO_LONG } };
    // Very many names do not even fit into one string.
    const characters = targets.kind === "all" ? 0 : targets.names.reduce((sum, name) => sum + name.length, 0);
    if (characters > MOST_BYTES)
        return handOverText(tooLong);
    const text = handOverText({ tool: TOOL, ...about, compared, targets });
    return Buffer.byteLength(text) <= MOST_BYTES ? text : handOverText(tooLong);
}
/** The file may come from a job of the pull request itself, so the step takes the head commit from elsewhere. */
async function handedOverAnswer(given, headSha) {
    const { inputs, files, signal } = given;
    const path = inputs.required(RESULT);
    const text = await handed_over_textOf(files.read(RESULT, path, signal));
    if (text === null)
        return { kind: "all", cause: TOO_LONG };
    const handOver = handed_over_parsed(text);
    if (handOver.headSha !== headSha) {
        const problem = `is about the head commit ${handOver.headSha}, and this step is about ${headSha}`;
        throw new input_error/* InputError */.d(RESULT, `${problem}; upload what was computed for the same commit.`);
    }
    const { compared, tool, targets } = handOver;
    given.log(`Computed by ${tool} from ${handOver.from}${compared === null ? "" : `: ${compared.base} with ${compared.head}`}.`);
    if (tool !== TOOL) {
        const rule = `it was written by ${tool} and is uploaded by ${TOOL}, which may name targets differently`;
        return { kind: "all", cause: { subject: path, rule, hint: "Use one version in both jobs." } };
    }
    if (targets.kind === "all")
        return targets;
    const { targetBranch } = given.queue();
    if (handOver.targetBranch !== targetBranch) {
        const rule = `it is about ${handOver.targetBranch ?? "an unnamed branch"}, and the queue protects ${targetBranch}`;
        const hint = "Compute the targets again once the pull request's base is the queue's branch.";
        return { kind: "all", cause: { subject: path, rule, hint } };
    }
    return { kind: "names", names: targets.names };
}
function handed_over_parsed(text) {
    try {
        return parseHandOver(text);
    }
    catch (error) {
        if (!(error instanceof HandOverError))
            throw error;
        throw new input_error/* InputError */.d(RESULT, `is not a result of compute-targets: ${error.message}.`, { cause: error });
    }
}
/** Null for more than any request could contain. */
async function handed_over_textOf(pieces) {
    const read = [];
    let bytes = 0;
    try {
        for await (const piece of pieces) {
            bytes += piece.byteLength;
            if (bytes > MOST_BYTES)
                return null;
            read.push(piece);
        }
        return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(read));
    }
    catch (error) {
        throw new input_error/* InputError */.d(RESULT, `could not be read: ${(0,thrown/* errorText */.kc)(error)}`, { cause: error });
    }
}


/***/ }),

/***/ 1534:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  readTargets: () => (/* binding */ readTargets),
  sendTargets: () => (/* reexport */ sendTargets)
});

// EXTERNAL MODULE: ./src/contract/limits.ts
var limits = __webpack_require__(7220);
// EXTERNAL MODULE: ./src/client/errors.ts
var errors = __webpack_require__(6468);
;// CONCATENATED MODULE: ./src/client/json-text-list.ts
/**
 * A list of distinct texts, written as JSON while it grows. Texts are kept as bytes and found again through a table of
 * offsets, which takes a fraction of the memory of a set of strings.
 */
const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const DELETE = 0x7f;
const FIRST_CAPACITY = 4096;
/** From this size on, the list is expected to reach its limit: growing step by step would leave copies behind. */
const LONG_LIST_BYTES = 512 * 1024;
const { imul } = Math;
class JsonTextList {
    #bytes;
    #end;
    #count = 0;
    /** Open addressing: the offset of a text, 0 for a free slot; and beside it the hash of that text. */
    #offsets = new Int32Array(FIRST_CAPACITY);
    #hashes = new Int32Array(FIRST_CAPACITY);
    /** Random, so that untrusted texts cannot be chosen to collide. */
    #seed = Math.floor(Math.random() * 2 ** 32);
    #expectedBytes;
    /** `beginning`: the bytes in front of the first text, at least one. A list may grow beyond `expectedBytes`. */
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
    /** Does nothing when the list already has the text. */
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
    /** A copy of everything so far, followed by `ending`. */
    concat(ending) {
        return Buffer.concat([this.#bytes.subarray(0, this.#end), ending]);
    }
    /** Writes the text as JSON behind the list, without adding it yet; returns its end. */
    #write(text, start) {
        this.#makeRoom(start + text.length + 2);
        const bytes = this.#bytes;
        bytes[start] = QUOTE;
        const first = start + 1;
        for (let index = 0; index < text.length; index++) {
            const unit = text.charCodeAt(index);
            if (unit < SPACE || unit >= DELETE || unit === QUOTE || unit === BACKSLASH) {
                return this.#writeEscaped(text, start);
            }
            bytes[first + index] = unit;
        }
        bytes[first + text.length] = QUOTE;
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
    /** FNV-1a with a random start. */
    #hash(start, end) {
        const bytes = this.#bytes;
        let hash = this.#seed;
        for (let index = start; index < end; index++)
            hash = imul(hash ^ (bytes[index] ?? 0), 0x01000193);
        return (hash ^ (hash >>> 15)) | 0;
    }
    /** The slot of an equal text, or the free slot for it. No JSON string is the beginning of another one. */
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

// EXTERNAL MODULE: ./src/client/message-words.ts
var message_words = __webpack_require__(5764);
;// CONCATENATED MODULE: ./src/client/targets-body.ts




const END = Buffer.from("]}");
/** Room for the name that crosses the limit. */
const LAST_NAME_BYTES = 64 * 1024;
/** Leaves out duplicates and empty names; keeps the order of first appearance. No names give an empty list. */
function targetsBody(envelope, names, limitBytes = MAX_BODY_BYTES) {
    const builder = new TargetsBodyBuilder(envelope, limitBytes);
    for (const name of names) {
        if (!builder.add(name))
            break;
    }
    return builder.finish();
}
/** The body for `ALL` when the caller asks for it. */
function allTargetsBody(envelope) {
    return { kind: "all", why: "asked", body: withTargets(envelope, '"ALL"}'), count: 0 };
}
/** For names that arrive one by one. */
class TargetsBodyBuilder {
    #envelope;
    #limitBytes;
    #names;
    #count = 0;
    #isTooLarge = false;
    constructor(envelope, limitBytes = limits/* MAX_BODY_BYTES */.YK) {
        this.#envelope = envelope;
        this.#limitBytes = limitBytes;
        this.#names = new JsonTextList(withTargets(envelope, "["), limitBytes + LAST_NAME_BYTES);
    }
    /** False when the list does not fit any more, regardless of further names. */
    add(name) {
        if (this.#isTooLarge)
            return false;
        if (name === "")
            return true;
        if (name.length > this.#limitBytes) {
            this.#count++; // longer than all names before it together, so it is a new name
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
/** Longer names are not examined: there may be millions of them. */
const LONGEST_LIKE_ALL = 32;
/**
 * Warns of a name that looks like `ALL` but does not mean all targets. Call it for lists with other names than `ALL`.
 * Null for nearly all names.
 */
function warningOfLikeAll(name) {
    if (name.length > LONGEST_LIKE_ALL || name.trim().toUpperCase() !== "ALL")
        return null;
    return `A target is named ${(0,message_words/* shown */.SP)(name)}: it does not mean all targets, as ALL without other names does.`;
}
/** A service, or a proxy in front of it, may accept less than the contract: after a 413, `"ALL"` is sent once. */
async function sendTargets(client, envelope, targets, options = {}) {
    const { count } = targets;
    try {
        const answer = await client.callWithBody("setImpactedTargets", targets.body, options);
        return targets.kind === "list"
            ? { ...answer, sentAs: "list", why: "fits", count }
            : { ...answer, sentAs: "all", why: targets.why, count };
    }
    catch (error) {
        const mayBeShorter = error instanceof errors/* MergeQueueError */.WS && error.status === 413 && targets.kind === "list";
        if (!mayBeShorter)
            throw error;
        return sendAll(client, envelope, count, options, error);
    }
}
async function sendAll(client, envelope, count, options, first) {
    try {
        const answer = await client.callWithBody("setImpactedTargets", allTargetsBody(envelope).body, options);
        return { ...answer, attempts: first.attempts + answer.attempts, sentAs: "all", why: "refused", count };
    }
    catch (error) {
        throw error instanceof errors/* MergeQueueError */.WS ? error.afterEarlier(first) : error;
    }
}

// EXTERNAL MODULE: ./src/domain/thrown.ts
var thrown = __webpack_require__(9808);
// EXTERNAL MODULE: ./src/targets/cause-in-words.ts
var cause_in_words = __webpack_require__(3357);
// EXTERNAL MODULE: ./src/targets/sources/list/list.ts + 1 modules
var list = __webpack_require__(6850);
// EXTERNAL MODULE: ./src/action/handed-over.ts + 1 modules
var handed_over = __webpack_require__(1811);
// EXTERNAL MODULE: ./src/action/input-error.ts
var input_error = __webpack_require__(9229);
;// CONCATENATED MODULE: ./src/action/impacted-targets-input.ts
/**
 * Turns the impacted targets of the inputs into the body of the upload and into facts for the report.
 * Loaded only by operations that use them; the code that computes them is loaded only when an input asks for it.
 */








const MOST_SAMPLED = 10;
/** Throws `InputError` when no list can be read. */
async function readTargets(given, envelope) {
    const { inputs, files, signal } = given;
    const inline = inputs.value("impacted-targets");
    if (inline !== undefined)
        return collect("impacted-targets", [Buffer.from(inline)], envelope);
    const path = inputs.value("impacted-targets-file");
    if (path !== undefined) {
        return collect("impacted-targets-file", files.read("impacted-targets-file", path, signal), envelope);
    }
    if (inputs.isGiven("impacted-targets-from")) {
        const { targetsOfStep } = await Promise.all(/* import() */[__webpack_require__.e(6), __webpack_require__.e(371), __webpack_require__.e(419)]).then(__webpack_require__.bind(__webpack_require__, 8419));
        const computed = await targetsOfStep(given);
        return { ...answeredTargets(inNames(computed.answer), envelope), computed };
    }
    if (inputs.isGiven("impacted-targets-result")) {
        const { handedOverAnswer } = await Promise.resolve(/* import() */).then(__webpack_require__.bind(__webpack_require__, 1811));
        return answeredTargets(await handedOverAnswer(given, envelope.pr.sha ?? ""), envelope);
    }
    const all = "impacted-targets-from, impacted-targets-file, impacted-targets-result";
    throw new input_error/* InputError */.d("impacted-targets", `is missing; give impacted-targets or one of ${all}.`);
}
function inNames(answer) {
    return answer.kind === "all" ? answer : { kind: "names", names: answer.targets.keys() };
}
/** The body of an upload; `ALL` when the names do not fit. */
function answeredTargets(answer, envelope) {
    if (answer.kind === "all") {
        const reason = (0,cause_in_words/* allCauseInWords */.f)(answer.cause);
        return { body: allTargetsBody(envelope), sample: [], reason, warnings: [], computed: null };
    }
    const names = new NameCollector(envelope);
    for (const name of answer.names) {
        if (!names.take(name))
            break;
    }
    return names.finish();
}
class NameCollector {
    #builder;
    #sample = new Set();
    #warnings = [];
    constructor(envelope) {
        this.#builder = new TargetsBodyBuilder(envelope);
    }
    get warnings() {
        return this.#warnings;
    }
    take = (name) => {
        const warning = this.#warnings.length === 0 ? warningOfLikeAll(name) : null;
        if (warning !== null)
            this.#warnings.push(warning);
        if (name !== "" && this.#sample.size < MOST_SAMPLED)
            this.#sample.add(name);
        return this.#builder.add(name);
    };
    finish() {
        const body = this.#builder.finish();
        const warnings = this.#warnings;
        if (body.kind === "list")
            return { body, sample: [...this.#sample], reason: "", warnings, computed: null };
        const reason = `the list is too long: with ${body.count} names the request has more than ${limits/* MAX_BODY_BYTES */.YK} bytes`;
        const all = `ALL is uploaded, because ${reason}.`;
        return { body, sample: [], reason, warnings: [...warnings, all], computed: null };
    }
}
async function collect(input, pieces, envelope) {
    const names = new NameCollector(envelope);
    const end = await readNaming(input, pieces, names.take);
    const everything = (reason, warnings) => {
        return { body: allTargetsBody(envelope), sample: [], reason, warnings, computed: null };
    };
    switch (end) {
        case "complete":
        case "stopped":
        case "emptyArray":
            return names.finish();
        case "all":
            return everything("the list is ALL", names.warnings);
        case "empty": {
            const reason = "the list is empty, and only [] means that nothing is impacted";
            return everything(reason, [`ALL is uploaded, because ${reason}.`]);
        }
    }
}
async function readNaming(input, pieces, take) {
    try {
        return await (0,list/* readTargetList */.O)(pieces, take);
    }
    catch (error) {
        if (error instanceof list/* ListFormatError */.s) {
            throw new input_error/* InputError */.d(input, `is not a list of targets: ${error.message}.`, { cause: error });
        }
        throw new input_error/* InputError */.d(input, `could not be read to its end: ${(0,thrown/* errorText */.kc)(error)}`, { cause: error });
    }
}


/***/ }),

/***/ 4710:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Y: () => (/* binding */ ACTION_VERSION)
/* harmony export */ });
/**
 * The version that the action sends to the service; a test compares it with package.json, which is not in the bundle.
 */
const ACTION_VERSION = "0.1.0";


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

/***/ 3357:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   f: () => (/* binding */ allCauseInWords),
/* harmony export */   s: () => (/* binding */ causeInWords)
/* harmony export */ });
/** A clause: `because …`. */
function causeInWords(cause) {
    switch (cause.kind) {
        case "file":
            return `${cause.path} changed`;
        case "dependsOn":
            return `it depends on ${cause.on}`;
        case "deleted":
            return "it is deleted";
        case "newlyUsed":
            return `${cause.by} begins to depend on it`;
        case "imported":
            return `${cause.by} uses it, and no manifest declares that`;
        case "declared":
            return `it is declared to depend on ${cause.on}`;
        case "named":
            return `${cause.by} names it`;
    }
}
function allCauseInWords({ subject, rule }) {
    return `${subject}: ${rule}`;
}


/***/ }),

/***/ 4208:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   listSource: () => (/* binding */ listSource)
/* harmony export */ });
/* harmony import */ var _domain_thrown_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9808);
/* harmony import */ var _source_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3649);
/* harmony import */ var _sources_list_list_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6850);
/**
 * The source `list`: a list made elsewhere, from a file or from the output of a command. It owns every changed file.
 */



/** More than a request may hold: reading stops early for a list that cannot be sent. */
const MOST_CHARACTERS = 20 * 1024 * 1024;
/** Throws `SourceError` when no file is named. */
function listSource({ argument, readFile }) {
    if (argument === null)
        throw new _source_js__WEBPACK_IMPORTED_MODULE_0__/* .SourceError */ .c("list needs a file: list=targets.txt");
    return {
        name: "list",
        runsRepositoryCode: false,
        decidingFiles: [argument],
        detect: () => Promise.resolve(null),
        answer: async ({ changed }) => {
            const targets = new Map();
            const end = await readNames(argument, readFile, targets);
            switch (end) {
                case "complete":
                case "emptyArray":
                    return { kind: "targets", targets, owned: new Set(changed.map(({ path }) => path)) };
                case "all":
                    return all(argument, "the list is ALL", null);
                case "empty":
                    return all(argument, "the list is empty, and only [] means that nothing is impacted", "Write [] instead.");
                case "stopped":
                    return all(argument, "the list is too long for one request", "Name coarser targets.");
            }
        },
        dependents: () => Promise.resolve(new Map()),
    };
}
async function readNames(path, readFile, targets) {
    let characters = 0;
    const cause = { kind: "named", by: path }; // One object for all names: there may be very many.
    try {
        return await (0,_sources_list_list_js__WEBPACK_IMPORTED_MODULE_1__/* .readTargetList */ .O)(readFile(path), (name) => {
            if (name === "" || targets.has(name))
                return true;
            targets.set(name, cause);
            characters += name.length;
            return characters <= MOST_CHARACTERS;
        });
    }
    catch (error) {
        const message = (0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_2__/* .errorText */ .kc)(error);
        const isList = !(error instanceof _sources_list_list_js__WEBPACK_IMPORTED_MODULE_1__/* .ListFormatError */ .s);
        throw new _source_js__WEBPACK_IMPORTED_MODULE_0__/* .SourceError */ .c(isList ? message : `${path} is not a list of targets: ${message}`, {
            cause: error,
        });
    }
}
function all(subject, rule, hint) {
    return { kind: "all", cause: { subject, rule, hint } };
}


/***/ }),

/***/ 3649:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   U: () => (/* binding */ UnknownRevision),
/* harmony export */   c: () => (/* binding */ SourceError)
/* harmony export */ });
/** The source was used in a way that it does not support: the user must change the step. */
class SourceError extends Error {
    name = "SourceError";
}
/** A revision that the user named does not exist. */
class UnknownRevision extends SourceError {
    role;
    constructor(role, name) {
        super(`${name} names no commit here and no branch of the origin; correct it, or run git fetch first`);
        this.role = role;
    }
}


/***/ }),

/***/ 6850:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  s: () => (/* binding */ ListFormatError),
  O: () => (/* binding */ readTargetList)
});

;// CONCATENATED MODULE: ./src/targets/sources/list/no-names.ts
/**
 * Texts that are not names of targets but may stand in the place of one. Read as a name, such a text would match no
 * other list, and the pull request would count as independent of the targets that it impacts. Possible names are
 * accepted.
 */
/** In quotes, in lower case, with white space around it, or by its older name. */
const ALL = /^\s*(["']?)(?:impacts_)?all\1\s*$/i;
/** What programs print for a missing value. */
const NO_VALUES = new Set(["null", "undefined", "None", "nil", "NaN", "true", "false"]);
/** Few names begin like one of these, so most names of a long list cost one test each. */
const SUSPICIOUS = /^(?:[\s"'<-]|null|undefined|None|nil|NaN|true|false|impactedTargets)/;
/** No longer text is any of these. */
const LONGEST_CHECKED = 4096;
function meansAll(text) {
    return text.length < LONGEST_CHECKED && ALL.test(text);
}
/** Returns the end of a sentence that begins with the place; null for a name. */
function problemOfName(name) {
    if (!SUSPICIOUS.test(name))
        return null;
    const text = name.slice(0, LONGEST_CHECKED).trim();
    if (NO_VALUES.has(text))
        return `is \`${text}\`, which programs print for a missing value`;
    if (/^(["']).*\1$/s.test(text) && text.length === name.trim().length) {
        return "is in quotes, like a JSON string; write names without quotes (`jq -r`), or one JSON array";
    }
    if (/^</.test(text))
        return "begins like HTML or XML";
    return null;
}
/** The same for a name that is a line. */
function problemOfLine(line) {
    if (line.includes("\r"))
        return "contains a carriage return; end lines with LF or with CR and LF";
    if (!SUSPICIOUS.test(line))
        return null;
    if (/^\s*-(?:\s|$)/.test(line))
        return "is an entry of a YAML list; write one name per line, without the dash";
    if (/^---/.test(line))
        return "begins a YAML document; write one name per line";
    if (/^\s*["']?impactedTargets["']?\s*:/.test(line))
        return "is a key of YAML; write one name per line";
    return problemOfName(line);
}
/**
 * Detects names before NULs that are really characters of UTF-16. An empty name or one that is only a line break shows
 * it; so does a text of one line in which most characters are one byte and a NUL, unlike any list of names.
 */
class Utf16Watch {
    #names = 0;
    #singles = 0;
    #looksLikeIt = false;
    add(name) {
        this.#names++;
        if (name.length === 1)
            this.#singles++;
        this.#looksLikeIt ||= name === "" || name === "\n" || name === "\r";
    }
    /** `rest`: the text after the last NUL. */
    looksLikeIt(rest) {
        const isOneLine = rest === "" && this.#names > 1 && this.#singles * 2 > this.#names;
        return this.#looksLikeIt || isOneLine;
    }
}

;// CONCATENATED MODULE: ./src/targets/sources/list/list.ts
/**
 * Reads a list of impacted targets that was made elsewhere: one name per line, NUL-separated, a JSON array, or the JSON
 * object of the API. It reads piece by piece and only as far as the receiver wants, so that the length of the list does
 * not matter.
 */

/** The input is not a list: it is not text, or it has none of the known forms. */
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
/** Longer than any name that can be sent, so waiting for its end is useless. */
const LONGEST_NAME = 32 * 1024 * 1024;
/** The key of the list in an object, and the other keys of a request. */
const LIST_KEY = "impactedTargets";
const REQUEST_KEYS = new Set([LIST_KEY, "repo", "pr", "targetBranch"]);
class TargetListReader {
    #take;
    #decoder = new TextDecoder("utf-8", { fatal: true });
    /** White space before the first character that shows the form. */
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
        const first = text.search(/[^ \t\r\n]/);
        this.#beginning += text;
        if (first === -1 && this.#beginning.length <= LONGEST_NAME)
            return true;
        const isArray = first !== -1 && text[first] === "[";
        const isObject = first !== -1 && text[first] === "{";
        if (isArray)
            this.#form = new JsonArray(this.#take);
        else
            this.#form = isObject ? new JsonObject(this.#take) : new Lines(this.#take);
        return this.#form.push(isArray ? text.slice(first + 1) : this.#beginning);
    }
    /** Without bytes: the end of the input, where no character may be incomplete. */
    #decoded(bytes) {
        try {
            return bytes === undefined ? this.#decoder.decode() : this.#decoder.decode(bytes, { stream: true });
        }
        catch (error) {
            throw new ListFormatError("it is not UTF-8 text", { cause: error });
        }
    }
}
/** One name per line, or one before each NUL; the separator that comes first decides. */
class Lines {
    #take;
    #separator = null;
    #pending = "";
    #count = 0;
    #hasNames = false;
    /** `ALL` alone is not a name. */
    #heldAll = null;
    #utf16 = new Utf16Watch();
    constructor(take) {
        this.#take = take;
    }
    push(text) {
        this.#separator ??= firstSeparator(text);
        const separator = this.#separator;
        if (separator === "\n" && text.includes("\0")) {
            throw new ListFormatError("it contains both lines and NUL characters; separate the names by only one of them");
        }
        let start = 0;
        if (separator !== null) {
            for (let end = text.indexOf(separator); end !== -1; end = text.indexOf(separator, start)) {
                const name = this.#pending + text.slice(start, end);
                this.#pending = "";
                if (separator === "\0")
                    this.#utf16.add(name);
                if (!this.#takeLine(name))
                    return false;
                start = end + 1;
            }
        }
        this.#pending += text.slice(start);
        if (this.#pending.length <= LONGEST_NAME)
            return true;
        const beginning = this.#pending;
        this.#pending = "";
        return this.#takeLine(beginning);
    }
    end() {
        if (!this.#takeLine(this.#pending))
            return "stopped";
        if (this.#utf16.looksLikeIt(this.#pending)) {
            throw new ListFormatError("it looks like UTF-16; write it in UTF-8, or names with NULs as a JSON array");
        }
        if (this.#heldAll !== null && !this.#hasNames)
            return "all";
        return this.#hasNames ? "complete" : "empty";
    }
    #takeLine(line) {
        this.#count++;
        const name = this.#separator === "\0" || !line.endsWith("\r") ? line : line.slice(0, -1);
        if (name.trim() === "")
            return true;
        if (!this.#hasNames && meansAll(name)) {
            this.#heldAll = { name, number: this.#count };
            return true;
        }
        const held = this.#hasNames ? null : this.#heldAll;
        this.#hasNames = true;
        if (held !== null && !this.#takeName(held.name, held.number))
            return false;
        return this.#takeName(name, this.#count);
    }
    #takeName(name, number) {
        const isLine = this.#separator !== "\0";
        const problem = isLine ? problemOfLine(name) : problemOfName(name);
        if (problem === null)
            return this.#take(name);
        throw new ListFormatError(`${isLine ? "line" : "name"} ${number} ${problem}`);
    }
}
/** The form of the API: `{"impactedTargets": ["a", "b"]}`, possibly with the other keys of a request. */
class JsonObject {
    #take;
    #text = "";
    constructor(take) {
        this.#take = take;
    }
    push(text) {
        this.#text += text;
        if (this.#text.length <= LONGEST_NAME)
            return true;
        throw new ListFormatError(`its JSON object has more than ${LONGEST_NAME} characters; write the array alone`);
    }
    end() {
        const object = parsed(this.#text);
        if (typeof object !== "object" || object === null || Array.isArray(object)) {
            throw new ListFormatError("it begins like a JSON object but is not one; write one JSON array");
        }
        const entries = new Map(Object.entries(object));
        const list = entries.get(LIST_KEY);
        if (list === undefined || [...entries.keys()].some((key) => !REQUEST_KEYS.has(key))) {
            throw new ListFormatError(`its JSON object has keys other than \`${LIST_KEY}\` and the keys of a request`);
        }
        if (typeof list === "string" && meansAll(list))
            return "all";
        if (!Array.isArray(list)) {
            throw new ListFormatError(`\`${LIST_KEY}\` in its JSON object is neither an array nor "ALL"`);
        }
        if (list.length === 0)
            return /:\s*\[\]/.test(this.#text) ? "emptyArray" : "empty";
        const array = new JsonArray(this.#take);
        return array.push(JSON.stringify(list).slice(1)) ? array.end() : "stopped";
    }
}
function firstSeparator(text) {
    const separator = /[\n\0]/.exec(text)?.[0];
    return separator === "\n" || separator === "\0" ? separator : null;
}
/** Strings, or objects with a `label`; each element is parsed as soon as it is complete. */
class JsonArray {
    #take;
    /** The part of the current element that earlier pieces contained. */
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
                    throw new ListFormatError("it continues after the end of its JSON array");
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
        if (this.#raw.length <= LONGEST_NAME)
            return true;
        // Only the beginning is passed on: it is enough for a receiver that counts bytes, and reading ends here anyway.
        if (!this.#take(this.#raw))
            return false;
        throw new ListFormatError(`element ${this.#elements + 1} of its JSON array has more than ${LONGEST_NAME} characters`);
    }
    end() {
        if (!this.#isClosed)
            throw new ListFormatError("its JSON array is not closed");
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
            throw new ListFormatError(`element ${this.#elements} of its JSON array is neither a string nor an object with a label`);
        }
        this.#hasNames ||= name !== "";
        return this.#take(name);
    }
}
/** Null when the element is not a name. */
function nameOf(raw) {
    const element = parsed(raw);
    if (typeof element === "string")
        return element;
    const isLabelled = typeof element === "object" && element !== null && "label" in element;
    return isLabelled && typeof element.label === "string" ? element.label : null;
}
function parsed(raw) {
    try {
        return JSON.parse(raw);
    }
    catch {
        return undefined;
    }
}


/***/ })

};
