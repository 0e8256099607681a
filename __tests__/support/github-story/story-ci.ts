/**
 * CI as a stand-in: looks at every branch that is new to it, lays the commit out of the bare repository, runs the test
 * that the repository brings, and reports as an App does, through the API. Or it is GitHub Actions with a workflow that
 * runs by push and by pull request, and whose job is behind another one by push and skipped by pull request.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { CommitId } from "../../../src/domain/ids.js";
import type { WorkflowRun } from "../github/checks.js";
import type { GitHub } from "../github/git-hub.js";
import type { Pull } from "../github/pull.js";
import { isJsonObject } from "../json-object.js";
import { type DrawnWorkflow, StoryWorkflow, type StoryWorkflowOptions } from "./story-workflow.js";

export const CI_CHECK = "tests";
const TOKEN = "ghs_of_the_ci";
const LOOK_EVERY_MS = 500;

export interface StoryCiOptions {
  readonly github: GitHub;
  readonly passes: (commit: CommitId) => Promise<boolean>;
  /** How long one run takes. */
  readonly durationMs: (branch: string) => number;
  /** What else happens just before a verdict is reported. */
  readonly beforeVerdict?: (branch: string) => Promise<void>;
  readonly afterVerdict?: (branch: string) => Promise<void>;
  readonly isActions?: boolean;
  /** CI by a workflow file, instead of the one check. */
  readonly workflow?: DrawnWorkflow & Pick<StoryWorkflowOptions, "chance" | "isFlaky">;
}

export class StoryCi {
  /** Commits and trees that were tested and passed, and when they were first. */
  readonly passedCommits = new Map<string, number>();
  readonly passedTrees = new Map<string, number>();
  readonly verdicts: { readonly branch: string; readonly commit: CommitId; readonly passed: boolean }[] = [];
  readonly #options: StoryCiOptions;
  readonly #seen = new Set<string>();
  readonly #skippedFor = new Set<Pull>();
  #workflow: StoryWorkflow | null = null;
  #isStopped = false;
  #failure: unknown;
  readonly #underWay = new Set<Promise<void>>();

  constructor(options: StoryCiOptions) {
    this.#options = options;
    const { tokens } = options.github.world;
    tokens.set(TOKEN, { login: "ci[bot]", token: TOKEN, app: { id: 77, slug: "ci" }, permissions: null });
    void (options.workflow === undefined ? this.#watch() : this.#follow(options.workflow));
  }

  /** A person runs failed jobs again; false: there are none. */
  rerun(): boolean {
    return this.#workflow?.rerun() ?? false;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#underWay);
    if (this.#failure !== undefined) throw new Error("CI failed", { cause: this.#failure });
  }

  async #follow(workflow: NonNullable<StoryCiOptions["workflow"]>): Promise<void> {
    const { github, passes, afterVerdict } = this.#options;
    const onPassed: StoryWorkflowOptions["onPassed"] = async (branch, commit) => {
      await this.#notePassed(commit);
      await afterVerdict?.(branch);
    };
    this.#workflow = new StoryWorkflow({ ...workflow, github, passes, onPassed });
    const lived = this.#workflow
      .live(() => this.#isStopped)
      .catch((error: unknown) => {
        this.#failure ??= error;
      });
    this.#underWay.add(lived);
    await lived;
  }

  async #notePassed(commit: CommitId): Promise<void> {
    const tree = await this.#options.github.world.git.repository.git("rev-parse", `${commit}^{tree}`);
    if (!this.passedTrees.has(tree)) this.passedTrees.set(tree, Date.now());
    if (!this.passedCommits.has(commit)) this.passedCommits.set(commit, Date.now());
  }

  async #watch(): Promise<void> {
    const { git } = this.#options.github.world;
    while (!this.#isStopped) {
      for (const [ref, commit] of git.refsBelow("refs/heads/")) {
        const key = `${ref} ${commit}`;
        if (this.#seen.has(key)) continue;
        this.#seen.add(key);
        const run = this.#run(ref.replace("refs/heads/", ""), commit)
          .catch((error: unknown) => {
            this.#failure ??= error;
          })
          .finally(() => this.#underWay.delete(run));
        this.#underWay.add(run);
      }
      if (this.#options.isActions === true) this.#skipDrafts();
      await sleep(LOOK_EVERY_MS);
    }
  }

  /** The same workflow once more for each draft pull request. */
  #skipDrafts(): void {
    const { github } = this.#options;
    for (const pull of github.world.pulls.values()) {
      if (!pull.draft || pull.state !== "open" || this.#skippedFor.has(pull)) continue;
      this.#skippedFor.add(pull);
      const { headSha, headRef: headBranch } = pull;
      const run = github.workflowRun({ headSha, headBranch, event: "pull_request", status: "in_progress" });
      github.reportJob(run, CI_CHECK, "skipped");
      github.changeWorkflowRun(run, "completed", "success");
    }
  }

  async #run(branch: string, commit: CommitId): Promise<void> {
    const { github, passes, durationMs, beforeVerdict, afterVerdict } = this.#options;
    // https://docs.github.com/en/actions/how-tos/manage-workflow-runs/skip-workflow-runs
    if ((await github.world.git.repository.git("show", "-s", "--format=%B", commit)).includes("[skip ci]"))
      return;
    const report = await this.#begin(branch, commit);
    const passed = await passes(commit);
    await sleep(durationMs(branch));
    if (passed) await this.#notePassed(commit);
    this.verdicts.push({ branch, commit, passed });
    await beforeVerdict?.(branch);
    await report(passed ? "success" : "failure");
    await afterVerdict?.(branch);
  }

  /** How to report the verdict. */
  async #begin(branch: string, commit: CommitId): Promise<(conclusion: string) => Promise<void>> {
    const { github, isActions = false } = this.#options;
    if (!isActions) {
      const id = await this.#report("POST", "", { name: CI_CHECK, head_sha: commit, status: "in_progress" });
      return async (conclusion) => {
        await this.#report("PATCH", `/${id}`, { conclusion });
      };
    }
    const run: WorkflowRun = github.workflowRun({
      ...{ headSha: commit, headBranch: branch, status: "in_progress" },
    });
    return async (conclusion) => {
      // It may have been called off meanwhile.
      if (run.status !== "completed") {
        github.reportJob(run, CI_CHECK, conclusion);
        github.changeWorkflowRun(run, "completed", conclusion);
      }
      return Promise.resolve();
    };
  }

  async #report(method: string, path: string, body: object): Promise<number> {
    const { apiUrl } = this.#options.github;
    const response = await fetch(`${apiUrl}/repos/acme/shop/check-runs${path}`, {
      method,
      headers: { authorization: `token ${TOKEN}`, "x-counterpart": "hand" },
      body: JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`CI could not report: ${response.status} ${JSON.stringify(answer)}`);
    return Number(isJsonObject(answer) ? answer["id"] : Number.NaN);
  }
}
