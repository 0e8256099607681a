/** Explains why an entry left: its verdict with the evidence from the log, one sentence, and the failed checks. */
import { type Check, isFailed, isSkipped, isWithoutResult } from "../../domain/check.js";
import {
  type ExitVerdict,
  exitVerdict,
  type FailureEvidence,
  NO_EVIDENCE,
  VERDICTS,
} from "../../domain/exit-verdict.js";
import type { PullRequestNumber, TestRunId } from "../../domain/ids.js";
import { counted } from "../../domain/words.js";
import type { LandingRecord } from "../model/decision.js";
import type { Entry, TestRun } from "../model/queue.js";
import { enumerate, list, quoted, short, whatFailed } from "./reasons/sentence-parts.js";

/** What the log has about an ended entry. Parts that were deleted with old history are empty. */
export interface ExitHistory {
  readonly entry: Entry;
  readonly targetBranch: string;
  /** The run that decided; null: none, or deleted. */
  readonly run: TestRun | null;
  /** The other runs of the same head. */
  readonly earlierRuns: readonly TestRun[];
  /** Newest first. */
  readonly landings: readonly LandingRecord[];
  /** Runs that decided the failures of other entries. */
  readonly failuresOfOthers: readonly TestRun[];
}

export interface Exit extends ExitVerdict {
  /** What happened. Names of checks and files in it are untrusted text in backticks. */
  readonly sentence: string;
  readonly failedChecks: readonly Check[];
  readonly run: TestRun | null;
  readonly evidence: ExitEvidence;
}

/** What a verdict rests on, apart from the run that decided. */
export interface ExitEvidence {
  /** The cause of a combination, or the others that failed on the same commit; in the order of the sentence. */
  readonly pullRequests: readonly PullRequestNumber[];
  /** Of a flake: the run that passed on the same code. */
  readonly passedRun: TestRunId | null;
}

/** null for an entry that has not left. */
export function explainExit(history: ExitHistory): Exit | null {
  const { entry, run } = history;
  const { ended, reason, leaving } = entry;
  if (ended === null) return null;
  const failed = run?.progress.kind === "failed" ? run : null;
  const evidence = failed === null ? NO_EVIDENCE : evidenceOn(failed, history);
  const code = reason?.code ?? "API_REQUESTED";
  const verdict = exitVerdict(code, evidence, leaving?.code === "GITHUB_API_BRANCH_PROTECTION_UNMET") ?? {
    verdict: "withdrawn",
    submitAgain: "asItIs",
    next: VERDICTS.withdrawn.next,
  };
  const failedChecks = failed === null ? [] : failedChecksOf(failed);
  const known = reason?.sentence ?? `#${entry.facts.number} left the queue.`;
  const sentence =
    failed === null || ended !== "failed" ? known : sentenceOn(failed, verdict, evidence, history);
  const restsOn = {
    pullRequests: othersOf(verdict, evidence),
    passedRun: passedRunOf(verdict, run, history),
  };
  return { ...verdict, sentence, failedChecks, run, evidence: restsOn };
}

function othersOf({ verdict }: ExitVerdict, evidence: FailureEvidence): readonly PullRequestNumber[] {
  if (verdict === "combination") return evidence.failsOnlyWith;
  return verdict === "targetBroken" ? evidence.failedToo : [];
}

/** The newest in which the decisive check passed. */
function passedRunOf(
  { verdict }: ExitVerdict,
  run: TestRun | null,
  { earlierRuns }: ExitHistory,
): TestRunId | null {
  if (verdict !== "flaky" || run === null) return null;
  const names = failedChecksOf(run).map(({ name }) => name);
  const passed = earlierRuns.findLast(
    (other) => other.tree === run.tree && hasPassed(other, names.slice(0, 1)),
  );
  return passed?.id ?? null;
}

function evidenceOn(run: TestRun, history: ExitHistory): FailureEvidence {
  const names = failedChecksOf(run).map(({ name }) => name);
  const decisive = decisiveCheck(run);
  return {
    hasNoResult: decisive === null ? !run.checks.some(hasBegun) : isWithoutResult(decisive),
    isSkipped: decisive !== null && isSkipped(decisive),
    passedOnSameTree: passedOnSameTree(run, names, history),
    failedToo: failedToo(run, decisive, history),
    failsOnlyWith: failsOnlyWith(run, names, history),
  };
}

/** null: the run timed out. */
function decisiveCheck({ progress, checks }: TestRun): Check | null {
  if (progress.kind !== "failed" || progress.failure.kind !== "check") return null;
  const { name, url } = progress.failure;
  const known = checks.find((check) => check.name === name);
  return known ?? { name, url, status: "completed", conclusion: "failure" };
}

/** The decisive check first. */
function failedChecksOf(run: TestRun): readonly Check[] {
  const decisive = decisiveCheck(run);
  if (decisive === null) return [];
  const others = run.checks.filter((check) => check.name !== decisive.name && isFailed(check));
  return [decisive, ...others];
}

function hasBegun({ status }: Check): boolean {
  return status !== "queued";
}

/** Without names, as after a timeout, a whole run has to have passed. */
function hasPassed({ checks, progress }: TestRun, names: readonly string[]): boolean {
  if (progress.kind === "passed") return true;
  const isSuccess = (name: string) =>
    checks.some((check) => check.name === name && check.conclusion === "success");
  return names.length > 0 && names.every(isSuccess);
}

