/**
 * Reads the checks of a commit from GitHub, for a test run or for a pull request that may land on its head's checks.
 */
import { type Check, isSkipped } from "../../../domain/check.js";
import type { CommitId } from "../../../domain/ids.js";
import type { Repository } from "../../../domain/repository.js";
import {
  type CheckRunAnswer,
  checkRunAnswer,
  readAll,
  type StatusAnswer,
  statusAnswer,
} from "../api/answers.js";
import type { GitHubCalls } from "../api/github-calls.js";
import type { RequiredCheck } from "./branch-rules.js";
import type { CheckAssignment, CommitOnBranch } from "./check-assignment.js";
import { type ChecksOfCommit, checksOf, type Deciding, suiteIdOf } from "./checks-of-commit.js";
import { confirmChecks, needsConfirmation } from "./confirm-checks.js";
import type { RunOnBranch } from "./runs-on-branches.js";
import type { WorkflowRuns } from "./workflow-runs.js";

interface Seen {
  readonly checks: readonly Check[];
  readonly jobs: readonly CheckRunAnswer[];
  readonly uncounted: ReadonlySet<string>;
}

interface Named extends Deciding {
  readonly names: readonly string[];
}

const NONE: ReadonlySet<string> = new Set();

export class CommitChecks {
  readonly #calls: GitHubCalls;
  readonly #workflows: WorkflowRuns;
  readonly #assignment: CheckAssignment;

  constructor(calls: GitHubCalls, workflows: WorkflowRuns, assignment: CheckAssignment) {
    this.#calls = calls;
    this.#workflows = workflows;
    this.#assignment = assignment;
  }

  /** Returns only checks that belong to the run. Calls `onSeen` with its check runs after each reading. */
  async ofRun(
    onBranch: RunOnBranch,
    deciding: Deciding,
    since: number | undefined,
    onSeen: (jobs: readonly CheckRunAnswer[]) => void,
  ): Promise<readonly Check[]> {
    const { repository, commit } = onBranch;
    return await this.#confirmed(onBranch, async () => {
      const checkRuns = await this.#checkRuns(repository, commit);
      let own = await this.#assignment.of(onBranch, { checkRuns, statuses: [] }, since);
      if (mayDecide(deciding, own)) {
        const statuses = await this.#statuses(repository, commit);
        own = await this.#assignment.of(onBranch, { checkRuns, statuses }, since);
      }
      const { onOtherBase } = own;
      const jobs = [...own.checkRuns, ...onOtherBase];
      onSeen(jobs);
      const uncounted = onOtherBase.filter((one) => one.status === "completed" && !isReported(one.name, own));
      const counted = { ...own, checkRuns: [...own.checkRuns, ...uncounted.map(asCancelled)] };
      return {
        checks: checksOf(counted, deciding),
        jobs,
        uncounted: new Set(uncounted.map(({ name }) => name)),
      };
    });
  }

  /** Returns all checks at the commit, from any branch. The caller ensures that the head contains the base. */
  async ofHead(repository: Repository, commit: CommitId, deciding: Deciding): Promise<readonly Check[]> {
    const at = { repository, commit, testBranch: null };
    return await this.#confirmed(at, async () => {
      const checkRuns = await this.#assignment.lasting(at, await this.#checkRuns(repository, commit));
      const statuses = mayDecide(deciding, { checkRuns }) ? await this.#statuses(repository, commit) : [];
      return { checks: checksOf({ checkRuns, statuses }, deciding), jobs: checkRuns, uncounted: NONE };
    });
  }

  /** Like `ofHead`, but returns only checks that are already reported, and does not confirm them. */
  async reportedAtHead(repository: Repository, commit: CommitId, deciding: Named): Promise<readonly Check[]> {
    const { names, required } = deciding;
    const at = { repository, commit, testBranch: null };
    const checkRuns = await this.#assignment.lasting(at, await this.#checkRuns(repository, commit));
    const statuses = await this.#statuses(repository, commit);
    const reported = names.filter(
      (name) =>
        isReportedByAll(name, checkRuns, required) || statuses.some(({ context }) => context === name),
    );
    return checksOf({ checkRuns, statuses }, { names: reported, required });
  }

  async everythingAt(repository: Repository, commit: CommitId): Promise<ChecksOfCommit> {
    const statuses = await this.#statuses(repository, commit);
    return { checkRuns: await this.#checkRuns(repository, commit), statuses };
  }

  async #confirmed(at: CommitOnBranch, depth: () => Promise<Seen>): Promise<readonly Check[]> {
    const { checks, jobs } = await depth();
    const isByActions = jobs.some((job) => suiteIdOf(job) !== null);
    if (!needsConfirmation(checks) || !(isByActions || checks.some(isSkipped))) return checks;
    const workflowRuns = await this.#assignment.workflowRuns(at);
    // A job may have ended between the first reading and that of the workflow runs, so the checks are read again.
    const seen = await depth();
    const required = new Set(seen.checks.map(({ name }) => name));
    return await confirmChecks(seen.checks, {
      ...{ ...seen, required, workflowRuns },
      hasReported: async (workflow) => this.#workflows.hasReported(at.repository, workflow, required),
    });
  }

  async #checkRuns(repository: Repository, commit: CommitId): Promise<readonly CheckRunAnswer[]> {
    // GitHub's filter "latest" would hide jobs that have the same name.
    const of = { ref: commit, filter: "all", under: "check_runs" };
    return readAll(checkRunAnswer, await this.#calls.list(repository, "/commits/{ref}/check-runs", of));
  }

  async #statuses(repository: Repository, commit: CommitId): Promise<readonly StatusAnswer[]> {
    const of = { ref: commit, under: "statuses" };
    return readAll(statusAnswer, await this.#calls.list(repository, "/commits/{ref}/status", of));
  }
}

/**
 * Whether commit statuses could change the verdict. If a status and a check run share a name, both have to pass; while
 * a required check run is open or failed, statuses cannot change anything.
 */
function mayDecide({ names, required }: Deciding, { checkRuns }: Pick<ChecksOfCommit, "checkRuns">): boolean {
  if (names === null) return true;
  const reported = names.filter((name) => isReportedByAll(name, checkRuns, required));
  return (
    reported.length < names.length ||
    checksOf({ checkRuns, statuses: [] }, { names: reported, required }).every(mayPass)
  );
}

function isReportedByAll(
  name: string,
  checkRuns: ChecksOfCommit["checkRuns"],
  required: readonly RequiredCheck[],
): boolean {
  const apps = required.find((check) => check.name === name)?.apps ?? [];
  const ofName = checkRuns.filter((run) => run.name === name);
  return ofName.length > 0 && apps.every((app) => ofName.some((run) => run.app?.id === app));
}

function isReported(name: string, { checkRuns, statuses }: ChecksOfCommit): boolean {
  return checkRuns.some((run) => run.name === name) || statuses.some(({ context }) => context === name);
}

/** A run on another base is no verdict on the commit; as cancelled, it makes the queue test again. */
function asCancelled(run: CheckRunAnswer): CheckRunAnswer {
  return { ...run, conclusion: "cancelled" };
}

function mayPass(check: Check): boolean {
  return check.conclusion === "success" || isSkipped(check);
}
