/** Decides whether a source that starts the repository's own programs may run here: never where there is a secret. */

import type { Source } from "../targets/source.js";
import { isSafeEvent } from "../targets/source-choice.js";
import type { InputReader } from "./input-reader.js";
import type { WorkflowRun } from "./workflow-run.js";

const INSTEAD =
  "Use workspaces or paths, which run nothing; or compute in a job on pull_request without api-token (operation compute-targets), hand the file over, and upload it in another job (impacted-targets-result)";

/** Returns a sentence without its full stop; null for no objection. `because`: the result of `secretsHere`. */
export function objectionTo(source: Source, because: string | null): string | null {
  if (!source.runsRepositoryCode || because === null) return null;
  return `${source.name} runs programs of the repository, which a pull request can change, and ${because}. ${INSTEAD}`;
}

/** Returns a clause; null when there is no secret. */
export function secretsHere(inputs: InputReader, { eventName }: WorkflowRun): string | null {
  if (!isSafeEvent(eventName)) return `a job on ${eventName} holds secrets`;
  return inputs.value("api-token") === undefined
    ? null
    : "this step has the API token, from api-token or MERGE_QUEUE_API_TOKEN";
}
