/**
 * START HERE: Git through GitHub's API, without a clone: GitHub creates the commits and merges. Its limits are listed
 * in docs/explanation/github-landing.md.
 */

import type { CommitId } from "../../../domain/ids.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import { beginningOf } from "../../../domain/words.js";
import { DEFAULT_COMMITTER } from "../../git/commit.js";
import type { CommitSigner } from "../../git/commit-signer.js";
import { type Landing, type LandOutcome, landOnce, type Mover } from "../../git/land-once.js";
import { keptHeadsOf, moveHead, type RefMover } from "../../git/move-head.js";
import type { Clock } from "../../ports/clock.js";
import type { CommitFacts, Git, Replay, ReplayOutcome } from "../../ports/git.js";
import { type Log, SILENT_LOG } from "../../ports/log.js";
import { ForgeError, GitError } from "../../ports/world-error.js";
import { Ancestry } from "./compare-commits.js";
import { HeadStacker } from "./head-stacker.js";
import type { Place } from "./refs.js";
import { branchesBelow, readRef, removeBranch, removeRefs, setBranch, updateRefs } from "./refs.js";
import { type ScratchOptions, sweepScratchBranches } from "./scratch-branch.js";
import { SeenTips } from "./seen-tips.js";
import { TreeObjects } from "./tree-objects.js";
import { unprovenPaths } from "./unproven-paths.js";

export interface ApiGitOptions {
  readonly calls: Place["calls"];
  /** Keys of the configured repositories. */
  readonly repositories: { has(repositoryKey: string): boolean };
  /** Prefix of the scratch branches for trial merges. CI must not run on them, and no test branch may start with it. */
  readonly scratchPrefix: string;
  /** Committer of the built commits. */
  readonly committer?: ScratchOptions["committer"];
  /** Signs the built commits. */
  readonly signer?: CommitSigner | null;
  readonly log?: Log;
  /** Dates the scratch branches of all replicas. */
  readonly clock: Pick<Clock, "now" | "monotonic">;
}

interface Workplace extends LandingPlace {
  readonly stacker: HeadStacker;
  readonly trees: TreeObjects;
  /** In monotonic milliseconds. */
  sweptAt: number;
}

const SWEEP_EVERY_MS = 3_600_000;
const MAX_SUBJECT_CHARACTERS = 1_000;

export function createApiGit(options: ApiGitOptions): Git {
  const workplaces = new Workplaces(options);
  const at: Workplaces["at"] = (repository, work) => workplaces.at(repository, work);
  return {
    readRefs: (repository, refs) => at(repository, ({ tips }) => readRefs(tips, refs)),
    readCommit: (repository, commit) => at(repository, ({ stacker }) => readCommit(stacker, commit)),
    // A call for each commit would spend the limits of the API on a page.
    readFirstParents: async () => Promise.resolve(null),
    isAncestor: (repository, ancestor, descendant) =>
      at(repository, async ({ ancestry }) => (await ancestry.tell(ancestor, descendant)) === true),
    build: (repository, speculation) => at(repository, ({ stacker }) => stacker.stack(speculation)),
    prepareLanding: (repository, replay) =>
      at(repository, ({ stacker, trees }) => prepareLanding(stacker, trees, replay)),
    publish: (repository, branch, commit) => at(repository, (place) => setBranch(place, branch, commit)),
    unpublish: (repository, branch) => at(repository, (place) => removeBranch(place, branch)),
    land: (repository, branch, expectedTip, newTip) =>
      at(repository, (place) => landCommit(place, { branch, expectedTip, newTip })),
    moveHead: (repository, move, way) => at(repository, (place) => moveHead(refMoverOf(place), move, way)),
    forgetHeads: (repository, pullRequest) =>
      at(repository, (place) => removeRefs(place, keptHeadsOf(pullRequest))),
    checkOut: async (repository) => Promise.reject(withoutClone(repository)),
    inspectCheckout: async (repository) => Promise.reject(withoutClone(repository)),
    listBranches: (repository, prefix) =>
      at(repository, async (place) => {
        await workplaces.sweep(place);
        return branchesBelow(place, prefix);
      }),
  };
}

/** What is cached of each repository, with the failures of GitHub as failures of git. */
class Workplaces {
  readonly #options: ApiGitOptions;
  readonly #scratch: ScratchOptions;
  readonly #places = new Map<string, Workplace>();

  constructor(options: ApiGitOptions) {
    const { clock, log = SILENT_LOG, committer = DEFAULT_COMMITTER } = options;
    this.#options = options;
    this.#scratch = { prefix: options.scratchPrefix, committer, log, now: () => clock.now() };
  }

