/**
 * START HERE: GitHub as the code host: reads pull requests and checks from its REST API, and tips from git. CI starts
 * when the service pushes a test branch and reports its checks by webhooks; polls find what lost webhooks would have
 * reported.
 */
import {
  type CommitId,
  commitId,
  isCommitId,
  isPullRequestNumber,
  type PullRequestNumber,
  treeId,
} from "../../../domain/ids.js";
import type { MergeMethod, QueueSettings } from "../../../domain/queue-settings.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import { fromGit, tipFromGit } from "../../git/from-git.js";
import type {
  Forge,
  ForkedRunClaim,
  ForkedRunVerdict,
  Merge,
  MergeRequest,
  PullRequestMerges,
} from "../../ports/forge.js";
import type { Git } from "../../ports/git.js";
import { type Log, SILENT_LOG } from "../../ports/log.js";
import { ForgeError, RefusedByHost, type Refuser } from "../../ports/world-error.js";
import {
  commitAnswer,
  mergeAnswer,
  type PullAnswer,
  read,
  refusalAnswer,
  type WorkflowRunAnswer,
  workflowRunAnswer,
} from "../api/answers.js";
import { oneLine } from "../api/call-failure.js";
import type { GitHubCalls, GitHubFiles, GitHubQueries } from "../api/github-calls.js";
import type { RepositoryNames } from "../api/repository-names.js";
import { BranchRules, RequiredChecks } from "./branch-rules.js";
import { CommitWordings } from "./commit-wording.js";
import { FailedOutput } from "./failed-output.js";
import {
  NO_MERITS,
  type OwnMerits,
  type PullRequestReader,
  readPull,
  readPullRequest,
} from "./read-pull-request.js";
import { UnmetRules, type UnmetRulesOptions } from "./readiness/unmet-rules.js";
import { requireAvailable } from "./require-available.js";
import { gitHubStacks } from "./stacks.js";
import { TestRuns } from "./test-runs.js";

export interface GitHubForgeOptions {
  readonly calls: GitHubCalls & GitHubQueries & GitHubFiles;
  readonly git: Pick<Git, "isAncestor" | "readRefs">;
  /** Keys of the configured repositories. */
  readonly repositories: { has(repositoryKey: string): boolean };
  readonly testBranchPrefix: string;
  /** Settings of the branch's queue, which decide what is read of a pull request; null: no queue. */
  readonly settingsOf?: (repository: Repository, targetBranch: string) => Promise<QueueSettings | null>;
  readonly log?: Log;
  /** The present names of renamed repositories. */
  readonly names?: RepositoryNames;
  readonly mergeabilityPausesMs?: readonly number[];
  /** How long the required checks of a branch are cached. */
  readonly rulesKeptMs?: number;
}

export interface CheckedCommit {
  readonly headSha: CommitId;
  /** The branch on which CI checked it; null: unknown. */
  readonly branch: string | null;
}

export interface GitHubForge extends Forge {
  /** Call this after a webhook event about the checks of a commit. */
  checksChanged(repository: Repository, of: CheckedCommit): void;
}

type ChecksListener = Parameters<Forge["onChecks"]>[0];

const MERGEABILITY_PAUSES_MS = [700, 2000];

export function createGitHubForge(options: GitHubForgeOptions): GitHubForge {
  const { calls, repositories } = options;
  const parts = openParts(options);
  const { runs, tips } = parts;
  const listeners: ChecksListener[] = [];
  const served = (repository: Repository): Repository => {
    if (repositories.has(repositoryKey(repository))) return repository;
    throw new ForgeError(`repository ${repositoryKey(repository)} is not configured`, false);
  };
  return {
    name: "github",

    async hasRepository(repository) {
      return Promise.resolve(repositories.has(repositoryKey(repository)));
    },

    async readTip(repository, branch) {
      // After a landing the API may still return the old tip, which would look like a rewritten branch.
      const tip = await tipFromGit(options.git, served(repository), branch);
      if (tip === null) tips.delete(branchKey(repository, branch));
      else tips.set(branchKey(repository, branch), tip);
      return tip;
    },

    async readPullRequest(repository, number, targetBranch, depth = "admission") {
      const reader = readerOf(options, parts);
      return await readPullRequest(reader, served(repository), { number, targetBranch, depth });
    },

    pullRequestUrl: gitHubPullRequestUrl,

    startTests: async (repository, request) => runs.start(served(repository), request),
    readChecks: async (repository, ...asked) => runs.read(served(repository), ...asked),
    stopTests: async (repository, run) => runs.stop(served(repository), run),

    readOutput: async (repository, _run, failed) => parts.output.of(served(repository), failed),

    onChecks(listener) {
      listeners.push(listener);
    },

    checksChanged(repository, { headSha, branch }) {
      for (const run of runs.concernedBy(repository, headSha, branch)) {
        for (const listener of listeners) listener(repository, run);
      }
    },

    requireAvailable: async (repository) => requireAvailable(options, served(repository)),

    merges: gitHubMerges(calls, served),
    stacks: gitHubStacks(calls, served),

    verifyForkedRun: async (repository, claim) => verifyForkedRun(calls, served(repository), claim),

    close: async () => calls.close(),
  };
}

