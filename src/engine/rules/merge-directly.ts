/**
 * Where the queue allows it, an entry lands without a test run when its own checks tested the very tree that lands:
 * its head stands on the tip, nobody is ahead of it in its lane, and the forge's required checks have passed on it.
 */
import { derivedTestRunId } from "../../domain/ids.js";
import { meetsLine, touchedByBatch } from "../lanes.js";
import { formsBatches } from "../lookup.js";
import { NewestPlaces } from "../newest-places.js";
import { touchedBy } from "../overlap.js";
import type { Entry, Landing, Queue } from "../queue.js";
import type { Step } from "../rule.js";
import { headOf } from "../tested-heads.js";
import { firstWaiting } from "../waiting.js";

/** So many of those that wait are looked at: whoever is further back is hardly first in a lane. */
const LOOK_AHEAD = 100;

export function mergeDirectly(queue: Queue): Step | null {
  if (queue.settings.directMergeMode === "off" || queue.landing !== null) return null;
  if (!formsBatches(queue)) return null;
  const entry = firstOfItsLane(queue);
  if (entry === null) return null;
  const { tip, settings, nextNumber } = queue;
  const { mergeMethod } = settings;
  const head = headOf(entry);
  const landing: Landing = {
    run: derivedTestRunId(queue.id, nextNumber),
    proof: { kind: "direct", head: head.headSha },
    expectedTip: tip,
    mergeMethod,
    commit: null,
    heads: [head],
    batches: [],
  };
  const { run, heads } = landing;
  return {
    queue: { ...queue, landing, nextNumber: nextNumber + 1 },
    orders: [
      { kind: "prepareLanding", run, onto: tip, heads, mergeMethod, testedOn: tip, tested: head.headSha },
    ],
  };
}

function firstOfItsLane(queue: Queue): Entry | null {
  const { mode } = queue.settings;
  const first = firstWaiting(queue, LOOK_AHEAD);
  if (!first.some((entry) => isTestedOnTip(queue, entry))) return null;
  const ahead = new NewestPlaces();
  for (const [place, batch] of queue.beside.entries()) ahead.put(place, touchedByBatch(queue, batch));
  for (const [place, entry] of first.entries()) {
    const touched = touchedBy(mode, entry);
    if (isTestedOnTip(queue, entry) && ahead.meeting(touched).size === 0 && !meetsLine(queue, touched))
      return entry;
    ahead.put(queue.beside.length + place, touched);
  }
  return null;
}

function isTestedOnTip({ tip }: Queue, { facts, needsTests, trouble }: Entry): boolean {
  return trouble === undefined && facts.basedOn === tip && facts.ownChecksPassed && !needsTests;
}
