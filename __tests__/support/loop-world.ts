/** The loop as a whole: a queue in memory, real git, and a code host that answers when it is told to. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CommitId, pullRequestNumber, queueId, type TestRunId } from "../../src/domain/ids.js";
import type { ImpactedTargets } from "../../src/domain/impacted-targets.js";
import type { PullRequestFacts } from "../../src/domain/pull-request.js";
import type { QueueName } from "../../src/domain/queue-name.js";
import type { QueueSettings } from "../../src/domain/queue-settings.js";
import { picture } from "../../src/engine/explain/picture.js";
import type { QueueEvent } from "../../src/engine/model/event.js";
import { findRun } from "../../src/engine/model/lookup.js";
import type { Entry } from "../../src/engine/model/queue.js";
import { createGit } from "../../src/service/git/git-adapter.js";
import type { TestRequest } from "../../src/service/ports/forge.js";
import type { Git } from "../../src/service/ports/git.js";
import { type Log, SILENT_LOG } from "../../src/service/ports/log.js";
import type { QueueStore } from "../../src/service/ports/queue-store.js";
import type { TestDrafts } from "../../src/service/ports/test-drafts.js";
import { QueueLoop } from "../../src/service/queue/queue-loop.js";
import { StoreDispatch } from "../../src/service/work/store-dispatch.js";
import { FakeForge } from "./fake-forge.js";
import { GitRepository } from "./git-repository.js";
import { type ManualClock, manualClock } from "./manual-clock.js";
import { createMemoryStore } from "./memory-queue-store.js";
import { openPullRequest } from "./open-pull-request.js";
import { startProgramsElsewhere } from "./program-starter.js";
import { aQueueId } from "./stored-queue.js";

const repository = { host: "forge.test", owner: "acme", name: "shop" };
export const NAME: QueueName = { repository, targetBranch: "main" };
export const POLL_MS = 1000;
const PATIENCE_MS = 10_000;

export class LoopWorld {
  readonly folder: string;
  readonly origin: GitRepository;
  /** The first commit of `main`, with one file `a.txt`. */
  readonly base: CommitId;
  readonly forge: FakeForge;
  readonly store: QueueStore = createMemoryStore();
  readonly clock: ManualClock = manualClock();
  readonly git: Git;
  readonly warnings: (Readonly<Record<string, unknown>> & { readonly message: string })[] = [];
  readonly #drafts: TestDrafts | undefined;
  loop: QueueLoop;

  private constructor(folder: string, origin: GitRepository, base: CommitId, drafts?: TestDrafts) {
    this.#drafts = drafts;
    this.folder = folder;
    this.origin = origin;
    this.base = base;
    this.forge = new FakeForge();
    this.forge.addRepository(repository);
    this.forge.setBranch(repository, "main", base);
    this.git = createGit({ cloneFolder: join(folder, "clones"), resolve: () => origin.folder });
    this.loop = this.#newLoop();
  }

  static async create(settings: Partial<QueueSettings> = {}, drafts?: TestDrafts): Promise<LoopWorld> {
    startProgramsElsewhere();
    const folder = await mkdtemp(join(tmpdir(), "merge-queue-loop-"));
    const origin = await GitRepository.create();
    const base = await origin.commit({ files: { "a.txt": "a\n" }, refs: ["refs/heads/main"] });
    const world = new LoopWorld(folder, origin, base, drafts);
    await world.loop.start();
    const outcome = await world.loop.create(NAME, { concurrency: 3, ...settings });
    if (outcome !== "created") throw new Error(`the queue was not created: ${outcome}`);
    return world;
  }

  async close(): Promise<void> {
    await this.loop.stop();
    await this.origin.remove();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** As the process does that comes after one that was killed. */
  async startAnew(): Promise<void> {
    this.loop = this.#newLoop();
    await this.loop.start();
  }

  /** Opens a pull request of one commit, or pushes to it. */
  async openPullRequest(
    number: number,
    files: Readonly<Record<string, string>>,
    facts: Partial<PullRequestFacts> = {},
    parent = this.base,
  ): Promise<CommitId> {
    const headSha = await this.origin.commit({
      parents: [parent],
      files,
      refs: [`refs/pull/${number}/head`],
    });
    this.forge.setPullRequest(repository, {
      ...openPullRequest(number, headSha),
      ...facts,
    });
    return headSha;
  }

  async submit(number: number, targets: ImpactedTargets | null = null): Promise<void> {
    const facts = await this.forge.readPullRequest(repository, pullRequestNumber(number));
    if (facts === null) throw new Error(`#${number} is not open`);
    const wish = { priority: 100, usedDefaultPriority: true, noBatch: false, targets, earlierEntry: null };
    const event: QueueEvent = { kind: "entrySubmitted", at: this.clock.now(), facts, ...wish };
    await this.loop.act(NAME, () => ({ event }));
  }

  async drawn(): Promise<string> {
    const stored = await this.store.load(NAME);
    return stored === null ? "no queue" : picture(stored.queue);
  }

  /** Waits until the picture is the one expected, or says what it was at last. */
  async expectPicture(expected: string): Promise<void> {
    await this.waitUntil(
      async () => (await this.drawn()) === expected,
      async () => this.drawn(),
    );
  }

  async waitUntil(holds: () => Promise<boolean>, say: () => Promise<unknown>): Promise<void> {
    const givenUpAt = performance.now() + PATIENCE_MS;
    while (!(await holds())) {
      if (performance.now() > givenUpAt) throw new Error(`it stays: ${JSON.stringify(await say())}`);
      await this.clock.advance(10);
    }
  }

  /** The run that tests a pull request, once CI works on it; not one that is over and has yet to be cleared away. */
  async heldRun(number: number): Promise<TestRunId> {
    let held: TestRunId | undefined;
    await this.waitUntil(
      async () => {
        const queue = (await this.store.load(NAME))?.queue;
        held = this.forge
          .heldRuns(repository)
          .filter(({ run }) => queue !== undefined && findRun(queue, run) !== undefined)
          .find(({ testedPullRequests }) => testedPullRequests.some((tested) => tested === number))?.run;
        return held !== undefined;
      },
      async () => this.drawn(),
    );
    if (held === undefined) throw new Error("gone again");
    return held;
  }

  /** The test of the target branch alone, once CI works on it. */
  async heldTipTest(): Promise<TestRequest> {
    const held = (): TestRequest | undefined =>
      this.forge.heldRuns(repository).find(({ testedPullRequests }) => testedPullRequests.length === 0);
    await this.waitUntil(
      async () => Promise.resolve(held() !== undefined),
      async () => this.drawn(),
    );
    const test = held();
    if (test === undefined) throw new Error("gone again");
    return test;
  }

  async testBranches(): Promise<readonly string[]> {
    return (await this.origin.refs()).filter((ref) => ref.startsWith("refs/heads/mq-merge/"));
  }

  async expectNoTestBranch(): Promise<void> {
    await this.waitUntil(
      async () => (await this.testBranches()).length === 0,
      async () => this.testBranches(),
    );
  }

  async concluded(number: number): Promise<Entry | null> {
    return this.store.findConcluded(aQueueId(1), pullRequestNumber(number));
  }

  #newLoop(): QueueLoop {
    const { store, forge, git, clock } = this;
    const log: Log = {
      ...SILENT_LOG,
      warn: (fields, message) => this.warnings.push({ ...fields, message }),
    };
    return new QueueLoop({
      ...{ store, forge, git, clock, log },
      ...(this.#drafts !== undefined && { drafts: this.#drafts }),
      dispatch: new StoreDispatch({ store, clock, log, pollIntervalMs: POLL_MS }),
      testBranchPrefix: "mq-merge/",
      newQueueId: () => queueId(aQueueId(1)),
    });
  }
}
