/** Text of GitHub's in one short line, for messages: without what moves cursors, turns text around, or may be a token. */

const MOST_CHARACTERS = 300;
/** As GitHub makes them: of people, of Apps, of installations, and signed claims. */
const TOKENS = /(?:gh[a-z]_\w{10,}|github_pat_\w{10,}|v1\.[0-9a-f]{40}|eyJ[\w-]+\.[\w-]+\.[\w-]*)/g;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\s]+/gu;

export function oneLine(text: string): string {
  const cleaned = text.replace(UNPRINTABLE, " ").replace(TOKENS, "***").trim();
  return cleaned.length > MOST_CHARACTERS ? `${cleaned.slice(0, MOST_CHARACTERS)}…` : cleaned;
}
