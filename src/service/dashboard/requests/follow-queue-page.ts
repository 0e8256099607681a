/** Answers `/HOST/OWNER/NAME/queue/live`: a stream of what changes on an open queue page. Its script applies it. */
import type { Repository } from "../../../domain/repository.js";
import { noSuchQueue } from "../../http/handlers/handler.js";
import { type ApiContext, answerWith, refuse } from "../../http/response.js";
import type { Serving } from "../serving.js";
import type { Reader } from "../session/reader.js";
import { sessionMark } from "../session/sessions.js";
import { findQueue } from "./for-queue.js";
import { forRepository } from "./for-repository.js";
import { livePage } from "./read-queue-page.js";
import { readerNow, STREAM_HEADERS } from "./stream-events.js";

/** Errors are those of the API: a script reads them. */
export async function followQueuePage(
  c: ApiContext,
  serving: Serving,
  repository: Repository,
): Promise<Response> {
  return forRepository(
    c,
    serving,
    repository,
    async (reader) => answerStream(c, serving, repository, reader),
    "program",
  );
}

async function answerStream(
  c: ApiContext,
  serving: Serving,
  repository: Repository,
  reader: Reader,
): Promise<Response> {
  const targetBranch = c.req.query("branch") ?? "";
  const stored = await findQueue(serving.service.queues, repository, targetBranch, null);
  if (stored === null) {
    const { code, message } = noSuchQueue({ repository, targetBranch });
    return refuse(c, code, message);
  }
  const as = c.req.query("as");
  if (as !== undefined && as !== sessionMark(reader)) {
    // Its forms have the secret of that session: the script loads the page.
    return refuse(c, "AUTHENTICATION_REQUIRED", "the page is of another session: load it again");
  }
  if (c.req.method === "HEAD") return answerWith(c, "", 200, STREAM_HEADERS);
  if (serving.streams.isFull) {
    return refuse(c, "SERVICE_UNAVAILABLE", "too many event streams are open: connect again later");
  }
  const known = c.req.header("last-event-id") ?? c.req.query("since");
  const page = livePage(c, serving, reader, stored);
  const body = serving.streams.open({
    source: await serving.feeds.open(page, stored, known),
    known: known ?? null,
    isPermitted: async () => {
      const now = await readerNow(c, serving, reader, repository);
      // With other permissions it connects again, and receives the forms that it may use.
      return now !== null && livePage(c, serving, now, stored).key === page.key;
    },
  });
  return new Response(body, { status: 200, headers: { ...c.get("headers"), ...STREAM_HEADERS } });
}
