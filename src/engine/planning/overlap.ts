/**
 * Two entries depend on each other if their impacted targets overlap; in single mode all do. A list may have half a
 * million names, so their hashes are computed once and cached with the list. Names with equal hashes are still
 * compared.
 */
import type { ImpactedTargets } from "../../domain/impacted-targets.js";
import type { QueueMode } from "../../domain/queue-settings.js";
import type { Entry } from "../model/queue.js";

/** Everything, or a list of names with their hashes; an empty list is nothing. */
export type Touched = "all" | TargetNames;

export interface TargetNames {
  readonly names: readonly string[];
  readonly hashes: Int32Array;
}

const EVERYTHING: readonly Touched[] = ["all"];

const known = new WeakMap<ImpactedTargets, readonly [TargetNames]>();

/** The targets of an entry that count now. */
export function touchedBy(mode: QueueMode, { targets, earlierTargets }: Entry): readonly Touched[] {
  if (mode === "single" || targets === null) return EVERYTHING;
  const now = namesOf(targets);
  return earlierTargets === null ? now : [...now, ...namesOf(earlierTargets)];
}

/** null for everything. */
export function listsOf(touched: readonly Touched[]): readonly TargetNames[] | null {
  const lists = touched.filter((part) => part !== "all");
  return lists.length < touched.length ? null : lists;
}

function namesOf(targets: ImpactedTargets): readonly Touched[] {
  if (targets.kind === "all") return EVERYTHING;
  const remembered = known.get(targets);
  if (remembered !== undefined) return remembered;
  const { names } = targets;
  const touched = [{ names, hashes: hashesOf(names) }] as const;
  known.set(targets, touched);
  return touched;
}

/** A loop takes half the time of `Int32Array.from`. */
function hashesOf(names: readonly string[]): Int32Array {
  const hashes = new Int32Array(names.length);
  for (let index = 0; index < names.length; index++) hashes[index] = hashOf(names[index] ?? "");
  return hashes;
}

/** FNV-1a with a final mix, because hash tables use the lowest bits. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 12);
}
