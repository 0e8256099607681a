/** Pull requests as a large repository has them: few impact many targets, and few targets are impacted by many. */

import { createHash } from "node:crypto";
import { openPullRequest } from "../__tests__/support/open-pull-request.js";
import { type Chance, seededChance } from "../__tests__/support/seeded-chance.js";
import { type CommitId, commitId } from "../src/domain/ids.js";
import type { ImpactedTargets } from "../src/domain/impacted-targets.js";
import type { PullRequestFacts } from "../src/domain/pull-request.js";

export const MAX_TARGETS = 1000;
const MEDIAN_TARGETS = 20;
/** Of the logarithm of how many there are. */
const DEVIATION = 1.6;

export class PullRequests {
  readonly chance: Chance;
  readonly #targets: number;
  #numbers = 0;
  #commits = 0;
  readonly #built = new Map<CommitId, Map<CommitId, CommitId>>();

  /** `targets` is how many there are. */
  constructor(seed: number, targets: number) {
    this.#targets = targets;
    this.chance = seededChance(seed);
  }

  next(): PullRequestFacts {
    this.#numbers += 1;
    return openPullRequest(this.#numbers, this.commit());
  }

  /** No other is like it. */
  commit(): CommitId {
    this.#commits += 1;
    return namedCommit(String(this.#commits));
  }

  /** `head` put on top of `parent`. */
  commitOn(parent: CommitId, head: CommitId): CommitId {
    const onParent = this.#built.get(parent) ?? new Map<CommitId, CommitId>();
    this.#built.set(parent, onParent);
    const commit = onParent.get(head) ?? namedCommit(`${head} on ${parent}`);
    onParent.set(head, commit);
    return commit;
  }

  /** As they come off the wire: each list has strings of its own. */
  targets(): ImpactedTargets {
    const size = this.#size();
    const indexes = new Set<number>();
    while (indexes.size < size) indexes.add(Math.floor(this.#targets * this.chance.next() ** 2));
    const body = JSON.stringify({ kind: "list", names: [...indexes].map(nameOf) });
    return JSON.parse(body) as ImpactedTargets;
  }

  #size(): number {
    const uniform = Math.max(this.chance.next(), Number.EPSILON);
    const normal = Math.sqrt(-2 * Math.log(uniform)) * Math.cos(2 * Math.PI * this.chance.next());
    return Math.min(
      MAX_TARGETS,
      this.#targets / 10,
      Math.max(1, Math.round(MEDIAN_TARGETS * Math.exp(DEVIATION * normal))),
    );
  }
}

/** About 45 bytes, as labels of large code bases are. */
function nameOf(index: number): string {
  return `//services/auth/core_${index % 9973}:ledger_test_${index}`;
}

function namedCommit(name: string): CommitId {
  return commitId(createHash("sha1").update(name).digest("hex"));
}
