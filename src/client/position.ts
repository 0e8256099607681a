/** Where a pull request stands in its queue. A place in line, not an estimate of the wait. */

import type { EndpointName } from "../contract/endpoints.js";
import type { Answer } from "./client.js";
import { MergeQueueError } from "./errors.js";

const MOST_AHEAD_SHOWN = 10;

/** As `getQueue` answers. */
interface Listing {
  readonly enqueuedPullRequests?:
    | readonly { readonly prNumber?: number | undefined; readonly state?: string | undefined }[]
    | undefined;
}

export interface Position {
  /** 1 is next. */
  readonly place: number;
  /** Numbers of the pull requests before it, null where the service does not answer one; some may be in other lanes. */
  readonly ahead: readonly (number | null)[];
}

/** Null for what is not listed, and for what is listed last because it is not ready: absence proves nothing. */
export function positionIn(queue: Listing, pullRequest: number): Position | null {
  const admitted = (queue.enqueuedPullRequests ?? []).filter(({ state }) => state !== "NOT_READY");
  const index = admitted.findIndex(({ prNumber }) => prNumber === pullRequest);
  if (index === -1) return null;
  return { place: index + 1, ahead: admitted.slice(0, index).map(({ prNumber }) => prNumber ?? null) };
}

/** `1, nobody ahead`, `3, behind #410, #411`. */
export function positionInWords({ place, ahead }: Position): string {
  if (ahead.length === 0) return `${place}, nobody ahead`;
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
  /** Whether an earlier request, whose answer was lost, may have brought it about. */
  readonly mayHaveActed: boolean;
}

/** The result of an operation whose "already so" counts as success, told from what was really answered. */
export function settled<Kind extends string>(
  kind: Kind,
  answer: Answer<EndpointName> | MergeQueueError,
): Settled<Kind> {
  const { status, attempts, body, requestId } = answer;
  const mayHaveActed = answer instanceof MergeQueueError && answer.mayHaveActed;
  return { kind, status, attempts, body, requestId, mayHaveActed };
}

/** A 404 with one of these codes of the API. A 404 without one may come from a gateway or a wrong address. */
export function isAbsence(error: unknown, codes: readonly string[]): error is MergeQueueError {
  if (!(error instanceof MergeQueueError) || error.kind !== "notFound") return false;
  return error.code !== null && codes.includes(error.code);
}
