/**
 * Fast look-ups over a queue, and the only way into this folder. Each gives the answer of a loop over every item, which
 * is the oracle in its tests. Nothing here is stored: an index that is dropped is made again from the queue.
 *
 * What may change, by which code, and when:
 * - Lists of a queue never change once another function has them, so `remembered` and `inOrder` go by the list itself.
 * - The list of entries is the exception. During one decision `replacedEntries`, `appendedEntry` and `withoutEnded`
 *   change it in place, with its index; `decideBy` seals it before the first step and after the last. Code that compares
 *   with the time before a step takes a mark first, and no code reads the entries of a queue that a step has replaced.
 * - A `PlaceSet` and a `NumberIndex` are filled by the function that makes them, and never after it has returned them.
 * - A `TargetGraph` changes in `follow` alone, called by its owner: the lanes, the groups of waiting entries, or a rule
 *   for one step. Only the graph changes its `TargetChains`, and only these their `PlaceTable`.
 */
export {
  appendedEntry,
  changedSince,
  indexOf,
  type Mark,
  markOf,
  replacedEntries,
  replannedSince,
  seal,
  withoutEnded,
} from "./entry-index.js";
export { inOrder } from "./in-order.js";
export { NumberIndex, remembered } from "./list-index.js";
export { PlaceSet } from "./place-set.js";
export { TargetGraph } from "./target-graph.js";
