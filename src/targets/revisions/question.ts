/** The input and the result of the search for revisions. */

import type { Checkout } from "../git/checkout.js";
import type { Remote } from "../git/git-environment.js";
import type { ObjectStore, RemoteLater } from "../git/object-store.js";
import type { ChangedFile } from "../source.js";
import type { Tree } from "../tree.js";

/** The change whose two trees are needed. */
export type Wanted =
  | {
      readonly kind: "pullRequest";
      readonly number: number;
      readonly headSha: string;
      readonly baseBranch: string | null;
      /** Set when it is not confirmed that the pull request targets that branch. */
      readonly mustCheckBase?: boolean;
      /** The commit that the workflow runs for; it may be the merge. */
      readonly workflowSha: string | null;
    }
  /** Two commits, the second of which contains the first. */
  | { readonly kind: "pair"; readonly base: string; readonly head: string }
  /** Revisions as a person writes them. */
  | { readonly kind: "named"; readonly base: string; readonly head: string };

export interface RevisionQuestion {
  readonly wanted: Wanted;
  /** Any folder of the checkout; null without a checkout. */
  readonly checkout: string | null;
  /** The same checkout, if the caller has examined it. */
  readonly examined?: Checkout;
  /** Null when nothing may be fetched. */
  readonly remote: Remote | null | RemoteLater;
  /** Receives the head's tree while the base is still being fetched. */
  readonly onHead?: (head: Tree) => void;
  /**
   * Asks the forge for the files that a pull request changes when git cannot list them; null when the list is
   * incomplete.
   */
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
  /** `because` names every way that was tried; `hint` is what helps against a failure of git itself. */
  | {
      readonly kind: "notFound";
      readonly because: string;
      readonly hint?: string;
      readonly unknown?: UnknownName;
    };

/** A named revision that neither the checkout nor its remote has. */
export interface UnknownName {
  readonly role: "base" | "head";
  readonly name: string;
}

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

/** A string is a clause: the reason why this way fails. A `GitFailure` has the same effect. */
export type Way = (search: Search) => Promise<FoundPair | string>;

/** Options for fetching the commit and its parents, without file contents. */
export const MERGE_AND_PARENTS = ["--filter=blob:none", "--depth=2"];
export const COMMIT_ALONE = ["--filter=blob:none", "--depth=1"];
