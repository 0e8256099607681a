/** Computes impacted targets for a step, from its inputs and its workflow run. Loaded only by steps that compute. */
import { type ComputedTargets, computeTargets } from "../targets/compute-targets.js";
import type { Wanted } from "../targets/revisions/question.js";
import { readSourceChoices } from "../targets/source-choice.js";
import { SourceError } from "../targets/source-error.js";
import { forgeRemote } from "./forge-remote.js";
import { InputError } from "./input-error.js";
import type { Given } from "./operation.js";
import { checkSourcePermission } from "./source-permission.js";

const FROM = "impacted-targets-from";

/** Throws `InputError`. Whatever else goes wrong makes everything count as impacted. */
export async function targetsOfStep(given: Given): Promise<ComputedTargets> {
  const { inputs, run, subject, files, signal } = given;
  const choices = readSourceChoices(inputs.required(FROM));
  if (!choices.ok) throw new InputError(FROM, `expected ${choices.expected}.`);
  const stop = AbortSignal.any([signal, AbortSignal.timeout(inputs.required("targets-timeout"))]);
  const remote = forgeRemote(given);
  try {
    return await computeTargets({
      choices: choices.choices,
      question: {
        wanted: wantedBy(given),
        checkout: run.workspace === "" ? process.cwd() : run.workspace,
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
      checkSource: (source) => checkSourcePermission(source, inputs, run),
    });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new InputError(FROM, `${error.message}.`, { cause: error });
  }
}

function wantedBy({ subject, run }: Given): Wanted {
  if (run.mergeGroup !== null) return { kind: "pair", ...run.mergeGroup };
  const { pr, targetBranch } = subject.pullRequest();
  return {
    kind: "pullRequest",
    number: pr.number,
    headSha: subject.headSha(),
    baseBranch: targetBranch,
    workflowSha: /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(run.sha) ? run.sha : null,
  };
}
