/**
 * A code host in memory, for demos, simulations and tests: its branches and pull requests are what it is told, and
 * its CI answers when it is told to, or at once by a script.
 */
import type { Check } from "../../src/domain/check.js";
import type { CommitId, PullRequestNumber, TestRunId } from "../../src/domain/ids.js";
import type { PullRequestFacts } from "../../src/domain/pull-request.js";
import { type Repository, repositoryKey } from "../../src/domain/repository.js";
import type {
  Forge,
  ForkedRunClaim,
  ForkedRunVerdict,
  StartOutcome,
  TestRequest,
} from "../../src/service/ports/forge.js";
import { ForgeError } from "../../src/service/ports/world-error.js";

export type FakeVerdict = "success" | "failure";

export interface FakeForgeOptions {
  /** Checks that decide a run unless the queue names its own; empty is a code host without CI. */
  readonly requiredStatuses?: readonly string[];
  /** Decides a run as it starts; null holds it until `pass`, `fail` or `report`. */
  readonly script?: (order: TestRequest) => FakeVerdict | null;
}

/** A workflow run as the code host sees it. */
export interface FakeWorkflowRun {
  readonly run: string;
  readonly isRunning: boolean;
  /** The pull request it belongs to, when that comes from a fork. */
  readonly forkedPullRequest: PullRequestNumber | null;
  readonly headSha: CommitId;
}

interface FakeRepository {
  readonly repository: Repository;
  readonly branches: Map<string, CommitId>;
  readonly pullRequests: Map<PullRequestNumber, PullRequestFacts>;
  readonly runs: Map<TestRunId, FakeRun>;
  readonly givenUp: Set<TestRunId>;
  readonly workflowRuns: Map<string, FakeWorkflowRun>;
}

interface FakeRun {
  readonly order: TestRequest;
  readonly checks: Map<string, Check>;
}

type ChecksListener = Parameters<Forge["onChecks"]>[0];

export class FakeForge implements Forge {
  readonly name = "fake";
  /** Throws while a test keeps a repository from the service. */
  requireAvailable: (repository: Repository) => Promise<void> = async () => Promise.resolve();
  readonly #repositories = new Map<string, FakeRepository>();
  readonly #listeners: ChecksListener[] = [];
  readonly #requiredStatuses: readonly string[];
  readonly #script: (order: TestRequest) => FakeVerdict | null;

  constructor({ requiredStatuses = ["tests"], script = () => null }: FakeForgeOptions = {}) {
    this.#requiredStatuses = requiredStatuses;
    this.#script = script;
  }

