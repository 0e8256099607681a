/** A queue small enough that everything that may happen to it can be tried, in every order. */
import type { ImpactedTargets } from "../../src/domain/impacted-targets.js";
import type { QueueSettings } from "../../src/domain/queue-settings.js";
import type { QueueEvent } from "../../src/engine/model/event.js";
import type { World } from "./small-world.js";

/** How often each of the things that could go on for ever may happen. */
export interface Budget {
  readonly cancels: number;
  /** Somebody submits once more what is in the queue, or was. */
  readonly resubmits: number;
  readonly pushes: number;
  readonly retargets: number;
  readonly restarts: number;
  /** Other impacted targets, for any entry. */
  readonly uploads: number;
  readonly outsidePushes: number;
  readonly outsideDrops: number;
  readonly pauses: number;
  readonly stops: number;
  readonly switches: number;
  readonly settings: number;
  /** Time passes until the queue wants to be woken, though something else could happen first. */
  readonly waits: number;
  /** A landing, or what prepares it, is done and nobody hears of it; builds too where `losesBuilds`. */
  readonly lostAnswers: number;
  /** The repository does not let the branch be moved from where it stands: for good, or for one attempt, which says so late. */
  readonly refusals: number;
  /** The newest answer about a landing, or look at the branch, is heard once more. */
  readonly echoes: number;
  /** A failed test run passes when it is run again. */
  readonly reruns: number;
  /** CI gives up on a test run. */
  readonly interruptions: number;
  /** The first required check of a test run passes, and nothing is known of the others. */
  readonly partials: number;
  /** A pull request cannot be read, once or for ten minutes. */
  readonly troubles: number;
}

export interface Submission {
  readonly priority?: number;
  readonly targets?: ImpactedTargets;
  readonly noBatch?: boolean;
  /** Its head stands on the tip there is then, and its own checks have passed. */
  readonly standsOnTip?: boolean;
  /** But for those. */
  readonly isUnchecked?: boolean;
  /** What the forge tells of those: enough, too little, or of another tree than the head has. Absent: nothing. */
  readonly evidence?: "enough" | "tooLittle" | "ofOtherTree";
  /** Submitted to an earlier version, which retries it in its place now; with `buildsAtOnce`, and before all others. */
  readonly isRetriedInPlace?: boolean;
}

export interface SmallQueue {
  readonly settings: Partial<QueueSettings>;
  /** The pull requests 1, 2, … as they are submitted, in this order. */
  readonly submissions: readonly Submission[];
  /** Pairs that conflict, such as `1:2`, or clash once one lands beside the other, such as `1~2`. */
  readonly pairs?: readonly string[];
  /** What settings may be changed to. */
  readonly changes?: readonly Partial<QueueSettings>[];
  /** What may be uploaded. */
  readonly uploads?: readonly ImpactedTargets[];
  /** Test branches are there at once: fewer orders of things to try, where that is not the question. */
  readonly buildsAtOnce?: boolean;
  /** Test branches may be there without the queue having heard of it, so that tests are over too early. */
  readonly losesBuilds?: boolean;
  readonly budget: Partial<Budget>;
}

export interface State {
  readonly world: World;
  readonly submitted: number;
  readonly budget: Budget;
  /** The newest answer about a landing, or look at the branch. */
  readonly echo: readonly QueueEvent[];
}

export const NO_BUDGET: Budget = {
  cancels: 0,
  resubmits: 0,
  pushes: 0,
  retargets: 0,
  restarts: 0,
  uploads: 0,
  outsidePushes: 0,
  outsideDrops: 0,
  pauses: 0,
  stops: 0,
  switches: 0,
  settings: 0,
  waits: 0,
  lostAnswers: 0,
  refusals: 0,
  echoes: 0,
  reruns: 0,
  interruptions: 0,
  partials: 0,
  troubles: 0,
};

export const BUDGET_NAMES = [
  "cancels",
  "resubmits",
  "pushes",
  "retargets",
  "restarts",
  "uploads",
  "outsidePushes",
  "outsideDrops",
  "pauses",
  "stops",
  "switches",
  "settings",
  "waits",
  "lostAnswers",
  "refusals",
  "echoes",
  "reruns",
  "interruptions",
  "partials",
  "troubles",
] as const satisfies readonly (keyof Budget)[];
