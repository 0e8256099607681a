/** Answers `/HOST/OWNER/NAME/queue`: the queue as a page, filtered as the address says. */
import { pullRequestNumber } from "../../../domain/ids.js";
import type { Repository } from "../../../domain/repository.js";
import { SCOPES } from "../../../domain/scope.js";
import { ENTRY_STATES } from "../../../domain/states.js";
import type { Estimates } from "../../../engine/explain/estimates/estimate-landings.js";
import { type ApiContext, answerJson } from "../../http/response.js";
import { presentExpected, presentQueue } from "../../http/serialize.js";
import type { StoredQueue } from "../../ports/queue-store.js";
import { readEstimates } from "../../queue/read-estimates.js";
import { readPause } from "../../queue/read-pause.js";
import { answerPage } from "../answer-page.js";
import { QueuePage } from "../pages/queue-page.js";
import { graphView } from "../reading/graph-view.js";
import { type QueueFilter, queueView } from "../reading/queue-view.js";
import { readStandstill } from "../reading/standstill.js";
import { frameOf, noQueue, type Serving, wantsJson } from "../serving.js";
import { mayAct, type Reader } from "../session/reader.js";
import { findQueue } from "./find-queue.js";
import { forRepository } from "./for-repository.js";

const LONGEST_FILTER = 100;
const DEFAULT_BRANCH = "main";

export async function showQueue(c: ApiContext, serving: Serving, repository: Repository): Promise<Response> {
  return forRepository(c, serving, repository, async (reader) => {
    const { queues, stateCase } = serving.service;
    const branch = c.req.query("branch");
    const find = async () => findQueue(queues, repository, branch, null);
    const stored = await find();
    if (stored === null)
      return noQueue(c, serving, reader, { repository, targetBranch: branch ?? DEFAULT_BRANCH });
    if (wantsJson(c)) {
      const estimates = await readEstimates(stored.queue, queues.now(), queues.store);
      return answerJson(c, withExpected(presentQueue(stored.queue, stateCase), estimates));
    }
    if (c.req.header("hx-request") !== "true")
      return answerPage(c, await queuePage(c, serving, reader, stored));
    const text = await serving.refreshes.take(refreshKey(c, reader, repository), async () => {
      const page = await queuePage(c, serving, anonymous(reader), (await find()) ?? stored);
      return page.toString();
    });
    return answerPage(c, reader.kind === "session" ? text.replaceAll(ANY_CSRF, reader.csrf) : text);
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

async function queuePage(c: ApiContext, serving: Serving, reader: Reader, stored: StoredQueue) {
  const { queues, testBranchPrefix } = serving.service;
  const filter = filterOf(c);
  const withAlternates = c.req.query("alternates") === "1";
  const frame = frameOf(c, serving, reader);
  return QueuePage({
    ...{ frame, filter },
    view: queueView(stored, filter, await readEstimates(stored.queue, queues.now(), queues.store)),
    graph: graphView(stored.queue, frame.now, testBranchPrefix, withAlternates),
    unavailable: queues.unavailable.of(stored.name.repository, stored.name.targetBranch),
    pause: await readPause(stored.queue, queues.store, serving.store),
    standstill: await readStandstill(stored.queue, frame.now, queues.store),
    withAlternates,
  });
}

/** Stands for the reader's own in a render that several share. Random, so that no text of a pull request contains it. */
const ANY_CSRF = crypto.randomUUID();

/** The reader without what is theirs alone. */
function anonymous(reader: Reader): Reader {
  return reader.kind === "session" ? { ...reader, name: "", csrf: ANY_CSRF } : reader;
}

/** Readers with the same permissions see the same page at the same address. */
function refreshKey(c: ApiContext, reader: Reader, repository: Repository): string {
  const permitted = SCOPES.filter((scope) => mayAct(reader, scope, repository));
  return JSON.stringify([c.req.url, reader.kind, permitted]);
}

/** An unknown state filters nothing. */
function filterOf(c: ApiContext): QueueFilter {
  const text = (name: string) => (c.req.query(name) ?? "").slice(0, LONGEST_FILTER);
  const state = ENTRY_STATES.find((known) => known === text("state")) ?? null;
  return { state, author: text("author"), lane: text("lane") };
}
