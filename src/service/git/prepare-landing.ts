/**
 * Brings a tested change to another commit than the one it was tested on, and proves that it is the same change there:
 * what it touches comes out as it was tested, and everything else stays as it is.
 */
import type { CommitId } from "../../domain/ids.js";
import type { Replay, ReplayOutcome } from "../ports/git.js";
import type { SpeculationBuilder } from "./build-speculation.js";
import type { Clone } from "./clone.js";
import { isPresent, obtainCommits } from "./read-commits.js";

/** Enough to see what happened. */
const MAX_FILES = 50;

export async function prepareLanding(
  clone: Clone,
  builder: SpeculationBuilder,
  { onto, heads, mergeMethod, testedOn, tested }: Replay,
): Promise<ReplayOutcome> {
  const stacked = await builder.stack({ testedOn: onto, contains: heads, mergeMethod });
  if (stacked.kind === "missing" || stacked.kind === "unusable") return stacked;
  if (stacked.kind === "conflicted") return { kind: "differs", files: stacked.files.slice(0, MAX_FILES) };
  const known = await obtainCommits(clone, [testedOn, tested]);
  const missing = [testedOn, tested].find((commit) => !isPresent(known, commit));
  if (missing !== undefined) return { kind: "missing", commit: missing };
  const newTip = stacked.commits.at(-1) ?? onto;
  const files = await unprovenPaths(clone, { onto, newTip, testedOn, tested });
  if (files.length > 0) return { kind: "differs", files: files.slice(0, MAX_FILES) };
  return { kind: "prepared", newTip, tree: stacked.tree };
}

interface Comparison {
  readonly onto: CommitId;
  readonly newTip: CommitId;
  readonly testedOn: CommitId;
  readonly tested: CommitId;
}

/** What was tested and comes out otherwise, and what comes out otherwise and was not tested. */
async function unprovenPaths(clone: Clone, commits: Comparison): Promise<readonly string[]> {
  const { onto, newTip, testedOn, tested } = commits;
  const [touched, landing, apart] = await Promise.all([
    differingPaths(clone, testedOn, tested),
    differingPaths(clone, onto, newTip),
    differingPaths(clone, tested, newTip),
  ]);
  return [...new Set([...touched, ...landing])].filter(
    (path) => !touched.has(path) || apart.has(path) || isAmbiguous(path),
  );
}

/** By content or by mode; files, links and submodules alike, wherever they are added, changed or deleted. */
async function differingPaths(clone: Clone, from: CommitId, to: CommitId): Promise<ReadonlySet<string>> {
  const { stdout } = await clone.run([
    "diff-tree",
    "-r",
    "-z",
    "--no-renames",
    "--ignore-submodules=none",
    "--name-only",
    `${from}^{tree}`,
    `${to}^{tree}`,
  ]);
  return new Set(stdout.split("\0").filter((path) => path !== ""));
}

/** Bytes that are no text are read as this character, so that two paths may look the same and are not. */
function isAmbiguous(path: string): boolean {
  return path.includes("\ufffd");
}
