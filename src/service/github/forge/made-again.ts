/**
 * Handles jobs of one name in one workflow run. A rerun replaces the earlier job; different jobs with the same name all
 * count, although GitHub's own rules accept the latest.
 */
import type { CheckRunAnswer } from "../api/answers.js";

/** `runs` share suite and name, oldest first; `startedAt` is the latest start of the suite, null: unknown. */
export function lessMadeAgain(
  runs: readonly CheckRunAnswer[],
  startedAt: number | null,
): readonly CheckRunAnswer[] {
  const ofLastStart = runs.filter((run) => startedAt === null || !wasOverBy(run, startedAt));
  if (startedAt !== null && ofLastStart.length > 0) return ofLastStart;
  // The rerun did not include these jobs, or its start is unknown: jobs that overlapped the last one are not reruns.
  const last = runs.at(-1);
  const lastBegan = Date.parse(last?.started_at ?? "");
  return runs.filter((run) => run === last || !wasOverBy(run, lastBegan));
}

/** False if the end is unknown. */
function wasOverBy({ completed_at: ended }: CheckRunAnswer, time: number): boolean {
  return Date.parse(ended ?? "") <= time;
}
