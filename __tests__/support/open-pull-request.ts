/** A pull request that is ready to be queued, as a code host tells it. */
import { type CommitId, pullRequestNumber } from "../../src/domain/ids.js";
import type { PullRequestFacts } from "../../src/domain/pull-request.js";

export function openPullRequest(number: number, headSha: CommitId): PullRequestFacts {
  return {
    number: pullRequestNumber(number),
    headSha,
    title: `Change ${number}`,
    author: "mona",
    baseBranch: "main",
    state: "open",
    draft: false,
    mergeability: "mergeable",
    basedOn: null,
    ownChecksPassed: false,
  };
}
