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
// EXTERNAL MODULE: ./src/domain/text-table.ts
var text_table = __webpack_require__(556);
;// CONCATENATED MODULE: ./src/client/json-text-list.ts
/** A list of distinct texts, written as JSON while it grows: in memory it has the size of its bytes. */

const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const DELETE = 0x7f;
const FIRST_CAPACITY = 4096;
class JsonTextList {
    #bytes;
    #end;
    /** No JSON string is the beginning of another one. */
    #texts = new text_table/* TextTable */.C(Math.floor(Math.random() * 2 ** 32));
    #expectedBytes;
    /** `beginning`: the bytes in front of the first text, at least one. A list may grow beyond `expectedBytes`. */
    constructor(beginning, expectedBytes) {
        this.#expectedBytes = expectedBytes;
        this.#bytes = Buffer.allocUnsafe(beginning.byteLength + FIRST_CAPACITY);
        this.#bytes.set(beginning);
        this.#end = beginning.byteLength;
    }
    get count() {
        return this.#texts.count;
    }
    get byteLength() {
        return this.#end;
    }
    /** Does nothing when the list already has the text. */
    add(text) {
        const isFirst = this.#texts.count === 0;
        const start = isFirst ? this.#end : this.#end + 1;
        const end = this.#write(text, start);
        if (!this.#texts.add(this.#bytes, start, end))
            return;
        if (!isFirst)
            this.#bytes[this.#end] = COMMA;
        this.#end = end;
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
        this.#bytes = (0,text_table/* withRoom */.E)(this.#bytes, this.#end, end, this.#expectedBytes);
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
/** What a service accepts. */
const LONGEST_CAUSE = 500;
/** The body for `ALL` when the caller asks for it; `cause` is for people, and may be cut. */
function allTargetsBody(envelope, cause = "") {
    const end = cause === "" ? "}" : `,"cause":${JSON.stringify(cause.slice(0, LONGEST_CAUSE).toWellFormed())}}`;
    return { kind: "all", why: "asked", body: withTargets(envelope, `"ALL"${end}`), count: 0 };
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
/**
 * A service, or a proxy in front of it, may accept less than the contract: after a 413, and after a 400 for a body with a cause,
 * which a strict service may not know, `"ALL"` alone is sent once.
 */
async function sendTargets(client, envelope, targets, options = {}) {
    const { count } = targets;
    try {
        const answer = await client.callWithBody("setImpactedTargets", targets.body, options);
        return targets.kind === "list"
            ? { ...answer, sentAs: "list", why: "fits", count }
            : { ...answer, sentAs: "all", why: targets.why, count };
    }
    catch (error) {
        if (!(error instanceof errors/* MergeQueueError */.WS))
            throw error;
        const all = allTargetsBody(envelope).body;
        const isShorter = targets.kind === "list"
            ? error.status === 413
            : error.status === 400 && targets.body.byteLength > all.byteLength;
        if (!isShorter)
            throw error;
        const answer = await sendAgain(client, all, options, error);
        return { ...answer, sentAs: "all", why: targets.kind === "list" ? "refused" : targets.why, count };
    }
}
async function sendAgain(client, body, options, first) {
    try {
        const answer = await client.callWithBody("setImpactedTargets", body, options);
        return { ...answer, attempts: first.attempts + answer.attempts };
    }
    catch (error) {
        throw error instanceof errors/* MergeQueueError */.WS ? error.afterEarlier(first) : error;
    }
}

// EXTERNAL MODULE: ./src/domain/thrown.ts
var thrown = __webpack_require__(9808);
// EXTERNAL MODULE: ./src/targets/cause-in-words.ts
var cause_in_words = __webpack_require__(3357);
// EXTERNAL MODULE: ./src/targets/sources/list/list.ts + 2 modules
var list = __webpack_require__(1768);
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
        const { targetsOfStep } = await Promise.all(/* import() */[__webpack_require__.e(6), __webpack_require__.e(371), __webpack_require__.e(612)]).then(__webpack_require__.bind(__webpack_require__, 3231));
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
        return { body: allTargetsBody(envelope, reason), sample: [], reason, warnings: [], computed: null };
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
        return { body: allTargetsBody(envelope, reason), sample: [], reason, warnings, computed: null };
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

/***/ 556:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C: () => (/* binding */ TextTable),
/* harmony export */   E: () => (/* binding */ withRoom)
/* harmony export */ });
/**
 * Finds texts in one buffer again by their bytes. It has an offset and a hash for each text, which takes a fraction of the
 * memory of a set of strings.
 */
const FIRST_CAPACITY = 4096;
/** A fuller table takes more time, an emptier one more memory. */
const FULLEST = 0.8;
const { imul } = Math;
/** From this size on, a list is expected to reach its limit: growing step by step would leave copies behind. */
const LONG_LIST_BYTES = 512 * 1024;
/** A buffer with the first `used` bytes, and room for at least `end`: the same one if it has that. */
function withRoom(bytes, used, end, expectedBytes) {
    if (end <= bytes.length)
        return bytes;
    const isLong = end > LONG_LIST_BYTES && end <= expectedBytes;
    const wider = Buffer.allocUnsafe(isLong ? expectedBytes : end * 2);
    wider.set(bytes.subarray(0, used));
    return wider;
}
class TextTable {
    #count = 0;
    /** Open addressing: the offset of a text, 0 for a free slot; and beside it the hash of that text. */
    #offsets = new Int32Array(FIRST_CAPACITY);
    #hashes = new Int32Array(FIRST_CAPACITY);
    #seed;
    /** `seed`: random, so that untrusted texts cannot be chosen to collide. */
    constructor(seed) {
        this.#seed = seed;
    }
    get count() {
        return this.#count;
    }
    /**
     * Adds the text between two offsets, unless the buffer already has it; returns whether it was added. Offsets begin at 1,
     * and no text may be the beginning of another one.
     */
    add(bytes, start, end) {
        const hash = this.#hash(bytes, start, end);
        const slot = this.#slotOf(hash, bytes, start, end);
        if (this.#offsets[slot] !== 0)
            return false;
        this.#offsets[slot] = start;
        this.#hashes[slot] = hash;
        this.#count++;
        if (this.#count > this.#offsets.length * FULLEST)
            this.#widen();
        return true;
    }
    has(bytes, start, end) {
        return this.#offsets[this.#slotOf(this.#hash(bytes, start, end), bytes, start, end)] !== 0;
    }
    /** FNV-1a with a random start. */
    #hash(bytes, start, end) {
        let hash = this.#seed;
        for (let index = start; index < end; index++)
            hash = imul(hash ^ (bytes[index] ?? 0), 0x01000193);
        return (hash ^ (hash >>> 15)) | 0;
    }
    /** The slot of an equal text, or the free slot for it. */
    #slotOf(hash, bytes, start, end) {
        const mask = this.#offsets.length - 1;
        for (let slot = hash & mask;; slot = (slot + 1) & mask) {
            const offset = this.#offsets[slot] ?? 0;
            if (offset === 0)
                return slot;
            if (this.#hashes[slot] !== hash)
                continue;
            if (bytes.compare(bytes, start, end, offset, offset + end - start) === 0)
                return slot;
        }
    }
    #widen() {
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
/* harmony export */   NameList: () => (/* binding */ NameList),
/* harmony export */   listSource: () => (/* binding */ listSource)
/* harmony export */ });
/* harmony import */ var _domain_text_table_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(556);
/* harmony import */ var _domain_thrown_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9808);
/* harmony import */ var _source_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3649);
/* harmony import */ var _sources_list_list_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1768);
/**
 * The source `list`: a list made elsewhere, from a file or from the output of a command. It owns every changed file.
 */




