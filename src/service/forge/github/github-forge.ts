/**
 * GitHub as the code host: pull requests and checks are read from its REST API, tips from git. CI starts by itself when
 * the service pushes a test branch, and tells of its checks by webhooks; what these lose, the next look finds.
 */
import type { CommitId } from "../../../domain/ids.js";
import type { SkippedChecks } from "../../../domain/queue-settings.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import type { Forge } from "../../ports/forge.js";
import type { Git } from "../../ports/git.js";
import { type Log, SILENT_LOG } from "../../ports/log.js";
import { ForgeError } from "../../ports/world-error.js";
import { fromGit, tipFromGit } from "../from-git.js";
import type { GitHubCalls } from "./calls/github-calls.js";
import { gitHubMerges } from "./merge-pull-request.js";
import { NO_MERITS, type OwnMerits, readPullRequest } from "./read-pull-request.js";
import { RequiredChecks } from "./required-checks.js";
import { gitHubStacks } from "./stacks.js";
import { TestRuns } from "./test-runs.js";
import { verifyForkedRun } from "./verify-forked-run.js";

export interface GitHubForgeOptions {
  readonly calls: GitHubCalls;
  readonly git: Pick<Git, "isAncestor" | "readRefs">;
  /** The repositories that are served, by key. */
  readonly repositories: { has(repositoryKey: string): boolean };
  readonly testBranchPrefix: string;
  /** How skipped checks count where pull requests may land on their own checks; null where they may not. */
  readonly directMerges?: (repository: Repository, targetBranch: string) => Promise<SkippedChecks | null>;
  readonly log?: Log;
  readonly mergeabilityPausesMs?: readonly number[];
  /** How long required checks of a branch are kept. */
  readonly rulesKeptMs?: number;
}

export interface CheckedCommit {
  readonly headSha: CommitId;
  /** The branch that it was checked on, where that is known. */
  readonly branch: string | null;
}

export interface GitHubForge extends Forge {
  /** To be called when GitHub says that there may be news of the checks of a commit. */
  checksChanged(repository: Repository, of: CheckedCommit): void;
}

type ChecksListener = Parameters<Forge["onChecks"]>[0];

const MERGEABILITY_PAUSES_MS = [700, 2000];

export function createGitHubForge(options: GitHubForgeOptions): GitHubForge {
  const { calls, repositories, testBranchPrefix, log = SILENT_LOG } = options;
  const required = new RequiredChecks(calls, options.rulesKeptMs);
  const runs = new TestRuns({
    ...{ calls, required, testBranchPrefix, log },
    isAncestor: async (...asked) => fromGit(options.git.isAncestor(...asked)),
  });
  const listeners: ChecksListener[] = [];
  const tips = new Map<string, CommitId>();

  function served(repository: Repository): Repository {
    if (repositories.has(repositoryKey(repository))) return repository;
    throw new ForgeError(`repository ${repositoryKey(repository)} is not configured`, false);
  }

  async function meritsOf(
    repository: Repository,
    headSha: CommitId,
    targetBranch: string,
  ): Promise<OwnMerits> {
    const skippedChecks = (await options.directMerges?.(repository, targetBranch)) ?? null;
    if (skippedChecks === null) return NO_MERITS;
    const tip = tips.get(branchKey(repository, targetBranch));
    if (tip === undefined || !(await fromGit(options.git.isAncestor(repository, tip, headSha)))) {
      return NO_MERITS;
    }
    const ownChecksPassed = await runs.hasPassed(repository, headSha, targetBranch, skippedChecks);
    return { basedOn: tip, ownChecksPassed };
  }

  return {
    name: "github",

    async hasRepository(repository) {
      return Promise.resolve(repositories.has(repositoryKey(repository)));
    },

    async readTip(repository, branch) {
      // The API may still tell what was before a landing, and the branch would seem to be rewritten.
      const tip = await tipFromGit(options.git, served(repository), branch);
      if (tip === null) tips.delete(branchKey(repository, branch));
      else tips.set(branchKey(repository, branch), tip);
      return tip;
    },

    async readPullRequest(repository, number, targetBranch) {
      const { mergeabilityPausesMs = MERGEABILITY_PAUSES_MS } = options;
      const reader = { calls, mergeabilityPausesMs, testBranchPrefix, meritsOf };
      return await readPullRequest(reader, served(repository), number, targetBranch);
    },

    pullRequestUrl: ({ host, owner, name }, number) => `https://${host}/${owner}/${name}/pull/${number}`,

    startTests: async (repository, order) => runs.start(served(repository), order),
    readChecks: async (repository, ...asked) => runs.read(served(repository), ...asked),
    stopTests: async (repository, run) => runs.stop(served(repository), run),

    onChecks(listener) {
      listeners.push(listener);
    },

    checksChanged(repository, { headSha, branch }) {
      for (const run of runs.concernedBy(repository, headSha, branch)) {
        for (const listener of listeners) listener(repository, run);
      }
    },

    merges: gitHubMerges(calls, served),
    stacks: gitHubStacks(calls, served),

    verifyForkedRun: async (repository, claim) => verifyForkedRun(calls, served(repository), claim),

    close: async () => calls.close(),
  };
}

function branchKey(repository: Repository, branch: string): string {
  return `${repositoryKey(repository)} ${branch}`;
}
