/** Reads the output of a test run: its last lines, without what a terminal would execute, or all of it, piece by piece. */
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { SavedOutput } from "../ports/forge.js";
import { lastLines } from "../ports/last-lines.js";

/** Neither follows a link nor waits for a writer: the tests' own processes may replace the file. */
const READ_ONLY = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

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
    file = await open(path, READ_ONLY);
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

const PIECE_BYTES = 64 * 1024;

/** Null unless there is a file with contents. What is written to it later is not read. */
export async function openOutput(path: string): Promise<SavedOutput | null> {
  const size = await sizeOf(path);
  return size === 0 ? null : { size, bytes: piecesOf(path, size) };
}

async function sizeOf(path: string): Promise<number> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, READ_ONLY);
    const stats = await file.stat();
    return stats.isFile() ? stats.size : 0;
  } catch {
    return 0;
  } finally {
    await file?.close();
  }
}

/** The file is opened by the first read, so a response that is never read leaves nothing open. */
function piecesOf(path: string, size: number): ReadableStream<Uint8Array> {
  let file: FileHandle | undefined;
  let position = 0;
  const close = async () => {
    const opened = file;
    file = undefined;
    await opened?.close();
  };
  const source = {
    pull: async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      try {
        file ??= await open(path, READ_ONLY);
        const length = Math.min(PIECE_BYTES, size - position);
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
        position += bytesRead;
        if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
        if (bytesRead > 0 && position < size) return;
        await close();
        controller.close();
      } catch (error) {
        await close();
        throw error;
      }
    },
    cancel: close,
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}
