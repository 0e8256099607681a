/**
 * Reconciles the status of a pull request with GitHub, part by part: an object with a known id is updated if its contents
 * differ, and any other is found by its marker or created. A failure of one part does not prevent the others.
 */
import { isDeepStrictEqual } from "node:util";
import { isStateLabel } from "../../../domain/states.js";
import { ClaimLost } from "../../ports/dispatch.js";
import type { Log } from "../../ports/log.js";
import { asError, isArchived, StoreError, WorldError } from "../../ports/world-error.js";
import {
  type CheckHabit,
  checkRun,
  completeCheckRunsOn,
  completeSuperseded,
  isCheckOf,
  newCheck,
  postCommitStatus,
  type SubmissionsOfOthers,
} from "./check-runs.js";
import { closeLanded } from "./close-landed.js";
import { LAST_COMMENT, worthEditing } from "./comment-of.js";
import { markedComment } from "./marked-comment.js";
import type { ShownCheck, ShownPullRequest } from "./shown.js";
import {
  type CheckStatus,
  COMMENT_MARKER,
  type Place,
  type PullRequestStatus,
  type StatusObject,
  textAt,
} from "./status.js";
import { digestOf } from "./status-of.js";

export interface WantedPullRequest {
  readonly status: PullRequestStatus;
  readonly known: ShownPullRequest;
  /**
   * An earlier attempt may have written to GitHub without storing it, or may still write. Then every part is searched
   * for and written again, and duplicates are removed.
   */
  readonly isUncertain: boolean;
  /** GitHub had enough time to notice the landing. */
  readonly isLate: boolean;
  readonly submissionsOfOthers: SubmissionsOfOthers;
  readonly habit: CheckHabit;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Throws `ClaimLost` if another process publishes the status now. */
  readonly save: (shown: ShownPullRequest) => Promise<void>;
  /** Whether other processes may be able to write what GitHub refused to this one. */
  readonly isForOthers: (refusal: WorldError) => Promise<boolean>;
  readonly log: Log;
}

export interface PullRequestOutcome {
  readonly shown: ShownPullRequest;
  /** When it has to be shown once more; null: after the next change. */
  readonly againAt: number | null;
  /** Some part may exist without a known id, so the next attempt searches for each part. */
  readonly isUncertain: boolean;
}

/** After this time GitHub's lists include every earlier write. */
export const LISTED_AFTER_MS = 60_000;
/** GitHub closes a pull request whose head is on the branch, normally within seconds. */
const CLOSED_AFTER_MS = 15_000;

/** Throws the first failure that may pass, after all parts. */
export async function showPullRequest(place: Place, wanted: WantedPullRequest): Promise<PullRequestOutcome> {
  const showing = new Showing(place, wanted);
  await showing.comment();
  await showing.notice();
  await showing.closing();
  await showing.check();
  await showing.labels();
  return showing.outcome();
}

type Part = Partial<ShownPullRequest>;

class Showing {
  readonly #place: Place;
  readonly #wanted: WantedPullRequest;
  #shown: ShownPullRequest;
  #failure: Error | null = null;
  #isRefused = false;
  /** When lists of GitHub include what this attempt could not see. */
  #searchAt: number | null = null;
  #isToBeClosed = false;
  /** The other parts would be refused in the same way. */
  #isForOthers = false;

  constructor(place: Place, wanted: WantedPullRequest) {
    this.#place = place;
    this.#wanted = wanted;
    this.#shown = { ...wanted.known, moment: wanted.status.moment };
  }

  async outcome(): Promise<PullRequestOutcome> {
    const { now, isUncertain, save } = this.#wanted;
    if (this.#failure !== null) {
      await save(this.#shown);
      throw this.#failure;
    }
    const closedAt = this.#isToBeClosed ? now() + CLOSED_AFTER_MS : null;
    return {
      shown: this.#shown,
      againAt: this.#searchAt ?? closedAt,
      isUncertain: this.#searchAt !== null || (isUncertain && this.#isRefused),
    };
  }

  async comment(): Promise<void> {
    const { status, known, isUncertain } = this.#wanted;
    if (status.comment === null && known.comment === null) return;
    const body = status.comment ?? LAST_COMMENT;
    const digest = digestOf(worthEditing(body));
    if (!isUncertain && known.comment?.digest === digest) return;
    // If the comment was deleted, a changed status creates a new one.
    const mayCreate = status.comment !== null;
    const comment = markedComment(this.#place, { marker: COMMENT_MARKER, body, mayCreate, mayEdit: true });
    const { id: knownId = null, doubtedAt = null } = known.comment ?? {};
    await this.#part("comment", { comment: { id: knownId, digest, doubtedAt } }, async () => {
      const { id, isNew } = await this.#write(knownId, comment);
      const since = this.#doubtSince(isNew, doubtedAt);
      return { comment: id === null ? null : { id, digest, doubtedAt: since } };
    });
  }

