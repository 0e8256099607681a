/**
 * The life of one queue on a real repository: the real loop, the real git adapter, and pull requests that are nothing
 * but refs. Its seed draws which call to git goes on next, what CI says, and what people do meanwhile.
 */
import { type CommitId, pullRequestNumber } from "../../src/domain/ids.js";
import { ALL_TARGETS, type ImpactedTargets, targetList } from "../../src/domain/impacted-targets.js";
import { MERGE_METHODS, type QueueMode, type QueueSettings } from "../../src/domain/queue-settings.js";
import type { TestRequest } from "../../src/service/ports/forge.js";
import type { Git } from "../../src/service/ports/git.js";
import { writeRandomHistory } from "./random-history.js";
import { RealGitAudit } from "./real-git-audit.js";
import type { RealGitHome } from "./real-git-home.js";
import { RealGitPeople } from "./real-git-people.js";
import { RealGitService } from "./real-git-service.js";
import { RealGitCount } from "./real-git-tally.js";
import type { Chance } from "./seeded-chance.js";

export interface RealGitPlace {
  readonly home: RealGitHome;
  readonly chance: Chance;
  readonly mode: QueueMode;
  /** The git that the service works with. */
  readonly git: Git;
}

interface Begun {
  readonly branch: string;
  /** First parents of the branch, oldest first. */
  readonly chain: readonly CommitId[];
  /** Of pull requests, by number. */
  readonly heads: Map<number, CommitId>;
}

const MAX_STEPS = 50;
const MAX_CALM_ROUNDS = 60;
const FLAKING = 0.05;

export class RealGitLife {
  readonly count = new RealGitCount();
  readonly #home: RealGitHome;
  readonly #chance: Chance;
  readonly #mode: QueueMode;
  readonly #audit: RealGitAudit;
  readonly #people: RealGitPeople;
  readonly #service: RealGitService;
  readonly #heads: ReadonlyMap<number, CommitId>;
  /** Not submitted yet. */
  #coming: readonly number[];

  private constructor({ home, chance, mode, git }: RealGitPlace, { branch, chain, heads }: Begun) {
    const { count } = this;
    this.#home = home;
    this.#chance = chance;
    this.#mode = mode;
    this.#heads = heads;
    this.#coming = [...heads.keys()];
    const audit = new RealGitAudit(home.reader, count, branch, chain);
    this.#audit = audit;
    this.#people = new RealGitPeople({ home, chance, audit, count, ref: `refs/heads/${branch}`, heads });
    this.#service = new RealGitService({ home, chance, git, branch, audit, count });
  }

  static async begin(place: RealGitPlace): Promise<RealGitLife> {
    const { home, chance } = place;
    const branch = `main-${chance.seed}`;
    const bad = chance.whole(0, 6);
    const history = await writeRandomHistory(home.origin, chance, {
      branches: [branch],
      pullRequests: [2, 3],
      alsoHolds: (index) => ({
        [`only-${index}`]: `${chance.seed}\n`,
        ...(index === bad ? { [`bad-${index}`]: "fails every test\n" } : {}),
      }),
    });
    const chain = (await home.reader.firstParents(history.base)).toReversed();
    const heads = new Map(history.heads.map(({ pullRequest, headSha }) => [pullRequest, headSha]));
    return new RealGitLife(place, { branch, chain, heads });
  }

  story(): string {
    return this.#audit.story.join("\n");
  }

  async live(): Promise<void> {
    await this.#service.start(drawnSettings(this.#mode, this.#chance));
    for (let step = 0; step < MAX_STEPS; step += 1) {
      await this.#step();
      this.#expectNothingBroken();
    }
    await this.#comeToAnEnd();
    await this.#audit.end();
    await this.#expectTruth();
    this.#expectNothingBroken();
  }

  async close(): Promise<void> {
    await this.#service.stop();
  }

