/** What GitHub remembers of a pull request; what git knows of it is asked of git. */
import type { CommitId } from "../../../src/domain/ids.js";
import type { GitSide } from "./git-side.js";

export interface Pull {
  readonly number: number;
  readonly author: string;
  /** Owner of the fork that the head is in; null for the repository itself. */
  readonly fork: string | null;
  readonly headRef: string;
  headSha: CommitId;
  base: string;
  /** Where the base stood when the head last changed: GitHub does not move it on. */
  baseSha: CommitId;
  title: string;
  body: string | null;
  draft: boolean;
  state: "open" | "closed";
  merged: { readonly by: string; readonly commit: CommitId; readonly at: string } | null;
  labels: readonly unknown[];
  readonly createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  /** What was found out for a base and a head. */
  mergeability: Mergeability | null;
}

interface Mergeability {
  readonly base: CommitId;
  readonly head: CommitId;
  /** Reads that are still answered as if nobody knew. */
  unknownReads: number;
  readonly merge: Promise<CommitId | null>;
}

/** Full name in the bare repository of a branch here or in a fork. */
export function branchRef(fork: string | null, branch: string): string {
  return fork === null ? `refs/heads/${branch}` : `refs/namespaces/${fork}/refs/heads/${branch}`;
}

/**
 * Whether it merges: "unknown" when somebody asks about a new base or head, while a background job finds out:
 * https://docs.github.com/en/rest/pulls/pulls#get-a-pull-request
 */
export async function mergeabilityOf(
  pull: Pull,
  { git, unknownReads }: { readonly git: GitSide; readonly unknownReads: number },
): Promise<"unknown" | CommitId | null> {
  const [base, head] = [git.ref(branchRef(null, pull.base)), pull.headSha];
  if (base === null) return null;
  const known = pull.mergeability;
  const holds = known !== null && known.base === base && known.head === head;
  const current = holds ? known : { base, head, unknownReads, merge: testMerge(pull, base, git) };
  pull.mergeability = current;
  if (current.unknownReads === 0) return current.merge;
  current.unknownReads -= 1;
  return "unknown";
}

/** The commit at `refs/pull/n/merge`; null when it conflicts. */
async function testMerge(pull: Pull, base: CommitId, git: GitSide): Promise<CommitId | null> {
  const head = pull.headSha;
  const tree = await git.mergedTree(base, head);
  const ref = `refs/pull/${pull.number}/merge`;
  if (tree === null) {
    await git.move(ref, null);
    return null;
  }
  const merge = await git.commit({ tree, parents: [base, head], message: `Merge ${head} into ${base}` });
  await git.move(ref, merge);
  return merge;
}
