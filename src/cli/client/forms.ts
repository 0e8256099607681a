/** How the text of an option becomes a value, or a sentence about what is expected instead. */
import { readApiUrl } from "../../client/api-url.js";
import { branchNameProblem } from "../../domain/branch-name.js";
import { DURATION_FORM, durationMs } from "../../domain/duration.js";
import {
  type CommitId,
  isCommitId,
  isPullRequestNumber,
  MAX_PULL_REQUEST_NUMBER,
  type PullRequestNumber,
} from "../../domain/ids.js";
import { MAX_PRIORITY, PRIORITIES, priorityValue } from "../../domain/priority.js";
import type { Repository } from "../../domain/repository.js";

export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly expected: string };

export type Parse<Value> = (text: string) => Parsed<Value>;

/** What commands without `--repo` are about when the service serves many. */
export const ALL_REPOSITORIES = "*";

const DAY_MS = 86_400_000;
/** What timers can still count. */
const LONGEST_MS = 24 * DAY_MS;
const HOST = /^[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?(?::\d{1,5})?$/i;
const OWNER_OR_NAME = /^(?!\.+$)[\w.-]{1,100}$/;
const DEFAULT_HOST = "github.com";

export const anyText: Parse<string> = accepted;

export const apiUrl: Parse<string> = (text) => {
  const read = readApiUrl(text);
  return read.ok ? accepted(read.url) : refused(read.problem.replace(/^expected /, ""));
};

/** `host/owner/name`, or `owner/name` on github.com. */
export const repository: Parse<Repository> = (text) => {
  const parts = text.split("/");
  const [host = "", owner = "", name = ""] = parts.length === 2 ? [DEFAULT_HOST, ...parts] : parts;
  const isOne = parts.length <= 3 && HOST.test(host) && OWNER_OR_NAME.test(owner) && OWNER_OR_NAME.test(name);
  return isOne
    ? accepted({ host, owner, name })
    : refused("host/owner/name, such as github.com/acme/shop, or owner/name for github.com");
};

export const repositoryOrAll: Parse<Repository | typeof ALL_REPOSITORIES> = (text) => {
  if (text === ALL_REPOSITORIES) return accepted(text);
  const one = repository(text);
  return one.ok ? one : refused(`${one.expected}, or '${ALL_REPOSITORIES}' for all of them`);
};

/** CI systems hand out full refs, so the prefix of branches is taken off. */
export const branch: Parse<string> = (text) => {
  const name = text.replace(/^refs\/heads\//, "");
  const problem = branchNameProblem(name);
  return problem === null
    ? accepted(name)
    : refused(`a branch name as git allows it, and this one ${problem}`);
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

/** The id alone, or a test branch whose last segment it is. */
export const testRun: Parse<string> = (text) => {
  const id = text.slice(text.lastIndexOf("/") + 1);
  return /^[\w.:-]{1,200}$/.test(id)
    ? accepted(id)
    : refused("the id of a test run, or the name of its test branch");
};

export function wholeNumber(least: number, most: number): Parse<number> {
  return (text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most
      ? accepted(value)
      : refused(`a whole number from ${least} to ${most}`);
  };
}

export function duration(leastMs = 1): Parse<number> {
  const least = leastMs > 1 ? `at least ${leastMs}ms` : "more than zero";
  return (text) => {
    const value = durationMs(text);
    return value !== null && value >= leastMs && value <= LONGEST_MS
      ? accepted(value)
      : refused(`${DURATION_FORM}, ${least} and at most 24d`);
  };
}

function accepted<Value>(value: Value): Parsed<Value> {
  return { ok: true, value };
}

function refused(expected: string): { readonly ok: false; readonly expected: string } {
  return { ok: false, expected };
}
