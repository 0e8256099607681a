/** What the success of each operation claims. */
import type { Evidence } from "./evidence.js";
import { askedSettings, HEAD } from "./step-plan.js";
import { checkSubmission, checkTakenOut } from "./submission-truths.js";
import { finalSentence } from "./told.js";
import { type Entry, FINAL, isLive, metricsOf, type Settings, type Truth } from "./truth.js";

export function checkOperation(evidence: Evidence): void {
  const outcome = evidence.output("outcome");
  checkSubmission(evidence);
  checkTakenOut(evidence);
  checkWait(evidence);
  if (evidence.plan.operation === "metrics") checkMetrics(evidence);
  if (evidence.plan.operation === "set-impacted-targets") checkTargets(evidence);
  if (outcome !== "done" && outcome !== "unchanged") return;
  CHECKS[evidence.plan.operation]?.(evidence);
  const made = evidence.own.filter(
    ({ endpoint, made: moments }) => !endpoint.startsWith("get") && moments.length > 0,
  );
  if (outcome === "unchanged") evidence.claim("the step changed nothing", made.length === 0);
}

const CHECKS: Readonly<Record<string, (evidence: Evidence) => void>> = {
  cancel: (evidence) => {
    const since = evidence.since("cancelPullRequest");
    evidence.claim(
      "the pull request is not in the queue",
      evidence.was(({ entry }) => !isLive(entry), since),
    );
  },
  "restart-tests": checkRestart,
  "delete-queue": (evidence) => {
    const since = evidence.since("deleteQueue");
    evidence.claim(
      "there is no queue",
      evidence.was(({ queue }) => queue === null, since),
    );
  },
  "create-queue": checkCreation,
  "update-queue": (evidence) => checkSettings(evidence, askedSettings(evidence.plan.inputs)),
  "testing-details": (evidence) => {
    const since = evidence.since("getMergeQueueTestingDetails");
    const [, status = ""] = / is (\w+)\.$/.exec(finalSentence(evidence.told)) ?? [];
    evidence.claim(
      `the test run is ${status}`,
      evidence.was(({ run }) => run?.status === status, since),
    );
  },
};

/**
 * What was tested is tested again, since the step's last look before its first request; the first test run of what waits
 * is no restart.
 */
function checkRestart({ world, problems, requests }: Evidence): void {
  const first = requests.findIndex(({ endpoint }) => endpoint === "restartTestsOnPullRequest");
  const seen = requests.slice(0, first).findLast(({ isTrue }) => isTrue);
  const since = seen?.shows ?? requests[first]?.at ?? world.present;
  let tested: Truth["entry"] = null;
  for (const { truth } of world.moments.slice(since)) {
    const { entry } = truth;
    if (entry === null || entry.id !== tested?.id) tested = null;
    if (tested !== null && entry !== null && (entry.runs > tested.runs || entry.state === "PENDING")) return;
    if (entry !== null && ["TESTING", "PENDING_FAILURE"].includes(entry.state)) tested = entry;
  }
  problems.push("the tests start again");
}

function checkCreation(evidence: Evidence): void {
  const { mode, concurrency, ...others } = askedSettings(evidence.plan.inputs);
  const created = Object.entries({ mode, concurrency }).filter(([, value]) => value !== undefined);
  const since = evidence.since("createQueue");
  evidence.claim(
    "the queue is created",
    evidence.was(({ queue }) => has(queue, Object.fromEntries(created)), since),
  );
  if (Object.keys(others).length > 0) checkSettings(evidence, others);
}

function checkSettings(evidence: Evidence, asked: Settings): void {
  const since = evidence.since("updateQueue");
  if (evidence.was(({ queue }) => has(queue, asked), since)) return;
  evidence.claim(`the queue has its new settings ${JSON.stringify(asked)}`, !isShownAfter(evidence));
}

/** Whether an answer has shown the settings after the last change of them. */
function isShownAfter({ requests }: Evidence): boolean {
  const last = requests.findLastIndex(({ endpoint }) => endpoint === "updateQueue");
  return requests.slice(last).some(({ endpoint, isTrue, sent }) => {
    const isAnswer = endpoint === "updateQueue" || endpoint === "getQueue";
    return isAnswer && isTrue && (sent ?? "").includes('"concurrency"');
  });
}

