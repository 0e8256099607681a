/** `merge-queue create-queue`: creates the queue of a target branch; settings that creating does not take follow after it. */
import { createQueueIdempotently } from "../client/create-queue-idempotently.js";
import { MergeQueueError } from "../client/errors.js";
import { updateQueueOnce } from "../client/update-queue-once.js";
import type { ClientCommand } from "./client/client-command.js";
import { done } from "./client/ending.js";
import { failureEnding } from "./client/failure-ending.js";
import { QUEUE_OPTIONS, SETTING_OPTIONS } from "./client/options.js";
import { readSettings } from "./client/setting-options.js";

export const createQueue: ClientCommand = {
  arguments: {},
  options: [...QUEUE_OPTIONS, ...SETTING_OPTIONS],
  examples: [
    "merge-queue create-queue --repo acme/shop --branch main",
    "merge-queue create-queue --repo acme/shop --branch main --set concurrency=3 --set mergeMethod=rebase",
  ],
  prepare: async (given) => {
    const queue = given.subject.queue();
    const settings = await readSettings(given, queue);
    const { mode, concurrency, ...change } = settings.request;
    const isChanged = settings.names.some((name) => name !== "mode" && name !== "concurrency");
    const request = {
      ...queue,
      ...(mode === undefined ? {} : { mode }),
      ...(concurrency === undefined ? {} : { concurrency }),
    };
    return async ({ client }) => {
      const { kind: result, ...answer } = await createQueueIdempotently(client, request, {
        settings: change,
      });
      const sentence = `The queue of ${queue.targetBranch} is created`;
      if (!isChanged) return done(`${sentence}.`, answer, { result });
      try {
        const { kind: _, value, ...updated } = await updateQueueOnce(client, change);
        return done(`${sentence}, with its settings.`, updated, { result, response: value });
      } catch (error) {
        if (!(error instanceof MergeQueueError)) throw error;
        const failure = failureEnding(error);
        const what = `${sentence}, but not all of its settings are set (merge-queue update-queue sets them)`;
        return { ...failure, sentence: `${what}: ${failure.sentence}`, facts: { ...failure.facts, result } };
      }
    };
  },
};
