/**
 * Who depends on whom: two entries do when their impacted targets overlap, so that nobody knows what becomes of one
 * without the other. In single mode all do. The names of a list, which may be half a million, are read through once:
 * their hashes are remembered with it. Names alone decide, two with one hash are told apart.
 */
import type { ImpactedTargets } from "../domain/impacted-targets.js";
import type { QueueMode } from "../domain/queue-settings.js";
import type { Entry } from "./queue.js";

/** Everything, or the names of a list with the hash of each; none is nothing. */
export type Touched = "all" | TargetNames;

export interface TargetNames {
  readonly names: readonly string[];
  readonly hashes: Int32Array;
}

const EVERYTHING: readonly Touched[] = ["all"];

const known = new WeakMap<ImpactedTargets, readonly [TargetNames]>();

/** What an entry touches as the queue has to see it now. */
export function touchedBy(mode: QueueMode, { targets, earlierTargets }: Entry): readonly Touched[] {
  if (mode === "single" || targets === null) return EVERYTHING;
  const now = namesOf(targets);
  return earlierTargets === null ? now : [...now, ...namesOf(earlierTargets)];
}

/** Null for everything. */
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

/** A row is filled in half the time that it takes to be made of an iterable. */
function hashesOf(names: readonly string[]): Int32Array {
  const hashes = new Int32Array(names.length);
  for (let index = 0; index < names.length; index++) hashes[index] = hashOf(names[index] ?? "");
  return hashes;
}

/** FNV-1a, stirred once more since tables go by the lowest bits. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 12);
}
