/** What GitHub does when refs have moved: it tells of pushes, moves the heads of pull requests, and finds merges. */
import type { CommitId } from "../../../src/domain/ids.js";
import { NO_COMMIT } from "./git-side.js";
import { branchRef, type Pull } from "./pull.js";
import type { GitHubWorld } from "./world.js";

type Heads = ReadonlyMap<string, CommitId>;

export async function followRefs(world: GitHubWorld, before: Heads, now: Heads, by: string): Promise<void> {
  for (const ref of new Set([...before.keys(), ...now.keys()])) {
    const [from, to] = [before.get(ref) ?? NO_COMMIT, now.get(ref) ?? NO_COMMIT];
    if (from !== to) await tellOfPush(world, ref, { from, to, by });
  }
  const open = [...world.pulls.values()].filter(({ state }) => state === "open");
  for (const pull of open) await followHead(world, pull, by);
  await findMerged(world, open, by);
}

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#push */
async function tellOfPush(
  world: GitHubWorld,
  ref: string,
  { from, to, by }: { readonly from: string; readonly to: string; readonly by: string },
): Promise<void> {
  const [created, deleted] = [from === NO_COMMIT, to === NO_COMMIT];
  const forced = !created && !deleted && !(await world.git.contains(to, from));
  const kind = created ? "branch_creation" : deleted ? "branch_deletion" : forced ? "force_push" : "push";
  const at = new Date().toISOString();
  const move = { id: world.newId(), ref, before: from, after: to, kind, actor: by, at } as const;
  world.activities.push(move);
  world.onMove(move);
  const onto = [...world.pulls.values()].filter(
    ({ state, base }) => state === "open" && branchRef(null, base) === ref,
  );
  for (const pull of forced ? onto : []) world.recordBase(pull, "base_ref_force_pushed", by);
  const head = deleted ? null : { id: to };
  const more = {
    created,
    deleted,
    forced,
    base_ref: null,
    head_commit: head,
    commits: [],
    pusher: { name: by },
  };
  world.emit("push", { ref, before: from, after: to, ...more }, by);
}

/** Without its head or its base a pull request is closed; that of a deleted fork stays as it is. */
async function followHead(world: GitHubWorld, pull: Pull, by: string): Promise<void> {
  if (world.deletedForks.has(pull.fork ?? "")) return;
  const head = world.git.ref(branchRef(pull.fork, pull.headRef));
  if (head !== null) retarget(world, pull, by);
  const base = world.git.ref(branchRef(null, pull.base));
  if (head === null || base === null) {
    world.close(pull, by);
    return;
  }
  if (head === pull.headSha) return;
  const before = pull.headSha;
  pull.headSha = head;
  pull.baseSha = base;
  pull.updatedAt = new Date().toISOString();
  await world.git.move(`refs/pull/${pull.number}/head`, head);
  world.emitPull("synchronize", pull, by, { before, after: head });
  if (world.dismissesStaleReviews) dismissApprovals(world, pull);
}

/** https://docs.github.com/en/repositories/configuring-branches-and-merges-in-your-repository/managing-protected-branches/about-protected-branches#require-pull-request-reviews-before-merging */
function dismissApprovals(world: GitHubWorld, { number }: Pull): void {
  for (const [index, review] of world.reviews.entries()) {
    if (review.pull === number && review.state === "APPROVED")
      world.reviews[index] = { ...review, state: "DISMISSED" };
  }
}

/** When a merged branch is deleted, those onto it go on to its base: https://docs.github.com/en/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/merging-a-pull-request */
function retarget(world: GitHubWorld, pull: Pull, by: string): void {
  if (world.git.ref(branchRef(null, pull.base)) !== null) return;
  const merged = [...world.pulls.values()].findLast(
    (other) => other.merged !== null && other.fork === null && other.headRef === pull.base,
  );
  const onto = merged === undefined ? null : world.git.ref(branchRef(null, merged.base));
  if (merged === undefined || onto === null) return;
  const from = pull.base;
  pull.base = merged.base;
  pull.baseSha = onto;
  world.recordBase(pull, "automatic_base_change_succeeded", by);
  world.emitPull("edited", pull, by, { changes: { base: { ref: { from } } } });
}

/** A pull request whose head its base contains counts as merged: https://docs.github.com/en/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/about-pull-request-merges#indirect-merges */
async function findMerged(world: GitHubWorld, pulls: readonly Pull[], by: string): Promise<void> {
  for (const base of new Set(pulls.map((pull) => pull.base))) {
    if (world.indirectMerges === "defaultBranch" && base !== world.facts["default_branch"]) continue;
    const tip = world.git.ref(branchRef(null, base));
    if (tip === null) continue;
    const onto = pulls.filter((pull) => pull.base === base && pull.state === "open");
    const looked = [tip, ...onto.map(({ number, headSha }) => `${number}:${headSha}`)].join(" ");
    if (onto.length === 0 || world.lookedAt.get(base) === looked) continue;
    world.lookedAt.set(base, looked);
    const heads = ["for-each-ref", "--format=%(refname)", `--merged=${tip}`, "refs/pull/*/head"];
    const contained = new Set((await world.git.repository.git(...heads)).split("\n"));
    for (const pull of onto) {
      const merged = contained.has(`refs/pull/${pull.number}/head`);
      if (merged && pull.state === "open") world.markMerged(pull, tip, by);
    }
  }
}
