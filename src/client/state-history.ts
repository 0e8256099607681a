/** The states that a pull request has been in, in order. Of a very long history, it keeps the beginning and the end. */

import type { ReadReplyOf, RequestOf } from "../contract/endpoints.js";
import type { CallOptions, MergeQueueClient } from "./client.js";
import type { Clock } from "./clock.js";
import { MergeQueueError } from "./errors.js";
import { hasEnded } from "./pull-request-on-wire.js";

/** A period in one state, as far as polling shows it. */
export interface StatePeriod {
  readonly state: string;
  readonly ms: number;
}

/** How many periods are kept at the beginning of a long history, and how many at its end. */
export const KEPT_PERIODS = 20;

export class StateHistory {
  readonly #clock: Pick<Clock, "now">;
  readonly #first: StatePeriod[] = [];
  readonly #last: StatePeriod[] = [];
  #omitted = 0;
  #current: { readonly state: string; readonly since: number } | null = null;

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** Null before the first state. */
  get state(): string | null {
    return this.#current?.state ?? null;
  }

  /** How many periods in the middle are not kept. */
  get omitted(): number {
    return this.#omitted;
  }

  /** Begins a period. */
  enter(state: string): void {
    if (this.#current !== null) this.#keep(this.#ended(this.#current));
    this.#current = { state, since: this.#clock.now() };
  }

  /** The current period is the last. */
  history(): readonly StatePeriod[] {
    const kept = [...this.#first, ...this.#last];
    return this.#current === null ? kept : [...kept, this.#ended(this.#current)];
  }

  #ended({ state, since }: { readonly state: string; readonly since: number }): StatePeriod {
    return { state, ms: this.#clock.now() - since };
  }

  #keep(period: StatePeriod): void {
    if (this.#first.length < KEPT_PERIODS) {
      this.#first.push(period);
      return;
    }
    this.#last.push(period);
    if (this.#last.length < KEPT_PERIODS) return;
    this.#last.shift();
    this.#omitted++;
  }
}

type SubmittedPullRequest = ReadReplyOf<"getSubmittedPullRequest">;

/** The id alone does not identify a submission: a service may keep it when the pull request is submitted again. */
export type EarlierSubmission = Pick<SubmittedPullRequest, "id" | "state" | "stateChangedAt">;

/** Must be called before submitting. Null when no earlier submission has ended. */
export async function earlierSubmissionOf(
  client: MergeQueueClient,
  { repo, targetBranch, pr }: RequestOf<"getSubmittedPullRequest">,
  options: CallOptions = {},
): Promise<EarlierSubmission | null> {
  try {
    const { value } = await client.getSubmittedPullRequest({ repo, targetBranch, pr }, options);
    if (!hasEnded(value)) return null;
    return { id: value.id, state: value.state, stateChangedAt: value.stateChangedAt };
  } catch (error) {
    if (error instanceof MergeQueueError && error.kind === "notFound") return null;
    throw error;
  }
}

/** Whether the service still shows the end of that earlier submission. */
export function isEarlierSubmission(shown: SubmittedPullRequest, earlier: EarlierSubmission | null): boolean {
  if (earlier === null || !hasEnded(shown)) return false;
  const isSameEnd = shown.state === earlier.state && shown.stateChangedAt === earlier.stateChangedAt;
  return isSameEnd && shown.id === earlier.id;
}
