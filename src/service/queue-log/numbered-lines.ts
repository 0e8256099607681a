/** Bytes as numbered lines of text, with never more than one line of it in memory. */
import { badLine, type LogError, type Place } from "./log-error.js";

export interface NumberedLine extends Place {
  readonly text: string;
}

/** Room for an upload of 20 MiB of impacted targets, escaped. A file without line breaks must not fill the memory. */
const MAX_LINE_BYTES = 128 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** A line feed at the end of the last line is optional. `maxBytes` differs in tests only. */
export async function* numberedLines(
  source: string,
  chunks: AsyncIterable<Uint8Array>,
  maxBytes = MAX_LINE_BYTES,
): AsyncGenerator<NumberedLine> {
  let lineNumber = 1;
  let parts: Uint8Array[] = [];
  let size = 0;
  const keep = (part: Uint8Array): void => {
    size += part.length;
    if (size > maxBytes) throw tooLong({ source, lineNumber }, maxBytes);
    if (part.length > 0) parts.push(part);
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      keep(chunk.subarray(start, end));
      yield lineOf({ source, lineNumber }, parts);
      lineNumber += 1;
      parts = [];
      size = 0;
      start = end + 1;
    }
    keep(chunk.subarray(start));
  }
  if (size > 0) yield lineOf({ source, lineNumber }, parts);
}

function lineOf(place: Place, parts: readonly Uint8Array[]): NumberedLine {
  try {
    return { ...place, text: new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts)) };
  } catch (error) {
    const advice = "give a log that `merge-queue export-log` wrote, and not a compressed one";
    throw badLine(place, "expected UTF-8 text", advice, error);
  }
}

function tooLong(place: Place, maxBytes: number): LogError {
  return badLine(
    place,
    `expected at most ${maxBytes} bytes`,
    "give a log that `merge-queue export-log` wrote",
  );
}
