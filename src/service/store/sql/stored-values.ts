/** Each domain value that is stored as JSON, field by field. */

import { REQUIRED_STATUSES_SOURCES } from "../../../domain/check.js";
import type { ImpactedTargets } from "../../../domain/impacted-targets.js";
import {
  COMMIT_BODIES,
  COMMIT_TITLES,
  type CommitWording,
  MERGEABILITIES,
  PULL_REQUEST_STATES,
  type PullRequestFacts,
  type ReportedMerge,
  RULE_KINDS,
  type UnmetRule,
} from "../../../domain/pull-request.js";
import type { QueueName } from "../../../domain/queue-name.js";
import { MERGE_METHODS, QUEUE_MODES, SKIPPED_CHECK_POLICIES } from "../../../domain/queue-settings.js";
import type { Repository } from "../../../domain/repository.js";
import { ENTRY_ENDINGS, ENTRY_STATES, QUEUE_STATES, STATES_TO_RESUME } from "../../../domain/states.js";
import type { LandingRecord, Transition } from "../../../engine/model/decision.js";
import type { Effect } from "../../../engine/model/effect.js";
import type { QueueEvent } from "../../../engine/model/event.js";
import type { InitialQueue } from "../../../engine/model/new-queue.js";
import type {
  Batch,
  ContainedHead,
  Entry,
  HeadPush,
  Landing,
  ModeSwitch,
  Queue,
  RenamedCommit,
  TestRunFailure,
  TestRunProgress,
  Trouble,
} from "../../../engine/model/queue.js";
import type { UploadOrigin } from "../../ports/queue-store.js";
import type { StoredEndedRun, StoredTestRun } from "../../ports/stored-run.js";
import {
  flag,
  isSet,
  kindOf,
  listOf,
  mapOf,
  maybe,
  number,
  oneOf,
  orNull,
  record,
  text,
} from "./json-checks.js";
import { isCiCheck, isHeadEvidence, isHealth, isProof, isReason } from "./stored-health.js";
import { isPartOfSettings, isSettings } from "./stored-settings.js";

/** A queue's own row: its entries and runs have separate rows. */
export type QueueSnapshot = Omit<Queue, "entries" | "runs" | "hedges"> & {
  /** Ids, in the order of the runs. */
  readonly runs: readonly string[];
  readonly hedges: readonly string[];
};

export const isQueueName = record<QueueName>({
  repository: record<Repository>({ host: text(), owner: text(), name: text() }),
  targetBranch: text(),
});

const isTargets = kindOf<ImpactedTargets>({ all: {}, list: { names: listOf(text()) } });

const isWording = record<CommitWording>({
  title: oneOf(COMMIT_TITLES),
  body: oneOf(COMMIT_BODIES),
  template: maybe(text()),
  description: maybe(text()),
  closes: maybe(listOf(text())),
  login: maybe(text()),
  author: maybe(record<NonNullable<CommitWording["author"]>>({ name: text(), email: text() })),
});

const isFacts = record<PullRequestFacts>({
  number: number(),
  headSha: text(),
  title: text(),
  author: text(),
  baseBranch: text(),
  state: oneOf(PULL_REQUEST_STATES),
  draft: flag,
  mergeability: oneOf(MERGEABILITIES),
  unmetRules: maybe(listOf(record<UnmetRule>({ rule: oneOf(RULE_KINDS), words: text() }))),
  basedOn: orNull(text()),
  ownChecksPassed: flag,
  headEvidence: maybe(isHeadEvidence),
  retestReason: maybe(text()),
  isHeadGreen: maybe(isSet),
  mergeTitle: maybe(text()),
  headName: maybe(text()),
  wording: maybe(isWording),
  merge: maybe(record<ReportedMerge>({ commit: maybe(text()), by: maybe(text()) })),
});

const isContainedHead = record<ContainedHead>({
  pullRequest: number(),
  headSha: text(),
  title: text(),
  submittedAt: number(),
  mergeTitle: maybe(text()),
  headName: maybe(text()),
  wording: maybe(isWording),
});

const isFailure = kindOf<TestRunFailure>({
  check: { name: text(), url: text() },
  timeout: { minutes: number() },
  noCheck: { minutes: number(), lastSeen: orNull(number()) },
  noResult: { why: text() },
});

const isBatch = record<Batch>({
  id: number(),
  entries: listOf(number()),
  interruptions: number(),
  lostHedges: number(),
  isRetried: flag,
  isSuspect: flag,
  splitFrom: orNull(number()),
});

