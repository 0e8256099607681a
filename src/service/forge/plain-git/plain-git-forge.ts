/**
 * A code host that is nothing but a git repository: pull request n is `refs/pull/<n>/head`, and CI is a shell command
 * of the operator's, run on this machine. It runs what pull requests bring along, so only trusted people may push.
 */
import { availableParallelism, hostname } from "node:os";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { assertNever } from "../../../domain/assert-never.js";
import type { Check } from "../../../domain/check.js";
import type { CommitId, PullRequestNumber, TestRunId } from "../../../domain/ids.js";
import type { PullRequestFacts } from "../../../domain/pull-request.js";
import type { ReasonCode } from "../../../domain/reason.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import type { Forge, StartOutcome, TestOrder } from "../../ports/forge.js";
import type { Git } from "../../ports/git.js";
import { type Log, SILENT_LOG } from "../../ports/log.js";
import type { PostedRun, RunBoard, RunBoardWorker, RunState, Verdict } from "../../ports/run-board.js";
import { ForgeError } from "../../ports/world-error.js";
import { fromGit, tipFromGit } from "../from-git.js";
import { TestRuns } from "./test-runs.js";

export interface PlainGitForgeOptions {
  readonly git: Git;
  /** The repositories that are served, by key. */
  readonly repositories: { has(repositoryKey: string): boolean };
  /** Shell command line that tests a checked-out commit: exit code 0 passes. Null: no run can ever start. */
  readonly testCommand: string | null;
  /** For work trees, verdicts and outputs; no other process may use it. */
  readonly workFolder: string;
  readonly maxOutputBytes?: number;
  /** Runs at the same time, whatever queues allow; the others wait. */
  readonly parallelRuns?: number;
  /** How many outputs of forgotten runs are kept. */
  readonly keptLogs?: number;
  readonly log?: Log;
  /** Where processes that serve the same queues share test runs; without one, this process has them all. */
  readonly board?: RunBoard;
}

const DEFAULT_MAX_OUTPUT_BYTES = 10 * 1024 * 1024;
const DEFAULT_KEPT_LOGS = 200;

type ChecksListener = Parameters<Forge["onChecks"]>[0];

export function createPlainGitForge(options: PlainGitForgeOptions): Forge {
  const { git, repositories, testCommand } = options;
  const listeners: ChecksListener[] = [];
  const runs = testRuns(options, (...changed) => {
    for (const listener of listeners) listener(...changed);
  });

  return {
    name: "plain-git",

    async hasRepository(repository) {
      return Promise.resolve(repositories.has(repositoryKey(repository)));
    },

    async readTip(repository, branch) {
      return await tipFromGit(git, repository, branch);
    },

    async readPullRequest(repository, pullRequest, targetBranch) {
      return await fromGit(readPullRequest(git, repository, pullRequest, targetBranch));
    },

    pullRequestUrl: () => "",

    async startTests(repository, order) {
      const outcome = whatDecides(testCommand, order.requiredStatuses);
      if (outcome.kind === "notStarted") return outcome;
      if (await runs.start(repository, order)) return outcome;
      const runState = await runs.read(repository, order.run);
      return runState?.progress === "disturbed" ? neverOnCommitAlone(runState) : outcome;
    },

    async readChecks(repository, run) {
      const runState = await runs.read(repository, run);
      const check = runState === null ? null : checkOf(runState);
      return check === null ? null : [check];
    },

    async stopTests(_repository, run: TestRunId) {
      await runs.stop(run);
    },

    onChecks(listener) {
      listeners.push(listener);
    },

    async close() {
      await runs.close();
    },
  };
}

/** On a board that is shared, a run that ends here may have been told to start elsewhere. */
function testRuns(options: PlainGitForgeOptions, onVerdict: ChecksListener): TestRuns | SharedTestRuns {
  const { git, testCommand, board, log = SILENT_LOG } = options;
  const parallelRuns = options.parallelRuns ?? availableParallelism();
  const runs = new TestRuns(
    {
      git,
      testCommand: testCommand ?? "",
      workFolder: resolve(options.workFolder),
      maxOutputBytes: options.maxOutputBytes ?? DEFAULT_MAX_OUTPUT_BYTES,
      parallelRuns,
      keptLogs: options.keptLogs ?? DEFAULT_KEPT_LOGS,
      log,
    },
    board === undefined ? onVerdict : () => undefined,
  );
  return board === undefined
    ? runs
    : new SharedTestRuns({ board, runs, atATime: testCommand === null ? 0 : parallelRuns, log, onVerdict });
}

/** Its head says everything there is to know. Landed by squash or rebase it stays open, as git cannot tell. */
async function readPullRequest(
  git: Git,
  repository: Repository,
  number: PullRequestNumber,
  targetBranch: string,
  /** The head of a moment ago, if no commit could be read there. */
  unreadable?: CommitId,
): Promise<PullRequestFacts | null> {
  const [headRef, targetRef] = [`refs/pull/${number}/head`, `refs/heads/${targetBranch}`];
  const refs = await git.readRefs(repository, [headRef, targetRef]);
  const [headSha, tip] = [refs.get(headRef), refs.get(targetRef)];
  // What is still there, and yet no commit, is a file or a tag: not a pull request.
  if (headSha === undefined || headSha === unreadable) return null;
  const head = await git.readCommit(repository, headSha);
  if (head === null && unreadable === undefined) {
    return await readPullRequest(git, repository, number, targetBranch, headSha);
  }
  if (head === null) {
    throw new ForgeError(`head ${headSha} of #${number} was gone before it could be read`, true);
  }
  const isMerged = tip !== undefined && (await git.isAncestor(repository, headSha, tip));
  return {
    number,
    headSha,
    title: head.subject,
    author: head.authorName,
    baseBranch: targetBranch,
    state: isMerged ? "merged" : "open",
    draft: false,
    mergeability: "mergeable",
    // A bare repository has no checks of a pull request's own, so nothing may land on them.
    basedOn: null,
    ownChecksPassed: false,
  };
}

