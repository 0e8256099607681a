/** The lines of a backup file, checked: the end has to be there, and to be the end of exactly these lines. */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { codeOf, errorText } from "../../../domain/thrown.js";
import { StoreError } from "../../ports/world-error.js";
import { type BackupHeader, type BackupLine, parseBackupLine } from "./backup-format.js";

/** In characters: a little less than the longest text there is. A list of targets has 20 MiB. */
const LONGEST_LINE = 500_000_000;

export type ContentLine = Exclude<BackupLine, { readonly kind: "header" | "end" }>;

export interface Backup {
  readonly header: BackupHeader;
  /** They can be walked through once; damage may show only at the end. */
  readonly lines: AsyncGenerator<ContentLine, undefined>;
}

/** Throws `StoreError`, also while the lines are walked through. */
export async function readBackup(file: string): Promise<Backup> {
  const lines = checkedLines(file);
  const first = await lines.next();
  if (first.done === true || first.value.kind !== "header") {
    throw new StoreError(
      `${file} is no backup that this version reads: give a file that \`merge-queue backup\` wrote`,
      false,
    );
  }
  return { header: first.value, lines: contentOf(file, lines) };
}

async function* contentOf(
  file: string,
  lines: AsyncIterable<BackupLine>,
): AsyncGenerator<ContentLine, undefined> {
  for await (const line of lines) {
    if (line.kind === "header") throw damagedBackup(file, "it begins twice");
    if (line.kind !== "end") yield line;
  }
}

async function* checkedLines(file: string): AsyncGenerator<BackupLine, undefined> {
  const hash = createHash("sha256");
  let rows = 0;
  let end: Extract<BackupLine, { readonly kind: "end" }> | null = null;
  for await (const text of textLines(file)) {
    const line = parseBackupLine(text);
    if (end !== null) throw damagedBackup(file, "it goes on after its end");
    if (line === null) throw notABackup(file, rows === 0);
    if (line.kind === "end") end = line;
    else hash.update(text).update("\n");
    if (line.kind === "row") rows += 1;
    yield line;
  }
  if (end === null) throw damagedBackup(file, "its end is missing");
  if (end.rows !== rows || end.sha256 !== hash.digest("hex")) {
    throw damagedBackup(file, "its checksum is not that of what it holds");
  }
}

async function* textLines(file: string): AsyncGenerator<string, undefined> {
  const input = await openFile(file);
  const unzipped = createGunzip();
  const reading = pipeline(input, unzipped);
  // The reader meets the failure in the loop.
  reading.catch(() => undefined);
  let rest = "";
  const decoder = new TextDecoder("utf-8");
  try {
    const chunks: AsyncIterable<unknown> = unzipped;
    for await (const chunk of chunks) {
      if (!(chunk instanceof Uint8Array)) continue;
      const pieces = decoder.decode(chunk, { stream: true }).split("\n");
      rest += pieces[0] ?? "";
      for (const piece of pieces.slice(1)) {
        yield rest;
        rest = piece;
      }
      if (rest.length > LONGEST_LINE) throw damagedBackup(file, "a line does not end");
    }
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw damagedBackup(file, errorText(error), error);
  } finally {
    unzipped.destroy();
  }
  if (rest !== "") throw damagedBackup(file, "its last line is cut off");
}

async function openFile(file: string): Promise<Readable> {
  try {
    return (await open(file, "r")).createReadStream();
  } catch (error) {
    const why = codeOf(error) || errorText(error);
    throw new StoreError(
      `${file} cannot be read (${why}): check the path and its permissions; nothing was changed`,
      false,
      { cause: error },
    );
  }
}

function notABackup(file: string, isFirst: boolean): StoreError {
  if (!isFirst) return damagedBackup(file, "a line is damaged");
  return new StoreError(
    `${file} is no backup that this version reads: give a file that \`merge-queue backup\` wrote, to the version that wrote it or a later one`,
    false,
  );
}

export function damagedBackup(file: string, why: string, cause?: unknown): StoreError {
  return new StoreError(
    `${file} cannot be restored (${why}): take another backup; nothing was changed`,
    false,
    {
      cause,
    },
  );
}
