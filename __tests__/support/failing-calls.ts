/**
 * A queue whose calls to git and the code host fail, without end, wherever they name one pull request's head or a commit
 * that contains it. Everything else works: CI passes each run at the next poll.
 */
import {
  type CommitId,
  type PullRequestNumber,
  pullRequestNumber,
  queueId,
  type TestRunId,
} from "../../src/domain/ids.js";
import { type ImpactedTargets, targetList } from "../../src/domain/impacted-targets.js";
import type { PullRequestFacts } from "../../src/domain/pull-request.js";
import type { QueueSettings } from "../../src/domain/queue-settings.js";
import { repositoryKey } from "../../src/domain/repository.js";
import { liveEntry } from "../../src/engine/lookup.js";
import { picture } from "../../src/engine/picture.js";
import type { Entry } from "../../src/engine/queue.js";
import { FakeForge } from "../../src/service/forge/fake/fake-forge.js";
import { createPlainGitForge } from "../../src/service/forge/plain-git/plain-git-forge.js";
import { InProcessDispatch } from "../../src/service/loop/in-process-dispatch.js";
import { QueueLoop } from "../../src/service/loop/queue-loop.js";
import type { Forge, PullRequestMerges, PullRequestStacks } from "../../src/service/ports/forge.js";
import type { Git } from "../../src/service/ports/git.js";
import { SILENT_LOG } from "../../src/service/ports/log.js";
import { CommitError, ForgeError, GitError, type WorldError } from "../../src/service/ports/world-error.js";
import { createMemoryStore } from "../../src/service/storage/memory/memory-queue-store.js";
import { headOf } from "./fake-commits.js";
import { simulatedGit } from "./full-life/simulated-git.js";
import { SimulatedRepository } from "./full-life/simulated-repository.js";
import { MAIN } from "./full-life/simulated-world.js";
import { manualClock, settle } from "./manual-clock.js";
import { openPullRequest } from "./open-pull-request.js";
import { aQueueId } from "./stored-queue.js";

export const POLL_MS = 30_000;
const PREFIX = "mq-merge/";

export const FAILING_CALLS = [
  "git.readRefs",
  "git.readCommit",
  "git.isAncestor",
  "git.build",
  "git.prepareLanding",
  "git.publish",
  "git.unpublish",
  "git.land",
  "git.checkOut",
  "forge.readPullRequest",
  "forge.startTests",
  "forge.readChecks",
  "forge.stopTests",
  "merges.merge",
  "merges.find",
  "stacks.onBranch",
  "stacks.retarget",
] as const;
export type FailingCall = (typeof FAILING_CALLS)[number];

export const FAILURES = ["temporary", "permanent", "by the commit's own fault"] as const;
export type Failure = (typeof FAILURES)[number];

export interface Poison {
  readonly call: FailingCall;
  readonly pullRequest: number;
  readonly failure: Failure;
}

export interface Shape {
  readonly settings: Partial<QueueSettings>;
  /** Each in order of submission; those that name no target touch everything. */
  readonly targets: readonly (readonly string[] | null)[];
  /** The code host merges, one by one. */
  readonly isMergedByHost?: boolean;
  /** The last stands on the branch of the one before. */
  readonly isStack?: boolean;
}

export class FailingCallsWorld {
  readonly clock = manualClock();
  readonly store = createMemoryStore();
  readonly #forge = new FakeForge();
  readonly #repository = new SimulatedRepository({ conflicts: new Set(), clashes: new Set() }, () => true);
  readonly #shape: Shape;
  readonly #poison: Poison;
  readonly #runs = new Map<TestRunId, CommitId>();
  readonly #bases = new Map<PullRequestNumber, string>();
  /** Who was merged by the code host, as which commit. */
  readonly #merged = new Map<PullRequestNumber, CommitId>();
  /** How often the poisoned call was made. */
  failures = 0;
  /** How often the world was looked at since the beginning. */
  polls = 0;
  #loop: QueueLoop;

