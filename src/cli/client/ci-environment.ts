/**
 * Facts about the pull request that a CI system builds, from its variables. Ambiguous variables are ignored: the
 * commit of a merge, one pull request of several, a mirror.
 */
import type { Parse } from "../../client/parse.js";
import type { CommitId, PullRequestNumber } from "../../domain/ids.js";
import type { Repository } from "../../domain/repository.js";
import * as forms from "./option-forms.js";
import type { Environment } from "./option-reader.js";

export interface CiFacts {
  readonly repository: Repository | null;
  readonly pullRequest: PullRequestNumber | null;
  /** The base of that pull request. */
  readonly targetBranch: string | null;
  /** The head of that pull request. */
  readonly headSha: CommitId | null;
  /** The branch that is being built. */
  readonly branch: string | null;
}

/** The same facts as text; empty where the system does not provide them. */
type RawFacts = { readonly [Fact in keyof CiFacts]: string };

type Read = (name: string) => string;

interface CiSystem {
  isPresent(read: Read): boolean;
  /** Also called when no pull request is being built. */
  facts(read: Read): RawFacts;
}

const GITHUB_ACTIONS: CiSystem = {
  isPresent: (read) => read("GITHUB_ACTIONS") === "true",
  facts: (read) => {
    const host = /^https?:\/\/([^/]+)\/?$/.exec(read("GITHUB_SERVER_URL"))?.[1] ?? "";
    const pullRequest = /^refs\/pull\/(\d+)\/(?:merge|head)$/.exec(read("GITHUB_REF"))?.[1] ?? "";
    return {
      repository: `${host}/${read("GITHUB_REPOSITORY")}`,
      pullRequest,
      targetBranch: pullRequest === "" ? "" : read("GITHUB_BASE_REF"),
      headSha: "", // GITHUB_SHA is the merge commit
      branch: pullRequest === "" ? read("GITHUB_REF_NAME") : "",
    };
  },
};

/** Outside merge request pipelines, the project may be a mirror of another repository. */
const GITLAB: CiSystem = {
  isPresent: (read) => read("GITLAB_CI") === "true",
  facts: (read) => ({
    repository: repositoryOfUrl(read("CI_MERGE_REQUEST_PROJECT_URL")),
    pullRequest: read("CI_MERGE_REQUEST_IID"),
    targetBranch: read("CI_MERGE_REQUEST_TARGET_BRANCH_NAME"),
    // CI_COMMIT_SHA is a merge commit whenever the first variable is set.
    headSha: read("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA") || read("CI_COMMIT_SHA"),
    branch: read("CI_COMMIT_BRANCH"),
  }),
};

const BUILDKITE: CiSystem = {
  isPresent: (read) => read("BUILDKITE") === "true",
  facts: (read) => ({
    repository: repositoryOfUrl(read("BUILDKITE_REPO")),
    pullRequest: read("BUILDKITE_PULL_REQUEST"), // "false" when there is none
    targetBranch: read("BUILDKITE_PULL_REQUEST_BASE_BRANCH"),
    headSha: read("BUILDKITE_PULL_REQUEST_USING_MERGE_REFSPEC") === "true" ? "" : read("BUILDKITE_COMMIT"),
    branch: read("BUILDKITE_BRANCH"),
  }),
};

const CIRCLECI: CiSystem = {
  isPresent: (read) => read("CIRCLECI") === "true",
  facts: (read) => {
    const { repository, pullRequest } = partsOfPullRequestUrl(read("CIRCLE_PULL_REQUESTS")); // null when there are several
    return {
      repository,
      pullRequest,
      targetBranch: "",
      headSha: read("CIRCLE_SHA1"),
      branch: read("CIRCLE_BRANCH"),
    };
  },
};

const JENKINS: CiSystem = {
  isPresent: (read) => read("JENKINS_URL") !== "",
  facts: (read) => ({
    ...partsOfPullRequestUrl(read("CHANGE_URL")),
    targetBranch: read("CHANGE_TARGET"),
    headSha: "", // GIT_COMMIT may be a merge commit
    branch: read("CHANGE_ID") === "" ? read("BRANCH_NAME") : "",
  }),
};

const SYSTEMS: readonly CiSystem[] = [GITHUB_ACTIONS, GITLAB, BUILDKITE, CIRCLECI, JENKINS];

export function readCiEnvironment(environment: Environment): CiFacts {
  const read: Read = (name) => environment[name]?.trim() ?? "";
  const said = SYSTEMS.find((system) => system.isPresent(read))?.facts(read);
  const repository = valueOrNull(forms.repository, said?.repository);
  const pullRequest = repository === null ? null : valueOrNull(forms.pullRequestNumber, said?.pullRequest);
  return {
    repository,
    pullRequest,
    targetBranch: pullRequest === null ? null : valueOrNull(forms.branch, said?.targetBranch),
    headSha: pullRequest === null ? null : valueOrNull(forms.commit, said?.headSha),
    branch: valueOrNull(forms.branch, said?.branch),
  };
}

function valueOrNull<Value>(parse: Parse<Value>, text = ""): Value | null {
  const parsed = parse(text);
  return parsed.ok ? parsed.value : null;
}

/** `host/owner/name` of a git or browser URL; empty for any other URL, and for ssh with a port. */
export function repositoryOfUrl(url: string): string {
  const [, path] =
    /^(?:https?:\/\/(?:[^/@]+@)?|ssh:\/\/(?:[^/@]+@)?(?=[^/:]+\/))([^/]+\/[^/]+\/[^/]+?)(?:\.git)?\/?$/.exec(
      url,
    ) ?? [];
  if (path !== undefined) return path;
  const [, host, name] = /^[^/@:]+@([^/:]+\.[^/:]+):([^/]+\/[^/]+?)(?:\.git)?$/.exec(url) ?? [];
  return host === undefined || name === undefined ? "" : `${host}/${name}`;
}

/** Reads GitHub's URL form only. */
function partsOfPullRequestUrl(url: string): Pick<RawFacts, "repository" | "pullRequest"> {
  const [, repository = "", pullRequest = ""] =
    /^https:\/\/([^/,]+\/[^/,]+\/[^/,]+)\/pull\/(\d+)$/.exec(url) ?? [];
  return { repository, pullRequest };
}
