/**
 * The check on the head: a check run, or a commit status if check runs may not be created (as with a personal token). A
 * submission has one on each of its heads; superseded ones are completed.
 */
import {
  completeCheckRun,
  createCheckRun,
  editCheckRun,
  findCheckRun,
  LEFT,
  type StaysOfOthers,
} from "./check-runs.js";
import type { Place } from "./face.js";
import { CHECK_NAME, type CheckFace } from "./face.js";
import { digestOf } from "./face-of.js";
import { cut, onOneLine } from "./markdown.js";
import type { ShownCheck } from "./shown.js";

export interface CheckWish {
  /** null: the check is disabled. */
  readonly face: CheckFace | null;
  readonly known: ShownCheck;
  /** GitHub may have a check that `known` does not contain, so search for it. */
  readonly isUncertain: boolean;
  readonly staysOfOthers: StaysOfOthers;
  /** Stores the check before it is written to GitHub. */
  readonly begin: (check: ShownCheck) => Promise<void>;
  /** Whether check runs may be created in the repository; each process finds out once. */
  readonly habit: CheckHabit;
}

export interface CheckHabit {
  mayCreateRuns: boolean;
}

/** GitHub's limit for the description of a status. */
const LONGEST_DESCRIPTION = 140;

/** A check that does not exist on GitHub yet. */
export function newCheck({ stay, headSha }: CheckFace, { mayCreateRuns }: CheckHabit): ShownCheck {
  const by = mayCreateRuns ? "checkRun" : "status";
  return { id: null, digest: "", by, stay, headSha, isCompleted: false };
}

export async function showCheck(place: Place, wish: CheckWish): Promise<ShownCheck> {
  const { face, known, isUncertain, staysOfOthers, begin, habit } = wish;
  const isSameHead = face?.headSha === known.headSha;
  const isOfFace = isSameHead && face.stay === known.stay;
  if (!isOfFace) await leaveBehind(place, known, isSameHead);
  if (isUncertain && known.by === "checkRun" && !isSameHead)
    await findCheckRun(place, staysOfOthers, { headSha: known.headSha, stay: null });
  // The empty digest makes a re-enabled check be written again.
  if (face === null) return { ...known, digest: "", isCompleted: true };
  const digest = digestOf(JSON.stringify(face));
  if (!isUncertain && isOfFace && known.digest === digest) return known;
  const before: ShownCheck = {
    ...(isOfFace ? known : newCheck(face, habit)),
    digest: "",
    isCompleted: false,
  };
  const after = { ...before, digest, isCompleted: face.state.status === "completed" };
  if (before.by === "checkRun") {
    const found = isUncertain ? await findCheckRun(place, staysOfOthers, face, before.id) : before.id;
    await begin({ ...before, id: found });
    const isEdited = found !== null && (await editCheckRun(place, found, face));
    const id = isEdited ? found : await createCheckRun(place, face);
    if (id !== null) return { ...after, id };
    habit.mayCreateRuns = false;
  }
  await begin({ ...before, by: "status" });
  await postStatus(place, face.headSha, statusOf(face));
  return { ...after, by: "status" };
}

/** Completes a check that is superseded by a new head or submission, or disabled. */
async function leaveBehind(place: Place, known: ShownCheck, isSameHead: boolean): Promise<void> {
  const { id, by, headSha, isCompleted } = known;
  if (isCompleted) return;
  if (by === "checkRun" && id !== null) await completeCheckRun(place, id);
  // On the same head, the next status replaces this one.
  if (by === "status" && !isSameHead)
    await postStatus(place, headSha, { state: "success", description: LEFT });
}

function statusOf({ state, title, detailsUrl }: CheckFace): object {
  return {
    state: state.status !== "completed" ? "pending" : state.conclusion === "success" ? "success" : "failure",
    description: cut(onOneLine(title), LONGEST_DESCRIPTION),
    ...(detailsUrl !== null && { target_url: detailsUrl }),
  };
}

/** A later status of the same name replaces the earlier one, so repeating is harmless. */
async function postStatus({ calls, repository }: Place, sha: string, status: object): Promise<void> {
  await calls.send(repository, "POST", "/statuses/{sha}", { sha, context: CHECK_NAME, ...status });
}
