/** The parts of the code base a pull request touches: a list of opaque names, or all of them. */

export type ImpactedTargets =
  | { readonly kind: "all" }
  /** Names compare byte for byte; empty ones and repetitions are gone. An empty list impacts nothing. */
  | { readonly kind: "list"; readonly names: readonly string[] };

export const ALL_TARGETS: ImpactedTargets = { kind: "all" };

/** Drops empty names and repetitions; the order of first appearance is kept. */
export function targetList(names: Iterable<string>): ImpactedTargets {
  const list = [...names];
  if (isAscending(list)) return { kind: "list", names: list };
  const distinct = new Set(list);
  distinct.delete("");
  return { kind: "list", names: [...distinct] };
}

/** Long lists come sorted mostly, and neighbours are compared ten times as fast as a set is filled. */
function isAscending(names: readonly string[]): boolean {
  let before = "";
  return names.every((name) => {
    const isLater = name > before;
    before = name;
    return isLater;
  });
}
