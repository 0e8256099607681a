/** Projects of the tools that take a workspace of npm, yarn, pnpm or bun as it stands: each package is a project. */
import type { Cause, SourceContext } from "../source.js";
import type { Package } from "../sources/workspaces/ecosystem.js";
import { nodeEcosystem } from "../sources/workspaces/node-workspaces.js";
import { changedResolutions } from "../sources/workspaces/workspace-change.js";
import { readWorkspaceTree } from "../sources/workspaces/workspace-tree.js";
import type { Tree } from "../tree.js";
import { indexProjects, type ReadProjects } from "./tool-projects.js";

/** The workspace at the root of the repository; workspaces inside of it are none of a tool's business. */
export function nodePackages(): (tree: Tree) => Promise<readonly Package[]> {
  const ecosystem = nodeEcosystem();
  return async (tree) => (await readWorkspaceTree(tree, [ecosystem])).packagesOf("");
}

/** `rootName` is what the tool calls the package at the root; without it that one has its own name. */
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

/** The targets for how the names of packages are resolved that the change shares with others; see `workspaces`. */
export async function nodeResolutions({
  base,
  head,
}: Pick<SourceContext, "base" | "head">): Promise<ReadonlyMap<string, Cause>> {
  const ecosystems = [nodeEcosystem()];
  return changedResolutions({
    base: await readWorkspaceTree(base, ecosystems),
    head: await readWorkspaceTree(head, ecosystems),
    changed: [],
    locks: new Map(),
  });
}
