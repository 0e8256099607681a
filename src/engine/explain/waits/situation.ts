/** Why an entry waits: one of these situations, in words. */
import type { PullRequestNumber } from "../../../domain/ids.js";
import type { WaitKind } from "../../../domain/wait-kinds.js";

export const WAITS = {
  landing: "It is being pushed to the target branch.",
  testing: "Its tests are running.",
  passed: "Its tests passed; predecessors have to land first.",
  building: "It is admitted, or its test branch is built, within seconds.",
  behindFailure: "A predecessor failed, and it is open whose failure that is.",
  noSlot: "All test slots are in use.",
  paused: "The queue is paused.",
  targetBroken: "The target branch itself fails a check, so the queue paused by itself.",
  ciOutage: "CI gives no result, not even on the target branch, so the queue paused by itself.",
  draining: "The queue is draining and admits nothing new.",
  switchingModes: "The queue is switching its mode.",
  targets: "Its impacted targets are not uploaded.",
  rules: "Rules of the target branch are not met: reviews, checks.",
  draft: "It is a draft.",
  base: "Its base branch is not the queue's branch.",
  conflict: "It conflicts with the target branch or with a predecessor.",
  bisection: "Its batch failed, and parts of it are tested alone to find the cause.",
  pendingFailure: "It failed, and a predecessor or a flake may be the cause.",
  batch: "Its batch is not full yet.",
  ciSilent: "CI has not started a check, or not reported one, for ten minutes.",
  unreadable: "The code host does not answer about it.",
} as const satisfies Readonly<Record<WaitKind, string>>;

export interface WaitLink {
  /** null: not a pull request, such as a test slot. */
  readonly pullRequest: PullRequestNumber | null;
  readonly what: string;
  /** A clause about it, such as "is being tested". */
  readonly why: string;
}

export interface Situation {
  readonly kind: WaitKind;
  /** A clause without a full stop: follows the place, or begins the sentence if there is none. */
  readonly own: string;
  /** Further sentences. */
  readonly more: readonly string[];
  /** What the author has to do, as a sentence; null: nothing. */
  readonly action: string | null;
  readonly chain: readonly WaitLink[];
}

/** One link, and nothing to do unless stated. */
export function situation(
  kind: WaitKind,
  own: string,
  chain: readonly WaitLink[],
  action: string | null = null,
  more: readonly string[] = [],
): Situation {
  return { kind, own, more, action, chain };
}

export function aboutThing(what: string, why: string): WaitLink {
  return { pullRequest: null, what, why };
}

export function aboutEntry(pullRequest: PullRequestNumber, why: string): WaitLink {
  return { pullRequest, what: `#${pullRequest}`, why };
}
