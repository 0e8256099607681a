export const id = 853;
export const ids = [853];
export const modules = {

/***/ 5853:
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
// EXTERNAL MODULE: ./src/targets/sources/workspaces/parsed-files.ts
var parsed_files = __webpack_require__(7527);
// EXTERNAL MODULE: ./src/targets/sources/workspaces/root-changes.ts
var root_changes = __webpack_require__(5208);
// EXTERNAL MODULE: ./src/targets/path-patterns.ts + 3 modules
var path_patterns = __webpack_require__(9255);
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
        for (const path of paths) {
            if (element.name === "Import")
                imports.push(path);
            else if (isList(path))
                continue;
            else if (REFERENCES.has(element.name))
                projects.push(path);
            else if (!NOT_PATHS.has(element.name) && !ONLY_COMPUTED.test(path))
                files.push(path);
        }
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

;// CONCATENATED MODULE: ./src/targets/sources/workspaces/dotnet/solution-file.ts
/**
 * Reads solutions (`.sln`, `.slnx`): the projects that are built together, and the order of builds, which makes a project
 * depend on another one without a reference. Folders, their files and settings of editors have no effect.
 */



const SOLUTION = /\.slnx?$/;
const EMPTY_SOLUTION = { projects: new Map(), rest: "" };
function parseSolution(text) {
    return /^\uFEFF?\s*</.test(text) ? parseXmlSolution(text) : parseTextSolution(text);
}
/** From a project to those that a solution at `path` builds before it. */
function buildOrder(path, { projects }) {
    const places = (written) => (0,tree_paths/* resolved */.L$)((0,tree_paths/* directoryOf */.jt)(path), written) ?? [];
    return new Map([...projects].flatMap(([project, { after }]) => [places(project)].flat().map((place) => [place, after.flatMap(places)])));
}
/** Names of the projects whose entries differ; a new solution is compared with an empty one. */
const compareSolutions = Object.assign(({ path, before, after, workspaces }) => {
    const [was, is] = [before, after].map((text) => (text === "" ? EMPTY_SOLUTION : parseSolution(text)));
    if (was === undefined || is === undefined)
        return null;
    // Without a rest there was no solution, or there is none any more.
    if (was.rest !== is.rest && was.rest !== "" && is.rest !== "")
        return null;
    const names = new Set();
    for (const project of new Set([...was.projects.keys(), ...is.projects.keys()])) {
        if (was.projects.get(project)?.content === is.projects.get(project)?.content)
            continue;
        const place = (0,tree_paths/* resolved */.L$)((0,tree_paths/* directoryOf */.jt)(path), project);
        const found = workspaces.flatMap(({ packages }) => packages.filter(({ manifest }) => manifest === place));
        if (found.length === 0)
            return null;
        for (const { name } of found)
            names.add(name);
    }
    return [...names];
}, { takesAbsent: true });
function parseXmlSolution(text) {
    const root = (0,xml_text/* parseXml */.NO)(text.replace(/^\uFEFF/, ""));
    if (root.name !== "Solution")
        throw new parsed_files/* ManifestProblem */.Rn("it is no solution");
    const projects = new Map();
    const rest = [];
    const visit = (element) => {
        if (element.name === "Folder")
            element.children.forEach(visit);
        else if (element.name === "Project") {
            const written = slashed(element.attributes.get("Path") ?? "");
            const after = element.children.flatMap(({ name, attributes }) => name === "BuildDependency" ? slashed(attributes.get("Project") ?? "") : []);
            projects.set(written, { content: solution_file_serialized(element), after });
        }
        else if (element.name !== "File")
            rest.push(solution_file_serialized(element));
    };
    root.children.forEach(visit);
    return { projects, rest: JSON.stringify(rest) };
}
function solution_file_serialized({ name, attributes, children }) {
    const kept = [...attributes].filter(([key]) => key !== "Id" && key !== "DisplayName");
    return JSON.stringify([name, kept, children.map(solution_file_serialized)]);
}
/** The kind of an entry that is a folder. */
const FOLDER = "{2150E333-8FDC-42A3-9474-1A3956D46DE8}";
const PROJECT_LINE = /^Project\("([^"]*)"\)\s*=\s*"[^"]*"\s*,\s*"([^"]*)"\s*,\s*"([^"]*)"/;
const WITHOUT_EFFECT = new Set([
    "SolutionProperties",
    "NestedProjects",
    "ExtensibilityGlobals",
    "SolutionItems",
]);
/** One pass over the lines. */
function parseTextSolution(text) {
    const entries = new Map();
    const rest = [];
    let entry = null;
    let section = "";
    for (const raw of text.split("\n")) {
        const line = raw.trim();
        const [, kind = "", path = "", id = ""] = PROJECT_LINE.exec(line) ?? [];
        if (id !== "") {
            entry = { path: slashed(path), kind: kind.toUpperCase(), lines: [], afterIds: [] };
            entries.set(id.toUpperCase(), entry);
        }
        else if (line === "EndProject")
            entry = null;
        else if (/^(?:Project|Global)Section\(/.test(line))
            section = /\(([^)]*)\)/.exec(line)?.[1] ?? "";
        else if (/^End(?:Project|Global)Section$/.test(line))
            section = "";
        else if (section === "" || WITHOUT_EFFECT.has(section))
            continue;
        else if (section === "ProjectDependencies")
            entry?.afterIds.push((line.split("=", 1)[0] ?? "").trim());
        else if (section === "ProjectConfigurationPlatforms") {
            const end = line.indexOf("}") + 1;
            const listed = entries.get(line.slice(0, end).toUpperCase());
            if (listed === undefined)
                rest.push(line);
            else
                listed.lines.push(line.slice(end));
        }
        else if (entry === null)
            rest.push(JSON.stringify([section, line]));
        else
            entry.lines.push(JSON.stringify([section, line]));
    }
    const projects = new Map();
    for (const { path, kind, lines, afterIds } of entries.values()) {
        if (kind === FOLDER)
            continue;
        const after = afterIds.flatMap((id) => entries.get(id.toUpperCase())?.path ?? []);
        projects.set(path, { content: JSON.stringify([kind, lines.sort(), after]), after });
    }
    return { projects, rest: JSON.stringify(rest) };
}
function slashed(path) {
    return path.replaceAll("\\", "/");
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
    const solutions = new parsed_files/* ParsedFiles */.pj(parseSolution);
    return {
        lockfiles: new Map(),
        rootManifests: { get: comparisonFor },
        async read(tree) {
            const entries = await tree.entries();
            const paths = [...entries.keys()].filter((path) => IMPORTED.test(path));
            const byPath = await files.read(tree, paths);
            // MSBuild cannot build an unreadable one, so no project refers to it.
            const isBroken = (path) => (0,ecosystem/* isTestMaterial */.GW)(path) && byPath.get(path)?.kind !== "read";
            const projects = paths.filter((path) => PROJECT.test(path) && !isBroken(path));
            for (const path of projects) {
                const kind = entries.get(path)?.kind;
                if (kind === "link")
                    throw new ecosystem/* UnreadableManifest */.p1(path, "it is a link, which is not followed");
            }
            if (projects.length === 0)
                return NOTHING;
            const solutionPaths = [...entries.keys()].filter((path) => SOLUTION.test(path) && !(0,ecosystem/* isTestMaterial */.GW)(path));
            const orders = orderIn(await solutions.read(tree, solutionPaths));
            return { workspaces: [workspaceOf(projects, byPath, orders)], outsiders: [] };
        },
    };
}
const NOTHING = { workspaces: [], outsiders: [] };
function comparisonFor(path) {
    if (path === VERSIONS)
        return compareVersions;
    return SOLUTION.test(path) && !(0,ecosystem/* isTestMaterial */.GW)(path) ? compareSolutions : undefined;
}
function orderIn(solutions) {
    const orders = new Map();
    for (const [path, parsed] of solutions) {
        for (const [project, before] of buildOrder(path, (0,parsed_files/* valueOf */.RP)(parsed, path))) {
            if (before.length === 0)
                continue;
            orders.set(project, new Set([...(orders.get(project) ?? []), ...before]));
        }
    }
    return orders;
}
function workspaceOf(projects, files, orders) {
    const read = projects.map((path) => readProject(path, files));
    const packages = read.map(({ path, references, files: others, packages: requested }) => {
        const exact = new Set([
            ...references.flatMap(({ exact: one }) => one ?? []),
            ...(orders.get(path) ?? []),
        ]);
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
        packages: (0,ecosystem/* withInnerPackages */._r)(packages),
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
        for (const one of value.projects.flatMap(meant))
            references.push(one);
        for (const one of value.files.flatMap(meant))
            others.push(one);
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


/***/ })

};
