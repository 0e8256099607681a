/**
 * Brings a tested change to another commit than the one it was tested on, and proves that it is the same change there:
 * what it touches comes out as it was tested, and everything else stays as it is.
 */
import type { Replay, ReplayOutcome } from "../../../ports/git.js";
import type { HeadStacker } from "./head-stacker.js";
import type { TreeObjects } from "./tree-objects.js";
import { unprovenPaths } from "./unproven-paths.js";

export async function prepareLanding(
  stacker: HeadStacker,
  trees: TreeObjects,
  { onto, heads, mergeMethod, testedOn, tested }: Replay,
): Promise<ReplayOutcome> {
  const stacked = await stacker.stack({ testedOn: onto, contains: heads, mergeMethod });
  if (stacked.kind === "missing" || stacked.kind === "unusable") return stacked;
  if (stacked.kind === "conflicted") return { kind: "differs", files: stacked.files };
  const [below, before, after] = await Promise.all([
    stacker.read(onto),
    stacker.read(testedOn),
    stacker.read(tested),
  ]);
  if (below === null) return { kind: "missing", commit: onto };
  if (before === null) return { kind: "missing", commit: testedOn };
  if (after === null) return { kind: "missing", commit: tested };
  const files = await unprovenPaths(trees, {
    testedOn: before.tree,
    tested: after.tree,
    onto: below.tree,
    landing: stacked.tree,
  });
  if (files.length > 0) return { kind: "differs", files };
  return { kind: "prepared", newTip: stacked.commits.at(-1) ?? onto, tree: stacked.tree };
}