function has(queue: Truth["queue"], asked: Settings): boolean {
  if (queue === null) return false;
  return Object.entries(asked).every(([key, value]) => queue.settings[key] === value);
}

function checkTargets(evidence: Evidence): void {
  const [uploaded, count] = [evidence.output("uploaded"), evidence.output("impacted-targets-count")];
  const isDone = evidence.output("outcome") === "done";
  evidence.claim(`uploaded is ${uploaded}`, uploaded === String(isDone));
  const [all, reason] = [evidence.output("impacted-targets-all"), evidence.output("impacted-targets-reason")];
  if (!isDone) {
    evidence.claim("outputs name targets though none were uploaded", `${count}${all}${reason}` === "");
    return;
  }
  const names = (evidence.plan.inputs["impacted-targets"] ?? "").split("\n");
  const expected = JSON.stringify(all === "true" ? "ALL" : names);
  evidence.claim(
    `${count} targets were uploaded`,
    all === "true" ? count === "" : count === String(names.length),
  );
  const since = evidence.since("setImpactedTargets");
  evidence.claim(
    `the targets are ${expected}`,
    evidence.was(({ targets }) => targets[HEAD] === expected, since),
  );
}

/** A file that a failure has touched is a false claim too. */
function checkMetrics(evidence: Evidence): void {
  const { plan, told } = evidence;
  const isWritten = evidence.output("outcome") === "done" && plan.inputs["metrics-file"] !== undefined;
  if (!isWritten) {
    evidence.claim("the file is as before", told.metrics === METRICS_BEFORE);
    return;
  }
  const since = evidence.since("getMergeQueueMetrics");
  evidence.claim(
    "the file has the metrics",
    evidence.was((truth) => metricsOf(truth) === told.metrics, since),
  );
}

/** What an earlier step has left. */
export const METRICS_BEFORE = "mq_depth_current 1\n";

/** What a wait claims: how the submission ended that it is about, and that it noticed another one. */
function checkWait(evidence: Evidence): void {
  const { plan, told } = evidence;
  if (plan.inputs["wait"] !== "true") return;
  const [, state = ""] = /^#412 is (?:still )?([A-Z_]+)/.exec(finalSentence(told)) ?? [];
  if (state !== "") checkState(evidence, state);
  checkResubmissions(evidence);
}

function checkState(evidence: Evidence, state: string): void {
  const { world, plan } = evidence;
  const read = evidence.lastShown();
  const since = read?.shows ?? world.present;
  const ends = world.moments
    .slice(since)
    .flatMap(({ truth: { entry } }) => (entry?.state === state ? [entry] : []));
  evidence.claim(`the pull request is ${state}`, ends.length > 0 || read?.staleState === state);
  if (plan.operation !== "submit" || !FINAL.includes(state)) return;
  // What was in the queue when the step first looked may land before it is submitted once more.
  const lookedAt = evidence.requests[0]?.at ?? world.present;
  const isOurs = ({ submission }: Entry) =>
    world.moments
      .slice(lookedAt)
      .some(({ truth: { entry } }) => isLive(entry) && entry.submission === submission);
  evidence.claim(`the submission ended as ${state}, not an earlier one`, ends.some(isOurs));
}

/** Between two polls. */
function checkResubmissions(evidence: Evidence): void {
  const { requests, world, told, habits } = evidence;
  if (habits.sparse) return;
  const submitted = requests.findLastIndex(({ endpoint }) => endpoint === "submitPullRequest");
  const polls = requests
    .slice(submitted + 1)
    .filter(
      ({ endpoint, isTrue, staleState, isParting }) =>
        !isParting && endpoint === "getSubmittedPullRequest" && isTrue && staleState === null,
    );
  const ids = polls.flatMap(({ shows }) => world.at(shows ?? 0).entry?.id ?? []);
  const isChanged = ids.some((id) => id !== ids[0]);
  const isNamed = told.warnings.some((line) => line.includes("was submitted again"));
  if (isChanged) evidence.claim("it is still the same submission", isNamed);
  if (isNamed) evidence.claim("it was submitted again", isChanged);
}
