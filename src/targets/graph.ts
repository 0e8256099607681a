/**
 * Computes which targets a change impacts: `changed ∪ dependents ∪ deleted ∪ newly used`, over the graphs of both
 * trees.
 * Pure; `docs/explanation/soundness.md` gives the reason for each part; the property test removes each and expects a
 * failure.
 */
import type { Cause } from "./source.js";

/** Each target with the names it depends on; a name may belong to no target. */
export type TargetGraph = ReadonlyMap<string, ReadonlySet<string>>;

export type CausesByTarget = ReadonlyMap<string, Cause>;

export interface GraphChange {
  readonly base: TargetGraph;
  readonly head: TargetGraph;
  /** Targets that own a changed file in one of the trees. */
  readonly changed: CausesByTarget;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Each target with the first cause found; the most informative causes come first. */
export function impactedTargets(change: GraphChange): CausesByTarget {
  const deleted = deletedTargets(change);
  const touched = firstCauses(deleted, changedTargets(change), rewiredTargets(change));
  return firstCauses(touched, dependentsOf(change, touched.keys()), newlyUsedTargets(change));
}

/** Changed targets that exist in the head tree. */
export function changedTargets({ head, changed }: GraphChange): CausesByTarget {
  return new Map([...changed].filter(([target]) => head.has(target)));
}

/** Targets whose own dependencies differ, no matter which file declares them. */
export function rewiredTargets({ base, head }: GraphChange): CausesByTarget {
  const rewired = new Map<string, Cause>();
  for (const [target, after] of head) {
    const before = base.get(target);
    if (before === undefined || before === after) continue;
    const on = firstMissing(after, before) ?? firstMissing(before, after);
    if (on !== null) rewired.set(target, { kind: "dependsOn", on });
  }
  return rewired;
}

export function deletedTargets({ base, head }: GraphChange): CausesByTarget {
  const gone = [...base.keys()].filter((target) => !head.has(target));
  return new Map(gone.map((target) => [target, { kind: "deleted" }]));
}

/** All targets that depend on one of these over any number of steps. Each step may be in either graph. */
export function dependentsOf({ base, head }: GraphChange, targets: Iterable<string>): CausesByTarget {
  const dependents = reversed(new Set([base, head]));
  const reached = new Map<string, Cause>();
  const seen = new Set(targets);
  const waiting = [...seen];
  for (let on = waiting.pop(); on !== undefined; on = waiting.pop()) {
    for (const dependent of dependents.get(on) ?? []) {
      if (seen.has(dependent)) continue;
      seen.add(dependent);
      reached.set(dependent, { kind: "dependsOn", on });
      waiting.push(dependent);
    }
  }
  return reached;
}

/** Targets that another target depends on in the head tree but not in the base tree. */
export function newlyUsedTargets({ base, head }: GraphChange): CausesByTarget {
  const used = new Map<string, Cause>();
  for (const [by, after] of head) {
    const before = base.get(by) ?? NOTHING;
    if (before === after) continue;
    for (const target of after) {
      const isTarget = head.has(target) || base.has(target);
      if (isTarget && !before.has(target) && !used.has(target)) used.set(target, { kind: "newlyUsed", by });
    }
  }
  return used;
}

/** An earlier part takes precedence over a later one. */
export function firstCauses(...parts: readonly CausesByTarget[]): CausesByTarget {
  const causes = new Map<string, Cause>();
  for (const part of parts) {
    for (const [target, cause] of part) {
      if (!causes.has(target)) causes.set(target, cause);
    }
  }
  return causes;
}

/** A dependent may occur once for each graph. */
function reversed(graphs: ReadonlySet<TargetGraph>): ReadonlyMap<string, readonly string[]> {
  const dependents = new Map<string, string[]>();
  for (const graph of graphs) {
    for (const [target, dependencies] of graph) {
      for (const on of dependencies) {
        const known = dependents.get(on);
        if (known === undefined) dependents.set(on, [target]);
        else known.push(target);
      }
    }
  }
  return dependents;
}

function firstMissing(wanted: ReadonlySet<string>, from: ReadonlySet<string>): string | null {
  for (const name of wanted) if (!from.has(name)) return name;
  return null;
}
