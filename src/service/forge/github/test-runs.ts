/** CI on test branches. It starts by the push of the branch; here its checks are read, and its workflows stopped. */
import type { Check } from "../../../domain/check.js";
import { type CommitId, pullRequestNumber, type TestRunId } from "../../../domain/ids.js";
import type { Repository } from "../../../domain/repository.js";
import type { StartOutcome, TestOrder } from "../../ports/forge.js";
import type { Log } from "../../ports/log.js";
import { ForgeError } from "../../ports/world-error.js";
import { checkRunAnswer, readAll, statusAnswer } from "./answers.js";
import type { GitHubCalls } from "./calls/github-calls.js";
import { type ChecksOfCommit, checksOf } from "./checks-of-commit.js";
import { Evidence } from "./evidence.js";
import { KeptLast } from "./kept-last.js";
import { readPull } from "./read-pull-request.js";
import type { OwnChecks } from "./readiness/own-checks.js";
import type { RequiredCheck, RequiredChecks } from "./required-checks.js";
import { type KnownOrder, type RunOnBranch, RunsOnBranches } from "./runs-on-branches.js";

export interface TestRunsOptions {
  readonly calls: GitHubCalls;
  readonly required: RequiredChecks;
  readonly testBranchPrefix: string;
  readonly log: Log;
}

const MOST_SETTLED = 10_000;
const NOTHING: ChecksOfCommit = { checkRuns: [], statuses: [] };
const PASSING = new Set<Check["conclusion"]>(["success", "neutral", "skipped"]);
/** Stopped already, or ended by itself, or not ours to stop. */
const AS_GOOD_AS_STOPPED = [403, 404, 409];

export class TestRuns {
  readonly #options: TestRunsOptions;
  readonly #runs: RunsOnBranches;
  readonly #evidence: Evidence;
  /** Runs of which everything that was reported is over. */
  readonly #settled = new KeptLast<TestRunId, true>(MOST_SETTLED);

  constructor(options: TestRunsOptions) {
    const { calls, testBranchPrefix, log } = options;
    this.#options = options;
    this.#runs = new RunsOnBranches(calls, testBranchPrefix);
    this.#evidence = new Evidence(calls, log, (branch) => this.#runs.isTestBranch(branch));
  }

