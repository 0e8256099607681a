/** Dart packages: members of pub workspaces, packages that melos lists, and other packages with a `pubspec.yaml`. */
import { parseYaml, YamlError } from "../../../parse-yaml.js";
import { directoryOf, joined, pathsNamed } from "../../../tree-paths.js";
import { type CompareRoot, type Ecosystem, isTestMaterial } from "../ecosystem.js";
import { memberTest } from "../member-patterns.js";
import { type NamedManifest, readNamedPackages } from "../named-packages.js";
import {
  asTable,
  asTexts,
  ManifestProblem,
  type Parsed,
  ParsedFiles,
  type Table,
  tableAt,
  textAt,
} from "../parsed-files.js";
import { differingKeys, rootPackages } from "../root-changes.js";

const MANIFEST = "pubspec.yaml";
const OVERRIDES = "pubspec_overrides.yaml";
const REQUESTING = ["dependencies", "dev_dependencies", "dependency_overrides"];

interface DartManifest extends NamedManifest {
  readonly members: readonly string[] | null;
}

export function dartEcosystem(): Ecosystem {
  const manifests = new ParsedFiles(parseDartManifest);
  const overrides = new ParsedFiles(parseRequests);
  return {
    lockfiles: new Map(),
    rootManifests: new Map([[MANIFEST, compareDartRoot]]),
    async read(tree) {
      const entries = await tree.entries();
      const byPath = await manifests.read(tree, pathsNamed(entries, MANIFEST));
      const overriding = await overrides.read(tree, pathsNamed(entries, OVERRIDES));
      const complete = new Map(
        [...byPath].map(([path, parsed]) => [path, withOverrides(path, parsed, overriding)]),
      );
      const roots = [...complete].flatMap(([path, parsed]) => {
        const members = parsed.kind === "read" && !isTestMaterial(path) ? parsed.value.members : null;
        if (members === null) return [];
        const pattern = memberTest(members, path, { exclusionsAreFinal: true });
        return [{ root: directoryOf(path), members: pattern, claims: ownsAtRoot }];
      });
      return readNamedPackages({
        tree,
        fileName: MANIFEST,
        manifests: complete,
        roots,
        lockFiles: ["pubspec.lock"],
        ownsAtRoot,
      });
    },
  };
}

function withOverrides(
  path: string,
  parsed: Parsed<DartManifest>,
  overrides: ReadonlyMap<string, Parsed<Requests>>,
): Parsed<DartManifest> {
  const own = overrides.get(joined(directoryOf(path), OVERRIDES));
  if (parsed.kind === "unreadable" || own === undefined) return parsed;
  if (own.kind === "unreadable")
    return { kind: "unreadable", problem: `${OVERRIDES} beside it: ${own.problem}` };
  const { value } = parsed;
  const requests = new Set([...value.requests, ...own.value.requests]);
  return { kind: "read", value: { ...value, requests, paths: [...value.paths, ...own.value.paths] } };
}

function parseDartManifest(text: string): DartManifest {
  const manifest = tableIn(text);
  const members = manifest.has("workspace") ? asTexts(manifest.get("workspace") ?? []) : null;
  if (members === null && manifest.has("workspace"))
    throw new ManifestProblem("its `workspace` is not a list");
  return { name: textAt(manifest, "name"), ...requestsIn(manifest), members };
}

type Requests = Pick<NamedManifest, "requests" | "paths">;

function parseRequests(text: string): Requests {
  return requestsIn(tableIn(text));
}

/** Names count also where a version is given, since melos and workspaces put packages of the repository there. */
function requestsIn(manifest: Table): Requests {
  const entries = REQUESTING.flatMap((key) => [...tableAt(manifest, key)]);
  return {
    requests: new Set(entries.map(([name]) => name)),
    paths: entries.flatMap(([, value]) => textAt(asTable(value), "path") ?? []),
  };
}

function tableIn(text: string): Table {
  try {
    const table = asTable(parseYaml(text));
    if (table === null) throw new ManifestProblem("it is not a mapping");
    return table;
  } catch (error) {
    if (error instanceof YamlError) throw new ManifestProblem(error.problem);
    throw error;
  }
}

/** The folders of a Dart package. */
function ownsAtRoot(path: string): boolean {
  return /^(?:lib|bin|test|example|integration_test|tool|web|android|ios|macos|linux|windows|assets)\//.test(
    path,
  );
}

/** Members are in the graphs. Other fields may decide the versions of every member. */
const compareDartRoot: CompareRoot = (change) => {
  const keys = differingKeys(tableIn(change.before), tableIn(change.after));
  const ofRoot = new Set(["workspace", "description", "version", "homepage", "repository", "topics"]);
  return keys.every((key) => ofRoot.has(key)) ? rootPackages(change) : null;
};
