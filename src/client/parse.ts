/** Turns a text that a person wrote into a value, or into a sentence about what is expected instead. */
import { DAY_MS, DURATION_FORM, durationMs } from "../domain/duration.js";
import {
  type CommitId,
  isCommitId,
  isPullRequestNumber,
  MAX_PULL_REQUEST_NUMBER,
  type PullRequestNumber,
} from "../domain/ids.js";
import { MAX_PRIORITY, PRIORITIES, priorityValue } from "../domain/priority.js";
import { readApiUrl } from "./api-url.js";

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

/** Longer than any job may run, and within the range of timers. */
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

/** The port is optional. */
export const HOST_NAME = /^[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?(?::\d{1,5})?$/i;

export const apiUrl: Parse<string> = (text) => {
  const read = readApiUrl(text);
  return read.ok ? accepted(read.url) : refused(read.problem.replace(/^expected /, ""));
};

export const pullRequestNumber: Parse<PullRequestNumber> = (text) => {
  const number = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
  return isPullRequestNumber(number)
    ? accepted(number)
    : refused(`a whole number from 1 to ${MAX_PULL_REQUEST_NUMBER}`);
};

export const commit: Parse<CommitId> = (text) => {
  const id = text.toLowerCase();
  return isCommitId(id) ? accepted(id) : refused("a full commit id: 40 or 64 hexadecimal digits");
};

export const priority: Parse<number | string> = (text) =>
  priorityValue(text) === undefined
    ? refused(`a whole number from 0 to ${MAX_PRIORITY}, or one of ${Object.keys(PRIORITIES).join(", ")}`)
    : accepted(/^\d+$/.test(text) ? Number(text) : text.toLowerCase());

/** The id alone, or the name of a test branch, which ends with it. */
export const testRun: Parse<string> = (text) => {
  const id = text.slice(text.lastIndexOf("/") + 1);
  return /^[\w.:-]{1,200}$/.test(id)
    ? accepted(id)
    : refused("the id of a test run, or the name of its test branch");
};
