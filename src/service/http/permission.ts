/**
 * Whether a caller may make a checked request in the repository it names. Judged before any read, so that a refusal
 * does not reveal what exists.
 */
import type { CheckedRequestOf } from "../../contract/endpoints.js";
import { FORKED_RUN_HEADER } from "../../contract/limits.js";
import { assertNever } from "../../domain/assert-never.js";
import { isCommitId, pullRequestNumber } from "../../domain/ids.js";
import type { Repository } from "../../domain/repository.js";
import { repositoryKey } from "../../domain/repository.js";
import { reaches } from "../tokens/token-text.js";
import type { AuthRefusal, Caller } from "./auth.js";
import { refused, type Service } from "./handlers/handler.js";

/** null: allowed. */
export type Permission<Request> = (
  caller: Caller,
  repository: Repository,
  request: Request,
  service: Service,
) => Promise<AuthRefusal | null>;

/** Required of tokens by every endpoint. A forked run may only upload targets, which another permission covers. */
export const inItsRepositories: Permission<unknown> = async (caller, repository) =>
  Promise.resolve(tokenRefusal(caller, repository));

/** Choosing a priority needs a scope besides submitting, so that a submitter cannot skip the line. */
export const withItsPriority: Permission<CheckedRequestOf<"submitPullRequest">> = async (
  caller,
  repository,
  { priority },
) => {
  const refusal = tokenRefusal(caller, repository);
  if (refusal !== null || priority === undefined || priority === null || caller.kind !== "token")
    return Promise.resolve(refusal);
  if (caller.grant.scopes.includes("priority")) return Promise.resolve(null);
  return Promise.resolve(
    refused("INSUFFICIENT_PERMISSIONS", "setting a priority requires the token scope: priority"),
  );
};

/** For a token, or a workflow run that the forge verifies. */
export const ofItsOwnRun: Permission<CheckedRequestOf<"setImpactedTargets">> = async (
  caller,
  repository,
  { pr },
  { queues },
) => {
  if (caller.kind === "token") return tokenRefusal(caller, repository);
  const headSha = pr.sha?.toLowerCase();
  if (headSha === undefined || !isCommitId(headSha)) return runRefused("requires the head commit in pr.sha");
  const claim = { run: caller.run, pullRequest: pullRequestNumber(pr.number), headSha };
  const verdict = await queues.forge.verifyForkedRun?.(repository, claim);
  switch (verdict) {
    case "verified":
      return null;
    case undefined:
    case "unknownRun":
      return runRefused("is unknown to the code host");
    case "notRunning":
      return runRefused("is not running");
    case "notFromFork":
      return runRefused("does not belong to this pull request from a fork");
    case "otherHead":
      return runRefused("runs on another commit than pr.sha");
    default:
      return assertNever(verdict);
  }
};

function tokenRefusal(caller: Caller, repository: Repository): AuthRefusal | null {
  if (caller.kind === "token" && reaches(caller.grant, repository)) return null;
  return outsideItsRepositories(repository);
}

/** The same response whether or not the repository exists. */
export function outsideItsRepositories(repository: Repository): AuthRefusal {
  return refused("INSUFFICIENT_PERMISSIONS", `the token does not reach ${repositoryKey(repository)}`);
}

function runRefused(problem: string): AuthRefusal {
  return refused("AUTHENTICATION_REQUIRED", `the workflow run in ${FORKED_RUN_HEADER} ${problem}`);
}
