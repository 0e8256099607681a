/** Looks into JSON of which nothing is known. */

/** What is found by following the keys; undefined as soon as one is not there. */
export function at(json: unknown, ...keys: readonly string[]): unknown {
  let found = json;
  for (const key of keys) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Object.entries(found).find(([name]) => name === key)?.[1];
  }
  return found;
}

export function textAt(json: unknown, ...keys: readonly string[]): string | undefined {
  const found = at(json, ...keys);
  return typeof found === "string" && found !== "" ? found : undefined;
}

export function listAt(json: unknown, ...keys: readonly string[]): readonly unknown[] {
  const found = at(json, ...keys);
  return Array.isArray(found) ? found : [];
}
