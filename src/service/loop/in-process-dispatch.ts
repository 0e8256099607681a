/** Brings work by timers of this process: for a store that has one process. */
import { type QueueName, queueKey } from "../../domain/queue-name.js";
import { repositoryKey } from "../../domain/repository.js";
import type { Clock } from "../ports/clock.js";
import type { Dispatch, Work } from "../ports/dispatch.js";
import type { Log } from "../ports/log.js";
import type { QueueStore } from "../ports/queue-store.js";
import { Alarms } from "./alarms.js";
import { Background } from "./background.js";
import { EffectPump } from "./effect-pump.js";

export interface InProcessDispatchOptions {
  readonly store: QueueStore;
  readonly clock: Clock;
  readonly log: Log;
  /** How often the world is looked at when nobody reports anything. */
  readonly pollIntervalMs: number;
}

/** How long a test branch may stand about that a push of an earlier process left after this one had begun. */
const TIDYING_INTERVAL_MS = 60_000;

export class InProcessDispatch implements Dispatch {
  readonly #options: InProcessDispatchOptions;
  readonly #alarms: Alarms;
  readonly #background: Background;
  /** Where the queue of an alarm's key is to be found. */
  readonly #names = new Map<string, QueueName>();
  /** Repositories that are being looked at. */
  readonly #polled = new Set<string>();
  /** When each repository was tidied, in monotonic milliseconds. */
  readonly #tidiedAt = new Map<string, number>();
  #work: Work | undefined;
  #pump: EffectPump | undefined;
  #stopped = false;
  #cancelPoll: () => void = () => undefined;

  constructor(options: InProcessDispatchOptions) {
    this.#options = options;
    this.#alarms = new Alarms(options.clock, (key) => this.#ring(key));
    this.#background = new Background(options.log);
  }

  async start(work: Work): Promise<void> {
    const { store, clock, log } = this.#options;
    this.#work = work;
    for (const { name, wakeAt } of await store.list()) this.changed(name, wakeAt, false);
    this.#pump = new EffectPump(store, async (...order) => work.attempt(...order), clock, log);
    this.#pump.poke();
    for (const [key, [name]] of this.#byRepository()) {
      if (name === undefined) continue;
      this.#tidiedAt.set(key, clock.monotonic());
      this.#background.begin("sweep", key, async () => work.tidy(name.repository));
    }
    this.#poll();
  }

  changed(name: QueueName, wakeAt: number | null, hasOrders: boolean): void {
    const key = queueKey(name);
    this.#names.set(key, name);
    if (!this.#stopped) this.#alarms.set(key, wakeAt);
    if (hasOrders) this.#pump?.poke();
  }

  deleted(name: QueueName): void {
    this.#alarms.set(queueKey(name), null);
    this.#names.delete(queueKey(name));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelPoll();
    this.#alarms.clear();
    await Promise.all([this.#pump?.stop(), this.#background.stop()]);
  }

  #ring(key: string): void {
    const name = this.#names.get(key);
    if (name === undefined) return;
    this.#background.begin("alarm", key, async () => {
      let again: number | null = this.#options.clock.now() + this.#options.pollIntervalMs;
      try {
        again = (await this.#work?.ring(name)) ?? null;
      } finally {
        // One that was set meanwhile knows better.
        const isNeeded = !this.#stopped && this.#names.has(key) && this.#alarms.ringsAt(key) === null;
        if (again !== null && isNeeded) this.#alarms.set(key, again);
      }
    });
  }

  /** Each repository is looked at on its own: one that hangs holds up no other, and is not asked twice at once. */
  #poll(): void {
    for (const [key, names] of this.#byRepository()) {
      if (this.#polled.has(key)) continue;
      this.#polled.add(key);
      this.#background.begin("poll", key, async () => {
        try {
          await this.#work?.look(names);
        } finally {
          this.#polled.delete(key);
        }
        await this.#findUntold(names);
        await this.#tidyNowAndThen(key, names);
      });
    }
    this.#cancelPoll = this.#options.clock.after(this.#options.pollIntervalMs, () => this.#poll());
  }

  /** Whoever saved a decision may have failed before telling of it: what it ordered, and when to wake, is in the store. */
  async #findUntold(names: readonly QueueName[]): Promise<void> {
    if (this.#stopped) return;
    this.#pump?.poke();
    for (const name of names) {
      const key = queueKey(name);
      await this.#background.guarded("poll", key, async () => {
        const wakeAt = (await this.#options.store.load(name))?.wakeAt ?? null;
        const ringsAt = this.#alarms.ringsAt(key) ?? Number.POSITIVE_INFINITY;
        // One that rings too early asks the store, and does no harm.
        const isNeeded = !this.#stopped && this.#names.has(key) && wakeAt !== null && wakeAt < ringsAt;
        if (isNeeded) this.#alarms.set(key, wakeAt);
      });
    }
  }

  /** With the looks rather than by a timer of its own: it is for no queue to notice. */
  async #tidyNowAndThen(key: string, [name]: readonly QueueName[]): Promise<void> {
    const now = this.#options.clock.monotonic();
    const isRecent = now - (this.#tidiedAt.get(key) ?? Number.NEGATIVE_INFINITY) < TIDYING_INTERVAL_MS;
    if (name === undefined || isRecent || this.#stopped) return;
    this.#tidiedAt.set(key, now);
    await this.#background.guarded("sweep", key, async () => this.#work?.tidy(name.repository));
  }

  #byRepository(): ReadonlyMap<string, readonly QueueName[]> {
    return Map.groupBy(this.#names.values(), ({ repository }) => repositoryKey(repository));
  }
}
