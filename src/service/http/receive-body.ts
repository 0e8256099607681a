/**
 * Receives a body within its size limit and within the memory budget of all requests. A body whose announced size is
 * too large is refused before it is read.
 */
import { MAX_BODY_BYTES } from "../../contract/limits.js";
import { type Refusal, refused } from "./handlers/handler.js";
import { type ApiContext, visitorOf } from "./response.js";

/** Bodies up to this size need no reservation, so uploads cannot block them; the number of connections limits them. */
const SMALL_BYTES = 64 * 1024;

export type ReceivedBody =
  | { readonly ok: true; readonly bytes: Bytes; release(): void }
  | Refusal<"PAYLOAD_TOO_LARGE" | "VALIDATION_FAILED" | "SERVICE_UNAVAILABLE">;

type Bytes = Uint8Array<ArrayBuffer>;
type Failure = Exclude<ReceivedBody, { readonly ok: true }>;

export async function receiveBody(c: ApiContext, limit: number, memory: UploadMemory): Promise<ReceivedBody> {
  return receive(c, limit, memory, announcedBytes(c));
}

/**
 * For unauthenticated senders: an announced size reserves no memory, and a timeout limits how long a partial body is
 * kept.
 */
export async function receiveStrangersBody(
  c: ApiContext,
  limit: number,
  memory: UploadMemory,
  patienceMs: number,
): Promise<ReceivedBody> {
  const announced = announcedBytes(c);
  if (announced !== null && announced > limit) return tooLarge(limit);
  const signal = AbortSignal.timeout(patienceMs);
  return receive(c, limit, memory, announced !== null && announced <= SMALL_BYTES ? announced : null, signal);
}

async function receive(
  c: ApiContext,
  limit: number,
  memory: UploadMemory,
  announced: number | null,
  signal?: AbortSignal,
): Promise<ReceivedBody> {
  if (announced !== null && announced > limit) return tooLarge(limit);
  const reservation = new Reservation(memory);
  if (!reservation.grow(announced ?? 0)) return noRoom();
  visitorOf(c).inviteBody?.();
  const received = await read(c, { limit, announced, reservation, signal });
  if (received instanceof Uint8Array) {
    return { ok: true, bytes: received, release: () => reservation.release() };
  }
  reservation.release();
  return received;
}

/** null: chunked, without an announced size. */
function announcedBytes(c: ApiContext): number | null {
  const length = c.req.header("content-length");
  if (length === undefined || c.req.header("transfer-encoding") !== undefined) return null;
  return /^\d{1,15}$/.test(length) ? Number(length) : null;
}

interface Expected {
  readonly limit: number;
  readonly announced: number | null;
  readonly reservation: Reservation;
  /** Aborts the read on timeout. */
  readonly signal: AbortSignal | undefined;
}

async function read(c: ApiContext, expected: Expected): Promise<Bytes | Failure> {
  const { announced } = expected;
  if (announced !== null && announced <= SMALL_BYTES) return readAtOnce(c, expected);
  const reader = c.req.raw.body?.getReader();
  if (reader === undefined) return new Uint8Array(0);
  return announced === null ? readChunks(reader, expected) : readAnnounced(reader, announced);
}

/** Reads without a stream, which would cost more than most calls. */
async function readAtOnce(c: ApiContext, { limit }: Expected): Promise<Bytes | Failure> {
  const { takeBody } = visitorOf(c);
  try {
    const bytes = takeBody === undefined ? new Uint8Array(await c.req.arrayBuffer()) : await takeBody();
    return bytes.byteLength > limit ? tooLarge(limit) : bytes;
  } catch {
    return endedEarly();
  }
}

async function readAnnounced(reader: PieceReader, announced: number): Promise<Bytes | Failure> {
  const whole = new Uint8Array(announced);
  let end = 0;
  for (;;) {
    const piece = await nextPiece(reader);
    if (piece === "end" && end === announced) return whole;
    if (typeof piece === "string" || end + piece.byteLength > announced) return endedEarly();
    whole.set(piece, end);
    end += piece.byteLength;
  }
}

async function readChunks(
  reader: PieceReader,
  { limit, reservation, signal }: Expected,
): Promise<Bytes | Failure> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  signal?.addEventListener("abort", () => void reader.cancel().catch(() => undefined));
  for (;;) {
    const piece = await nextPiece(reader);
    if (signal?.aborted === true) return endedEarly();
    if (piece === "endedEarly") return endedEarly();
    if (piece === "end") return joined(pieces, bytes);
    bytes += piece.byteLength;
    if (bytes > limit) return tooLarge(limit);
    // Twice, because joining the pieces copies them.
    if (!reservation.grow(2 * bytes)) return noRoom();
    pieces.push(piece);
  }
}

type PieceReader = ReadableStreamDefaultReader<Uint8Array>;

async function nextPiece(reader: PieceReader): Promise<Uint8Array | "end" | "endedEarly"> {
  try {
    const { value } = await reader.read();
    return value ?? "end";
  } catch {
    return "endedEarly";
  }
}

function joined(pieces: readonly Uint8Array[], bytes: number): Bytes {
  const whole = new Uint8Array(bytes);
  let end = 0;
  for (const piece of pieces) {
    whole.set(piece, end);
    end += piece.byteLength;
  }
  return whole;
}

/** The share of the upload memory that one request has reserved. */
class Reservation {
  readonly #memory: UploadMemory;
  #taken = 0;

  constructor(memory: UploadMemory) {
    this.#memory = memory;
  }

  /** Grows the reservation to `bytes` in total; false if the budget does not allow it. */
  grow(bytes: number): boolean {
    if (bytes <= SMALL_BYTES || bytes <= this.#taken) return true;
    if (!this.#memory.take(bytes - this.#taken)) return false;
    this.#taken = bytes;
    return true;
  }

  release(): void {
    this.#memory.give(this.#taken);
    this.#taken = 0;
  }
}

function tooLarge(limit: number): Failure {
  const advice =
    limit === MAX_BODY_BYTES
      ? 'send "ALL" instead of a longer list of targets'
      : 'a larger body requires a token; "ALL" always fits';
  return refused("PAYLOAD_TOO_LARGE", `the body has more than ${limit} bytes; ${advice}`);
}

function endedEarly(): Failure {
  return refused("VALIDATION_FAILED", "the body ended before its announced end");
}

function noRoom(): Failure {
  return refused(
    "SERVICE_UNAVAILABLE",
    "too many large bodies are being received: retry after the time in Retry-After",
  );
}

const JSON_MEDIA_TYPE = /^application\/(?:[\w.+-]+\+)?json[\t ]*(?:;|$)/i;

/** Uses the headers only, before the body is read. */
export function mediaTypeRefusal(c: ApiContext): Refusal<"UNSUPPORTED_MEDIA_TYPE"> | null {
  const encoding = c.req.header("content-encoding");
  if (encoding && encoding.toLowerCase() !== "identity") {
    return refused("UNSUPPORTED_MEDIA_TYPE", "expected a body without Content-Encoding");
  }
  if (JSON_MEDIA_TYPE.test(c.req.header("content-type") ?? "")) return null;
  return refused("UNSUPPORTED_MEDIA_TYPE", "expected the header Content-Type: application/json");
}

/** The memory budget for bodies in progress, so that many concurrent uploads do not exhaust the process. */
export class UploadMemory {
  readonly #limit: number;
  #held = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Returns false and reserves nothing if the budget would be exceeded. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#limit) return false;
    this.#held += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#held -= bytes;
  }

  get held(): number {
    return this.#held;
  }
}
