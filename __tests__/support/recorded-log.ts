/** The log of a queue's life as a file has it, written by the writer that the program has. */
import { decide, decideBy, RULES } from "../../src/engine/decide.js";
import type { QueueEvent } from "../../src/engine/model/event.js";
import type { Queue } from "../../src/engine/model/queue.js";
import { decisionDigest } from "../../src/service/ports/decision-digest.js";
import { eventLine, headerLine } from "../../src/service/replay/log-format.js";
import type { Decide } from "./engine-world.js";
import { aQueueName } from "./stored-queue.js";

/** Another version of the engine, which lands nothing. */
export const withoutLanding: Decide = (queue, event) =>
  decideBy(
    RULES.filter(({ name }) => !name.startsWith("landPassed")),
    queue,
    event,
  );

export interface Told {
  readonly first: Queue;
  readonly log: readonly QueueEvent[];
}

/** Header first. `by` is the engine of another version, which also wrote the log. */
export function recordedLines(
  { first, log }: Told,
  engine = "1.0.0",
  by: Decide = decide,
): readonly string[] {
  const lines = [headerLine({ exportedBy: engine, name: aQueueName(), queue: first, version: 0 })];
  let queue = first;
  log.forEach((event, index) => {
    const decision = by(queue, event);
    const recorded = { digest: decisionDigest(queue, decision), engine };
    lines.push(eventLine({ version: index + 1, event, recorded }, decision.queue));
    ({ queue } = decision);
  });
  return lines;
}

/** The bytes of texts, as a file gives them. */
export async function* bytesOf(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text));
}
