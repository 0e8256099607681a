/** Converts the text of an option to a value, or to a sentence that states what is expected. */
export { apiUrl, commit, priority, pullRequestNumber, testRun } from "../../client/parse.js";

import { accepted, HOST_NAME, type Parse, refused } from "../../client/parse.js";
import { branchNameProblem } from "../../domain/branch-name.js";
import type { Repository } from "../../domain/repository.js";

/** The scope of a command without `--repo`, when the service serves several repositories. */
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

/** Removes `refs/heads/`, because CI systems supply full refs. */
export const branch: Parse<string> = (text) => {
  const name = text.replace(/^refs\/heads\//, "");
  const problem = branchNameProblem(name);
  return problem === null ? accepted(name) : refused(`a valid git branch name; this one ${problem}`);
};
