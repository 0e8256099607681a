/** A mistake in the step's inputs. It always fails the step: before any request, unless a file cannot be written at the end. */

export class InputError extends Error {
  override readonly name = "InputError";
  /** The message without the input's name. */
  readonly complaint: string;

  /** `input`: the input to change, or the one most closely related. */
  constructor(input: string, complaint: string, options?: ErrorOptions) {
    super(`Input ${input}: ${complaint}`, options);
    this.complaint = complaint;
  }
}
