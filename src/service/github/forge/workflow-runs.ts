/**
 * Reads runs of GitHub Actions workflows, and the checks that a workflow reported in earlier runs. Both come from
 * GitHub, so a restarted process and other replicas get the same result.
 */
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import { Memo } from "../../git/memo.js";
import type { Log } from "../../ports/log.js";
import { ForgeError } from "../../ports/world-error.js";
import {
  checkRunAnswer,
  read,
  readAll,
  type WorkflowRunAnswer,
  workflowRunAnswer,
  workflowRunsAnswer,
} from "../api/answers.js";
import type { GitHubCalls } from "../api/github-calls.js";

/** Each earlier run costs a call when a skipped check first waits for its workflow. */
const MOST_EARLIER_RUNS = 10;
const MOST_WORKFLOWS = 2000;
/** Limited, because a workflow may start to report a required check in its next run. */
const KEPT_MS = 600_000;
/** GitHub Actions is disabled for the repository. */
const NO_ACTIONS = / with 404\b/;

interface Reported {
  readonly at: number;
  readonly names: ReadonlySet<string>;
}

export class WorkflowRuns {
  readonly #calls: GitHubCalls;
  readonly #log: Log;
  /** By repository and workflow. */
  readonly #reported = new Memo<Reported>(MOST_WORKFLOWS);

  constructor(calls: GitHubCalls, log: Log) {
    this.#calls = calls;
    this.#log = log;
  }

  /** null: the App or token may not read workflow runs. */
  async list(
    repository: Repository,
    of: Readonly<Record<string, string>>,
  ): Promise<readonly WorkflowRunAnswer[] | null> {
    try {
      const runs = await this.#calls.list(repository, "/actions/runs", { ...of, under: "workflow_runs" });
      return readAll(workflowRunAnswer, runs);
    } catch (error) {
      if (!(error instanceof ForgeError) || error.retryable) throw error;
      if (NO_ACTIONS.test(error.message)) return [];
      this.#log.warn({ error: error.message }, "the workflow runs of a test branch cannot be read");
      return null;
    }
  }

  /** Whether one of the workflow's latest complete runs reported a check with one of the names; true if unreadable. */
  async hasReported(repository: Repository, workflow: number, names: ReadonlySet<string>): Promise<boolean> {
    const key = `${repositoryKey(repository)} ${workflow}`;
    const known = this.#reported.get(key);
    const isFresh = known !== undefined && performance.now() - known.at < KEPT_MS;
    if (known !== undefined && (isFresh || isAnyIn(known.names, names))) return isAnyIn(known.names, names);
    try {
      const reported = await this.#namesReported(repository, workflow);
      this.#reported.set(key, { at: performance.now(), names: reported });
      return isAnyIn(reported, names);
    } catch (error) {
      if (!(error instanceof ForgeError) || error.retryable) throw error;
      this.#log.warn({ error: error.message, workflow }, "the checks that a workflow reports cannot be read");
      return true;
    }
  }

  async #namesReported(repository: Repository, workflow: number): Promise<ReadonlySet<string>> {
    const asked = { workflow, status: "completed", per_page: MOST_EARLIER_RUNS };
    const answer = await this.#calls.read(repository, "/actions/workflows/{workflow}/runs", asked);
    const { workflow_runs: earlier } = read(workflowRunsAnswer, answer, `the runs of workflow ${workflow}`);
    const names = new Set<string>();
    for (const { check_suite_id: suite } of readAll(workflowRunAnswer, earlier)) {
      if (suite === undefined) continue;
      const of = { suite, under: "check_runs" };
      const jobs = await this.#calls.list(repository, "/check-suites/{suite}/check-runs", of);
      for (const { name } of readAll(checkRunAnswer, jobs)) names.add(name);
    }
    return names;
  }
}

function isAnyIn(names: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  return [...wanted].some((name) => names.has(name));
}
