/**
 * The only way a queue changes: load, judge, decide, commit. A decision and its effects are saved in one transaction
 * before any effect is performed, so a crash loses nothing.
 */
import type { QueueName } from "../../domain/queue-name.js";
import { queueKey } from "../../domain/queue-name.js";
import { decide } from "../../engine/decide.js";
import { picture } from "../../engine/explain/picture.js";
import type { Decision } from "../../engine/model/decision.js";
import type { QueueEvent } from "../../engine/model/event.js";
import { brokenInvariants } from "../../engine/model/invariants.js";
import type { Queue } from "../../engine/model/queue.js";
import type { Clock } from "../ports/clock.js";
import type { Log } from "../ports/log.js";
import { withLogFields } from "../ports/log.js";
import { type Meter, NO_METER, secondsSince } from "../ports/meter.js";
import type { QueueStore, StoredQueue } from "../ports/queue-store.js";
import { clockCorrection } from "../work/background.js";
import { InOrder } from "../work/in-order.js";
import type { ActOutcome, Judge } from "./queues.js";

/** Called after the commit; `before` is the queue the decision was based on. */
type OnDecision = (name: QueueName, decision: Decision, before: Queue) => void;

/** Safety limit: this many conflicts in a row mean that the store is broken. */
const MAX_CONFLICTS = 1000;

export interface ApplierOptions {
  readonly store: QueueStore;
  readonly clock: Pick<Clock, "now" | "setForwardSince">;
  readonly log: Log;
  readonly onDecision: OnDecision;
  readonly meter?: Meter;
}

export class EventApplier {
  readonly #store: QueueStore;
  readonly #clock: ApplierOptions["clock"];
  readonly #log: Log;
  readonly #onDecision: OnDecision;
  readonly #meter: Meter;
  readonly #inOrder = new InOrder();

  constructor({ store, clock, log, onDecision, meter = NO_METER }: ApplierOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
    this.#onDecision = onDecision;
    this.#meter = meter;
  }

  /** Serialises calls for one queue within this process; the version check orders writes of other processes. */
  async act<Refusal>(name: QueueName, judge: Judge<Refusal>): Promise<ActOutcome<Refusal>> {
    const inTurn = async () =>
      this.#inOrder.run(queueKey(name), async (): Promise<ActOutcome<Refusal>> => {
        // A successful commit proves that the cached state was current; a refusal may come from an old state.
        const seen = await this.#store.lastSeen(name);
        const early = seen === null ? "conflict" : await this.#attempt(seen, judge);
        if (early !== "conflict" && early.kind === "done") return early;
        for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts += 1) {
          const stored = await this.#store.load(name);
          if (stored === null) return { kind: "noSuchQueue" };
          const outcome = await this.#attempt(stored, judge);
          if (outcome !== "conflict") return outcome;
        }
        throw new Error(`${queueKey(name)}: ${MAX_CONFLICTS} conflicting writes in a row`);
      });
    return withLogFields({ queue: queueKey(name) }, inTurn);
  }

  async #attempt<Refusal>(
    stored: StoredQueue,
    judge: Judge<Refusal>,
  ): Promise<ActOutcome<Refusal> | "conflict"> {
    const startedAt = performance.now();
    const correction = clockCorrection(stored.queue, this.#clock);
    if (correction !== null) {
      await this.#decide(stored, correction, startedAt);
      // The next attempt finds the corrected queue.
      return "conflict";
    }
    const judgement = await judge(stored.queue);
    if ("refusal" in judgement) return { kind: "refused", refusal: judgement.refusal };
    const { event } = judgement;
    // The caller may have read the clock before it was set back.
    const at = Math.min(event.at, this.#clock.now());
    const decision = await this.#decide(stored, { ...event, at }, startedAt);
    return decision === "conflict" ? decision : { kind: "done", decision };
  }

  async #decide(stored: StoredQueue, event: QueueEvent, startedAt: number): Promise<Decision | "conflict"> {
    const decision = decide(stored.queue, event);
    const outcome = await this.#commit(stored, event, decision);
    if (outcome === "conflict") {
      this.#meter.count("conflict", {});
      return "conflict";
    }
    this.#meter.observe("decision", { event: event.kind }, secondsSince(startedAt));
    this.#report(stored.name, event, decision);
    this.#onDecision(stored.name, decision, stored.queue);
    return decision;
  }

  async #commit(stored: StoredQueue, event: QueueEvent, decision: Decision) {
    const startedAt = performance.now();
    try {
      const outcome = await this.#store.commit(stored.name, stored.version, event, decision);
      const counted = outcome === "committed" ? "succeeded" : "conflict";
      this.#meter.observe("storeCommit", { outcome: counted }, secondsSince(startedAt));
      return outcome;
    } catch (error) {
      this.#meter.observe("storeCommit", { outcome: "failed" }, secondsSince(startedAt));
      throw error;
    }
  }

  #report(name: QueueName, event: QueueEvent, decision: Decision): void {
    const broken = brokenInvariants(decision.queue, decision);
    const fields = {
      queue: queueKey(name),
      event: event.kind,
      ...("pullRequest" in event && { pullRequest: event.pullRequest }),
      ...("facts" in event && event.facts !== null && { pullRequest: event.facts.number }),
      ...("run" in event && { run: event.run }),
      ...("byMs" in event && { byMs: event.byMs }),
      picture: picture(decision.queue),
    };
    if (broken.length > 0) this.#log.error({ ...fields, broken }, "an invariant of the queue is broken");
    else this.#log.info(fields, "decided");
    for (const { pullRequest, entry, run, from, to, reason } of decision.transitions) {
      this.#log.info({ queue: queueKey(name), pullRequest, entry, run, from, to, reason }, "moved");
    }
  }
}
