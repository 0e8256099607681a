/** The service with one queue on a real repository; whoever drives it decides what goes on next. */
import { type PullRequestNumber, pullRequestNumber } from "../../src/domain/ids.js";
import type { ImpactedTargets } from "../../src/domain/impacted-targets.js";
import type { QueueName } from "../../src/domain/queue-name.js";
import type { QueueSettings } from "../../src/domain/queue-settings.js";
import { picture } from "../../src/engine/explain/picture.js";
import type { Queue } from "../../src/engine/model/queue.js";
import type { Forge, TestRequest } from "../../src/service/ports/forge.js";
import type { Git } from "../../src/service/ports/git.js";
import { QueueLoop } from "../../src/service/queue/queue-loop.js";
import { StoreDispatch } from "../../src/service/work/store-dispatch.js";
import { FakeForge } from "./fake-forge.js";
import { watchfulLog } from "./full-life/watchful-log.js";
import { manualClock } from "./manual-clock.js";
import { createMemoryStore } from "./memory-queue-store.js";
import type { RealGitAudit } from "./real-git-audit.js";
import { RealGitCalls } from "./real-git-calls.js";
import { REPOSITORY, type RealGitHome, TEST_BRANCHES } from "./real-git-home.js";
import { heldGit, RealGitForge } from "./real-git-ports.js";
import type { RealGitCount } from "./real-git-tally.js";
import type { Chance } from "./seeded-chance.js";
import { aQueueId } from "./stored-queue.js";

interface RealGitServiceOptions {
  readonly home: RealGitHome;
  readonly chance: Chance;
  /** The git that the service works with. */
  readonly git: Git;
  readonly branch: string;
  readonly audit: RealGitAudit;
  readonly count: RealGitCount;
}

const POLL_MS = 60_000;

export class RealGitService {
  readonly store = createMemoryStore();
  readonly #calls = new RealGitCalls();
  readonly #chance: Chance;
  readonly #name: QueueName;
  readonly #audit: RealGitAudit;
  readonly #count: RealGitCount;
  readonly #clock = manualClock();
  readonly #ci = new FakeForge();
  readonly #tests: RealGitForge;
  readonly #forge: Forge;
  readonly #loop: QueueLoop;

  constructor({ home, chance, git, branch, audit, count }: RealGitServiceOptions) {
    this.#chance = chance;
    this.#name = { repository: REPOSITORY, targetBranch: branch };
    this.#audit = audit;
    this.#count = count;
    this.#ci.addRepository(REPOSITORY);
    this.#tests = new RealGitForge(home, this.#ci, audit);
    this.#forge = this.#tests.port(this.#calls);
    const parts = {
      store: this.store,
      clock: this.#clock,
      log: watchfulLog((sentence) => audit.broken.push(sentence)),
    };
    this.#loop = new QueueLoop({
      ...parts,
      forge: this.#forge,
      git: heldGit(git, this.#calls, audit, async () => (await this.queue()).landing),
      dispatch: new StoreDispatch({ ...parts, pollIntervalMs: POLL_MS }),
      testBranchPrefix: `${TEST_BRANCHES}${chance.seed}/`,
      newQueueId: () => aQueueId(chance.seed),
    });
  }

  get waitsForGit(): boolean {
    return this.#calls.areHeld;
  }

  get testing(): readonly TestRequest[] {
    return this.#ci.heldRuns(REPOSITORY);
  }

  async start(settings: Partial<QueueSettings>): Promise<void> {
    this.#audit.tell(JSON.stringify(settings));
    await this.#calls.during(this.#loop.create(this.#name, settings));
    await this.#calls.during(this.#loop.start());
  }

  async stop(): Promise<void> {
    await this.#calls.allDuring(this.#loop.stop(), this.#chance);
  }

  async submit(number: number, targets: ImpactedTargets): Promise<void> {
    const pullRequest = pullRequestNumber(number);
    const { targetBranch } = this.#name;
    const asked = this.#forge.readPullRequest(REPOSITORY, pullRequest, targetBranch);
    const facts = await this.#calls.during(asked);
    if (facts === null) throw new Error(`#${number} is not there`);
    const at = this.#clock.now();
    const wish = { priority: 100, usedDefaultPriority: true, noBatch: false, targets, earlierEntry: null };
    const event = { kind: "entrySubmitted", at, facts, ...wish } as const;
    await this.#calls.during(this.#loop.act(this.#name, () => ({ event })));
    await this.tell(`#${number} is submitted`);
  }

  async cancel(pullRequest: PullRequestNumber): Promise<void> {
    const reason = { code: "API_REQUESTED", sentence: "Somebody has cancelled it." } as const;
    const event = { kind: "entryCancelled", at: this.#clock.now(), pullRequest, reason } as const;
    await this.#calls.during(this.#loop.act(this.#name, () => ({ event })));
    this.#count.add("cancelled");
    await this.tell(`somebody cancels #${pullRequest}`);
  }

  /** CI says what is true, unless it is told to flake. */
  async hearCi({ run, commit }: TestRequest, flakes: boolean): Promise<void> {
    const passes = this.#tests.passes(run) && !flakes;
    if (passes) this.#audit.passed(commit);
    if (passes) this.#ci.pass(run);
    else this.#ci.fail(run);
    await this.tell(`CI ${passes ? "passes" : "fails"} ${commit}`);
  }

  async letOneOn(): Promise<void> {
    await this.tell(`git: ${await this.#calls.letOneOn(this.#chance)}`);
  }

  /** Long enough for the service to look at the world again. */
  async letTimePass(): Promise<void> {
    await this.#clock.advance(POLL_MS);
    await this.#calls.quiet();
  }

  async isIdle(): Promise<boolean> {
    const { entries, runs, landing } = await this.queue();
    const isEmpty = entries.length === 0 && runs.length === 0 && landing === null;
    return isEmpty && (await this.store.pendingEffects(Infinity, 1)).length === 0;
  }

  async queue(): Promise<Queue> {
    const stored = await this.store.load(this.#name);
    if (stored === null) throw new Error("the queue is gone");
    return stored.queue;
  }

  /** What happened, and how the queue looks once everybody has taken notice. */
  async tell(what: string): Promise<void> {
    await this.#calls.quiet();
    this.#audit.tell(`${what}\n    ${picture(await this.queue())}`);
  }
}
