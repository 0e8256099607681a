/**
 * Impacted targets from the workspaces of a repository (npm, yarn, pnpm, bun, Cargo, Go, Maven, and those in
 * `lazy-ecosystems.ts`). It reads only git's trees: nothing is installed, checked out or run. The targets are the packages.
 */
import { dependentsOf } from "../../graph.js";
import type { Source, SourceAnswer, SourceContext } from "../../source.js";
import type { Tree } from "../../tree.js";
import { cargoEcosystem } from "./cargo/cargo-workspaces.js";
import { type Ecosystem, type Package, UnreadableManifest } from "./ecosystem.js";
import { goEcosystem } from "./go/go-modules.js";
import { lazyEcosystemsOf } from "./lazy-ecosystems.js";
import { lockChanges } from "./lock-changes.js";
import { mavenEcosystem } from "./maven/maven-modules.js";
import { nodeEcosystem } from "./node/node-workspaces.js";
import { rootChanges } from "./root-changes.js";
import { treeEdges } from "./tree-edges.js";
import { workspaceImpact } from "./workspace-change.js";
import { readWorkspaceTree, type WorkspaceTree } from "./workspace-tree.js";

interface BothTrees {
  readonly base: WorkspaceTree;
  readonly head: WorkspaceTree;
}

export function workspacesSource(): Source {
  const remembered = new WeakMap<SourceContext, Promise<BothTrees>>();
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
    async knownNames(context) {
      const { base, head } = await treesOf(context);
      return new Set([...base.graph.keys(), ...head.graph.keys()]);
    },
  };
}

/** The manifest of a package: of one among several, or of the only one, at the root. */
async function detectWorkspace(head: Tree): Promise<string | null> {
  try {
    const tree = await readWorkspaceTree(head, await ecosystemsOf([head]));
    return tree.packages.length > 1 || tree.single !== null ? (tree.packages[0]?.manifest ?? null) : null;
  } catch (error) {
    if (error instanceof UnreadableManifest) return error.path;
    throw error;
  }
}

async function readBoth({ base, head, signal }: SourceContext): Promise<BothTrees> {
  await Promise.all([base.entries(), head.entries()]);
  const ecosystems = await ecosystemsOf([base, head]);
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
  const impact = workspaceImpact({ base, head, changed, locks });
  return { kind: "targets", ...impact, notes: head.single === null ? [] : [noteOn(head.single)] };
}

function noteOn({ name, manifest }: Package): string {
  return `${name} (${manifest}) is the only package, so every change affects it. To test changes apart, map folders with paths.`;
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

/** A new array for each pair of trees, since the ecosystems keep what they have parsed. */
export async function ecosystemsOf(trees: readonly Tree[]): Promise<readonly Ecosystem[]> {
  return [...ECOSYSTEMS.map((ecosystem) => ecosystem()), ...(await lazyEcosystemsOf(trees))];
}

const ECOSYSTEMS: readonly (() => Ecosystem)[] = [
  nodeEcosystem,
  cargoEcosystem,
  goEcosystem,
  mavenEcosystem,
  treeEdges,
];
