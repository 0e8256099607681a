/** What a decision lets people see anew: the pull requests that moved, and the test runs that began or ended. */
import type { PullRequestNumber, TestRunId } from "../../../../domain/ids.js";
import type { QueueSettings } from "../../../../domain/queue-settings.js";
import type { Decision } from "../../../../engine/decision.js";
import { allRuns } from "../../../../engine/lookup.js";
import type { Entry, Queue, TestRun } from "../../../../engine/queue.js";
import type { FaceMark, MarkFaces } from "../../../ports/face-store.js";
import { positions } from "./position.js";

/** What follows at once is shown along with it. */
const MOVED_WAIT_MS = 3000;
/** Nobody waits for the news that somebody in front has gone. */
const ADVANCED_WAIT_MS = 60_000;

const SEEN_SETTINGS: readonly (keyof QueueSettings)[] = [
  "commentsEnabled",
  "statusCheckEnabled",
  "stateLabelsEnabled",
];

export const facesToShow: MarkFaces = ({ queue: before }, decision) => {
  const moved = movedPullRequests(before, decision);
  const advanced = advancedPullRequests(before, decision.queue).filter((number) => !moved.has(number));
  return [
    ...[...moved].map((number) => pullRequestMark(number, MOVED_WAIT_MS)),
    ...advanced.map((number) => pullRequestMark(number, ADVANCED_WAIT_MS)),
    ...testRunMarks(before, decision),
  ];
};

function movedPullRequests(
  before: Queue,
  { queue, transitions, concluded }: Decision,
): Set<PullRequestNumber> {
  const moved = new Set(transitions.map(({ pullRequest }) => pullRequest));
  for (const { facts } of concluded) moved.add(facts.number);
  for (const run of newRuns(before.runs, queue.runs)) for (const number of run.own) moved.add(number);
  const isSeenOtherwise = SEEN_SETTINGS.some((name) => before.settings[name] !== queue.settings[name]);
  for (const entry of isSeenOtherwise ? queue.entries : changedEntries(before, queue)) {
    moved.add(entry.facts.number);
  }
  return moved;
}

function newRuns(before: readonly TestRun[], after: readonly TestRun[]): readonly TestRun[] {
  if (before === after) return [];
  const known = new Set(before.map(({ id }) => id));
  return after.filter(({ id }) => !known.has(id));
}

/** Those of which other facts are known. Both lists are in order of submission. */
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

function testRunMarks(before: Queue, { queue, endedRuns }: Decision): readonly FaceMark[] {
  const ended = endedRuns.map(({ run }) => testRunMark(run.id, true));
  if (!queue.settings.createPrsForTestingBranches) return ended;
  const waited = new Set(
    allRuns(before)
      .filter(isTested)
      .map(({ id }) => id),
  );
  const begun = allRuns(queue).filter((run) => isTested(run) && !waited.has(run.id));
  return [...begun.map(({ id }) => testRunMark(id, false)), ...ended];
}

/** It has a test branch, and CI works on it or has. */
export function isTested({ progress }: TestRun): boolean {
  return progress.kind === "running" || progress.kind === "passed" || progress.kind === "failed";
}

function pullRequestMark(number: PullRequestNumber, waitMs: number): FaceMark {
  return { subject: { kind: "pullRequest", number }, waitMs, onlyIfKnown: false };
}

function testRunMark(run: TestRunId, onlyIfKnown: boolean): FaceMark {
  return { subject: { kind: "testRun", run }, waitMs: 0, onlyIfKnown };
}
