/** A mistake in how the command was called, found before any request was sent. */

export class UsageError extends Error {
  override readonly name = "UsageError";
}
