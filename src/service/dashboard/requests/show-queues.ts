/** Answers `/`: the queues that the reader may see, as a page or as JSON. */
import { repositoryKey } from "../../../domain/repository.js";
import { type ApiContext, answerJson } from "../../http/response.js";
import { presentTime } from "../../http/serialize.js";
import { answerPage } from "../answer-page.js";
import { QueuesPage } from "../pages/queues-page.js";
import type { QueueSummary } from "../reading/queue-summaries.js";
import { answerAgain, forReader, frameOf, type Serving, tagOf, wantsJson } from "../serving.js";
import { readableOf } from "../session/admission.js";

export async function showQueues(c: ApiContext, serving: Serving): Promise<Response> {
  return forReader(c, serving, async (reader) => {
    const all = await serving.summaries.read();
    const repositories = all.map(({ name }) => name.repository);
    // Each open page would otherwise ask the code host about every repository each minute.
    const age = c.req.header("hx-request") === "true" ? "polled" : "minute";
    const { keys, isIncomplete } = await readableOf(serving, reader, repositories, age);
    const queues = all.filter(({ name }) => keys.has(repositoryKey(name.repository)));
    if (wantsJson(c)) return answerJson(c, presentQueues(queues, isIncomplete));
    const tag = tagOf(serving, queues, isIncomplete);
    return answerAgain(c, serving, reader, tag, () => {
      const frame = frameOf(c, serving, reader);
      return answerPage(c, QueuesPage({ frame, queues, isIncomplete, tag }), 200, { ETag: tag });
    });
  });
}

function presentQueues(queues: readonly QueueSummary[], isIncomplete: boolean) {
  return {
    ...(isIncomplete && { isIncomplete }),
    queues: queues.map(({ name, state, depth, testing, oldestAt, landed24h, day }) => ({
      repo: name.repository,
      targetBranch: name.targetBranch,
      ...{ state, depth, testing, landed24h },
      last24h: { ...day, landedByHour: [...day.landedByHour] },
      oldestSubmittedAt: oldestAt === null ? null : presentTime(oldestAt),
    })),
  };
}
