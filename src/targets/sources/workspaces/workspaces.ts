/**
 * Impacted targets from the workspaces of a repository (npm, yarn, pnpm, bun, and those in `lazy-ecosystems.ts`). It reads only git's trees: nothing is installed, checked out or run. The targets are the packages.
 */
import { dependentsOf, firstCauses } from "../../graph.js";
import type { Source, SourceAnswer, SourceContext } from "../../source.js";
import type { Tree } from "../../tree.js";
import { directoryOf } from "../../tree-paths.js";
import { type ChangedCode, changedCode, codeUses } from "./code-uses.js";
import {
  type AnswerFrom,
  despiteUnreadable,
  hasUnknownOwner,
  unreadableCause,
} from "./despite-unreadable.js";
import { type Ecosystem, type Package, readTogether, UnreadableManifest } from "./ecosystem.js";
import { type LoadedEcosystems, lazyEcosystemsOf } from "./lazy-ecosystems.js";
import { type Doubt, lockChanges } from "./lock-changes.js";
import { nodeEcosystem } from "./node/node-workspaces.js";
import { Readings } from "./readings.js";
import { rootChanges } from "./root-changes.js";
import { configurationChanges, workflowTargets } from "./root-configuration.js";
import { type FolderUses, type OneTree, testTargets, usesOfFolder } from "./root-tests.js";
import { inNames, keysOf, targetName } from "./separate-names.js";
import { treeEdges } from "./tree-edges.js";
import { workspaceImpact } from "./workspace-change.js";
import type { WorkspaceTree } from "./workspace-tree.js";

interface BothTrees {
  readonly base: WorkspaceTree;
  readonly head: WorkspaceTree;
}

export function workspacesSource(): Source {
  // Several contexts share what was parsed, and the trees that they have in common.
  const readings = new Readings(sharedEcosystems());
  const remembered = new WeakMap<SourceContext, Promise<BothTrees>>();
  const folders = new WeakMap<SourceContext, Map<string, Promise<FolderUses | null>>>();
  const treesOf = (context: SourceContext) => {
    const trees = remembered.get(context) ?? readBoth(context, readings);
    remembered.set(context, trees);
    return trees;
  };
  return {
    name: "workspaces",
    runsRepositoryCode: false,
    detect: (tree) => detectWorkspace(tree, readings),
    readAhead(head) {
      // The answer asks again, and reports the failure.
      readings.of(head).catch(() => undefined);
    },
    answer: (context) =>
      allWhenUnreadable(context, async (open) => {
        // One process of git reads the manifests and the changed files.
        const [trees, code] = await Promise.all([treesOf(open), changedCode(open)]);
        return answer(open, trees, code);
      }),
    async dependents(context, targets) {
      const { base, head } = await treesOf(context);
      const keys = [...targets].flatMap((name) => [...keysOf(name, base.graph), ...keysOf(name, head.graph)]);
      return inNames(dependentsOf({ base: base.graph, head: head.graph, changed: new Map() }, keys));
    },
    async owners(context, path) {
      const { base, head } = await treesOf(context);
      if (hasUnknownOwner(context, path)) return [directoryOf(path)];
      return [...new Set([...base.ownersOf(path), ...head.ownersOf(path)].map(targetName))];
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
      return inNames(firstCauses(used, readers, dependentsOf(graphs, readers.keys())));
    },
    async knownNames(context) {
      const { base, head } = await treesOf(context);
      return new Set([...base.graph.keys(), ...head.graph.keys()].map(targetName));
    },
  };
}

/** The manifest of a package. A file that no package owns counts as all, also beside an only one in a folder. */
async function detectWorkspace(tree: Tree, readings: Readings): Promise<string | null> {
  try {
    const { packages } = await readings.of(tree, tree.derived?.from);
    return packages[0]?.manifest ?? null;
  } catch (error) {
    if (error instanceof UnreadableManifest) return error.path;
    throw error;
  }
}

async function readBoth({ base, head, signal }: SourceContext, readings: Readings): Promise<BothTrees> {
  // The head comes first, since the base is a difference to it. A base that cannot be read is still reported first.
  const after = await readings.of(head).catch((error: unknown) => ({ error }));
  signal.throwIfAborted();
  const before = await readings.of(base, head).catch((error: unknown) => ({ error }));
  const [was, is] = readTogether([before, after], (read) => {
    if ("error" in read) throw read.error;
    return read;
  });
  if (was === undefined || is === undefined) throw new Error("both trees were read");
  return { base: was, head: is };
}

const ONLY_IN_ONE_TREE =
  "it decides how all packages of a workspace are built, and only one of the trees has it";

async function answer(
  context: SourceContext,
  { base, head }: BothTrees,
  texts: ChangedCode,
): Promise<Extract<SourceAnswer, { readonly kind: "targets" }>> {
  const { changed, signal } = context;
  signal.throwIfAborted();
  const before = { tree: context.base, workspaces: base };
  const after = { tree: context.head, workspaces: head };
  const modified = changed.filter(({ status }) => status === "modified").map(({ path }) => path);
  const doubts = new Map<string, string[]>();
  const doubt: Doubt = (path, because) => {
    const known = doubts.get(path);
    if (known === undefined) doubts.set(path, [because]);
    else known.push(because);
  };
  const known = await lockChanges(before, after, modified, doubt);
  const paths = changed.flatMap(({ path, isSubmodule }) => (isSubmodule ? [] : [path]));
  const manifests = await rootChanges(before, after, paths, known, doubt);
  const configuration = await configurationChanges([before, after], changed, doubt);
  const workflows = await workflowTargets([before, after], context.workflows, doubt);
  const followed = new Map([...configuration.readers, ...workflows.readers]);
  for (const { path } of changed) {
    const isInOne = [base, head].some((one) => one.lockAt(path) ?? one.rootManifestAt(path));
    if (isInOne && !modified.includes(path) && !doubts.has(path)) doubt(path, ONLY_IN_ONE_TREE);
  }
  const { used, asked } = codeUses(base, head, texts);
  const impact = workspaceImpact({
    base,
    head,
    changed,
    locks: new Map([...manifests, ...followed]),
    code: { used, asked: firstCauses(asked, configuration.asked, workflows.asked) },
  });
  const notes = head.single === null ? [] : [noteOn(head.single)];
  const read = followed.size > 0 ? { followed: new Set(followed.keys()) } : {};
  return { kind: "targets", ...impact, targets: inNames(impact.targets), ...read, disowned: doubts, notes };
}

function noteOn({ name, manifest }: Package): string {
  return `${name} (${manifest}) is the only package, so every change affects it. To test changes apart, map folders with paths.`;
}

async function allWhenUnreadable(context: SourceContext, answered: AnswerFrom): Promise<SourceAnswer> {
  try {
    return await answered(context);
  } catch (error) {
    if (!(error instanceof UnreadableManifest)) throw error;
    const cause = unreadableCause(error);
    if (context.wantsEveryCause !== true) return { kind: "all", cause };
    return { kind: "all", cause, rest: await despiteUnreadable(context, cause, answered) };
  }
}

/** All ecosystems, those without a file in the tree as empty ones. Trees share them, since they keep what they have parsed. */
export function sharedEcosystems(): (tree: Tree) => readonly (Ecosystem | Promise<Ecosystem>)[] {
  const always = ECOSYSTEMS.map((ecosystem) => ecosystem());
  const loaded: LoadedEcosystems = new Map();
  return (tree) => [...always, ...lazyEcosystemsOf(tree, loaded)];
}

const ECOSYSTEMS: readonly (() => Ecosystem)[] = [nodeEcosystem, treeEdges];
