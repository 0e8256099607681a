/** Every output of the action. All are set in every case; an unknown value is empty, and all but one are short. */

export const OUTPUTS = {
  state:
    "State of the pull request, upper case: `NOT_READY`, `PENDING`, `TESTING`, `TESTS_PASSED`, `PENDING_FAILURE`, `MERGED`, `FAILED` or `CANCELLED`.",
  "is-submitted": "`true` while the pull request is in the queue.",
  "is-final": "`true` when the pull request has left the queue.",
  priority: "Priority in the queue: a name, or a number if it has no name.",
  reason:
    "Why the pull request is in this state, in the queue's own words; at most 4000 characters, then `…`.",
  "pull-request-url":
    "Address of the pull request that the test run tests; empty for a batch, and when the service gives none.",
  "test-run-url":
    "Address of a failed check of the test run, else of a required check, else of any; empty when the service gives none.",
  "failed-check":
    "Name of the check that failed last, of a pull request that is `FAILED` or `PENDING_FAILURE`.",
  "test-run-id": "Id of the test run that failed last, for such a pull request.",
  "failed-test-runs":
    "The failed test runs of such a pull request as JSON, oldest first: `id`, `attempt`, and `checks` with `name`, `result`, `url` and the last lines of their `output`.",
  "queue-state": "State of the queue: `RUNNING`, `PAUSED`, `DRAINING` or `SWITCHING_MODES`.",
  uploaded: "`true` if the service has confirmed the upload of `set-impacted-targets`, otherwise `false`.",
  "impacted-targets-count":
    "Number of targets that were uploaded, or computed by `compute-targets`; empty for `ALL`, and when nothing was uploaded.",
  "impacted-targets-all": "`true` when `ALL` was uploaded or computed; empty when nothing was uploaded.",
  "impacted-targets-reason": "Why `ALL` was uploaded or computed.",
  "impacted-targets-hint": "How to get a list instead of `ALL`, if there is a way.",
  "impacted-targets-result": "The file that `compute-targets` wrote.",
  outcome: "`done`; `unchanged` when nothing changed in the service; `dry-run`; `failed`.",
  response:
    "The service's answer as JSON on one line; if that has more than 131072 characters, an object with `truncated: true` and the `beginning`.",
  "http-status": "Status of the service's last answer to the operation.",
  attempts: "Number of requests that the operation took.",
  "duration-ms": "How long the step took.",
  "error-kind":
    "What went wrong; empty when nothing did. `wrong-input`; `failed`, `cancelled` or `unknown-state` for a pull request that the step waited for; `unauthorized`, `forbidden`, `not-found`, `refused`, `rate-limited`, `server-failed`, `unreachable`, `attempt-timed-out`, `deadline-passed`, `redirected`, `bad-answer`, `changed-meanwhile`, `aborted`; `internal`. A step whose outputs cannot be written fails as `outputs-not-written`, which only its log shows.",
} as const satisfies Record<string, string>;

export type OutputName = keyof typeof OUTPUTS;

export function isOutputName(name: string): name is OutputName {
  return Object.hasOwn(OUTPUTS, name);
}

/** The value found by following the keys; undefined when a key is missing. */
export function at(json: unknown, ...keys: readonly string[]): unknown {
  let found = json;
  for (const key of keys) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Object.entries(found).find(([name]) => name === key)?.[1];
  }
  return found;
}

export function textAt(json: unknown, ...keys: readonly string[]): string | undefined {
  const found = at(json, ...keys);
  return typeof found === "string" && found !== "" ? found : undefined;
}

export function listAt(json: unknown, ...keys: readonly string[]): readonly unknown[] {
  const found = at(json, ...keys);
  return Array.isArray(found) ? found : [];
}
