/** Names several pull requests in a sentence. */

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
