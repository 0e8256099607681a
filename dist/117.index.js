export const id = 117;
export const ids = [117];
export const modules = {

/***/ 4117:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   checkedSettings: () => (/* binding */ checkedSettings),
/* harmony export */   parsedUpdate: () => (/* binding */ parsedUpdate)
/* harmony export */ });
/* harmony import */ var _client_message_words_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5764);
/* harmony import */ var _client_queue_config_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7783);
/* harmony import */ var _contract_endpoints_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9472);
/* harmony import */ var _contract_queue_settings_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7779);
/* harmony import */ var _input_error_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9229);
/* harmony import */ var _setting_inputs_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2270);
/** Checks the queue's settings against the contract. Loaded only when a workflow gives settings. */






/**
 * Throws `InputError` for a key or value that the contract does not know, and for two inputs that contradict each
 * other.
 */
async function checkedSettings(inputs) {
    const settings = new Map();
    for (const [key, value] of await configured(inputs)) {
        if (!(0,_contract_queue_settings_js__WEBPACK_IMPORTED_MODULE_2__/* .isSettingKey */ .sw)(key))
            throw new _input_error_js__WEBPACK_IMPORTED_MODULE_3__/* .InputError */ .d("queue-config", unknownKey(key));
        settings.set(key, checked("queue-config", key, value));
    }
    for (const name of _setting_inputs_js__WEBPACK_IMPORTED_MODULE_4__/* .SETTING_INPUT_NAMES */ .J) {
        const text = inputs.value(name);
        if (text === undefined)
            continue;
        const { key } = _setting_inputs_js__WEBPACK_IMPORTED_MODULE_4__/* .SETTING_INPUTS */ .F[name];
        const value = checked(name, key, fromText(key, text));
        const configuredValue = settings.get(key);
        if (configuredValue !== undefined && JSON.stringify(configuredValue) !== JSON.stringify(value)) {
            throw new _input_error_js__WEBPACK_IMPORTED_MODULE_3__/* .InputError */ .d(name, `${(0,_client_message_words_js__WEBPACK_IMPORTED_MODULE_5__/* .shown */ .SP)(text)} contradicts ${key} in queue-config; give it once.`);
        }
        settings.set(key, value);
    }
    const found = (0,_client_queue_config_js__WEBPACK_IMPORTED_MODULE_0__/* .settingsProblem */ .V1)(settings);
    if (found !== null)
        throw new _input_error_js__WEBPACK_IMPORTED_MODULE_3__/* .InputError */ .d(inputOf(found.key, inputs), `${found.key} ${found.problem}.`);
    return settings;
}
/** Throws for a setting that has not been checked. */
function parsedUpdate(request) {
    return _contract_endpoints_js__WEBPACK_IMPORTED_MODULE_1__/* .endpoints */ .v.updateQueue.request.parse(request);
}
async function configured(inputs) {
    const text = inputs.value("queue-config");
    if (text === undefined)
        return new Map();
    // The parser is large, and few steps use this input.
    const { readQueueConfig } = await Promise.resolve(/* import() */).then(__webpack_require__.bind(__webpack_require__, 7783));
    const config = readQueueConfig(text);
    switch (config.kind) {
        case "settings":
            return config.settings;
        case "otherValue":
            throw new _input_error_js__WEBPACK_IMPORTED_MODULE_3__/* .InputError */ .d("queue-config", "does not map names to settings; expected YAML or JSON such as {concurrency: 2}.");
        case "notYaml":
            throw new _input_error_js__WEBPACK_IMPORTED_MODULE_3__/* .InputError */ .d("queue-config", `is neither YAML nor JSON: ${config.reason}`);
        case "alias":
            throw new _input_error_js__WEBPACK_IMPORTED_MODULE_3__/* .InputError */ .d("queue-config", `has the alias *${config.name}; expected every value written out, without aliases.`);
    }
}
function unknownKey(key) {
    return `${(0,_client_message_words_js__WEBPACK_IMPORTED_MODULE_5__/* .shown */ .SP)(key)} is not a setting; expected one of ${Object.keys(_contract_queue_settings_js__WEBPACK_IMPORTED_MODULE_2__/* .settingsChange */ .QP).join(", ")}.`;
}
function checked(input, key, value) {
    const read = _contract_queue_settings_js__WEBPACK_IMPORTED_MODULE_2__/* .settingsChange */ .QP[key].safeParse(value);
    if (read.success && read.data !== undefined)
        return value;
    const [issue] = read.error?.issues ?? [];
    const problem = issue === undefined ? "is not accepted; expected another value" : (0,_client_queue_config_js__WEBPACK_IMPORTED_MODULE_0__/* .issueInWords */ .UZ)(issue);
    const setting = input === "queue-config" ? `${key}: ` : "";
    throw new _input_error_js__WEBPACK_IMPORTED_MODULE_3__/* .InputError */ .d(input, `${setting}${(0,_client_message_words_js__WEBPACK_IMPORTED_MODULE_5__/* .shownJson */ .oB)(value)} ${problem}.`);
}
/** The input that the user must change. */
function inputOf(key, inputs) {
    const given = _setting_inputs_js__WEBPACK_IMPORTED_MODULE_4__/* .SETTING_INPUT_NAMES */ .J.find((name) => _setting_inputs_js__WEBPACK_IMPORTED_MODULE_4__/* .SETTING_INPUTS */ .F[name].key === key && inputs.isGiven(name));
    return given ?? "queue-config";
}
/** Reads the input's text as the type of value that the setting has. */
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
