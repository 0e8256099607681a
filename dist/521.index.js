export const id = 521;
export const ids = [521];
export const modules = {

/***/ 3521:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   mavenEcosystem: () => (/* binding */ mavenEcosystem)
/* harmony export */ });
/* harmony import */ var _tree_paths_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5213);
/* harmony import */ var _ecosystem_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2730);
/* harmony import */ var _hidden_members_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2150);
/* harmony import */ var _parsed_files_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7527);
/* harmony import */ var _root_changes_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5208);
/* harmony import */ var _xml_text_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3107);






const MANIFEST = "pom.xml";
/** Projects that a test runs on. The modules around them own their files. */
const TEST_RESOURCE = /(?:^|\/)src\/(?:test|it|main)\/resources\//;
/** The code of the module at the root; any module may read other folders there. */
const OWN_FOLDER = /^src\//;
function mavenEcosystem() {
    const manifests = new _parsed_files_js__WEBPACK_IMPORTED_MODULE_3__/* .ParsedFiles */ .pj(parseMavenManifest);
    return {
        lockfiles: new Map(),
        rootManifests: new Map([[MANIFEST, compareMavenRoot]]),
        async read(tree) {
            const entries = await tree.entries();
            const byPath = new Map(await manifests.read(tree, (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .pathsNamed */ .o3)(entries, MANIFEST)));
            // A list of modules may name a file other than `pom.xml`.
            const listed = [...byPath].flatMap(([path, parsed]) => parsed.kind === "read" ? filesListed(path, parsed.value) : []);
            for (const [path, parsed] of await manifests.read(tree, listed))
                byPath.set(path, parsed);
            const reactors = await (0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_1__/* .readEach */ .e2)(rootsIn(byPath), (root) => readReactor(tree, root, byPath));
            const known = new Map(reactors.flatMap(({ modules }) => [...modules]));
            const others = [...byPath].flatMap(([path, parsed]) => parsed.kind === "unreadable" || known.has(path) ? [] : [[path, parsed.value]]);
            const index = new ModuleIndex(known, new Map(others));
            const inner = innerModules(reactors);
            return {
                workspaces: reactors.map((reactor) => workspaceOf(reactor, index, inner)),
                outsiders: others.map(([path, manifest]) => outsider(path, manifest, index)),
            };
        },
    };
}
/**
 * Modules that inherit from the root depend on it, and the list of modules is in the graphs. Build extensions concern every
 * module of the reactor.
 */
