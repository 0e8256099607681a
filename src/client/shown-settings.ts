/** Compares settings that were asked for with those that a service shows, whatever the spelling of words. */

export type ShownSettings = Readonly<Record<string, unknown>>;

export function isSameSetting(one: unknown, other: unknown): boolean {
  return spelled(one) === spelled(other);
}

/** As a sentence names it. */
export function settingInWords(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Of a list that is empty some services answer null. */
function spelled(value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return "null";
  return typeof value === "string" ? value.toLowerCase() : JSON.stringify(value ?? null);
}
