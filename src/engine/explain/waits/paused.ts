/** The wait of an entry in a paused queue: paused by a person, or by itself with its cause. */
import type { Queue } from "../../model/queue.js";
import { healthOf } from "../../model/target-health.js";
import { quoted } from "../reasons/sentence-parts.js";
import { untilResumed, whyPaused } from "../reasons/target-branch.js";
import { aboutThing, type Situation, situation, type WaitLink } from "./situation.js";
import { branchWords } from "./wait-words.js";

const UNTIL_RESUMED = "but the queue is paused: nothing starts or lands until it is resumed";

/** `lead` begins the clause, which continues with "but". */
export function pausedSituation(
  queue: Queue,
  chain: readonly WaitLink[],
  more: readonly string[] = [],
  byPerson: string = UNTIL_RESUMED,
  lead = "",
): Situation {
  const { pause } = healthOf(queue);
  if (pause === null) {
    return situation("paused", byPerson, [aboutThing(branchWords(queue), "is paused"), ...chain], null, more);
  }
  const isRed = pause.cause.kind === "targetBranch";
  const why = whyPaused(queue, pause);
  const link = isRed
    ? aboutThing(branchWords(queue), "itself is broken")
    : aboutThing("CI", "gives no result");
  return situation(isRed ? "targetBroken" : "ciOutage", `${lead}but ${why}`, [link, ...chain], null, [
    ...more,
    untilResumed(queue, pause),
  ]);
}

/** Of a failed entry: its blame waits for the test of the tip alone. Empty without such a test. */
export function whileTipIsTested(queue: Queue): readonly string[] {
  const { test, pause } = healthOf(queue);
  if (test === null || pause !== null) return [];
  return [`${quoted(queue.targetBranch)} alone is tested before the failure is blamed on a pull request.`];
}
