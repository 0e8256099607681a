/** Git through the API of the counterpart of GitHub, beside a git with a clone of the same repository. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CommitId, pullRequestNumber, testRunId } from "../../src/domain/ids.js";
import type { MergeMethod } from "../../src/domain/queue-settings.js";
import { type Repository, repositoryKey } from "../../src/domain/repository.js";
import type { ContainedHead } from "../../src/engine/model/queue.js";
import type { OwnCommits } from "../../src/service/git/commit-signer.js";
import { createGit } from "../../src/service/git/git-adapter.js";
import { createGitHubCalls } from "../../src/service/github/api/create-github-calls.js";
import { createApiGit } from "../../src/service/github/git-data/api-git.js";
import type { Git } from "../../src/service/ports/git.js";
import type { CommitPlan, GitRepository } from "./git-repository.js";
import type { GitHub } from "./github/git-hub.js";
import { openGitHub, SERVICE_TOKEN } from "./github/open-git-hub.js";

export const SHOP: Repository = { host: "github.com", owner: "acme", name: "shop" };
export const SCRATCH = "mq-scratch/";
const RUN = testRunId("00000000-0000-8000-8000-000000000001");

export class ApiGitWorld implements AsyncDisposable {
  readonly github: GitHub;
  readonly git: Git;
  now = Date.UTC(2026, 0, 2);
  readonly #cloneFolder = mkdtempSync(join(tmpdir(), "api-git-"));
  readonly #close: () => Promise<void>;

  readonly #commits: Partial<OwnCommits>;

  private constructor(github: GitHub, commits: Partial<OwnCommits>) {
    this.github = github;
    this.#commits = commits;
    const calls = createGitHubCalls({
      apiUrl: github.apiUrl,
      access: { kind: "token", token: SERVICE_TOKEN },
      userAgent: "merge-queue/test",
      limits: { writePauseMs: 0, retryPauseMs: 1 },
    });
    this.#close = async () => calls.close();
    this.git = createApiGit({
      calls,
      repositories: new Set([repositoryKey(SHOP)]),
      scratchPrefix: SCRATCH,
      ...commits,
      clock: { now: () => this.now, monotonic: () => this.now },
    });
  }

  static async open(commits: Partial<OwnCommits> = {}): Promise<ApiGitWorld> {
    return new ApiGitWorld(
      await openGitHub({ rateLimit: null, files: { "README.md": "# Shop\n" } }),
      commits,
    );
  }

  get origin(): GitRepository {
    return this.github.world.git.repository;
  }

  get tip(): CommitId {
    const tip = this.github.tip("main");
    if (tip === null) throw new Error("there is no main");
    return tip;
  }

  withClone(): Git {
    const resolve = () => this.origin.folder;
    return createGit({ cloneFolder: this.#cloneFolder, resolve, ...this.#commits });
  }

  /** A pull request, which may have several commits; each stands on the one before. */
  async pull(number: number, ...plans: readonly CommitPlan[]): Promise<ContainedHead> {
    const linked = plans.map((plan, index) => ({ parents: [index === 0 ? this.tip : index - 1], ...plan }));
    const headSha = (await this.origin.commits(linked)).at(-1);
    if (headSha === undefined) throw new Error("a pull request has a commit");
    await this.origin.setRef(`refs/pull/${number}/head`, headSha);
    await this.github.world.git.refresh();
    const title = (plans.at(-1)?.message ?? `Change ${number}`).split("\n", 1)[0] ?? "";
    return { pullRequest: pullRequestNumber(number), headSha, title, submittedAt: Date.UTC(2026, 0, 2, 3) };
  }

  async build(git: Git, contains: readonly ContainedHead[], mergeMethod: MergeMethod = "squash") {
    return await git.build(SHOP, { run: RUN, testedOn: this.tip, contains, mergeMethod });
  }

  /** The last commit of what the API builds, which has to build. */
  async built(contains: readonly ContainedHead[], mergeMethod: MergeMethod = "squash"): Promise<CommitId> {
    const outcome = await this.build(this.git, contains, mergeMethod);
    const commit = outcome.kind === "built" ? outcome.commits.at(-1) : undefined;
    if (commit === undefined) throw new Error(`expected a build, got ${JSON.stringify(outcome)}`);
    return commit;
  }

  scratchBranches(): readonly string[] {
    return this.github.world.git.refsBelow(`refs/heads/${SCRATCH}`).map(([name]) => name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
    await this.github.close();
    rmSync(this.#cloneFolder, { recursive: true, force: true });
  }
}
