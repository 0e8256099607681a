/** How a clone calls git: on itself alone, or towards the repository, which is called `origin`. */
import type { GitAnswer, GitSide } from "./git-failure.js";
import type { GitCall } from "./run-git.js";

export type CloneCall = Partial<Omit<GitCall, "arguments" | "side" | "config" | "repository">>;

export type GitOnClone = (side: GitSide, words: readonly string[], call?: CloneCall) => Promise<GitAnswer>;

/** Takes from its input what to fetch. */
export const FETCH = ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--stdin", "origin"];
