/** The page of a pull request as JSON: the same facts, with states and times in the API's spelling. */
import { wordOnWire } from "../../../contract/why.js";
import type { Check } from "../../../domain/check.js";
import type { Exit } from "../../../engine/explain/exit.js";
import {
  presentEntry,
  presentEntryState,
  presentExpected,
  presentTime,
  type StateCase,
} from "../../http/serialize.js";
import type { PullRequestView } from "../reading/pull-request-view.js";
import type { RunView } from "../reading/run-view.js";
import type { ShownOutputs } from "../reading/shown-output.js";
import type { ShownTargets } from "../reading/shown-targets.js";

export interface PresentedPullRequest {
  readonly view: PullRequestView;
  /** The page of the code host; empty without one. */
  readonly url: string;
  readonly stateCase: StateCase;
  readonly outputs: ShownOutputs;
}

export function presentPullRequest({ view, url, stateCase, outputs }: PresentedPullRequest) {
  const { name, entry, answer, place, conditions, submissions, runs, targets, proof } = view;
  return {
    repo: name.repository,
    targetBranch: name.targetBranch,
    ...presentEntry(entry, stateCase),
    ...(url !== "" && { prUrl: url }),
    sentence: answer.sentence,
    ...presentExpected(answer.expected),
    ...(answer.next !== null && { nextStep: answer.next }),
    ...(answer.exit !== null && presentVerdict(answer.exit)),
    position: place.place,
    ahead: [...place.ahead],
    waitsFor: conditions.map(({ kind, words }) => ({ state: kind, words })),
    targets: presentTargets(targets),
    testRuns: runs.map((run) => presentRun(run, outputs.get(run.id)?.text ?? null)),
    submissions: submissions.map(({ steps }) => ({
      timeline: steps.map(({ at, state, reason, run }) => ({
        timestamp: presentTime(at),
        state: presentEntryState(state, stateCase),
        ...(reason !== null && { reason: reason.code, reasonText: reason.sentence }),
        ...(run !== null && { testRunId: run }),
      })),
    })),
    ...(proof !== null && { landing: { ...proof, at: presentTime(proof.at) } }),
  };
}

function presentTargets({ upload, ...targets }: ShownTargets) {
  if (upload === null) return targets;
  const { at, by } = upload;
  return { ...targets, uploadedAt: presentTime(at), ...(by !== undefined && { uploadedBy: by }) };
}

function presentVerdict({ verdict, submitAgain, failedChecks, run, evidence }: Exit) {
  return {
    verdict: wordOnWire(verdict),
    submitAgain: wordOnWire(submitAgain),
    evidence: {
      pullRequests: [...evidence.pullRequests],
      failedChecks: failedChecks.map(({ name, url }) => ({ name, url })),
      ...(run !== null && { testRunId: run.id }),
      ...(evidence.passedRun !== null && { passedTestRunId: evidence.passedRun }),
    },
  };
}

function presentRun({ id, state, result, own, on, ...run }: RunView, outputTail: string | null) {
  return {
    testRunId: id,
    state,
    result,
    testedPullRequests: [...own],
    dependentPrs: [...on],
    testBranch: run.testBranch,
    testBranchSha: run.commit,
    createdAt: presentTime(run.createdAt),
    endedAt: run.endedAt === null ? null : presentTime(run.endedAt),
    requiredStatuses: [...run.requiredStatuses],
    checks: run.checks.map(presentCheck),
    ...(outputTail !== null && { outputTail }),
  };
}

function presentCheck({ name, url, status, conclusion, startedAt, endedAt }: Check) {
  return {
    ...{ name, url, status, conclusion },
    ...(startedAt !== undefined && { startedAt: presentTime(startedAt) }),
    ...(endedAt !== undefined && { endedAt: presentTime(endedAt) }),
  };
}
