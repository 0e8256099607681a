/**
 * Updates the status of a pull request on GitHub: edits parts with a known id whose contents differ, and finds the
 * others by their marker or creates them. The parts are independent, so a failure of one does not prevent the others.
 */

import { assertNever } from "../../../domain/assert-never.js";
import { isStateLabel } from "../../../domain/states.js";
import { ClaimLost } from "../../ports/dispatch.js";
import type { Log } from "../../ports/log.js";
import { asError, ForgeError, isArchived, WorldError } from "../../ports/world-error.js";
import type { SubmissionsOfOthers } from "./check-runs.js";
import { LAST_COMMENT, worthEditing } from "./comment-of.js";
import { type CheckHabit, newCheck, showCheck } from "./show-check.js";
import { showExitNotice } from "./show-exit-notice.js";
import type { ShownCheck, ShownExitNotice, ShownPullRequest } from "./shown.js";
import {
  type ClosingStatus,
  COMMENT_MARKER,
  isSame,
  numberAt,
  type Place,
  type PullRequestStatus,
  textAt,
  valueAt,
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
  readonly now: number;
  /** After this time GitHub's lists include every earlier write. */
  readonly listedAfterMs: number;
  /** Stores the status before it is written. Throws `ClaimLost` if another process publishes it now. */
  readonly save: (shown: ShownPullRequest) => Promise<void>;
  /** Whether other processes may be able to write what GitHub refused to this one. */
  readonly isForOthers: (refusal: WorldError) => Promise<boolean>;
  readonly log: Log;
}

