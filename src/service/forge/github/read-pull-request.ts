/** What a pull request is now, as far as the queue asks. */
import { setTimeout as sleep } from "node:timers/promises";
import { type CommitId, commitId, isCommitId, type PullRequestNumber } from "../../../domain/ids.js";
import type { Mergeability, PullRequestFacts, UnmetRule } from "../../../domain/pull-request.js";
import type { Repository } from "../../../domain/repository.js";
import type { PullRequestLook } from "../../ports/forge.js";
import { ForgeError } from "../../ports/world-error.js";
import { type PullAnswer, pullAnswer, read } from "./answers.js";
import type { GitHubCalls } from "./calls/github-calls.js";

/** What only a queue that merges directly wants to know, and costs more calls. */
export interface OwnMerits {
  readonly basedOn: CommitId | null;
  readonly ownChecksPassed: boolean;
}

export const NO_MERITS: OwnMerits = { basedOn: null, ownChecksPassed: false };

export interface PullRequestReader {
  readonly calls: GitHubCalls;
  /** GitHub finds out in the background whether a pull request merges: how long to wait before each further look. */
  readonly mergeabilityPausesMs: readonly number[];
  /** What stands for a test branch of the queue's own is nobody's change, and is not to be queued. */
  readonly testBranchPrefix: string;
  readonly meritsOf: (repository: Repository, headSha: CommitId, targetBranch: string) => Promise<OwnMerits>;
  /** Of one that is open, no draft, and merges without a conflict into the branch that it is read for. */
  readonly unmetRules: (
    repository: Repository,
    pull: PullAnswer,
    look: Exclude<PullRequestLook, "presence">,
  ) => Promise<readonly UnmetRule[]>;
}

/** What a pull request is read as, and for. */
export interface PullRequestQuestion {
  readonly number: PullRequestNumber;
  readonly targetBranch: string;
  readonly look: PullRequestLook;
}

export async function readPullRequest(
  reader: PullRequestReader,
  repository: Repository,
  { number, targetBranch, look }: PullRequestQuestion,
): Promise<PullRequestFacts | null> {
  let pull = await readPull(reader.calls, repository, number);
  if (pull !== null && isOfTestBranch(pull, reader.testBranchPrefix)) return null;
  for (const pauseMs of reader.mergeabilityPausesMs) {
    if (pull === null || mergeabilityOf(pull) !== "in_progress") break;
    await sleep(pauseMs);
    pull = await readPull(reader.calls, repository, number);
  }
  if (pull === null) return null;
  if (!isCommitId(pull.head.sha)) throw new ForgeError(`the head of #${number} has no commit's name`, false);
  const headSha = commitId(pull.head.sha);
  const mergeTitle = mergeTitleIn(pull.body ?? "");
  const headName = pull.head.label?.replace(":", "/");
  const isJudged = look !== "presence" && isCandidate(pull, targetBranch);
  const unmetRules = isJudged ? await reader.unmetRules(repository, pull, look) : [];
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
      ? await reader.meritsOf(repository, headSha, targetBranch)
      : NO_MERITS),
    ...(mergeTitle !== null && { mergeTitle }),
    ...(headName !== undefined && { headName }),
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

/** By itself, whatever the rules of its branch demand. */
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
/** Written to be looked at, or to turn around what follows it. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu;
const LONGEST = 200;

/** `merge-commit-title: <title>`; the first such line counts. Null where there is none, or nothing in it. */
export function mergeTitleIn(body: string): string | null {
  const wanted = LINE.exec(body)?.[1]?.replaceAll(INVISIBLE, " ").trim() ?? "";
  const short = Array.from(wanted).slice(0, LONGEST).join("").trim();
  return short === "" ? null : short;
}
