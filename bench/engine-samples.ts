/** Durations by what was done, with the pauses for garbage collection that fell into them. */
import { type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";

export interface Figures {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

interface Sample {
  readonly name: string;
  readonly start: number;
  readonly ms: number;
}

/** A round is measured for itself: other work on the machine only ever adds, so that the best round tells most. */
export class Samples {
  #round: Sample[] = [];
  readonly #rounds: (readonly Sample[])[] = [];
  readonly #pauses: PerformanceEntry[] = [];
  readonly #observer = new PerformanceObserver((list) => this.#pauses.push(...list.getEntries()));

  constructor() {
    this.#observer.observe({ entryTypes: ["gc"] });
  }

  measure<Result>(name: string, work: () => Result): Result {
    const start = performance.now();
    const result = work();
    this.#round.push({ name, start, ms: performance.now() - start });
    return result;
  }

  endRound(): void {
    this.#rounds.push(this.#round);
    this.#round = [];
  }

  /** What was measured so far was only to warm up. */
  forget(): void {
    this.#round = [];
  }

  names(): readonly string[] {
    return [...new Set(this.#rounds.flat().map(({ name }) => name))].sort();
  }

  /** Of the round with the lowest P99, over as many samples as all rounds have. */
  figures(name: string): Figures {
    const rounds = this.#rounds
      .map((round) => round.filter((sample) => sample.name === name).map(({ ms }) => ms))
      .filter((times) => times.length > 0)
      .map(figuresOf);
    const [first, ...others] = rounds;
    if (first === undefined) throw new Error(`nothing was measured of ${name}`);
    const best = others.reduce((one, other) => (other.p99 < one.p99 ? other : one), first);
    return { ...best, count: rounds.reduce((sum, { count }) => sum + count, 0) };
  }

  /** How many pauses there were while something was measured, and the longest; call it after a turn of the event loop. */
  pauses(): { readonly count: number; readonly longest: number } {
    const samples = this.#rounds.flat();
    const within = this.#pauses.filter(({ startTime }) => isWithin(samples, startTime));
    return { count: within.length, longest: Math.max(0, ...within.map(({ duration }) => duration)) };
  }

  close(): void {
    this.#observer.disconnect();
  }
}

export function figuresOf(times: readonly number[]): Figures {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), longest: at(1) };
}

/** The samples are in order of time. */
function isWithin(samples: readonly Sample[], time: number): boolean {
  let low = 0;
  let high = samples.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((samples[middle]?.start ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  const sample = samples[low - 1];
  return sample !== undefined && time < sample.start + sample.ms;
}
