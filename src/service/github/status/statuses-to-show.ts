/**
 * Selects the statuses to update after a decision: of changed pull requests, and of test runs that started or ended.
 */
import type { PullRequestNumber, TestRunId } from "../../../domain/ids.js";
import type { QueueSettings } from "../../../domain/queue-settings.js";
import type { Decision } from "../../../engine/model/decision.js";
import { allRuns, findRun, runsInLanding } from "../../../engine/model/lookup.js";
import type { Entry, Queue, TestRun } from "../../../engine/model/queue.js";
import type { MarkStatuses, StatusMark } from "../../ports/status-store.js";
import { positions } from "./published-positions.js";

/** Collects changes that come in quick succession. */
const MOVED_WAIT_MS = 3000;
/** Longer, because these states are brief: they end when a test branch is built or a push has arrived. */
const PASSING_WAIT_MS = 8000;
/** A new position is not urgent. */
const ADVANCED_WAIT_MS = 60_000;
/** A check that ends changes one line of the comment; each update costs two calls for each pull request under test. */
const CHECKED_WAIT_MS = 300_000;
/** During this wait the test branch is deleted, and GitHub closes the draft with it. */
const ENDED_RUN_WAIT_MS = 5000;

const SEEN_SETTINGS: readonly (keyof QueueSettings)[] = [
  "commentsEnabled",
  "statusCheckEnabled",
  "stateLabelsEnabled",
];

export const statusesToShow: MarkStatuses = ({ queue: before }, decision) => {
  const moved = movedPullRequests(before, decision);
  const advanced = advancedPullRequests(before, decision.queue).filter((number) => !moved.has(number));
  return [
    ...[...moved].map(([number, waitMs]) => pullRequestMark(number, waitMs)),
    ...advanced.map((number) => pullRequestMark(number, ADVANCED_WAIT_MS)),
    ...checkedMarks(before, decision.queue, new Set([...moved.keys(), ...advanced])),
    ...testRunMarks(before, decision),
  ];
};

function movedPullRequests(
  before: Queue,
  { queue, transitions, concluded }: Decision,
): ReadonlyMap<PullRequestNumber, number> {
  const isSeenOtherwise = SEEN_SETTINGS.some((name) => before.settings[name] !== queue.settings[name]);
  const changed = isSeenOtherwise ? queue.entries : changedEntries(before, queue);
  const moved = new Map<PullRequestNumber, number>();
  for (const { facts } of [...changed, ...concluded]) moved.set(facts.number, MOVED_WAIT_MS);
  for (const run of [...newRuns(before.runs, queue.runs), ...noticedOtherwise(before.runs, queue.runs)]) {
    for (const number of run.own) moved.set(number, MOVED_WAIT_MS);
  }
  // The last transition of each pull request counts.
  for (const { pullRequest, to } of transitions) {
    const isPassing = to === "pending" || to === "testsPassed";
    moved.set(pullRequest, isPassing ? PASSING_WAIT_MS : MOVED_WAIT_MS);
  }
  return moved;
}

function newRuns(before: readonly TestRun[], after: readonly TestRun[]): readonly TestRun[] {
  if (before === after) return [];
  const known = new Set(before.map(({ id }) => id));
  return after.filter(({ id }) => !known.has(id));
}

/** Runs whose entries now have, or no longer have, the reason that CI has not started. */
function noticedOtherwise(before: readonly TestRun[], after: readonly TestRun[]): readonly TestRun[] {
  if (before === after) return [];
  const unnoticed = new Set(before.filter((run) => run.isUnnoticed === true).map(({ id }) => id));
  return after.filter(({ id, isUnnoticed }) => (isUnnoticed === true) !== unnoticed.has(id));
}

/** Entries whose facts changed. Both lists are in order of submission. */
function changedEntries(before: Queue, after: Queue): readonly Entry[] {
  if (before.entries === after.entries) return [];
  const changed: Entry[] = [];
  let index = 0;
  for (const entry of after.entries) {
    while (index < before.entries.length && (before.entries[index]?.sequence ?? 0) < entry.sequence)
      index += 1;
    const known = before.entries[index];
    if (known === entry || known?.sequence !== entry.sequence) continue;
    const isOther = known.facts !== entry.facts || (known.targets === null) !== (entry.targets === null);
    if (isOther) changed.push(entry);
  }
  return changed;
}

function advancedPullRequests(before: Queue, after: Queue): readonly PullRequestNumber[] {
  if (before.line === after.line && before.beside === after.beside && before.entries === after.entries)
    return [];
  const stood = positions(before);
  return [...positions(after)].flatMap(([number, step]) => (stood.get(number) === step ? [] : [number]));
}

/** Pull requests under test for which CI reported something that decides nothing yet. */
function checkedMarks(
  before: Queue,
  after: Queue,
  marked: ReadonlySet<PullRequestNumber>,
): readonly StatusMark[] {
  if (before.runs === after.runs) return [];
  const known = new Map(before.runs.map((run) => [run.id, run]));
  const checked = after.runs.filter(({ id, checks }) => {
    const earlier = known.get(id);
    return earlier !== undefined && earlier.checks !== checks;
  });
  const numbers = checked.flatMap(({ own }) => own).filter((number) => !marked.has(number));
  return numbers.map((number) => pullRequestMark(number, CHECKED_WAIT_MS));
}

function testRunMarks(before: Queue, decision: Decision): readonly StatusMark[] {
  const { queue, endedRuns } = decision;
  const ended = endedRuns.map(({ run }) => testRunMark(run.id, ENDED_RUN_WAIT_MS, true));
  if (!queue.settings.createPrsForTestingBranches) return ended;
  const waited = new Set(
    allRuns(before)
      .filter(isTested)
      .map(({ id }) => id),
  );
  const begun = allRuns(queue).filter((run) => isTested(run) && !waited.has(run.id));
  return [
    ...begun.map(({ id }) => testRunMark(id, 0, false)),
    ...survivors(before, decision).map(({ id }) => testRunMark(id, 0, true)),
    ...ended,
  ];
}

/** Runs whose drafts an unsuccessful landing may have closed, and which are needed again. */
function survivors(before: Queue, { queue, landed }: Decision): readonly TestRun[] {
  const { landing } = before;
  if (landing === null || landed !== null || queue.landing?.run === landing.run) return [];
  return runsInLanding(before, landing).filter(({ id }) => findRun(queue, id) !== undefined);
}

/** The run has a test branch on which CI runs or has run. */
export function isTested({ progress }: TestRun): boolean {
  return progress.kind === "running" || progress.kind === "passed" || progress.kind === "failed";
}

function pullRequestMark(number: PullRequestNumber, waitMs: number): StatusMark {
  return { subject: { kind: "pullRequest", number }, waitMs, onlyIfKnown: false };
}

function testRunMark(run: TestRunId, waitMs: number, onlyIfKnown: boolean): StatusMark {
  return { subject: { kind: "testRun", run }, waitMs, onlyIfKnown };
}
