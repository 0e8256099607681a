/** What `createQueue` and `updateQueue` ask for, as whole settings; older spellings are read here and nowhere else. */
import type { CheckedRequestOf } from "../../contract/endpoints.js";
import type { QueueSettings, SkippedChecks } from "../../domain/queue-settings.js";
import { isStateLabel } from "../../domain/state-label.js";

type Wishes = Omit<CheckedRequestOf<"updateQueue">, "repo" | "targetBranch">;

const MAX_REQUIRED_STATUSES = 100;
const MAX_BATCHING_RULES = 100;
const MAX_SKIPPED_CHECKS = 100;

/** What no queue could ever do, whatever its settings are now; null when the wishes make sense. */
export function wishesProblem(wishes: Wishes): string | null {
  return statusesProblem(wishes) ?? skippedProblem(wishes) ?? rulesProblem(wishes) ?? labelProblem(wishes);
}

/** The queue's own word on a pull request would be taken for an order. */
function labelProblem({ enqueueingLabel }: Wishes): string | null {
  if (enqueueingLabel === undefined || !isStateLabel(enqueueingLabel)) return null;
  return `enqueueingLabel: expected none of the labels that show a state, as ${enqueueingLabel} does`;
}

function statusesProblem({ requiredStatuses, deleteRequiredStatuses }: Wishes): string | null {
  if (requiredStatuses === undefined) return null;
  if (deleteRequiredStatuses === true) {
    return "requiredStatuses and deleteRequiredStatuses: expected one of them, not both";
  }
  if (requiredStatuses.length > MAX_REQUIRED_STATUSES) {
    return `requiredStatuses: expected at most ${MAX_REQUIRED_STATUSES} names`;
  }
  const blank = requiredStatuses.findIndex((name) => name.trim() === "");
  return blank === -1 ? null : `requiredStatuses[${blank}]: expected the name of a check`;
}

function skippedProblem({ skippedChecks = {} }: Wishes): string | null {
  const names = Object.keys(skippedChecks);
  if (names.length > MAX_SKIPPED_CHECKS) return `skippedChecks: expected at most ${MAX_SKIPPED_CHECKS} names`;
  return names.some((name) => name.trim() === "") ? "skippedChecks: expected the names of checks" : null;
}

/** A pattern that isolates other targets than it seems to would be noticed by nobody. */
function rulesProblem({ batchingRules = [] }: Wishes): string | null {
  if (batchingRules.length > MAX_BATCHING_RULES) {
    return `batchingRules: expected at most ${MAX_BATCHING_RULES} rules`;
  }
  const wrong = batchingRules.findIndex(({ targetPattern }) => targetPattern.slice(0, -1).includes("*"));
  const expected = "expected the name of a target, or the beginning of one before a final *";
  return wrong === -1 ? null : `batchingRules[${wrong}].targetPattern: ${expected}`;
}

