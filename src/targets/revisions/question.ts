/** What is asked of the search for revisions, and what it answers. */

import type { Checkout } from "../git/checkout.js";
import type { Remote } from "../git/git-environment.js";
import type { ObjectStore } from "../git/object-store.js";
import type { ChangedFile } from "../source.js";
import type { Tree } from "../tree.js";

/** The change whose two trees are wanted. */
export type Wanted =
  | {
      readonly kind: "pullRequest";
      readonly number: number;
      readonly headSha: string;
      readonly baseBranch: string | null;
      /** Nobody has told that the pull request is really to be merged into that branch. */
      readonly mustCheckBase?: boolean;
      /** The commit that the workflow runs for, which may be the merge. */
      readonly workflowSha: string | null;
    }
  /** Two commits, the second of which contains the first. */
  | { readonly kind: "pair"; readonly base: string; readonly head: string }
  /** Whatever a person calls them. */
  | { readonly kind: "named"; readonly base: string; readonly head: string };

export interface RevisionQuestion {
  readonly wanted: Wanted;
  /** Any folder of it; null without one. */
  readonly checkout: string | null;
  /** Null where nothing may be fetched. */
  readonly remote: Remote | null;
  /** Asks the forge which files a pull request changes, where git cannot: null when it will not tell all of them. */
  readonly listFiles?: (number: number, headSha: string) => Promise<readonly ChangedFile[] | null>;
  readonly signal: AbortSignal;
}

export interface Revisions {
  readonly base: Tree;
  readonly head: Tree;
  readonly changed: readonly ChangedFile[];
  /** How they were found, as one sentence. */
  readonly how: string;
}

export type FoundRevisions =
  | { readonly kind: "found"; readonly revisions: Revisions; readonly store: ObjectStore }
  /** `because` names every way that was tried. */
  | { readonly kind: "notFound"; readonly because: string };

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
