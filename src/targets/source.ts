/**
 * What a source of impacted targets is: it looks at two trees and at what changed between them, and says which targets
 * are impacted and why, or that it cannot be sure, which counts as `ALL`.
 */
import type { Tree } from "./tree.js";

export type FileStatus = "added" | "modified" | "deleted" | "typeChanged";

/** A path that differs between the two trees; a rename is a deletion and an addition. */
export interface ChangedFile {
  /** From the root of the repository, with `/`, byte for byte as git has it. */
  readonly path: string;
  readonly status: FileStatus;
  /** The path is a submodule in one of the trees. */
  readonly isSubmodule: boolean;
}

/** Why a target is impacted, for people: the first cause that was found is the one to show. */
export type Cause =
  | { readonly kind: "file"; readonly path: string }
  /** It depends on `on`, in the base tree or in the head tree. */
  | { readonly kind: "dependsOn"; readonly on: string }
  | { readonly kind: "deleted" }
  /** `by` depends on it since this change, and did not before. */
  | { readonly kind: "newlyUsed"; readonly by: string }
  /** Declared by hand as an extra edge from `on`. */
  | { readonly kind: "declared"; readonly on: string }
  /** An external program named it, and says no more. */
  | { readonly kind: "named"; readonly by: string };

/** What made everything count as impacted. */
export interface AllCause {
  /** A file, or a program, or an input. */
  readonly subject: string;
  /** The rule it fell under, as one clause: `no target owns it`. */
  readonly rule: string;
  /** What would make the list smaller, as an imperative sentence; null where nothing would. */
  readonly hint: string | null;
}

export type SourceAnswer =
  | { readonly kind: "all"; readonly cause: AllCause }
  | {
      readonly kind: "targets";
      /** Names without a namespace. */
      readonly targets: ReadonlyMap<string, Cause>;
      /** Changed files that the source answers for; whoever combines sources finds the rest unowned. */
      readonly owned: ReadonlySet<string>;
      /** What a person should know about the source's own input, one sentence each. */
      readonly warnings?: readonly string[];
    };

export interface SourceContext {
  /** The tip of the target branch that the change is compared with. */
  readonly base: Tree;
  /** The same with the pull request merged. */
  readonly head: Tree;
  readonly changed: readonly ChangedFile[];
  /** The user's checkout, for programs of the repository itself; null where there is none. Never written to. */
  readonly checkout: string | null;
  /** Aborted at the deadline. */
  readonly signal: AbortSignal;
}

export interface Source {
  readonly name: string;
  /** It starts programs that the repository itself brings, so that it must not run where there are secrets. */
  readonly runsRepositoryCode: boolean;
  /** Files that say what the targets are, as a person named them: a change of one counts whatever the rules ignore. */
  readonly decidingFiles?: readonly string[];
  /** Whether `auto` chooses it, and the file that says so; null where not. */
  detect(head: Tree): Promise<string | null>;
  answer(context: SourceContext): Promise<SourceAnswer>;
  /**
   * What depends on these targets in either tree, directly or not, for edges that are declared by hand and end in them.
   * Without this method the source cannot say, and everything counts as impacted when such an edge is met.
   */
  dependents?(context: SourceContext, targets: ReadonlySet<string>): Promise<ReadonlyMap<string, Cause>>;
  /** Every name that it may have in a list. Without this method nobody can say which names are misspelt. */
  knownNames?(context: SourceContext): Promise<ReadonlySet<string>>;
}

/** A source was asked in a way that it cannot be: somebody has to change the step. */
export class SourceError extends Error {
  override readonly name = "SourceError";
}

export interface SourceMaterial {
  /** What follows `=` in `name=argument`; null without it. */
  readonly argument: string | null;
  /** Reads a file that the user names, wherever that is allowed. */
  readonly readFile: (path: string) => AsyncIterable<Uint8Array>;
}