const compareMavenRoot = (change) => /<extensions>/.test(change.before + change.after) ? null : (0,_root_changes_js__WEBPACK_IMPORTED_MODULE_4__/* .rootPackages */ .gR)(change);
/** A manifest that no other manifest lists; what it requests by name may still come from here. */
function outsider(path, manifest, index) {
    const { names, places } = index.usedBy(manifest);
    places.delete((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .directoryOf */ .jt)(path));
    return { manifest: path, code: (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .joined */ .oR)((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .directoryOf */ .jt)(path), "src/A"), names, places };
}
function filesListed(path, { modules }) {
    const listed = modules.flatMap((module) => (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .resolved */ .L$)((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .directoryOf */ .jt)(path), module) ?? []);
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
        if ((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .fileNameOf */ .bV)(path) !== MANIFEST || listed.has(path))
            return path === MANIFEST ? [""] : [];
        if (TEST_RESOURCE.test(path))
            return [];
        const isRoot = parsed.kind === "read" ? parsed.value.modules.length > 0 : path === MANIFEST;
        return isRoot ? [(0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .directoryOf */ .jt)(path)] : [];
    });
}
function modulePaths(path, { modules }) {
    return modules.flatMap((module) => {
        const place = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .resolved */ .L$)((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .directoryOf */ .jt)(path), module);
        if (place === null)
            return [];
        return place.endsWith(".xml") ? [place] : [(0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .joined */ .oR)(place, MANIFEST)];
    });
}
async function readReactor(tree, root, manifests) {
    const modules = new Map();
    const waiting = [(0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .joined */ .oR)(root, MANIFEST)];
    const missing = new Set();
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
        const parsed = manifests.get(path);
        if (parsed === undefined)
            missing.add((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .directoryOf */ .jt)(path));
        if (parsed === undefined || modules.has(path))
            continue;
        const manifest = (0,_parsed_files_js__WEBPACK_IMPORTED_MODULE_3__/* .valueOf */ .RP)(parsed, path);
        modules.set(path, manifest);
        for (const module of modulePaths(path, manifest))
            waiting.push(module);
    }
    const hidden = (0,_hidden_members_js__WEBPACK_IMPORTED_MODULE_2__/* .hiddenIn */ .k_)(await tree.entries()).filter(({ path }) => [...missing].some((directory) => (0,_ecosystem_js__WEBPACK_IMPORTED_MODULE_1__/* .isWithin */ .UO)(directory, path)));
    const members = new Set([...modules.keys()].map(_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .directoryOf */ .jt));
    await (0,_hidden_members_js__WEBPACK_IMPORTED_MODULE_2__/* .refuseHidden */ .ly)(tree, hidden, { fileName: MANIFEST, members });
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
        const directory = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .directoryOf */ .jt)(path);
        return roots.has(directory) || manifest.onlyLists ? [] : [[directory, path]];
    }));
    const inner = new Map();
    for (const [path, manifest] of modules) {
        for (let here = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .directoryOf */ .jt)(path); here !== "";) {
            here = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .directoryOf */ .jt)(here);
            const around = outer.get(here);
            if (around !== undefined)
                inner.set(around, (inner.get(around) ?? new Set()).add(nameOf(manifest)));
        }
    }
    return inner;
}
function workspaceOf({ root, modules }, index, inner) {
    return {
        root,
        packages: packagesOf(modules, index, inner),
        claims: (path) => OWN_FOLDER.test(path),
        resolution: (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .joined */ .oR)(root, MANIFEST),
        overridden: new Set(),
    };
}
function packagesOf(modules, index, inner) {
    return [...modules].map(([path, manifest]) => {
        const name = nameOf(manifest);
        const { names: dependsOn, places, external } = index.usedBy(manifest);
        for (const one of inner.get(path) ?? [])
            dependsOn.add(one);
        dependsOn.delete(name);
        const directory = (0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .directoryOf */ .jt)(path);
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
                    places.add((0,_tree_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .directoryOf */ .jt)(path));
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
    const project = (0,_xml_text_js__WEBPACK_IMPORTED_MODULE_5__/* .parseXml */ .NO)(text);
    const artifact = (0,_xml_text_js__WEBPACK_IMPORTED_MODULE_5__/* .textOfChild */ .JV)(project, "artifactId");
    if (project.name !== "project" || artifact === null)
        throw new _parsed_files_js__WEBPACK_IMPORTED_MODULE_3__/* .ManifestProblem */ .Rn("it defines no project");
    const parent = (0,_xml_text_js__WEBPACK_IMPORTED_MODULE_5__/* .childOf */ .GG)(project, "parent");
    const references = [];
    for (const child of project.children)
        collectReferences(child, references);
    return {
        group: (0,_xml_text_js__WEBPACK_IMPORTED_MODULE_5__/* .textOfChild */ .JV)(project, "groupId") ?? (0,_xml_text_js__WEBPACK_IMPORTED_MODULE_5__/* .textOfChild */ .JV)(parent, "groupId"),
        artifact,
        modules: modulesIn(project),
        onlyLists: (0,_xml_text_js__WEBPACK_IMPORTED_MODULE_5__/* .textOfChild */ .JV)(project, "packaging") === "pom" && !hasPlugins(project),
        references,
    };
}
function hasPlugins(project) {
    const profiles = (0,_xml_text_js__WEBPACK_IMPORTED_MODULE_5__/* .childOf */ .GG)(project, "profiles")?.children ?? [];
    return [project, ...profiles].some((element) => (0,_xml_text_js__WEBPACK_IMPORTED_MODULE_5__/* .childOf */ .GG)((0,_xml_text_js__WEBPACK_IMPORTED_MODULE_5__/* .childOf */ .GG)(element, "build"), "plugins") !== null);
}
function modulesIn(project) {
    const profiles = (0,_xml_text_js__WEBPACK_IMPORTED_MODULE_5__/* .childOf */ .GG)(project, "profiles")?.children ?? [];
    return [project, ...profiles].flatMap((element) => ["modules", "subprojects"].flatMap((name) => ((0,_xml_text_js__WEBPACK_IMPORTED_MODULE_5__/* .childOf */ .GG)(element, name)?.children ?? [])
        .map(({ text }) => text.trim())
        .filter((module) => module !== "")));
}
function collectReferences(element, references) {
    if (UNRELATED_ELEMENTS.has(element.name))
        return;
    const artifact = (0,_xml_text_js__WEBPACK_IMPORTED_MODULE_5__/* .textOfChild */ .JV)(element, "artifactId");
    if (artifact !== null) {
        references.push({
            group: (0,_xml_text_js__WEBPACK_IMPORTED_MODULE_5__/* .textOfChild */ .JV)(element, "groupId"),
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
        if ((0,_xml_text_js__WEBPACK_IMPORTED_MODULE_5__/* .textOfChild */ .JV)(dependency, "scope") === "import")
            collectReferences(dependency, references);
    }
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
