/** The place of a pull request in its queue; not an estimate of the wait. */

import type { EndpointName } from "../contract/endpoints.js";
import type { Answer } from "./client.js";
import { MergeQueueError } from "./errors.js";

const MOST_AHEAD_SHOWN = 10;

/** As `getQueue` returns it. */
interface Listing {
  readonly enqueuedPullRequests?:
    | readonly { readonly prNumber?: number | undefined; readonly state?: string | undefined }[]
    | undefined;
}

export interface Position {
  /** 1 is next. */
  readonly place: number;
  /**
   * Numbers of the pull requests before it, null for a number that the service does not return; some may be in other
   * lanes.
   */
  readonly ahead: readonly (number | null)[];
}

/** Null for a pull request that is not listed, or listed last because it is not ready. Absence proves nothing. */
export function positionIn(queue: Listing, pullRequest: number): Position | null {
  const admitted = (queue.enqueuedPullRequests ?? []).filter(({ state }) => state !== "NOT_READY");
  const index = admitted.findIndex(({ prNumber }) => prNumber === pullRequest);
  if (index === -1) return null;
  return { place: index + 1, ahead: admitted.slice(0, index).map(({ prNumber }) => prNumber ?? null) };
}

/** `1, first in the queue`, `3, behind #410, #411`. */
export function positionInWords({ place, ahead }: Position): string {
  if (ahead.length === 0) return `${place}, first in the queue`;
  const names = ahead.slice(0, MOST_AHEAD_SHOWN).map((number) => `#${number ?? "?"}`);
  const more = ahead.length > names.length ? ` and ${ahead.length - names.length} more` : "";
  return `${place}, behind ${names.join(", ")}${more}`;
}

export interface Settled<Kind extends string> {
  readonly kind: Kind;
  readonly status: number | null;
  readonly attempts: number;
  readonly body: string;
  readonly requestId: string | null;
  /** Whether an earlier request, whose answer was lost, may have caused this. */
  readonly mayHaveActed: boolean;
}

/** The result of an operation for which "already so" is a success, taken from the actual answer. */
export function settled<Kind extends string>(
  kind: Kind,
  answer: Answer<EndpointName> | MergeQueueError,
): Settled<Kind> {
  const { status, attempts, body, requestId } = answer;
  const mayHaveActed = answer instanceof MergeQueueError && answer.mayHaveActed;
  return { kind, status, attempts, body, requestId, mayHaveActed };
}

/** A 404 with one of these API codes. A 404 without a code may come from a gateway or a wrong address. */
export function isAbsence(error: unknown, codes: readonly string[]): error is MergeQueueError {
  if (!(error instanceof MergeQueueError) || error.kind !== "notFound") return false;
  return error.code !== null && codes.includes(error.code);
}
