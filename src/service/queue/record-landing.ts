/**
 * Records the outcome of a landing. The process that began a push may have frozen: another one records its take-up
 * before it reads the branch, and from then on only it may record that the push failed. Any process may record that the
 * push succeeded.
 */
import type { TestRunId } from "../../domain/ids.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { Reason } from "../../domain/reason.js";
import { isOfLastTakeUp } from "../../engine/model/lookup.js";
import type { Landing } from "../../engine/model/queue.js";
import { WorldError } from "../ports/world-error.js";
import type { Obstacle } from "../work/attempt-effect.js";
import type { Fact, Judgement, Queues } from "./queues.js";

type LandingFact =
  | Extract<Fact, { readonly kind: "landed" | "landedUntested" }>
  | (Extract<
      Fact,
      {
        readonly kind:
          | "landingRefused"
          | "landingFailed"
          | "landingHindered"
          | "headPushesChosen"
          | "headsTakenBack";
      }
    > & {
      readonly takeUps: number;
    });

export class LandingRecorder {
  readonly #queues: Queues;

  constructor(queues: Queues) {
    this.#queues = queues;
  }

  /** Returns the landing as it is then; throws if it has ended. */
  async takeUp(name: QueueName, run: TestRunId): Promise<Landing> {
    const outcome = await this.#queues.act(name, (queue): Judgement<"over"> => {
      if (queue.landing?.run !== run) return { refusal: "over" };
      return { event: { kind: "landingTakenUp", run, at: this.#queues.now() } };
    });
    const landing = outcome.kind === "done" ? outcome.decision.queue.landing : null;
    if (landing === null) throw new WorldError(`landing ${run} has ended`, true);
    return landing;
  }

  /** Throws if another process has taken up the push: the effect is done only when that process settles it. */
  async tell(name: QueueName, fact: LandingFact): Promise<void> {
    const outcome = await this.#queues.act(name, ({ landing }): Judgement<"overtaken"> => {
      const isOvertaken =
        "takeUps" in fact && landing?.run === fact.run && !isOfLastTakeUp(landing, fact.takeUps);
      return isOvertaken ? { refusal: "overtaken" } : { event: { ...fact, at: this.#queues.now() } };
    });
    if (outcome.kind === "refused") throw new WorldError(`another process took up landing ${fact.run}`, true);
  }
}

/** `hasPassed`: a test run passed, so the rules have another cause than missing checks. */
export function landingFailure(
  { targetBranch }: QueueName,
  { why, refusedBy }: Obstacle,
  hasPassed = true,
): Reason {
  const isForbidden = refusedBy === "rules";
  const advice = isForbidden
    ? " (docs/explanation/github-landing.md lists the rules that let the service land)"
    : "";
  return {
    code: isForbidden ? "GITHUB_API_BRANCH_PROTECTION_UNMET" : "GITHUB_API_MERGE_PR_FAILED",
    sentence: `${hasPassed ? "It passed, but " : ""}\`${targetBranch}\` could not be moved: ${why}${hasPassed ? advice : ""}`,
  };
}
