/**
 * The verdict on a commit by docs/adr/0001, from all that CI has done there. It shares no code with the service, which
 * has to find the same from GitHub's answers.
 */
import type { ActionsRun } from "./actions-ci.js";

export type ExpectedVerdict = "passed" | "failed" | "interrupted" | "open";

interface Reported {
  readonly order: number;
  readonly workflow: string;
  readonly conclusion: string | null;
  /** Of a draft pull request that was merged with a base which the commit does not contain. */
  readonly isOnOtherBase: boolean;
}

/** `skipped`: what a skipped result of a check counts as, by its name. */
export function expectedVerdict(
  required: readonly string[],
  runs: readonly ActionsRun[],
  isOnOtherBase: (run: ActionsRun) => boolean,
  skipped: Readonly<Record<string, "pass" | "fail">> = {},
): ExpectedVerdict {
  const results = required.map((name) => {
    const result = resultOf(reportsOf(name, runs, isOnOtherBase));
    if (result !== "skipped" || skipped[name] === undefined) return result;
    return skipped[name] === "pass" ? "allowed" : "failed";
  });
  if (results.includes("failed")) return "failed";
  if (results.includes("interrupted")) return "interrupted";
  if (results.includes("open")) return "open";
  // Rule 2: a skipped check passes only beside one that was executed, unless the queue allows it.
  return results.includes("succeeded") || !results.includes("skipped") ? "passed" : "failed";
}

function reportsOf(
  name: string,
  runs: readonly ActionsRun[],
  isOnOtherBase: (run: ActionsRun) => boolean,
): readonly Reported[] {
  const all = runs.flatMap((run, order) =>
    run.jobs
      .flatMap(({ instances }) => instances)
      .filter((instance) => instance.name === name && instance.check !== null)
      .map(({ conclusion }) => ({
        ...{ order, conclusion, workflow: run.file.name },
        isOnOtherBase: isOnOtherBase(run),
      })),
  );
  const isSuperseded = (one: Reported) =>
    one.conclusion === "cancelled" &&
    all.some((other) => other.workflow === one.workflow && other.order > one.order);
  return all.filter((one) => !isSuperseded(one));
}

function resultOf(
  reported: readonly Reported[],
): "succeeded" | "skipped" | "failed" | "interrupted" | "open" {
  const counted = reported.filter(({ isOnOtherBase }) => !isOnOtherBase);
  // Rule 4: the tests start again.
  if (counted.length === 0) return reported.length === 0 ? "open" : "interrupted";
  const conclusions = counted.map(({ conclusion }) => conclusion);
  if (conclusions.includes("failure")) return "failed";
  if (conclusions.includes(null)) return "open";
  if (conclusions.includes("cancelled")) return "interrupted";
  return conclusions.includes("success") ? "succeeded" : "skipped";
}
