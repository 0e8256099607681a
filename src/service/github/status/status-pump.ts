/**
 * Brings what decisions have marked before people's eyes, each subject independently,
 * and at rest nothing.
 */
import { backoffMs } from "../../../domain/duration.js";
import type { PullRequestNumber, TestRunId } from "../../../domain/ids.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import { errorText } from "../../../domain/thrown.js";
import { ClaimLost } from "../../ports/dispatch.js";
import { type Meter, NO_METER } from "../../ports/meter.js";
import type { Session } from "../../ports/session.js";
import type { ClaimedStatus } from "../../ports/status-store.js";
import type { TestDrafts } from "../../ports/test-drafts.js";
import { asError, StoreError, WorldError } from "../../ports/world-error.js";
import { within } from "../../work/within.js";
import { sweepMsOf, Worker } from "../../work/worker.js";
import { closeOldDrafts, markWhatDiffers } from "./mark-differing-statuses.js";
import { LISTED_AFTER_MS } from "./show-pull-request.js";
import { type ShowerOptions, StatusWriter } from "./show-status.js";
import { closeDraftOf } from "./show-test-run.js";
import { shownTestRun } from "./shown.js";

export interface StatusPumpOptions extends ShowerOptions {
  readonly session: Session;
  readonly meter?: Pick<Meter, "observe">;
}

/** Marks of several decisions within this time are processed together. */
const POKE_DELAY_MS = 100;
/** GitHub wants writes one after the other; more of them would only delay other calls. */
const MOST_AT_ONCE = 4;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 600_000;
const STOP_PATIENCE_MS = 5000;

export class StatusPump implements TestDrafts {
  readonly #options: StatusPumpOptions;
  readonly #shower: StatusWriter;
  readonly #worker: Worker<ClaimedStatus>;
  #begun: Promise<void> = Promise.resolve();
  #cancelStart: () => void = () => undefined;

  constructor(options: StatusPumpOptions) {
    const { clock, log, session, store, served, meter = NO_METER } = options;
    this.#options = options;
    this.#shower = new StatusWriter(options, async (status) => this.#worker.requireClaim(status));
    this.#worker = new Worker<ClaimedStatus>({
      ...{ clock, log, meter, session, sweepMs: sweepMsOf(session), what: "statuses on GitHub" },
      atATime: MOST_AT_ONCE,
      keyOf: ({ repository, subject }) => `${repository} ${JSON.stringify(subject)}`,
      claim: async (limit, held) => {
        const repositories = served?.keys() ?? null;
        return store.claim({ claimant: session.claimant(), now: clock.now(), limit, held, repositories });
      },
      mayRun: ({ name }) => served?.serves(name.repository) ?? true,
      nextAt: async (after) => store.nextAt(after),
      run: async (status) => this.#show(status),
      isClaimed: async (status) => store.isClaimed(status),
      giveBack: async (status) => store.giveBack(status),
    });
  }

  start(): void {
    this.#catchUp(0);
    this.#worker.start();
  }

  /** Statuses of the repository may be due: they are claimed soon, together with those of further decisions. */
  poke(repository?: Repository): void {
    if (repository !== undefined && this.#options.served?.serves(repository) === false)
      this.#worker.poke(false);
    else this.#worker.wakeAt(this.#options.clock.now() + POKE_DELAY_MS);
  }

  /** Something outside the service changed what GitHub shows, such as a click on "Re-run". */
  async showAgain(repository: Repository, number: PullRequestNumber): Promise<void> {
    const { clock, store } = this.#options;
    const subject = { kind: "pullRequest", number } as const;
    await store.doubt({ repository: repositoryKey(repository), subject }, clock.now());
    this.poke(repository);
  }

  /** Needs no claim: a process that has one can only open a draft, which GitHub refuses after the landing. */
  async closeDrafts(repository: Repository, runs: readonly TestRunId[]): Promise<void> {
    const { calls, store } = this.#options;
    for (const run of runs) {
      const { shown } = shownTestRun(await store.shownOf(repository, { kind: "testRun", run }));
      await closeDraftOf({ calls, repository }, shown);
    }
  }

  /** Starts no more updates and waits a while for those in progress; the next process checks their results. */
  async stop(): Promise<void> {
    this.#cancelStart();
    await Promise.all([
      within(STOP_PATIENCE_MS, this.#options.clock, this.#begun),
      this.#worker.stop(STOP_PATIENCE_MS),
    ]);
  }

  /** Fails as a whole and is done again as a whole: repeating it is harmless. */
  #catchUp(attempts: number): void {
    const { clock, log } = this.#options;
    const catchUp = async () => {
      await markWhatDiffers(this.#options);
      await closeOldDrafts(this.#options);
    };
    this.#begun = catchUp().then(
      () => this.poke(),
      (error: unknown) => {
        log.error({ error: errorText(error) }, "what people see on GitHub is held up; trying again");
        if (this.#worker.isStopped) return;
        this.#cancelStart = clock.after(backoffMs(attempts, FIRST_PAUSE_MS, LONGEST_PAUSE_MS), () =>
          this.#catchUp(attempts + 1),
        );
      },
    );
  }

  async #show(status: ClaimedStatus): Promise<number | null> {
    const { store, clock } = this.#options;
    try {
      return await this.#showOrPostpone(status);
    } catch (error) {
      if (!(error instanceof ClaimLost)) throw error;
      // The process that has claimed it now may not have seen the objects just created.
      const at = clock.now() + LISTED_AFTER_MS;
      await store.doubt(status, at);
      return at;
    }
  }

  /** Returns when it is due again. */
  async #showOrPostpone(status: ClaimedStatus): Promise<number | null> {
    const { store, clock } = this.#options;
    try {
      const outcome = await this.#shower.show(status);
      const now = clock.now();
      const settled = await store.settle(status, { ...outcome, now });
      if (settled === "lost") throw new ClaimLost();
      return settled === "settled" ? outcome.againAt : now + POKE_DELAY_MS;
    } catch (error) {
      if (error instanceof ClaimLost || (error instanceof StoreError && error.retryable)) throw error;
      return this.#postpone(status, asError(error));
    }
  }

  async #postpone(status: ClaimedStatus, failure: Error): Promise<number> {
    const { store, log, served } = this.#options;
    const isOfHost = failure instanceof WorldError && !(failure instanceof StoreError);
    if (isOfHost && served?.serves(status.name.repository) === true)
      await served.leaveIfRefused(status.name, failure);
    const until = this.#worker.retryAt(backoffMs(status.attempts, FIRST_PAUSE_MS, LONGEST_PAUSE_MS));
    const { repository, subject, attempts } = status;
    const fields = { repository, subject, attempt: attempts + 1, error: failure.message };
    log.warn(
      { ...fields, next: new Date(until).toISOString() },
      "a pull request does not show its state yet",
    );
    if ((await store.postpone(status, { until, error: failure.message })) === "lost") throw new ClaimLost();
    return until;
  }
}
