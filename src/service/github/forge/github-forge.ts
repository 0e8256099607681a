/**
 * START HERE: GitHub as the code host: reads pull requests and checks from its REST API, and tips from git. CI starts
 * when the service pushes a test branch and reports its checks by webhooks; polls find what lost webhooks would have
 * reported.
 */
import { backoffs } from "../../../domain/duration.js";
import { type CommitId, isPullRequestNumber, type PullRequestNumber } from "../../../domain/ids.js";
import type { QueueSettings } from "../../../domain/queue-settings.js";
import { type Repository, repositoryKey, repositoryName } from "../../../domain/repository.js";
import { DEFAULT_COMMITTER } from "../../git/commit.js";
import type { OwnCommits } from "../../git/commit-signer.js";
import { archived } from "../../git/git-failure.js";
import type { Forge, ForkedRunClaim, ForkedRunVerdict } from "../../ports/forge.js";
import { fromGit, tipFromGit } from "../../ports/from-git.js";
import type { Git } from "../../ports/git.js";
import { type Log, SILENT_LOG } from "../../ports/log.js";
import { ForgeError, RepositoryUnavailable } from "../../ports/world-error.js";
import {
  type PullAnswer,
  read,
  repositoryAnswer,
  type WorkflowRunAnswer,
  workflowRunAnswer,
} from "../api/answers.js";
import type { GitHubCalls, GitHubFiles, GitHubQueries } from "../api/github-calls.js";
import type { RepositoryNames } from "../api/repository-names.js";
import { BranchRules, presentBranch, RequiredChecks } from "./branch-rules.js";
import { CommitWordings } from "./commit-wording.js";
import { FailedOutput } from "./failed-output.js";
import { gitHubHeadBranches } from "./head-branches.js";
import type { HeadProofsOptions } from "./head-proofs.js";
import { gitHubMerges } from "./pull-request-merges.js";
import {
  NO_MERITS,
  type OwnHead,
  type OwnMerits,
  type PullRequestReader,
  readPull,
  readPullRequest,
} from "./read-pull-request.js";
import { UnmetRules, type UnmetRulesOptions } from "./readiness/unmet-rules.js";
import { SignatureProofs } from "./signature-proofs.js";
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
  /** The tip that the branch's queue knows, which its landings move; by default, the one that was read last. */
  readonly tipOf?: (repository: Repository, targetBranch: string) => Promise<CommitId | null>;
  /** The newest test runs that landed on a branch, newest first; none by default, so each head is tested. */
  readonly testedCommits?: HeadProofsOptions["testedCommits"];
  /** How the service makes commits; none are signed by default. */
  readonly commits?: OwnCommits;
  readonly log?: Log;
  /** The present names of renamed repositories. */
  readonly names?: RepositoryNames;
  readonly mergeabilityPausesMs?: readonly number[];
  /** False on an Enterprise Server: it merges within the call, and counts more ways of bypassing rules. */
  readonly mergesInBackground?: boolean;
  /** Pauses between two reads of a merge in progress. */
  readonly mergePausesMs?: readonly number[];
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

const UNSIGNED: OwnCommits = { committer: DEFAULT_COMMITTER, signer: null };
const MERGEABILITY_PAUSES_MS = backoffs(2, 900);

export function createGitHubForge(options: GitHubForgeOptions): GitHubForge {
  const { calls, repositories } = options;
  const parts = openParts(options);
  const { rules, runs, tips } = parts;
  const listeners: ChecksListener[] = [];
  const served = (repository: Repository): Repository => {
    if (repositories.has(repositoryKey(repository))) return repository;
    throw new ForgeError(`repository ${repositoryKey(repository)} is not configured`, false);
  };
  return {
    name: "github",

    hasRepository: async (repository) => Promise.resolve(repositories.has(repositoryKey(repository))),

    async readTip(repository, branch) {
      // After a landing the API may still return the old tip, which would look like a rewritten branch.
      const tip = await tipFromGit(options.git, served(repository), branch);
      if (tip === null) tips.delete(branchKey(repository, branch));
      else tips.set(branchKey(repository, branch), tip);
      return tip;
    },

    presentBranch: async (repository, branch) => presentBranch(calls, served(repository), branch),
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

    merges: gitHubMerges({
      ...{ calls, served, inBackground: options.mergesInBackground ?? true },
      ...(options.mergePausesMs !== undefined && { pausesMs: options.mergePausesMs }),
    }),
    headBranches: gitHubHeadBranches(calls, rules, served),
    stacks: gitHubStacks(calls, served),

    verifyForkedRun: async (repository, claim) => verifyForkedRun(calls, served(repository), claim),

    close: async () => calls.close(),
  };
}