  async start(repository: Repository, order: TestOrder): Promise<StartOutcome> {
    const isOwnSetting = order.requiredStatuses.length > 0;
    const requiredStatuses = isOwnSetting
      ? order.requiredStatuses
      : (await this.#options.required.of(repository, order.targetBranch)).map(({ name }) => name);
    if (requiredStatuses.length === 0) {
      // Its branch is there all the same, and says that it was to start.
      this.#runs.stop(order.run);
      return nothingDecides(order.targetBranch);
    }
    if (this.#runs.start(repository, order, requiredStatuses)) this.#evidence.begin(order);
    return {
      kind: "started",
      requiredStatuses,
      requiredStatusesSource: isOwnSetting ? "merge_instance" : "repo_provider_branch_protection",
    };
  }

  async read(repository: Repository, run: TestRunId, since?: number): Promise<readonly Check[] | null> {
    const onBranch = await this.#runs.find(repository, run);
    if (onBranch === null) return null;
    const required = await this.#requiredOf(onBranch);
    const names = onBranch.order?.requiredStatuses ?? null;
    const checkRuns = await this.#checkRuns(repository, onBranch.commit);
    let own = await this.#evidence.of(onBranch, { checkRuns, statuses: [] }, since);
    if (names === null || mayDecide(names, own, required)) {
      const statuses = await this.#statuses(repository, onBranch.commit);
      own = await this.#evidence.of(onBranch, { checkRuns, statuses }, since);
    }
    if (own.checkRuns.length > 0 && own.checkRuns.every(({ status }) => status === "completed")) {
      this.#settled.keep(run, true);
    } else this.#settled.forget(run);
    return checksOf(own, names, required);
  }

  async stop(repository: Repository, run: TestRunId): Promise<void> {
    const onBranch = await this.#runs.find(repository, run);
    const isSettled = this.#settled.recall(run) === true;
    this.#settled.forget(run);
    this.#runs.stop(run);
    if (onBranch === null) return;
    if (isSettled) {
      this.#evidence.end(onBranch, NOTHING);
      return;
    }
    const { commit, testBranch } = onBranch;
    // By its branch too: what has landed is at work on the target branch with the same commit.
    const workflows = await this.#evidence.workflowRuns(repository, { head_sha: commit, branch: testBranch });
    const underWay = workflows.filter((one) => one.status !== "completed" && one.head_branch === testBranch);
    for (const { id } of underWay) await this.#cancel(repository, id);
    this.#evidence.end(onBranch, await this.#leftBehind(repository, commit));
  }

  /** Nothing where it cannot be seen any more: the branch, and its commit with it, may be gone already. */
  async #leftBehind(repository: Repository, commit: CommitId): Promise<ChecksOfCommit> {
    try {
      const statuses = await this.#statuses(repository, commit);
      return { checkRuns: await this.#checkRuns(repository, commit), statuses };
    } catch (error) {
      if (error instanceof ForgeError && !error.retryable) return NOTHING;
      throw error;
    }
  }

  concernedBy(repository: Repository, headSha: CommitId, branch: string | null): readonly TestRunId[] {
    return this.#runs.concernedBy(repository, headSha, branch);
  }

  /** What is reported at a commit of all that the branch requires. */
  async ownChecks(repository: Repository, commit: CommitId, branch: string): Promise<OwnChecks> {
    const required = await this.#options.required.of(repository, branch);
    const names = required.map(({ name }) => name);
    if (names.length === 0) return { failed: [], running: [], missing: [] };
    const at = { repository, commit };
    const checkRuns = await this.#evidence.lasting(at, await this.#checkRuns(repository, commit));
    const statuses = await this.#statuses(repository, commit);
    const isThere = (name: string) =>
      isReported(name, checkRuns, required) || statuses.some(({ context }) => context === name);
    const reported = checksOf({ checkRuns, statuses }, names.filter(isThere), required);
    const over = reported.filter(({ conclusion }) => conclusion !== null);
    return {
      failed: over.filter((check) => !hasPassed(check)).map(({ name }) => name),
      running: reported.filter(({ conclusion }) => conclusion === null).map(({ name }) => name),
      missing: names.filter((name) => !isThere(name)),
    };
  }

  /** Whether all that the branch requires has passed on a commit, and it requires something. */
  async hasPassed(repository: Repository, commit: CommitId, branch: string): Promise<boolean> {
    const required = await this.#options.required.of(repository, branch);
    if (required.length === 0) return false;
    const names = required.map(({ name }) => name);
    const at = { repository, commit };
    const checkRuns = await this.#evidence.lasting(at, await this.#checkRuns(repository, commit));
    let found: ChecksOfCommit = { checkRuns, statuses: [] };
    if (mayDecide(names, found, required)) {
      found = { ...found, statuses: await this.#statuses(repository, commit) };
    }
    return checksOf(found, names, required).every(hasPassed);
  }

  /** A test branch bears the number of the first pull request on it, and all of them go to one target branch. */
  async #requiredOf({ repository, testBranch, order }: RunOnBranch): Promise<readonly RequiredCheck[]> {
    if (order !== null) return await this.#demandedBy(repository, order);
    const [, first] = /pr-(\d{1,10})\/[^/]+$/.exec(testBranch) ?? [];
    if (first === undefined) return [];
    const pull = await readPull(this.#options.calls, repository, pullRequestNumber(Number(first)));
    return pull === null ? [] : await this.#options.required.of(repository, pull.base.ref);
  }

  /** Whose checks the rules demand cannot be known where they may not be read; the queue's own names hold all the same. */
  async #demandedBy(
    repository: Repository,
    { targetBranch, isOwnSetting }: KnownOrder,
  ): Promise<readonly RequiredCheck[]> {
    try {
      return await this.#options.required.of(repository, targetBranch);
    } catch (error) {
      if (!isOwnSetting || !(error instanceof ForgeError) || error.retryable) throw error;
      this.#options.log.warn({ error: error.message }, "a test run goes by the queue's own requiredStatuses");
      return [];
    }
  }

  async #checkRuns(repository: Repository, commit: CommitId) {
    // The latest ones of GitHub's choice would hide jobs that happen to have the same name.
    const of = { ref: commit, filter: "all", under: "check_runs" };
    return readAll(
      checkRunAnswer,
      await this.#options.calls.list(repository, "/commits/{ref}/check-runs", of),
    );
  }

  async #statuses(repository: Repository, commit: CommitId) {
    const of = { ref: commit, under: "statuses" };
    return readAll(statusAnswer, await this.#options.calls.list(repository, "/commits/{ref}/status", of));
  }

  async #cancel(repository: Repository, id: number): Promise<void> {
    const route = "/actions/runs/{id}/cancel";
    const { status } = await this.#options.calls.send(repository, "POST", route, { id }, AS_GOOD_AS_STOPPED);
    if (status !== 403) return;
    const error = new ForgeError(`the App may not cancel workflow run ${id}: give it actions=write`, false);
    this.#options.log.warn({ error: error.message }, "a workflow run works on for nothing");
  }
}

/**
 * Whether commit statuses could change the outcome: a status and a check run of one name are both required, so that no
 * pass is told before both were looked at. They cannot while what check runs report is open or has failed.
 */
function mayDecide(
  names: readonly string[],
  { checkRuns }: ChecksOfCommit,
  required: readonly RequiredCheck[],
): boolean {
  const reported = names.filter((name) => isReported(name, checkRuns, required));
  return (
    reported.length < names.length ||
    checksOf({ checkRuns, statuses: [] }, reported, required).every(hasPassed)
  );
}

function isReported(
  name: string,
  checkRuns: ChecksOfCommit["checkRuns"],
  required: readonly RequiredCheck[],
): boolean {
  const apps = required.find((check) => check.name === name)?.apps ?? [];
  const ofName = checkRuns.filter((run) => run.name === name);
  return ofName.length > 0 && apps.every((app) => ofName.some((run) => run.app?.id === app));
}

function hasPassed({ conclusion }: Check): boolean {
  return PASSING.has(conclusion);
}

function nothingDecides(targetBranch: string): StartOutcome {
  const sentence =
    `No check is required of \`${targetBranch}\`, so nothing would ever decide the test run; require some by branch ` +
    "protection or a ruleset, or set requiredStatuses for the queue.";
  return { kind: "notStarted", reason: { code: "START_TEST_RUN_NO_REQUIRED_STATUSES", sentence } };
}
