/**
 * Carries out what people asked for, of each pull request strictly in the order in which it was said: what fails and is to be
 * tried again holds up what was said after it, except what takes the pull request back. Several processes share the work by
 * claims, which run out when a process dies; then another one carries it out once more.
 */

import { repositoryKey } from "../../../../domain/repository.js";
import { errorText } from "../../../../domain/thrown.js";
import type { Clock } from "../../../ports/clock.js";
import type { Log } from "../../../ports/log.js";
import { withOnlyLogFields } from "../../../ports/log.js";
import type { Meter } from "../../../ports/meter.js";
import type { ClaimedWish, WishOutcome, WishStore } from "../../../ports/wish-store.js";
import { WorldError } from "../../../ports/world-error.js";
import { Renewal, Rounds } from "../../../rounds/rounds.js";
import { within } from "../../../rounds/within.js";
import type { CarriedOut } from "./carry-out-wish.js";

export interface WishPumpOptions {
  readonly store: WishStore;
  readonly carryOut: (claimed: ClaimedWish) => Promise<CarriedOut>;
  /** Tells whoever asked that it has come to nothing; throws nothing of the world's. */
  readonly giveUp: (claimed: ClaimedWish) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  /** One name per running process. */
  readonly taker: string;
  readonly meter?: Pick<Meter, "count">;
}

const POLL_INTERVAL_MS = 2000;
const CLAIM_MS = 30_000;
const RENEW_INTERVAL_MS = 8000;
const AT_A_TIME = 4;
/** After these GitHub has failed for an hour, and whoever asked has asked again. */
const PAUSES_MS = [1000, 2000, 5000, 15_000, 60_000, 300_000, 900_000, 1_800_000];
const KEPT_MS = 7 * 24 * 3_600_000;
const FORGET_INTERVAL_MS = 3_600_000;
const STOP_PATIENCE_MS = 5000;

export class WishPump {
  readonly #options: WishPumpOptions;
  readonly #underWay = new Set<Promise<void>>();
  readonly #rounds: Rounds;
  readonly #renewal: Renewal;
  /** In monotonic milliseconds. */
  #forgetAt = Number.NEGATIVE_INFINITY;

  constructor(options: WishPumpOptions) {
    const { clock, store, taker } = options;
    this.#options = options;
    this.#rounds = new Rounds(clock, async () => this.#look());
    this.#renewal = new Renewal({
      clock,
      intervalMs: RENEW_INTERVAL_MS,
      isNeeded: () => this.#underWay.size > 0,
      renew: async () => this.#guarded("renew", async () => store.renew(taker, clock.now() + CLAIM_MS)),
    });
  }

  /** Takes up also what earlier processes left. */
  start(): void {
    this.poke();
  }

  poke(): void {
    this.#rounds.begin();
  }

  /** Begins nothing new and waits a while for what is under way; the rest is for others. */
  async stop(): Promise<void> {
    await this.#rounds.stop();
    await within(STOP_PATIENCE_MS, this.#options.clock, Promise.all(this.#underWay));
    this.#renewal.stop();
    await this.#guarded("release", async () => this.#options.store.release(this.#options.taker));
  }

  async #look(): Promise<void> {
    const { store, clock, taker } = this.#options;
    await this.#guarded("look", async () => {
      const now = clock.now();
      const limit = AT_A_TIME - this.#underWay.size;
      if (limit > 0) {
        for (const claimed of await store.claim({ taker, now, until: now + CLAIM_MS, limit }))
          this.#begin(claimed);
      }
      if (clock.monotonic() >= this.#forgetAt) {
        this.#forgetAt = clock.monotonic() + FORGET_INTERVAL_MS;
        await store.forget(now - KEPT_MS);
      }
    });
    this.#rounds.beginAfter(POLL_INTERVAL_MS);
  }

  #begin(claimed: ClaimedWish): void {
    const { delivery, repository, pullRequest } = claimed.wish;
    const about = { delivery, repository: repositoryKey(repository), pullRequest };
    const carried = withOnlyLogFields(about, async () =>
      this.#guarded("settle", async () => this.#carryOut(claimed)),
    ).finally(() => {
      this.#underWay.delete(carried);
      // What was said next of the same pull request waits for it.
      this.poke();
    });
    this.#underWay.add(carried);
    this.#renewal.begin();
  }

  async #carryOut(claimed: ClaimedWish): Promise<void> {
    const { store, log, taker } = this.#options;
    const { delivery, by, said } = claimed.wish;
    const outcome = await this.#outcomeOf(claimed);
    await store.settle(taker, delivery, outcome);
    const fields = { by: by.login, said: said.kind, outcome: outcome.kind };
    log.info(fields, "heard a wish on GitHub");
  }

  async #outcomeOf(claimed: ClaimedWish): Promise<WishOutcome> {
    const { clock, log, carryOut, giveUp, meter } = this.#options;
    try {
      const kind = await carryOut(claimed);
      meter?.count("wishAttempt", { outcome: kind });
      return { kind };
    } catch (error) {
      const text = errorText(error);
      const leastMs = PAUSES_MS[claimed.attempts];
      const isWorthIt = error instanceof WorldError && error.retryable && leastMs !== undefined;
      const fields = { attempt: claimed.attempts + 1, error: text };
      meter?.count("wishAttempt", { outcome: isWorthIt ? "failed" : "givenUp" });
      if (!isWorthIt) {
        log.error(fields, "a wish on GitHub is given up");
        await giveUp(claimed);
        return { kind: "void" };
      }
      log.warn(fields, "a wish on GitHub could not be carried out; it is tried again");
      const pauseMs = Math.max(leastMs, error.waitMs);
      this.#options.clock.after(pauseMs, () => this.poke());
      return { kind: "again", notBefore: clock.now() + pauseMs };
    }
  }

  /** A store that fails now is asked again; claims that could not be settled run out. */
  async #guarded(what: string, task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      const text = errorText(error);
      this.#options.log.error({ what, error: text }, "wishes on GitHub are held up by the store");
    }
  }
}
