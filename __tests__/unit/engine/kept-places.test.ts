/**
 * A plan is made out of what the one before it was made of: where nothing about a place changed, the place is the very
 * one that it was, and where its heads are the same, so are their lists. Otherwise each step would cost what the whole
 * line costs.
 */
import { expect, it } from "@jest/globals";
import { Life } from "../../../bench/engine-life.js";
import type { QueueSettings } from "../../../src/domain/queue-settings.js";
import { decideBy, RULES } from "../../../src/engine/decide.js";
import type { Queue } from "../../../src/engine/model/queue.js";
import type { Place } from "../../../src/engine/planning/place.js";
import { planOf } from "../../../src/engine/planning/plan.js";
import { liveRandomly } from "../../support/random-life.js";

/** They plan for a line that is none yet, or step by step. */
const PLAN_AHEAD = new Set(["promoteUrgentEntries", "rejoinPassedParts", "promoteHedges"]);

interface Seen {
  readonly queue: Queue;
  readonly places: readonly Place[];
  readonly parts: readonly Place[];
}

class Watch {
  kept = 0;
  listsKept = 0;
  partsKept = 0;
  #before: Seen | null = null;

  readonly decide = (_name: string, queue: Queue, event: Parameters<typeof decideBy>[2]) => {
    this.#before = seen(queue);
    return decideBy(RULES, queue, event, (by, soFar) => {
      const now = seen(soFar.queue);
      if (this.#before !== null && !PLAN_AHEAD.has(by)) this.#compare(this.#before, now);
      this.#before = now;
    });
  };

  #compare(before: Seen, now: Seen): void {
    const isAlike =
      before.queue.tip === now.queue.tip && before.queue.settings.mode === now.queue.settings.mode;
    for (const place of now.places) {
      const known = before.places.find(({ batch }) => batch === place.batch);
      if (known === undefined) continue;
      this.#expectListsKept(known, place);
      if (!isAlike || !isSamePlace(known, place)) continue;
      expect(place).toBe(known);
      this.kept += 1;
    }
    for (const part of now.parts) {
      const known = before.parts.find(({ batch, run }) => batch === part.batch && run === part.run);
      if (known === undefined || !areSame(known.own, part.own)) continue;
      expect(part).toBe(known);
      this.partsKept += 1;
    }
  }

  #expectListsKept(known: Place, place: Place): void {
    if (!areSame(known.own, place.own)) return;
    expect(place.own).toBe(known.own);
    if (known.ahead !== place.ahead) return;
    expect(place.contents).toBe(known.contents);
    this.listsKept += 1;
  }
}

function seen(queue: Queue): Seen {
  const { places, parts } = planOf(queue);
  return { queue, places, parts };
}

function isSamePlace(one: Place, other: Place): boolean {
  return (
    one.run === other.run &&
    one.isLanding === other.isLanding &&
    one.own === other.own &&
    one.ahead === other.ahead &&
    areSame(one.leftOut, other.leftOut) &&
    one.predecessors.equals(other.predecessors)
  );
}

function areSame<Item>(some: readonly Item[], others: readonly Item[]): boolean {
  return some.length === others.length && some.every((one, at) => one === others[at]);
}

const SHAPES: readonly Partial<QueueSettings>[] = [
  { mode: "single", pendingFailureDepth: 0 },
  { mode: "single", pendingFailureDepth: 2, canOptimisticallyMerge: true },
  { mode: "single", batch: true, pendingFailureDepth: 1 },
  { mode: "parallel", pendingFailureDepth: 1 },
  { mode: "parallel", batch: true, canOptimisticallyMerge: true },
];

it.each(SHAPES.map((settings) => [JSON.stringify(settings), settings] as const))(
  "what did not change is kept in a busy line with %s",
  (_, settings) => {
    const watch = new Watch();
    const life = new Life(3, { settings, waiting: 8, line: 6, targets: 60 }, watch.decide);
    for (let turn = 0; turn < 3; turn++) life.live();
    expect(watch.kept).toBeGreaterThan(40);
    expect(watch.listsKept).toBeGreaterThan(40);
  },
);

it.each([9101, 9102, 9103, 9104, 9105, 9106])("what did not change is kept in life %i", (seed) => {
  const watch = new Watch();
  liveRandomly(seed, (queue, event) => watch.decide("", queue, event));
  expect(watch.listsKept).toBeGreaterThan(40);
});

it.each([9147, 9401])("parts beside the line that did not change are kept in life %i", (seed) => {
  const watch = new Watch();
  liveRandomly(seed, (queue, event) => watch.decide("", queue, event));
  expect(watch.partsKept).toBeGreaterThan(40);
});
