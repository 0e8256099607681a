export const id = 21;
export const ids = [21];
export const modules = {

/***/ 7021:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  gradleEcosystem: () => (/* binding */ gradleEcosystem)
});

// EXTERNAL MODULE: ./src/targets/tree-paths.ts
var tree_paths = __webpack_require__(5213);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/ecosystem.ts
var ecosystem = __webpack_require__(2730);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/hidden-members.ts
var hidden_members = __webpack_require__(2150);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/parsed-files.ts
var parsed_files = __webpack_require__(7527);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/gradle/applied-scripts.ts
/** The scripts that configure a project: its own, those that they apply, plugins in scripts, and those of the root. */



const BUILD_FILE = /(?:^|\/)build\.gradle(?:\.kts)?$/;
const SETTINGS_FILE = /(?:^|\/)settings\.gradle(?:\.kts)?$/;
/** A script that is a plugin, named after its path. */
const PLUGIN = /\/src\/main\/[^/]+\/(.+)\.gradle(?:\.kts)?$/;
class AppliedScripts {
    #scripts;
    #inFolder = new Map();
    /** By the word that applies it: the name of a plugin, or of a file. */
    #byWord = new Map();
    #loose;
    #files;
    #closures = new Map();
    #composite;
    #plugins;
    constructor(composite, files) {
        this.#composite = composite;
        this.#files = files;
        const folders = new Set([composite.main, ...composite.included].flatMap(({ projects }) => projects.map(({ directory }) => directory)));
        const roots = [composite.main, ...composite.included].map(({ root }) => root);
        this.#scripts = new Map([...files.scripts].flatMap(([path, parsed]) => {
            if (SETTINGS_FILE.test(path) || !(0,tree_paths/* isWithinAny */.U5)(path, roots))
                return [];
            // One that no project applies may be unreadable.
            if (parsed.kind === "unreadable" && !folders.has((0,tree_paths/* directoryOf */.jt)(path)))
                return [];
            return [[path, (0,parsed_files/* valueOf */.RP)(parsed, path)]];
        }));
        const loose = [];
        for (const [path, { kind }] of files.scripts) {
            if (SETTINGS_FILE.test(path) || !(0,tree_paths/* isWithinAny */.U5)(path, roots))
                continue;
            const folder = (0,tree_paths/* directoryOf */.jt)(path);
            const [, plugin] = PLUGIN.exec(path) ?? [];
            if (plugin === undefined && !BUILD_FILE.test(path))
                add(this.#byWord, (0,tree_paths/* fileNameOf */.bV)(path), path);
            if (plugin !== undefined)
                for (const word of [plugin.replaceAll("/", "."), (0,tree_paths/* fileNameOf */.bV)(plugin)])
                    add(this.#byWord, word, path);
            if (folders.has(folder))
                add(this.#inFolder, folder, path);
            else if (plugin === undefined && !(kind === "unreadable" && (0,ecosystem/* isTestMaterial */.GW)(path)))
                loose.push(path);
        }
        this.#loose = loose;
        this.#plugins = [...files.sources].map(([path, parsed]) => ({
            path,
            script: (0,parsed_files/* valueOf */.RP)(parsed, path),
            applies: "all",
        }));
    }
    of({ directory, path }, build) {
        const own = this.#appliedBy(this.#inFolder.get(directory) ?? []);
        const atRoot = path === ":" ? [] : (this.#inFolder.get(build.root) ?? []);
        const forAll = this.#appliedBy(atRoot);
        const configures = [...forAll].some((one) => this.#scripts.get(one)?.configuresOthers === true);
        const found = new Map();
        for (const one of forAll) {
            const isRoots = atRoot.includes(one);
            if (isRoots || configures)
                this.#add(found, one, isRoots ? "others" : "all");
        }
        for (const one of own)
            this.#add(found, one, path === ":" ? "own" : "all");
        const isMain = build === this.#composite.main;
        return [...found.values(), ...(isMain ? this.#plugins : [])];
    }
    #add(found, path, applies) {
        const script = this.#scripts.get(path);
        if (script !== undefined)
            found.set(path, { path, script, applies });
    }
    /** Throws on an unreadable script that a project may apply. */
    #read(path) {
        const parsed = this.#files.scripts.get(path);
        return parsed === undefined ? undefined : (0,parsed_files/* valueOf */.RP)(parsed, path);
    }
    #appliedBy(paths) {
        const key = paths.join("\n");
        const known = this.#closures.get(key);
        if (known !== undefined)
            return known;
        const reached = new Set(paths);
        for (const path of reached) {
            const script = this.#read(path);
            for (const word of script?.words ?? []) {
                for (const other of this.#byWord.get((0,tree_paths/* fileNameOf */.bV)(word)) ?? [])
                    reached.add(other);
            }
            if (script?.appliesComputed === true)
                for (const other of this.#loose)
                    reached.add(other);
        }
        this.#closures.set(key, reached);
        return reached;
    }
}
function add(map, key, value) {
    const known = map.get(key);
    if (known === undefined)
        map.set(key, [value]);
    else
        known.push(value);
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/gradle/script-text.ts
/**
 * Separates a Groovy or Kotlin script into its code and its strings, in linear time. In the code, each string is replaced by
 * its number in quotes, so that brackets and words in strings and comments do not count.
 */

function isFixed({ expressions }) {
    return expressions.length === 0;
}
/** The same string where a variable has a value. */
function withValue({ text, expressions }, variable, value) {
    const kept = [];
    let index = 0;
    const replaced = text.replace(/[\0\u0001]/g, (placeholder) => {
        const expression = expressions[index] ?? "";
        index += 1;
        if (expression === variable)
            return value;
        kept.push(expression);
        return placeholder;
    });
    return { text: replaced, expressions: kept };
}
/** A placeholder for text that only Gradle can compute. */
const ANYTHING = "\0";
/** A placeholder for the name or path of the project that runs the script. */
const ITSELF = "\u0001";
/** Such as apostrophes in regular expressions. */
const MOST_OPEN_QUOTES = 200;
const LONGEST_SCRIPT = 512 * 1024;
const LONGEST_EXPRESSION = 1_000;
const OWN_NAME = /^(?:project\.|this\.)?(?:name|path)$/;
function readScriptText(written) {
    if (written.length > LONGEST_SCRIPT)
        throw new parsed_files/* ManifestProblem */.Rn("it is larger than 512 KB");
    const text = written.replace(/[\0\u0001]/g, " ");
    const strings = [];
    let code = "";
    let failures = 0;
    for (let here = 0; here < text.length;) {
        const end = commentEnd(text, here);
        if (end !== null) {
            code += " ";
            here = end;
            continue;
        }
        const quoted = quotedAt(text, here);
        if (quoted === null) {
            if (/["']/.test(text[here] ?? ""))
                failures += 1;
            if (failures > MOST_OPEN_QUOTES)
                throw new parsed_files/* ManifestProblem */.Rn("its quotes are never closed");
            const stop = nextMark(text, here + 1);
            code += text.slice(here, stop).replace(/["']/g, " ");
            here = stop;
        }
        else {
            code += `"${strings.length}"`;
            strings.push(quoted.string);
            here = quoted.end;
        }
    }
    return { code, strings };
}
function nextMark(text, from) {
    const mark = /["'/]/g;
    mark.lastIndex = from;
    return mark.exec(text)?.index ?? text.length;
}
/** The place behind a comment; null where none begins. */
function commentEnd(text, here) {
    if (text[here] !== "/")
        return null;
    const closing = { "/": "\n", "*": "*/" }[text[here + 1] ?? ""];
    if (closing === undefined)
        return null;
    const end = text.indexOf(closing, here + 2);
    if (end === -1)
        return text.length;
    return closing === "\n" ? end : end + closing.length;
}
/** Null where no string begins, or where it does not end. */
function quotedAt(text, start) {
    const mark = text[start];
    if (mark !== '"' && mark !== "'")
        return null;
    const isLong = text.startsWith(mark.repeat(3), start);
    const closing = isLong ? mark.repeat(3) : mark;
    let content = "";
    const expressions = [];
    for (let here = start + closing.length; here < text.length;) {
        if (text.startsWith(closing, here))
            return { string: { text: content, expressions }, end: here + closing.length };
        const sign = text[here] ?? "";
        if (sign === "\n" && !isLong)
            return null;
        if (sign === "\\") {
            content += text[here + 1] ?? "";
            here += 2;
        }
        else if (sign === "$" && mark === '"') {
            const { expression, end } = interpolation(text, here);
            if (expression === "")
                content += sign;
            else {
                content += OWN_NAME.test(expression) ? ITSELF : ANYTHING;
                expressions.push(expression);
            }
            here = end;
        }
        else {
            content += sign;
            here += 1;
        }
    }
    return null;
}
/** `$name.name` or `${…}`; an empty expression for a sign that stands alone. */
function interpolation(text, start) {
    const plain = /\$[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/y;
    plain.lastIndex = start;
    const [found] = plain.exec(text) ?? [];
    if (found !== undefined)
        return { expression: found.slice(1), end: start + found.length };
    if (text[start + 1] !== "{")
        return { expression: "", end: start + 1 };
    let depth = 0;
    const last = Math.min(text.length, start + LONGEST_EXPRESSION);
    for (let here = start + 1; here < last && text[here] !== "\n"; here += 1) {
        if (text[here] === "{")
            depth += 1;
        if (text[here] === "}")
            depth -= 1;
        if (depth === 0)
            return { expression: text.slice(start + 2, here).trim(), end: here + 1 };
    }
    return { expression: "", end: start + 1 };
}
/** The numbers of the strings in a piece of code. */
function stringsIn(code, { strings }) {
    return [...code.matchAll(/"(\d+)"/g)].flatMap(([, number]) => strings[Number(number)] ?? []);
}
/** The place behind the bracket that closes the one at `start`; the end of the code when it is never closed. */
function behindBracket(code, start) {
    let depth = 0;
    for (let here = start; here < code.length; here += 1) {
        const sign = code[here] ?? "";
        if ("([{".includes(sign))
            depth += 1;
        else if (")]}".includes(sign))
            depth -= 1;
        if (depth === 0)
            return here + 1;
    }
    return code.length;
}
/** Where blocks of a script end. Brackets are matched in one pass, so nested calls cost no more than others. */
class ScriptBlocks {
    /** Signs and steps read so far; a test requires that they grow with the script's length only. */
    steps = 0;
    #code;
    /** By the place of an opening bracket: the place behind the closing one. */
    #closed;
    /** Places from which no block follows: a later search that arrives at one has the same result. */
    #blockless = new Set();
    constructor(code) {
        this.#code = code;
        const closed = new Map();
        const open = [];
        for (let here = 0; here < code.length; here += 1) {
            this.steps += 1;
            const sign = code[here] ?? "";
            if ("([{".includes(sign))
                open.push(here);
            else if (")]}".includes(sign)) {
                const start = open.pop();
                if (start !== undefined)
                    closed.set(start, here + 1);
            }
        }
        this.#closed = closed;
    }
    /** The end of `(…).name {…}`; null without a block, and `open` with a bracket that is never closed. */
    endBehind(start) {
        const next = /\s*(?:([{(])|\.\s*\w+|<[^<>\n]{0,100}>)/y;
        const passed = [];
        let hasBlock = false;
        let end = start;
        for (;;) {
            this.steps += 1;
            if (!hasBlock && this.#blockless.has(end))
                break;
            passed.push(end);
            next.lastIndex = end;
            const found = next.exec(this.#code);
            if (found === null)
                break;
            const bracket = found[1];
            if (bracket === "{")
                hasBlock = true;
            const behind = bracket === undefined ? next.lastIndex : this.#closed.get(next.lastIndex - 1);
            if (behind === undefined)
                return "open";
            end = behind;
        }
        if (hasBlock)
            return end;
        for (const place of passed)
            this.#blockless.add(place);
        return null;
    }
}

// EXTERNAL MODULE: ./src/targets/sources/workspaces/parse-toml.ts
var parse_toml = __webpack_require__(5150);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/root-changes.ts
var root_changes = __webpack_require__(5208);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/gradle/gradle-script.ts
/** What a build script refers to: projects, catalogs of versions, other scripts, plugins and paths. */

/** A set of projects, which is configured, or iterated over. */
const SETS = "subprojects|allprojects|childProjects(?!\\s*\\.\\s*containsKey)|getSubprojects|getAllprojects|getChildProjects";
const COMPUTED = /\bproject\s*\(\s*(?!"|\)|path\s*[:=]\s*"|mapOf\s*\()/;
const ACCESSOR = /\bprojects((?:\s*\.\s*[A-Za-z_]\w*)+)/g;
const NAMED = /\bproject\s*\(\s*(?:path\s*[:=]\s*|mapOf\s*\(\s*"\d+"\s*to\s*)?"(\d+)"/g;
function readGradleScript(text) {
    const script = readScriptText(text);
    const { own, others } = splitBlocks(script.code);
    const words = new Set(script.strings.flatMap((one) => (isFixed(one) ? [one.text] : [])));
    for (const [, name = ""] of text.matchAll(/`([^`\n]{1,200})`/g))
        words.add(name);
    return {
        own: referencesIn(own, script, new RegExp(`\\b(?:${SETS})\\b`)),
        forOthers: referencesIn(others, script, new RegExp(`\\b(?:${SETS})\\b(?!\\s*\\{)`)),
        configuresOthers: others !== "",
        ...catalogUse(script),
        words,
        appliesComputed: /\bapply\s*\(?\s*from\s*[:=]\s*(?!\s|"|rootProject\.file\s*\(\s*"|file\s*\(\s*")/.test(script.code),
        ...pathsIn(script),
        mayInclude: /\b(?:include|includeBuild|projectDir)\b/.test(script.code),
        usesRoot: /\brootProject\s*(?:\.\s*(?:sourceSets|tasks|configurations|components)\b|\))/.test(script.code),
    };
}
/** Blocks of `subprojects`, `allprojects`, `configure(…)`, and of variables that hold projects. */
function splitBlocks(code) {
    const openers = new Set(["subprojects", "allprojects", "configure"]);
    for (const [, name = "", value = ""] of code.matchAll(/\b(?:def|val|var)\s+(\w+)[^=\n]{0,200}=([^\n]{0,500})/g))
        if (/\b(?:sub|all)projects\b/.test(value))
            openers.add(name);
    const blocks = new ScriptBlocks(code);
    let own = "";
    let others = "";
    let from = 0;
    for (const { 0: word, index } of code.matchAll(/\w+/g)) {
        if (index < from || !openers.has(word))
            continue;
        const start = index + word.length;
        const end = blocks.endBehind(start);
        if (end === null)
            continue;
        if (end === "open") {
            others += `\n${code.slice(start)}`;
            break;
        }
        const isIterated = !/^\s*(?:\.\s*(?:all|configureEach)\s*)?\{|^\s*\(/.test(code.slice(start, start + 60));
        own += code.slice(from, isIterated ? start : index);
        others += `\n${code.slice(start, end)}`;
        from = end;
    }
    return { own: own + code.slice(from), others };
}
function referencesIn(code, script, sets) {
    const paths = stringsIn(code, script).flatMap(({ text }) => (/^:[^:/\s]/.test(text) ? [text] : []));
    const named = [...code.matchAll(NAMED)].map(([, number]) => script.strings[Number(number)]?.text ?? ":");
    const accessors = [...code.matchAll(ACCESSOR)].map(([, names = ""]) => names.replace(/\s/g, "").slice(1));
    return { paths, named, accessors, isOpen: COMPUTED.test(code) || sets.test(code) };
}
function catalogUse({ code, strings }) {
    const aliases = new Set();
    for (const [, names = ""] of code.matchAll(/\b\w*[lL]ibs((?:\s*\.\s*[A-Za-z_]\w*)+)/g))
        aliases.add(normalAlias(names.replace(/\s/g, "").slice(1)));
    let usesAnyAlias = /\b\w*[lL]ibs\b(?!\s*[.=:)"]|\s+by\b)/.test(code) && /\bLibrariesFor|VersionCatalog/.test(code);
    for (const [, argument = ""] of code.matchAll(/\bfind(?:Library|Version|Bundle|Plugin)\s*\(\s*("\d+"|\S)/g)) {
        const named = strings[Number(/^"(\d+)"$/.exec(argument)?.[1] ?? -1)];
        if (named !== undefined && isFixed(named))
            aliases.add(normalAlias(named.text));
        else
            usesAnyAlias = true;
    }
    return { aliases, usesAnyAlias };
}
/** Gradle treats the signs between the words of an alias alike, and generates accessors with dots. */
function normalAlias(alias) {
    return alias.replace(/[-_]/g, ".").toLowerCase();
}
function pathsIn({ code, strings }) {
    const upward = strings.flatMap(({ text }) => (text.startsWith("../") ? [beforeWildcard(text)] : []));
    const prefixed = strings.flatMap(({ text }) => {
        const [, rest] = /^\0\/(.+)$/s.exec(text) ?? [];
        return rest === undefined ? [] : [beforeWildcard(rest)];
    });
    const resolvedFromRoot = [
        ...code.matchAll(/\b(?:rootProject\.file|rootDir\.resolve|rootDirectory\.(?:file|dir)|settingsDirectory\.(?:file|dir))\s*\(\s*"(\d+)"/g),
    ].flatMap(([, number]) => beforeWildcard(strings[Number(number)]?.text ?? ""));
    return { upward, fromRoot: [...prefixed, ...resolvedFromRoot].filter((path) => path !== "") };
}
function beforeWildcard(path) {
    const names = path.split("/");
    const end = names.findIndex((name) => name.includes("*") || name.includes(ANYTHING) || name.includes(ITSELF));
    return (end === -1 ? names : names.slice(0, end)).join("/");
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/gradle/version-catalog.ts




/** In what a package inherits: it computes which entries it uses. */
const ANY_ALIAS = "*";
const TABLES = new Set(["versions", "libraries", "bundles", "plugins"]);
const compareCatalog = (change) => {
    const [before, after] = [entriesOf(change.before), entriesOf(change.after)];
    const differing = [...new Set([...before.keys(), ...after.keys()])].filter((alias) => before.get(alias) !== after.get(alias));
    if (differing.includes(""))
        return (0,root_changes/* allPackages */.$d)(change);
    return change.workspaces.flatMap(({ packages }) => packages.flatMap(({ name, inherits }) => (usesOneOf(differing, inherits ?? new Set()) ? [name] : [])));
};
function usesOneOf(aliases, used) {
    if (used.has(ANY_ALIAS))
        return aliases.length > 0;
    return [...used].some((one) => aliases.some((alias) => one === alias || one.startsWith(`${alias}.`) || alias.startsWith(`${one}.`)));
}
/** By alias, with everything that it leads to. The empty alias stands for unknown tables. */
function entriesOf(text) {
    const catalog = (0,parsed_files/* asTable */.fO)((0,parse_toml/* parseToml */.M)(text));
    if (catalog === null)
        throw new parsed_files/* ManifestProblem */.Rn("it is not a table");
    const versions = (0,parsed_files/* tableAt */.af)(catalog, "versions");
    const entries = new Map();
    for (const [alias, version] of versions)
        entries.set(`versions.${normalAlias(alias)}`, JSON.stringify(version));
    const libraries = new Map([...(0,parsed_files/* tableAt */.af)(catalog, "libraries")].map(([alias, entry]) => [
        normalAlias(alias),
        resolvedEntry(entry, versions),
    ]));
    for (const [alias, entry] of libraries)
        entries.set(alias, entry);
    for (const [alias, entry] of (0,parsed_files/* tableAt */.af)(catalog, "plugins"))
        entries.set(`plugins.${normalAlias(alias)}`, resolvedEntry(entry, versions));
    for (const [alias, members] of (0,parsed_files/* tableAt */.af)(catalog, "bundles")) {
        const listed = Array.isArray(members) ? members : [members];
        const contents = listed.map((one) => [
            one,
            typeof one === "string" ? libraries.get(normalAlias(one)) : null,
        ]);
        entries.set(`bundles.${normalAlias(alias)}`, JSON.stringify(contents));
    }
    entries.set("", JSON.stringify([...catalog].filter(([table]) => !TABLES.has(table))));
    return entries;
}
function resolvedEntry(entry, versions) {
    const version = (0,parsed_files/* asTable */.fO)((0,parsed_files/* asTable */.fO)(entry)?.get("version"));
    const reference = version === null ? null : (0,parsed_files/* textAt */.$6)(version, "ref");
    return JSON.stringify([entry, reference === null ? null : (versions.get(reference) ?? null)]);
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/gradle/gradle-edges.ts
/** The dependencies of Gradle's projects on each other, from everything that configures each of them. */





function packagesOf(composite, files) {
    const applied = new AppliedScripts(composite, files);
    const packages = [];
    const readers = new Map();
    const plugins = composite.included.flatMap((build) => build.projects.map((one) => nameOf(build, one, composite)));
    for (const build of [composite.main, ...composite.included]) {
        const projects = new BuildProjects(build, composite);
        for (const project of build.projects) {
            const scripts = applied.of(project, build);
            for (const { path } of scripts)
                readers.set(path, [...(readers.get(path) ?? []), projects.nameOf(project)]);
            const used = new Set(scripts.flatMap((script) => projects.usedIn(script, project)));
            // Plugins that projects apply come from there, and so may libraries.
            for (const name of plugins)
                used.add(name);
            const name = projects.nameOf(project);
            used.delete(name);
            packages.push((0,ecosystem/* packageOf */.wg)({
                name,
                directory: project.directory,
                manifest: manifestOf(project, build, files),
                dependsOn: used,
                inherits: aliasesIn(scripts, build),
            }));
        }
    }
    return { packages, readers };
}
function aliasesIn(scripts, { renamesCatalogs }) {
    const aliases = new Set(scripts.flatMap(({ script }) => [...script.aliases]));
    if (renamesCatalogs || scripts.some(({ script }) => script.usesAnyAlias))
        aliases.add(ANY_ALIAS);
    return aliases;
}
function manifestOf({ path, directory }, { manifest }, { scripts }) {
    if (path === ":")
        return manifest;
    const own = [...scripts.keys()].find((one) => (0,tree_paths/* directoryOf */.jt)(one) === directory);
    return own ?? (0,tree_paths/* joined */.oR)(directory, "build.gradle");
}
function nameOf({ root }, { path }, { main }) {
    const prefix = root === main.root && root === "" ? "" : root;
    if (path === ":")
        return prefix === "" ? ":" : prefix;
    return `${prefix}${path}`;
}
/** The projects of one build, found as a script of the build names them. */
class BuildProjects {
    all;
    #names;
    #byPath = new Map();
    #byAccessor = new Map();
    #byDirectory = new Map();
    #root;
    constructor(build, composite) {
        this.#names = new Map(build.projects.map((project) => [project, nameOf(build, project, composite)]));
        this.all = [...this.#names.values()];
        this.#root = build.root;
        for (const [{ path, directory }, name] of this.#names) {
            this.#byPath.set(path, name);
            if (path !== ":")
                this.#byDirectory.set(directory, name);
            const accessor = path.slice(1).split(":").map(accessorOf).join(".");
            this.#byAccessor.set(accessor, [...(this.#byAccessor.get(accessor) ?? []), name]);
        }
    }
    nameOf(project) {
        return this.#names.get(project) ?? project.path;
    }
    usedIn({ script, applies }, project) {
        const parts = applies === "all"
            ? [script.own, script.forOthers]
            : applies === "own"
                ? [script.own]
                : [script.forOthers];
        const names = parts.flatMap((part) => this.#referenced(part, project));
        const places = [
            ...script.upward.map((path) => (0,tree_paths/* resolved */.L$)(project.directory, path)),
            ...script.fromRoot.map((path) => (0,tree_paths/* resolved */.L$)(this.#root, path)),
        ].flatMap((place) => (place === null ? [] : this.#at(place)));
        const root = script.usesRoot ? [this.#byPath.get(":") ?? []].flat() : [];
        return [...names, ...places, ...root, ...this.#around(project)];
    }
    #referenced({ paths, named, accessors, isOpen }, project) {
        if (isOpen)
            return this.all;
        const own = project.path === ":" ? "" : project.path;
        return [
            ...paths.flatMap((path) => this.#withPath(path)),
            ...named.flatMap((path) => this.#exactly(path.startsWith(":") ? path : `${own}:${path}`)),
            ...accessors.flatMap((accessor) => this.#withAccessor(accessor)),
        ];
    }
    /** The project with the path, or with its beginning: a task may be behind it. */
    #withPath(path) {
        if (path.startsWith(`:${ITSELF}`))
            return [];
        const placeholder = path.search(/[\0\u0001]/);
        if (placeholder !== -1) {
            const start = path.slice(0, placeholder);
            return [...this.#byPath].flatMap(([other, name]) => (other.startsWith(start) ? [name] : []));
        }
        for (let here = path; here !== ""; here = here.slice(0, here.lastIndexOf(":"))) {
            const name = this.#byPath.get(here);
            if (name !== undefined)
                return [name];
        }
        return [];
    }
    /** A path that leads to no project may be that of one with another name or folder. */
    #exactly(path) {
        if (/[\0\u0001]/.test(path))
            return this.#withPath(path);
        const name = this.#byPath.get(path);
        return name === undefined ? this.all : [name];
    }
    /** An accessor that leads to no project is a use of all. */
    #withAccessor(accessor) {
        const steps = accessor.split(".").map(accessorOf);
        for (let count = steps.length; count > 0; count -= 1) {
            const names = this.#byAccessor.get(steps.slice(0, count).join("."));
            if (names !== undefined)
                return names;
        }
        return steps.length === 1 ? this.all : this.#withAccessor(steps.slice(1).join("."));
    }
    #at(place) {
        const around = (0,tree_paths/* nearest */.pA)(this.#byDirectory, place);
        if (around !== null)
            return [around];
        if (place === this.#root)
            return [];
        return [...this.#byDirectory].flatMap(([directory, name]) => ((0,ecosystem/* isWithin */.UO)(directory, place) ? [name] : []));
    }
    /** A project may configure those below it. The script at the root does so for all, and touches everything. */
    #around({ path }) {
        const parent = path.slice(0, path.lastIndexOf(":"));
        const name = parent === "" ? undefined : this.#byPath.get(parent);
        return name === undefined ? [] : [name];
    }
}
/** Accessors are in camel case, from names with other signs; comparing letters and digits finds all that may be meant. */
function accessorOf(name) {
    return name.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/gradle/gradle-settings.ts
/** Reads `settings.gradle` and `settings.gradle.kts`: the projects of a build, their folders, and included builds. */


const LIST = /(?:\b(?:listOf|setOf|arrayOf|arrayListOf)\s*\(|\[)((?:\s*"\d+"(?:\s*,)?)+)\s*[)\]]/g;
/** A folder or a name is set in another way than `project("…").name = "…"`. The name of the root is no part of paths. */
const COMPUTED_PLACE = /\b(?:projectDir\s*=(?!=)|setProjectDir\s*\()|(?<!\brootProject\s*)\.\s*(?:name\s*=(?!=)|setName\s*\()|\b(?:findProject|project)\s*\([^()\n]{0,200}\)\s*(?:!!|\?)?\s*\.\s*(?:with|apply|also|let|run|tap)\b/;
const USUAL_CATALOG = /[lL]ibs$/;
const MOST_ELEMENTS = 2_000;
const ROOT_PREFIX = /^(?:\0\/)/;
const FOLDER_WORDS = /\b(?:new|java|io|File|file|as|rootDir|settingsDir|rootProject|projectDir|settings|resolve|toPath|rootDirectory|asFile|dir|layout|settingsDirectory)\b/g;
function readGradleSettings(text) {
    const script = withLoopsExpanded(readScriptText(text));
    const projects = [];
    const builds = [];
    const applies = [];
    let rest = "";
    let from = 0;
    const statement = /(?<![\w.])(?:settings\s*\.\s*)?(include|includeBuild|includeFlat)\b(?!\s*[-=.:])/g;
    for (const found of script.code.matchAll(statement)) {
        const written = argumentsAt(script.code, found.index + found[0].length);
        const names = fixedArguments(written, script, found[1] === "includeBuild");
        if (found[1] === "includeBuild")
            for (const name of names)
                builds.push(name);
        else if (found[1] === "include")
            for (const path of names.flatMap(projectsIn))
                projects.push(path);
        else
            throw new parsed_files/* ManifestProblem */.Rn("it includes projects beside its own folder");
        rest += script.code.slice(from, found.index);
        from = found.index + found[0].length + written.length;
    }
    rest += script.code.slice(from);
    for (const [, number] of script.code.matchAll(/\bapply\s*\(?\s*from\s*[:=]\s*(?:\w+\s*\(\s*)?"(\d+)"/g))
        applies.push(script.strings[Number(number)]?.text ?? "");
    if (/\bapply\s*\(?\s*from\s*[:=]\s*(?!\s|(?:\w+\s*\(\s*)?")/.test(script.code))
        throw new parsed_files/* ManifestProblem */.Rn("it applies a script whose name is computed");
    const { folders, names, without } = assignments(rest, script);
    const renamesCatalogs = mayRenameCatalogs(script);
    return { projects, folders, names, builds, applies, renamesCatalogs, rest: restored(without, script) };
}
/** All projects on the way exist, too. */
function projectsIn(written) {
    if (written.includes("*"))
        throw new parsed_files/* ManifestProblem */.Rn("it includes projects by a pattern");
    const names = written.replace(/^:/, "").split(":");
    return names.map((_, index) => `:${names.slice(0, index + 1).join(":")}`);
}
/** In brackets, or up to the end of the line; a line that ends with a comma goes on. */
function argumentsAt(code, start) {
    const bracket = /[^\S\n]*\(/y;
    bracket.lastIndex = start;
    if (bracket.test(code))
        return code.slice(start, behindBracket(code, bracket.lastIndex - 1));
    const line = /(?:[^\n,;}{]*,\s*)*[^\n,;}{]*/y;
    line.lastIndex = start;
    return line.exec(code)?.[0] ?? "";
}
function fixedArguments(written, script, isBuild) {
    const found = stringsIn(written, script);
    const others = written.replace(/"\d+"|\b(?:listOf|arrayOf|file|rootDir|as|String)\b|\*(?=\s*arrayOf)|[(),\s[\]]/g, "");
    const names = found.map(({ text }) => text.replace(ROOT_PREFIX, ""));
    const areFixed = names.every((name) => !name.includes(ANYTHING) && !name.includes(ITSELF));
    if (names.length === 0 || (isBuild && names.length > 1) || others !== "" || !areFixed)
        throw new parsed_files/* ManifestProblem */.Rn("it computes which projects the build has");
    return names;
}
/** `project(":a").projectDir = file("x")` and `project(":a").name = "b"`. */
function assignments(code, script) {
    const folders = new Map();
    const names = new Map();
    const without = code.replace(/\b(?:findProject|project)\s*\(\s*"(\d+)"\s*\)\s*(?:!!|\?)?\s*\.\s*(projectDir|name|buildFileName)\s*=([^\n;]*)/g, (_all, number, property, value) => {
        const path = script.strings[Number(number)]?.text ?? "";
        const [named, ...more] = stringsIn(value, script);
        const isClear = named !== undefined && more.length === 0;
        const others = value
            .replace(/"\d+"/g, "")
            .replace(FOLDER_WORDS, "")
            .replace(/[(),.\s]/g, "");
        const folder = named?.text.replace(ROOT_PREFIX, "") ?? "";
        if (property === "buildFileName")
            return "";
        if (!isClear || others !== "" || /[\0\u0001]/.test(`${path}${folder}`))
            throw new parsed_files/* ManifestProblem */.Rn("it computes the folder or name of a project");
        const key = path.startsWith(":") ? path : `:${path}`;
        if (property === "name")
            names.set(key, named.text);
        else
            folders.set(key, folder);
        return "";
    });
    if (COMPUTED_PLACE.test(without))
        throw new parsed_files/* ManifestProblem */.Rn("it computes the folder or name of a project");
    return { folders, names, without };
}
/** Scripts are searched for catalogs whose names end with `libs`. */
function mayRenameCatalogs(script) {
    if (/\bdefaultLibrariesExtensionName\b/i.test(script.code))
        return true;
    let searched = 0;
    for (const { index } of script.code.matchAll(/\bversionCatalogs\b/gi)) {
        // One inside another was searched with it.
        if (index < searched)
            continue;
        const open = script.code.indexOf("{", index);
        searched = open === -1 ? script.code.length : behindBracket(script.code, open);
        const block = open === -1 ? script.code : script.code.slice(open, searched);
        for (const [, argument = ""] of block.matchAll(/\b(?:create|register|maybeCreate|named|getByName)\b\s*\(?\s*("\d+"|\S)/g)) {
            const [name] = stringsIn(argument, script);
            if (name === undefined || !isFixed(name) || !USUAL_CATALOG.test(name.text))
                return true;
        }
        for (const [, name = ""] of block.matchAll(/(?<!\w)(\w+)\s*(?:\{|\bby\b)/g))
            if (!USUAL_CATALOG.test(name))
                return true;
    }
    return false;
}
/** Writes the body of a loop over a fixed list once for each element. */
function withLoopsExpanded({ code, strings }) {
    const all = [...strings];
    const named = new Map();
    for (const [, name = "", list = ""] of code.matchAll(/\b(?:def|val|var|String\s*\[\]|List<String>)\s+(\w+)\s*(?::[^=\n]{1,100})?=\s*((?:\b(?:listOf|setOf|arrayOf)\s*\(|\[)(?:\s*"\d+"(?:\s*,)?)+\s*[)\]])/g))
        named.set(name, list);
    let expanded = code.replace(/\b(\w+)(?=\s*\.\s*(?:each|forEach)\b)/g, (word) => named.get(word) ?? word);
    expanded = expanded.replace(/(\bfor\s*\(\s*(?:val\s+|var\s+|def\s+|String\s+)?\w+\s*(?:in|:)\s*)(\w+)(?=\s*\))/g, (_all, before, word) => before + (named.get(word) ?? word));
    let result = "";
    let from = 0;
    let elements = 0;
    for (const found of expanded.matchAll(LIST)) {
        if (found.index < from)
            continue;
        const loop = loopAround(expanded, found.index, found.index + found[0].length);
        if (loop === null)
            continue;
        result += expanded.slice(from, loop.start);
        for (const element of stringsIn(found[1] ?? "", { code: "", strings })) {
            elements += 1;
            if (elements > MOST_ELEMENTS)
                throw new parsed_files/* ManifestProblem */.Rn("its loops have too many elements");
            result += `\n${withElement(loop, element.text, all)}\n`;
        }
        from = loop.end;
    }
    return { code: result + expanded.slice(from), strings: all };
}
function loopAround(code, start, end) {
    const method = /\s*\.\s*(?:each|forEach)\s*\{\s*(?:(?:String\s+)?(\w+)\s*->)?/y;
    method.lastIndex = end;
    const called = method.exec(code);
    if (called !== null) {
        const open = code.indexOf("{", end);
        const close = behindBracket(code, open);
        return { variable: called[1] ?? "it", body: code.slice(method.lastIndex, close - 1), start, end: close };
    }
    const head = /\bfor\s*\(\s*(?:val\s+|var\s+|def\s+|String\s+)?(\w+)\s*(?:in|:)\s*$/.exec(code.slice(Math.max(0, start - 100), start));
    const opening = /\s*\)\s*\{/y;
    opening.lastIndex = end;
    if (head === null || !opening.test(code))
        return null;
    const close = behindBracket(code, opening.lastIndex - 1);
    return {
        variable: head[1] ?? "it",
        body: code.slice(opening.lastIndex, close - 1),
        start: start - head[0].length,
        end: close,
    };
}
/** Strings of the body that contain the variable become new strings. */
function withElement({ variable, body }, element, strings) {
    const number = strings.push({ text: element, expressions: [] }) - 1;
    const inStrings = body.replace(/"(\d+)"/g, (written, index) => {
        const source = strings[Number(index)];
        return source === undefined || isFixed(source)
            ? written
            : `"${strings.push(withValue(source, variable, element)) - 1}"`;
    });
    return inStrings.replace(new RegExp(`(?<![\\w."])${variable}(?!\\w)`, "g"), `"${number}"`);
}
function restored(code, { strings }) {
    return code
        .replace(/"(\d+)"/g, (_all, number) => JSON.stringify(strings[Number(number)]?.text ?? ""))
        .replace(/\s+/g, " ");
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/gradle/gradle-builds.ts








const SETTINGS = ["settings.gradle", "settings.gradle.kts"];
const BUILD_FILES = ["build.gradle", "build.gradle.kts"];
const BUILD_SOURCES = "buildSrc";
const SCRIPT = /\.gradle(?:\.kts)?$/;
const PLUGIN_SOURCE = /\.(?:kt|java|groovy)$/;
/** A longer chain of included builds is a circle. */
const MOST_BUILDS = 200;
function gradleEcosystem() {
    const settings = new parsed_files/* ParsedFiles */.pj(readGradleSettings);
    const scripts = new parsed_files/* ParsedFiles */.pj(readGradleScript);
    return {
        lockfiles: new Map(),
        rootManifests: new Map([
            ...SETTINGS.map((name) => [name, compareSettings]),
            ["gradle/libs.versions.toml", compareCatalog],
        ]),
        async read(tree) {
            const entries = await tree.entries();
            const paths = [...entries.keys()].filter((path) => SCRIPT.test(path));
            const byPath = await scripts.read(tree, paths);
            const settingsByPath = await settings.read(tree, paths.filter((path) => SETTINGS.includes((0,tree_paths/* fileNameOf */.bV)(path))));
            const reader = new BuildReader(entries, settingsByPath, byPath);
            // Settings in a folder of tests or templates are no build by themselves, but another one may include them.
            const roots = rootsIn(paths, [...settingsByPath.keys()].filter((path) => !(0,ecosystem/* isTestMaterial */.GW)(path)));
            const composites = await (0,ecosystem/* readEach */.e2)(roots, (root) => reader.composite(root));
            const inner = new Set(composites.flatMap(({ included }) => included.map(({ root }) => root)));
            const outer = composites.filter(({ main }) => !inner.has(main.root));
            const sources = await scripts.read(tree, pluginSources(entries, outer));
            return { workspaces: outer.map((one) => workspaceOf(one, byPath, sources, entries)), outsiders: [] };
        },
    };
}
/** Projects and their folders are in the graphs; other statements configure every project. */
const compareSettings = ({ before, after }) => readGradleSettings(before).rest === readGradleSettings(after).rest ? [] : null;
function rootsIn(paths, settings) {
    const roots = new Set(settings.map(tree_paths/* directoryOf */.jt));
    // Gradle finds a project at the root of the repository without settings, too.
    if (paths.some((path) => BUILD_FILES.includes(path)))
        roots.add("");
    return [...roots].filter((root) => (0,tree_paths/* fileNameOf */.bV)(root) !== BUILD_SOURCES);
}
class BuildReader {
    #entries;
    #settings;
    #scripts;
    constructor(entries, settings, scripts) {
        this.#entries = entries;
        this.#settings = settings;
        this.#scripts = scripts;
    }
    composite(root) {
        const builds = new Map();
        const waiting = [root];
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
            if (builds.has(next))
                continue;
            const { build, includes } = this.#build(next);
            builds.set(next, build);
            for (const include of includes)
                waiting.push(include);
            if (builds.size > MOST_BUILDS)
                throw new ecosystem/* UnreadableManifest */.p1(build.manifest, "it includes too many builds");
        }
        const [main, ...included] = builds.values();
        if (main === undefined)
            throw new ecosystem/* UnreadableManifest */.p1((0,tree_paths/* joined */.oR)(root, SETTINGS[0] ?? ""), "it is missing");
        return { main, included };
    }
    #build(root) {
        const manifest = SETTINGS.map((name) => (0,tree_paths/* joined */.oR)(root, name)).find((path) => this.#settings.has(path));
        const parsed = manifest === undefined ? undefined : this.#settings.get(manifest);
        const settings = parsed === undefined ? null : (0,parsed_files/* valueOf */.RP)(parsed, manifest ?? "");
        const path = manifest ?? (0,tree_paths/* joined */.oR)(root, this.#buildFileIn(root));
        const projects = settings === null ? [] : this.#projectsOf(root, settings, path);
        const named = (settings?.builds ?? []).map((written) => (0,tree_paths/* resolved */.L$)(root, written) ?? "");
        const sources = (0,tree_paths/* joined */.oR)(root, BUILD_SOURCES);
        const includes = [...named, sources].filter((folder) => folder !== "" && this.#isBuild(folder));
        (0,hidden_members/* refuseBehindLinks */._$)(this.#entries, [...named, ...projects.map(({ directory }) => directory)], path);
        for (const applied of settings?.applies ?? [])
            this.#refuseIncluding(applied, path);
        return {
            build: {
                root,
                projects: [{ path: ":", directory: root }, ...projects],
                manifest: path,
                renamesCatalogs: settings?.renamesCatalogs ?? false,
            },
            includes,
        };
    }
    /** A script that settings apply may include projects, too. */
    #refuseIncluding(applied, manifest) {
        for (const [path, parsed] of this.#scripts) {
            if ((0,tree_paths/* fileNameOf */.bV)(path) !== (0,tree_paths/* fileNameOf */.bV)(applied))
                continue;
            if (parsed.kind === "read" && !parsed.value.mayInclude)
                continue;
            throw new ecosystem/* UnreadableManifest */.p1(manifest, `it applies ${path}, which may include projects`);
        }
    }
    #projectsOf(root, settings, manifest) {
        const folders = new Map();
        const projects = [];
        for (const path of new Set(settings.projects)) {
            const parent = path.slice(0, path.lastIndexOf(":")) || ":";
            const around = folders.get(parent) ?? root;
            const own = settings.folders.get(path);
            const directory = own === undefined ? (0,tree_paths/* joined */.oR)(around, path.slice(path.lastIndexOf(":") + 1)) : (0,tree_paths/* resolved */.L$)(root, own);
            if (directory === null)
                throw new ecosystem/* UnreadableManifest */.p1(manifest, "one of its projects is outside the repository");
            folders.set(path, directory);
            projects.push({ path: renamed(path, settings.names), directory });
        }
        return projects;
    }
    #buildFileIn(root) {
        return BUILD_FILES.find((name) => this.#entries.has((0,tree_paths/* joined */.oR)(root, name))) ?? BUILD_FILES[0] ?? "";
    }
    #isBuild(folder) {
        return ([...SETTINGS, ...BUILD_FILES].some((name) => this.#entries.has((0,tree_paths/* joined */.oR)(folder, name))) ||
            [...this.#entries.keys()].some((path) => path.startsWith(`${folder}/src/`)));
    }
}
function renamed(path, names) {
    const steps = path.slice(1).split(":");
    const written = steps.map((_, index) => `:${steps.slice(0, index + 1).join(":")}`);
    return written.map((one, index) => `:${names.get(one) ?? steps[index] ?? ""}`).join("");
}
/** Code of plugins in included builds. */
function pluginSources(entries, composites) {
    const folders = composites.flatMap(({ included }) => included.flatMap(({ projects }) => projects.map(({ directory }) => (0,tree_paths/* joined */.oR)(directory, "src/main/"))));
    if (folders.length === 0)
        return [];
    return [...entries.keys()].filter((path) => PLUGIN_SOURCE.test(path) && folders.some((folder) => path.startsWith(folder)));
}
function workspaceOf(composite, scripts, sources, entries) {
    const { root, manifest, projects } = composite.main;
    const { packages, readers } = packagesOf(composite, { scripts, sources, entries });
    const isAlone = projects.length === 1 && composite.included.length === 0 && root !== "";
    return {
        root,
        packages,
        claims: (path) => isAlone || path.startsWith("src/"),
        resolution: manifest,
        overridden: new Set(),
        readers: (path) => readers.get(path) ?? [],
    };
}


/***/ })

};
