/** Compares requested settings with those that a service shows, without regard to case. */

export type ShownSettings = Readonly<Record<string, unknown>>;

export function isSameSetting(one: unknown, other: unknown): boolean {
  return spelled(one) === spelled(other);
}

export function settingInWords(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Some services answer null in place of an empty list. */
function spelled(value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return "null";
  return typeof value === "string" ? value.toLowerCase() : JSON.stringify(value ?? null);
}
