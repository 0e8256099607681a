/** Events, rules and effects of a decision in a few words. Names in backticks are untrusted text. */
import { assertNever } from "../../../domain/assert-never.js";
import type { TestRunId } from "../../../domain/ids.js";
import { listed, separated } from "../../../domain/words.js";
import type { Effect } from "../../../engine/model/effect.js";
import type { QueueEvent } from "../../../engine/model/event.js";
import { allRuns } from "../../../engine/model/lookup.js";
import type { Queue } from "../../../engine/model/queue.js";

/** Pages are no place for a hundred checks. */
const MOST_CHECKS = 5;
/** Of a run's number, at the end of its id. */
const NUMBER_DIGITS = 12;

/** The words for a test run, such as `the test run of #6`. */
export type RunName = (run: TestRunId) => string;

export function eventWords(event: QueueEvent, runName: RunName): string {
  if ("run" in event) return capital(runWords(event, runName));
  switch (event.kind) {
    case "entrySubmitted":
      return `#${event.facts.number} was submitted`;
    case "entryCancelled":
      return `#${event.pullRequest} was cancelled`;
    case "entryReadmitted":
      return `#${event.pullRequest} was read again, to return to its place`;
    case "testsRestarted":
      return `The tests of #${event.pullRequest} were restarted`;
    case "targetsSet":
      return `Impacted targets of #${event.pullRequest} were uploaded`;
    case "settingsChanged":
      return event.state === null ? "Settings were changed" : `The queue was set to ${event.state}`;
    case "pullRequestObserved":
      return event.facts === null
        ? `#${event.pullRequest} is gone from the code host`
        : `#${event.pullRequest} was read from the code host`;
    case "pullRequestUnreadable":
      return `#${event.pullRequest} could not be read`;
    case "pullRequestReadable":
      return `#${event.pullRequest} can be read again`;
    case "headUnusable":
      return `The head of #${event.pullRequest} cannot be used`;
    case "tipObserved":
      return `The target branch moved to \`${event.to.slice(0, 10)}\``;
    case "timePassed":
      return "Time passed";
    case "clockCorrected":
      return "The clock was set";
    default:
      return assertNever(event);
  }
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function runWords(event: Extract<QueueEvent, { readonly run: unknown }>, runName: RunName): string {
  const run = runName(event.run);
  switch (event.kind) {
    case "testRunBuilt":
      return `The test branch of ${run} was built`;
    case "testRunConflicted":
      return `#${event.pullRequest} conflicts on the test branch of ${run}`;
    case "testRunStarted":
      return `CI was started for ${run}`;
    case "testRunNotStarted":
      return `${run} can never start`;
    case "testRunAbandoned":
      return `${run} will get no verdict`;
    case "testRunUnreadable":
      return `The checks of ${run} could not be read`;
    case "checksReported":
      return `CI reported on ${run}: ${checksInWords(event.checks)}`;
    case "landingPrepared":
      return `The landing of ${run} was prepared`;
    case "landingDiffers":
      return `The landing of ${run} differs from what was tested`;
    case "headPushesChosen":
      return event.headPushes.length === 0
        ? `No head is pushed for the landing of ${run}`
        : `The heads of ${listed(event.headPushes.map(({ pullRequest }) => pullRequest))} are pushed for the landing of ${run}`;
    case "headsTakenBack":
      return event.notYet === undefined
        ? `The heads that were pushed for ${run} were put back`
        : `The heads of ${listed(event.notYet)} that were pushed for ${run} could not be put back yet`;
    case "landed":
      return `${run} landed`;
    case "landedUntested":
      return `${run} landed with another tree than the tested one`;
    case "landingTakenUp":
      return `A replica took over the landing of ${run}`;
    case "landingRefused":
      return `The branch refused the landing of ${run}: it has another tip`;
    case "landingFailed":
      return event.needsTests === true ? `${run} cannot land without a test run` : `${run} cannot land`;
    case "landingHindered":
      return `The landing of ${run} failed and is tried again`;
    default:
      return assertNever(event);
  }
}

type Reported = Extract<QueueEvent, { readonly kind: "checksReported" }>["checks"];

function checksInWords(checks: Reported): string {
  const words = checks
    .slice(0, MOST_CHECKS)
    .map(({ name, status, conclusion }) => `\`${name.replaceAll("`", "'")}\` ${conclusion ?? status}`);
  const more = checks.length - words.length;
  return [...words, ...(more > 0 ? [`${more} more`] : [])].join(", ").replaceAll("_", " ");
}

export function effectWords(effect: Effect, runName: RunName): string {
  switch (effect.kind) {
    case "startTestRun":
      return `start the test run of ${listed(effect.own)}`;
    case "discardTestRun":
      return `end the test run of ${listed(effect.own)}`;
    case "prepareLanding":
      return `prepare the landing of ${runName(effect.run)}`;
    case "testTip":
      return `test \`${effect.commit.slice(0, 10)}\`, a tip of the branch, alone`;
    case "discardTipTest":
      return "end the test of the tip";
    case "readmitEntry":
      return `read #${effect.pullRequest} again, to admit it in its place`;
    case "takeHeadBack":
      return `put the branch of #${effect.push.pullRequest} back to \`${effect.push.from.slice(0, 10)}\``;
    case "land":
      return `move the branch to \`${effect.newTip.slice(0, 10)}\``;
    default:
      return assertNever(effect);
  }
}

/** Runs are named after what they test, as far as the queues show it, else by their number within the queue. */
export function runNames(...queues: readonly Queue[]): RunName {
  const known = new Map(queues.flatMap(allRuns).map(({ id, own }) => [id, own]));
  return (run) => {
    const own = known.get(run);
    return own === undefined
      ? `test run ${Number.parseInt(run.slice(-NUMBER_DIGITS), 16)}`
      : `the test run of ${listed(own)}`;
  };
}

/** `land passed batches` for `landPassedBatches`. */
export function ruleWords(rule: string): string {
  return rule === "record" ? "the event is recorded" : separated(rule, " ");
}
