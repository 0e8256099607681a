/** Reads the file that an option names, or stdin for `-` where allowed, in pieces or as a whole. */
import { closeSync, constants, createReadStream, fstatSync, openSync, read } from "node:fs";
import { Socket } from "node:net";
import type { Readable } from "node:stream";
import { isatty, ReadStream } from "node:tty";
import { promisify } from "node:util";
import { errorText } from "../../domain/thrown.js";
import { UsageError } from "./missing-input.js";

const STDIN = "-";
/** Each piece is one request to the file system, and a long list has thousands of small ones. */
const PIECE_BYTES = 256 * 1024;

interface Source {
  /** null: `-` is a file name like any other. */
  readonly stdin: Readable | null;
  readonly signal: AbortSignal;
}

/**
 * Throws a `UsageError` that begins with `option` when the file cannot be read; ends early on an interruption. A piece is
 * valid until the next one is requested.
 */
export async function* readPieces(
  path: string,
  option: string,
  { stdin, signal }: Source,
): AsyncGenerator<Uint8Array> {
  const input = path === STDIN && stdin !== null ? stdin : opened(path, option);
  try {
    yield* typeof input === "number" ? piecesOfFile(input, signal) : piecesOf(input, signal);
  } catch (error) {
    throw unreadable(option, error);
  }
}

async function* piecesOf(stream: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const stop = () => stream.destroy(new Error("interrupted"));
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  try {
    for await (const piece of stream) {
      if (!(piece instanceof Uint8Array)) throw new TypeError("expected a stream of bytes");
      yield piece;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    stream.destroy();
  }
}

/** With one buffer for all pieces: a long file would leave as many bytes behind. */
async function* piecesOfFile(handle: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
  try {
    for (;;) {
      const { bytesRead } = await readInto(handle, buffer, 0, PIECE_BYTES, null);
      if (signal.aborted) throw new Error("interrupted");
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    closeSync(handle);
  }
}

const readInto = promisify(read);

/**
 * Reads a pipe or a terminal only when it has data: a blocking open or read could not be interrupted, and would keep
 * the process alive. The number is the handle of a regular file.
 */
function opened(path: string, option: string): Readable | number {
  try {
    const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const facts = fstatSync(handle);
    if (facts.isFile()) return handle;
    if (facts.isFIFO()) return new Socket({ fd: handle, writable: false });
    return isatty(handle) ? new ReadStream(handle) : createReadStream("", { fd: handle });
  } catch (error) {
    throw unreadable(option, error);
  }
}

function unreadable(option: string, error: unknown): UsageError {
  return new UsageError(
    `${option} cannot be read: ${errorText(error)}. Check the path and its permissions.`,
    { cause: error },
  );
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
    if (bytes > maxBytes) throw new UsageError(`${option} is larger than the limit of ${maxBytes} bytes.`);
    pieces.push(Buffer.from(piece));
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(pieces));
  } catch (error) {
    throw new UsageError(`${option} is not UTF-8 text.`, { cause: error });
  }
}
