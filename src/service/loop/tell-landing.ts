/**
 * The word on a landing. A push may have been begun by somebody who froze: who takes it up says so before looking at
 * the branch, and from then on only that one may say that it did not come about. That it did counts from anybody.
 */
import type { TestRunId } from "../../domain/ids.js";
import type { QueueName } from "../../domain/queue-name.js";
import { isOfLastTakeUp } from "../../engine/lookup.js";
import type { Landing } from "../../engine/queue.js";
import { WorldError } from "../ports/world-error.js";
import type { Fact, Judgement, Queues } from "./queues.js";

type LandingFact =
  | Extract<Fact, { readonly kind: "landed" | "landedUntested" }>
  | (Extract<Fact, { readonly kind: "landingRefused" | "landingFailed" | "landingHindered" }> & {
      readonly takeUps: number;
    });

export class LandingTeller {
  readonly #queues: Queues;

  constructor(queues: Queues) {
    this.#queues = queues;
  }

  /** Answers with the landing as it is then; fails when it is over. */
  async takeUp(name: QueueName, run: TestRunId): Promise<Landing> {
    const outcome = await this.#queues.act(name, (queue): Judgement<"over"> => {
      if (queue.landing?.run !== run) return { refusal: "over" };
      return { event: { kind: "landingTakenUp", run, at: this.#queues.now() } };
    });
    const landing = outcome.kind === "done" ? outcome.decision.queue.landing : null;
    if (landing === null) throw new WorldError(`landing ${run} is over`, true);
    return landing;
  }

  /** Fails when somebody else has taken the push up: the order is not done before that one's is. */
  async tell(name: QueueName, fact: LandingFact): Promise<void> {
    const outcome = await this.#queues.act(name, ({ landing }): Judgement<"overtaken"> => {
      const isOvertaken =
        "takeUps" in fact && landing?.run === fact.run && !isOfLastTakeUp(landing, fact.takeUps);
      return isOvertaken ? { refusal: "overtaken" } : { event: { ...fact, at: this.#queues.now() } };
    });
    if (outcome.kind === "refused") throw new WorldError(`somebody else took up landing ${fact.run}`, true);
  }
}
