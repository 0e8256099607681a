/** Durations: as people write them (`200ms`, `30s`, `15m`, `1h`), the longest of a timer, and delays before retries. */

/** Node's timers end immediately if they are set further ahead. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

const UNIT_MS = { ms: 1, s: 1000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const;

export const DURATION_FORM = "a number with a unit, such as 200ms, 30s, 15m or 1h";

/** Milliseconds, or null when the text is not a duration above zero. */
export function durationMs(text: string): number | null {
  const [, digits, unit] = /^(\d{1,9}(?:\.\d{1,3})?)\s*(ms|s|m|h|d)$/.exec(text.trim().toLowerCase()) ?? [];
  if (digits === undefined || unit === undefined || !isUnit(unit)) return null;
  const milliseconds = Math.round(Number(digits) * UNIT_MS[unit]);
  return milliseconds > 0 ? milliseconds : null;
}

function isUnit(unit: string): unit is keyof typeof UNIT_MS {
  return Object.hasOwn(UNIT_MS, unit);
}

const UNLIMITED = Number.POSITIVE_INFINITY;

/** The delay before a retry: it doubles with every failure so far, up to a limit. */
export function backoffMs(failures: number, firstMs: number, longestMs = UNLIMITED): number {
  return Math.min(firstMs * 2 ** failures, longestMs);
}

/** The pauses between `count` + 1 attempts. */
export function backoffs(count: number, firstMs: number, longestMs = UNLIMITED): readonly number[] {
  return Array.from({ length: count }, (_, failures) => backoffMs(failures, firstMs, longestMs));
}
