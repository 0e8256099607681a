/**
 * Crates inside the directory of another crate. Cargo keeps them apart, so the outer crate uses their files only where
 * its code, its build script or its manifest names them.
 */
import type { Tree } from "../../../tree.js";
import { directoryOf, joined, nearest, resolved } from "../../../tree-paths.js";
import { isWithin } from "../ecosystem.js";
import { reachTest } from "../member-patterns.js";
import type { ParsedFiles } from "../parsed-files.js";
import type { CargoManifest } from "./cargo-manifest.js";

export interface RustPaths {
  /** Paths in `#[path]`, `include!`, `include_str!` and `include_bytes!`. */
  readonly included: readonly string[];
  /** All texts in quotes. */
  readonly quoted: readonly string[];
}

const INCLUDED = /#!?\[\s*path\s*=\s*"([^"\n]*)"|\binclude(?:_str|_bytes)?!\s*[([{]([^;]{0,400})/g;
const QUOTED = /"((?:[^"\\\n]|\\.){1,400})"/g;

export function parseRustPaths(text: string): RustPaths {
  const included = [...text.matchAll(INCLUDED)].flatMap(([, path, argument]) =>
    path === undefined ? quotedIn(argument ?? "") : [path],
  );
  return { included, quoted: quotedIn(text) };
}

function quotedIn(text: string): readonly string[] {
  return [...text.matchAll(QUOTED)].flatMap(([, quoted]) => quoted ?? []);
}

interface OuterCrate {
  readonly manifest: CargoManifest;
  /** Directories of the crates inside it. */
  readonly inner: readonly string[];
}

/** By the directory of an outer crate: the inner directories that it names. Throws `GitFailure`. */
export async function innerCrates(
  tree: Tree,
  crates: ReadonlyMap<string, CargoManifest>,
  sources: ParsedFiles<RustPaths>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const outer = outerCrates(crates);
  const named = new Map<string, Set<string>>();
  const add = (directory: string, places: readonly (string | null)[]) => {
    const inner = outer.get(directory)?.inner ?? [];
    for (const place of inner.filter((one) => places.some((named) => leadsTo(named, one, directory)))) {
      named.set(directory, (named.get(directory) ?? new Set()).add(place));
    }
  };
  for (const [directory, { manifest, inner }] of outer) {
    add(
      directory,
      manifest.files.map((path) => resolved(directory, path)),
    );
    const reaches = manifest.include.length === 0 ? () => false : reachTest(manifest.include);
    add(
      directory,
      inner.filter((one) => reaches(one.slice(directory === "" ? 0 : directory.length + 1))),
    );
  }
  const owners = new Map([...crates.keys()].map((directory) => [directory, directory]));
  const paths = [...(await tree.entries()).keys()].filter(
    (path) => path.endsWith(".rs") && outer.has(nearest(owners, directoryOf(path)) ?? "\0"),
  );
  for (const [path, parsed] of await sources.read(tree, paths)) {
    const directory = nearest(owners, directoryOf(path)) ?? "";
    if (parsed.kind === "read") add(directory, placesIn(path, directory, parsed.value, outer.get(directory)));
  }
  return named;
}

function outerCrates(crates: ReadonlyMap<string, CargoManifest>): ReadonlyMap<string, OuterCrate> {
  const outer = new Map<string, OuterCrate>();
  const directories = [...crates.keys()];
  for (const [directory, manifest] of crates) {
    const inner = directories.filter((one) => one !== directory && isWithin(one, directory));
    if (inner.length > 0) outer.set(directory, { manifest, inner });
  }
  return outer;
}

/** A path in code may start at the file, at the folder of its module, or at the crate. */
function placesIn(
  path: string,
  directory: string,
  { included, quoted }: RustPaths,
  outer: OuterCrate | undefined,
): readonly (string | null)[] {
  const here = directoryOf(path);
  const starts = [here, path.slice(0, -".rs".length), directory];
  const script = outer?.manifest.buildScript ?? "build.rs";
  const fromScript = path === joined(directory, script) ? quoted : [];
  return [
    ...included.flatMap((one) => starts.map((start) => resolved(start, one.replace(/^\/+/, "")))),
    ...fromScript.map((one) => resolved(directory, one.replace(/^\/+/, ""))),
  ];
}

/** A place in the inner crate, or a folder around it; the outer crate's own folder means all that is inside. */
function leadsTo(place: string | null, inner: string, outer: string): boolean {
  if (place === null || !isWithin(place, outer)) return false;
  return isWithin(place, inner) || isWithin(inner, place);
}
