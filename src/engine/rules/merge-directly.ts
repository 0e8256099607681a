/**
 * With `directMergeMode` (shown as `landWithoutRetest`), an entry lands without a test run if its own checks tested the
 * tree that lands: its head contains the tip, it has no predecessor, and its evidence is that of a test run.
 */

import { derivedTestRunId } from "../../domain/ids.js";
import { provesHead } from "../../domain/pull-request.js";
import { TargetGraph } from "../index/queue-index.js";
import type { Step } from "../model/decision.js";
import { formsBatches } from "../model/lookup.js";
import type { Entry, Landing, LandingProof, Queue } from "../model/queue.js";
import { meetsLine, touchedByBatch } from "../planning/lanes.js";
import { touchedBy } from "../planning/overlap.js";
import { headOf } from "../planning/tested-heads.js";
import { firstWaiting } from "../planning/waiting-entries.js";

/** Waiting entries considered: one further back is rarely first in its lane. */
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
    proof: directProof(entry),
    expectedTip: tip,
    mergeMethod,
    commit: null,
    heads: [head],
    batches: [],
  };
  const { run, heads } = landing;
  return {
    queue: { ...queue, landing, nextNumber: nextNumber + 1 },
    effects: [
      { kind: "prepareLanding", run, onto: tip, heads, mergeMethod, testedOn: tip, tested: head.headSha },
    ],
  };
}

function firstOfItsLane(queue: Queue): Entry | null {
  const { beside, settings } = queue;
  const first = firstWaiting(queue, LOOK_AHEAD);
  const last = first.findLastIndex((entry) => isTestedOnTip(queue, entry));
  if (last === -1) return null;
  const touched = first.slice(0, last + 1).map((entry) => touchedBy(settings.mode, entry));
  const row = [...beside.map((batch) => touchedByBatch(queue, batch)), ...touched];
  const graph = new TargetGraph<number>();
  graph.follow([...row.keys()], row);
  const ahead = graph.nextAhead(beside.length);
  const isFirst = (place: number): boolean =>
    ahead[place]?.length === 0 && !meetsLine(queue, touched[place] ?? []);
  return first.find((entry, place) => isTestedOnTip(queue, entry) && isFirst(place)) ?? null;
}

function isTestedOnTip({ tip, settings }: Queue, { facts, needsTests, trouble }: Entry): boolean {
  const { headEvidence: evidence } = facts;
  // Logs of earlier versions have no evidence and decided without it.
  if (evidence !== undefined && !provesHead(evidence, settings.requiredStatuses)) return false;
  return trouble === undefined && facts.basedOn === tip && facts.ownChecksPassed && !needsTests;
}

function directProof({ facts: { headSha: head, headEvidence: evidence } }: Entry): LandingProof {
  return { kind: "direct", head, ...(evidence !== undefined && { evidence }) };
}