function passedOnSameTree(run: TestRun, names: readonly string[], { earlierRuns }: ExitHistory): boolean {
  const same = earlierRuns.filter(({ tree }) => tree !== null && tree === run.tree);
  if (names.length === 0) return same.some((other) => hasPassed(other, names));
  return names.every((name) => same.some((other) => hasPassed(other, [name])));
}

/** A landing on the same tip proves that the check can pass there. */
function failedToo(
  run: TestRun,
  decisive: Check | null,
  { failuresOfOthers, landings }: ExitHistory,
): readonly PullRequestNumber[] {
  if (decisive === null || !isAlone(run) || landings.some(({ from }) => from === run.testedOn)) return [];
  const same = failuresOfOthers.filter(
    (other) =>
      other.testedOn === run.testedOn &&
      isAlone(other) &&
      !other.own.some((number) => run.own.includes(number)) &&
      other.progress.kind === "failed" &&
      other.checks.some((check) => check.name === decisive.name && isFailed(check)),
  );
  return [...new Set(same.flatMap(({ own }) => own))].sort((one, other) => one - other);
}

function isAlone({ own, contains }: TestRun): boolean {
  return own.length === 1 && contains.length === 1;
}

/** The shortest list of pull requests that landed after the same head had passed without them. */
function failsOnlyWith(
  run: TestRun,
  names: readonly string[],
  { earlierRuns, landings }: ExitHistory,
): readonly PullRequestNumber[] {
  const hasLanded = new Set(landings.flatMap(({ heads }) => heads.map(({ pullRequest }) => pullRequest)));
  const below = othersIn(run).filter((number) => hasLanded.has(number) || run.landed.includes(number));
  const suspects = earlierRuns.flatMap((earlier) => {
    const isOnLanded = othersIn(earlier).every((number) => hasLanded.has(number));
    if (!hasPassed(earlier, names) || !isOnLanded) return [];
    const since = landedBetween(earlier, run, landings);
    if (since === null) return [];
    const known = new Set<PullRequestNumber>(earlier.contains.map(({ pullRequest }) => pullRequest));
    const added = new Set([...since, ...below].filter((number) => !known.has(number)));
    return added.size === 0 ? [] : [[...added]];
  });
  suspects.sort((one, other) => one.length - other.length);
  return suspects[0] ?? [];
}

function othersIn({ contains, own }: TestRun): readonly PullRequestNumber[] {
  return contains.flatMap(({ pullRequest }) => (own.includes(pullRequest) ? [] : [pullRequest]));
}

/** Walks back from the tip of the later run. null: the branch also moved outside the queue, so the cause is open. */
function landedBetween(
  earlier: TestRun,
  later: TestRun,
  landings: readonly LandingRecord[],
): readonly PullRequestNumber[] | null {
  const numbers: PullRequestNumber[] = [];
  let tip = later.testedOn;
  for (const landing of landings) {
    if (tip === earlier.testedOn) break;
    if (landing.to !== tip) continue;
    numbers.unshift(...landing.heads.map(({ pullRequest }) => pullRequest));
    tip = landing.from;
  }
  return tip === earlier.testedOn ? numbers : null;
}

function sentenceOn(
  run: TestRun,
  { verdict }: ExitVerdict,
  evidence: FailureEvidence,
  { entry, targetBranch }: ExitHistory,
): string {
  const name = `#${entry.facts.number}`;
  const what = whatHappened(run);
  const branch = quoted(targetBranch);
  const again = entry.isRetried === true ? ", twice" : "";
  switch (verdict) {
    case "ciBroke":
      return `CI gave no result for ${name}: it ${what}.`;
    case "setUp":
      return `${name} ${what}, which this queue counts as a failure.`;
    case "flaky":
      return `${name} ${what}, which also passed on exactly the same code.`;
    case "targetBroken":
      return `${name} ${what}, and so did ${list(evidence.failedToo)} on the same ${branch} at ${short(run.testedOn)}: ${branch} itself is broken.`;
    case "combination": {
      const others = list(evidence.failsOnlyWith);
      const have = evidence.failsOnlyWith.length === 1 ? "has" : "have";
      return `${name} ${what} only together with ${others}, which ${have} landed; it passed without.`;
    }
    case "yours":
    case "landed":
    case "conflict":
    case "rules":
    case "landedElsewhere":
    case "withdrawn":
      return `${name} ${what} on exactly ${branch} and this change${again}, so the failure is its own.`;
  }
}

function whatHappened(run: TestRun): string {
  const { progress } = run;
  if (progress.kind !== "failed") return "failed";
  const { kind } = progress.failure;
  if (kind === "noResult" || kind === "noCheck") return whatFailed(run, progress.failure);
  if (progress.failure.kind === "timeout") {
    const limit = counted(progress.failure.minutes, "minute");
    return run.checks.some(hasBegun) ? `took longer than ${limit}` : `had no check started within ${limit}`;
  }
  const checks = failedChecksOf(run);
  const named = enumerate(checks.map(({ name }) => quoted(name)));
  const [first] = checks;
  if (first?.conclusion === "cancelled") return `had ${named} cancelled every time`;
  if (first !== undefined && isWithoutResult(first)) return `had ${named} left without a result`;
  if (first !== undefined && isSkipped(first)) return `had ${named} skipped`;
  return `failed ${named}`;
}
