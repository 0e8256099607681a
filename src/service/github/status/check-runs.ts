/** Check runs on a head: finds the one of a submission, and completes check runs that nothing updates any more. */
import { isPullRequestNumber, type PullRequestNumber, pullRequestNumber } from "../../../domain/ids.js";
import { ForgeError } from "../../ports/world-error.js";
import { CHECK_NAME, type CheckStatus, isSame, numberAt, type Place, textAt } from "./status.js";

export const LEFT = "No longer reported on";

/** Submissions of other pull requests, which may share the head. Read after GitHub's list, to include new ones. */
export type SubmissionsOfOthers = () => Promise<ReadonlySet<string>>;

const NO_APP = /GitHub App|not accessible by/i;

/**
 * Returns the check run to update; null: none, or a newer one hides it, because GitHub shows the newest of a name.
 * Completes all others: a delayed attempt, even for an earlier submission, may have created one. `known` is the
 * submission's check run, which GitHub may not list yet.
 */
export async function findCheckRun(
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
export async function createCheckRun(
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

/** false: the check run no longer exists. */
export async function editCheckRun(place: Place, id: number, status: CheckStatus): Promise<boolean> {
  return edit(place, id, bodyOf(status));
}

/** Completes it as neutral, which neither passes nor fails. */
export async function completeCheckRun(place: Place, id: number): Promise<void> {
  const output = { title: LEFT, summary: LEFT };
  await edit(place, id, { status: "completed", conclusion: "neutral", output, actions: [] });
}

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
