/**
 * Fast look-ups over a queue, and the only way into this folder. Each answers as a look at every item would; the tests
 * hold it to that naive version. Nothing here is stored: whatever is dropped is made again from the queue.
 *
 * Who may change what, and when:
 * - Lists of a queue never change once another function has them, so `remembered` and `inOrder` go by the list itself.
 * - The list of entries is the exception. During one decision `replacedEntries`, `appendedEntry` and `withoutEnded`
 *   change it in place, with its index; `decideBy` seals it before the first step and after the last. Code that needs
 *   what it was before a step takes a mark first, and nobody uses the entries of a queue that a step has replaced.
 * - A `PlaceSet` and a `NumberIndex` are filled by the function that makes them, and never after it has returned them.
 * - A `TargetGraph` changes in `follow` alone, called by its owner: one for the line and one for the waiting entries of
 *   each queue. Only the graph touches its `TargetChains`, and only these their `PlaceTable`.
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
