/**
 * Merging by GitHub: https://docs.github.com/en/rest/pulls/pulls#merge-a-pull-request. It is held to the head that was
 * tested, and to no base. An answer may get lost, so the pull request is asked first and last whether it is merged.
 */
import { commitId, isCommitId, treeId } from "../../../domain/ids.js";
import type { MergeMethod } from "../../../domain/queue-settings.js";
import type { Repository } from "../../../domain/repository.js";
import type { Merge, MergeOrder, PullRequestMerges } from "../../ports/forge.js";
import { ForgeError, RefusedByHost, type Refuser } from "../../ports/world-error.js";
import { commitAnswer, mergeAnswer, type PullAnswer, read, refusalAnswer } from "./answers.js";
import type { GitHubCalls } from "./calls/github-calls.js";
import { oneLine } from "./calls/one-line.js";
import { readPull } from "./read-pull-request.js";

const METHODS: Readonly<Record<MergeMethod, string>> = {
  squash: "squash",
  merge_commit: "merge",
  rebase: "rebase",
};

export function gitHubMerges(
  calls: GitHubCalls,
  served: (repository: Repository) => Repository,
): PullRequestMerges {
  return {
    merge: async (repository, order) => merge(calls, served(repository), order),
    find: async (repository, order) => {
      const pull = await readPull(calls, served(repository), order.pullRequest);
      return pull === null ? null : mergeOf(calls, repository, pull, order);
    },
  };
}

async function merge(calls: GitHubCalls, repository: Repository, order: MergeOrder): Promise<Merge | null> {
  const before = await look(calls, repository, order);
  if (before !== "unmerged") return before;
  const { pullRequest: number, headSha: sha, mergeMethod, title } = order;
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
  // An attempt before this one may have worked.
  const after = await look(calls, repository, order);
  if (after !== "unmerged") return after;
  // What it knows of the head, others will hear soon.
  if (status === 409) return null;
  throw refusal(order, body);
}

/** Null for what is not what was tested. */
async function look(
  calls: GitHubCalls,
  repository: Repository,
  order: MergeOrder,
): Promise<Merge | "unmerged" | null> {
  const pull = await readPull(calls, repository, order.pullRequest);
  if (pull === null) return null;
  if (pull.merged === true) return mergeOf(calls, repository, pull, order);
  const isAsTested =
    pull.state === "open" && pull.head.sha === order.headSha && pull.base.ref === order.targetBranch;
  return isAsTested ? "unmerged" : null;
}

async function mergeOf(
  calls: GitHubCalls,
  repository: Repository,
  { merged, base, merge_commit_sha: commit }: PullAnswer,
  { pullRequest, targetBranch }: MergeOrder,
): Promise<Merge | null> {
  if (merged !== true || base.ref !== targetBranch) return null;
  if (typeof commit !== "string") {
    throw new ForgeError(`GitHub does not say yet which commit #${pullRequest} was merged as`, true);
  }
  return commitOf(calls, repository, commit);
}

async function commitOf(calls: GitHubCalls, repository: Repository, sha: string): Promise<Merge> {
  const answer = await calls.read(repository, "/git/commits/{sha}", { sha });
  if (answer === null) throw new ForgeError(`GitHub does not show commit ${oneLine(sha)} yet`, true);
  const { sha: commit, tree } = read(commitAnswer, answer, "a merge");
  if (!isCommitId(commit) || !isCommitId(tree.sha)) {
    throw new ForgeError("GitHub names a merge by something else than a commit", false);
  }
  return { commit: commitId(commit), tree: treeId(tree.sha) };
}

/** What ends by itself: a check under way, a look at the branch that is older than the branch. */
const MAY_PASS =
  /\bstatus checks? .{0,200}\b(are|is) (expected|pending|queued|in progress)\b|\bwaiting for\b|\b[Bb]ase branch was modified\b|\bnot mergeable\b|\balready in progress\b/;
const OF_THE_CHANGE =
  /\bnot mergeable\b|\bstill a draft\b|\b[Bb]ase branch was modified\b|\balready in progress\b/;

function refusal({ pullRequest, targetBranch }: MergeOrder, body: unknown): RefusedByHost {
  const said = refusalAnswer.safeParse(body);
  const words = said.success ? oneLine(said.data.message) : "it does not say why";
  const by: Refuser = OF_THE_CHANGE.test(words) ? "change" : "rules";
  const text = `GitHub did not merge #${pullRequest} into ${targetBranch}: ${words}`;
  return new RefusedByHost(text, MAY_PASS.test(words), by);
}
