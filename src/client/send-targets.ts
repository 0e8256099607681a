/** Uploads impacted targets, as everything when the list is too long for the service. */
import type { Answer, CallOptions, MergeQueueClient } from "./client.js";
import { MergeQueueError } from "./errors.js";
import { allTargetsBody, type TargetsBody, type TargetsEnvelope } from "./targets-body.js";

export interface SentTargets extends Answer<"setImpactedTargets"> {
  readonly sentAs: "list" | "all";
  /** `refused`: the list was within the limit, and the service would not have it. */
  readonly why: "fits" | "asked" | "tooLarge" | "refused";
  /** Different names: of the list, or read before it was clear that they do not fit. */
  readonly count: number;
}

/** A service, or a proxy before it, may take less than the contract says: a 413 is answered with `"ALL"` once. */
export async function sendTargets(
  client: MergeQueueClient,
  envelope: TargetsEnvelope,
  targets: TargetsBody,
  options: CallOptions = {},
): Promise<SentTargets> {
  const { count } = targets;
  try {
    const answer = await client.callWithBody("setImpactedTargets", targets.body, options);
    return targets.kind === "list"
      ? { ...answer, sentAs: "list", why: "fits", count }
      : { ...answer, sentAs: "all", why: targets.why, count };
  } catch (error) {
    const mayBeShorter = error instanceof MergeQueueError && error.status === 413 && targets.kind === "list";
    if (!mayBeShorter) throw error;
    return sendAll(client, envelope, count, options, error);
  }
}

async function sendAll(
  client: MergeQueueClient,
  envelope: TargetsEnvelope,
  count: number,
  options: CallOptions,
  first: MergeQueueError,
): Promise<SentTargets> {
  try {
    const answer = await client.callWithBody("setImpactedTargets", allTargetsBody(envelope).body, options);
    return { ...answer, attempts: first.attempts + answer.attempts, sentAs: "all", why: "refused", count };
  } catch (error) {
    throw error instanceof MergeQueueError ? error.afterEarlier(first) : error;
  }
}
