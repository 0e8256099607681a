/** Addresses from the service, which are untrusted: only those of web pages are shown. */

/** The summary cuts longer texts, and a truncated address leads elsewhere. */
const MOST_CHARACTERS = 500;

/**
 * Cleans an address: in plain ASCII, and without characters that would end a link in Markdown. Null for anything but an
 * http or https address.
 */
export function webAddress(text: string | undefined): string | null {
  if (text === undefined || text.length > MOST_CHARACTERS || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) return null;
  if (url.username !== "" || url.password !== "") return null;
  const address = url.href.replace(/[()]/g, (bracket) => (bracket === "(" ? "%28" : "%29"));
  return address.length > MOST_CHARACTERS ? null : address;
}
