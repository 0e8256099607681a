/** Text of GitHub's in one short line, for messages: without what moves cursors, turns text around, or may be a token. */

const MOST_CHARACTERS = 300;
/** Of what is looked at: an answer may have millions, and patterns take their time. Enough for what is hidden, too. */
const MOST_SEEN = 4000;
/** As GitHub makes them: of people, of Apps, of installations, and signed claims. */
const TOKENS = /(?:gh[a-z]_\w{10,}|github_pat_\w{10,}|v1\.[0-9a-f]{40}|eyJ[\w-]+\.[\w-]+\.[\w-]*)/g;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\s]+/gu;

export function oneLine(text: string): string {
  const cleaned = text.slice(0, MOST_SEEN).replace(UNPRINTABLE, " ").replace(TOKENS, "***").trim();
  return cleaned.length > MOST_CHARACTERS ? `${cleaned.slice(0, MOST_CHARACTERS)}…` : cleaned;
}

/** Of a page that a proxy shows instead of an answer. */
export function oneLineOfPage(page: string): string {
  return oneLine(page.slice(0, MOST_SEEN).replace(/<[^<>]*>/g, " "));
}
