/** The credential of the step, and advice for a missing or refused secret that fits the workflow run. */
import type { Credential } from "../client/client.js";
import { InputError } from "./input-error.js";
import type { InputReader } from "./input-reader.js";
import type { WorkflowRun } from "./workflow-run.js";

/** The only event of a forked pull request whose jobs get the repository's secrets. */
const WITH_SECRETS = "pull_request_target";

/** On these events, runs of Dependabot do not get the repository's secrets; GitHub restricts no other bot. */
const DEPENDABOT_EVENTS: ReadonlySet<string> = new Set([
  "pull_request",
  "pull_request_review",
  "pull_request_review_comment",
  "push",
  "create",
  "deployment",
  "deployment_status",
]);

/** The token, or the id of the workflow run for a forked pull request without a token. */
export function credentialFor(inputs: InputReader, run: WorkflowRun): Credential {
  const token = inputs.value("api-token");
  if (token !== undefined) return { kind: "token", token };
  if (isWithoutSecrets(run) && run.runId !== "") return { kind: "forkedRun", runId: run.runId };
  throw new InputError("api-token", `is missing or empty. ${adviceOnMissingToken(run)}`);
}

/** Advice when the service refused a token, or the workflow run that was sent instead of one. */
export function adviceOnRefusal(run: WorkflowRun, hasToken: boolean): string {
  if (!hasToken) return adviceOnMissingToken(run);
  if (hasDependabotSecrets(run)) {
    return "Runs that dependabot[bot] starts see Dependabot secrets only: store a token there that this service knows.";
  }
  return "Set api-token (or the variable MERGE_QUEUE_API_TOKEN) to a token that this service knows; this one may have expired, be revoked, or belong to another service.";
}

/** One or two sentences on why this run may have no secret. */
function adviceOnMissingToken(run: WorkflowRun): string {
  if (hasDependabotSecrets(run)) {
    return "Runs that dependabot[bot] starts see Dependabot secrets only: store the token there too.";
  }
  if (isWithoutSecrets(run)) {
    return "Jobs of a forked pull request get no secrets. The service accepts the workflow run instead only while it runs, for the head commit, and if the service is set up for it: let a second job upload on a workflow_run event, or ask the service's operator. To submit the pull request, comment `/merge` on it, if the service uses the GitHub App.";
  }
  const why =
    run.eventName === WITH_SECRETS
      ? `Jobs on ${WITH_SECRETS} get secrets, also those of a forked pull request, so the secret is not set. `
      : "";
  return `${why}Set api-token to a secret that exists in this repository, organisation or environment, or set the variable MERGE_QUEUE_API_TOKEN.`;
}

function hasDependabotSecrets({ actors, eventName }: WorkflowRun): boolean {
  return actors.includes("dependabot[bot]") && DEPENDABOT_EVENTS.has(eventName);
}

function isWithoutSecrets({ pullRequest, eventName }: WorkflowRun): boolean {
  return pullRequest.kind === "known" && pullRequest.isFork && eventName !== WITH_SECRETS;
}
