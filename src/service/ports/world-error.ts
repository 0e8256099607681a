/** Failures of the world around the service, with whether trying again helps. */

export class WorldError extends Error {
  override readonly name: string = "WorldError";
  /** True when the same call may work later, as after a time-out. */
  readonly retryable: boolean;
  /** Milliseconds before which it will not; 0 where nobody said. */
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

/** The code host did not do what was asked. */
export class ForgeError extends WorldError {
  override readonly name = "ForgeError";
}

/** git did not do what was asked; `message` carries its own words, untrusted. */
export class GitError extends WorldError {
  override readonly name = "GitError";
}

/** The repository refused this process: its credentials or its user, not what was asked for. */
export class AccessRefused extends GitError {}

/** git printed more than the call allows, so that it was stopped. */
export class TooMuchOutput extends GitError {}

/** By what the code host refused: its rules for the branch, or what the change itself is. */
export type Refuser = "rules" | "change";

/** The code host said no, so that nothing was changed; `message` carries its own words, untrusted. */
export class RefusedByHost extends WorldError {
  override readonly name = "RefusedByHost";
  readonly by: Refuser;

  constructor(message: string, retryable: boolean, by: Refuser) {
    super(message, retryable);
    this.by = by;
  }
}

/**
 * The store did not do what was asked, or could not say that it did. What belongs together was saved as a whole or not at
 * all; after a `LostAnswer` nobody knows which before it is read again.
 */
export class StoreError extends WorldError {
  override readonly name = "StoreError";
}

/** The way to the store broke before it answered: what was asked may be saved all the same. */
export class LostAnswer extends StoreError {}
