/**
 * `fetch` with a time limit and a size limit that never sends a token to another origin: it follows redirects only
 * within the origin of the request.
 */

export interface FetchLimits {
  /** From the first byte sent to the last byte received. */
  readonly attemptMs: number;
  readonly mostBytes: number;
}

/** Retrying the same request cannot succeed. */
export class RefusedAnswer extends Error {
  override readonly name = "RefusedAnswer";
}

/** The header in which an answer has the path that it came from, after redirects. */
export const CAME_FROM = "x-merge-queue-came-from";

const MOST_REDIRECTS = 3;
/** Redirects that keep method and body. Reads follow the others too. */
const KEEPING = new Set([307, 308]);
const REDIRECTS = new Set([301, 302, 307, 308]);
/** The caller follows these links to other servers itself, without the token. */
const LEADS_AWAY = /\/actions\/jobs\/\d+\/logs$/;
const BODILESS = new Set([204, 205, 304]);

export function guardedFetch({ attemptMs, mostBytes }: FetchLimits): typeof fetch {
  return async (input, init = {}) => {
    const timeout = AbortSignal.timeout(attemptMs);
    const signals = [timeout, ...(init.signal ? [init.signal] : [])];
    try {
      const asked = { ...init, redirect: "manual" as const, signal: AbortSignal.any(signals) };
      const { response, url } = await followed(addressOf(input), asked);
      const { status, statusText, headers, body } = await capped(response, mostBytes);
      // The headers of an answer from the network cannot be changed.
      return new Response(body, { status, statusText, headers: [...headers, [CAME_FROM, url.pathname]] });
    } catch (error) {
      // Octokit treats an abort as cancelled by the caller; a timeout has to remain a retryable failure.
      throw timeout.aborted ? new Error(`no answer within ${attemptMs / 1000} s`) : error;
    }
  };
}

function addressOf(input: Parameters<typeof fetch>[0]): URL {
  return new URL(input instanceof Request ? input.url : input);
}

async function followed(
  start: URL,
  init: RequestInit,
): Promise<{ readonly response: Response; readonly url: URL }> {
  let url = start;
  for (let redirects = 0; ; redirects += 1) {
    const response = await fetch(url, init);
    if (!REDIRECTS.has(response.status)) return { response, url };
    await response.body?.cancel();
    const next = destination(response, url);
    if (next.origin !== start.origin) {
      if (LEADS_AWAY.test(start.pathname)) return { response: new Response(null, response), url };
      throw new RefusedAnswer(`it redirects to another origin, ${next.origin}: check githubApiUrl`);
    }
    const isReading = init.method === undefined || init.method === "GET" || init.method === "HEAD";
    if (!isReading && !KEEPING.has(response.status)) {
      throw new RefusedAnswer(`it redirects a ${init.method ?? ""} with status ${response.status}`);
    }
    if (redirects >= MOST_REDIRECTS)
      throw new RefusedAnswer(`it redirects more than ${MOST_REDIRECTS} times`);
    url = next;
  }
}

function destination(response: Response, from: URL): URL {
  const location = response.headers.get("location") ?? "";
  if (!URL.canParse(location, from.href)) throw new RefusedAnswer("it redirects without a valid address");
  return new URL(location, from);
}

/** Reads the whole answer, up to the size limit. */
async function capped(response: Response, mostBytes: number): Promise<Response> {
  const { status, statusText, headers, body } = response;
  if (body === null || BODILESS.has(status)) {
    await body?.cancel();
    return new Response(null, { status, statusText, headers });
  }
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of piecesOf(body)) {
    size += piece.byteLength;
    if (size > mostBytes) throw new RefusedAnswer(`it answered with more than ${mostBytes} bytes`);
    pieces.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
  }
  // The server's content-length, if any, is the compressed size; callers that add up sizes need the real one.
  const told = new Headers(headers);
  told.set("content-length", String(size));
  return new Response(Buffer.concat(pieces), { status, statusText, headers: told });
}

/** A caller that stops iterating closes the connection. */
async function* piecesOf(body: ReadableStream): AsyncGenerator<ArrayBufferView<ArrayBuffer>> {
  for await (const piece of body) {
    const bytes: unknown = piece;
    if (isBytes(bytes)) yield bytes;
  }
}

function isBytes(value: unknown): value is ArrayBufferView<ArrayBuffer> {
  return ArrayBuffer.isView(value);
}
