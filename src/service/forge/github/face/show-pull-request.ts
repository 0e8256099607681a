/**
 * Brings a pull request on GitHub to what it is to show: what has a known id is updated where its contents differ, and the
 * rest is found by its marker or created. Each part goes its own way, so that one that cannot be shown hides no other.
 */

import { assertNever } from "../../../../domain/assert-never.js";
import { isStateLabel } from "../../../../domain/state-label.js";
import type { Log } from "../../../ports/log.js";
import { ForgeError, WorldError } from "../../../ports/world-error.js";
import type { StaysOfOthers } from "./check-runs.js";
import { LAST_COMMENT } from "./comment-of.js";
import {
  type ClosingFace,
  COMMENT_MARKER,
  type Face,
  isSame,
  numberAt,
  type Place,
  textAt,
  valueAt,
} from "./face.js";
import { digestOf } from "./face-of.js";
import { type CheckHabit, newCheck, showCheck } from "./show-check.js";
import type { ShownCheck, ShownPullRequest } from "./shown.js";

export interface PullRequestWish {
  readonly face: Face;
  readonly known: ShownPullRequest;
  /**
   * An earlier attempt ended before what it wrote was stored, or may still write: GitHub may show what `known` does not name.
   * All is looked for then, and written anew; what is surplus is taken away.
   */
  readonly isUncertain: boolean;
  /** GitHub had time enough to see for itself what landed. */
  readonly isLate: boolean;
  readonly staysOfOthers: StaysOfOthers;
  readonly habit: CheckHabit;
  /** Stores what is about to be written. Fails with `LostClaim` when another process shows it now. */
  readonly save: (shown: ShownPullRequest) => Promise<void>;
  readonly log: Log;
}

export interface PullRequestOutcome {
  readonly shown: ShownPullRequest;
  /** What is to be tried again; null when all of it is shown. */
  readonly failure: Error | null;
  /** A comment was created while it was uncertain: whether that is the only one can be seen some time later. */
  readonly isToBeSeenAgain: boolean;
  /** With the next change all is looked for again. */
  readonly isUncertain: boolean;
  /** It is not closed yet, and GitHub may do so by itself. */
  readonly isToBeClosed: boolean;
}

/** Another process has taken over. */
export class LostClaim extends Error {
  override readonly name = "LostClaim";
}

export async function showPullRequest(place: Place, wish: PullRequestWish): Promise<PullRequestOutcome> {
  const showing = new Showing(place, wish);
  await showing.comment();
  await showing.closing();
  await showing.check();
  await showing.labels();
  return showing.outcome();
}

type Part = Partial<ShownPullRequest>;

class Showing {
  readonly #place: Place;
  readonly #wish: PullRequestWish;
  #shown: ShownPullRequest;
  #failure: Error | null = null;
  #isRefused = false;
  #hasCommented = false;
  #isToBeClosed = false;

  constructor(place: Place, wish: PullRequestWish) {
    this.#place = place;
    this.#wish = wish;
    this.#shown = { ...wish.known, moment: wish.face.moment };
  }

  outcome(): PullRequestOutcome {
    const { isUncertain } = this.#wish;
    const isToBeSeenAgain = isUncertain && this.#hasCommented;
    return {
      shown: this.#shown,
      failure: this.#failure,
      isToBeSeenAgain,
      isUncertain: this.#failure !== null || isToBeSeenAgain || (isUncertain && this.#isRefused),
      isToBeClosed: this.#isToBeClosed,
    };
  }