export interface PullRequestOutcome {
  readonly shown: ShownPullRequest;
  /** The failure to retry; null: everything is published. */
  readonly failure: Error | null;
  /** A comment was created while another might exist; a later pass has to check for duplicates. */
  readonly isToBeSeenAgain: boolean;
  /** Some part may exist without a known id, so the next change searches for each part again. */
  readonly isUncertain: boolean;
  /** The pull request is still open, and GitHub may close it. */
  readonly isToBeClosed: boolean;
}

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
  #hasCommented = false;
  #isToBeClosed = false;
  #isNoticeOpen = false;
  /** The other parts would be refused in the same way. */
  #isForOthers = false;

  constructor(place: Place, wanted: WantedPullRequest) {
    this.#place = place;
    this.#wanted = wanted;
    this.#shown = { ...wanted.known, moment: wanted.status.moment };
  }

  outcome(): PullRequestOutcome {
    const { isUncertain } = this.#wanted;
    const isToBeSeenAgain = (isUncertain && this.#hasCommented) || this.#isNoticeOpen;
    return {
      shown: this.#shown,
      failure: this.#failure,
      isToBeSeenAgain,
      isUncertain: this.#failure !== null || isToBeSeenAgain || (isUncertain && this.#isRefused),
      isToBeClosed: this.#isToBeClosed,
    };
  }

  async comment(): Promise<void> {
    const { status, known, isUncertain } = this.#wanted;
    if (status.comment === null && known.comment === null) return;
    const body = status.comment ?? LAST_COMMENT;
    const digest = digestOf(worthEditing(body));
    if (!isUncertain && known.comment?.digest === digest) return;
    await this.#part(
      "comment",
      () => ({ comment: { id: this.#shown.comment?.id ?? null, digest } }),
      async () => {
        const listed = isUncertain ? await findComment(this.#place) : null;
        // GitHub's list may not include a recent comment yet.
        const found = listed ?? known.comment?.id ?? null;
        await this.#begin({ comment: { id: found, digest: "" } });
        if (found !== null && (await editComment(this.#place, found, body)))
          return { comment: { id: found, digest } };
        // If the comment was deleted, a changed status creates a new one.
        if (status.comment === null) return { comment: null };
        const id = await createComment(this.#place, body);
        this.#hasCommented = true;
        return { comment: { id, digest } };
      },
    );
  }

  async notice(): Promise<void> {
    const { status, known, isUncertain, now, listedAfterMs } = this.#wanted;
    const { notice } = status;
    if (notice === null) return;
    const refused = { notice: { submission: notice.submission, id: 0, at: now } };
    await this.#part(
      "exit notice",
      () => refused,
      async () => {
        const begin = async (intent: ShownExitNotice) => this.#begin({ notice: intent });
        const asked = { notice, known: known.notice, isUncertain, now, listedAfterMs, begin };
        const shown = await showExitNotice(this.#place, asked);
        this.#isNoticeOpen = shown.id === null;
        return { notice: shown };
      },
    );
  }

  async closing(): Promise<void> {
    const { status, known, isLate } = this.#wanted;
    const { closing } = status;
    if (closing === null || known.closed === closing.submission) return;
    const closed = { closed: closing.submission };
    await this.#part(
      "closing",
      () => closed,
      async () => {
        this.#isToBeClosed = (await closeLanded(this.#place, closing, isLate)) === "notYet";
        return this.#isToBeClosed ? {} : closed;
      },
    );
  }

  async check(): Promise<void> {
    const { status, isUncertain, submissionsOfOthers, habit } = this.#wanted;
    const wanted = status.check;
    const known = this.#wanted.known.check ?? (wanted === null ? null : newCheck(wanted, habit));
    if (known === null) return;
    await this.#part(
      "check",
      () => {
        const begun = this.#shown.check ?? known;
        if (wanted === null) return { check: { ...begun, digest: "", isCompleted: true } };
        const isOfThis = begun.submission === wanted.submission && begun.headSha === wanted.headSha;
        const digest = digestOf(JSON.stringify(wanted));
        const check = isOfThis ? begun : newCheck(wanted, { mayCreateRuns: true });
        return { check: { ...check, digest, isCompleted: false } };
      },
      async () => {
        const asked = { status: wanted, known, isUncertain, submissionsOfOthers, habit };
        const begin = async (begun: ShownCheck) => this.#begin({ check: begun });
        return { check: await showCheck(this.#place, { ...asked, begin }) };
      },
    );
  }

  /** A label that a person removed is not added again until the state changes; foreign labels are not touched. */
  async labels(): Promise<void> {
    const { status, known, isUncertain } = this.#wanted;
    const { label } = status;
    if (label === null && known.labels.length === 0) return;
    const { calls, repository, number } = this.#place;
    const maybe = () => [...new Set([...this.#shown.labels, ...(label === null ? [] : [label])])];
    await this.#part(
      "label",
      () => ({ labels: maybe() }),
      async () => {
        const there = isUncertain ? await this.#stateLabels() : known.labels;
        const old = there.filter((name) => name !== label);
        const isNew = label !== null && !there.includes(label);
        if (isNew || old.length > 0) await this.#begin({ labels: maybe() });
        // Removed first, so that no outdated label remains if the new one is refused.
        for (const name of old) {
          await calls.send(repository, "DELETE", "/issues/{number}/labels/{name}", { number, name }, [404]);
        }
        if (isNew)
          await calls.send(repository, "POST", "/issues/{number}/labels", { number, labels: [label] });
        return { labels: label === null ? [] : [label] };
      },
    );
  }

  async #stateLabels(): Promise<readonly string[]> {
    const { calls, repository, number } = this.#place;
    const found = await calls.list(repository, "/issues/{number}/labels", { number });
    return found.map((one) => textAt(one, "name")).filter(isStateLabel);
  }

  async #begin(part: Part): Promise<void> {
    this.#shown = { ...this.#shown, ...part };
    await this.#wanted.save(this.#shown);
  }

  /**
   * After a refusal by GitHub the part is recorded as `refused` until its contents change; other failures are retried.
   */
  async #part(what: string, refused: () => Part, show: () => Promise<Part>): Promise<void> {
    if (this.#isForOthers) return;
    try {
      this.#shown = { ...this.#shown, ...(await show()) };
    } catch (error) {
      if (error instanceof ClaimLost) throw error;
      const mayPass = !(error instanceof WorldError) || (error.retryable && !isArchived(error));
      this.#isForOthers = !mayPass && (await this.#wanted.isForOthers(error));
      if (mayPass || this.#isForOthers) {
        this.#failure ??= asError(error);
        return;
      }
      const { number } = this.#place;
      this.#wanted.log.warn(
        { pullRequest: number, what, error: error.message },
        "a part of the pull request status was refused by GitHub; the next change retries it",
      );
      this.#isRefused = true;
      this.#shown = { ...this.#shown, ...refused() };
    }
  }
}

/** Deletes duplicates: two concurrent attempts may each have found no comment and created one. */
async function findComment(place: Place): Promise<number | null> {
  const { calls, repository, number } = place;
  const self = await place.self();
  const comments = await calls.list(repository, "/issues/{number}/comments", { number });
  const ours = comments
    .filter(
      (one) => textAt(one, "body").startsWith(COMMENT_MARKER) && isSame(textAt(one, "user", "login"), self),
    )
    .map((one) => numberAt(one, "id"))
    .sort((one, other) => one - other);
  const [oldest, ...others] = ours;
  for (const id of others) await calls.send(repository, "DELETE", "/issues/comments/{id}", { id }, [404]);
  return oldest ?? null;
}

async function createComment({ calls, repository, number }: Place, body: string): Promise<number> {
  const answer = await calls.send(repository, "POST", "/issues/{number}/comments", { number, body });
  return numberAt(answer.body, "id");
}

/** false: the comment no longer exists. */
async function editComment({ calls, repository }: Place, id: number, body: string): Promise<boolean> {
  const route = "/issues/comments/{id}";
  const { status } = await calls.send(repository, "PATCH", route, { id, body }, [404, 410]);
  return status < 400;
}

type Closing = "closed" | "notYet";

/** `isLate`: GitHub had enough time to notice the landing. "closed" also if there is nothing to close. */
async function closeLanded(place: Place, status: ClosingStatus, isLate: boolean): Promise<Closing> {
  if (isLeftToGitHub(status)) {
    const { calls, repository, number } = place;
    const found = await calls.read(repository, "/pulls/{number}", { number });
    if (found === null || textAt(found, "state") === "closed") return "closed";
    if (valueAt(found, "state") !== "open") throw new ForgeError("GitHub answered without a state", true);
    if (textAt(found, "head", "sha") !== status.headSha) return "closed";
    if (!isLate) return "notYet";
  }
  await closeUnlessPushedTo(place, status);
  return "closed";
}

/**
 * Closes first and then compares the head in the answer, which saves a read for each landing. A pull request that was
 * pushed to after the landing is opened again, unless a person closed it.
 */
async function closeUnlessPushedTo(
  { calls, repository, number, self }: Place,
  { headSha }: ClosingStatus,
): Promise<void> {
  const setState = async (state: "closed" | "open") =>
    calls.send(repository, "PATCH", "/pulls/{number}", { number, state }, [404, 422]);
  const { status, body } = await setState("closed");
  if (status >= 300 || valueAt(body, "merged") === true) return;
  const head = textAt(body, "head", "sha");
  if (head === "" || head === headSha) return;
  const closer = textAt(await calls.read(repository, "/issues/{number}", { number }), "closed_by", "login");
  if (closer === "" || isSame(closer, await self())) await setState("open");
}

function isLeftToGitHub({ kind }: ClosingStatus): boolean {
  switch (kind) {
    case "close":
      return false;
    case "closesByItself":
      return true;
    default:
      return assertNever(kind);
  }
}
