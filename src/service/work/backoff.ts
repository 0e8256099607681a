/** The delay before a retry: it doubles with every failure so far, up to a limit. */

const FIRST_EFFECT_RETRY_MS = 500;
const LONGEST_EFFECT_RETRY_MS = 60_000;

export function backoffMs(failures: number, firstMs: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** failures, longestMs);
}

/** The delay before a failed effect is attempted again, after `failures` earlier failures and the current one. */
export function effectRetryMs(failures: number): number {
  return backoffMs(failures, FIRST_EFFECT_RETRY_MS, LONGEST_EFFECT_RETRY_MS);
}
