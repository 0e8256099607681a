/** Creates the queue of the target branch. What the endpoint does not take is set in a second request. */
import { createQueueIdempotently } from "../../client/create-queue-idempotently.js";
import { errorKindInWords, MergeQueueError } from "../../client/errors.js";
import type { QueueOnWire } from "../../client/pull-request-on-wire.js";
import { checkSettings, updateQueueOnce } from "../../client/update-queue-once.js";
import { asSentence } from "../../client/words.js";
import type { RequestOf } from "../../contract/endpoints.js";
import { operation, type Step, type Verdict } from "../operation.js";
import { announceQueue, shownSettings } from "../queue-report.js";
import type { Settings } from "../setting-inputs.js";
import { readSettings, SETTINGS_INPUTS, updateRequest } from "../settings.js";

interface Plan {
  readonly queue: QueueOnWire;
  readonly creation: RequestOf<"createQueue">;
  /** Null when the creation says everything. */
  readonly update: RequestOf<"updateQueue"> | null;
}

export const createQueue = operation<Plan>({
  name: "create-queue",
  summary: "Creates the queue of the target branch, with all its settings.",
  inputs: ["target-branch", ...SETTINGS_INPUTS],
  outputs: ["queue-state"],
  plan: async ({ inputs, subject }) => planFor(subject.queue(), await readSettings(inputs)),
  announce: ({ queue }, report) => announceQueue(queue, report),
  requests: ({ creation, update }) => [
    { endpoint: "createQueue", body: creation },
    ...(update === null ? [] : [{ endpoint: "updateQueue", body: update } as const]),
  ],
  run: async ({ creation, update }, step) => {
    step.report.answered(await createQueueIdempotently(step.client, creation, { settings: update ?? {} }));
    const created = `The queue of ${creation.targetBranch} is created`;
    if (update === null) return { kind: "done", sentence: `${created}.` };
    return applyTo(created, update, step);
  },
});

async function planFor(queue: QueueOnWire, settings: Settings): Promise<Plan> {
  const { mode, concurrency } = await updateRequest(queue, settings);
  const others = new Map([...settings].filter(([key]) => key !== "mode" && key !== "concurrency"));
  return {
    queue,
    creation: {
      ...queue,
      ...(mode === undefined ? {} : { mode }),
      ...(concurrency === undefined ? {} : { concurrency }),
    },
    update: others.size === 0 ? null : await updateRequest(queue, others),
  };
}

/** The queue stands whether or not this works, and the workflow has to know which of the two it is. */
async function applyTo(created: string, update: RequestOf<"updateQueue">, step: Step): Promise<Verdict> {
  try {
    const answer = await updateQueueOnce(step.client, update);
    const { repo, targetBranch } = update;
    const shown = await shownSettings({ repo, targetBranch }, answer.value, step);
    checkSettings(update, shown, answer);
    step.report.answered(answer);
    return { kind: "done", sentence: `${created} and has its settings.` };
  } catch (error) {
    if (!(error instanceof MergeQueueError)) throw error;
    step.report.answered(error);
    if (error.status === null) step.report.set({ "http-status": "" });
    const settings = error.mayHaveActed ? "may not be applied" : "are not applied";
    const sentence = `${created}, but its settings ${settings}: ${asSentence(error.message)} Repeat them with update-queue.`;
    return { kind: "notDone", errorKind: errorKindInWords(error.kind), sentence };
  }
}
