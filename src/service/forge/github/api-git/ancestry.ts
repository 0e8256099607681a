/** Which commit was built on which. What GitHub says of two commits never changes, and is asked once. */
import type { CommitId } from "../../../../domain/ids.js";
import { Memo } from "../../../git/memo.js";
import { GitError } from "../../../ports/world-error.js";
import { readCommitObject } from "./commit-objects.js";
import { compareCommits } from "./compare-commits.js";
import type { Place } from "./place.js";

const MAX_REMEMBERED = 10_000;

/** Whether one commit was built on the other, or is it; or which of the two the repository does not have. */
type Descent = boolean | "noAncestor" | "noDescendant";

export class Ancestry {
  readonly #place: Place;
  readonly #known = new Memo<boolean>(MAX_REMEMBERED);

  constructor(place: Place) {
    this.#place = place;
  }

  async tell(ancestor: CommitId, descendant: CommitId): Promise<Descent> {
    const key = `${ancestor} ${descendant}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const compared = await compareCommits(this.#place, ancestor, descendant);
    if (compared === null) return this.#missing(ancestor, descendant);
    const answer = compared.status === "ahead" || compared.status === "identical";
    this.#known.set(key, answer);
    return answer;
  }

  /** GitHub answers a commit that it cannot find now in the same way, so another of its answers has to agree. */
  async #missing(ancestor: CommitId, descendant: CommitId): Promise<Descent> {
    const [above, below] = await Promise.all([
      readCommitObject(this.#place, descendant),
      readCommitObject(this.#place, ancestor),
    ]);
    if (above === null && below !== null) return "noDescendant";
    if (below === null && above !== null) return "noAncestor";
    throw new GitError(`GitHub does not compare commits ${ancestor} and ${descendant} now`, true);
  }
}
