export const id = 497;
export const ids = [497];
export const modules = {

/***/ 5497:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  cargoEcosystem: () => (/* binding */ cargoEcosystem)
});

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
        rest: JSON.stringify([...entry].filter(([key]) => key !== "dependencies")),
        dependencies,
    };
}
/**
 * Cargo unites the features that all crates request of another one, and the file does not record features. So a change of
 * one node may change how the nodes are built that it depends on.
 */
const readCargoLock = (text, { root, packages }) => {
    const { crates, rest } = parseCargoLock(text);
    const directories = new Map(packages.map((one) => [(0,ecosystem/* importedName */._L)(one), external_node_path_.posix.relative(root, one.directory)]));
    const keys = new Map();
    for (const crate of crates)
        keys.set(crate.name, [...(keys.get(crate.name) ?? []), keyOf(crate)]);
    const importers = new Map();
    const nodes = new Map();
    for (const crate of crates) {
        const dependencies = crate.dependencies.flatMap((written) => keysMeant(written, keys));
        const requests = dependencies.map(compatible).sort();
        const requestsOthers = JSON.stringify([crate.rest, requests]);
        // A dependency gets its version in the text when another version of it comes.
        const node = { content: crate.rest, dependencies, requestsOthers };
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
/**
 * The key with as much of the version as a crate chooses. A crate of the same version requests the same of a compatible
 * version of another one.
 */
function compatible(key) {
    return key.replace(/ (0\.0\.\d+|0\.\d+|\d+)[^ ]*/, " $1");
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

// EXTERNAL MODULE: ./src/targets/sources/workspaces/root-changes.ts
var root_changes = __webpack_require__(5208);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/cargo/cargo-root.ts




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
    const touched = new Set();
    for (const key of (0,root_changes/* differingKeys */.VZ)(before, after)) {
        // Which crates are members is in the graphs.
        if (key === "members" || key === "exclude")
            continue;
        const names = key === "dependencies"
            ? heirs((0,parsed_files/* tableAt */.af)(before, key), (0,parsed_files/* tableAt */.af)(after, key), change)
            : key === "package" || key === "lints"
                ? (0,root_changes/* allPackages */.$d)(change)
                : null;
        if (names === null)
            return null;
        for (const name of names)
            touched.add(name);
    }
    return [...touched];
}
/** Crates that inherit an entry which differs. */
function heirs(before, after, { workspaces }) {
    const differing = (0,root_changes/* differingKeys */.VZ)(before, after);
    return workspaces.flatMap(({ packages }) => packages.flatMap(({ name, inherits }) => (differing.some((key) => inherits?.has(key)) ? [name] : [])));
}
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
            const byPath = await manifests.read(tree, (0,tree_paths/* pathsNamed */.o3)(entries, MANIFEST));
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
                for (const root of alone)
                    found.push(readCrates(root, byPath));
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


/***/ })

};
