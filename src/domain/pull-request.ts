/** What a forge says of a pull request at one moment. Title and author are untrusted text. */
import type { CommitId, PullRequestNumber } from "./ids.js";

export type Mergeability = "unspecified" | "in_progress" | "mergeable" | "not_mergeable";

export interface PullRequestFacts {
  readonly number: PullRequestNumber;
  readonly headSha: CommitId;
  readonly title: string;
  readonly author: string;
  readonly baseBranch: string;
  readonly state: "open" | "closed" | "merged";
  readonly draft: boolean;
  readonly mergeability: Mergeability;
}
