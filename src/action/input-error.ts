/** A mistake in the step's inputs. It always fails the step, and before any request is sent. */

export class InputError extends Error {
  override readonly name = "InputError";

  /** `input` is the one to change, or the nearest to it. */
  constructor(input: string, complaint: string, options?: ErrorOptions) {
    super(`Input ${input}: ${complaint}`, options);
  }
}

const MAX_SHOWN_CHARACTERS = 80;

/** A value as a message shows it: quoted, on one line, cut off when it is long, without the user of an address. */
export function shown(value: string): string {
  const harmless = value.replace(/\/\/[^/?#\s]*@/g, "//***@");
  const beginning = harmless.slice(0, MAX_SHOWN_CHARACTERS).replace(/[\uD800-\uDBFF]$/, "");
  return JSON.stringify(beginning.length < harmless.length ? `${beginning}…` : harmless);
}
