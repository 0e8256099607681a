/** START HERE: explains a decision by its steps: which rule did what. */
import { decideBy, RULES } from "../decide.js";
import type { Decision, Rule, Transition } from "../model/decision.js";
import type { Effect } from "../model/effect.js";
import type { QueueEvent } from "../model/event.js";
import type { Queue } from "../model/queue.js";
import { picture } from "./picture.js";

export interface ExplainedStep {
  /** `record`, or the name of the rule. */
  readonly by: string;
  /** The queue after the step. */
  readonly picture: string;
  readonly transitions: readonly Transition[];
  readonly effects: readonly Effect[];
}

export interface Explanation {
  readonly decision: Decision;
  /** In order; a rule that acted twice appears twice. */
  readonly steps: readonly ExplainedStep[];
}

/** Returns the same decision as `decide`. */
export function explain(queue: Queue, event: QueueEvent, rules: readonly Rule[] = RULES): Explanation {
  const steps: ExplainedStep[] = [];
  let seen = { transitions: 0, effects: 0 };
  const decision = decideBy(rules, queue, event, (by, soFar) => {
    const { transitions, effects } = soFar;
    steps.push({
      by,
      picture: picture(soFar.queue),
      transitions: transitions.slice(seen.transitions),
      effects: effects.slice(seen.effects),
    });
    seen = { transitions: transitions.length, effects: effects.length };
  });
  return { decision, steps };
}
