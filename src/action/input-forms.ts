/** The formats of single inputs: an address, a branch, a commit and so on. `inputs.ts` describes their meaning. */
export { apiUrl, commit, priority, pullRequestNumber, testRun } from "../client/parse.js";

import { accepted, HOST_NAME, type Parse, refused } from "../client/parse.js";
import { branchNameProblem } from "../domain/branch-name.js";
import { OPERATION_ENDPOINTS, type OperationName, operationNamed } from "../operations/operation-names.js";

/** A repository, or `*` for all of them. */
export type RepositoryInput = { readonly owner: string; readonly name: string } | "*";

export const operation: Parse<OperationName> = (text) => {
  const name = operationNamed(text);
  return name === undefined
    ? refused(`one of ${Object.keys(OPERATION_ENDPOINTS).join(", ")}`)
    : accepted(name);
};

/** A value that a header can carry. */
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
  HOST_NAME.test(text)
    ? accepted(text)
    : refused("a host name such as github.com, without https:// and path");

/** Removes the prefix of `github.ref`, which is the value that workflows have. */
export const branch: Parse<string> = (text) => {
  const name = text.replace(/^refs\/heads\//, "");
  const problem = branchNameProblem(name);
  return problem === null ? accepted(name) : refused(`a branch name that git allows: this one ${problem}`);
};