  addRepository(repository: Repository): void {
    this.#repositories.set(repositoryKey(repository), {
      repository,
      branches: new Map(),
      pullRequests: new Map(),
      runs: new Map(),
      givenUp: new Set(),
      workflowRuns: new Map(),
    });
  }

  /** Null takes the branch away. */
  setBranch(repository: Repository, branch: string, tip: CommitId | null): void {
    const { branches } = this.#served(repository);
    if (tip === null) branches.delete(branch);
    else branches.set(branch, tip);
  }

  /** Opens a pull request, or changes it. */
  setPullRequest(repository: Repository, facts: PullRequestFacts): void {
    this.#served(repository).pullRequests.set(facts.number, facts);
  }

  removePullRequest(repository: Repository, pullRequest: PullRequestNumber): void {
    this.#served(repository).pullRequests.delete(pullRequest);
  }

  /** Starts a workflow run of a pull request, or changes it. */
  setWorkflowRun(repository: Repository, run: FakeWorkflowRun): void {
    this.#served(repository).workflowRuns.set(run.run, run);
  }

  /** Runs that CI knows and has not decided, oldest first. */
  heldRuns(repository: Repository): readonly TestRequest[] {
    return [...this.#served(repository).runs.values()]
      .filter(({ checks }) => [...checks.values()].some(({ status }) => status !== "completed"))
      .map(({ order }) => order);
  }

  pass(run: TestRunId): void {
    this.#conclude(run, "success");
  }

  fail(run: TestRunId): void {
    this.#conclude(run, "failure");
  }

  /** The word of CI on one check; a run that CI does not know is none of its business. */
  report(run: TestRunId, check: Check): void {
    for (const { repository, runs } of this.#repositories.values()) {
      const known = runs.get(run);
      if (known === undefined) continue;
      known.checks.set(check.name, check);
      this.#tell(repository, run);
    }
  }

  /** As a crash of CI does: nothing is known of any run any more. */
  forgetRuns(): void {
    for (const { runs } of this.#repositories.values()) runs.clear();
  }

  /** As a CI does that can never judge this run: it has no checks, and cannot be started again. */
  giveUp(run: TestRunId): void {
    for (const { runs, givenUp } of this.#repositories.values()) if (runs.delete(run)) givenUp.add(run);
  }

  async hasRepository(repository: Repository): Promise<boolean> {
    return Promise.resolve(this.#repositories.has(repositoryKey(repository)));
  }

  async readTip(repository: Repository, branch: string): Promise<CommitId | null> {
    return Promise.resolve(this.#served(repository).branches.get(branch) ?? null);
  }

  async readPullRequest(
    repository: Repository,
    pullRequest: PullRequestNumber,
  ): Promise<PullRequestFacts | null> {
    return Promise.resolve(this.#served(repository).pullRequests.get(pullRequest) ?? null);
  }

  pullRequestUrl({ host, owner, name }: Repository, pullRequest: PullRequestNumber): string {
    return `https://${host}/${owner}/${name}/pull/${pullRequest}`;
  }

  async startTests(repository: Repository, order: TestRequest): Promise<StartOutcome> {
    const { runs, givenUp } = this.#served(repository);
    if (givenUp.has(order.run)) {
      const sentence = "This code host gave the test run up without a verdict.";
      return Promise.resolve({
        kind: "notStarted",
        reason: { code: "START_TEST_RUN_RETRY_EXHAUSTED", sentence },
      });
    }
    const isOwnSetting = order.requiredStatuses.length > 0;
    const requiredStatuses = isOwnSetting ? order.requiredStatuses : this.#requiredStatuses;
    if (requiredStatuses.length === 0) {
      const sentence = "This code host has no CI, so nothing decides the test run.";
      return Promise.resolve({
        kind: "notStarted",
        reason: { code: "START_TEST_RUN_NO_REQUIRED_STATUSES", sentence },
      });
    }
    if (!runs.has(order.run)) {
      const checks = new Map(requiredStatuses.map((name) => [name, pending(name)]));
      runs.set(order.run, { order, checks });
      const verdict = this.#script(order);
      if (verdict !== null) this.#conclude(order.run, verdict);
    }
    return Promise.resolve({
      kind: "started",
      requiredStatuses,
      requiredStatusesSource: isOwnSetting ? "merge_instance" : "repo_provider_branch_protection",
    });
  }

  async readChecks(repository: Repository, run: TestRunId): Promise<readonly Check[] | null> {
    const known = this.#served(repository).runs.get(run);
    return Promise.resolve(known === undefined ? null : [...known.checks.values()]);
  }

  async stopTests(repository: Repository, run: TestRunId): Promise<void> {
    const { runs, givenUp } = this.#served(repository);
    runs.delete(run);
    givenUp.delete(run);
    return Promise.resolve();
  }

  onChecks(listener: ChecksListener): void {
    this.#listeners.push(listener);
  }

  async verifyForkedRun(repository: Repository, claim: ForkedRunClaim): Promise<ForkedRunVerdict> {
    const run = this.#repositories.get(repositoryKey(repository))?.workflowRuns.get(claim.run);
    return Promise.resolve(run === undefined ? "unknownRun" : verdictOn(run, claim));
  }

  async close(): Promise<void> {
    return Promise.resolve();
  }

  #served(repository: Repository): FakeRepository {
    const served = this.#repositories.get(repositoryKey(repository));
    if (served === undefined)
      throw new ForgeError(`there is no repository ${repositoryKey(repository)}`, false);
    return served;
  }

  #conclude(run: TestRunId, conclusion: FakeVerdict): void {
    for (const { repository, runs } of this.#repositories.values()) {
      const checks = runs.get(run)?.checks;
      if (checks === undefined) continue;
      for (const check of checks.values())
        checks.set(check.name, { ...check, status: "completed", conclusion });
      this.#tell(repository, run);
    }
  }

  #tell(repository: Repository, run: TestRunId): void {
    for (const listener of this.#listeners) listener(repository, run);
  }
}

function pending(name: string): Check {
  return { name, url: "", status: "in_progress", conclusion: null };
}

function verdictOn(run: FakeWorkflowRun, claim: ForkedRunClaim): ForkedRunVerdict {
  if (!run.isRunning) return "notRunning";
  if (run.forkedPullRequest !== claim.pullRequest) return "notFromFork";
  return run.headSha === claim.headSha ? "verified" : "otherHead";
}
