/** Records changed settings: a state applies immediately; a new mode makes the queue switch modes. */
import type { QueueSettings } from "../../domain/queue-settings.js";
import { testedAfterPause } from "../explain/reasons/target-branch.js";
import { withHealth } from "../model/change.js";
import type { Step } from "../model/decision.js";
import type { EventOf } from "../model/event.js";
import type { Queue } from "../model/queue.js";
import { healthOf } from "../model/target-health.js";
import { pauseEnded } from "../planning/automatic-pause.js";
import { handGatheringOver } from "../planning/batching.js";
import { handLanesOver } from "../planning/lanes.js";
import { handPlanOver } from "../planning/plan.js";

export function recordSettings(queue: Queue, event: EventOf<"settingsChanged">): Step {
  const changed = withSettings(queue, event);
  const { pause } = healthOf(queue);
  if (pause === null || event.state === null) return { queue: changed };
  // A person's command replaces the automatic pause; a resume vouches for this tip.
  const sound = { commit: queue.tip, at: queue.now, isByPerson: true };
  return pauseEnded(withHealth(changed, { row: null, ...(event.state !== "paused" && { sound }) }), (own) =>
    testedAfterPause(queue, pause.cause, own, false),
  );
}

function withSettings(queue: Queue, { settings, state }: EventOf<"settingsChanged">): Queue {
  const { mode: current } = queue.settings;
  const mode = settings.mode ?? queue.modeSwitch?.mode ?? current;
  const resume = state ?? resumedState(queue);
  const changed: QueueSettings = { ...queue.settings, ...settings, mode: current };
  handLanesOver(queue.settings, changed);
  handGatheringOver(queue.settings, changed);
  handPlanOver(queue.settings, changed);
  return {
    ...queue,
    settings: changed,
    ...(mode === current
      ? { state: resume, modeSwitch: null }
      : { state: "switchingModes" as const, modeSwitch: { mode, resume } }),
  };
}

function resumedState({ state, modeSwitch }: Queue) {
  if (modeSwitch !== null) return modeSwitch.resume;
  if (state === "switchingModes") throw new Error("the queue switches to no mode");
  return state;
}
