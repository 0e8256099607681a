/** Ends hedges that no longer test an alternate; without `hedging`, all of them. */

import { withoutRuns } from "../model/change.js";
import type { Step } from "../model/decision.js";
import type { Queue } from "../model/queue.js";
import { questionOf } from "../planning/alternates.js";
import { planOf } from "../planning/plan.js";

export function endHedges(queue: Queue): Step | null {
  if (queue.hedges.length === 0) return null;
  const places = new Map(planOf(queue).places.map((place) => [place.batch.id, place]));
  const endedRuns = queue.hedges.filter((hedge) => {
    const place = places.get(hedge.batch);
    const isGivenUp = !queue.settings.hedging || hedge.progress.kind === "conflicted";
    return isGivenUp || place === undefined || questionOf(queue, place, hedge) === null;
  });
  return endedRuns.length === 0 ? null : { queue: withoutRuns(queue, endedRuns), endedRuns };
}
