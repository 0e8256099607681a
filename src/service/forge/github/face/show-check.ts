/**
 * The check on the head: a check run, or a commit status where no check runs may be created, as with a token of a
 * person's. A stay has one on each head that it was seen with, and none stays open behind.
 */
import { assertNever } from "../../../../domain/assert-never.js";
import { ForgeError } from "../../../ports/world-error.js";
import type { GitHubAnswer } from "../calls/github-calls.js";
import { numberAt } from "./answers.js";
import { certainRun, type Doubt, editRun, findRun, LEFT, leaveRun } from "./check-runs.js";
import { digestOf } from "./digest-of.js";
import { CHECK_NAME, type CheckFace } from "./face.js";
import { cut, onOneLine } from "./markdown.js";
import type { Place } from "./place.js";
import { type Created, NOTHING, type ShownCheck } from "./shown.js";

export interface CheckWish extends Doubt {
  /** Null: none is wanted any more. */
  readonly face: CheckFace | null;
  readonly known: ShownCheck | null;
  readonly isDoubtful: boolean;
  /** The same as of a comment. */
  readonly remember: (known: ShownCheck) => Promise<void>;
  /** What was found out about the token; for the next one to be shown. */
  readonly habit: CheckHabit;
}

/** Whether check runs may be created in a repository; asked once by each process. */
export interface CheckHabit {
  mayCreateRuns: boolean;
}

interface StatusWords {
  readonly state: "pending" | "success" | "failure";
  readonly description: string;
  readonly target_url?: string;
}

const NO_APP = /GitHub App|not accessible by/i;
/** As long as GitHub takes a description of a status. */
const LONGEST_DESCRIPTION = 140;

export async function showCheck(place: Place, wish: CheckWish): Promise<ShownCheck | null> {
  const { face, known } = wish;
  const isAnother = known !== null && (face?.stay !== known.stay || face.headSha !== known.headSha);
  if (isAnother) await leaveBehind(place, known, face);
  const isLeftHead = known?.by === "checkRun" && face?.headSha !== known.headSha;
  if (wish.isDoubtful && isLeftHead) await certainRun(place, wish, { headSha: known.headSha, stay: null });
  if (face === null) return known === null ? null : leftBehind(known);
  const same = known === null || isAnother ? newCheck(face, wish.habit) : known;
  const digest = digestOf(JSON.stringify(face));
  const { made } = same;
  if (!wish.isDoubtful && "digest" in made && made.digest === digest) return same;
  return same.by === "status" ? showStatus(place, wish, face, same) : showRun(place, wish, face, same);
}

function newCheck(face: CheckFace, { mayCreateRuns }: CheckHabit): ShownCheck {
  const { stay, headSha } = face;
  return { made: NOTHING, by: mayCreateRuns ? "checkRun" : "status", stay, headSha, isCompleted: false };
}

async function showRun(
  place: Place,
  wish: CheckWish,
  face: CheckFace,
  same: ShownCheck,
): Promise<ShownCheck> {
  const digest = digestOf(JSON.stringify(face));
  const isCompleted = face.state.status === "completed";
  const id = wish.isDoubtful ? await certainRun(place, wish, face) : await runOf(place, same);
  if (id !== null) {
    // Whether it comes to be so is not known before the answer; and somebody who knew less may have written it late.
    await wish.remember({ ...same, made: { kind: "there", id, digest: "" }, isCompleted: false });
    const made: Created = { kind: "there", id, digest };
    if (await editRun(place, id, bodyOf(face))) return { ...same, made, isCompleted };
  }
  await wish.remember({ ...same, made: { kind: "creating" }, isCompleted: false });
  const { calls, repository } = place;
  const { headSha: head_sha, stay: external_id } = face;
  const parameters = { name: CHECK_NAME, head_sha, external_id, ...bodyOf(face) };
  const created = await unlessNoApp(async () => calls.send(repository, "POST", "/check-runs", parameters));
  if (created === null) {
    wish.habit.mayCreateRuns = false;
    return showStatus(place, wish, face, { ...same, by: "status" });
  }
  const made: Created = { kind: "there", id: numberAt(created.body, "id"), digest };
  await wish.remember({ ...same, made, isCompleted });
  return { ...same, made, isCompleted };
}

/** Null: GitHub lets Apps only do this. */
async function unlessNoApp(send: () => Promise<GitHubAnswer>): Promise<GitHubAnswer | null> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof ForgeError && !error.retryable && NO_APP.test(error.message)) return null;
    throw error;
  }
}

/** One more of a name is a newer word of the same status, so that repeating it is harmless. */
async function showStatus(
  place: Place,
  wish: CheckWish,
  face: CheckFace,
  shown: ShownCheck,
): Promise<ShownCheck> {
  const { state, headSha, title, detailsUrl } = face;
  await wish.remember({ ...shown, made: { kind: "there", id: 0, digest: "" }, isCompleted: false });
  await postStatus(place, headSha, {
    state: state.status !== "completed" ? "pending" : state.conclusion === "success" ? "success" : "failure",
    description: cut(onOneLine(title), LONGEST_DESCRIPTION),
    ...(detailsUrl !== null && { target_url: detailsUrl }),
  });
  const made: Created = { kind: "there", id: 0, digest: digestOf(JSON.stringify(face)) };
  return { ...shown, made, isCompleted: state.status === "completed" };
}

/** Null: there is none. */
async function runOf(place: Place, known: ShownCheck): Promise<number | null> {
  const { made } = known;
  switch (made.kind) {
    case "none":
      return null;
    case "there":
      return made.id;
    case "creating":
    case "refused":
      return findRun(place, known);
    default:
      return assertNever(made);
  }
}

/** The pull request has another head, is submitted again, or nothing more is to be told: nobody waits for it. */
async function leaveBehind(place: Place, known: ShownCheck, face: CheckFace | null): Promise<void> {
  const { made, by, headSha, isCompleted } = known;
  if (isCompleted) return;
  if (by === "status") {
    // The next one on this head stands for it.
    if (made.kind === "there" && face?.headSha !== headSha)
      await postStatus(place, headSha, { state: "success", description: LEFT });
    return;
  }
  const id = await runOf(place, known);
  if (id !== null) await leaveRun(place, id);
}

/** What it said before is to be said anew when it is wanted again. */
export function leftBehind(known: ShownCheck): ShownCheck {
  const { made } = known;
  return { ...known, made: made.kind === "there" ? { ...made, digest: "" } : made, isCompleted: true };
}

async function postStatus({ calls, repository }: Place, sha: string, said: StatusWords): Promise<void> {
  await calls.send(repository, "POST", "/statuses/{sha}", { sha, context: CHECK_NAME, ...said });
}

function bodyOf({ state, title, summary, detailsUrl }: CheckFace): object {
  return { ...state, output: { title, summary }, ...(detailsUrl !== null && { details_url: detailsUrl }) };
}
