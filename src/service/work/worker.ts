/**
 * START HERE: performs all durable work: claims due items, runs and settles them, and claims again when more may be
 * due. Items that are not settled when the process dies remain in the store.
 */
import { backoffMs } from "../../domain/duration.js";
import { errorText } from "../../domain/thrown.js";
import type { Clock } from "../ports/clock.js";
import { ClaimLost } from "../ports/dispatch.js";
import type { Log } from "../ports/log.js";
import { withOnlyLogFields } from "../ports/log.js";
import { type Meter, NO_METER, secondsSince, type WorkOutcome } from "../ports/meter.js";
import type { Session } from "../ports/session.js";
import { within } from "./within.js";

export interface WorkerOptions<Item> {
  readonly clock: Clock;
  readonly log: Log;
  readonly session: Session;
  readonly meter?: Pick<Meter, "observe">;
  /** The kind of work, by which processes notify each other; also for the log. */
  readonly what: string;
  readonly keyOf: (item: Item) => string;
  readonly atATime: number;
  /** The interval of sweeps, which find work that no event announced. */
  readonly sweepMs: number;
  /** Claims due items, at most `limit`, without those in `held`. */
  readonly claim: (limit: number, held: readonly Item[]) => Promise<readonly Item[]>;
  /** When the next item is due after this time; null when none is known. */
  readonly nextAt: (after: number) => Promise<number | null>;
  /**
   * Runs and settles an item. Returns when it is due again, or null. Throws only `ClaimLost`, which leaves the item to
   * its new owner, and errors of the store; `failures` counts the earlier ones for this item.
   */
  readonly run: (item: Item, failures: number) => Promise<number | null>;
  /** How long an item waits in memory after this number of store failures; absent: 1 to 5 s. */
  readonly pauseMs?: (failures: number) => number;
  /** False when settling an item never makes another one due, except as `run` returns. */
  readonly unblocks?: boolean;
  /** False: the item is settled, or another process has claimed it since. */
  readonly isClaimed: (item: Item) => Promise<boolean>;
  /** Releases an item that is not settled to other processes. */
  readonly giveBack: (item: Item) => Promise<void>;
  /** False: this process cannot do the item now, and other processes may. */
  readonly mayRun?: (item: Item) => boolean;
}

interface Held<Item> {
  readonly item: Item;
  /** How often the session had been lost before the claim. */
  readonly timesLost: number;
  /** Undefined while the item waits in memory because the store failed to settle it. */
  readonly running: Promise<void> | undefined;
}

