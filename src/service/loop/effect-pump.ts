/**
 * Brings orders to be carried out within this process: at least once, a failed one again later. What is not done when
 * the process dies is found in the store by the next one.
 */
import { queueKey } from "../../domain/queue-name.js";
import type { Clock } from "../ports/clock.js";
import type { Work } from "../ports/dispatch.js";
import type { Log } from "../ports/log.js";
import { withOnlyLogFields } from "../ports/log-context.js";
import type { QueueStore, StoredEffect } from "../ports/queue-store.js";
import { Rounds } from "../rounds/rounds.js";
import { retryDelayMs } from "./attempt-order.js";
import { Rests } from "./rests.js";

const BATCH = 200;
const LOOK_AGAIN_MS = 500;

export class EffectPump {
  readonly #store: QueueStore;
  readonly #attempt: Work["attempt"];
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #underWay = new Map<string, Promise<void>>();
  /** Orders that failed and that the store, which was to remember it, still holds to be due. */
  readonly #rests: Rests;
  readonly #rounds: Rounds;

  constructor(store: QueueStore, attempt: Work["attempt"], clock: Clock, log: Log) {
    this.#store = store;
    this.#attempt = attempt;
    this.#clock = clock;
    this.#log = log;
    this.#rests = new Rests(clock, () => this.poke());
    // Orders are found for whoever gave them, not for who happened to ask.
    this.#rounds = new Rounds(clock, async () => withOnlyLogFields({}, async () => this.#look()));
  }

  /** Looks for orders soon; calling it again while it looks makes it look once more. */
  poke(): void {
    this.#rounds.begin();
  }

  /** Takes no new orders, and waits for those under way. */
  async stop(): Promise<void> {
    this.#rests.stop();
    await this.#rounds.stop();
    await Promise.all(this.#underWay.values());
  }

  async #look(): Promise<void> {
    try {
      // Those under way or at rest are found again, and must not hide the others.
      const limit = BATCH + this.#underWay.size + this.#rests.size;
      const now = this.#clock.now();
      for (const stored of await this.#store.pendingEffects(now, limit)) this.#begin(stored);
      await this.#setTimer(now);
    } catch (error) {
      this.#log.error({ error: String(error) }, "the store did not tell what is to be done; looking again");
      this.#rounds.beginAfter(LOOK_AGAIN_MS);
    }
  }

  #begin(stored: StoredEffect): void {
    const identity = identityOf(stored);
    if (this.#rounds.isStopped || this.#underWay.has(identity) || this.#rests.isResting(identity)) return;
    const done = this.#carryOut(stored, identity).finally(() => {
      this.#underWay.delete(identity);
      this.poke();
    });
    this.#underWay.set(identity, done);
  }

  /** Never throws: what fails is counted and comes again, whatever fails on top of it, after a while and not at once. */
  async #carryOut(stored: StoredEffect, identity: string): Promise<void> {
    const { queueId, effect } = stored;
    const attempts = Math.max(stored.attempts, this.#rests.failuresOf(identity));
    try {
      const attempt = await this.#attempt({ ...stored, attempts }, () => !this.#rounds.isStopped);
      if (attempt.kind === "notBegun") return;
      if (attempt.kind === "failed") {
        await this.#store.postpone(queueId, effect.id, this.#clock.now() + attempt.delayMs, attempt.error);
      }
      this.#rests.forget(identity);
    } catch (error) {
      this.#log.error(
        { queue: queueKey(stored.name), error: String(error) },
        "the store refused; looking again",
      );
      if (!this.#rounds.isStopped) this.#rests.begin(identity, attempts + 1, retryDelayMs(attempts));
    }
  }

  /** `lookedAt` is the moment of the look: what became due since is under way for nobody yet. */
  async #setTimer(lookedAt: number): Promise<void> {
    const next = await this.#store.nextEffectAt(lookedAt);
    // What was due then is under way, and pokes when it is done.
    if (next !== null) this.#rounds.beginAfter(Math.max(next - this.#clock.now(), 0));
  }
}

function identityOf({ queueId, effect }: StoredEffect): string {
  return `${queueId}/${effect.id}`;
}