  async comment(): Promise<void> {
    const { face, known, isUncertain } = this.#wish;
    if (face.comment === null && known.comment === null) return;
    const body = face.comment ?? LAST_COMMENT;
    const digest = digestOf(body);
    if (!isUncertain && known.comment?.digest === digest) return;
    await this.#part(
      "comment",
      () => ({ comment: { id: this.#shown.comment?.id ?? null, digest } }),
      async () => {
        const listed = isUncertain ? await findComment(this.#place) : null;
        // GitHub's list may not have yet what was written a moment ago.
        const found = listed ?? known.comment?.id ?? null;
        await this.#begin({ comment: { id: found, digest: "" } });
        if (found !== null && (await editComment(this.#place, found, body)))
          return { comment: { id: found, digest } };
        // Where people deleted it, what is new is shown anew.
        if (face.comment === null) return { comment: null };
        const id = await createComment(this.#place, body);
        this.#hasCommented = true;
        return { comment: { id, digest } };
      },
    );
  }

  async closing(): Promise<void> {
    const { face, known, isLate } = this.#wish;
    const { closing } = face;
    if (closing === null || known.closed === closing.stay) return;
    const closed = { closed: closing.stay };
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
    const { face, isUncertain, staysOfOthers, habit } = this.#wish;
    const wanted = face.check;
    const known = this.#wish.known.check ?? (wanted === null ? null : newCheck(wanted, habit));
    if (known === null) return;
    await this.#part(
      "check",
      () => {
        const begun = this.#shown.check ?? known;
        if (wanted === null) return { check: { ...begun, digest: "", isCompleted: true } };
        const isOfThis = begun.stay === wanted.stay && begun.headSha === wanted.headSha;
        const digest = digestOf(JSON.stringify(wanted));
        const check = isOfThis ? begun : newCheck(wanted, { mayCreateRuns: true });
        return { check: { ...check, digest, isCompleted: false } };
      },
      async () => {
        const asked = { face: wanted, known, isUncertain, staysOfOthers, habit };
        const begin = async (begun: ShownCheck) => this.#begin({ check: begun });
        return { check: await showCheck(this.#place, { ...asked, begin }) };
      },
    );
  }

  /** A label that people took away stays away until there is another one to show; others than ours are left alone. */
  async labels(): Promise<void> {
    const { face, known, isUncertain } = this.#wish;
    const { label } = face;
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
        // First, so that a label that may not be put there leaves none that has come to be wrong.
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
    await this.#wish.save(this.#shown);
  }

  /** What GitHub refuses is left as `refused` until other contents are to be shown; the rest is tried again. */
  async #part(what: string, refused: () => Part, show: () => Promise<Part>): Promise<void> {
    try {
      this.#shown = { ...this.#shown, ...(await show()) };
    } catch (error) {
      if (error instanceof LostClaim) throw error;
      if (!(error instanceof WorldError) || error.retryable) {
        this.#failure ??= error instanceof Error ? error : new Error(String(error));
        return;
      }
      const { number } = this.#place;
      this.#wish.log.warn(
        { pullRequest: number, what, error: error.message },
        "something cannot be shown on a pull request; it is tried again when there is news",
      );
      this.#isRefused = true;
      this.#shown = { ...this.#shown, ...refused() };
    }
  }
}

/** Where there are several, the others are deleted: two attempts may have found none at the same moment. */
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

/** False: it is gone. */
async function editComment({ calls, repository }: Place, id: number, body: string): Promise<boolean> {
  const route = "/issues/comments/{id}";
  const { status } = await calls.send(repository, "PATCH", route, { id, body }, [404, 410]);
  return status < 400;
}

type Closing = "closed" | "notYet";

/** `isLate`: GitHub had time enough to see it. "closed" is also what there is nothing to close of. */
async function closeLanded(place: Place, face: ClosingFace, isLate: boolean): Promise<Closing> {
  const { calls, repository, number } = place;
  const found = await calls.read(repository, "/pulls/{number}", { number });
  if (found === null || textAt(found, "state") === "closed") return "closed";
  if (valueAt(found, "state") !== "open") throw new ForgeError("GitHub answered without a state", true);
  if (textAt(found, "head", "sha") !== face.headSha) return "closed";
  if (isLeftToGitHub(face) && !isLate) return "notYet";
  await calls.send(repository, "PATCH", "/pulls/{number}", { number, state: "closed" }, [404, 422]);
  return "closed";
}

function isLeftToGitHub({ kind }: ClosingFace): boolean {
  switch (kind) {
    case "close":
      return false;
    case "closesByItself":
      return true;
    default:
      return assertNever(kind);
  }
}
