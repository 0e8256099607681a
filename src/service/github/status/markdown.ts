/**
 * Builds Markdown from untrusted text. Characters with a meaning in Markdown, HTML or tables become character
 * references. Mentions, issue references and URLs, which GitHub also finds in the rendered text, are split by a
 * zero-width space.
 */

const MEANS_SOMETHING = /[#$&*+<=>@[\\\]^_`{|}~]/g;
/** Would start a list. */
const BEGINS_LIST = /^-|(?<=^\d+)[.)]/;
const NOT_IN_ADDRESS = /[^\w:/?#&=%.~+,;-]/gu;
const TORN = "\u200b";
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Zs}]+/gu;

/** A literal name on one line. */
export function code(text: string, longest = 100): string {
  const name = cut(onOneLine(text), longest);
  return `<code>${escaped(torn(name === "" ? " " : name))}</code>`;
}

/** Lines as they are, each behind a space: a command stands at the very start of a line. */
export function block(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => ` ${escaped(torn(line.replace(INVISIBLE, " ")))}`);
  return `<pre>${lines.join("\n")}</pre>`;
}

/** A sentence of the queue with names between backticks; an unpaired backtick is text. */
export function sentence(text: string, longest = 1000): string {
  const parts = cut(onOneLine(text), longest).split("`");
  const lonely = parts.length % 2 === 0 ? parts.pop() : undefined;
  const whole = parts.map((part, index) => (index % 2 === 0 ? escaped(torn(part)) : code(part, longest)));
  return lonely === undefined ? whole.join("") : `${whole.join("")}${escaped(torn(`\`${lonely}`))}`;
}

/** `text` is Markdown; `address` is our own URL, percent-encoded so that it cannot end the link early. */
export function link(text: string, address: string): string {
  return `[${text}](${address.replace(NOT_IN_ADDRESS, percent)})`;
}

function percent(character: string): string {
  return Array.from(
    new TextEncoder().encode(character),
    (byte) => `%${byte.toString(16).padStart(2, "0")}`,
  ).join("");
}

export function onOneLine(text: string): string {
  return text.replace(INVISIBLE, " ").trim();
}

/** Cuts between code points, never inside one. */
export function cut(text: string, longest: number): string {
  const characters = Array.from(text);
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join("")}…`;
}

function torn(text: string): string {
  return text
    .replace(/[@#]/g, `$&${TORN}`)
    .replace(/:(?=\/\/)/g, `:${TORN}`)
    .replace(/\bwww(?=\.)/gi, `$&${TORN}`)
    .replace(/\bgh(?=-\d)/gi, `$&${TORN}`);
}

function escaped(text: string): string {
  return text.replace(MEANS_SOMETHING, reference).replace(BEGINS_LIST, reference);
}

function reference(character: string): string {
  return `&#${character.codePointAt(0)};`;
}
