/** Takes the token out of every text that came from outside, whatever sent it back and however it is written. */

export type Redact = (text: string) => string;

const REDACTED = "***";
/** Shorter beginnings of a token at the end of a cut text give nothing away. */
const SHORTEST_TELLING_PART = 6;

/** Finds the token as it is, as addresses, JSON or HTML write it, and its beginning where a text was cut. */
export function redactor(secret: string): Redact {
  const anySpelling = new RegExp(Array.from(secret, spellingsOf).join(""), "gi");
  return (text) => withoutCutSecret(text.replace(anySpelling, REDACTED), secret);
}

export const redactNothing: Redact = (text) => text;

/** A pattern for one ASCII character: encoders of JSON differ in what they escape, and so do those of addresses. */
function spellingsOf(character: string): string {
  const code = character.charCodeAt(0);
  const hex = code.toString(16).padStart(2, "0");
  const itself = `\\\\?\\x${hex}`;
  return `(?:${itself}|%${hex}|\\\\u00${hex}|&#0*${code};|&#x0*${hex};)`;
}

function withoutCutSecret(text: string, secret: string): string {
  for (let length = secret.length - 1; length >= SHORTEST_TELLING_PART; length--) {
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + REDACTED;
  }
  return text;
}
