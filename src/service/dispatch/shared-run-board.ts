/** The test runs that replicas share: each comes as a job to one of them, with room for it. */
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
import { StoreError } from "../ports/world-error.js";
import type { HeldWork } from "../storage/postgres/held-work.js";
import { heldNameOf, type Posting, type RunPostings } from "../storage/postgres/run-postings.js";
import { again } from "./again.js";
import { postingIn } from "./job-contents.js";
import type { HeldJob, Jobs, NewJob } from "./jobs.js";

export interface SharedRunBoardOptions {
  readonly jobs: Jobs;
  readonly postings: RunPostings;
  readonly held: HeldWork;
  readonly clock: Clock;
  readonly log: Log;
}

const LOOK_INTERVAL_MS = 1000;
const CONCLUDE_AGAIN_MS = 1000;
const MOST_FOUND = 200;
/** One whose replica died is sent again soon; one that waits for room has a job, unless somebody lost it. */
const SENT_AGAIN_SECONDS = { begun: 6, waiting: 60 };

export class SharedRunBoard implements RunBoard {
  readonly #options: SharedRunBoardOptions;
  /** What is carried out here, by posting. */
  readonly #underWay = new Map<string, AbortController>();
  readonly #carriedOut = new Set<Promise<void>>();
  #idleBefore: ReadonlySet<string> = new Set();
  #stopLooking: () => void = () => undefined;
  #stopped = false;

  constructor(options: SharedRunBoardOptions) {
    this.#options = options;
  }

  async post(repository: Repository, order: TestOrder): Promise<void> {
    const { postings, jobs } = this.#options;
    await postings.post(repository, order, async (db, posting) => jobs.send([runJob(posting)], db));
  }

  async read(repository: Repository, run: TestRunId) {
    return this.#options.postings.read(repository, run);
  }

  async remove(run: TestRunId): Promise<void> {
    await this.#options.postings.remove(run);
    await this.#callOffUnwanted();
  }

  async serve(worker: RunBoardWorker): Promise<void> {
    const { jobs, clock, log } = this.#options;
    this.#stopLooking = again(clock, log, LOOK_INTERVAL_MS, "test runs", async () => {
      await this.#callOffUnwanted();
      await this.#sendLost();
    });
    const atATime = Math.min(worker.atATime, MOST_SHARED_RUNS_AT_A_TIME);
    await jobs.take("test-runs", atATime, async (job) => {
      const carriedOut = this.#take(worker, job);
      this.#carriedOut.add(carriedOut);
      try {
        await carriedOut;
      } finally {
        this.#carriedOut.delete(carriedOut);
      }
    });
  }

  async close(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#stopLooking();
    for (const callOff of this.#underWay.values()) callOff.abort();
    await Promise.allSettled(this.#carriedOut);
    await this.#options.held.close();
  }

  async #take(worker: RunBoardWorker, { content, signal }: HeldJob): Promise<void> {
    const { postings, held } = this.#options;
    const posting = postingIn(content);
    if (posting === null || this.#underWay.has(posting)) return;
    if (this.#stopped) throw stopping();
    if (!(await held.take(heldNameOf(posting)))) return;
    try {
      const posted = await postings.begin(posting, (run) => worker.urlOf(run));
      if (posted !== null) await this.#carryOut(worker, posted, signal);
    } finally {
      await held.letGo(heldNameOf(posting));
    }
  }

  async #carryOut(worker: RunBoardWorker, posted: Posting, signal: AbortSignal): Promise<void> {
    const { posting, repository, order } = posted;
    const callOff = new AbortController();
    this.#underWay.set(posting, callOff);
    // Told to stop while it was taken.
    if (this.#stopped) callOff.abort();
    try {
      const verdict = await worker.carryOut(posted, AbortSignal.any([callOff.signal, signal]));
      if (this.#stopped || signal.aborted) throw stopping();
      if (verdict === null && !callOff.signal.aborted)
        throw new Error(`test run ${order.run} came to nothing`);
      if (verdict === null || !(await this.#conclude(posted, verdict, signal))) return;
    } finally {
      this.#underWay.delete(posting);
    }
    worker.onVerdict(repository, order.run);
  }

  /** Tests may have taken an hour: a store that fails is told again; whether they still count is known there. */
  async #conclude(posted: Posting, verdict: Verdict, stops: AbortSignal): Promise<boolean> {
    const { postings, clock, log } = this.#options;
    for (;;) {
      try {
        return await postings.conclude(posted, verdict);
      } catch (error) {
        const mayPass = error instanceof StoreError && error.retryable;
        if (!mayPass || this.#stopped || stops.aborted) throw error;
        log.warn(
          { posting: posted.posting, error: error.message },
          "the verdict of a test run could not be stored; trying again",
        );
      }
      await new Promise<void>((resolve) => {
        clock.after(CONCLUDE_AGAIN_MS, resolve);
      });
    }
  }

  /** Taken off by whichever replica was told to stop them. */
  async #callOffUnwanted(): Promise<void> {
    // Others may begin while it asks.
    const asked = [...this.#underWay];
    const wanted = await this.#options.postings.wanted(asked.map(([posting]) => posting));
    for (const [posting, callOff] of asked) if (!wanted.has(posting)) callOff.abort();
  }

  /** What is idle at two looks in a row has lost its job, or its replica. */
  async #sendLost(): Promise<void> {
    const { postings, jobs } = this.#options;
    const idle = await postings.idle(MOST_FOUND);
    const found = idle.filter(({ posting }) => this.#idleBefore.has(posting));
    this.#idleBefore = new Set(idle.map(({ posting }) => posting));
    await jobs.send(
      found.map(({ posting, wasBegun }) => {
        const seconds = wasBegun ? SENT_AGAIN_SECONDS.begun : SENT_AGAIN_SECONDS.waiting;
        return { ...runJob(posting), once: { key: `${posting} ${wasBegun ? "begun" : "waits"}`, seconds } };
      }),
    );
  }
}

function runJob(posting: string): NewJob {
  return { kind: "test-runs", content: { posting } };
}

function stopping(): Error {
  return new Error("this replica stops; another one takes the test run");
}
