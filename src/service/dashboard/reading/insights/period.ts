/** Periods and buckets of figures. Buckets begin at full hours, days and Mondays of UTC. */
import { DAY_MS, HOUR_MS, WEEK_MS } from "../../../../domain/duration.js";

/** 1970 began on a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

export const PERIODS = { "24h": DAY_MS, "7d": WEEK_MS, "30d": 30 * DAY_MS, "90d": 90 * DAY_MS } as const;
export type Period = keyof typeof PERIODS;

export const GRAINS = { hour: HOUR_MS, day: DAY_MS, week: WEEK_MS } as const;
export type Grain = keyof typeof GRAINS;

/** More points make no picture. */
const MOST_BUCKETS = 200;

export function isPeriod(text: string): text is Period {
  return Object.hasOwn(PERIODS, text);
}

export function isGrain(text: string): text is Grain {
  return Object.hasOwn(GRAINS, text);
}

/** The wanted grain, or the next coarser one if it has too many buckets. */
export function grainFor(period: Period, wanted: Grain | null): Grain {
  const usual = period === "24h" ? "hour" : "day";
  const grain = wanted ?? usual;
  return PERIODS[period] / GRAINS[grain] > MOST_BUCKETS ? "day" : grain;
}

export function bucketOf(at: number, grain: Grain): number {
  const offset = grain === "week" ? FIRST_MONDAY_MS : 0;
  return Math.floor((at - offset) / GRAINS[grain]) * GRAINS[grain] + offset;
}

/** The beginnings of all buckets that touch the period. */
export function bucketsIn(from: number, to: number, grain: Grain): readonly number[] {
  const buckets: number[] = [];
  for (let at = bucketOf(from, grain); at < to; at += GRAINS[grain]) buckets.push(at);
  return buckets;
}

/** Of sorted or unsorted values; null without any. */
export function percentile(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? null;
}
