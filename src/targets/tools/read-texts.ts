/** Files of a tree as values, where strangers may have written anything. */
import type { Tree } from "../tree.js";
import { ToolProblem } from "./tool-problem.js";

/** By path; a path that the tree does not have is left out. Throws `ToolProblem` for what cannot be parsed. */
export async function readParsed<Value>(
  tree: Tree,
  paths: readonly string[],
  parse: (text: string, path: string) => Value,
): Promise<ReadonlyMap<string, Value>> {
  const contents = await tree.read(paths);
  return new Map([...contents].map(([path, bytes]) => [path, parse(textOf(bytes, path), path)]));
}

function textOf(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ToolProblem(path, "it is no UTF-8 text");
  }
}
