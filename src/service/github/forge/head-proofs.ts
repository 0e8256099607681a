/**
 * Whether the own checks of a pull request's head stand for a test run: START in `of`. Anything that GitHub does not show
 * counts as a difference, so that the head is tested.
 */
import { isSkipped } from "../../../domain/check.js";
import { type CommitId, type TreeId, treeId } from "../../../domain/ids.js";
import { Memo } from "../../../domain/memo.js";
import { COMPARED_TEST_RUNS, type HeadEvidence, jobName } from "../../../domain/pull-request.js";
import type { QueueSettings } from "../../../domain/queue-settings.js";
import type { Repository } from "../../../domain/repository.js";
import type { TestedCommit } from "../../ports/forge.js";
import { ForgeError } from "../../ports/world-error.js";
import { commitAnswer, read } from "../api/answers.js";
import type { GitHubReads } from "../api/github-calls.js";
import type { RequiredCheck, RequiredChecks } from "./branch-rules.js";
import { type ChecksOfCommit, suiteIdOf } from "./checks-of-commit.js";
import type { CommitChecks } from "./commit-checks.js";
import type { OwnHead } from "./read-pull-request.js";
import { quoted } from "./readiness/demands.js";
import { type BaseReads, testedElsewhere } from "./tested-elsewhere.js";
import type { JobEnd, JobReader, Step, WorkflowJobs } from "./workflow-runs.js";

export interface HeadProofsOptions extends BaseReads {
  readonly calls: Pick<GitHubReads, "read" | "list">;
  readonly required: RequiredChecks;
  readonly checks: CommitChecks;
  readonly jobs: JobReader;
  /** The newest test runs that landed on the branch, at most `COMPARED_TEST_RUNS`. */
  readonly testedCommits: (repository: Repository, targetBranch: string) => Promise<readonly TestedCommit[]>;
}

/** The head contains the tip of the branch. */
export interface HeadToProve extends OwnHead {
  readonly settings: QueueSettings;
}

export type HeadProof =
  | { readonly kind: "proven"; readonly evidence: HeadEvidence }
  /** A clause; null: its required checks have not all succeeded, or nothing is required. */
  | { readonly kind: "unproven"; readonly why: string | null };

const MOST_TREES = 2000;
const MOST_NAMED_JOBS = 300;

export class HeadProofs {
  readonly #options: HeadProofsOptions;
  readonly #trees = new Memo<TreeId, CommitId>(MOST_TREES);

  constructor(options: HeadProofsOptions) {
    this.#options = options;
  }

  /** Cheap questions come first: most heads need no call beyond those that admission makes anyway. */
  async of(repository: Repository, head: HeadToProve): Promise<HeadProof> {
    const { headSha, targetBranch, settings } = head;
    const required = await this.#options.required.of(repository, targetBranch);
    const names = [...new Set([...required.map(({ name }) => name), ...settings.requiredStatuses])];
    const untrue = await this.#whyNotPassed(repository, headSha, names, required);
    if (untrue !== undefined) return { kind: "unproven", why: untrue };
    const tested = await this.#options.testedCommits(repository, targetBranch);
    if (tested.length < COMPARED_TEST_RUNS) return unproven(tooFew(tested.length));
    const outside = reportedOutside(await this.#options.checks.everythingAt(repository, headSha), names);
    if (outside !== undefined)
      return unproven(`${quoted(outside)} is not a job of GitHub Actions, so it cannot be compared`);
    return await this.#compared(repository, head, names, tested);
  }

  /** undefined: all required checks succeeded. A skipped one never counts, regardless of `skippedChecks`. */
  async #whyNotPassed(
    repository: Repository,
    headSha: CommitId,
    names: readonly string[],
    required: readonly RequiredCheck[],
  ): Promise<string | null | undefined> {
    if (names.length === 0) return null;
    const checks = await this.#options.checks.ofHead(repository, headSha, { names, required });
    const open = checks.filter(({ conclusion }) => conclusion !== "success");
    const [first] = open;
    if (first === undefined) return undefined;
    return open.every(isSkipped) ? `${quoted(first.name)} was skipped on its head` : null;
  }

