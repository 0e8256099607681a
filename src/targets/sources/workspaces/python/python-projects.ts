/** Python projects: members of uv workspaces, and other projects with a `pyproject.toml`, such as Poetry's. */
import { directoryOf, pathsNamed } from "../../../tree-paths.js";
import { type CompareRoot, type Ecosystem, isTestMaterial } from "../ecosystem.js";
import { memberTest } from "../member-patterns.js";
import { readNamedPackages } from "../named-packages.js";
import { parseToml } from "../parse-toml.js";
import { asTable, ParsedFiles, type Table, tableAt } from "../parsed-files.js";
import { differingKeys, rootPackages } from "../root-changes.js";
import { type PythonManifest, parsePythonManifest } from "./python-manifest.js";
import { readUvLock } from "./uv-lock.js";

const MANIFEST = "pyproject.toml";

export function pythonEcosystem(): Ecosystem {
  const manifests = new ParsedFiles(parsePythonManifest);
  return {
    lockfiles: new Map([["uv.lock", readUvLock]]),
    rootManifests: new Map([[MANIFEST, comparePythonRoot]]),
    async read(tree) {
      const entries = await tree.entries();
      const byPath = await manifests.read(tree, pathsNamed(entries, MANIFEST));
      const roots = [...byPath].flatMap(([path, parsed]) => {
        const workspace = parsed.kind === "read" && !isTestMaterial(path) ? parsed.value.workspace : null;
        if (workspace === null || parsed.kind !== "read") return [];
        const patterns = [...workspace.members, ...workspace.exclude.map((one) => `!${one}`)];
        const members = memberTest(patterns, path, { exclusionsAreFinal: true });
        return [
          { root: directoryOf(path), members, claims: (file: string) => ownsAtRoot(file, parsed.value) },
        ];
      });
      return readNamedPackages({
        tree,
        fileName: MANIFEST,
        manifests: withSourcesOfRoots(byPath, new Set(roots.map(({ root }) => root))),
        roots,
        lockFiles: ["uv.lock", "poetry.lock", "pdm.lock"],
        ownsAtRoot,
      });
    },
  };
}

type Manifests = Awaited<ReturnType<ParsedFiles<PythonManifest>["read"]>>;

/** A project with requirements that are not in its manifest may use every source. */
function withSourcesOfRoots(manifests: Manifests, roots: ReadonlySet<string>): Manifests {
  const sources = new Set<string>();
  for (const [path, parsed] of manifests) {
    if (parsed.kind !== "read" || !roots.has(directoryOf(path))) continue;
    for (const source of parsed.value.sources) sources.add(source);
  }
  if (sources.size === 0) return manifests;
  return new Map(
    [...manifests].map(([path, parsed]) => {
      if (parsed.kind !== "read" || !parsed.value.isDynamic) return [path, parsed] as const;
      const requests = new Set([...parsed.value.requests, ...sources]);
      return [path, { kind: "read", value: { ...parsed.value, requests } }] as const;
    }),
  );
}

/** The usual folders of code and tests, and the package that has the project's name. */
function ownsAtRoot(path: string, { name }: PythonManifest): boolean {
  const [folder = ""] = path.split("/", 1);
  if (!path.includes("/")) return false;
  return (
    folder === "src" ||
    folder === "tests" ||
    folder === "test" ||
    folder === (name ?? "").replaceAll("-", "_")
  );
}

/** Members and sources are in the graphs; the rest is in the lock file. */
const OF_UV: ReadonlySet<string> = new Set([
  "workspace",
  "sources",
  "constraint-dependencies",
  "override-dependencies",
  "build-constraint-dependencies",
  "dev-dependencies",
]);
/** These concern the root's own package. */
const OF_ROOT: ReadonlySet<string> = new Set(["build-system", "project", "dependency-groups"]);
const OF_BUILDS: ReadonlySet<string> = new Set([
  "hatch",
  "setuptools",
  "poetry",
  "pdm",
  "flit",
  "uv-dynamic-versioning",
]);

/** What a change of the `pyproject.toml` at the root of a uv workspace means. Configuration of tools concerns every project. */
const comparePythonRoot: CompareRoot = (change) => {
  const [before, after] = [tableOf(change.before), tableOf(change.after)];
  const keys = differingKeys(before, after);
  const tools = differingKeys(tableAt(before, "tool"), tableAt(after, "tool"));
  const ofUv = differingKeys(uvIn(before), uvIn(after));
  const isKnown =
    keys.every((key) => key === "tool" || OF_ROOT.has(key)) &&
    tools.every((tool) => tool === "uv" || OF_BUILDS.has(tool)) &&
    ofUv.every((key) => OF_UV.has(key));
  const names = rootPackages(change);
  // Without a lock file the root's requirements decide what all projects get.
  return isKnown && change.isLocked ? names : null;
};

function tableOf(text: string): Table {
  return asTable(parseToml(text)) ?? new Map();
}

function uvIn(manifest: Table): Table {
  return tableAt(tableAt(manifest, "tool"), "uv");
}
