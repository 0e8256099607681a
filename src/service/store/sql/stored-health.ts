/** The stored form of checks, of proofs from them, and of what a queue knows about its target branch. */
import {
  CHECK_CONCLUSIONS,
  CHECK_STATUSES,
  type Check as CiCheck,
  REQUIRED_STATUSES_SOURCES,
} from "../../../domain/check.js";
import type { HeadCheck, HeadEvidence } from "../../../domain/pull-request.js";
import { SKIPPED_CHECK_POLICIES } from "../../../domain/queue-settings.js";
import { REASON_CODES, type Reason } from "../../../domain/reason.js";
import type { LandingProof } from "../../../engine/model/queue.js";
import type {
  AutomaticPause,
  EvictedEntry,
  EvictionRow,
  PauseCause,
  TargetHealth,
  TipTest,
} from "../../../engine/model/target-health.js";
import { flag, kindOf, listOf, mapOf, maybe, number, oneOf, orNull, record, text } from "./json-checks.js";

export const isReason = record<Reason>({ code: oneOf(REASON_CODES), sentence: text() });

export const isCiCheck = record<CiCheck>({
  name: text(),
  url: text(),
  status: oneOf(CHECK_STATUSES),
  conclusion: orNull(oneOf(CHECK_CONCLUSIONS)),
  isMissing: maybe(flag),
  startedAt: maybe(number()),
  endedAt: maybe(number()),
  detail: maybe(text()),
});

export const isHeadEvidence = record<HeadEvidence>({
  tree: text(),
  checks: listOf(record<HeadCheck>({ name: text(), workflow: text() })),
  jobs: listOf(text()),
  sameJobsOn: listOf(text()),
});

export const isProof = kindOf<LandingProof>({
  tested: {},
  disjoint: { testedOn: text(), tested: text(), passedBy: listOf(number()) },
  direct: { head: text(), evidence: maybe(isHeadEvidence) },
});

const isEvicted = record<EvictedEntry>({
  entry: text(),
  pullRequest: number(),
  headSha: text(),
  priority: number(),
  usedDefaultPriority: flag,
  noBatch: flag,
  sequence: number(),
  submittedAt: number(),
  isResubmitted: maybe(flag),
});

const isRow = record<EvictionRow>({ checks: listOf(text()), evicted: listOf(isEvicted) });

const isTipTest = record<TipTest>({
  id: text(),
  commit: text(),
  createdAt: number(),
  startedAt: orNull(number()),
  requiredStatuses: listOf(text()),
  requiredStatusesSource: orNull(oneOf(REQUIRED_STATUSES_SOURCES)),
  skippedChecks: maybe(mapOf(oneOf(SKIPPED_CHECK_POLICIES))),
  checks: listOf(isCiCheck),
  obstacle: maybe(isReason),
  row: maybe(isRow),
});

const isPause = record<AutomaticPause>({
  cause: kindOf<PauseCause>({
    targetBranch: { check: text(), url: text(), tip: text() },
    ci: { why: text() },
  }),
  resume: oneOf(["running", "draining"]),
  since: number(),
  testedTip: text(),
  testedAt: number(),
  tests: number(),
  hadVerdict: maybe(flag),
});

export const isHealth = record<TargetHealth>({
  row: orNull(isRow),
  returning: listOf(isEvicted),
  silence: orNull(record<NonNullable<TargetHealth["silence"]>>({ count: number(), latestAt: number() })),
  test: orNull(isTipTest),
  sound: orNull(
    record<NonNullable<TargetHealth["sound"]>>({ commit: text(), at: number(), isByPerson: flag }),
  ),
  pause: orNull(isPause),
});
