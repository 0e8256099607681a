/** Failures outside the service, with whether retrying helps. */

export class WorldError extends Error {
  override readonly name: string = "WorldError";
  /** True if the same call may succeed later, for example after a timeout. */
  readonly retryable: boolean;
  /** Minimum delay in milliseconds before a retry; 0 if unknown. */
  readonly waitMs: number;

  constructor(
    message: string,
    retryable: boolean,
    { waitMs = 0, ...options }: { readonly cause?: unknown; readonly waitMs?: number } = {},
  ) {
    super(message, options);
    this.retryable = retryable;
    this.waitMs = waitMs;
  }
}

/** The code host failed to perform a request. */
export class ForgeError extends WorldError {
  override readonly name = "ForgeError";
}

/**
 * "renamed" lasts until the next attempt, which uses the new name. "branchGone" concerns one target branch; the queues of
 * the other branches go on.
 */
export const UNAVAILABILITIES = ["suspended", "notInstalled", "archived", "renamed", "branchGone"] as const;
export type Unavailability = (typeof UNAVAILABILITIES)[number];

/** While the cause lasts, work on the repository is tried again this often. */
const UNAVAILABLE_WAIT_MS = 60_000;

/**
 * The code host keeps the repository from the service until a person changes that. It is no fault of any pull request:
 * work on the repository waits and is never given up.
 */
export class RepositoryUnavailable extends WorldError {
  override readonly name = "RepositoryUnavailable";
  readonly why: Unavailability;

  constructor(why: Unavailability, message: string) {
    super(message, true, { waitMs: UNAVAILABLE_WAIT_MS });
    this.why = why;
  }
}

/** The target branch of a queue does not exist. `presentName`: of the branch that it was renamed to; null: unknown. */
export class BranchGone extends RepositoryUnavailable {
  readonly branch: string;

  constructor(branch: string, presentName: string | null) {
    const what = presentName === null ? "it was deleted or renamed" : `it was renamed to ${presentName}`;
    const next =
      presentName === null
        ? "push it again"
        : `create a queue for ${presentName} and submit its pull requests there, or rename the branch back`;
    super("branchGone", `branch ${branch} does not exist: ${what}. To go on, ${next}, or delete this queue`);
    this.branch = branch;
  }
}

/** Nothing can be written until a person acts, so an attempt to show something is not worth repeating. */
export function isArchived(error: unknown): boolean {
  return error instanceof RepositoryUnavailable && error.why === "archived";
}

/** git failed; `message` contains its output, which is untrusted. */
export class GitError extends WorldError {
  override readonly name = "GitError";
}

/** The repository refused this process: its credentials or its user, not what was asked for. */
export class AccessRefused extends GitError {}

/** git exceeded the output limit of the call and was stopped. */
export class TooMuchOutput extends GitError {}

/** Why the code host refused: its branch rules, or the change itself. */
export type Refuser = "rules" | "change";

/** The code host refused, so nothing was changed; `message` contains its untrusted text. */
export class RefusedByHost extends WorldError {
  override readonly name = "RefusedByHost";
  readonly by: Refuser;

  constructor(message: string, retryable: boolean, by: Refuser) {
    super(message, retryable);
    this.by = by;
  }
}

/**
 * The store failed, or could not confirm success. A transaction is saved completely or not at all; after a `LostAnswer`
 * only reading again shows which.
 */
export class StoreError extends WorldError {
  override readonly name = "StoreError";
}

/** The connection to the store broke before its response: the write may be saved anyway. */
export class LostAnswer extends StoreError {}

export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** What the operating system refused, as Node reports it; a bug in the program is something else. */
export function isSystemError(thrown: unknown): thrown is Error {
  return typeof thrown === "object" && thrown !== null && "syscall" in thrown && "message" in thrown;
}
