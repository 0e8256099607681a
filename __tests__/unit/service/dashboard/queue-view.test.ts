/** The rows of a queue page: those of unchanged entries are kept, and show what rows show that are made anew. */
import { describe, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../../src/domain/ids.js";
import { targetList } from "../../../../src/domain/impacted-targets.js";
import type { Estimates } from "../../../../src/engine/explain/estimates/estimate-landings.js";
import type { Queue } from "../../../../src/engine/model/queue.js";
import { NO_FILTER, queueView } from "../../../../src/service/dashboard/reading/queue-view.js";
import { MAIN } from "../../../support/api-world.js";
import {
  after,
  aQueue,
  cancelled,
  type Happening,
  happening,
  submitted,
  turned,
} from "../../../support/queue-builder.js";
import { seededChance } from "../../../support/seeded-chance.js";

function rowsOf(queue: Queue, estimates?: Estimates) {
  return queueView({ name: MAIN, queue, version: 1, wakeAt: null }, NO_FILTER, estimates).rows;
}

/** Of entries that no row was made of before. */
function newRowsOf(queue: Queue, estimates?: Estimates) {
  return rowsOf(structuredClone(queue), estimates);
}

const chance = seededChance(7);

function anyHappening({ entries, runs, state }: Queue, number: number): Happening {
  const what = chance.next();
  const entry = entries[chance.whole(0, entries.length - 1)];
  const run = runs[0];
  if (entry === undefined || what < 0.4) {
    const priority = [10, 100, 200][chance.whole(0, 2)] ?? 100;
    const targets = targetList([["web", "docs", "core"][chance.whole(0, 2)] ?? "web"]);
    return submitted(number, { priority, targets, facts: { draft: chance.next() < 0.2 } });
  }
  if (what < 0.55) return cancelled(entry.facts.number);
  if (what < 0.7) return turned(state === "paused" ? "running" : "paused");
  if (what < 0.8 || run === undefined) return submitted(entry.facts.number, { priority: 10 });
  const checks = [
    { name: "tests", url: "https://ci.example", status: "completed", conclusion: "success" },
  ] as const;
  return happening(({ now }) => ({ kind: "checksReported", at: now, run: run.id, checks }));
}

describe("the rows of a queue page", () => {
  it.each(["single", "parallel"] as const)("are those of a page that is read anew, in mode %s", (mode) => {
    let queue = aQueue({ mode, concurrency: 2 });
    for (let step = 1; step <= 60; step += 1) {
      queue = after(queue, anyHappening(queue, step));
      expect(rowsOf(queue)).toEqual(newRowsOf(queue));
    }
  });

  it("are the same objects while their entries wait in the same places", () => {
    const queue = after(aQueue({ concurrency: 1 }), submitted(1), submitted(2), submitted(3));
    const later = after(queue, submitted(4));
    const [before, now] = [rowsOf(queue), rowsOf(later)];
    expect([now[1] === before[1], now[2] === before[2], now[3]?.number]).toEqual([true, true, 4]);
  });

  it("show another estimate", () => {
    const queue = after(aQueue({ concurrency: 1 }), submitted(1), submitted(2));
    for (const from of [60_000, 120_000]) {
      const estimates = new Map([
        [pullRequestNumber(2), { from, middle: from + 30_000, until: from + 60_000 }],
      ]);
      expect(rowsOf(queue, estimates)).toEqual(newRowsOf(queue, estimates));
    }
  });
});