/** Null where there will never be a check; an attempt to start the run again returns the reason. */
function checkOf({ progress, url }: RunState): Check | null {
  switch (progress) {
    case "waiting":
      return { name: CHECK_NAME, url, status: "queued", conclusion: null };
    case "underWay":
      return { name: CHECK_NAME, url, status: "in_progress", conclusion: null };
    case "success":
    case "failure":
      return { name: CHECK_NAME, url, status: "completed", conclusion: progress };
    case "disturbed":
      return null;
    default:
      return assertNever(progress);
  }
}

/** The one check that this forge reports. */
export const CHECK_NAME = "tests";

export function whatDecides(testCommand: string | null, requiredStatuses: readonly string[]): StartOutcome {
  if (testCommand === null) {
    return notStarted(
      "START_TEST_RUN_NO_REQUIRED_STATUSES",
      "No test command is set, so nothing would ever decide the test run; set MERGE_QUEUE_TEST_COMMAND to a shell " +
        "command that exits with 0 when the tests pass.",
    );
  }
  const unknown = requiredStatuses.filter((name) => name !== CHECK_NAME);
  if (unknown.length > 0) {
    return notStarted(
      "START_TEST_RUN_NO_REQUIRED_STATUSES",
      `The queue requires ${unknown.map((name) => JSON.stringify(name)).join(", ")}, but the test command reports ` +
        `only ${JSON.stringify(CHECK_NAME)}; update the queue with deleteRequiredStatuses, or require only that.`,
    );
  }
  return {
    kind: "started",
    requiredStatuses: [CHECK_NAME],
    // Without the queue's own setting the operator's configuration names the check. It stands where a code host has
    // branch protection: not with the queue, and not in a file of the repository.
    requiredStatusesSource:
      requiredStatuses.length > 0 ? "merge_instance" : "repo_provider_branch_protection",
  };
}

/** For a run of which nothing is known after all its attempts. */
export function neverOnCommitAlone({ url }: RunState): StartOutcome {
  return notStarted(
    "START_TEST_RUN_RETRY_EXHAUSTED",
    "The tests ran several times without a verdict: each time their folder no longer belonged to the commit under " +
      `test. Another process works in the service's data folder, or the tests change what git keeps there; see ${url}.`,
  );
}

function notStarted(code: ReasonCode, sentence: string): StartOutcome {
  return { kind: "notStarted", reason: { code, sentence } };
}

interface SharedTestRunsOptions {
  readonly board: RunBoard;
  /** Those of this process. */
  readonly runs: TestRuns;
  /** None where there is no command to run. */
  readonly atATime: number;
  readonly log: Log;
  readonly onVerdict: RunBoardWorker["onVerdict"];
}

/**
 * The test command on commits, where several processes share the runs: what this one takes, it runs here, and its output
 * stays on this machine; what is known of every run stands on the board.
 */
class SharedTestRuns {
  readonly #board: RunBoard;
  readonly #runs: TestRuns;
  readonly #serving: Promise<void>;

  constructor({ board, runs, atATime, log, onVerdict }: SharedTestRunsOptions) {
    this.#board = board;
    this.#runs = runs;
    const urlOf = (run: TestRunId) => this.#urlOf(run);
    const carryOut = async (posted: PostedRun, callOff: AbortSignal) => this.#carryOut(posted, callOff);
    this.#serving = board.serve({ atATime, urlOf, carryOut, onVerdict }).catch((error: unknown) => {
      log.error({ error: String(error) }, "this process takes no test runs; others do");
    });
  }

  async start(repository: Repository, order: TestOrder): Promise<boolean> {
    return this.#board.post(repository, order);
  }

  async read(repository: Repository, run: TestRunId): Promise<RunState | null> {
    return this.#board.read(repository, run);
  }

  async stop(run: TestRunId): Promise<void> {
    await this.#board.remove(run);
    await this.#runs.stop(run);
  }

  async close(): Promise<void> {
    await this.#serving;
    await this.#board.close();
    await this.#runs.close();
  }

  /** Whatever this process knows of the run is of an earlier posting. */
  async #carryOut({ repository, order }: PostedRun, callOff: AbortSignal): Promise<Verdict | null> {
    await this.#runs.clear(order.run);
    const stop = () => void this.#runs.stop(order.run);
    callOff.addEventListener("abort", stop, { once: true });
    try {
      await this.#runs.start(repository, order);
      // Called off before anybody listened, or while it started.
      if (callOff.aborted) stop();
      return await this.#runs.ended(order.run);
    } finally {
      callOff.removeEventListener("abort", stop);
      await this.#runs.clear(order.run);
    }
  }

  #urlOf(run: TestRunId): string {
    const url = pathToFileURL(this.#runs.outputPath(run));
    url.host = hostname();
    return url.href;
  }
}
