/** `merge-queue get-queue`: shows a queue, its pull requests in the order they are considered, and its settings. */
import { priorityInWords } from "../client/pull-request-words.js";
import { counted } from "../client/words.js";
import type { ReadReplyOf } from "../contract/endpoints.js";
import { repositoryName } from "../domain/repository.js";
import type { ClientCommand } from "./client/client-command.js";
import { done } from "./client/ending.js";
import { QUEUE_OPTIONS } from "./client/options.js";
import { settingLines } from "./client/setting-lines.js";

type Entry = NonNullable<ReadReplyOf<"getQueue">["enqueuedPullRequests"]>[number];

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
      const { enqueuedPullRequests: entries, ...settings } = answer.value;
      const size = entries === undefined ? "" : `, with ${counted(entries.length, "pull request")}`;
      const where = `${request.targetBranch} in ${repositoryName(request.repo)}`;
      return done(`The queue of ${where} is ${settings.state}${size}.`, answer, { response: answer.value }, [
        ...(entries ?? []).map(entryLine),
        ...settingLines(settings),
      ]);
    };
  },
};

function entryLine(entry: Entry): string {
  const { prNumber = "?", state = "", prTitle = "", prAuthor } = entry;
  const priority = priorityInWords(entry).padEnd(6);
  const author = prAuthor === undefined ? "" : ` (by ${prAuthor})`;
  return `#${String(prNumber).padEnd(7)} ${state.padEnd("PENDING_FAILURE".length)}  ${priority}  ${prTitle}${author}`;
}
