/**
 * Shows one pull request as it is to be seen: only what differs from what was shown last costs a call. Each part goes
 * its own way, so that one that cannot be shown hides no other.
 */
import type { Log } from "../../../ports/log.js";
import { WorldError } from "../../../ports/world-error.js";
import type { Doubt } from "./check-runs.js";
import { type Closing, closeLanded } from "./close-landed.js";
import { LAST_COMMENT } from "./comment-of.js";
import { digestOf } from "./digest-of.js";
import type { Face } from "./face.js";
import type { Place } from "./place.js";
import { type CheckHabit, leftBehind, showCheck } from "./show-check.js";
import { showComment } from "./show-comment.js";
import { showLabels } from "./show-labels.js";
import { type Created, NOTHING, type ShownCheck, type ShownLabels, type ShownPullRequest } from "./shown.js";

export interface PullRequestWish extends Doubt {
  readonly face: Face;
  readonly known: ShownPullRequest;
  readonly isDoubtful: boolean;
  /** GitHub had time enough to see for itself what landed. */
  readonly isLate: boolean;
  readonly habit: CheckHabit;
  /** Fails with `LostClaim` when somebody else shows it now. */
  readonly save: (shown: ShownPullRequest) => Promise<void>;
  readonly log: Log;
}

export interface PullRequestOutcome {
  readonly shown: ShownPullRequest;
  /** What is to be tried again; null when all of it is shown. */
  readonly failure: Error | null;
  /** There was a doubt, and a comment was created in it: whether it is the only one has to be seen later. */
  readonly isDoubtful: boolean;
  /** It is not closed yet, and GitHub may do so by itself. */
  readonly isToBeClosed: boolean;
}

/** Somebody else has taken over. */
export class LostClaim extends Error {
  override readonly name = "LostClaim";
}

export async function showPullRequest(place: Place, wish: PullRequestWish): Promise<PullRequestOutcome> {
  const showing = new Showing(place, wish);
  await showing.part(() => showing.comment());
  await showing.part(() => showing.closing());
  await showing.part(() => showing.check());
  await showing.part(() => showing.labels());
  return showing.outcome();
}

class Showing {
  readonly #place: Place;
  readonly #wish: PullRequestWish;
  #shown: ShownPullRequest;
  #failure: Error | null = null;
  #isDoubtful = false;
  #closing: Closing = "closed";

  constructor(place: Place, wish: PullRequestWish) {
    this.#place = place;
    this.#wish = wish;
    this.#shown = { ...wish.known, moment: wish.face.moment };
  }

  outcome(): PullRequestOutcome {
    return {
      shown: this.#shown,
      failure: this.#failure,
      isDoubtful: this.#isDoubtful,
      isToBeClosed: this.#closing === "notYet",
    };
  }

  /** What GitHub will have no other time either is told to the operators, and left. */
  async part(show: () => Promise<void>): Promise<void> {
    try {
      await show();
    } catch (error) {
      if (error instanceof LostClaim) throw error;
      this.#failure ??= error instanceof Error ? error : new Error(String(error));
    }
  }

  async comment(): Promise<void> {
    const { face, known, isDoubtful } = this.#wish;
    const isWanted = face.comment !== null;
    if (!isWanted && known.comment.kind === "none") return;
    const body = face.comment ?? LAST_COMMENT;
    const isUnsure = isDoubtful || known.comment.kind === "creating" || known.comment.kind === "refused";
    const comment = await this.#unlessRefused("comment", () =>
      showComment(this.#place, {
        ...{ body, isWanted, known: known.comment, isDoubtful },
        remember: async (comment) => {
          if (isUnsure && comment.kind === "creating") this.#isDoubtful = true;
          await this.#keep({ comment });
        },
      }),
    );
    // None was created then; what is refused is looked for with the next news, and not before.
    if (comment === undefined) this.#isDoubtful = false;
    this.#shown = { ...this.#shown, comment: comment ?? refused(known.comment, body) };
  }

  async closing(): Promise<void> {
    const { face, known, isLate } = this.#wish;
    const { closing } = face;
    if (closing === null || known.closed === closing.stay) return;
    const outcome = await this.#unlessRefused("closing", () => closeLanded(this.#place, closing, isLate));
    this.#closing = outcome ?? "closed";
    if (this.#closing === "closed") this.#shown = { ...this.#shown, closed: closing.stay };
  }

  async check(): Promise<void> {
    const { face, known, isDoubtful, habit, staysOfOthers } = this.#wish;
    let making: ShownCheck | null = known.check;
    const check = await this.#unlessRefused("check", () =>
      showCheck(this.#place, {
        ...{ face: face.check, known: known.check, isDoubtful, habit, staysOfOthers },
        remember: async (check) => {
          making = check;
          await this.#keep({ check });
        },
      }),
    );
    if (check !== undefined) this.#shown = { ...this.#shown, check };
    else this.#shown = { ...this.#shown, check: this.#refusedCheck(making) };
  }

  async labels(): Promise<void> {
    const { face, known, isDoubtful } = this.#wish;
    const { label } = face;
    const labels = await this.#unlessRefused("label", () =>
      showLabels(this.#place, {
        ...{ label, known: known.labels, isDoubtful },
        remember: (some) => this.#keep({ labels: some }),
      }),
    );
    this.#shown = { ...this.#shown, labels: labels ?? this.#refusedLabels() };
  }

  /** Those that may still be there are taken away with the next news. */
  #refusedLabels(): ShownLabels {
    const { face, known } = this.#wish;
    const { label } = face;
    const left = new Set([known.labels.label, ...this.#shown.labels.others]);
    return { label, others: [...left].filter((name) => name !== null).filter((name) => name !== label) };
  }

  async #keep(part: Partial<ShownPullRequest>): Promise<void> {
    this.#shown = { ...this.#shown, ...part };
    await this.#wish.save(this.#shown);
  }

  /** Undefined: GitHub will not have it. */
  async #unlessRefused<Part>(what: string, show: () => Promise<Part>): Promise<Part | undefined> {
    try {
      return await show();
    } catch (error) {
      if (!(error instanceof WorldError) || error.retryable) throw error;
      const { number } = this.#place;
      this.#wish.log.warn(
        { pullRequest: number, what, error: error.message },
        "something cannot be shown on a pull request; it is tried again when there is news",
      );
      return undefined;
    }
  }

  #refusedCheck(making: ShownCheck | null): ShownCheck | null {
    const { check } = this.#wish.face;
    if (check === null) return making === null ? null : leftBehind(making);
    const { stay, headSha } = check;
    const isOfThis = making?.stay === stay && making.headSha === headSha;
    const known = isOfThis ? making : { made: NOTHING, by: "checkRun" as const, stay, headSha };
    return { ...known, made: refused(known.made, JSON.stringify(check)), isCompleted: false };
  }
}

/** What is there is still known when GitHub will not have it changed. */
function refused(known: Created, contents: string): Created {
  const digest = digestOf(contents);
  return known.kind === "there" ? { ...known, digest } : { kind: "refused", digest };
}
