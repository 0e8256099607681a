/** A table as CSV (RFC 4180). A cell that a spreadsheet would take for a formula begins with an apostrophe. */
import { type ApiContext, answerWith } from "../../http/response.js";

export type Cell = string | number | null;

export interface CsvTable {
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

export function answerCsv(c: ApiContext, { name, head, rows }: CsvTable): Response {
  const text = [head, ...rows].map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
  return answerWith(c, text, 200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${name}.csv"`,
  });
}

function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
