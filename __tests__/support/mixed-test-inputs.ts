/**
 * What tests see in a repository of several ecosystems, worked out the slow and obvious way: files that are reached, the
 * features that Cargo unites for the whole workspace, and the one list of versions of a go.work.
 */
import type { MemoryTree } from "./memory-tree.js";
import { type CrateSpec, crateIn, looseCrateIn, moduleIn, type NodeSpec } from "./mixed-manifests.js";
import { textsOf } from "./random-workspaces.js";

type Files = ReadonlyMap<string, string>;

/** By directory of the package; texts are equal where the inputs are. */
export function mixedTestInputs(tree: MemoryTree): ReadonlyMap<string, string> {
  const files = textsOf(tree);
  const directories = [...files.keys()].flatMap(
    (path) =>
      /^([ab]\/d\d(?=\/package\.json$)|crates\/c\d(?=\/Cargo\.toml$)|g\/m\d(?=\/go\.mod$))/.exec(path)?.[1] ??
      [],
  );
  const features = unitedFeatures(files);
  return new Map(directories.map((directory) => [directory, inputsOf(directory, files, features)]));
}

function inputsOf(start: string, files: Files, features: Features): string {
  const reached = new Set([start]);
  const facts = new Set<string>();
  for (const directory of reached) {
    const seen = usesOf(directory, files, features);
    for (const place of seen.places) reached.add(place);
    for (const fact of seen.facts) facts.add(fact);
  }
  const texts = [...files].filter(([path]) =>
    [...reached].some((directory) => path.startsWith(`${directory}/`)),
  );
  return JSON.stringify([[...facts].sort(), texts.map(([path, text]) => `${path}: ${text}`).sort()]);
}

interface Seen {
  readonly places: readonly string[];
  readonly facts: readonly string[];
}

function usesOf(directory: string, files: Files, features: Features): Seen {
  if (directory.startsWith("crates/")) return crateUses(directory, files, features);
  if (directory === "g/m2/testdata/t") return { places: [], facts: [] };
  if (directory.startsWith("g/")) return moduleUses(directory, files);
  const places: string[] = [];
  const facts: string[] = [];
  const loose = files.get(`${directory}/Cargo.toml`);
  if (loose !== undefined) places.push(...looseCrateIn(loose).paths);
  for (const [manifest, up] of [
    ["package.json", 2],
    ["e2e/package.json", 3],
  ] as const) {
    const text = files.get(`${directory}/${manifest}`);
    if (text === undefined) continue;
    for (const [name, range] of Object.entries((JSON.parse(text) as NodeSpec).dependencies)) {
      const found = range === "*" ? packagesNamed(name, files) : [range.replace(/^\w+:/, "").slice(up * 3)];
      places.push(...found);
      if (found.length === 0) facts.push(`${name} from elsewhere`);
    }
  }
  return { places, facts };
}

function packagesNamed(name: string, files: Files): readonly string[] {
  return [...files].flatMap(([path, text]) => {
    const [, directory] = /^([ab]\/d\d)\/package\.json$/.exec(path) ?? [];
    return directory !== undefined && (JSON.parse(text) as NodeSpec).name === name ? [directory] : [];
  });
}

interface Features {
  readonly byCrate: ReadonlyMap<string, ReadonlySet<string>>;
  readonly elsewhere: ReadonlySet<string>;
}

function unitedFeatures(files: Files): Features {
  const crates = new Map<string, CrateSpec>();
  for (const [path, text] of files) {
    const [, number] = /^crates\/c(\d)\/Cargo\.toml$/.exec(path) ?? [];
    if (number !== undefined) crates.set(number, crateIn(text));
  }
  const byCrate = new Map([...crates.keys()].map((number) => [number, new Set<string>()]));
  const elsewhere = new Set<string>();
  for (const { uses, elsewhere: wanted } of crates.values()) {
    for (const [other, wants] of Object.entries(uses))
      for (const feature of wants) byCrate.get(other)?.add(feature);
    for (const feature of wanted ?? "") elsewhere.add(feature);
  }
  // Highest first: a crate switches on features of lower ones only.
  for (const [number, spec] of [...crates].sort().reverse()) {
    for (const feature of ["x", "y"] as const) {
      const [other = "", switched = ""] = spec[feature];
      if (byCrate.get(number)?.has(feature) === true && other in spec.uses) byCrate.get(other)?.add(switched);
    }
  }
  return { byCrate, elsewhere };
}

function crateUses(directory: string, files: Files, { byCrate, elsewhere }: Features): Seen {
  const spec = crateIn(files.get(`${directory}/Cargo.toml`) ?? "");
  const number = directory.slice(-1);
  const facts = [`c${number} with ${[...(byCrate.get(number) ?? [])].sort().join("")}`];
  if (spec.elsewhere !== null) facts.push(`serde with ${[...elsewhere].sort().join("")}`);
  return { places: Object.keys(spec.uses).map((other) => `crates/c${other}`), facts };
}

function moduleUses(directory: string, files: Files): Seen {
  const modules = [0, 1, 2].map((number) => moduleIn(files.get(`g/m${number}/go.mod`) ?? ""));
  const { uses, elsewhere, usesReplaced } = moduleIn(files.get(`${directory}/go.mod`) ?? "");
  const isReplaced = modules.some(({ replaces }) => replaces);
  const facts: string[] = [];
  if (elsewhere !== null) facts.push(`ext v${Math.max(...modules.map((one) => one.elsewhere ?? 0))}`);
  if (usesReplaced && !isReplaced) facts.push("replaced from elsewhere");
  const places = uses.map((other) => `g/m${other}`);
  return { places: usesReplaced && isReplaced ? [...places, "g/m2/testdata/t"] : places, facts };
}
