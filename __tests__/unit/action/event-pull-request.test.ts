/** Which pull request an event is about. */
import { describe, expect, it } from "@jest/globals";
import { eventPullRequest } from "../../../src/action/event-pull-request.js";
import { forkedPullRequestEvent, HEAD_SHA, pullRequestEvent } from "../../support/action-samples.js";

const repository = { id: 7, full_name: "acme/shop" };
const known = { kind: "known", number: 412, headSha: HEAD_SHA, baseBranch: "main", isFork: false };

function listed(number: number, sha = HEAD_SHA, repo = 7) {
  return { number, head: { sha }, base: { ref: "main", repo: { id: repo } } };
}

describe("the pull request of", () => {
  it("a pull_request event is told with its commit and base", () => {
    expect(eventPullRequest(pullRequestEvent())).toEqual(known);
  });

  it("a fork is told as one", () => {
    expect(eventPullRequest(forkedPullRequestEvent())).toEqual({ ...known, isFork: true });
  });

  it("a fork that was deleted is told as a fork", () => {
    const event = pullRequestEvent({ head: { sha: HEAD_SHA, repo: null } });
    expect(eventPullRequest(event)).toEqual({ ...known, isFork: true });
  });

  it("a comment is told by number alone", () => {
    expect(eventPullRequest({ issue: { number: 412, pull_request: {} } })).toEqual({
      ...known,
      headSha: null,
      baseBranch: null,
    });
  });

  it("a merge group is read from its branch, and its commit is not taken for the head", () => {
    const merge_group = {
      head_ref: `refs/heads/gh-readonly-queue/release/pr-9/pr-412-${HEAD_SHA}`,
      base_ref: "refs/heads/release/pr-9",
      head_sha: HEAD_SHA,
    };
    expect(eventPullRequest({ merge_group })).toEqual({
      ...known,
      headSha: null,
      baseBranch: "release/pr-9",
    });
  });

  it.each(["workflow_run", "check_suite", "check_run"])(
    "a %s is the one of this repository with its commit",
    (kind) => {
      const pull_requests = [listed(1, "0".repeat(40)), listed(2, HEAD_SHA, 8), listed(412)];
      expect(eventPullRequest({ repository, [kind]: { head_sha: HEAD_SHA, pull_requests } })).toEqual(known);
    },
  );
});

it.each(["workflow_run", "check_suite", "check_run"])(
  "the commit of a %s is its own, also when the pull request has another head by now",
  (kind) => {
    const pull_requests = [listed(412, "0".repeat(40))];
    expect(eventPullRequest({ repository, [kind]: { head_sha: HEAD_SHA, pull_requests } })).toEqual(known);
  },
);

it("a run of a fork's branch is not about the pull request of the same branch here", () => {
  const ours = listed(412, "0".repeat(40));
  const pull_requests = [{ ...ours, head: { ...ours.head, repo: { id: 7 } } }];
  const run = (id: number) => ({ head_sha: HEAD_SHA, head_repository: { id }, pull_requests });
  expect(eventPullRequest({ repository, workflow_run: run(7) })).toEqual(known);
  expect(eventPullRequest({ repository, workflow_run: run(8) })).toMatchObject({ kind: "none" });
});

describe("there is none when", () => {
  it.each([
    ["the event is about none", { push: true }, /not about a pull request/],
    ["there is no event", undefined, /not about a pull request/],
    ["the comment is on an issue", { issue: { number: 3 } }, /#3 is an issue/],
    ["the number is a text", { pull_request: { number: "412" } }, /no pull request number/],
    ["the merge group's branch names none", { merge_group: { head_ref: "x" } }, /branch names no/],
    [
      "the run lists none",
      { workflow_run: { head_sha: HEAD_SHA, pull_requests: [] } },
      /lists no pull request/,
    ],
    [
      "the run lists several with its commit",
      { workflow_run: { head_sha: HEAD_SHA, pull_requests: [listed(1), listed(2)] } },
      /lists several/,
    ],
    ["the run lists only another repository's", foreign(), /lists no pull request/],
  ])("%s", (_case, event, because) => {
    expect(eventPullRequest(event)).toEqual({ kind: "none", because: expect.stringMatching(because) });
  });
});

function foreign() {
  return { repository, check_suite: { head_sha: HEAD_SHA, pull_requests: [listed(1, HEAD_SHA, 8)] } };
}
