/** Answers `/HOST/OWNER/NAME/queue`: the queue as a page, filtered as the address says. */
import { pullRequestNumber } from "../../../domain/ids.js";
import type { Repository } from "../../../domain/repository.js";
import { ENTRY_STATES } from "../../../domain/states.js";
import type { Estimates } from "../../../engine/explain/estimates/estimate-landings.js";
import { type ApiContext, answerJson } from "../../http/response.js";
import { presentExpected, presentQueue } from "../../http/serialize.js";
import { readEstimates } from "../../queue/read-estimates.js";
import { readPause } from "../../queue/read-pause.js";
import { answerPage } from "../answer-page.js";
import { QueuePage } from "../pages/queue-page.js";
import { graphView } from "../reading/graph-view.js";
import { type QueueFilter, queueView } from "../reading/queue-view.js";
import { readStandstill } from "../reading/standstill.js";
import { forReader, frameOf, noQueue, readProblem, type Serving, wantsJson } from "../serving.js";
import { findQueue } from "./find-queue.js";

const LONGEST_FILTER = 100;
const DEFAULT_BRANCH = "main";

export async function showQueue(c: ApiContext, serving: Serving, repository: Repository): Promise<Response> {
  return forReader(c, serving, async (reader) => {
    const refusal = readProblem(c, serving, reader, repository);
    if (refusal !== null) return refusal;
    const { service } = serving;
    const { queues, testBranchPrefix, stateCase } = service;
    const branch = c.req.query("branch");
    const stored = await findQueue(queues, repository, branch, null);
    if (stored === null)
      return noQueue(c, serving, reader, { repository, targetBranch: branch ?? DEFAULT_BRANCH });
    const estimates = await readEstimates(stored.queue, queues.now(), queues.store);
    if (wantsJson(c)) return answerJson(c, withExpected(presentQueue(stored.queue, stateCase), estimates));
    const filter = filterOf(c);
    const withAlternates = c.req.query("alternates") === "1";
    const frame = frameOf(c, serving, reader);
    return answerPage(
      c,
      QueuePage({
        ...{ frame, filter },
        view: queueView(stored, filter, estimates),
        graph: graphView(stored.queue, frame.now, testBranchPrefix, withAlternates),
        unavailable: queues.unavailable.of(stored.name.repository),
        pause: await readPause(stored.queue, queues.store, serving.store),
        standstill: await readStandstill(stored.queue, frame.now, queues.store),
        withAlternates,
      }),
    );
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

/** An unknown state filters nothing. */
function filterOf(c: ApiContext): QueueFilter {
  const text = (name: string) => (c.req.query(name) ?? "").slice(0, LONGEST_FILTER);
  const state = ENTRY_STATES.find((known) => known === text("state")) ?? null;
  return { state, author: text("author"), lane: text("lane") };
}
