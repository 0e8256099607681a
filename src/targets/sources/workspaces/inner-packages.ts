/** Packages inside the directory of another one, where tools read the folder of the outer one with everything in it. */
import { directoryOf } from "../../tree-paths.js";
import type { Package } from "./ecosystem.js";

/** Each package with the packages inside it. The one at the root counts as containing none, or any two would share a target. */
export function withInnerPackages(packages: readonly Package[]): readonly Package[] {
  const outer = new Set(packages.map(({ directory }) => directory));
  const inner = new Map<string, Set<string>>();
  for (const { name, directory } of packages) {
    for (let here = directory; here !== ""; ) {
      here = directoryOf(here);
      if (here !== "" && outer.has(here)) inner.set(here, (inner.get(here) ?? new Set()).add(name));
    }
  }
  return packages.map((one) => {
    const inside = inner.get(one.directory);
    if (inside === undefined) return one;
    const dependsOn = new Set([...one.dependsOn, ...inside]);
    dependsOn.delete(one.name);
    return { ...one, dependsOn };
  });
}
