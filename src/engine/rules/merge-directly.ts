/**
 * Where the queue allows it, an entry lands without a test run when its own checks tested the very tree that lands:
 * its head stands on the tip, nobody is ahead of it in its lane, and the forge's required checks have passed on it.
 */
import { derivedUuid, testRunId } from "../../domain/ids.js";
import { touchedByBatch } from "../lanes.js";
import { allBatches, concludesEntries, formsBatches } from "../lookup.js";
import { overlaps, touchedBy } from "../overlap.js";
import type { Entry, Landing, Queue } from "../queue.js";
import type { Step } from "../rule.js";
import { headOf } from "../tested-heads.js";
import { waitingEntries } from "../waiting.js";

/** So many of those that wait are looked at: whoever is further back is hardly first in a lane. */
const LOOK_AHEAD = 100;

export function mergeDirectly(queue: Queue): Step | null {
  if (queue.settings.directMergeMode === "off" || queue.landing !== null) return null;
  if (!formsBatches(queue) || !concludesEntries(queue)) return null;
  const entry = firstOfItsLane(queue);
  if (entry === null) return null;
  const { tip, settings, nextNumber } = queue;
  const { mergeMethod } = settings;
  const head = headOf(entry);
  const landing: Landing = {
    run: testRunId(derivedUuid(queue.id, nextNumber)),
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
  const ahead = allBatches(queue).map((batch) => touchedByBatch(queue, batch));
  let lookedAt = 0;
  for (const entry of waitingEntries(queue)) {
    const touched = touchedBy(mode, entry);
    if (isTestedOnTip(queue, entry) && !ahead.some((others) => overlaps(others, touched))) return entry;
    ahead.push(touched);
    lookedAt += 1;
    if (lookedAt === LOOK_AHEAD) break;
  }
  return null;
}

function isTestedOnTip({ tip }: Queue, { facts, needsTests }: Entry): boolean {
  return facts.basedOn === tip && facts.ownChecksPassed && !needsTests;
}
