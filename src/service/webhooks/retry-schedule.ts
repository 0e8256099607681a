/** When a message that was not delivered is attempted again. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** After the first attempt, which comes at once. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  10 * HOUR,
];

/** An endpoint that nothing was delivered to for so long, though it was tried, is disabled. */
export const DISABLED_AFTER_MS = 5 * 24 * HOUR;

/** Null: that was the last attempt. */
export function retryAt(failedAttempts: number, now: number): number | null {
  const delay = RETRY_DELAYS_MS[failedAttempts - 1];
  return delay === undefined ? null : now + delay;
}
