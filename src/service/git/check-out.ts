/**
 * Checks out a commit's files into a folder that later commits reuse. The folder is not a git repository: its index is in
 * the clone, where programs in the folder cannot change it.
 */
import { createHash } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { CommitId } from "../../domain/ids.js";
import { GitError } from "../ports/world-error.js";
import type { Clone } from "./clone.js";
import type { CloneCall } from "./create-git-runner.js";
import { isPresent, obtainCommits } from "./read-commits.js";

/** The first checkout of a large repository has to write all files. */
const DEADLINE_MS = 600_000;

/** A folder with checked-out files, and its index in the clone. */
export interface Checkout {
  readonly folder: string;
  readonly index: string;
  /** The call options for git to work on the folder. */
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
    throw new GitError(`cannot check out commit ${commit}: the repository does not have it`, false);
  }
  const checkout = checkoutIn(clone, folder);
  await mkdir(dirname(checkout.index), { recursive: true });
  try {
    await checkOutFiles(clone, commit, checkout);
  } catch {
    // An interrupted checkout may leave files that make the next one fail. Starts again from an empty folder.
    await Promise.all(
      [checkout.folder, checkout.index, `${checkout.index}.lock`].map((path) =>
        rm(path, { recursive: true, force: true }),
      ),
    );
    await checkOutFiles(clone, commit, checkout);
  }
}

async function checkOutFiles(clone: Clone, commit: CommitId, { folder, call }: Checkout): Promise<void> {
  await mkdir(folder, { recursive: true });
  // A repository that tests created in the folder would hide files from `git clean`.
  await rm(join(folder, ".git"), { recursive: true, force: true });
  await clone.run(["read-tree", "--reset", "-u", commit], call);
  await clone.run(["clean", "-ffd", "--quiet"], call);
}
