/** Failures of the world around the service, with whether trying again helps. */

export class WorldError extends Error {
  override readonly name: string = "WorldError";
  /** True when the same call may work later, as after a time-out. */
  readonly retryable: boolean;

  constructor(message: string, retryable: boolean, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.retryable = retryable;
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

/**
 * The store did not do what was asked, or could not say that it did. What belongs together was saved as a whole or not at
 * all; where a connection broke at the end, nobody knows which before it is read again.
 */
export class StoreError extends WorldError {
  override readonly name = "StoreError";
}