const isTrouble = record<Trouble>({ reason: isReason, lastedMs: number(), reportedAt: number() });
const isHeadPush = record<HeadPush>({ pullRequest: number(), branch: text(), from: text(), to: text() });

const isLanding = record<Landing>({
  run: text(),
  proof: isProof,
  expectedTip: text(),
  mergeMethod: oneOf(MERGE_METHODS),
  commit: orNull(
    record<NonNullable<Landing["commit"]>>({ newTip: text(), tree: text(), commits: maybe(listOf(text())) }),
  ),
  heads: listOf(isContainedHead),
  batches: listOf(number()),
  takeUps: maybe(number()),
  trouble: maybe(isTrouble),
  headPushes: maybe(listOf(isHeadPush)),
  areHeadsBack: maybe(flag),
  headsNotBack: maybe(listOf(isHeadPush)),
});

export const isInitialQueue = record<InitialQueue>({
  id: text(),
  targetBranch: text(),
  tip: text(),
  settings: isSettings,
  at: number(),
});

export const isQueueSnapshot = record<QueueSnapshot>({
  id: text(),
  targetBranch: text(),
  state: oneOf(QUEUE_STATES),
  modeSwitch: orNull(record<ModeSwitch>({ mode: oneOf(QUEUE_MODES), resume: oneOf(STATES_TO_RESUME) })),
  settings: isSettings,
  tip: text(),
  line: listOf(isBatch),
  beside: listOf(isBatch),
  runs: listOf(text()),
  hedges: listOf(text()),
  landing: orNull(isLanding),
  checksSeen: maybe(mapOf(number())),
  health: maybe(isHealth),
  nextNumber: number(),
  now: number(),
});

export const isEntry = record<Entry>({
  id: text(),
  facts: isFacts,
  priority: number(),
  usedDefaultPriority: flag,
  noBatch: flag,
  needsTests: flag,
  targets: orNull(isTargets),
  earlierTargets: orNull(isTargets),
  isRetried: maybe(flag),
  trouble: maybe(isTrouble),
  isApart: maybe(flag),
  shownAs: maybe(text()),
  takenBack: maybe(record<NonNullable<Entry["takenBack"]>>({ commit: text(), at: number() })),
  sequence: number(),
  earlierSequence: maybe(number()),
  submittedAt: number(),
  admittedAt: orNull(number()),
  leaving: orNull(isReason),
  ended: orNull(oneOf(ENTRY_ENDINGS)),
  state: oneOf(ENTRY_STATES),
  stateSince: number(),
  reason: orNull(isReason),
  verifiedBy: orNull(text()),
});

export const isStoredTestRun = record<StoredTestRun>({
  id: text(),
  batch: number(),
  testedOn: text(),
  contains: listOf(isContainedHead),
  own: listOf(number()),
  createdAt: number(),
  standsOn: orNull(text()),
  landed: listOf(number()),
  passedBy: listOf(number()),
  commits: listOf(text()),
  renamed: maybe(listOf(record<RenamedCommit>({ tested: text(), onBranch: text() }))),
  tree: orNull(text()),
  isHeadTree: maybe(isSet),
  isHeadGreen: maybe(isSet),
  requiredStatuses: listOf(text()),
  requiredStatusesSource: orNull(oneOf(REQUIRED_STATUSES_SOURCES)),
  skippedChecks: maybe(mapOf(oneOf(SKIPPED_CHECK_POLICIES))),
  checks: listOf(isCiCheck),
  isUnnoticed: maybe(flag),
  isDoubted: maybe(flag),
  trouble: maybe(isTrouble),
  progress: kindOf<TestRunProgress>({
    building: {},
    conflicted: { pullRequest: number(), files: listOf(text()) },
    running: { startedAt: number() },
    passed: {},
    failed: { failure: isFailure },
  }),
});

export const isStoredEndedRun = record<StoredEndedRun>({ run: isStoredTestRun, endedAt: number() });

export const isTransition = record<Transition>({
  at: number(),
  entry: text(),
  pullRequest: number(),
  from: orNull(oneOf(ENTRY_STATES)),
  to: oneOf(ENTRY_STATES),
  reason: orNull(isReason),
  run: orNull(text()),
});

export const isLandingRecord = record<LandingRecord>({
  at: number(),
  run: text(),
  from: text(),
  to: text(),
  tree: text(),
  proof: isProof,
  heads: listOf(isContainedHead),
});

