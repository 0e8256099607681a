/** Which commit was built on which. What GitHub says of two commits never changes, and is asked once. */
import type { CommitId } from "../../../../domain/ids.js";
import { Memo } from "../../../git/memo.js";
import { compareCommits } from "./compare-commits.js";
import type { Place } from "./place.js";

const MAX_REMEMBERED = 10_000;

export class Ancestry {
  readonly #place: Place;
  readonly #known = new Memo<boolean>(MAX_REMEMBERED);

  constructor(place: Place) {
    this.#place = place;
  }

  /** Null where one of them is missing, or they have no ancestor in common. */
  async tell(ancestor: CommitId, descendant: CommitId): Promise<boolean | null> {
    const key = `${ancestor} ${descendant}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const compared = await compareCommits(this.#place, ancestor, descendant);
    if (compared === null) return null;
    const answer = compared.status === "ahead" || compared.status === "identical";
    this.#known.set(key, answer);
    return answer;
  }
}
