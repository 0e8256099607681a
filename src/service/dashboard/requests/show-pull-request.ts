/** Answers `/HOST/OWNER/NAME/pull/NUMBER`, as a page or as JSON, and the output of its test runs as text. */
import { wordOnWire } from "../../../contract/why.js";
import type { Check } from "../../../domain/check.js";
import type { PullRequestNumber, TestRunId } from "../../../domain/ids.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import type { Exit } from "../../../engine/explain/exit.js";
import { findRun } from "../../../engine/model/lookup.js";
import type { Queue } from "../../../engine/model/queue.js";
import { neverSubmitted, submissionCommand } from "../../http/handlers/handler.js";
import { type ApiContext, answerJson, answerWith, refuse } from "../../http/response.js";
import {
  presentEntry,
  presentEntryState,
  presentExpected,
  presentTime,
  type StateCase,
} from "../../http/serialize.js";
import type { QueueStore } from "../../ports/queue-store.js";
import { answerPage } from "../answer-page.js";
import { PullRequestPage } from "../pages/pull-request-page.js";
import { type PullRequestView, readPullRequest } from "../reading/pull-request-view.js";
import type { RunView } from "../reading/run-view.js";
import { NO_OUTPUTS, readOutputs, type ShownOutputs } from "../reading/shown-output.js";
import type { ShownTargets } from "../reading/shown-targets.js";
import {
  answerProblem,
  answerRefusal,
  answerSignIn,
  frameOf,
  inTurn,
  noQueue,
  type Serving,
  wantsJson,
} from "../serving.js";
import { mayReadOutput, type Reader } from "../session/reader.js";
import { DEFAULT_BRANCH, findQueue } from "./for-queue.js";
import { forRepository } from "./for-repository.js";

/** An open page reads itself again after each change of its queue, within the budget of all open pages. */
export async function showPullRequest(
  c: ApiContext,
  serving: Serving,
  repository: Repository,
  number: PullRequestNumber,
): Promise<Response> {
  return forRepository(c, serving, repository, async (reader) => {
    return inTurn(c, serving, reader, async () => answerPullRequest(c, serving, reader, repository, number));
  });
}

async function answerPullRequest(
  c: ApiContext,
  serving: Serving,
  reader: Reader,
  repository: Repository,
  number: PullRequestNumber,
): Promise<Response> {
  const { queues, testBranchPrefix, stateCase } = serving.service;
  const branch = c.req.query("branch");
  const stored = await findQueue(queues, repository, branch, number);
  if (stored === null)
    return noQueue(c, serving, reader, { repository, targetBranch: branch ?? DEFAULT_BRANCH });
  const { name } = stored;
  const view = await readPullRequest(stored, number, queues.store, testBranchPrefix, queues.now());
  if (view === null) {
    return answerRefusal(c, serving, reader, neverSubmitted(name, { number }), {
      status: 404,
      title: "Never submitted",
      sentence: `Pull request #${number} of ${repositoryKey(repository)} was never submitted to the queue of ${name.targetBranch}.`,
      command: submissionCommand(number, name.targetBranch),
      next: {
        text: `See the queue of ${name.targetBranch}, and submit it there`,
        href: serving.addresses.queue(name),
      },
    });
  }
  const url = queues.forge.pullRequestUrl(name.repository, number);
  const outputs = mayReadOutput(reader, name.repository)
    ? await readOutputs(queues.forge, name.repository, view.runs)
    : NO_OUTPUTS;
  if (wantsJson(c)) return answerJson(c, presentPullRequest({ view, url, stateCase, outputs }));
  return answerPage(c, PullRequestPage({ frame: frameOf(c, serving, reader), view, url, outputs }));
}

/** A browser shows it and never runs it; the other headers of a response forbid guessing another type. */
const PLAIN_TEXT = { "Content-Type": "text/plain; charset=utf-8" };

/**
 * Answers `/HOST/OWNER/NAME/pull/NUMBER/output/RUN`: the whole saved output of a test run, as text. Only a run that tested
 * this pull request, and only for a reader who sees outputs on its page.
 */
export async function showOutput(
  c: ApiContext,
  serving: Serving,
  repository: Repository,
  number: PullRequestNumber,
  run: TestRunId,
): Promise<Response> {
  return forRepository(c, serving, repository, async (reader) => {
    if (!mayReadOutput(reader, repository)) {
      const problem = "Outputs of tests are shown after a sign-in.";
      if (wantsJson(c)) return refuse(c, "AUTHENTICATION_REQUIRED", problem);
      return answerSignIn(c, serving, frameOf(c, serving, reader).path, problem, 401);
    }
    const { queues } = serving.service;
    const branch = c.req.query("branch");
    const stored = await findQueue(queues, repository, branch, number);
    if (stored === null)
      return noQueue(c, serving, reader, { repository, targetBranch: branch ?? DEFAULT_BRANCH });
    const isKnown = await hasTested(stored.queue, number, run, queues.store);
    const output = isKnown ? await queues.forge.openOutput?.(stored.name.repository, run) : null;
    if (output === null || output === undefined) {
      return answerProblem(c, serving, reader, {
        status: 404,
        title: "No output",
        sentence: isKnown
          ? "The output of this test run is not on this machine: CI or another replica has it, or it was deleted."
          : `No test run with this id tested #${number}.`,
        next: {
          text: `See the test runs of #${number}`,
          href: serving.addresses.pullRequest(stored.name, number),
        },
      });
    }
    if (c.req.method === "HEAD") return answerWith(c, "", 200, PLAIN_TEXT);
    return new Response(output.bytes, { status: 200, headers: { ...c.get("headers"), ...PLAIN_TEXT } });
  });
}

async function hasTested(
  queue: Queue,
  number: PullRequestNumber,
  id: TestRunId,
  store: Pick<QueueStore, "findEndedRun">,
): Promise<boolean> {
  const run = findRun(queue, id) ?? (await store.findEndedRun(queue.id, id))?.run;
  return run?.contains.some(({ pullRequest }) => pullRequest === number) === true;
}

interface PresentedPullRequest {
  readonly view: PullRequestView;
  /** The page of the code host; empty without one. */
  readonly url: string;
  readonly stateCase: StateCase;
  readonly outputs: ShownOutputs;
}

/** The page of a pull request as JSON: the same facts, with states and times in the API's spelling. */
function presentPullRequest({ view, url, stateCase, outputs }: PresentedPullRequest) {
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
