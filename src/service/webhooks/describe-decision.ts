/**
 * START HERE for webhooks: the messages of a decision. Every transition of an entry with a documented API state results
 * in one message. Batches of several entries, and the queue's state, have separate messages.
 */

import { repositoryKey } from "../../domain/repository.js";
import type { Decision } from "../../engine/model/decision.js";
import type { Queue } from "../../engine/model/queue.js";
import type { DescribeDecision, WebhookMessage } from "../ports/webhook-store.js";
import { batchNotices } from "./batch-notices.js";
import type { DetailsUrl } from "./destination.js";
import { queueNotices, type WebhookNotice, Wording } from "./payload.js";
import { pullRequestNotices } from "./pull-request-notices.js";
import { SurroundingsOfDecision } from "./surroundings-of-decision.js";

export interface DescriptionOptions {
  readonly detailsUrl: DetailsUrl;
  readonly testBranchPrefix: string;
}

export function describeDecision({ detailsUrl, testBranchPrefix }: DescriptionOptions): DescribeDecision {
  return (before, after, decision) => {
    const { name, version } = after;
    const wording = new Wording(name, detailsUrl, testBranchPrefix);
    return noticesOf(before.queue, decision, wording).map(
      ({ at, payload }, index): WebhookMessage => ({
        // A restored store reaches a version a second time, at another time and with other events.
        id: `msg_${decision.queue.id}_${version}_${decision.queue.now}_${index}`,
        event: payload.type,
        at,
        repository: repositoryKey(name.repository),
        body: JSON.stringify(payload),
      }),
    );
  };
}

/** In the order of the transitions; the message of a batch comes after those of its entries. */
function noticesOf(before: Queue, decision: Decision, wording: Wording): readonly WebhookNotice[] {
  const queue = queueNotices(before, decision.queue, wording);
  if (decision.transitions.length === 0) return queue;
  const around = new SurroundingsOfDecision(before, decision);
  return [...pullRequestNotices(around, wording), ...batchNotices(around, wording), ...queue];
}
