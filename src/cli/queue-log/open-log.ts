/** A log as the command line names it: the path of a file, or `-` for stdin. */
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { errorText } from "../../domain/thrown.js";
import { LogError } from "../../service/queue-log/log-error.js";
import { type QueueLog, readLog } from "../../service/queue-log/read-log.js";

const CHUNK_BYTES = 1 << 20;

export async function openLog(path: string, stdin: Readable): Promise<QueueLog> {
  if (path === "-") return readLog("stdin", bytesOf("stdin", stdin));
  return readLog(path, bytesOf(path, createReadStream(path, { highWaterMark: CHUNK_BYTES })));
}

async function* bytesOf(source: string, stream: Readable): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterable<unknown> = stream;
  try {
    for await (const chunk of chunks) yield chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
  } catch (error) {
    throw new LogError(
      `${source} cannot be read (${errorText(error)}); name a file that \`merge-queue export-log\` wrote`,
      {
        cause: error,
      },
    );
  }
}
