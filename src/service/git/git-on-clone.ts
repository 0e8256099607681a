/** How a clone calls git: on itself alone, or towards the repository, which is called `origin`. */
import type { GitAnswer, GitSide } from "./git-failure.js";
import type { GitCall } from "./run-git.js";

export type CloneCall = Partial<Omit<GitCall, "arguments" | "side" | "config" | "repository">>;

export type GitOnClone = (side: GitSide, words: readonly string[], call?: CloneCall) => Promise<GitAnswer>;

const FETCH_OPTIONS = ["--quiet", "--no-tags", "--no-write-fetch-head", "--stdin"];

/** Takes from its input what to fetch. */
export const FETCH = ["fetch", "--no-auto-maintenance", ...FETCH_OPTIONS, "origin"];

/** The same; packs the clone if it has gathered enough loose objects. */
export const FETCH_AND_TIDY = ["fetch", "--auto-maintenance", ...FETCH_OPTIONS, "origin"];
