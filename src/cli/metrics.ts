/** `merge-queue metrics`: prints the metrics of all queues, or of one repository's, as Prometheus text. */
import { repositoryName } from "../domain/repository.js";
import type { ClientCommand } from "./client/client-command.js";
import { ALL_REPOSITORIES } from "./client/forms.js";
import { EXIT } from "./exit-codes.js";

export const metrics: ClientCommand = {
  arguments: {},
  options: ["repo"],
  examples: [
    "merge-queue metrics > merge-queue.prom",
    "merge-queue metrics --repo acme/shop",
    "merge-queue metrics --repo '*'   # all of them, although MERGE_QUEUE_REPOSITORY is set",
  ],
  prepare: ({ subject }) => {
    const repository = subject.repositoryOrAll();
    const request =
      repository === ALL_REPOSITORIES ? {} : { repo: repositoryName(repository), repoHost: repository.host };
    return async ({ client }) => {
      const { value, status, attempts } = await client.getMergeQueueMetrics(request);
      return {
        kind: "text",
        exitCode: EXIT.done,
        text: value.endsWith("\n") ? value : `${value}\n`,
        facts: { metrics: value, httpStatus: status, attempts },
      };
    };
  },
};
