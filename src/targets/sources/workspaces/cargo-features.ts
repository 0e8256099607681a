/**
 * Which features a crate asks for in others: Cargo unites them, so that whoever uses the same crate gets it built with
 * them, too, and Cargo.lock tells nothing of it. A feature may switch on features of further crates.
 */
import type { CargoManifest, CrateDependency } from "./cargo-manifest.js";

export interface FeatureRequests {
  /** By the names of crates of the repository; texts that are equal where the requests are. */
  readonly builds: ReadonlyMap<string, ReadonlySet<string>>;
  /** Of crates from elsewhere, of which nobody here knows who else gets them. */
  readonly shares: string;
}

/** Names of crates of the repository that a dependency may mean, and the manifest of one by its name. */
export interface CratesAround {
  targetsOf(directory: string, dependency: CrateDependency): readonly string[];
  inherited(dependency: CrateDependency): CrateDependency | null;
  crate(name: string): { readonly directory: string; readonly manifest: CargoManifest } | null;
}

export function featureRequests(
  directory: string,
  manifest: CargoManifest,
  around: CratesAround,
): FeatureRequests {
  const requests = new Requests(around);
  for (const dependency of manifest.dependencies) {
    requests.ask(directory, dependency, featuresOf(dependency, around), dependency.terms);
  }
  for (const feature of manifest.features.keys())
    requests.switchOn(directory, manifest, feature, `switched by ${directory}`);
  return requests.answer();
}

function featuresOf(dependency: CrateDependency, around: CratesAround): readonly string[] {
  const root = around.inherited(dependency);
  return root === null ? dependency.features : [...dependency.features, ...root.features];
}

class Requests {
  readonly #around: CratesAround;
  readonly #builds = new Map<string, Set<string>>();
  readonly #outside = new Set<string>();
  readonly #switched = new Set<string>();

  constructor(around: CratesAround) {
    this.#around = around;
  }

  answer(): FeatureRequests {
    return { builds: this.#builds, shares: [...this.#outside].sort().join("\n") };
  }

  ask(directory: string, dependency: CrateDependency, features: readonly string[], terms: string): void {
    const targets = this.#around.targetsOf(directory, dependency);
    if (targets.length === 0)
      for (const feature of features) this.#outside.add(`${dependency.crate} ${terms}: ${feature}`);
    for (const name of targets) {
      const asked = this.#builds.get(name) ?? new Set();
      // Also whoever asks for no feature at all uses it.
      this.#builds.set(name, asked.add(terms));
      const crate = this.#around.crate(name);
      for (const feature of features) {
        asked.add(`${terms}: ${feature}`);
        if (crate !== null) this.switchOn(crate.directory, crate.manifest, feature, terms);
      }
    }
  }

  /** Follows `other`, `dep:key`, `key/feature` and `key?/feature`. */
  switchOn(directory: string, manifest: CargoManifest, feature: string, terms: string): void {
    const key = `${directory}\n${terms}\n${feature}`;
    if (this.#switched.has(key)) return;
    this.#switched.add(key);
    for (const entry of manifest.features.get(feature) ?? [`dep:${feature}`]) {
      const [, dependency = "", wanted] = /^(?:dep:)?([^/?]*)(?:\??\/(.*))?$/s.exec(entry) ?? [];
      if (wanted === undefined && !entry.startsWith("dep:") && manifest.features.has(dependency)) {
        this.switchOn(directory, manifest, dependency, terms);
        continue;
      }
      for (const one of manifest.dependencies.filter(({ key: name }) => name === dependency)) {
        const asked = featuresOf(one, this.#around);
        this.ask(directory, one, wanted === undefined ? asked : [...asked, wanted], terms);
      }
    }
  }
}
