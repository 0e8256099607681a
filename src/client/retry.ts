/** When to try again: full jitter, so that clients which failed together do not come back together. */

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 10_000;
/** A server that asks for more is asked again after this long. */
export const LONGEST_RETRY_AFTER_MS = 60_000;
/** All waits of one call together: waiting longer than this blocks a job for nothing. */
export const LONGEST_TOTAL_WAIT_MS = 120_000;

/** Somewhere between nothing and a bound that doubles with every attempt (the first is 1). */
export function backOffMs(attempt: number, random: () => number): number {
  return Math.round(random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1)));
}

/** What the server asks for comes on top of the jitter, or all its clients would return in the same second. */
export function delayMs(attempt: number, retryAfterMs: number | null, random: () => number): number {
  return Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS) + backOffMs(attempt, random);
}

/** Reads `Retry-After`: seconds or an HTTP date. Null when it is absent or neither. */
export function readRetryAfterMs(header: string | undefined, date: number): number | null {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - date);
}
