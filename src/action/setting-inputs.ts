/** The queue's common settings as inputs of their own; every other setting goes through `queue-config`. */
import type { SettingKey } from "../contract/queue-settings.js";

/** Values by the contract's key; only what the workflow says. */
export type Settings = ReadonlyMap<SettingKey, unknown>;

interface SettingInput {
  readonly key: SettingKey;
  readonly description: string;
}

export const SETTING_INPUTS = {
  state: {
    key: "state",
    description: "What the queue does from now on: `RUNNING`, `PAUSED` or `DRAINING`.",
  },
  mode: { key: "mode", description: "`single` (one line) or `parallel` (lanes by impacted targets)." },
  concurrency: { key: "concurrency", description: "How many test runs may run at once." },
  "bisection-concurrency": {
    key: "bisectionConcurrency",
    description: "How many test runs may run at once while a failed batch is split.",
  },
  "testing-timeout-minutes": {
    key: "testingTimeoutMinutes",
    description: "Minutes after which a test run has failed; `0` is no limit.",
  },
  "pending-failure-depth": {
    key: "pendingFailureDepth",
    description: "How many levels of successors finish before a failure is settled.",
  },
  "can-optimistically-merge": {
    key: "canOptimisticallyMerge",
    description: "`true`: a passing run also lands those ahead that it contains.",
  },
  batch: { key: "batch", description: "`true`: several pull requests are tested in one run." },
  "batching-max-wait-time-minutes": {
    key: "batchingMaxWaitTimeMinutes",
    description: "Minutes to wait at most for a batch to fill; `0` never waits.",
  },
  "batching-min-size": { key: "batchingMinSize", description: "The size a batch aims for." },
  "required-statuses": {
    key: "requiredStatuses",
    description: "Names of the checks that decide a test run, one per line.",
  },
  "merge-method": { key: "mergeMethod", description: "`squash`, `merge_commit` or `rebase`." },
} as const satisfies Record<string, SettingInput>;

export type SettingInputName = keyof typeof SETTING_INPUTS;

export function isSettingInputName(name: string): name is SettingInputName {
  return Object.hasOwn(SETTING_INPUTS, name);
}
