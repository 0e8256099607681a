/** Submissions that touch one of two targets, both, none or everything. */
import { ALL_TARGETS, targetList } from "../../src/domain/impacted-targets.js";
import type { Submission } from "./small-queue.js";

export const inA = { targets: targetList(["a"]) } satisfies Submission;
export const inB = { targets: targetList(["b"]) } satisfies Submission;
export const inBoth = { targets: targetList(["a", "b"]) } satisfies Submission;
export const inNone = { targets: targetList([]) } satisfies Submission;
export const inAll = { targets: ALL_TARGETS } satisfies Submission;
