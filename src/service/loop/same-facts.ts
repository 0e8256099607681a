/** Whether two looks at a pull request saw the same. */
import type { PullRequestFacts } from "../../domain/pull-request.js";

export function sameFacts(a: PullRequestFacts, b: PullRequestFacts): boolean {
  return (
    a.headSha === b.headSha &&
    a.title === b.title &&
    a.author === b.author &&
    a.baseBranch === b.baseBranch &&
    a.state === b.state &&
    a.draft === b.draft &&
    a.mergeability === b.mergeability &&
    a.basedOn === b.basedOn &&
    a.ownChecksPassed === b.ownChecksPassed
  );
}