/** More than a request may hold: reading stops early for a list that cannot be sent. */
const MOST_BYTES = 20 * 1024 * 1024;
/** Room for the name that crosses the limit. */
const LAST_NAME_BYTES = 64 * 1024;
const LINE_FEED = 0x0a;
const FIRST_BYTES = 4096;
/** Of a text that is printed in one piece, if its names are not longer. */
const PIECE_BYTES = 256 * 1024;
/** Throws `SourceError` when no file is named. */
function listSource({ argument, readFile }) {
    if (argument === null)
        throw new _source_js__WEBPACK_IMPORTED_MODULE_0__/* .SourceError */ .c8("list needs a file: list=targets.txt");
    return {
        name: "list",
        runsRepositoryCode: false,
        decidingFiles: [argument],
        detect: () => Promise.resolve(null),
        answer: async ({ changed }) => {
            const names = new GivenNames({ kind: "named", by: argument });
            const end = await readNames(argument, readFile, names);
            switch (end) {
                case "complete":
                case "emptyArray":
                    return {
                        kind: "targets",
                        targets: names.targets,
                        owned: new Set(changed.map(({ path }) => path)),
                    };
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
/** Distinct names of a list, without empty ones. */
class GivenNames {
    #cause;
    #lines;
    /** All names, after the first one that is no line. */
    #others = null;
    #bytes = 0;
    constructor(cause) {
        this.#cause = cause;
        this.#lines = new NameList(cause, MOST_BYTES + LAST_NAME_BYTES);
    }
    get targets() {
        return this.#others ?? this.#lines;
    }
    /** False when the list is too long. */
    take = (name) => {
        if (name === "")
            return true;
        if (this.#others === null && (0,_source_js__WEBPACK_IMPORTED_MODULE_0__/* .isLine */ .PA)(name)) {
            this.#lines.add(name);
            this.#bytes = this.#lines.byteLength;
        }
        else {
            this.#others ??= new Map(this.#lines);
            if (!this.#others.has(name))
                this.#bytes += Buffer.byteLength(name);
            this.#others.set(name, this.#cause);
        }
        return this.#bytes <= MOST_BYTES;
    };
    takeBytes = (bytes, start, end) => {
        if (this.#others !== null)
            return this.take(bytes.toString("utf8", start, end));
        this.#lines.addBytes(bytes, start, end);
        return this.#lines.byteLength <= MOST_BYTES;
    };
}
async function readNames(path, readFile, names) {
    try {
        return await (0,_sources_list_list_js__WEBPACK_IMPORTED_MODULE_1__/* .readTargetList */ .O)(readFile(path), names.take, names.takeBytes);
    }
    catch (error) {
        const message = (0,_domain_thrown_js__WEBPACK_IMPORTED_MODULE_2__/* .errorText */ .kc)(error);
        const isList = !(error instanceof _sources_list_list_js__WEBPACK_IMPORTED_MODULE_1__/* .ListFormatError */ .s);
        throw new _source_js__WEBPACK_IMPORTED_MODULE_0__/* .SourceError */ .c8(isList ? message : `${path} is not a list of targets: ${message}`, {
            cause: error,
        });
    }
}
function all(subject, rule, hint) {
    return { kind: "all", cause: { subject, rule, hint } };
}
/**
 * Distinct names with one cause for all of them, in the order of their first appearance, as the text that is printed: a map of
 * strings would take several times the memory.
 */
class NameList {
    #cause;
    #expectedBytes;
    /** Begins with a line end; each name ends with one, so that no name is the beginning of another one. */
    #bytes = Buffer.allocUnsafe(FIRST_BYTES);
    #end = 1;
    #names = new _domain_text_table_js__WEBPACK_IMPORTED_MODULE_3__/* .TextTable */ .C(Math.floor(Math.random() * 2 ** 32));
    /** A list may grow beyond `expectedBytes`. */
    constructor(cause, expectedBytes) {
        this.#cause = cause;
        this.#expectedBytes = expectedBytes;
        this.#bytes[0] = LINE_FEED;
    }
    get size() {
        return this.#names.count;
    }
    get byteLength() {
        return this.#end - 1;
    }
    /** Does nothing when the list already has the name. The name must be a line. */
    add(name) {
        const end = this.#write(name);
        if (this.#names.add(this.#bytes, this.#end, end))
            this.#end = end;
    }
    /** The same for a name that is UTF-8 text between two offsets. */
    addBytes(bytes, start, end) {
        const at = this.#end;
        const after = at + end - start;
        this.#makeRoom(after + 1);
        const own = this.#bytes;
        for (let from = start, to = at; from < end; from++, to++)
            own[to] = bytes[from] ?? 0;
        own[after] = LINE_FEED;
        if (this.#names.add(own, at, after + 1))
            this.#end = after + 1;
    }
    *texts() {
        for (let start = 1; start < this.#end;) {
            const last = this.#bytes.lastIndexOf(LINE_FEED, Math.min(start + PIECE_BYTES, this.#end) - 1);
            const end = (last < start ? this.#bytes.indexOf(LINE_FEED, start) : last) + 1;
            yield this.#bytes.subarray(start, end);
            start = end;
        }
        return undefined;
    }
    has(name) {
        return (0,_source_js__WEBPACK_IMPORTED_MODULE_0__/* .isLine */ .PA)(name) && this.#names.has(this.#bytes, this.#end, this.#write(name));
    }
    get(name) {
        return this.has(name) ? this.#cause : undefined;
    }
    *keys() {
        for (let start = 1; start < this.#end;) {
            const end = this.#bytes.indexOf(LINE_FEED, start);
            yield this.#bytes.toString("utf8", start, end);
            start = end + 1;
        }
        return undefined;
    }
    *values() {
        for (let count = 0; count < this.size; count++)
            yield this.#cause;
        return undefined;
    }
    *entries() {
        for (const name of this.keys())
            yield [name, this.#cause];
        return undefined;
    }
    [Symbol.iterator]() {
        return this.entries();
    }
    forEach(callback) {
        for (const name of this.keys())
            callback(this.#cause, name, this);
    }
    /** Writes the name behind the list, without adding it yet; returns its end. */
    #write(name) {
        this.#makeRoom(this.#end + name.length * 3 + 1);
        const end = this.#end + this.#bytes.write(name, this.#end);
        this.#bytes[end] = LINE_FEED;
        return end + 1;
    }
    #makeRoom(end) {
        this.#bytes = (0,_domain_text_table_js__WEBPACK_IMPORTED_MODULE_3__/* .withRoom */ .E)(this.#bytes, this.#end, end, this.#expectedBytes);
    }
}


/***/ }),

/***/ 3649:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   PA: () => (/* binding */ isLine),
/* harmony export */   UP: () => (/* binding */ UnknownRevision),
/* harmony export */   c8: () => (/* binding */ SourceError)
/* harmony export */ });
/* unused harmony export areText */
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
function areText(targets) {
    return "texts" in targets;
}
/** Whether no reader of lines could confuse the name with two names. */
function isLine(name) {
    return !/[\r\n\0]/.test(name) && name.isWellFormed();
}


/***/ }),

/***/ 1768:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  s: () => (/* reexport */ ListFormatError),
  O: () => (/* binding */ readTargetList)
});

// EXTERNAL MODULE: external "node:buffer"
var external_node_buffer_ = __webpack_require__(4573);
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
/** By the first byte: whether no text that begins with it is blank or suspicious. */
const ORDINARY_STARTS = Array.from({ length: 0x80 }, (_, code) => {
    const first = String.fromCharCode(code);
    return code > 0x20 && code < 0x7f && !/[\s"'<\-nuNtfi]/.test(first);
});
/** For a line without a carriage return: false only means that it has to be examined. */
function isOrdinaryStart(byte) {
    return ORDINARY_STARTS[byte] === true;
}
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

;// CONCATENATED MODULE: ./src/targets/sources/list/lines.ts
/**
 * The form with one name per line, or with one before each NUL; the separator that comes first decides. Most lines are
 * passed on as bytes: of a long list, it would take long to make each name a string.
 */


/** The input is not a list: it is not text, or it has none of the known forms. */
class ListFormatError extends Error {
    name = "ListFormatError";
}
/** Longer than any name that can be sent, so waiting for its end is useless. */
const LONGEST_NAME = 32 * 1024 * 1024;
/** Throws `ListFormatError`. The bytes may not end in the middle of a character. */
function textIn(bytes) {
    if (!(0,external_node_buffer_.isUtf8)(bytes))
        throw noText();
    return bytes.toString("utf8");
}
function noText(cause) {
    return new ListFormatError("it is not UTF-8 text", { cause });
}
const NUL = 0x00;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
class Lines {
    #take;
    #takeBytes;
    #separator = null;
    /** Copies of what came after the last separator. */
    #pending = [];
    #pendingBytes = 0;
    #count = 0;
    #hasNames = false;
    /** `ALL` alone is not a name. */
    #heldAll = null;
    #utf16 = new Utf16Watch();
    constructor(take, takeBytes) {
        this.#take = take;
        this.#takeBytes = takeBytes ?? ((bytes, start, end) => take(bytes.toString("utf8", start, end)));
    }
    push(bytes) {
        this.#separator ??= firstSeparator(bytes);
        const separator = this.#separator;
        if (separator === LINE_FEED && bytes.includes(NUL)) {
            throw new ListFormatError("it contains both lines and NUL characters; separate the names by only one of them");
        }
        const first = separator === null ? -1 : bytes.indexOf(separator);
        if (separator === null || first === -1)
            return this.#hold(bytes);
        const last = bytes.lastIndexOf(separator);
        const isTaken = this.#takeWhole(this.#withPending(bytes.subarray(0, first + 1)), separator) &&
            this.#takeWhole(bytes.subarray(first + 1, last + 1), separator);
        return isTaken && this.#hold(bytes.subarray(last + 1));
    }
    end() {
        const rest = textIn(this.#withPending());
        if (!this.#takeLine(rest))
            return "stopped";
        if (this.#utf16.looksLikeIt(rest)) {
            throw new ListFormatError("it looks like UTF-16; write it in UTF-8, or names with NULs as a JSON array");
        }
        if (this.#heldAll !== null && !this.#hasNames)
            return "all";
        return this.#hasNames ? "complete" : "empty";
    }
    #hold(bytes) {
        if (bytes.length > 0)
            this.#pending.push(Buffer.from(bytes));
        this.#pendingBytes += bytes.length;
        if (this.#pendingBytes <= LONGEST_NAME)
            return true;
        return this.#takeLine(beginningOf(this.#withPending()));
    }
    #withPending(bytes = Buffer.alloc(0)) {
        if (this.#pendingBytes === 0)
            return bytes;
        const whole = Buffer.concat([...this.#pending, bytes]);
        this.#pending = [];
        this.#pendingBytes = 0;
        return whole;
    }
    /** Each name in the bytes ends with the separator. */
    #takeWhole(bytes, separator) {
        if (!(0,external_node_buffer_.isUtf8)(bytes))
            throw noText();
        const areLines = separator === LINE_FEED && !bytes.includes(CARRIAGE_RETURN);
        for (let start = 0, end = 0; start < bytes.length; start = end + 1) {
            for (end = start; bytes[end] !== separator;)
                end++;
            if (end === start && separator === LINE_FEED) {
                this.#count++;
                continue;
            }
            const isOrdinary = areLines && this.#hasNames && isOrdinaryStart(bytes[start] ?? 0);
            const isTaken = isOrdinary
                ? this.#takeOrdinary(bytes, start, end)
                : this.#takeText(bytes.toString("utf8", start, end), separator);
            if (!isTaken)
                return false;
        }
        return true;
    }
    #takeOrdinary(bytes, start, end) {
        this.#count++;
        return this.#takeBytes(bytes, start, end);
    }
    #takeText(name, separator) {
        if (separator === NUL)
            this.#utf16.add(name);
        return this.#takeLine(name);
    }
    #takeLine(line) {
        this.#count++;
        const name = this.#separator === NUL || !line.endsWith("\r") ? line : line.slice(0, -1);
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
        const isLine = this.#separator !== NUL;
        const problem = isLine ? problemOfLine(name) : problemOfName(name);
        if (problem === null)
            return this.#take(name);
        throw new ListFormatError(`${isLine ? "line" : "name"} ${number} ${problem}`);
    }
}
function firstSeparator(bytes) {
    const [line, nul] = [bytes.indexOf(LINE_FEED), bytes.indexOf(NUL)];
    if (line === -1)
        return nul === -1 ? null : NUL;
    return nul === -1 || line < nul ? LINE_FEED : NUL;
}
/** Without a character that the bytes do not complete. */
function beginningOf(bytes) {
    try {
        return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    }
    catch (error) {
        throw noText(error);
    }
}

;// CONCATENATED MODULE: ./src/targets/sources/list/list.ts
/**
 * Reads a list of impacted targets that was made elsewhere: one name per line, NUL-separated, a JSON array, or the JSON
 * object of the API. It reads piece by piece and only as far as the receiver wants, so that the length of the list does
 * not matter.
 */



/** Throws `ListFormatError`. `takeBytes`: takes most names of a list of lines, in less time. */
async function readTargetList(pieces, take, takeBytes) {
    const reader = new TargetListReader(take, takeBytes);
    for await (const piece of pieces) {
        if (!reader.push(piece))
            return "stopped";
    }
    return reader.end();
}
/** The key of the list in an object, and the other keys of a request. */
const LIST_KEY = "impactedTargets";
const REQUEST_KEYS = new Set([LIST_KEY, "repo", "pr", "targetBranch"]);
const MARK = Buffer.from("\ufeff");
const WHITE_SPACE = new Set(Buffer.from(" \t\r\n"));
const [OPENING_BRACKET, OPENING_BRACE] = [0x5b, 0x7b];
class TargetListReader {
    #take;
    #takeBytes;
    /** What may become a byte order mark; null after the place for it. */
    #mark = Buffer.alloc(0);
    /** Copies of the white space before the first character, which shows the form. */
    #blank = [];
    #blankBytes = 0;
    #form = null;
    constructor(take, takeBytes) {
        this.#take = take;
        this.#takeBytes = takeBytes;
    }
    push(piece) {
        const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
        if (this.#form !== null)
            return this.#form.push(bytes);
        if (this.#mark === null)
            return this.#begin(bytes);
        const start = Buffer.concat([this.#mark, bytes]);
        const isLikeMark = MARK.subarray(0, start.length).equals(start.subarray(0, MARK.length));
        this.#mark = isLikeMark && start.length < MARK.length ? start : null;
        if (this.#mark !== null)
            return true;
        return this.#begin(isLikeMark ? start.subarray(MARK.length) : start);
    }
    end() {
        const isPushed = this.#form !== null || this.#beginWith(this.#lines(), this.#mark ?? Buffer.alloc(0));
        return isPushed ? (this.#form?.end() ?? "empty") : "stopped";
    }
    #begin(bytes) {
        const first = bytes.findIndex((byte) => !WHITE_SPACE.has(byte));
        if (first === -1 && this.#blankBytes + bytes.length <= LONGEST_NAME) {
            this.#blank.push(Buffer.from(bytes));
            this.#blankBytes += bytes.length;
            return true;
        }
        if (bytes[first] === OPENING_BRACKET) {
            this.#blank = [];
            return this.#beginWith(new Decoded(new JsonArray(this.#take)), bytes.subarray(first + 1));
        }
        const isObject = bytes[first] === OPENING_BRACE;
        return this.#beginWith(isObject ? new Decoded(new JsonObject(this.#take)) : this.#lines(), bytes);
    }
    #lines() {
        return new Lines(this.#take, this.#takeBytes);
    }
    #beginWith(form, bytes) {
        this.#form = form;
        const all = [...this.#blank, bytes];
        this.#blank = [];
        return all.every((one) => form.push(one));
    }
}
/** Decodes the bytes of a form. */
class Decoded {
    #form;
    #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    constructor(form) {
        this.#form = form;
    }
    push(bytes) {
        return this.#form.push(this.#text(bytes));
    }
    /** At the end of the input, no character may be incomplete. */
    end() {
        this.#text();
        return this.#form.end();
    }
    #text(bytes) {
        try {
            return bytes === undefined ? this.#decoder.decode() : this.#decoder.decode(bytes, { stream: true });
        }
        catch (error) {
            throw noText(error);
        }
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
