/**
 * Edges that lead by path, wherever they end: in another workspace, in another ecosystem, or at a manifest that no
 * workspace knows, which then says where they lead on.
 */
import type { TreeEntry } from "../../tree.js";
import { isWithin, type Outsider, UnreadableManifest } from "./ecosystem.js";
import type { Territory } from "./territory.js";
import { directoryOf } from "./tree-paths.js";

export class PlaceEdges {
  readonly #territories: readonly Territory[];
  readonly #entries: ReadonlyMap<string, TreeEntry>;
  readonly #outsiders = new Map<string, Outsider[]>();
  readonly #known = new Map<string, ReadonlySet<string>>();

  constructor(
    territories: readonly Territory[],
    outsiders: readonly Outsider[],
    entries: ReadonlyMap<string, TreeEntry>,
  ) {
    this.#territories = territories;
    this.#entries = entries;
    for (const outsider of outsiders) {
      const directory = directoryOf(outsider.manifest);
      this.#outsiders.set(directory, [...(this.#outsiders.get(directory) ?? []), outsider]);
    }
  }

  /** Names of what stands at a place. Throws `UnreadableManifest`, of the manifest that asks, for a place behind a link. */
  leadTo(place: string, manifest: string): ReadonlySet<string> {
    const known = this.#known.get(place);
    if (known !== undefined) return known;
    const found = new Set<string>();
    const seen = new Set([place]);
    for (const here of seen) {
      this.#refuseLinks(here, manifest);
      if (this.#addPackagesAround(here, found)) continue;
      this.#addPackagesIn(here, found);
      for (const { places, names } of [...this.#outsidersAround(here), ...this.#outsidersIn(here)]) {
        for (const name of names) found.add(name);
        for (const next of places) seen.add(next);
      }
    }
    this.#known.set(place, found);
    return found;
  }

  /** The innermost one owns all of the place; the package at a root may own some of it. True when one owns it all. */
  #addPackagesAround(place: string, found: Set<string>): boolean {
    for (let here = place; ; here = directoryOf(here)) {
      let isWhole = false;
      for (const { workspace, byDirectory } of this.#territories) {
        const isRoot = here === workspace.root;
        if (isRoot && workspace.claims === null && here !== place) continue;
        for (const { name } of byDirectory.get(here) ?? []) {
          found.add(name);
          isWhole ||= !isRoot;
        }
      }
      if (isWhole || here === "") return isWhole;
    }
  }

  #addPackagesIn(place: string, found: Set<string>): void {
    if (this.#isPackage(place)) return;
    for (const { workspace } of this.#territories) {
      for (const { directory, name } of workspace.packages) if (isWithin(directory, place)) found.add(name);
    }
  }

  /** What leads to a root means the package there, and to that of the repository not all that is in it. */
  #isPackage(place: string): boolean {
    return this.#territories.some(({ byDirectory }) => byDirectory.has(place));
  }

  #outsidersIn(place: string): readonly Outsider[] {
    if (this.#isPackage(place)) return [];
    return [...this.#outsiders].flatMap(([directory, outsiders]) =>
      directory !== place && isWithin(directory, place) ? outsiders : [],
    );
  }

  /** One at the root of the repository says nothing of all the places in it. */
  #outsidersAround(place: string): readonly Outsider[] {
    for (let here = place; here !== ""; here = directoryOf(here)) {
      const outsiders = this.#outsiders.get(here);
      if (outsiders !== undefined) return outsiders;
    }
    return place === "" ? (this.#outsiders.get("") ?? []) : [];
  }

  #refuseLinks(place: string, manifest: string): void {
    for (let here = place; here !== ""; here = directoryOf(here)) {
      if (this.#entries.get(here)?.kind !== "link") continue;
      throw new UnreadableManifest(manifest, `it leads through the link ${here}, which is not followed`);
    }
  }
}
