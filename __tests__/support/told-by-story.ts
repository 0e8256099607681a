/** What receivers of webhooks are told while a story happens to a queue. */

import { isRecord } from "../../src/domain/is-record.js";
import { decide } from "../../src/engine/decide.js";
import type { QueueEvent } from "../../src/engine/model/event.js";
import type { Queue } from "../../src/engine/model/queue.js";
import { describeDecision } from "../../src/service/webhooks/describe-decision.js";
import { detailsUrl } from "../../src/service/webhooks/destination.js";
import { type Happening, story } from "./queue-builder.js";
import { aQueueName } from "./stored-queue.js";

export type Told = Readonly<Record<string, unknown>>;

export const describeForTests = describeDecision({
  detailsUrl: detailsUrl("https://queue.example.com", () => ""),
  testBranchPrefix: "mq-merge/",
});

/** From the queue as it is given, with everything that the story's happenings bring about. */
export function toldBy(queue: Queue, ...happenings: readonly Happening[]): readonly Told[] {
  return toldIn(queue, story(queue, ...happenings).events);
}

export function toldIn(beginning: Queue, events: readonly QueueEvent[]): readonly Told[] {
  const told: Told[] = [];
  const name = aQueueName();
  let [before, version] = [beginning, 0];
  for (const event of events) {
    const decision = decide(before, event);
    const stored = { name, queue: before, version, wakeAt: null };
    version += 1;
    const after = { ...stored, queue: decision.queue, version };
    for (const { body } of describeForTests(stored, after, decision)) told.push(payloadOf(body));
    before = decision.queue;
  }
  return told;
}

export function payloadOf(body: string): Told {
  const value: unknown = JSON.parse(body);
  if (isRecord(value)) return value;
  throw new Error(`not a message: ${body}`);
}

/** One line per message: what it is, of whom, and why. */
export function linesOf(told: readonly Told[]): readonly string[] {
  return told.map((message) => {
    const { type, pr_number: one, pr_numbers: several, status } = message;
    const who = Array.isArray(several) ? several.join("+") : (one ?? status);
    const why = [message["reason"], message["failure_reason"], message["cancellation_reason"]];
    return [type, who, ...why.filter((reason) => reason !== undefined)].join(" ");
  });
}
