/** The page of a pull request as JSON: the same facts, with states and times in the API's spelling. */
import { wordOnWire } from "../../../contract/why.js";
import {
  presentEntry,
  presentEntryState,
  presentExpected,
  presentTime,
  type StateCase,
} from "../../http/serialize.js";
import type { PullRequestView } from "../reading/pull-request-view.js";
import type { RunView } from "../reading/run-view.js";

export function presentPullRequest(view: PullRequestView, url: string, stateCase: StateCase) {
  const { name, entry, answer, place, conditions, submissions, runs, targets, proof } = view;
  return {
    repo: name.repository,
    targetBranch: name.targetBranch,
    ...presentEntry(entry, stateCase),
    ...(url !== "" && { prUrl: url }),
    sentence: answer.sentence,
    ...presentExpected(answer.expected),
    ...(answer.next !== null && { nextStep: answer.next }),
    ...(answer.verdict !== null && { verdict: wordOnWire(answer.verdict) }),
    position: place.place,
    ahead: [...place.ahead],
    waitsFor: conditions.map(({ kind, words }) => ({ state: kind, words })),
    targets,
    testRuns: runs.map(presentRun),
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

function presentRun({ id, state, result, own, on, ...run }: RunView) {
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
    checks: run.checks.map(({ name, url, status, conclusion }) => ({ name, url, status, conclusion })),
  };
}
