/**
 * START HERE: the running service without its API: queues that decide, perform effects, and are reconciled with the
 * code host.
 */

import type { CommitId, PullRequestNumber, QueueId, TestRunId } from "../../domain/ids.js";
import { type QueueName, queueKey } from "../../domain/queue-name.js";
import { DEFAULT_QUEUE_SETTINGS, type QueueSettings } from "../../domain/queue-settings.js";
import { type Repository, repositoryKey } from "../../domain/repository.js";
import type { Decision } from "../../engine/model/decision.js";
import { findObserved } from "../../engine/model/lookup.js";
import { newQueue } from "../../engine/model/new-queue.js";
import type { Queue } from "../../engine/model/queue.js";
import type { Clock } from "../ports/clock.js";
import type { Refresher } from "../ports/command-store.js";
import type { Attempt, Dispatch, Permit, Work } from "../ports/dispatch.js";
import type { Forge } from "../ports/forge.js";
import { withLogFields } from "../ports/log.js";
import { type Meter, NO_METER } from "../ports/meter.js";
import type { QueueStore, StoredEffect, StoredQueue } from "../ports/queue-store.js";
import { NO_TRACER, type Tracer } from "../ports/tracer.js";
import { BranchGone, type RepositoryUnavailable, StoreError, WorldError } from "../ports/world-error.js";
import { EffectAttempts } from "../work/attempt-effect.js";
import { Background, clockCorrection } from "../work/background.js";
import { InOrder } from "../work/in-order.js";
import { within } from "../work/within.js";
import { EventApplier } from "./apply-event.js";
import { KnownRuns } from "./known-runs.js";
import { EffectPerformer } from "./perform-effect.js";
import { LandingPerformer } from "./perform-landing.js";
import type { ActOutcome, Judge, Judgement, Queues, World } from "./queues.js";
import { Reconciler } from "./reconcile.js";
import type { ServedRepositories } from "./served-repositories.js";
import { SubmissionTracer, tracedPerformer } from "./trace-submissions.js";
import { UnavailableRepositories } from "./unavailable-repositories.js";

/** How long a stop waits for work in progress; unfinished work remains in the store. */
const STOP_PATIENCE_MS = 10_000;

export interface LoopOptions extends World {
  readonly store: QueueStore;
  readonly clock: Clock;
  /** Delivers the work that is due. */
  readonly dispatch: Dispatch;
  readonly newQueueId: () => QueueId;
  readonly meter?: Meter;
  readonly tracer?: Tracer;
  /** Called after each saved decision. */
  readonly onDecision?: (name: QueueName) => void;
  /** Set when other processes share the store: which repositories are left to them. */
  readonly served?: ServedRepositories;
}

/** Further work to do with each poll of a repository's queues: reading commands whose webhooks were lost. */
export type CatchUp = (names: readonly QueueName[]) => Promise<void>;

export class QueueLoop implements Queues, Work, Refresher {
  readonly store: QueueStore;
  readonly forge: Forge;
  readonly unavailable: UnavailableRepositories;
  readonly #options: LoopOptions;
  readonly #applier: EventApplier;
  readonly #reconciler: Reconciler;
  readonly #attempts: EffectAttempts;
  readonly #stays: SubmissionTracer;
  /** Finds the queue of a run whose checks changed. */
  readonly #knownRuns = new KnownRuns();
  readonly #background: Background;
  #catchUp: CatchUp | null = null;
  #isStarted = false;
  #stopped = false;

