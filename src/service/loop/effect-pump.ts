/**
 * Performs what decisions ordered: at least once, orders about one test run in the order they were given,
 * a failed one again later. What is not done when the process dies is found in the store by the next one.
 */
import { type QueueName, queueKey } from "../../domain/queue-name.js";
import type { Effect } from "../../engine/effect.js";
import type { Clock } from "../ports/clock.js";
import type { Log } from "../ports/log.js";
import type { QueueStore, StoredEffect } from "../ports/queue-store.js";
import { WorldError } from "../ports/world-error.js";
import type { InOrder } from "./in-order.js";

const BATCH = 200;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 60_000;
/** About a minute of trying to start a test run, or to land; then the pull requests concerned are told why. */
const MAX_ATTEMPTS = 8;

/** Who carries orders out; carrying one out twice does no harm. */
export interface Performer {
  perform(name: QueueName, effect: Effect): Promise<void>;
  /** False when the order has to be tried on. `why` is what stood in its way. */
  giveUp(name: QueueName, effect: Effect, why: string): Promise<boolean>;
}

export class EffectPump {
  readonly #store: QueueStore;
  readonly #performer: Performer;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #perRun: InOrder;
  readonly #underWay = new Map<string, Promise<void>>();
  #round: Promise<void> | undefined;
  #again = false;
  #stopped = false;
  #cancelTimer: () => void = () => undefined;

  /** `perRun` is shared with everyone who acts on test runs, each under the run's id. */
  constructor(store: QueueStore, performer: Performer, clock: Clock, log: Log, perRun: InOrder) {
    this.#store = store;
    this.#performer = performer;
    this.#clock = clock;
    this.#log = log;
    this.#perRun = perRun;
  }

  /** Looks for orders soon; calling it again while it looks makes it look once more. */
  poke(): void {
    if (this.#stopped) return;
    if (this.#round !== undefined) {
      this.#again = true;
      return;
    }
    this.#round = this.#look().finally(() => {
      this.#round = undefined;
      if (!this.#again) return;
      this.#again = false;
      this.poke();
    });
  }

  /** Takes no new orders, and waits for those under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelTimer();
    await this.#round;
    await Promise.all(this.#underWay.values());
  }

  async #look(): Promise<void> {
    try {
      // Those under way are found again, and must not hide the others.
      const limit = BATCH + this.#underWay.size;
      const now = this.#clock.now();
      for (const stored of await this.#store.pendingEffects(now, limit)) this.#begin(stored);
      await this.#setTimer(now);
    } catch (error) {
      this.#log.error({ error: String(error) }, "the store did not tell what is to be done; looking again");
      this.#wakeAfter(FIRST_RETRY_MS);
    }
  }

  #begin(stored: StoredEffect): void {
    const identity = `${stored.queueId}/${stored.effect.id}`;
    if (this.#stopped || this.#underWay.has(identity)) return;
    const done = this.#perRun
      .run(stored.effect.run, async () => this.#perform(stored))
      .finally(() => {
        this.#underWay.delete(identity);
        this.poke();
      });
    this.#underWay.set(identity, done);
  }

  /** Never throws: what fails is counted and comes again. */
  async #perform(stored: StoredEffect): Promise<void> {
    if (this.#stopped) return;
    const { name, queueId, effect } = stored;
    try {
      await this.#performer.perform(name, effect);
      await this.#store.markDone(queueId, effect.id);
    } catch (error) {
      await this.#postpone(stored, error).catch((storeError: unknown) => {
        this.#log.error(
          { queue: queueKey(name), error: String(storeError) },
          "the store refused; looking again",
        );
        this.#wakeAfter(FIRST_RETRY_MS);
      });
    }
  }

  async #postpone({ name, queueId, effect, attempts }: StoredEffect, error: unknown): Promise<void> {
    const text = error instanceof WorldError ? error.message : String(error);
    const fields = {
      queue: queueKey(name),
      effect: effect.kind,
      run: effect.run,
      attempts: attempts + 1,
      error: text,
    };
    const isHopeless = (error instanceof WorldError && !error.retryable) || attempts + 1 >= MAX_ATTEMPTS;
    if (isHopeless && (await this.#performer.giveUp(name, effect, text))) {
      this.#log.warn(fields, "an order is given up");
      await this.#store.markDone(queueId, effect.id);
      return;
    }
    this.#log.warn(fields, "an order failed; it will be tried again");
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** attempts, LONGEST_RETRY_MS);
    await this.#store.postpone(queueId, effect.id, this.#clock.now() + delayMs, text);
  }

  /** `lookedAt` is the moment of the look: what became due since is under way for nobody yet. */
  async #setTimer(lookedAt: number): Promise<void> {
    const next = await this.#store.nextEffectAt(lookedAt);
    // What was due then is under way, and pokes when it is done.
    if (next !== null) this.#wakeAfter(Math.max(next - this.#clock.now(), 0));
  }

  #wakeAfter(delayMs: number): void {
    this.#cancelTimer();
    if (this.#stopped) return;
    this.#cancelTimer = this.#clock.after(delayMs, () => this.poke());
  }
}
