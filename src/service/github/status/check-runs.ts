/**
 * Checks on a head: a check run, or a commit status if check runs may not be created (as with a personal token). A
 * submission has one on each of its heads. Those that nothing updates any more are completed.
 */
import { isPullRequestNumber, type PullRequestNumber, pullRequestNumber } from "../../../domain/ids.js";
import { ForgeError } from "../../ports/world-error.js";
import { cut, onOneLine } from "./markdown.js";
import type { ShownCheck } from "./shown.js";
import {
  CHECK_NAME,
  type CheckStatus,
  isSame,
  numberAt,
  type Place,
  type StatusObject,
  textAt,
} from "./status.js";

const LEFT = "No longer reported on";

/** Submissions of other pull requests, which may share the head. Read after GitHub's list, to include new ones. */
export type SubmissionsOfOthers = () => Promise<ReadonlySet<string>>;

/** Whether check runs may be created in the repository; each process finds out once. */
export interface CheckHabit {
  mayCreateRuns: boolean;
}

/** GitHub's limit for the description of a status. */
const LONGEST_DESCRIPTION = 140;

const NO_APP = /GitHub App|not accessible by/i;

/** A check that does not exist on GitHub yet. */
export function newCheck({ submission, headSha }: CheckStatus, { mayCreateRuns }: CheckHabit): ShownCheck {
  const by = mayCreateRuns ? "checkRun" : "status";
  return { id: null, digest: "", by, submission, headSha, isCompleted: false, doubtedAt: null };
}

export function isCheckOf(status: CheckStatus | null, known: ShownCheck): boolean {
  return status !== null && status.headSha === known.headSha && status.submission === known.submission;
}

/**
 * Completes a check that is superseded by one for a new head or submission, or is disabled. `isUncertain`: GitHub may have
 * more of them on that head.
 */
export async function completeSuperseded(
  place: Place,
  { id, by, headSha, isCompleted }: ShownCheck,
  newHead: string | null,
  more: { readonly isUncertain: boolean; readonly submissionsOfOthers: SubmissionsOfOthers },
): Promise<void> {
  const isSameHead = headSha === newHead;
  if (by === "checkRun") {
    if (id !== null && !isCompleted) await completeCheckRun(place, id);
    // On the same head, the search for the new check run completes the others.
    if (more.isUncertain && !isSameHead) await completeCheckRunsOn(place, headSha, more.submissionsOfOthers);
  } else if (!isCompleted && !isSameHead) {
    // On the same head, the next status replaces this one.
    await postStatus(place, headSha, { state: "success", description: LEFT });
  }
}

/** Completes all of ours that GitHub lists on a head without a wanted check. */
export async function completeCheckRunsOn(
  place: Place,
  headSha: string,
  submissionsOfOthers: SubmissionsOfOthers,
): Promise<void> {
  await findCheckRun(place, submissionsOfOthers, { headSha, submission: null });
}

export async function postCommitStatus(
  place: Place,
  { headSha, state, title, detailsUrl }: CheckStatus,
): Promise<void> {
  await postStatus(place, headSha, {
    state: state.status !== "completed" ? "pending" : state.conclusion === "success" ? "success" : "failure",
    description: cut(onOneLine(title), LONGEST_DESCRIPTION),
    ...(detailsUrl !== null && { target_url: detailsUrl }),
  });
}

/** A later status of the same name replaces the earlier one, so repeating is harmless. */
async function postStatus({ calls, repository }: Place, sha: string, status: object): Promise<void> {
  await calls.send(repository, "POST", "/statuses/{sha}", { sha, context: CHECK_NAME, ...status });
}

export function checkRun(
  place: Place,
  status: CheckStatus,
  submissionsOfOthers: SubmissionsOfOthers,
): StatusObject {
  return {
    find: async (known) => findCheckRun(place, submissionsOfOthers, status, known),
    update: async (id) => edit(place, id, bodyOf(status)),
    create: async () => createCheckRun(place, status),
  };
}

/**
 * Returns the check run to update; null: none, or a newer one hides it, because GitHub shows the newest of a name.
 * Completes all others: a delayed attempt, even for an earlier submission, may have created one. `known` is the
 * submission's check run, which GitHub may not list yet.
 */
async function findCheckRun(
  place: Place,
  submissionsOfOthers: SubmissionsOfOthers,
  { headSha, submission }: { readonly headSha: string; readonly submission: string | null },
  known: number | null = null,
): Promise<number | null> {
  const { calls, repository } = place;
  const parameters = { sha: headSha, check_name: CHECK_NAME, filter: "all", under: "check_runs" };
  const found = (await calls.list(repository, "/commits/{sha}/check-runs", parameters)).map((run) => ({
    id: numberAt(run, "id"),
    submission: subjectOfCheck(textAt(run, "external_id")).submission,
    by: `${textAt(run, "app", "slug")}[bot]`,
    isCompleted: textAt(run, "status") === "completed",
  }));
  if (found.length === 0) return known;
  const [self, others] = [await place.self(), await submissionsOfOthers()];
  const ours = found.filter(
    (run) => run.submission === submission || (isSame(run.by, self) && !others.has(run.submission)),
  );
  const isListed = found.some(({ id }) => id === known);
  if (known !== null && submission !== null && !isListed)
    ours.push({ id: known, submission, by: self, isCompleted: false });
  ours.sort((one, other) => other.id - one.id);
  const newest = ours[0]?.submission === submission ? ours[0] : undefined;
  for (const run of ours) {
    if (run !== newest && !run.isCompleted) await completeCheckRun(place, run.id);
  }
  return newest?.id ?? null;
}

/** null: only Apps may create check runs. */
async function createCheckRun(
  { calls, repository, number }: Place,
  status: CheckStatus,
): Promise<number | null> {
  const { headSha: head_sha, submission } = status;
  const external_id = `${submission}#${number}`;
  const parameters = { name: CHECK_NAME, head_sha, external_id, ...bodyOf(status) };
  try {
    return numberAt((await calls.send(repository, "POST", "/check-runs", parameters)).body, "id");
  } catch (error) {
    if (error instanceof ForgeError && !error.retryable && NO_APP.test(error.message)) return null;
    throw error;
  }
}

/** Completes it as neutral, which neither passes nor fails. */
async function completeCheckRun(place: Place, id: number): Promise<void> {
  const output = { title: LEFT, summary: LEFT };
  await edit(place, id, { status: "completed", conclusion: "neutral", output, actions: [] });
}

/** false: the check run no longer exists. */
async function edit({ calls, repository }: Place, id: number, body: object): Promise<boolean> {
  const { status } = await calls.send(repository, "PATCH", "/check-runs/{id}", { ...body, id }, [404]);
  return status < 400;
}

function bodyOf({ state, title, summary, detailsUrl, actions }: CheckStatus): object {
  const details = detailsUrl !== null && { details_url: detailsUrl };
  return { ...state, output: { title, summary }, actions, ...details };
}

/**
 * What the `external_id` of a check run names. GitHub lists no pull request with a check run on the head of a fork, so
 * the id has its number; earlier versions wrote only the submission.
 */
export function subjectOfCheck(externalId: string): {
  readonly submission: string;
  readonly pullRequest: PullRequestNumber | null;
} {
  const [, submission = externalId, digits = ""] = /^(.*)#(\d{1,10})$/s.exec(externalId) ?? [];
  const number = Number(digits);
  return { submission, pullRequest: isPullRequestNumber(number) ? pullRequestNumber(number) : null };
}
