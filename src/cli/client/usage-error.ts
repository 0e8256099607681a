/** A mistake in how the command was called, found before any request was sent. */
import { shortened } from "../../client/error-text.js";

export class UsageError extends Error {
  override readonly name = "UsageError";
}

export const MAX_SHOWN_CHARACTERS = 80;

/** A value as a message shows it: quoted, cut off when it is long, without the user of an address. */
export function shown(value: string): string {
  const harmless = value.replace(/\/\/[^/?#\s]*@/g, "//***@");
  const beginning = shortened(harmless, MAX_SHOWN_CHARACTERS);
  return JSON.stringify(beginning.length < harmless.length ? `${beginning}…` : harmless);
}
