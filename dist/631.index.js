export const id = 631;
export const ids = [631];
export const modules = {

/***/ 2631:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  checkedSettings: () => (/* binding */ checkedSettings),
  parsedUpdate: () => (/* binding */ parsedUpdate)
});

// EXTERNAL MODULE: ./src/domain/queue-settings.ts
var queue_settings = __webpack_require__(3625);
;// CONCATENATED MODULE: ./src/client/setting-problem.ts

/** Settings of which each may stand alone, and which together say nothing that anyone could mean. */
function settingsProblem(settings) {
    return statusesProblem(settings) ?? contradiction(settings);
}
/** What the contract says of a value, as it goes on after the value. */
function issueInWords(issue) {
    const where = issue.path.length === 0 ? "" : ` at ${issue.path.map(String).join(".")}`;
    return `is not accepted${where}; ${expectation(issue)}`;
}
function expectation(issue) {
    if (issue.code === "unrecognized_keys")
        return `unknown there: ${issue.keys.join(", ")}`;
    const saysNothing = issue.code === "invalid_type" && issue.message.startsWith("Invalid input");
    return saysNothing
        ? `expected ${/^[aeiou]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`
        : issue.message;
}
/** Services ignore an empty list. */
function statusesProblem(settings) {
    const key = "requiredStatuses";
    const names = settings.get(key);
    if (!Array.isArray(names))
        return null;
    if (names.length === 0)
        return { key, problem: "is empty; to drop the list say deleteRequiredStatuses: true" };
    if (names.some((name) => typeof name === "string" && name.trim() === "")) {
        return { key, problem: "holds an empty name; expected the names of checks" };
    }
    return settings.get("deleteRequiredStatuses") === true
        ? { key, problem: "is given together with deleteRequiredStatuses; give one of the two" }
        : null;
}
/** Of two names of one setting no reader can tell which one counts. */
function contradiction(settings) {
    const before = new Map();
    for (const [key, given] of settings) {
        const [name, value] = (0,queue_settings/* underOwnName */.aY)(key, given);
        const [otherKey, otherValue] = before.get(name) ?? [key, value];
        if (JSON.stringify(otherValue) !== JSON.stringify(value)) {
            return {
                key,
                problem: `contradicts ${otherKey}, which is another name for the same setting; give one of the two`,
            };
        }
        before.set(name, [key, value]);
    }
    return null;
}

// EXTERNAL MODULE: ./src/client/words.ts
var words = __webpack_require__(510);
// EXTERNAL MODULE: ./src/contract/endpoints.ts + 5 modules
var endpoints = __webpack_require__(9094);
// EXTERNAL MODULE: ./src/contract/queue-settings.ts
var contract_queue_settings = __webpack_require__(7779);
// EXTERNAL MODULE: ./src/action/input-error.ts
var input_error = __webpack_require__(9229);
// EXTERNAL MODULE: ./src/action/setting-inputs.ts
var setting_inputs = __webpack_require__(2270);
;// CONCATENATED MODULE: ./src/action/checked-settings.ts
/** Checks the queue's settings as the contract demands. Loaded only when a workflow gives some. */






/** Throws `InputError` for a key or value that the contract does not know, and for two inputs that disagree. */
async function checkedSettings(inputs) {
    const settings = new Map();
    for (const [key, value] of await configured(inputs)) {
        if (!(0,contract_queue_settings/* isSettingKey */.sw)(key))
            throw new input_error/* InputError */.d("queue-config", unknownKey(key));
        settings.set(key, checked("queue-config", key, value));
    }
    for (const name of setting_inputs/* SETTING_INPUT_NAMES */.J) {
        const text = inputs.value(name);
        if (text === undefined)
            continue;
        const { key } = setting_inputs/* SETTING_INPUTS */.F[name];
        const value = checked(name, key, fromText(key, text));
        const configuredValue = settings.get(key);
        if (configuredValue !== undefined && JSON.stringify(configuredValue) !== JSON.stringify(value)) {
            throw new input_error/* InputError */.d(name, `${(0,words/* shown */.SP)(text)} contradicts ${key} in queue-config; give it once.`);
        }
        settings.set(key, value);
    }
    const found = settingsProblem(settings);
    if (found !== null)
        throw new input_error/* InputError */.d(inputOf(found.key, inputs), `${found.key} ${found.problem}.`);
    return settings;
}
/** Throws when one of the settings has not been checked. */
function parsedUpdate(request) {
    return endpoints/* endpoints */.v.updateQueue.request.parse(request);
}
async function configured(inputs) {
    const text = inputs.value("queue-config");
    if (text === undefined)
        return new Map();
    // The parser is large, and few steps have such a text.
    const { readQueueConfig } = await Promise.all(/* import() */[__webpack_require__.e(815), __webpack_require__.e(783)]).then(__webpack_require__.bind(__webpack_require__, 7783));
    const config = readQueueConfig(text);
    switch (config.kind) {
        case "settings":
            return config.settings;
        case "otherValue":
            throw new input_error/* InputError */.d("queue-config", "is no list of settings; expected YAML or JSON such as {concurrency: 2}.");
        case "notYaml":
            throw new input_error/* InputError */.d("queue-config", `is neither YAML nor JSON: ${config.reason}`);
        case "alias":
            throw new input_error/* InputError */.d("queue-config", `has the alias *${config.name}; expected each value written out.`);
    }
}
function unknownKey(key) {
    return `${(0,words/* shown */.SP)(key)} is no setting; expected some of ${Object.keys(contract_queue_settings/* settingsChange */.QP).join(", ")}.`;
}
function checked(input, key, value) {
    const read = contract_queue_settings/* settingsChange */.QP[key].safeParse(value);
    if (read.success && read.data !== undefined)
        return value;
    const [issue] = read.error?.issues ?? [];
    const problem = issue === undefined ? "is not accepted; expected another value" : issueInWords(issue);
    throw new input_error/* InputError */.d(input, `${key}: ${(0,words/* shown */.SP)(JSON.stringify(value))} ${problem}.`);
}
/** The one to change. */
function inputOf(key, inputs) {
    const given = setting_inputs/* SETTING_INPUT_NAMES */.J.find((name) => setting_inputs/* SETTING_INPUTS */.F[name].key === key && inputs.isGiven(name));
    return given ?? "queue-config";
}
/** Takes the input's text as the kind of value that the setting has. */
function fromText(key, text) {
    if (key === "requiredStatuses") {
        const lines = text.split("\n").map((line) => line.trim());
        return lines.filter((line) => line !== "");
    }
    if (text === "true" || text === "false")
        return text === "true";
    return /^\d{1,10}$/.test(text) ? Number(text) : text;
}


/***/ })

};
