/**
 * Maps test runs to their test branches. A process remembers the runs that it started and finds others by their test
 * branch on GitHub, so that it works after a restart and in other replicas.
 */
import { type CommitId, commitId, isCommitId, type TestRunId } from "../../../domain/ids.js";
import { Memo } from "../../../domain/memo.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import { readTestBranch } from "../../../domain/test-branch.js";
import type { TestRequest } from "../../ports/forge.js";
import { readAll, refAnswer } from "../api/answers.js";
import type { GitHubCalls } from "../api/github-calls.js";

export interface RunOnBranch {
  readonly repository: Repository;
  readonly run: TestRunId;
  readonly commit: CommitId;
  readonly testBranch: string;
  /** null: the run was found by its branch, so only the branch is known. */
  readonly request: KnownRequest | null;
}

export interface KnownRequest {
  readonly targetBranch: string;
  /** The statuses that have to pass, from the queue's setting or from branch protection. */
  readonly requiredStatuses: readonly string[];
  /** Whether they come from the queue's setting, which overrides the rules of the branch. */
  readonly isOwnSetting: boolean;
}

/** Bounded, because another process may stop a run that this process started. */
const MOST_KNOWN = 10_000;
const MOST_STOPPED = 10_000;
const HEADS = "refs/heads/";

export class RunsOnBranches {
  readonly #calls: GitHubCalls;
  readonly #prefix: string;
  readonly #known = new Memo<RunOnBranch, TestRunId>(MOST_KNOWN);
  readonly #stopped = new Memo<true, TestRunId>(MOST_STOPPED);

  constructor(calls: GitHubCalls, testBranchPrefix: string) {
    this.#calls = calls;
    this.#prefix = testBranchPrefix;
  }

  /** Returns whether the run was unknown. */
  start(repository: Repository, request: TestRequest, requiredStatuses: readonly string[]): boolean {
    const { run, commit, testBranch, targetBranch } = request;
    const known = { targetBranch, requiredStatuses, isOwnSetting: request.requiredStatuses.length > 0 };
    const isNew = this.#known.get(run) === undefined;
    this.#stopped.delete(run);
    this.#known.set(run, { repository, run, commit, testBranch, request: known });
    return isNew;
  }

  /** Records that the run has stopped, because its branch may remain for a while. */
  stop(run: TestRunId): void {
    this.#known.delete(run);
    this.#stopped.set(run, true);
  }

  async find(repository: Repository, run: TestRunId): Promise<RunOnBranch | null> {
    if (this.#stopped.get(run) !== undefined) return null;
    const known = this.#known.get(run);
    if (known !== undefined) {
      return repositoryKey(known.repository) === repositoryKey(repository) ? known : null;
    }
    const found = await this.#findBranch(repository, run);
    if (found === null || this.#stopped.get(run) !== undefined) return null;
    // If the run was started meanwhile, that record has more details.
    const started = this.#known.get(run);
    if (started === undefined) this.#known.set(run, found);
    return started ?? found;
  }

  /** Runs that an event about a commit or a branch may concern. */
  concernedBy(repository: Repository, headSha: CommitId, branch: string | null): readonly TestRunId[] {
    const key = repositoryKey(repository);
    const here = this.#known
      .values()
      .filter((run) => run.commit === headSha && repositoryKey(run.repository) === key);
    const named = branch === null ? null : this.#runOf(branch);
    return [...new Set([...here.map(({ run }) => run), ...(named === null ? [] : [named])])];
  }

  /** Whether a branch is the test branch of any run. */
  isTestBranch(branch: string): boolean {
    return this.#runOf(branch) !== null;
  }

  #runOf(branch: string): TestRunId | null {
    return readTestBranch(this.#prefix, branch)?.run ?? null;
  }

  async #findBranch(repository: Repository, run: TestRunId): Promise<RunOnBranch | null> {
    const refs = await this.#calls.list(repository, "/git/matching-refs/{ref}", {
      ref: `heads/${this.#prefix}`,
    });
    for (const { ref, object } of readAll(refAnswer, refs)) {
      const testBranch = ref.slice(HEADS.length);
      if (!ref.startsWith(HEADS) || this.#runOf(testBranch) !== run || !isCommitId(object.sha)) continue;
      return { repository, run, commit: commitId(object.sha), testBranch, request: null };
    }
    return null;
  }
}
