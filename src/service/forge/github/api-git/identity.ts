/** Names, addresses and dates in the form that git itself would write, so that the commits are those that it would make. */
import type { Identity } from "../../../git/commit.js";

/** Git takes them away from both ends of a name or address. */
const AT_THE_ENDS = /^[\0-\x20.,:;<>"\\']+|[\0-\x20.,:;<>"\\']+$/g;
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/;

/** GitHub takes no empty address, which old commits may have. */
const NO_ADDRESS = "unknown@localhost";

export function writableIdentity({ name, email, date }: Identity): Identity {
  return {
    name: orElse(cleaned(name), "unknown"),
    email: orElse(cleaned(email), NO_ADDRESS),
    date: DATE.test(date) ? date : dateOf(0),
  };
}

export function dateOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, "Z");
}

function cleaned(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(AT_THE_ENDS, "")
    .replaceAll(/[\0\n<>]/g, "");
}

function orElse(text: string, otherwise: string): string {
  return text === "" ? otherwise : text;
}
