/** All that GitHub knows of one repository, and what follows when its refs move: pushes, new heads, merges. */
import type { CommitId } from "../../../src/domain/ids.js";
import { isJsonObject, type JsonObject } from "../json-object.js";
import { AppRegistrations } from "./app-registration.js";
import type { AppIdentity, Caller } from "./caller.js";
import type { CheckRun, CommitStatus, WorkflowRun } from "./checks.js";
import type { EmulateServer } from "./emulate-server.js";
import { followRefs } from "./follow-refs.js";
import type { GitSide } from "./git-side.js";
import { presentPull } from "./present/pull.js";
import { presentUser } from "./present/user.js";
import type { Protection, Ruleset } from "./protection.js";
import type { Pull } from "./pull.js";
import { SignIns } from "./sign-ins.js";
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

/** A conversation on lines of code. */
export interface ReviewThread {
  readonly id: number;
  readonly pull: number;
  isResolved: boolean;
}

/** https://docs.github.com/en/rest/deployments/deployments */
export interface Deployment {
  readonly id: number;
  readonly sha: string;
  readonly environment: string;
  /** Oldest first. */
  readonly states: string[];
}

export interface Author {
  readonly login: string;
  readonly app: AppIdentity | null;
}

/** https://docs.github.com/en/rest/issues/events */
export interface IssueEvent {
  readonly id: number;
  readonly number: number;
  readonly event:
    | "labeled"
    | "unlabeled"
    | "reopened"
    | "base_ref_changed"
    | "base_ref_force_pushed"
    | "automatic_base_change_succeeded";
  /** Of the first two. */
  readonly label?: unknown;
  readonly actor: string;
  readonly at: string;
}

/** https://docs.github.com/en/rest/repos/repos#list-repository-activities */
export interface BranchActivity {
  readonly id: number;
  readonly ref: string;
  readonly before: string;
  readonly after: string;
  readonly kind: "branch_creation" | "branch_deletion" | "force_push" | "push";
  readonly actor: string;
  readonly at: string;
}

/** https://docs.github.com/en/rest/pulls/pulls#merge-a-pull-request-asynchronously */
export interface AsyncMerge {
  readonly uuid: string;
  readonly pull: number;
  readonly method: string;
  readonly action: string;
  readonly expectedHead: string;
  status: "pending" | "merged" | "failed";
  message: string;
  sha: string | null;
  /** Resolves when it is merged or has failed. */
  done: Promise<void>;
}

type WorldParts = Pick<
  GitHubWorld,
  "git" | "webhooks" | "emulate" | "apiUrl" | "webUrl" | "owner" | "name" | "app" | "installation"
