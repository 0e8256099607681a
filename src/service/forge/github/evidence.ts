/**
 * Which checks of a commit speak for which test run. The same speculation gives the same commit, so a run that is made
 * once more finds the checks of the run before it there: each run needs checks of its own.
 */
import { type CommitId, commitId, isCommitId, type TestRunId } from "../../../domain/ids.js";
import { Memo } from "../../git/memo.js";
import type { CheckRunAnswer, WorkflowRunAnswer } from "./answers.js";
import { lastMove } from "./branch-protection.js";
import type { GitHubCalls } from "./calls/github-calls.js";
import { type ChecksOfCommit, suiteIdOf } from "./checks-of-commit.js";
import { lessMadeAgain } from "./made-again.js";
import type { RunOnBranch } from "./runs-on-branches.js";
import type { WorkflowRuns } from "./workflow-runs.js";

/** How far GitHub's clock, or that of a CI, may be from ours. */
const CLOCKS_DIFFER_MS = 5000;
const MOST_COMMITS = 2000;
const MOST_SUITES = 20_000;

/** A suite of GitHub Actions is one run of a workflow, on one branch. Null is what GitHub does not say. */
interface Suite {
  readonly branch: string | null;
  readonly workflow: number | null;
  /** Last, as by somebody who had it made again. */
  readonly startedAt: number | null;
  /**
   * Where the branches stood that it merged the commit with, as a run for a pull request does; empty where GitHub does
   * not say. Null: it ran on the commit itself.
   */
  readonly mergedWith: readonly string[] | null;
}

const UNKNOWN: Suite = { branch: null, workflow: null, startedAt: null, mergedWith: null };

/** Whether what began and ended then says nothing of a run. False where the times are not told. */
type WasOver = (began: string | null | undefined, ended: string | null | undefined) => boolean;

export interface CommitOnBranch extends Pick<RunOnBranch, "repository" | "commit"> {
  /** Null: it is the head of a pull request. */
  readonly testBranch: string | null;
}

export interface OwnChecks extends ChecksOfCommit {
  /** Of the run's draft pull request, which merged the commit with a base that is not in it: it tested something else. */
  readonly onOtherBase: readonly CheckRunAnswer[];
}

export interface EvidenceOptions {
  readonly calls: GitHubCalls;
  readonly workflows: WorkflowRuns;
  readonly isTestBranch: (branch: string) => boolean;
  readonly isAncestor: (at: RunOnBranch["repository"], one: CommitId, other: CommitId) => Promise<boolean>;
}

export class Evidence {
  readonly #options: EvidenceOptions;
  /** By commit: what was seen there, and whether it has been used up. */
  readonly #seen = new Memo<Map<string, boolean>, CommitId>(MOST_COMMITS);
  readonly #ignored = new Memo<ReadonlySet<string>, TestRunId>(MOST_COMMITS);
  readonly #suites = new Memo<Suite, number>(MOST_SUITES);
  /** When GitHub saw the run's branch appear. */
  readonly #begun = new Memo<number, TestRunId>(MOST_COMMITS);

  constructor(options: EvidenceOptions) {
    this.#options = options;
  }

  /** From now on; what others have used up says nothing of this run. */
  begin({ run, commit }: Pick<RunOnBranch, "run" | "commit">): void {
    const seen = [...(this.#seen.get(commit) ?? [])];
    this.#ignored.set(run, new Set(seen.filter(([, isUsed]) => isUsed).map(([id]) => id)));
  }

  /** Nothing that is at the commit now will count for another run, however it comes out. */
  end({ run, commit }: RunOnBranch, { checkRuns, statuses }: ChecksOfCommit): void {
    const seen = this.#seen.get(commit) ?? new Map<string, boolean>();
    const ids = [...seen.keys(), ...checkRuns.map(idOfRun), ...statuses.map(idOfStatus)];
    this.#seen.set(commit, new Map(ids.map((id) => [id, true])));
    this.#ignored.delete(run);
  }

  /**
   * Of what is at the commit, what speaks for the run. What another process has used up is not known here, but it was
   * over before the run was planned, at `since`, and before its branch was there.
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

  /** All that may report on the commit; null where they may not be seen. A job on another test branch says nothing. */
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

  /** A run for a pull request tests GitHub's merge of the commit and the base, which may be untold as yet. */
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

  /** Less those that were made again. */
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

  /** Other Apps than GitHub Actions have one suite for all branches, so that only the time tells. */
  #mayBeOfRun(run: CheckRunAnswer, testBranch: string): boolean {
    const { branch } = this.#suiteOf(run);
    return branch === null || branch === testBranch || !this.#options.isTestBranch(branch);
  }

  /**
   * A verdict that led to this run may be seconds old when the run is planned, as much as clocks differ: then GitHub is
   * asked when it saw the branch, which is the same clock. Until it tells, what may be old says nothing.
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

  /** Over by about when the run was planned, and it cannot be told whether before. */
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

  /** Called off in favour of a newer run of its own workflow. What another workflow reports says nothing of it. */
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

  /** Those in `anew` may have been started once more since they were seen. */
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
      // GitHub may list a run later than its jobs.
      const learned = found.get(suite) ?? (workflowRuns === null ? UNKNOWN : undefined);
      if (learned !== undefined) this.#suites.set(suite, learned);
    }
  }
}

/** GitHub names no open pull request of the run. */
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

/** It clearly began before, and ended no later than about then. */
function clearlyOver(since: number): WasOver {
  return (began, ended) =>
    Date.parse(began ?? "") + CLOCKS_DIFFER_MS < since && Date.parse(ended ?? "") <= since + CLOCKS_DIFFER_MS;
}

function perhapsOver(since: number): WasOver {
  return (began, ended) =>
    Date.parse(began ?? "") <= since + CLOCKS_DIFFER_MS &&
    Date.parse(ended ?? "") <= since + CLOCKS_DIFFER_MS;
}

/** By GitHub's clock, to the second. */
function endedBefore(at: number): WasOver {
  return (began, ended) => Date.parse(began ?? "") < at && Date.parse(ended ?? "") < at;
}