interface ForgeParts {
  readonly output: FailedOutput;
  readonly runs: TestRuns;
  readonly unmet: UnmetRules;
  readonly wordings: CommitWordings;
  readonly settingsOf: Required<GitHubForgeOptions>["settingsOf"];
  /** The last tip that was read of each branch, by `branchKey`. */
  readonly tips: Map<string, CommitId>;
}

function openParts(options: GitHubForgeOptions): ForgeParts {
  const { calls, testBranchPrefix, log = SILENT_LOG } = options;
  const { settingsOf = async () => Promise.resolve(null) } = options;
  const rules = new BranchRules(calls, options.rulesKeptMs);
  const runs = new TestRuns({
    ...{ calls, required: new RequiredChecks(rules), testBranchPrefix, log },
    isAncestor: async (...asked) => fromGit(options.git.isAncestor(...asked)),
  });
  const ownChecks: UnmetRulesOptions["ownChecks"] = async (...asked) => runs.ownChecks(...asked);
  const unmet = new UnmetRules({ calls, rules, ownChecks, settingsOf });
  const output = new FailedOutput(calls);
  return { runs, unmet, output, wordings: new CommitWordings(calls), settingsOf, tips: new Map() };
}

function readerOf(options: GitHubForgeOptions, parts: ForgeParts): PullRequestReader {
  const { calls, testBranchPrefix, mergeabilityPausesMs = MERGEABILITY_PAUSES_MS } = options;
  return {
    ...{ calls, mergeabilityPausesMs, testBranchPrefix },
    meritsOf: async (...asked) => meritsOf(options.git, parts, ...asked),
    unmetRules: async (...asked) => parts.unmet.of(...asked),
    wordingOf: async (at, pull, branch) => parts.wordings.of(at, pull, await parts.settingsOf(at, branch)),
  };
}

/** Whether the head could merge directly: it is based on the tip, and its own checks passed. */
async function meritsOf(
  git: GitHubForgeOptions["git"],
  { runs, settingsOf, tips }: ForgeParts,
  repository: Repository,
  headSha: CommitId,
  targetBranch: string,
): Promise<OwnMerits> {
  const settings = await settingsOf(repository, targetBranch);
  if (settings?.directMergeMode !== "always") return NO_MERITS;
  const tip = tips.get(branchKey(repository, targetBranch));
  if (tip === undefined || !(await fromGit(git.isAncestor(repository, tip, headSha)))) return NO_MERITS;
  const skippedChecks = settings.skippedChecks ?? {};
  const ownChecksPassed = await runs.hasPassed(repository, headSha, targetBranch, skippedChecks);
  return { basedOn: tip, ownChecksPassed };
}

function branchKey(repository: Repository, branch: string): string {
  return `${repositoryKey(repository)} ${branch}`;
}

const RUN_NUMBER = /^[1-9]\d{0,14}$/;

/**
 * GitHub does not name the pull request of a run from a fork, so run and pull request are matched by head repository
 * and branch.
 */
async function verifyForkedRun(
  calls: GitHubCalls,
  repository: Repository,
  claim: ForkedRunClaim,
): Promise<ForkedRunVerdict> {
  if (!RUN_NUMBER.test(claim.run) || !isPullRequestNumber(claim.pullRequest)) return "unknownRun";
  const answer = await calls.read(repository, "/actions/runs/{run}", { run: claim.run });
  if (answer === null) return "unknownRun";
  const run = read(workflowRunAnswer, answer, `workflow run ${claim.run}`);
  if (String(run.id) !== claim.run) return "unknownRun";
  if (run.status !== "in_progress") return "notRunning";
  if (!isFromFork(run)) return "notFromFork";
  const pull = await readPull(calls, repository, claim.pullRequest);
  if (pull === null || !isOf(run, pull)) return "notFromFork";
  return run.head_sha === claim.headSha ? "verified" : "otherHead";
}

function isFromFork({ event, repository, head_repository: head }: WorkflowRunAnswer): boolean {
  const isOfPullRequest = event === "pull_request" || event === "pull_request_target";
  return isOfPullRequest && isKnown(head) && isKnown(repository) && head.id !== repository.id;
}

function isOf(run: WorkflowRunAnswer, { number, head }: PullAnswer): boolean {
  const named = run.pull_requests ?? [];
  if (named.length > 0 && named.every((pull) => pull.number !== number)) return false;
  return isKnown(head.repo) && head.repo.id === run.head_repository?.id && head.ref === run.head_branch;
}

