/** The truth as a server shows it: all of it or what the specification promises, in either spelling. */
import type { Answer } from "./executions.js";
import type { Habits } from "./habits.js";
import {
  type Entry,
  FINAL,
  NUMBER,
  priorityInWords,
  type Queue,
  type Settings,
  type TestRun,
  type Truth,
} from "./truth.js";

/** 404 for what was never submitted. */
export function shownEntry(entry: Entry | null, { head }: Truth, habits: Habits): Answer {
  if (entry === null) {
    const error = { code: "PR_NOT_FOUND", message: "no such pull request in this queue" };
    return { status: 404, body: JSON.stringify({ error }), contentType: "application/json" };
  }
  const isCurrentlySubmittedToQueue = !FINAL.includes(entry.state);
  const state = spelled(entry.state, habits);
  const promised = { state, isCurrentlySubmittedToQueue };
  const shown = habits.sparse ? promised : { ...promised, ...everythingOf(entry, head) };
  return { status: 200, body: JSON.stringify(shown), contentType: "application/json" };
}

function everythingOf({ id, stateChangedAt, priority, noBatch }: Entry, head: string) {
  return {
    id,
    stateChangedAt,
    priorityValue: priority,
    priorityName: priorityInWords(priority),
    noBatch,
    skipTheLine: priority === 0,
    forceEnqueued: false,
    prNumber: NUMBER,
    prTitle: "Add retry to uploader",
    prSha: head,
    prBaseBranch: "main",
    prAuthor: "mona",
  };
}

export function shownQueue(truth: Truth, habits: Habits): Settings {
  const { entry, others } = truth;
  const listed =
    entry === null || FINAL.includes(entry.state) ? [] : [{ prNumber: NUMBER, state: entry.state }];
  const more = Array.from({ length: others }, (_, index) => ({ prNumber: index + 1, state: "PENDING" }));
  return { ...shownSettings(truth, habits), branch: "main", enqueuedPullRequests: [...more, ...listed] };
}

export function shownSettings({ queue }: { readonly queue: Queue | null }, habits: Habits): Settings {
  const settings = queue?.settings ?? {};
  return { ...settings, state: spelled(String(settings["state"]), habits) };
}

export function shownRun({ id, status }: TestRun, habits: Habits): Settings {
  const promised = { status, testedPullRequests: [{ prNumber: NUMBER, title: "Add retry", prUrl: "" }] };
  if (habits.sparse) return promised;
  return {
    ...promised,
    testBranch: `merge-queue/main/${id}`,
    requiredStatuses: [],
    checkSuites: [],
    statusChecks: [],
  };
}

function spelled(state: string, { lowerCase }: Habits): string {
  return lowerCase ? state.toLowerCase() : state;
}
