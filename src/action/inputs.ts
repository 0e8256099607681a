/**
 * Every input of the action, its meaning, and how its text becomes a value.
 * `action.yml` and docs/reference/action.md are generated from this record.
 */
import { accepted, duration, type Parse, refused, wholeNumber } from "../client/parse.js";
import type { CommitId, PullRequestNumber } from "../domain/ids.js";
import { MAX_PRIORITY, PRIORITIES } from "../domain/priority.js";
import { OPERATION_ENDPOINTS, type OperationName } from "../operations/operation-names.js";
import * as forms from "./input-forms.js";
import { SETTING_INPUTS, type SettingInputName } from "./setting-inputs.js";

const flag: Parse<boolean> = (text) =>
  text === "true" || text === "false" ? accepted(text === "true") : refused("true or false");

/** One of the words, in any case. */
function oneOf<const Word extends string>(words: readonly Word[]): Parse<Word> {
  return (text) => {
    const word = words.find((known) => known.toLowerCase() === text.toLowerCase());
    return word === undefined ? refused(`one of ${words.join(", ")}`) : accepted(word);
  };
}

/** Any text that fits on one line. */
const line: Parse<string> = (text) =>
  /[\u0000-\u001f\u007f-\u009f]/.test(text)
    ? refused("text without line breaks or control characters")
    : accepted(text);

export interface Input<Value> {
  readonly description: string;
  /** The value when the workflow gives none; the runner evaluates an expression. */
  readonly default?: string;
  /** The variable that is read when the input is empty. */
  readonly environment?: string;
  /** Every operation that uses the service needs a value, from the input or from its variable. */
  readonly isRequired?: true;
  /** Never shown, not even when the value is refused. */
  readonly isSecret?: true;
  readonly parse: Parse<Value>;
}

export interface InputValues extends Record<SettingInputName, string> {
  readonly operation: OperationName;
  readonly "api-url": string;
  readonly "api-token": string;
  readonly repository: forms.RepositoryInput;
  readonly "repo-host": string;
  readonly "target-branch": string;
  readonly "pr-number": PullRequestNumber;
  readonly "pr-sha": CommitId;
  readonly "impacted-targets-file": string;
  readonly "impacted-targets": string;
  readonly "impacted-targets-from": string;
  readonly "impacted-targets-result": string;
  readonly "checkout-path": string;
  readonly "targets-timeout": number;
  readonly priority: number | string;
  readonly "no-batch": boolean;
  readonly wait: boolean;
  readonly "wait-timeout": number;
  readonly "poll-interval": number;
  readonly "cancel-on-abort": boolean;
  readonly "github-token": string;
  readonly "queue-config": string;
  readonly "test-run-id": string;
  readonly "metrics-file": string;
  readonly "on-error": "fail" | "warn";
  readonly timeout: number;
  readonly retries: number;
  readonly "dry-run": boolean;
  readonly summary: boolean;
}

export type InputName = keyof InputValues;

const SHORTEST_POLL_MS = 100;
const MOST_RETRIES = 100;