  async at<Answer>(repository: Repository, work: (place: Workplace) => Promise<Answer>): Promise<Answer> {
    try {
      return await work(this.#placeOf(repository));
    } catch (error) {
      if (!(error instanceof ForgeError)) throw error;
      throw new GitError(error.message, error.retryable, { cause: error, waitMs: error.waitMs });
    }
  }

  /** Deletes scratch branches that killed processes left behind; at most once an hour for each repository. */
  async sweep(place: Workplace): Promise<void> {
    const now = this.#options.clock.monotonic();
    if (now - place.sweptAt < SWEEP_EVERY_MS) return;
    place.sweptAt = now;
    await sweepScratchBranches(place, this.#scratch);
  }

  #placeOf(repository: Repository): Workplace {
    const { calls, clock, repositories } = this.#options;
    const key = repositoryKey(repository);
    if (!repositories.has(key)) throw new GitError(`repository ${key} is not configured`, false);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = { calls, repository, signer: this.#options.signer ?? null };
    const ancestry = new Ancestry(place);
    const fresh = {
      ...place,
      ancestry,
      tips: new SeenTips(place, ancestry, () => clock.monotonic()),
      stacker: new HeadStacker(place, this.#scratch),
      trees: new TreeObjects(place),
      sweptAt: Number.NEGATIVE_INFINITY,
    };
    this.#places.set(key, fresh);
    return fresh;
  }
}

async function readRefs(tips: SeenTips, refs: readonly string[]): Promise<ReadonlyMap<string, CommitId>> {
  const read = await Promise.all(refs.map(async (ref) => [ref, await tips.read(ref)] as const));
  return new Map(read.flatMap(([ref, tip]) => (tip === null ? [] : [[ref, tip] as const])));
}

async function readCommit(stacker: HeadStacker, commit: CommitId): Promise<CommitFacts | null> {
  const record = await stacker.read(commit);
  if (record === null) return null;
  const [subject = ""] = record.message.trimStart().split("\n", 1);
  return {
    subject: beginningOf(subject, MAX_SUBJECT_CHARACTERS).trimEnd(),
    authorName: beginningOf(record.author.name, MAX_SUBJECT_CHARACTERS),
  };
}

function withoutClone(repository: Repository): GitError {
  return new GitError(
    `the files of ${repositoryKey(repository)} cannot be checked out without a clone: set githubGit to clone`,
    false,
  );
}

/**
 * Replays a tested change onto a commit other than the one it was tested on, and proves that the change is the same
 * there: the files that it touches are as tested, and all other files are unchanged.
 */
async function prepareLanding(
  stacker: HeadStacker,
  trees: TreeObjects,
  { onto, heads, mergeMethod, testedOn, tested }: Replay,
): Promise<ReplayOutcome> {
  const stacked = await stacker.stack({ testedOn: onto, contains: heads, mergeMethod });
  if (stacked.kind === "missing" || stacked.kind === "unusable") return stacked;
  if (stacked.kind === "conflicted") return { kind: "differs", files: stacked.files };
  const [below, before, after] = await Promise.all([
    stacker.read(onto),
    stacker.read(testedOn),
    stacker.read(tested),
  ]);
  if (below === null) return { kind: "missing", commit: onto };
  if (before === null) return { kind: "missing", commit: testedOn };
  if (after === null) return { kind: "missing", commit: tested };
  const files = await unprovenPaths(trees, {
    testedOn: before.tree,
    tested: after.tree,
    onto: below.tree,
    landing: stacked.tree,
  });
  if (files.length > 0) return { kind: "differs", files };
  const { commits, tree } = stacked;
  return { kind: "prepared", commits, newTip: commits.at(-1) ?? onto, tree };
}

interface LandingPlace extends Place {
  readonly ancestry: Ancestry;
  readonly tips: SeenTips;
}

/** Moves a branch to a tested commit in one step, which GitHub refuses unless the branch is at the expected tip. */
async function landCommit(place: LandingPlace, landing: Landing): Promise<LandOutcome> {
  return landOnce(moverOf(place), landing);
}

function moverOf(place: LandingPlace): Mover {
  const { ancestry, tips } = place;
  return {
    readTip: async (branch) => tips.read(refOf(branch)),
    hasLanded: async (commit, tip) => {
      const descent = await ancestry.tell(commit, tip);
      if (descent === "noDescendant") throw unseen(tip);
      return descent === true;
    },
    // GitHub refuses to rewrite the branch, but would accept a commit that was not built on the expected tip.
    problemOf: async ({ expectedTip, newTip }) => {
      const descent = await ancestry.tell(expectedTip, newTip);
      if (descent === "noAncestor") throw unseen(expectedTip);
      if (descent === "noDescendant") return "the repository does not have it";
      return descent ? null : "it was not built on that";
    },
    move: async ({ branch, expectedTip: from, newTip: to }) => {
      await updateRefs(place, [{ ref: refOf(branch), from, to, mayRewrite: false }]);
      tips.note(refOf(branch), to);
    },
  };
}

/** GitHub may answer from a moment ago, and refuses updates that do not match. */
function refMoverOf(place: Place): RefMover {
  return {
    read: async (refs) => {
      const read = await Promise.all(refs.map(async (ref) => [ref, await readRef(place, ref)] as const));
      return new Map(read.flatMap(([ref, commit]) => (commit === null ? [] : [[ref, commit] as const])));
    },
    update: async (updates) =>
      updateRefs(
        place,
        updates.map((update) => ({ ...update, mayRewrite: true })),
      ),
    mayBeStale: true,
  };
}

/** A branch points at this commit, so it exists and GitHub will find it later. */
function unseen(tip: CommitId): GitError {
  return new GitError(
    `GitHub does not find commit ${tip} at the moment, although a branch points at it`,
    true,
  );
}

function refOf(branch: string): string {
  return `refs/heads/${branch}`;
}
