/**
 * Writes down what happened and judges nothing: what follows from it is for the rules. An event that comes twice,
 * late, or about something the queue does not have changes nothing.
 */
import { assertNever } from "../domain/assert-never.js";
import type { QueueEvent } from "./event.js";
import { recordClockCorrected } from "./facts/clock.js";
import {
  recordDiffering,
  recordLandingFailed,
  recordLandingHindered,
  recordLandingRefused,
  recordTakenUp,
} from "./facts/hindered-landing.js";
import { recordLanded, recordLandedUntested, recordPrepared, recordTip } from "./facts/landing.js";
import { recordCancellation, recordObservation, recordSubmission } from "./facts/pull-request.js";
import { recordSettings } from "./facts/settings.js";
import { recordTargets } from "./facts/targets.js";
import {
  recordAbandoned,
  recordBuilt,
  recordChecks,
  recordConflict,
  recordNotStarted,
  recordRestart,
  recordStarted,
} from "./facts/test-run.js";
import { recordReadable, recordRunUnreadable, recordUnreadable, recordUnusable } from "./facts/trouble.js";
import type { Queue } from "./queue.js";
import type { Step } from "./rule.js";

export function record(queue: Queue, event: QueueEvent): Step {
  switch (event.kind) {
    case "entrySubmitted":
      return recordSubmission(queue, event);
    case "entryCancelled":
      return recordCancellation(queue, event);
    case "testsRestarted":
      return recordRestart(queue, event);
    case "targetsSet":
      return recordTargets(queue, event);
    case "settingsChanged":
      return { queue: recordSettings(queue, event) };
    case "pullRequestObserved":
      return recordObservation(queue, event);
    case "pullRequestUnreadable":
      return recordUnreadable(queue, event);
    case "pullRequestReadable":
      return { queue: recordReadable(queue, event) };
    case "headUnusable":
      return recordUnusable(queue, event);
    case "tipObserved":
      return recordTip(queue, event);
    case "testRunBuilt":
      return recordBuilt(queue, event);
    case "testRunConflicted":
      return recordConflict(queue, event);
    case "testRunStarted":
      return recordStarted(queue, event);
    case "testRunNotStarted":
      return recordNotStarted(queue, event);
    case "testRunAbandoned":
      return recordAbandoned(queue, event);
    case "testRunUnreadable":
      return recordRunUnreadable(queue, event);
    case "checksReported":
      return recordChecks(queue, event);
    case "landingPrepared":
      return recordPrepared(queue, event);
    case "landingDiffers":
      return recordDiffering(queue, event);
    case "landed":
      return recordLanded(queue, event);
    case "landedUntested":
      return recordLandedUntested(queue, event);
    case "landingTakenUp":
      return { queue: recordTakenUp(queue, event) };
    case "landingFailed":
      return recordLandingFailed(queue, event);
    case "landingHindered":
      return recordLandingHindered(queue, event);
    case "landingRefused":
      return recordLandingRefused(queue, event);
    case "timePassed":
      return { queue };
    case "clockCorrected":
      return { queue: recordClockCorrected(queue, event) };
    default:
      return assertNever(event);
  }
}
