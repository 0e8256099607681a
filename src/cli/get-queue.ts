/** `merge-queue get-queue`: shows a queue, its pull requests in the order they are considered, and its settings. */
import { counted } from "../client/words.js";
import type { ReadReplyOf } from "../contract/endpoints.js";
import { repositoryName } from "../domain/repository.js";
import type { ClientCommand } from "./client/client-command.js";
import { done } from "./client/ending.js";
import { QUEUE_OPTIONS } from "./client/options.js";
import { settingLines } from "./client/setting-lines.js";

type Queue = ReadReplyOf<"getQueue">;

export const getQueue: ClientCommand = {
  arguments: {},
  options: QUEUE_OPTIONS,
  examples: [
    "merge-queue get-queue --repo acme/shop --branch main",
    "merge-queue get-queue --repo acme/shop --branch main --json | jq '.response.enqueuedPullRequests[].prNumber'",
  ],
  prepare: ({ subject }) => {
    const request = subject.queue();
    return async ({ client }) => {
      const answer = await client.getQueue(request);
      const { enqueuedPullRequests, ...settings } = answer.value;
      const size = counted(enqueuedPullRequests.length, "pull request");
      const where = `${request.targetBranch} in ${repositoryName(request.repo)}`;
      return done(
        `The queue of ${where} is ${settings.state}, with ${size}.`,
        answer,
        { response: answer.value },
        [...enqueuedPullRequests.map(entryLine), ...settingLines(settings)],
      );
    };
  },
};

function entryLine(entry: Queue["enqueuedPullRequests"][number]): string {
  const priority = entry.priorityName === "custom" ? String(entry.priorityValue) : entry.priorityName;
  const state = (entry.state ?? "").padEnd("PENDING_FAILURE".length);
  return `#${String(entry.prNumber).padEnd(7)} ${state}  ${priority.padEnd(6)}  ${entry.prTitle} (by ${entry.prAuthor})`;
}
