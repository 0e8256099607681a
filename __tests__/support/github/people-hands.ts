/** What people do at GitHub: push, open pull requests, label, comment, review, merge. They meet no faults. */
import type { CommitId } from "../../../src/domain/ids.js";
import type { FileChange } from "../git-repository.js";
import { isJsonObject, type JsonObject } from "../json-object.js";
import { openPull } from "./open-pull.js";
import { branchRef, type Pull } from "./pull.js";
import { RepositoryHands } from "./repository-hands.js";
import { clickOn } from "./routes/check-runs.js";
import { recordReview } from "./routes/people.js";

type Files = Readonly<Record<string, FileChange>>;

/** More than happen at the same time. */
const MAX_PUSHES = 20;

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

export class PeopleHands extends RepositoryHands {
  #pushes = 0;

  tip(branch: string, fork: string | null = null): CommitId | null {
    return this.world.git.ref(branchRef(fork, branch));
  }

  pull(number: number): Pull {
    const pull = this.world.pulls.get(number);
    if (pull === undefined) throw new Error(`there is no pull request #${number}`);
    return pull;
  }

  /** Adds a commit to a branch, which starts at the tip of `main` if need be; once more if another push comes first. */
  async pushToBranch(
    branch: string,
    files: Files = {},
    by = "ada",
    fork: string | null = null,
  ): Promise<CommitId> {
    this.#pushes += 1;
    const change = {
      files,
      message: `Change ${this.#pushes} of ${branch}\n`,
      seconds: 1_700_000_000 + this.#pushes,
    };
    for (let attempt = 1; attempt <= MAX_PUSHES; attempt += 1) {
      const tip = this.tip(branch, fork);
      const parent = tip ?? this.tip("main");
      const parents = parent === null ? [] : [parent];
      const commit = await this.world.git.repository.commit({ ...change, parents });
      if (!(await this.world.git.move(branchRef(fork, branch), commit, tip))) continue;
      await this.world.settle(by);
      return commit;
    }
    throw new Error(`${branch} could not be pushed: it was elsewhere at each of ${MAX_PUSHES} attempts`);
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

  /**
   * Pull requests onto it go on to the new name, and those of it are closed:
   * https://docs.github.com/en/repositories/configuring-branches-and-merges-in-your-repository/managing-branches-in-your-repository/renaming-a-branch
   */
  async renameBranch(from: string, to: string, by = "ada"): Promise<void> {
    const { world } = this;
    const commit = this.tip(from);
    if (commit === null) throw new Error(`there is no branch ${from}`);
    await world.git.move(branchRef(null, to), commit);
    world.renamedBranches.set(from, to);
    world.renamedBranches.delete(to);
    for (const pull of world.pulls.values()) {
      if (pull.base !== from || pull.state !== "open") continue;
      pull.base = to;
      pull.updatedAt = new Date().toISOString();
      world.recordBase(pull, "automatic_base_change_succeeded", by);
      world.emitPull("edited", pull, by, { changes: { base: { ref: { from } } } });
    }
    const isDefault = world.facts["default_branch"] === from || world.settings["default_branch"] === from;
    if (isDefault) world.settings["default_branch"] = to;
    const protection = world.protections.get(from);
    world.protections.delete(from);
    if (protection !== undefined) world.protections.set(to, protection);
    await this.setBranch(from, null, by);
    if (isDefault) world.emit("repository", { action: "edited", changes: { default_branch: { from } } }, by);
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
    const headRef = plan.branch ?? `change-${this.#pushes + 1}`;
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
    if (!this.world.tokens.has(token)) {
      this.world.tokens.set(token, { login, token, app: null, permissions: null });
    }
    const response = await fetch(`${this.world.apiUrl}/repos/${this.world.owner}/${this.world.name}${path}`, {
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

  /** On a check run of an App: a button by its identifier, or `rerun` for GitHub's own. Only that App gets the webhook. */
  clickOnCheck(id: number, button: string, by = "ada"): void {
    const run = this.world.checkRuns.find((each) => each.id === id);
    if (run === undefined) throw new Error(`there is no check run ${id}`);
    clickOn(this.world, run, button, by);
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

  /** As when a maintainer dismisses the approvals of one reviewer. */
  dismissReview(number: number, author: string): void {
    const commit = this.pull(number).headSha;
    recordReview(this.world, { pull: number, author, state: "DISMISSED", body: "", commit }, "dismissed");
  }

  /** The id of a new conversation on a line of code. */
  openThread(number: number, by = "bob"): number {
    const id = this.world.newId();
    this.world.threads.push({ id, pull: number, isResolved: false });
    this.review(number, by, "COMMENTED");
    return id;
  }

  /** https://docs.github.com/en/webhooks/webhook-events-and-payloads#pull_request_review_thread */
  resolveThread(id: number, by = "ada"): void {
    const thread = this.world.threads.find((each) => each.id === id);
    if (thread === undefined) throw new Error(`there is no review thread ${id}`);
    thread.isResolved = true;
    const said = { action: "resolved", pull_request: { number: thread.pull }, thread: { id } };
    this.world.emit("pull_request_review_thread", said, by);
  }

  /** As when somebody edits the title, the text or the base. */
  async editPullRequest(
    number: number,
    changes: { readonly title?: string; readonly body?: string; readonly base?: string },
    by = "ada",
  ): Promise<void> {
    await this.act(by, "PATCH", `/pulls/${number}`, changes);
  }

  async reopenPullRequest(number: number, by = "ada"): Promise<void> {
    await this.act(by, "PATCH", `/pulls/${number}`, { state: "open" });
  }

  /** Its pull requests stay, and nobody can push to them any more. */
  async deleteFork(owner: string): Promise<void> {
    this.world.deletedForks.add(owner);
    for (const [ref] of this.world.git.refsBelow(`refs/namespaces/${owner}/`)) {
      await this.world.git.move(ref, null);
    }
  }
}
