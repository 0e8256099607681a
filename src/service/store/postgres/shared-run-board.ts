/** Test runs that replicas share. A replica with free capacity claims each run. */
import type { TestRunId } from "../../../domain/ids.js";
import type { Repository } from "../../../domain/repository.js";
import { errorText } from "../../../domain/thrown.js";
import type { Clock } from "../../ports/clock.js";
import type { Served } from "../../ports/dispatch.js";
import type { TestRequest } from "../../ports/forge.js";
import type { Log } from "../../ports/log.js";
import { type Meter, NO_METER } from "../../ports/meter.js";
import {
  MOST_SHARED_RUNS_AT_A_TIME,
  type RunBoard,
  type RunBoardWorker,
  type Verdict,
} from "../../ports/run-board.js";
import type { Session } from "../../ports/session.js";
import { StoreError, WorldError } from "../../ports/world-error.js";
import { again } from "../../work/again.js";
import { pause } from "../../work/within.js";
import { sweepMsOf, Worker } from "../../work/worker.js";
import type { Posting, RunPostings } from "./run-postings.js";

export interface SharedRunBoardOptions {
  readonly postings: RunPostings;
  readonly session: Session;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter?: Pick<Meter, "observe">;
}

/** How often each replica checks for runs that another replica removed. */
const CALL_OFF_INTERVAL_MS = 1000;
/** The pause before a run without a verdict is repeated, or before a verdict is stored again. */
const PAUSE_MS = 1000;
const STOP_PATIENCE_MS = 60_000;
const WHAT = "test runs";

interface UnderWay {
  readonly posting: Posting;
  readonly callOff: AbortController;
}

export class SharedRunBoard implements RunBoard {
  readonly #options: SharedRunBoardOptions;
  /** The runs of this process, by posting. */
  readonly #underWay = new Map<string, UnderWay>();
  /** Runs that failed here without a verdict and that this process does not claim during the pause. */
  readonly #resting = new Set<Posting>();
  #worker: Worker<Posting> | undefined;
  #served: Served | undefined;
  #stopChecking: () => void = () => undefined;
  #stopped = false;

  constructor(options: SharedRunBoardOptions) {
    this.#options = options;
  }

  async post(repository: Repository, request: TestRequest): Promise<boolean> {
    const isNew = await this.#options.postings.post(repository, request);
    if (this.#worker === undefined) this.#options.session.wakeOthers(WHAT);
    else this.#worker.poke(this.#served?.serves(repository));
    return isNew;
  }

  async read(repository: Repository, run: TestRunId) {
    return this.#options.postings.read(repository, run);
  }

  async remove(run: TestRunId): Promise<void> {
    // The run may be posted again meanwhile, which is another posting.
    const carriedOutHere = [...this.#underWay.values()].filter(({ posting }) => posting.request.run === run);
    await this.#options.postings.remove(run);
    for (const { callOff } of carriedOutHere) callOff.abort();
  }

  async serve(worker: RunBoardWorker): Promise<void> {
    const { postings, session, clock, log, meter = NO_METER } = this.#options;
    const runs: Worker<Posting> = new Worker({
      ...{ clock, log, meter, session, what: WHAT, sweepMs: sweepMsOf(session) },
      atATime: Math.min(worker.atATime, MOST_SHARED_RUNS_AT_A_TIME),
      keyOf: ({ posting }) => posting,
      claim: async (limit, held) => {
        const repositories = worker.served?.keys() ?? null;
        const notNow = [...held, ...this.#resting];
        return postings.claim({ claimant: session.claimant(), limit, held: notNow, repositories });
      },
      nextAt: async () => Promise.resolve(null),
      isClaimed: async (posting) => postings.isClaimed(posting),
      mayRun: ({ repository }) => worker.served?.serves(repository) ?? true,
      run: async (posting) => this.#take(runs, worker, posting),
      giveBack: async (posting) => postings.giveBack(posting),
      unblocks: false,
    });
    this.#worker = runs;
    this.#served = worker.served;
    this.#stopChecking = again(clock, log, CALL_OFF_INTERVAL_MS, "test runs", async () =>
      this.#abortUnwanted(),
    );
    runs.start();
    return Promise.resolve();
  }

  async close(): Promise<void> {
    this.#stopped = true;
    this.#stopChecking();
    for (const { callOff } of this.#underWay.values()) callOff.abort();
    await this.#worker?.stop(STOP_PATIENCE_MS);
  }

  async #take(runs: Worker<Posting>, worker: RunBoardWorker, posting: Posting): Promise<number | null> {
    const { postings } = this.#options;
    const url = worker.urlOf(posting.request.run);
    if (!(await postings.begin(posting, url))) return null;
    const callOff = new AbortController();
    this.#underWay.set(posting.posting, { posting, callOff });
    // `close` may have been called meanwhile.
    if (this.#stopped) callOff.abort();
    try {
      const verdict = await this.#verdictOn(worker, posting, callOff.signal);
      if (this.#stopped || verdict === "forOthers") {
        await runs.leave(posting);
        return runs.retryAt(PAUSE_MS);
      }
      if (verdict === "again" || (verdict === null && !callOff.signal.aborted)) {
        const at = this.#rest(runs, posting);
        await postings.giveBack(posting);
        return at;
      }
      if (verdict === null || !(await this.#conclude(posting, verdict, url))) return null;
    } finally {
      this.#underWay.delete(posting.posting);
    }
    const { run, targetBranch } = posting.request;
    worker.onVerdict(posting.repository, run, targetBranch);
    return null;
  }

  /** Other processes are not notified: one that fails the same way would return the run, and so on. */
  #rest(runs: Worker<Posting>, posting: Posting): number {
    const { clock } = this.#options;
    const at = runs.retryAt(PAUSE_MS);
    this.#resting.add(posting);
    clock.after(at - clock.now(), () => {
      this.#resting.delete(posting);
      runs.sweep();
    });
    return at;
  }

  /** It could not be executed here: "forOthers" because of its repository, "again" for another reason. */
  async #verdictOn(
    worker: RunBoardWorker,
    posting: Posting,
    callOff: AbortSignal,
  ): Promise<Verdict | "forOthers" | "again" | null> {
    try {
      return await worker.carryOut(posting, callOff);
    } catch (error) {
      const { repository, request } = posting;
      const { run, targetBranch } = request;
      const fields = { run, error: errorText(error) };
      this.#options.log.warn(fields, "a test run could not be carried out here; another process may take it");
      if (!(error instanceof WorldError)) return "again";
      const isForOthers = await worker.served?.leaveIfRefused({ repository, targetBranch }, error);
      return isForOthers === true ? "forOthers" : "again";
    }
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
      await pause(PAUSE_MS, clock);
    }
  }

  /** Aborts runs that a replica removed, and runs that another replica has claimed since. */
  async #abortUnwanted(): Promise<void> {
    // Further runs may begin during the query.
    const checked = [...this.#underWay.values()];
    const wanted = await this.#options.postings.wanted(checked.map(({ posting }) => posting));
    for (const { posting, callOff } of checked) if (!wanted.has(posting.posting)) callOff.abort();
  }
}
