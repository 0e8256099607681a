export const id = 259;
export const ids = [259];
export const modules = {

/***/ 259:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  pathsSource: () => (/* binding */ pathsSource)
});

// EXTERNAL MODULE: external "node:buffer"
var external_node_buffer_ = __webpack_require__(4573);
// EXTERNAL MODULE: ./src/targets/parse-yaml.ts
var parse_yaml = __webpack_require__(1533);
// EXTERNAL MODULE: ./src/targets/tree.ts
var tree = __webpack_require__(6596);
// EXTERNAL MODULE: ./src/targets/path-patterns.ts + 3 modules
var path_patterns = __webpack_require__(9255);
;// CONCATENATED MODULE: ./src/targets/sources/paths/path-map.ts
/**
 * Parses a mapping from paths to targets in the form of dorny's paths-filter: YAML with a target's name in front of a
 * pattern, a list of patterns, or patterns for one kind of change (`added|modified: src/**`).
 */


/** The message is one clause about the problem. */
class PathMapError extends Error {
    name = "PathMapError";
}
/** dorny's words as kinds of change here, where a rename is a deletion and an addition. */
const STATUSES = new Map([
    ["added", ["added"]],
    ["copied", ["added"]],
    ["deleted", ["deleted"]],
    ["modified", ["modified", "typeChanged"]],
    ["renamed", ["added", "deleted"]],
    ["unmerged", ["modified", "typeChanged"]],
]);
/** Anchors nest lists in lists; a list that contains itself would nest without end. */
const DEEPEST = 20;
/** After `loadYaml`. Throws `PathMapError`. */
function readPathMap(text) {
    const value = parsed(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
        throw new PathMapError("it is not a mapping from targets to patterns");
    }
    const rules = Object.entries(value).map(([target, patterns]) => ruleOf(target, patterns));
    if (rules.length === 0)
        throw new PathMapError("it names no target");
    return rules;
}
function parsed(text) {
    try {
        return (0,parse_yaml/* parseYaml */.hN)(text);
    }
    catch (error) {
        if (!(error instanceof parse_yaml/* YamlError */.Iz))
            throw error;
        throw new PathMapError(error.problem, { cause: error });
    }
}
function ruleOf(target, value) {
    if (target === "")
        throw new PathMapError("it has a target without a name");
    const patterns = patternsIn(target, value, null, 0);
    if (patterns.every(({ excludes }) => excludes)) {
        throw new PathMapError(`the target ${quoted(target)} has only exclusions`);
    }
    return { target, patterns };
}
function patternsIn(target, value, statuses, depth) {
    if (depth > DEEPEST)
        throw new PathMapError(`the lists of ${quoted(target)} are nested too deeply`);
    if (typeof value === "string")
        return [patternOf(target, value, statuses)];
    if (Array.isArray(value))
        return value.flatMap((inner) => patternsIn(target, inner, statuses, depth + 1));
    if (typeof value !== "object" || value === null || statuses !== null) {
        throw new PathMapError(`the target ${quoted(target)} has an entry that is not a pattern`);
    }
    return Object.entries(value).flatMap(([words, inner]) => patternsIn(target, inner, statusesIn(target, words), depth + 1));
}
function statusesIn(target, words) {
    const statuses = words.split("|").map((word) => STATUSES.get(word.trim()));
    const known = statuses.flatMap((status) => status ?? []);
    if (statuses.includes(undefined)) {
        const expected = [...STATUSES.keys()].join(", ");
        throw new PathMapError(`the target ${quoted(target)} has the key ${quoted(words)}, which is none of ${expected}`);
    }
    return new Set(known);
}
function patternOf(target, written, statuses) {
    // `!(a|b)` is a pattern for everything else, not an exclusion.
    const excludes = written.startsWith("!") && !written.startsWith("!(");
    const text = excludes ? written.slice(1) : written;
    try {
        return { text, excludes, statuses, matches: (0,path_patterns/* compilePattern */.Eb)(text) };
    }
    catch (error) {
        if (!(error instanceof path_patterns/* PatternError */.JM))
            throw error;
        throw new PathMapError(`the target ${quoted(target)} has a pattern that cannot be read`, {
            cause: error,
        });
    }
}
/** Names come from the repository; their control characters must not reach a log line. */
function quoted(text) {
    return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}

;// CONCATENATED MODULE: ./src/targets/sources/paths/paths.ts
/** Impacted targets from a mapping in the repository, which assigns paths to targets. */




