/** The repository's own history: which version was before the present one, and what it consisted of. */
import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../source-files.js";

const run = promisify(execFile);

export type StoreKind = "sqlite" | "postgres";

/** While no version has a tag: the last commit before the baseline of the migrations, the oldest one taken over. */
export const BEFORE_ANY_TAG = "2d95896591accd0d2edc2c9360a6da7e00787525";

/** The newest tag of a version before this commit, or else the commit that stands for it. */
export async function previousRef(): Promise<string> {
  const tag = await git("describe", "--tags", "--abbrev=0", "--match", "v[0-9]*", "HEAD^").catch(() => "");
  return tag === "" ? BEFORE_ANY_TAG : tag;
}

/** Null: this clone does not have it, as a shallow one. */
export async function commitOf(ref: string): Promise<string | null> {
  return git("rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`).catch(() => null);
}

/** The files of a commit, through an index of their own: the clone stays as it is. */
export async function takeOut(commit: string, folder: string): Promise<void> {
  const index = join(folder, ".index");
  const environment = { GIT_INDEX_FILE: index };
  await gitWith(environment, "read-tree", commit);
  await gitWith(environment, "checkout-index", "--all", `--prefix=${folder}/`);
  await rm(index);
}

async function git(...words: readonly string[]): Promise<string> {
  return gitWith({}, ...words);
}

async function gitWith(environment: NodeJS.ProcessEnv, ...words: readonly string[]): Promise<string> {
  const { stdout } = await run("git", [...words], { cwd: ROOT, env: { ...process.env, ...environment } });
  return stdout.trim();
}
