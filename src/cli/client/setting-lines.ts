/** A queue's settings as lines for people, written as `--set` reads them. */

export function settingLines(settings: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(settings)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`);
}
