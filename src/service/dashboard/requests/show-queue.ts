/** Answers `/HOST/OWNER/NAME/queue`: the queue as a page, filtered as the address says. */
import type { Repository } from "../../../domain/repository.js";
import { ENTRY_STATES } from "../../../domain/states.js";
import { type ApiContext, answerJson } from "../../http/response.js";
import { presentQueue } from "../../http/serialize.js";
import { answerPage } from "../answer-page.js";
import { QueuePage } from "../pages/queue-page.js";
import { graphView } from "../reading/graph-view.js";
import { type QueueFilter, queueView } from "../reading/queue-view.js";
import { readPause } from "../reading/shown-pause.js";
import { readStandstill } from "../reading/standstill.js";
import { frameOf, noQueue, type Serving, wantsJson } from "../serving.js";
import { findQueue } from "./find-queue.js";
import { forRepository } from "./for-repository.js";

const LONGEST_FILTER = 100;
const DEFAULT_BRANCH = "main";

export async function showQueue(c: ApiContext, serving: Serving, repository: Repository): Promise<Response> {
  return forRepository(c, serving, repository, async (reader) => {
    const { service } = serving;
    const { queues, testBranchPrefix, stateCase } = service;
    const branch = c.req.query("branch");
    const stored = await findQueue(queues, repository, branch, null);
    if (stored === null)
      return noQueue(c, serving, reader, { repository, targetBranch: branch ?? DEFAULT_BRANCH });
    if (wantsJson(c)) return answerJson(c, presentQueue(stored.queue, stateCase));
    const filter = filterOf(c);
    const withAlternates = c.req.query("alternates") === "1";
    const frame = frameOf(c, serving, reader);
    return answerPage(
      c,
      QueuePage({
        ...{ frame, filter },
        view: queueView(stored, filter),
        graph: graphView(stored.queue, frame.now, testBranchPrefix, withAlternates),
        unavailable: queues.unavailable.of(stored.name.repository),
        pause: await readPause(stored.queue, queues.store, serving.store),
        standstill: await readStandstill(stored.queue, frame.now, queues.store),
        withAlternates,
      }),
    );
  });
}

/** An unknown state filters nothing. */
function filterOf(c: ApiContext): QueueFilter {
  const text = (name: string) => (c.req.query(name) ?? "").slice(0, LONGEST_FILTER);
  const state = ENTRY_STATES.find((known) => known === text("state")) ?? null;
  return { state, author: text("author"), lane: text("lane") };
}
