/**
 * Bounds what open pages cost: all their refreshes together take about a fiftieth of the process's time. After a calm
 * time a refresh begins immediately; while a queue decides all the time, each waits until the ones before are paid for.
 */
import type { Clock } from "../../ports/clock.js";
import { Turns } from "../../work/in-order.js";
import { pause, within } from "../../work/within.js";

const SHARE = 1 / 50;
/** What may be spent at a time after a calm time: some refreshes of a thousand entries. */
const MOST_CREDIT_MS = 50;
/** What must be earned at most before the next refresh: in 5 seconds. */
const MOST_DEBT_MS = 100;
/** A refresh that waits longer for the store or the code host goes on beside the next ones. */
export const LONGEST_TURN_MS = 1000;
/** Refreshes that have begun: with as many, the next waits until one ends. */
const MOST_BEGUN = 8;
/** More than the windows that one person has in view. */
export const MOST_OF_READER = 20;
const MOST_OF_READERS = 500;

type Work = () => Promise<void>;

export class RefreshBudget {
  readonly #clock: Pick<Clock, "after" | "monotonic">;
  readonly #usedMs: () => number;
  readonly #shared: Work[] = [];
  /** The next turn is the first reader's, who then goes behind the others. */
  readonly #ofReaders = new Map<string, Work[]>();
  readonly #turns = new Turns(MOST_BEGUN);
  #isTurnOfReaders = false;
  #isAtWork = false;
  #creditMs = MOST_CREDIT_MS;
  #countedAt: number;

  /** `usedMs`: processor time of this thread, which does not grow while other programs have the processor. */
  constructor(clock: Pick<Clock, "after" | "monotonic">, usedMs: () => number = usedByThread) {
    this.#clock = clock;
    this.#usedMs = usedMs;
    this.#countedAt = clock.monotonic();
  }

  /** For several readers at a time: in the order of the calls. Returns or rejects as `work` does. */
  async spend<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#entered(this.#shared, work);
  }

  /** For one reader: all readers get the same number of turns. null: too many refreshes wait already. */
  async spendFor<Result>(reader: string, work: () => Promise<Result>): Promise<Result | null> {
    const line = this.#ofReaders.get(reader) ?? [];
    if (line.length >= MOST_OF_READER) return null;
    if (line.length === 0 && this.#ofReaders.size >= MOST_OF_READERS) return null;
    this.#ofReaders.set(reader, line);
    return this.#entered(line, work);
  }

  async #entered<Result>(line: Work[], work: () => Promise<Result>): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<Result>();
    line.push(async () => {
      const result = work();
      resolve(result);
      await result.catch(() => undefined);
    });
    if (!this.#isAtWork) void this.#workOff();
    return promise;
  }

  async #workOff(): Promise<void> {
    this.#isAtWork = true;
    while (this.#shared.length + this.#ofReaders.size > 0) {
      await this.#earn();
      const work = this.#next();
      if (work !== undefined) await this.#turn(work);
    }
    this.#isAtWork = false;
  }

  /** Open streams have every second turn while single readers wait. */
  #next(): Work | undefined {
    this.#isTurnOfReaders = !this.#isTurnOfReaders;
    return this.#isTurnOfReaders
      ? (this.#nextOfReaders() ?? this.#shared.shift())
      : (this.#shared.shift() ?? this.#nextOfReaders());
  }

  #nextOfReaders(): Work | undefined {
    for (const [reader, line] of this.#ofReaders) {
      this.#ofReaders.delete(reader);
      const work = line.shift();
      if (line.length > 0) this.#ofReaders.set(reader, line);
      return work;
    }
    return undefined;
  }

  /** Returns when the work has ended, or has lasted for long. */
  async #turn(work: Work): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    void this.#turns.run(async () => {
      const [begunAt, used] = [this.#clock.monotonic(), this.#usedMs()];
      const ended = work();
      await within(LONGEST_TURN_MS, this.#clock, ended);
      const cost = Math.min(this.#clock.monotonic() - begunAt, this.#usedMs() - used);
      this.#creditMs = Math.max(-MOST_DEBT_MS, this.#creditMs - cost);
      resolve(undefined);
      await ended;
    });
    await promise;
  }

  /** Returns when earlier work is paid for. */
  async #earn(): Promise<void> {
    this.#count();
    if (this.#creditMs > 0) return;
    await pause(Math.ceil((1 - this.#creditMs) / SHARE), this.#clock);
    this.#count();
  }

  #count(): void {
    const now = this.#clock.monotonic();
    this.#creditMs = Math.min(MOST_CREDIT_MS, this.#creditMs + (now - this.#countedAt) * SHARE);
    this.#countedAt = now;
  }
}

function usedByThread(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
