/** People with a right to push, who care for no queue: what they do to the branch and to pull requests. */
import type { CommitId } from "../../src/domain/ids.js";
import { changed, difference } from "./random-history.js";
import type { RealGitAudit } from "./real-git-audit.js";
import type { RealGitHome } from "./real-git-home.js";
import type { RealGitCount } from "./real-git-tally.js";
import type { Chance } from "./seeded-chance.js";

export interface RealGitPeopleOptions {
  readonly home: RealGitHome;
  readonly chance: Chance;
  readonly audit: RealGitAudit;
  readonly count: RealGitCount;
  /** The full name of the queue's branch. */
  readonly ref: string;
  /** Heads of pull requests by number; pushes to them are written down here. */
  readonly heads: Map<number, CommitId>;
}

export class RealGitPeople {
  readonly #options: RealGitPeopleOptions;

  constructor(options: RealGitPeopleOptions) {
    this.#options = options;
  }

  async pushForward(): Promise<void> {
    const { audit, count, ref } = this.#options;
    const commit = await this.#commitOn(audit.tip, ref, "outside");
    count.add("forward");
    this.#moved([...audit.chain, commit]);
  }

  /** One or two commits are taken off, and half of the time somebody puts another one there. */
  async pushBackward(): Promise<void> {
    const { home, chance, audit, count, ref } = this.#options;
    const { chain } = audit;
    const kept = chain.slice(0, Math.max(1, chain.length - chance.whole(1, 2)));
    const tip = kept.at(-1);
    if (tip === undefined || kept.length === chain.length) return;
    await home.origin.setRef(ref, tip);
    count.add("backward");
    this.#moved(kept);
    if (chance.whole(0, 1) === 0) await this.pushForward();
  }

  /** Somebody pushes by hand what CI works on. */
  async pushTested(commit: CommitId): Promise<void> {
    const { home, audit, count, ref } = this.#options;
    const chain = (await home.reader.firstParents(commit)).toReversed();
    if (!chain.includes(audit.tip)) return;
    await home.origin.setRef(ref, commit);
    count.add("tested");
    this.#moved(chain);
  }

  async pushToPullRequest(): Promise<void> {
    const { chance, audit, count, heads } = this.#options;
    const [number, head] = [...heads][chance.whole(0, heads.size - 1)] ?? [];
    if (number === undefined || head === undefined) return;
    heads.set(number, await this.#commitOn(head, `refs/pull/${number}/head`, `more of #${number}`));
    count.add("updated");
    audit.tell(`somebody pushes to #${number}`);
  }

  async #commitOn(parent: CommitId, ref: string, message: string): Promise<CommitId> {
    const { home, chance } = this.#options;
    const before = await home.reader.files(parent);
    const files = difference(before, changed(before, chance));
    const serial = `${message} ${chance.whole(0, 999_999)}\n`;
    return await home.origin.commit({ parents: [parent], files, refs: [ref], message: serial });
  }

  #moved(chain: readonly CommitId[]): void {
    const { audit } = this.#options;
    audit.movedByPeople(chain);
    audit.tell(`somebody moves the branch to ${audit.tip}`);
  }
}
