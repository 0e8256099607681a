/** The counterpart as a test holds it: addresses and credentials for the service, and hands for everybody else. */
import type { CommitId } from "../../../src/domain/ids.js";
import type { FileChange } from "../git-repository.js";
import { isJsonObject, type JsonObject } from "../json-object.js";
import type { Caller } from "./caller.js";
import { ACTIONS_APP, type CheckRun, type WorkflowRun } from "./checks.js";
import type { Faults } from "./faults.js";
import type { HttpFront, RecordedCall } from "./http-front.js";
import { openPull } from "./open-pull.js";
import { NO_PROTECTION, type Protection, type Ruleset } from "./protection.js";
import { branchRef, type Pull } from "./pull.js";
import { changeWorkflowRun } from "./routes/actions.js";
import { changeRun, recordCheckRun } from "./routes/check-runs.js";
import { recordReview } from "./routes/people.js";
import { recordStatus } from "./routes/statuses.js";
import type { Webhooks } from "./webhooks.js";
import type { GitHubWorld } from "./world.js";

export interface AppCredentials {
  readonly appId: number;
  readonly installationId: number;
  readonly privateKey: string;
}

type Files = Readonly<Record<string, FileChange>>;

export interface PullRequestPlan {
  readonly files?: Files;
  readonly title?: string;
  readonly body?: string | null;
  readonly author?: string;
  readonly base?: string;
  readonly branch?: string;
  /** Owner of the fork that it comes from. */
  readonly fork?: string | null;
  readonly draft?: boolean;
  readonly labels?: readonly string[];
  /** Issues take the numbers before it. */
  readonly number?: number;
}

export class GitHub {
  readonly world: GitHubWorld;
  readonly app: AppCredentials;
  readonly #front: HttpFront;
  #branches = 0;

  constructor(world: GitHubWorld, front: HttpFront, app: AppCredentials) {
    this.world = world;
    this.app = app;
    this.#front = front;
  }

  get apiUrl(): string {
    return this.world.apiUrl;
  }

  /** Git's addresses are `OWNER/NAME.git` below it. */
  get webUrl(): string {
    return this.world.webUrl;
  }

  get webhooks(): Webhooks {
    return this.world.webhooks;
  }

  get faults(): Faults {
    return this.#front.faults;
  }

  /** Every call so far, git's too. */
  get calls(): readonly RecordedCall[] {
    return this.#front.calls;
  }

