/**
 * The bytes of a body: never more than its limit, and never more over all requests than the service has memory for. What
 * is announced too large is refused before a byte of it is read.
 */
import { MAX_BODY_BYTES } from "../../contract/limits.js";
import { type ApiContext, visitorOf } from "./answer.js";
import { type Refusal, refused } from "./handler.js";

/** Bodies of this size are everyday calls, which no upload may keep out; the number of connections bounds them. */
const SMALL_BYTES = 64 * 1024;

export type ReceivedBody =
  | { readonly ok: true; readonly bytes: Bytes; release(): void }
  | Refusal<"PAYLOAD_TOO_LARGE" | "VALIDATION_FAILED" | "SERVICE_UNAVAILABLE">;

type Bytes = Uint8Array<ArrayBuffer>;
type Failure = Exclude<ReceivedBody, { readonly ok: true }>;

export async function receiveBody(c: ApiContext, limit: number, memory: UploadMemory): Promise<ReceivedBody> {
  return receive(c, limit, memory, announcedBytes(c));
}

/** Of anybody: what is only announced takes no memory from others, and nobody holds for long what they have sent. */
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

/** Null: it comes in chunks, until it ends. */
function announcedBytes(c: ApiContext): number | null {
  const length = c.req.header("content-length");
  if (length === undefined || c.req.header("transfer-encoding") !== undefined) return null;
  return /^\d{1,15}$/.test(length) ? Number(length) : null;
}

interface Expected {
  readonly limit: number;
  readonly announced: number | null;
  readonly reservation: Reservation;
  /** When it is too late for more. */
  readonly signal: AbortSignal | undefined;
}

async function read(c: ApiContext, expected: Expected): Promise<Bytes | Failure> {
  const { announced } = expected;
  if (announced !== null && announced <= SMALL_BYTES) return readAtOnce(c, expected);
  const reader = c.req.raw.body?.getReader();
  if (reader === undefined) return new Uint8Array(0);
  return announced === null ? readChunks(reader, expected) : readAnnounced(reader, announced);
}

/** Without opening a stream, which costs more than most calls. */
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
    // Held twice while its pieces are put together.
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

/** What one request has taken of the memory for uploads. */
class Reservation {
  readonly #memory: UploadMemory;
  #taken = 0;

  constructor(memory: UploadMemory) {
    this.#memory = memory;
  }

  /** To this many bytes in all; false when there is no room for them. */
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
      ? 'a longer list of targets is better sent as "ALL"'
      : 'more is taken with a token only; "ALL" always fits';
  return refused("PAYLOAD_TOO_LARGE", `the body has more than ${limit} bytes; ${advice}`);
}

function endedEarly(): Failure {
  return refused("VALIDATION_FAILED", "the body ended before its announced end");
}

function noRoom(): Failure {
  return refused(
    "SERVICE_UNAVAILABLE",
    "too many large bodies are under way: Retry-After says when to come back",
  );
}

const JSON_MEDIA_TYPE = /^application\/(?:[\w.+-]+\+)?json[\t ]*(?:;|$)/i;

/** Judged by the headers alone, before a byte of the body is read. */
export function mediaTypeRefusal(c: ApiContext): Refusal<"UNSUPPORTED_MEDIA_TYPE"> | null {
  const encoding = c.req.header("content-encoding");
  if (encoding && encoding.toLowerCase() !== "identity") {
    return refused("UNSUPPORTED_MEDIA_TYPE", "expected a body without Content-Encoding");
  }
  if (JSON_MEDIA_TYPE.test(c.req.header("content-type") ?? "")) return null;
  return refused("UNSUPPORTED_MEDIA_TYPE", "expected the header Content-Type: application/json");
}

/** How much memory bodies under way may hold together, so that many uploads at once do not end the service. */
export class UploadMemory {
  readonly #limit: number;
  #held = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** False: nothing is taken, because it would be too much. */
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