  /** An interrupted attempt may have created it: it notifies people, so it is not created again before it must be listed. */
  async notice(): Promise<void> {
    const { status, known, isUncertain, now } = this.#wanted;
    const { notice } = status;
    if (notice === null) return;
    const { submission } = notice;
    const earlier = known.notice?.submission === submission ? known.notice : null;
    if (!isUncertain && earlier !== null) return;
    const mayCreate = earlier === null || now() - earlier.at >= LISTED_AFTER_MS;
    const comment = markedComment(this.#place, { ...notice, mayCreate, mayEdit: false });
    const begun = { submission, id: earlier?.id ?? null, at: mayCreate ? now() : earlier.at };
    await this.#part("exit notice", { notice: begun }, async () => {
      const { id } = await this.#write(begun.id, comment);
      if (id === null) this.#searchAgain(begun.at);
      return { notice: { ...begun, id } };
    });
  }

  async closing(): Promise<void> {
    const { status, known, isLate } = this.#wanted;
    const { closing } = status;
    if (closing === null || known.closed === closing.submission) return;
    const closed = { closed: closing.submission };
    await this.#attempt("closing", closed, async () => {
      this.#isToBeClosed = (await closeLanded(this.#place, closing, isLate)) === "notYet";
      return this.#isToBeClosed ? {} : closed;
    });
  }

  async check(): Promise<void> {
    const { status, known, isUncertain, habit } = this.#wanted;
    const [wanted, earlier] = [status.check, known.check];
    const isOfWanted = earlier !== null && isCheckOf(wanted, earlier);
    for (const { headSha, since } of known.doubtedHeads) await this.#searchLeftHead(headSha, since);
    if (earlier !== null && !isOfWanted && !(await this.#supersede(earlier))) return;
    if (wanted === null) return;
    const check = isOfWanted ? earlier : newCheck(wanted, habit);
    const digest = digestOf(JSON.stringify(wanted));
    if (!isUncertain && check.digest === digest) return;
    const begun = { ...check, digest, isCompleted: false };
    await this.#part("check", { check: begun }, async () => {
      const written = await this.#writeCheck(wanted, begun, isOfWanted);
      return { check: { ...written, isCompleted: wanted.state.status === "completed" } };
    });
  }

  /** False: it is not completed yet, and must not be forgotten. */
  async #supersede(check: ShownCheck): Promise<boolean> {
    const { status, isUncertain, submissionsOfOthers } = this.#wanted;
    if (check.isCompleted && !isUncertain) return true;
    const isUnknown = check.by === "checkRun" && check.id === null && !check.isCompleted;
    const since = this.#doubtSince(isUnknown, check.doubtedAt);
    const doubtedHeads = [...this.#shown.doubtedHeads];
    if (since !== null) doubtedHeads.push({ headSha: check.headSha, since });
    // The empty digest makes a re-enabled check be written again.
    const completed = { check: { ...check, digest: "", isCompleted: true, doubtedAt: null }, doubtedHeads };
    return this.#attempt("superseded check", completed, async () => {
      const newHead = status.check?.headSha ?? null;
      await completeSuperseded(this.#place, check, newHead, { isUncertain, submissionsOfOthers });
      return completed;
    });
  }

  /** A check run whose creation nothing confirmed may be listed after the queue has left its head. */
  async #searchLeftHead(headSha: string, since: number): Promise<void> {
    const { status, now, submissionsOfOthers } = this.#wanted;
    const isListed = now() - since >= LISTED_AFTER_MS;
    const others = this.#shown.doubtedHeads.filter((one) => one.headSha !== headSha || one.since !== since);
    await this.#attempt("check on an earlier head", { doubtedHeads: others }, async () => {
      // On a head that is wanted again, the search for its check run completes the others.
      if (headSha !== status.check?.headSha)
        await completeCheckRunsOn(this.#place, headSha, submissionsOfOthers);
      if (!isListed) this.#searchAgain(since);
      return isListed ? { doubtedHeads: others } : {};
    });
  }

  /** `isRepeated`: an earlier attempt had begun this check. Of a new one, as after "Re-run", there can be no duplicate. */
  async #writeCheck(wanted: CheckStatus, begun: ShownCheck, isRepeated: boolean): Promise<ShownCheck> {
    const { habit, submissionsOfOthers } = this.#wanted;
    const byStatus: ShownCheck = { ...begun, by: "status" };
    if (begun.by === "checkRun") {
      const { id, isNew } = await this.#write(begun.id, checkRun(this.#place, wanted, submissionsOfOthers));
      if (id !== null)
        return { ...begun, id, doubtedAt: this.#doubtSince(isNew && isRepeated, begun.doubtedAt) };
      habit.mayCreateRuns = false;
      await this.#begin({ check: byStatus });
    }
    await postCommitStatus(this.#place, wanted);
    return byStatus;
  }

  /** A label that a person removed is not added again until the state changes; foreign labels are not touched. */
  async labels(): Promise<void> {
    const { status, known, isUncertain } = this.#wanted;
    const wanted = status.label === null ? [] : [status.label];
    if (isDeepStrictEqual(known.labels, wanted) && !(isUncertain && wanted.length > 0)) return;
    const { calls, repository, number } = this.#place;
    await this.#part("label", { labels: [...new Set([...known.labels, ...wanted])] }, async () => {
      const present = isUncertain ? await this.#stateLabels() : known.labels;
      // Removed first, so that no outdated label remains if the new one is refused.
      for (const name of present.filter((one) => one !== status.label))
        await calls.send(repository, "DELETE", "/issues/{number}/labels/{name}", { number, name }, [404]);
      const labels = wanted.filter((name) => !present.includes(name));
      if (labels.length > 0)
        await calls.send(repository, "POST", "/issues/{number}/labels", { number, labels });
      return { labels: wanted };
    });
  }

  async #stateLabels(): Promise<readonly string[]> {
    const { calls, repository, number } = this.#place;
    const found = await calls.list(repository, "/issues/{number}/labels", { number });
    return found.map((one) => textAt(one, "name")).filter(isStateLabel);
  }

  /** `id` null: there is none, and none may be created. */
  async #write(
    known: number | null,
    { find, update, create }: StatusObject,
  ): Promise<{ readonly id: number | null; readonly isNew: boolean }> {
    const id = this.#wanted.isUncertain ? await find(known) : known;
    if (id !== null && (await update(id))) return { id, isNew: false };
    const created = await create();
    return { id: created, isNew: created !== null };
  }

  /** `isUnseen`: no list had it. null: GitHub lists all that an earlier attempt created. */
  #doubtSince(isUnseen: boolean, doubtedAt: number | null): number | null {
    const { isUncertain, now } = this.#wanted;
    const since = isUnseen && isUncertain ? now() : doubtedAt;
    if (since === null || now() - since >= LISTED_AFTER_MS) return null;
    this.#searchAgain(since);
    return since;
  }

  /** The latest doubt counts, because one search then settles all of them. */
  #searchAgain(since: number): void {
    this.#searchAt = Math.max(this.#searchAt ?? 0, since + LISTED_AFTER_MS);
  }

  async #begin(part: Part): Promise<void> {
    this.#shown = { ...this.#shown, ...part };
    await this.#wanted.save(this.#shown);
  }

  /** Stores the part as if it were shown, so that a later attempt knows what an interrupted one may leave. */
  async #part(what: string, begun: Part, show: () => Promise<Part>): Promise<boolean> {
    if (this.#isForOthers) return false;
    await this.#begin(begun);
    return this.#attempt(what, begun, show);
  }

  /** False: it has to be tried again. `refused` is recorded after a refusal by GitHub, which only the next change retries. */
  async #attempt(what: string, refused: Part, show: () => Promise<Part>): Promise<boolean> {
    if (this.#isForOthers) return false;
    try {
      this.#shown = { ...this.#shown, ...(await show()) };
      return true;
    } catch (error) {
      const isOfStore = error instanceof StoreError;
      if (error instanceof ClaimLost || (isOfStore && error.retryable)) throw error;
      const isRefusal = error instanceof WorldError && !isOfStore && (!error.retryable || isArchived(error));
      this.#isForOthers = isRefusal && (await this.#wanted.isForOthers(error));
      if (!isRefusal || this.#isForOthers) {
        this.#failure ??= asError(error);
        return false;
      }
      this.#wanted.log.warn(
        { pullRequest: this.#place.number, what, error: error.message },
        "a part of the pull request status was refused by GitHub; the next change retries it",
      );
      this.#isRefused = true;
      this.#shown = { ...this.#shown, ...refused };
      return true;
    }
  }
}
