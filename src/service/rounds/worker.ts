/**
 * The one way to do durable work: claim what is due, run it, settle it, and claim again when more may be due. What is not
 * settled when the process dies is still in the store.
 */
import type { Clock } from "../ports/clock.js";
import type { Log } from "../ports/log.js";
import { withOnlyLogFields } from "../ports/log.js";
import type { Session } from "../ports/session.js";
import { within } from "./within.js";

export interface WorkerOptions<Item> {
  readonly clock: Clock;
  readonly log: Log;
  readonly session: Session;
  /** The kind of work, by which processes notify each other; also for the log. */
  readonly what: string;
  readonly keyOf: (item: Item) => string;
  readonly atATime: number;
  /** How often the store is asked for work that no event announced. */
  readonly sweepMs: number;
  /** Claims what is due, at most `limit`, and nothing of `held`. */
  readonly claim: (limit: number, held: readonly Item[]) => Promise<readonly Item[]>;
  /** When the next one is due after this moment; null: none is known. */
  readonly nextAt: (after: number) => Promise<number | null>;
  /**
   * Runs and settles. Returns when the item is due again, or null. Throws only errors of the store; `failures` counts those
   * before, for this item.
   */
  readonly run: (item: Item, failures: number) => Promise<number | null>;
  /** How long an item waits in memory after the store failed so many times. */
  readonly pauseMs: (failures: number) => number;
  /** False: an item that is settled makes no other one due, unless `run` returns when. */
  readonly unblocks?: boolean;
  /** Lets other processes have an item that is not settled. */
  readonly giveBack: (item: Item) => Promise<void>;
}

interface Held<Item> {
  readonly item: Item;
  /** Undefined while the item waits in memory, because the store failed when it was to be settled. */
  readonly running: Promise<void> | undefined;
}

const STORE_PAUSE_MS = 500;
/** Other processes and the command line notify this one of work that they leave; on SQLite nothing can. */
const SWEEP_MS = { alone: 1000, shared: 30_000 } as const;

export function sweepMsOf({ isShared }: Session): number {
  return SWEEP_MS[isShared ? "shared" : "alone"];
}

export class Worker<Item> {
  readonly #options: WorkerOptions<Item>;
  readonly #held = new Map<string, Held<Item>>();
  readonly #failures = new Map<string, number>();
  readonly #timers = new Set<() => void>();
  #wake: { readonly at: number; readonly cancel: () => void } | undefined;
  #round: Promise<void> | undefined;
  /** There was no room for all that is due. */
  #isMore = false;
  /** What was asked for while a round was under way. */
  #again: "poke" | "sweep" | undefined;
  #isStopped = false;

  constructor(options: WorkerOptions<Item>) {
    this.#options = options;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Claims what is due now, and whenever other processes left work or ended. */
  start(): void {
    const { session, what } = this.#options;
    session.onChange((work) => {
      if (work === null || work === what) this.sweep();
    });
    this.sweep();
  }

  /** New work may be due: claims now, or once more after the claim under way. */
  poke(): void {
    this.#look("poke");
  }

  /** The same, and asks when the next item is due: other processes may have postponed one. */
  sweep(): void {
    this.#look("sweep");
  }

  /** Something is due then; milliseconds since 1970. */
  wakeAt(at: number): void {
    if (this.#isStopped || (this.#wake !== undefined && this.#wake.at <= at)) return;
    this.#wake?.cancel();
    const delayMs = Math.max(at - this.#options.clock.now(), 0);
    const cancel = this.#after(delayMs, () => {
      this.#wake = undefined;
      this.sweep();
    });
    this.#wake = { at, cancel };
  }

  /** Claims nothing more, waits so long for what is under way, and gives back what is not settled by then. Never throws. */
  async stop(patienceMs: number): Promise<void> {
    const { clock, session, giveBack, what } = this.#options;
    this.#isStopped = true;
    for (const cancel of this.#timers) cancel();
    await within(patienceMs, clock, this.#untilIdle());
    if (!session.isShared) return;
    await Promise.allSettled([...this.#held.values()].map(async ({ item }) => giveBack(item)));
    session.wakeOthers(what);
  }

  async #untilIdle(): Promise<void> {
    await this.#round;
    await Promise.all([...this.#held.values()].map(async ({ running }) => running));
  }

  #look(how: "poke" | "sweep"): void {
    if (this.#isStopped) return;
    if (this.#round !== undefined) {
      if (this.#again !== "sweep") this.#again = how;
      return;
    }
    // The log fields of the caller have nothing to do with the work.
    this.#round = withOnlyLogFields({}, async () => this.#claim(how)).finally(() => {
      this.#round = undefined;
      const again = this.#again;
      this.#again = undefined;
      if (again !== undefined) this.#look(again);
    });
  }

  async #claim(how: "poke" | "sweep"): Promise<void> {
    const { clock, log, what, atATime, claim, nextAt, sweepMs, session } = this.#options;
    const held = [...this.#held.values()];
    const room = atATime - held.filter(({ running }) => running !== undefined).length;
    const now = clock.now();
    try {
      const claimed =
        room > 0
          ? await claim(
              room,
              held.map(({ item }) => item),
            )
          : [];
      for (const item of claimed) this.#begin(item);
      // A sweep without room found nothing: it would cause the next one, here and elsewhere, for as long as that lasts.
      this.#isMore = claimed.length >= room;
      if (this.#isMore && (room > 0 || how === "poke")) session.wakeOthers(what);
      if (how === "poke") return;
      const next = await nextAt(now);
      this.wakeAt(Math.min(next ?? Number.POSITIVE_INFINITY, now + sweepMs));
    } catch (error) {
      log.error({ what, error: String(error) }, "the store did not answer; looking for work again");
      this.wakeAt(now + STORE_PAUSE_MS);
    }
  }

  #begin(item: Item): void {
    const key = this.#options.keyOf(item);
    if (this.#held.has(key)) return;
    // Claimed at the last moment, for others to take over.
    const running = this.#isStopped ? undefined : this.#run(item, key).finally(() => this.#afterRun());
    this.#held.set(key, { item, running });
  }

  #afterRun(): void {
    if (this.#isMore || this.#options.unblocks !== false) this.poke();
  }

  async #run(item: Item, key: string): Promise<void> {
    const { log, what, run, pauseMs } = this.#options;
    const failures = this.#failures.get(key) ?? 0;
    try {
      const dueAt = await run(item, failures);
      this.#failures.delete(key);
      this.#held.delete(key);
      if (dueAt === null) return;
      if (dueAt <= this.#options.clock.now()) this.poke();
      else this.wakeAt(dueAt);
    } catch (error) {
      log.error({ what, item: key, error: String(error) }, "the store refused; looking again");
      this.#failures.set(key, failures + 1);
      this.#held.set(key, { item, running: undefined });
      this.#after(pauseMs(failures), () => {
        this.#held.delete(key);
        this.sweep();
      });
    }
  }

  #after(delayMs: number, callback: () => void): () => void {
    if (this.#isStopped) return () => undefined;
    const timer = this.#options.clock.after(Math.min(delayMs, LONGEST_TIMER_MS), () => {
      this.#timers.delete(cancel);
      callback();
    });
    const cancel = () => {
      this.#timers.delete(cancel);
      timer();
    };
    this.#timers.add(cancel);
    return cancel;
  }
}

/** Timers of the platform hold no more than this; a later one rings early, and is set again. */
const LONGEST_TIMER_MS = 2_147_483_647;
