export const id = 791;
export const ids = [791];
export const modules = {

/***/ 1791:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  dotnetEcosystem: () => (/* binding */ dotnetEcosystem)
});

// EXTERNAL MODULE: ./src/targets/tree-paths.ts
var tree_paths = __webpack_require__(5213);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/ecosystem.ts
var ecosystem = __webpack_require__(2730);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/inner-packages.ts
var inner_packages = __webpack_require__(6454);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/parsed-files.ts
var parsed_files = __webpack_require__(7527);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/root-changes.ts + 1 modules
var root_changes = __webpack_require__(6498);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/test-material.ts
var test_material = __webpack_require__(1520);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/maven/xml-text.ts
var xml_text = __webpack_require__(3107);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/dotnet/msbuild-file.ts
/** Parses projects of .NET and files that they import: what they refer to by path, and which packages they request. */


const VERSION = "PackageVersion";
/** Attributes with paths, in elements of any name. */
const WITH_PATHS = ["Include", "Update", "Project", "Projects", "SourceFiles", "Files"];
const REFERENCES = new Set(["ProjectReference", "MSBuild", "CallTarget"]);
/** A list that was collected elsewhere, or a property that stands alone: its text is not in this place. */
const ONLY_COMPUTED = /^[$@%]\([^/]*\)$/;
const PACKAGES = new Set([
    "PackageReference",
    "GlobalPackageReference",
    "PackageDownload",
]);
const NOT_PATHS = new Set([
    ...PACKAGES,
    VERSION,
    "FrameworkReference",
    "Reference",
    "Using",
    "InternalsVisibleTo",
]);
function parseMsbuildFile(text) {
    const root = (0,xml_text/* parseXml */.NO)(text);
    if (root.name !== "Project")
        throw new parsed_files/* ManifestProblem */.Rn("it defines no project");
    const projects = [];
    const imports = [];
    const files = [];
    const packages = new Set();
    const versions = new Map();
    const visit = (element, around) => {
        if (element.name === VERSION) {
            const entry = JSON.stringify([around, serialized(element)]);
            for (const name of versionNames(element))
                versions.set(name, [...(versions.get(name) ?? []), entry]);
        }
        if (PACKAGES.has(element.name))
            for (const name of listIn(nameOf(element)))
                packages.add(name);
        const paths = WITH_PATHS.flatMap((key) => listIn(element.attributes.get(key) ?? ""));
        const isList = (path) => /^[@%]\(/.test(path);
        if (element.name === "Import")
            imports.push(...paths);
        else if (REFERENCES.has(element.name))
            projects.push(...paths.filter((path) => !isList(path)));
        else if (!NOT_PATHS.has(element.name))
            files.push(...paths.filter((path) => !ONLY_COMPUTED.test(path) && !isList(path)));
        const conditions = [...around, JSON.stringify([element.name, ...element.attributes])];
        for (const child of element.children)
            visit(child, conditions);
    };
    visit(root, []);
    return {
        projects,
        imports,
        files,
        packages,
        versions: versions.size === 0 ? null : versions,
        rest: serialized(root, VERSION),
    };
}
function nameOf({ attributes }) {
    return (attributes.get("Include") ?? attributes.get("Update") ?? "").trim().toLowerCase();
}
function listIn(written) {
    return written.split(";").flatMap((one) => {
        const path = one.trim().replaceAll("\\", "/");
        return path === "" ? [] : [path];
    });
}
/** An entry without a name may be for every package, as one with a computed name. */
function versionNames({ attributes }) {
    const names = ["Include", "Update", "Remove"].flatMap((key) => listIn(attributes.get(key) ?? ""));
    return names.length === 0 ? ["$()"] : names.map((name) => name.toLowerCase());
}
function serialized(element, omitted) {
    const children = element.children
        .filter(({ name }) => name !== omitted)
        .map((child) => serialized(child, omitted));
    return JSON.stringify([element.name, [...element.attributes], element.text.trim(), children]);
}

// EXTERNAL MODULE: ./src/targets/path-patterns.ts + 3 modules
var path_patterns = __webpack_require__(9255);
;// CONCATENATED MODULE: ./src/targets/sources/workspaces/dotnet/written-paths.ts
/** Which files of the repository a path in an MSBuild file may mean. */


const HERE = /^\$\((?:MSBuildThisFileDirectory|MSBuildProjectDirectory)\)\/?/i;
const VARIABLE = /[$@%]\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;
const NEVER = { matches: () => false, exact: null };
/** `from`: the file that contains it. Null for a path outside the repository. */
function writtenPath(written, from) {
    const here = written.replace(HERE, "./");
    const path = here.replace(VARIABLE, "\0");
    if (path.includes("\0"))
        return computed(path.replace(/^\.\//, ""), from);
    const place = (0,tree_paths/* resolved */.L$)((0,tree_paths/* directoryOf */.jt)(from), path.replace(/^\.\//, ""));
    if (place === null || /^[A-Za-z]:|^\//.test(path))
        return NEVER;
    if (!/[*?]/.test(place))
        return { matches: (other) => other === place, exact: place };
    return matchingAny([place]);
}
/** A property in front may be any folder; one behind a folder is one name, without a slash. */
function computed(path, from) {
    const front = path.slice(0, path.indexOf("\0"));
    if (front === "") {
        const end = path
            .slice(1)
            .replace(/^.*\.\.\//s, "")
            .replaceAll("\0", "*");
        return matchingAny([`**/${end.replace(/^\//, "")}`, `**/*${end}`]);
    }
    const folder = (0,tree_paths/* resolved */.L$)((0,tree_paths/* directoryOf */.jt)(from), front.slice(0, front.lastIndexOf("/") + 1) || ".");
    if (folder === null)
        return NEVER;
    const behind = path.slice(front.lastIndexOf("/") + 1).replaceAll("\0", "*");
    return matchingAny([(0,tree_paths/* joined */.oR)(folder, behind)]);
}
function matchingAny(patterns) {
    try {
        const tests = patterns.map((pattern) => (0,path_patterns/* compilePattern */.Eb)(escaped(pattern)));
        return { matches: (path) => tests.some((test) => test(path)), exact: null };
    }
    catch (error) {
        if (!(error instanceof path_patterns/* PatternError */.JM))
            throw error;
        return { matches: () => true, exact: null };
    }
}
/** Stars and question marks are special to MSBuild, and nothing else. */
function escaped(path) {
    return path.replace(/[[\]{}()!+@\\]/g, "\\$&");
}

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/dotnet/dotnet-projects.ts
/** Projects of .NET (C#, F#, Visual Basic): their references to each other, and the build files that they import. */








const PROJECT = /\.(?:cs|fs|vb)proj$/;
/** Files that projects import; MSBuild imports those of the second kind itself, for every project below. */
const IMPORTED = /\.(?:props|targets|proj)$|\.(?:cs|fs|vb)proj$/;
const AUTOMATIC = /(?:^|\/)Directory\.(?:Build\.props|Build\.targets|Packages\.props|Build\.rsp)$|(?:^|\/)nuget\.config$|(?:^|\/)\.editorconfig$|(?:^|\/)\.globalconfig$/i;
const VERSIONS = "Directory.Packages.props";
const PINS = "CentralPackageTransitivePinningEnabled";
function dotnetEcosystem() {
    const files = new parsed_files/* ParsedFiles */.pj(parseMsbuildFile);
    return {
        lockfiles: new Map(),
        rootManifests: new Map([[VERSIONS, compareVersions]]),
        async read(tree) {
            const entries = await tree.entries();
            const paths = [...entries.keys()].filter((path) => IMPORTED.test(path));
            const byPath = await files.read(tree, paths);
            // MSBuild cannot build an unreadable one, so no project refers to it.
            const isBroken = (path) => (0,test_material/* isTestMaterial */.G)(path) && byPath.get(path)?.kind !== "read";
            const projects = paths.filter((path) => PROJECT.test(path) && !isBroken(path));
            for (const path of projects) {
                const kind = entries.get(path)?.kind;
                if (kind === "link")
                    throw new ecosystem/* UnreadableManifest */.p1(path, "it is a link, which is not followed");
            }
            return projects.length === 0 ? NOTHING : { workspaces: [workspaceOf(projects, byPath)], outsiders: [] };
        },
    };
}
const NOTHING = { workspaces: [], outsiders: [] };
function workspaceOf(projects, files) {
    const read = projects.map((path) => readProject(path, files));
    const packages = read.map(({ path, references, files: others, packages: requested }) => {
        const exact = new Set(references.flatMap(({ exact: one }) => one ?? []));
        const computed = references.filter(({ exact: one }) => one === null);
        const used = projects.filter((other) => exact.has(other) || computed.some(({ matches }) => matches(other)));
        const places = new Set(others.flatMap(({ exact: one }) => (one !== null && projects.includes(one) ? [one] : [])));
        const name = dotnet_projects_nameOf(path);
        const dependsOn = new Set([...used, ...places].map(dotnet_projects_nameOf));
        dependsOn.delete(name);
        return (0,ecosystem/* packageOf */.wg)({ name, directory: (0,tree_paths/* directoryOf */.jt)(path), manifest: path, dependsOn, inherits: requested });
    });
    return {
        root: "",
        packages: (0,inner_packages/* withInnerPackages */._)(packages),
        claims: (path) => projects.some((project) => !project.includes("/")) && !AUTOMATIC.test(path) && path.includes("/"),
        resolution: projects[0] === undefined ? VERSIONS : "*.slnx",
        overridden: new Set(),
        readers: (path) => path === VERSIONS ? [] : read.filter((one) => isReadBy(path, one)).map((one) => dotnet_projects_nameOf(one.path)),
    };
}
function dotnet_projects_nameOf(path) {
    return (0,tree_paths/* fileNameOf */.bV)(path).replace(PROJECT, "");
}
function isReadBy(path, { path: project, files, imports }) {
    if (AUTOMATIC.test(path) && (0,ecosystem/* isWithin */.UO)(project, (0,tree_paths/* directoryOf */.jt)(path)))
        return true;
    if (imports.has(path))
        return true;
    // A file beside the project is its own in any case.
    return !(0,ecosystem/* isWithin */.UO)(path, (0,tree_paths/* directoryOf */.jt)(project)) && files.some(({ matches }) => matches(path));
}
/** The project with all that it imports, and what MSBuild imports for it. */
function readProject(path, files) {
    const imports = new Set([path, ...automaticFor(path, files)]);
    const references = [];
    const others = [];
    const packages = new Set();
    for (const file of imports) {
        const parsed = files.get(file);
        if (parsed === undefined)
            continue;
        const value = (0,parsed_files/* valueOf */.RP)(parsed, file);
        for (const name of value.packages)
            packages.add(name);
        const meant = (one) => [
            writtenPath(one, file),
            ...(file === path ? [] : [writtenPath(one, path)]),
        ];
        references.push(...value.projects.flatMap(meant));
        others.push(...value.files.flatMap(meant));
        for (const one of value.imports.flatMap(meant)) {
            for (const other of files.keys())
                if (!PROJECT.test(other) && one.matches(other))
                    imports.add(other);
        }
    }
    return { path, references, files: others, imports, packages };
}
function automaticFor(path, files) {
    return [...files.keys()].filter((other) => AUTOMATIC.test(other) && (0,ecosystem/* isWithin */.UO)(path, (0,tree_paths/* directoryOf */.jt)(other)));
}
/** Versions concern the projects that request the package, unless they are pinned for packages behind others, too. */
const compareVersions = (change) => {
    const [before, after] = [parseMsbuildFile(change.before), parseMsbuildFile(change.after)];
    if (before.rest !== after.rest || change.after.includes(PINS))
        return (0,root_changes/* allPackages */.$d)(change);
    const names = new Set([...(before.versions?.keys() ?? []), ...(after.versions?.keys() ?? [])]);
    const differing = [...names].filter((name) => {
        const entries = [before, after].map(({ versions }) => JSON.stringify(versions?.get(name) ?? []));
        return entries[0] !== entries[1];
    });
    return change.workspaces.flatMap(({ packages }) => packages.flatMap(({ name, inherits }) => differing.some((one) => mayRequest(inherits, one)) ? [name] : []));
};
/** In a name that may be any. */
const COMPUTED = /[$@%]\(|\*/;
function mayRequest(inherits, name) {
    return (inherits?.has(name) === true ||
        COMPUTED.test(name) ||
        [...(inherits ?? [])].some((one) => COMPUTED.test(one)));
}


/***/ }),

/***/ 6454:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _: () => (/* binding */ withInnerPackages)
/* harmony export */ });
/* harmony import */ var _tree_paths_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5213);
/** Packages inside the directory of another one, where tools read the folder of the outer one with everything in it. */

/** Each package with the packages inside it. The one at the root counts as containing none, or any two would share a target. */
function withInnerPackages(packages) {
    const outer = new Set(packages.map(({ directory }) => directory));
    const inner = new Map();
    for (const { name, directory } of packages) {
        for (let here = directory; here !== "";) {
            here = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .directoryOf */ .jt)(here);
            if (here !== "" && outer.has(here))
                inner.set(here, (inner.get(here) ?? new Set()).add(name));
        }
    }
    return packages.map((one) => {
        const inside = inner.get(one.directory);
        if (inside === undefined)
            return one;
        const dependsOn = new Set([...one.dependsOn, ...inside]);
        dependsOn.delete(one.name);
        return { ...one, dependsOn };
    });
}


/***/ }),

/***/ 1520:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   G: () => (/* binding */ isTestMaterial)
/* harmony export */ });
/** Folders whose manifests are input of tests, templates of new projects, or installed packages: no targets. */
const TEST_MATERIAL = /(?:^|\/)(?:testdata|test[-_](?:data|assets|projects|resources|fixtures)|fixtures?|__fixtures__|__tests__|src\/[^/]*[Tt]est[^/]*\/resources|src\/main\/resources|templates?|__brick__|node_modules|vendor|\.[^/]+)\//;
function isTestMaterial(path) {
    return TEST_MATERIAL.test(path);
}


/***/ })

};
