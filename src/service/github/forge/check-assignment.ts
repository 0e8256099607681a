/**
 * Assigns the checks of a commit to test runs. The same speculation gives the same commit, so a repeated run finds the
 * checks of the earlier run on it; each run has to be decided by checks that started for it.
 */
import { type CommitId, commitId, isCommitId, type TestRunId } from "../../../domain/ids.js";
import { Memo } from "../../../domain/memo.js";
import type { CheckRunAnswer, WorkflowRunAnswer } from "../api/answers.js";
import type { GitHubCalls } from "../api/github-calls.js";
import { lastMove } from "./branch-protection.js";
import { type ChecksOfCommit, suiteIdOf } from "./checks-of-commit.js";
import type { RunOnBranch } from "./runs-on-branches.js";
import type { WorkflowRuns } from "./workflow-runs.js";

/** Tolerated difference between our clock and that of GitHub or a CI system. */
const CLOCKS_DIFFER_MS = 5000;
const MOST_COMMITS = 2000;
const MOST_SUITES = 20_000;

/** A check suite of GitHub Actions is one workflow run on one branch. null: GitHub does not report it. */
interface Suite {
  readonly branch: string | null;
  readonly workflow: number | null;
  /** The latest start, which a rerun changes. */
  readonly startedAt: number | null;
  /**
   * Base commits that a `pull_request` run merged with the commit; empty: GitHub does not report them. null: the
   * workflow ran on the commit itself.
   */
  readonly mergedWith: readonly string[] | null;
}

const UNKNOWN: Suite = { branch: null, workflow: null, startedAt: null, mergedWith: null };

/** Whether a check with these times ended before the test run and does not count for it. False if a time is unknown. */
type WasOver = (began: string | null | undefined, ended: string | null | undefined) => boolean;

export interface CommitOnBranch extends Pick<RunOnBranch, "repository" | "commit"> {
  /** null: the commit is the head of a pull request. */
  readonly testBranch: string | null;
}

export interface OwnChecks extends ChecksOfCommit {
  /** Check runs of the draft pull request that tested the commit merged with a base that it does not contain. */
  readonly onOtherBase: readonly CheckRunAnswer[];
}

export interface CheckAssignmentOptions {
  readonly calls: GitHubCalls;
  readonly workflows: WorkflowRuns;
  readonly isTestBranch: (branch: string) => boolean;
  readonly isAncestor: (at: RunOnBranch["repository"], one: CommitId, other: CommitId) => Promise<boolean>;
}

export class CheckAssignment {
  readonly #options: CheckAssignmentOptions;
  /** By commit: ids of the checks seen there, and whether a test run has already used each. */
  readonly #seen = new Memo<Map<string, boolean>, CommitId>(MOST_COMMITS);
  readonly #ignored = new Memo<ReadonlySet<string>, TestRunId>(MOST_COMMITS);
  readonly #suites = new Memo<Suite, number>(MOST_SUITES);
  /** Time of the push of the run's test branch, by GitHub's clock. */
  readonly #begun = new Memo<number, TestRunId>(MOST_COMMITS);

  constructor(options: CheckAssignmentOptions) {
    this.#options = options;
  }

