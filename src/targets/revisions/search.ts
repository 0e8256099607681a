/** One search for the two commits: where it looks, and what a way of looking is. */
import type { Checkout } from "../git/checkout.js";
import type { ObjectStore } from "../git/object-store.js";
import type { RevisionQuestion } from "./question.js";

export interface Search {
  readonly question: RevisionQuestion;
  readonly checkout: Checkout | null;
  readonly store: ObjectStore;
}

export interface FoundPair {
  readonly base: string;
  readonly head: string;
  /** One sentence, for people. */
  readonly how: string;
}

/** A text says in a clause why this way leads nowhere; so does a `GitFailure`. */
export type Way = (search: Search) => Promise<FoundPair | string>;

/** Towards the remote: the commit and its parents, without any file's bytes. */
export const MERGE_AND_PARENTS = ["--filter=blob:none", "--depth=2"];
export const COMMIT_ALONE = ["--filter=blob:none", "--depth=1"];