  /** How often each route was called in a way that counts against the rate limit. */
  countsPerRoute(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { route, counts: counted } of this.calls)
      if (counted) counts[route] = (counts[route] ?? 0) + 1;
    return counts;
  }

  forgetCalls(): void {
    this.#front.calls.length = 0;
  }

  /** A person's or a fine-grained token; without permissions it may do everything. */
  addToken(token: string, login: string, permissions: Readonly<Record<string, string>> | null = null): void {
    this.world.tokens.set(token, { login, token, app: null, permissions });
  }

  /** As when an installation token has expired. */
  forgetTokens(which: (token: string) => boolean = (token) => token.startsWith("ghs_")): void {
    for (const token of this.world.tokens.keys()) if (which(token)) this.world.tokens.delete(token);
  }

  tip(branch: string, fork: string | null = null): CommitId | null {
    return this.world.git.ref(branchRef(fork, branch));
  }

  pull(number: number): Pull {
    const pull = this.world.pulls.get(number);
    if (pull === undefined) throw new Error(`there is no pull request #${number}`);
    return pull;
  }

  /** Adds a commit to a branch, which starts at the tip of `main` if need be. */
  async pushToBranch(
    branch: string,
    files: Files = {},
    by = "ada",
    fork: string | null = null,
  ): Promise<CommitId> {
    const parent = this.tip(branch, fork) ?? this.tip("main");
    const ref = branchRef(fork, branch);
    this.#branches += 1;
    const commit = await this.world.git.repository.commit({
      parents: parent === null ? [] : [parent],
      files,
      message: `Change ${this.#branches} of ${branch}\n`,
      seconds: 1_700_000_000 + this.#branches,
      refs: [ref],
    });
    await this.world.git.refresh();
    await this.world.settle(by);
    return commit;
  }

  async setBranch(
    branch: string,
    to: CommitId | null,
    by = "ada",
    fork: string | null = null,
  ): Promise<void> {
    await this.world.git.move(branchRef(fork, branch), to);
    await this.world.settle(by);
  }

  async openPullRequest(plan: PullRequestPlan = {}): Promise<Pull> {
    const {
      fork = null,
      author = "ada",
      title = "A change",
      body = null,
      base = "main",
      draft = false,
    } = plan;
    const headRef = plan.branch ?? `change-${this.#branches + 1}`;
    if (plan.files !== undefined || this.tip(headRef, fork) === null) {
      await this.pushToBranch(headRef, plan.files ?? { [`${headRef}.txt`]: `${title}\n` }, author, fork);
    }
    const numbered = plan.number === undefined ? {} : { number: plan.number };
    const pull = await openPull(this.world, { fork, headRef, base, title, body, draft, author, ...numbered });
    for (const label of plan.labels ?? []) await this.addLabel(pull.number, label, author);
    return pull;
  }

  async pushToPullRequest(number: number, files: Files, by?: string): Promise<CommitId> {
    const { headRef, fork, author } = this.pull(number);
    return this.pushToBranch(headRef, files, by ?? author, fork);
  }

  /** Any change that GitHub's own pages offer, through the API, as that person. */
  async act(
    login: string,
    method: string,
    path: string,
    body?: JsonObject | readonly string[],
  ): Promise<unknown> {
    const token = `person:${login}`;
    if (!this.world.tokens.has(token)) this.addToken(token, login);
    const response = await fetch(`${this.apiUrl}/repos/${this.world.owner}/${this.world.name}${path}`, {
      method,
      headers: { authorization: `token ${token}`, "x-counterpart": "hand" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} as ${login}: ${response.status} ${text}`);
    return text === "" ? null : JSON.parse(text);
  }

  async addLabel(number: number, label: string, by = "ada"): Promise<void> {
    await this.act(by, "POST", `/issues/${number}/labels`, { labels: [label] });
  }

  async removeLabel(number: number, label: string, by = "ada"): Promise<void> {
    await this.act(by, "DELETE", `/issues/${number}/labels/${encodeURIComponent(label)}`);
  }

  /** The comment's id. */
  async comment(author: string, number: number, text: string): Promise<number> {
    const comment = await this.act(author, "POST", `/issues/${number}/comments`, { body: text });
    return Number(isJsonObject(comment) ? comment["id"] : Number.NaN);
  }

  async comments(number: number): Promise<readonly JsonObject[]> {
    const comments = await this.act("admin", "GET", `/issues/${number}/comments?per_page=100`);
    return Array.isArray(comments) ? comments.filter(isJsonObject) : [];
  }

  async closePullRequest(number: number, by = "ada"): Promise<void> {
    await this.act(by, "PATCH", `/pulls/${number}`, { state: "closed" });
  }

  async mergePullRequest(number: number, method = "merge", by = "ada"): Promise<void> {
    await this.act(by, "PUT", `/pulls/${number}/merge`, { merge_method: method });
  }

  setDraft(number: number, draft: boolean, by = "ada"): void {
    const pull = this.pull(number);
    pull.draft = draft;
    pull.updatedAt = new Date().toISOString();
    this.world.emitPull(draft ? "converted_to_draft" : "ready_for_review", pull, by);
  }

  review(number: number, author: string, state: "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED"): void {
    recordReview(this.world, { pull: number, author, state, body: "", commit: this.pull(number).headSha });
  }

  /** A check run of GitHub Actions, or another App; null is in progress. Reporting again changes the one there is. */
  reportCheck(sha: CommitId, name: string, conclusion: string | null, app = ACTIONS_APP): CheckRun {
    const known = this.world.checkRuns.findLast(
      (run) => run.headSha === sha && run.name === name && run.app.id === app.id,
    );
    const body = conclusion === null ? { status: "in_progress" } : { conclusion };
    const by = `${app.slug}[bot]`;
    if (known !== undefined && known.status !== "completed") {
      changeRun(this.world, known, body, by);
      return known;
    }
    const run: CheckRun = {
      id: this.world.newId(),
      app,
      headSha: sha,
      name,
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
    } as const;
    this.world.rulesets.push({ ...whole, ...plan });
  }

  setPermission(login: string, level: "admin" | "maintain" | "write" | "triage" | "read" | "none"): void {
    this.world.permissions.set(login.toLowerCase(), level);
  }

  async close(): Promise<void> {
    await this.webhooks.settled();
    await this.#front.close();
    await this.world.emulate.close();
    await this.world.git.remove();
  }
}

export type { Caller };
