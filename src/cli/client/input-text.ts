/** Reads a file that an option names, or stdin for `-`, piece by piece or whole. */
import { createReadStream } from "node:fs";
import type { Given } from "./client-command.js";
import { UsageError } from "./usage-error.js";

const STDIN = "-";

type Source = Pick<Given, "stdin" | "signal">;

/** Ends with a `UsageError` that begins with `option` when it cannot be read, and early when the command is told to stop. */
export async function* readPieces(
  path: string,
  option: string,
  { stdin, signal }: Source,
): AsyncGenerator<Uint8Array> {
  const stream = path === STDIN ? stdin : createReadStream(path);
  const stop = () => stream.destroy(new Error("interrupted"));
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  try {
    for await (const piece of stream) {
      if (!(piece instanceof Uint8Array)) throw new TypeError("a stream of bytes gave something else");
      yield piece;
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${option} cannot be read: ${why}.`, { cause: error });
  } finally {
    signal.removeEventListener("abort", stop);
    stream.destroy();
  }
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
      throw new UsageError(`${option} has more than ${maxBytes} bytes, which no settings have.`);
    pieces.push(piece);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(pieces));
  } catch (error) {
    throw new UsageError(`${option} is not UTF-8 text.`, { cause: error });
  }
}
