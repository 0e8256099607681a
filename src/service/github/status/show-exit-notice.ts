/**
 * Creates the notice of an exit exactly once: a crash, a lost answer or another replica leaves a stored intent, and the
 * next attempt searches for the notice until GitHub's list must have it.
 */

import type { ShownExitNotice } from "./shown.js";
import { type ExitNotice, isSame, numberAt, type Place, textAt } from "./status.js";

export interface WantedExitNotice {
  readonly notice: ExitNotice;
  /** Of this exit or of an earlier one; null: none. */
  readonly known: ShownExitNotice | null;
  /** An attempt whose record is lost may have created it. */
  readonly isUncertain: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** After this time GitHub's list includes an earlier write. */
  readonly listedAfterMs: number;
  /** Stores the intent before the comment is created. */
  readonly begin: (intent: ShownExitNotice) => Promise<void>;
}

/** The stored record; without an id, an earlier attempt may still appear, and the notice has to be shown again later. */
export async function showExitNotice(place: Place, wanted: WantedExitNotice): Promise<ShownExitNotice> {
  const { notice, isUncertain, now, listedAfterMs } = wanted;
  const known = wanted.known?.submission === notice.submission ? wanted.known : null;
  if (known !== null && known.id !== null) return known;
  const { submission, body } = notice;
  if (known !== null || isUncertain) {
    const id = await findNotice(place, notice.marker);
    if (id !== null) return { submission, id, at: known?.at ?? now };
    if (known !== null && now - known.at < listedAfterMs) return known;
  }
  await wanted.begin({ submission, id: null, at: now });
  const { calls, repository, number } = place;
  const answer = await calls.send(repository, "POST", "/issues/{number}/comments", { number, body });
  return { submission, id: numberAt(answer.body, "id"), at: now };
}

/** Deletes duplicates: a process that stood still may have written after the time in which GitHub lists a comment. */
async function findNotice(place: Place, marker: string): Promise<number | null> {
  const { calls, repository, number } = place;
  const self = await place.self();
  const comments = await calls.list(repository, "/issues/{number}/comments", { number });
  const [oldest, ...others] = comments
    .filter((one) => textAt(one, "body").startsWith(marker) && isSame(textAt(one, "user", "login"), self))
    .map((one) => numberAt(one, "id"))
    .sort((one, other) => one - other);
  for (const id of others) await calls.send(repository, "DELETE", "/issues/comments/{id}", { id }, [404]);
  return oldest ?? null;
}
