/**
 * START HERE: performs commands. The commands of one pull request run strictly in the order in which they were given:
 * a command that waits for a retry delays later commands, except a cancel. When a process dies, another process repeats
 * the commands that it had claimed.
 */

import { backoffs } from "../../../domain/duration.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import { errorText } from "../../../domain/thrown.js";
import type { Clock } from "../../ports/clock.js";
import type { ClaimedCommand, CommandOutcome, CommandStore } from "../../ports/command-store.js";
import { ClaimLost, type Served } from "../../ports/dispatch.js";
import type { Log } from "../../ports/log.js";
import { withOnlyLogFields } from "../../ports/log.js";
import { type Meter, NO_METER } from "../../ports/meter.js";
import type { Session } from "../../ports/session.js";
import { StoreError, WorldError } from "../../ports/world-error.js";
import { again } from "../../work/again.js";
import { sweepMsOf, Worker } from "../../work/worker.js";
import type { CommandResult } from "./perform-command.js";

/** Belongs before each external effect; throws `ClaimLost` if another process has claimed the command since. */
export type RequireClaim = () => Promise<void>;

export interface CommandPumpOptions {
  readonly store: CommandStore;
  readonly perform: (claimed: ClaimedCommand, requireClaim: RequireClaim) => Promise<CommandResult>;
  /** Reports to the person that nothing was done. Throws no `WorldError` but `ClaimLost`. */
  readonly giveUp: (claimed: ClaimedCommand, requireClaim: RequireClaim) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  readonly session: Session;
  /** Absent: no other process shares the store, so all commands are claimed. */
  readonly served?: Pick<Served, "keys">;
  /** After a failure: true if other processes may perform the command, and this one has left its repository to them. */
  readonly isForOthers?: (claimed: ClaimedCommand, error: WorldError) => Promise<boolean>;
  readonly meter?: Pick<Meter, "count" | "observe">;
}

const AT_A_TIME = 4;
/** Together an hour; after that, people have repeated the command. */
const PAUSES_MS = backoffs(12, 1000, 1_200_000);
const KEPT_MS = 7 * 24 * 3_600_000;
const FORGET_INTERVAL_MS = 3_600_000;
const STOP_PATIENCE_MS = 5000;

export class CommandPump {
  readonly #options: CommandPumpOptions;
  readonly #worker: Worker<ClaimedCommand>;
  #stopForgetting: () => void = () => undefined;

  constructor(options: CommandPumpOptions) {
    const { clock, log, session, store, served, meter = NO_METER } = options;
    this.#options = options;
    this.#worker = new Worker<ClaimedCommand>({
      ...{ clock, log, meter, session, sweepMs: sweepMsOf(session), what: "commands", atATime: AT_A_TIME },
      keyOf: ({ command }) => command.delivery,
      claim: async (limit, held) => {
        const repositories = served?.keys() ?? null;
        return store.claim({ claimant: session.claimant(), now: clock.now(), limit, held, repositories });
      },
      mayRun: ({ command }) => this.#isServed(command.repository),
      nextAt: async (after) => store.nextAt(after),
      run: async (claimed) => this.#run(claimed),
      isClaimed: async (claimed) => store.isClaimed(claimed),
      giveBack: async (claimed) => store.giveBack(claimed),
    });
  }

  /** Also performs commands that earlier processes left. */
  start(): void {
    const { clock, log, store } = this.#options;
    this.#worker.start();
    this.#stopForgetting = again(clock, log, FORGET_INTERVAL_MS, "old commands", async () => {
      await store.forget(clock.now() - KEPT_MS);
    });
  }

  /** A command in the repository was stored. */
  poke(repository: Repository): void {
    this.#worker.poke(this.#isServed(repository));
  }

  /** Does not ask `serves`, which counts for `/readyz`: the repository may have no queue. */
  #isServed(repository: Repository): boolean {
    return this.#options.served?.keys().includes(repositoryKey(repository)) ?? true;
  }

  /** Starts no more commands, waits a while for those in progress, and gives the rest back. */
  async stop(): Promise<void> {
    this.#stopForgetting();
    await this.#worker.stop(STOP_PATIENCE_MS);
  }

  async #run(claimed: ClaimedCommand): Promise<number | null> {
    const { delivery, repository, pullRequest } = claimed.command;
    const about = { delivery, repository: repositoryKey(repository), pullRequest };
    return withOnlyLogFields(about, async () => this.#perform(claimed));
  }

  async #perform(claimed: ClaimedCommand): Promise<number | null> {
    const { store, log } = this.#options;
    const { by, trigger } = claimed.command;
    const requireClaim = async () => this.#worker.requireClaim(claimed);
    await requireClaim();
    const outcome = await this.#outcomeOf(claimed, requireClaim);
    await store.settle(claimed, outcome);
    const fields = { by: by.login, trigger: trigger.kind, outcome: outcome.kind };
    log.info(fields, "carried out a command on GitHub");
    return outcome.kind === "again" ? outcome.notBefore : null;
  }

  async #outcomeOf(claimed: ClaimedCommand, requireClaim: RequireClaim): Promise<CommandOutcome> {
    const { log, perform, giveUp, meter } = this.#options;
    try {
      const kind = await perform(claimed, requireClaim);
      meter?.count("commandAttempt", { outcome: kind });
      return { kind };
    } catch (error) {
      if (error instanceof ClaimLost) throw error;
      const text = errorText(error);
      const leastMs = PAUSES_MS[claimed.attempts];
      const isForOthers = leastMs !== undefined && (await this.#isForOthers(claimed, error));
      const mayRetry =
        error instanceof WorldError && leastMs !== undefined && (error.retryable || isForOthers);
      const fields = { attempt: claimed.attempts + 1, error: text };
      meter?.count("commandAttempt", { outcome: mayRetry ? "failed" : "givenUp" });
      if (!mayRetry) {
        log.error(fields, "a command on GitHub is given up");
        await giveUp(claimed, requireClaim);
        return { kind: "void" };
      }
      log.warn(fields, "a command on GitHub failed; it is retried");
      const pauseMs = Math.max(leastMs, error.waitMs);
      return { kind: "again", notBefore: this.#worker.retryAt(pauseMs) };
    }
  }

  async #isForOthers(claimed: ClaimedCommand, error: unknown): Promise<boolean> {
    if (!(error instanceof WorldError) || error instanceof StoreError) return false;
    return (await this.#options.isForOthers?.(claimed, error)) ?? false;
  }
}