  /** Starts a run: checks that earlier runs have used do not count for it. */
  begin({ run, commit }: Pick<RunOnBranch, "run" | "commit">): void {
    const seen = [...(this.#seen.get(commit) ?? [])];
    this.#ignored.set(run, new Set(seen.filter(([, isUsed]) => isUsed).map(([id]) => id)));
  }

  /** Ends a run: no check that is now at the commit will count for another run. */
  end({ run, commit }: RunOnBranch, { checkRuns, statuses }: ChecksOfCommit): void {
    const seen = this.#seen.get(commit) ?? new Map<string, boolean>();
    const ids = [...seen.keys(), ...checkRuns.map(idOfRun), ...statuses.map(idOfStatus)];
    this.#seen.set(commit, new Map(ids.map((id) => [id, true])));
    this.#ignored.delete(run);
  }

  /**
   * Selects the checks at the commit that count for the run. This process does not know which checks other processes
   * have used, but those ended before the run was planned, at `since`, and before its branch existed.
   */
  async of(
    onBranch: RunOnBranch,
    { checkRuns, statuses }: ChecksOfCommit,
    since = Number.NEGATIVE_INFINITY,
  ): Promise<OwnChecks> {
    const ignored = this.#ignored.get(onBranch.run) ?? new Set();
    const lasting = await this.lasting(onBranch, checkRuns);
    const { testBranch } = onBranch;
    const maySpeak = {
      checkRuns: lasting.filter((run) => !ignored.has(idOfRun(run)) && this.#mayBeOfRun(run, testBranch)),
      statuses: statuses.filter((status) => !ignored.has(idOfStatus(status))),
    };
    const wasOver = await this.#overBefore(onBranch, maySpeak, since);
    const own = {
      checkRuns: maySpeak.checkRuns.filter(
        (run) => this.#suiteOf(run).branch === testBranch || !wasOver(run.started_at, run.completed_at),
      ),
      statuses: maySpeak.statuses.filter((status) => !wasOver(status.created_at, status.created_at)),
    };
    this.#remember(onBranch.commit, own);
    const standing = own.checkRuns.filter((run) => !this.#isSuperseded(run, own.checkRuns));
    const other = await this.#suitesOnOtherBase(onBranch, standing);
    const isOnOther = (run: CheckRunAnswer) => other.has(suiteIdOf(run));
    const isOfDraft = (run: CheckRunAnswer) => {
      const { branch, mergedWith } = this.#suiteOf(run);
      return branch === testBranch && !isUntold(mergedWith);
    };
    return {
      ...own,
      checkRuns: standing.filter((run) => !isOnOther(run)),
      onOtherBase: standing.filter((run) => isOnOther(run) && isOfDraft(run)),
    };
  }

  /** The workflow runs that may report on the commit, without those on other test branches; null: not readable. */
  async workflowRuns({
    repository,
    commit,
    testBranch,
  }: CommitOnBranch): Promise<readonly WorkflowRunAnswer[] | null> {
    const runs = await this.#options.workflows.list(repository, { head_sha: commit });
    if (runs === null || testBranch === null) return runs;
    const isElsewhere = (branch: string) => branch !== testBranch && this.#options.isTestBranch(branch);
    return runs.filter(({ head_branch: branch }) => !isElsewhere(branch ?? ""));
  }

  /** A `pull_request` run tests GitHub's merge of the commit and the base, which GitHub may not report yet. */
  async #suitesOnOtherBase(
    { repository, commit }: RunOnBranch,
    runs: readonly CheckRunAnswer[],
  ): Promise<ReadonlySet<number | null>> {
    const found = new Set<number | null>();
    for (const [id, suite] of new Map(runs.map((run) => [suiteIdOf(run), this.#suiteOf(run)]))) {
      const { mergedWith } = suite;
      if (mergedWith !== null && !(await this.#containsAll(repository, commit, mergedWith))) found.add(id);
    }
    return found;
  }

  async #containsAll(
    repository: RunOnBranch["repository"],
    commit: CommitId,
    bases: readonly string[],
  ): Promise<boolean> {
    for (const base of bases) {
      if (!isCommitId(base)) return false;
      if (!(await this.#options.isAncestor(repository, commitId(base), commit))) return false;
    }
    return bases.length > 0;
  }

  /** Removes check runs that a rerun replaced. */
  async lasting(
    at: Pick<RunOnBranch, "repository" | "commit">,
    runs: readonly CheckRunAnswer[],
  ): Promise<readonly CheckRunAnswer[]> {
    const ofName = Map.groupBy(
      [...runs].sort((one, other) => one.id - other.id),
      (run) => `${suiteIdOf(run) ?? `none ${run.id}`} ${run.name}`,
    );
    const repeated = [...ofName.values()].flatMap((some) => (some.length > 1 ? some.slice(0, 1) : []));
    await this.#learnSuites(at, runs, new Set(repeated.map(suiteIdOf)));
    return [...ofName.values()].flatMap((some) => {
      const [first] = some;
      return first === undefined ? [] : lessMadeAgain(some, this.#suiteOf(first).startedAt);
    });
  }

  #remember(commit: CommitId, { checkRuns, statuses }: ChecksOfCommit): void {
    const seen = this.#seen.get(commit) ?? new Map<string, boolean>();
    for (const run of checkRuns) seen.set(idOfRun(run), run.status === "completed");
    for (const status of statuses) seen.set(idOfStatus(status), status.state !== "pending");
    this.#seen.set(commit, seen);
  }

  /** Apps other than GitHub Actions have one suite for all branches, so only the time identifies their test run. */
  #mayBeOfRun(run: CheckRunAnswer, testBranch: string): boolean {
    const { branch } = this.#suiteOf(run);
    return branch === null || branch === testBranch || !this.#options.isTestBranch(branch);
  }

  /**
   * The verdict that led to this run may be only seconds older than the run, within the tolerance of the clocks. Then
   * the push of the branch is read from GitHub, which uses the same clock. Until it is known, ambiguous checks do not
   * count.
   */
  async #overBefore(onBranch: RunOnBranch, found: ChecksOfCommit, since: number): Promise<WasOver> {
    const { run, repository, testBranch, commit } = onBranch;
    const begun = this.#begun.get(run);
    if (begun !== undefined) return endedBefore(begun);
    if (!this.#isAnyDoubtful(found, testBranch, since)) return clearlyOver(since);
    const move = await lastMove(this.#options.calls, repository, testBranch);
    if (move.kind === "untold") return clearlyOver(since);
    if (move.kind === "unseen" || move.to !== commit) return perhapsOver(since);
    this.#begun.set(run, move.at);
    return endedBefore(move.at);
  }

  /** Whether a check ended so close to the planning of the run that the clocks cannot order the two. */
  #isAnyDoubtful({ checkRuns, statuses }: ChecksOfCommit, testBranch: string, since: number): boolean {
    const [isClear, isPerhaps] = [clearlyOver(since), perhapsOver(since)];
    const times = [
      ...checkRuns
        .filter((run) => this.#suiteOf(run).branch !== testBranch)
        .map(({ started_at, completed_at }) => [started_at, completed_at] as const),
      ...statuses
        .filter(({ state }) => state !== "pending")
        .map(({ created_at }) => [created_at, created_at] as const),
    ];
    return times.some(([began, ended]) => isPerhaps(began, ended) && !isClear(began, ended));
  }

  /** Cancelled because a newer run of the same workflow started. Runs of other workflows do not supersede it. */
  #isSuperseded(run: CheckRunAnswer, all: readonly CheckRunAnswer[]): boolean {
    const { workflow } = this.#suiteOf(run);
    if (run.conclusion !== "cancelled" || workflow === null) return false;
    return all.some(
      (one) => one.name === run.name && one.id > run.id && this.#suiteOf(one).workflow === workflow,
    );
  }

  #suiteOf(run: CheckRunAnswer): Suite {
    const id = suiteIdOf(run);
    return (id === null ? undefined : this.#suites.get(id)) ?? UNKNOWN;
  }

  /** Reads unknown suites, and those in `anew`, which a rerun may have restarted. */
  async #learnSuites(
    { repository, commit }: Pick<RunOnBranch, "repository" | "commit">,
    runs: readonly CheckRunAnswer[],
    anew: ReadonlySet<number | null>,
  ): Promise<void> {
    const suites = [...new Set(runs.map(suiteIdOf))].filter((suite) => suite !== null);
    const isUnknown = (suite: number) => {
      const known = this.#suites.get(suite);
      return known === undefined || isUntold(known.mergedWith);
    };
    const unknown = suites.filter((suite) => anew.has(suite) || isUnknown(suite));
    if (unknown.length === 0) return;
    const workflowRuns = await this.#options.workflows.list(repository, { head_sha: commit });
    const found = new Map(workflowRuns?.map((run) => [run.check_suite_id, suiteIn(run)]));
    for (const suite of unknown) {
      // GitHub may list a workflow run later than its jobs.
      const learned = found.get(suite) ?? (workflowRuns === null ? UNKNOWN : undefined);
      if (learned !== undefined) this.#suites.set(suite, learned);
    }
  }
}

/** GitHub lists no open pull request for the workflow run. */
function isUntold(mergedWith: Suite["mergedWith"]): boolean {
  return mergedWith?.length === 0;
}

function suiteIn(run: WorkflowRunAnswer): Suite {
  const startedAt = Date.parse(run.run_started_at ?? "");
  return {
    branch: run.head_branch ?? null,
    workflow: run.workflow_id ?? null,
    startedAt: Number.isFinite(startedAt) ? startedAt : null,
    mergedWith:
      run.event === "pull_request" ? (run.pull_requests ?? []).map(({ base }) => base?.sha ?? "") : null,
  };
}

function idOfRun({ id }: CheckRunAnswer): string {
  return `run ${id}`;
}

function idOfStatus({ id }: { readonly id: number }): string {
  return `status ${id}`;
}

/** Started before `since` beyond the clock tolerance, and ended by `since` within it. */
function clearlyOver(since: number): WasOver {
  return (began, ended) =>
    Date.parse(began ?? "") + CLOCKS_DIFFER_MS < since && Date.parse(ended ?? "") <= since + CLOCKS_DIFFER_MS;
}

function perhapsOver(since: number): WasOver {
  return (began, ended) =>
    Date.parse(began ?? "") <= since + CLOCKS_DIFFER_MS &&
    Date.parse(ended ?? "") <= since + CLOCKS_DIFFER_MS;
}

/** By GitHub's clock, which has a resolution of a second. */
function endedBefore(at: number): WasOver {
  return (began, ended) => Date.parse(began ?? "") < at && Date.parse(ended ?? "") < at;
}

/**
 * Without jobs that a rerun of one workflow run replaces; other jobs with the same name all count, although GitHub's own rules
 * accept the latest. `runs` share suite and name, oldest first; `startedAt` is the latest start of the suite, null: unknown.
 */
function lessMadeAgain(runs: readonly CheckRunAnswer[], startedAt: number | null): readonly CheckRunAnswer[] {
  const ofLastStart = runs.filter((run) => startedAt === null || !wasOverBy(run, startedAt));
  if (startedAt !== null && ofLastStart.length > 0) return ofLastStart;
  // The rerun did not include these jobs, or its start is unknown: jobs that overlapped the last one are not reruns.
  const last = runs.at(-1);
  const lastBegan = Date.parse(last?.started_at ?? "");
  return runs.filter((run) => run === last || !wasOverBy(run, lastBegan));
}

/** False if the end is unknown. */
function wasOverBy({ completed_at: ended }: CheckRunAnswer, time: number): boolean {
  return Date.parse(ended ?? "") <= time;
}
