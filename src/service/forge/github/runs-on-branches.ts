/**
 * Test runs and the branches they are on. What this process started it remembers; of any other run the test branch on
 * GitHub tells, so that a restart or another replica knows it too.
 */
import { type CommitId, commitId, isCommitId, isTestRunId, type TestRunId } from "../../../domain/ids.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import { Memo } from "../../git/memo.js";
import type { TestOrder } from "../../ports/forge.js";
import { readAll, refAnswer } from "./answers.js";
import type { GitHubCalls } from "./calls/github-calls.js";

export interface RunOnBranch {
  readonly repository: Repository;
  readonly run: TestRunId;
  readonly commit: CommitId;
  readonly testBranch: string;
  /** Null where only the branch tells of the run. */
  readonly order: KnownOrder | null;
}

export interface KnownOrder {
  readonly targetBranch: string;
  /** What has to pass, whoever named it. */
  readonly requiredStatuses: readonly string[];
  /** Whether the queue's own setting named it, so that it holds whatever the rules of the branch are. */
  readonly isOwnSetting: boolean;
}

/** Others may stop what was started here, so nothing is kept for ever. */
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

  /** Whether it was not known yet. */
  start(repository: Repository, order: TestOrder, requiredStatuses: readonly string[]): boolean {
    const { run, commit, testBranch, targetBranch } = order;
    const known = { targetBranch, requiredStatuses, isOwnSetting: order.requiredStatuses.length > 0 };
    const isNew = this.#known.get(run) === undefined;
    this.#stopped.delete(run);
    this.#known.set(run, { repository, run, commit, testBranch, order: known });
    return isNew;
  }

  /** Its branch may be there for a while yet. */
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
    // It may have been started meanwhile, and then more is known of it.
    const started = this.#known.get(run);
    if (started === undefined) this.#known.set(run, found);
    return started ?? found;
  }

  /** Those that may have news when there is some of a commit, or of a branch. */
  concernedBy(repository: Repository, headSha: CommitId, branch: string | null): readonly TestRunId[] {
    const key = repositoryKey(repository);
    const here = this.#known
      .values()
      .filter((run) => run.commit === headSha && repositoryKey(run.repository) === key);
    const named = branch === null ? null : this.#runOf(branch);
    return [...new Set([...here.map(({ run }) => run), ...(named === null ? [] : [named])])];
  }

  /** Whether a branch is a test branch, of whichever run. */
  isTestBranch(branch: string): boolean {
    return this.#runOf(branch) !== null;
  }

  #runOf(branch: string): TestRunId | null {
    const last = branch.slice(branch.lastIndexOf("/") + 1);
    return branch.startsWith(`${this.#prefix}pr-`) && isTestRunId(last) ? last : null;
  }

  async #findBranch(repository: Repository, run: TestRunId): Promise<RunOnBranch | null> {
    const refs = await this.#calls.list(repository, "/git/matching-refs/{ref}", {
      ref: `heads/${this.#prefix}pr-`,
    });
    for (const { ref, object } of readAll(refAnswer, refs)) {
      const testBranch = ref.slice(HEADS.length);
      if (!ref.startsWith(HEADS) || this.#runOf(testBranch) !== run || !isCommitId(object.sha)) continue;
      return { repository, run, commit: commitId(object.sha), testBranch, order: null };
    }
    return null;
  }
}
