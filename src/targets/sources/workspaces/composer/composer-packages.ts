/** Composer packages: those that path repositories list, and other packages with a `composer.json`. */
import { directoryOf, pathsNamed } from "../../../tree-paths.js";
import { type CompareRoot, type Ecosystem, isTestMaterial } from "../ecosystem.js";
import { memberTest } from "../member-patterns.js";
import { type NamedManifest, readNamedPackages } from "../named-packages.js";
import { asTable, ManifestProblem, ParsedFiles, type Table, tableAt, textAt } from "../parsed-files.js";
import { differingKeys, rootPackages } from "../root-changes.js";

const MANIFEST = "composer.json";

interface ComposerManifest extends NamedManifest {
  /** Folders of path repositories, maybe with stars; null without one. */
  readonly repositories: readonly string[] | null;
  /** Folders of its own code, relative to the manifest. */
  readonly folders: readonly string[];
}

export function composerEcosystem(): Ecosystem {
  const manifests = new ParsedFiles(parseComposerManifest);
  return {
    lockfiles: new Map(),
    rootManifests: new Map([[MANIFEST, compareComposerRoot]]),
    async read(tree) {
      const entries = await tree.entries();
      const byPath = await manifests.read(tree, pathsNamed(entries, MANIFEST));
      const roots = [...byPath].flatMap(([path, parsed]) => {
        if (parsed.kind !== "read" || isTestMaterial(path) || directoryOf(path) !== "") return [];
        const { repositories, folders } = parsed.value;
        if (repositories === null) return [];
        const members = memberTest(repositories, path, { exclusionsAreFinal: true });
        return [{ root: "", members, claims: (file: string) => isInside(file, folders) }];
      });
      return readNamedPackages({
        tree,
        fileName: MANIFEST,
        manifests: byPath,
        roots,
        lockFiles: ["composer.lock"],
        ownsAtRoot: (path, { folders }) => isInside(path, folders),
      });
    },
  };
}

function isInside(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => folder !== "" && path.startsWith(folder));
}

function parseComposerManifest(text: string): ComposerManifest {
  const value: unknown = JSON.parse(text);
  const manifest = asTable(value);
  if (manifest === null) throw new ManifestProblem("it is not an object");
  const repositories = valuesOf(manifest.get("repositories")).flatMap((one) => {
    const repository = asTable(one);
    return textAt(repository, "type") === "path" ? (textAt(repository, "url") ?? []) : [];
  });
  const folders = foldersOf(manifest);
  const name = textAt(manifest, "name");
  return {
    name,
    requests: namesAt(manifest, ["require", "require-dev"]),
    aliases: new Set([
      ...namesAt(manifest, ["replace", "provide"]),
      ...(name === null ? [] : [name.toLowerCase()]),
    ]),
    // Code that it loads from other folders may be that of another package.
    paths: [...repositories, ...folders].filter((path) => !path.includes("*") && path !== ""),
    repositories: repositories.length === 0 ? null : repositories.filter((path) => !path.startsWith("/")),
    folders,
  };
}

/** Composer compares names in lower case. */
function namesAt(manifest: Table, keys: readonly string[]): ReadonlySet<string> {
  return new Set(keys.flatMap((key) => [...tableAt(manifest, key).keys()].map((name) => name.toLowerCase())));
}

/** What it loads, for itself and for tests. Folders of tests are usual names, too. */
function foldersOf(manifest: Table): readonly string[] {
  const loaded = ["autoload", "autoload-dev"].flatMap((key) => {
    const autoload = tableAt(manifest, key);
    return ["psr-4", "psr-0", "classmap", "files"].flatMap((kind) => valuesOf(autoload.get(kind)).flat());
  });
  const written = loaded.filter((one): one is string => typeof one === "string");
  return [...new Set([...written.map((path) => path.replace(/^\.\//, "")), "tests/"])];
}

/** Of a list or of an object. */
function valuesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [...(asTable(value)?.values() ?? [])];
}

/** These fields are for people. Others decide what is installed, which the root's code and every package use. */
const FOR_PEOPLE: ReadonlySet<string> = new Set([
  "authors",
  "description",
  "funding",
  "homepage",
  "keywords",
  "license",
  "readme",
  "suggest",
  "support",
]);

const compareComposerRoot: CompareRoot = (change) => {
  const [before, after] = [change.before, change.after].map((text) => {
    const value: unknown = JSON.parse(text);
    return asTable(value) ?? new Map<string, unknown>();
  });
  const keys = differingKeys(before ?? new Map(), after ?? new Map());
  return keys.every((key) => FOR_PEOPLE.has(key)) ? rootPackages(change) : null;
};
