/** What SQLite's error codes mean for the person who runs the service. */
import { errorText } from "../../../domain/thrown.js";
import { StoreError } from "../../ports/world-error.js";

/** By primary result code; see https://www.sqlite.org/rescode.html. */
const ADVICE: ReadonlyMap<number, string> = new Map([
  [5, "another program keeps it locked; stop that program"],
  [8, "it may not be written; check the permissions of the file and its folder"],
  [10, "reading or writing the disk failed; check the disk and its free space"],
  [11, "the file is damaged; restore it from a backup"],
  [13, "the disk is full; make room"],
  [14, "the file cannot be opened; check that it is a file this user may write"],
  [26, "the file is not a SQLite database; name another file"],
]);

/** Locked, disk trouble, disk full. */
const RETRYABLE: ReadonlySet<number> = new Set([5, 10, 13]);

/** Errors that are not SQLite's own stay as they are. */
export function sqliteFailure(error: unknown, path: string): unknown {
  const code = primaryCode(error);
  if (code === null) return error;
  const advice = ADVICE.get(code);
  const message = `the SQLite store ${path} failed (${errorText(error)})`;
  return new StoreError(advice === undefined ? message : `${message}: ${advice}`, RETRYABLE.has(code), {
    cause: error,
  });
}

/** Null where SQLite did not speak. */
export function primaryCode(error: unknown): number | null {
  if (typeof error !== "object" || error === null || !("errcode" in error)) return null;
  return typeof error.errcode === "number" ? error.errcode & 0xff : null;
}
