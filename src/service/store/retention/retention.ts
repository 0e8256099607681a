/** Sweeps old history out of a store in the background, again and again. Of replicas that share a store, one does. */
import type { Kysely } from "kysely";
import { errorText } from "../../../domain/thrown.js";
import type { Clock } from "../../ports/clock.js";
import type { Log } from "../../ports/log.js";
import type { QueueStore } from "../../ports/queue-store.js";
import type { StoreTables } from "../sql/tables.js";
import { sweepHistory } from "./sweep-history.js";

const SWEEP_EVERY_MS = 3_600_000;
/** Below 1, because a timer may fire early. */
const TURN_SHARE = 0.9;
/** After another replica swept: that one may have stopped since. */
const ASK_AGAIN_MS = 600_000;
/** The first sweep leaves a starting service alone. */
const FIRST_SWEEP_MS = 60_000;
/** Between two slices others have the store for themselves. */
const PAUSE_MS = 20;

export class Retention {
  readonly #db: Kysely<StoreTables>;
  readonly #turns: Pick<QueueStore, "takeTurn">;
  readonly #retentionMs: number;
  readonly #clock: Clock;
  readonly #log: Log;
  #cancelTimer: () => void = () => undefined;
  #cancelPause: () => void = () => undefined;
  #sweep: Promise<void> = Promise.resolve();
  #stopped = false;

  /** Infinite: nothing is deleted. */
  constructor(
    db: Kysely<StoreTables>,
    turns: Pick<QueueStore, "takeTurn">,
    retentionMs: number,
    clock: Clock,
    log: Log,
  ) {
    this.#db = db;
    this.#turns = turns;
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
      this.#sweep = this.#sweepOnce().then((nextMs) => this.#sweepAfter(nextMs));
    });
  }

  /** Returns after how long to try again. */
  async #sweepOnce(): Promise<number> {
    try {
      const now = this.#clock.now();
      const turn = await this.#turns.takeTurn("old history", now, SWEEP_EVERY_MS * TURN_SHARE);
      if (turn.kind === "later") return ASK_AGAIN_MS;
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
      this.#log.warn({ error: errorText(error) }, "old history could not be removed; the next sweep goes on");
    }
    return SWEEP_EVERY_MS;
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
