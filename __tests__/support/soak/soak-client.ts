/** A team's automation: it submits pull requests as the action does, tries again until it is heard, and follows each. */
import { setTimeout as pause } from "node:timers/promises";
import { cancelIdempotently } from "../../../src/client/cancel-idempotently.js";
import { MergeQueueClient } from "../../../src/client/client.js";
import { systemClock } from "../../../src/client/clock.js";
import { MergeQueueError } from "../../../src/client/errors.js";
import { submitIdempotently } from "../../../src/client/submit-idempotently.js";
import type { SubmittedPullRequest } from "../../../src/client/wait.js";
import { isFinalState } from "../../../src/contract/states.js";
import type { Chance } from "../seeded-chance.js";
import type { SoakOrigin, SoakPullRequest } from "./soak-origin.js";
import { type Complaints, REPOSITORY, TOKEN } from "./soak-plan.js";

const LOOK_EVERY_MS = 150;
/** Clients wait shorter than the action does, so that a life has more in it. */
const PACE = 5;
/** Reads a pull request. */
const DISTURBED_ONCE_IN = 300;
const PATIENCE_MS = 120_000;
const PASSING: readonly string[] = [
  ...["unreachable", "serverFailed", "attemptTimedOut", "rateLimited", "badAnswer", "deadlinePassed"],
];

const HASTY_CLOCK = {
  ...systemClock,
  sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms / PACE, signal),
};

export interface SoakClientOptions {
  readonly apiUrls: readonly string[];
  readonly origin: SoakOrigin;
  readonly chance: Chance;
  readonly complaints: Complaints;
  /** Whether the queue of a branch wants impacted targets. */
  readonly wantsTargets: (branch: string) => boolean;
  /** Whether people go on opening, cancelling and pushing. */
  readonly isBusy: () => boolean;
  /** Called when the service has said that something is done. */
  readonly onAcknowledged: () => void;
}

export class SoakClient {
  /** Last answers, by number. */
  readonly ended = new Map<number, SubmittedPullRequest>();
  /** Somebody cancelled them or pushed to them. */
  readonly disturbed = new Set<number>();
  readonly #options: SoakClientOptions;
  readonly #clients: readonly MergeQueueClient[];

  constructor(options: SoakClientOptions) {
    this.#options = options;
    this.#clients = options.apiUrls.map(
      (apiUrl) =>
        new MergeQueueClient({
          apiUrl,
          credential: { kind: "token", token: TOKEN },
          userAgent: "merge-queue/soak",
          attemptTimeoutMs: 4000,
          retries: 1,
          clock: HASTY_CLOCK,
        }),
    );
  }

  /** Any of the replicas is asked; while it does not answer, another one, until one does. */
  async ask<Answer>(what: string, call: (client: MergeQueueClient) => Promise<Answer>): Promise<Answer> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const client = this.#clients[this.#options.chance.whole(0, this.#clients.length - 1)];
      if (client === undefined) throw new Error("there is no replica");
      try {
        return await call(client);
      } catch (error) {
        const passes = error instanceof MergeQueueError && PASSING.includes(error.kind);
        if (!passes || performance.now() > deadline) {
          const why = error instanceof Error ? error.message : String(error);
          throw new Error(`${what}: ${why}`, { cause: error });
        }
        await pause(this.#options.chance.whole(10, 100));
      }
    }
  }

  /** Brings one pull request to its end, however often it is submitted for that. */
  async follow(pullRequest: SoakPullRequest): Promise<void> {
    try {
      await this.#submit(pullRequest);
      await this.#untilEnded(pullRequest);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#options.complaints.add(`#${pullRequest.number} cannot be brought to its end: ${why}`);
    }
  }

  async look(pullRequest: SoakPullRequest): Promise<SubmittedPullRequest> {
    const request = { ...target(pullRequest), includeTimeline: true };
    const answer = await this.ask(`looking at #${pullRequest.number}`, (client) =>
      client.getSubmittedPullRequest(request, { retries: 0 }),
    );
    return answer.value;
  }

  async #submit(pullRequest: SoakPullRequest): Promise<void> {
    const { chance, wantsTargets, onAcknowledged } = this.#options;
    const noBatch = chance.whole(1, 6) === 1;
    const priority = chance.whole(1, 5) === 1 ? ("high" as const) : ("medium" as const);
    const submit = async () =>
      this.ask(`submitting #${pullRequest.number}`, (client) =>
        submitIdempotently(client, { ...target(pullRequest), noBatch, priority }),
      );
    const isEarly = chance.whole(0, 1) === 0;
    if (isEarly) await submit();
    if (wantsTargets(pullRequest.branch)) await this.#sendTargets(pullRequest);
    if (!isEarly) await submit();
    onAcknowledged();
  }

  async #sendTargets(pullRequest: SoakPullRequest): Promise<void> {
    const { repo, targetBranch, pr } = target(pullRequest);
    const sha = pullRequest.heads.at(-1);
    const impactedTargets = [pullRequest.target];
    await this.ask(`targets of #${pr.number}`, (client) =>
      client.setImpactedTargets({
        ...{ repo, targetBranch, impactedTargets },
        pr: { ...pr, ...(sha === undefined ? {} : { sha }) },
      }),
    );
  }

  /** Who was cancelled is submitted again now and then, as people do. */
  async #untilEnded(pullRequest: SoakPullRequest): Promise<void> {
    const { number } = pullRequest;
    for (;;) {
      const seen = await this.look(pullRequest);
      if (!isFinalState(seen.state)) {
        await this.#disturb(pullRequest);
        await pause(LOOK_EVERY_MS);
        continue;
      }
      const { chance, complaints, isBusy } = this.#options;
      const mayEndSo = seen.state !== "CANCELLED" || this.disturbed.has(number);
      complaints.expect(
        mayEndSo,
        `#${number} is cancelled, and nobody asked for that: ${seen.stateReason ?? ""}`,
      );
      if (seen.state !== "CANCELLED" || !isBusy() || chance.whole(0, 1) === 0) {
        this.ended.set(number, seen);
        return;
      }
      await this.#submit(pullRequest);
    }
  }

  async #disturb(pullRequest: SoakPullRequest): Promise<void> {
    const { chance, isBusy, wantsTargets, origin, onAcknowledged } = this.#options;
    const drawn = isBusy() ? chance.whole(1, DISTURBED_ONCE_IN) : 0;
    if (drawn !== 1 && drawn !== 2) return;
    this.disturbed.add(pullRequest.number);
    if (drawn === 1) {
      await this.ask(`cancelling #${pullRequest.number}`, (client) =>
        cancelIdempotently(client, target(pullRequest)),
      );
      onAcknowledged();
      return;
    }
    await origin.push(pullRequest);
    if (wantsTargets(pullRequest.branch)) await this.#sendTargets(pullRequest);
  }
}

export function target({ number, branch }: SoakPullRequest) {
  return { repo: REPOSITORY, targetBranch: branch, pr: { number } };
}
