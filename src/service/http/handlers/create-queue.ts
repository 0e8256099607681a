/** Creates the queue of a target branch. Accepts mode and concurrency; `updateQueue` sets everything else. */
import { assertNever } from "../../../domain/assert-never.js";
import { DEFAULT_QUEUE_SETTINGS } from "../../../domain/queue-settings.js";
import { repositoryKey } from "../../../domain/repository.js";
import { DONE, type Handler, noSuchRepository, refused } from "./handler.js";
import { settingsChange, wantedSettings } from "./wanted-settings.js";

export const createQueue: Handler<"createQueue"> = async (name, { mode, concurrency }, { queues }) => {
  const change = settingsChange(
    DEFAULT_QUEUE_SETTINGS,
    wantedSettings(DEFAULT_QUEUE_SETTINGS, { mode, concurrency }),
    queues.forge,
  );
  if (!change.ok) return refused("VALIDATION_FAILED", change.problem);
  const outcome = await queues.create(name, change.changed);
  switch (outcome) {
    case "created":
      return DONE;
    case "exists":
      return refused("QUEUE_ALREADY_EXISTS", `branch ${name.targetBranch} already has a queue`);
    case "noSuchRepository":
      return noSuchRepository(name.repository);
    case "noSuchBranch":
      return refused(
        "VALIDATION_FAILED",
        `targetBranch: ${repositoryKey(name.repository)} has no branch ${name.targetBranch}`,
      );
    default:
      return assertNever(outcome);
  }
};
