/** `merge-queue update-queue`: changes settings and state of a queue; what is not named stays. */
import { updateQueueOnce } from "../client/update-queue-once.js";
import type { ClientCommand } from "./client/client-command.js";
import { done } from "./client/ending.js";
import { QUEUE_OPTIONS, SETTING_OPTIONS } from "./client/options.js";
import { settingLines } from "./client/setting-lines.js";
import { readSettings } from "./client/setting-options.js";
import { UsageError } from "./client/usage-error.js";

export const updateQueue: ClientCommand = {
  arguments: {},
  options: [...QUEUE_OPTIONS, ...SETTING_OPTIONS],
  examples: [
    "merge-queue update-queue --repo acme/shop --branch main --set state=PAUSED",
    'merge-queue update-queue --repo acme/shop --branch main --set concurrency=4 --set \'requiredStatuses=["build","lint"]\'',
    "merge-queue update-queue --repo acme/shop --branch main --config queue.yml",
  ],
  prepare: async (given) => {
    const queue = given.subject.queue();
    const { names, request } = await readSettings(given, queue);
    if (names.length === 0) {
      throw new UsageError("There is nothing to change; expected --set key=value or --config.");
    }
    return async ({ client }) => {
      const { kind: _, ...answer } = await updateQueueOnce(client, request);
      const { state } = answer.value;
      const isState = state === undefined ? "" : `, and ${state}`;
      return done(
        `The queue of ${queue.targetBranch} is updated${isState}.`,
        answer,
        { response: answer.value },
        settingLines(answer.value),
      );
    };
  },
};
