/**
 * The interface of a source of impacted targets. A source reads two trees and the files that changed between them, and
 * returns the impacted targets with their causes. When it cannot be sure, it returns `ALL`.
 */
import type { Tree } from "./tree.js";

export type FileStatus = "added" | "modified" | "deleted" | "typeChanged";

/** A path that differs between the two trees; a rename is a deletion and an addition. */
export interface ChangedFile {
  /** From the root of the repository, with `/`, byte for byte as in git. */
  readonly path: string;
  readonly status: FileStatus;
  /** The path is a submodule in one of the trees. */
  readonly isSubmodule: boolean;
}

/** Why a target is impacted, for people; the first cause found is shown. */
export type Cause =
  | { readonly kind: "file"; readonly path: string }
  /** It depends on `on`, in the base tree or in the head tree. */
  | { readonly kind: "dependsOn"; readonly on: string }
  | { readonly kind: "deleted" }
  /** With this change, `by` begins to depend on it. */
  | { readonly kind: "newlyUsed"; readonly by: string }
  /** The changed file `by` uses it, and no manifest declares that. */
  | { readonly kind: "imported"; readonly by: string }
  /** The user declared an extra edge from `on`. */
  | { readonly kind: "declared"; readonly on: string }
  /** An external program named it and gave no reason. */
  | { readonly kind: "named"; readonly by: string };

/** What makes everything count as impacted. */
export interface AllCause {
  /** A file, a program or an input. */
  readonly subject: string;
  /** The rule that applied to it, as one clause: `no target owns it`. */
  readonly rule: string;
  /** How to get a smaller list, as an imperative sentence; null when nothing helps. */
  readonly hint: string | null;
}

export type SourceAnswer =
  | {
      readonly kind: "all";
      readonly cause: AllCause;
      /** On request. */
      readonly rest?: RestOfAnswer;
    }
  | {
      readonly kind: "targets";
      /** Names without a namespace. */
      readonly targets: ReadonlyMap<string, Cause>;
      /** Changed files that the source accounts for. A file that no source owns makes everything impacted. */
      readonly owned: ReadonlySet<string>;
      /** Owned configuration at the root whose readers are in the list, and workflows whose paths are. */
      readonly followed?: ReadonlySet<string>;
      /** Why the source does not own some of the other files: each reason as a clause about the file. */
      readonly disowned?: ReadonlyMap<string, readonly string[]>;
      /** Warnings for the user about the source's own input, one sentence each. */
      readonly warnings?: readonly string[];
      /** Explanations of the list for the user, one sentence each. */
      readonly notes?: readonly string[];
    };

/** What a source knows in spite of a failure. */
export interface RestOfAnswer {
  /** The other causes. */
  readonly causes: readonly AllCause[];
  /** Without the files that failed; null where it is not known which files have an owner. */
  readonly known: {
    readonly context: SourceContext;
    /** Files that the failure may concern count as owned; the targets are incomplete. */
    readonly answer: Extract<SourceAnswer, { readonly kind: "targets" }>;
  } | null;
}

export interface SourceContext {
  /** The tip of the target branch that the change is compared with. */
  readonly base: Tree;
  /** The same tip with the pull request merged. */
  readonly head: Tree;
  readonly changed: readonly ChangedFile[];
  /** The user's checkout, for programs of the repository itself; null without one. Never written to. */
  readonly checkout: string | null;
  /** Changed workflows that only some paths start, with these paths. */
  readonly workflows?: ReadonlyMap<string, readonly string[]>;
  /** An answer of `ALL` has the rest of what is known. */
  readonly wantsEveryCause?: boolean;
  /** Aborted at the deadline. */
  readonly signal: AbortSignal;
}

export interface Source {
  readonly name: string;
  /** It starts programs from the repository, so it must not run where secrets are available. */
  readonly runsRepositoryCode: boolean;
  /** Files that define the targets, as the user named them. A change to one counts even if a rule ignores the file. */
  readonly decidingFiles?: readonly string[];
  /** The file that makes `auto` choose this source; null when the source does not fit. */
  detect(head: Tree): Promise<string | null>;
  /** Reads what `answer` will need of the head's tree, while the other tree is still being fetched. Never throws. */
  readAhead?(head: Tree): void;
  answer(context: SourceContext): Promise<SourceAnswer>;
  /**
   * All targets that depend on these in either tree, directly or indirectly; used for declared edges that end in them.
   * Without this method the source cannot list them, and such an edge makes everything impacted.
   */
  dependents?(context: SourceContext, targets: ReadonlySet<string>): Promise<ReadonlyMap<string, Cause>>;
  /** The targets that own a file in either tree. Without this method, the owners of readers are unknown. */
  owners?(context: SourceContext, path: string): Promise<readonly string[]>;
  /**
   * The targets of a changed test in a folder that no target owns; null when it may affect everything. Without this
   * method, such a file makes everything impacted.
   */
  testTargets?(context: SourceContext, path: string): Promise<ReadonlyMap<string, Cause> | null>;
  /** Every name that the source may put in a list. Without this method, misspelt names cannot be detected. */
  knownNames?(context: SourceContext): Promise<ReadonlySet<string>>;
}

/** The source was used in a way that it does not support: the user must change the step. */
export class SourceError extends Error {
  override readonly name: string = "SourceError";
}

/** A revision that the user named does not exist. */
export class UnknownRevision extends SourceError {
  readonly role: "base" | "head";

  constructor(role: "base" | "head", name: string) {
    super(`${name} names no commit here and no branch of the origin; correct it, or run git fetch first`);
    this.role = role;
  }
}

export interface SourceMaterial {
  /** The text after `=` in `name=argument`; null without it. */
  readonly argument: string | null;
  /** Reads a file that the user names, if reading it is allowed. */
  readonly readFile: (path: string) => AsyncIterable<Uint8Array>;
}

/** A list of very many names, which is kept as text. */
export interface NamesAsText extends ReadonlyMap<string, Cause> {
  /** All names as lines of UTF-8 text, in pieces that end with a line. */
  texts(): Iterable<Uint8Array>;
}

export function areText(targets: ReadonlyMap<string, Cause>): targets is NamesAsText {
  return "texts" in targets;
}

/** Whether no reader of lines could confuse the name with two names. */
export function isLine(name: string): boolean {
  return !/[\r\n\0]/.test(name) && name.isWellFormed();
}
