/** All that GitHub knows of one repository, and what follows when its refs move: pushes, new heads, merges. */
import type { CommitId } from "../../../src/domain/ids.js";
import type { JsonObject } from "../json-object.js";
import type { AppIdentity, Caller } from "./caller.js";
import type { CheckRun, CommitStatus, WorkflowRun } from "./checks.js";
import type { EmulateServer } from "./emulate-server.js";
import { type GitSide, NO_COMMIT } from "./git-side.js";
import { presentPull } from "./present/pull.js";
import { presentUser } from "./present/user.js";
import type { Protection, Ruleset } from "./protection.js";
import { baseSha, branchRef, type Pull } from "./pull.js";
import type { Webhooks } from "./webhooks.js";

export interface Review {
  readonly id: number;
  readonly pull: number;
  readonly author: string;
  readonly state: string;
  readonly body: string;
  readonly commit: CommitId;
  readonly submittedAt: string;
}

export interface Author {
  readonly login: string;
  readonly app: AppIdentity | null;
}

interface WorldParts {
  readonly git: GitSide;
  readonly webhooks: Webhooks;
  readonly emulate: EmulateServer;
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly owner: string;
  readonly name: string;
  readonly app: AppIdentity | null;
  readonly installation: number;
  readonly adminToken: string;
}

export class GitHubWorld {
  readonly git: GitSide;
  readonly webhooks: Webhooks;
  readonly emulate: EmulateServer;
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly owner: string;
  readonly name: string;
  readonly app: AppIdentity | null;
  readonly installation: number;
  readonly adminToken: string;
  readonly pulls = new Map<number, Pull>();
  readonly checkRuns: CheckRun[] = [];
  readonly statuses: CommitStatus[] = [];
  readonly workflowRuns: WorkflowRun[] = [];
  readonly protections = new Map<string, Protection>();
  readonly rulesets: Ruleset[] = [];
  /** Of people, by login: admin, maintain, write, triage, read or none. */
  readonly permissions = new Map<string, string>();
  /** Who shows which token. */
  readonly tokens = new Map<string, Caller>();
  readonly commentAuthors = new Map<number, Author>();
  readonly reactions: {
    readonly id: number;
    readonly on: string;
    readonly content: string;
    readonly by: string;
  }[] = [];
  readonly reviews: Review[] = [];
  /** Members of the repository's object that people change in its settings. */
  readonly settings: Record<string, unknown> = {};
  facts: JsonObject = {};
  readonly #userIds = new Map<string, number>();
  #seenHeads: ReadonlyMap<string, CommitId> = new Map();
  #settling: Promise<void> = Promise.resolve();
  #lastId = 1000;

  constructor(parts: WorldParts) {
    this.git = parts.git;
    this.webhooks = parts.webhooks;
    this.emulate = parts.emulate;
    this.apiUrl = parts.apiUrl;
    this.webUrl = parts.webUrl;
    this.owner = parts.owner;
    this.name = parts.name;
    this.app = parts.app;
    this.installation = parts.installation;
    this.adminToken = parts.adminToken;
  }

  newId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  userId(login: string): number {
    const known = this.#userIds.get(login) ?? this.newId();
    this.#userIds.set(login, known);
    return known;
  }

  get repositoryUrl(): string {
    return `${this.apiUrl}/repos/${this.owner}/${this.name}`;
  }

  get htmlUrl(): string {
    return `${this.webUrl}/${this.owner}/${this.name}`;
  }

  get repositoryObject(): JsonObject {
    return { ...this.facts, ...this.settings };
  }

  /** https://docs.github.com/en/webhooks/webhook-events-and-payloads#webhook-payload-object-common-properties */
  emit(event: string, payload: JsonObject, sender: string): void {
    this.webhooks.emit(event, {
      ...payload,
      repository: this.repositoryObject,
      organization: { login: this.owner },
      sender: presentUser(this, sender),
      ...(this.app === null ? {} : { installation: { id: this.installation } }),
    });
  }

  emitPull(action: string, pull: Pull, sender: string, more: JsonObject = {}): void {
    const pullRequest = presentPull(this, pull);
    this.emit("pull_request", { action, number: pull.number, pull_request: pullRequest, ...more }, sender);
  }

  /** To be called after any ref moved, by whom; one after the other. */
  settle(sender: string): Promise<void> {
    this.#settling = this.#settling.catch(() => undefined).then(() => this.#settle(sender));
    return this.#settling;
  }

  async #settle(sender: string): Promise<void> {
    const before = this.#seenHeads;
    const now = new Map(this.git.refsBelow("refs/heads/"));
    this.#seenHeads = now;
    for (const ref of new Set([...before.keys(), ...now.keys()])) {
      const [from, to] = [before.get(ref) ?? NO_COMMIT, now.get(ref) ?? NO_COMMIT];
      if (from !== to) this.#emitPush(ref, from, to, sender);
    }
    const open = [...this.pulls.values()].filter(({ state }) => state === "open");
    for (const pull of open) await this.#followHead(pull, sender);
    await this.#findMerged(open, sender);
  }

  /** https://docs.github.com/en/webhooks/webhook-events-and-payloads#push */
  #emitPush(ref: string, before: string, after: string, sender: string): void {
    const [created, deleted] = [before === NO_COMMIT, after === NO_COMMIT];
    const head = deleted ? null : { id: after };
    const pusher = { name: sender };
    this.emit(
      "push",
      { ref, before, after, created, deleted, forced: false, head_commit: head, pusher },
      sender,
    );
  }

  async #followHead(pull: Pull, sender: string): Promise<void> {
    const head = this.git.ref(branchRef(pull.fork, pull.headRef));
    if (head === null || baseSha(pull, this.git) === null) {
      this.close(pull, sender);
      return;
    }
    if (head === pull.headSha) return;
    const before = pull.headSha;
    pull.headSha = head;
    pull.updatedAt = new Date().toISOString();
    await this.git.move(`refs/pull/${pull.number}/head`, head);
    this.emitPull("synchronize", pull, sender, { before, after: head });
  }

  /** A pull request whose head its base contains counts as merged: https://docs.github.com/en/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/about-pull-request-merges#indirect-merges */
  async #findMerged(pulls: readonly Pull[], sender: string): Promise<void> {
    for (const base of new Set(pulls.map((pull) => pull.base))) {
      const tip = this.git.ref(branchRef(null, base));
      if (tip === null) continue;
      const found = await this.git.tell(
        "for-each-ref",
        "--format=%(refname)",
        `--merged=${tip}`,
        "refs/pull/*/head",
      );
      const merged = new Set((found ?? "").split("\n"));
      for (const pull of pulls) {
        if (pull.state !== "open" || pull.base !== base) continue;
        if (merged.has(`refs/pull/${pull.number}/head`)) this.markMerged(pull, tip, sender);
      }
    }
  }

  markMerged(pull: Pull, commit: CommitId, by: string): void {
    pull.merged = { by, commit, at: new Date().toISOString() };
    this.close(pull, by);
  }

  close(pull: Pull, by: string): void {
    pull.state = "closed";
    pull.closedAt = new Date().toISOString();
    pull.updatedAt = pull.closedAt;
    this.emitPull("closed", pull, by);
  }
}
