/** What CI and the repository's owner do at GitHub: check runs, statuses, workflow runs, rules, permissions. */
import type { CommitId } from "../../../src/domain/ids.js";
import type { JsonObject } from "../json-object.js";
import type { AppIdentity } from "./caller.js";
import { ACTIONS_APP, type CheckRun, type JobStep, suiteOfWorkflowRun, type WorkflowRun } from "./checks.js";
import { NO_PROTECTION, type Protection, type Ruleset } from "./protection.js";
import { changeWorkflowRun } from "./routes/actions.js";
import { changeRun, recordCheckRun } from "./routes/check-runs.js";
import { recordStatus } from "./routes/statuses.js";
import type { GitHubWorld } from "./world.js";

export class RepositoryHands {
  readonly world: GitHubWorld;

  constructor(world: GitHubWorld) {
    this.world = world;
  }

  /** A check run of GitHub Actions, or another App; null is in progress. Reporting again changes the one there is. */
  reportCheck(
    sha: CommitId,
    name: string,
    conclusion: string | null,
    app: AppIdentity = ACTIONS_APP,
  ): CheckRun {
    return this.#report({ headSha: sha, name, app }, conclusion);
  }

  /** The same of a job of a workflow run. */
  reportJob(
    run: WorkflowRun,
    name: string,
    conclusion: string | null,
    steps: readonly JobStep[] = [],
  ): CheckRun {
    const suite = suiteOfWorkflowRun(this.world, run);
    return this.#report({ headSha: run.headSha, name, app: ACTIONS_APP, suite, steps }, conclusion);
  }

  /** As Apps that are installed and have nothing to do leave behind at every commit. */
  openEmptySuite(headSha: CommitId, app: AppIdentity): void {
    this.world.emptySuites.push({ headSha, app });
  }

  #report(
    of: Pick<CheckRun, "headSha" | "name" | "app" | "suite" | "steps">,
    conclusion: string | null,
  ): CheckRun {
    const { app } = of;
    const known = this.world.checkRuns.findLast(
      (run) =>
        run.headSha === of.headSha && run.name === of.name && run.app.id === app.id && run.suite === of.suite,
    );
    const body = conclusion === null ? { status: "in_progress" } : { conclusion };
    const by = `${app.slug}[bot]`;
    if (known !== undefined && known.status !== "completed") {
      changeRun(this.world, known, body, by);
      return known;
    }
    const run: CheckRun = {
      id: this.world.newId(),
      ...of,
      status: conclusion === null ? "in_progress" : "completed",
      conclusion,
      startedAt: new Date().toISOString(),
      completedAt: conclusion === null ? null : new Date().toISOString(),
      externalId: "",
      detailsUrl: null,
      output: {},
      actions: [],
    };
    recordCheckRun(this.world, run, by);
    return run;
  }

  reportStatus(
    sha: CommitId,
    context: string,
    state: "error" | "failure" | "pending" | "success",
    by = "ci",
  ): void {
    const createdAt = new Date().toISOString();
    recordStatus(this.world, {
      id: this.world.newId(),
      sha,
      context,
      state,
      description: null,
      targetUrl: null,
      by,
      createdAt,
    });
  }

  workflowRun(
    plan: Partial<WorkflowRun> & { readonly headSha: CommitId; readonly headBranch: string },
  ): WorkflowRun {
    const run: WorkflowRun = {
      id: this.world.newId(),
      name: "ci",
      event: "push",
      fork: null,
      actor: "ada",
      pulls: [],
      createdAt: new Date().toISOString(),
      startedAt: new Date().toISOString(),
      attempt: 1,
      status: "queued",
      conclusion: null,
      ...plan,
    };
    this.world.workflowRuns.push(run);
    changeWorkflowRun(this.world, run, run.status, run.conclusion, run.actor);
    return run;
  }

  changeWorkflowRun(run: WorkflowRun, status: string, conclusion: string | null = null): void {
    changeWorkflowRun(this.world, run, status, conclusion, run.actor);
  }

  protect(
    branch: string,
    protection: Partial<Omit<Protection, "requiredChecks">> & { readonly checks?: readonly string[] },
  ): void {
    const { checks = [], ...more } = protection;
    const requiredChecks = checks.map((context) => ({ context, appId: null }));
    this.world.protections.set(branch, { ...NO_PROTECTION, ...more, requiredChecks });
  }

  ruleset(plan: Partial<Ruleset> & { readonly rules: readonly JsonObject[] }): void {
    const whole = {
      id: this.world.newId(),
      name: "rules",
      enforcement: "active",
      include: ["~DEFAULT_BRANCH"],
      bypass: [],
      bypassModes: {},
    } as const;
    this.world.rulesets.push({ ...whole, ...plan });
  }

  /** An account adds a public SSH key for signatures; `email` is one of its verified addresses. */
  async addSigningKey(email: string, publicKey: string): Promise<void> {
    this.world.signingKeys.set(email, publicKey);
    await this.world.git.addSigner(email, publicKey);
  }

  /** `branches` are the patterns of branches that may deploy; null lets all of them. */
  environment(name: string, branches: readonly string[] | "protected" | null): void {
    const isListed = branches !== null && branches !== "protected";
    const policy = { protected_branches: branches === "protected", custom_branch_policies: isListed };
    this.world.environments.push({
      id: this.world.newId(),
      name,
      protection_rules: [],
      deployment_branch_policy: branches === null ? null : policy,
    });
    if (isListed) this.world.branchPolicies.set(name, branches);
  }

  /** A deployment, or a further state of the last one of that commit to that environment. */
  deploy(sha: CommitId, environment: string, state: string): void {
    const { deployments } = this.world;
    const known = deployments.findLast((each) => each.sha === sha && each.environment === environment);
    if (known === undefined) deployments.push({ id: this.world.newId(), sha, environment, states: [state] });
    else known.states.push(state);
  }

  setPermission(login: string, level: "admin" | "maintain" | "write" | "triage" | "read" | "none"): void {
    this.world.permissions.set(login.toLowerCase(), level);
  }
}
