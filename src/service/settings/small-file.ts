/** Reads a file that an operator names, with a limit, and says in a sentence why it cannot be read. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

export type SmallFile =
  | { readonly ok: true; readonly text: string; readonly isReadableByAll: boolean }
  /** `at` is `:line:column` where there is such a place. */
  | { readonly ok: false; readonly problem: string; readonly at: string };

export function readSmallFile(path: string, mostBytes: number): SmallFile {
  let descriptor: number | undefined;
  try {
    // A pipe without a writer would keep us waiting.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return no("is not a regular file");
    if (stats.size > mostBytes) return no(`has more than ${mostBytes / 1024} KiB`);
    const bytes = readFileSync(descriptor);
    if (bytes.length > mostBytes) return no(`has more than ${mostBytes / 1024} KiB`);
    const text = bytes.toString("utf8");
    const wrong = firstDifference(bytes, Buffer.from(text));
    if (wrong !== null) return no("is not UTF-8", placeOf(bytes.subarray(0, wrong).toString("utf8")));
    return { ok: true, text, isReadableByAll: (stats.mode & 0o004) !== 0 };
  } catch (error) {
    // Looks at the shape: an error of the platform need not be an instance of this realm's Error.
    const isSystem = typeof error === "object" && error !== null && "code" in error;
    return no(
      `cannot be read (${isSystem ? String(error.code) : "unknown failure"}); check the path and its permissions`,
    );
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function no(problem: string, at = ""): SmallFile {
  return { ok: false, problem, at };
}

function firstDifference(one: Buffer, other: Buffer): number | null {
  if (one.equals(other)) return null;
  const index = one.findIndex((byte, place) => other[place] !== byte);
  return index < 0 ? one.length : index;
}

function placeOf(before: string): string {
  const lines = before.split("\n");
  return `:${lines.length}:${(lines.at(-1) ?? "").length + 1}`;
}
