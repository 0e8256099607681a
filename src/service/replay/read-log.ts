/**
 * Reads a log file and checks each line against the format. Events are not parsed, because a log of another version may
 * contain events that this version does not know.
 */
import { isRecord } from "../../domain/is-record.js";
import { isDecisionDigest } from "../ports/decision-digest.js";
import { isQueueName } from "../store/sql/stored-values.js";
import {
  badLine,
  LOG_FORMAT,
  LOG_KIND,
  type LogError,
  type LogHeader,
  type LogLine,
  type Place,
} from "./log-format.js";

export interface QueueLog {
  /** The displayed name of the log. */
  readonly source: string;
  readonly header: LogHeader;
  /** In the order of their versions, without a gap. They can be read once. */
  readonly lines: AsyncGenerator<LogLine, undefined>;
}

const EXPORT_AGAIN = "export the log again, or take a backup of it";

/** `chunks` are the bytes of the file. Throws `LogError`, also while the lines are read. */
export async function readLog(source: string, chunks: AsyncIterable<Uint8Array>): Promise<QueueLog> {
  const lines = numberedLines(source, chunks);
  const first = await lines.next();
  if (first.done === true)
    throw notALog({ source, lineNumber: 1 }, "expected a queue's log, but found an empty file");
  const header = readHeader(first.value);
  return { source, header, lines: readLines(lines, header.version) };
}

function readHeader(line: NumberedLine): LogHeader {
  const header = objectOf(line, () =>
    notALog(line, "expected the header of a queue's log, as a JSON object"),
  );
  const { kind, format, exportedBy, name, queue, version } = header;
  if (kind !== LOG_KIND)
    throw notALog(line, `expected the header of a queue's log, with "kind":"${LOG_KIND}"`);
  if (format !== LOG_FORMAT) {
    const advice = "read it with the version of merge-queue that wrote it";
    throw badLine(line, `expected "format":${LOG_FORMAT}, which this version reads`, advice);
  }
  if (typeof exportedBy !== "string")
    throw broken(line, 'expected "exportedBy", the version that wrote the log');
  if (!isQueueName(name)) throw broken(line, 'expected "name", with repository and target branch');
  if (!isVersion(version)) throw broken(line, 'expected "version", a whole number');
  return { exportedBy, name, queue, version };
}

async function* readLines(
  lines: AsyncIterable<NumberedLine>,
  beginning: number,
): AsyncGenerator<LogLine, undefined> {
  let last = beginning;
  for await (const line of lines) {
    const read = readLine(line);
    last += 1;
    if (read.version !== last) {
      throw broken(
        line,
        `expected version ${last}, but found ${read.version}: lines are missing or out of order`,
      );
    }
    yield read;
  }
}

function readLine(line: NumberedLine): LogLine {
  const { version, event, decision, engine, picture } = objectOf(line, () =>
    broken(line, "expected an event, as a JSON object; the line is damaged or cut off"),
  );
  if (!isVersion(version)) throw broken(line, 'expected "version", a whole number');
  if (!isRecord(event)) throw broken(line, 'expected "event", an object');
  if (decision !== null && !isDecisionDigest(decision))
    throw broken(line, 'expected "decision", the digest of a decision, or null');
  if (!isTextOrNull(engine))
    throw broken(line, 'expected "engine", the version that made the decision, or null');
  if (!isTextOrNull(picture)) throw broken(line, 'expected "picture", a text or null');
  return { source: line.source, lineNumber: line.lineNumber, version, event, decision, engine, picture };
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}

function objectOf({ text }: NumberedLine, failure: () => LogError): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw failure();
  }
  if (!isRecord(value)) throw failure();
  return value;
}

function isVersion(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function notALog(place: Place, problem: string): LogError {
  return badLine(place, problem, "give a file that `merge-queue export-log` wrote");
}

function broken(place: Place, problem: string): LogError {
  return badLine(place, problem, EXPORT_AGAIN);
}

/** A numbered line of text. Only one line is in memory at a time. */
export interface NumberedLine extends Place {
  readonly text: string;
}

/** Enough for 20 MiB of impacted targets, escaped. The limit protects memory from files without line breaks. */
const MAX_LINE_BYTES = 128 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** The last line may lack a line feed. Only tests set `maxBytes`. */
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
    const advice = "give a log that `merge-queue export-log` wrote, uncompressed";
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
