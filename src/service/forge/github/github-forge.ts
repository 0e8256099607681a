/**
 * GitHub as the code host: pull requests and checks are read from its REST API, tips from git. CI starts by itself when
 * the service pushes a test branch, and tells of its checks by webhooks; what these lose, the next look finds.
 */
import type { CommitId } from "../../../domain/ids.js";
import type { QueueSettings } from "../../../domain/queue-settings.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import type { Forge } from "../../ports/forge.js";
import type { Git } from "../../ports/git.js";
import { type Log, SILENT_LOG } from "../../ports/log.js";
import { ForgeError } from "../../ports/world-error.js";
import { fromGit, tipFromGit } from "../from-git.js";
import { BranchRules } from "./branch-rules.js";
import type { GitHubCalls, GitHubQueries } from "./calls/github-calls.js";
import { gitHubMerges } from "./merge-pull-request.js";
import { NO_MERITS, type OwnMerits, type PullRequestReader, readPullRequest } from "./read-pull-request.js";
import { UnmetRules, type UnmetRulesOptions } from "./readiness/unmet-rules.js";
import { RequiredChecks } from "./required-checks.js";
import { gitHubStacks } from "./stacks.js";
import { TestRuns } from "./test-runs.js";
import { verifyForkedRun } from "./verify-forked-run.js";

export interface GitHubForgeOptions {
  readonly calls: GitHubCalls & GitHubQueries;
  readonly git: Pick<Git, "isAncestor" | "readRefs">;
  /** The repositories that are served, by key. */
  readonly repositories: { has(repositoryKey: string): boolean };
  readonly testBranchPrefix: string;
  /** Of the queue of that branch; null where there is none. They decide what is read of a pull request. */
  readonly settingsOf?: (repository: Repository, targetBranch: string) => Promise<QueueSettings | null>;
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
  const rules = new BranchRules(calls, options.rulesKeptMs);
  const required = new RequiredChecks(rules);
  const runs = new TestRuns({
    ...{ calls, required, testBranchPrefix, log },
    isAncestor: async (...asked) => fromGit(options.git.isAncestor(...asked)),
  });
  const settingsOf = options.settingsOf ?? (async () => Promise.resolve(null));
  const ownChecks: UnmetRulesOptions["ownChecks"] = async (...asked) => runs.ownChecks(...asked);
  const unmet = new UnmetRules({ calls, rules, ownChecks, settingsOf });
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
    const settings = await settingsOf(repository, targetBranch);
    if (settings?.directMergeMode !== "always") return NO_MERITS;
    const skippedChecks = settings.skippedChecks ?? {};
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

    async readPullRequest(repository, number, targetBranch, look = "admission") {
      const { mergeabilityPausesMs = MERGEABILITY_PAUSES_MS } = options;
      const unmetRules: PullRequestReader["unmetRules"] = async (...asked) => unmet.of(...asked);
      const reader = { calls, mergeabilityPausesMs, testBranchPrefix, meritsOf, unmetRules };
      return await readPullRequest(reader, served(repository), { number, targetBranch, look });
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
