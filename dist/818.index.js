export const id = 818;
export const ids = [818];
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


/***/ })

};