  constructor(options: LoopOptions) {
    const { store, forge, clock, log, meter = NO_METER, tracer = NO_TRACER } = options;
    this.#options = options;
    this.store = store;
    this.forge = forge;
    this.#stays = new SubmissionTracer(store, tracer, log);
    this.#applier = new EventApplier({
      ...{ store, clock, log, meter },
      onDecision: (name, decision, before) => this.#follow(name, decision, before),
    });
    this.#background = new Background(log);
    const perRun = new InOrder();
    this.#reconciler = new Reconciler(this, options, perRun);
    const landings = new LandingPerformer(this, options);
    const performer = new EffectPerformer(this, options, landings, this.#reconciler);
    const traced = tracedPerformer(performer, this, this.#stays);
    const { served } = options;
    this.unavailable = new UnavailableRepositories(clock, log);
    this.#attempts = new EffectAttempts(store, traced, log, perRun, {
      meter,
      requireAvailable: async (repository) => forge.requireAvailable?.(repository),
      onAvailability: (repository, error) => this.#noteAvailability(repository, error),
      ...(served !== undefined && { isForOthers: async (name, error) => served.leaveIfRefused(name, error) }),
    });
    forge.onChecks((repository, run, targetBranch) =>
      this.#background.begin(
        "checks",
        "",
        async () => this.#checksMayHaveChanged(repository, run, targetBranch),
        { run },
      ),
    );
  }

  /** Resumes what an earlier process left: alarms, unfinished effects, unused test branches. */
  async start(catchUp: CatchUp | null = null): Promise<void> {
    this.#catchUp = catchUp;
    this.#isStarted = true;
    for (const { name, queue } of await this.store.list()) {
      this.#knownRuns.remember(name, queue);
      await this.#background.guarded("time", queueKey(name), async () => this.#correctTime(name, queue));
    }
    await this.#options.dispatch.start(this);
  }

  /** Finishes the work in progress and starts nothing new; everything else is in the store. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const work = Promise.all([this.#options.dispatch.stop(), this.#background.stop()]);
    // A repository that does not answer would delay the stop until git's own timeout.
    await within(STOP_PATIENCE_MS, this.#options.clock, work);
  }

  async attempt(stored: StoredEffect, permit: Permit): Promise<Attempt> {
    return this.#attempts.attempt(stored, permit);
  }

  /** If several processes ring at the same time, the first moves the alarm on and the others see that. */
  async ring(name: QueueName): Promise<number | null> {
    let again: number | null = null;
    await this.act(name, async (): Promise<Judgement<"notDue">> => {
      const wakeAt = (await this.read(name))?.wakeAt ?? null;
      const isDue = wakeAt !== null && wakeAt <= this.now();
      again = isDue ? null : wakeAt;
      return isDue ? { event: { kind: "timePassed", at: this.now() } } : { refusal: "notDue" };
    });
    return again;
  }

  serves(repository: Repository): boolean {
    return this.#options.served?.serves(repository) ?? true;
  }

  async meet(name: QueueName): Promise<void> {
    await this.#options.served?.meet(name);
  }

  /** Reads the store once and the tips once; an empty queue whose tip has not moved needs nothing else. */
  async poll(names: readonly QueueName[]): Promise<void> {
    const [first] = names;
    if (first === undefined || this.#stopped) return;
    const { repository } = first;
    await this.#background.guarded("poll", repositoryKey(repository), async () => {
      const queues = await this.list(repository);
      const changed = await Promise.all(queues.map(async (stored) => this.#mayHaveChanged(stored)));
      for (const [index, { name }] of queues.entries()) {
        if (this.#stopped || !this.serves(repository)) return;
        if (changed[index] !== true) continue;
        await withLogFields({ queue: queueKey(name) }, async () =>
          this.#background.guarded("poll", queueKey(name), async () => this.#reconcileQueue(name)),
        );
      }
    });
    await this.#background.guarded("poll", repositoryKey(repository), async () => {
      if (!this.#stopped) await this.#catchUp?.(names);
    });
  }

  async #mayHaveChanged({ name, queue }: StoredQueue): Promise<boolean> {
    if (clockCorrection(queue, this.#options.clock) !== null || !this.#reconciler.isIdle(queue)) return true;
    // Its branch may exist again, unmoved.
    if (this.unavailable.of(name.repository, name.targetBranch) !== null) return true;
    try {
      return (await this.forge.readTip(name.repository, name.targetBranch)) !== queue.tip;
    } catch {
      // The refresh of this queue alone fails with the same error and reports it.
      return true;
    }
  }

  async #reconcileQueue(name: QueueName): Promise<void> {
    const stored = await this.read(name);
    if (stored !== null) await this.#correctTime(name, stored.queue);
    try {
      await this.#reconciler.observe(name);
      // An archived repository can still be read.
      if (this.unavailable.of(name.repository)?.cause !== "archived")
        this.unavailable.clear(name.repository, name.targetBranch);
    } catch (error) {
      this.unavailable.note(name.repository, error);
      // The repository itself answers.
      if (error instanceof BranchGone) return;
      await this.#findCause(name.repository, error);
      await this.#options.served?.leaveIfOutOfReach(name);
      throw error;
    }
  }

  /** Git does not name the cause, such as a new name of the repository. */
  async #findCause(repository: Repository, error: unknown): Promise<void> {
    if (!(error instanceof WorldError) || error instanceof StoreError) return;
    try {
      await this.forge.requireAvailable?.(repository);
    } catch (cause) {
      this.unavailable.note(repository, cause);
    }
  }

  #noteAvailability(repository: Repository, error: RepositoryUnavailable | null): void {
    if (error === null) this.unavailable.clear(repository);
    else this.unavailable.note(repository, error);
  }

  async refreshTip(name: QueueName, said: CommitId | null): Promise<void> {
    await withLogFields({ queue: queueKey(name) }, async () => {
      try {
        await this.#reconciler.observeTip(name, said);
      } catch (error) {
        if (!(error instanceof BranchGone)) throw error;
        this.unavailable.note(name.repository, error);
      }
    });
  }

  async refreshPullRequest(name: QueueName, pullRequest: PullRequestNumber): Promise<void> {
    await withLogFields({ queue: queueKey(name) }, async () =>
      this.#reconciler.observePullRequest(name, pullRequest),
    );
  }

  async refreshHead(repository: Repository, headSha: CommitId): Promise<void> {
    for (const { name, queue } of await this.list(repository)) {
      for (const { facts, state } of queue.entries) {
        if (state === "notReady" && facts.headSha === headSha)
          await this.refreshPullRequest(name, facts.number);
      }
    }
  }

  async tidy(repository: Repository): Promise<void> {
    await this.#reconciler.sweep(repository);
  }

  /** True from the start to the stop: the loop decides, performs effects and refreshes. */
  get isRunning(): boolean {
    return this.#isStarted && !this.#stopped;
  }

  async create(
    name: QueueName,
    settings: Partial<QueueSettings>,
  ): Promise<"created" | "exists" | "noSuchRepository" | "noSuchBranch"> {
    if (!(await this.forge.hasRepository(name.repository))) return "noSuchRepository";
    const tip = await this.forge.readTip(name.repository, name.targetBranch);
    if (tip === null) return "noSuchBranch";
    const { landing } = this.#options;
    const queue = newQueue({
      id: this.#options.newQueueId(),
      targetBranch: name.targetBranch,
      tip,
      settings: { ...DEFAULT_QUEUE_SETTINGS, ...settings, ...(landing === "merge" && { landing }) },
      at: this.now(),
    });
    const outcome = await this.store.create(name, queue);
    if (outcome === "created") this.#options.dispatch.changed(name, null, false);
    return outcome;
  }

  async delete(
    name: QueueName,
  ): Promise<"deleted" | "noSuchQueue" | { readonly kind: "notEmpty"; readonly count: number }> {
    for (;;) {
      const stored = await this.store.load(name);
      if (stored === null) return "noSuchQueue";
      const count = stored.queue.entries.length;
      if (count > 0) return { kind: "notEmpty", count };
      if ((await this.store.delete(name, stored.version)) === "conflict") continue;
      this.#knownRuns.forget(name);
      this.#options.dispatch.deleted(name);
      return "deleted";
    }
  }

  async read(name: QueueName): Promise<StoredQueue | null> {
    return this.store.load(name);
  }

  async list(repository?: Repository): Promise<readonly StoredQueue[]> {
    return this.store.list(repository);
  }

  async act<Refusal>(name: QueueName, judge: Judge<Refusal>): Promise<ActOutcome<Refusal>> {
    return this.#applier.act(name, judge);
  }

  now(): number {
    return this.#options.clock.now();
  }

  monotonic(): number {
    return this.#options.clock.monotonic();
  }

  /** Corrects deadlines that were computed with a wrong clock without waiting for the queue's next event. */
  async #correctTime(name: QueueName, queue: Queue): Promise<void> {
    if (clockCorrection(queue, this.#options.clock) === null) return;
    await this.act(name, () => ({ refusal: "nothingElse" }));
  }

  #follow(name: QueueName, decision: Decision, before: Queue): void {
    const { queue, wakeAt, effects } = decision;
    this.#knownRuns.remember(name, queue);
    this.#options.dispatch.changed(name, wakeAt, effects.length > 0);
    if (this.#stays.isOn) {
      this.#background.begin("trace", "", async () => this.#stays.decided(name, before, decision));
    }
    if (decision.landed !== null && this.forge.stacks !== undefined) {
      this.#background.begin("stacks", queueKey(name), async () => this.#reconciler.followStacks(name));
    }
    this.#options.onDecision?.(name);
  }

  async #checksMayHaveChanged(
    repository: Repository,
    run: TestRunId,
    targetBranch: string | undefined,
  ): Promise<void> {
    const named = targetBranch === undefined ? undefined : { repository, targetBranch };
    const name = this.#knownRuns.queueOf(run) ?? named ?? (await this.#findQueueOf(repository, run));
    if (name !== undefined) await this.#reconciler.observeChecks(name, run);
  }

  /** Another process may have started the run. */
  async #findQueueOf(repository: Repository, run: TestRunId): Promise<QueueName | undefined> {
    const queues = await this.list(repository);
    return queues.find(({ queue }) => findObserved(queue, run) !== undefined)?.name;
  }
}
