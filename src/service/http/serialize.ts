/** Domain to wire format: the only place in the service that knows the wire's spellings. */
import type { ReplyOf } from "../../contract/endpoints.js";
import type { PullRequestState, QueueStateOnWire, SETTABLE_QUEUE_STATES } from "../../contract/states.js";
import { wordOnWire } from "../../contract/why.js";
import { DEFAULT_PRIORITY, PRIORITIES, priorityName } from "../../domain/priority.js";
import {
  type QueueSettings,
  SETTING_NAMES,
  type SettingName,
  settingRow,
} from "../../domain/queue-settings.js";
import type { Estimate } from "../../engine/explain/estimates/estimate-landings.js";
import type { Exit } from "../../engine/explain/exit.js";
import { untilResumed, whyPaused } from "../../engine/explain/reasons/target-branch.js";
import type { Wait } from "../../engine/explain/wait.js";
import type { LandingRecord } from "../../engine/model/decision.js";
import type { Entry, EntryState, Queue, QueueState } from "../../engine/model/queue.js";
import { healthOf } from "../../engine/model/target-health.js";
import { considered } from "../../engine/planning/landable.js";

/** How states are written: as documented, or in lower case for clients that compare them in lower case. */
export type StateCase = "upper" | "lower";

type EntryOnWire = ReplyOf<"getQueue">["enqueuedPullRequests"][number];

const ENTRY_STATES: Readonly<Record<EntryState, PullRequestState>> = {
  notReady: "NOT_READY",
  pending: "PENDING",
  testing: "TESTING",
  testsPassed: "TESTS_PASSED",
  pendingFailure: "PENDING_FAILURE",
  merged: "MERGED",
  failed: "FAILED",
  cancelled: "CANCELLED",
};

const QUEUE_STATES: Readonly<Record<QueueState, QueueStateOnWire>> = {
  running: "RUNNING",
  paused: "PAUSED",
  draining: "DRAINING",
  switchingModes: "SWITCHING_MODES",
};

type SettableState = (typeof SETTABLE_QUEUE_STATES)[number];

/** The only mapping from wire to domain: the states that a client may set. */
export const SETTABLE_STATES: Readonly<Record<SettableState, Exclude<QueueState, "switchingModes">>> = {
  RUNNING: "running",
  PAUSED: "paused",
  DRAINING: "draining",
};

export function presentEntryState(state: EntryState, stateCase: StateCase): string {
  return inCase(ENTRY_STATES[state], stateCase);
}

export function presentTime(at: number): string {
  return new Date(at).toISOString();
}

export function presentEntry(entry: Entry, stateCase: StateCase): EntryOnWire {
  const { facts, priority, reason } = entry;
  return {
    id: entry.id,
    state: presentEntryState(entry.state, stateCase),
    stateChangedAt: presentTime(entry.stateSince),
    ...(reason !== null && { stateReason: reason.code }),
    priorityValue: priority,
    priorityName: priorityName(priority),
    ...(entry.usedDefaultPriority && { usedDefaultPriorityName: DEFAULT_PRIORITY }),
    skipTheLine: priority === PRIORITIES.urgent,
    noBatch: entry.noBatch,
    prNumber: facts.number,
    prTitle: facts.title,
    prSha: facts.headSha,
    prBaseBranch: facts.baseBranch,
    prAuthor: facts.author,
  };
}

/** A live entry, or the latest one of a pull request that has left. */
export function presentSubmitted(
  entry: Entry,
  queue: Queue,
  stateCase: StateCase,
): ReplyOf<"getSubmittedPullRequest"> {
  return {
    ...presentEntry(entry, stateCase),
    readiness: {
      hasImpactedTargets: entry.targets !== null,
      requiresImpactedTargets: queue.settings.mode === "parallel",
      doesBaseBranchMatch: entry.facts.baseBranch === queue.targetBranch,
      gitHubMergeability: entry.facts.mergeability,
      ...(entry.facts.unmetRules !== undefined && {
        unmetRules: entry.facts.unmetRules.map(({ words }) => words),
      }),
    },
    // No call of this API admits an entry past unmet branch protection.
    forceEnqueued: false,
    isCurrentlySubmittedToQueue: entry.ended === null,
    verifiedByTestRun: entry.verifiedBy,
    ...reasonText(entry, queue),
  };
}

