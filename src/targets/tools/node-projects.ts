/** The projects of tools that use a workspace of npm, yarn, pnpm or bun directly: each package is a project. */
import type { Package } from "../sources/workspaces/ecosystem.js";
import { type NodeManifest, parseNodeManifest } from "../sources/workspaces/node/node-manifest.js";
import { nodeEcosystem } from "../sources/workspaces/node/node-workspaces.js";
import { ManifestProblem } from "../sources/workspaces/parsed-files.js";
import { readWorkspaceTree } from "../sources/workspaces/workspace-tree.js";
import type { Tree } from "../tree.js";
import { joined } from "../tree-paths.js";
import { ToolProblem } from "./tool-problem.js";
import { indexProjects, type ReadProjects, readParsed } from "./tool-projects.js";

/** The packages of the workspace at the root of the repository; tools ignore workspaces inside it. */
export function nodePackages(): (tree: Tree) => Promise<readonly Package[]> {
  const ecosystem = nodeEcosystem();
  const read = async (tree: Tree) => {
    // Tools know no package without a workspace.
    const { workspaces, outsiders } = await ecosystem.read(tree);
    return { workspaces, outsiders };
  };
  return async (tree) => (await readWorkspaceTree(tree, [{ ...ecosystem, read }])).packagesOf("");
}

/** `rootName`: the tool's name for the package at the root; without it, that package has its own name. */
export function nodeProjects(rootName?: string): ReadProjects {
  const read = nodePackages();
  return async (tree) => {
    const packages = await read(tree);
    return indexProjects(
      packages.map(({ name, directory, dependsOn }) => ({
        name: directory === "" ? (rootName ?? name) : name,
        alias: null,
        folder: directory,
        uses: dependsOn,
      })),
    );
  };
}

/** By folder; a folder without such a file is left out. Throws `ToolProblem`. */
export async function readPackageManifests(
  tree: Tree,
  folders: readonly string[],
): Promise<ReadonlyMap<string, NodeManifest>> {
  const folderByPath = new Map(folders.map((folder) => [joined(folder, "package.json"), folder]));
  const manifests = await readParsed(tree, [...folderByPath.keys()], parseManifest);
  return new Map([...manifests].map(([path, manifest]) => [folderByPath.get(path) ?? "", manifest]));
}

/** Names that the manifest uses, regardless of their ranges. */
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