  async #step(): Promise<void> {
    const drawn = this.#chance.next();
    if (this.#coming.length > 0 && drawn < 0.2) await this.#submit();
    else if (drawn < 0.7 && this.#service.waitsForGit) await this.#service.letOneOn();
    else if (drawn < 0.87) await this.#ciAnswers(this.#isLucky(FLAKING));
    else if (drawn < 0.97) await this.#service.letTimePass();
    else await this.#somebodyActs();
  }

  /** Nobody disturbs any more, and CI says what is true. */
  async #comeToAnEnd(): Promise<void> {
    while (this.#coming.length > 0) await this.#submit();
    for (let round = 0; ; round += 1) {
      while (this.#service.waitsForGit) await this.#service.letOneOn();
      this.#expectNothingBroken();
      if (await this.#service.isIdle()) return;
      if (round === MAX_CALM_ROUNDS) throw new Error("somebody is stuck");
      while (this.#service.testing.length > 0) await this.#ciAnswers(false);
      await this.#service.letTimePass();
    }
  }

  /** Everybody who is told to have landed has, and nobody else; no head is lost. */
  async #expectTruth(): Promise<void> {
    const { store } = this.#service;
    const { id } = await this.#service.queue();
    for (const [number, head] of this.#heads) {
      const pullRequest = pullRequestNumber(number);
      const entry = await store.findConcluded(id, pullRequest);
      const isSaid = entry?.ended === "merged" && entry.verifiedBy !== null;
      const hasLanded = this.#audit.landed.has(pullRequest);
      this.#audit.expect(isSaid === hasLanded, `#${number} is ${String(entry?.ended)}, landed: ${hasLanded}`);
      if (entry?.reason?.code === "START_TEST_RUN_MERGE_CONFLICT") this.count.add("conflicts");
      else if (entry?.ended === "failed") this.count.add("failures");
      const found = await this.#home.reader.ref(`refs/pull/${number}/head`);
      this.#audit.expect(found === head, `the head of #${number} is gone`);
    }
    const events = await store.events(id, 0, Infinity);
    this.count.add("differing", events.filter(({ event }) => event.kind === "landingDiffers").length);
  }

  #expectNothingBroken(): void {
    if (this.#audit.broken.length > 0) throw new Error(this.#audit.broken.join("; "));
  }

  async #submit(): Promise<void> {
    const [number, ...others] = this.#coming;
    if (number === undefined) return;
    this.#coming = others;
    await this.#service.submit(number, drawnTargets(this.#chance));
  }

  async #ciAnswers(flakes: boolean): Promise<void> {
    const order = this.#anyRun();
    if (order !== undefined) await this.#service.hearCi(order, flakes);
  }

  async #somebodyActs(): Promise<void> {
    const drawn = this.#chance.next();
    const tested = this.#anyRun()?.commit;
    if (drawn < 0.15) await this.#people.pushForward();
    else if (drawn < 0.45) await this.#people.pushBackward();
    else if (drawn < 0.55) await this.#people.pushToPullRequest();
    else if (drawn < 0.7) await this.#cancel();
    else if (tested !== undefined) await this.#people.pushTested(tested);
    await this.#service.tell("so it is now");
  }

  async #cancel(): Promise<void> {
    const { entries } = await this.#service.queue();
    const entry = entries[this.#chance.whole(0, entries.length - 1)];
    if (entry !== undefined) await this.#service.cancel(entry.facts.number);
  }

  #anyRun(): TestRequest | undefined {
    const { testing } = this.#service;
    return testing[this.#chance.whole(0, testing.length - 1)];
  }

  #isLucky(probability: number): boolean {
    return this.#chance.next() < probability;
  }
}

const TARGETS = ["app", "lib", "web"];

/** Settings of a queue, and targets of a pull request, as chance will have them. */
function drawnSettings(mode: QueueMode, chance: Chance): Partial<QueueSettings> {
  const isLucky = () => chance.next() < 0.5;
  return {
    mode,
    mergeMethod: MERGE_METHODS[chance.whole(0, MERGE_METHODS.length - 1)] ?? "squash",
    concurrency: chance.whole(2, 3),
    batch: isLucky(),
    batchingMinSize: chance.whole(2, 3),
    batchingMaxWaitTimeMinutes: 1,
    canOptimisticallyMerge: isLucky(),
    pendingFailureDepth: chance.whole(0, 1),
    bisectionConcurrency: isLucky() ? null : chance.whole(0, 1),
    optimizationMode: isLucky() ? "off" : "bisection_skip_redundant_tests",
    notReadyTimeoutHours: 1,
  };
}

/** Few enough for lanes to meet now and then. */
function drawnTargets(chance: Chance): ImpactedTargets {
  if (chance.next() < 0.1) return ALL_TARGETS;
  return targetList(TARGETS.filter(() => chance.next() < 0.3));
}
