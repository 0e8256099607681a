export const id = 3;
export const ids = [3];
export const modules = {

/***/ 3107:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   GG: () => (/* binding */ childOf),
/* harmony export */   JV: () => (/* binding */ textOfChild),
/* harmony export */   NO: () => (/* binding */ parseXml)
/* harmony export */ });
/* harmony import */ var _parsed_files_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7527);
/**
 * Parses XML to nested elements, as far as manifests need it: the order of mixed text is dropped. A document type is
 * refused, since its entities could change the meaning.
 */

const TOKEN = /<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>|<\?[^]*?\?>|<(\/?)([^\s/>!?]+)((?:"[^"]*"|'[^']*'|[^"'<>])*?)(\/?)>|[^<]+|</g;
const ENTITIES = new Map([
    ["lt", "<"],
    ["gt", ">"],
    ["amp", "&"],
    ["quot", '"'],
    ["apos", "'"],
]);
/** No real manifest is nested this deeply. */
const DEEPEST = 200;
function parseXml(text) {
    const outermost = { name: "", attributes: new Map(), text: "", children: [] };
    const open = [outermost];
    for (const [token, characters, closing, name, written = "", empty] of text.matchAll(TOKEN)) {
        const inner = open.at(-1) ?? outermost;
        if (characters !== undefined)
            inner.text += characters;
        else if (name === undefined)
            inner.text += textIn(token);
        else if (closing === "/")
            close(open, name);
        else {
            const element = {
                name: withoutPrefix(name),
                attributes: attributesIn(written),
                text: "",
                children: [],
            };
            inner.children.push(element);
            if (empty !== "/")
                open.push(element);
            if (open.length > DEEPEST)
                throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .ManifestProblem */ .Rn("it is nested too deeply");
        }
    }
    const [root] = outermost.children;
    if (open.length !== 1 || root === undefined)
        throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .ManifestProblem */ .Rn("it is not well-formed XML");
    return root;
}
function attributesIn(written) {
    const found = written.matchAll(/(?<=^|\s)([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
    return new Map([...found].map(([, name = "", double, single]) => [name, withEntities(double ?? single ?? "")]));
}
function textIn(token) {
    if (token === "<")
        throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .ManifestProblem */ .Rn("it is not XML that can be read without its document type");
    return token.startsWith("<") ? "" : withEntities(token);
}
function withEntities(text) {
    return text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (written, entity) => ENTITIES.get(entity) ?? numbered(entity) ?? written);
}
function numbered(entity) {
    const [, hexadecimal, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(entity) ?? [];
    if (hexadecimal !== undefined)
        return String.fromCodePoint(Number.parseInt(hexadecimal, 16));
    return decimal === undefined ? null : String.fromCodePoint(Number(decimal));
}
function close(open, name) {
    if (open.length === 1 || open.pop()?.name !== withoutPrefix(name)) {
        throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_0__/* .ManifestProblem */ .Rn("it is not well-formed XML");
    }
}
function withoutPrefix(name) {
    return name.slice(name.indexOf(":") + 1);
}
function childOf(element, name) {
    return element?.children.find((child) => child.name === name) ?? null;
}
function textOfChild(element, name) {
    const text = childOf(element, name)?.text.trim() ?? "";
    return text === "" ? null : text;
}


/***/ }),

/***/ 8003:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  sharedEcosystems: () => (/* binding */ sharedEcosystems),
  workspacesSource: () => (/* binding */ workspacesSource)
});

// EXTERNAL MODULE: ./src/targets/graph.ts
var graph = __webpack_require__(5974);
// EXTERNAL MODULE: ./src/targets/tree-paths.ts
var tree_paths = __webpack_require__(5213);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/ecosystem.ts
var ecosystem = __webpack_require__(2730);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/hidden-members.ts
var hidden_members = __webpack_require__(2150);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/member-patterns.ts
var member_patterns = __webpack_require__(9960);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/parsed-files.ts
var parsed_files = __webpack_require__(7527);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/parse-toml.ts
var parse_toml = __webpack_require__(5150);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/cargo/cargo-lock.ts
/** Parses `Cargo.lock`: the crates of a workspace and those from elsewhere, with the crates that each depends on. */




function parseCargoLock(text) {
    const lock = (0,parsed_files/* asTable */.fO)((0,parse_toml/* parseToml */.M)(text));
    const listed = lock?.get("package") ?? [];
    if (lock === null || !Array.isArray(listed))
        throw new parsed_files/* ManifestProblem */.Rn("its packages are not a list");
    const rest = [...lock].filter(([name]) => name !== "package");
    return { crates: listed.map((one) => lockedCrate((0,parsed_files/* asTable */.fO)(one))), rest: JSON.stringify(rest) };
}
function lockedCrate(entry) {
    const name = (0,parsed_files/* textAt */.$6)(entry, "name");
    const version = (0,parsed_files/* textAt */.$6)(entry, "version");
    const dependencies = (0,parsed_files/* asTexts */.DW)(entry?.get("dependencies") ?? []);
    if (entry === null || name === null || version === null || dependencies === null) {
        throw new parsed_files/* ManifestProblem */.Rn("one of its packages has no name, no version or no list of dependencies");
    }
    return {
        name,
        version,
        source: (0,parsed_files/* textAt */.$6)(entry, "source"),
        content: JSON.stringify([...entry]),
        dependencies,
    };
}
/**
 * Cargo unites the features that all crates request of another one, and the file does not record features. So a change of
 * one node may change how the nodes are built that it depends on.
 */
const readCargoLock = (text, { root, packages }) => {
    const { crates, rest } = parseCargoLock(text);
    const directories = new Map(packages.map(({ name, directory }) => [name, external_node_path_.posix.relative(root, directory)]));
    const keys = new Map();
    for (const crate of crates)
        keys.set(crate.name, [...(keys.get(crate.name) ?? []), keyOf(crate)]);
    const importers = new Map();
    const nodes = new Map();
    for (const crate of crates) {
        const dependencies = crate.dependencies.flatMap((written) => keysMeant(written, keys));
        const node = { content: crate.content, dependencies };
        nodes.set(keyOf(crate), node);
        const directory = crate.source === null ? directories.get(crate.name) : undefined;
        if (directory !== undefined)
            importers.set(directory, { ...node, dependencies: [keyOf(crate)] });
    }
    for (const directory of directories.values()) {
        if (!importers.has(directory))
            importers.set(directory, { content: "", dependencies: [ecosystem/* UNRESOLVED */.gm] });
    }
    return { importers, nodes: (0,ecosystem/* withUnresolved */.Q)(nodes, text), rest, sharesRoot: false, spreads: true };
};
function keyOf({ name, version, source }) {
    return source === null ? `${name} ${version}` : `${name} ${version} (${source})`;
}
function keysMeant(written, keys) {
    const all = keys.get(nameIn(written)) ?? [];
    const meant = all.filter((key) => key === written || key.startsWith(`${written} `));
    return meant.length === 0 ? [ecosystem/* UNRESOLVED */.gm] : meant;
}
/**
 * The names that each crate reaches, by name: versions are ignored, which finds too many rather than too few.
 * Null for a crate that the file does not list.
 */
