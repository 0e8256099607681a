/** The forms of single inputs: an address, a branch, a commit and so on. What an input means is in `inputs.ts`. */
import { readApiUrl } from "../client/api-url.js";
import { branchNameProblem } from "../domain/branch-name.js";
import {
  type CommitId,
  isCommitId,
  isPullRequestNumber,
  MAX_PULL_REQUEST_NUMBER,
  type PullRequestNumber,
} from "../domain/ids.js";
import { MAX_PRIORITY, PRIORITIES, priorityValue } from "../domain/priority.js";
import { OPERATION_ENDPOINTS, type OperationName, operationNamed } from "./operation-names.js";
import { accepted, type Parse, refused } from "./parse.js";

/** A repository, or `*` for all of them. */
export type RepositoryInput = { readonly owner: string; readonly name: string } | "*";

export const operation: Parse<OperationName> = (text) => {
  const name = operationNamed(text);
  return name === undefined
    ? refused(`one of ${Object.keys(OPERATION_ENDPOINTS).join(", ")}`)
    : accepted(name);
};

export const apiUrl: Parse<string> = (text) => {
  const read = readApiUrl(text);
  return read.ok ? accepted(read.url) : refused(read.problem.replace(/^expected /, ""));
};

/** What a header can carry. */
export const token: Parse<string> = (text) =>
  /^[\x21-\x7e]+$/.test(text)
    ? accepted(text)
    : refused("one line of printable ASCII characters without spaces; was it stored with a line break?");

export const repository: Parse<RepositoryInput> = (text) => {
  if (text === "*") return accepted(text);
  const [, owner, name] = /^([\w.-]{1,100})\/([\w.-]{1,100})$/.exec(text) ?? [];
  return owner === undefined || name === undefined || [owner, name].some((part) => /^\.+$/.test(part))
    ? refused("owner/name, or * with metrics")
    : accepted({ owner, name });
};

export const hostName: Parse<string> = (text) =>
  /^[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?(?::\d{1,5})?$/i.test(text)
    ? accepted(text)
    : refused("a host name such as github.com, without https:// and path");

/** `github.ref` is what workflows have at hand, so its prefix is taken off. */
export const branch: Parse<string> = (text) => {
  const name = text.replace(/^refs\/heads\//, "");
  const problem = branchNameProblem(name);
  return problem === null ? accepted(name) : refused(`a branch name that git allows: this one ${problem}`);
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

/** None is built in yet; the first one changes this function and `impacted-targets-input.ts`. */
export const targetSource: Parse<never> = () =>
  refused("nothing yet: no source is built in; use impacted-targets-file or impacted-targets");

/** The id alone, or a test branch whose last segment it is. */
export const testRun: Parse<string> = (text) => {
  const id = text.slice(text.lastIndexOf("/") + 1);
  return /^[\w.:-]{1,200}$/.test(id)
    ? accepted(id)
    : refused("the id of a test run, or the name of its test branch");
};
