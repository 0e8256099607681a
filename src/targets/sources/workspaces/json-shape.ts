/** Asks values of unknown shape, as JSON, YAML and TOML give them, without trusting any of their names. */

export type Table = ReadonlyMap<string, unknown>;

/** Null for what is no table. */
export function asTable(value: unknown): Table | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return new Map(Object.entries(value));
}

/** The table under a name, empty where there is none. */
export function tableAt(table: Table | null, name: string): Table {
  return asTable(table?.get(name)) ?? new Map();
}

export function textAt(table: Table | null, name: string): string | null {
  const value = table?.get(name);
  return typeof value === "string" ? value : null;
}

/** Null for what is no list of texts. */
export function asTexts(value: unknown): readonly string[] | null {
  if (!Array.isArray(value)) return null;
  const texts = value.filter((item): item is string => typeof item === "string");
  return texts.length === value.length ? texts : null;
}
