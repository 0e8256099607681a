/** The test runs that replicas share: each is claimed by one of them with room for it. */
import type { TestRunId } from "../../domain/ids.js";
import type { Repository } from "../../domain/repository.js";
import type { Clock } from "../ports/clock.js";
import type { TestOrder } from "../ports/forge.js";
import type { Log } from "../ports/log.js";
import {
  MOST_SHARED_RUNS_AT_A_TIME,
  type RunBoard,
  type RunBoardWorker,
  type Verdict,
} from "../ports/run-board.js";
import type { Session } from "../ports/session.js";
import { StoreError } from "../ports/world-error.js";
import { again } from "../rounds/again.js";
import { sweepMsOf, Worker } from "../rounds/worker.js";
import type { Posting, RunPostings } from "../storage/postgres/run-postings.js";

export interface SharedRunBoardOptions {
  readonly postings: RunPostings;
  readonly session: Session;
  readonly clock: Clock;
  readonly log: Log;
}

/** The replica that removes a run need not be the one that carries it out. */
const CALL_OFF_INTERVAL_MS = 1000;
/** Before a run is tried again that came to nothing, or whose verdict could not be stored. */
const PAUSE_MS = 1000;
const STOP_PATIENCE_MS = 60_000;
const WHAT = "test runs";

interface UnderWay {
  readonly posting: Posting;
  readonly callOff: AbortController;
}

export class SharedRunBoard implements RunBoard {
  readonly #options: SharedRunBoardOptions;
  /** What is carried out here, by posting. */
  readonly #underWay = new Map<string, UnderWay>();
  #worker: Worker<Posting> | undefined;
  #stopLooking: () => void = () => undefined;
  #stopped = false;

  constructor(options: SharedRunBoardOptions) {
    this.#options = options;
  }

  async post(repository: Repository, order: TestOrder): Promise<boolean> {
    const isNew = await this.#options.postings.post(repository, order);
    if (this.#worker === undefined) this.#options.session.wakeOthers(WHAT);
    else this.#worker.poke();
    return isNew;
  }

  async read(repository: Repository, run: TestRunId) {
    return this.#options.postings.read(repository, run);
  }

  async remove(run: TestRunId): Promise<void> {
    // The run may be posted again meanwhile, which is another posting.
    const carriedOutHere = [...this.#underWay.values()].filter(({ posting }) => posting.order.run === run);
    await this.#options.postings.remove(run);
    for (const { callOff } of carriedOutHere) callOff.abort();
  }

  async serve(worker: RunBoardWorker): Promise<void> {
    const { postings, session, clock, log } = this.#options;
    const taken = new Worker<Posting>({
      ...{ clock, log, session, what: WHAT, sweepMs: sweepMsOf(session) },
      atATime: Math.min(worker.atATime, MOST_SHARED_RUNS_AT_A_TIME),
      keyOf: ({ posting }) => posting,
      claim: async (limit, held) => postings.claim(session.taker(), limit, held),
      nextAt: async () => Promise.resolve(null),
      run: async (posting) => this.#take(worker, posting),
      pauseMs: () => PAUSE_MS,
      giveBack: async (posting) => postings.giveBack(posting),
      unblocks: false,
    });
    this.#worker = taken;
    this.#stopLooking = again(clock, log, CALL_OFF_INTERVAL_MS, "test runs", async () =>
      this.#callOffUnwanted(),
    );
    taken.start();
    return Promise.resolve();
  }

  async close(): Promise<void> {
    this.#stopped = true;
    this.#stopLooking();
    for (const { callOff } of this.#underWay.values()) callOff.abort();
    await this.#worker?.stop(STOP_PATIENCE_MS);
  }

  async #take(worker: RunBoardWorker, posting: Posting): Promise<number | null> {
    const { postings, clock, log } = this.#options;
    const url = worker.urlOf(posting.order.run);
    if (!(await postings.begin(posting, url))) return null;
    const callOff = new AbortController();
    this.#underWay.set(posting.posting, { posting, callOff });
    // The replica stopped meanwhile.
    if (this.#stopped) callOff.abort();
    try {
      const verdict = await worker.carryOut(posting, callOff.signal);
      if (this.#stopped || (verdict === null && !callOff.signal.aborted)) {
        if (!this.#stopped)
          log.warn({ run: posting.order.run }, "a test run came to nothing; it is tried again");
        await postings.giveBack(posting);
        return clock.now() + PAUSE_MS;
      }
      if (verdict === null || !(await this.#conclude(posting, verdict, url))) return null;
    } finally {
      this.#underWay.delete(posting.posting);
    }
    const { run, targetBranch } = posting.order;
    worker.onVerdict(posting.repository, run, targetBranch);
    return null;
  }

  /** Tests may have taken an hour, so storing the verdict is retried; the store decides whether it still counts. */
  async #conclude(posted: Posting, verdict: Verdict, url: string): Promise<boolean> {
    const { postings, clock, log } = this.#options;
    for (;;) {
      try {
        return await postings.conclude(posted, verdict, url);
      } catch (error) {
        if (!(error instanceof StoreError && error.retryable) || this.#stopped) throw error;
        log.warn(
          { posting: posted.posting, error: error.message },
          "the verdict of a test run could not be stored; trying again",
        );
      }
      await new Promise<void>((resolve) => {
        clock.after(PAUSE_MS, resolve);
      });
    }
  }

  /** Runs that any replica removed, and runs that another one has claimed since. */
  async #callOffUnwanted(): Promise<void> {
    // Others may begin while it asks.
    const asked = [...this.#underWay.values()];
    const wanted = await this.#options.postings.wanted(asked.map(({ posting }) => posting));
    for (const { posting, callOff } of asked) if (!wanted.has(posting.posting)) callOff.abort();
  }
}
