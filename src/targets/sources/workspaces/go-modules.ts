/** Go modules: those a `go.work` uses, or without one every `go.mod`, and who requires whom. */
import { type Ecosystem, type Package, readEach, UnreadableManifest, type Workspace } from "./ecosystem.js";
import { type GoManifest, type GoReplacement, parseGoManifest } from "./go-manifest.js";
import { type Parsed, ParsedFiles, valueOf } from "./parsed-files.js";
import { directoryOf, joined, pathsNamed, resolved } from "./tree-paths.js";

const MANIFEST = "go.mod";
const WORK = "go.work";
/** What the go command does not look into, and what tests bring with them. */
const SET_ASIDE = /(?:^|\/)(?:vendor|testdata|fixtures|__fixtures__|[._][^/]*)(?:\/|$)/;

type Manifests = ReadonlyMap<string, Parsed<GoManifest>>;

export function goEcosystem(): Ecosystem {
  const manifests = new ParsedFiles(parseGoManifest);
  return {
    // go.sum stands in the module that it belongs to.
    lockfiles: new Map(),
    async read(tree) {
      const entries = await tree.entries();
      const pathsOf = (name: string) =>
        pathsNamed(entries.keys(), name).filter((path) => !SET_ASIDE.test(path));
      const modules = await manifests.read(tree, pathsOf(MANIFEST));
      const works = await manifests.read(tree, pathsOf(WORK));
      if (works.size === 0)
        return modules.size === 0 ? [] : [workspaceOf(MANIFEST, [...modules.keys()], modules, [])];
      const roots = [...works.keys()].map(directoryOf);
      return readEach(roots, (root) => readWork(root, works, modules));
    },
  };
}

function readWork(root: string, works: Manifests, modules: Manifests): Workspace {
  const path = joined(root, WORK);
  const parsed = works.get(path);
  if (parsed === undefined) throw new UnreadableManifest(path, "it is missing");
  const { uses, replaces } = valueOf(parsed, path);
  const used = uses.flatMap((directory) => resolved(root, directory) ?? []);
  const manifests = used.map((directory) => joined(directory, MANIFEST)).filter((one) => modules.has(one));
  return workspaceOf(path, manifests, modules, replaces);
}

/** The module at the root owns its Go code; of what else lies around there nobody knows whose it is. */
function workspaceOf(
  resolution: string,
  paths: readonly string[],
  modules: Manifests,
  replaces: readonly GoReplacement[],
): Workspace {
  const root = directoryOf(resolution);
  const manifests = new Map<string, GoManifest>();
  for (const path of paths) {
    const parsed = modules.get(path);
    if (parsed !== undefined) manifests.set(directoryOf(path), valueOf(parsed, path));
  }
  const packages = packagesOf(root, manifests, replaces);
  return { root, packages, claims: (path) => path.endsWith(".go"), resolution };
}

function packagesOf(
  root: string,
  manifests: ReadonlyMap<string, GoManifest>,
  replaces: readonly GoReplacement[],
): readonly Package[] {
  const names = new Map(
    [...manifests].map(([directory, { module }]) => [directory, module ?? (directory || ".")]),
  );
  const known = new Set(names.values());
  const targetOf = (replacement: GoReplacement, directory: string) => {
    const place = /^\.{1,2}(?:\/|$)/.test(replacement.by) ? resolved(directory, replacement.by) : null;
    return place === null ? replacement.by : names.get(place);
  };
  const forEverybody = replaces.map((replacement) => targetOf(replacement, root));
  return [...manifests].map(([directory, { requires, replaces: own }]) => {
    const name = names.get(directory) ?? directory;
    const mentioned = [
      ...forEverybody,
      ...requires,
      ...own.map((replacement) => targetOf(replacement, directory)),
    ];
    const dependsOn = new Set<string>();
    for (const target of mentioned) {
      if (target !== undefined && target !== name && known.has(target)) dependsOn.add(target);
    }
    return { name, directory, manifest: joined(directory, MANIFEST), dependsOn, external: new Set<string>() };
  });
}
