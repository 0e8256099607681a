/** Answers `/HOST/OWNER/NAME/queue`: the queue as a page or as JSON, filtered as the address says. */
import { pullRequestNumber } from "../../../domain/ids.js";
import type { Repository } from "../../../domain/repository.js";
import type { Estimates } from "../../../engine/explain/estimates/estimate-landings.js";
import { type ApiContext, answerJson, answerWith } from "../../http/response.js";
import { presentExpected, presentQueue, presentTime, type StateCase } from "../../http/serialize.js";
import { readEstimates } from "../../queue/read-estimates.js";
import { notedPauseInWords } from "../../queue/read-pause.js";
import { answerPage } from "../answer-page.js";
import { QueuePage, type QueuePageProps } from "../pages/queue-page.js";
import type { GraphView } from "../reading/graph-view.js";
import type { QueueRow } from "../reading/queue-view.js";
import type { Standstill } from "../reading/standstill.js";
import { frameOf, noQueue, type Serving, wantsJson } from "../serving.js";
import { findQueue } from "./for-queue.js";
import { forRepository } from "./for-repository.js";
import { livePage, readQueuePage } from "./read-queue-page.js";

const DEFAULT_BRANCH = "main";

export async function showQueue(c: ApiContext, serving: Serving, repository: Repository): Promise<Response> {
  return forRepository(c, serving, repository, async (reader) => {
    const { queues, stateCase } = serving.service;
    const branch = c.req.query("branch");
    const stored = await findQueue(queues, repository, branch, null);
    if (stored === null)
      return noQueue(c, serving, reader, { repository, targetBranch: branch ?? DEFAULT_BRANCH });
    if (wantsJson(c)) {
      const props = await readQueuePage(c, serving, frameOf(c, serving, reader), stored);
      const estimates = await readEstimates(stored.queue, queues.now(), queues.store);
      return answerJson(c, presentPage(props, estimates, stateCase));
    }
    // A page of an earlier version reads itself again after each change; this one has a stream of changes.
    if (c.req.header("hx-request") === "true") return answerWith(c, "", 200, { "HX-Refresh": "true" });
    const { id, props } = await serving.feeds.shownNow(livePage(c, serving, reader, stored), stored);
    return answerPage(c, QueuePage({ ...props, frame: frameOf(c, serving, reader), shown: id }));
  });
}

/** The API's answer, and what only the page shows: of all entries, or of those that match its filter. */
function presentPage(props: QueuePageProps, estimates: Estimates, stateCase: StateCase) {
  const { view, filter, graph, pause, standstill, unavailable } = props;
  const note = pause?.note ?? null;
  const shown = presentQueue(view.queue, stateCase, note === null ? null : notedPauseInWords(note));
  const rows = new Map(view.rows.map((row) => [Number(row.number), row]));
  const isFiltered = filter.state !== null || filter.author !== "" || filter.lane !== "";
  return {
    ...shown,
    ...{ total: view.total, hidden: view.hidden, slots: view.slots },
    oldestSubmittedAt: view.oldestAt === null ? null : presentTime(view.oldestAt),
    standstill: standstill && presentStandstill(standstill),
    unavailable: unavailable && {
      ...{ cause: unavailable.cause, sentence: unavailable.sentence },
      since: presentTime(unavailable.since),
    },
    enqueuedPullRequests: shown.enqueuedPullRequests
      .filter(({ prNumber }) => !isFiltered || rows.has(prNumber))
      .map((entry) => ({
        ...entry,
        ...presentExpected(estimates.get(pullRequestNumber(entry.prNumber)) ?? null),
        ...presentRow(rows.get(entry.prNumber)),
      })),
    graph: presentGraph(graph),
  };
}

/** An entry behind those that a page shows has no row. */
function presentRow(row: QueueRow | undefined) {
  return (
    row !== undefined && {
      submittedAt: presentTime(row.submittedAt),
      ...{ position: row.place, lane: row.lane, waitsFor: row.waitsFor },
      ...{ runUrl: row.runUrl, testRunId: row.run },
    }
  );
}

function presentGraph({ nodes, hidden }: GraphView) {
  return {
    hidden,
    runs: nodes.map(({ id, lane, side, state, startedAt, pullRequests, ahead, on }) => ({
      testRunId: id,
      ...{ lane, side, state, startedAt: presentTime(startedAt) },
      testedPullRequests: [...pullRequests],
      dependentPrs: [...ahead],
      testedOnRuns: on.flatMap((row) => nodes[row]?.id ?? []),
    })),
  };
}

function presentStandstill({ since, first, cause, silentChecks }: Standstill) {
  return {
    ...{ since: presentTime(since), nextPullRequest: first, cause },
    ...(silentChecks !== null && {
      silentChecks: { ...silentChecks, since: presentTime(silentChecks.since) },
    }),
  };
}
