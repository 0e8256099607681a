/** Tables as maintenance sees them: by name only. */
import type { Kysely } from "kysely";

export type Cell = string | number | null;
export type AnyRow = Readonly<Record<string, Cell>>;
export type AnyTables = Readonly<Record<string, AnyRow>>;
export type AnyDb = Kysely<AnyTables>;
