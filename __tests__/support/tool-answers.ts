/** The list of a source for a change between two trees in memory, where its tool has named the projects of changed files. */
import type { FoundEdges } from "../../src/targets/tools/found-edges.js";
import type { ToolSource } from "../../src/targets/tools/tool-source.js";
import { listOf } from "./list-of-answer.js";
import { changesBetween, type MemoryTree } from "./memory-tree.js";

export interface PrintedByTool {
  readonly named: readonly string[];
  readonly found?: FoundEdges;
}

/** Sorted names; a text with the cause where everything is impacted. */
export async function listOfTool(
  source: ToolSource,
  base: MemoryTree,
  head: MemoryTree,
  { named, found }: PrintedByTool,
): Promise<readonly string[] | string> {
  const changed = changesBetween(base, head);
  const { signal } = new AbortController();
  const context = { base, head, changed, checkout: null, signal };
  return listOf(await source.completed({ named, found: found ?? null }, context), context);
}
