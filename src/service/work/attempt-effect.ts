/** One attempt at an effect: it succeeds, is given up when retrying cannot succeed, or is retried after a delay. */
import { type QueueName, queueKey } from "../../domain/queue-name.js";
import type { Repository } from "../../domain/repository.js";
import { errorText } from "../../domain/thrown.js";
import type { Effect } from "../../engine/model/effect.js";
import { type Attempt, ClaimLost, type Permit } from "../ports/dispatch.js";
import type { Log } from "../ports/log.js";
import { withLogFields } from "../ports/log.js";
import { type Meter, NO_METER, secondsSince } from "../ports/meter.js";
import type { QueueStore, StoredEffect } from "../ports/queue-store.js";
import {
  RefusedByHost,
  type Refuser,
  RepositoryUnavailable,
  StoreError,
  WorldError,
} from "../ports/world-error.js";
import { effectRetryMs } from "./backoff.js";
import type { InOrder } from "./in-order.js";

/** Retries for about a minute to start a test run or to land; the pull requests are then failed with the reason. */
const MAX_ATTEMPTS = 8;

/** Why an attempt failed. */
export interface Obstacle {
  readonly why: string;
  /** Retrying cannot succeed. */
  readonly isFinal: boolean;
  /** Set when the code host refused the request, so the effect was not performed. */
  readonly refusedBy: Refuser | null;
}

/** Performs effects. Performing one twice must be harmless. */
export interface Performer {
  /** Checks the permit before each external effect. */
  perform(name: QueueName, effect: Effect, permit: Permit): Promise<void>;
  /** Returns false if the effect must be retried. */
  giveUp(name: QueueName, effect: Effect, obstacle: Obstacle): Promise<boolean>;
}

export interface AttemptOptions {
  readonly meter?: Meter;
  /** Whether other processes may succeed with the queue's effects, after one failed here with this error. */
  readonly isForOthers?: (name: QueueName, error: WorldError) => Promise<boolean>;
  /** Throws `RepositoryUnavailable` if that is the true cause of a failure. */
  readonly requireAvailable?: (repository: Repository) => Promise<void>;
  /** Called with the error of each failed attempt that is the repository's fault, and with null after a success. */
  readonly onAvailability?: (repository: Repository, error: RepositoryUnavailable | null) => void;
}

export class EffectAttempts {
  readonly #store: QueueStore;
  readonly #performer: Performer;
  readonly #log: Log;
  readonly #perRun: InOrder;
  readonly #meter: Meter;
  readonly #isForOthers: Required<AttemptOptions>["isForOthers"];
  readonly #options: AttemptOptions;

  /** `perRun` is shared by everything that acts on test runs; each task runs under the run's id. */
  constructor(
    store: QueueStore,
    performer: Performer,
    log: Log,
    perRun: InOrder,
    options: AttemptOptions = {},
  ) {
    const { meter = NO_METER, isForOthers = async () => Promise.resolve(false) } = options;
    this.#options = options;
    this.#store = store;
    this.#performer = performer;
    this.#log = log;
    this.#perRun = perRun;
    this.#meter = meter;
    this.#isForOthers = isForOthers;
  }

  async attempt(stored: StoredEffect, permit: Permit): Promise<Attempt> {
    return this.#perRun.run(stored.effect.run, async () =>
      permit.mayBegin()
        ? withLogFields(subjectOf(stored), async () => this.#attempt(stored, permit))
        : { kind: "left" },
    );
  }

