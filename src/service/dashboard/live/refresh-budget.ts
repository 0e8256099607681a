/**
 * Bounds what open pages cost: all their refreshes together take about a twentieth of the process's time. After a calm
 * time a refresh begins immediately; while a queue decides all the time, each waits until the ones before are paid for.
 */
import type { Clock } from "../../ports/clock.js";

const SHARE = 1 / 20;
/** What may be spent at a time after a calm time: some refreshes of a thousand entries. */
const MOST_CREDIT_MS = 100;

export class RefreshBudget {
  readonly #clock: Pick<Clock, "after" | "monotonic">;
  readonly #usedMs: () => number;
  readonly #waiting: (() => Promise<void>)[] = [];
  #isAtWork = false;
  #creditMs = MOST_CREDIT_MS;
  #countedAt: number;

  /** `usedMs`: processor time of this thread, which does not grow while other programs have the processor. */
  constructor(clock: Pick<Clock, "after" | "monotonic">, usedMs: () => number = usedByThread) {
    this.#clock = clock;
    this.#usedMs = usedMs;
    this.#countedAt = clock.monotonic();
  }

  /** One after the other, in the order of the calls. Returns or rejects as `work` does. */
  async spend<Result>(work: () => Promise<Result>): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<Result>();
    this.#waiting.push(async () => {
      const result = work();
      resolve(result);
      await result.catch(() => undefined);
    });
    if (!this.#isAtWork) void this.#workOff();
    return promise;
  }

  async #workOff(): Promise<void> {
    this.#isAtWork = true;
    for (let work = this.#waiting.shift(); work !== undefined; work = this.#waiting.shift()) {
      await this.#earn();
      const [begunAt, used] = [this.#clock.monotonic(), this.#usedMs()];
      await work();
      this.#creditMs -= Math.min(this.#clock.monotonic() - begunAt, this.#usedMs() - used);
    }
    this.#isAtWork = false;
  }

  /** Returns when earlier work is paid for. */
  async #earn(): Promise<void> {
    this.#count();
    if (this.#creditMs > 0) return;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#clock.after(Math.ceil((1 - this.#creditMs) / SHARE), () => resolve(undefined));
    await promise;
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
