/** A source was asked in a way that it cannot be: somebody has to change the step. */

export class SourceError extends Error {
  override readonly name = "SourceError";
}
