/** The person has interrupted the setup. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}
