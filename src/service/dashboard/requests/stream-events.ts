/** Answers `/v1/events`: a stream of the changes of one queue. A client that connects again misses none. */

import type { Repository } from "../../../domain/repository.js";
import { noSuchQueue } from "../../http/handlers/handler.js";
import { queueNameOf } from "../../http/handlers/handlers.js";
import { type ApiContext, answerWith, refuse } from "../../http/response.js";
import { eventId } from "../live/queue-watch.js";
import { forReader, type Serving } from "../serving.js";
import { admit } from "../session/admission.js";
import type { Reader } from "../session/reader.js";
import { notAdmitted } from "./for-repository.js";

const STREAM_HEADERS = {
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
  const known = c.req.header("last-event-id") ?? c.req.query("since");
  const body = serving.streams.open({
    first: known === eventId(stored) ? null : stored,
    subscribe: (onChange) => serving.watch.watch(stored.name, stored, onChange),
    isPermitted: async () => isStillPermitted(c, serving, reader, asked.name.repository),
  });
  return new Response(body, { status: 200, headers: { ...c.get("headers"), ...STREAM_HEADERS } });
}

async function isStillPermitted(
  c: ApiContext,
  serving: Serving,
  reader: Reader,
  repository: Repository,
): Promise<boolean> {
  const { sessions, cookie, tokens } = serving;
  const isAdmitted = async (now: Reader) => (await admit(serving, now, repository)).kind === "admitted";
  switch (reader.kind) {
    case "public":
      return true;
    case "session": {
      const session = await sessions.find(cookie.read(c.req.header("cookie")));
      return session !== null && isAdmitted(session);
    }
    case "token": {
      const grant = await tokens.verify(c.req.header("x-api-token") ?? "", false);
      return grant !== null && isAdmitted({ kind: "token", grant });
    }
  }
}
