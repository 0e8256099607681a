/** How requests name a queue, and a pull request in it. */
import type { PullRequestNumber } from "../domain/ids.js";
import type { Repository } from "../domain/repository.js";

export interface QueueOnWire {
  readonly repo: Repository;
  readonly targetBranch: string;
}

export interface PullRequestOnWire extends QueueOnWire {
  readonly pr: { readonly number: PullRequestNumber };
}
