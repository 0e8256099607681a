/** Asks the forge for the base branch of a pull request whose event does not name it. Loaded only for such an event. */
import { systemClock } from "../client/clock.js";
import { timeLimit } from "../client/deadline.js";
import { NotSentError } from "../client/errors.js";
import { backOffMs } from "../client/failures.js";
import type { PullRequestNumber } from "../domain/ids.js";
import { errorText } from "../domain/thrown.js";
import { basicCredential, type Remote } from "../targets/git/git-environment.js";
import { ForgeAnswer, type ForgeApi, openGitHubApi } from "./github-api.js";
import { InputError } from "./input-error.js";
import * as forms from "./input-forms.js";
import type { InputReader } from "./input-reader.js";
import type { Given } from "./operation.js";
import { at, textAt } from "./outputs.js";
import { Subject } from "./subject.js";
import type { WorkflowRun } from "./workflow-run.js";

const MOST_RETRIES = 3;
const ATTEMPT_MS = 10_000;

/** The run with the base branch filled in. Throws `InputError` when the forge names none. */
export async function runWithBase(
  run: WorkflowRun,
  number: PullRequestNumber,
  inputs: InputReader,
  signal: AbortSignal,
): Promise<WorkflowRun> {
  const { pullRequest, forgeApiUrl: url } = run;
  if (pullRequest.kind === "none") return run;
  const token = inputs.value("github-token") ?? null;
  if (token === null) throw noBase("there is no github-token to ask the forge with");
  const repository = new Subject(inputs, run).repository();
  const retries = Math.min(inputs.required("retries"), MOST_RETRIES);
  const baseBranch = await readBase({ url, token, repository, signal }, number, retries);
  return { ...run, pullRequest: { ...pullRequest, baseBranch }, mayHaveOldMerge: true };
}

async function readBase(api: ForgeApi, number: PullRequestNumber, retries: number): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      const signal = AbortSignal.any([api.signal, timeLimit(ATTEMPT_MS)]);
      const gitHub = await openGitHubApi({ ...api, signal });
      return baseIn(await gitHub.pullRequest(number), number);
    } catch (error) {
      if (error instanceof InputError) throw error;
      if (attempt > retries || !mayPass(error)) throw unread(error, number);
      await systemClock.sleep(backOffMs(attempt, Math.random), api.signal);
      if (api.signal.aborted) throw unread(error, number);
    }
  }
}

function baseIn(pull: unknown, number: PullRequestNumber): string {
  const base = forms.branch(textAt(pull, "base", "ref") ?? "");
  if (at(pull, "number") === number && base.ok) return base.value;
  throw noBase(`the forge names no base for #${number}`);
}

function mayPass(error: unknown): boolean {
  if (error instanceof ForgeAnswer) return error.status >= 500 || error.status === 429;
  if (error instanceof NotSentError) return error.passing;
  return !(error instanceof SyntaxError);
}

function unread(error: unknown, number: PullRequestNumber): InputError {
  const reason = error instanceof SyntaxError ? "the answer is not JSON" : errorText(error);
  const isRefused = error instanceof ForgeAnswer && [401, 403, 404].includes(error.status);
  const need = isRefused ? " (github-token needs the permission pull-requests: read)" : "";
  return noBase(`the base of #${number} could not be read: ${reason}${need}`, error);
}

function noBase(because: string, cause?: unknown): InputError {
  const problem = `is missing, and the event does not name the base: ${because}`;
  return new InputError("target-branch", `${problem}; give the branch that the queue protects.`, { cause });
}

/** The repository on the event's own server, as git reaches it. Only that server gets the token. */
export function forgeRemote(given: Given): Remote {
  const { inputs, run } = given;
  const token = inputs.value("github-token") ?? null;
  if (token !== null) given.mask(basicCredential(token));
  const { owner, name } = given.repository();
  return { url: `${run.serverUrl.replace(/\/+$/, "")}/${owner}/${name}`, token };
}
