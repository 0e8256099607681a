/** What a place would be tested with: the heads ahead of it, then its own. One list, however often it is asked for. */
import type { Place } from "./place.js";
import type { ContainedHead } from "./queue.js";

type Heads = readonly ContainedHead[];

interface Join {
  ahead: Heads;
  both: Heads;
}

/** One for each list of own heads, written anew in place: nobody asks for what was ahead before. */
const joins = new WeakMap<Heads, Join>();

export function contentsOf({ ahead, own }: Pick<Place, "ahead" | "own">): Heads {
  const known = joins.get(own);
  if (known?.ahead === ahead) return known.both;
  const both = ahead.concat(own);
  if (known === undefined) joins.set(own, { ahead, both });
  else {
    known.ahead = ahead;
    known.both = both;
  }
  return both;
}

/** Whether it is the very list that was made of both; another one may hold the same. */
export function isContents(heads: Heads, ahead: Heads, own: Heads): boolean {
  const known = joins.get(own);
  return known?.both === heads && known.ahead === ahead;
}
