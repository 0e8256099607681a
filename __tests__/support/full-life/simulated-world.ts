/** Everything outside the service in one life: the branch, the pull requests, CI, time, and what goes wrong. */
import {
  type CommitId,
  commitId,
  type PullRequestNumber,
  pullRequestNumber,
} from "../../../src/domain/ids.js";
import type { PullRequestFacts } from "../../../src/domain/pull-request.js";
import type { QueueName } from "../../../src/domain/queue-name.js";
import { namedCommit } from "../fake-commits.js";
import { FakeForge } from "../fake-forge.js";
import { factsOf } from "../queue-builder.js";
import { type Chance, seededChance } from "../seeded-chance.js";
import { Auditor } from "./auditor.js";
import { type FaultKind, Faults } from "./faults.js";
import type { Instance } from "./instance.js";
import { Past } from "./past.js";
import { SimulatedCi } from "./simulated-ci.js";
import { SimulatedClock } from "./simulated-clock.js";
import type { Onlooker } from "./simulated-git.js";
import { SimulatedRepository } from "./simulated-repository.js";
import { Turnstile } from "./turnstile.js";

export const MAIN: QueueName = {
  repository: { host: "forge.test", owner: "acme", name: "shop" },
  targetBranch: "main",
};
export const NUMBERS = [1, 2, 3, 4, 5, 6].map(pullRequestNumber);
const CONFLICTS = 0.04;
/** Pairs that change one file, whatever their targets say. */
const CLASHES = 0.04;
/** How often the own checks of a pull request are through when its life begins. */
const CHECKED = 0.5;
/** How often a push brings a pull request up to the tip. */
const REBASED = 0.5;
/** So many lives of which one is replayed. */
const REPLAYED_ONE_IN = 4;
const BAD_HEADS = 0.15;
const BAD_PAIRS = 0.05;

export class SimulatedWorld implements Onlooker {
  readonly clock = new SimulatedClock();
  readonly forge = new FakeForge();
  readonly repository: SimulatedRepository;
  readonly auditor: Auditor;
  readonly turnstile: Turnstile;
  readonly faults: Faults;
  readonly ci: SimulatedCi;
  /** Which process carries out which order to land. */
  readonly landingBy = new Map<string, Instance>();
  readonly tips: Past<CommitId>;
  /** How often the branch has moved. */
  branchMoves = 0;
  /** Commits that the repository refuses for good from now on, also those that arrive late. */
  readonly refusedForGood = new Set<CommitId>();
  readonly #seed: number;
  readonly #pullRequests = new Map<PullRequestNumber, Past<PullRequestFacts>>();
  readonly #pushes = new Map<PullRequestNumber, number>();
  /** How much of what passes the turnstile is held there. */
  #holding: number;
  #chance: Chance;
  #step = 0;

