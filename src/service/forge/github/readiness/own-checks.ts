/** The branch's required checks on the head of a pull request itself: what keeps it waiting though the queue tests it. */
import type { UnmetRule } from "../../../../domain/pull-request.js";
import { quoted } from "./words.js";

/** Names of required checks, by what is reported of them at the head. */
export interface OwnChecks {
  readonly failed: readonly string[];
  readonly running: readonly string[];
  readonly missing: readonly string[];
}

export function unmetChecks(
  { failed, running, missing }: OwnChecks,
  isAllRequired: boolean,
): readonly UnmetRule[] {
  return [
    ...failed.map((name) => `${quoted(name)} has failed`),
    ...running.map((name) => `${quoted(name)} is running`),
    ...(isAllRequired ? missing.map((name) => `${quoted(name)} is not reported yet`) : []),
  ].map((words) => ({ rule: "check", words }));
}
