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
/* harmony import */ var _contract_endpoints_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1093);
/* harmony import */ var _contract_queue_settings_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(10);
/* harmony import */ var _input_error_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9229);
/* harmony import */ var _setting_inputs_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2270);
/** Checks the queue's settings as the contract demands. Loaded only when a workflow gives some. */




/** Throws `InputError` for a key or value that the contract does not know, and for two inputs that disagree. */
async function checkedSettings(inputs) {
    const settings = new Map();
    for (const [key, value] of await configured(inputs)) {
        if (!isSettingKey(key))
            throw new _input_error_js__WEBPACK_IMPORTED_MODULE_2__/* .InputError */ .d("queue-config", unknownKey(key));
        settings.set(key, checked("queue-config", key, value));
    }
    for (const name of Object.keys(_setting_inputs_js__WEBPACK_IMPORTED_MODULE_3__/* .SETTING_INPUTS */ .F).filter(_setting_inputs_js__WEBPACK_IMPORTED_MODULE_3__/* .isSettingInputName */ .i)) {
        const text = inputs.value(name);
        if (text === undefined)
            continue;
        const { key } = _setting_inputs_js__WEBPACK_IMPORTED_MODULE_3__/* .SETTING_INPUTS */ .F[name];
        const value = checked(name, key, fromText(key, text));
        const configuredValue = settings.get(key);
        if (configuredValue !== undefined && JSON.stringify(configuredValue) !== JSON.stringify(value)) {
            throw new _input_error_js__WEBPACK_IMPORTED_MODULE_2__/* .InputError */ .d(name, `${(0,_input_error_js__WEBPACK_IMPORTED_MODULE_2__/* .shown */ .S)(text)} contradicts ${key} in queue-config; give it once.`);
        }
        settings.set(key, value);
    }
    if (settings.has("requiredStatuses") && settings.get("deleteRequiredStatuses") === true) {
        throw new _input_error_js__WEBPACK_IMPORTED_MODULE_2__/* .InputError */ .d("queue-config", "both sets and deletes the required statuses; give one of the two.");
    }
    return settings;
}
/** Throws when one of the settings has not been checked. */
function parsedUpdate(request) {
    return _contract_endpoints_js__WEBPACK_IMPORTED_MODULE_0__/* .endpoints */ .v.updateQueue.request.parse(request);
}
async function configured(inputs) {
    const text = inputs.value("queue-config");
    if (text === undefined)
        return new Map();
    const { parseQueueConfig } = await Promise.all(/* import() */[__webpack_require__.e(815), __webpack_require__.e(420)]).then(__webpack_require__.bind(__webpack_require__, 7420));
    return parseQueueConfig(text);
}
function isSettingKey(key) {
    return Object.hasOwn(_contract_queue_settings_js__WEBPACK_IMPORTED_MODULE_1__/* .settingsChange */ .QP, key);
}
function unknownKey(key) {
    return `${(0,_input_error_js__WEBPACK_IMPORTED_MODULE_2__/* .shown */ .S)(key)} is no setting; expected some of ${Object.keys(_contract_queue_settings_js__WEBPACK_IMPORTED_MODULE_1__/* .settingsChange */ .QP).join(", ")}.`;
}
/** An empty list of required statuses is ignored by services, so it says nothing that anyone could mean. */
function checked(input, key, value) {
    const written = (0,_input_error_js__WEBPACK_IMPORTED_MODULE_2__/* .shown */ .S)(JSON.stringify(value));
    if (key === "requiredStatuses" && Array.isArray(value) && value.length === 0) {
        throw new _input_error_js__WEBPACK_IMPORTED_MODULE_2__/* .InputError */ .d(input, "requiredStatuses is empty; to drop the list say deleteRequiredStatuses: true.");
    }
    const read = _contract_queue_settings_js__WEBPACK_IMPORTED_MODULE_1__/* .settingsChange */ .QP[key].safeParse(value);
    if (read.success && read.data !== undefined)
        return value;
    const [issue] = read.error?.issues ?? [];
    const expected = (issue?.message ?? "another value").replace(/^expected /, "");
    throw new _input_error_js__WEBPACK_IMPORTED_MODULE_2__/* .InputError */ .d(input, `${key}: ${written} is not accepted; expected ${expected}.`);
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
