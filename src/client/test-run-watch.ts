/** Notices, during a wait, the test runs that fail and the retests that begin. */
import type { ReadReplyOf, RequestOf } from "../contract/endpoints.js";
import type { CallOptions, MergeQueueClient } from "./client.js";
import { type FailedTestRun, FailedTestRuns } from "./failed-test-runs.js";

export type TestRunNote =
  | { readonly kind: "failed"; readonly run: FailedTestRun }
  | { readonly kind: "retest"; readonly id: string };

type SubmittedPullRequest = ReadReplyOf<"getSubmittedPullRequest">;

/** A retest begins without a change of state, so a pending failure is read again after this time. */
const AGAIN_MS = 2000;

export class TestRunWatch {
  readonly #client: MergeQueueClient;
  readonly #runs: FailedTestRuns;
  readonly #noted = new Set<string>();
  #failed: readonly FailedTestRun[] = [];
  #readFor = "";
  #readAt = Number.NEGATIVE_INFINITY;
  /** Whether the service returned no timeline. */
  #isUnsupported = false;

  constructor(client: MergeQueueClient, request: RequestOf<"getSubmittedPullRequest">) {
    this.#client = client;
    this.#runs = new FailedTestRuns(client, request);
  }

  get failed(): readonly FailedTestRun[] {
    return this.#failed;
  }

  /** Returns all failed runs so far. */
  async update(
    value: SubmittedPullRequest,
    limits: CallOptions,
    onNote: (note: TestRunNote) => void,
  ): Promise<readonly FailedTestRun[]> {
    if (!this.#isDue(value)) return this.#failed;
    const runs = await this.#runs.read(limits);
    this.#isUnsupported = runs === null;
    if (runs === null) return this.#failed;
    this.#failed = runs.failed;
    for (const run of runs.failed) if (this.#isNew(run.id)) onNote({ kind: "failed", run });
    const { active } = runs;
    if (active !== null && value.state === "PENDING_FAILURE" && this.#isNew(`retest ${active}`)) {
      onNote({ kind: "retest", id: active });
    }
    return this.#failed;
  }

  #isDue({ state, stateChangedAt, stateReason }: SubmittedPullRequest): boolean {
    if (state !== "FAILED" && state !== "PENDING_FAILURE") return false;
    const now = this.#client.clock.now();
    const reason = JSON.stringify([state, stateChangedAt, stateReason]);
    const isAgain = reason === this.#readFor;
    if (isAgain && (this.#isUnsupported || now - this.#readAt < AGAIN_MS)) return false;
    this.#readFor = reason;
    this.#readAt = now;
    return true;
  }

  #isNew(name: string): boolean {
    const isNew = !this.#noted.has(name);
    this.#noted.add(name);
    return isNew;
  }
}