/** What is not asked for stays as it is. Where an older and a newer name are both given, the newer one counts. */
export function wantedSettings(current: QueueSettings, wishes: Wishes): QueueSettings {
  const concurrency = wishes.concurrency ?? current.concurrency;
  return {
    mode: wishes.mode ?? current.mode,
    concurrency,
    bisectionConcurrency: bisectionConcurrency(current, wishes, concurrency),
    testingTimeoutMinutes:
      wishes.testingTimeoutMinutes ?? wishes.testingTimeoutMins ?? current.testingTimeoutMinutes,
    pendingFailureDepth: wishes.pendingFailureDepth ?? current.pendingFailureDepth,
    canOptimisticallyMerge: wishes.canOptimisticallyMerge ?? current.canOptimisticallyMerge,
    batch: wishes.batch ?? wishes.isBatching ?? batchingMode(wishes) ?? current.batch,
    batchingMaxWaitTimeMinutes:
      wishes.batchingMaxWaitTimeMinutes ??
      wishes.batchingMaxWaitTimeMins ??
      current.batchingMaxWaitTimeMinutes,
    batchingMinSize: wishes.batchingMinSize ?? current.batchingMinSize,
    createPrsForTestingBranches:
      opensDrafts(wishes) ?? wishes.createPrsForTestingBranches ?? current.createPrsForTestingBranches,
    commentsEnabled: wishes.commentsEnabled ?? current.commentsEnabled,
    commandsEnabled: wishes.commandsEnabled ?? current.commandsEnabled,
    statusCheckEnabled: wishes.statusCheckEnabled ?? current.statusCheckEnabled,
    requiredStatuses: requiredStatuses(current, wishes),
    ...skippedChecks(current, wishes),
    directMergeMode: wishes.directMergeMode ?? current.directMergeMode,
    optimizationMode: wishes.optimizationMode ?? current.optimizationMode,
    mergeMethod: wishes.mergeMethod ?? current.mergeMethod,
    extensionEnabled: wishes.extensionEnabled ?? current.extensionEnabled,
    enqueueingLabel: wishes.enqueueingLabel ?? current.enqueueingLabel,
    labelCommandsEnabled: wishes.labelCommandsEnabled ?? current.labelCommandsEnabled,
    stateLabelsEnabled: wishes.stateLabelsEnabled ?? current.stateLabelsEnabled,
    notReadyTimeoutHours: wishes.notReadyTimeoutHours ?? current.notReadyTimeoutHours,
    allowedBotSubmitters: wishes.allowedBotSubmitters ?? current.allowedBotSubmitters,
    batchingRules: wishes.batchingRules ?? current.batchingRules,
    testBranchConstructionMode: wishes.testBranchConstructionMode ?? current.testBranchConstructionMode,
    hedging: wishes.hedging ?? current.hedging,
    priorityAgeingHours: current.priorityAgeingHours,
    ...(current.landing === undefined ? {} : { landing: current.landing }),
    ...readinessChecks(current, wishes),
  };
}

/** While it follows `concurrency`, asking for the number it follows changes nothing. */
function bisectionConcurrency(current: QueueSettings, wishes: Wishes, concurrency: number): number | null {
  const wish = wishes.bisectionConcurrency;
  if (wish === undefined) return current.bisectionConcurrency;
  return current.bisectionConcurrency === null && wish === concurrency ? null : wish;
}

function opensDrafts({ testBranchTrigger: trigger }: Wishes): boolean | undefined {
  return trigger === undefined ? undefined : trigger === "draft";
}

/** The whole map is replaced. A queue that never had one needs no empty one. */
function skippedChecks(
  { skippedChecks: current }: QueueSettings,
  { skippedChecks: wish }: Wishes,
): { readonly skippedChecks?: SkippedChecks } {
  const wanted = wish === undefined || (current === undefined && isEmpty(wish)) ? current : wish;
  return wanted === undefined ? {} : { skippedChecks: wanted };
}

function isEmpty(record: object): boolean {
  return Object.keys(record).length === 0;
}

/** A queue made before it was known keeps none until another than the default is wanted. */
function readinessChecks(current: QueueSettings, wishes: Wishes): Pick<QueueSettings, "readinessChecks"> {
  const wish = wishes.readinessChecks ?? current.readinessChecks;
  return wish === undefined || (wish === "reported" && current.readinessChecks === undefined)
    ? {}
    : { readinessChecks: wish };
}

function batchingMode({ batchingMode: mode }: Wishes): boolean | undefined {
  return mode === undefined ? undefined : mode === "SPECULATIVE";
}

/** An empty list asks for nothing: only `deleteRequiredStatuses` drops the queue's own. */
function requiredStatuses(current: QueueSettings, wishes: Wishes): readonly string[] {
  if (wishes.deleteRequiredStatuses === true) return [];
  const wish = wishes.requiredStatuses ?? [];
  return wish.length === 0 ? current.requiredStatuses : [...new Set(wish)];
}
