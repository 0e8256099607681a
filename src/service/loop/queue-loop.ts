/** The running service without its door: queues that decide, act on the world, and look at it again. */

import type { QueueId, TestRunId } from "../../domain/ids.js";
import { type QueueName, queueKey } from "../../domain/queue-name.js";
import { DEFAULT_QUEUE_SETTINGS, type QueueSettings } from "../../domain/queue-settings.js";
import { repositoryKey } from "../../domain/repository.js";
import type { Decision } from "../../engine/decision.js";
import { allRuns } from "../../engine/lookup.js";
import { newQueue } from "../../engine/new-queue.js";
import type { Queue } from "../../engine/queue.js";
import type { Clock } from "../ports/clock.js";
import type { Forge } from "../ports/forge.js";
import { withLogFields, withOnlyLogFields } from "../ports/log-context.js";
import { type Meter, NO_METER } from "../ports/meter.js";
import type { QueueStore, StoredQueue } from "../ports/queue-store.js";
import { NO_TRACER, type Tracer } from "../ports/tracer.js";
import { Alarms } from "./alarms.js";
import { EventApplier } from "./apply-event.js";
import { EffectPump } from "./effect-pump.js";
import { InOrder } from "./in-order.js";
import { EffectPerformer } from "./perform-effect.js";
import { LandingPerformer } from "./perform-landing.js";
import type { ActOutcome, Judge, Queues } from "./queues.js";
import { Reconciler } from "./reconcile.js";
import { StayTracer, tracedPerformer } from "./trace-stays.js";
import type { World } from "./world.js";

/** How long a stop waits for what is under way; the store has what is not done by then. */
const STOP_PATIENCE_MS = 10_000;

export interface LoopOptions extends World {
  readonly store: QueueStore;
  readonly clock: Clock;
  /** How often the world is looked at when nobody reports anything. */
  readonly pollIntervalMs: number;
  readonly newQueueId: () => QueueId;
  readonly meter?: Meter;
  readonly tracer?: Tracer;
  /** Called after each decision that was saved. */
  readonly onDecision?: () => void;
}

export class QueueLoop implements Queues {
  readonly store: QueueStore;
  readonly forge: Forge;
  readonly #options: LoopOptions;
  readonly #applier: EventApplier;
  readonly #alarms: Alarms;
  readonly #reconciler: Reconciler;
  readonly #landings: LandingPerformer;
  readonly #pump: EffectPump;
  readonly #stays: StayTracer;
  /** Where the queue of an alarm's key is to be found. */
  readonly #names = new Map<string, QueueName>();
  /** Which queue a run belongs to, for what CI reports. */
  readonly #queueOfRun = new Map<TestRunId, QueueName>();
  readonly #looks = new Set<Promise<void>>();
  /** Repositories that are being looked at. */
  readonly #polled = new Set<string>();
  #isStarted = false;
  #stopped = false;
  #cancelPoll: () => void = () => undefined;

  constructor(options: LoopOptions) {
    const { store, forge, clock, log, meter = NO_METER, tracer = NO_TRACER } = options;
    this.#options = options;
    this.store = store;
    this.forge = forge;
    this.#stays = new StayTracer(store, tracer, log);
    this.#applier = new EventApplier(
      store,
      log,
      (name, decision, before) => this.#follow(name, decision, before),
      meter,
    );
    this.#alarms = new Alarms(clock, (key) => this.#ring(key));
    const perRun = new InOrder();
    this.#reconciler = new Reconciler(this, options, perRun);
    this.#landings = new LandingPerformer(this, options);
    const performer = new EffectPerformer(this, options, this.#landings, async (name) =>
      this.#reconciler.observe(name),
    );
    const traced = tracedPerformer(performer, this, this.#stays);
    this.#pump = new EffectPump(store, traced, clock, log, perRun, meter);
    forge.onChecks((_repository, run) =>
      this.#inBackground("checks", async () => this.#checksMayHaveChanged(run), { run }),
    );
  }

  /** Takes up what an earlier process left: alarms, orders not done, test branches nobody needs. */
  async start(): Promise<void> {
    this.#isStarted = true;
    for (const stored of await this.store.list()) this.#remember(stored.name, stored.queue, stored.wakeAt);
    this.#pump.poke();
    this.#inBackground("sweep", async () => this.#sweep());
    this.#poll();
  }

