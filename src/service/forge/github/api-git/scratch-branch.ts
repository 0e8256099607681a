/**
 * Merges two commits on GitHub: https://docs.github.com/en/rest/branches/branches#merge-a-branch. It merges into branches
 * only, so each build has a branch of its own for that, which goes again when it is over; the merge commits themselves are
 * used by nobody, only their trees. What stands on the branch is no commit that is tested, and its message asks GitHub
 * Actions not to begin: https://docs.github.com/en/actions/how-tos/manage-workflow-runs/skip-workflow-runs
 */
import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { type CommitId, isCommitId, type TreeId, treeId } from "../../../../domain/ids.js";
import { errorText } from "../../../../domain/thrown.js";
import type { Identity } from "../../../git/commit.js";
import type { Log } from "../../../ports/log.js";
import { GitError } from "../../../ports/world-error.js";
import { read } from "../answers.js";
import { writeCommitObject } from "./commit-objects.js";
import type { Place } from "./refs.js";
import { branchesBelow, removeBranch, setBranch, wordsOf } from "./refs.js";

export interface ScratchOptions {
  /** Of the names of such branches. */
  readonly prefix: string;
  readonly committer: Omit<Identity, "date">;
  readonly log: Log;
  readonly now: () => number;
}

export interface Ours {
  readonly tree: TreeId;
  /** What counts as its history. */
  readonly parent: CommitId;
  /** No older than that, as far as can be known: git looks at dates where it searches what two commits have in common. */
  readonly committer: Identity;
}

const merged = z.object({
  commit: z.object({ tree: z.object({ sha: z.string().check(z.refine(isCommitId)) }) }),
});

/**
 * Younger ones may be another process's: with hundreds of commits to rebase, at a second for each write, a build takes more
 * than an hour.
 */
const LEFT_MS = 86_400_000;
const MESSAGE = "Merge Queue tries out a merge [skip ci]\n\nThis branch goes away by itself.\n";

export class ScratchBranch {
  readonly #place: Place;
  readonly #options: ScratchOptions;
  readonly #name: string;
  #mayExist = false;

  constructor(place: Place, options: ScratchOptions) {
    this.#place = place;
    this.#options = options;
    this.#name = `${options.prefix}${Math.floor(options.now() / 1000)}-${randomUUID()}`;
  }

  /** Null where they conflict; GitHub does not say in what. */
  async merge({ tree, parent, committer }: Ours, theirs: CommitId): Promise<TreeId | null> {
    const { calls, repository } = this.#place;
    const standIn = { tree, parents: [parent], author: committer, committer, message: MESSAGE };
    const ours = await writeCommitObject(this.#place, standIn);
    const isThere = this.#mayExist;
    this.#mayExist = true;
    await setBranch(this.#place, this.#name, ours, isThere);
    const asked = { base: this.#name, head: theirs, commit_message: MESSAGE };
    const answer = await calls.send(repository, "POST", "/merges", asked, [404, 409]);
    if (answer.status === 204) return tree;
    if (answer.status < 300) return treeId(read(merged, answer.body, "a merge").commit.tree.sha);
    const words = wordsOf(answer);
    // An empty repository, or one that is being moved, answers 409 too.
    if (answer.status === 409 && /\bmerge conflict\b/i.test(words)) return null;
    throw new GitError(`GitHub did not merge ${theirs} into the branch ${this.#name}: ${words}`, true);
  }

  /** What cannot be removed now is found by the next sweep. */
  async remove(): Promise<void> {
    if (!this.#mayExist) return;
    await removeOrTell(this.#place, this.#name, this.#options.log);
  }
}

/** Removes what processes left behind that died while they built. */
export async function sweepScratchBranches(
  place: Place,
  { prefix, log, now }: ScratchOptions,
): Promise<void> {
  for (const branch of await branchesBelow(place, prefix)) {
    const [, seconds] = /^(\d{1,12})-[0-9a-f-]{36}$/.exec(branch.slice(prefix.length)) ?? [];
    if (seconds === undefined || now() - Number(seconds) * 1000 < LEFT_MS) continue;
    await removeOrTell(place, branch, log);
  }
}

async function removeOrTell(place: Place, branch: string, log: Log): Promise<void> {
  try {
    await removeBranch(place, branch);
  } catch (error) {
    log.warn(
      { branch, error: errorText(error) },
      "a branch for trying out merges is left behind until the next sweep",
    );
  }
}
