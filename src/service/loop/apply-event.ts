/**
 * The one way a queue changes: load, judge, decide, commit. A decision and its effects are saved together
 * before anything is done about them, so a crash at any moment loses nothing.
 */
import type { QueueName } from "../../domain/queue-name.js";
import { queueKey } from "../../domain/queue-name.js";
import { decide } from "../../engine/decide.js";
import type { Decision } from "../../engine/decision.js";
import { brokenInvariants } from "../../engine/invariants.js";
import { picture } from "../../engine/picture.js";
import type { Log } from "../ports/log.js";
import type { QueueStore } from "../ports/queue-store.js";
import { InOrder } from "./in-order.js";
import type { ActOutcome, Judge } from "./queues.js";

/** More writers than this never meet on one queue; more conflicts in a row mean that the store is broken. */
const MAX_CONFLICTS = 1000;

export class EventApplier {
  readonly #store: QueueStore;
  readonly #log: Log;
  readonly #onDecision: (name: QueueName, decision: Decision) => void;
  readonly #inOrder = new InOrder();

  constructor(store: QueueStore, log: Log, onDecision: (name: QueueName, decision: Decision) => void) {
    this.#store = store;
    this.#log = log;
    this.#onDecision = onDecision;
  }

  /** Calls for one queue take turns within this process; other processes are met by the version check. */
  async act<Refusal>(name: QueueName, judge: Judge<Refusal>): Promise<ActOutcome<Refusal>> {
    return this.#inOrder.run(queueKey(name), async () => {
      for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts += 1) {
        const outcome = await this.#attempt(name, judge);
        if (outcome !== "conflict") return outcome;
      }
      throw new Error(`${queueKey(name)}: ${MAX_CONFLICTS} conflicting writes in a row`);
    });
  }

  async #attempt<Refusal>(name: QueueName, judge: Judge<Refusal>): Promise<ActOutcome<Refusal> | "conflict"> {
    const stored = await this.#store.load(name);
    if (stored === null) return { kind: "noSuchQueue" };
    const judgement = await judge(stored.queue);
    if ("refusal" in judgement) return { kind: "refused", refusal: judgement.refusal };
    const decision = decide(stored.queue, judgement.event);
    const outcome = await this.#store.commit(stored.name, stored.version, judgement.event, decision);
    if (outcome === "conflict") return "conflict";
    this.#report(stored.name, judgement.event.kind, decision);
    this.#onDecision(stored.name, decision);
    return { kind: "done", decision };
  }

  #report(name: QueueName, event: string, decision: Decision): void {
    const broken = brokenInvariants(decision.queue, decision);
    const fields = { queue: queueKey(name), event, picture: picture(decision.queue) };
    if (broken.length > 0) this.#log.error({ ...fields, broken }, "an invariant of the queue is broken");
    else this.#log.info(fields, "decided");
    for (const { pullRequest, from, to, reason } of decision.transitions) {
      this.#log.info({ queue: queueKey(name), pullRequest, from, to, reason }, "moved");
    }
  }
}
