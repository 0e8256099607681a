/** What CI systems say of the pull request that they build, and what is left out because it is not certain. */
import { describe, expect, it } from "@jest/globals";
import { readCiEnvironment } from "../../../../src/cli/client/ci-environment.js";

const HEAD = "5b1d".repeat(10);
const NOTHING = { repository: null, pullRequest: null, targetBranch: null, headSha: null, branch: null };
const SHOP = { host: "github.com", owner: "acme", name: "shop" };

describe("readCiEnvironment", () => {
  it("knows nothing outside of CI", () => {
    expect(readCiEnvironment({ GITHUB_REPOSITORY: "acme/shop", CIRCLE_SHA1: HEAD })).toEqual(NOTHING);
  });

  it("reads GitHub Actions, but for the commit, which is a merge", () => {
    const environment = {
      GITHUB_ACTIONS: "true",
      GITHUB_SERVER_URL: "https://git.example.com:8443",
      GITHUB_REPOSITORY: "acme/shop",
      GITHUB_REF: "refs/pull/412/merge",
      GITHUB_BASE_REF: "release/2",
      GITHUB_SHA: HEAD,
    };
    expect(readCiEnvironment(environment)).toEqual({
      repository: { ...SHOP, host: "git.example.com:8443" },
      pullRequest: 412,
      targetBranch: "release/2",
      headSha: null,
      branch: null,
    });
  });

  it("reads the branch that GitHub Actions builds", () => {
    const environment = {
      GITHUB_ACTIONS: "true",
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_REPOSITORY: "acme/shop",
      GITHUB_REF: "refs/heads/mq-merge/pr-1/x",
      GITHUB_REF_NAME: "mq-merge/pr-1/x",
    };
    expect(readCiEnvironment(environment)).toEqual({
      ...NOTHING,
      repository: SHOP,
      branch: "mq-merge/pr-1/x",
    });
  });

  const gitlab = {
    GITLAB_CI: "true",
    CI_PROJECT_URL: "https://gitlab.example.com/mirrors/shop",
    CI_MERGE_REQUEST_PROJECT_URL: "https://gitlab.example.com/acme/shop",
    CI_MERGE_REQUEST_IID: "7",
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
    CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: "",
    CI_COMMIT_SHA: HEAD,
  };

  it("reads a merge request pipeline of GitLab", () => {
    expect(readCiEnvironment(gitlab)).toEqual({
      repository: { ...SHOP, host: "gitlab.example.com" },
      pullRequest: 7,
      targetBranch: "main",
      headSha: HEAD,
      branch: null,
    });
  });

  it("takes the head of a pipeline for merged results, not the merge", () => {
    const head = "c0de".repeat(10);
    const facts = readCiEnvironment({ ...gitlab, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: head });
    expect(facts.headSha).toBe(head);
  });

  it("takes no project of GitLab that may be a mirror", () => {
    const { GITLAB_CI, CI_PROJECT_URL, CI_COMMIT_SHA } = gitlab;
    expect(readCiEnvironment({ GITLAB_CI, CI_PROJECT_URL, CI_COMMIT_SHA })).toEqual(NOTHING);
  });

  const buildkite = {
    BUILDKITE: "true",
    BUILDKITE_REPO: "git@github.com:acme/shop.git",
    BUILDKITE_PULL_REQUEST: "412",
    BUILDKITE_PULL_REQUEST_BASE_BRANCH: "main",
    BUILDKITE_COMMIT: HEAD,
    BUILDKITE_BRANCH: "feature",
  };

  it("reads Buildkite", () => {
    expect(readCiEnvironment(buildkite)).toEqual({
      repository: SHOP,
      pullRequest: 412,
      targetBranch: "main",
      headSha: HEAD,
      branch: "feature",
    });
  });

  it("takes no commit from Buildkite that may be a merge or a name", () => {
    const merged = { ...buildkite, BUILDKITE_PULL_REQUEST_USING_MERGE_REFSPEC: "true" };
    expect(readCiEnvironment(merged).headSha).toBeNull();
    expect(readCiEnvironment({ ...buildkite, BUILDKITE_COMMIT: "HEAD" }).headSha).toBeNull();
  });

  it("takes no pull request from a build of a branch", () => {
    const branch = { ...buildkite, BUILDKITE_PULL_REQUEST: "false", BUILDKITE_PULL_REQUEST_BASE_BRANCH: "" };
    expect(readCiEnvironment(branch)).toEqual({ ...NOTHING, repository: SHOP, branch: "feature" });
  });

  it.each([
    ["git@github.com:acme/shop.git", SHOP],
    ["git@github.com:acme/shop", SHOP],
    ["https://github.com/acme/shop.git", SHOP],
    ["https://x-token:secret@github.com/acme/shop.git", SHOP],
    ["ssh://git@github.com/acme/shop.git", SHOP],
    ["ssh://git@github.com:2222/acme/shop.git", null],
    ["git@work:acme/shop.git", null],
    ["https://gitlab.com/group/sub/shop.git", null],
    ["/srv/git/shop.git", null],
    ["", null],
  ])("reads the address %j of a repository", (url, repository) => {
    expect(readCiEnvironment({ ...buildkite, BUILDKITE_REPO: url }).repository).toEqual(repository);
  });

  const circleci = { CIRCLECI: "true", CIRCLE_SHA1: HEAD, CIRCLE_BRANCH: "feature" };

  it("reads CircleCI, which knows no base", () => {
    const environment = { ...circleci, CIRCLE_PULL_REQUESTS: "https://github.com/acme/shop/pull/412" };
    expect(readCiEnvironment(environment)).toEqual({
      repository: SHOP,
      pullRequest: 412,
      targetBranch: null,
      headSha: HEAD,
      branch: "feature",
    });
  });

  it("takes none of several pull requests", () => {
    const urls = "https://github.com/acme/shop/pull/412,https://github.com/acme/shop/pull/413";
    const facts = readCiEnvironment({ ...circleci, CIRCLE_PULL_REQUESTS: urls });
    expect(facts).toEqual({ ...NOTHING, branch: "feature" });
  });

  it("reads Jenkins, but for the commit, which may be a merge", () => {
    const environment = {
      JENKINS_URL: "https://ci.example.com/",
      CHANGE_ID: "412",
      CHANGE_URL: "https://github.com/acme/shop/pull/412",
      CHANGE_TARGET: "main",
      BRANCH_NAME: "PR-412",
      GIT_COMMIT: HEAD,
    };
    expect(readCiEnvironment(environment)).toEqual({
      repository: SHOP,
      pullRequest: 412,
      targetBranch: "main",
      headSha: null,
      branch: null,
    });
  });

  it("takes nothing that is not what it should be", () => {
    const environment = {
      JENKINS_URL: "https://ci.example.com/",
      CHANGE_ID: "1",
      CHANGE_URL: "https://github.com/acme/../pull/0",
      CHANGE_TARGET: "-x\n",
    };
    expect(readCiEnvironment(environment)).toEqual(NOTHING);
  });
});
