/** The forms of what both the Action and the command line take: an address, a commit, a priority and so on. */
import {
  type CommitId,
  isCommitId,
  isPullRequestNumber,
  MAX_PULL_REQUEST_NUMBER,
  type PullRequestNumber,
} from "../domain/ids.js";
import { MAX_PRIORITY, PRIORITIES, priorityValue } from "../domain/priority.js";
import { readApiUrl } from "./api-url.js";
import { accepted, type Parse, refused } from "./parse.js";

/** With a port where there is one. */
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

/** The id alone, or a test branch whose last segment it is. */
export const testRun: Parse<string> = (text) => {
  const id = text.slice(text.lastIndexOf("/") + 1);
  return /^[\w.:-]{1,200}$/.test(id)
    ? accepted(id)
    : refused("the id of a test run, or the name of its test branch");
};
