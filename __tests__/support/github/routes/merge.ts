/** Merging a pull request. Follows https://docs.github.com/en/rest/pulls/pulls#merge-a-pull-request */
import type { CommitId } from "../../../../src/domain/ids.js";
import { isBehind } from "../mergeable-state.js";
import { objections } from "../protection.js";
import { baseSha, type Pull } from "../pull.js";
import { type Call, ok, REPOSITORY, Refusal, type Route, textOf } from "../route.js";
import { pullOf } from "./pulls.js";

export const MERGE_ROUTES: readonly Route[] = [
  { route: `PUT ${REPOSITORY}/pulls/{number}/merge`, needs: "contents: write", answer: merge },
];

async function merge(call: Call) {
  const { world, body, caller } = call;
  const pull = pullOf(call);
  const method = textOf(body, "merge_method") ?? "merge";
  await refuseUnfit(call, pull, method);
  const base = baseSha(pull, world.git);
  if (base === null) throw new Refusal(405, "Pull Request is not mergeable");
  const commit = await mergeCommit(call, pull, base, method);
  if (!(await world.git.move(`refs/heads/${pull.base}`, commit, base))) {
    throw new Refusal(405, "Base branch was modified. Review and try the merge again.");
  }
  world.markMerged(pull, commit, caller.login);
  await world.settle(caller.login);
  return ok({ sha: commit, merged: true, message: "Pull Request successfully merged" });
}

async function refuseUnfit(call: Call, pull: Pull, method: string): Promise<void> {
  const { world, body, caller } = call;
  const allowed = METHODS[method];
  if (allowed === undefined) throw new Refusal(422, "merge_method is not included in the list");
  if (world.repositoryObject[allowed[0]] === false) throw new Refusal(405, allowed[1]);
  if (pull.merged !== null || pull.state === "closed")
    throw new Refusal(405, "Pull Request is not mergeable");
  if (pull.draft) throw new Refusal(405, "Pull Request is still a draft");
  const expected = textOf(body, "sha");
  if (expected !== null && expected !== pull.headSha) {
    throw new Refusal(409, "Head branch was modified. Review and try the merge again.");
  }
  const [reason] = objections(world, { branch: pull.base, to: pull.headSha, by: caller.login, pull });
  if (reason !== undefined) throw new Refusal(405, reason);
  if (await isBehind(world, pull)) throw new Refusal(405, "This branch is out-of-date with the base branch.");
}

const METHODS: Readonly<Record<string, readonly [string, string]>> = {
  merge: ["allow_merge_commit", "Merge commits are not allowed on this repository."],
  squash: ["allow_squash_merge", "Squash merges are not allowed on this repository."],
  rebase: ["allow_rebase_merge", "Rebase merges are not allowed on this repository."],
};

/** https://docs.github.com/en/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/about-pull-request-merges */
async function mergeCommit(call: Call, pull: Pull, base: CommitId, method: string): Promise<CommitId> {
  const { git } = call.world;
  const unmergeable = new Refusal(405, "Pull Request is not mergeable");
  if (method === "rebase") {
    const rebased = await git.rebased(base, pull.headSha);
    if (rebased === null) throw unmergeable;
    return rebased;
  }
  const tree = await git.mergedTree(base, pull.headSha);
  if (tree === null) throw unmergeable;
  const message = messageOf(call, pull, method);
  const parents = method === "squash" ? [base] : [base, pull.headSha];
  return git.commit({
    tree,
    parents,
    message,
    author: `${call.caller.login} <${call.caller.login}@users.noreply.github.com>`,
  });
}

function messageOf({ body, world }: Call, pull: Pull, method: string): string {
  const merged = `Merge pull request #${pull.number} from ${pull.fork ?? world.owner}/${pull.headRef}`;
  const squashed = `${pull.title} (#${pull.number})`;
  const title = textOf(body, "commit_title") ?? (method === "squash" ? squashed : merged);
  const text = textOf(body, "commit_message") ?? (method === "squash" ? "" : pull.title);
  return `${title}\n\n${text}`.trim();
}
