/**
 * Gives slots that the line does not need to hedges, likeliest first: they test what would be tested if one predecessor
 * had another outcome, so that this test is already under way when it does.
 */

import { indexOf } from "../index/queue-index.js";
import type { Step } from "../model/decision.js";
import { freeSlotsForHedges, hedgesOf, startsTests } from "../model/lookup.js";
import type { Batch, Queue } from "../model/queue.js";
import { type Alternate, alternates, contentsOfAlternate, questionOf } from "../planning/alternates.js";
import { isInvalidated, planOf } from "../planning/plan.js";
import { newRun, startTestRunEffect } from "./start-test-runs.js";

const MOST_PER_BATCH = 2;
/** After this many hedges without a verdict, the batch gets no further ones. */
const MOST_LOST = 2;

export function startHedges(queue: Queue): Step | null {
  if (!queue.settings.hedging || !startsTests(queue)) return null;
  const slots = freeSlotsForHedges(queue);
  if (slots <= 0 || isPlanOverSoon(queue)) return null;
  const chosen = likeliest(queue, slots);
  if (chosen.length === 0) return null;
  const plan = planOf(queue);
  const started = chosen.map((alternate, index) =>
    newRun(queue, alternate.place.batch, contentsOfAlternate(plan, alternate), queue.nextNumber + index),
  );
  return {
    queue: {
      ...queue,
      hedges: [...queue.hedges, ...started],
      nextNumber: queue.nextNumber + started.length,
    },
    effects: started.map((run) => startTestRunEffect(queue, run)),
  };
}

/** Whether the next round changes the plan, which would end new hedges immediately. */
function isPlanOverSoon(queue: Queue): boolean {
  const { ended } = indexOf(queue.entries);
  return (
    queue.line.some(({ entries }) => entries.some((entry) => ended.has(entry))) ||
    planOf(queue).decided.some(isInvalidated)
  );
}

function likeliest(queue: Queue, slots: number): readonly Alternate[] {
  const chosen: Alternate[] = [];
  const known = new Map<Batch, Set<number | null>>();
  for (const alternate of alternates(planOf(queue))) {
    const { place, question } = alternate;
    const { batch } = place;
    const questions =
      known.get(batch) ?? new Set(hedgesOf(queue, batch.id).map((hedge) => questionOf(queue, place, hedge)));
    known.set(batch, questions);
    if (questions.has(question) || questions.size >= MOST_PER_BATCH || batch.lostHedges >= MOST_LOST)
      continue;
    questions.add(question);
    chosen.push(alternate);
    if (chosen.length === slots) break;
  }
  return chosen;
}
