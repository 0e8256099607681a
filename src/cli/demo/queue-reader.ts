/** Reads the queue over HTTP for the demo; retries while the service restarts. */
import { setTimeout as wait } from "node:timers/promises";
import { MergeQueueClient } from "../../client/client.js";
import { MergeQueueError } from "../../client/errors.js";
import { type FailedTestRun, FailedTestRuns } from "../../client/failed-test-runs.js";
import type { RequestOf } from "../../contract/endpoints.js";
import type { Row } from "./drawing.js";

const ASK_EVERY_MS = 50;
const PATIENCE_MS = 30_000;

export class QueueReader {
  readonly #client: MergeQueueClient;
  readonly #queue: RequestOf<"getQueue">;

  constructor(apiUrl: string, token: string, queue: RequestOf<"getQueue">) {
    this.#queue = queue;
    this.#client = new MergeQueueClient({
      apiUrl,
      credential: { kind: "token", token },
      userAgent: "merge-queue-demo",
      attemptTimeoutMs: 5000,
      retries: 0,
    });
  }

  async createQueue(concurrency: number): Promise<void> {
    await this.#patiently(async () => {
      try {
        await this.#client.createQueue({ ...this.#queue, concurrency });
      } catch (error) {
        if (!(error instanceof MergeQueueError && error.status === 409)) throw error;
      }
      return true;
    });
  }

  async untilSubmitted(number: number): Promise<void> {
    await this.#patiently(async () => (await this.#row({ number, title: "" })).state !== "");
  }

  /** Number of entries in the queue; null while the service is unreachable. */
  async depth(): Promise<number | null> {
    return this.#unlessUnreachable(async () => {
      const { value } = await this.#client.getQueue(this.#queue);
      return (value.enqueuedPullRequests ?? []).length;
    });
  }

  /** null: the service was unreachable, and the pull request may not be in the queue. */
  async submit(number: number): Promise<"submitted" | null> {
    return this.#unlessUnreachable(async () => {
      await this.#client.submitPullRequest({ ...this.#queue, pr: { number } });
      return "submitted" as const;
    });
  }

  /** One row per pull request; null while the service is unreachable. */
  async rows(pullRequests: readonly DemoPullRequest[]): Promise<readonly Row[] | null> {
    return this.#unlessUnreachable(async () =>
      Promise.all(pullRequests.map(async (pullRequest) => this.#row(pullRequest))),
    );
  }

  /** The same, with retries while the service restarts. */
  async rowsAtLast(pullRequests: readonly DemoPullRequest[]): Promise<readonly Row[] | null> {
    let rows: readonly Row[] | null = null;
    await this.#patiently(async () => {
      rows = await this.rows(pullRequests);
      return rows !== null;
    });
    return rows;
  }

  async #unlessUnreachable<Result>(call: () => Promise<Result>): Promise<Result | null> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof MergeQueueError && error.retryable) return null;
      throw error;
    }
  }

  /** Empty for a pull request that has not failed. */
  async failedTestRuns({ number }: DemoPullRequest): Promise<readonly FailedTestRun[]> {
    const runs = await new FailedTestRuns(this.#client, { ...this.#queue, pr: { number } }).read({});
    return runs?.failed ?? [];
  }

  async #row({ number, title }: DemoPullRequest): Promise<Row> {
    try {
      const { value } = await this.#client.getSubmittedPullRequest({ ...this.#queue, pr: { number } });
      return { number, title, state: value.state, reason: value.stateReasonText ?? "" };
    } catch (error) {
      if (error instanceof MergeQueueError && error.kind === "notFound")
        return { number, title, state: "", reason: "" };
      throw error;
    }
  }

  async #patiently(attempt: () => Promise<boolean>): Promise<void> {
    const givenUpAt = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        if (await attempt()) return;
      } catch (error) {
        if (!(error instanceof MergeQueueError && error.retryable) || performance.now() > givenUpAt)
          throw error;
      }
      if (performance.now() > givenUpAt)
        throw new Error(`the service did not reach the expected state in ${PATIENCE_MS / 1000} s`);
      await wait(ASK_EVERY_MS);
    }
  }
}

export interface DemoPullRequest {
  readonly number: number;
  readonly title: string;
}

export interface Scenario {
  /** The bare repository that the queue serves. */
  readonly repository: string;
  readonly targetBranch: string;
  readonly testCommand: string;
  readonly pullRequests: readonly DemoPullRequest[];
  /** Numbers of the pull requests that must land, in order; null when unknown. */
  readonly landing: readonly number[] | null;
}
