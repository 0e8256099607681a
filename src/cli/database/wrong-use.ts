/** A mistake in how a command on the database of a service was called; nothing was done. */
export class WrongUse extends Error {
  override readonly name = "WrongUse";
}
