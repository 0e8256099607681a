/** Computes impacted targets for a step, from its inputs and its workflow run. Loaded only by steps that compute. */
import { resolve } from "node:path";
import { type ComputedTargets, computeTargets } from "../targets/compute-targets.js";
import type { Wanted } from "../targets/revisions/question.js";
import type { AllCause } from "../targets/source.js";
import { readSourceChoices } from "../targets/source-choice.js";
import { SourceError } from "../targets/source-error.js";
import { forgeRemote } from "./forge-remote.js";
import { InputError } from "./input-error.js";
import type { InputReader } from "./input-reader.js";
import type { Given } from "./operation.js";
import { objectionTo } from "./source-permission.js";

const FROM = "impacted-targets-from";
const SHARE_OF_TIMEOUT = 0.8;

/** Throws `InputError`. Whatever else goes wrong makes everything count as impacted. */
export async function targetsOfStep(given: Given): Promise<ComputedTargets> {
  const { inputs, run, subject, files, signal } = given;
  const choices = readSourceChoices(inputs.required(FROM));
  if (!choices.ok) throw new InputError(FROM, `expected ${choices.expected}.`);
  const stacked = otherBase(given);
  if (stacked !== null)
    return { answer: { kind: "all", cause: stacked }, compared: null, notes: [], warnings: [] };
  const stop = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs(inputs))]);
  const remote = forgeRemote(given);
  try {
    return await computeTargets({
      choices: choices.choices,
      question: {
        wanted: wantedBy(given),
        checkout: resolve(
          run.workspace === "" ? process.cwd() : run.workspace,
          inputs.value("checkout-path") ?? "",
        ),
        remote,
        listFiles: async (number, headSha) => {
          const { listChangedFiles } = await import("./forge-files.js");
          const api = {
            url: run.forgeApiUrl,
            token: remote.token,
            repository: subject.repository(),
            signal: stop,
          };
          return listChangedFiles(api, number, headSha);
        },
        signal: stop,
      },
      readFile: (path) => files.read(FROM, path, signal),
      objection: (source) => objectionTo(source, inputs, run),
    });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    if (error.cause instanceof InputError) throw error.cause;
    throw new InputError(FROM, `${error.message}.`, { cause: error });
  }
}

/** Of a deadline for the whole step something is left for the upload. */
function deadlineMs(inputs: InputReader): number {
  const timeoutMs = inputs.value("timeout") ?? Number.POSITIVE_INFINITY;
  return Math.ceil(Math.min(inputs.required("targets-timeout"), timeoutMs * SHARE_OF_TIMEOUT));
}

/** The forge merges a stacked pull request into the one below it, which tells nothing of the queue's branch. */
function otherBase({ subject }: Given): AllCause | null {
  const { targetBranch } = subject.queue();
  const baseBranch = subject.baseBranch();
  if (baseBranch === null || baseBranch === targetBranch) return null;
  const rule = `the pull request is to be merged into ${baseBranch}, and the queue protects ${targetBranch}`;
  return {
    subject: "the base branch",
    rule,
    hint: "Compute the targets again once its base is the queue's branch.",
  };
}

function wantedBy({ subject, run }: Given): Wanted {
  if (run.mergeGroup !== null) return { kind: "pair", ...run.mergeGroup };
  const { pr, targetBranch } = subject.pullRequest();
  return {
    kind: "pullRequest",
    number: pr.number,
    headSha: subject.headSha(),
    baseBranch: targetBranch,
    mustCheckBase: subject.baseBranch() === null || run.mayHaveOldMerge,
    workflowSha: /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(run.sha) ? run.sha : null,
  };
}
