/**
 * Switches the mode as soon as no batch has a place. A queue that was paused lands nothing meanwhile, so its batches
 * return to waiting once their tests end. Entries without impacted targets count as `ALL`, since single mode needs
 * none.
 */
import { ALL_TARGETS } from "../../domain/impacted-targets.js";
import { modeSwitched } from "../explain/reasons/restarts.js";
import { sharedReasons, withEntries, withoutRuns } from "../model/change.js";
import type { Step } from "../model/decision.js";
import { allBatches, isRetry, occupiesSlot } from "../model/lookup.js";
import type { Entry, ModeSwitch, Queue } from "../model/queue.js";
import { withoutEarlierTargets } from "./forget-earlier-targets.js";

export function switchModes(queue: Queue): Step | null {
  const { modeSwitch, landing } = queue;
  if (modeSwitch === null || landing !== null) return null;
  if (allBatches(queue).length === 0) return { queue: switched(queue, modeSwitch) };
  if (modeSwitch.resume !== "paused" || queue.runs.some(occupiesSlot)) return null;
  const endedRuns = queue.runs;
  // A retry is pending failure even without a run, and needs a reason to leave that state.
  const retries = queue.beside.filter(isRetry).map(({ entries }) => entries);
  const unseated = [...endedRuns.map(({ own }) => own), ...retries];
  const unplaced = withoutEarlierTargets(
    queue,
    allBatches(queue).flatMap(({ entries }) => entries),
  );
  return {
    queue: switched(withoutRuns({ ...unplaced, line: [], beside: [] }, endedRuns), modeSwitch),
    endedRuns,
    reasons: sharedReasons(unseated.map((own) => [own, modeSwitched(own, modeSwitch.mode)])),
  };
}

function switched(queue: Queue, { mode, resume }: ModeSwitch): Queue {
  const untold = mode === "parallel" ? queue.entries.filter(({ targets }) => targets === null) : [];
  return withEntries(
    { ...queue, state: resume, modeSwitch: null, settings: { ...queue.settings, mode } },
    untold.map((entry): Entry => ({ ...entry, targets: ALL_TARGETS })),
  );
}