export const INPUTS: { readonly [Name in InputName]: Input<InputValues[Name]> } = {
  operation: {
    description: `The operation to run: ${Object.keys(OPERATION_ENDPOINTS).join(", ")}. The name of the endpoint is accepted too.`,
    isRequired: true,
    parse: forms.operation,
  },
  "api-url": {
    description:
      "Base address of the queue service, including `/v1`. https, or http on this machine. Falls back to the variable `MERGE_QUEUE_API_URL`.",
    environment: "MERGE_QUEUE_API_URL",
    isRequired: true,
    parse: forms.apiUrl,
  },
  "api-token": {
    description:
      "Token of the queue service. Falls back to the variable `MERGE_QUEUE_API_TOKEN`. In a job of a forked pull request without secrets, the id of its workflow run is sent instead.",
    environment: "MERGE_QUEUE_API_TOKEN",
    isRequired: true,
    isSecret: true,
    parse: forms.token,
  },
  repository: {
    description: "The repository as `owner/name`. `*` with `metrics` means all repositories.",
    default: "${{ github.repository }}",
    parse: forms.repository,
  },
  "repo-host": {
    description: "Host name of the code host. Without it, the host of `github.server_url`.",
    parse: forms.hostName,
  },
  "target-branch": {
    description:
      "The branch that the queue protects. Without it, the base branch of the event's pull request (on `issue_comment` it is read with `github-token`); for any other event, the repository's default branch.",
    parse: forms.branch,
  },
  "pr-number": {
    description:
      "Number of the pull request. Without it, the number in the event: `pull_request*`, `issue_comment`, `merge_group`, `workflow_run` or `check_suite`.",
    parse: forms.pullRequestNumber,
  },
  "pr-sha": {
    description:
      "Head commit of the pull request, not the merge commit `github.sha`. Without it, the head commit in the event.",
    parse: forms.commit,
  },
  "impacted-targets-file": {
    description:
      "File with the impacted targets: one per line, NUL-separated, a JSON array, or the JSON object of the API. `ALL` alone means all targets.",
    parse: line,
  },
  "impacted-targets": {
    description: "The impacted targets themselves, in the same formats as in the file, or `ALL`.",
    parse: accepted,
  },
  "impacted-targets-from": {
    description:
      "The built-in sources that compute the impacted targets: one or more of workspaces, paths, nx, turbo, pnpm, moon, rush, lerna, bazel, list, separated by commas, each optionally with `=` and a file; or `auto`.",
    parse: accepted,
  },
  "impacted-targets-result": {
    description:
      "File that `compute-targets` writes and `set-impacted-targets` uploads, so that one job computes without secrets and another uploads without running code. Without it, `compute-targets` writes to the runner's temporary folder.",
    parse: line,
  },
  "checkout-path": {
    description:
      "Folder of the repository's checkout, for sources of impacted targets. Without it, the workspace. Sources that run nothing need no checkout.",
    parse: line,
  },
  "targets-timeout": {
    description:
      "How long computing the impacted targets may take; after that, everything counts as impacted.",
    default: "5m",
    parse: duration(),
  },
  priority: {
    description: `Priority in the queue: ${Object.keys(PRIORITIES).join(", ")}, or 0 (first) to ${MAX_PRIORITY}.`,
    parse: forms.priority,
  },
  "no-batch": { description: "`true`: test this pull request alone.", default: "false", parse: flag },
  wait: {
    description: "`true`: after `submit` or `status`, wait until the pull request has left the queue.",
    default: "false",
    parse: flag,
  },
  "wait-timeout": { description: "The longest time to wait.", default: "1h", parse: duration() },
  "poll-interval": {
    description: "Time between two requests while waiting, at least `100ms`.",
    default: "15s",
    parse: duration(SHORTEST_POLL_MS),
  },
  "cancel-on-abort": {
    description:
      "`true`: when the job is cancelled during `submit` or a wait, remove the pull request from the queue.",
    default: "false",
    parse: flag,
  },
  "github-token": {
    description:
      "Token for the code host: for built-in target sources, and on `issue_comment` to read the base branch of the pull request. Sent only to the event's server.",
    default: "${{ github.token }}",
    isSecret: true,
    parse: forms.token,
  },
  "queue-config": {
    description: "Settings for `create-queue` and `update-queue`, as YAML or JSON.",
    parse: accepted,
  },
  "test-run-id": {
    description:
      "The test run for `testing-details`. Without it, the last segment of the current branch, if that is the id of a test run.",
    parse: forms.testRun,
  },
  "metrics-file": { description: "File to write the metrics to.", parse: line },
  "on-error": {
    description:
      "`fail`, or `warn` to keep the step green when the queue refuses or the network fails. Wrong inputs and bugs of the action always fail the step.",
    default: "fail",
    parse: oneOf(["fail", "warn"]),
  },
  timeout: {
    description: "Deadline for the whole step. Without it, `10m`, or `wait-timeout` with `wait`.",
    parse: duration(),
  },
  retries: {
    description: "How often to repeat a request after a temporary failure.",
    default: "3",
    parse: wholeNumber(0, MOST_RETRIES),
  },
  "dry-run": {
    description: "`true`: check everything, show what would be sent, and send nothing.",
    default: "false",
    parse: flag,
  },
  summary: { description: "`false`: write no job summary.", default: "true", parse: flag },
  ...settingInputs(),
};

export function isInputName(name: string): name is InputName {
  return Object.hasOwn(INPUTS, name);
}

/** The contract checks their texts together with `queue-config`. */
function settingInputs(): Record<SettingInputName, Input<string>>;
function settingInputs(): object {
  const entries = Object.entries(SETTING_INPUTS);
  return Object.fromEntries(
    entries.map(([name, { description }]) => [name, { description, parse: accepted }]),
  );
}