function reachIn({ crates }) {
    const direct = new Map();
    for (const { name, dependencies } of crates) {
        const known = direct.get(name) ?? new Set();
        for (const dependency of dependencies)
            known.add(nameIn(dependency));
        direct.set(name, known);
    }
    return (from) => {
        if (!direct.has(from))
            return null;
        const reached = new Set([from]);
        for (const name of reached)
            for (const next of direct.get(name) ?? [])
                reached.add(next);
        return reached;
    };
}
function nameIn(dependency) {
    return dependency.split(" ", 1)[0] ?? "";
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/cargo/cargo-manifest.ts
/** Parses the parts of a `Cargo.toml` that define the members of a workspace and the dependencies of crates. */


/** Every crate has this feature, and a dependency requests it unless it opts out. */
const DEFAULT_FEATURE = "default";
const FIELDS = [
    "dependencies",
    "dev-dependencies",
    "build-dependencies",
    "dev_dependencies",
    "build_dependencies",
];
function parseCargoManifest(text) {
    const manifest = (0,parsed_files/* asTable */.fO)((0,parse_toml/* parseToml */.M)(text));
    const own = (0,parsed_files/* asTable */.fO)(manifest?.get("package")) ?? (0,parsed_files/* asTable */.fO)(manifest?.get("project"));
    const name = (0,parsed_files/* textAt */.$6)(own, "name");
    if (own !== null && (name === null || name === ""))
        throw new parsed_files/* ManifestProblem */.Rn("its package has no name");
    const platforms = [
        ["", manifest],
        ...[...(0,parsed_files/* tableAt */.af)(manifest, "target")].map(([platform, table]) => [platform, (0,parsed_files/* asTable */.fO)(table)]),
    ];
    const patches = [...(0,parsed_files/* tableAt */.af)(manifest, "patch").values(), manifest?.get("replace")].map(parsed_files/* asTable */.fO);
    return {
        name,
        workspace: workspaceIn(manifest?.get("workspace")),
        rootElsewhere: (0,parsed_files/* textAt */.$6)(own, "workspace"),
        dependencies: platforms.flatMap(([platform, table]) => FIELDS.flatMap((field) => [
            ...dependenciesIn((0,parsed_files/* tableAt */.af)(table, field), `${field.replace("_", "-")} ${platform}`).values(),
        ])),
        features: featuresIn((0,parsed_files/* tableAt */.af)(manifest, "features")),
        patches: patches.flatMap((table) => [...dependenciesIn(table ?? new Map(), "patch").values()]),
        include: (0,parsed_files/* asTexts */.DW)(own?.get("include")) ?? [],
        files: filesIn(manifest, own),
        buildScript: (0,parsed_files/* textAt */.$6)(own, "build"),
    };
}
const CODE = ["lib", "bin", "test", "bench", "example"];
function filesIn(manifest, own) {
    const targets = CODE.flatMap((field) => [manifest?.get(field)].flat());
    const paths = targets.map((target) => (0,parsed_files/* textAt */.$6)((0,parsed_files/* asTable */.fO)(target), "path"));
    return [...paths, (0,parsed_files/* textAt */.$6)(own, "build")].flatMap((path) => path ?? []);
}
function featuresIn(table) {
    return new Map([...table].map(([name, value]) => {
        const entries = (0,parsed_files/* asTexts */.DW)(value);
        if (entries === null)
            throw new parsed_files/* ManifestProblem */.Rn("its features are not lists of strings");
        return [name, entries];
    }));
}
function workspaceIn(value) {
    const workspace = (0,parsed_files/* asTable */.fO)(value);
    if (workspace === null)
        return null;
    const members = (0,parsed_files/* asTexts */.DW)(workspace.get("members") ?? []);
    const exclude = (0,parsed_files/* asTexts */.DW)(workspace.get("exclude") ?? []);
    if (members === null || exclude === null)
        throw new parsed_files/* ManifestProblem */.Rn("its members are not a list of paths");
    const dependencies = dependenciesIn((0,parsed_files/* tableAt */.af)(workspace, "dependencies"), "");
    return { members, exclude, dependencies };
}
function dependenciesIn(table, terms) {
    const dependencies = new Map();
    for (const [key, value] of table) {
        const details = (0,parsed_files/* asTable */.fO)(value);
        const wanted = (0,parsed_files/* asTexts */.DW)(details?.get("features") ?? []);
        if (wanted === null)
            throw new parsed_files/* ManifestProblem */.Rn("the features of a dependency are not a list of strings");
        const refused = details?.get("default-features") ?? details?.get("default_features");
        dependencies.set(key, {
            key,
            crate: (0,parsed_files/* textAt */.$6)(details, "package") ?? key,
            path: (0,parsed_files/* textAt */.$6)(details, "path"),
            inherits: details?.get("workspace") === true ? key : null,
            features: refused === false ? wanted : [DEFAULT_FEATURE, ...wanted],
            terms: details?.get("optional") === true ? `${terms} optional` : terms,
        });
    }
    return dependencies;
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/cargo/cargo-patches.ts
/** Which crates a patch of a workspace's root concerns: crates that may use the replaced one. */

/**
 * A crate uses the patched one by name, or through a crate from a registry. Which of those do is only in `Cargo.lock`;
 * without it, or where it does not know a dependency yet, each of them may.
 */
function patchUse(rootManifest, lock) {
    const inherited = rootManifest.workspace?.dependencies;
    const written = ({ inherits, ...own }) => (inherits === null ? undefined : inherited?.get(inherits)) ?? { inherits, ...own };
    const reach = lock === null ? null : reachIn(lock);
    return ({ name, dependencies }, patch) => {
        const patched = replacedName(patch);
        if (patched === null)
            return true;
        const all = dependencies.map(written);
        if (all.some(({ crate }) => crate === patched))
            return true;
        const fromElsewhere = all.filter(({ path }) => path === null);
        if (fromElsewhere.length === 0)
            return false;
        const reached = name === null ? null : (reach?.(name) ?? null);
        const isKnown = reached !== null && fromElsewhere.every(({ crate }) => reached.has(crate));
        return isKnown ? reached.has(patched) : true;
    };
}
/** `[replace]` names `crate:version`, or an address, which is not taken apart. */
function replacedName({ key, crate }) {
    if (key.includes("/"))
        return null;
    return crate === key ? (key.split(/[:@]/, 1)[0] ?? null) : crate;
}

// EXTERNAL MODULE: ./src/targets/sources/workspaces/root-changes.ts + 1 modules
var root_changes = __webpack_require__(6498);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/cargo/cargo-root.ts
/** What a change of the `Cargo.toml` at a workspace's root means. */



/** Of the package at the root alone; features and paths are in the graphs, too. */
const OF_PACKAGE = /^(?:package|lib|bin|test|bench|example|features|dependencies|dev-dependencies|build-dependencies|target|lints|badges)$/;
/** Profiles, patches, replacements, the resolver and the default members concern every crate. */
const compareCargoRoot = (change) => {
    const before = (0,parsed_files/* asTable */.fO)((0,parse_toml/* parseToml */.M)(change.before));
    const after = (0,parsed_files/* asTable */.fO)((0,parse_toml/* parseToml */.M)(change.after));
    if (before === null || after === null)
        return null;
    if (resolverIn(before) !== resolverIn(after))
        return null;
    const touched = new Set();
    for (const key of (0,root_changes/* differingKeys */.VZ)(before, after)) {
        if (OF_PACKAGE.test(key))
            for (const name of (0,root_changes/* rootPackages */.gR)(change))
                touched.add(name);
        else if (key === "workspace") {
            const names = touchedByWorkspace((0,parsed_files/* tableAt */.af)(before, key), (0,parsed_files/* tableAt */.af)(after, key), change);
            if (names === null)
                return null;
            for (const name of names)
                touched.add(name);
        }
        else
            return null;
    }
    return [...touched];
};
/** The edition of the root's package chooses how the features of all crates are united. */
function resolverIn(manifest) {
    const own = (0,parsed_files/* tableAt */.af)(manifest, "package");
    return JSON.stringify([own.get("edition"), own.get("resolver"), own.get("rust-version")]);
}
function touchedByWorkspace(before, after, change) {
    const touched = [];
    for (const key of (0,root_changes/* differingKeys */.VZ)(before, after)) {
        // Which crates are members is in the graphs.
        if (key === "members" || key === "exclude")
            continue;
        if (key === "dependencies")
            touched.push(...heirs((0,parsed_files/* tableAt */.af)(before, key), (0,parsed_files/* tableAt */.af)(after, key), change));
        else if (key === "package" || key === "lints")
            touched.push(...(0,root_changes/* allPackages */.$d)(change));
        else
            return null;
    }
    return touched;
}
/** Crates that inherit an entry which differs. */
function heirs(before, after, { workspaces }) {
    const differing = (0,root_changes/* differingKeys */.VZ)(before, after);
    return workspaces.flatMap(({ packages }) => packages.flatMap(({ name, inherits }) => (differing.some((key) => inherits?.has(key)) ? [name] : [])));
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/cargo/inner-crates.ts



const INCLUDED = /#!?\[\s*path\s*=\s*"([^"\n]*)"|\binclude(?:_str|_bytes)?!\s*[([{]([^;]{0,400})/g;
const QUOTED = /"((?:[^"\\\n]|\\.){1,400})"/g;
function parseRustPaths(text) {
    const included = [...text.matchAll(INCLUDED)].flatMap(([, path, argument]) => path === undefined ? quotedIn(argument ?? "") : [path]);
    return { included, quoted: quotedIn(text) };
}
function quotedIn(text) {
    return [...text.matchAll(QUOTED)].flatMap(([, quoted]) => quoted ?? []);
}
/** By the directory of an outer crate: the inner directories that it names. Throws `GitFailure`. */
async function innerCrates(tree, crates, sources) {
    const outer = outerCrates(crates);
    const named = new Map();
    const add = (directory, places) => {
        const inner = outer.get(directory)?.inner ?? [];
        for (const place of inner.filter((one) => places.some((named) => leadsTo(named, one, directory)))) {
            named.set(directory, (named.get(directory) ?? new Set()).add(place));
        }
    };
    for (const [directory, { manifest, inner }] of outer) {
        add(directory, manifest.files.map((path) => (0,tree_paths/* resolved */.L$)(directory, path)));
        const reaches = manifest.include.length === 0 ? () => false : (0,member_patterns/* reachTest */.I)(manifest.include);
        add(directory, inner.filter((one) => reaches(one.slice(directory === "" ? 0 : directory.length + 1))));
    }
    const owners = new Map([...crates.keys()].map((directory) => [directory, directory]));
    const paths = [...(await tree.entries()).keys()].filter((path) => path.endsWith(".rs") && outer.has((0,tree_paths/* nearest */.pA)(owners, (0,tree_paths/* directoryOf */.jt)(path)) ?? "\0"));
    for (const [path, parsed] of await sources.read(tree, paths)) {
        const directory = (0,tree_paths/* nearest */.pA)(owners, (0,tree_paths/* directoryOf */.jt)(path)) ?? "";
        if (parsed.kind === "read")
            add(directory, placesIn(path, directory, parsed.value, outer.get(directory)));
    }
    return named;
}
function outerCrates(crates) {
    const outer = new Map();
    const directories = [...crates.keys()];
    for (const [directory, manifest] of crates) {
        const inner = directories.filter((one) => one !== directory && (0,ecosystem/* isWithin */.UO)(one, directory));
        if (inner.length > 0)
            outer.set(directory, { manifest, inner });
    }
    return outer;
}
/** A path in code may start at the file, at the folder of its module, or at the crate. */
function placesIn(path, directory, { included, quoted }, outer) {
    const here = (0,tree_paths/* directoryOf */.jt)(path);
    const starts = [here, path.slice(0, -".rs".length), directory];
    const script = outer?.manifest.buildScript ?? "build.rs";
    const fromScript = path === (0,tree_paths/* joined */.oR)(directory, script) ? quoted : [];
    return [
        ...included.flatMap((one) => starts.map((start) => (0,tree_paths/* resolved */.L$)(start, one.replace(/^\/+/, "")))),
        ...fromScript.map((one) => (0,tree_paths/* resolved */.L$)(directory, one.replace(/^\/+/, ""))),
    ];
}
/** A place in the inner crate, or a folder around it; the outer crate's own folder means all that is inside. */
function leadsTo(place, inner, outer) {
    if (place === null || !(0,ecosystem/* isWithin */.UO)(place, outer))
        return false;
    return (0,ecosystem/* isWithin */.UO)(place, inner) || (0,ecosystem/* isWithin */.UO)(inner, place);
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/cargo/cargo-workspaces.ts
/** Cargo workspaces: members by pattern and by path, and the dependencies of each crate. */










const MANIFEST = "Cargo.toml";
const LOCK = "Cargo.lock";
/** Where Cargo looks for a package's code; a workspace's root may contain other things, too. */
const OWN_FOLDERS = /^(?:src|tests|benches|examples)\/|^build\.rs$/;
function cargoEcosystem() {
    const manifests = new parsed_files/* ParsedFiles */.pj(parseCargoManifest);
    const locks = new parsed_files/* ParsedFiles */.pj(parseCargoLock);
    const sources = new parsed_files/* ParsedFiles */.pj(parseRustPaths);
    return {
        lockfiles: new Map([[LOCK, readCargoLock]]),
        rootManifests: new Map([[MANIFEST, compareCargoRoot]]),
        async read(tree) {
            const entries = await tree.entries();
            const byPath = await manifests.read(tree, (0,tree_paths/* pathsNamed */.o3)(entries.keys(), MANIFEST));
            const hidden = (0,hidden_members/* hiddenIn */.k_)(entries);
            const roots = [...byPath].flatMap(([path, parsed]) => path === MANIFEST || (parsed.kind === "read" && parsed.value.workspace !== null)
                ? [(0,tree_paths/* directoryOf */.jt)(path)]
                : []);
            const readRoot = async (root) => {
                const read = readCrates(root, byPath);
                const candidates = hidden.filter(({ path }) => read.members.mayHold(root, path));
                await (0,hidden_members/* refuseHidden */.ly)(tree, candidates, { fileName: MANIFEST, members: new Set(read.crates.keys()) });
                return read;
            };
            const found = [...(await (0,ecosystem/* readEach */.e2)(roots, readRoot))];
            for (let alone = usedAlone(found, byPath); alone.length > 0; alone = usedAlone(found, byPath)) {
                found.push(...alone.map((root) => readCrates(root, byPath)));
            }
            const lockPaths = found.map(({ root }) => (0,tree_paths/* joined */.oR)(root, LOCK));
            const lockByPath = await locks.read(tree, lockPaths);
            const everywhere = new Set(found.flatMap(({ crates }) => [...crates.values()].flatMap(({ name }) => name ?? [])));
            const known = new Set(found.flatMap(({ root, crates }) => [root, ...crates.keys()]));
            const all = new Map(found.flatMap(({ crates }) => [...crates]));
            const inner = await innerCrates(tree, all, sources);
            return {
                workspaces: found.map((read) => {
                    const lock = lockByPath.get((0,tree_paths/* joined */.oR)(read.root, LOCK));
                    return workspaceOf(read, { everywhere, inner, lock: lock?.kind === "read" ? lock.value : null });
                }),
                outsiders: [...byPath].flatMap(([path, parsed]) => parsed.kind === "unreadable" || known.has((0,tree_paths/* directoryOf */.jt)(path)) ? [] : [outsider(path, parsed.value)]),
            };
        },
    };
}
/** A crate that belongs to no workspace. */
function outsider(path, manifest) {
    const directory = (0,tree_paths/* directoryOf */.jt)(path);
    return {
        manifest: path,
        code: (0,tree_paths/* joined */.oR)(directory, "src/lib.rs"),
        places: new Set(pathsFrom(directory, manifest, directory, manifest)),
        names: new Set(),
    };
}
/** Crates without a workspace that another one depends on by path: each is a separate workspace. */
function usedAlone(found, manifests) {
    const known = new Set(found.flatMap(({ root, crates }) => [root, ...crates.keys()]));
    const used = found.flatMap(({ root, rootManifest, crates }) => [...crates].flatMap(([directory, crate]) => pathsFrom(directory, crate, root, rootManifest)));
    const isCrate = (place) => {
        const parsed = manifests.get((0,tree_paths/* joined */.oR)(place, MANIFEST));
        return parsed?.kind === "read" && parsed.value.name !== null;
    };
    return [...new Set(used)].filter((place) => !known.has(place) && isCrate(place));
}
function workspaceOf(read, around) {
    const { root, rootManifest } = read;
    const isAlone = root !== "" && (rootManifest.workspace?.members ?? []).length === 0;
    return {
        root,
        packages: packagesOf(read, around),
        claims: (path) => isAlone || OWN_FOLDERS.test(path),
        resolution: (0,tree_paths/* joined */.oR)(root, MANIFEST),
        overridden: new Set(),
    };
}
function manifestAt(directory, manifests) {
    const path = (0,tree_paths/* joined */.oR)(directory, MANIFEST);
    const parsed = manifests.get(path);
    if (parsed === undefined)
        throw new ecosystem/* UnreadableManifest */.p1(path, "it is missing");
    return (0,parsed_files/* valueOf */.RP)(parsed, path);
}
/**
 * The root's package, members by pattern, and the crates in its directory that any of them depends on by path. Like
 * Cargo, it leaves out excluded ones, and crates elsewhere that do not name this root.
 */
function readCrates(root, manifests) {
    const rootManifest = manifestAt(root, manifests);
    const { members, exclude } = rootManifest.workspace ?? { members: [], exclude: [] };
    const path = (0,tree_paths/* joined */.oR)(root, MANIFEST);
    const patterns = (0,member_patterns/* memberTest */.J)(members, path, { exclusionsAreFinal: true });
    const named = new Set(members.map((member) => (0,tree_paths/* resolved */.L$)(root, member)));
    const isExcluded = (directory) => !named.has(directory) &&
        exclude.some((one) => {
            const outer = (0,tree_paths/* resolved */.L$)(root, one);
            return outer !== null && (0,ecosystem/* isWithin */.UO)(directory, outer);
        });
    const waiting = [...manifests.keys()]
        .map(tree_paths/* directoryOf */.jt)
        .filter((directory) => directory !== root && patterns.has(root, directory) && !isExcluded(directory));
    const isMember = (place) => {
        const parsed = manifests.get((0,tree_paths/* joined */.oR)(place, MANIFEST));
        if (parsed === undefined || isExcluded(place))
            return false;
        const own = parsed.kind === "read" ? parsed.value : null;
        if (own !== null && own.workspace !== null)
            return false;
        const named = own?.rootElsewhere ?? null;
        return named === null ? (0,ecosystem/* isWithin */.UO)(place, root) : (0,tree_paths/* resolved */.L$)(place, named) === root;
    };
    const crates = new Map();
    const known = new Set([root, ...waiting]);
    waiting.push(root);
    for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
        const manifest = manifestAt(directory, manifests);
        if (manifest.name !== null)
            crates.set(directory, manifest);
        for (const place of pathsFrom(directory, manifest, root, rootManifest)) {
            if (known.has(place) || !isMember(place))
                continue;
            known.add(place);
            waiting.push(place);
        }
    }
    const isOpen = (directory) => !isExcluded(directory);
    const mayHold = (from, directory) => isOpen(directory) && patterns.mayHold(from, directory);
    return { root, rootManifest, members: { ...patterns, mayHold }, crates };
}
function pathsFrom(directory, { dependencies, patches, workspace }, root, rootManifest) {
    const all = [...dependencies, ...patches, ...(workspace?.dependencies.values() ?? [])];
    return all.flatMap((dependency) => placeOf(dependency, directory, root, rootManifest) ?? []);
}
/** The directory that a dependency points to; null when it is outside the repository. */
function placeOf({ path, inherits }, directory, root, { workspace }) {
    if (path !== null)
        return (0,tree_paths/* resolved */.L$)(directory, path);
    const inherited = inherits === null ? null : (workspace?.dependencies.get(inherits)?.path ?? null);
    return inherited === null ? null : (0,tree_paths/* resolved */.L$)(root, inherited);
}
function packagesOf({ root, rootManifest, crates }, { everywhere, inner, lock }) {
    const inherited = ({ inherits }) => inherits === null ? null : (rootManifest.workspace?.dependencies.get(inherits) ?? null);
    const targetsOf = (directory, dependency) => {
        const place = placeOf(dependency, directory, root, rootManifest);
        const byPath = place === null ? null : (crates.get(place)?.name ?? null);
        return [byPath, dependency.crate, inherited(dependency)?.crate].flatMap((one) => typeof one === "string" && everywhere.has(one) ? one : []);
    };
    const byName = new Map([...crates].map(([directory, manifest]) => [manifest.name, { directory, manifest }]));
    const around = { targetsOf, inherited, crate: (name) => byName.get(name) ?? null };
    const usesPatched = patchUse(rootManifest, lock);
    return [...crates].flatMap(([directory, crate]) => {
        const { name, dependencies } = crate;
        if (name === null)
            return [];
        const patches = rootManifest.patches.filter((patch) => usesPatched(crate, patch));
        const dependsOn = new Set(patches.flatMap((patch) => targetsOf(root, patch)));
        const external = new Set();
        const places = new Set(patches.flatMap((patch) => placeOf(patch, root, root, rootManifest) ?? []));
        for (const place of inner.get(directory) ?? [])
            places.add(place);
        for (const dependency of dependencies) {
            const targets = targetsOf(directory, dependency);
            for (const target of targets)
                dependsOn.add(target);
            const place = placeOf(dependency, directory, root, rootManifest);
            if (place !== null)
                places.add(place);
            if (place !== null && targets.length === 0)
                external.add(place);
        }
        dependsOn.delete(name);
        const manifest = (0,tree_paths/* joined */.oR)(directory, MANIFEST);
        const { builds, shares } = featureRequests(directory, crate, around);
        const inherits = new Set(dependencies.flatMap((dependency) => dependency.inherits ?? []));
        return [{ name, directory, manifest, dependsOn, external, places, builds, shares, inherits }];
    });
}
/**
 * The features that a crate requests in others. Cargo unites features, so every user of the same crate gets it built
 * with them, and Cargo.lock does not record it. A feature may enable features of further crates.
 */