export const isTargetsUpload = record<UploadOrigin & { readonly targets: ImpactedTargets }>({
  targets: isTargets,
  by: maybe(text()),
  cause: maybe(text()),
});

export const isEvent = kindOf<QueueEvent>({
  entrySubmitted: {
    at: number(),
    facts: isFacts,
    priority: number(),
    usedDefaultPriority: flag,
    noBatch: flag,
    targets: orNull(isTargets),
    earlierEntry: orNull(text()),
    by: maybe(text()),
  },
  entryCancelled: { at: number(), pullRequest: number(), reason: isReason },
  entryReadmitted: {
    at: number(),
    pullRequest: number(),
    facts: orNull(isFacts),
    targets: orNull(isTargets),
  },
  testsRestarted: { at: number(), pullRequest: number(), by: maybe(text()) },
  targetsSet: { at: number(), pullRequest: number(), headSha: text(), targets: isTargets },
  settingsChanged: { at: number(), settings: isPartOfSettings, state: orNull(oneOf(STATES_TO_RESUME)) },
  pullRequestObserved: { at: number(), pullRequest: number(), facts: orNull(isFacts) },
  pullRequestUnreadable: { at: number(), pullRequest: number(), headSha: text(), reason: isReason },
  pullRequestReadable: { at: number(), pullRequest: number() },
  headUnusable: { at: number(), pullRequest: number(), headSha: text(), reason: isReason },
  tipObserved: { at: number(), from: text(), to: text() },
  testRunBuilt: {
    at: number(),
    run: text(),
    commits: listOf(text()),
    tree: text(),
    isHeadTree: maybe(isSet),
  },
  testRunConflicted: {
    at: number(),
    run: text(),
    commits: listOf(text()),
    pullRequest: number(),
    files: listOf(text()),
  },
  testRunStarted: {
    at: number(),
    run: text(),
    requiredStatuses: listOf(text()),
    requiredStatusesSource: oneOf(REQUIRED_STATUSES_SOURCES),
  },
  testRunNotStarted: { at: number(), run: text(), reason: isReason },
  testRunAbandoned: { at: number(), run: text(), reason: isReason },
  testRunUnreadable: { at: number(), run: text(), reason: isReason },
  checksReported: { at: number(), run: text(), checks: listOf(isCiCheck) },
  landingPrepared: {
    at: number(),
    run: text(),
    newTip: text(),
    tree: text(),
    commits: maybe(listOf(text())),
  },
  landingDiffers: { at: number(), run: text(), files: listOf(text()) },
  landed: { at: number(), run: text(), newTip: text(), as: maybe(text()) },
  landedUntested: { at: number(), run: text(), tip: text() },
  headPushesChosen: { at: number(), run: text(), headPushes: listOf(isHeadPush), takeUps: number() },
  headsTakenBack: {
    at: number(),
    run: text(),
    pullRequests: listOf(number()),
    notYet: maybe(listOf(number())),
    takeUps: number(),
  },
  landingTakenUp: { at: number(), run: text() },
  landingRefused: { at: number(), run: text(), tip: text(), takeUps: maybe(number()) },
  landingFailed: {
    at: number(),
    run: text(),
    reason: isReason,
    takeUps: maybe(number()),
    isOfOne: maybe(flag),
    needsTests: maybe(isSet),
  },
  landingHindered: { at: number(), run: text(), reason: isReason, takeUps: number() },
  timePassed: { at: number() },
  clockCorrected: { at: number(), byMs: number() },
});

export const isEffect = kindOf<Effect>({
  startTestRun: {
    id: number(),
    run: text(),
    testedOn: text(),
    contains: listOf(isContainedHead),
    mergeMethod: oneOf(MERGE_METHODS),
    requiredStatuses: listOf(text()),
    own: listOf(number()),
  },
  discardTestRun: { id: number(), run: text(), own: listOf(number()) },
  testTip: { id: number(), run: text(), commit: text(), requiredStatuses: listOf(text()) },
  discardTipTest: { id: number(), run: text() },
  readmitEntry: { id: number(), run: text(), pullRequest: number(), headSha: text() },
  takeHeadBack: { id: number(), run: text(), push: isHeadPush },
  prepareLanding: {
    id: number(),
    run: text(),
    onto: text(),
    heads: listOf(isContainedHead),
    mergeMethod: oneOf(MERGE_METHODS),
    testedOn: text(),
    tested: text(),
  },
  land: {
    id: number(),
    run: text(),
    targetBranch: text(),
    expectedTip: text(),
    newTip: text(),
    tree: text(),
  },
});
