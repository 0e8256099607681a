/** Answers `/`: the queues that the reader may see, as a page or as JSON. */
import { repositoryKey } from "../../../domain/repository.js";
import { type ApiContext, answerJson } from "../../http/response.js";
import { presentTime } from "../../http/serialize.js";
import { answerPage } from "../answer-page.js";
import { QueuesPage } from "../pages/queues-page.js";
import { forReader, frameOf, type Serving, wantsJson } from "../serving.js";
import { readableOf } from "../session/admission.js";

export async function showQueues(c: ApiContext, serving: Serving): Promise<Response> {
  return forReader(c, serving, async (reader) => {
    const all = await serving.summaries.read();
    const repositories = all.map(({ name }) => name.repository);
    const { keys, isIncomplete } = await readableOf(serving, reader, repositories);
    const queues = all.filter(({ name }) => keys.has(repositoryKey(name.repository)));
    if (!wantsJson(c)) {
      return answerPage(c, QueuesPage({ frame: frameOf(c, serving, reader), queues, isIncomplete }));
    }
    return answerJson(c, {
      ...(isIncomplete && { isIncomplete }),
      queues: queues.map(({ name, state, depth, testing, oldestAt, landed24h, day }) => ({
        repo: name.repository,
        targetBranch: name.targetBranch,
        ...{ state, depth, testing, landed24h },
        last24h: { ...day, landedByHour: [...day.landedByHour] },
        oldestSubmittedAt: oldestAt === null ? null : presentTime(oldestAt),
      })),
    });
  });
}
