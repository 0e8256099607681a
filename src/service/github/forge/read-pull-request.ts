/** Reads the present facts of a pull request that the queue needs. */
import { setTimeout as sleep } from "node:timers/promises";
import { type CommitId, commitId, isCommitId, type PullRequestNumber } from "../../../domain/ids.js";
import type {
  CommitWording,
  Mergeability,
  PullRequestFacts,
  ReportedMerge,
  UnmetRule,
} from "../../../domain/pull-request.js";
import type { Repository } from "../../../domain/repository.js";
import type { ReadDepth } from "../../ports/forge.js";
import { ForgeError } from "../../ports/world-error.js";
import { type PullAnswer, pullAnswer, read } from "../api/answers.js";
import type { GitHubCalls } from "../api/github-calls.js";

/** Facts that only a queue with direct merges needs, because they cost further calls. */
export type OwnMerits = Pick<
  PullRequestFacts,
  "basedOn" | "ownChecksPassed" | "headEvidence" | "retestReason"
>;

export const NO_MERITS: OwnMerits = { basedOn: null, ownChecksPassed: false };

export interface OwnHead {
  readonly number: PullRequestNumber;
  readonly headSha: CommitId;
  readonly targetBranch: string;
}

export interface PullRequestReader {
  readonly calls: GitHubCalls;
  /** GitHub computes mergeability in the background: the pauses before each further reading. */
  readonly mergeabilityPausesMs: readonly number[];
  /** A pull request for one of the queue's test branches must not be queued. */
  readonly testBranchPrefix: string;
  readonly meritsOf: (repository: Repository, head: OwnHead) => Promise<OwnMerits>;
  /** undefined: the service's own form. */
  readonly wordingOf: (
    repository: Repository,
    pull: PullAnswer,
    targetBranch: string,
  ) => Promise<CommitWording | undefined>;
  /** Called only for an open pull request that is not a draft and has no conflict with the target branch. */
  readonly unmetRules: (
    repository: Repository,
    pull: PullAnswer,
    depth: Exclude<ReadDepth, "presence">,
  ) => Promise<readonly UnmetRule[]>;
}

/** Which pull request to read, and for what. */
export interface PullRequestQuestion {
  readonly number: PullRequestNumber;
  readonly targetBranch: string;
  readonly depth: ReadDepth;
}

export async function readPullRequest(
  reader: PullRequestReader,
  repository: Repository,
  { number, targetBranch, depth }: PullRequestQuestion,
): Promise<PullRequestFacts | null> {
  let pull = await readPull(reader.calls, repository, number);
  if (pull !== null && isOfTestBranch(pull, reader.testBranchPrefix)) return null;
  for (const pauseMs of reader.mergeabilityPausesMs) {
    if (pull === null || mergeabilityOf(pull) !== "in_progress") break;
    await sleep(pauseMs);
    pull = await readPull(reader.calls, repository, number);
  }
  if (pull === null) return null;
  if (!isCommitId(pull.head.sha)) throw new ForgeError(`the head of #${number} is not a commit id`, false);
  const headSha = commitId(pull.head.sha);
  const mergeTitle = mergeTitleIn(pull.body ?? "");
  const headName = pull.head.label?.replace(":", "/");
  const isJudged = depth !== "presence" && isCandidate(pull, targetBranch);
  const unmetRules = isJudged ? await reader.unmetRules(repository, pull, depth) : [];
  const wording = await reader.wordingOf(repository, pull, targetBranch);
  return {
    number,
    headSha,
    title: pull.title,
    author: pull.user?.login ?? "ghost",
    baseBranch: pull.base.ref,
    state: pull.merged === true ? "merged" : pull.state,
    draft: pull.draft === true,
    mergeability: unmetRules.length === 0 ? mergeabilityOf(pull) : "not_mergeable",
    ...(unmetRules.length > 0 && { unmetRules }),
    ...(unmetRules.length === 0 && mayLandAsItIs(pull, targetBranch)
      ? await reader.meritsOf(repository, { number, headSha, targetBranch })
      : NO_MERITS),
    ...(mayLandAsItIs(pull, targetBranch) && { isHeadGreen: true as const }),
    ...(mergeTitle !== null && { mergeTitle }),
    ...(headName !== undefined && { headName }),
    ...(wording !== undefined && { wording }),
    ...(pull.merged === true && { merge: mergeOf(pull) }),
  };
}

function mergeOf({ merge_commit_sha: commit, merged_by: by }: PullAnswer): ReportedMerge {
  return {
    ...(typeof commit === "string" && isCommitId(commit) && { commit: commitId(commit) }),
    ...(by != null && { by: by.login }),
  };
}

function isOfTestBranch({ head, base }: PullAnswer, prefix: string): boolean {
  return head.ref.startsWith(prefix) && head.repo?.id !== undefined && head.repo.id === base.repo?.id;
}

export async function readPull(
  calls: GitHubCalls,
  repository: Repository,
  number: PullRequestNumber,
): Promise<PullAnswer | null> {
  const answer = await calls.read(repository, "/pulls/{number}", { number });
  return answer === null ? null : read(pullAnswer, answer, `pull request #${number}`);
}

/** Conflicts only; the rules of the branch are checked elsewhere. */
function mergeabilityOf({ state, mergeable, mergeable_state: words }: PullAnswer): Mergeability {
  if (state === "closed") return "unspecified";
  if (mergeable === false || words === "dirty") return "not_mergeable";
  return mergeable !== true || words === "unknown" ? "in_progress" : "mergeable";
}

function isCandidate(pull: PullAnswer, targetBranch: string): boolean {
  return pull.draft !== true && pull.base.ref === targetBranch && mergeabilityOf(pull) === "mergeable";
}

function mayLandAsItIs(pull: PullAnswer, targetBranch: string): boolean {
  const isClean = ["clean", "unstable", "has_hooks"].includes(pull.mergeable_state ?? "");
  return isCandidate(pull, targetBranch) && isClean;
}

const LINE = /^merge-commit-title:[ \t]*([^\r\n]+)/m;
/** Control characters, text-direction marks and white space. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu;
const LONGEST = 200;

/** Finds `merge-commit-title: <title>`; the first such line counts. null: none, or an empty one. */
export function mergeTitleIn(body: string): string | null {
  const wanted = LINE.exec(body)?.[1]?.replaceAll(INVISIBLE, " ").trim() ?? "";
  const short = Array.from(wanted).slice(0, LONGEST).join("").trim();
  return short === "" ? null : short;
}