function featureRequests(directory, manifest, around) {
    const requests = new Requests(around);
    for (const dependency of manifest.dependencies) {
        requests.ask(directory, dependency, featuresOf(dependency, around), dependency.terms);
    }
    for (const feature of manifest.features.keys())
        requests.switchOn(directory, manifest, feature, `switched by ${directory}`);
    return requests.answer();
}
function featuresOf(dependency, around) {
    const root = around.inherited(dependency);
    return root === null ? dependency.features : [...dependency.features, ...root.features];
}
class Requests {
    #around;
    #builds = new Map();
    #outside = new Set();
    #switched = new Set();
    constructor(around) {
        this.#around = around;
    }
    answer() {
        return { builds: this.#builds, shares: [...this.#outside].sort().join("\n") };
    }
    ask(directory, dependency, features, terms) {
        const targets = this.#around.targetsOf(directory, dependency);
        if (targets.length === 0)
            for (const feature of features)
                this.#outside.add(`${dependency.crate} ${terms}: ${feature}`);
        for (const name of targets) {
            const asked = this.#builds.get(name) ?? new Set();
            // A dependency without any feature uses the crate, too.
            this.#builds.set(name, asked.add(terms));
            const crate = this.#around.crate(name);
            for (const feature of features) {
                asked.add(`${terms}: ${feature}`);
                if (crate !== null)
                    this.switchOn(crate.directory, crate.manifest, feature, terms);
            }
        }
    }
    /** Follows `other`, `dep:key`, `key/feature` and `key?/feature`. */
    switchOn(directory, manifest, feature, terms) {
        const key = `${directory}\n${terms}\n${feature}`;
        if (this.#switched.has(key))
            return;
        this.#switched.add(key);
        for (const entry of manifest.features.get(feature) ?? [`dep:${feature}`]) {
            const [, dependency = "", wanted] = /^(?:dep:)?([^/?]*)(?:\??\/(.*))?$/s.exec(entry) ?? [];
            if (wanted === undefined && !entry.startsWith("dep:") && manifest.features.has(dependency)) {
                this.switchOn(directory, manifest, dependency, terms);
                continue;
            }
            for (const one of manifest.dependencies.filter(({ key: name }) => name === dependency)) {
                const asked = featuresOf(one, this.#around);
                this.ask(directory, one, wanted === undefined ? asked : [...asked, wanted], terms);
            }
        }
    }
}

// EXTERNAL MODULE: ./src/targets/sources/workspaces/code-uses.ts
var code_uses = __webpack_require__(4570);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/go/go-modules.ts
/** Go modules: the modules that a `go.work` uses, or every `go.mod` without one, and their requirements. */






const go_modules_MANIFEST = "go.mod";
const WORK = "go.work";
/** Folders that the go command ignores by default, and folders of test data. */
const SET_ASIDE = /(?:^|\/)(?:vendor|testdata|fixtures|__fixtures__|[._][^/]*)(?:\/|$)/;
function goEcosystem() {
    const manifests = new parsed_files/* ParsedFiles */.pj(parseGoManifest);
    return {
        // Elsewhere a go.sum belongs to the module in its folder.
        lockfiles: new Map([
            ["go.sum", readGoSum],
            ["go.work.sum", readGoSum],
        ]),
        rootManifests: new Map([
            [go_modules_MANIFEST, compareGoMod],
            [WORK, compareGoWork],
        ]),
        async read(tree) {
            const entries = await tree.entries();
            const all = await manifests.read(tree, (0,tree_paths/* pathsNamed */.o3)(entries.keys(), go_modules_MANIFEST));
            const workPaths = (0,tree_paths/* pathsNamed */.o3)(entries.keys(), WORK).filter((path) => !SET_ASIDE.test(path));
            const works = await manifests.read(tree, workPaths);
            const found = works.size === 0 ? withoutWork(all) : await readWorks(tree, works, all);
            const names = new Set(found.flatMap(({ modules }) => [...namesOf(modules).values()]));
            const known = new Set(found.flatMap(({ modules }) => [...modules.keys()]));
            return {
                workspaces: found.map((read) => go_modules_workspaceOf(read, names)),
                outsiders: [...all].flatMap(([path, parsed]) => parsed.kind === "unreadable" || known.has((0,tree_paths/* directoryOf */.jt)(path)) ? [] : [go_modules_outsider(path, parsed.value)]),
            };
        },
    };
}
/** A module for tests, or one that is used only from elsewhere. */
function go_modules_outsider(path, { replaces }) {
    return {
        manifest: path,
        code: (0,tree_paths/* joined */.oR)((0,tree_paths/* directoryOf */.jt)(path), "a.go"),
        places: new Set(placesOf(replaces, (0,tree_paths/* directoryOf */.jt)(path))),
        names: new Set(),
    };
}
/** All modules outside the folders that are set aside, and local modules that replace others. */
function withoutWork(manifests) {
    const modules = new Map();
    const waiting = [...manifests.keys()].filter((path) => !SET_ASIDE.test(path)).map(tree_paths/* directoryOf */.jt);
    for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
        const path = (0,tree_paths/* joined */.oR)(directory, go_modules_MANIFEST);
        const parsed = manifests.get(path);
        if (parsed === undefined || modules.has(directory))
            continue;
        const manifest = (0,parsed_files/* valueOf */.RP)(parsed, path);
        modules.set(directory, manifest);
        waiting.push(...placesOf(manifest.replaces, directory));
    }
    return modules.size === 0 ? [] : [{ work: null, root: "", modules, replaces: [] }];
}
function readWorks(tree, works, manifests) {
    return (0,ecosystem/* readEach */.e2)([...works.keys()].map(tree_paths/* directoryOf */.jt), async (root) => {
        const read = readWork(root, works, manifests);
        const used = usedBy(root, (0,parsed_files/* valueOf */.RP)(required(works, read.work), read.work).uses);
        const hidden = (0,hidden_members/* hiddenIn */.k_)(await tree.entries()).filter(({ path }) => mayBeUsed(path, used));
        await (0,hidden_members/* refuseHidden */.ly)(tree, hidden, { fileName: go_modules_MANIFEST, members: new Set(read.modules.keys()) });
        return read;
    });
}
function mayBeUsed(path, used) {
    return used.some((directory) => directory === path || directory.startsWith(`${path}/`));
}
function readWork(root, works, manifests) {
    const work = (0,tree_paths/* joined */.oR)(root, WORK);
    const { uses, replaces } = (0,parsed_files/* valueOf */.RP)(required(works, work), work);
    const modules = new Map();
    for (const directory of usedBy(root, uses)) {
        const path = (0,tree_paths/* joined */.oR)(directory, go_modules_MANIFEST);
        const parsed = manifests.get(path);
        if (parsed !== undefined)
            modules.set(directory, (0,parsed_files/* valueOf */.RP)(parsed, path));
    }
    return { work, root, modules, replaces };
}
function required(works, path) {
    const parsed = works.get(path);
    if (parsed === undefined)
        throw new ecosystem/* UnreadableManifest */.p1(path, "it is missing");
    return parsed;
}
function usedBy(root, uses) {
    return uses.flatMap((directory) => (0,tree_paths/* resolved */.L$)(root, directory) ?? []);
}
/** The module at the root owns its Go code; the owner of other files there is unknown. */
function go_modules_workspaceOf(read, everywhere) {
    return {
        root: read.root,
        packages: go_modules_packagesOf(read, everywhere),
        claims: (path) => path.endsWith(".go"),
        resolution: read.work ?? go_modules_MANIFEST,
        overridden: new Set(),
    };
}
/**
 * Checksums of versions. The go command uses those of all modules of a `go.work`, and otherwise those of the module at
 * the root.
 */
const readGoSum = (text, { root, resolution, packages }) => {
    const users = (0,tree_paths/* fileNameOf */.bV)(resolution) === WORK ? packages : packages.filter((one) => one.directory === root);
    const inside = (directory) => (root === "" ? directory : external_node_path_.posix.relative(root, directory));
    const importers = new Map(users.map(({ directory }) => [inside(directory), { content: text, dependencies: [] }]));
    return { importers, nodes: new Map(), rest: "", sharesRoot: false, spreads: false };
};
/**
 * The versions that a module requires and replaces are in the graphs, and in what a `go.work` shares. Other directives
 * choose the toolchain and its behaviour.
 */
const compareGoMod = (change) => {
    const [before, after] = [parseGoManifest(change.before), parseGoManifest(change.after)];
    const names = (0,root_changes/* rootPackages */.gR)(change);
    return before.rest === after.rest && names.length > 0 ? names : null;
};
/** The modules that it uses, and replacements by folders, are in the graphs. */
const compareGoWork = ({ before, after }) => {
    const facts = [before, after].map((text) => {
        const { rest, replaces } = parseGoManifest(text);
        return JSON.stringify([
            rest,
            replaces.filter(({ by }) => !isPath(by)).map(({ text: written }) => written),
        ]);
    });
    return facts[0] === facts[1] ? [] : null;
};
function namesOf(modules) {
    return new Map([...modules].map(([directory, { module }]) => [directory, module ?? (directory || ".")]));
}
/**
 * A `go.work` has one list of versions, so a replacement of one module counts for all modules that require the replaced
 * one.
 */
function go_modules_packagesOf({ work, root, modules, replaces }, everywhere) {
    const names = namesOf(modules);
    const placed = (directory, own) => own.map(({ module, by }) => ({ module, by, place: go_modules_placeOf(by, directory) }));
    const all = [...modules].flatMap(([directory, manifest]) => placed(directory, manifest.replaces));
    const shared = work === null ? [] : [...placed(root, replaces), ...all];
    return [...modules].map(([directory, manifest]) => {
        const name = names.get(directory) ?? directory;
        const used = [...shared, ...placed(directory, manifest.replaces)].filter(({ module }) => mayRequire(manifest, module));
        const mentioned = [
            ...used.map(({ by, place }) => names.get(place ?? by) ?? by),
            ...manifest.requires.map(({ module }) => module),
        ];
        const dependsOn = new Set(mentioned.filter((target) => target !== name && everywhere.has(target)));
        return {
            name,
            directory,
            manifest: (0,tree_paths/* joined */.oR)(directory, go_modules_MANIFEST),
            dependsOn,
            external: new Set(),
            places: new Set(used.flatMap(({ place }) => place ?? [])),
            builds: new Map(),
            shares: work === null ? "" : sharedBy(manifest, everywhere),
        };
    });
}
/** Since Go 1.17 a go.mod lists every module that its packages and tests use, also indirectly. */
function mayRequire({ goVersion, requires }, module) {
    const [, major = "0", minor = "0"] = /^(\d+)\.(\d+)/.exec(goVersion) ?? [];
    const isComplete = Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 17);
    return !isComplete || requires.some((one) => one.module === module);
}
/** The external versions it requires: the highest version that any module requires applies to all modules. */
function sharedBy({ requires, replaces, excludes }, everywhere) {
    const versions = requires.flatMap(({ module, version }) => version === "" || everywhere.has(module) ? [] : [`${module} ${version}`]);
    const elsewhere = replaces.flatMap(({ by, text }) => (isPath(by) ? [] : [text]));
    return [...versions, ...elsewhere, ...excludes].sort().join("\n");
}
function placesOf(replaces, directory) {
    return replaces.flatMap(({ by }) => go_modules_placeOf(by, directory) ?? []);
}
function go_modules_placeOf(by, directory) {
    return isPath(by) ? (0,tree_paths/* resolved */.L$)(directory, by) : null;
}
function isPath(by) {
    return /^\.{1,2}(?:\/|$)/.test(by);
}
const READ = new Set([
    "module",
    "require",
    "tool",
    "replace",
    "exclude",
    "retract",
    "use",
]);
/** Parses the format that `go.mod` and `go.work` share: directives, alone or in parentheses. */
function parseGoManifest(text) {
    const lines = linesIn(text);
    const wordsOf = (directive) => lines.filter((line) => line.directive === directive).map(({ words }) => words);
    return {
        module: wordsOf("module")[0]?.[0] ?? null,
        goVersion: wordsOf("go")[0]?.[0] ?? "",
        requires: [...wordsOf("require"), ...wordsOf("tool")].flatMap(([module, version = ""]) => module === undefined ? [] : [{ module, version }]),
        replaces: wordsOf("replace").map(replacementIn),
        excludes: wordsOf("exclude").map((words) => words.join(" ")),
        uses: wordsOf("use").flatMap(([path]) => path ?? []),
        rest: JSON.stringify(lines.filter(({ directive }) => !READ.has(directive))),
    };
}
function linesIn(text) {
    const lines = [];
    let block = null;
    for (const line of withoutComments(text).split(/\r?\n/)) {
        const words = [...line.matchAll(/"(?:[^"\\]|\\.)*"|`[^`]*`|[()]|[^\s"`()]+/g)].map(([word]) => unquoted(word));
        const [first] = words;
        if (first === undefined)
            continue;
        if (block !== null) {
            if (first === ")")
                block = null;
            else
                lines.push({ directive: block, words });
        }
        else if (words.at(-1) === "(")
            block = first;
        else
            lines.push({ directive: first, words: words.slice(1) });
    }
    if (block !== null)
        throw new parsed_files/* ManifestProblem */.Rn("a parenthesis is never closed");
    return lines;
}
function withoutComments(text) {
    return text.replace(/(^|\s)\/\/.*$/gm, "");
}
function unquoted(word) {
    if (word.startsWith("`"))
        return word.slice(1, -1);
    if (!word.startsWith('"'))
        return word;
    const value = JSON.parse(word);
    if (typeof value !== "string")
        throw new parsed_files/* ManifestProblem */.Rn("a string is not well-formed");
    return value;
}
/** `module [version] => directory` or `module [version] => module version`. */
function replacementIn(words) {
    const [module] = words;
    const by = words[words.indexOf("=>") + 1];
    if (module === undefined || by === undefined || !words.includes("=>")) {
        throw new parsed_files/* ManifestProblem */.Rn("a replacement has no target");
    }
    return { module, by, text: words.join(" ") };
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/lazy-ecosystems.ts
const LAZY_ECOSYSTEMS = {
    gradle: {
        files: /(?:^|\/)(?:settings|build)\.gradle(?:\.kts)?$/,
        load: async () => (await __webpack_require__.e(/* import() */ 21).then(__webpack_require__.bind(__webpack_require__, 7021))).gradleEcosystem,
    },
    python: {
        files: /(?:^|\/)pyproject\.toml$/,
        load: async () => (await __webpack_require__.e(/* import() */ 88).then(__webpack_require__.bind(__webpack_require__, 7088))).pythonEcosystem,
    },
    dotnet: {
        files: /\.(?:cs|fs|vb)proj$/,
        load: async () => (await __webpack_require__.e(/* import() */ 791).then(__webpack_require__.bind(__webpack_require__, 1791))).dotnetEcosystem,
    },
    composer: {
        files: /(?:^|\/)composer\.json$/,
        load: async () => (await __webpack_require__.e(/* import() */ 581).then(__webpack_require__.bind(__webpack_require__, 6581))).composerEcosystem,
    },
    dart: {
        files: /(?:^|\/)pubspec\.yaml$/,
        load: async () => (await __webpack_require__.e(/* import() */ 451).then(__webpack_require__.bind(__webpack_require__, 8451))).dartEcosystem,
    },
    mix: {
        files: /(?:^|\/)mix\.exs$/,
        load: async () => (await __webpack_require__.e(/* import() */ 0).then(__webpack_require__.bind(__webpack_require__, 8000))).mixEcosystem,
    },
};
/** Those with a file in the tree, in a fixed order. */
async function lazyEcosystemsOf(tree, loaded) {
    const paths = [...(await tree.entries()).keys()];
    const needed = Object.entries(LAZY_ECOSYSTEMS).filter(([, { files }]) => paths.some((path) => files.test(path)));
    return Promise.all(needed.map(async ([name, { load }]) => {
        const known = loaded.get(name) ?? load().then((ecosystem) => ecosystem());
        loaded.set(name, known);
        return known;
    }));
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/lock-changes.ts



/**
 * The affected packages of each changed lock file that is in both trees; a file with an uncertain effect is left out.
 */
async function lockChanges(base, head, paths, doubt = () => undefined) {
    const changes = new Map();
    for (const path of paths) {
        if (base.workspaces.lockAt(path) === null || head.workspaces.lockAt(path) === null)
            continue;
        const uncertain = (because) => doubt(path, `it is a lockfile, and ${because}`);
        const before = await lockGraphOf(base, path);
        const after = before === null ? null : await lockGraphOf(head, path);
        if (before === null || after === null) {
            uncertain("its form or some of its entries are unknown");
            continue;
        }
        const directories = whoSees(before, after, uncertain);
        const owners = directories === null ? null : lock_changes_namesOf(directories, [base, head], path, uncertain);
        if (owners !== null)
            changes.set(path, owners);
    }
    return changes;
}
async function lockGraphOf({ tree, workspaces }, path) {
    const lock = workspaces.lockAt(path);
    const bytes = (await tree.read([path])).get(path);
    if (lock === null || bytes === undefined)
        return null;
    try {
        return lock.read((0,parsed_files/* textOf */.b6)(bytes), lock.workspace);
    }
    catch {
        return null; // The content is not trusted: any error means that the effect is uncertain.
    }
}
/** The directories of packages that a difference affects; null when that is uncertain. */
function whoSees(before, after, uncertain = () => undefined) {
    if (before.rest !== after.rest) {
        uncertain("its settings for all packages differ");
        return null;
    }
    const changed = differing(before.nodes, after.nodes);
    changed.delete(ecosystem/* UNRESOLVED */.gm);
    if (isUsed(ecosystem/* UNRESOLVED */.gm, [before, after]))
        changed.add(ecosystem/* UNRESOLVED */.gm);
    if (after.spreads)
        for (const key of builtAnew(changed, [before, after]))
            changed.add(key);
    const seen = differing(before.importers, after.importers);
    const reached = new Set();
    for (const { importers, nodes } of [before, after]) {
        const affected = dependentsIn(nodes, changed);
        for (const [directory, { dependencies }] of importers) {
            if (dependencies.some((key) => affected.has(key)))
                seen.add(directory);
        }
        const direct = [...importers.values()].flatMap(({ dependencies }) => dependencies);
        for (const key of reachableFrom(direct, nodes))
            reached.add(key);
    }
    // A node that no package depends on is there for an unknown reason.
    const stray = [...changed].find((key) => !reached.has(key));
    if (stray !== undefined) {
        uncertain(`no package depends on its changed entry ${stray}`);
        return null;
    }
    // Tools that are installed at the root are used by all packages.
    if (!after.sharesRoot || !seen.has(""))
        return seen;
    uncertain("the change reaches what is installed at the root, which all packages use");
    return null;
}
function isUsed(key, locks) {
    return locks.some(({ importers, nodes }) => [...importers.values(), ...nodes.values()].some(({ dependencies }) => dependencies.includes(key)));
}
/** What changed nodes depend on, directly or indirectly: it may now be requested with other features. */
function builtAnew(changed, locks) {
    return new Set(locks.flatMap(({ nodes }) => [
        ...reachableFrom([...changed].filter((key) => nodes.has(key)), nodes),
    ]));
}
function differing(before, after) {
    return new Set([...before.keys(), ...after.keys()].filter((key) => textOfNode(before, key) !== textOfNode(after, key)));
}
function textOfNode(nodes, key) {
    const node = nodes.get(key);
    return node === undefined ? null : JSON.stringify([node.content, node.dependencies]);
}
function dependentsIn(nodes, keys) {
    const dependents = new Map();
    for (const [key, { dependencies }] of nodes) {
        for (const dependency of dependencies) {
            const known = dependents.get(dependency);
            if (known === undefined)
                dependents.set(dependency, [key]);
            else
                known.push(key);
        }
    }
    const affected = new Set(keys);
    const waiting = [...keys];
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
        for (const dependent of dependents.get(key) ?? []) {
            if (affected.has(dependent))
                continue;
            affected.add(dependent);
            waiting.push(dependent);
        }
    }
    return affected;
}
/** A node may have other dependencies in the other lock file, so each file is followed separately. */
function reachableFrom(from, nodes) {
    const reachable = new Set(from);
    for (const key of reachable) {
        for (const dependency of nodes.get(key)?.dependencies ?? [])
            reachable.add(dependency);
    }
    return reachable;
}
function lock_changes_namesOf(directories, sides, path, uncertain) {
    const names = new Set();
    for (const directory of directories) {
        const found = sides.flatMap(({ workspaces }) => packagesAt(workspaces.lockAt(path)?.workspace ?? null, directory));
        if (found.length === 0) {
            uncertain(`it changes dependencies of ${directory === "" ? "the root" : directory}, which is no package`);
            return null;
        }
        for (const name of found)
            names.add(name);
    }
    return [...names];
}
function packagesAt(workspace, directory) {
    if (workspace === null)
        return [];
    const place = (0,tree_paths/* joined */.oR)(workspace.root, directory);
    return workspace.packages.filter((one) => one.directory === place).map(({ name }) => name);
}

// EXTERNAL MODULE: ./src/targets/sources/workspaces/maven/xml-text.ts
var xml_text = __webpack_require__(3107);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/maven/maven-modules.ts






const maven_modules_MANIFEST = "pom.xml";
/** Projects that a test runs on. The modules around them own their files. */
const TEST_RESOURCE = /(?:^|\/)src\/(?:test|it|main)\/resources\//;
/** The code of the module at the root; any module may read other folders there. */
const OWN_FOLDER = /^src\//;
function mavenEcosystem() {
    const manifests = new parsed_files/* ParsedFiles */.pj(parseMavenManifest);
    return {
        lockfiles: new Map(),
        rootManifests: new Map([[maven_modules_MANIFEST, compareMavenRoot]]),
        async read(tree) {
            const entries = await tree.entries();
            const byPath = new Map(await manifests.read(tree, (0,tree_paths/* pathsNamed */.o3)(entries.keys(), maven_modules_MANIFEST)));
            // A list of modules may name a file other than `pom.xml`.
            const listed = [...byPath].flatMap(([path, parsed]) => parsed.kind === "read" ? filesListed(path, parsed.value) : []);
            for (const [path, parsed] of await manifests.read(tree, listed))
                byPath.set(path, parsed);
            const reactors = await (0,ecosystem/* readEach */.e2)(rootsIn(byPath), (root) => readReactor(tree, root, byPath));
            const known = new Map(reactors.flatMap(({ modules }) => [...modules]));
            const others = [...byPath].flatMap(([path, parsed]) => parsed.kind === "unreadable" || known.has(path) ? [] : [[path, parsed.value]]);
            const index = new ModuleIndex(known, new Map(others));
            const inner = innerModules(reactors);
            return {
                workspaces: reactors.map((reactor) => maven_modules_workspaceOf(reactor, index, inner)),
                outsiders: others.map(([path, manifest]) => maven_modules_outsider(path, manifest, index)),
            };
        },
    };
}
/**
 * Modules that inherit from the root depend on it, and the list of modules is in the graphs. Build extensions concern every
 * module of the reactor.
 */
const compareMavenRoot = (change) => /<extensions>/.test(change.before + change.after) ? null : (0,root_changes/* rootPackages */.gR)(change);
/** A manifest that no other manifest lists; what it requests by name may still come from here. */
function maven_modules_outsider(path, manifest, index) {
    const { names, places } = index.usedBy(manifest);
    places.delete((0,tree_paths/* directoryOf */.jt)(path));
    return { manifest: path, code: (0,tree_paths/* joined */.oR)((0,tree_paths/* directoryOf */.jt)(path), "src/A"), names, places };
}
function filesListed(path, { modules }) {
    const listed = modules.flatMap((module) => (0,tree_paths/* resolved */.L$)((0,tree_paths/* directoryOf */.jt)(path), module) ?? []);
    return listed.filter((place) => place.endsWith(".xml"));
}
/** Manifests that list modules and that no manifest lists. */
function rootsIn(manifests) {
    const listed = new Set();
    for (const [path, parsed] of manifests) {
        if (parsed.kind === "read")
            for (const place of modulePaths(path, parsed.value))
                listed.add(place);
    }
    return [...manifests].flatMap(([path, parsed]) => {
        if ((0,tree_paths/* fileNameOf */.bV)(path) !== maven_modules_MANIFEST || listed.has(path))
            return path === maven_modules_MANIFEST ? [""] : [];
        if (TEST_RESOURCE.test(path))
            return [];
        const isRoot = parsed.kind === "read" ? parsed.value.modules.length > 0 : path === maven_modules_MANIFEST;
        return isRoot ? [(0,tree_paths/* directoryOf */.jt)(path)] : [];
    });
}
function modulePaths(path, { modules }) {
    return modules.flatMap((module) => {
        const place = (0,tree_paths/* resolved */.L$)((0,tree_paths/* directoryOf */.jt)(path), module);
        if (place === null)
            return [];
        return place.endsWith(".xml") ? [place] : [(0,tree_paths/* joined */.oR)(place, maven_modules_MANIFEST)];
    });
}
async function readReactor(tree, root, manifests) {
    const modules = new Map();
    const waiting = [(0,tree_paths/* joined */.oR)(root, maven_modules_MANIFEST)];
    const missing = new Set();
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
        const parsed = manifests.get(path);
        if (parsed === undefined)
            missing.add((0,tree_paths/* directoryOf */.jt)(path));
        if (parsed === undefined || modules.has(path))
            continue;
        const manifest = (0,parsed_files/* valueOf */.RP)(parsed, path);
        modules.set(path, manifest);
        waiting.push(...modulePaths(path, manifest));
    }
    const hidden = (0,hidden_members/* hiddenIn */.k_)(await tree.entries()).filter(({ path }) => [...missing].some((directory) => (0,ecosystem/* isWithin */.UO)(directory, path)));
    const members = new Set([...modules.keys()].map(tree_paths/* directoryOf */.jt));
    await (0,hidden_members/* refuseHidden */.ly)(tree, hidden, { fileName: maven_modules_MANIFEST, members });
    return { root, modules };
}
/**
 * The files of a module are also files of every module around it, because plugins and tests read folders. A module that
 * only lists others has neither. The module at the root counts as containing no other, or any two would share a target.
 */
function innerModules(reactors) {
    const roots = new Set(reactors.map(({ root }) => root));
    const modules = reactors.flatMap((reactor) => [...reactor.modules]);
    const outer = new Map(modules.flatMap(([path, manifest]) => {
        const directory = (0,tree_paths/* directoryOf */.jt)(path);
        return roots.has(directory) || manifest.onlyLists ? [] : [[directory, path]];
    }));
    const inner = new Map();
    for (const [path, manifest] of modules) {
        for (let here = (0,tree_paths/* directoryOf */.jt)(path); here !== "";) {
            here = (0,tree_paths/* directoryOf */.jt)(here);
            const around = outer.get(here);
            if (around !== undefined)
                inner.set(around, (inner.get(around) ?? new Set()).add(nameOf(manifest)));
        }
    }
    return inner;
}
function maven_modules_workspaceOf({ root, modules }, index, inner) {
    return {
        root,
        packages: maven_modules_packagesOf(modules, index, inner),
        claims: (path) => OWN_FOLDER.test(path),
        resolution: (0,tree_paths/* joined */.oR)(root, maven_modules_MANIFEST),
        overridden: new Set(),
    };
}
function maven_modules_packagesOf(modules, index, inner) {
    return [...modules].map(([path, manifest]) => {
        const name = nameOf(manifest);
        const { names: dependsOn, places, external } = index.usedBy(manifest);
        for (const one of inner.get(path) ?? [])
            dependsOn.add(one);
        dependsOn.delete(name);
        const directory = (0,tree_paths/* directoryOf */.jt)(path);
        return { name, directory, manifest: path, dependsOn, external, places, builds: new Map(), shares: "" };
    });
}
/** Finds manifests of the tree by name: modules of all reactors, and manifests that no reactor lists. */
class ModuleIndex {
    #modules;
    #others;
    #places = new Map();
    #shapes;
    constructor(modules, others) {
        this.#modules = modules;
        this.#others = others;
        for (const [path, { artifact }] of [...modules, ...others]) {
            const shape = shapeOf(artifact);
            this.#places.set(shape, [...(this.#places.get(shape) ?? []), path]);
        }
        this.#shapes = [...this.#places.keys()].filter((shape) => shape.includes(ANYTHING));
    }
    usedBy({ references }) {
        const names = new Set();
        const places = new Set();
        const external = new Set();
        for (const reference of references) {
            let isHere = false;
            for (const path of modulesMeant(reference, this.#places, this.#shapes)) {
                const manifest = this.#modules.get(path) ?? this.#others.get(path);
                if (manifest === undefined || !isSameGroup(reference, manifest))
                    continue;
                isHere = true;
                if (this.#modules.has(path))
                    names.add(nameOf(manifest));
                else
                    places.add((0,tree_paths/* directoryOf */.jt)(path));
            }
            if (!isHere)
                external.add(`${reference.group ?? ""}:${reference.artifact}`);
        }
        return { names, places, external };
    }
}
function nameOf({ group, artifact }) {
    return group === null ? artifact : `${group}:${artifact}`;
}
/** A placeholder for text that only Maven can fill in. */
const ANYTHING = "\0";
function shapeOf(name) {
    return name.replace(/\$\{[^}]*\}/g, ANYTHING);
}
function modulesMeant({ artifact }, places, shapes) {
    const shape = shapeOf(artifact);
    if (shape.includes(ANYTHING)) {
        return [...places].filter(([other]) => canMeet(shape, other)).flatMap(([, found]) => found);
    }
    const patterned = shapes
        .filter((other) => canMeet(other, shape))
        .flatMap((other) => places.get(other) ?? []);
    return [...(places.get(shape) ?? []), ...patterned];
}
/** Whether two names may be equal: compares the text before the first placeholder and the text after the last one. */
function canMeet(one, other) {
    const [before = "", otherBefore = ""] = [one, other].map((name) => name.split(ANYTHING)[0]);
    const [after = "", otherAfter = ""] = [one, other].map((name) => name.split(ANYTHING).at(-1));
    const startsAlike = before.startsWith(otherBefore) || otherBefore.startsWith(before);
    return startsAlike && (after.endsWith(otherAfter) || otherAfter.endsWith(after));
}
function isSameGroup({ group }, manifest) {
    return (group === null ||
        manifest.group === null ||
        group === manifest.group ||
        group.includes("${") ||
        manifest.group.includes("${"));
}
/** These elements name artifacts without depending on them. */
const UNRELATED_ELEMENTS = new Set([
    "exclusions",
    "exclusion",
    "distributionManagement",
]);
/** Parses the parts of a `pom.xml` that define its modules and dependencies. */
function parseMavenManifest(text) {
    const project = (0,xml_text/* parseXml */.NO)(text);
    const artifact = (0,xml_text/* textOfChild */.JV)(project, "artifactId");
    if (project.name !== "project" || artifact === null)
        throw new parsed_files/* ManifestProblem */.Rn("it defines no project");
    const parent = (0,xml_text/* childOf */.GG)(project, "parent");
    const references = [];
    for (const child of project.children)
        collectReferences(child, references);
    return {
        group: (0,xml_text/* textOfChild */.JV)(project, "groupId") ?? (0,xml_text/* textOfChild */.JV)(parent, "groupId"),
        artifact,
        modules: modulesIn(project),
        onlyLists: (0,xml_text/* textOfChild */.JV)(project, "packaging") === "pom" && !hasPlugins(project),
        references,
    };
}
function hasPlugins(project) {
    const profiles = (0,xml_text/* childOf */.GG)(project, "profiles")?.children ?? [];
    return [project, ...profiles].some((element) => (0,xml_text/* childOf */.GG)((0,xml_text/* childOf */.GG)(element, "build"), "plugins") !== null);
}
function modulesIn(project) {
    const profiles = (0,xml_text/* childOf */.GG)(project, "profiles")?.children ?? [];
    return [project, ...profiles].flatMap((element) => ["modules", "subprojects"].flatMap((name) => ((0,xml_text/* childOf */.GG)(element, name)?.children ?? [])
        .map(({ text }) => text.trim())
        .filter((module) => module !== "")));
}
function collectReferences(element, references) {
    if (UNRELATED_ELEMENTS.has(element.name))
        return;
    const artifact = (0,xml_text/* textOfChild */.JV)(element, "artifactId");
    if (artifact !== null) {
        references.push({
            group: (0,xml_text/* textOfChild */.JV)(element, "groupId"),
            artifact,
        });
    }
    for (const child of element.children) {
        if (element.name === "dependencyManagement")
            collectImports(child, references);
        else
            collectReferences(child, references);
    }
}
/** A managed version is not yet a dependency; an import includes everything that another manifest declares. */
function collectImports(dependencies, references) {
    for (const dependency of dependencies.children) {
        if ((0,xml_text/* textOfChild */.JV)(dependency, "scope") === "import")
            collectReferences(dependency, references);
    }
}

// EXTERNAL MODULE: ./src/targets/sources/workspaces/node/node-workspaces.ts + 6 modules
var node_workspaces = __webpack_require__(7057);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/workspace-tree.ts
var workspace_tree = __webpack_require__(376);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/readings.ts

class Readings {
    #ecosystemsOf;
    #known = new WeakMap();
    constructor(ecosystemsOf) {
        this.#ecosystemsOf = ecosystemsOf;
    }
    /** Throws `UnreadableManifest`. `other`: a tree that may have the same workspaces, and was read before. */
    async of(tree, other) {
        const known = this.#known.get(tree) ?? this.#read(tree, other);
        this.#known.set(tree, known);
        return (await known).workspaces;
    }
    async #read(tree, other) {
        const before = other === undefined ? undefined : await this.#known.get(other);
        if (other !== undefined && before !== undefined) {
            if (isReadAlike(await other.entries(), await tree.entries(), before.opened))
                return before;
        }
        const recorded = new RecordedTree(tree);
        const ecosystems = await this.#ecosystemsOf(tree);
        return { workspaces: await (0,workspace_tree/* readWorkspaceTree */.C)(recorded, ecosystems), opened: recorded.opened };
    }
}
/** The same paths of the same kinds, and the same content where it was read. */
function isReadAlike(one, other, opened) {
    if (one.size !== other.size)
        return false;
    for (const [path, { id, kind }] of one) {
        const beside = other.get(path);
        if (beside === undefined || beside.kind !== kind)
            return false;
        if (beside.id !== id && (kind === "link" || kind === "submodule" || opened.has(path)))
            return false;
    }
    return true;
}
/** Records the paths whose content a reading depends on. */
class RecordedTree {
    commit;
    opened = new Set();
    #tree;
    constructor(tree) {
        this.#tree = tree;
        this.commit = tree.commit;
    }
    entries() {
        return this.#tree.entries();
    }
    /** Also for content that is known from another tree. */
    opens(paths) {
        for (const path of paths)
            this.opened.add(path);
    }
    read(paths) {
        this.opens(paths);
        return this.#tree.read(paths);
    }
    /** Every file may contain a word, so no other tree counts as read alike. */
    async naming(words, pathspecs) {
        this.opens([...(await this.entries()).keys()]);
        return this.#tree.naming(words, pathspecs);
    }
    readLinks(paths) {
        this.opens(paths);
        return this.#tree.readLinks(paths);
    }
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/root-tests.ts



const FOLDER = /^(?:e2e|tests?|__tests__|specs?|(?:e2e|integration|system|acceptance)[-_]tests?|end-to-end)$/;
const TEST_FILE = /(?:^|\/)__tests__\/|[._-](?:test|spec)\.\w+$/;
/** Records of output, prose and what only a machine writes. */
const NOT_READ = /\.(?:snap|md|lock|png|jpe?g|gif|svg|ico|woff2?|wasm|zip|gz)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml)$/;
/** Here the names in code differ from the names of packages. */
const NAMES_DIFFER = /\.(?:pyi?|exs?|php|kts?|java|groovy|scala|cs|fs|vb|rs)$/;
const MOST_FILES = 20_000;
const LONGEST_TOKEN = 400;
const MOST_PARTS = 40;
const TOKEN = /[\w@.$/-]+/g;
const ENDINGS = [
    "",
    ".ts",
    ".js",
    ".mjs",
    ".cjs",
    ".tsx",
    ".jsx",
    ".mts",
    ".cts",
    ".json",
    "/index.ts",
    "/index.js",
];
/** Files that select, ignore or describe others. */
const SELECTS = /(?:^|\/)(?:\.\w*ignore|CODEOWNERS|\.gitattributes|[^/]*\.(?:md|lock)|package-lock\.json|pnpm-lock\.yaml)$|^\.github\//;
/** The outermost folder of tests around a path; null without one. */
function testFolderOf(path) {
    const names = (0,tree_paths/* directoryOf */.jt)(path).split("/");
    const index = names.findIndex((name) => FOLDER.test(name));
    return index === -1 ? null : names.slice(0, index + 1).join("/");
}
/** Null when it cannot be known. Throws `GitFailure`. */
async function usesOfFolder(one, folder) {
    const { tree, workspaces } = one;
    const entries = await tree.entries();
    const files = [...entries.values()].filter(({ path }) => path.startsWith(`${folder}/`));
    const isOwned = workspaces.packages.some(({ directory }) => (0,ecosystem/* isWithin */.UO)(directory, folder));
    if (isOwned || files.length > MOST_FILES || !(await isClosed(tree, files, folder)))
        return null;
    if (files.some(({ path }) => NAMES_DIFFER.test(path)))
        return null;
    const outside = await namingFiles(tree, folder);
    if (outside === null)
        return null;
    const texts = await textsOf(tree, files.map(({ path }) => path));
    const members = membersIn([...texts.values(), ...(await rootTexts(one, folder))], workspaces);
    if (members === null)
        return null;
    const readers = new Set();
    const used = new Set(members);
    const named = new Set();
    for (const [path, text] of outside) {
        const owners = workspaces.ownersOf(path);
        for (const owner of owners)
            readers.add(owner);
        if (owners.length === 0)
            for (const file of filesNamed(text, folder, entries))
                named.add(file);
    }
    for (const resolution of workspaces.resolutionsAround(null))
        used.add(resolution);
    for (const { name, directory } of workspaces.packages)
        if (directory === "")
            used.add(name);
    return { used, readers, entries: closureOf(named, texts, entries) };
}
/** The targets of a changed file in such a folder; null when it may concern every package. */
async function testTargets(sides, { path, changed }, usesOf) {
    const folder = testFolderOf(path);
    if (folder === null || changed.some((one) => one.isSubmodule && one.path.startsWith(`${folder}/`)))
        return null;
    const cause = { kind: "file", path };
    const used = new Map([[`${folder}/`, cause]]);
    const readers = new Map();
    for (const side of sides) {
        const uses = await usesOf(side, folder);
        if (uses === null || uses.entries.has(path))
            return null;
        for (const target of uses.used)
            used.set(target, cause);
        for (const target of uses.readers)
            readers.set(target, cause);
    }
    return { used, readers };
}
/** Without submodules, and without links that lead out of the folder. */
async function isClosed(tree, files, folder) {
    if (files.some(({ kind }) => kind === "submodule"))
        return false;
    const links = files.flatMap(({ path, kind }) => (kind === "link" ? path : []));
    const texts = links.length === 0 ? new Map() : await tree.readLinks(links);
    return links.every((link) => {
        const target = (0,tree_paths/* resolved */.L$)((0,tree_paths/* directoryOf */.jt)(link), texts.get(link) ?? "/");
        return target !== null && (0,ecosystem/* isWithin */.UO)(target, folder);
    });
}
/** Files elsewhere that name the folder, with their texts; null when the files are not on this machine. */
async function namingFiles(tree, folder) {
    const paths = await tree.naming([(0,tree_paths/* fileNameOf */.bV)(folder)], [":(exclude)*.md", `:(exclude)${folder}/*`]);
    if (paths === null)
        return null;
    const texts = await textsOf(tree, paths.filter((path) => !SELECTS.test(path)));
    const name = (0,tree_paths/* fileNameOf */.bV)(folder).replaceAll(/[^\w]/g, "\\$&");
    const mention = new RegExp(`(?<![\\w-])${name}(?=["'\`/\\s]|$)`, "m");
    return new Map([...texts].filter(([, text]) => mention.test(text)));
}
/** The root's manifest and the configuration of its test runner name what runs the tests. */
async function rootTexts({ tree }, folder) {
    const root = (0,tree_paths/* directoryOf */.jt)(folder);
    const runner = /^(?:package\.json|(?:jest|vitest|vite|playwright|cypress|karma|babel)\.\S*|\.(?:mocharc|babelrc)\S*)$/;
    const paths = [...(await tree.entries()).keys()].filter((path) => {
        const directory = (0,tree_paths/* directoryOf */.jt)(path);
        return (directory === root || directory === "") && runner.test((0,tree_paths/* fileNameOf */.bV)(path));
    });
    const texts = await textsOf(tree, paths);
    return [...texts].map(([path, text]) => (0,tree_paths/* fileNameOf */.bV)(path) === "package.json" ? withoutMembers(text) : text);
}
/** The package at the root has its dependencies itself, and patterns of members are no use of them. */
function withoutMembers(text) {
    try {
        const manifest = [...((0,parsed_files/* asTable */.fO)(JSON.parse(text)) ?? [])];
        return JSON.stringify(manifest.filter(([key]) => !/^(?:workspaces|files)$|ependencies$/.test(key)));
    }
    catch {
        return text;
    }
}
async function textsOf(tree, paths) {
    const decoder = new TextDecoder();
    const contents = await tree.read(paths.filter((path) => !NOT_READ.test(path)));
    return new Map([...contents].map(([path, bytes]) => [path, decoder.decode(bytes)]));
}
/** Packages that texts name, also by their directory or by a directory around them; null with a word that is too long. */
function membersIn(texts, { packages }) {
    const names = new Set(packages.map(({ name }) => name));
    const byDirectory = new Map();
    const around = new Set();
    for (const { name, directory } of packages) {
        byDirectory.set(directory, [...(byDirectory.get(directory) ?? []), name]);
        for (let here = (0,tree_paths/* directoryOf */.jt)(directory); here !== ""; here = (0,tree_paths/* directoryOf */.jt)(here))
            around.add(here);
    }
    const found = new Set();
    const tokens = new Set(texts.flatMap((text) => text.match(TOKEN) ?? []));
    for (const token of tokens) {
        const parts = token.split("/").filter((part) => part !== "" && part !== "." && part !== "..");
        if (token.length > LONGEST_TOKEN || parts.length > MOST_PARTS)
            return null;
        let isPlace = false;
        for (const [from] of parts.entries()) {
            for (let to = from + 1; to <= parts.length; to += 1) {
                const words = parts.slice(from, to).join("/");
                if (names.has(words))
                    found.add(words);
                for (const name of words === "" ? [] : (byDirectory.get(words) ?? [])) {
                    found.add(name);
                    isPlace = true;
                }
            }
        }
        if (!isPlace)
            for (const name of membersAround(parts, around, packages))
                found.add(name);
    }
    return found;
}
/** `../packages` and `packages` may mean each of the packages in it. */
function membersAround(parts, around, packages) {
    for (let count = parts.length; count > 0; count -= 1) {
        const place = parts.slice(0, count).join("/");
        if (!around.has(place))
            continue;
        return packages.flatMap(({ name, directory }) => ((0,ecosystem/* isWithin */.UO)(directory, place) ? [name] : []));
    }
    return [];
}
/** Files of the folder that a text names; patterns and tests are left out, since they only select. */
function filesNamed(text, folder, entries) {
    return [...text.matchAll(TOKEN)].flatMap((match) => {
        const written = match[0].replace(/^(?:\.{0,2}\/)+/, "");
        const isPattern = /^[*{(]/.test(text.slice(match.index + match[0].length));
        if (isPattern || !written.startsWith(`${folder}/`))
            return [];
        const place = written.replace(/\/$/, "");
        const file = fileAt(place, entries);
        if (file !== null)
            return TEST_FILE.test(file) ? [] : [file];
        if (FOLDER.test((0,tree_paths/* fileNameOf */.bV)(place)))
            return [];
        return [...entries.keys()].filter((path) => path.startsWith(`${place}/`));
    });
}
function fileAt(place, entries) {
    return ENDINGS.map((ending) => `${place}${ending}`).find((path) => entries.has(path)) ?? null;
}
/** With all that the files import by relative paths. */
function closureOf(named, texts, entries) {
    const reached = new Set(named);
    for (const path of reached) {
        for (const [, specifier = ""] of (texts.get(path) ?? "").matchAll(/["'`](\.{1,2}\/[^"'`\s]{1,300})["'`]/g)) {
            const place = (0,tree_paths/* resolved */.L$)((0,tree_paths/* directoryOf */.jt)(path), specifier.replace(/\.[cm]?js$/, "")) ?? "";
            const exact = (0,tree_paths/* resolved */.L$)((0,tree_paths/* directoryOf */.jt)(path), specifier) ?? "";
            const file = fileAt(exact, entries) ?? fileAt(place, entries) ?? null;
            if (file !== null)
                reached.add(file);
            else
                for (const one of texts.keys())
                    if (exact !== "" && one.startsWith((0,tree_paths/* joined */.oR)(exact, "")))
                        reached.add(one);
        }
    }
    return reached;
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/tree-edges.ts



const CONFIGURATION = /(?:^|\/)[jt]sconfig(?:\.[^/]+)?\.json$/;
/** A longer chain is a circle. */
const LONGEST_CHAIN = 20;
function treeEdges() {
    const configurations = new parsed_files/* ParsedFiles */.pj(parseConfiguration);
    return {
        lockfiles: new Map(),
        rootManifests: new Map(),
        async read(tree) {
            const entries = await tree.entries();
            const paths = [...entries.keys()].filter((path) => CONFIGURATION.test(path) && !`/${path}`.includes("/node_modules/"));
            const outsiders = [...(await linkEdges(tree))];
            for (const [path, parsed] of await configurations.read(tree, paths)) {
                if (parsed.kind === "unreadable")
                    continue;
                const places = parsed.value.flatMap((written) => tree_edges_placeOf(path, written, entries) ?? []);
                if (places.length > 0)
                    outsiders.push(tree_edges_outsider(path, places));
            }
            return { workspaces: [], outsiders };
        },
    };
}
function tree_edges_outsider(path, places) {
    return { manifest: path, code: path, places: new Set(places), names: new Set() };
}
/** Paths that begin with a dot; others lead to installed packages, which manifests request. */
function parseConfiguration(text) {
    const value = JSON.parse(tree_edges_withoutComments(text));
    const configuration = (0,parsed_files/* asTable */.fO)(value);
    const references = configuration?.get("references");
    const written = [
        ...[configuration?.get("extends")].flat(),
        ...[references].flat().map((reference) => (0,parsed_files/* textAt */.$6)((0,parsed_files/* asTable */.fO)(reference), "path")),
    ];
    return written.filter((path) => typeof path === "string" && path.startsWith("."));
}
/** Also without the commas before a closing bracket. */
function tree_edges_withoutComments(text) {
    const kept = text.replace(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g, (_all, quoted) => quoted ?? " ");
    return kept.replace(/("(?:[^"\\\n]|\\.)*")|,(\s*[}\]])/g, (_all, quoted, end) => quoted ?? end ?? "");
}
/** The ending `.json` may be left out; a place behind a link is not followed. */
function tree_edges_placeOf(path, written, entries) {
    const place = (0,tree_paths/* resolved */.L$)((0,tree_paths/* directoryOf */.jt)(path), written);
    if (place === null || place === "" || isBehindLink(place, entries))
        return null;
    return entries.has(place) || !entries.has(`${place}.json`) ? place : `${place}.json`;
}
/** The final target of each link, unless it is the whole repository. */
async function linkEdges(tree) {
    const entries = await tree.entries();
    const links = (0,hidden_members/* hiddenIn */.k_)(entries).flatMap(({ path, kind }) => (kind === "link" ? path : []));
    const texts = links.length === 0 ? new Map() : await tree.readLinks(links);
    return links.flatMap((link) => {
        const target = followed(link, texts);
        return target === null || target === "" || isBehindLink(target, entries)
            ? []
            : [tree_edges_outsider(link, [target])];
    });
}
/** Follows links to links, also for a folder in the middle of the path; null outside the repository. */
function followed(link, texts) {
    let place = link;
    for (let step = 0; step < LONGEST_CHAIN && place !== null; step += 1) {
        const on = linkAround(place, texts);
        if (on === null)
            return place;
        const target = (0,tree_paths/* resolved */.L$)((0,tree_paths/* directoryOf */.jt)(on), texts.get(on) ?? "");
        const rest = place.slice(on.length + 1);
        place = target === null || rest === "" ? target : (0,tree_paths/* resolved */.L$)(target, rest);
    }
    return null;
}
function linkAround(place, texts) {
    for (let here = place; here !== ""; here = (0,tree_paths/* directoryOf */.jt)(here))
        if (texts.has(here))
            return here;
    return null;
}
function isBehindLink(place, entries) {
    for (let here = place; here !== ""; here = (0,tree_paths/* directoryOf */.jt)(here)) {
        if (entries.get(here)?.kind === "link")
            return true;
    }
    return false;
}

// EXTERNAL MODULE: ./src/targets/sources/workspaces/workspace-change.ts
var workspace_change = __webpack_require__(4416);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/workspaces.ts
/**
 * Impacted targets from the workspaces of a repository (npm, yarn, pnpm, bun, Cargo, Go, Maven, and those in
 * `lazy-ecosystems.ts`). It reads only git's trees: nothing is installed, checked out or run. The targets are the packages.
 */















function workspacesSource() {
    // Several contexts share what was parsed, and the trees that they have in common.
    const readings = new Readings(sharedEcosystems());
    const remembered = new WeakMap();
    const folders = new WeakMap();
    const treesOf = (context) => {
        const trees = remembered.get(context) ?? readBoth(context, readings);
        remembered.set(context, trees);
        return trees;
    };
    return {
        name: "workspaces",
        runsRepositoryCode: false,
        detect: detectWorkspace,
        answer: (context) => allWhenUnreadable(async () => answer(context, await treesOf(context))),
        async dependents(context, targets) {
            const { base, head } = await treesOf(context);
            return (0,graph/* dependentsOf */.yk)({ base: base.graph, head: head.graph, changed: new Map() }, targets);
        },
        async owners(context, path) {
            const { base, head } = await treesOf(context);
            return [...new Set([...base.ownersOf(path), ...head.ownersOf(path)])];
        },
        async testTargets(context, path) {
            const { base, head } = await treesOf(context);
            const known = folders.get(context) ?? new Map();
            folders.set(context, known);
            const usesOf = (side, folder) => {
                const key = `${side.tree.commit} ${folder}`;
                const uses = known.get(key) ?? usesOfFolder(side, folder);
                known.set(key, uses);
                return uses;
            };
            const sides = [
                { tree: context.base, workspaces: base },
                { tree: context.head, workspaces: head },
            ];
            const targets = await testTargets(sides, { path, changed: context.changed }, usesOf);
            const graphs = { base: base.graph, head: head.graph, changed: new Map() };
            if (targets === null)
                return null;
            const { used, readers } = targets;
            return (0,graph/* firstCauses */.pq)(used, readers, (0,graph/* dependentsOf */.yk)(graphs, readers.keys()));
        },
        async knownNames(context) {
            const { base, head } = await treesOf(context);
            return new Set([...base.graph.keys(), ...head.graph.keys()]);
        },
    };
}
/** The manifest of a package: of one among several, or of the only one, at the root. */
async function detectWorkspace(head) {
    try {
        const tree = await (0,workspace_tree/* readWorkspaceTree */.C)(head, await sharedEcosystems()(head));
        return tree.packages.length > 1 || tree.single !== null ? (tree.packages[0]?.manifest ?? null) : null;
    }
    catch (error) {
        if (error instanceof ecosystem/* UnreadableManifest */.p1)
            return error.path;
        throw error;
    }
}
async function readBoth({ base, head, signal }, readings) {
    await Promise.all([base.entries(), head.entries()]);
    const before = await readings.of(base, head);
    signal.throwIfAborted();
    return { base: before, head: await readings.of(head, base) };
}
const ONLY_IN_ONE_TREE = "it decides how all packages of a workspace are built, and only one of the trees has it";
async function answer(context, { base, head }) {
    const { changed, signal } = context;
    signal.throwIfAborted();
    const before = { tree: context.base, workspaces: base };
    const after = { tree: context.head, workspaces: head };
    const modified = changed.filter(({ status }) => status === "modified").map(({ path }) => path);
    const doubts = new Map();
    for (const { path } of changed) {
        const isInOne = [base, head].some((one) => one.lockAt(path) ?? one.rootManifestAt(path));
        if (isInOne && !modified.includes(path))
            doubts.set(path, ONLY_IN_ONE_TREE);
    }
    const doubt = (path, because) => doubts.set(path, because);
    const known = await lockChanges(before, after, modified, doubt);
    const locks = await (0,root_changes/* rootChanges */.QM)(before, after, modified, known, doubt);
    const code = await (0,code_uses/* codeUses */.A)(before, after, changed);
    const impact = (0,workspace_change/* workspaceImpact */.kh)({ base, head, changed, locks, code });
    const notes = head.single === null ? [] : [noteOn(head.single)];
    return { kind: "targets", ...impact, disowned: doubts, notes };
}
function noteOn({ name, manifest }) {
    return `${name} (${manifest}) is the only package, so every change affects it. To test changes apart, map folders with paths.`;
}
async function allWhenUnreadable(answered) {
    try {
        return await answered();
    }
    catch (error) {
        if (!(error instanceof ecosystem/* UnreadableManifest */.p1))
            throw error;
        const hint = "Correct the manifest, or remove it from the workspace.";
        return { kind: "all", cause: { subject: error.path, rule: error.problem, hint } };
    }
}
/** The ecosystems with a file in a tree. Trees share them, since they keep what they have parsed. */
function sharedEcosystems() {
    const always = ECOSYSTEMS.map((ecosystem) => ecosystem());
    const loaded = new Map();
    return async (tree) => [...always, ...(await lazyEcosystemsOf(tree, loaded))];
}
const ECOSYSTEMS = [
    node_workspaces/* nodeEcosystem */.z,
    cargoEcosystem,
    goEcosystem,
    mavenEcosystem,
    treeEdges,
];


/***/ })

};