  private constructor(shape: Shape, poison: Poison) {
    this.#shape = shape;
    this.#poison = poison;
    this.#forge.addRepository(MAIN.repository);
    this.#noteBranch();
    this.#loop = this.#newLoop();
  }

  static async open(shape: Shape, poison: Poison): Promise<FailingCallsWorld> {
    const world = new FailingCallsWorld(shape, poison);
    for (const number of world.numbers) world.#openPullRequest(number);
    await world.#loop.start();
    await world.#loop.create(MAIN, { concurrency: 4, ...shape.settings });
    for (const [index, names] of shape.targets.entries()) await world.#submit(index + 1, names);
    await settle();
    return world;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop.stop();
  }

  get numbers(): readonly number[] {
    return this.#shape.targets.map((_, index) => index + 1);
  }

  get now(): number {
    return this.clock.now();
  }

  /** The one whose branch a pull request stands on. */
  below(number: number): number | null {
    return this.#isOnTop(number) ? number - 1 : null;
  }

  /** One more that nothing fails for. */
  async submitAnother(): Promise<void> {
    const number = this.numbers.length + 1;
    this.#openPullRequest(number);
    await this.#submit(number, null);
  }

  /** CI is done with what it had, and the world is looked at again. */
  async poll(): Promise<void> {
    this.polls += 1;
    for (const { run } of this.#forge.heldRuns(MAIN.repository)) this.#forge.pass(run);
    await settle();
    await this.clock.advance(POLL_MS);
  }

  async restart(): Promise<void> {
    const stopping = this.#loop.stop();
    await settle();
    await stopping;
    this.#loop = this.#newLoop();
    await this.#loop.start();
  }

  async cancel(number: number): Promise<void> {
    const pullRequest = pullRequestNumber(number);
    const reason = { code: "API_REQUESTED", sentence: "Cancelled." } as const;
    await this.#loop.act(MAIN, () => ({
      event: { kind: "entryCancelled", at: this.now, pullRequest, reason },
    }));
  }

  /** Null while it is in the queue. */
  async concluded(number: number): Promise<Entry | null> {
    const queue = await this.#queue();
    const isThere = liveEntry(queue, pullRequestNumber(number)) !== undefined;
    return isThere ? null : this.store.findConcluded(queue.id, pullRequestNumber(number));
  }

  async drawn(): Promise<string> {
    return picture(await this.#queue());
  }

  async #queue() {
    const stored = await this.store.load(MAIN);
    if (stored === null) throw new Error("the queue is gone");
    return stored.queue;
  }

  #openPullRequest(number: number): void {
    const isOnTop = this.#isOnTop(number);
    const base = isOnTop ? headOf(number - 1) : this.#repository.tip.id;
    const head = { pullRequest: pullRequestNumber(number), headSha: headOf(number) };
    this.#repository.addHead(head, base);
    this.#repository.refs.set(`refs/pull/${number}/head`, head.headSha);
    this.#bases.set(head.pullRequest, isOnTop ? branchOf(number - 1) : MAIN.targetBranch);
  }

  #isOnTop(number: number): boolean {
    return this.#shape.isStack === true && number === this.numbers.at(-1);
  }

  async #submit(number: number, names: readonly string[] | null): Promise<void> {
    const facts = this.#factsOf(openPullRequest(number, headOf(number)));
    const targets: ImpactedTargets | null = names === null ? null : targetList(names);
    const wish = { priority: 100, usedDefaultPriority: true, noBatch: false, targets, earlierEntry: null };
    await this.#loop.act(MAIN, () => ({ event: { kind: "entrySubmitted", at: this.now, facts, ...wish } }));
  }

  #factsOf(facts: PullRequestFacts): PullRequestFacts {
    return { ...facts, baseBranch: this.#bases.get(facts.number) ?? MAIN.targetBranch };
  }

  #noteBranch(): void {
    this.#forge.setBranch(MAIN.repository, MAIN.targetBranch, this.#repository.tip.id);
  }

  #newLoop(): QueueLoop {
    const { store, clock } = this;
    const git = this.#git();
    return new QueueLoop({
      ...{ store, clock, git, forge: this.#forgeOn(git), log: SILENT_LOG },
      ...(this.#shape.isMergedByHost === true && { landing: "merge" }),
      dispatch: new InProcessDispatch({ store, clock, log: SILENT_LOG, pollIntervalMs: POLL_MS }),
      testBranchPrefix: PREFIX,
      newQueueId: () => queueId(aQueueId(1)),
    });
  }

  #git(): Git {
    const git = simulatedGit(this.#repository, {
      landing: () => undefined,
      landed: () => this.#noteBranch(),
    });
    const { pullRequest } = this.#poison;
    const isNamed = (numbers: Iterable<number>) => [...numbers].includes(pullRequest);
    return {
      ...git,
      readRefs: async (repository, refs) => {
        this.#fail("git.readRefs", refs.includes(`refs/pull/${pullRequest}/head`));
        return git.readRefs(repository, refs);
      },
      readCommit: async (repository, commit) => {
        this.#fail("git.readCommit", this.#contains(commit));
        return git.readCommit(repository, commit);
      },
      isAncestor: async (repository, ancestor, descendant) => {
        this.#fail("git.isAncestor", this.#contains(ancestor) || this.#contains(descendant));
        return git.isAncestor(repository, ancestor, descendant);
      },
      build: async (repository, speculation) => {
        this.#fail("git.build", isNamed(speculation.contains.map((head) => head.pullRequest)));
        return git.build(repository, speculation);
      },
      prepareLanding: async (repository, replay) => {
        this.#fail("git.prepareLanding", isNamed(replay.heads.map((head) => head.pullRequest)));
        return git.prepareLanding(repository, replay);
      },
      publish: async (repository, branch, commit) => {
        this.#fail("git.publish", this.#contains(commit));
        return git.publish(repository, branch, commit);
      },
      unpublish: async (repository, branch, run) => {
        const commit = this.#runs.get(run);
        this.#fail("git.unpublish", commit !== undefined && this.#contains(commit));
        return git.unpublish(repository, branch, run);
      },
      land: async (repository, branch, expectedTip, newTip) => {
        this.#fail("git.land", this.#contains(newTip));
        return git.land(repository, branch, expectedTip, newTip);
      },
    };
  }

  #forgeOn(git: Git): Forge {
    const ci = this.#forge;
    const repositories = new Set([repositoryKey(MAIN.repository)]);
    const plain = createPlainGitForge({ git, repositories, testCommand: null, workFolder: "/nowhere" });
    const ofRun = (run: TestRunId) => {
      const commit = this.#runs.get(run);
      return commit !== undefined && this.#contains(commit);
    };
    return {
      name: "failing",
      hasRepository: async (repository) => ci.hasRepository(repository),
      readTip: async (repository, branch) => ci.readTip(repository, branch),
      pullRequestUrl: () => "",
      readPullRequest: async (repository, number, targetBranch) => {
        this.#fail("forge.readPullRequest", number === this.#poison.pullRequest);
        const facts = await plain.readPullRequest(repository, number, targetBranch);
        if (facts === null) return null;
        const isMerged = this.#merged.has(number);
        return {
          ...this.#factsOf(openPullRequest(number, facts.headSha)),
          state: isMerged ? "merged" : "open",
        };
      },
      startTests: async (repository, order) => {
        this.#runs.set(order.run, order.commit);
        this.#fail("forge.startTests", this.#contains(order.commit));
        return this.#layOut(repository, order);
      },
      readChecks: async (repository, run) => {
        this.#fail("forge.readChecks", ofRun(run));
        return ci.readChecks(repository, run);
      },
      stopTests: async (repository, run) => {
        this.#fail("forge.stopTests", ofRun(run));
        return ci.stopTests(repository, run);
      },
      onChecks: (listener) => ci.onChecks(listener),
      ...(this.#shape.isMergedByHost === true && { merges: this.#merges() }),
      ...(this.#shape.isStack === true && { stacks: this.#stacks() }),
      close: async () => Promise.resolve(),
    };
  }

  /** CI that cannot lay out the files forgets the run, and says so when it is started again. */
  async #layOut(...[repository, order]: Parameters<Forge["startTests"]>): ReturnType<Forge["startTests"]> {
    const { call } = this.#poison;
    if (call !== "git.checkOut" || !this.#contains(order.commit)) {
      return this.#forge.startTests(repository, order);
    }
    this.failures += 1;
    return Promise.resolve({
      kind: "started",
      requiredStatuses: ["tests"],
      requiredStatusesSource: "merge_instance",
      failedBefore: `poisoned ${call}`,
    });
  }

  #merges(): PullRequestMerges {
    const mergeOf = (number: PullRequestNumber) => {
      const commit = this.#merged.get(number);
      return commit === undefined ? null : { commit, tree: this.#repository.tree(commit) };
    };
    return {
      find: async (_repository, { pullRequest }) => {
        this.#fail("merges.find", pullRequest === this.#poison.pullRequest);
        return Promise.resolve(mergeOf(pullRequest));
      },
      merge: async (_repository, { pullRequest, headSha }) => {
        this.#fail("merges.merge", pullRequest === this.#poison.pullRequest);
        if (!this.#merged.has(pullRequest)) {
          this.#repository.pushOutside({ pullRequest, headSha });
          this.#merged.set(pullRequest, this.#repository.tip.id);
          this.#noteBranch();
          this.#loseAnswer(pullRequest);
        }
        return Promise.resolve(mergeOf(pullRequest));
      },
    };
  }

  #stacks(): PullRequestStacks {
    const poisoned = this.#poison.pullRequest;
    return {
      below: async () => Promise.reject(new Error("each is submitted by itself")),
      onBranch: async (_repository, branch) => {
        this.#fail("stacks.onBranch", branch === branchOf(poisoned) || branch === branchOf(poisoned - 1));
        return Promise.resolve(this.numbers.filter((one) => branchOf(one) === branch).map(pullRequestNumber));
      },
      retarget: async (_repository, number, _from, to) => {
        this.#fail("stacks.retarget", number === poisoned);
        this.#bases.set(number, to);
        return Promise.resolve(true);
      },
    };
  }

  /** What came of the merge is only asked for where the merge itself did not say so. */
  #loseAnswer(pullRequest: PullRequestNumber): void {
    const isLost = this.#poison.call === "merges.find" && pullRequest === this.#poison.pullRequest;
    if (isLost) throw new ForgeError("the answer is lost", true);
  }

  #contains(commit: CommitId): boolean {
    if (!this.#repository.has(commit)) return false;
    const number = pullRequestNumber(this.#poison.pullRequest);
    return this.#repository.commit(commit).pullRequests.has(number);
  }

  #fail(call: FailingCall, isPoisoned: boolean): void {
    if (!isPoisoned || call !== this.#poison.call) return;
    this.failures += 1;
    throw this.#error(call);
  }

  #error(call: FailingCall): WorldError {
    const { failure, pullRequest } = this.#poison;
    const words = `poisoned ${call}`;
    if (failure === "by the commit's own fault") return new CommitError(headOf(pullRequest), words, false);
    const retryable = failure === "temporary";
    return call.startsWith("git.") ? new GitError(words, retryable) : new ForgeError(words, retryable);
  }
}

function branchOf(number: number): string {
  return `branch-${number}`;
}

/** For messages. */
export function describePoison({ call, pullRequest, failure }: Poison): string {
  return `${call} of #${pullRequest} fails, ${failure}`;
}
