/** Words of a sentence: long text, counts, lists, and names of the code. */

/** At most `most` UTF-16 units, never half of a character. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  const isSplit = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isSplit ? most - 1 : most);
}

/** The same with an ellipsis where it is cut. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${beginningOf(text, most)}…`;
}

/** The words of a name in the code, in lower case: `given_up` for `givenUp`. */
export function separated(camelCase: string, between: string): string {
  return camelCase.replace(/[A-Z]/g, (letter) => `${between}${letter.toLowerCase()}`);
}

/** As JSON escapes characters: one escape for each half of those beyond U+FFFF. */
export function escapedAsInJson(characters: string): string {
  const unit = (_: unknown, index: number) => characters.charCodeAt(index).toString(16).padStart(4, "0");
  return Array.from({ length: characters.length }, unit)
    .map((digits) => `\\u${digits}`)
    .join("");
}

/** `1 pull request`, `2 pull requests`, `2 entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A longer list is no help; its beginning is the next to land. */
const MOST_NAMED = 5;

/** `#1, #2 and #3`; a long list ends with a count. */
export function listed(numbers: readonly number[]): string {
  const shown = numbers.slice(0, MOST_NAMED).map((number) => `#${number}`);
  const more = numbers.length - shown.length;
  const parts = more > 0 ? [...shown, `${more} more`] : shown;
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}
