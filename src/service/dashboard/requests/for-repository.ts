/** Answers about one repository: only to a reader who may read it, judged before anything is looked up. */
import type { Repository } from "../../../domain/repository.js";
import { type ApiContext, refuse } from "../../http/response.js";
import { answerProblem, forReader, type Serving } from "../serving.js";
import { type Admission, admit } from "../session/admission.js";
import type { Reader } from "../session/reader.js";

/** `reader` has the grant that counts in this repository. */
export async function forRepository(
  c: ApiContext,
  serving: Serving,
  repository: Repository,
  work: (reader: Reader) => Promise<Response>,
  audience?: "browser" | "program",
): Promise<Response> {
  return forReader(
    c,
    serving,
    async (reader) => {
      const admission = await admit(serving, reader, repository);
      if (admission.kind === "admitted") return work(admission.reader);
      return notAdmitted(c, serving, reader, admission);
    },
    audience,
  );
}

/** Whether the answer is a stream of events, or an error for the script that follows it. */
export function isStream(c: ApiContext): boolean {
  return c.req.path === "/v1/events" || c.req.path.endsWith("/queue/live");
}

const TITLES = { 403: "No permission", 404: "Nothing that you may read", 503: "Not confirmed" } as const;
const CODES = {
  403: "INSUFFICIENT_PERMISSIONS",
  404: "NOT_FOUND",
  503: "SERVICE_UNAVAILABLE",
} as const;

type Refused = Admission & { readonly kind: "refused" };

export function notAdmitted(
  c: ApiContext,
  serving: Serving,
  reader: Reader,
  { status, sentence }: Refused,
): Response {
  // A script reads the answer.
  if (isStream(c)) return refuse(c, CODES[status], sentence);
  return answerProblem(c, serving, reader, {
    ...{ status, sentence, title: TITLES[status] },
    next: { text: "See the queues that you may read", href: serving.addresses.home },
  });
}
