/** The branches of a repository, asked of it without a clone. */
import { tmpdir } from "node:os";
import { parseRefListing } from "./ref-listing.js";
import { repositoryAddress } from "./repository-address.js";
import { createGitRunner, type GitAccess } from "./run-git.js";

export interface Branches {
  /** Null where the repository names none. */
  readonly defaultBranch: string | null;
  readonly names: ReadonlySet<string>;
}

const HEADS = "refs/heads/";

/** `config` is git configuration for this one call. */
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
