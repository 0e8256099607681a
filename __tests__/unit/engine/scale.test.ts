/** Ten thousand entries may wait: decisions stay fast, and the line stays bounded. */
import { describe, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../src/domain/ids.js";
import { decide } from "../../../src/engine/decide.js";
import type { Entry, Queue, TestRunProgress } from "../../../src/engine/model/queue.js";
import {
  after,
  aQueue,
  cancelled,
  entryNumbered,
  type Happening,
  minutesPassed,
  passed,
  restarted,
  submitted,
} from "../../support/queue-builder.js";

/** Entries that wait, in five priorities, as they would after as many submissions. */
function crowd(queue: Queue, size: number): Queue {
  const template = entryNumbered(after(aQueue(), submitted(1)), 1);
  const entries = Array.from({ length: size }, (_, index): Entry => {
    const facts = { ...template.facts, number: pullRequestNumber(index + 1) };
    return { ...template, facts, sequence: index + 1, priority: 100 + (index % 5), state: "pending" };
  });
  return { ...queue, entries, nextNumber: size + 1 };
}

describe("a queue with ten thousand waiting entries and a hundred in the line", () => {
  const queue = after(crowd(aQueue({ concurrency: 100 }), 10_100), minutesPassed(0));
  const happenings: readonly (readonly [string, Happening])[] = [
    ["time passes", minutesPassed(1)],
    ["one more is submitted", submitted(20_000)],
    ["an urgent one is submitted", submitted(20_000, { priority: 0 })],
    ["a waiting one is cancelled", cancelled(9_999)],
    ["the first one is cancelled", cancelled(1)],
    ["the first one passes", passed("1")],
    ["the last one is restarted", restarted(496)],
  ];

  // Each takes a few milliseconds; the limit only catches a cost that grows with the square.
  it.each(happenings)("decides in well under a second when %s", (_, { events }) => {
    const [event] = events(queue);
    if (event === undefined) throw new Error("nothing happens");
    const start = process.cpuUsage();
    decide({ ...queue, entries: [...queue.entries] }, event);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(500);
  });
});

it("lets no more than a thousand stand in the line behind a slow head", () => {
  const queue = decide(crowd(aQueue({ concurrency: 1000 }), 1010), { kind: "timePassed", at: 0 }).queue;
  const progress = (index: number): TestRunProgress =>
    index === 0 ? { kind: "running", startedAt: queue.now } : { kind: "passed" };
  const runs = queue.runs.map((run, index) => ({ ...run, progress: progress(index) }));
  const { queue: later } = decide({ ...queue, runs }, { kind: "timePassed", at: 0 });
  expect(later.line).toHaveLength(1000);
});
