/**
 * START HERE: a forge for plain git repositories: pull request n is `refs/pull/<n>/head`, and CI is the operator's
 * shell command on this machine. That command runs code of pull requests, so only trusted people may push.
 */
import { availableParallelism, hostname } from "node:os";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { assertNever } from "../../domain/assert-never.js";
import type { Check } from "../../domain/check.js";
import type { CommitId, PullRequestNumber, TestRunId } from "../../domain/ids.js";
import type { PullRequestFacts } from "../../domain/pull-request.js";
import type { ReasonCode } from "../../domain/reason.js";
import { type Repository, repositoryKey } from "../../domain/repository.js";
import { errorText } from "../../domain/thrown.js";
import { fromGit, tipFromGit } from "../git/from-git.js";
import type { Served } from "../ports/dispatch.js";
import type { Forge, StartOutcome, TestRequest } from "../ports/forge.js";
import type { Git } from "../ports/git.js";
import { type Log, SILENT_LOG } from "../ports/log.js";
import type { PostedRun, RunBoard, RunBoardWorker, RunState, Verdict } from "../ports/run-board.js";
import { ForgeError } from "../ports/world-error.js";
import { openOutput, readOutputTail } from "./saved-output.js";
import { TestRuns } from "./test-runs.js";

export interface PlainGitForgeOptions {
  readonly git: Git;
  /** The served repositories, by key. */
  readonly repositories: { has(repositoryKey: string): boolean };
  /** Shell command line that tests a checked-out commit: exit code 0 passes. Null: no run can start. */
  readonly testCommand: string | null;
  /** Holds work trees, verdicts and outputs; no other process may use it. */
  readonly workFolder: string;
  readonly maxOutputBytes?: number;
  /** The limit of parallel runs across all queues; further runs wait. */
  readonly parallelRuns?: number;
  /** How many outputs of forgotten runs are kept. */
  readonly keptLogs?: number;
  readonly log?: Log;
  /** Shares test runs between replicas. Without it, this process runs them all. */
  readonly board?: RunBoard;
  /** Whose test runs this process takes from the board. */
  readonly served?: Served;
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
    onlyCheck: CHECK_NAME,
    hasNoHeadChecks: true,

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

    async startTests(repository, request) {
      const outcome = whatDecides(testCommand, request.requiredStatuses);
      if (outcome.kind === "notStarted") return outcome;
      if (await runs.start(repository, request)) return outcome;
      const runState = await runs.read(repository, request.run);
      return runState?.progress === "disturbed" ? neverOnCommitAlone(runState) : outcome;
    },

    async readChecks(repository, run) {
      const runState = await runs.read(repository, run);
      const check = runState === null ? null : checkOf(runState);
      return check === null ? null : [check];
    },

    async readOutput(_repository, run) {
      return await readOutputTail(runs.outputPath(run));
    },

    openOutput: async (_repository, run) => openOutput(runs.outputPath(run)),

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

/** With a shared board, the board reports verdicts: another replica may have started the run. */
function testRuns(options: PlainGitForgeOptions, onVerdict: ChecksListener): TestRuns | SharedTestRuns {
  const { git, testCommand, board, served, log = SILENT_LOG } = options;
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
  if (board === undefined) return runs;
  const atATime = testCommand === null ? 0 : parallelRuns;
  return new SharedTestRuns({
    board,
    runs,
    atATime,
    log,
    onVerdict,
    ...(served !== undefined && { served }),
  });
}

/** Derives all facts from the head commit. After a squash or rebase it remains open: git does not show that it landed. */
async function readPullRequest(
  git: Git,
  repository: Repository,
  number: PullRequestNumber,
  targetBranch: string,
  /** The head of the previous attempt, if it could not be read as a commit. */
  unreadable?: CommitId,
): Promise<PullRequestFacts | null> {
  const [headRef, targetRef] = [`refs/pull/${number}/head`, `refs/heads/${targetBranch}`];
  const refs = await git.readRefs(repository, [headRef, targetRef]);
  const [headSha, tip] = [refs.get(headRef), refs.get(targetRef)];
  // A head that is still the same and unreadable is a blob or a tag, not a pull request.
  if (headSha === undefined || headSha === unreadable) return null;
  const head = await git.readCommit(repository, headSha);
  if (head === null && unreadable === undefined) {
    return await readPullRequest(git, repository, number, targetBranch, headSha);
  }
  if (head === null) {
    throw new ForgeError(`head ${headSha} of #${number} disappeared before it was read`, true);
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
    // Plain git has no checks of the pull request itself, so nothing may land because of them.
    basedOn: null,
    ownChecksPassed: false,
  };
}

/** Null for a run without a verdict; the next attempt to start it returns the reason. */
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
      "No test command is set, so nothing decides the test run; set MERGE_QUEUE_TEST_COMMAND to a shell " +
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
    // Without the queue's setting, the operator's configuration names the check, as branch protection does on a code
    // host: it belongs neither to the queue nor to a file of the repository.
    requiredStatusesSource:
      requiredStatuses.length > 0 ? "merge_instance" : "repo_provider_branch_protection",
  };
}

/** The outcome of a run without a verdict after its last attempt. */
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
  /** The runs of this process. */
  readonly runs: TestRuns;
  /** The limit of parallel runs of this process; 0 without a test command. */
  readonly atATime: number;
  readonly log: Log;
  readonly onVerdict: RunBoardWorker["onVerdict"];
  readonly served?: Served;
}

/**
 * Test runs that replicas share through a board. This process executes the runs that it claims, and keeps their output
 * on its machine. The board has the state of every run.
 */
class SharedTestRuns {
  readonly #board: RunBoard;
  readonly #runs: TestRuns;
  readonly #serving: Promise<void>;

  constructor({ board, runs, log, ...worker }: SharedTestRunsOptions) {
    this.#board = board;
    this.#runs = runs;
    const urlOf = (run: TestRunId) => this.#urlOf(run);
    const carryOut = async (posted: PostedRun, callOff: AbortSignal) => this.#execute(posted, callOff);
    this.#serving = board.serve({ ...worker, urlOf, carryOut }).catch((error: unknown) => {
      log.error({ error: errorText(error) }, "this process executes no test runs; other replicas do");
    });
  }

  outputPath(run: TestRunId): string {
    return this.#runs.outputPath(run);
  }

  async start(repository: Repository, request: TestRequest): Promise<boolean> {
    return this.#board.post(repository, request);
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

  /** Removes first, because local state of the run can only be left from an earlier posting. */
  async #execute({ repository, request }: PostedRun, callOff: AbortSignal): Promise<Verdict | null> {
    await this.#runs.clear(request.run);
    const stop = () => void this.#runs.stop(request.run);
    callOff.addEventListener("abort", stop, { once: true });
    try {
      await this.#runs.start(repository, request);
      // The abort may have come before the listener was added, or during the start.
      if (callOff.aborted) stop();
      return await this.#runs.ended(request.run);
    } finally {
      callOff.removeEventListener("abort", stop);
      await this.#runs.clear(request.run);
    }
  }

  #urlOf(run: TestRunId): string {
    const url = pathToFileURL(this.#runs.outputPath(run));
    url.host = hostname();
    return url.href;
  }
}