function isKnown<Thing>(thing: Thing | null | undefined): thing is Thing {
  return thing !== null && thing !== undefined;
}

const METHODS: Readonly<Record<MergeMethod, string>> = {
  squash: "squash",
  merge_commit: "merge",
  rebase: "rebase",
};

/**
 * Merges through GitHub: https://docs.github.com/en/rest/pulls/pulls#merge-a-pull-request. GitHub verifies the tested
 * head, but not the base. An answer may get lost, so the merge state is read before and after the call.
 */
function gitHubMerges(calls: GitHubCalls, served: (repository: Repository) => Repository): PullRequestMerges {
  return {
    merge: async (repository, request) => merge(calls, served(repository), request),
    find: async (repository, request) => {
      const pull = await readPull(calls, served(repository), request.pullRequest);
      return pull === null ? null : mergeOf(calls, repository, pull, request);
    },
  };
}

async function merge(
  calls: GitHubCalls,
  repository: Repository,
  request: MergeRequest,
): Promise<Merge | null> {
  const before = await depth(calls, repository, request);
  if (before !== "unmerged") return before;
  const { pullRequest: number, headSha: sha, mergeMethod, title } = request;
  const named = title === null || mergeMethod === "rebase" ? {} : { commit_title: title };
  const { status, body } = await calls.send(
    repository,
    "PUT",
    "/pulls/{number}/merge",
    { number, sha, merge_method: METHODS[mergeMethod], ...named },
    [404, 405, 409, 422],
  );
  if (status < 300) {
    const merged = read(mergeAnswer, body, `the merge of #${number}`);
    return commitOf(calls, repository, merged.sha);
  }
  // An earlier attempt may have succeeded.
  const after = await depth(calls, repository, request);
  if (after !== "unmerged") return after;
  // 409: the head changed. The event for that will arrive soon.
  if (status === 409) return null;
  throw refusal(request, body);
}

/** null: the pull request is no longer what was tested. */
async function depth(
  calls: GitHubCalls,
  repository: Repository,
  request: MergeRequest,
): Promise<Merge | "unmerged" | null> {
  const pull = await readPull(calls, repository, request.pullRequest);
  if (pull === null) return null;
  if (pull.merged === true) return mergeOf(calls, repository, pull, request);
  const isAsTested =
    pull.state === "open" && pull.head.sha === request.headSha && pull.base.ref === request.targetBranch;
  return isAsTested ? "unmerged" : null;
}

async function mergeOf(
  calls: GitHubCalls,
  repository: Repository,
  { merged, base, merge_commit_sha: commit }: PullAnswer,
  { pullRequest, targetBranch }: MergeRequest,
): Promise<Merge | null> {
  if (merged !== true || base.ref !== targetBranch) return null;
  if (typeof commit !== "string") {
    throw new ForgeError(`GitHub does not show the merge commit of #${pullRequest} yet`, true);
  }
  return commitOf(calls, repository, commit);
}

async function commitOf(calls: GitHubCalls, repository: Repository, sha: string): Promise<Merge> {
  const answer = await calls.read(repository, "/git/commits/{sha}", { sha });
  if (answer === null) throw new ForgeError(`GitHub does not show commit ${oneLine(sha)} yet`, true);
  const { sha: commit, tree } = read(commitAnswer, answer, "a merge");
  if (!isCommitId(commit) || !isCommitId(tree.sha)) {
    throw new ForgeError("GitHub's answer about a merge contains an invalid commit id", false);
  }
  return { commit: commitId(commit), tree: treeId(tree.sha) };
}

/** Refusals that resolve without intervention: a running check, or a stale view of the branch. */
const MAY_PASS =
  /\bstatus checks? .{0,200}\b(are|is) (expected|pending|queued|in progress)\b|\bwaiting for\b|\b[Bb]ase branch was modified\b|\bnot mergeable\b|\balready in progress\b/;
const OF_THE_CHANGE =
  /\bnot mergeable\b|\bstill a draft\b|\b[Bb]ase branch was modified\b|\balready in progress\b/;

function refusal({ pullRequest, targetBranch }: MergeRequest, body: unknown): RefusedByHost {
  const said = refusalAnswer.safeParse(body);
  const words = said.success ? oneLine(said.data.message) : "it gives no reason";
  const by: Refuser = OF_THE_CHANGE.test(words) ? "change" : "rules";
  const text = `GitHub did not merge #${pullRequest} into ${targetBranch}: ${words}`;
  return new RefusedByHost(text, MAY_PASS.test(words), by);
}

export function gitHubPullRequestUrl({ host, owner, name }: Repository, number: PullRequestNumber): string {
  return `https://${host}/${owner}/${name}/pull/${number}`;
}
