/** Merging a pull request, within the call or after it. Follows https://docs.github.com/en/rest/pulls/pulls#merge-a-pull-request */
import { randomUUID } from "node:crypto";
import type { CommitId } from "../../../../src/domain/ids.js";
import type { GitSide } from "../git-side.js";
import { isBehind } from "../mergeable-state.js";
import { objections, prohibitions } from "../protection.js";
import { branchRef, type Pull } from "../pull.js";
import { type Answer, type Call, notFound, ok, REPOSITORY, Refusal, type Route, textOf } from "../route.js";
import type { AsyncMerge } from "../world.js";
import { pullOf } from "./pulls.js";

export const MERGE_ROUTES: readonly Route[] = [
  { route: `PUT ${REPOSITORY}/pulls/{number}/merge`, needs: "contents: write", answer: merge },
  { route: `PUT ${REPOSITORY}/pulls/{number}/merge-async`, needs: "contents: write", answer: mergeLater },
  { route: `GET ${REPOSITORY}/pulls/{number}/merge-async/{uuid}`, needs: "contents: read", answer: progress },
];

async function merge(call: Call) {
  const { body } = call;
  const method = textOf(body, "merge_method") ?? "merge";
  const commit = await merged(call, pullOf(call), { method, expected: textOf(body, "sha") });
  return ok({ sha: commit, merged: true, message: "Pull Request successfully merged" });
}

/** Rules are looked at when the merge is performed: https://docs.github.com/en/rest/pulls/pulls#merge-a-pull-request-asynchronously */
function mergeLater(call: Call): Answer {
  const { body, world } = call;
  if (!world.hasAsyncMerges) throw notFound();
  const pull = pullOf(call);
  const method = textOf(body, "merge_method") ?? "merge";
  if (METHODS[method] === undefined) throw new Refusal(422, "merge_method is not included in the list");
  if (pull.merged !== null) {
    const details = { message: "Pull request is already merged.", sha: pull.merged.commit };
    return ok({ status: "merged", details });
  }
  const unfit = pull.state === "closed" ? "Pull request is closed." : "Pull request is still a draft.";
  if (pull.state === "closed" || pull.draft) {
    return { status: 400, body: { status: "failed", details: { message: unfit } } };
  }
  const pending = world.asyncMerges.find((one) => one.pull === pull.number && one.status === "pending");
  if (pending !== undefined) {
    const message = "A merge request already exists for this pull request.";
    return { status: 409, body: { status: "pending", details: detailsOf(pending, message) } };
  }
  const expectedHead = textOf(body, "sha") ?? pull.headSha;
  const request: AsyncMerge = {
    ...{ uuid: randomUUID(), pull: pull.number, method, expectedHead, sha: null },
    ...{ action: textOf(body, "merge_action") ?? "default", done: Promise.resolve() },
    ...{ status: "pending", message: "Merge request enqueued." },
  };
  world.asyncMerges.push(request);
  request.done = perform(call, pull, request);
  return { status: 202, body: { status: "pending", details: detailsOf(request, request.message) } };
}

async function perform(call: Call, pull: Pull, request: AsyncMerge): Promise<void> {
  await call.world.beforeAsyncMerge();
  try {
    const { method, expectedHead: expected } = request;
    request.sha = await merged(call, pull, { method, expected, isInBackground: true });
    request.message = "Pull request was merged.";
    request.status = "merged";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    request.message = error.message;
    request.status = "failed";
  }
}

function progress(call: Call): Answer {
  const { number } = pullOf(call);
  const found = call.world.asyncMerges.find(
    ({ uuid, pull }) => uuid === call.name("uuid") && pull === number,
  );
  if (found === undefined) throw notFound();
  const { status, message, sha } = found;
  const details =
    status === "pending" ? detailsOf(found, message) : sha === null ? { message } : { message, sha };
  return ok({ status, details });
}

function detailsOf({ uuid, method, action, expectedHead }: AsyncMerge, message: string) {
  return { message, uuid, merge_method: method, merge_action: action, expected_head_sha: expectedHead };
}

interface Asked {
  readonly method: string;
  /** The head that the caller means; null: any. */
  readonly expected: string | null;
  readonly isInBackground?: boolean;
}

async function merged(call: Call, pull: Pull, asked: Asked): Promise<CommitId> {
  const { world, caller } = call;
  const head = pull.headSha;
  await refuseUnfit(call, pull, asked);
  const base = world.git.ref(branchRef(null, pull.base));
  if (base === null) throw new Refusal(405, "Pull Request is not mergeable");
  const commit = await mergeCommit(call, pull, { base, head }, asked.method);
  if (pull.headSha !== head)
    throw new Refusal(409, "Head branch was modified. Review and try the merge again.");
  if (!(await world.git.move(`refs/heads/${pull.base}`, commit, base))) {
    throw new Refusal(405, "Base branch was modified. Review and try the merge again.");
  }
  // A push at the same time may have noticed already.
  if (pull.state === "open") world.markMerged(pull, commit, caller.login);
  await world.settle(caller.login);
  return commit;
}

async function refuseUnfit(
  { world, caller }: Call,
  pull: Pull,
  { method, expected, isInBackground = false }: Asked,
): Promise<void> {
  const allowed = METHODS[method];
  if (allowed === undefined) throw new Refusal(422, "merge_method is not included in the list");
  if (world.repositoryObject[allowed[0]] === false) throw new Refusal(405, allowed[1]);
  if (pull.merged !== null || pull.state === "closed")
    throw new Refusal(405, "Pull Request is not mergeable");
  if (pull.draft) throw new Refusal(405, "Pull Request is still a draft");
  if (expected !== null && expected !== pull.headSha) {
    throw new Refusal(409, "Head branch was modified. Review and try the merge again.");
  }
  const movement = { branch: pull.base, to: pull.headSha, by: caller.login, pull, isInBackground };
  const [reason] = objections(world, movement);
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