>;

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
  readonly pulls = new Map<number, Pull>();
  readonly checkRuns: CheckRun[] = [];
  readonly statuses: CommitStatus[] = [];
  readonly workflowRuns: WorkflowRun[] = [];
  /** Suites that an App has opened at a commit and never reports in. */
  readonly emptySuites: { readonly headSha: CommitId; readonly app: AppIdentity }[] = [];
  readonly protections = new Map<string, Protection>();
  readonly rulesets: Ruleset[] = [];
  /** Commits whose signatures GitHub has verified, of those that were written by its API. */
  readonly verifiedCommits = new Set<string>();
  /** Public SSH keys for signatures, by a verified address of the account that has them. */
  readonly signingKeys = new Map<string, string>();
  /** https://docs.github.com/en/rest/deployments/environments */
  readonly environments: JsonObject[] = [];
  /** Patterns of branches that may deploy, by environment. */
  readonly branchPolicies = new Map<string, readonly string[]>();
  /** Types of rules that no change here meets, of those whose subject is not modelled: patterns, files, scanning. */
  readonly violatedRules = new Set<string>();
  /** Of people, by login: admin, maintain, write, triage, read or none. */
  readonly permissions = new Map<string, string>();
  /** Who shows which token. */
  readonly tokens = new Map<string, Caller>();
  /** Their pull requests stay, without a repository of their head. */
  readonly deletedForks = new Set<string>();
  readonly commentAuthors = new Map<number, Author>();
  readonly editedComments = new Set<number>();
  readonly reactions: {
    readonly id: number;
    readonly on: string;
    readonly content: string;
    readonly by: string;
  }[] = [];
  readonly reviews: Review[] = [];
  readonly threads: ReviewThread[] = [];
  readonly deployments: Deployment[] = [];
  /** A push to the head of a pull request dismisses its approvals, as a rule may demand. */
  dismissesStaleReviews = false;
  /** Logins that own every file; where there are none, no file has an owner. */
  codeOwners: readonly string[] = [];
  /** Called when a branch has moved, before anything follows from it. */
  onMove: (move: BranchActivity) => void = () => undefined;
  /** What `mergeable_state` shows to an actor that may always bypass the rule which blocks: GitHub was seen to do both. */
  bypassersSee: "blocked" | "clean" = "blocked";
  /** Fields of a pull request that GraphQL refuses to this caller, as by a permission that it lacks. */
  readonly hiddenFields = new Set<string>();
  /** `owner/name` after a rename or transfer; null: as it was created. `owner` and `name` are the former ones then. */
  renamedTo: string | null = null;
  /** Present names of renamed branches, by the former ones. */
  readonly renamedBranches = new Map<string, string>();
  /** Another repository has the former name. Of it, the service sees only `ofOther`. */
  isFormerNameTaken = false;
  /** Answers by the address below the repository, such as `/pulls/7`. */
  readonly ofOther = new Map<string, unknown>();
  /** Whether an owner has suspended the App's installation: https://docs.github.com/en/apps/maintaining-github-apps/suspending-a-github-app-installation */
  isSuspended = false;
  /** https://docs.github.com/en/repositories/archiving-a-github-repository/archiving-repositories */
  isArchived = false;
  /** Where the log of a job is, by the id of its check run: https://docs.github.com/en/rest/actions/workflow-jobs */
  readonly jobLogs = new Map<number, string>();
  readonly issueEvents: IssueEvent[] = [];
  readonly activities: BranchActivity[] = [];
  /** Members of the repository's object that people change in its settings. */
  readonly settings: Record<string, unknown> = {};
  facts: JsonObject = {};
  /** The documentation speaks of the default branch; GitHub has been seen to do so for any. */
  indirectMerges: "anyBranch" | "defaultBranch" = "anyBranch";
  /** Oldest first; without those that expired. */
  asyncMerges: AsyncMerge[] = [];
  /** What GitHub waits for before it performs a merge in the background. */
  beforeAsyncMerge: () => Promise<unknown> = async () => Promise.resolve();
  /** Enterprise Server has no merges in the background. */
  hasAsyncMerges = true;
  /** How many reads of a pull request answer that nobody knows yet whether it merges. */
  unknownReads = 1;
  /** What GitHub gives of a tree at most: https://docs.github.com/en/rest/git/trees#get-a-tree */
  mostTreeEntries = 100_000;
  /** How far GitHub's clock is ahead of this machine's. */
  clockAheadMs = 0;
  readonly registrations = new AppRegistrations();
  readonly signIns = new SignIns();
  /** Of the App; empty where there is none. */
  appKey = "";
  /** Whether the owner of the repository is one. */
  isOrganization = true;
  /** As the API shows them. */
  readonly commitObjects = new Map<string, JsonObject>();
  readonly #userIds = new Map<string, number>();
  #seenHeads: ReadonlyMap<string, CommitId> = new Map();
  #settling: Promise<void> = Promise.resolve();
  /** Of an issue or a pull request. */
  lastNumber = 0;
  /** What was looked at last for pull requests that are merged, per base. */
  readonly lookedAt = new Map<string, string>();
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

  /** The former login is free for another account. */
  renameUser(login: string, to: string): void {
    this.#userIds.set(to, this.userId(login));
    this.#userIds.delete(login);
  }

  get repositoryUrl(): string {
    return `${this.apiUrl}/repos/${this.owner}/${this.name}`;
  }

  get htmlUrl(): string {
    return `${this.webUrl}/${this.owner}/${this.name}`;
  }

  get repositoryObject(): JsonObject {
    const [owner = this.owner, name = this.name] = this.renamedTo?.split("/") ?? [];
    const renamed =
      this.renamedTo === null
        ? {}
        : { name, full_name: `${owner}/${name}`, owner: { ...this.ownerObject, login: owner } };
    return { ...this.facts, ...this.settings, ...renamed, archived: this.isArchived };
  }

  get ownerObject(): JsonObject {
    const { owner } = this.facts;
    return isJsonObject(owner) ? owner : {};
  }

  /** As it stands in answers about other things: without what decides merges. */
  get minimalRepository(): JsonObject {
    const isMinimal = ([name]: readonly [string, unknown]) =>
      !/^(allow_(?!forking)|squash_|merge_|use_squash)/.test(name);
    return Object.fromEntries(Object.entries(this.repositoryObject).filter(isMinimal));
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

  /** Records what may have changed the base of a pull request. */
  recordBase({ number }: Pull, event: IssueEvent["event"], actor: string): void {
    this.issueEvents.push({ id: this.newId(), number, event, actor, at: new Date().toISOString() });
  }

  emitPull(action: string, pull: Pull, sender: string, more: JsonObject = {}): void {
    const merged = { merged: pull.merged !== null, mergeable: null, mergeable_state: "unknown" };
    const pullRequest = { ...presentPull(this, pull), ...merged };
    this.emit("pull_request", { action, number: pull.number, pull_request: pullRequest, ...more }, sender);
  }

  /** To be called after any ref moved, by whom; one after the other. */
  settle(sender: string): Promise<void> {
    this.#settling = this.#settling
      .catch(() => undefined)
      .then(async () => {
        const before = this.#seenHeads;
        this.#seenHeads = new Map(this.git.refsBelow("refs/heads/"));
        await followRefs(this, before, this.#seenHeads, sender);
      });
    return this.#settling;
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