const STORE_PAUSE_MS = 500;
const FIRST_ITEM_PAUSE_MS = 1000;
const LONGEST_ITEM_PAUSE_MS = 5000;
/** Share of a delay. */
const JITTER = 0.2;
/** On Postgres, other processes notify this one of new work, so sweeps are rare. SQLite has no notifications. */
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
  #claiming: Promise<void> | undefined;
  /** True when the last claim may have left due items. */
  #isMore = false;
  /** The request that came during the current claim. */
  #again: "poke" | "sweep" | undefined;
  #isStopped = false;

  constructor(options: WorkerOptions<Item>) {
    this.#options = options;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Claims due items now, and whenever other processes leave work or end. */
  start(): void {
    const { session, what } = this.#options;
    session.onChange((work) => {
      if (work === null || work === what) this.sweep();
    });
    this.sweep();
  }

  /** New work may be due: claims now, or again after the current claim. `isMine`: this process can do it. */
  poke(isMine = true): void {
    if (isMine) this.#requestClaim("poke");
    else this.#options.session.wakeOthers(this.#options.what);
  }

  /** Like `poke`, but also reads when the next item is due: other processes may have postponed one. */
  sweep(): void {
    this.#requestClaim("sweep");
  }

  /** Sweeps at that time, in milliseconds since 1970. */
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

  /** When to try an item again after this delay; replicas spread their retries. */
  retryAt(delayMs: number): number {
    const { clock, session } = this.#options;
    return clock.now() + Math.round(delayMs * (1 + JITTER * session.spread()));
  }

  /** Belongs before each external effect of a run. Throws `ClaimLost` if another process has claimed the item since. */
  async requireClaim(item: Item): Promise<void> {
    const { session, keyOf, isClaimed } = this.#options;
    const timesLost = this.#held.get(keyOf(item))?.timesLost;
    const isSure = !this.#isStopped && session.isHeld() && timesLost === session.timesLost();
    if (!isSure && !(await isClaimed(item))) throw new ClaimLost();
  }

  /** Gives an unsettled item back, and notifies other processes of it. */
  async leave(item: Item): Promise<null> {
    const { giveBack, session, what } = this.#options;
    await giveBack(item);
    session.wakeOthers(what);
    return null;
  }

  /** Claims nothing more, waits for running items up to `patienceMs`, and gives back the unsettled ones. Never throws. */
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
    await this.#claiming;
    await Promise.all([...this.#held.values()].map(async ({ running }) => running));
  }

  #requestClaim(how: "poke" | "sweep"): void {
    if (this.#isStopped) return;
    if (this.#claiming !== undefined) {
      if (this.#again !== "sweep") this.#again = how;
      return;
    }
    // The caller's log fields do not belong to the work.
    this.#claiming = withOnlyLogFields({}, async () => this.#claim(how)).finally(() => {
      this.#claiming = undefined;
      const again = this.#again;
      this.#again = undefined;
      if (again !== undefined) this.#requestClaim(again);
    });
  }

  async #claim(how: "poke" | "sweep"): Promise<void> {
    const { clock, log, what, atATime, claim, nextAt, sweepMs, session } = this.#options;
    const held = [...this.#held.values()];
    const room = atATime - held.filter(({ running }) => running !== undefined).length;
    const now = clock.now();
    const timesLost = session.timesLost();
    try {
      const claimed =
        room > 0
          ? await claim(
              room,
              held.map(({ item }) => item),
            )
          : [];
      for (const item of claimed) this.#begin(item, timesLost);
      // A sweep without room must not wake others: they would wake this one again, and so on until there is room.
      this.#isMore = claimed.length >= room;
      if (this.#isMore && (room > 0 || how === "poke")) session.wakeOthers(what);
      if (how === "poke") return;
      const next = await nextAt(now);
      this.wakeAt(Math.min(next ?? Number.POSITIVE_INFINITY, now + sweepMs));
    } catch (error) {
      log.error({ what, error: errorText(error) }, "the store failed to return due work; trying again");
      this.wakeAt(now + STORE_PAUSE_MS);
    }
  }

  #begin(item: Item, timesLost: number): void {
    const key = this.#options.keyOf(item);
    if (this.#held.has(key)) return;
    const held = { item, timesLost, running: undefined };
    this.#held.set(key, held);
    // Claimed during the stop: not run here, but given back for other processes.
    if (this.#isStopped) return;
    this.#held.set(key, { ...held, running: this.#run(held, key).finally(() => this.#afterRun()) });
  }

  #afterRun(): void {
    if (this.#isMore || this.#options.unblocks !== false) this.poke();
  }

  async #run(held: Held<Item>, key: string): Promise<void> {
    const { what, meter = NO_METER } = this.#options;
    const startedAt = performance.now();
    const outcome = await this.#outcomeOf(held, key);
    const work = what.toLowerCase().replaceAll(" ", "_");
    meter.observe("workRun", { work, outcome }, secondsSince(startedAt));
  }

  async #outcomeOf({ item, timesLost }: Held<Item>, key: string): Promise<WorkOutcome> {
    const { log, what, session, run, pauseMs = itemPauseMs, mayRun = () => true } = this.#options;
    const failures = this.#failures.get(key) ?? 0;
    try {
      const isMine = mayRun(item);
      const dueAt = isMine ? await run(item, failures) : await this.leave(item);
      this.#failures.delete(key);
      this.#held.delete(key);
      if (dueAt === null) return isMine ? "settled" : "left";
      // The run has shown that this process cannot do it: others read then when it is due.
      if (!mayRun(item)) session.wakeOthers(what);
      if (dueAt <= this.#options.clock.now()) this.poke();
      else this.wakeAt(dueAt);
      return "retried";
    } catch (error) {
      if (error instanceof ClaimLost) {
        this.#failures.delete(key);
        this.#held.delete(key);
        return "left";
      }
      log.error(
        { what, item: key, error: errorText(error) },
        "the store failed to settle an item; trying again",
      );
      this.#failures.set(key, failures + 1);
      this.#held.set(key, { item, timesLost, running: undefined });
      this.#after(pauseMs(failures), () => {
        this.#held.delete(key);
        this.sweep();
      });
      return "failed";
    }
  }

  #after(delayMs: number, callback: () => void): () => void {
    if (this.#isStopped) return () => undefined;
    const timer = this.#options.clock.after(delayMs, () => {
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

function itemPauseMs(failures: number): number {
  return backoffMs(failures, FIRST_ITEM_PAUSE_MS, LONGEST_ITEM_PAUSE_MS);
}
