/** Lists a repository's branches without a clone. */
import { tmpdir } from "node:os";
import { type CommitId, isCommitId, type TestRunId } from "../../domain/ids.js";
import { createGitRunner, type GitAccess } from "./create-git-runner.js";
import { repositoryAddress } from "./rules-refusal.js";

export interface Branches {
  /** Null when the repository has no default branch. */
  readonly defaultBranch: string | null;
  readonly names: ReadonlySet<string>;
}

const HEADS = "refs/heads/";

/** `config` is git configuration for this call only. */
export async function listBranches(
  pathOrUrl: string,
  access: GitAccess,
  deadlineMs: number,
  config: Readonly<Record<string, string>> = {},
): Promise<Branches> {
  const runGit = createGitRunner(access, { cloneMs: deadlineMs, repositoryMs: deadlineMs });
  const { stdout } = await runGit({
    arguments: ["ls-remote", "--symref", "--", repositoryAddress(pathOrUrl), "HEAD", `${HEADS}*`],
    side: "repository",
    folder: tmpdir(),
    config,
  });
  const [, defaultBranch = null] = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(stdout) ?? [];
  const refs = [...parseRefListing(stdout).keys()].filter((ref) => ref.startsWith(HEADS));
  return { defaultBranch, names: new Set(refs.map((ref) => ref.slice(HEADS.length))) };
}

/** Parses the output of `git ls-remote`. */
export function parseRefListing(listing: string): Map<string, CommitId> {
  const refs = new Map<string, CommitId>();
  for (const line of listing.split("\n")) {
    const [id = "", ref] = line.split("\t");
    if (ref !== undefined && isCommitId(id)) refs.set(ref, id);
  }
  return refs;
}

/** Follows the rules of `git check-ref-format` for full names such as `refs/heads/main`. */
export function isRefName(name: string): boolean {
  return (
    name.startsWith("refs/") &&
    !/[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|[/.]$/.test(name) &&
    Buffer.byteLength(name) <= 1_000
  );
}

/** The ref in the clone that protects a run's commits until the run ends. */
export function runRef(run: TestRunId): string {
  return `refs/mq/${run}`;
}
