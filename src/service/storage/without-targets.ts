/** An entry as lists of what is over show it. */
import type { Entry } from "../../engine/queue.js";
import type { ConcludedStay } from "../ports/queue-store.js";

export function withoutTargets({ targets: _targets, earlierTargets: _earlier, ...stay }: Entry): ConcludedStay {
  return stay;
}