  /** Finishes what is under way and starts nothing new; everything else is in the store. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelPoll();
    this.#alarms.clear();
    const patience = new Promise<void>((resolve) => {
      this.#options.clock.after(STOP_PATIENCE_MS, resolve);
    });
    // A repository that does not answer would hold the stop up for as long as git waits for it.
    await Promise.race([Promise.all([this.#pump.stop(), ...this.#looks]), patience]);
  }

  /** Decides, acts and looks at the world: true from the start to the stop. */
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
    const queue = newQueue({
      id: this.#options.newQueueId(),
      targetBranch: name.targetBranch,
      tip,
      settings: { ...DEFAULT_QUEUE_SETTINGS, ...settings },
      at: this.now(),
    });
    const outcome = await this.store.create(name, queue);
    if (outcome === "created") this.#remember(name, queue, null);
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
      this.#alarms.set(queueKey(name), null);
      this.#names.delete(queueKey(name));
      return "deleted";
    }
  }

  async read(name: QueueName): Promise<StoredQueue | null> {
    return this.store.load(name);
  }

  async list(): Promise<readonly StoredQueue[]> {
    return this.store.list();
  }

  async act<Refusal>(name: QueueName, judge: Judge<Refusal>): Promise<ActOutcome<Refusal>> {
    return this.#applier.act(name, judge);
  }

  now(): number {
    return this.#options.clock.now();
  }

  #follow(name: QueueName, decision: Decision, before: Queue): void {
    for (const { run } of decision.endedRuns) this.#queueOfRun.delete(run.id);
    this.#remember(name, decision.queue, decision.wakeAt);
    this.#landings.ordered(decision.effects);
    if (decision.effects.length > 0) this.#pump.poke();
    if (this.#stays.isOn) {
      this.#inBackground("trace", async () => this.#stays.decided(name, before, decision));
    }
    this.#options.onDecision?.();
  }

  #remember(name: QueueName, queue: Queue, wakeAt: number | null): void {
    const key = queueKey(name);
    this.#names.set(key, name);
    for (const run of allRuns(queue)) this.#queueOfRun.set(run.id, name);
    if (!this.#stopped) this.#alarms.set(key, wakeAt);
  }

  #ring(key: string): void {
    const name = this.#names.get(key);
    if (name === undefined) return;
    this.#inBackground("alarm", async () => {
      try {
        await this.act(name, () => ({ event: { kind: "timePassed", at: this.now() } }));
      } catch (error) {
        if (!this.#stopped) this.#alarms.set(key, this.now() + this.#options.pollIntervalMs);
        throw error;
      }
    });
  }

  async #checksMayHaveChanged(run: TestRunId): Promise<void> {
    const name = this.#queueOfRun.get(run);
    if (name !== undefined) await this.#reconciler.observeChecks(name, run);
  }

  /** Each repository is looked at on its own: one that hangs holds up no other, and is not asked twice at once. */
  #poll(): void {
    for (const [key, names] of Map.groupBy(this.#names.values(), keyOfRepository)) {
      if (!this.#polled.has(key)) this.#inBackground("poll", async () => this.#pollRepository(key, names));
    }
    this.#cancelPoll = this.#options.clock.after(this.#options.pollIntervalMs, () => this.#poll());
  }

  async #pollRepository(key: string, names: readonly QueueName[]): Promise<void> {
    this.#polled.add(key);
    try {
      for (const name of names) {
        if (this.#stopped) return;
        await withLogFields({ queue: queueKey(name) }, async () =>
          this.#guarded("poll", queueKey(name), async () => this.#reconciler.observe(name)),
        );
      }
    } finally {
      this.#polled.delete(key);
    }
  }

  async #sweep(): Promise<void> {
    const repositories = Map.groupBy(this.#names.values(), keyOfRepository);
    await Promise.all(
      [...repositories].map(async ([key, [name]]) =>
        this.#guarded("sweep", key, async () =>
          name === undefined ? undefined : this.#reconciler.sweep(name.repository),
        ),
      ),
    );
  }

  /** `about` is for the log; whatever happened to begin the task is not what it is about. */
  #inBackground(what: string, task: () => Promise<void>, about: Readonly<Record<string, string>> = {}): void {
    if (this.#stopped) return;
    const look = withOnlyLogFields(about, async () => this.#guarded(what, "", task)).finally(() =>
      this.#looks.delete(look),
    );
    this.#looks.add(look);
  }

  /** A look that fails is told and comes again with the next poll; one repository in trouble holds up no other. */
  async #guarded(what: string, subject: string, task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.#options.log.warn(
        { what, subject, error: text },
        "a look at the world failed; it will be repeated",
      );
    }
  }
}

function keyOfRepository({ repository }: QueueName): string {
  return repositoryKey(repository);
}
