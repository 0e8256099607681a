export const id = 208;
export const ids = [208];
export const modules = {

/***/ 4208:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   listSource: () => (/* binding */ listSource)
/* harmony export */ });
/* harmony import */ var _source_error_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(526);
/* harmony import */ var _sources_list_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3863);
/** The source `list`: somebody else's list, from a file or from what a command prints. It answers for every file. */


/** More than a request may hold, so that nobody waits for the end of a list that cannot be sent. */
const MOST_CHARACTERS = 20 * 1024 * 1024;
/** Throws `SourceError` when no file is named. */
function listSource({ argument, readFile }) {
    if (argument === null)
        throw new _source_error_js__WEBPACK_IMPORTED_MODULE_1__/* .SourceError */ .c("list needs a file: list=targets.txt");
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
                    return all(argument, "the list says so", null);
                case "empty":
                    return all(argument, "the list is empty, and only [] says that nothing is impacted", "Write [] instead.");
                case "stopped":
                    return all(argument, "the list is too long for one request", "Name coarser targets.");
            }
        },
        dependents: () => Promise.resolve(new Map()),
    };
}
async function readNames(path, readFile, targets) {
    let characters = 0;
    try {
        return await (0,_sources_list_js__WEBPACK_IMPORTED_MODULE_0__/* .readTargetList */ .O)(readFile(path), (name) => {
            if (name === "" || targets.has(name))
                return true;
            targets.set(name, { kind: "named", by: path });
            characters += name.length;
            return characters <= MOST_CHARACTERS;
        });
    }
    catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        const isList = !(error instanceof _sources_list_js__WEBPACK_IMPORTED_MODULE_0__/* .ListFormatError */ .s);
        throw new _source_error_js__WEBPACK_IMPORTED_MODULE_1__/* .SourceError */ .c(isList ? message : `${path} is no list of targets: ${message}`, { cause: error });
    }
}
function all(subject, rule, hint) {
    return { kind: "all", cause: { subject, rule, hint } };
}


/***/ }),

/***/ 3863:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   O: () => (/* binding */ readTargetList),
/* harmony export */   s: () => (/* binding */ ListFormatError)
/* harmony export */ });
/**
 * Impacted targets as a list that someone else has made: one per line, NUL-separated, or a JSON array.
 * The list is read piece by piece and no further than it is wanted, so that its length does not matter.
 */
/** The list is not one: not text, or not in any of its forms. */
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
/** Longer than any name that could be sent: nothing is gained by waiting for its end. */
const LONGEST_NAME = 32 * 1024 * 1024;
const ALL_LINES = new Set(["ALL", '"ALL"']);
class TargetListReader {
    #take;
    #decoder = new TextDecoder("utf-8", { fatal: true });
    /** White space before the first character that tells the form. */
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
        this.#form = isArray ? new JsonArray(this.#take) : new Lines(this.#take);
        return this.#form.push(isArray ? text.slice(first + 1) : this.#beginning);
    }
    /** Without bytes: the end, where nothing of a character may be missing. */
    #decoded(bytes) {
        try {
            return bytes === undefined ? this.#decoder.decode() : this.#decoder.decode(bytes, { stream: true });
        }
        catch (error) {
            throw new ListFormatError("it is not UTF-8 text", { cause: error });
        }
    }
}
/** One name per line, or one before each NUL: whichever of the two comes first. */
class Lines {
    #take;
    #separator = null;
    #pending = "";
    #hasNames = false;
    /** `ALL` alone is no name. */
    #heldAll = null;
    constructor(take) {
        this.#take = take;
    }
    push(text) {
        this.#separator ??= firstSeparator(text);
        const separator = this.#separator;
        if (separator === "\n" && text.includes("\0")) {
            throw new ListFormatError("it holds both lines and NUL characters; separate the names by one of the two");
        }
        let start = 0;
        if (separator !== null) {
            for (let end = text.indexOf(separator); end !== -1; end = text.indexOf(separator, start)) {
                const name = this.#pending + text.slice(start, end);
                this.#pending = "";
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
        if (this.#heldAll !== null && !this.#hasNames)
            return "all";
        return this.#hasNames ? "complete" : "empty";
    }
    #takeLine(line) {
        const name = this.#separator === "\0" || !line.endsWith("\r") ? line : line.slice(0, -1);
        if (name.trim() === "")
            return true;
        if (!this.#hasNames && ALL_LINES.has(name)) {
            this.#heldAll = name;
            return true;
        }
        const isFirst = !this.#hasNames;
        this.#hasNames = true;
        if (isFirst && this.#heldAll !== null && !this.#take(this.#heldAll))
            return false;
        return this.#take(name);
    }
}
function firstSeparator(text) {
    const separator = /[\n\0]/.exec(text)?.[0];
    return separator === "\n" || separator === "\0" ? separator : null;
}
/** Texts, or objects with a `label`; each element is parsed as soon as it is complete. */
class JsonArray {
    #take;
    /** The element under way, as far as earlier pieces hold it. */
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
                    throw new ListFormatError("it goes on after the end of its JSON array");
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
        // Its beginning stands for the element: whoever counts bytes has enough of it, and nobody gets more.
        if (!this.#take(this.#raw))
            return false;
        throw new ListFormatError(`element ${this.#elements + 1} of its JSON array has more than ${LONGEST_NAME} characters`);
    }
    end() {
        if (!this.#isClosed)
            throw new ListFormatError("its JSON array has no end");
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
            throw new ListFormatError(`element ${this.#elements} of its JSON array is neither a text nor has a label`);
        }
        this.#hasNames ||= name !== "";
        return this.#take(name);
    }
}
/** Null when the element is no name. */
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
