/** CI on test branches: reads their checks and cancels their workflow runs. The push of the branch starts CI. */
import { type Check, isSkipped } from "../../../domain/check.js";
import { type CommitId, pullRequestNumber, type TestRunId } from "../../../domain/ids.js";
import { Memo } from "../../../domain/memo.js";
import type { Repository } from "../../../domain/repository.js";
import { readTestBranch } from "../../../domain/test-branch.js";
import type { StartOutcome, TestRequest } from "../../ports/forge.js";
import type { Log } from "../../ports/log.js";
import { ForgeError } from "../../ports/world-error.js";
import type { GitHubCalls } from "../api/github-calls.js";
import type { RequiredCheck, RequiredChecks } from "./branch-rules.js";
import { CheckAssignment, type CheckAssignmentOptions } from "./check-assignment.js";
import type { ChecksOfCommit } from "./checks-of-commit.js";
import { CommitChecks } from "./commit-checks.js";
import { type HeadProof, HeadProofs, type HeadProofsOptions, type HeadToProve } from "./head-proofs.js";
import { readPull } from "./read-pull-request.js";
import type { OwnChecks } from "./readiness/demands.js";
import { type KnownRequest, type RunOnBranch, RunsOnBranches } from "./runs-on-branches.js";
import { JobReader, WorkflowRuns } from "./workflow-runs.js";

export interface TestRunsOptions extends Pick<CheckAssignmentOptions, "isAncestor"> {
  readonly calls: GitHubCalls;
  readonly required: RequiredChecks;
  readonly testBranchPrefix: string;
  readonly log: Log;
  readonly testedCommits: HeadProofsOptions["testedCommits"];
}

const MOST_SETTLED = 10_000;
const NOTHING: ChecksOfCommit = { checkRuns: [], statuses: [] };
/** The workflow run has ended, or the service may not cancel it. */
const AS_GOOD_AS_STOPPED = [403, 404, 409];

export class TestRuns {
  readonly #options: TestRunsOptions;
  readonly #runs: RunsOnBranches;
  readonly #workflows: WorkflowRuns;
  readonly #assignment: CheckAssignment;
  readonly #checks: CommitChecks;
  readonly #heads: HeadProofs;
  /** Runs whose reported checks are all complete. */
  readonly #settled = new Memo<true, TestRunId>(MOST_SETTLED);

