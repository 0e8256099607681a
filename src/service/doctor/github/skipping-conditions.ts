/** When GitHub skips a job by its `if`, and whether the steps of a job that always runs fail for a job that was skipped. */
import type { WorkflowJob } from "../../github/setup/read-workflow.js";

const RESULT = String.raw`(?:needs(?:\.[\w*-]+|\[[^\]]*\])\.result|tojson\(\s*needs\s*\))`;
const READS_RESULT = new RegExp(RESULT, "i");
/** True if a needed job failed: a job with such a condition runs then. */
const TESTS_FAILURE = new RegExp(
  [
    String.raw`(?<!!\s*)contains\(\s*(?:join\(\s*${RESULT}[^)]*\)|${RESULT})\s*,\s*'(?:failure|cancelled)'\s*\)`,
    String.raw`${RESULT}\s*(?:==\s*'(?:failure|cancelled)'|!=\s*'success')`,
  ].join("|"),
  "gi",
);

/**
 * Without a status function GitHub adds `success()`:
 * https://docs.github.com/en/actions/reference/workflows-and-actions/expressions#status-check-functions
 */
export function isSkippedAfterFailure({ condition }: Pick<WorkflowJob, "condition">): boolean {
  const text = condition ?? "";
  const [demandsFailure, demandsSuccess] = [/(?<!!\s*)\bfailure\s*\(/i, /(?<!!\s*)\bsuccess\s*\(/i];
  if (!/\b(?:always|cancelled|failure)\s*\(/i.test(text)) return !/!\s*success\s*\(/i.test(text);
  if (/!\s*failure\s*\(/i.test(text)) return true;
  if (demandsSuccess.test(text) && !demandsFailure.test(text)) return true;
  const isNegated = /!\s*\(/.test(text);
  return READS_RESULT.test(isNegated ? text : text.replace(TESTS_FAILURE, ""));
}

const DEMANDS_RUN = new RegExp(String.raw`${RESULT}\s*!=\s*'skipped'`, "gi");

/** Whether only the failure of an indirect need skips the job, because it skips a direct one. */
export function runsUnlessNeedSkipped({ condition }: WorkflowJob): boolean {
  return condition !== null && !isSkippedAfterFailure({ condition: condition.replace(DEMANDS_RUN, "true") });
}

/** Comparisons with `success` in expressions, shells, jq and other scripts. */
const NAMES_SUCCESS = /[=,~([]\s*["']?success\b(?!\s*\()|\bgrep\b[^\n|]*success/i;
const NAMES_SKIPPED = /\bskipped\b/i;
const NAMES_FAILURE = /\b(?:failure|cancelled)\b/i;
const REFUSES_SKIPPED = new RegExp(
  String.raw`(?<!!\s*)contains\(\s*(?:join\(\s*)?${RESULT}[^)]*\)?\s*,\s*'skipped'\s*\)`,
  "i",
);

/**
 * Whether the steps of this job fail for failed jobs that it needs, and pass if this one is skipped. False also if the
 * steps read no results, or compare them in a script that is elsewhere.
 */
export function acceptsSkip({ steps }: WorkflowJob, need: WorkflowJob): boolean {
  if (/\balls-green\b/.test(steps)) {
    const allowed = /^allowed-skips: (.*)$/m.exec(steps)?.[1] ?? "";
    return allowed.split(/[^\w-]+/).includes(need.id);
  }
  if (!READS_RESULT.test(steps) || REFUSES_SKIPPED.test(steps)) return false;
  const [success, skipped] = [NAMES_SUCCESS.test(steps), NAMES_SKIPPED.test(steps)];
  return (success && skipped) || (!success && !skipped && NAMES_FAILURE.test(steps));
}

const OF_BRANCH = /\bgithub\.(?:ref|ref_name|head_ref|base_ref|event\.ref)\b/;
/** False for the push of a test branch, or absent from it. */
const OF_PULL_REQUEST =
  /\bgithub\.event_name\s*==\s*'pull_request'|\bgithub\.event_name\s*!=\s*'push'|\bgithub\.event\.pull_request\b/;

export function dependsOnBranch(
  { condition }: WorkflowJob,
  prefix: string,
  trigger: "push" | "draft",
): boolean {
  if (condition === null || condition.includes(prefix.replace(/\/$/, ""))) return false;
  return OF_BRANCH.test(condition) || (trigger === "push" && OF_PULL_REQUEST.test(condition));
}
