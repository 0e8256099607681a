/** What the `package.json` of a project says, for tools that have a list of projects of their own. */

import { type NodeManifest, parseNodeManifest } from "../sources/workspaces/node-manifest.js";
import { ManifestProblem } from "../sources/workspaces/parsed-files.js";
import { joined } from "../sources/workspaces/tree-paths.js";
import type { Tree } from "../tree.js";
import { readParsed } from "./read-texts.js";
import { ToolProblem } from "./tool-problem.js";

/** By folder; folders without such a file are left out. Throws `ToolProblem`. */
export async function readPackageManifests(
  tree: Tree,
  folders: readonly string[],
): Promise<ReadonlyMap<string, NodeManifest>> {
  const folderByPath = new Map(folders.map((folder) => [joined(folder, "package.json"), folder]));
  const manifests = await readParsed(tree, [...folderByPath.keys()], parseManifest);
  return new Map([...manifests].map(([path, manifest]) => [folderByPath.get(path) ?? "", manifest]));
}

/** Names that the manifest uses, whatever range stands beside them. */
export function usedNames(manifest: NodeManifest | undefined): readonly string[] {
  return (manifest?.dependencies ?? []).map(({ name }) => name);
}

function parseManifest(text: string, path: string): NodeManifest {
  try {
    return parseNodeManifest(text);
  } catch (error) {
    if (error instanceof ManifestProblem) throw new ToolProblem(path, error.message);
    throw error;
  }
}