/** The stored reason states what happened to an entry; the missing targets follow from the entry and the mode. */
function reasonText({ state, targets, facts, reason }: Entry, { settings }: Queue) {
  const isLacking = state === "notReady" && settings.mode === "parallel" && targets === null;
  const sentences = [
    ...(reason === null ? [] : [reason.sentence]),
    ...(isLacking ? [`Impacted targets for its head commit ${facts.headSha} are missing.`] : []),
  ];
  return sentences.length > 0 && { stateReasonText: sentences.join(" ") };
}

type LandingOnWire = ReplyOf<"listLandings">["landings"][number];

export function presentLanding({ at, from, to, tree, run, proof, heads }: LandingRecord): LandingOnWire {
  const headTree = proof.kind === "direct" ? proof.evidence?.tree : undefined;
  return {
    landedAt: presentTime(at),
    ...{ from, to, tree },
    proof: wordOnWire(proof.kind),
    ...(headTree !== undefined && { headTree }),
    ...(proof.kind !== "direct" && { testRunId: run }),
    prNumbers: heads.map(({ pullRequest }) => pullRequest),
  };
}

type WhyOnWire = NonNullable<ReplyOf<"getSubmittedPullRequest">["why"]>;

export function presentWait({ kind, sentence, chain, needsAction, position, expected }: Wait): WhyOnWire {
  return {
    ...{ sentence, needsAction, situation: wordOnWire(kind) },
    ...(position !== null && { position }),
    ...presentExpected(expected),
    waitsFor: chain.map(({ pullRequest, what, why }) => ({
      ...{ what, why },
      ...(pullRequest !== null && { prNumber: pullRequest }),
    })),
  };
}

/** Empty for an unknown time. */
export function presentExpected(expected: Estimate | null) {
  return (
    expected !== null && {
      expectedFrom: presentTime(Math.round(expected.from)),
      expectedUntil: presentTime(Math.round(expected.until)),
    }
  );
}

/** `outputTail` is null if there is none. */
export function presentExit(
  { verdict, submitAgain, sentence, next, failedChecks, run }: Exit,
  outputTail: string | null,
): WhyOnWire {
  return {
    sentence,
    needsAction: submitAgain === "afterChange" || submitAgain === "afterRepair",
    exit: {
      ...{ verdict: wordOnWire(verdict), submitAgain: wordOnWire(submitAgain), next },
      failedChecks: failedChecks.map(({ name, url, conclusion }) => ({
        ...{ name, url },
        ...(conclusion !== null && { conclusion }),
      })),
      ...(run !== null && { testRunId: run.id }),
      ...(outputTail !== null && { outputTail }),
    },
  };
}

/** `note`: of a pause by a person, in words. */
export function presentQueue(
  queue: Queue,
  stateCase: StateCase,
  note: string | null = null,
): ReplyOf<"getQueue"> {
  return {
    ...presentConfiguration(queue, stateCase, note),
    enqueuedPullRequests: asConsidered(queue).map((entry) => presentEntry(entry, stateCase)),
  };
}

export function presentConfiguration(
  queue: Queue,
  stateCase: StateCase,
  note: string | null = null,
): ReplyOf<"updateQueue"> {
  return {
    state: inCase(QUEUE_STATES[queue.state], stateCase),
    ...reasonOfState(queue, note),
    branch: queue.targetBranch,
    ...presentSettings(queue.settings),
  };
}

function reasonOfState(queue: Queue, note: string | null) {
  const { pause } = healthOf(queue);
  if (pause === null) return note !== null && { stateReason: note };
  return { stateReason: `${whyPaused(queue, pause)}. ${untilResumed(queue, pause)}` };
}

function presentSettings(settings: QueueSettings) {
  return {
    ...settings,
    ...Object.fromEntries(
      SETTING_NAMES.filter((name) => isHidden(name, settings)).map((name) => [name, undefined]),
    ),
    bisectionConcurrency: settings.bisectionConcurrency ?? settings.concurrency,
    testBranchTrigger: settings.createPrsForTestingBranches ? "draft" : "push",
    ...(settings.directMergeMode !== "off" && { landWithoutRetest: settings.directMergeMode }),
    skippedChecks: { ...settings.skippedChecks },
  };
}

/** Settings that are not part of the compatible API; some are shown if they differ from the default. */
function isHidden(name: SettingName, settings: QueueSettings): boolean {
  const { api, default: byDefault } = settingRow(name);
  return api === "none" || (api === "unlessDefault" && settings[name] === byDefault);
}

/** Entries that are not ready come last. */
function asConsidered(queue: Queue): readonly Entry[] {
  return [...considered(queue), ...queue.entries.filter(({ admittedAt }) => admittedAt === null)];
}

function inCase(state: string, stateCase: StateCase): string {
  return stateCase === "upper" ? state : state.toLowerCase();
}
