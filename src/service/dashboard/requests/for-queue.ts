/** What the pages about a queue's past have in common: the reader's rights, the queue, and problems with an address. */
import type { PullRequestNumber } from "../../../domain/ids.js";
import type { Repository } from "../../../domain/repository.js";
import { liveEntry } from "../../../engine/model/lookup.js";
import type { ApiContext } from "../../http/response.js";
import type { StoredQueue } from "../../ports/queue-store.js";
import type { Queues } from "../../queue/queues.js";
import { isBranch } from "../addresses.js";
import { answerProblem, noQueue, type Serving, wantsJson } from "../serving.js";
import type { Reader } from "../session/reader.js";
import { forRepository } from "./for-repository.js";

/** Of a page of a repository without queues. */
export const DEFAULT_BRANCH = "main";

export async function forQueue(
  c: ApiContext,
  serving: Serving,
  repository: Repository,
  work: (stored: StoredQueue, reader: Reader) => Promise<Response>,
): Promise<Response> {
  const audience = wantsJson(c) || wantsCsv(c) ? "program" : "browser";
  return forRepository(
    c,
    serving,
    repository,
    async (reader) => {
      const branch = c.req.query("branch");
      const stored = await findQueue(serving.service.queues, repository, branch, null);
      if (stored !== null) return work(stored, reader);
      return noQueue(c, serving, reader, { repository, targetBranch: branch ?? DEFAULT_BRANCH });
    },
    audience,
  );
}

export function wantsCsv(c: ApiContext): boolean {
  return c.req.path.endsWith(".csv");
}

/** A value of the address that cannot be understood, and what is expected. */
export interface AddressProblem {
  readonly problem: string;
}

export function answerAddressProblem(
  c: ApiContext,
  serving: Serving,
  reader: Reader,
  { problem }: AddressProblem,
  href: string,
): Response {
  return answerProblem(c, serving, reader, {
    status: 400,
    title: "The address cannot be understood",
    sentence: problem,
    next: { text: "See the page without it", href },
  });
}

const LONGEST_SHOWN = 40;

export function unknownValue(name: string, text: string, expected: string): AddressProblem {
  return { problem: `${name}=${text.slice(0, LONGEST_SHOWN)} is unknown: expected ${expected}.` };
}

/** Milliseconds of a day, or of a date with a time, in UTC unless it has a zone; null: no date. */
export function timeIn(text: string): number | null {
  const form = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;
  if (!form.test(text)) return null;
  const hasZone = !text.includes("T") || /(?:Z|[+-]\d{2}:\d{2})$/.test(text);
  const at = Date.parse(hasZone ? text : `${text}Z`);
  return Number.isNaN(at) || at < 0 ? null : at;
}

/**
 * Links from older comments, and people, may leave out the branch: then the queue that has or had the pull request, else
 * the oldest one of the repository.
 */
export async function findQueue(
  queues: Queues,
  repository: Repository,
  branch: string | undefined,
  pullRequest: PullRequestNumber | null,
): Promise<StoredQueue | null> {
  if (branch !== undefined && branch !== "") {
    // A name that no branch has is not passed on: a database refuses some characters.
    return isBranch(branch) ? queues.read({ repository, targetBranch: branch }) : null;
  }
  const all = await queues.list(repository);
  if (pullRequest !== null && all.length > 1) {
    const live = all.find(({ queue }) => liveEntry(queue, pullRequest) !== undefined);
    if (live !== undefined) return live;
    for (const stored of all) {
      if ((await queues.store.findConcluded(stored.queue.id, pullRequest)) !== null) return stored;
    }
  }
  return all[0] ?? null;
}
