/** Sweeps old history out of a store in the background, again and again. */
import type { Kysely } from "kysely";
import type { Clock } from "../../ports/clock.js";
import type { Log } from "../../ports/log.js";
import type { StoreTables } from "../sql/tables.js";
import { sweepHistory } from "./sweep-history.js";

const SWEEP_EVERY_MS = 3_600_000;
/** The first sweep leaves a starting service alone. */
const FIRST_SWEEP_MS = 60_000;
/** Between two slices others have the store for themselves. */
const PAUSE_MS = 20;

export class Retention {
  readonly #db: Kysely<StoreTables>;
  readonly #retentionMs: number;
  readonly #clock: Clock;
  readonly #log: Log;
  #cancelTimer: () => void = () => undefined;
  #cancelPause: () => void = () => undefined;
  #sweep: Promise<void> = Promise.resolve();
  #stopped = false;

  /** Infinite: everything stays for ever. */
  constructor(db: Kysely<StoreTables>, retentionMs: number, clock: Clock, log: Log) {
    this.#db = db;
    this.#retentionMs = retentionMs;
    this.#clock = clock;
    this.#log = log;
  }

  start(): void {
    if (this.#retentionMs !== Number.POSITIVE_INFINITY) this.#sweepAfter(FIRST_SWEEP_MS);
  }

  /** Waits for the slice under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelTimer();
    this.#cancelPause();
    await this.#sweep;
  }

  #sweepAfter(delayMs: number): void {
    if (this.#stopped) return;
    this.#cancelTimer = this.#clock.after(delayMs, () => {
      this.#sweep = this.#sweepOnce().finally(() => this.#sweepAfter(SWEEP_EVERY_MS));
    });
  }

  async #sweepOnce(): Promise<void> {
    try {
      const removed = await sweepHistory(this.#db, {
        retentionMs: this.#retentionMs,
        now: this.#clock.now(),
        pause: () => this.#pause(),
        isStopped: () => this.#stopped,
        onDamage: (queue, error) => {
          const fields = { queue, error: error.message };
          this.#log.warn(fields, "old history of a queue stays: `merge-queue db check` says what is damaged");
        },
      });
      if (removed > 0) this.#log.info({ removed }, "old history is removed");
    } catch (error) {
      this.#log.warn({ error: String(error) }, "old history could not be removed; the next sweep goes on");
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(PAUSE_MS, resolve);
      this.#cancelPause = () => {
        cancel();
        resolve();
      };
    });
  }
}