  constructor(seed: number, without: ReadonlySet<FaultKind>) {
    this.#seed = seed;
    this.#chance = this.#chanceOf(0);
    this.faults = new Faults(this.#chance, without, (kind) => this.auditor.occurrences.met(`fault ${kind}`));
    this.#holding = 0.05 + 0.5 * this.#chance.next();
    this.turnstile = new Turnstile(() => this.#chance.next() < this.#holding);
    const pairs = NUMBERS.flatMap((one) => NUMBERS.map((other) => `${one}:${other}`));
    const conflicts = new Set(pairs.filter(() => this.#chance.next() < CONFLICTS));
    const clashes = new Set(pairs.filter(() => this.#chance.next() < CLASHES));
    const badPairs = new Set(pairs.filter(() => this.#chance.next() < BAD_PAIRS));
    this.repository = new SimulatedRepository(
      { conflicts, clashes },
      ({ pullRequest, headSha }) =>
        this.facts(pullRequest).headSha === headSha || !this.faults.strikes("lostHeads", this.#chance),
    );
    this.auditor = new Auditor(this.repository, seed % REPLAYED_ONE_IN === 0);
    this.tips = new Past(this.repository.tip.id);
    this.ci = new SimulatedCi(this, badPairs);
    this.forge.addRepository(MAIN.repository);
    for (const number of NUMBERS) {
      const basedOn = this.repository.tip.id;
      this.#tell({ ...factsOf(number), headSha: this.#newHead(number, 0, basedOn), basedOn });
    }
    this.noteBranch();
    for (const number of NUMBERS) if (this.isLucky(CHECKED)) this.ci.checkPullRequest(number);
  }

  /** Draws for the step under way; leaving out a step changes nothing for the others. */
  get chance(): Chance {
    return this.#chance;
  }

  get step(): number {
    return this.#step;
  }

  begin(step: number): void {
    this.#step = step;
    this.#chance = this.#chanceOf(step);
  }

  /** No faults, and nobody is kept waiting, from now on. */
  calmDown(): void {
    this.faults.end();
    this.hold(0);
  }

  /** How much of what comes to the turnstile is held there from now on: 0 is nothing, 1 everything. */
  hold(share: number): void {
    this.#holding = share;
  }

  landing(expectedTip: CommitId, newTip: CommitId): void {
    this.auditor.landing(expectedTip, newTip);
  }

  landed(): void {
    this.noteBranch();
  }

  /** Tells the forge where the branch is now, and which pull requests that merges. */
  noteBranch(): void {
    const tip = this.repository.tip.id;
    this.forge.setBranch(MAIN.repository, MAIN.targetBranch, tip);
    if (tip !== this.tips.now) this.branchMoves += 1;
    this.tips.change(tip, this.#step);
    this.auditor.branchMoved();
    const { names } = this.repository.tip;
    for (const number of NUMBERS) {
      const { state, headSha, basedOn } = this.facts(number);
      const base = this.repository.baseOf(headSha);
      if (base !== basedOn) this.changePullRequest(number, { basedOn: base });
      if (state === "open" && names.has(`#${number}@${headSha}`))
        this.changePullRequest(number, { state: "merged" });
    }
  }

  facts(number: PullRequestNumber): PullRequestFacts {
    return this.past(number).now;
  }

  past(number: PullRequestNumber): Past<PullRequestFacts> {
    const past = this.#pullRequests.get(number);
    if (past === undefined) throw new Error(`there is no pull request #${number}`);
    return past;
  }

  changePullRequest(number: PullRequestNumber, change: Partial<PullRequestFacts>): void {
    this.#tell({ ...this.facts(number), ...change });
  }

  push(number: PullRequestNumber): void {
    const pushes = (this.#pushes.get(number) ?? 0) + 1;
    this.#pushes.set(number, pushes);
    const base = this.isLucky(REBASED) ? null : this.facts(number).basedOn;
    const basedOn = base ?? this.repository.tip.id;
    const headSha = this.#newHead(number, pushes, basedOn);
    this.changePullRequest(number, { headSha, basedOn, ownChecksPassed: false });
  }

  /** One of the items, if there are any. */
  any<Item>(items: readonly Item[]): Item | undefined {
    return items[this.#chance.whole(0, items.length - 1)];
  }

  isLucky(probability: number): boolean {
    return this.#chance.next() < probability;
  }

  /** The heads of bad pull requests begin with a zero. */
  isBad(headSha: string): boolean {
    return headSha.startsWith("0");
  }

  #newHead(number: PullRequestNumber, pushes: number, base: CommitId): CommitId {
    const head = namedCommit(`${this.#seed}: head of #${number} after ${pushes} pushes`);
    const isBad = parseInt(head.slice(0, 4), 16) < BAD_HEADS * 0x1_0000;
    const headSha = commitId(`${isBad ? "0" : "1"}${head.slice(1)}`);
    this.repository.addHead({ pullRequest: number, headSha }, base);
    return headSha;
  }

  #tell(facts: PullRequestFacts): void {
    const past = this.#pullRequests.get(facts.number);
    if (past === undefined) this.#pullRequests.set(facts.number, new Past(facts));
    else past.change(facts, this.#step);
    this.forge.setPullRequest(MAIN.repository, facts);
  }

  #chanceOf(step: number): Chance {
    return seededChance((Math.imul(this.#seed, 0x9e37_79b1) + Math.imul(step, 0x85eb_ca6b)) >>> 0);
  }
}
