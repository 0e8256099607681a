/** A queue's settings on the wire: what `updateQueue` takes and what it and `getQueue` answer. */
import * as z from "zod/mini";
import {
  DIRECT_MERGE_MODES,
  MERGE_METHODS,
  OPTIMIZATION_MODES,
  QUEUE_MODES,
  READINESS_CHECKS,
  SKIPPED_CHECK_POLICIES,
  TEST_BRANCH_CONSTRUCTION_MODES,
  TEST_BRANCH_TRIGGERS,
} from "../domain/queue-settings.js";
import { anyCase, described, flag, stateIn, text, texts, whole } from "./schema.js";
import { QUEUE_STATES, SETTABLE_QUEUE_STATES } from "./states.js";

const WEEK_MINUTES = 10_080;

const batchingRule = z.strictObject({
  targetPattern: text("A target's name, or the beginning of one before a final *."),
  policy: anyCase(["isolate"], "Pull requests that touch a matching target are tested alone."),
});

export const modeOnWire = anyCase(QUEUE_MODES, "single: one line. parallel: lanes by impacted targets.");
export const concurrencyOnWire = whole(1, 1000, "Test runs at once.");

const shared = {
  mode: modeOnWire,
  concurrency: concurrencyOnWire,
  bisectionConcurrency: whole(
    0,
    1000,
    "Test runs at once while a failed batch is split; 0 shares concurrency.",
  ),
  testingTimeoutMinutes: whole(0, WEEK_MINUTES, "A test run older than this has failed; 0 is no limit."),
  pendingFailureDepth: whole(0, 1000, "Levels of successors that finish before a failure is settled."),
  canOptimisticallyMerge: flag("A passing run also lands those ahead that it contains."),
  batch: flag("Several pull requests are tested in one run."),
  batchingMaxWaitTimeMinutes: whole(0, WEEK_MINUTES, "Longest wait to fill a batch; 0 never waits."),
  batchingMinSize: whole(1, 1000, "The size a batch aims for and never exceeds."),
  createPrsForTestingBranches: flag("The older name of testBranchTrigger: true is draft, false is push."),
  commentsEnabled: flag("The queue comments on pull requests."),
  commandsEnabled: flag("Comments may submit."),
  statusCheckEnabled: flag("The queue publishes a check on the pull request."),
  requiredStatuses: texts("Checks that decide a run; an empty list is no override."),
  directMergeMode: anyCase(
    DIRECT_MERGE_MODES,
    "always: what is based on the tip and alone lands on its own checks.",
  ),
  optimizationMode: anyCase(OPTIMIZATION_MODES, "Whether a split skips runs whose failure is known."),
  mergeMethod: anyCase(MERGE_METHODS, "How a pull request becomes commits of the target branch."),
};

const seldomAnswered = {
  extensionEnabled: flag("The browser extension may show the queue."),
  enqueueingLabel: text("The label that submits a pull request."),
  labelCommandsEnabled: flag("Adding the label submits, removing it cancels."),
  stateLabelsEnabled: flag("The pull request is labelled with its state."),
  notReadyTimeoutHours: whole(0, 720, "An entry that is not ready for longer is cancelled; 0 is never."),
  allowedBotSubmitters: texts("Bots that may submit."),
  batchingRules: described(
    z.array(batchingRule, { error: "expected a list of rules" }),
    "Targets that are tested alone.",
  ),
  testBranchConstructionMode: anyCase(
    TEST_BRANCH_CONSTRUCTION_MODES,
    "How the test branch gets its final name.",
  ),
};

const ofThisService = {
  testBranchTrigger: anyCase(
    TEST_BRANCH_TRIGGERS,
    "What starts CI on a test branch. push: the push of the branch. draft: also a draft pull request of it.",
  ),
  skippedChecks: described(
    z.record(text("The name of a required check."), anyCase(SKIPPED_CHECK_POLICIES, "pass or fail."), {
      error: "expected an object of check names, each with pass or fail",
    }),
    "What a required check that was only skipped counts as, by its name. One without an entry passes where another required check succeeded.",
  ),
  hedging: flag("Spare slots test what follows if one ahead comes out otherwise. Only this service has it."),
  readinessChecks: anyCase(
    READINESS_CHECKS,
    "reported: a required check on its own head keeps a pull request waiting while it has failed or is running. required: until it has passed. Only this service has it.",
  ),
};

const settings = { ...shared, ...seldomAnswered, ...ofThisService };

/** Names the same settings had in older clients; read, never written. */
const older = {
  testingTimeoutMins: settings.testingTimeoutMinutes,
  batchingMaxWaitTimeMins: settings.batchingMaxWaitTimeMinutes,
  isBatching: settings.batch,
  batchingMode: anyCase(["NONE", "SPECULATIVE"], "SPECULATIVE is batch: true."),
};

export const settingsChange = {
  state: z.optional(anyCase(SETTABLE_QUEUE_STATES, "What the queue does from now on.")),
  deleteRequiredStatuses: z.optional(flag("Drops the queue's own list of required statuses.")),
  ...z.partial(z.object(settings)).shape,
  ...z.partial(z.object(older)).shape,
};

export type SettingKey = keyof typeof settingsChange;

/** What is wrong with a value that `settingsChange` does not take. */
export type SettingIssue = z.core.$ZodIssue;

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingsChange, key);
}

/** What a reply may write as null, or leave out for the name it had before; the service itself writes every field. */
const lenientlyRead = {
  requiredStatuses: described(
    z.nullable(shared.requiredStatuses),
    "Checks that decide a run; empty or null where the queue names none of its own.",
  ),
  testingTimeoutMinutes: z.optional(shared.testingTimeoutMinutes),
  batchingMaxWaitTimeMinutes: z.optional(shared.batchingMaxWaitTimeMinutes),
  batch: z.optional(shared.batch),
};

export const settingsReply = {
  state: stateIn(QUEUE_STATES, "What the queue does."),
  branch: described(z.string(), "The target branch."),
  ...shared,
  ...lenientlyRead,
  ...z.partial(z.object({ ...seldomAnswered, ...ofThisService })).shape,
  ...z.partial(z.object(older)).shape,
};

/** What the service itself answers: every field, but for what is not part of the API as others have it. */
export const settingsWritten = {
  state: settingsReply.state,
  branch: settingsReply.branch,
  ...shared,
  ...seldomAnswered,
  ...z.partial(z.object(ofThisService)).shape,
};
