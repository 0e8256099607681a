/** A mistake in the step's inputs. It always fails the step, and before any request is sent. */

export class InputError extends Error {
  override readonly name = "InputError";
  /** The message without the input's name. */
  readonly complaint: string;

  /** `input` is the one to change, or the nearest to it. */
  constructor(input: string, complaint: string, options?: ErrorOptions) {
    super(`Input ${input}: ${complaint}`, options);
    this.complaint = complaint;
  }
}
