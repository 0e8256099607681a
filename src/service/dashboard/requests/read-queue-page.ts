/** Reads what a queue page shows: for one reader, and for all with the same permissions who watch the same page. */
import { queueKey } from "../../../domain/queue-name.js";
import { SCOPES } from "../../../domain/scope.js";
import { ENTRY_STATES } from "../../../domain/states.js";
import type { ApiContext } from "../../http/response.js";
import type { StoredQueue } from "../../ports/queue-store.js";
import { readEstimates } from "../../queue/read-estimates.js";
import { readPause } from "../../queue/read-pause.js";
import { ShownQueue } from "../live/page-change.js";
import type { LivePage } from "../live/page-feed.js";
import type { QueuePageProps } from "../pages/queue-page.js";
import { graphView } from "../reading/graph-view.js";
import { type QueueFilter, queueView } from "../reading/queue-view.js";
import { readStandstill } from "../reading/standstill.js";
import { frameOf, type Serving } from "../serving.js";
import { mayAct, type Reader } from "../session/reader.js";
import type { Frame } from "../views/layout.js";

const LONGEST_FILTER = 100;
/** Of a page that is opened: its script shows the exact times. */
const SHARED_MS = 5000;

export async function readQueuePage(
  c: ApiContext,
  serving: Serving,
  frame: Frame,
  stored: StoredQueue,
): Promise<QueuePageProps> {
  const { queues, testBranchPrefix } = serving.service;
  const filter = filterOf(c);
  const withAlternates = isWithAlternates(c);
  return {
    ...{ frame, filter },
    view: queueView(stored, filter, await readEstimates(stored.queue, queues.now(), queues.store)),
    graph: graphView(stored.queue, frame.now, testBranchPrefix, withAlternates),
    unavailable: queues.unavailable.of(stored.name.repository, stored.name.targetBranch),
    pause: await readPause(stored.queue, queues.store, serving.store),
    standstill: await readStandstill(stored.queue, frame.now, queues.store),
    withAlternates,
  };
}

/** The page at this address for readers with the same permissions; the browser puts its own secret into the forms. */
export function livePage(
  c: ApiContext,
  serving: Serving,
  reader: Reader,
  { name }: Pick<StoredQueue, "name">,
): LivePage {
  const permitted = SCOPES.filter((scope) => mayAct(reader, scope, name.repository));
  const key = JSON.stringify([queueKey(name), filterOf(c), isWithAlternates(c), reader.kind, permitted]);
  const anonymous: Reader = reader.kind === "session" ? { ...reader, name: "", csrf: "" } : reader;
  const { queues } = serving.service;
  return {
    ...{ key, name },
    render: async (stored, before) => {
      const frame = frameOf(c, serving, anonymous);
      return new ShownQueue(key, stored, await readQueuePage(c, serving, frame, stored), before);
    },
    isCurrent: (shown, stored) => {
      const ageMs = queues.now() - shown.props.frame.now;
      const isSame = shown.stored.queue === stored.queue && shown.stored.version === stored.version;
      const unavailable = queues.unavailable.of(name.repository, name.targetBranch);
      const isRecent = ageMs >= 0 && ageMs < SHARED_MS;
      return isSame && isRecent && shown.props.unavailable === unavailable && !shown.mayLackReason;
    },
  };
}

function isWithAlternates(c: ApiContext): boolean {
  return c.req.query("alternates") === "1";
}

/** An unknown state filters nothing. */
function filterOf(c: ApiContext): QueueFilter {
  const text = (name: string) => (c.req.query(name) ?? "").slice(0, LONGEST_FILTER);
  const state = ENTRY_STATES.find((known) => known === text("state")) ?? null;
  return { state, author: text("author"), lane: text("lane") };
}
