/** The states a pull request has been in, one after the other. Of a history without end it keeps both ends. */

import type { ReadReplyOf, RequestOf } from "../contract/endpoints.js";
import type { CallOptions, MergeQueueClient } from "./client.js";
import type { Clock } from "./clock.js";
import { MergeQueueError } from "./errors.js";
import { hasEnded } from "./pull-request-on-wire.js";

/** One stay in one state, as far as polling can tell. */
export interface Stay {
  readonly state: string;
  readonly ms: number;
}

/** How many stays are kept at the beginning of a long history, and how many at its end. */
export const KEPT_STAYS = 20;

export class StayLog {
  readonly #clock: Pick<Clock, "now">;
  readonly #first: Stay[] = [];
  readonly #last: Stay[] = [];
  #omitted = 0;
  #present: { readonly state: string; readonly since: number } | null = null;

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** Null before the first one. */
  get state(): string | null {
    return this.#present?.state ?? null;
  }

  /** How many stays between the first and the last ones are not kept. */
  get omitted(): number {
    return this.#omitted;
  }

  /** The state from now on. */
  enter(state: string): void {
    if (this.#present !== null) this.#keep(this.#ended(this.#present));
    this.#present = { state, since: this.#clock.now() };
  }

  /** The present one last. */
  history(): readonly Stay[] {
    const kept = [...this.#first, ...this.#last];
    return this.#present === null ? kept : [...kept, this.#ended(this.#present)];
  }

  #ended({ state, since }: { readonly state: string; readonly since: number }): Stay {
    return { state, ms: this.#clock.now() - since };
  }

  #keep(stay: Stay): void {
    if (this.#first.length < KEPT_STAYS) {
      this.#first.push(stay);
      return;
    }
    this.#last.push(stay);
    if (this.#last.length < KEPT_STAYS) return;
    this.#last.shift();
    this.#omitted++;
  }
}

type SubmittedPullRequest = ReadReplyOf<"getSubmittedPullRequest">;

/** The id alone is no proof: it may be kept when the pull request is submitted again. */
export type EarlierStay = Pick<SubmittedPullRequest, "id" | "state" | "stateChangedAt">;

/** To be asked before submitting. Null when there is none that has ended. */
export async function earlierStayOf(
  client: MergeQueueClient,
  { repo, targetBranch, pr }: RequestOf<"getSubmittedPullRequest">,
  options: CallOptions = {},
): Promise<EarlierStay | null> {
  try {
    const { value } = await client.getSubmittedPullRequest({ repo, targetBranch, pr }, options);
    if (!hasEnded(value)) return null;
    return { id: value.id, state: value.state, stateChangedAt: value.stateChangedAt };
  } catch (error) {
    if (error instanceof MergeQueueError && error.kind === "notFound") return null;
    throw error;
  }
}

/** Whether what the service shows is still the end of that stay. */
export function isEarlierStay(shown: SubmittedPullRequest, earlier: EarlierStay | null): boolean {
  if (earlier === null || !hasEnded(shown)) return false;
  const isSameEnd = shown.state === earlier.state && shown.stateChangedAt === earlier.stateChangedAt;
  return isSameEnd && shown.id === earlier.id;
}
