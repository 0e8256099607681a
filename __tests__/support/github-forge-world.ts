/** The GitHub forge on the counterpart, with the hands of everybody else: who pushes, merges, and is CI. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CommitId, pullRequestNumber, type TestRunId } from "../../src/domain/ids.js";
import { DEFAULT_QUEUE_SETTINGS, type QueueSettings } from "../../src/domain/queue-settings.js";
import { type Repository, repositoryKey } from "../../src/domain/repository.js";
import { createGit } from "../../src/service/git/git-adapter.js";
import {
  type AuthorizedCalls,
  createGitHubCalls,
  type GitHubCallsOptions,
} from "../../src/service/github/api/create-github-calls.js";
import { gitCredentials } from "../../src/service/github/api/git-credentials.js";
import {
  createGitHubForge,
  type GitHubForge,
  type GitHubForgeOptions,
} from "../../src/service/github/forge/github-forge.js";
import type { GitHub } from "./github/git-hub.js";
import { openGitHub, SERVICE_TOKEN } from "./github/open-git-hub.js";

export const ACME_SHOP: Repository = { host: "example.com", owner: "acme", name: "shop" };

/** The settings of the only queue, read as the forge reads them. */
export function withSettings(
  settings: Partial<QueueSettings>,
): NonNullable<GitHubForgeOptions["settingsOf"]> {
  return async () => Promise.resolve({ ...DEFAULT_QUEUE_SETTINGS, ...settings });
}

export interface ForgeOnGitHub {
  readonly calls: AuthorizedCalls;
  readonly forge: GitHubForge;
}

type Options = Partial<GitHubForgeOptions> & {
  readonly calling?: Partial<GitHubCallsOptions>;
  /** By the App instead of a token. */
  readonly isApp?: boolean;
};

export class GitHubForgeWorld implements AsyncDisposable {
  readonly github: GitHub;
  readonly forge: GitHubForge;
  readonly calls: AuthorizedCalls;
  readonly #cloneFolder = mkdtempSync(join(tmpdir(), "github-forge-"));
  readonly #opened: ForgeOnGitHub[] = [];
  readonly #commits = new Map<TestRunId, CommitId>();

  private constructor(github: GitHub, options: Options) {
    this.github = github;
    const { calls, forge } = this.reopen(options);
    this.calls = calls;
    this.forge = forge;
  }

  static async open(options: Options = {}): Promise<GitHubForgeWorld> {
    return new GitHubForgeWorld(await openGitHub(), options);
  }

  /** Another process, or the same one after a restart: it knows what GitHub knows. */
  reopen({ calling, isApp = false, ...options }: Options = {}): ForgeOnGitHub {
    const { github } = this;
    const { appId, privateKey } = github.app;
    const calls = createGitHubCalls({
      apiUrl: github.apiUrl,
      access: isApp
        ? { kind: "app", appId: String(appId), privateKey }
        : { kind: "token", token: SERVICE_TOKEN },
      userAgent: "merge-queue/test",
      ...calling,
      limits: { writePauseMs: 0, retryPauseMs: 5, longestWaitMs: 1500, ...calling?.limits },
    });
    const forge = createGitHubForge({
      calls,
      git: createGit({
        cloneFolder: this.#cloneFolder,
        resolve: () => `${github.webUrl}/acme/shop.git`,
        access: { credentials: gitCredentials(calls) },
      }),
      repositories: new Set([repositoryKey(ACME_SHOP)]),
      testBranchPrefix: "mq-merge/",
      mergeabilityPausesMs: [1, 50, 200],
      mergePausesMs: [1, 10, 50, 200],
      rulesKeptMs: 0,
      ...options,
    });
    this.#opened.push({ calls, forge });
    return { calls, forge };
  }

  /** The same for the same run, and published as the service would. */
  async testedCommit(run: TestRunId): Promise<CommitId> {
    const known = this.#commits.get(run);
    if (known !== undefined) return known;
    const commit = await this.github.pushToBranch(testBranchOf(run));
    this.#commits.set(run, commit);
    return commit;
  }

  /** CI ends one check, and GitHub tells of it. */
  conclude(run: TestRunId, name: string, conclusion: string): void {
    const headSha = this.#commits.get(run);
    if (headSha === undefined) throw new Error(`nothing is published for ${run}`);
    this.github.reportCheck(headSha, name, conclusion);
    this.forge.checksChanged(ACME_SHOP, { headSha, branch: testBranchOf(run) });
  }

  /** What it requires of itself has passed. */
  async pushToPullRequest(number: number, title: string, author: string): Promise<CommitId> {
    const known = this.github.world.pulls.get(number);
    if (known !== undefined) {
      known.title = title;
      await this.github.pushToPullRequest(number, { "more.txt": title });
    } else await this.github.openPullRequest({ number: pullRequestNumber(number), title, author });
    const { headSha } = this.github.pull(number);
    this.github.reportCheck(headSha, "tests", "success");
    return headSha;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { forge } of this.#opened) await forge.close();
    await this.github.close();
    rmSync(this.#cloneFolder, { recursive: true, force: true });
  }
}

export function testBranchOf(run: TestRunId): string {
  return `mq-merge/pr-7/${run}`;
}
