/**
 * Impacted targets from the workspaces of a repository (npm, yarn, pnpm, bun, Cargo, Go, Maven). It reads only git's
 * trees: nothing is installed, checked out or run. The targets are the packages.
 */
import { dependentsOf, firstCauses } from "../../graph.js";
import type { Source, SourceAnswer, SourceContext } from "../../source.js";
import type { Tree } from "../../tree.js";
import { cargoEcosystem } from "./cargo/cargo-workspaces.js";
import { codeUses } from "./code-uses.js";
import { type Ecosystem, UnreadableManifest } from "./ecosystem.js";
import { goEcosystem } from "./go/go-modules.js";
import { lockChanges } from "./lock-changes.js";
import { mavenEcosystem } from "./maven/maven-modules.js";
import { nodeEcosystem } from "./node/node-workspaces.js";
import { rootChanges } from "./root-changes.js";
import { type FolderUses, type OneTree, testTargets, usesOfFolder } from "./root-tests.js";
import { treeEdges } from "./tree-edges.js";
import { workspaceImpact } from "./workspace-change.js";
import { readWorkspaceTree, type WorkspaceTree } from "./workspace-tree.js";

interface BothTrees {
  readonly base: WorkspaceTree;
  readonly head: WorkspaceTree;
}

export function workspacesSource(): Source {
  const remembered = new WeakMap<SourceContext, Promise<BothTrees>>();
  const folders = new WeakMap<SourceContext, Map<string, Promise<FolderUses | null>>>();
  const treesOf = (context: SourceContext) => {
    const trees = remembered.get(context) ?? readBoth(context);
    remembered.set(context, trees);
    return trees;
  };
  return {
    name: "workspaces",
    runsRepositoryCode: false,
    detect: detectWorkspace,
    answer: (context) => allWhenUnreadable(async () => answer(context, await treesOf(context))),
    async dependents(context, targets) {
      const { base, head } = await treesOf(context);
      return dependentsOf({ base: base.graph, head: head.graph, changed: new Map() }, targets);
    },
    async owners(context, path) {
      const { base, head } = await treesOf(context);
      return [...new Set([...base.ownersOf(path), ...head.ownersOf(path)])];
    },
    async testTargets(context, path) {
      const { base, head } = await treesOf(context);
      const known = folders.get(context) ?? new Map<string, Promise<FolderUses | null>>();
      folders.set(context, known);
      const usesOf = (side: OneTree, folder: string) => {
        const key = `${side.tree.commit} ${folder}`;
        const uses = known.get(key) ?? usesOfFolder(side, folder);
        known.set(key, uses);
        return uses;
      };
      const sides = [
        { tree: context.base, workspaces: base },
        { tree: context.head, workspaces: head },
      ];
      const targets = await testTargets(sides, { path, changed: context.changed }, usesOf);
      const graphs = { base: base.graph, head: head.graph, changed: new Map() };
      if (targets === null) return null;
      const { used, readers } = targets;
      return firstCauses(used, readers, dependentsOf(graphs, readers.keys()));
    },
    async knownNames(context) {
      const { base, head } = await treesOf(context);
      return new Set([...base.graph.keys(), ...head.graph.keys()]);
    },
  };
}

/** The manifest of a workspace that has a package besides its root package. */
async function detectWorkspace(head: Tree): Promise<string | null> {
  try {
    const { packages } = await readWorkspaceTree(
      head,
      ECOSYSTEMS.map((ecosystem) => ecosystem()),
    );
    return packages.length > 1 ? (packages[0]?.manifest ?? null) : null;
  } catch (error) {
    if (error instanceof UnreadableManifest) return error.path;
    throw error;
  }
}

async function readBoth({ base, head, signal }: SourceContext): Promise<BothTrees> {
  const ecosystems = ECOSYSTEMS.map((ecosystem) => ecosystem());
  await Promise.all([base.entries(), head.entries()]);
  const before = await readWorkspaceTree(base, ecosystems);
  signal.throwIfAborted();
  return { base: before, head: await readWorkspaceTree(head, ecosystems) };
}

async function answer(context: SourceContext, { base, head }: BothTrees): Promise<SourceAnswer> {
  const { changed, signal } = context;
  signal.throwIfAborted();
  const before = { tree: context.base, workspaces: base };
  const after = { tree: context.head, workspaces: head };
  const modified = changed.filter(({ status }) => status === "modified").map(({ path }) => path);
  const locks = await rootChanges(before, after, modified, await lockChanges(before, after, modified));
  const code = await codeUses(before, after, changed);
  return { kind: "targets", ...workspaceImpact({ base, head, changed, locks, code }) };
}

async function allWhenUnreadable(answered: () => Promise<SourceAnswer>): Promise<SourceAnswer> {
  try {
    return await answered();
  } catch (error) {
    if (!(error instanceof UnreadableManifest)) throw error;
    const hint = "Correct the manifest, or remove it from the workspace.";
    return { kind: "all", cause: { subject: error.path, rule: error.problem, hint } };
  }
}

export const ECOSYSTEMS: readonly (() => Ecosystem)[] = [
  nodeEcosystem,
  cargoEcosystem,
  goEcosystem,
  mavenEcosystem,
  treeEdges,
];
