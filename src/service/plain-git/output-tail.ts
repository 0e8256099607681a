/** Reads the last lines of a test run's output, bounded and without what a terminal would execute. */
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { lastLines } from "../../process/last-lines.js";

/** The end of the file that is read: enough for the lines that are kept, with their colours. */
const READ_BYTES = 64 * 1024;

/** Null if there is no such file, or nothing in it. Never waits for a writer. */
export async function readOutputTail(path: string): Promise<string | null> {
  const bytes = await readEnd(path);
  if (bytes === null) return null;
  const text = lastLines(new TextDecoder().decode(bytes));
  return text === "" ? null : text;
}

async function readEnd(path: string): Promise<Uint8Array | null> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const { size } = await file.stat();
    const length = Math.min(size, READ_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const read = buffer.subarray(0, bytesRead);
    // The first line of a part of the file has lost its beginning, and perhaps half a character.
    return size > length ? read.subarray(read.indexOf("\n") + 1) : read;
  } catch {
    return null;
  } finally {
    await file?.close();
  }
}
