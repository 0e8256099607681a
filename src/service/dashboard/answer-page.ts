/** Turns a page or a table into a response: its headers, above all which sources the browser may load. */
import { type ApiContext, answerWith } from "../http/response.js";

/** No inline script or style, nothing from elsewhere, and no frame around a page. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

type Headers = Readonly<Record<string, string>>;

export function answerPage(
  c: ApiContext,
  page: { toString(): string },
  status = 200,
  more: Headers = {},
): Response {
  return answerWith(c, `<!doctype html>${page.toString()}`, status, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    Vary: "Accept, Cookie",
    ...more,
  });
}

/** After a form: the browser fetches the page with GET, so a reload posts nothing again. */
export function redirectTo(c: ApiContext, path: string, more: Headers = {}): Response {
  return answerWith(c, "", 303, { Location: path, ...more });
}

export type Cell = string | number | null;

export interface CsvTable {
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** A table as CSV (RFC 4180). A cell that a spreadsheet would take for a formula begins with an apostrophe. */
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
