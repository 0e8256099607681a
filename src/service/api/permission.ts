/**
 * Whether a caller may do what a checked request asks for, in the repository it names. Judged before anything is read
 * that would tell a stranger what there is.
 */
import type { CheckedRequestOf } from "../../contract/endpoints.js";
import { FORKED_RUN_HEADER } from "../../contract/limits.js";
import { assertNever } from "../../domain/assert-never.js";
import { isCommitId, pullRequestNumber } from "../../domain/ids.js";
import type { Repository } from "../../domain/repository.js";
import { repositoryKey } from "../../domain/repository.js";
import { reaches } from "../tokens/token-text.js";
import type { AuthRefusal, Caller } from "./auth.js";
import { refused, type Service } from "./handler.js";

/** Null lets the call through. */
export type Permission<Request> = (
  caller: Caller,
  repository: Repository,
  request: Request,
  service: Service,
) => Promise<AuthRefusal | null>;

/** What every endpoint asks of a token; a forked run may do one thing only, which is not here. */
export const inItsRepositories: Permission<unknown> = async (caller, repository) =>
  Promise.resolve(tokenRefusal(caller, repository));

/** Whoever may submit may not jump the line: a priority of its own choice is another scope. */
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
    refused("INSUFFICIENT_PERMISSIONS", "the token does not allow what naming a priority needs: priority"),
  );
};

/** Of a token, or of a workflow run that the forge itself vouches for. */
export const ofItsOwnRun: Permission<CheckedRequestOf<"setImpactedTargets">> = async (
  caller,
  repository,
  { pr },
  { queues },
) => {
  if (caller.kind === "token") return tokenRefusal(caller, repository);
  const headSha = pr.sha?.toLowerCase();
  if (headSha === undefined || !isCommitId(headSha)) return runRefused("vouches only for a head in pr.sha");
  const claim = { run: caller.run, pullRequest: pullRequestNumber(pr.number), headSha };
  const verdict = await queues.forge.verifyForkedRun?.(repository, claim);
  switch (verdict) {
    case "verified":
      return null;
    case undefined:
    case "unknownRun":
      return runRefused("is no run that the code host knows there");
    case "notRunning":
      return runRefused("is not running");
    case "notFromFork":
      return runRefused("is not of this pull request from a fork");
    case "otherHead":
      return runRefused("is of another commit than pr.sha");
    default:
      return assertNever(verdict);
  }
};

function tokenRefusal(caller: Caller, repository: Repository): AuthRefusal | null {
  if (caller.kind === "token" && reaches(caller.grant, repository)) return null;
  return outsideItsRepositories(repository);
}

/** The same whether or not there is such a repository. */
export function outsideItsRepositories(repository: Repository): AuthRefusal {
  return refused("INSUFFICIENT_PERMISSIONS", `the token does not reach ${repositoryKey(repository)}`);
}

function runRefused(problem: string): AuthRefusal {
  return refused("AUTHENTICATION_REQUIRED", `the workflow run in ${FORKED_RUN_HEADER} ${problem}`);
}
