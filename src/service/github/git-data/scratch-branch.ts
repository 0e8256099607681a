/**
 * Merges two commits on GitHub: https://docs.github.com/en/rest/branches/branches#merge-a-branch. GitHub merges only
 * into branches, so each build creates a scratch branch and deletes it afterwards. Only the trees of the merge commits
 * are used. Nothing on the branch is tested, so its commit messages make GitHub Actions skip it:
 * https://docs.github.com/en/actions/how-tos/manage-workflow-runs/skip-workflow-runs
 */
import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { type CommitId, isCommitId, type TreeId, treeId } from "../../../domain/ids.js";
import { errorText } from "../../../domain/thrown.js";
import type { Committer, Identity } from "../../git/commit.js";
import type { Log } from "../../ports/log.js";
import { GitError } from "../../ports/world-error.js";
import { read } from "../api/answers.js";
import { writeCommitObject } from "./commit-objects.js";
import type { Place } from "./refs.js";
import { branchesBelow, removeBranch, setBranch, wordsOf } from "./refs.js";

export interface ScratchOptions {
  /** Prefix of the branch names. */
  readonly prefix: string;
  readonly committer: Committer;
  readonly log: Log;
  readonly now: () => number;
}

export interface Ours {
  readonly tree: TreeId;
  /** The parent by which GitHub finds the merge base. */
  readonly parent: CommitId;
  /** Its date should not be older than the parent's: git uses dates in its search for the merge base. */
  readonly committer: Identity;
}

const merged = z.object({
  commit: z.object({ tree: z.object({ sha: z.string().check(z.refine(isCommitId)) }) }),
});

/**
 * Younger branches may be in use by another process: a build that rebases hundreds of commits, with a second per write,
 * takes more than an hour.
 */
const LEFT_MS = 86_400_000;
const MESSAGE = "Merge Queue: trial merge [skip ci]\n\nThis branch is deleted automatically.\n";

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

  /** null: the commits conflict. GitHub does not name the files. */
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
    // GitHub also answers 409 for an empty repository and for one that is being moved.
    if (answer.status === 409 && /\bmerge conflict\b/i.test(words)) return null;
    throw new GitError(`GitHub did not merge ${theirs} into the branch ${this.#name}: ${words}`, true);
  }

  /** If the removal fails, the next sweep repeats it. */
  async remove(): Promise<void> {
    if (!this.#mayExist) return;
    await removeOrReport(this.#place, this.#name, this.#options.log);
  }
}

/** Removes scratch branches of processes that died during a build. */
export async function sweepScratchBranches(
  place: Place,
  { prefix, log, now }: ScratchOptions,
): Promise<void> {
  for (const branch of await branchesBelow(place, prefix)) {
    const [, seconds] = /^(\d{1,12})-[0-9a-f-]{36}$/.exec(branch.slice(prefix.length)) ?? [];
    if (seconds === undefined || now() - Number(seconds) * 1000 < LEFT_MS) continue;
    await removeOrReport(place, branch, log);
  }
}

async function removeOrReport(place: Place, branch: string, log: Log): Promise<void> {
  try {
    await removeBranch(place, branch);
  } catch (error) {
    log.warn(
      { branch, error: errorText(error) },
      "a scratch branch could not be deleted; the next sweep retries",
    );
  }
}
