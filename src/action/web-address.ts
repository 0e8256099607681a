/** Addresses that the service answers. They are anyone's text: only those of web pages are passed on. */
import { type Markup, markup } from "./markup.js";

/** The summary cuts longer texts, and half an address leads elsewhere. */
const MOST_CHARACTERS = 500;

/** In plain ASCII, and without what would end a link in Markdown; null for anything but an http or https address. */
export function webAddress(text: string | undefined): string | null {
  if (text === undefined || text.length > MOST_CHARACTERS || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) return null;
  if (url.username !== "" || url.password !== "") return null;
  const address = url.href.replace(/[()]/g, (bracket) => (bracket === "(" ? "%28" : "%29"));
  return address.length > MOST_CHARACTERS ? null : address;
}

/** A link where there is an address, else the text alone. */
export function linked(text: string, address: string | null): Markup {
  return address === null ? markup`${text}` : markup`[${text}](${address})`;
}
