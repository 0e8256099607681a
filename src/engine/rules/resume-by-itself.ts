/** Ends an automatic pause when the tip passes, or when the setting is switched off. A person's pause is never ended. */
import { testedAfterPause } from "../explain/reasons/target-branch.js";
import type { Step } from "../model/decision.js";
import type { Queue } from "../model/queue.js";
import { healthOf, isTipSound } from "../model/target-health.js";
import { pauseEnded, withState } from "../planning/automatic-pause.js";

export function resumeByItself(queue: Queue): Step | null {
  const { pause } = healthOf(queue);
  const isOver = isTipSound(queue) || pause?.hadVerdict === true;
  if (pause === null || (queue.settings.pauseOnRedTarget === true && !isOver)) return null;
  const step = pauseEnded(queue, (own) => testedAfterPause(queue, pause.cause, own, isOver));
  return { ...step, queue: withState(step.queue, pause.resume) };
}
