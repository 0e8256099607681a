/** The result of an operation whose "already so" counts as success, told from what was really answered. */
import type { EndpointName } from "../contract/endpoints.js";
import type { Answer } from "./client.js";
import { MergeQueueError } from "./errors.js";

export interface Settled<Kind extends string> {
  readonly kind: Kind;
  readonly status: number | null;
  readonly attempts: number;
  readonly body: string;
  readonly requestId: string | null;
  /** Whether an earlier request, whose answer was lost, may have brought it about. */
  readonly mayHaveActed: boolean;
}

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
