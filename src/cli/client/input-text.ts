/** Reads the file that an option names, or stdin for `-` where allowed, in pieces or as a whole. */
import { constants, createReadStream, fstatSync, openSync } from "node:fs";
import { Socket } from "node:net";
import type { Readable } from "node:stream";
import { isatty, ReadStream } from "node:tty";
import { errorText } from "../../domain/thrown.js";
import { UsageError } from "./option-reader.js";

const STDIN = "-";

interface Source {
  /** null: `-` is a file name like any other. */
  readonly stdin: Readable | null;
  readonly signal: AbortSignal;
}

/** Throws a `UsageError` that begins with `option` when the file cannot be read; ends early on an interruption. */
export async function* readPieces(
  path: string,
  option: string,
  { stdin, signal }: Source,
): AsyncGenerator<Uint8Array> {
  const stream = path === STDIN && stdin !== null ? stdin : opened(path, option);
  const stop = () => stream.destroy(new Error("interrupted"));
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  try {
    for await (const piece of stream) {
      if (!(piece instanceof Uint8Array)) throw new TypeError("expected a stream of bytes");
      yield piece;
    }
  } catch (error) {
    throw unreadable(option, error);
  } finally {
    signal.removeEventListener("abort", stop);
    stream.destroy();
  }
}

/**
 * Reads a pipe or a terminal only when it has data: a blocking open or read could not be interrupted, and would keep
 * the process alive.
 */
function opened(path: string, option: string): Readable {
  try {
    const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    if (fstatSync(handle).isFIFO()) return new Socket({ fd: handle, writable: false });
    return isatty(handle) ? new ReadStream(handle) : createReadStream("", { fd: handle });
  } catch (error) {
    throw unreadable(option, error);
  }
}

function unreadable(option: string, error: unknown): UsageError {
  return new UsageError(`${option} cannot be read: ${errorText(error)}.`, { cause: error });
}

export async function readWholeText(
  path: string,
  option: string,
  maxBytes: number,
  source: Source,
): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of readPieces(path, option, source)) {
    bytes += piece.byteLength;
    if (bytes > maxBytes)
      throw new UsageError(`${option} has more than ${maxBytes} bytes, which is the limit.`);
    pieces.push(piece);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(pieces));
  } catch (error) {
    throw new UsageError(`${option} is not UTF-8 text.`, { cause: error });
  }
}
