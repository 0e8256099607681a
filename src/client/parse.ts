/** How a text that a person wrote becomes a value, or a sentence about what is expected instead. */
import { DURATION_FORM, durationMs } from "../domain/duration.js";

export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly expected: string };

export type Parse<Value> = (text: string) => Parsed<Value>;

export function accepted<Value>(value: Value): Parsed<Value> {
  return { ok: true, value };
}

export function refused(expected: string): { readonly ok: false; readonly expected: string } {
  return { ok: false, expected };
}

export function wholeNumber(least: number, most: number): Parse<number> {
  return (text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most
      ? accepted(value)
      : refused(`a whole number from ${least} to ${most}`);
  };
}

const DAY_MS = 86_400_000;
/** Longer than any job may run, and what timers can still count. */
const LONGEST_MS = 24 * DAY_MS;

export function duration(leastMs = 1): Parse<number> {
  const least = leastMs > 1 ? `at least ${leastMs}ms` : "more than zero";
  return (text) => {
    const value = durationMs(text);
    return value !== null && value >= leastMs && value <= LONGEST_MS
      ? accepted(value)
      : refused(`${DURATION_FORM}, ${least} and at most 24d`);
  };
}