  constructor(options: TestRunsOptions) {
    const { calls, testBranchPrefix, log, isAncestor } = options;
    this.#options = options;
    this.#runs = new RunsOnBranches(calls, testBranchPrefix);
    this.#workflows = new WorkflowRuns(calls, log);
    this.#assignment = new CheckAssignment({
      ...{ calls, isAncestor, workflows: this.#workflows },
      isTestBranch: (branch) => this.#runs.isTestBranch(branch),
    });
    this.#checks = new CommitChecks(calls, this.#workflows, this.#assignment);
    this.#heads = new HeadProofs({
      ...{ calls, isAncestor, checks: this.#checks, required: options.required },
      testedCommits: options.testedCommits,
      jobs: new JobReader(this.#workflows, (branch) => this.#runs.isTestBranch(branch)),
    });
  }

  async start(repository: Repository, request: TestRequest): Promise<StartOutcome> {
    const isOwnSetting = request.requiredStatuses.length > 0;
    const requiredStatuses = isOwnSetting
      ? request.requiredStatuses
      : (await this.#options.required.of(repository, request.targetBranch)).map(({ name }) => name);
    if (requiredStatuses.length === 0) {
      // Its branch exists, so without this record the run would count as started.
      this.#runs.stop(request.run);
      return nothingDecides(request.targetBranch);
    }
    if (this.#runs.start(repository, request, requiredStatuses)) this.#assignment.begin(request);
    return {
      kind: "started",
      requiredStatuses,
      requiredStatusesSource: isOwnSetting ? "merge_instance" : "repo_provider_branch_protection",
    };
  }

  /** `requiredStatuses`: the run's, for a process that did not start it. */
  async read(
    repository: Repository,
    run: TestRunId,
    since?: number,
    requiredStatuses: readonly string[] = [],
  ): Promise<readonly Check[] | null> {
    const onBranch = await this.#runs.find(repository, run);
    if (onBranch === null) return null;
    const required = await this.#requiredOf(onBranch);
    const told = requiredStatuses.length > 0 ? requiredStatuses : null;
    const names = onBranch.request?.requiredStatuses ?? told;
    return await this.#checks.ofRun(onBranch, { names, required }, since, (jobs) => {
      if (jobs.length > 0 && jobs.every(({ status }) => status === "completed")) this.#settled.set(run, true);
      else this.#settled.delete(run);
    });
  }

  async stop(repository: Repository, run: TestRunId): Promise<void> {
    const onBranch = await this.#runs.find(repository, run);
    const isSettled = this.#settled.get(run) === true;
    this.#settled.delete(run);
    this.#runs.stop(run);
    if (onBranch === null) return;
    if (isSettled) {
      this.#assignment.end(onBranch, NOTHING);
      return;
    }
    const { commit, testBranch } = onBranch;
    // Filtered by branch too: after a landing, workflows on the target branch run on the same commit.
    const workflows =
      (await this.#workflows.list(repository, { head_sha: commit, branch: testBranch })) ?? [];
    const underWay = workflows.filter((one) => one.status !== "completed" && one.head_branch === testBranch);
    for (const { id } of underWay) await this.#cancel(repository, id);
    this.#assignment.end(onBranch, await this.#leftBehind(repository, commit));
  }

  /** Empty if the branch, and with it the commit, is already deleted. */
  async #leftBehind(repository: Repository, commit: CommitId): Promise<ChecksOfCommit> {
    try {
      return await this.#checks.everythingAt(repository, commit);
    } catch (error) {
      if (error instanceof ForgeError && !error.retryable) return NOTHING;
      throw error;
    }
  }

  concernedBy(repository: Repository, headSha: CommitId, branch: string | null): readonly TestRunId[] {
    return this.#runs.concernedBy(repository, headSha, branch);
  }

  /** The state of the branch's required checks at a commit. */
  async ownChecks(repository: Repository, commit: CommitId, branch: string): Promise<OwnChecks> {
    const required = await this.#options.required.of(repository, branch);
    const names = required.map(({ name }) => name);
    if (names.length === 0) return { failed: [], running: [], missing: [] };
    const reported = await this.#checks.reportedAtHead(repository, commit, { names, required });
    const complete = reported.filter(({ conclusion }) => conclusion !== null);
    const failed = complete.filter((check) => check.conclusion !== "success" && !isSkipped(check));
    return {
      failed: failed.map(({ name }) => name),
      running: reported.filter(({ conclusion }) => conclusion === null).map(({ name }) => name),
      missing: names.filter((name) => reported.every((check) => check.name !== name)),
    };
  }

  /** Whether the checks of a head that contains the tip stand for a test run. */
  async headProof(repository: Repository, head: HeadToProve): Promise<HeadProof> {
    return await this.#heads.of(repository, head);
  }

  /**
   * A test branch name contains the target branch, or the number of its first pull request, whose base is the target
   * branch of the run.
   */
  async #requiredOf({ repository, testBranch, request }: RunOnBranch): Promise<readonly RequiredCheck[]> {
    if (request !== null) return await this.#demandedBy(repository, request);
    const { targetBranch = null } = readTestBranch(this.#options.testBranchPrefix, testBranch) ?? {};
    if (targetBranch !== null) return await this.#options.required.of(repository, targetBranch);
    const [, first] = /pr-(\d{1,10})\/[^/]+$/.exec(testBranch) ?? [];
    if (first === undefined) return [];
    const pull = await readPull(this.#options.calls, repository, pullRequestNumber(Number(first)));
    return pull === null ? [] : await this.#options.required.of(repository, pull.base.ref);
  }

  /** Unreadable rules cannot restrict checks to an App; the names from the queue's setting apply anyway. */
  async #demandedBy(
    repository: Repository,
    { targetBranch, isOwnSetting }: KnownRequest,
  ): Promise<readonly RequiredCheck[]> {
    try {
      return await this.#options.required.of(repository, targetBranch);
    } catch (error) {
      if (!isOwnSetting || !(error instanceof ForgeError) || error.retryable) throw error;
      this.#options.log.warn(
        { error: error.message },
        "the branch rules are unreadable; a test run uses only the queue's requiredStatuses",
      );
      return [];
    }
  }

  async #cancel(repository: Repository, id: number): Promise<void> {
    const route = "/actions/runs/{id}/cancel";
    const { status } = await this.#options.calls.send(repository, "POST", route, { id }, AS_GOOD_AS_STOPPED);
    if (status !== 403) return;
    const error = new ForgeError(`the App may not cancel workflow run ${id}: give it actions=write`, false);
    this.#options.log.warn(
      { error: error.message },
      "a workflow run that is no longer needed could not be cancelled",
    );
  }
}

function nothingDecides(targetBranch: string): StartOutcome {
  const sentence =
    `\`${targetBranch}\` has no required checks, so nothing would ever decide the test run; require some by branch ` +
    "protection or a ruleset, or set requiredStatuses for the queue.";
  return { kind: "notStarted", reason: { code: "START_TEST_RUN_NO_REQUIRED_STATUSES", sentence } };
}
