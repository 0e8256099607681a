/** How unmet rules are worded. Names are GitHub's or those of its users: untrusted, between grave accents, on one line. */
import { oneLine } from "../calls/one-line.js";

const MOST_CHARACTERS = 100;

export function quoted(name: string): string {
  const shown = oneLine(name).replaceAll("`", "'");
  return `\`${shown.length > MOST_CHARACTERS ? `${shown.slice(0, MOST_CHARACTERS)}…` : shown}\``;
}

export function amount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
