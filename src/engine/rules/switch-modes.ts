/**
 * A queue that switches its mode does so as soon as nobody has a place any more. One that was paused lands nothing
 * meanwhile, so there those with a place go back to waiting once their tests are over. Entries that came without
 * impacted targets count as touching everything, since nobody asked them for any.
 */
import { ALL_TARGETS } from "../../domain/impacted-targets.js";
import { sharedReasons, withEntries, withoutRuns } from "../change.js";
import type { Step } from "../decision.js";
import { allBatches, isRetry, occupiesSlot } from "../lookup.js";
import type { Entry, ModeSwitch, Queue } from "../queue.js";
import { modeSwitched } from "../reasons/restarts.js";
import { withoutEarlierTargets } from "./forget-earlier-targets.js";

export function switchModes(queue: Queue): Step | null {
  const { modeSwitch, landing } = queue;
  if (modeSwitch === null || landing !== null) return null;
  if (allBatches(queue).length === 0) return { queue: switched(queue, modeSwitch) };
  if (modeSwitch.resume !== "paused" || queue.runs.some(occupiesSlot)) return null;
  const endedRuns = queue.runs;
  // A retry leaves pending failure, also where it has no run.
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
