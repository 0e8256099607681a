/** The parts of the code base a pull request touches: a list of opaque names, or all of them. */

export type ImpactedTargets =
  | { readonly kind: "all" }
  /** Names compare byte for byte; empty ones and repetitions are gone. An empty list impacts nothing. */
  | { readonly kind: "list"; readonly names: readonly string[] };

export const ALL_TARGETS: ImpactedTargets = { kind: "all" };

/** Drops empty names and repetitions; the order of first appearance is kept. */
export function targetList(names: Iterable<string>): ImpactedTargets {
  const distinct = new Set(names);
  distinct.delete("");
  return { kind: "list", names: [...distinct] };
}
