/** Reads figures for all readers of a queue together, and not more often than a tenth of the time allows. */
import type { Forge } from "../../../ports/forge.js";
import type { StoredQueue } from "../../../ports/queue-store.js";
import type { Queues } from "../../../queue/queues.js";
import { InOrder } from "../../../work/in-order.js";
import { SharedWork } from "../../../work/shared-work.js";
import type { ExitJudge } from "../exit-judge.js";
import { PERIODS, type Period } from "./period.js";
import { type PeriodFacts, readPeriod } from "./read-period.js";

const SHORTEST_REST_MS = 10_000;
const LONGEST_REST_MS = 600_000;
const REST_PER_WORK = 20;
/** Facts of a busy quarter take some megabytes. */
const MOST_KEPT = 16;

type ReadQueues = Pick<Queues, "read" | "store" | "now" | "monotonic"> & {
  readonly forge: Pick<Forge, "hasNoHeadChecks">;
};

export class InsightsReader {
  readonly #queues: ReadQueues;
  readonly #judge: ExitJudge;
  readonly #shared = new Map<string, SharedWork<PeriodFacts>>();
  /** All reads are made one after the other. */
  readonly #lane = new InOrder();

  constructor(queues: ReadQueues, judge: ExitJudge) {
    this.#queues = queues;
    this.#judge = judge;
  }

  async read(stored: StoredQueue, period: Period): Promise<PeriodFacts> {
    const key = `${stored.queue.id} ${period}`;
    const shared = this.#shared.get(key) ?? this.#begin(stored, period);
    // The newest is last.
    this.#shared.delete(key);
    this.#shared.set(key, shared);
    const facts = shared.get();
    this.#forgetOld();
    return facts;
  }

  /** What is being read, or rests, remains: without it the next reader would repeat the same work. */
  #forgetOld(): void {
    for (const [key, shared] of this.#shared) {
      if (this.#shared.size <= MOST_KEPT) return;
      if (!shared.isHeld()) this.#shared.delete(key);
    }
  }

  #begin({ name, queue }: StoredQueue, period: Period): SharedWork<PeriodFacts> {
    const queues = this.#queues;
    let tookMs = 0;
    const work = async () => {
      const begunAt = queues.monotonic();
      const current = await queues.read(name);
      const to = queues.now();
      const from = to - PERIODS[period];
      if (current?.queue.id !== queue.id) return { ...NOTHING, from, to };
      const facts = await readPeriod(current, from, to, queues.store, this.#judge);
      tookMs = queues.monotonic() - begunAt;
      return { ...facts, mayRetest: facts.mayRetest && queues.forge.hasNoHeadChecks !== true };
    };
    const inLane = async () => this.#lane.run("", work);
    return new SharedWork(
      inLane,
      () => restAfter(tookMs),
      () => queues.monotonic(),
    );
  }
}

/** Of a queue that was deleted meanwhile. */
const NOTHING = {
  ...{ isCut: false, exits: [], landed: [], runs: [], checks: [] },
  ...{ landedBefore: [], mayRetest: false },
} as const;

function restAfter(tookMs: number): number {
  return Math.min(LONGEST_REST_MS, Math.max(SHORTEST_REST_MS, tookMs * REST_PER_WORK));
}
