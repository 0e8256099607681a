/** How a message shows what a person gave. */

export const MAX_SHOWN_CHARACTERS = 80;

/** A value as a message shows it: quoted, on one line, cut off when it is long, without the user of an address. */
export function shown(value: string): string {
  const harmless = value.replace(/\/\/[^/?#\s]*@/g, "//***@");
  const beginning = harmless.slice(0, MAX_SHOWN_CHARACTERS).replace(/[\uD800-\uDBFF]$/, "");
  return JSON.stringify(beginning.length < harmless.length ? `${beginning}…` : harmless);
}
