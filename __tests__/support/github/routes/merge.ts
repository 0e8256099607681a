/** Merging a pull request. Follows https://docs.github.com/en/rest/pulls/pulls#merge-a-pull-request */
import type { CommitId } from "../../../../src/domain/ids.js";
import type { GitSide } from "../git-side.js";
import { isBehind } from "../mergeable-state.js";
import { objections, prohibitions } from "../protection.js";
import { branchRef, type Pull } from "../pull.js";
import { type Call, ok, REPOSITORY, Refusal, type Route, textOf } from "../route.js";
import { pullOf } from "./pulls.js";

export const MERGE_ROUTES: readonly Route[] = [
  { route: `PUT ${REPOSITORY}/pulls/{number}/merge`, needs: "contents: write", answer: merge },
];

async function merge(call: Call) {
  const { world, body, caller } = call;
  const pull = pullOf(call);
  const method = textOf(body, "merge_method") ?? "merge";
  const head = pull.headSha;
  await refuseUnfit(call, pull, method);
  const base = world.git.ref(branchRef(null, pull.base));
  if (base === null) throw new Refusal(405, "Pull Request is not mergeable");
  const commit = await mergeCommit(call, pull, { base, head }, method);
  if (pull.headSha !== head)
    throw new Refusal(409, "Head branch was modified. Review and try the merge again.");
  if (!(await world.git.move(`refs/heads/${pull.base}`, commit, base))) {
    throw new Refusal(405, "Base branch was modified. Review and try the merge again.");
  }
  // A push at the same time may have noticed already.
  if (pull.state === "open") world.markMerged(pull, commit, caller.login);
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
  if (method === "merge" && prohibitions(world, pull.base, caller.login).mergeCommits) {
    throw new Refusal(405, "Merge commits are not allowed on this branch.");
  }
  if (await isBehind(world, pull)) throw new Refusal(405, "This branch is out-of-date with the base branch.");
}

const METHODS: Readonly<Record<string, readonly [string, string]>> = {
  merge: ["allow_merge_commit", "Merge commits are not allowed on this repository."],
  squash: ["allow_squash_merge", "Squash merges are not allowed on this repository."],
  rebase: ["allow_rebase_merge", "Rebase merges are not allowed on this repository."],
};

/** https://docs.github.com/en/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/about-pull-request-merges */
async function mergeCommit(
  call: Call,
  pull: Pull,
  { base, head }: { readonly base: CommitId; readonly head: CommitId },
  method: string,
): Promise<CommitId> {
  const { git } = call.world;
  const unmergeable = new Refusal(405, "Pull Request is not mergeable");
  if (method === "rebase") {
    const rebased = await git.rebased(base, head);
    if (rebased === null) throw unmergeable;
    return rebased;
  }
  const tree = await git.mergedTree(base, head);
  if (tree === null) throw unmergeable;
  const message = await messageOf(call, pull, `${base}..${head}`, method);
  const parents = method === "squash" ? [base] : [base, head];
  return git.commit({
    tree,
    parents,
    message,
    author: `${call.caller.login} <${call.caller.login}@users.noreply.github.com>`,
  });
}

async function messageOf({ body, world }: Call, pull: Pull, range: string, method: string): Promise<string> {
  const { number, title } = pull;
  const merged = `Merge pull request #${number} from ${pull.fork ?? world.owner}/${pull.headRef}`;
  const squashed = method === "squash" ? await squashMessage(world.git, range, title) : null;
  const first =
    textOf(body, "commit_title") ?? (squashed === null ? merged : `${squashed.title} (#${number})`);
  const text = textOf(body, "commit_message") ?? squashed?.text ?? title;
  return `${first}\n\n${text}`.trim();
}

/** One commit gives its own message; several are listed below the pull request's title. */
async function squashMessage(git: GitSide, range: string, title: string) {
  const printed = await git.repository.git("log", "--reverse", "--no-merges", "--format=%B%x00", range);
  const messages = printed
    .split("\0")
    .map((message) => message.trim())
    .filter((message) => message !== "");
  const [only = "", ...more] = messages;
  if (more.length > 0) return { title, text: messages.map((message) => `* ${message}`).join("\n\n") };
  const [first = title, ...text] = only.split("\n");
  return { title: first, text: text.join("\n").trim() };
}
