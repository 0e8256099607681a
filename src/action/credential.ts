/** How the step shows who it is, and what a missing or refused secret usually means for whoever started the run. */
import type { Credential } from "../client/client.js";
import { InputError } from "./input-error.js";
import type { InputReader } from "./input-reader.js";
import type { WorkflowRun } from "./workflow-run.js";

/** The token, or for a forked pull request without one the id of the workflow run. */
export function credentialFor(inputs: InputReader, run: WorkflowRun): Credential {
  const token = inputs.value("api-token");
  if (token !== undefined) return { kind: "token", token };
  if (isForked(run) && run.runId !== "") return { kind: "forkedRun", runId: run.runId };
  throw new InputError("api-token", `is missing or empty. ${adviceOnSecrets(run)}`);
}

/** One sentence or two on why this run may have no secret, or the wrong one. */
export function adviceOnSecrets(run: WorkflowRun): string {
  if (run.actors.includes("dependabot[bot]")) {
    return "Runs that dependabot[bot] starts see Dependabot secrets only: store the token there too.";
  }
  if (isForked(run)) {
    return "Jobs of a forked pull request get no secrets, and the service takes the workflow run instead only while it runs, for the head commit, and where it is set up to: let a second job upload from a workflow_run event, or ask the service's operator.";
  }
  const bot = run.actors.find((actor) => actor.endsWith("[bot]"));
  if (bot !== undefined) {
    return `This run was started by ${bot}: check that the secret is available to runs that a bot starts.`;
  }
  return "Set api-token to a secret that exists in this repository, organisation or environment, or set the variable MERGE_QUEUE_API_TOKEN.";
}

function isForked({ pullRequest }: WorkflowRun): boolean {
  return pullRequest.kind === "known" && pullRequest.isFork;
}
