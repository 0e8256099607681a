export const id = 449;
export const ids = [449];
export const modules = {

/***/ 3449:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   conforming: () => (/* binding */ conforming)
/* harmony export */ });
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3619);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3945);
/* harmony import */ var _contract_endpoint_facts_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6347);
/* harmony import */ var _contract_endpoints_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9472);
/* harmony import */ var _domain_is_record_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7978);
/* harmony import */ var _domain_words_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4717);
/**
 * Reads an answer as the contract describes it, no more strictly than needed: the fields that the endpoint needs must
 * be valid, other fields may be missing, and unknown fields pass through. Loaded when needed.
 */





function conforming(name, body) {
    const reading = new Reading();
    const value = reading.read(_contract_endpoints_js__WEBPACK_IMPORTED_MODULE_1__/* .endpoints */ .v[name].response, body, "");
    const problem = reading.problems.get("") ?? problemOfNeeded(name, value, reading.problems);
    if (problem !== undefined)
        return { ok: false, problem };
    if (!isReadReply(name, value))
        return { ok: false, problem: "it does not match the contract" };
    const leftOut = [...reading.problems.values()].join("; ");
    return leftOut === "" ? { ok: true, value } : { ok: true, value, leftOut: (0,_domain_words_js__WEBPACK_IMPORTED_MODULE_2__/* .beginningOf */ .VI)(leftOut, 1000) };
}
/** Every present field has been compared with the contract, so a needed field only has to be present. */
function isReadReply(name, value) {
    const needs = _contract_endpoint_facts_js__WEBPACK_IMPORTED_MODULE_0__/* .ENDPOINT_FACTS */ .Q[name].needs ?? [];
    return needs.length === 0 || ((0,_domain_is_record_js__WEBPACK_IMPORTED_MODULE_3__/* .isRecord */ .u)(value) && needs.every((field) => value[field] !== undefined));
}
function problemOfNeeded(name, value, problems) {
    for (const field of _contract_endpoint_facts_js__WEBPACK_IMPORTED_MODULE_0__/* .ENDPOINT_FACTS */ .Q[name].needs ?? []) {
        if ((0,_domain_is_record_js__WEBPACK_IMPORTED_MODULE_3__/* .isRecord */ .u)(value) && value[field] === undefined) {
            return problems.get(field) ?? `its field ${field} is missing`;
        }
    }
    return undefined;
}
/** Stands for a value whose type differs from the contract's. */
const OTHER_TYPE = Symbol("other type");
class Reading {
    /** Values of a wrong type, by their place in the answer; once for all elements of a list. */
    problems = new Map();
    /** The value with states in their canonical spelling, and without values of a wrong type. */
    read(schema, value, place) {
        if (schema instanceof zod_mini__WEBPACK_IMPORTED_MODULE_4__/* .ZodMiniOptional */ .Xz9)
            return this.read(schema.def.innerType, value, place);
        if (schema instanceof zod_mini__WEBPACK_IMPORTED_MODULE_4__/* .ZodMiniNullable */ .eE_) {
            return value === null ? null : this.read(schema.def.innerType, value, place);
        }
        if (schema instanceof zod_mini__WEBPACK_IMPORTED_MODULE_4__/* .ZodMiniObject */ .uXj)
            return this.#readObject(schema, value, place);
        if (schema instanceof zod_mini__WEBPACK_IMPORTED_MODULE_4__/* .ZodMiniArray */ .WT6 && schema.def.element instanceof zod_mini__WEBPACK_IMPORTED_MODULE_4__/* .ZodMiniObject */ .uXj) {
            return this.#readObjects(schema.def.element, value, place);
        }
        return this.#readLeaf(schema, value, place);
    }
    #readObject(schema, value, place) {
        if (!(0,_domain_is_record_js__WEBPACK_IMPORTED_MODULE_3__/* .isRecord */ .u)(value))
            return this.#otherType(place, "an object");
        const known = Object.entries(schema.shape).map(([key, inner]) => {
            const given = value[key];
            const isAbsent = given === undefined || (given === null && !mayBeNull(inner));
            const read = isAbsent ? undefined : this.read(inner, given, place === "" ? key : `${place}.${key}`);
            return [key, read === OTHER_TYPE ? undefined : read];
        });
        const fields = { ...value, ...Object.fromEntries(known) };
        return Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined));
    }
    /** An element that is not an object keeps its place, since the order of a list matters. */
    #readObjects(schema, value, place) {
        if (!Array.isArray(value))
            return this.#otherType(place, "a list");
        return value.map((element) => {
            const read = this.#readObject(schema, element, `${place}[]`);
            return read === OTHER_TYPE ? {} : read;
        });
    }
    /** A string or a number that the contract does not know passes through unchanged. */
    #readLeaf(schema, value, place) {
        const read = zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .safeParse */ .xL(schema, value);
        if (read.success)
            return read.data;
        const [issue] = read.error.issues;
        return issue?.code === "invalid_type" ? this.#otherType(place, expectedBy(issue)) : value;
    }
    #otherType(place, expected) {
        const what = place === "" ? "the whole answer" : `its field ${place}`;
        this.problems.set(place, `${what}: expected ${expected}`);
        return OTHER_TYPE;
    }
}
function mayBeNull(schema) {
    if (schema instanceof zod_mini__WEBPACK_IMPORTED_MODULE_4__/* .ZodMiniOptional */ .Xz9)
        return mayBeNull(schema.def.innerType);
    return schema instanceof zod_mini__WEBPACK_IMPORTED_MODULE_4__/* .ZodMiniNullable */ .eE_;
}
function expectedBy(issue) {
    // When a module has set messages for all schemas of the process, as an OpenAPI writer does, its message is used.
    return issue.message.startsWith("Invalid input")
        ? issue.expected.replace(/^(?=[aeiou])/, "an ").replace(/^(?!an )/, "a ")
        : issue.message.replace(/^expected /, "");
}


/***/ })

};
