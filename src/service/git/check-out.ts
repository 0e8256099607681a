/**
 * Checks out a commit's files into a folder that later commits reuse, and compares them with the commit again. The folder
 * is not a git repository: its index is in the clone, where programs in the folder cannot change it.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, mkdir, readlink, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type { CommitId } from "../../domain/ids.js";
import type { CheckoutState } from "../ports/git.js";
import { GitError } from "../ports/world-error.js";
import type { Clone } from "./clone.js";
import type { CloneCall } from "./create-git-runner.js";
import type { GitAnswer } from "./git-failure.js";
import { isThere } from "./is-there.js";
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

const MAX_SHOWN_FILES = 10;

/** The folder has no HEAD, so the index, which programs in the folder cannot reach, identifies the commit. */
export async function inspectCheckout(
  clone: Clone,
  commit: CommitId,
  folder: string,
  depth: "head" | "files",
): Promise<CheckoutState> {
  const checkout = checkoutIn(clone, folder);
  if (!(await isHead(clone, commit, checkout))) return { kind: "otherHead" };
  const files = depth === "head" ? [] : await otherFiles(clone, commit, checkout);
  return files.length === 0
    ? { kind: "intact" }
    : { kind: "otherFiles", files: files.slice(0, MAX_SHOWN_FILES) };
}

/** Does not need the folder, which tests may have removed. */
async function isHead(clone: Clone, commit: CommitId, { index }: Checkout): Promise<boolean> {
  const words = ["diff-index", "--cached", "--quiet", commit, "--"];
  const answer = await clone.run(words, { environment: { GIT_INDEX_FILE: index }, answers: [0, 1] });
  return answer.exitCode === 0;
}

async function otherFiles(clone: Clone, commit: CommitId, checkout: Checkout): Promise<readonly string[]> {
  if (!(await isThere(checkout.folder))) return ["."];
  const differing = ["diff-index", "--name-only", "-z", "--ignore-submodules=all", commit, "--"];
  const added = ["ls-files", "-z", "--others", "--exclude-standard", "--directory", "--no-empty-directory"];
  const [suspects, more] = [
    pathsIn(await clone.run(differing, checkout.call)),
    pathsIn(await clone.run(added, checkout.call)),
  ];
  const changed = suspects.length === 0 ? [] : await changedFiles(clone, suspects, checkout);
  return [...changed, ...more];
}

/** Omits paths that are not UTF-8, because these cannot be opened by their decoded name. */
function pathsIn({ stdout }: GitAnswer): readonly string[] {
  return stdout.split("\0").filter((path) => path !== "" && !path.includes("\uFFFD"));
}

/**
 * Git also reports files that its filters do not reproduce, such as line breaks that were committed against the
 * attributes. So each reported file is checked out again elsewhere and compared.
 */
async function changedFiles(
  clone: Clone,
  suspects: readonly string[],
  { folder, index, call }: Checkout,
): Promise<readonly string[]> {
  const copies = `${index}.files`;
  try {
    await rm(copies, { recursive: true, force: true });
    await mkdir(copies);
    const environment = { GIT_WORK_TREE: copies, GIT_INDEX_FILE: index };
    const input = suspects.join("\0");
    await clone.run(["checkout-index", "-z", "--stdin"], { ...call, folder: copies, environment, input });
    const changed: string[] = [];
    for (const path of suspects) {
      if (!(await isSameFile(join(folder, path), join(copies, path)))) changed.push(path);
    }
    return changed;
  } finally {
    await rm(copies, { recursive: true, force: true });
  }
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map(async (path) => lstat(path).catch(() => null)));
  if (a == null || b == null) return false;
  if (a.isSymbolicLink() && b.isSymbolicLink()) return (await readlink(one)) === (await readlink(other));
  if (!a.isFile() || !b.isFile()) return false;
  const isExecutable = ({ mode }: { readonly mode: number }) => (mode & 0o100) !== 0;
  if (a.size !== b.size || isExecutable(a) !== isExecutable(b)) return false;
  return (await digestOf(one)) === (await digestOf(other));
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
