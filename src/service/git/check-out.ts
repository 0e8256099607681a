/**
 * Lays out a commit's files in a folder that is kept from one commit to the next. The folder is no git repository:
 * what git knows of it lies in our clone, out of reach of whatever ran in the folder.
 */
import { createHash } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { CommitId } from "../../domain/ids.js";
import { GitError } from "../ports/world-error.js";
import type { Clone } from "./clone.js";
import { isPresent, obtainCommits } from "./read-commits.js";
import type { CloneCall } from "./run-git.js";

/** The first time, all files of a large repository have to be written. */
const DEADLINE_MS = 600_000;

/** What git knows of the files in a folder. */
export interface Checkout {
  readonly folder: string;
  readonly index: string;
  /** For git to work on it. */
  readonly call: CloneCall;
}

export function checkoutIn(clone: Clone, path: string): Checkout {
  const folder = resolve(path);
  const index = join(clone.folder, "mq-indexes", createHash("sha256").update(folder).digest("hex"));
  const environment = { GIT_WORK_TREE: folder, GIT_INDEX_FILE: index };
  return { folder, index, call: { folder, environment, deadlineMs: DEADLINE_MS } };
}

export async function checkOutCommit(clone: Clone, commit: CommitId, folder: string): Promise<void> {
  if (!isPresent(await obtainCommits(clone, [commit]), commit)) {
    throw new GitError(`commit ${commit} is to be checked out, but the repository does not have it`, false);
  }
  const checkout = checkoutIn(clone, folder);
  await mkdir(dirname(checkout.index), { recursive: true });
  try {
    await layOut(clone, commit, checkout);
  } catch {
    // An interrupted checkout can leave what the next one stumbles over. From nothing it is bound to work.
    await Promise.all(
      [checkout.folder, checkout.index, `${checkout.index}.lock`].map((path) =>
        rm(path, { recursive: true, force: true }),
      ),
    );
    await layOut(clone, commit, checkout);
  }
}

async function layOut(clone: Clone, commit: CommitId, { folder, call }: Checkout): Promise<void> {
  await mkdir(folder, { recursive: true });
  // A repository that was made in the folder would hide files from `git clean`.
  await rm(join(folder, ".git"), { recursive: true, force: true });
  await clone.run(["read-tree", "--reset", "-u", commit], call);
  await clone.run(["clean", "-ffd", "--quiet"], call);
}