interface ForgeParts {
  readonly output: FailedOutput;
  readonly rules: BranchRules;
  readonly runs: TestRuns;
  readonly unmet: UnmetRules;
  readonly wordings: CommitWordings;
  readonly settingsOf: Required<GitHubForgeOptions>["settingsOf"];
  readonly tipOf: Required<GitHubForgeOptions>["tipOf"];
  /** The last tip that was read of each branch, by `branchKey`. */
  readonly tips: Map<string, CommitId>;
}

function openParts(options: GitHubForgeOptions): ForgeParts {
  const { calls, testBranchPrefix, log = SILENT_LOG } = options;
  const { settingsOf = async () => Promise.resolve(null) } = options;
  const { testedCommits = async () => Promise.resolve([]) } = options;
  const rules = new BranchRules(calls, options.rulesKeptMs);
  const runs = new TestRuns({
    ...{ calls, required: new RequiredChecks(rules), testBranchPrefix, log, testedCommits },
    isAncestor: async (...asked) => fromGit(options.git.isAncestor(...asked)),
  });
  const ownChecks: UnmetRulesOptions["ownChecks"] = async (...asked) => runs.ownChecks(...asked);
  const proofs = new SignatureProofs(calls, options.commits ?? UNSIGNED);
  const signature: UnmetRulesOptions["signature"] = async (...asked) => proofs.of(...asked);
  const { mergesInBackground = true } = options;
  const unmet = new UnmetRules({ calls, rules, ownChecks, settingsOf, signature, mergesInBackground });
  const output = new FailedOutput(calls, (repository) => options.names?.present(repository) ?? repository);
  const wordings = new CommitWordings(calls);
  const tips: ForgeParts["tips"] = new Map();
  const { tipOf = async (...of) => Promise.resolve(tips.get(branchKey(...of)) ?? null) } = options;
  return { rules, runs, unmet, output, wordings, settingsOf, tipOf, tips };
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

/** Whether the head could land without a test run: it contains the tip, and its own checks stand for one. */
async function meritsOf(
  git: GitHubForgeOptions["git"],
  { runs, settingsOf, tipOf }: ForgeParts,
  repository: Repository,
  { number, headSha, targetBranch }: OwnHead,
): Promise<OwnMerits> {
  const settings = await settingsOf(repository, targetBranch);
  if (settings?.directMergeMode !== "always") return NO_MERITS;
  const tip = await tipOf(repository, targetBranch);
  if (tip === null || !(await fromGit(git.isAncestor(repository, tip, headSha)))) return NO_MERITS;
  const proof = await runs.headProof(repository, { number, headSha, targetBranch, settings });
  if (proof.kind === "proven") return { basedOn: tip, ownChecksPassed: true, headEvidence: proof.evidence };
  return {
    ...{ basedOn: tip, ownChecksPassed: false },
    ...(proof.why !== null && { retestReason: proof.why }),
  };
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

export function gitHubPullRequestUrl({ host, owner, name }: Repository, number: PullRequestNumber): string {
  return `https://${host}/${owner}/${name}/pull/${number}`;
}

/** Throws if GitHub keeps the repository from the service, or has it under another name now. */
async function requireAvailable(
  { calls, names }: { readonly calls: Pick<GitHubCalls, "read">; readonly names?: RepositoryNames },
  repository: Repository,
): Promise<void> {
  const nameBefore = repositoryName(names?.present(repository) ?? repository);
  // A suspended or removed installation already fails the call, which also learns a new name.
  const answer = await calls.read(repository, "");
  const { archived: isArchived } = read(repositoryAnswer, answer ?? {}, "the repository");
  if (isArchived === true) throw archived(repositoryName(repository));
  const name = repositoryName(names?.present(repository) ?? repository);
  if (name.toLowerCase() === nameBefore.toLowerCase()) return;
  const text = `${repositoryName(repository)} is now ${name} on GitHub; its queue goes on under the name of the settings`;
  throw new RepositoryUnavailable("renamed", text);
}
