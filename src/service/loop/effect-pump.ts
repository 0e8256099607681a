/**
 * Performs what decisions ordered: at least once, orders about one test run in the order they were given,
 * a failed one again later. What is not done when the process dies is found in the store by the next one.
 */
import { type QueueName, queueKey } from "../../domain/queue-name.js";
import type { Effect } from "../../engine/effect.js";
import type { Clock } from "../ports/clock.js";
import type { Log } from "../ports/log.js";
import { withLogFields, withOnlyLogFields } from "../ports/log-context.js";
import { type Meter, NO_METER, secondsSince } from "../ports/meter.js";
import type { QueueStore, StoredEffect } from "../ports/queue-store.js";
import { StoreError, WorldError } from "../ports/world-error.js";
import type { InOrder } from "./in-order.js";
import { Rests } from "./rests.js";

const BATCH = 200;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 60_000;
/** About a minute of trying to start a test run, or to land; then the pull requests concerned are told why. */
const MAX_ATTEMPTS = 8;

/** What stood in the way of an order. */
export interface Obstacle {
  readonly why: string;
  /** Trying again does not help. */
  readonly isFinal: boolean;
}

/** Who carries orders out; carrying one out twice does no harm. */
export interface Performer {
  perform(name: QueueName, effect: Effect): Promise<void>;
  /** False when the order has to be tried on. */
  giveUp(name: QueueName, effect: Effect, obstacle: Obstacle): Promise<boolean>;
}

export class EffectPump {
  readonly #store: QueueStore;
  readonly #performer: Performer;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #perRun: InOrder;
  readonly #meter: Meter;
  readonly #underWay = new Map<string, Promise<void>>();
  /** Orders that failed and that the store, which was to remember it, still holds to be due. */
  readonly #rests: Rests;
  #round: Promise<void> | undefined;
  #again = false;
  #stopped = false;
  #cancelTimer: () => void = () => undefined;

  /** `perRun` is shared with everyone who acts on test runs, each under the run's id. */
  constructor(
    store: QueueStore,
    performer: Performer,
    clock: Clock,
    log: Log,
    perRun: InOrder,
    meter: Meter = NO_METER,
  ) {
    this.#store = store;
    this.#performer = performer;
    this.#clock = clock;
    this.#log = log;
    this.#perRun = perRun;
    this.#meter = meter;
    this.#rests = new Rests(clock, () => this.poke());
  }

  /** Looks for orders soon; calling it again while it looks makes it look once more. */
  poke(): void {
    if (this.#stopped) return;
    if (this.#round !== undefined) {
      this.#again = true;
      return;
    }
    // Orders are found for whoever gave them, not for who happened to ask.
    this.#round = withOnlyLogFields({}, async () => this.#look()).finally(() => {
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
    this.#rests.stop();
    await this.#round;
    await Promise.all(this.#underWay.values());
  }

  async #look(): Promise<void> {
    try {
      // Those under way or at rest are found again, and must not hide the others.
      const limit = BATCH + this.#underWay.size + this.#rests.size;
      const now = this.#clock.now();
      for (const stored of await this.#store.pendingEffects(now, limit)) this.#begin(stored);
      await this.#setTimer(now);
    } catch (error) {
      this.#log.error({ error: String(error) }, "the store did not tell what is to be done; looking again");
      this.#wakeAfter(FIRST_RETRY_MS);
    }
  }

  #begin(stored: StoredEffect): void {
    const identity = identityOf(stored);
    if (this.#stopped || this.#underWay.has(identity) || this.#rests.isResting(identity)) return;
    const done = this.#perRun
      .run(stored.effect.run, async () => withLogFields(subjectOf(stored), async () => this.#perform(stored)))
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
    const startedAt = performance.now();
    try {
      await this.#performer.perform(name, effect);
      await this.#store.markDone(queueId, effect.id);
      this.#rests.forget(identityOf(stored));
      this.#meter.orderAttempted(effect.kind, "done", secondsSince(startedAt));
    } catch (error) {
      const isGivenUp = await this.#fail(stored, error);
      this.#meter.orderAttempted(effect.kind, isGivenUp ? "givenUp" : "failed", secondsSince(startedAt));
    }
  }

  /** Whatever fails on top of it, the order comes again after a while and not at once; true when it never does. */
  async #fail(stored: StoredEffect, error: unknown): Promise<boolean> {
    const identity = identityOf(stored);
    const attempts = Math.max(stored.attempts, this.#rests.failuresOf(identity));
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** attempts, LONGEST_RETRY_MS);
    try {
      if (await this.#isGivenUp(stored, attempts + 1, error)) return true;
      await this.#postpone(stored, attempts + 1, delayMs, error);
      this.#rests.forget(identity);
    } catch (storeError) {
      this.#log.error(
        { queue: queueKey(stored.name), error: String(storeError) },
        "the store refused; looking again",
      );
      if (!this.#stopped) this.#rests.begin(identity, attempts + 1, delayMs);
    }
    return false;
  }

  /** False also when the world does not let it be given up now. */
  async #isGivenUp(stored: StoredEffect, attempts: number, error: unknown): Promise<boolean> {
    const { name, queueId, effect } = stored;
    const isFinal = error instanceof WorldError && !(error instanceof StoreError) && !error.retryable;
    if (!isFinal && attempts < MAX_ATTEMPTS) return false;
    const fields = fieldsOf(stored, attempts, error);
    try {
      if (!(await this.#performer.giveUp(name, effect, { why: fields.error, isFinal }))) return false;
    } catch (obstacle) {
      this.#log.warn({ ...fields, error: wordsOf(obstacle) }, "an order could not be given up");
      return false;
    }
    this.#log.warn(fields, "an order is given up");
    await this.#store.markDone(queueId, effect.id);
    this.#rests.forget(identityOf(stored));
    return true;
  }

  async #postpone(stored: StoredEffect, attempts: number, delayMs: number, error: unknown): Promise<void> {
    const { queueId, effect } = stored;
    const fields = fieldsOf(stored, attempts, error);
    this.#log.warn(
      { ...fields, ...whatIsWaitedFor(effect), seconds: delayMs / 1000 },
      "an order failed; it will be tried again",
    );
    await this.#store.postpone(queueId, effect.id, this.#clock.now() + delayMs, fields.error);
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

function identityOf({ queueId, effect }: StoredEffect): string {
  return `${queueId}/${effect.id}`;
}

function subjectOf({ name, effect }: StoredEffect) {
  return { queue: queueKey(name), effect: effect.kind, run: effect.run };
}

function fieldsOf(stored: StoredEffect, attempts: number, error: unknown) {
  return {
    ...subjectOf(stored),
    attempts,
    error: wordsOf(error),
  };
}

function wordsOf(error: unknown): string {
  return error instanceof WorldError ? error.message : String(error);
}

/** Nothing else lands on the branch before this landing is over, so that somebody may have to look after it. */
function whatIsWaitedFor(effect: Effect): { readonly waitsFor?: string } {
  if (effect.kind !== "land") return {};
  const { targetBranch, expectedTip, newTip } = effect;
  return {
    waitsFor: `the repository to move ${targetBranch} from ${expectedTip} to ${newTip}, or to refuse it`,
  };
}
