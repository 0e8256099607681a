/** How the text of an option becomes a value, or a sentence about what is expected instead. */
export { apiUrl, commit, priority, pullRequestNumber, testRun } from "../../client/parse.js";

import { accepted, HOST_NAME, type Parse, refused } from "../../client/parse.js";
import { branchNameProblem } from "../../domain/branch-name.js";
import type { Repository } from "../../domain/repository.js";

/** What commands without `--repo` are about when the service serves many. */
export const ALL_REPOSITORIES = "*";

const OWNER_OR_NAME = /^(?!\.+$)[\w.-]{1,100}$/;
const DEFAULT_HOST = "github.com";

export const anyText: Parse<string> = accepted;

/** `host/owner/name`, or `owner/name` on github.com. */
export const repository: Parse<Repository> = (text) => {
  const parts = text.split("/");
  const [host = "", owner = "", name = ""] = parts.length === 2 ? [DEFAULT_HOST, ...parts] : parts;
  const isOne =
    parts.length <= 3 && HOST_NAME.test(host) && OWNER_OR_NAME.test(owner) && OWNER_OR_NAME.test(name);
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
