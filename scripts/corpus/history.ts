/** The newest changes of a repository, as git records them. */
import { execFileSync, spawnSync } from "node:child_process";

export interface Change {
  readonly base: string;
  readonly head: string;
}

export function git(folder: string, ...words: readonly string[]): string {
  return execFileSync("git", ["-C", folder, ...words], {
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

export function isRepository(folder: string): boolean {
  const words = ["-C", folder, "rev-parse", "--quiet", "--verify", "HEAD^{commit}"];
  return spawnSync("git", words, { stdio: "ignore" }).status === 0;
}

/** Along the first parents; a commit without a parent is left out. */
export function newestChanges(folder: string, commits: number): readonly Change[] {
  const lines = git(folder, "log", "--first-parent", `-${commits}`, "--format=%H %P").trim().split("\n");
  return lines.flatMap((line) => {
    const [head, base] = line.split(" ");
    return head === undefined || base === undefined || base === "" ? [] : [{ base, head }];
  });
}

export function changedPaths(folder: string, { base, head }: Change): readonly string[] {
  return git(folder, "diff-tree", "-r", "-z", "--name-only", "--no-renames", base, head)
    .split("\0")
    .filter((path) => path !== "");
}
