/** Text of GitHub's in one short line, for messages: without what moves cursors, turns text around, or may be a token. */
import { withoutTokens } from "../../../../domain/without-tokens.js";

const MOST_CHARACTERS = 300;
/** Of what is looked at: an answer may have millions, and patterns take their time. Enough for what is hidden, too. */
const MOST_SEEN = 4000;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\s]+/gu;

export function oneLine(text: string): string {
  const cleaned = withoutTokens(text.slice(0, MOST_SEEN).replace(UNPRINTABLE, " ")).trim();
  return cleaned.length > MOST_CHARACTERS ? `${cleaned.slice(0, MOST_CHARACTERS)}…` : cleaned;
}

/** Of a page that a proxy shows instead of an answer. */
export function oneLineOfPage(page: string): string {
  return oneLine(page.slice(0, MOST_SEEN).replace(/<[^<>]*>/g, " "));
}