  async #attempt(stored: StoredEffect, permit: Permit): Promise<Attempt> {
    const { name, queueId, effect, attempts, claim } = stored;
    const startedAt = performance.now();
    const tell = (outcome: "done" | "givenUp" | "failed") =>
      this.#meter.observe("orderAttempt", { order: effect.kind, outcome }, secondsSince(startedAt));
    try {
      await this.#performer.perform(name, effect, permit);
      const { isWaitedFor } = await this.#store.markDone(queueId, effect.id, claim);
      tell("done");
      this.#options.onAvailability?.(name.repository, null);
      return { kind: "over", isWaitedFor };
    } catch (error) {
      if (error instanceof ClaimLost) return { kind: "left" };
      const fields = fieldsOf(stored, error);
      const unavailable = await this.#unavailable(stored, error);
      if (unavailable !== null) {
        tell("failed");
        this.#options.onAvailability?.(name.repository, unavailable);
        this.#log.warn({ ...fields, error: unavailable.message }, "an order waits for its repository");
        const { waitMs: delayMs, message } = unavailable;
        return { kind: "failed", delayMs, error: message, isCounted: false };
      }
      const isGivenUp = await this.#isGivenUp(stored, error, fields, permit);
      tell(isGivenUp ? "givenUp" : "failed");
      if (isGivenUp) return { kind: "over", isWaitedFor: true };
      const delayMs = Math.max(effectRetryMs(attempts), error instanceof WorldError ? error.waitMs : 0);
      this.#log.warn(
        { ...fields, ...whatIsWaitedFor(effect), seconds: delayMs / 1000 },
        "an order failed; it will be retried",
      );
      return { kind: "failed", delayMs, error: fields.error, isCounted: true };
    }
  }

  /** Before an effect is given up, the code host is asked whether the repository is the cause. */
  async #unavailable(
    { name, attempts }: StoredEffect,
    error: unknown,
  ): Promise<RepositoryUnavailable | null> {
    if (error instanceof RepositoryUnavailable) return error;
    const isOfWorld = error instanceof WorldError && !(error instanceof StoreError);
    const mayBeGivenUp = isOfWorld && (!error.retryable || attempts + 1 >= MAX_ATTEMPTS);
    if (!mayBeGivenUp || error instanceof RefusedByHost) return null;
    try {
      await this.#options.requireAvailable?.(name.repository);
      return null;
    } catch (cause) {
      return cause instanceof RepositoryUnavailable ? cause : null;
    }
  }

  /** Returns false also if the external state does not allow giving up now. */
  async #isGivenUp(
    stored: StoredEffect,
    error: unknown,
    fields: ReturnType<typeof fieldsOf>,
    permit: Permit,
  ): Promise<boolean> {
    const { name, queueId, effect, claim } = stored;
    const isOfWorld = error instanceof WorldError && !(error instanceof StoreError);
    const isOfHost = error instanceof RefusedByHost;
    if (isOfWorld && !isOfHost && fields.attempts < MAX_ATTEMPTS && (await this.#isForOthers(name, error)))
      return false;
    const isFinal = isOfWorld && !error.retryable;
    if (!isFinal && fields.attempts < MAX_ATTEMPTS) return false;
    const refusedBy = error instanceof RefusedByHost ? error.by : null;
    try {
      await permit.requireClaim();
      if (!(await this.#performer.giveUp(name, effect, { why: fields.error, isFinal, refusedBy })))
        return false;
    } catch (obstacle) {
      this.#log.warn({ ...fields, error: errorText(obstacle) }, "an order could not be given up");
      return false;
    }
    this.#log.warn(fields, "an order is given up");
    await this.#store.markDone(queueId, effect.id, claim);
    return true;
  }
}

function subjectOf({ name, effect }: StoredEffect) {
  return { queue: queueKey(name), effect: effect.kind, run: effect.run };
}

function fieldsOf(stored: StoredEffect, error: unknown) {
  return {
    ...subjectOf(stored),
    attempts: stored.attempts + 1,
    error: errorText(error),
  };
}

/** No later landing can proceed on the branch until this one settles, so an operator may have to step in. */
function whatIsWaitedFor(effect: Effect): { readonly waitsFor?: string } {
  if (effect.kind !== "land") return {};
  const { targetBranch, expectedTip, newTip } = effect;
  return {
    waitsFor: `the repository to move ${targetBranch} from ${expectedTip} to ${newTip}, or to refuse it`,
  };
}
