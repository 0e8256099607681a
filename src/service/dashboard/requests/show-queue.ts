/** Answers `/HOST/OWNER/NAME/queue`: the queue as a page, filtered as the address says. */
import { pullRequestNumber } from "../../../domain/ids.js";
import type { Repository } from "../../../domain/repository.js";
import type { Estimates } from "../../../engine/explain/estimates/estimate-landings.js";
import { type ApiContext, answerJson, answerWith } from "../../http/response.js";
import { presentExpected, presentQueue } from "../../http/serialize.js";
import { readEstimates } from "../../queue/read-estimates.js";
import { answerPage } from "../answer-page.js";
import { QueuePage } from "../pages/queue-page.js";
import { frameOf, noQueue, type Serving, wantsJson } from "../serving.js";
import { findQueue } from "./find-queue.js";
import { forRepository } from "./for-repository.js";
import { livePage } from "./read-queue-page.js";

const DEFAULT_BRANCH = "main";

export async function showQueue(c: ApiContext, serving: Serving, repository: Repository): Promise<Response> {
  return forRepository(c, serving, repository, async (reader) => {
    const { queues, stateCase } = serving.service;
    const branch = c.req.query("branch");
    const stored = await findQueue(queues, repository, branch, null);
    if (stored === null)
      return noQueue(c, serving, reader, { repository, targetBranch: branch ?? DEFAULT_BRANCH });
    if (wantsJson(c)) {
      const estimates = await readEstimates(stored.queue, queues.now(), queues.store);
      return answerJson(c, withExpected(presentQueue(stored.queue, stateCase), estimates));
    }
    // A page of an earlier version reads itself again after each change; this one has a stream of changes.
    if (c.req.header("hx-request") === "true") return answerWith(c, "", 200, { "HX-Refresh": "true" });
    const { id, props } = await serving.feeds.shownNow(livePage(c, serving, reader, stored), stored);
    return answerPage(c, QueuePage({ ...props, frame: frameOf(c, serving, reader), shown: id }));
  });
}

/** Only the pages have these fields, not the API's answer. */
function withExpected(shown: ReturnType<typeof presentQueue>, estimates: Estimates) {
  const enqueuedPullRequests = shown.enqueuedPullRequests.map((entry) => ({
    ...entry,
    ...presentExpected(estimates.get(pullRequestNumber(entry.prNumber)) ?? null),
  }));
  return { ...shown, enqueuedPullRequests };
}
