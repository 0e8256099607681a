/**
 * START HERE: records an event and decides nothing: the rules do that. An event changes nothing if it arrives twice or
 * late, or concerns something that is not in the queue.
 */

import type { Step } from "../model/decision.js";
import type { EventOf, QueueEventKind } from "../model/event.js";
import type { Queue } from "../model/queue.js";
import { recordClockCorrected } from "./clock-corrected.js";
import { recordHeadPushes, recordHeadsTakenBack } from "./head-pushes.js";
import { recordLanded, recordLandedUntested, recordPrepared, recordTip } from "./landing.js";
import { recordCancellation, recordObservation, recordSubmission } from "./pull-request-changed.js";
import { recordReadmission } from "./readmission.js";
import { recordSettings } from "./settings-changed.js";
import { recordTargets } from "./targets.js";
import {
  recordAbandoned,
  recordBuilt,
  recordChecks,
  recordConflict,
  recordNotStarted,
  recordRestart,
  recordStarted,
} from "./test-run.js";
import { recordTipChecks, recordTipObstacle, recordTipStarted } from "./tip-test.js";
import { recordReadable, recordRunUnreadable, recordUnreadable, recordUnusable } from "./trouble.js";
import {
  recordDiffering,
  recordLandingFailed,
  recordLandingObstacle,
  recordLandingRefused,
  recordTakenUp,
} from "./unsuccessful-landing.js";

/** An event of one of these kinds, which the compiler narrows by `kind`. */
type Event<Kinds extends QueueEventKind> = {
  [Kind in Kinds]: EventOf<Kind> & { readonly kind: Kind };
}[Kinds];

type Recorders<Kinds extends QueueEventKind> = {
  readonly [Kind in Kinds]: (queue: Queue, event: Event<Kind>) => Step;
};

const RECORDERS: Recorders<QueueEventKind> = {
  entrySubmitted: recordSubmission,
  entryCancelled: recordCancellation,
  entryReadmitted: recordReadmission,
  testsRestarted: recordRestart,
  targetsSet: recordTargets,
  settingsChanged: recordSettings,
  pullRequestObserved: recordObservation,
  pullRequestUnreadable: recordUnreadable,
  pullRequestReadable: (queue, event) => ({ queue: recordReadable(queue, event) }),
  headUnusable: recordUnusable,
  tipObserved: recordTip,
  testRunBuilt: recordBuilt,
  testRunConflicted: recordConflict,
  testRunStarted: (queue, event) => recordTipStarted(queue, event) ?? recordStarted(queue, event),
  testRunNotStarted: (queue, event) => recordTipObstacle(queue, event) ?? recordNotStarted(queue, event),
  testRunAbandoned: (queue, event) => recordTipObstacle(queue, event) ?? recordAbandoned(queue, event),
  testRunUnreadable: recordRunUnreadable,
  checksReported: (queue, event) => recordTipChecks(queue, event) ?? recordChecks(queue, event),
  landingPrepared: recordPrepared,
  landingDiffers: recordDiffering,
  landed: recordLanded,
  landedUntested: recordLandedUntested,
  headPushesChosen: (queue, event) => ({ queue: recordHeadPushes(queue, event) }),
  headsTakenBack: recordHeadsTakenBack,
  landingTakenUp: (queue, event) => ({ queue: recordTakenUp(queue, event) }),
  landingFailed: recordLandingFailed,
  landingHindered: recordLandingObstacle,
  landingRefused: recordLandingRefused,
  timePassed: (queue) => ({ queue }),
  clockCorrected: (queue, event) => ({ queue: recordClockCorrected(queue, event) }),
};

export function record<Kind extends QueueEventKind>(queue: Queue, event: Event<Kind>): Step {
  const recorders: Recorders<Kind> = RECORDERS;
  return recorders[event.kind](queue, event);
}
