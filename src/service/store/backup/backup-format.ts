/**
 * A backup is gzipped JSON lines: a header, then for each table its name and columns and one line per row, and an end
 * that counts the rows and has the SHA-256 of everything before it. It belongs to no kind of database.
 */

import { isRecord } from "../../../domain/is-record.js";
import type { Cell } from "../maintenance/store-schema.js";
import { listOf, text } from "../sql/json-checks.js";

export const BACKUP_KIND = "mergeQueueBackup";
/** Increases when older programs could no longer read the file. */
export const BACKUP_FORMAT = 1;

export interface BackupHeader {
  /** The version of the program that wrote it. */
  readonly program: string;
  /** Milliseconds since 1970. */
  readonly takenAt: number;
  /** Names of the migrations that made the schema. */
  readonly schema: readonly string[];
}

export type BackupLine =
  | ({ readonly kind: "header" } & BackupHeader)
  | { readonly kind: "table"; readonly table: string; readonly columns: readonly string[] }
  | { readonly kind: "row"; readonly cells: readonly Cell[] }
  | { readonly kind: "end"; readonly rows: number; readonly sha256: string };

const isNames = listOf(text());

export function backupLine(line: BackupLine): string {
  return `${JSON.stringify(documentOf(line))}\n`;
}

function documentOf(line: BackupLine): unknown {
  switch (line.kind) {
    case "header": {
      const { program, takenAt, schema } = line;
      return { kind: BACKUP_KIND, format: BACKUP_FORMAT, program, takenAt, schema };
    }
    case "table":
      return { table: line.table, columns: line.columns };
    case "row":
      return line.cells;
    case "end":
      return { rows: line.rows, sha256: line.sha256 };
  }
}

/** Null: it is no line of a backup of this format. */
export function parseBackupLine(json: string): BackupLine | null {
  const value = parsed(json);
  if (Array.isArray(value)) return value.every(isCell) ? { kind: "row", cells: value } : null;
  if (!isRecord(value)) return null;
  const { kind, format, program, takenAt, schema, table, columns, rows, sha256 } = value;
  if (kind === BACKUP_KIND) {
    const isHeader =
      format === BACKUP_FORMAT &&
      typeof program === "string" &&
      typeof takenAt === "number" &&
      isNames(schema);
    return isHeader ? { kind: "header", program, takenAt, schema } : null;
  }
  if (typeof table === "string") return isNames(columns) ? { kind: "table", table, columns } : null;
  return typeof rows === "number" && typeof sha256 === "string" ? { kind: "end", rows, sha256 } : null;
}

function isCell(value: unknown): value is Cell {
  return (
    value === null || typeof value === "string" || (typeof value === "number" && Number.isSafeInteger(value))
  );
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
