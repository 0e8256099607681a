/** The result of an operation whose "already so" counts as success, told from what was really answered. */
import type { EndpointName } from "../contract/endpoints.js";
import type { Answer } from "./client.js";
import { isWebPage, namesNoCode } from "./error-text.js";
import { MergeQueueError } from "./errors.js";

export interface Settled<Kind extends string> {
  readonly kind: Kind;
  readonly status: number | null;
  readonly attempts: number;
  readonly body: string;
  readonly requestId: string | null;
}

export function settled<Kind extends string>(
  kind: Kind,
  answer: Answer<EndpointName> | MergeQueueError,
): Settled<Kind> {
  const { status, attempts, body, requestId } = answer;
  return { kind, status, attempts, body, requestId };
}

/** A 404 of the service with one of these codes or none. The 404 of a proxy or a wrong address is not one. */
export function isAbsence(error: unknown, codes: readonly string[]): error is MergeQueueError {
  if (!(error instanceof MergeQueueError) || error.kind !== "notFound" || isWebPage(error.body)) return false;
  return error.code === null ? namesNoCode(error.body) : codes.includes(error.code);
}
