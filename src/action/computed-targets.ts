/** Computes impacted targets for a step from its inputs and its workflow run. Loaded only by steps that compute. */
import path, { type PlatformPath } from "node:path";
import { timeLimit } from "../client/deadline.js";
import type { ComputedTargets } from "../targets/compute-targets.js";
import type { Wanted } from "../targets/revisions/question.js";
import type { AllCause } from "../targets/source.js";
import { readSourceChoices } from "../targets/source-choice.js";
import { computeInThread } from "./computing/compute-in-thread.js";
import type { ComputingTask } from "./computing/task.js";
import { forgeRemote } from "./forge-base.js";
import { InputError } from "./input-error.js";
import type { InputReader } from "./input-reader.js";
import type { Given } from "./operation.js";
import { secretsHere } from "./source-permission.js";

/** The thread's code is in one file of the bundle with the step's code, because both need mostly the same modules. */
export { computeForStep } from "./computing/computing-thread.js";

const FROM = "impacted-targets-from";
const SHARE_OF_TIMEOUT = 0.8;
const LONGEST_GRACE_MS = 1_000;
const SHARE_OF_GRACE = 0.1;

/** Throws `InputError`. Any other failure makes everything count as impacted. */
export async function targetsOfStep(given: Given): Promise<ComputedTargets> {
  const { inputs, run, signal } = given;
  const choices = readSourceChoices(inputs.required(FROM));
  if (!choices.ok) throw new InputError(FROM, `expected ${choices.expected}.`);
  const stacked = otherBase(given);
  if (stacked !== null)
    return { answer: { kind: "all", cause: stacked }, compared: null, notes: [], warnings: [] };
  const deadline = deadlineMs(inputs);
  const remote = forgeRemote(given);
  const task: ComputingTask = {
    choices: choices.choices,
    wanted: wantedBy(given),
    checkout: checkoutFolder(run.workspace || process.cwd(), inputs.value("checkout-path") ?? ""),
    remote,
    forgeApi: { url: run.forgeApiUrl, token: remote.token, repository: given.repository() },
    reach: given.files.reach,
    secretsHere: secretsHere(inputs, run),
  };
  const stop = AbortSignal.any([signal, timeLimit(deadline)]);
  const graceMs = Math.min(LONGEST_GRACE_MS, deadline * SHARE_OF_GRACE);
  const end = await computeInThread(task, { stop, graceMs, signal });
  if (end.kind === "computed") return end.computed;
  throw new InputError(FROM, end.complaint);
}

/** Any folder of the checkout; a relative path starts at the workspace. */
export function checkoutFolder(workspace: string, given: string, system: PlatformPath = path): string {
  return system.resolve(workspace, given);
}

/** When the whole step has a deadline, some time is left for the upload. */
function deadlineMs(inputs: InputReader): number {
  const timeoutMs = inputs.value("timeout") ?? Number.POSITIVE_INFINITY;
  return Math.ceil(Math.min(inputs.required("targets-timeout"), timeoutMs * SHARE_OF_TIMEOUT));
}

/** The forge merges a stacked pull request into the one below it; that merge shows nothing about the queue's branch. */
function otherBase(given: Given): AllCause | null {
  const { targetBranch } = given.queue();
  const baseBranch = given.baseBranch();
  if (baseBranch === null || baseBranch === targetBranch) return null;
  const rule = `the pull request is to be merged into ${baseBranch}, and the queue protects ${targetBranch}`;
  return {
    subject: "the base branch",
    rule,
    hint: "Compute the targets again once its base is the queue's branch.",
  };
}

function wantedBy(given: Given): Wanted {
  const { run } = given;
  if (run.mergeGroup !== null) return { kind: "pair", ...run.mergeGroup };
  const { pr, targetBranch } = given.pullRequest();
  return {
    kind: "pullRequest",
    number: pr.number,
    headSha: given.headSha(),
    baseBranch: targetBranch,
    mustCheckBase: given.baseBranch() === null || run.mayHaveOldMerge,
    workflowSha: /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(run.sha) ? run.sha : null,
  };
}
