/**
 * Reads the end of a file that GitHub keeps on another server and addresses by a signed link, such as the log of a job.
 * The request carries no credentials, and a further redirect is refused.
 */
import { ForgeError } from "../../ports/world-error.js";

export interface DownloadLimits {
  readonly attemptMs: number;
  /** Plain HTTP only if the API itself has it, as in tests. */
  readonly mayBeHttp: boolean;
}

const KEPT_BYTES = 64 * 1024;
/** Longer logs exist; reading them would cost more than their end is worth. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Final: a finished log does not become shorter. */
export class LogTooLong extends ForgeError {
  constructor() {
    super(`a log has more than ${MOST_BYTES} bytes`, false);
  }
}

/** Text without its first line, which may be incomplete. Throws `ForgeError`. */
export async function downloadEnd(
  location: string,
  { attemptMs, mayBeHttp }: DownloadLimits,
): Promise<string> {
  const url = URL.parse(location);
  const isAllowed = url?.protocol === "https:" || (mayBeHttp && url?.protocol === "http:");
  if (url === null || !isAllowed) throw new ForgeError("GitHub's link to a log is no https address", false);
  try {
    const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(attemptMs) });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw new ForgeError(`${url.host} answered with ${response.status} instead of a log`, false);
    }
    return await endOf(response.body);
  } catch (error) {
    if (error instanceof ForgeError) throw error;
    throw new ForgeError(`the log at ${url.host} could not be read`, true, { cause: error });
  }
}

async function endOf(body: ReadableStream): Promise<string> {
  let kept = Buffer.alloc(0);
  let size = 0;
  for await (const piece of body) {
    if (!ArrayBuffer.isView(piece)) continue;
    size += piece.byteLength;
    if (size > MOST_BYTES) throw new LogTooLong();
    const joined = Buffer.concat([kept, Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)]);
    kept = joined.subarray(-KEPT_BYTES);
  }
  return endOfText(kept, size > KEPT_BYTES);
}

/** The last 64 KiB of a text that is there already. */
export function endOfAnswer(text: string): string {
  const bytes = Buffer.from(text);
  return endOfText(bytes.subarray(-KEPT_BYTES), bytes.length > KEPT_BYTES);
}

function endOfText(bytes: Uint8Array, isCut: boolean): string {
  const whole = isCut ? bytes.subarray(bytes.indexOf(0x0a) + 1) : bytes;
  return new TextDecoder().decode(whole);
}
