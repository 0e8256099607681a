/** The inputs in groups: the order of `action.yml`, and the tables of the README. No step loads this file. */
import type { InputName } from "./inputs.js";
import { COMMON_INPUTS, TARGET_INPUTS, WAIT_INPUTS } from "./operation.js";
import type { OutputName } from "./outputs.js";
import { SETTINGS_INPUTS } from "./queue-settings-inputs.js";

interface InputGroup {
  readonly title: string;
  /** Applies to several of the inputs; empty when there is nothing to add. */
  readonly note: string;
  readonly names: readonly InputName[];
}

export const INPUT_GROUPS: readonly InputGroup[] = [
  { title: "Every operation", note: "", names: COMMON_INPUTS },
  {
    title: "Queue and pull request",
    note: "An input that is not given comes from the workflow's event, if the event names it.",
    names: ["target-branch", "pr-number", "pr-sha", "priority", "no-batch"],
  },
  {
    title: "Impacted targets",
    note: "`set-impacted-targets` needs exactly one of the first four; `compute-targets` needs `impacted-targets-from`.",
    names: [...TARGET_INPUTS, "checkout-path", "targets-timeout"],
  },
  { title: "Waiting", note: "", names: WAIT_INPUTS },
  {
    title: "Queue settings",
    note: "`update-queue` needs at least one. Other settings remain unchanged.",
    names: SETTINGS_INPUTS,
  },
  { title: "Test runs and metrics", note: "", names: ["test-run-id", "metrics-file"] },
];

/** The common inputs and outputs that an operation without the service does not use or set. */
export const OF_THE_SERVICE: readonly (InputName | OutputName)[] = [
  "api-url",
  "api-token",
  "response",
  "http-status",
  "attempts",
];