function pathsSource(mapping) {
    const file = (0,tree/* repositoryPath */.SH)(mapping);
    return {
        name: "paths",
        runsRepositoryCode: false,
        decidingFiles: [file],
        detect: async (head) => ((await head.entries()).has(file) ? file : null),
        answer: (context) => answer(file, context),
        // The targets of a mapping do not depend on each other.
        dependents: () => Promise.resolve(new Map()),
        async knownNames({ head }) {
            const rules = await readRules(file, head);
            return new Set(typeof rules === "string" ? [] : rules.map(({ target }) => target));
        },
    };
}
async function answer(file, context) {
    const { base, head, changed } = context;
    const before = (await base.entries()).get(file);
    const after = (await head.entries()).get(file);
    if (before?.id !== after?.id || before?.kind !== after?.kind) {
        // In lists made with different mappings, the same names mean different things.
        return paths_all(file, "it defines which paths belong to which target, and it changes", null);
    }
    const rules = await readRules(file, head);
    if (typeof rules === "string")
        return paths_all(file, rules, "Correct the mapping.");
    const index = new PathIndex(rules);
    const targets = new Map();
    const owned = new Set();
    for (const change of changed) {
        for (const target of index.targetsOf(change)) {
            owned.add(change.path);
            if (!targets.has(target))
                targets.set(target, { kind: "file", path: change.path });
        }
    }
    return { kind: "targets", targets, owned, warnings: await patternWarnings(rules, head) };
}
/** Returns the rules, or a clause about the problem. */
async function readRules(file, tree) {
    const bytes = (await tree.read([file])).get(file);
    if (bytes === undefined)
        return "the mapping is not in the repository";
    if (!(0,external_node_buffer_.isUtf8)(bytes))
        return "it is not text";
    await (0,parse_yaml/* loadYaml */.yv)();
    try {
        return readPathMap(Buffer.from(bytes).toString("utf8"));
    }
    catch (error) {
        if (error instanceof PathMapError)
            return error.message;
        throw error;
    }
}
function paths_all(subject, rule, hint) {
    return { kind: "all", cause: { subject, rule, hint } };
}
const SPECIAL = /[*?[\]{}()!+@\\]/;
/** Warns about patterns that match less than they seem to, which is rarely intended. */
async function patternWarnings(rules, tree) {
    const warnings = [];
    const bare = [];
    for (const { target, patterns } of rules) {
        for (const { text } of patterns) {
            const of = `The pattern ${quoted(text)} of ${quoted(target)}`;
            if (text.startsWith("/"))
                warnings.push(`${of} matches nothing: paths have no leading slash.`);
            else if (text.endsWith("/"))
                warnings.push(`${of} matches nothing: write ${quoted(`${text}**`)} for the files in the folder.`);
            else if (!SPECIAL.test(text))
                bare.push({ target, text });
        }
    }
    const folders = bare.length === 0 ? new Set() : await foldersOf(tree);
    for (const { target, text } of bare) {
        if (!folders.has(text.replace(/^(?:\.\/)+/, "")))
            continue;
        warnings.push(`The pattern ${quoted(text)} of ${quoted(target)} matches nothing in the folder of that name: write ${quoted(`${text}/**`)}.`);
    }
    return warnings;
}
async function foldersOf(tree) {
    const folders = new Set();
    for (const path of (await tree.entries()).keys()) {
        for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
            const folder = path.slice(0, slash);
            if (folders.has(folder))
                break;
            folders.add(folder);
        }
    }
    return folders;
}
/** A pattern of names and stars only, in which every name is required. */
const NAMES_AND_STARS = /^(?:[\w@.-]+|\*|\/)+$/;
/** Relative folders, empty names and more than two stars: the library does not take them literally. */
const TAKEN_OTHERWISE = /(?:^|\/)\.{1,2}(?:\/|$)|\/\/|\*{3}/;
/** Leading folder names that match only themselves. */
const FIRST_FOLDERS = /^[\w@-][\w@.-]*(?:\/[\w@-][\w@.-]*)*(?=\/)/;
/** Finds the targets of a path among very many patterns; it skips patterns that begin with other folder names. */
class PathIndex {
    /** By the folder to which a pattern is limited; the root is the empty text. */
    #byFolder = new Map();
    constructor(rules) {
        for (const { target, patterns } of rules) {
            for (const pattern of patterns)
                this.#place(pattern.text).push({ target, pattern, literal: literalIn(pattern.text) });
        }
    }
    /** Any matching pattern includes a path, and any matching exclusion removes it again. */
    targetsOf({ path, status }) {
        const candidates = this.#candidatesFor(path);
        const targets = new Set();
        for (const entries of candidates) {
            for (const { target, pattern, literal } of entries) {
                if (pattern.excludes || targets.has(target) || !path.includes(literal))
                    continue;
                if (isMet(pattern, path, status))
                    targets.add(target);
            }
        }
        if (targets.size === 0)
            return targets;
        for (const entries of candidates) {
            for (const { target, pattern } of entries) {
                if (pattern.excludes && targets.has(target) && isMet(pattern, path, status))
                    targets.delete(target);
            }
        }
        return targets;
    }
    #place(pattern) {
        const [folder = ""] = TAKEN_OTHERWISE.test(pattern) ? [] : (FIRST_FOLDERS.exec(pattern) ?? []);
        const entries = this.#byFolder.get(folder) ?? [];
        this.#byFolder.set(folder, entries);
        return entries;
    }
    /** A pattern such as `docs/**` also matches a file that is called `docs`. */
    #candidatesFor(path) {
        const candidates = [];
        const add = (folder) => {
            const entries = this.#byFolder.get(folder);
            if (entries !== undefined)
                candidates.push(entries);
        };
        add("");
        for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) {
            add(path.slice(0, slash));
        }
        add(path);
        return candidates;
    }
}
function isMet({ statuses, matches }, path, status) {
    return (statuses === null || statuses.has(status)) && matches(path);
}
function literalIn(pattern) {
    if (!NAMES_AND_STARS.test(pattern) || TAKEN_OTHERWISE.test(pattern))
        return "";
    // A slash beside a star may be absent from the path: `**/a` also matches `a`.
    const names = pattern.split("*").map((part) => part.replace(/^\/+|\/+$/g, ""));
    return names.reduce((longest, name) => (name.length > longest.length ? name : longest), "");
}


/***/ })

};