  async #compared(
    repository: Repository,
    own: OwnHead,
    names: readonly string[],
    tested: readonly TestedCommit[],
  ): Promise<HeadProof> {
    const { headSha } = own;
    const onHead = await this.#options.jobs.onHead(repository, headSha);
    if (onHead.kind === "unclear") return unproven(onHead.why);
    const head = reporting(onHead.workflows, names);
    const elsewhere = await testedElsewhere(this.#options, repository, own, head);
    if (elsewhere !== null) return unproven(elsewhere);
    const ofTests: (readonly WorkflowJobs[])[] = [];
    for (const { commit } of tested) {
      const there = await this.#jobsOfTest(repository, commit);
      if (there.length === 0)
        return unproven("GitHub no longer shows the jobs of the last ten test branches");
      ofTests.push(reporting(there, names));
    }
    const difference = differenceOf(head, ofTests);
    if (difference !== null) return unproven(difference);
    return await this.#proven(repository, headSha, { names, head, tested });
  }

  async #proven(
    repository: Repository,
    headSha: CommitId,
    { names, head, tested }: Compared,
  ): Promise<HeadProof> {
    const jobs = head.flatMap(({ name, jobs: ends }) =>
      [...ends].flatMap(([job, end]) => (end === "executed" ? [jobName(name, job)] : [])),
    );
    const checks = names.flatMap((name) => {
      const workflow = head.find(({ jobs: ends }) => ends.get(name) === "executed");
      return workflow === undefined ? [] : [{ name, workflow: workflow.name }];
    });
    if (checks.length < names.length) return unproven("a required check is not the result of a job");
    if (jobs.length > MOST_NAMED_JOBS) return unproven(`it has more than ${MOST_NAMED_JOBS} jobs`);
    const tree = await this.#treeOf(repository, headSha);
    const sameJobsOn = tested.map(({ run }) => run);
    return { kind: "proven", evidence: { tree, checks, jobs: jobs.toSorted(), sameJobsOn } };
  }

  /** Empty if GitHub no longer has them or does not show them, which retrying does not change. */
  async #jobsOfTest(repository: Repository, commit: CommitId): Promise<readonly WorkflowJobs[]> {
    try {
      const read = await this.#options.jobs.onTestBranch(repository, commit);
      return read.kind === "read" ? read.workflows : [];
    } catch (error) {
      if (error instanceof ForgeError && !error.retryable) return [];
      throw error;
    }
  }

  async #treeOf(repository: Repository, commit: CommitId): Promise<TreeId> {
    const known = this.#trees.get(commit);
    if (known !== undefined) return known;
    const answer = await this.#options.calls.read(repository, "/git/commits/{commit}", { commit });
    if (answer === null) throw new ForgeError(`GitHub does not have the head ${commit} (yet)`, true);
    const tree = treeId(read(commitAnswer, answer, `commit ${commit}`).tree.sha);
    this.#trees.set(commit, tree);
    return tree;
  }
}

interface Compared {
  readonly names: readonly string[];
  readonly head: readonly WorkflowJobs[];
  readonly tested: readonly TestedCommit[];
}

/** A required check that something else than GitHub Actions reported too. */
function reportedOutside(
  { checkRuns, statuses }: ChecksOfCommit,
  names: readonly string[],
): string | undefined {
  const others = new Set([
    ...checkRuns.filter((run) => suiteIdOf(run) === null).map(({ name }) => name),
    ...statuses.map(({ context }) => context),
  ]);
  return names.find((name) => others.has(name));
}

/** The workflows that report one of these checks. */
function reporting(workflows: readonly WorkflowJobs[], names: readonly string[]): readonly WorkflowJobs[] {
  return workflows.filter(({ jobs }) => names.some((name) => jobs.has(name)));
}

function tooFew(count: number): string {
  if (count === 0) return "none of the last nine landings was tested on a test branch";
  return `only ${count} of the last landings were tested on a test branch, and ${COMPARED_TEST_RUNS} are compared`;
}

function unproven(why: string): HeadProof {
  return { kind: "unproven", why };
}

/**
 * What test branches executed and the head did not, or the other way round, as a clause; null: the same. `tested` has
 * the workflows of each test branch, newest first. A step that one of them skipped may depend on a cache.
 */
function differenceOf(
  head: readonly WorkflowJobs[],
  tested: readonly (readonly WorkflowJobs[])[],
): string | null {
  for (const workflows of tested) {
    const difference = jobsThatDiffer(head, workflows);
    if (difference !== null) return difference;
  }
  return stepThatDiffers(head, tested);
}

function jobsThatDiffer(head: readonly WorkflowJobs[], tested: readonly WorkflowJobs[]): string | null {
  for (const { id, name } of [...head, ...tested]) {
    const here = head.find((one) => one.id === id);
    const there = tested.find((one) => one.id === id);
    if (there === undefined) return `test branches do not run the workflow ${quoted(name)}`;
    if (here === undefined) return `only test branches run the workflow ${quoted(name)}`;
    for (const job of new Set([...here.jobs.keys(), ...there.jobs.keys()])) {
      const [onHead, onTest] = [here.jobs.get(job), there.jobs.get(job)];
      // A job that the queue cancelled after the verdict would have executed.
      if ((onTest === "cut" ? "executed" : onTest) === onHead) continue;
      const ends = `${wordOf(onHead)} on its head and ${wordOf(onTest)} on a test branch`;
      return `the job ${quoted(jobName(name, job))} ${ends}`;
    }
  }
  return null;
}

function wordOf(end: JobEnd | undefined): string {
  if (end === undefined) return "does not exist";
  return end === "cut" ? "was cancelled" : end === "skipped" ? "was skipped" : "executed";
}

/** A step that is absent differs from one that is listed as skipped: a new one may be for test branches only. */
function stepThatDiffers(
  head: readonly WorkflowJobs[],
  tested: readonly (readonly WorkflowJobs[])[],
): string | null {
  for (const { id, name: workflow, steps, idle } of head) {
    const there = tested.flatMap((some) => some.find((one) => one.id === id) ?? []);
    const isIdle = (key: string): boolean => there.some((one) => one.idle.has(key));
    for (const [key, step] of there[0]?.steps ?? NO_STEPS) {
      if (steps.has(key) || isIdle(key)) continue;
      return `test branches also execute the step ${stepName(workflow, step)}`;
    }
    for (const [key, step] of idle) {
      if (!isIdle(key))
        return `its head skips the step ${stepName(workflow, step)}, which no test branch skipped`;
    }
  }
  return null;
}

function stepName(workflow: string, { job, name }: Step): string {
  return `${quoted(name)} of ${quoted(jobName(workflow, job))}`;
}

const NO_STEPS: ReadonlyMap<string, Step> = new Map();
