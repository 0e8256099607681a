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
  type SubmissionsOfOthers,
} from "./check-runs.js";
import { cut, onOneLine } from "./markdown.js";
import type { ShownCheck } from "./shown.js";
import type { Place } from "./status.js";
import { CHECK_NAME, type CheckStatus } from "./status.js";
import { digestOf } from "./status-of.js";

export interface WantedCheck {
  /** null: the check is disabled. */
  readonly status: CheckStatus | null;
  readonly known: ShownCheck;
  /** GitHub may have a check that `known` does not contain, so search for it. */
  readonly isUncertain: boolean;
  readonly submissionsOfOthers: SubmissionsOfOthers;
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
export function newCheck({ submission, headSha }: CheckStatus, { mayCreateRuns }: CheckHabit): ShownCheck {
  const by = mayCreateRuns ? "checkRun" : "status";
  return { id: null, digest: "", by, submission, headSha, isCompleted: false };
}

export async function showCheck(place: Place, wanted: WantedCheck): Promise<ShownCheck> {
  const { status, known, isUncertain, submissionsOfOthers, begin, habit } = wanted;
  const isSameHead = status?.headSha === known.headSha;
  const isOfStatus = isSameHead && status.submission === known.submission;
  if (!isOfStatus) await leaveBehind(place, known, isSameHead);
  if (isUncertain && known.by === "checkRun" && !isSameHead)
    await findCheckRun(place, submissionsOfOthers, { headSha: known.headSha, submission: null });
  // The empty digest makes a re-enabled check be written again.
  if (status === null) return { ...known, digest: "", isCompleted: true };
  const digest = digestOf(JSON.stringify(status));
  if (!isUncertain && isOfStatus && known.digest === digest) return known;
  const before: ShownCheck = {
    ...(isOfStatus ? known : newCheck(status, habit)),
    digest: "",
    isCompleted: false,
  };
  const after = { ...before, digest, isCompleted: status.state.status === "completed" };
  if (before.by === "checkRun") {
    const found = isUncertain ? await findCheckRun(place, submissionsOfOthers, status, before.id) : before.id;
    await begin({ ...before, id: found });
    const isEdited = found !== null && (await editCheckRun(place, found, status));
    const id = isEdited ? found : await createCheckRun(place, status);
    if (id !== null) return { ...after, id };
    habit.mayCreateRuns = false;
  }
  await begin({ ...before, by: "status" });
  await postStatus(place, status.headSha, statusOf(status));
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

function statusOf({ state, title, detailsUrl }: CheckStatus): object {
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
