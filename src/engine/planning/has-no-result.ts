/** Whether the failure of a run shows nothing about its code, because CI or the code host gave no result. */
import { isFailed, isWithoutResult } from "../../domain/check.js";
import type { TestRun } from "../model/queue.js";

export function hasNoResult({ progress, checks, requiredStatuses }: TestRun): boolean {
  if (progress.kind !== "failed") return false;
  const required = checks.filter(({ name }) => requiredStatuses.includes(name));
  const { failure } = progress;
  switch (failure.kind) {
    case "noCheck":
    case "noResult":
      return true;
    case "timeout":
      // A check that has begun may hang. Of the others, some passed, and the rest never began.
      return !required.some(({ status }) => status === "in_progress");
    case "check": {
      const bad = required.filter((check) => isFailed(check) || isWithoutResult(check));
      return bad.length > 0 && bad.every(isWithoutResult);
    }
  }
}
