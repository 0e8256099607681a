/**
 * Building blocks for the sentences of reasons. Names of checks and files are untrusted text and are truncated. A
 * sentence describes a run by its pull requests, not its id, which is in the transition.
 */
import { assertNever } from "../../../domain/assert-never.js";
import { type Check, isSkipped } from "../../../domain/check.js";
import type { CommitId, PullRequestNumber } from "../../../domain/ids.js";
import type { Reason, ReasonCode } from "../../../domain/reason.js";
import { counted } from "../../../domain/words.js";
import type { TestRun, TestRunFailure } from "../../model/queue.js";

const MAX_NAMED = 5;
const MAX_NAME_LENGTH = 100;
const MAX_CLAUSE_LENGTH = 300;

export function reason(code: ReasonCode, sentence: string): Reason {
  return { code, sentence };
}

export function failureCode(failure: TestRunFailure): ReasonCode {
  if (failure.kind === "noResult") return "START_TEST_RUN_RETRY_EXHAUSTED";
  return failure.kind === "check" ? "TEST_RUN_REQUIRED_STATUS_FAILED" : "TEST_RUN_TIMEOUT";
}

export function whatFailed(run: TestRun, failure: TestRunFailure): string {
  const { checks, requiredStatuses } = run;
  switch (failure.kind) {
    case "check": {
      const check = checks.find(({ name }) => name === failure.name);
      if (check === undefined) return `failed ${quoted(failure.name)}`;
      return isSkipped(check) ? whatWasSkipped(run, check) : whatFailedIn(check);
    }
    case "timeout": {
      const known = (name: string) => checks.find((check) => check.name === name);
      const open = requiredStatuses.filter((name) => known(name)?.status !== "completed");
      const named = open.map((name) => `${quoted(name)}${inBrackets(known(name))}`);
      const without = open.length === 0 ? "" : ` without a verdict of ${enumerate(named)}`;
      return `took longer than ${counted(failure.minutes, "minute")}${without}`;
    }
    case "noResult":
      return `could not be tested (${cut(withoutStop(failure.why), MAX_CLAUSE_LENGTH)})`;
    case "noCheck":
      return `failed: ${noCheck(run, failure.lastSeen)} within ${counted(failure.minutes, "minute")}`;
    default:
      return assertNever(failure);
  }
}

/** CI ignores the test branch, or does not work. `lastSeen`: null for never. */
export function noCheck({ requiredStatuses, createdAt }: TestRun, lastSeen: number | null): string {
  const checks = enumerate(requiredStatuses.map(quoted));
  const seen = lastSeen === null ? "never" : before(createdAt - lastSeen);
  return `no check ${checks} has started on its test branch (last seen on one: ${seen})`;
}

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** Relative to the creation of the run, because the engine knows no calendar. */
function before(elapsedMs: number): string {
  const minutes = Math.floor(elapsedMs / 60_000);
  if (minutes < 1) return "since then";
  if (minutes < 2 * HOUR_MINUTES) return `${counted(minutes, "minute")} earlier`;
  if (minutes < 2 * DAY_MINUTES) return `${counted(Math.floor(minutes / HOUR_MINUTES), "hour")} earlier`;
  return `${counted(Math.floor(minutes / DAY_MINUTES), "day")} earlier`;
}

/** A skipped check fails a run by its policy, or because no required check was executed. */
function whatWasSkipped({ checks, requiredStatuses, skippedChecks = {} }: TestRun, check: Check): string {
  if (Object.hasOwn(skippedChecks, check.name)) {
    return `had ${quoted(check.name)} skipped${inBrackets(check)}, which skippedChecks counts as a failure`;
  }
  const skipped = requiredStatuses.map((name) => skippedAs(name, checks));
  return `failed: no required check executed: ${enumerate(skipped)}`;
}

function whatFailedIn(check: Check): string {
  const { name, conclusion, detail } = check;
  if (conclusion !== "cancelled") return `failed ${quoted(name)}`;
  return detail === undefined
    ? `had CI cancel ${quoted(name)} every time`
    : `had no run of ${quoted(name)} that counts${inBrackets(check)}`;
}

function skippedAs(name: string, checks: readonly Check[]): string {
  const check = checks.find((one) => one.name === name);
  const how = check?.conclusion === "neutral" ? "neutral" : "skipped";
  return `${cut(name, MAX_NAME_LENGTH)} was ${how}${inBrackets(check)}`;
}

/** The detail of a check, to follow its name. */
export function inBrackets(check: Check | undefined): string {
  return check?.detail === undefined ? "" : ` (${cut(check.detail, MAX_CLAUSE_LENGTH)})`;
}

/** The reason of another entry as a clause for a sentence. */
export function asClause(number: PullRequestNumber, why: Reason): string {
  const clause = asSentencePart(why);
  return clause.includes(`#${number}`) ? clause : `#${number} left: ${clause}`;
}

export function asSentencePart({ sentence }: Reason): string {
  return cut(withoutStop(sentence), MAX_CLAUSE_LENGTH);
}

function withoutStop(sentence: string): string {
  return sentence.endsWith(".") ? sentence.slice(0, -1) : sentence;
}

export function onTopOf(ahead: readonly PullRequestNumber[]): string {
  return ahead.length === 0 ? "" : ` on top of ${list(ahead)}`;
}

export function inFiles(files: readonly string[]): string {
  return files.length === 0 ? "" : ` in ${enumerate(files.map(quoted))}`;
}

export function list(pullRequests: readonly PullRequestNumber[]): string {
  return enumerate(pullRequests.map((number) => `#${number}`));
}

export function enumerate(names: readonly string[]): string {
  const shown = names.slice(0, names.length > MAX_NAMED ? MAX_NAMED - 1 : MAX_NAMED);
  const left = names.length - shown.length;
  const parts = left === 0 ? shown : [...shown, `${left} more`];
  const last = parts.at(-1) ?? "nothing";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}

export function quoted(name: string): string {
  return `\`${cut(name, MAX_NAME_LENGTH)}\``;
}

export function short(commit: CommitId): string {
  return commit.slice(0, 8);
}

/** On one line, without broken characters. Caches the last text: one event may cut the same text a hundred times. */
function cut(text: string, length: number): string {
  if (newest.text !== text || newest.length !== length) {
    const shown = (text.length > length ? `${text.slice(0, length)}…` : text).replace(/\p{C}/gu, " ");
    newest = { text, length, shown };
  }
  return newest.shown;
}

let newest = { text: "", length: 0, shown: "" };
