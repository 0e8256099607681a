/** Answers `/v1/events`: a stream of the changes of one queue. A client that connects again misses none. */

import { QUEUE_CHANGED, type QueueChanged } from "../../../contract/queue-events.js";
import { assertNever } from "../../../domain/assert-never.js";
import type { Repository } from "../../../domain/repository.js";
import { noSuchQueue } from "../../http/handlers/handler.js";
import { queueNameOf } from "../../http/handlers/handlers.js";
import { type ApiContext, answerWith, refuse } from "../../http/response.js";
import type { StoredQueue } from "../../ports/queue-store.js";
import type { StreamSource } from "../live/event-streams.js";
import { eventId, type QueueWatch } from "../live/queue-watch.js";
import { forReader, type Serving } from "../serving.js";
import { admit } from "../session/admission.js";
import type { Reader } from "../session/reader.js";
import { notAdmitted } from "./for-repository.js";

export const STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  // nginx would otherwise keep events until its buffer is full.
  "X-Accel-Buffering": "no",
};

/** Errors are those of the API, for browsers too: a script reads them. */
export async function streamEvents(c: ApiContext, serving: Serving): Promise<Response> {
  return forReader(c, serving, async (reader) => answerStream(c, serving, reader), "program");
}

async function answerStream(c: ApiContext, serving: Serving, reader: Reader): Promise<Response> {
  const { queues } = serving.service;
  const [owner = "", name = "", ...more] = (c.req.query("repo") ?? "").split("/");
  if (more.length > 0) return refuse(c, "VALIDATION_FAILED", "repo: expected owner/name");
  const repo = { host: c.req.query("repoHost") ?? "", owner, name };
  const asked = queueNameOf({ repo, targetBranch: c.req.query("targetBranch") ?? "" });
  if (!asked.ok) return refuse(c, "VALIDATION_FAILED", asked.problem);
  const admission = await admit(serving, reader, asked.name.repository);
  if (admission.kind === "refused") return notAdmitted(c, serving, reader, admission);
  const stored = await queues.read(asked.name);
  if (stored === null) {
    const { code, message } = noSuchQueue(asked.name);
    return refuse(c, code, message);
  }
  if (c.req.method === "HEAD") return answerWith(c, "", 200, STREAM_HEADERS);
  if (serving.streams.isFull) {
    return refuse(c, "SERVICE_UNAVAILABLE", "too many event streams are open: connect again later");
  }
  const body = serving.streams.open({
    source: queueEvents(stored, serving.watch),
    known: c.req.header("last-event-id") ?? c.req.query("since") ?? null,
    isPermitted: async () => (await readerNow(c, serving, reader, asked.name.repository)) !== null,
  });
  return new Response(body, { status: 200, headers: { ...c.get("headers"), ...STREAM_HEADERS } });
}

/** The reader with the grant that counts in the repository by now; null: it may no longer read it. */
export async function readerNow(
  c: ApiContext,
  serving: Serving,
  reader: Reader,
  repository: Repository,
): Promise<Reader | null> {
  const { sessions, cookie, tokens } = serving;
  const admitted = async (now: Reader) => {
    const admission = await admit(serving, now, repository);
    return admission.kind === "admitted" ? admission.reader : null;
  };
  switch (reader.kind) {
    case "public":
      return reader;
    case "session": {
      const session = await sessions.find(cookie.read(c.req.header("cookie")));
      return session === null ? null : admitted(session);
    }
    case "token": {
      const grant = await tokens.verify(c.req.header("x-api-token") ?? "", false);
      return grant === null ? null : admitted({ kind: "token", grant });
    }
    default:
      return assertNever(reader);
  }
}

/** An event has the queue as it is then, so a client needs only the newest. */
function queueEvents(stored: StoredQueue, watch: Pick<QueueWatch, "watch">): StreamSource {
  let newest = stored;
  return {
    messageFor: (known) => {
      const id = eventId(newest);
      return known === id ? null : { id, bytes: new TextEncoder().encode(eventText(newest)) };
    },
    lateMs: () => 0,
    subscribe: (onEvent) =>
      watch.watch(stored.name, stored, (seen) => {
        newest = seen ?? newest;
        onEvent(seen === null ? "closed" : "changed");
      }),
  };
}

function eventText(stored: StoredQueue): string {
  const { name, queue, version } = stored;
  const data: QueueChanged = {
    repo: name.repository,
    targetBranch: name.targetBranch,
    ...{ version, state: queue.state, entries: queue.entries.length },
  };
  return `id: ${eventId(stored)}\nevent: ${QUEUE_CHANGED}\ndata: ${JSON.stringify(data)}\n\n`;
}
